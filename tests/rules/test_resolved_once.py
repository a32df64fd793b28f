"""What the rules mean is resolved once, and so is a sentence, whatever cards it comes with."""

from __future__ import annotations

import ast
from copy import copy
from itertools import chain
from pathlib import Path

import pytest
from places import ROOT

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load, understand
from playsheet.dsl.lower.lower import lower_format
from playsheet.dsl.resolve.resolve import resolve_format, resolve_rules
from playsheet.dsl.ruleset.shapes import names_by_file
from playsheet.dsl.typed.reactions import reactions_of
from playsheet.lab.benchmarks.edits import copy_of

FORMATS = ["skirmish", "digi_battle", "hipercoliseo"]


def place_of(name: str) -> str:
    own = ROOT / "tests" / "formats" / name
    return str(own) if own.is_dir() else name


@pytest.mark.parametrize("name", FORMATS)
def test_the_program_of_some_cards_does_not_depend_on_others(name: str) -> None:
    loaded = load(sources_of(place_of(name)))
    assert loaded.ruleset is not None
    known, cards = copy(loaded.ruleset), loaded.cards
    resolve_format(known, cards[1::2])
    for some in (cards, cards[::-1], cards[::3]):
        fresh = lower_format(resolve_format(copy(loaded.ruleset), some))
        assert repr(fresh) == repr(lower_format(resolve_format(known, some)))


@pytest.mark.parametrize("name", FORMATS)
def test_the_order_of_sentences_does_not_depend_on_other_cards(name: str) -> None:
    loaded = load(sources_of(place_of(name)))
    assert loaded.ruleset is not None
    whole = reactions_of(resolve_format(loaded.ruleset, loaded.cards))
    assert any(len(some) > 1 for some in whole.values())
    for cards in (loaded.cards[::-1], loaded.cards[1::2]):
        for about, some in reactions_of(resolve_format(loaded.ruleset, cards)).items():
            said = [one.ability.sentence for one in some]
            known = [one.ability.sentence for one in whole[about]]
            assert said == [one for one in known if one in {*said}]


def test_a_sentence_is_resolved_once() -> None:
    loaded = load(sources_of(place_of("hipercoliseo")))
    assert loaded.ruleset is not None
    ruleset, cards = copy(loaded.ruleset), loaded.cards
    first, rules = resolve_format(ruleset, cards), resolve_rules(ruleset)
    known = len(rules.resolver.units)
    again = resolve_format(ruleset, cards[: len(cards) // 2])
    assert resolve_rules(ruleset) is rules
    assert len(rules.resolver.units) == known
    assert again.sentences and set(map(id, again.sentences)) <= set(map(id, first.sentences))


@pytest.mark.parametrize("name", ["skirmish", "hyper_colosseum"])
def test_names_are_bound_to_where_they_are_declared_after_an_edit(
    name: str, tmp_path: Path
) -> None:
    """What a declaration means is kept; where what it names stands may have changed."""
    place = copy_of(sources_of(place_of(name)), tmp_path / name)
    understand(sources_of(place))
    for path in sorted(place.rglob("*.rules")):
        lines = path.read_text(encoding="utf-8").split("\n")
        tops = [number for number, line in enumerate(lines) if line[:1].isalpha()]
        for number in tops[-1:0:-9]:
            lines.insert(number, "# a line more")
            path.write_text("\n".join(lines), encoding="utf-8")
            loaded = understand(sources_of(place))
            assert loaded.ruleset is not None
            bound = resolve_rules(loaded.ruleset).resolver.bound
            spans = chain(*names_by_file(loaded.ruleset).values())
            assert len(bound) > 50 and {*bound.values()} <= {*chain(*spans)}


# what nobody notes, and the files that may look at it: what they do is done for all rules
UNNOTED = {
    "ruleset": ("by_kind", "declarations", "format", "found", "grouped", "nodes", "origin"),
    "r": ("bindings", "events", "filters", "offers", "properties", "resets", "specs", "units"),
}
LOOK = {
    "dsl/resolve/context.py",
    "dsl/resolve/decks.py",
    "dsl/resolve/events.py",
    "dsl/resolve/resolve.py",
    "dsl/resolve/specs.py",
    "dsl/resolve/values/properties.py",
    "dsl/resolve/values/records.py",
}


def test_whatever_sentences_and_scenarios_ask_is_noted() -> None:
    """What is asked past the notes would be kept when it has changed."""
    looked: set[str] = set()
    for folder in ("dsl/cards", "dsl/resolve", "lab/scenarios"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute):
                    of = getattr(node.value, "attr", getattr(node.value, "id", ""))
                    if node.attr in UNNOTED.get(of, ()):
                        looked.add(path.relative_to(ROOT).as_posix())
    assert looked == LOOK
