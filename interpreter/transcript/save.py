"""Saved games: JSON that tells what was played with, every answer, and the state itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic import Strict as Strictly

from ...dsl.cards.deckfile import MOST_CARDS, DeckEntry, DeckList
from ...dsl.ir.wordbook import Wordbook, span_said
from ...dsl.loading.documents import Limits, read_json
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem
from ...dsl.ruleset.fingerprints import digest_of
from ..backend.layout import OPTIONS, RECORDER, SEAT, SITE, State
from ..runtime.edition import Edition
from ..runtime.faults import RuleFault, SaveMismatch
from ..runtime.game_setup import GameSetup
from ..runtime.match import Match

VERSION = 1
LIMITS = Limits(64_000_000, 8_000_000, 400)  # a number may hold a truth for each of many

Loaded = tuple[GameSetup, State, Sequence[int]]  # and the answers that led to the state

CHANGED = (
    "The rules or cards have changed since this game was saved, and it stands at a place "
    "that is no longer there."
)


T = TypeVar("T")
Row = Annotated[T, Strictly(False)]  # a list will do


class Strict(BaseModel):
    """No lines that nobody reads, no numbers written as words."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SavedDeck(Strict):
    """A deck: how many of which card, and in which part if the list says so."""

    name: str = Field(min_length=1, max_length=200)
    shipped: bool
    cards: list[Row[tuple[int, str]] | Row[tuple[int, str, str]]]


class Save(Strict):
    """`history`: the answers lead from the seed to the state."""

    playsheet: Literal[1]
    format: str
    rules: str
    cards: str
    seats: list[str]
    decks: list[SavedDeck]
    options: dict[str, int]
    seed: int
    record: bool
    history: bool
    answers: list[int]
    state: dict[str, Any]
    digest: str


def saved(setup: GameSetup, state: State, answers: Sequence[int]) -> str:
    """The save of a game."""
    history = setup.base is None
    parts: dict[str, Any] = {
        "playsheet": VERSION,
        "format": setup.edition.name,
        "rules": setup.edition.contents.wordbook.rules,
        "cards": setup.cards_fingerprint,
        "seats": [*setup.seats],
        "decks": [saved_deck(deck) for deck in setup.decks],
        "options": dict(setup.options),
        "seed": setup.seed,
        "record": state[RECORDER] is not None,
        "history": history,
        "answers": [int(answer) for answer in answers] if history else [],
        "state": setup.match.to_plain(state),
    }
    text = canonical(parts)
    return f'{text[:-1]},"digest":"{digest_of([text])}"}}'


def saved_deck(deck: DeckList) -> dict[str, Any]:
    cards = [[*entry.plain] for entry in deck.entries]
    return {"name": deck.name, "shipped": deck.shipped, "cards": cards}


def canonical(parts: Mapping[str, Any]) -> str:
    """The one text of these parts, whatever order and layout they came in."""
    return json.dumps(parts, separators=(",", ":"), sort_keys=True)


def loaded(
    edition: Edition, match_of: Callable[[tuple[DeckList, ...], int], Match], text: str
) -> Loaded:
    """The game of a save; raises `SaveMismatch` with one sentence if it cannot be had.

    `match_of` makes the match of some decks, whether they are legal or not.
    """
    save, words = read_save(text), edition.contents.wordbook
    count = len(save.seats)
    if count not in words.seats:
        raise SaveMismatch(f"The save has {count} seats, the format {span_said(words.seats)}.")
    if len(save.decks) != len(edition.contents.program.deck.owners(count)):
        raise SaveMismatch(f"The save has {len(save.decks)} decks, which is another number now.")
    decks = tuple(deck_of(deck, words) for deck in save.decks)
    match = match_of(decks, count)
    base = GameSetup(edition, match, tuple(save.seats), decks, {}, save.seed)
    base.options = options_of(save, base)
    unchanged = save.rules == words.rules and save.cards == base.cards_fingerprint
    state = state_of(save, match, unchanged)
    if save.history and (unchanged or leads_to(base, save.answers, state)):
        return recorded_if_wanted(save, base, state, save.answers)
    base.base = match.clone(state)
    return recorded_if_wanted(save, base, state, [])


