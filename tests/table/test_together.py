"""Seats that choose in secret together are asked at once; answers are kept for a turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from serving import Serving
from tables import decisions, new_playing, rules_of

from playsheet.table.readers.reader import seat_reader
from playsheet.table.readers.stream import Stream
from playsheet.table.server.refusals import Refusal


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


def test_an_answer_to_an_effect_is_kept_until_the_turn_ends(open_formats: Serving) -> None:
    """Red if it is kept for costs or targets, or beyond the turn."""
    opened = open_formats.open(format="guilds", seed=3)
    table = open_formats.tables.tables[opened["table"]]
    chance, kept, refused = Random(3), 0, 0
    for _ in range(200):
        seat = table.playing.asked
        if seat < 0 or (kept and refused):
            break
        stream = table.stream(seat_reader(seat), "en")
        choice = stream.view()["choice"]
        asks_effect = "source" in choice and choice["kind"] == "label"
        if asks_effect and len(choice["options"]) == 2:
            turn, decline = table.playing.turn(), choice["options"][1]["i"]
            table.always(seat, "en", choice["id"], decline)
            kept += 1
            mine = [one.seat for one in table.yields.kept.values()]
            assert table.playing.turn() != turn or mine == [seat]
        else:
            if choice["kind"] != "label":
                with pytest.raises(Refusal):
                    table.always(seat, "en", choice["id"], 0)
                refused += 1
            table.apply(chance.randrange(len(table.playing.options())))
        assert all(one.turn == table.playing.turn() for one in table.yields.kept.values())
    assert kept and refused
