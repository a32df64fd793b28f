"""Claims about cards: which lie in a place and how, and whether a deck is legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dsl.cards.deckfile import DeckEntry, DeckList
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.problems.problem import Advice, Problem
from ...dsl.resolve.context import Resolver, Scope
from ...dsl.resolve.values.coercions import as_number, resolve
from ...dsl.resolve.values.members import member
from ...dsl.typed.types import Type
from ...dsl.typed.values import Constant, Value
from ...interpreter.runtime.deck_setup import alone, new_match, rules_broken
from ...interpreter.runtime.objects import bearer_of, cards_beneath
from .naming import text_of
from .play import Check, Play, failed
from .position import asking, facing_of
from .prepared import Reader
from .values import ValueReader, expression_of

ORDERED = ("pile", "stack", "queue")


def place_of(reader: Reader, node: e.Expression) -> Value:
    """A place or any other set of cards."""
    value = reader.members(node)
    if value.type.kind not in ("card", "unknown", "empty"):
        reader.problems.report("not-cards", f"`{text_of(node)}` are no cards.", node.span)
    return value


def holds_check(reader: ValueReader, claim: files.HoldsClaim) -> Check:
    """Exactly these cards: in order, bottom to top, where a zone has an order; else in any."""
    place, slots = place_of(reader, claim.place), slots_of(reader, claim)
    spec = reader.rules.program.zones.get(place.zone) if place.place is not None else None
    in_order = spec is not None and spec.kind in ORDERED
    known = spec.orientations if spec is not None else ()
    facing = facing_of(claim.facing, known, "orientation", reader.problems)
    code = reader.rules.code(place)

    def check(play: Play) -> Iterator[Problem]:
        cards = [int(card) for card in play.value(code)]
        found = match_slots(play, slots, cards, in_order)
        if found is not None:
            yield from wrong_facing(play, claim.facing, facing, cards)
            yield from wrong_fields(play, slots, found)
            return
        where, wanted = text_of(claim.place), text_of(claim.pieces)
        held = play.naming().value(place.type, cards)
        if any(slot is not None and slot.unders for slot in slots):
            held = text_of_stacks(play, cards)
        elif any(slot is not None and slot.bearer for slot in slots):
            held = text_of_attached(play, cards)
        order = ", bottom to top" if in_order and len(cards) > 1 else ""
        message = f"I expected {where} to hold {wanted}, but it holds {held}{order}."
        yield failed(message, claim.span)

    return check


Slot = files.CardPiece | None  # a card of this name, or any card


def slots_of(reader: ValueReader, claim: files.HoldsClaim) -> list[Slot]:
    """The claimed cards one by one."""
    slots: list[Slot] = []
    for piece in claim.pieces.pieces:
        match piece:
            case files.FillerPiece(number=number):
                slots += [None] * number
            case files.CardPiece(number=number):
                known = reader.card_names
                bearer = () if piece.bearer is None else (piece.bearer,)
                for one in (piece, *piece.unders, *bearer):
                    if str(one.name) not in known:
                        reader.problems.unknown("unknown-card", "card", one.name, known)
                slots += [piece] * (1 if number is None else number)
            case _:
                pass
    return slots


def match_slots(
    play: Play, slots: list[Slot], cards: list[int], in_order: bool
) -> list[int] | None:
    """The card in each slot; None if cards and slots do not fit."""
    if len(slots) != len(cards):
        return None
    naming = play.naming()

    def is_right(slot: Slot, card: int) -> bool:
        """The right card, on the right cards where it is said what it lies on."""
        if slot is None:
            return True
        below = beneath(play, slot, card)
        return (
            naming.is_called(card, slot.name)
            and is_borne(play, slot.bearer, card)
            and len(below) == len(slot.unders)
            and all(naming.is_called(c, u.name) for u, c in zip(slot.unders, below, strict=True))
        )

    if in_order:
        fits = all(is_right(slot, card) for slot, card in zip(slots, cards, strict=True))
        return cards if fits else None
    left, found = [*cards], dict[int, int]()
    for number in sorted(range(len(slots)), key=lambda number: slots[number] is None):
        card = next((card for card in left if is_right(slots[number], card)), None)
        if card is None:
            return None
        left.remove(card)
        found[number] = card
    return [found[number] for number in range(len(slots))]


def is_borne(play: Play, on: files.OnCard | None, card: int) -> bool:
    """Whether a card is attached to a card of that name, of that player, where this is said."""
    if on is None:
        return True
    bearer = bearer_of(play.state, play.match, card)
    if bearer < 0 or not play.naming().is_called(bearer, on.name):
        return False
    seat = play.match.lies_in(play.state, bearer)[1]
    return on.player is None or (seat >= 0 and play.rules.players[seat] == on.player)


def text_of_attached(play: Play, cards: list[int]) -> str:
    """Cards with what each of them is attached to."""
    name, parts = play.naming().card, list[str]()
    for card in cards:
        bearer = bearer_of(play.state, play.match, card)
        parts.append(f'"{name(card)}"' + (f' on "{name(bearer)}"' if bearer >= 0 else ""))
    return ", ".join(parts) or "nothing"


def text_of_stacks(play: Play, cards: list[int]) -> str:
    """Cards with all that each of them lies on."""
    naming = play.naming()
    stacks = ([card, *cards_beneath(play.state, play.match, card)[::-1]] for card in cards)
    return ", ".join(" onto ".join(f'"{naming.card(one)}"' for one in stack) for stack in stacks)


def beneath(play: Play, slot: files.CardPiece, card: int) -> list[int]:
    """What lies beneath a card, from the top, where that is said."""
    return cards_beneath(play.state, play.match, card)[::-1] if slot.unders else []


# ---- how they lie


def wrong_facing(
    play: Play, said: files.Facing | None, facing: tuple[str, int] | None, cards: list[int]
) -> Iterator[Problem]:
    if facing is None or said is None:
        return
    column, value = facing
    wrong = [c for c in cards if play.match.field(play.state, column, c) != value]
    if wrong:
        names = ", ".join(f'"{play.naming().card(card)}"' for card in wrong)
        message = f"I expected all of them {text_of(said)}, but {names} is not."
        yield failed(message, said.span)


def wrong_fields(play: Play, slots: list[Slot], cards: list[int]) -> Iterator[Problem]:
    """`holds "Cub" with tired yes`: fields, notes and properties of a card that lies there, and
    of those it lies on.
    """
    for slot, card in zip(slots, cards, strict=True):
        if slot is not None:
            lying = (card, *beneath(play, slot, card))
            for piece, one in zip((slot, *slot.unders), lying, strict=True):
                for given in piece.fields:
                    yield from wrong_field(play, given, one)


def wrong_field(play: Play, given: files.WithField, card: int) -> Iterable[Problem]:
    rules, reader = play.rules, Reader(play.rules)
    if given.key is not None:
        message = f"A claim asks for one {given.field} with `card's {given.field}[..]`."
        return [Problem("unknown-field", message, given.span)]
    kind = rules.pool[play.match.cards[card][0]].kind
    owner = Value(Constant(card), Type("card", kind))
    found = reader.tried(member, owner, given.field, rules.scope())
    wanted = reader.tried(expected_value, given.value, found.type, rules.scope())
    if reader.problems:
        return reader.problems
    value = play.value(rules.code(found))
    if value == play.value(rules.code(wanted)):
        return []
    naming = play.naming()
    text = naming.value(found.type, value) if not isinstance(value, tuple) else "a table"
    return [failed(f'The {given.field} of "{naming.card(card)}" is {text}.', given.span)]


def expected_value(r: Resolver, value: files.Value, type_: Type, scope: Scope) -> Value:
    node = expression_of(value)
    found = resolve(r, node, scope, type_)
    return as_number(r, found, node) if type_.kind == "number" else found


# ---- decks


def broken_rules(play: Play) -> list[str] | None:
    """The deck rules that the scenario's deck (or any of its decks) breaks; None without a deck."""
    case, ask, broken = play.position.case, asking(play.rules), list[str]()
    lists = [case.deck] if case.deck is not None else [*case.decks.values()]
    fields = {one.field: one.value for one in play.position.assignments if one.owner is None}
    for deck in lists:
        rows = zip(deck.numbers, deck.parts, strict=True)
        entries = tuple(DeckEntry(1, "", card, part=part) for card, part in rows)
        listed, program = DeckList("", entries), play.rules.program
        match = new_match(program, alone(program, listed), ask=ask)
        of_table, cards = program.deck.is_tables(deck.parts), range(len(entries))
        broken += (rule.text for rule in rules_broken(match, of_table, cards, fields, ask))
    return [*dict.fromkeys(broken)] if lists else None


def deck_check(reader: Reader, claim: files.LegalClaim | files.BreaksClaim) -> Check:
    """The deck breaks the rule of this line, or none."""
    text = claim.text if isinstance(claim, files.BreaksClaim) else None
    texts = reader.rules.deck_rules()
    if text is not None and not reader.rules.is_mutant and not any(text in r for r in texts):
        reader.problems.unknown("unknown-deck-rule", "deck rule", text, texts)

    def check(play: Play) -> Iterator[Problem]:
        broken = broken_rules(play)
        found = ", ".join(f'"{rule}"' for rule in broken or ()) or "nothing"
        if broken is None:
            message = "This scenario has no deck to judge."
            yield Problem(
                "no-deck-list",
                message,
                claim.span,
                Advice("Say what it holds: `given the deck holds` and its cards."),
            )
        elif text is not None and not any(text in rule for rule in broken):
            yield failed(f'The deck does not break "{text}"; it breaks {found}.', claim.span)
        elif broken and text is None:
            yield failed(f"The deck is not legal: it breaks {found}.", claim.span)

    return check
