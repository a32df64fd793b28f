"""Seats that choose in secret together are asked at once, and nothing tells one what another has
picked; answers are kept for a turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Serving
from tables import decisions, new_playing, rules_of

import playsheet.api as ps
from playsheet.table.contract.messages import Scope
from playsheet.table.readers.playing import Playing
from playsheet.table.readers.reader import Reader, reader_of, seat_reader
from playsheet.table.readers.stream import Stream
from playsheet.table.server.refusals import Refusal
from playsheet.table.server.table import Table
from playsheet.table.server.yields import Always


@pytest.fixture
def open_formats(tmp_path: Path) -> Iterator[Serving]:
    """A server with a format of secret choices, and one of effects that one may decline."""
    with Serving(tmp_path, ("goofspiel", "guilds")) as found:
        yield found


def test_two_who_choose_together_are_asked_at_once_in_any_order(open_formats: Serving) -> None:
    """Red if only the seat is asked whose turn it is to the rules."""
    opened = open_formats.open(format="goofspiel", seed=5)
    pages = [open_formats.sit(opened, seat) for seat in (0, 1)]
    for page in pages:
        page.until_kind("view")
    table = open_formats.tables.tables[opened["table"]]
    for _ in range(3):
        for page in pages:
            while page.view["choice"] is None:
                page.next()
        first = next(page for page in pages if page.reader_seat(table) == table.playing.asked)
        other = pages[1 - pages.index(first)]
        assert all(page.view["choice"]["together"] for page in pages)
        assert len(first.view["asked"]) == 2
        before = [*table.playing.answers]
        chosen = other.view["choice"]["options"][-1]
        answer = {"t": "answer", "choice": other.view["choice"]["id"], "i": chosen["i"]}
        other.send(answer)
        other.until(lambda one: one["t"] == "beats")
        assert table.playing.answers == before and other.view["choice"] is None
        first.until(lambda one: one["t"] == "beats")
        assert len(first.view["asked"]) == 1
        other.send(answer)
        assert other.until(lambda one: one["t"] in ("stale", "refused"))["t"] == "stale"
        other.until_kind("view")
        first.answer(Random(1))
        assert len(table.playing.answers) >= len(before) + 2
        told = other.until(lambda one: one["t"] == "beats" and len(one["beats"]) > 0)
        mine = [
            event
            for beat in told["beats"]
            for event in beat["events"]
            if event["kind"] == "choice" and event["seat"] == other.view["you"]
        ]
        assert mine[0]["option"] == chosen["text"]


def test_what_is_chosen_early_can_be_taken_back(open_formats: Serving) -> None:
    opened = open_formats.open(format="goofspiel", seed=6)
    pages = [open_formats.sit(opened, seat) for seat in (0, 1)]
    table = open_formats.tables.tables[opened["table"]]
    for page in pages:
        while not page.view or page.view["choice"] is None:
            page.next()
    early = next(page for page in pages if page.reader_seat(table) != table.playing.asked)
    choice = early.view["choice"]
    early.send({"t": "answer", "choice": choice["id"], "i": 0})
    early.until(lambda one: one["t"] == "beats")
    early.send({"t": "undo"})
    early.until(lambda one: one["t"] == "beats")
    assert early.view["choice"] == choice


def test_an_answer_that_costs_something_is_not_kept(open_formats: Serving) -> None:
    """Red if memory can be paid again and again by itself."""
    game, chance = new_playing("dcg", 5), Random(5)
    for _ in decisions(game, 150, chance):
        choice = Stream(game, seat_reader(game.asked)).view()["choice"]
        if choice.get("source") and any(one.get("costs") for one in choice["options"]):
            break
    else:
        raise AssertionError("no such choice came")
    table = open_formats.tables.seat(rules_of("dcg"), game, ["human", "human"])
    choice = table.stream(seat_reader(game.asked), "en").view()["choice"]
    assert choice["kind"] == "label" and len(choice["options"]) == 2
    with pytest.raises(Refusal, match="costs"):
        table.always(game.asked, "en", choice["id"], 1)
    assert not table.yields.kept


def test_an_answer_that_is_paid_with_cards_is_not_kept(open_formats: Serving) -> None:
    """Red if only gauges count as costs, or targets and actions can be kept."""
    opened = open_formats.open(format="guilds", seed=3)
    table = open_formats.tables.tables[opened["table"]]
    chance, refused, paid = Random(3), 0, 0
    while not (refused and paid):
        seat = table.playing.asked
        choice = table.stream(seat_reader(seat), "en").view()["choice"]
        if choice["pays"]:
            assert choice["kind"] == "label" and len(choice["options"]) == 2
            assert not any(one.get("costs") for one in choice["options"])
            with pytest.raises(Refusal, match="costs"):
                table.always(seat, "en", choice["id"], 0)
            paid += 1
        elif choice["kind"] != "label":
            with pytest.raises(Refusal):
                table.always(seat, "en", choice["id"], 0)
            refused += 1
        assert not table.yields.kept
        table.apply(chance.randrange(len(table.playing.options())))


def test_what_a_format_declares_to_be_paid_is_not_kept(open_formats: Serving) -> None:
    """A price of the Digimon Card Game; red if its rules do not say that prices are paid."""
    game, chance = new_playing("dcg", 2), Random(2)
    for _ in decisions(game, 20, chance):
        choice = Stream(game, seat_reader(game.asked)).view()["choice"]
        if choice["asks"] == "Pay for the effect":
            break
    else:
        raise AssertionError("no such choice came")
    assert not any(one.get("costs") for one in choice["options"])
    table = open_formats.tables.seat(rules_of("dcg"), game, ["human", "human"])
    choice = table.stream(seat_reader(game.asked), "en").view()["choice"]
    with pytest.raises(Refusal, match="costs"):
        table.always(game.asked, "en", choice["id"], 0)


def test_an_answer_to_an_effect_is_kept_until_the_turn_ends(open_formats: Serving) -> None:
    """Red if a kept answer is not given, or is kept beyond the turn."""
    opened = open_formats.open(format="guilds", seed=3)
    table = open_formats.tables.tables[opened["table"]]
    game, chance = table.playing, Random(3)
    while game.setup.match.program.sites[game.question()[1]].kind != "label":
        table.apply(chance.randrange(len(game.options())))
    seat, site = game.question()
    _, ability = game.log.now()[-1]
    decline = game.options()[1]
    kept = Always(seat, site, ability, decline, game.turn(), "", None, None, "decline")
    table.yields.kept[kept.id] = kept
    assert table.kept_answer() == 1
    turn = game.turn()
    while game.turn() == turn and not table.is_over:
        assert [*table.yields.kept.values()] == [kept]
        table.apply(chance.randrange(len(game.options())))
    assert not table.is_over and not table.yields.kept


@pytest.mark.parametrize("scope", ["question", "turn"])
def test_passing_is_kept_for_a_question_or_for_all_of_a_turn(
    open_formats: Serving, scope: Scope
) -> None:
    """Red if another question is passed, too, or a target, or the next turn."""
    playing, chance = new_playing("clans", 3), Random(3)
    table = open_formats.tables.seat(rules_of("clans"), playing, ["human"] * 3)
    passed: set[int] = set()
    while not passed and not table.is_over:
        if not table.yields.kept:
            keep_a_pass(table, chance, scope)
            continue
        (kept,) = table.yields.kept.values()
        found, site = table.kept_answer(), playing.question()[1]
        kind = playing.setup.match.program.sites[site].kind
        if found is None:
            assert playing.asked != kept.seat or kind != "action" or scope == "question"
            table.apply(chance.randrange(len(playing.options())))
        else:
            assert playing.options()[found] < 0 and playing.asked == kept.seat
            assert kind == "action" and (scope == "turn" or site == kept.site)
            assert playing.turn() == kept.turn
            passed.add(site)
    assert passed or scope == "question"


def keep_a_pass(table: Table, chance: Random, scope: Scope) -> None:
    """Passes from now on, where that may be; else something is answered by chance."""
    options, seat = table.playing.options(), table.playing.asked
    choice = table.stream(seat_reader(seat), "en").choice() or {}
    last = len(options) - 1
    if options[last] < 0 and choice["kind"] == "action":
        with pytest.raises(Refusal):
            table.always(seat, "en", choice["id"], 0, scope)
        table.always(seat, "en", choice["id"], last, scope)
        return
    with pytest.raises(Refusal):
        table.always(seat, "en", choice["id"], last, scope)
    table.apply(chance.randrange(len(options)))


# ---- what is picked in secret

BIDS = """
format "Bids" seats 2 language en
gauge water "water" per player 0..any
note offered: number per player {seen}
zone hand "hand" per player group face up
card Card "Card"
    value number
