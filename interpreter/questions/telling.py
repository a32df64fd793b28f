"""Values in words, as far as the seat that asks may know them."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.ir import ir
from ...dsl.typed import values as v
from ...dsl.typed.types import Type
from ...dsl.typed.values import Value
from ..backend.layout import State
from ..messages.values import Wording
from ..runtime.game_setup import GameSetup
from .answer import Answer
from .meaning import Meaning
from .past import Past
from .sight import Sight, Unseen

MOST_NAMED = 6  # members of a set that are named
SAID = ("number", "truth", "player", "card", "symbol", "part", "record", "keyword", "name")


class Telling:
    """Words for one seat (or, with a `Sight` that sees all, for everybody) in one state."""

    def __init__(
        self, setup: GameSetup, meaning: Meaning, sight: Sight, past: Past, language: str
    ) -> None:
        self.setup = setup
        self.past = past
        self.meaning = meaning
        self.sight = sight
        self.match = setup.match
        self.wording: Wording = setup.wording(language or None)

    def at_event(self, event: int) -> Telling:
        """The same in the state in which an event happened."""
        course, seat = self.past.course, self.sight.viewer
        state = course.state_at(event)
        unknown = unknown_cards(self.setup, state, course.recorder.knowledge[event], seat)
        sight = Sight(self.meaning.program, self.match, state, seat, unknown)
        return Telling(self.setup, self.meaning, sight, self.past, self.wording.language)

    def say(self, key: str, **parts: object) -> str:
        """What the engine says."""
        return self.wording.say(f"why {key}", **parts)

    # ---- cards

    def knows(self, card: int) -> bool:
        """Whether the seat knows a card."""
        return card not in self.sight.unknown

    def mention(self, card: int, tail: str = "") -> str:
        """What the seat calls a card."""
        return self.wording.card(card) + tail if self.knows(card) else self.wording.say("a card")

    def called(self, card: int) -> set[str]:
        """What a card that the seat knows may be called: by its name, with its code, by this."""
        printed = self.wording.words.cards[self.match.cards[card][0]]
        return {self.wording.card(card), printed.name, printed.code}

    def effect(self, card: int, ability: int) -> str:
        """A card and what it says (-1: the card alone); both hidden of one that is unknown."""
        if not self.knows(card) or ability < 0:
            return self.mention(card)
        return self.say("by", card=self.mention(card), text=self.wording.sentence(ability))

    def where(self, card: int) -> str:
        """A card, with the zone that it lies in."""
        zone = self.wording.zone(*self.match.lies_in(self.sight.state, card))
        return self.wording.say("in", card=self.mention(card), zone=zone)

    # ---- values

    def value(self, type_: Type, found: object) -> str:
        """A value of a type; None is one that the seat cannot see."""
        if found is None:
            return self.say("unseen")
        if isinstance(found, Sequence):
            return self.members(type_, [int(one) for one in found])  # pyright: ignore
        assert isinstance(found, int)
        return self.one(type_, found)

    def members(self, type_: Type, found: list[int]) -> str:
        """The members of a set, or how many they are."""
        if not found:
            return self.wording.say("nothing")
        if type_.kind == "card" and not any(map(self.knows, found)):
            key = "1 card" if len(found) == 1 else "cards"
            return self.wording.say(key, count=len(found))
        more = len(found) - MOST_NAMED
        named = ", ".join(self.one(type_.one, one) for one in found[:MOST_NAMED])
        return self.say("and more", members=named, count=more) if more > 0 else named

    def one(self, type_: Type, number: int) -> str:
        """A single value."""
        if type_.kind in SAID:
            kind = f"{type_.kind}:{type_.of}" if type_.kind in ("symbol", "part") else type_.kind
            return self.wording.value(kind, number, self.mention)
        if number < 0:
            return self.wording.say("none")
        match type_.kind:
            case "sentence":
                return self.wording.sentence(number)
            case "kind":
                return self.kind(number)
            case "phase":
                return self.wording.step(self.meaning.phases[number])
            case "face":
                return self.wording.say("up" if number else "down")
            case "place":
                return self.wording.title("zone", [*self.meaning.program.zones][number])
            case "rule" | "window":
                return str(self.meaning.program.names[number])
            case _:
                return str(number)

    def kind(self, number: int) -> str:
        """A kind of card."""
        name = [*self.meaning.format.ruleset.names("card kind")][number]
        return self.wording.title("card", name)

    # ---- expressions

    def text(self, value: Value) -> str:
        """A typed expression as it stands in the rules; "" where it does not."""
        if not value.span.file:
            return ""
        return closed(self.meaning.source(value.span).partition(" cites ")[0])

    def line(self, at: v.At, text: str = "", value: str | None = None, *inner: Answer) -> Answer:
        """A line of the rules or of a card, with what it cites."""
        return Answer(text or self.meaning.head(at.span), value, at.span, at.clauses, inner)


def closed(text: str) -> str:
    """A part of a line with the brackets closed that it opens."""
    missing = ("])"[sign == "("] for sign in reversed(text) if sign in "([")
    count = sum(text.count(sign) for sign in "([") - sum(text.count(sign) for sign in "])")
    return text + "".join(list(missing)[:count]) if count > 0 else text


def unknown_cards(
    setup: GameSetup, state: State, known: Sequence[int], seat: int
) -> frozenset[int]:
    """The cards that a seat (-1: somebody who sees all) does not know."""
    if seat < 0:
        return frozenset()
    return frozenset(
        card
        for card in range(len(setup.match.cards))
        if not (setup.audience(state, card) | known[card]) >> seat & 1
    )


def read(sight: Sight, code: ir.Expression) -> object:
    """The value of an expression without names; None where the seat cannot tell."""
    try:
        found = sight.value(code, {})
    except (Unseen, ZeroDivisionError):
        return None
    return found if isinstance(found, int) else tuple(found)
