"""Two formats of one game: every difference that their rulebooks state is one of the diff."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import pytest
from sampling import sampled

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.dsl.nodes import edits as ed
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.ruleset.difference import Difference, differences, renames_in
from playsheet.dsl.ruleset.extend import extend
from playsheet.dsl.ruleset.ruleset import Ruleset
from playsheet.dsl.syntax.print_files import print_node

CHILD, PARENT = "hipercoliseo", "hyper_colosseum"

# The number of a row, what it is about, and then where the diff says it, a line each: the
# name of a difference, and what a line of it says that only the older (-) or only the younger
# (+) of the formats has. A name that is a whole rule is shortened by two points.
ROWS = """
1 names
    main_deck        + zone main_deck "Main Deck"
    main_deck        - zone main_deck "Net Ocean"
    discard_pile     + zone discard_pile "Discard Pile"
    training_box     + zone training_box "Training Box"
2 phases
    turn             + phase update
    turn             + phase digitalization
    turn             + phase training
    preparation      - step hand_adjustment
    preparation      - step swap
    preparation      - step prepare
    digitalization   + step swap
    training         + step prepare
3 interleaving
    interleave_phases + option interleave_phases
    phase_by_phase   + means interleave_phases
4 when options are activated
    update.activate  + open updating
    digitalization.activate + open digitalizing
    training.activate + open in_training
    evolution.activate + open evolving
    timing           + | update "update phase"
    timing_now       + if phase is digitalization: starts as digitalization
5 options of the turn they are set in
    Option           + when_second yes or no
    forbid activate_at_once .. + tool's when_second and player is first
6 how much is discarded
    least_discard    - count of hand - hand_size
    least_discard    + starts as 0
7 which options leave the slots
    clearable        + it is face_down or its limit is voluntary
8 slots are rearranged
    when clear_away  + arrange slots by player
10 the swap
    carry_out_swap   - turn newcomer face up
    clear_box        + move digimon_box to discard_pile
    before bring_in  + do clear_box of player
11 preparing without requirements
    prepare_unpaid   + move form to evolution_box
    needs_base       + means no
12 where requirements come from
    stock            + cards in slots where its loose
    loose            + its movable and it is face_down
    lay_from_slot    + move material to training_box
13 kinds of requirements
    Digimon          + aliases list of name
    Digimon          + never_from filter
    union_way        + tagged union
14 when a level 3 is turned over
    evolution.reveal - if turn_number is 1
    evolution.reveal + turn digimon_box face up
