"""Whoever reads a game, and whenever he comes to it, is told the same by the same ids."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Serving
from tables import NAMES, new_playing, readers_of, rules_of

from playsheet.interpreter.transcript.replay import run_again
from playsheet.table.readers.reader import Reader, reader_of
from playsheet.table.readers.recording import recording_of
from playsheet.table.readers.stream import Stream
from playsheet.table.server.chairs import Chair
from playsheet.table.server.refusals import Refusal, Stale
from playsheet.table.server.store import Record, Store
from playsheet.table.server.table import Table

MOST = 40  # answers of a game


class Here:
    """Somebody at a table."""

    def __init__(self, reader: Reader, language: str) -> None:
        self.reader, self.language = reader, language
        self.sent: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)


def new_table(name: str, seed: int, folder: Path) -> Table:
    """A table at which people play."""
    playing = new_playing(name, seed)
    chairs = [Chair(one, "human", f"t{one}") for one in playing.setup.seats]
    return Table("t", rules_of(name), playing, chairs, Store(folder))


def plays(table: Table, chance: Random, most: int) -> None:
    """Some answers: where several things are picked for one question, at times all at once."""
    while not table.is_over and len(table.playing.answers) < most:
        playing = table.playing
        options = [one for one in playing.options() if one >= 0]
        several = playing.setup.match.program.sites[playing.question()[1]].several
        if several and options and chance.random() < 0.7:
            table.apply_all(options[:1])
        else:
            table.apply(chance.randrange(len(playing.options())))


def told(stream: Stream) -> str:
    """All that it holds."""
    return json.dumps([stream.view(), stream.beats, stream.records, stream.answered, stream.lay])


@pytest.mark.parametrize("name", NAMES)
def test_the_past_and_whoever_comes_late_have_the_ids_of_the_live_table(
    name: str, tmp_path: Path
) -> None:
    """Red if a stream takes several answers in at once: cards that came and went between them, and
    figures that were other for a moment, are then not told.
    """
    table = new_table(name, 3, tmp_path)
    language = rules_of(name).languages[0]
    readers = [one for one in readers_of(table.playing.setup) if one.kind != "all"]
    live = [table.stream(reader, language) for reader in readers]
    seen: list[dict[int, str]] = [{} for _ in live]
    chance = Random(3)
    for most in range(1, MOST + 1):
        plays(table, chance, most)
        for stream, views in zip(live, seen, strict=True):
            views[stream.at()["beat"]] = json.dumps({**table.view(stream), "choice": None})
    table.streams.clear()
    late = [table.stream(reader, language) for reader in readers]
    assert [*map(told, late)] == [*map(told, live)]
    for stream, views in zip(late, seen, strict=True):
        for beat, view in views.items():
            past = stream.past(beat)
            assert past is not None and {**past, "asked": 0} == {**json.loads(view), "asked": 0}
        assert stream.past(len(stream.beats)) is None and stream.past(-1) is None
    plays(table, chance, MOST + 8)
    assert [*map(told, late)] == [told(table.stream(reader, language)) for reader in readers]


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_has_the_ids_of_the_live_table(name: str, tmp_path: Path) -> None:
    """Of a seat that looks at a page of its own of the game that it plays."""
    table = new_table(name, 5, tmp_path)
    setup = table.playing.setup
    language = rules_of(name).languages[0]
    live = table.stream(reader_of(setup, setup.seats[0]), language)
    plays(table, Random(5), MOST)
    game = table.playing.game()
    found = recording_of(rules_of(name), game, "x.game", setup.seats[0], language)
    beats = [beat for frame in found["frames"] for beat in frame["beats"]]
    assert json.dumps(beats) == json.dumps(live.beats)


def test_who_comes_late_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Red if the game is played again in one go; it goes on, and back, meanwhile."""
    table = new_table("tiny", 7, tmp_path)
    chance = Random(7)
    plays(table, chance, 20)
    reader = reader_of(table.playing.setup, "public")
    table.connections.append(Here(reader, "en"))
    catching_up = table.catch_up()
    for _ in range(10):
        next(catching_up)
    assert not table.streams
    plays(table, chance, 24)
    table.back(table.playing.answered_by(23))
    back = len(table.playing.answers)
    steps = sum(1 for _ in catching_up)
    assert steps >= back and [*table.catch_up()] == []
    found = table.streams[reader, "en"]
    assert found.at()["era"] == table.era
    del table.streams[reader, "en"]
    assert told(table.stream(reader, "en")) == told(found)


