"""Effects of cards that never happen are told, with the reason where one is known."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import CARDTEXT, FORMATS, RULESETS
from sampling import is_full

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.lab.coverage.effects import Effects, run_effects
from playsheet.lab.mutation.baseline import Baseline
from playsheet.lab.scenarios.scenario import suite_of

GAMES = 40


def effects_of(place: Path, games: int, scenarios: list[Path] | None = None) -> Effects:
    loaded = load(sources_of(place))
    assert loaded.usable, loaded.problems
    return run_effects(Baseline(suite_of(loaded, scenarios)), games)


def changed(folder: Path, *pairs: tuple[str, str]) -> Path:
    """The small format with other rules."""
    place = shutil.copytree(FORMATS / "tiny", folder / "tiny")
    path = place / "tiny.rules"
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return place


ANNOUNCED = "            each player: announce fight_over by player\n"
LEFT = "            each player: move ring to bin" + " " * 35 + "cites TD-FIGHT-08\n"
NEVER = "            if round is more than 90\n    " + ANNOUNCED
EARLY, LATE = ANNOUNCED + LEFT, LEFT + ANNOUNCED


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ((), ""),
        (((EARLY, LATE),), '"fight_over" took place, but not where and when this hears it'),
        (((ANNOUNCED, NEVER),), '"fight_over" never took place'),
    ],
    ids=["as it is", "when all who could hear it are gone", "never"],
)
def test_an_effect_that_cannot_happen_is_told(
    tmp_path: Path, pairs: tuple[tuple[str, str], ...], told: str
) -> None:
    found = effects_of(changed(tmp_path, *pairs), GAMES)
    assert found.games == GAMES and not found.faults
    problems = found.problems()
    assert len(problems) == bool(told)
    for problem in problems:
        assert (problem.code, problem.severity) == ("effect-never-happens", "warning")
        assert problem.message == f"This effect of Owl never happened: {told}."
        row = Path(problem.file).read_text(encoding="utf-8").splitlines()[problem.line - 1]
        assert "After the fight" in row


SAID = 'with says "While trading: your champion gains 20 might and tire."'
SCENARIO = """scenario "One"
    given phase fight.trade; first is ana; bo's ring holds "Cub"; bo's hand holds "Growl"
    and ana's ring holds {card}
    when bo passes; ana chooses "Use an ability"
    then ana may not "Use an ability"
"""


@pytest.mark.parametrize(("card", "count"), [(f'"Cub" {SAID}', 1), ('"Wolf"', 0)])
def test_scenarios_count_for_the_cards_that_they_leave_as_printed(
    tmp_path: Path, card: str, count: int
) -> None:
    """What a scenario gives a card to say happens for no card of the format."""
    place = changed(tmp_path)
    path = place / "scenarios" / "one.scenario"
    path.write_text(SCENARIO.format(card=card), encoding="utf-8")
    never = effects_of(place, 0, [path]).never()
    labels = [str(label.name) for one in never for label in one.labels]
    assert labels.count("trading") == count


def test_what_a_part_or_a_field_holds_is_said_by_its_card() -> None:
    """The card's attacks and the lines of its box count in scenarios, and are told by its name."""
    found = effects_of(FORMATS / "skirmish", 0)
    elsewhere = {one.sentence: one.span.line for one in found.counted() if not one.bearers}
    assert sorted(elsewhere.values()) == [7, 9, 9, 16, 17, 18, 18, 25, 26, 27, 27]
    never = [one for one in found.never() if one.sentence in elsewhere]
    assert [one.span.line for one in never] == [18, 27]
    assert [found.warning(one).message.split(" never")[0] for one in never] == [
        "This effect of Ash Drake", "This effect of Will-o-Wisp",
    ]  # fmt: skip


SHARED = """scenario "A trick that says it too"
    given first is ana; phase fight.trade; ana's field holds "Wolf-Cub"
    and bo's field holds "Wolf-Cub"; ana's hand holds "Shell" with does "Gain 3 life."
    when ana chooses "Use a trick"
    then ana's life is 23
scenario "The same in a field"
    given first is ana; phase fight.plan; ana's field holds "Will-o-Wisp"
    and bo's field holds "{rival}"
    when ana chooses "Sword"; bo chooses "Bow"; play runs to fight.strike
    then ana's life is {life}
"""


@pytest.mark.parametrize(("rival", "life", "told"), [("Will-o-Wisp", 23, 0), ("Ash Drake", 20, 1)])
def test_what_a_field_holds_is_said_by_its_card_also_where_another_says_it_in_a_text(
    tmp_path: Path, rival: str, life: int, told: int
) -> None:
    path = tmp_path / "shared.scenario"
    path.write_text(SHARED.format(rival=rival, life=life), encoding="utf-8")
    found = effects_of(FORMATS / "skirmish", 0, [path])
    never = [one.span.line for one in found.never()]
    assert never.count(27) == 1 + told  # the first of its two boons never happens