15 what is shown
    before carry_out_evolution + reveal (cards in evolution_box
    before carry_out_evolution + where not its blind
16 what lies below
    before take_form .. + do reduce of player
17 what fails
    give_up_evolution - do abandon of target
    evolution.leftovers + move (evolution_box + training_box) to discard_pile
18 when it speaks of its evolving
    when_evolving    + when form_taken
    evolution.evolution_end + if evolved_now and not each_form_speaks: announce form_taken
19 before and after evolving
    evolution        + step activate
    evolution        - step declare
    evolution.evolution_end + open ending_evolution
    carrying_out     - offers activate_option
20 the base power
    battle           + step base_power
    battle.base_power + set base to active's power
21 C against A
    reduces_a        + and (its c_reduces
    Digimon          + c_reduces yes or no starts yes
22 the start of the battle
    when_appearing   + when digitalized
    before battle_started .. + announce digitalized of player's active
23 actions of a turn
    fighting         - many actions each
    fighting         + one action each
24 the end of the battle
    fighting         - ends when somebody passes, the first pass not counted
    fighting         + ends when all pass in turn
25 when a support comes
    Digimon          + support_in timing
    forbid use_support where helper's support_in .. + helper's support_in is not timing_now
    updating         + use_support
26 the support box
    support_box      + up to support_room
    support_box      + not it has Weightless
    support_room     + if active has Escorted: starts as 2
    extra_support    + raise support_room by 1
27 one of a code
    forbid use_support where (present .. + laid)'s code has helper's code
    forbid appear .. + present's code has newcomer's code
    forbid bring_in .. + support_box's code has card's code
    due_fits         + if present's code has due's code
28 multiplying
    power            - order set, multiply last only, raise
    power            + order set and multiply last only and raise, final last only
    final_power      + as final
29 effects that outlive their card
    pending          + zone pending
    when used        + move card to pending
    scoring.limits   + move pending to discard_pile
30 what is worn
    worn             + note worn
    paid             + note paid
    unused           + or its idle
    idle             + its timing is battle and not its worn
    costs            + not (its pays_once and its paid)
31 options when points are reckoned
    calculating      - one action each ends when all pass in turn
    calculating      + alone many actions each
    scoring.activate + each player starting with first: open calculating
32 abilities after that
    scoring.after    - open after_scoring
    scoring          - step after
33 what the loser keeps
    stays            - rule is not carry_out_swap
    stays            + rule is not clear_box
34 the order of clearing up
    scoring          + step limits / step lifespan / step empty_box
    scoring          - step drop_supports / step lifespan
35 an empty box
    vacant           + note vacant
    scoring.empty_box + if vacant: end game won by opponent
    end game won by opponent + end game won by opponent
    toll             + opponent's active's loss_points[3]
    may_swap         + is at most 1
37 copies
    copy_limit       + copies of a name" on
38 series
    official_series  + option official_series
                     + if official_series
39 other ways to draw
    draw_at_start    + option draw_at_start
    update.early_draw + if draw_at_start and player is first
    forced_discard   + option forced_discard
    least_discard    + if forced_discard: starts as 1
41 what comes first
    bound            + phase is carry_out and player is first
    waived           + property waived of player
    due_fits         + if waived and not due has Steadfast
    hushed           + property hushed of Digimon
    by_nature        + raise this card's power by n
"""
# What one of the two rulebooks does not say, and plays like the other: how many slots there
# are, who wins when time is up, that piles may be counted.
SAME = {9: "slots", 36: "tie_break", 40: "discard_pile"}

Line = tuple[str, str, str]


@cache
def rows() -> dict[int, list[Line]]:
    """The table: of each row the name, the sign and the text of each of its lines."""
    found: dict[int, list[Line]] = {}
    for line in ROWS.strip().splitlines():
        if line.startswith("    "):
            name, sign, text = split(line)
            found[max(found)].append((name, sign, text))
        else:
            found[int(line.split()[0])] = []
    return found


def split(line: str) -> Line:
    at, sign = min((line.find(f" {s} "), s) for s in "+-" if f" {s} " in line)
    return line[:at].strip(), sign, line[at + 3 :].strip()


def is_shown(found: Iterable[Difference], line: Line) -> bool:
    """Whether a difference of that name says the text on one side only. Lines that are to
    follow each other stand between strokes.
    """
    name, sign, text = line
    wanted = text.replace(" / ", " ")
    for one in found:
        sides = [" ".join(side.split()) for side in (one.left, one.right)]
        here, there = sides if sign == "-" else reversed(sides)
        named = one.name == name or (
            name.endswith("..") and one.name.startswith(name.removesuffix(" .."))
        )
        if named and wanted in here and wanted not in there:
            return True
    return False


@cache
def rulesets() -> tuple[Ruleset, Ruleset]:
    parent, child = (load(sources_of(name)).ruleset for name in (PARENT, CHILD))
    assert parent is not None and child is not None and child.origin is not None
    return parent, child


def diff(without: Node | None = None) -> list[Difference]:
    """What the two say differently; or would, did the child not say one thing."""
    parent, child = rulesets()
    assert child.origin is not None
    own = [node for node in child.origin.own if node is not without]
    if without is not None:
        declarations, _ = extend([parent.format, *child.origin.inherited], own)
        child = Ruleset(child.format, declarations)
    return differences(parent, child, renames_in(own))


@cache
def found() -> tuple[Difference, ...]:
    return tuple(diff())


def test_the_table_is_whole() -> None:
    assert {*rows()} | {*SAME} == {*range(1, 42)} and not {*rows()} & {*SAME}


@pytest.mark.parametrize("row", rows())
def test_a_row_is_shown(row: int) -> None:
    assert rows()[row] and not [line for line in rows()[row] if not is_shown(found(), line)]


def test_what_one_of_them_does_not_say_is_the_same() -> None:
    parent, child = rulesets()
    shown = {one.name: one for one in found()}
    assert not {"slots", "slot_count", "tie_break"} & {*shown}
    piles = shown["discard_pile"]
    assert all("counted by all" in side for side in (piles.left, piles.right))
    assert {*SAME.values()} <= {*child.names("zone"), *child.names("ranking")}
    assert parent.seats == child.seats


def test_without_what_the_child_says_no_row_is_shown() -> None:
    parent, child = rulesets()
    assert child.origin is not None
    names = [node for node in child.origin.own if isinstance(node, ed.RenameEdit)]
    bare = differences(parent, parent, renames_in(names))
    assert not [row for row in rows() if all(is_shown(bare, line) for line in rows()[row])]


def test_a_line_is_gone_with_the_edit_that_says_it() -> None:
    """Of each line, one thing the child says without which the diff does not show it. A sample
    of lines, with --full all.
    """
    lines = [line for row in rows().values() for line in row]
    tried = lines[:: len(lines) // sampled(8, len(lines))]
    assert not [line for line in tried if not hangs_on_something(line)]


def hangs_on_something(line: Line) -> bool:
    """Those that are likely to say it are tried first, by their words."""
    _, child = rulesets()
    assert child.origin is not None
    words = {*re.findall(r"[a-z_]{3,}", f"{line[0]} {line[2]}")}
    likely = [
        (len(words & {*re.findall(r"[a-z_]{3,}", print_node(n))}), n) for n in child.origin.own
    ]
    likely.sort(key=lambda one: -one[0])
    return any(not is_shown(diff(node), line) for count, node in likely if count)
