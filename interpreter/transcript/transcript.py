"""Transcripts: a game as text, one line an event, that a reader can follow and a replay can
check to the letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dsl.cards.deckfile import DeckList
from ...dsl.ir.deck import TABLE
from ...dsl.loading.library import WrongUse
from ...dsl.ruleset.fingerprints import digest_of
from ..backend.layout import SEAT, SITE, State
from ..knowledge.record import GameRecorder, recorder_of
from ..messages.events import EventMessages, Played
from ..messages.message import Message, bare, shown
from ..messages.wording import say
from ..runtime.game_setup import GameSetup, winners_of
from .history import NOTHING, Forfeit, History, Undone


def header_of(setup: GameSetup, language: str = "", history: History = NOTHING) -> list[str]:
    """What the game was played with, the language of the lines, and what it goes on from."""
    lines = [
        f"game {bare(setup.edition.name)}",
        *([f"language {language}"] if language else ()),
        f"rules {setup.edition.contents.wordbook.rules}",
        f"cards {setup.cards_fingerprint}",
    ]
    lines += [f"option {name} {text}" for name, text in changed_options(setup)]
    for seat, name in enumerate(setup.seats):
        lines += deck_lines(f"seat {bare(name)}", setup.deck_of(seat))
    if setup.match.program.deck.has_table:
        lines += deck_lines(TABLE, setup.deck_of(-1))
    return [*lines, f"seed {setup.seed}", *(one.row for one in history.origins)]


def deck_lines(whose: str, deck: DeckList | None) -> Iterator[str]:
    """Who is there, and the deck that he plays with, its cards where they are not those of one that
    ships.
    """
    if deck is None:
        yield whose
        return
    yield f"{whose} deck {bare(deck.name)} {deck.fingerprint}"
    for card in deck.entries if not deck.shipped else ():
        inside = f" in {card.part}" if card.part else ""
        yield f"holds {card.number} {card.code}{inside}"


def changed_options(setup: GameSetup) -> Iterator[tuple[str, str]]:
    """The switches that are not as the format has them."""
    for name, spec in setup.match.program.switches.items():
        value = setup.options[name]
        if value != spec.start:
            yield name, ("on" if value else "off") if spec.type == "truth" else str(value)


class LineWriter:
    """Turns messages into the lines of a file. Without a language things are called by their
    ids, which is how games are kept. `undone`: what was taken back.
    """

    def __init__(
        self, setup: Played, language: str = "", undone: Iterable[tuple[int, str]] = ()
    ) -> None:
        self.messages = EventMessages(setup, language)
        self.number = 0
        self.answers = 0
        self.rows = [*undone]  # by the number of answers before what was taken back
        self.cited: tuple[str, ...] = ()  # by the last line that cites

    def lines(self, state: State) -> Iterator[str]:
        """The numbered lines of what happened since the last call, and what was taken back."""
        recorder = recorder_of(state, GameRecorder)
        for message in self.messages.more(recorder):
            if recorder.events[self.messages.done - 1].kind == "ask":
                yield from self.undone()
                self.answers += 1
            self.number += 1
            yield f"{self.number} {self.line(message)}"

    def undone(self) -> Iterator[str]:
        """The answers to the choice that is open that were taken back."""
        return (row for before, row in self.rows if before == self.answers)

    def line(self, message: Message) -> str:
        wording = self.messages.wording
        text = shown(message.text, wording.card, True)
        seen = message.audience()
        if seen != self.messages.all_seats and not message.always_seen:
            seats = [name for i, name in enumerate(wording.seats) if seen >> i & 1]
            text += wording.say("seen by", who=", ".join(seats) or wording.say("nobody"))
        if message.clauses in ((), self.cited):
            return text
        self.cited = message.clauses
        return f"{text} [{', '.join(message.clauses)}]"


def transcript_of(
    setup: GameSetup,
    state: State,
    seat: int | None,
    compact: bool,
    language: str | None,
    history: History = NOTHING,
) -> str:
    """The text of the transcript of a recorded state; in a language, if one is named.

    For a `seat` or `compact` it cannot be run again. Raises `WrongUse` where the game cannot
    be told from its beginning.
    """
    language = "" if language is None else setup.wording(language).language
    if seat is not None or compact:
        rows = lines_for(setup, state, -1 if seat is None else seat, compact, language)
        texts = (text for _, text in rows)
        numbered = (f"{number} {text}" for number, text in enumerate(texts, 1))
        lines = [*(texts if compact else numbered)]
        lines += ending_of(setup, state, history, language)
    elif setup.base is not None:
        text = "This game was saved under other rules or cards, so it has no transcript."
        if setup.is_dealt:
            text = "A game that was dealt anew has no transcript."
        raise WrongUse(text)
    else:
        writer = LineWriter(setup, language, undone_rows(setup, state, history, language))
        lines = [*header_of(setup, language, history), *writer.lines(state)]
        if state[SEAT] >= 0:
            lines += writer.undone()
        lines += ending_of(setup, state, history)
        lines.append(f"digest {digest_of(lines)}")
    return "".join(f"{line}\n" for line in lines)


def undone_rows(
    setup: GameSetup, state: State, history: History, language: str
) -> Iterator[tuple[int, str]]:
    """The row of each answer to a choice of a recorded state that was taken back."""
    events = recorder_of(state, GameRecorder).events if history.undone else []
    answers = [int(event.values[3]) for event in events if event.kind == "ask"]
    for one in history.undone:
        before = setup.state_after(answers[: one.answers], True)
        yield one.answers, undone_row(setup, before, one, language)


def undone_row(setup: GameSetup, before: State, undone: Undone, language: str) -> str:
    """What is told of an answer that was taken back; `before` is the recorded state it was given
    in, which is used up.
    """
    setup.engine(True).apply(before, undone.picked)
    writer = LineWriter(setup, language)
    line = next(line for line in writer.lines(before) if writer.answers > undone.answers)
    return f"undone {line.partition(' ')[2]}"


def forfeit_in(state: State, history: History) -> Forfeit | None:
    """How a seat has lost by giving up or by time, if it was in this recorded state."""
    events = recorder_of(state, GameRecorder).events if history.forfeit is not None else ()
    answers = sum(event.kind == "ask" for event in events)
    return history.forfeit if history.forfeit and history.forfeit.answers == answers else None


def ending_of(
    setup: GameSetup, state: State, history: History, language: str = ""
) -> Iterator[str]:
    """The last lines of a recorded state: who has lost by giving up or by time, and the result."""
    forfeit = forfeit_in(state, history)
    if forfeit is not None:
        who = bare(setup.seats[forfeit.seat])
        yield say(language, forfeit.how, who=who) if language else forfeit.row(setup.seats)
    yield result_line(setup, state, language, forfeit)


def result_line(
    setup: GameSetup, state: State, language: str = "", forfeit: Forfeit | None = None
) -> str:
    """`result win ana, bo`, `result draw`, `result unfinished`, or what a language says for it."""
    winners = winners_of(state)
    if forfeit is not None:
        winners = tuple(seat for seat in range(len(setup.seats)) if seat != forfeit.seat)
    if winners is None:
        return say(language, "result unfinished")
    if not winners:
        return say(language, "result draw")
    return say(language, "result win", who=", ".join(bare(setup.seats[seat]) for seat in winners))


def lines_for(
    setup: GameSetup, state: State, viewer: int, compact: bool, language: str
) -> Iterator[tuple[int, str]]:
    """The lines for one seat (-1: for everybody), or the compact form, each behind the number of
    events that have happened by then.
    """
    messages = EventMessages(setup, language, reader=viewer)
    for done, together in messages_for(messages, state, viewer):
        texts = ((text_in(one, viewer, compact), one) for one in together)
        lines = (text_for(messages, one, text, viewer) for text, one in texts if text is not None)
        yield from ((done, line) for line in sorted(lines))


def text_in(message: Message, viewer: int, compact: bool) -> str | None:
    """What a message says to a seat (-1: everybody), in the compact form or the other."""
    text = message.text if viewer < 0 else message.version(viewer)
    if compact and text is not None:
        text = None if message.forced and viewer in (-1, message.asker) else message.short
        if text is not None and viewer >= 0 and not message.seen >> viewer & 1:
            text = f"{text.rpartition(' -> ')[0]} -> ?"
    return text


def messages_for(
    messages: EventMessages, state: State, viewer: int
) -> Iterator[tuple[int, list[Message]]]:
    """What happened since the last call, with the number of events by then. What another seat picks
    for one choice of several comes together, when all is picked: it has no order that the viewer
    may know.
    """
    picked: list[Message] = []
    before = messages.done
    for message in messages.more(recorder_of(state, GameRecorder)):
        question = (message.pick, message.asker)
        if picked and question != (picked[0].pick, picked[0].asker):
            yield before, picked
            picked = []
        before = messages.done
        if message.pick < 0 or viewer in (-1, message.asker):
            yield before, [message]
            continue
        picked.append(message)
        if message.ends:
            yield before, picked
            picked = []
    if picked and (picked[0].pick, picked[0].asker) != (state[SITE], state[SEAT]):
        yield before, picked


def story_of(setup: GameSetup, state: State, viewer: int, language: str | None) -> Iterator[str]:
    """What a seat learns while it plays, a line each; "" for one that says nothing new."""
    messages = EventMessages(setup, setup.wording(language).language, True, viewer)
    for _, together in messages_for(messages, state, viewer):
        lines: list[str] = []
        for message in together:
            text = message.version(viewer)
            if text is None:
                continue
            if message.named and not all(message.known[c] >> viewer & 1 for c in message.cards()):
                text = ""
            lines.append(text_for(messages, message, text, viewer))
        yield from sorted(lines)


def text_for(messages: EventMessages, message: Message, text: str, viewer: int) -> str:
    """A marked text with the names of the cards that a seat (-1: everybody) knew then."""

    def name_of(card: int) -> str | None:
        known = viewer < 0 or message.known[card] >> viewer & 1
        return messages.wording.card(card) if known else None

    return shown(text, name_of, False, messages.wording.say("a card"))
