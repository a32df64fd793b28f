"""What is called by one word is renamed together, and nothing else is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from places import CLANS, MASKS, SKIRMISH, TINIER, TINY
from renaming import changed, changed_line, new_lines, thing_in

from playsheet.desk.index.homes import relatives_of
from playsheet.desk.index.index import RULES, SCENARIO, Index
from playsheet.desk.index.things import CARD, CLAUSE, LIBRARY_ROLE, LOCAL, SLOT
from playsheet.desk.renaming.clauses import in_list
from playsheet.desk.renaming.new_names import CannotRename
from playsheet.desk.renaming.rename import Edit, edits_of, rename
from playsheet.desk.service.checking import soon, whole
from playsheet.dsl.nodes.base import walk
from playsheet.dsl.nodes.statements import Cites
from playsheet.dsl.ruleset.clauses import clauses_of
from playsheet.dsl.syntax.parse import parse_file

NEW = "quux"
MORE = """
to spare of them: cards by player
    each players as somebody
        raise somebody's life by 1
    each players as somebody
        lower somebody's life by 1
phrase felled hint (target: card given, n: number) "it had {n}" means target's strength is n
phrase effect (h: hint) "mourn if {h}"
    when smitten where h: do spare of camp
phrase wailing (k: number) "wail {k}" means k
phrase wail moan (k: number given): raise life by k
phrase effect (k: wailing) "{k} aloud": run wail
"""


@cache
def index_of(name: str) -> Index:
    file = CLANS / "clans.rules"
    more = {str(file): (file.read_text(encoding="utf-8") + MORE).encode()}
    return soon(name, more if name == str(CLANS) else {}, None)


def renamed(name: str, kind: str, old: str, line: str, new: str = NEW) -> list[str]:
    """The lines that a rename changes, as they are afterwards."""
    index = index_of(name)
    return new_lines(index, rename([index], thing_in(index, kind, old, line), new))


def test_a_slot_that_is_called_as_its_type_is_not_its_type() -> None:
    found = renamed("digi_battle", SLOT, "terms", "phrase way_of")
    assert any("(base: filter, quux: terms)" in line for line in found)
    assert any("pay route's quux to offline" in line for line in found)


def test_a_slot_leaves_those_of_other_phrases_as_they_are() -> None:
    found = renamed("digi_battle", SLOT, "n", "Offline {n}")
    assert len(found) == 1
    assert found[0].startswith('(quux: number) "Offline {quux}" takes quux cards')


def test_a_name_that_is_given_twice_has_one_new_name() -> None:
    found = renamed(str(CLANS), LOCAL, "somebody", "each players")
    assert found == [
        "each players as quux",
        "raise quux's life by 1",
        "each players as quux",
        "lower quux's life by 1",
    ]


def test_what_is_given_to_a_phrase_is_called_so_where_it_comes_from() -> None:
    found = renamed(str(CLANS), SLOT, "target", "phrase felled")
    assert sorted(found) == [
        'label slain "When smitten:" when smitten where quux is this',
        'phrase felled hint (quux: card given, n: number) "it had {n}" means quux\'s strength is n',
        "to smitten of quux: Beast by player",
    ]


def test_a_phrase_is_not_another_that_is_called_so_by_its_words() -> None:
    found = renamed(str(CLANS), SLOT, "k", "phrase wail moan")
    assert sorted(found) == [
        'phrase effect (quux: wailing) "{quux} aloud": run wail',
        "phrase wail moan (quux: number given): raise life by quux",
    ]


def test_a_part_of_a_deck_is_no_zone_where_its_rule_is_quoted() -> None:
    found = renamed(str(MASKS), "zone", "chest", "zone chest")
    assert any("starts in quux" in line for line in found)
    assert not any("deck breaks" in line for line in found)


def test_a_field_is_renamed_where_a_deck_rule_is_quoted() -> None:
    found = renamed(str(MASKS), "field", "print_number", "print_number")
    assert 'then the deck breaks "chest: at most 1 card per quux"' in found


@pytest.mark.parametrize(
    ("name", "card", "line"),
    [
        ("digi_battle", "Greymon", 'with evolves_from "Quux + Offline 1"'),
        ("digi_battle", "Shaft Badger", 'when ana chooses "Quux + DNA Rockmon"'),
        (str(SKIRMISH), "Wolf-Cub", 'then "Quux Bow"'),
    ],
)
def test_a_card_is_renamed_in_what_scenarios_say_in_its_words(
    name: str, card: str, line: str
) -> None:
    assert any(line in one for one in renamed(name, CARD, card, f'card "{card}"', "Quux"))


def test_what_a_parent_declares_is_renamed_in_all_that_extend_it() -> None:
    index = index_of(str(TINIER))
    zone = index.things["zone", "ring"][0]
    names = relatives_of(index.files, Path(zone.span.file))
    assert [Path(name).name for name in names] == ["tiny", "tinier"]
    found = rename([soon(name, {}, None) for name in names], zone, NEW)
    assert {Path(one.span.file).name for one in found} >= {"tiny.rules", "fight.scenario"}


def test_a_format_changes_no_library() -> None:
    with pytest.raises(CannotRename, match=r'"core" calls this "n" too, in \w+\.rules:\d+'):
        renamed("guilds", SLOT, "n", "redefine phrase draw")


def test_a_zone_is_bound_to_the_role_that_was_called_like_it() -> None:
    found = renamed("guilds", "zone", "hand", "zone hand")
    assert any(line.startswith("use core") and "hand quux" in line for line in found)


def test_a_role_is_renamed_in_patterns_and_where_formats_bind_it() -> None:
    index = index_of("guilds")
    found = rename([index], index.things[LIBRARY_ROLE, "hand"][0], NEW)
    home = Path(index.things[LIBRARY_ROLE, "hand"][0].span.file).parent
    assert home.name == "core" and home in {Path(one.span.file).parent for one in found}
    lines = new_lines(index, found)
    assert any("[from your {quux}]" in line for line in lines)
    assert any(line.startswith("use core") and "quux hand" in line for line in lines)
    assert not any(line.startswith("zone") for line in lines)


def test_a_slot_below_for_every_thing_has_a_home() -> None:
    found = renamed("guilds", SLOT, "f", "phrase such noun")
    assert found[0].startswith('phrase such noun (w: its_values, quux: noun) "{w} {quux}" means')
    assert found[1:] == ['extend phrase such es "{quux} {w}"']


@pytest.mark.parametrize(
    ("kind", "name", "line", "new", "message"),
    [
        (SLOT, "n", "Offline {n}", "2nd", '"2nd" is no name'),
        (SLOT, "n", "Offline {n}", "where", "word of the language"),
        (SLOT, "n", "Offline {n}", "hand", '"hand" already, in digi_battle.rules:'),
        (SLOT, "base", "phrase way_of", "terms", '"terms" already, in vocabulary.rules:22'),
        ("zone", "hand", "zone hand", "offline", '"offline" already, in digi_battle.rules:'),
        ("zone", "hand", "zone hand", "ana", "a player in scenarios"),
        (CARD, "Greymon", 'card "Greymon"', "Agumon", 'card "Agumon" already, in '),
        (CARD, "Greymon", 'card "Greymon"', 'Grey"mon', "without quotes"),
        (CLAUSE, "DB-SETUP-01", "id: DB-SETUP-01", "DB-card", "capitals and digits"),
        (CLAUSE, "DB-SETUP-01", "id: DB-SETUP-01", "DB-SETUP-02", "a clause DB-SETUP-02 already"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused(
    kind: str, name: str, line: str, new: str, message: str
) -> None:
    with pytest.raises(CannotRename, match=re.escape(message)):
        renamed("digi_battle", kind, name, line, new)


def test_a_clause_is_renamed_in_lists_and_ranges() -> None:
    old, new = "TD-FIGHT-02", "TD-MIGHT-01"
    index = index_of(str(TINY))
    found = rename([index], index.things[CLAUSE, old][0], new)
    lines = new_lines(index, found)
    assert f"- id: {new}" in lines
    assert any(line.endswith(f"covers {new}, TD-FIGHT-06") for line in lines)
    assert not any(old in line for line in lines)
    newer = whole(str(TINY), changed(found), None)
    assert newer.problems == [] and old not in newer.clauses
    before = {file.name: {*file.cites} for file in index.of_kind(RULES, SCENARIO)}
    after = {file.name: {*file.cites} for file in newer.of_kind(RULES, SCENARIO)}
    assert after == {
        name: {new if one == old else one for one in cites} for name, cites in before.items()
    }


@pytest.mark.parametrize(
    ("said", "old", "new", "then"),
    [
        ("AB-X-01", "AB-X-01", "AB-Y-01", "AB-Y-01"),
        ("AB-X-01, 02", "AB-X-01", "AB-Y-01", "AB-Y-01, AB-X-02"),
        ("AB-X-01, 02, 03", "AB-X-02", "AB-Y-7", "AB-X-01, AB-Y-7, AB-X-03"),
        ("AB-X-01..05", "AB-X-03", "AB-Y-01", "AB-X-01..02, AB-Y-01, AB-X-04..05"),
        ("AB-X-01..05", "AB-X-03", "AB-X-13", "AB-X-01..02, 13, 04..05"),
        ("AB-X-01..02, 04", "AB-X-02", "AB-Y-01", "AB-X-01, AB-Y-01, AB-X-04"),
        ("AB-Z-01, AB-X-01", "AB-X-01", "AB-Z-02", "AB-Z-01, AB-Z-02"),
    ],
)
def test_a_list_of_clauses_means_the_same_afterwards(
    said: str, old: str, new: str, then: str
) -> None:
    def cites_in(text: str) -> Cites:
        tops, problems = parse_file(RULES, f"zone hand per player group  cites {text}\n", "a.rules")
        assert problems == []
        return next(one for top in tops for one in walk(top) if isinstance(one, Cites))

    line = f"zone hand per player group  cites {said}"
    edits = [Edit(*one) for one in in_list(cites_in(said), old, new)]
    assert changed_line(line, edits) == f"zone hand per player group  cites {then}"
    meant = [new if one == old else one for one in clauses_of(cites_in(said))]
    assert [*clauses_of(cites_in(then))] == meant


def test_a_clause_is_renamed_where_a_child_says_the_same() -> None:
    index = index_of("hipercoliseo")
    clause = index.things[CLAUSE, "HC-ZONE-01"][0]
    lines = new_lines(index, rename([index], clause, "HC-PLACE-01"))
    assert "as: [HC-PLACE-01]" in lines


def test_a_field_and_a_kind_are_renamed_where_records_are_read() -> None:
    index = index_of("dcg")
    for kind, old, wanted in (
        ("field", "inherited", "quux: {each: effects"),
        ("field", "effect", "behind: quux}"),
        ("card kind", "DigiEgg", "DigiEgg: quux"),
    ):
        thing = index.things[kind, old][0]
        edits = [*edits_of(index, [*index.things[kind, old]], NEW)]
        lines = new_lines(index, [one for one in edits if one.span.file.endswith("printed.yaml")])
        assert thing.name == old and any(wanted in line for line in lines), lines