def test_a_fault_in_a_game_is_told(tmp_path: Path) -> None:
    place = changed(
        tmp_path,
        ("            raise round by 1\n", "            do ping by first\n"),
        (
            "to fight_over by player\n",
            "to fight_over by player\nto ping by player\n    do pong by player\n"
            "to pong by player\n    do ping by player\n",
        ),
    )
    found = effects_of(place, 3, [])
    assert {problem.code for problem in found.faults} == {"endless-rule"}


DEAD = """card "Watcher" ZZ-1
    kind Digimon
    level 3
    cost 3
    dp 1000
    colors Red
    digivolves from Red 2 for 1
    effect [Security] <Draw 1>.
"""
RUN = "    run (card's effect where its tags has when_checked)"


@pytest.mark.skipif(not is_full(), reason="plays a format that ships; --full")
def test_a_marked_text_in_a_field_that_is_not_run_would_be_told(tmp_path: Path) -> None:
    place = shutil.copytree(RULESETS / "dcg", tmp_path / "dcg")
    shutil.copytree(CARDTEXT / "dcg", place / "cards")
    (place / "cards" / "more.cards").write_text(DEAD, encoding="utf-8")
    file = place / "deeds.rules"
    whole = file.read_text(encoding="utf-8")
    (line,) = (row for row in whole.splitlines(keepends=True) if row.startswith(RUN))
    told: list[int] = []
    for text in (whole, whole.replace(line, "")):
        file.write_text(text, encoding="utf-8")
        never = effects_of(place, 400, []).never()
        told.append(sum(one.span.file.endswith("more.cards") for one in never))
    assert told == [0, 1]


TOLD = "    announce knocked_out of player"
COUNTED = "    raise opponent's ko_points by worth"
SWAPS = {
    "4 Biyomon Db-004": "4 DemiDevimon Db-022",
    "3 Garudamon Db-102": "3 Digitamamon Db-128",
    "3 Attack Chip Db-150": "3 Dragon Statue Db-245",
    "1 Phoenixmon Db-135": "1 Seraphimon Db-137",
}


@pytest.mark.skipif(not is_full(), reason="plays a format that ships; --full")
def test_a_fall_that_is_told_of_when_nothing_is_in_force_any_more_would_be_told(
    tmp_path: Path,
) -> None:
    """What the active and its attachments say of their fall. A support, and who comes back, are in
    force behind it as well, so what they say is heard either way.
    """
    place = shutil.copytree(RULESETS / "dbe", tmp_path / "dbe")
    shutil.copytree(CARDTEXT / "dbe", place / "cards")
    deck = (place / "decks" / "blaze.deck").read_text(encoding="utf-8")
    for old, new in SWAPS.items():
        assert old in deck
        deck = deck.replace(old, new)
    shutil.rmtree(place / "decks")
    (place / "decks").mkdir()
    (place / "decks" / "fallen.deck").write_text(deck, encoding="utf-8")
    file = place / "turn.rules"
    whole = file.read_text(encoding="utf-8")
    rows = whole.splitlines(keepends=True)
    (told,) = (row for row in rows if row.startswith(TOLD))
    (last,) = (row for row in rows if row.startswith(COUNTED))
    found: list[list[str]] = []
    for text in (whole, whole.replace(told, "").replace(last, last + told)):
        file.write_text(text, encoding="utf-8")
        effects = effects_of(place, 60, [])
        never = [one for one in effects.never() if "when_down" in (str(x.name) for x in one.labels)]
        found.append([effects.warning(one).message for one in never])
    took_place = '"knocked_out" took place, but not where and when this hears it'
    assert found == [[], [f"This effect of Seraphimon never happened: {took_place}."]]


INNER = """phrase lose_point fee "lose 1 point": lower points by 1
phrase two_fees fee (a: fee, b: fee) "{a} and {b}"
    run a
    run b
phrase baited fee (bait: fee) "first {bait}": run bait
"""


def test_what_is_done_as_a_part_of_an_effect_is_no_effect_by_itself(tmp_path: Path) -> None:
    """Where rules ask fees for a slot, all that fills slots is known by itself; only what fills
    that slot can be done so.
    """
    asking = "    run tool's cost's bait\n    run tool's cost"
    field = ("    cost cost optional", "    cost fee optional")
    place = changed(tmp_path, ("    pays: run tool's cost", asking), field)
    words, cards = place / "words.rules", place / "cards" / "tiny.cards"
    said = words.read_text(encoding="utf-8").replace("discard_one cost", "discard_one fee")
    words.write_text(said + INNER, encoding="utf-8")
    text = cards.read_text(encoding="utf-8")
    text = text.replace("cost     discard a card", "cost     discard a card and lose 1 point")
    cards.write_text(text, encoding="utf-8")
    found = effects_of(place, 0, [])
    line = 1 + text[: text.index("discard a card")].count("\n")
    spy = [one for one in found.counted() if one.span.line == line]
    assert [str(one.sentence.effect.phrase) for one in spy] == ["two_fees"]
