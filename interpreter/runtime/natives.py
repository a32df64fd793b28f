"""What generated code calls: folding of modifiers, checks, and the pure helpers of
`Native`.

Generated code reaches what is in its namespace, and no other builtins than these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from ...dsl.ir.ir import NONE, Program
from ...dsl.ir.names import PLACE
from ..backend.layout import OPERATIONS, RECORDER, RNG, State
from ..knowledge.visibility import BY_FACE, BY_NUMBER, visibility_of
from .faults import RuleFault
from .fitting import best_groups, members_that_fit, most_that_fit, ways_to_fit
from .objects import (
    HasLayout,
    attach,
    attached_to,
    bearer_of,
    card_of_key,
    cards_attached,
    cards_beneath,
    cards_under,
    lies_on_top,
    loosened,
    object_key,
    object_top,
    spot_beside,
    stack_tops,
    tie_of,
)
from .rng import shuffle

SET, RAISE, LOWER, MULTIPLY, DIVIDE, GRANT, VOID, REVOKE = range(len(OPERATIONS))
LIMIT = 1 << 53  # numbers stay exact in any JSON reader
LONGEST = 100_000  # members of a set made by counting
FILE = "<rules>"  # the name generated code is compiled under
SAME_LAYER = {"lower": "raise", "divide": "multiply"}

BUILTINS: dict[str, object] = {
    "len": len,
    "list": list,
    "range": range,
    "reversed": reversed,
    "tuple": tuple,
    "RecursionError": RecursionError,
    "ZeroDivisionError": ZeroDivisionError,
}


class Nowhere(tuple[int, ...]):
    """The entry of card -1 in a table of values: each member reads -1."""

    def __getitem__(self, index: object) -> Any:
        return NONE


# ---- modifiers


class LayerPlan:
    """The declared layers of one property: which slot a tag or an operation has, and how
    slots lie.
    """

    def __init__(self, program: Program, name: str, tags: Sequence[str]) -> None:
        spec = program.properties[name]
        self.rounds = spec.rounds
        self.by_tag: dict[int, int] = {}
        self.by_operation: dict[int, int] = {}
        self.layer_of: list[int] = []
        self.last_only: list[bool] = []
        for depth, layer in enumerate(spec.layers):
            for title, last_only in layer:
                slot = len(self.layer_of)
                self.layer_of.append(depth)
                self.last_only.append(last_only)
                if title in OPERATIONS:
                    self._claim(title, slot)
                elif title in tags:
                    self.by_tag.setdefault(tags.index(title), slot)
        self.rest = len(self.layer_of)
        self.layer_of.append(len(spec.layers))
        self.last_only.append(False)

    def _claim(self, title: str, slot: int) -> None:
        self.by_operation[OPERATIONS.index(title)] = slot
        for other, layer_name in SAME_LAYER.items():
            if layer_name == title:
                self.by_operation.setdefault(OPERATIONS.index(other), slot)

    def slot_of(self, operation: int, tag: int) -> int:
        """Where a modifier belongs; what no layer names comes behind all layers."""
        slot = self.by_tag.get(tag) if tag else None
        return self.by_operation.get(operation, self.rest) if slot is None else slot


def layer_plans(program: Program, tags: Sequence[str]) -> tuple[LayerPlan, ...]:
    """One plan a property, in the order of the program."""
    return tuple(LayerPlan(program, name, tags) for name in program.properties)


def operate(value: int, operation: int, amount: int, rounds: str) -> int:
    """One step of a pipeline."""
    if operation == RAISE:
        return value + amount
    if operation == LOWER:
        return value - amount
    if operation == SET:
        return amount
    if operation == MULTIPLY:
        return value * amount
    if rounds == "up":
        return -(-value // amount)
    if rounds == "nearest":
        return (2 * value + amount) // (2 * amount)
    return value // amount


def fold(
    plan: LayerPlan,
    number: int,
    key: int,
    value: int,
    running: Iterable[tuple[int, ...]],
    standing: Sequence[tuple[int, int, int]] = (),
) -> int:
    """The value behind all modifiers of property `number` on the object `key`."""
    steps = [(row[3], row[4], row[6]) for row in running if row[1] == key and row[0] == number]
    if standing:
        steps = [*standing, *steps]
    if len(steps) > 1:
        steps = _in_layers(plan, steps)
    for operation, amount, _ in steps:
        value = operate(value, operation, amount, plan.rounds)
    return value


def fold_placed(
    plan: LayerPlan,
    number: int,
    key: int,
    value: int,
    running: Iterable[tuple[int, ...]],
    standing: Sequence[tuple[int, int, int, int]],
) -> int:
    """The same where standing modifiers say behind which running one they come."""
    placed = [((one[3], 1), one[:3]) for one in standing]
    for row in running:
        if row[1] == key and row[0] == number:
            placed.append(((row[2], 0), (row[3], row[4], row[6])))
    placed.sort(key=itemgetter(0))
    return fold(plan, number, key, value, (), [step for _, step in placed])


def gathered(
    state: State, match: HasLayout, number: int, target: int, base: Sequence[int]
) -> Sequence[int]:
    """The members of list property `number` of `target`: those granted join, one that is revoked
    is there no longer, a void empties what there was before it.
    """
    running = state[match.layout.modifiers]
    if not running or target < 0:
        return base
    spec = match.layout.property_specs[number]
    key = target
    if spec.of == "card":
        key = object_key(state, match, target)
    elif spec.of == "part":
        card, index = divmod(target, spec.width)
        key = object_key(state, match, card) * spec.width + index
    members = list(base)
    for modifier in running:
        if modifier[1] == key and modifier[0] == number:
            if modifier[3] == GRANT:
                members.append(modifier[4])
            elif modifier[3] == VOID:
                members.clear()
            else:
                members = [member for member in members if member != modifier[4]]
    return members


def times_said(
    state: State, match: HasLayout, number: int, card: int, ability: int, times: int
) -> int:
    """How often a sentence speaks for a card, which has it so often by itself and by what stands;
    list property `number` says what it has gained and lost for a time.
    """
    running = state[match.layout.modifiers]
    if not running or card < 0:
        return times
    key = object_key(state, match, card)
    for row in running:
        if row[1] == key and row[4] == ability and row[0] == number:
            times = times + 1 if row[3] == GRANT else 0
    return times


def said_by(
    state: State, match: HasLayout, number: int, ability: int, cards: Sequence[int]
) -> list[int]:
    """The cards for which a sentence speaks, each as often as it does: these have it by themselves
    and by what stands.
    """
    found = [*cards]
    for row in state[match.layout.modifiers]:
        if row[4] != ability or row[0] != number:
            continue
        if row[3] == GRANT:
            card = card_of_key(state, match, row[1])
            found += (card,) if card >= 0 else ()
        else:
            found = [card for card in found if object_key(state, match, card) != row[1]]
    return found


def printing(
    state: State, match: HasLayout, number: int, cards: Sequence[int], group: int
) -> list[int]:
    """The cards on which something is printed now: of those that print it by themselves the ones
    that are no copies, and the copies of such cards; property `number` says which are copies.
    """
    layout = match.layout
    prints = {
        card_of_key(state, match, row[1]): row[4]
        for row in state[layout.modifiers]
        if row[0] == number
    }
    if not prints:
        return [*cards]
    known = layout.program.bearers[group]
    found = {card for card in cards if card not in prints}
    found |= {card for card, of in prints.items() if card >= 0 and -2 - of in known}
    return sorted(found)


def forgotten(state: State, match: HasLayout, card: int) -> list[tuple[int, ...]]:
    """The running modifiers on the object of a card and on its parts; they end."""
    layout, key = match.layout, object_key(state, match, card)
    rows: list[tuple[int, ...]] = state[layout.modifiers]
    parts = layout.parts_of_cards
    ended = [row for row in rows if (many := parts[row[0]]) and row[1] // many == key]
    if ended:
        state[layout.modifiers] = [row for row in rows if row not in ended]
    return ended


def left_behind(state: State, match: HasLayout, card: int) -> list[tuple[int, ...]]:
    """What hung on a card that is no object ends where it goes; an object ends by itself."""
    entry = match.layout.entry
    return [] if entry >= 0 and state[entry][card] else forgotten(state, match, card)


def _in_layers(plan: LayerPlan, steps: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    layers: list[list[tuple[int, tuple[int, int, int]]]] = [
        [] for _ in range(plan.layer_of[-1] + 1)
    ]
    for step in steps:
        slot = plan.slot_of(step[0], step[2])
        layer = layers[plan.layer_of[slot]]
        if plan.last_only[slot]:
            layer[:] = [other for other in layer if other[0] != slot]
        layer.append((slot, step))
    return [step for layer in layers for _, step in layer]


# ---- chance


def hidden_shuffled(
    state: State, match: HasLayout, members: Sequence[int], seat: int
) -> tuple[int, ...]:
    """Cards in their order, but for those of held zones: what `seat` (-1: some seat) does not
    see changes places by chance, what it sees by the numbers of the cards.
    """
    if len(members) < 2:
        return tuple(members)
    seen = visibility_of(match.layout)
    places, order = state[seen.place], seen.order[seat]
    orders: set[int] = {order[places[card]] for card in members}
    if len(orders) <= 1 and BY_FACE not in orders:
        return tuple(sorted(members) if BY_NUMBER in orders else members)
    mask = seen.all_seats if seat < 0 else 1 << seat
    hidden: dict[int, int] = {}  # by their spots
    shown: dict[int, int] = {}
    for spot, card in enumerate(members):
        if card >= 0 and seen.held[places[card]]:
            is_hidden = mask & ~seen.audience(state, card)
            (hidden if is_hidden else shown)[spot] = card
    mixed = [*hidden.values()]
    state[RNG] = shuffle(mixed, state[RNG])
    found = list(members)
    for spots, cards in ((hidden, mixed), (shown, sorted(shown.values()))):
        for spot, card in zip(spots, cards, strict=True):
            found[spot] = card
    return tuple(found)


# ---- what is tried


def snapshot(state: State, match: HasLayout) -> tuple[State, int]:
    """What a state is now, and how much was recorded; no more than `restore_state` needs."""
    copy = state.copy()
    for index in match.layout.own:
        copy[index] = state[index].copy()
    return copy, 0 if state[RECORDER] is None else len(state[RECORDER].log)


def restore_state(state: State, match: HasLayout, before: tuple[State, int]) -> None:
    """The state is again what it was, in its own lists, which others may hold; nothing is recorded
    of what was tried.
    """
    recorder, own = state[RECORDER], match.layout.own
    copy, recorded = before
    for index, value in enumerate(copy):
        if index in own:
            state[index][:] = value
        elif index != RECORDER:
            state[index] = value
    if recorder is not None:
        del recorder.log[recorded:]


# ---- checks


def checked(value: int, place: int) -> int:
    """The number itself, unless it grew beyond what a save can hold."""
    if -LIMIT <= value <= LIMIT:
        return value
    raise RuleFault("number-too-large", place)


def counted(count: int, place: int) -> range:
    """0, 1, .. count - 1, within reason."""
    if count > LONGEST:
        raise RuleFault("number-too-large", place)
    return range(count)


def located(error: BaseException, line_places: Sequence[int]) -> RuleFault:
    """The fault behind an exception that Python raised in generated code."""
    code = "endless-rule" if isinstance(error, RecursionError) else "division-by-zero"
    place, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            place = line_places[trace.tb_lineno - 1] or place
        trace = trace.tb_next
    return RuleFault(code, place)


def nobody(match: HasLayout, site: int) -> RuleFault:
    """The fault of asking a seat that does not exist."""
    return RuleFault("no-player", match.layout.program.sites[site].place)


def after(members: Sequence[int], value: int) -> Sequence[int]:
    """The members behind the first one equal to `value`; all when there is none."""
    for i, member in enumerate(members):
        if member == value:
            return members[i + 1 :]
    return members


def matches(sets: Sequence[Sequence[int]]) -> bool:
    """Whether each set can be given a member of its own."""
    holder: dict[int, int] = {}
    return all(_seat(sets, i, holder, set()) for i in range(len(sets)))


def _seat(sets: Sequence[Sequence[int]], i: int, holder: dict[int, int], tried: set[int]) -> bool:
    for member in sets[i]:
        if member not in tried:
            tried.add(member)
            if member not in holder or _seat(sets, holder[member], holder, tried):
                holder[member] = i
                return True
    return False


def zero(*_: object) -> int:
    """The function behind index -1 of a dispatch table of numbers."""
    return 0


def empty(*_: object) -> tuple[int, ...]:
    """The function behind index -1 of a dispatch table of sets."""
    return ()


def nothing(*_: object) -> None:
    """The procedure behind index -1 of a dispatch table."""


# ---- helpers of Native: helper(S, M, *arguments)


def waiting_owner(state: State, match: HasLayout, index: int) -> int:
    """The owner of the trigger that waits at `index`."""
    queue = state[match.layout.queue]
    return queue[index][2] if 0 <= index < len(queue) else NONE


def zone_owner(state: State, match: HasLayout, card: int) -> int:
    """The owner of the zone a card lies in; -1 when it is shared."""
    index = state[match.layout.columns[PLACE]][card]
    return match.layout.zone_at[index][1] if index >= 0 else NONE


def ready_triggers(state: State, match: HasLayout, order: Sequence[int]) -> list[int]:
    """The waiting triggers that may go next: those of the first seat in `order` with any; of equal
    ones the oldest. Without an order only the oldest may go.
    """
    queue: list[tuple[int, ...]] = state[match.layout.queue]
    first = {entry: index for index, entry in reversed([*enumerate(queue)])}
    for seat in order:
        ready = sorted(index for entry, index in first.items() if entry[2] == seat)
        if ready:
            return ready
    return [0] if queue else []


def distinct(state: State, match: HasLayout, members: Sequence[int]) -> list[int]:
    """The members of a set, each once."""
    return [*dict.fromkeys(members)]


def same_members(state: State, match: HasLayout, one: Sequence[int], two: Sequence[int]) -> int:
    """Whether two sets have the same members."""
    return int(sorted(one) == sorted(two))


def best_of_groups(
    state: State,
    match: HasLayout,
    cards: Sequence[int],
    worth: Sequence[int],
    *shapes: Sequence[int],
) -> list[int]:
    """The cards of the best groups; of each shape there are four lists."""
    parted = [
        (shapes[k], shapes[k + 1], shapes[k + 2], shapes[k + 3]) for k in range(0, len(shapes), 4)
    ]
    return best_groups(cards, worth, parted)


Helper = Callable[..., object]
GENERATED: dict[str, Helper] = {
    helper.__name__: helper
    for helper in (
        *(fold, fold_placed, forgotten, left_behind, hidden_shuffled, checked, counted),
        *(located, nobody),
        *(after, matches, snapshot, spot_beside, restore_state, zero, empty, nothing),
        *(attach, loosened, tie_of, lies_on_top, cards_under),
    )
}
GIVE_SETS = (
    *(ready_triggers, cards_beneath, stack_tops, gathered, distinct, attached_to, cards_attached),
    *(best_of_groups, ways_to_fit, members_that_fit),
    said_by,
    printing,
)
NATIVES: dict[str, tuple[Helper, bool]] = {  # and whether it gives a set
    helper.__name__: (helper, helper in GIVE_SETS)
    for helper in (
        *GIVE_SETS,
        most_that_fit,
        waiting_owner,
        zone_owner,
        same_members,
        object_top,
        bearer_of,
        times_said,
    )
}
