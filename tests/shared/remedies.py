"""Whether what a problem tells can be typed or done: a mend is a text that stands in place of what
is wrong, an advice a sentence; neither they nor the message show patterns or our own names.
"""

from __future__ import annotations

import re

from playsheet.desk.service.actions import edit_of
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax.rows import lines_of

PATTERNS = {
    "something left out": r"(?<!,) \.\.(?![\w.])|\.\. ",
    "a word in the place of another": r"\b(NAME|ID|ZONE|CARD|CONDITION|EVENT|PLAYER|PARENT|WHY|SET"
    r"|TITLE|STRING|NUMBER|LOW|HIGH|ANOTHER_ZONE)\b",
    "a name in angles": r"<[A-Z_]+>",
    "a token": r"\b(Token|_[A-Z]+|[A-Z]+_\d+)\b|\$END|__\w+",
    "a regular expression": r"\\[wsdb][+*]?|\(\?|\[[a-z]-[a-z]\]",
    "Python or its parser": r"\b(Python|lark|Traceback|NoneType|KeyError|ValueError|pydantic)\b",
    "a class": r"\b[A-Z][a-z]+[A-Za-z]*(Statement|Expression|Declaration|Attribute|Tail|Line)\b",
}
SENTENCE = re.compile(r"[A-Z`].*[.?]", re.DOTALL)


def faults_of(problem: Problem, written: str = "") -> list[str]:
    """What nobody could type or follow in what is told of a problem; what the author has
    `written` himself may be repeated.
    """
    told = {"message": problem.message, "mend": problem.mend, "advice": problem.advice}
    found = [
        f"{problem.code}: {place} shows {what}: {text}"
        for place, text in told.items()
        for what, pattern in PATTERNS.items()
        for match in re.finditer(pattern, text)
        if match[0].strip() not in written
    ]
    if problem.advice and not SENTENCE.fullmatch(problem.advice):
        found.append(f"{problem.code}: no sentence: {problem.advice}")
    return found


def mended(text: str, problem: Problem) -> str:
    """A text with the mend of a problem in its place, as an editor writes it."""
    edit, lines = edit_of(problem), lines_of(text)
    head = lines[problem.line - 1][: problem.column - 1]
    tail = lines[problem.end_line - 1][problem.end_column - 1 :]
    lines[problem.line - 1 : problem.end_line] = [head + edit.text + tail]
    return "\n".join(lines) + "\n"
