"""A misspelt name of the format is met with the right suggestion in nine of ten single-
letter mistakes. A sample of places; `pytest --full` tries more.
"""

import random
import re
import string
from pathlib import Path

import pytest
from places import RULESETS
from sampling import sampled

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import understand
from playsheet.dsl.loading.source import instead_of_files
from playsheet.dsl.nodes.declarations import PhraseDeclaration
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.ruleset.ruleset import NAMED

FORMATS = sorted(folder.name for folder in RULESETS.iterdir() if list(folder.glob("*.rules")))
SAMPLE = sampled(10, 60)


def misspell(word: str, rnd: random.Random) -> str:
    """One letter dropped, doubled, swapped with its neighbour or replaced; the first one
    stays.
    """
    at = rnd.randrange(1, len(word))
    kind = rnd.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2 and at + 1 < len(word) and word[at] != word[at + 1]:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    letter = rnd.choice([c for c in string.ascii_lowercase if c != word[at]])
    return word[:at] + letter + word[at + 1 :]


def problems_with(form: str, path: str, text: str) -> list[Problem]:
    """What is wrong with a format in which one file has another text."""
    with instead_of_files({path: text.encode()}):
        return understand(sources_of(form)).problems


@pytest.mark.parametrize("form", FORMATS)
def test_a_misspelt_name_is_recognised(form: str) -> None:
    texts = {str(Path(file.name).resolve()): file.text for file in sources_of(form).rules}
    ruleset = understand(sources_of(form)).ruleset
    assert ruleset is not None
    own = ruleset.declarations if ruleset.origin is None else ruleset.origin.own
    kinds = [title for _, title in NAMED if title not in ("values", "check")]
    unnamed = {p.name for p in own if isinstance(p, PhraseDeclaration) and p.called is None}
    names = {
        n for kind in kinds for n in ruleset.names(kind) if len(n) > 3 and n not in unnamed
    } | {n for n in ruleset.properties() if len(n) > 3}
    places = [
        (name, match)
        for name, text in texts.items()
        for match in re.finditer(
            r'(?<!["\w])[a-z_]{4,}(?![\w"])',
            re.sub(r'"[^"\n]*"|#[^\n]*', lambda m: " " * len(m[0]), text),
        )
        if match[0] in names and not is_declaration(text, match.start())
    ]
    rnd = random.Random(20)
    right = 0
    sample = rnd.sample(places, min(SAMPLE, len(places)))
    wrong: list[str] = []
    for name, match in sample:
        word = misspell(match[0], rnd)
        while word in names:
            word = misspell(match[0], rnd)
        text = texts[name]
        found = problems_with(form, name, text[: match.start()] + word + text[match.end() :])
        if any(match[0] in (p.mend, *p.message.split('"')) for p in found if word in p.message):
            right += 1
        else:
            wrong.append(f"{match[0]} -> {word}: {[p.message for p in found][:2]}")
    assert right >= 0.9 * len(sample), "\n".join(wrong)


def is_declaration(text: str, start: int) -> bool:
    """The word stands where it is declared, so a mistake there only renames it."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return (
        bool(re.match(r"\s*(\w+ )?$", line))
        or line.rstrip().endswith((" as", "(", ","))
        or "{" in line
    )
