"""A seat with one possible answer is not told apart from one that chooses."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from playing import changed_format
from serving import Page, Serving
from tables import NAMES, decisions, exchanged, new_playing

import playsheet.api as ps
from playsheet.interpreter.backend.layout import OPTIONS
from playsheet.interpreter.knowledge.record import GameRecorder, recorder_of
from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.runtime.game_setup import GameSetup
from playsheet.interpreter.transcript.replay import run_again
from playsheet.table.readers.followed import follow
from playsheet.table.readers.playing import Playing
from playsheet.table.readers.reader import reader_of, seat_reader
from playsheet.table.readers.recording import recording_of
from playsheet.table.server.clocks import LONGEST, SLOWLY, Pausing

STARTS = (
    "        each player starting with first                                     cites TD-TURN-01\n"
)
SAYS = """                choose a number from 0 to 1 as much by player's opponent asking "Say"
"""
GIVES = """            step give
SAYS                choose 1 Trick in hand as givenSECRET asking "Give"
                move given to bin
                lower points by 1
SAYS"""
PAUSE = 0.05  # seconds
PLAYS = ["human", "human"]


class Pair(NamedTuple):
    """Two games that differ only in whether a seat has one card that it may give, or two; the card
    that it gives in both.
    """

    rules: ps.Rules
    one: GameSetup
    two: GameSetup
    seat: int
    card: int


def pair_of(folder: Path, secretly: str = "", says: bool = False) -> Pair:
    """Two such games of a small format in which each turn begins with a gift; `says`: before and
    behind it the opponent chooses a number, and the card stays where it is.
    """
    gives = GIVES.replace("SECRET", secretly).replace("SAYS", SAYS if says else "")
    if says:
        gives = gives.replace("                move given to bin\n", "")
    rules = ps.load(
        changed_format(folder, (STARTS, f"        each player starting with first\n{gives}#"))
    )
    for seed in range(100):
        setup = rules.new_setup(seed, None, None, None)
        playing = begun(setup, says)
        if not playing.is_forced:
            continue
        seat, card = playing.asked, int(playing.state[OPTIONS][0])
        match, state = setup.match, playing.state
        for held in match.zone(state, "hand", seat):
            for below in match.zone(state, "deck", seat)[:2]:
                other = exchanged(setup, [(held, below)])
                found = begun(other, says)
                if found.question() != playing.question():
                    continue
                cards = {other.match.cards[one] for one in found.state[OPTIONS]}
                if held != card and len(found.options()) == len(cards) == 2:
                    return Pair(rules, setup, other, seat, card)
    raise AssertionError("no such games")


def begun(setup: GameSetup, says: bool) -> Playing:
    """A game at its first gift."""
    playing = Playing(setup, pauses=True)
    if says:
        playing.apply(1)
    return playing


def choose(page: Page, card: str) -> None:
    """Gives the card, if the page is asked for it."""
    choice = page.view["choice"]
    if choice is not None and choice["asks"] == "Give":
        option = next(one for one in choice["options"] if one["text"] == card)
        page.send({"t": "answer", "choice": choice["id"], "i": option["i"]})


class Played:
    """A table of such a game, and what others were sent of it until the gift was told."""

    def __init__(self, serving: Serving, pair: Pair, setup: GameSetup) -> None:
        playing = Playing(setup, pauses=True)
        self.table = serving.tables.seat(pair.rules, playing, PLAYS)
        for seat in (0, 1):
            self.table.pausing.taken[seat] = deque([PAUSE])
        tokens = [chair.token for chair in self.table.chairs]
        self.others: list[Page] = []
        for token in (tokens[1 - pair.seat], ""):
            page = Page(serving, self.table.id, token)
            page.until_kind("view")
            self.others.append(page)
        mine = Page(serving, self.table.id, tokens[pair.seat])
        mine.until_kind("view")
        first = self.others[0]
        gives = mine.view["asked"][0]["prompt"] == "Give"
        self.asked = gives and first.view["asked"][0]["seat"] == mine.view["you"]
        choose(mine, setup.wording().card(pair.card))
        while mine.view["asked"][0]["prompt"] == "Give":
            mine.next()
        for page in self.others:
            page.until(lambda one: one["t"] == "beats")
            page.until_kind("table")
        self.views = [mine.view, *(page.view for page in self.others)]

    def sent(self) -> list[str]:
        """All of it, but for how the table is called."""
        name, pages = self.table.id, self.others
        return [json.dumps(page.received).replace(name, "ID") for page in pages]


@pytest.mark.parametrize("secretly", ["", " secretly"])
def test_others_are_sent_the_same_whether_a_seat_has_one_answer_or_two(
    serving: Serving, tmp_path: Path, secretly: str
) -> None:
    """Red if the rules go on at once, as they do where nobody asks for a wait: what follows then
    comes with what was before.
    """
    pair = pair_of(tmp_path, secretly)
    one, two = (Played(serving, pair, setup) for setup in (pair.one, pair.two))
    assert one.asked and two.asked
    assert one.sent() == two.sent()
    assert one.views[1:] == two.views[1:]


def test_whoever_reads_is_told_the_same_also_where_nothing_waits(tmp_path: Path) -> None:
    """Red if views of the past, what can be taken back, and recordings follow the answers that were
    given, as the rules give the only one by themselves.
    """
    pair = pair_of(tmp_path, " secretly", says=True)
    found: list[list[str]] = []
    for setup in (pair.one, pair.two):
        playing = Playing(setup, pauses=True)
        others = (seat_reader(1 - pair.seat), reader_of(setup, "public"))
        streams = [follow(playing, one, "en") for one in others]
        playing.pauses = False
        playing.apply(1)
        if setup is pair.two:
            playing.apply(playing.options().index(pair.card))
        assert playing.asked == 1 - pair.seat
        rows = [[one.view(), one.beats, one.lay] for one in streams]
        assert rows[0][0]["choice"]["back"] == 0
        game, name = playing.game(), setup.seats[1 - pair.seat]
        kept = recording_of(pair.rules, game, "x.game", name, "en")
        found.append([json.dumps(one) for one in (*rows, kept)])
    assert found[0] == found[1]


def test_a_choice_of_one_is_nobodys_to_answer_and_is_made_when_the_time_has_come(
    serving: Serving, tmp_path: Path
) -> None:
    """What is kept of the table says that it waits, for a restart."""
    pair = pair_of(tmp_path)
    table = serving.tables.seat(pair.rules, Playing(pair.one, pauses=True), PLAYS)
    table.pausing.taken[pair.seat] = deque([LONGEST])
    page = Page(serving, table.id, table.chairs[pair.seat].token)
    page.until_kind("view")
    assert table.playing.is_forced and page.view["choice"] is None
    page.send({"t": "answer", "choice": "0.0.0", "i": 0})
    assert page.until(lambda one: one["t"] in ("stale", "refused"))["t"] == "stale"
    assert table.forced() == [pair.seat]
    table.connections.clear()
    table.chairs[1 - pair.seat].plays = "eager"
    assert table.pause_of(pair.seat) == 0, "nobody is there to see it"
    table.chairs[1 - pair.seat].plays = "human"
    assert 0 < table.pause_of(pair.seat) <= LONGEST
    assert table.facts()["wait"] is True
    assert table.end_pause() and not table.playing.is_forced and not table.forced()
    assert table.playing.answers == [] and table.playing.stepped == 1


def test_who_gives_up_while_another_seems_to_think_leaves_a_game_that_can_be_played_again(
    serving: Serving, tmp_path: Path
) -> None:
    pair = pair_of(tmp_path)
    table = serving.tables.seat(pair.rules, Playing(pair.one, pauses=True), PLAYS)
    table.concede(1 - pair.seat)
    text = table.record.path.read_text("utf-8")
    again = run_again(text, pair.rules).game
    assert again.is_over() and again.result == ("win", pair.one.seats[pair.seat])


def test_a_bot_with_one_possible_answer_seems_to_think(serving: Serving, tmp_path: Path) -> None:
    """Red if a page can tell by what is sent whether a bot had a choice."""
    pair = pair_of(tmp_path)
    sent: list[list[str]] = []
    for setup in (pair.one, pair.two):
        plays = ["human", "human"]
        plays[pair.seat] = "random"
        table = serving.tables.seat(pair.rules, Playing(setup, pauses=True), plays)
        table.pausing.taken[pair.seat] = deque([PAUSE])
        page = Page(serving, table.id, table.chairs[1 - pair.seat].token)
        page.until(lambda one: one["t"] == "beats")
        kinds = [(one["t"], one.get("thinking")) for one in page.received]
        sent.append([json.dumps(one) for one in kinds])
        page.close()
    assert sent[0] == sent[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_stops_before_each_choice_is_the_same_game(name: str) -> None:
    """Red if stopping changes an event or the state behind it."""
    playing, chance = new_playing(name, 11), Random(11)
    for _ in decisions(playing, 60, chance):
        pass
    setup = playing.setup
    state = setup.state_after(playing.answers, True)
    assert recorder_of(state, GameRecorder).events == playing.recorder.events
    assert setup.match.same(state, playing.state)


def test_an_answer_and_the_choices_of_one_behind_it_have_one_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red if each of those has its own, so that the saved game goes wrong where the table did not;
    or if what leads to the fault is told.
    """
    tried = 0
    for seed in range(12):
        playing = new_playing("tiny", seed)
        budget = playing.setup.engine(True).namespace["budget"]
        most = used_of(playing, budget)
        for _ in decisions(playing, 40, Random(seed)):
            before, most = most, max(most, used_of(playing, budget))
            if most > before and playing.stepped:
                again = Playing(playing.setup)
                stream = follow(again, reader_of(again.setup, "all"))
                for index in playing.answers[:-1]:
                    again.apply(index)
                told, last = json.dumps(stream.beats), playing.answers[-1]
                with monkeypatch.context() as narrow:
                    narrow.setitem(again.setup.engine(True).namespace, "budget", most - 1)
                    with pytest.raises(RuleFault):
                        again.apply(last)
                assert json.dumps(stream.beats) == told
                again.apply(last)
                tried += 1
    assert tried > 2


