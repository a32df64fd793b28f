"""A misspelt name of the format is met with the right suggestion in nine of ten single-
letter mistakes. A sample of places; `pytest --full` tries more.
"""

import random
import re
import string
from functools import cache

import pytest
from places import RULESETS
from sampling import sampled

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import declarations_of, extended, symbols_of
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.nodes.declarations import Declaration, FormatDeclaration, PhraseDeclaration
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.resolve.resolve import resolve_format
from playsheet.dsl.resolve.soundness import soundness
from playsheet.dsl.ruleset.ruleset import NAMED, Origin, collect
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.vocabulary.titles import title_problems, titled_values
from playsheet.dsl.vocabulary.vocabulary import build_vocabulary

FORMATS = sorted(folder.name for folder in RULESETS.iterdir() if list(folder.glob("*.rules")))
SAMPLE = sampled(15, 60)


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


def problems_of(
    texts: dict[str, str], parsed: dict[str, list[Node]], changed: str
) -> list[Problem]:
    nodes, problems = parse_file("rules", texts[changed], changed)
    everything = [n for name, old in parsed.items() for n in (nodes if name == changed else old)]
    everything, found = on_its_parent(everything)
    problems += found
    ruleset, found = collect(everything, changed)
    problems += found
    if ruleset is not None:
        declared, symbols = ruleset.all(Declaration), symbols_of(ruleset)
        problems += title_problems(ruleset, {})
        problems += build_vocabulary(declared, set(), ruleset.languages, symbols)[1]
        format = resolve_format(ruleset, [])
        problems += format.problems + soundness(format)
    return problems


def on_its_parent(nodes: list[Node]) -> tuple[list[Node], list[Problem]]:
    """The nodes of a format with those of the shipped one it extends, if it does."""
    head = next(node for node in nodes if isinstance(node, FormatDeclaration))
    if head.parent is None:
        return nodes, []
    inherited = parent_nodes(str(head.parent))
    found, problems = extended(Origin(tuple(inherited), tuple(nodes)))
    return titled_values(found), problems


@cache
def parent_nodes(name: str) -> list[Node]:
    return declarations_of(sources_of(name))[0]


@pytest.mark.parametrize("form", FORMATS)
def test_a_misspelt_name_is_recognised(form: str) -> None:
    texts = {
        str(p): p.read_text(encoding="utf-8") for p in sorted((RULESETS / form).glob("*.rules"))
    }
    parsed = {name: parse_file("rules", text, name)[0] for name, text in texts.items()}
    own = [node for nodes in parsed.values() for node in nodes]
    ruleset, _ = collect(on_its_parent(own)[0], form)
    assert ruleset is not None
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
        mutated = {name: text[: match.start()] + word + text[match.end() :]}
        found = problems_of({**texts, **mutated}, parsed, name)
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
