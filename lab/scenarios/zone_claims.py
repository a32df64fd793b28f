"""`ana's ring holds "Cub", "Bear" face up`: which cards lie in a place, and how."""

from __future__ import annotations

from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.problems.problem import Problem, unknown
from ...dsl.resolve.values.coercions import as_number, resolve
from ...dsl.resolve.values.members import member
from ...dsl.syntax.print_files import print_node
from ...dsl.typed.types import Type
from ...dsl.typed.values import Constant, Value
from ...interpreter.runtime.natives import cards_beneath
from .play import Check, Play, failed
from .position import expression_of, facing_of
from .prepared import PreparedRules

ORDERED = ("pile", "stack", "queue")


def place_of(rules: PreparedRules, node: e.Expression, problems: list[Problem]) -> Value:
    """A place or any other set of cards."""
    value = rules.members(node, problems)
    if value.type.kind not in ("card", "unknown", "empty"):
        message = f"`{print_node(node).strip()}` are no cards."
        problems.append(Problem("not-cards", message, node.span))
    return value


def holds_check(
    rules: PreparedRules, claim: files.HoldsClaim, problems: list[Problem]
) -> Check:
    """Exactly these cards: in order, bottom to top, where a zone has an order; else in any."""
    place = place_of(rules, claim.place, problems)
    slots = slots_of(rules, claim, problems)
    spec = rules.program.zones.get(place.zone) if place.place is not None else None
    in_order = spec is not None and spec.kind in ORDERED
    known = spec.orientations if spec is not None else ()
    facing = facing_of(claim.facing, known, "orientation", problems)
    code = rules.code(place)

    def check(play: Play) -> list[Problem]:
        cards = [int(card) for card in play.value(code)]
        found = match_slots(play, slots, cards, in_order)
        if found is None:
            where, wanted = (
                print_node(claim.place).strip(),
                print_node(claim.pieces).strip(),
            )
            held = play.naming().value(place.type, cards)
            order = ", bottom to top" if in_order and len(cards) > 1 else ""
            message = f"I expected {where} to hold {wanted}, but it holds {held}{order}."
            return failed(message, claim.span)
        return [
            *wrong_facing(play, claim, facing, cards),
            *wrong_fields(play, slots, found),
        ]

    return check


Slot = files.CardPiece | None  # a card of this name, or any card


def slots_of(
    rules: PreparedRules, claim: files.HoldsClaim, problems: list[Problem]
) -> list[Slot]:
    """The claimed cards one by one."""
    known = {text for card in rules.pool for text in (str(card.name), str(card.code))}
    slots: list[Slot] = []
    for piece in claim.pieces.pieces:
        match piece:
            case files.FillerPiece(number=number):
                slots += [None] * number
            case files.CardPiece(number=number):
                names = (one.name for one in (piece, *piece.unders))
                problems += (
                    unknown("unknown-card", "card", name, name.span, known)
                    for name in names
                    if str(name) not in known
                )
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

    def is_called(piece: files.CardPiece | files.Under, card: int) -> bool:
        return str(piece.name) in (naming.card(card), naming.code(card))

    def is_right(slot: Slot, card: int) -> bool:
        """The right card, on the right cards where it is said what it lies on."""
        if slot is None:
            return True
        below = cards_beneath(play.state, play.match, card)[::-1] if slot.unders else []
        return (
            is_called(slot, card)
            and len(below) == len(slot.unders)
            and all(map(is_called, slot.unders, below))
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


# ---- how they lie


def wrong_facing(
    play: Play, claim: files.HoldsClaim, facing: tuple[str, int] | None, cards: list[int]
) -> list[Problem]:
    if facing is None or claim.facing is None:
        return []
    column, value = facing
    wrong = [c for c in cards if play.match.field(play.state, column, c) != value]
    if not wrong:
        return []
    names = ", ".join(f'"{play.naming().card(card)}"' for card in wrong)
    text = print_node(claim.facing).strip()
    return failed(f"I expected all of them {text}, but {names} is not.", claim.facing.span)


def wrong_fields(play: Play, slots: list[Slot], cards: list[int]) -> list[Problem]:
    """`holds "Cub" with tired yes`: fields, notes and properties of a card that lies there, and
    of those it lies on.
    """
    problems: list[Problem] = []
    for slot, card in zip(slots, cards, strict=True):
        if slot is None:
            continue
        below = cards_beneath(play.state, play.match, card)[::-1] if slot.unders else []
        for piece, one in zip((slot, *slot.unders), (card, *below), strict=True):
            for given in piece.fields:
                problems += wrong_field(play, given, one)
    return problems


def wrong_field(play: Play, given: files.WithField, card: int) -> list[Problem]:
    rules = play.rules
    if given.key is not None:
        message = f"A claim asks for one {given.field} with `card's {given.field}[..]`."
        return [Problem("unknown-field", message, given.span)]
    kind = rules.pool[play.match.cards[card][0]].kind
    owner = Value(Constant(card), Type("card", kind))
    with rules.resolver.trial() as problems:
        found = member(rules.resolver, owner, given.field, rules.scope())
        wanted = expected_value(rules, given.value, found.type)
    if problems:
        return problems
    value = play.value(rules.code(found))
    if value == play.value(rules.code(wanted)):
        return []
    naming = play.naming()
    text = naming.value(found.type, value) if not isinstance(value, tuple) else "a table"
    return failed(f'The {given.field} of "{naming.card(card)}" is {text}.', given.span)


def expected_value(rules: PreparedRules, value: files.Value, type_: Type) -> Value:
    node = expression_of(value)
    found = resolve(rules.resolver, node, rules.scope(), type_)
    return as_number(rules.resolver, found, node) if type_.kind == "number" else found
