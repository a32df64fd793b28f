"""Clocks of a table: whose run, what they have left, and who has lost by time."""

from __future__ import annotations

from random import Random

from serving import Page, Serving

from playsheet.interpreter.transcript.replay import run_again
from playsheet.table.server.clocks import Clocks, clocks_of
from playsheet.table.server.table import Table


class Time:
    """A clock on the wall that goes when it is told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def goes(self, seconds: float) -> None:
        self.seconds += seconds


def new_clocks(minutes: float = 1, seats: int = 2) -> tuple[Clocks, Time]:
    time = Time()
    return Clocks(minutes, seats, time, begun=True), time


def lasts(table: Table, minutes: float) -> Time:
    """Gives a table clocks that go when they are told to."""
    time = Time()
    table.clocks = Clocks(minutes, len(table.chairs), time)
    table.run_clocks()
    return time


def test_only_the_clocks_run_that_were_named() -> None:
    clocks, time = new_clocks()
    clocks.run([0])
    time.goes(20)
    assert [clocks.left(seat) for seat in (0, 1)] == [40, 60]
    clocks.run([1])
    time.goes(5)
    clocks.run([0, 1])
    time.goes(10)
    assert [clocks.left(seat) for seat in (0, 1)] == [30, 45]
    clocks.run([])
    time.goes(100)
    assert [clocks.left(seat) for seat in (0, 1)] == [30, 45]
    assert clocks.ends_in() is None


def test_the_clock_that_ran_out_first_has_lost() -> None:
    clocks, time = new_clocks()
    clocks.run([1])
    time.goes(1)
    clocks.run([0, 1])
    assert clocks.ends_in() == 59 and clocks.used_up() is None
    time.goes(70)
    assert clocks.used_up() == 1
    assert [clocks.left(seat) for seat in (0, 1)] == [0, 0]


def test_no_clock_runs_before_all_were_there() -> None:
    time = Time()
    clocks = Clocks(1, 2, time)
    clocks.run([0])
    time.goes(99)
    assert clocks.left(0) == 60


def test_what_is_kept_of_clocks_is_what_they_have_left() -> None:
    clocks, time = new_clocks()
    clocks.run([0])
    time.goes(20)
    again = clocks_of(clocks.kept(), time)
    assert again is not None and again.begun and again.minutes == 1
    time.goes(50)
    assert [again.left(seat) for seat in (0, 1)] == [40, 60]  # none of them runs yet
    assert clocks_of(None) is None


def both(serving: Serving, minutes: float, seed: int = 7) -> tuple[Table, list[Page], Time]:
    """A table of two people with clocks that go when they are told to."""
    opened = serving.open("human", "human", minutes=minutes, seed=seed)
    table = serving.tables.tables[opened["table"]]
    assert table.clocks is not None and table.clocks.minutes == minutes
    time = lasts(table, minutes)
    pages = [serving.sit(opened, seat) for seat in (0, 1)]
    for page in pages:
        page.until_kind("view")
    return table, pages, time


def test_the_clock_of_whoever_is_asked_runs(serving: Serving) -> None:
    """Red if it runs for another seat, before both are there, or while the game is stopped."""
    opened = serving.open("human", "human", minutes=10)
    table = serving.tables.tables[opened["table"]]
    one = serving.sit(opened, 0)
    told = one.until_kind("table")
    assert [clock["left"] for clock in told["clocks"]] == [600, 600]
    assert not any(clock["runs"] for clock in told["clocks"])
    other = serving.sit(opened, 1)
    other.until_kind("view")
    chance = Random(2)
    seen: set[int] = set()
    for _ in range(12):
        asked = table.playing.asked
        seen.add(asked)
        assert table.clocks is not None and table.clocks.running == {asked}
        (one, other)[asked].answer(chance)
    assert seen == {0, 1}
    table.pause("Nothing goes on.")
    assert table.clocks is not None and not table.clocks.running


def test_nobody_runs_for_a_bot_that_stands_in(serving: Serving) -> None:
    table, pages, time = both(serving, 10)
    asked = table.playing.asked
    pages[asked].close()
    pages[1 - asked].until(lambda m: m["t"] == "table" and not m["chairs"][asked]["here"])
    time.goes(30)
    table.chairs[asked].away = 0
    table.substitute(table.chairs[asked].name)
    time.goes(1000)
    assert table.clocks is not None
    assert not table.clocks.running and table.clocks.left(asked) == 570


def test_whoever_answers_behind_his_time_is_refused(serving: Serving) -> None:
    """Red if an answer counts that came before the timer but behind the time."""
    table, pages, time = both(serving, 10)
    asked = table.playing.asked
    page = pages[asked]
    choice, before = page.until_asked(), [*table.playing.answers]
    time.goes(601)
    page.send({"t": "answer", "choice": choice["id"], "i": 0})
    assert page.until_kind("refused")["code"] == "time"
    assert table.playing.answers == before


def test_whose_time_is_used_up_has_lost(serving: Serving) -> None:
    """Red if nobody looks at the clock when nobody does anything."""
    opened = serving.open("human", "human", minutes=0.005)
    table = serving.tables.tables[opened["table"]]
    pages = [serving.sit(opened, seat) for seat in (0, 1)]
    for page in pages:
        page.until(lambda one: one["t"] == "view" and one["view"]["over"] is not None)
    over = pages[0].view["over"]
    lost = table.playing.forfeit
    assert lost is not None
    late = table.chairs[lost.seat].name
    assert over["out_of_time"] == late and over.get("conceded") is None
    assert over["winners"] == [chair.name for chair in table.chairs if chair.name != late]
    told = pages[0].until(lambda one: one["t"] == "table" and one["over"])
    assert {clock["seat"]: clock["left"] for clock in told["clocks"]}[late] == 0
    serving.restart()
    again = serving.sit(opened, 0)
    again.until_kind("view")
    assert again.view["over"]["out_of_time"] == late
    found = run_again(table.record.path.read_text("utf-8"), table.rules)
    assert found.finished and found.game.forfeit == lost


def test_clocks_go_on_after_a_restart_with_what_was_left(serving: Serving) -> None:
    """Red if a restart gives time back that was used before the last answer, or takes some."""
    table, pages, time = both(serving, 10)
    asked = table.playing.asked
    time.goes(100)
    pages[asked].answer(Random(1))
    serving.restart()
    found = serving.tables.tables[table.id].clocks
    assert found is not None and found.minutes == 10
    assert 499 < found.left(asked) <= 500
    assert found.left(1 - asked) <= 600
    assert found.running == {serving.tables.tables[table.id].playing.asked}


def test_a_rematch_has_new_clocks(serving: Serving) -> None:
    table, pages, time = both(serving, 10)
    time.goes(100)
    pages[0].send({"t": "concede"})
    pages[0].until(lambda one: one["t"] == "view" and one["view"]["over"] is not None)
    assert pages[0].view["over"]["conceded"] and not pages[0].view["over"].get("out_of_time")
    pages[0].send({"t": "rematch"})
    pages[1].until(lambda one: one["t"] == "table" and bool(one["requests"]))
    pages[1].send({"t": "rematch"})
    pages[1].until(lambda one: one["t"] == "view" and one["view"]["over"] is None)
    assert table.clocks is not None and table.clocks.running == {table.playing.asked}
    assert [table.clocks.left(seat) for seat in (0, 1)] == [600, 600]


def test_at_a_table_without_clocks_nobody_has_one(serving: Serving) -> None:
    opened = serving.open("human", "human")
    page = serving.sit(opened, 0)
    assert page.until_kind("table")["clocks"] == []


def test_of_several_who_is_out_of_time_is_played_by_a_bot(serving: Serving) -> None:
    """Red if the game of the others ends, or he may still answer."""
    opened = serving.open("human", "human", "human", format="market", minutes=10)
    table = serving.tables.tables[opened["table"]]
    time = lasts(table, 10)
    pages = [serving.sit(opened, seat) for seat in range(3)]
    for page in pages:
        page.until_kind("view")
    asked = table.playing.asked
    time.goes(601)
    assert table.run_out() and not table.is_over
    assert not table.chairs[asked].is_human
    pages[asked].send({"t": "answer", "choice": "0.0", "i": 0})
    assert pages[asked].until_kind("refused")["code"] == "time"