property worth of Card means its value + its owner's offered
deck
    exactly 1 card
    starts in hand
note first "first player": player shared
setup
    random chosen from players
    set first to chosen
    raise players' water by 20
action drink "Drink" offers Card in hand as drunk
    lower water by 1
    if opponent's offered is more than 1: lower water by 2
turn "round"
    phase bid "bid"
        step bid "bid"
            each player as p together secretly
                choose a number from 0 to 3 as bid by p asking "Bid"
                {kept}
            {paid}
        step drinking: open drinking
        step end: end game drawn
window drinking "Drinks" begins with first one action each ends when all pass in turn offers drink
"""
OWN = "seen by owner"
SECRET = {"seen": OWN, "kept": "set p's offered to bid", "paid": ""}
HIGHER = "if p's offered is more than p's opponent's offered: lower p's water by p's offered"
PAID = {
    "seen": "",
    "kept": "set p's offered to bid",
    "paid": f"each player as p\n                {HIGHER}",
}


def bids_in(place: Path, said: dict[str, str]) -> ps.Rules:
    """The format, with notes that are secret or open."""
    folder = place / "bids"
    for name in ("cards", "decks"):
        (folder / name).mkdir(parents=True)
    (folder / "bids.rules").write_text(BIDS.format(**said), encoding="utf-8")
    (folder / "cards" / "a.cards").write_text('card "One" B-1\n    value 1\n', encoding="utf-8")
    (folder / "decks" / "a.deck").write_text("1 One B-1\n", encoding="utf-8")
    return ps.load(folder)


def played(rules: ps.Rules, *answers: int) -> Playing:
    decks = next(iter(rules.deck_lists(2, 50)))
    game = Playing(rules.new_setup(1, [*decks], None, 2))
    for answer in answers:
        game.apply(answer)
    return game


def view_of(game: Playing, reader: Reader) -> dict[str, Any]:
    return json.loads(json.dumps(Stream(game, reader).view()))


def test_what_an_option_costs_tells_nothing_of_a_bid(tmp_path: Path) -> None:
    """Of two who bid together the second knows nothing of the first: red if his options are tried
    by the rules with what the other has said.
    """
    rules = bids_in(tmp_path, PAID)
    views = [
        view_of(game, seat_reader(game.asked)) for game in (played(rules, 0), played(rules, 2))
    ]
    assert [one["text"] for one in views[0]["choice"]["options"]] == ["0", "1", "2", "3"]
    assert views[0] == views[1]


@pytest.mark.parametrize("who", ["seat", "public"])
def test_a_note_of_another_is_in_no_cost_and_no_figure(tmp_path: Path, who: str) -> None:
    """Red if what it adds to his card is shown, or an action is tried with it."""
    rules = bids_in(tmp_path, SECRET)
    games = [played(rules, bid, 1) for bid in (0, 2)]
    asked = games[0].asked
    if asked == 0:  # whoever bids first is not the reader
        games = [played(rules, 1, bid) for bid in (0, 2)]
    reader = seat_reader(asked) if who == "seat" else reader_of(games[0].setup, who)
    views = [view_of(game, reader) for game in games]
    assert views[0] == views[1]
    text = json.dumps(views[0])
    assert '"now": null' in text
    if who == "seat":
        assert '"now": 2' in text  # what he himself has bid counts
        assert views[0]["choice"]["options"][0]["costs"] == {"water": 1}
    everybody = [view_of(game, reader_of(game.setup, "all")) for game in games]
    assert everybody[0] != everybody[1]
