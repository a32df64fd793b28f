"""`ana's ring holds "Cub", "Bear" face up`: which cards lie in a place, and how."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.ir import ir
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.problems.problem import Problem, unknown
from ...dsl.resolve.values.coercions import as_number, resolve
from ...dsl.resolve.values.members import member
from ...dsl.syntax.print_files import print_node
from ...dsl.typed.types import Type
from ...dsl.typed.values import Constant, Value
from ...interpreter.runtime.natives import cards_beneath
from .play import Play
from .position import expression_of
from .prepared import Stage

ORDERED = ("pile", "stack", "queue")

Check = Callable[[Play], list[Problem]]


def place_of(stage: Stage, node: e.Expression, problems: list[Problem]) -> Value:
    """A place or any other set of cards."""
    value = stage.members(node, problems)
    if value.type.kind not in ("card", "unknown", "empty"):
        message = f"`{print_node(node).strip()}` are no cards."
        problems.append(Problem("not-cards", message, node.span))
    return value


def holds_check(stage: Stage, claim: files.HoldsClaim, problems: list[Problem]) -> Check:
    """Exactly these cards: in order, bottom to top, where a zone has an order; else in any."""
    place = place_of(stage, claim.place, problems)
    slots = slots_of(stage, claim, problems)
    spec = stage.program.zones.get(place.zone) if place.place is not None else None
    in_order = spec is not None and spec.kind in ORDERED
    facing = facing_of(stage, claim, spec, problems)
    code = stage.code(place)

    def check(play: Play) -> list[Problem]:
        evaluator = stage.evaluator
        evaluator.look_at(play.match, play.state)
        cards = [int(card) for card in evaluator.value(code, {})]
        found = match_slots(play, slots, cards, in_order)
        where = print_node(claim.place).strip()
        if found is None:
            wanted = print_node(claim.pieces).strip()
            held = play.wording().value(place.type, cards)
            order = ", bottom to top" if in_order and len(cards) > 1 else ""
            message = f"I expected {where} to hold {wanted}, but it holds {held}{order}."
            return [Problem("claim-fails", message, claim.span)]
        return [
            *wrong_facing(play, claim, facing, cards),
            *wrong_fields(play, slots, found),
        ]

    return check


Slot = files.CardPiece | None  # a card of this name, or any card


def slots_of(stage: Stage, claim: files.HoldsClaim, problems: list[Problem]) -> list[Slot]:
    """The claimed cards one by one."""
    known = {text for card in stage.pool for text in (str(card.name), str(card.code))}
    slots: list[Slot] = []
    for piece in claim.pieces.pieces:
        for under in piece.unders if isinstance(piece, files.CardPiece) else ():
            if str(under.name) not in known:
                what, span = str(under.name), under.name.span
                problems.append(unknown("unknown-card", "card", what, span, known))
    for piece in claim.pieces.pieces:
        match piece:
            case files.FillerPiece(number=number):
                slots += [None] * number
            case files.CardPiece(number=number, name=name):
                if str(name) not in known:
                    problems.append(
                        unknown("unknown-card", "card", str(name), name.span, known)
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
    wording = play.wording()

    def is_called(piece: files.CardPiece | files.Under, card: int) -> bool:
        return str(piece.name) in (wording.card(card), wording.code(card))

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
    left, found = [*cards], list[int]()
    for slot in sorted(slots, key=lambda slot: slot is None):
        card = next((card for card in left if is_right(slot, card)), None)
        if card is None:
            return None
        left.remove(card)
        found.append(card)
    named = iter([card for card in found])
    order = sorted(range(len(slots)), key=lambda k: slots[k] is None)
    placed = dict(zip(order, named, strict=True))
    return [placed[k] for k in range(len(slots))]


# ---- how they lie


def facing_of(
    stage: Stage, claim: files.HoldsClaim, spec: ir.ZoneSpec | None, problems: list[Problem]
) -> tuple[str, int] | None:
    match claim.facing:
        case files.FaceFacing(word=word):
            if word in ("up", "down"):
                return "face", int(word == "up")
            problems.append(
                unknown("unknown-word", "face", word, word.span, ["up", "down"])
            )
        case files.TurnedFacing(word=word):
            known = [*spec.orientations] if spec is not None else list[str]()
            if str(word) in known:
                return "turned", known.index(str(word))
            problems.append(
                unknown("unknown-orientation", "orientation", word, word.span, known)
            )
        case _:
            pass
    return None


def wrong_facing(
    play: Play, claim: files.HoldsClaim, facing: tuple[str, int] | None, cards: list[int]
) -> list[Problem]:
    if facing is None or claim.facing is None:
        return []
    column, value = facing
    wrong = [c for c in cards if play.match.field(play.state, column, c) != value]
    if not wrong:
        return []
    names = ", ".join(f'"{play.wording().card(card)}"' for card in wrong)
    text = print_node(claim.facing).strip()
    message = f"I expected all of them {text}, but {names} is not."
    return [Problem("claim-fails", message, claim.facing.span)]


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
    stage = play.stage
    if given.key is not None:
        message = f"A claim asks for one {given.field} with `card's {given.field}[..]`."
        return [Problem("unknown-field", message, given.span)]
    kind = stage.pool[play.match.cards[card][0]].kind
    owner = Value(Constant(card), Type("card", kind))
    with stage.resolver.trial() as problems:
        found = member(stage.resolver, owner, given.field, stage.scope())
        wanted = expected_value(stage, given.value, found.type)
    if problems:
        return problems
    evaluator = stage.evaluator
    evaluator.look_at(play.match, play.state)
    value = evaluator.value(stage.code(found), {})
    if value == evaluator.value(stage.code(wanted), {}):
        return []
    wording = play.wording()
    told = wording.value(found.type, value) if not isinstance(value, tuple) else "a table"
    message = f'The {given.field} of "{wording.card(card)}" is {told}.'
    return [Problem("claim-fails", message, given.span)]


def expected_value(stage: Stage, value: files.Value, type_: Type) -> Value:
    node = expression_of(value)
    found = resolve(stage.resolver, node, stage.scope(), type_)
    return as_number(stage.resolver, found, node) if type_.kind == "number" else found
