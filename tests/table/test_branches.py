"""Saved games that are played on at a table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from serving import Serving
from tables import decisions, new_playing, rules_of

from playsheet.table.readers.playing import Playing
from playsheet.table.readers.reader import reader_of
from playsheet.table.readers.recording import recording_of
from playsheet.table.readers.stream import Stream


def game_of(name: str, most: int, seed: int = 3) -> Playing:
    """A game by chance."""
    found = new_playing(name, seed)
    for _ in decisions(found, most, Random(seed)):
        pass
    return found


def counts(view: dict[str, Any]) -> list[tuple[str, str | None, int]]:
    """How many cards lie where."""
    return [(zone["id"], zone["of"], zone["count"]) for zone in view["zones"]]


def text_of(game: Playing) -> str:
    return game.game().transcript()


@pytest.mark.parametrize("name", ["gear", "market"])
def test_a_saved_game_goes_on_from_each_of_its_beats(serving: Serving, name: str) -> None:
    """Red if the step of a beat is another one's, or a choice on the way is left out."""
    game = game_of(name, 14)
    found = recording_of(rules_of(name), game.game(), "x.game", None, None)
    views: dict[int, dict[str, Any]] = {}
    view: dict[str, Any] = {}
    for frame in found["frames"]:
        zones = {(zone["id"], zone["of"]): zone for zone in view.get("zones", ())}
        zones |= {(zone["id"], zone["of"]): zone for zone in frame["changed"].get("zones", ())}
        view = {**view, **frame["changed"], "zones": [*zones.values()]}
        views[frame["beats"][-1]["n"]] = view
    assert len(found["steps"]) == sum(len(frame["beats"]) for frame in found["frames"])
    last = {step: beat for beat, step in enumerate(found["steps"])}  # others have no choice open
    assert None in last and len(last) > 5
    people = ["human"] * len(game.setup.seats)
    for step, beat in [*last.items()][:: len(last) // 4]:
        wanted = {"game": text_of(game), "step": step, "plays": people}
        answer = serving.client.post("/api/branches", json=wanted)
        assert answer.status_code == 201, answer.text
        playing = serving.tables.tables[answer.json()["table"]].playing
        now = Stream(playing, reader_of(playing.setup, "all")).view()
        assert now["turn"] == views[beat]["turn"] and counts(now) == counts(views[beat])


def test_a_game_that_goes_on_is_a_table_like_any_other(serving: Serving) -> None:
    """Red if who plays is not what was asked for, or the file does not say where it comes from."""
    game = game_of("tiny", 6)
    wanted = {"game": text_of(game), "step": None, "plays": ["random", "human"]}
    opened = serving.client.post("/api/branches", json=wanted).json()
    assert [seat["name"] for seat in opened["seats"]] == [game.setup.seats[1]]
    serving.sit(opened, 0).answer(Random(1))
    text = serving.tables.store.game(opened["table"]).read_text(encoding="utf-8")
    assert any(line.startswith('from "') for line in text.splitlines())
    serving.restart()
    assert serving.lost == []
    assert opened["table"] in serving.tables.tables


def test_what_cannot_go_on_is_told(serving: Serving) -> None:
    game = text_of(game_of("tiny", 6))
    good: dict[str, Any] = {"game": game, "step": None, "plays": ["human", "human"]}
    wrong = [
        {**good, "game": "nothing"},
        {**good, "game": game.replace("seed ", "seed 1")},
        {**good, "step": 100_000},
        {**good, "step": 0},
        {**good, "plays": ["human"]},
        {**good, "plays": ["human", "/tmp/evil.py:Bot"]},
        {**good, "more": 1},
    ]
    for one in wrong:
        answer = serving.client.post("/api/branches", json=one)
        assert answer.status_code == 400 and answer.json()["error"]
    assert serving.tables.tables == {}
