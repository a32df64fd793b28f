"""Transcripts: a game as text, one line an event, that a reader can follow and a replay can
check to the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...dsl.cards.deckfile import DeckEntry
from ...dsl.loading.library import WrongUse
from ...dsl.ruleset.fingerprints import digest_of
from ..backend.layout import RECORDER, State
from ..messages.events import Telling
from ..messages.message import Told, bare, shown
from ..messages.wording import say
from ..runtime.table import Sitting, outcome_of
from ..runtime.turns import turns_in
from .game_recorder import Scribe

UNFINISHED = "result unfinished"


def scribe_of(state: State) -> Scribe:
    """The scribe of a state that was played with one."""
    found = state[RECORDER]
    assert isinstance(found, Scribe)
    return found


def turn_of(sitting: Sitting, state: State) -> int:
    """The number of the turn, from 1; 0 during set-up."""
    return turns_in(sitting.edition.contents.wordbook.phases, scribe_of(state).events)


def header_of(sitting: Sitting, language: str = "") -> list[str]:
    """What the game was played with, and the language the lines are told in."""
    lines = [
        f"game {bare(sitting.edition.name)}",
        *([f"language {language}"] if language else ()),
        f"rules {sitting.edition.contents.wordbook.rules}",
        f"cards {sitting.cards_fingerprint}",
    ]
    lines += [f"option {name} {text}" for name, text in changed_options(sitting)]
    for name, deck in zip(sitting.seats, sitting.decks, strict=True):
        lines.append(f"seat {bare(name)} deck {bare(deck.name)} {deck.fingerprint}")
        if not deck.shipped:
            lines += [f"holds {held_line(entry)}" for entry in deck.entries]
    return [*lines, f"seed {sitting.seed}"]


def held_line(entry: DeckEntry) -> str:
    """`3 St-1`, `1 St-2 in side`."""
    inside = f" in {entry.part}" if entry.part else ""
    return f"{entry.number} {entry.code}{inside}"


def changed_options(sitting: Sitting) -> Iterator[tuple[str, str]]:
    """The switches that are not as the format has them."""
    for name, spec in sitting.option_specs().items():
        value = sitting.options[name]
        if value != spec.start:
            yield name, ("on" if value else "off") if spec.type == "truth" else str(value)


class Writer:
    """Turns what is told into the lines of a file. Without a language things are called by
    their ids, which is how games are kept.
    """

    def __init__(self, sitting: Sitting, language: str = "") -> None:
        self.sitting = sitting
        self.telling = Telling(sitting, language)
        self.number = 0

    def lines(self, state: State) -> Iterator[str]:
        """The numbered lines of what happened since the last call."""
        for told in self.telling.more(scribe_of(state)):
            self.number += 1
            yield f"{self.number} {self.line(told)}"

    def line(self, told: Told) -> str:
        speech = self.telling.speech
        text = shown(told.text, speech.card, True)
        seen = told.audience()
        if seen != self.telling.all_seats and not told.always_seen:
            seats = [name for i, name in enumerate(speech.seats) if seen >> i & 1]
            text += speech.say("seen by", who=", ".join(seats) or speech.say("nobody"))
        if told.clauses:
            text += f" [{', '.join(told.clauses)}]"
        return text


def result_line(sitting: Sitting, state: State) -> str:
    """`result win ana`, `result draw`, `result unfinished`."""
    winner = outcome_of(state)
    if winner is None:
        return UNFINISHED
    return f"result win {bare(sitting.seats[winner])}" if winner >= 0 else "result draw"


def transcript_of(
    sitting: Sitting,
    state: State,
    seat: str | None,
    compact: bool,
    language: str | None = None,
) -> str:
    """The text of the transcript of a recorded state; in a language, if one is named."""
    spoken = "" if language is None else sitting.speech(language).language
    if seat is not None or compact:
        last = result_text(sitting, state, spoken)
        lines = [*told_lines(sitting, state, seat, compact, spoken), last]
        return "".join(f"{line}\n" for line in lines)
    if sitting.base is not None:
        raise WrongUse(
            "This game was saved under other rules or cards, so it has no transcript."
        )
    lines = [
        *header_of(sitting, spoken),
        *Writer(sitting, spoken).lines(state),
        result_line(sitting, state),
    ]
    return "".join(f"{line}\n" for line in (*lines, f"digest {digest_of(lines)}"))


def result_text(sitting: Sitting, state: State, language: str) -> str:
    """The result for a reader of a language."""
    winner = outcome_of(state)
    if winner is None:
        return say(language, "result unfinished")
    if winner < 0:
        return say(language, "result draw")
    return say(language, "result win", who=bare(sitting.seats[winner]))


def told_lines(
    sitting: Sitting, state: State, seat: str | None, compact: bool, language: str
) -> Iterator[str]:
    """Lines for one reader, or the compact form; neither can be run again."""
    telling = Telling(sitting, language)
    viewer = -1 if seat is None else sitting.seats.index(seat)
    number = 0
    for told in telling.more(scribe_of(state)):
        text = told.text if viewer < 0 else told.version(viewer)
        if compact:
            text = told.short if text is not None and told.short is not None else None
            if text is not None and viewer >= 0 and not told.seen >> viewer & 1:
                text = f"{text.rpartition(' -> ')[0]} -> ?"
        if text is None:
            continue
        number += 1
        unknown = telling.speech.say("a card")
        line = shown(text, name_for(telling, told, viewer), False, unknown)
        yield line if compact else f"{number} {line}"


def story_of(sitting: Sitting, state: State, seat: str, language: str) -> Iterator[str]:
    """What a seat is told while it plays, a line each; "" for one that says nothing new."""
    telling = Telling(sitting, language, True)
    viewer = sitting.seats.index(seat)
    for told in telling.more(scribe_of(state)):
        text = told.version(viewer)
        if text is None:
            continue
        name_of = name_for(telling, told, viewer)
        if told.named and any(name_of(card) is None for card in told.cards()):
            text = ""
        yield shown(text, name_of, False, telling.speech.say("a card"))


def name_for(telling: Telling, told: Told, viewer: int) -> Callable[[int], str | None]:
    """Names of cards as far as a seat (-1: everybody) knew them then."""

    def name_of(card: int) -> str | None:
        known = viewer < 0 or told.known[card] >> viewer & 1
        return telling.speech.card(card) if known else None

    return name_of