def read_save(text: str) -> Save:
    """The parts of a save that has not been changed."""
    document = read_json(text, "", limits=LIMITS)
    if isinstance(document, Problem):
        raise no_save(document.message, document.span)
    try:
        save = Save.model_validate(document.value)
    except ValidationError as error:
        first = error.errors()[0]
        where = " ".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}." if where else f"{first['msg']}."
        raise no_save(message, document.at(first["loc"])) from None
    parts = {**document.group}
    del parts["digest"]
    if digest_of([canonical(parts)]) != save.digest:
        raise SaveMismatch("The save was changed or cut short: its digest does not fit.")
    return save


def no_save(message: str, span: Span) -> SaveMismatch:
    """What keeps a text from being a save, and where."""
    place = f"line {span.line}, column {span.column}"
    return SaveMismatch(f"This is no saved game: {place}: {message}")


def deck_of(deck: SavedDeck, words: Wordbook) -> DeckList:
    entries: list[DeckEntry] = []
    cards = words.card_numbers()
    for number, code, *rest in deck.cards:
        part = rest[0] if rest else ""
        if part and part not in words.part_names:
            text = f'The deck "{deck.name}" has a part {part} that is unknown now.'
            raise SaveMismatch(text)
        if code not in cards or not 0 < number <= MOST_CARDS:
            raise SaveMismatch(f'The deck "{deck.name}" has a card {code} that is unknown now.')
        entries.append(DeckEntry(number, code, cards[code][0], part=part))
    return DeckList(deck.name, tuple(entries), shipped=deck.shipped)


def options_of(save: Save, setup: GameSetup) -> dict[str, int]:
    specs = setup.match.program.switches
    unknown = set(save.options) - set(specs)
    if unknown:
        raise SaveMismatch(f'The save sets an option "{min(unknown)}" that is unknown now.')
    return {name: save.options.get(name, spec.start) for name, spec in specs.items()}


def state_of(save: Save, match: Match, unchanged: bool) -> State:
    """The state, as far as the rules of now have a place for all of it."""
    try:
        state = match.from_plain(save.state)
        check_state(match, state)
        match.why(state)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        if unchanged:
            raise SaveMismatch("The state of this save cannot be.") from error
        raise SaveMismatch(CHANGED) from error
    return state


def check_state(match: Match, state: State) -> None:
    """That cards lie where they can, and that the question can be asked."""
    lying = [card for cell in match.layout.zone_at for card in state[cell]]
    if sorted(lying) != [*range(len(match.cards))]:
        raise ValueError("a card is missing, or lies twice")
    if not -1 <= state[SEAT] < match.program.seats:
        raise ValueError("nobody is asked")
    if state[SEAT] >= 0:
        if not 0 <= state[SITE] < len(match.program.sites) or not state[OPTIONS]:
            raise ValueError("nothing is asked")
        if not all(isinstance(option, int) for option in state[OPTIONS]):
            raise ValueError("no such option")


def leads_to(setup: GameSetup, answers: Sequence[int], state: State) -> bool:
    """Whether the rules of now come to the same state."""
    try:
        return setup.match.same(setup.state_after(answers), state)
    except (RuleFault, IndexError):
        return False


def recorded_if_wanted(
    save: Save, setup: GameSetup, state: State, answers: Sequence[int]
) -> Loaded:
    """The game, with a recorder if the saved one had one."""
    if not save.record:
        return setup, state, answers
    replayed = setup.state_after(answers, True)
    if not setup.match.same(replayed, state):
        raise SaveMismatch("The answers of this save do not lead to its state.")
    return setup, replayed, answers