def used_of(playing: Playing, budget: int) -> int:
    """How many steps the last answer took, with the choices of one behind it."""
    assert playing.rest is not None
    return budget - playing.rest[0]


def test_a_pause_is_as_long_as_an_answer_of_the_seat_was() -> None:
    seconds = [0.0]
    pausing = Pausing(lambda: seconds[0], Random(1))
    pausing.asked([0, 1])
    assert SLOWLY[0] <= pausing.pause(0) <= SLOWLY[1] and pausing.pause(0) == pausing.left(0)
    seconds[0] = 7.5
    assert pausing.left(0) == 0
    pausing.answered(1)
    pausing.made(1)
    pausing.asked([1])
    assert pausing.pause(1) == 7.5
    seconds[0] = 10.0
    assert pausing.left(1) == 5.0
    pausing.asked([1])
    assert pausing.left(1) == 5.0, "it is asked the same"
    seconds[0] = 1000.0
    pausing.answered(1)
    assert max(pausing.taken[1]) == LONGEST


def test_a_table_waits_as_it_was_asked_to_also_after_a_restart(serving: Serving) -> None:
    """What the server was started with holds where nothing is asked."""
    wanted = [({}, False), ({"wait": True}, True), ({"wait": False}, False)]
    names = [serving.open(**more)["table"] for more, _ in wanted]
    serving.tables.wait = True
    assert serving.client.get("/api/lobby").json()["wait"] is True
    names.append(serving.open()["table"])
    serving.restart()
    for name, (_, waits) in zip(names, [*wanted, ({}, True)], strict=True):
        table = serving.tables.tables[name]
        assert table.wait is table.playing.pauses is waits