def test_the_past_is_looked_up_and_not_played_again(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if a page that looks back lets the other tables wait."""
    opened = serving.open("human", "human")
    page = serving.sit(opened, 0)
    page.until_kind("view")
    table = serving.tables.tables[opened["table"]]
    plays(table, Random(1), 6)
    page.send({"t": "log", "before": 1})
    page.until_kind("log")
    monkeypatch.setattr(type(table.playing), "apply", None)
    page.send({"t": "past", "beat": 3})
    assert page.until_kind("past")["view"]["at"]["beat"] == 3
    page.send({"t": "past", "beat": 10**6})
    assert page.until_kind("refused")["code"] == "unknown"


def test_what_was_taken_back_is_told_to_who_comes_later_and_in_a_recording(tmp_path: Path) -> None:
    """Red if only those are told who were there."""
    table = new_table("tiny", 7, tmp_path)
    chance = Random(7)
    plays(table, chance, 6)
    by = table.playing.answered_by(5)
    name = table.playing.setup.seats[by]
    here = Here(reader_of(table.playing.setup, name), "en")
    table.back(by)
    count = len(table.playing.answers)
    found = table.whole(here)
    assert found["taken_back"] == [{"by": name, "behind": found["view"]["at"]["beat"]}]
    plays(table, chance, count + 3)
    assert table.whole(here)["taken_back"] == found["taken_back"]
    game = table.playing.game()
    kept = recording_of(rules_of("tiny"), game, "x.game", None, None)["taken_back"]
    assert [one["by"] for one in kept] == [name] and 0 < kept[0]["behind"] <= count


def test_a_step_has_a_number_for_who_watches(tmp_path: Path) -> None:
    """Red if a link that a player shares leads a watcher to another step."""
    table = new_table("tiny", 3, tmp_path)
    setup = table.playing.setup
    streams = [table.stream(one, "en") for one in readers_of(setup) if one.kind != "all"]
    plays(table, Random(3), 30)
    *seats, public = streams
    counts = [len(one.beats) for one in streams]
    assert len({*counts}) > 1
    for seat in seats:
        for number, given in enumerate(seat.answered):
            found = public.beat_at(given)
            assert public.answered[found] <= given
            if number and given in public.answered[1:]:
                assert public.answered[found] == given
                assert public.beats[found]["by"] == seat.beats[number]["by"]


def test_picks_that_do_not_go_together_leave_everything_as_it_was(tmp_path: Path) -> None:
    """Red if they are tried on the game itself: whoever reads it then begins anew."""
    table = new_table("tiny", 3, tmp_path)
    playing = table.playing
    chance = Random(3)
    while not playing.setup.match.program.sites[playing.question()[1]].several:
        table.apply(chance.randrange(len(playing.options())))
    reader = reader_of(playing.setup, "public")
    before, state = table.stream(reader, "en"), [*playing.answers]
    options = [one for one in playing.options() if one >= 0]
    for wrong in ([options[0], options[0]], [options[0], 10**6], [-1]):
        with pytest.raises(Refusal):
            table.apply_all(wrong)
    assert table.stream(reader, "en") is before
    assert playing.answers == state and table.era == 0


def test_who_has_left_is_told_no_more(tmp_path: Path) -> None:
    """Red if streams of readers who left go on to be advanced at every answer of the game."""
    table = new_table("tiny", 7, tmp_path)
    chance, setup = Random(7), table.playing.setup
    names = (setup.seats[0], setup.seats[1], "public")
    people = [Here(reader_of(setup, one), "en") for one in names]
    table.connections += people
    [*table.catch_up()]
    plays(table, chance, 4)
    assert len(table.streams) == len(table.playing.followers) == 3
    gone = table.streams[people[2].reader, "en"]
    table.connections.remove(people[2])
    plays(table, chance, 6)
    assert len(table.streams) == len(table.playing.followers) == 2
    told_then = len(gone.beats)
    plays(table, chance, 9)
    assert len(gone.beats) == told_then
    table.connections.append(people[2])
    [*table.catch_up()]
    assert len(table.streams) == len(table.playing.followers) == 3


def test_taking_back_keeps_no_other_table_waiting(tmp_path: Path) -> None:
    """Red if the game is played again in one go; nobody can answer meanwhile, and it is as if it
    had been done at once: the file, too.
    """
    tables = [new_table("tiny", 7, tmp_path / name) for name in "ab"]
    for table in tables:
        plays(table, Random(7), 20)
    slow, fast = tables
    seat = slow.playing.askers[-1]
    steps = slow.taking_back(seat)
    next(steps)
    before = [*slow.playing.answers]
    with pytest.raises(Stale):
        slow.answer(slow.playing.asked, "en", "0.0.0", 0, None)
    with pytest.raises(Refusal):
        slow.undo(seat)
    assert slow.playing.answers == before
    count = sum(1 for _ in steps) + 1
    assert count == len(slow.playing.answers) < 20
    fast.back(seat)
    fast.record = Record(fast.record.path, fast.playing)
    fast.record.begin()
    assert slow.record.path.read_text("utf-8") == fast.record.path.read_text("utf-8")
    plays(slow, Random(8), 24)
    again = run_again(slow.record.path.read_text("utf-8"), slow.rules).game
    assert again.answers == (*slow.playing.answers,) and again.history == slow.playing.history


def test_a_game_that_ends_while_answers_are_taken_back_stays_ended(tmp_path: Path) -> None:
    table = new_table("tiny", 7, tmp_path)
    plays(table, Random(7), 8)
    steps = table.taking_back(table.playing.askers[-1])
    next(steps)
    table.concede(0)
    assert [*steps] and table.is_over and len(table.playing.answers) == 8
