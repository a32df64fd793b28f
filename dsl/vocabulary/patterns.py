"""The mini language of a pattern: words, slots, optional parts, endings, alternatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..nodes.base import Word
from ..nodes.dataclass import dataclass
from ..problems.problem import Problem, Problems
from ..syntax.reader import Token, Tree, read
from .tokens import cut, part_span, plain

MOST_FORMS = 512
DEEPEST = 6
SLOT_MARK = re.compile(r"(?<!\\)[{}]")
ESCAPED = re.compile(r"\\([\\{}\[\]()|])")
MARKS = re.compile(r"\\[\\{}\[\]()|]|\{[ \t]*[^\W\d]\w*[ \t]*\}|[\\{}\[\]()]")


@dataclass(frozen=True, slots=True)
class Literal:
    """One printed word. `spaced`: white space stands before it. `ending` may follow it;
    one in round brackets is for a number other than one, one in square brackets for one."""

    text: str
    key: str
    spaced: bool
    ending: str = ""
    round_ending: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The forms of the word."""
        return (self.key, self.key + self.ending.lower()) if self.ending else (self.key,)


@dataclass(frozen=True, slots=True)
class SlotPart:
    name: str
    start: int
    end: int
    spaced: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives; `optional` when none of them need be there."""

    branches: tuple[tuple[Part, ...], ...]
    optional: bool


Part = Literal | SlotPart | Choice
Symbol = str | SlotPart
Form = tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as written and its parts."""

    text: Word
    parts: tuple[Part, ...]

    def slots(self) -> Iterator[SlotPart]:
        return slots_of(self.parts)


def leaves_of(parts: tuple[Part, ...]) -> Iterator[Literal | SlotPart]:
    """The words and slots of some parts, in order, those of every alternative too."""
    for part in parts:
        if isinstance(part, Choice):
            yield from (leaf for branch in part.branches for leaf in leaves_of(branch))
        else:
            yield part


def slots_of(parts: tuple[Part, ...]) -> Iterator[SlotPart]:
    """Every slot in some parts, in order."""
    return (leaf for leaf in leaves_of(parts) if isinstance(leaf, SlotPart))


def literals_of(parts: tuple[Part, ...]) -> Iterator[Literal]:
    """Every printed word in some parts, in order."""
    return (leaf for leaf in leaves_of(parts) if isinstance(leaf, Literal))


# ---- reading


def read_pattern(text: Word) -> tuple[Pattern | None, list[Problem]]:
    """The parts of a pattern, or what is wrong with its brackets."""
    problems = bracket_problems(text)
    if problems:
        return None, problems
    source = plain(text)
    tree = read("pattern", source, Tree)
    assert isinstance(tree, Tree)
    parts = drop_stop(parts_of(tree.children, source))
    return Pattern(text, parts), []


def literal_pattern(text: Word) -> Pattern:
    """A pattern in which every sign is printed as it stands, but for the backslash before one."""
    printed = ESCAPED.sub(r"\1", plain(text))
    return Pattern(text, drop_stop(tuple(literals(printed, 0, False))))


def bracket_problems(text: Word) -> list[Problem]:
    """Brackets without a partner, braces that hold no slot, stray backslashes."""
    problems = Problems()
    open_marks: list[tuple[str, int]] = []
    partner = {"]": "[", ")": "("}

    def report(code: str, message: str, start: int, mend: str) -> None:
        problems.report(code, message, part_span(text, start, start + 1), mend)

    for match in MARKS.finditer(plain(text)):
        mark, start = match[0], match.start()
        if mark in "[(":
            open_marks.append((mark, start))
            if len(open_marks) == DEEPEST + 1:
                message = f"Brackets stand at most {DEEPEST} deep in a pattern."
                report("pattern-too-wide", message, start, "")
        elif mark in partner:
            if open_marks and open_marks[-1][0] == partner[mark]:
                open_marks.pop()
                continue
            message = f'This "{mark}" closes nothing. A printed one is written "\\{mark}".'
            report("unclosed-bracket", message, start, f"\\{mark}")
        elif mark in "{}":
            message = "A slot is a name in braces, like {n}. A printed brace has a backslash."
            report("malformed-slot", message, start, f"\\{mark}")
        elif mark == "\\":
            message = "A backslash stands only before one of { } [ ] ( ) | and itself."
            report("stray-backslash", message, start, "\\\\")
    for mark, start in open_marks:
        message = f'This "{mark}" is never closed. A printed one is written "\\{mark}".'
        report("unclosed-bracket", message, start, f"\\{mark}")
    return problems


def parts_of(children: list[Any], source: str) -> tuple[Part, ...]:
    """Parts from the children of one branch of the parsed pattern."""
    parts: list[Part] = []
    for child in children:
        if not isinstance(child, Token):
            parts.extend(bracketed(child, source))
            continue
        kind, start, text = child.kind, child.start, child.text
        spaced = start > 0 and source[start - 1].isspace()
        if kind == "SLOT":
            parts.append(SlotPart(text[1:-1].strip(), start, start + len(text), spaced))
        elif kind == "ENDING":
            last = parts.pop()
            assert isinstance(last, Literal)
            parts.append(replace(last, ending=text[1:-1], round_ending=text[0] == "("))
        else:
            parts.extend(literals(text[1:] if kind == "ESCAPED" else text, start, spaced))
    return tuple(parts)


def bracketed(tree: Tree, source: str) -> list[Part]:
    """`[..]`, `(a|b)`, or round brackets that are printed."""
    branches = [
        parts_of(child.children, source) for child in tree.children if not isinstance(child, Token)
    ]
    assert tree.first is not None and tree.last is not None
    start = tree.first.start
    spaced = start > 0 and source[start - 1].isspace()
    if tree.name == "group" and len(branches) == 1:
        end = tree.last.end - 1
        close = Literal(")", ")", source[end - 1].isspace())
        return [Literal("(", "(", spaced), *branches[0], close]
    if spaced:
        branches = [space_first(branch) for branch in branches]
    return [Choice(tuple(branches), tree.name == "optional")]


def space_first(branch: tuple[Part, ...]) -> tuple[Part, ...]:
    """The branch with white space before its first part."""
    if not branch:
        return branch
    first = branch[0]
    if isinstance(first, Choice):
        first = replace(first, branches=tuple(map(space_first, first.branches)))
    else:
        first = replace(first, spaced=True)
    return (first, *branch[1:])


def literals(text: str, start: int, spaced: bool) -> Iterator[Literal]:
    """The words of a run of printed text."""
    words = cut(text)
    for index, key in enumerate(words.keys):
        begin = words.starts[index]
        apart = spaced if index == 0 else begin > words.ends[index - 1]
        yield Literal(text[begin : words.ends[index]], key, apart)


def drop_stop(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Without the full stop at the end: it belongs to the sentence, not to the phrase."""
    if len(parts) > 1 and isinstance(parts[-1], Literal) and parts[-1].key == ".":
        return parts[:-1]
    return parts


# ---- forms


def forms_of(parts: tuple[Part, ...]) -> list[Form] | None:
    """Every form of some parts, the optional ones in or out; None if there are too many."""
    forms: list[Form] = [()]
    for part in parts:
        endings: list[Form] = [()] if isinstance(part, Choice) and part.optional else []
        if isinstance(part, Literal):
            endings = [(key,) for key in part.keys]
        elif isinstance(part, SlotPart):
            endings = [(part,)]
        else:
            for branch in part.branches:
                inner = forms_of(branch)
                if inner is None:
                    return None
                endings += inner
        forms = list(dict.fromkeys((*form, *more) for form in forms for more in endings))
        if len(forms) > MOST_FORMS:
            return None
    return forms


def stops_inside(parts: tuple[Part, ...]) -> Iterator[str]:
    """Runs of printed words that hold a sign of the text's structure."""
    run: list[Literal] = []
    for part in (*parts, None):
        if isinstance(part, Literal):
            run.append(part)
            continue
        if any(word.key in (".", "(", ")") for word in run):
            yield "".join((" " if word.spaced else "") + word.text for word in run).strip()
        run = []
        if isinstance(part, Choice):
            for branch in part.branches:
                yield from stops_inside(branch)
