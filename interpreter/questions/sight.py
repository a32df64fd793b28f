"""What a seat can work out: expressions as far as their values follow from what it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from ...dsl.ir import ir
from ...dsl.ir.names import OWNER
from ..backend.layout import State
from ..reference.values import Env, Values
from ..runtime.match import Match

OPEN = ("all", "inner")  # notes that everybody can read, or that the engine keeps
Members = list[tuple[int, bool]]  # each with whether it is surely one


class Unseen(Exception):
    """The value depends on what the seat cannot see."""


class Sight(Values):
    """Works out expressions in one state that nobody changes meanwhile. `unknown`: the cards that
    the seat (-1: somebody who sees all) does not know. What depends on them raises `Unseen`; what
    is so whatever they are does not.
    """

    def __init__(
        self, program: ir.Program, match: Match, state: State, seat: int, unknown: frozenset[int]
    ) -> None:
        super().__init__(program, match.tables, match.cards, state)
        self.layout = match.layout
        self.viewer = seat
        self.unknown = unknown
        self.known_calls: dict[tuple[str, tuple[Any, ...]], Any] = {}

    def truth(self, e: ir.Expression, env: Env) -> bool | None:
        """Whether something holds; None where the seat cannot tell."""
        try:
            return bool(self.value(e, env))
        except Unseen:
            return None

    def value(self, e: ir.Expression, env: Env) -> Any:
        """As in `Values`; raises `Unseen`."""
        method = READS.get(type(e)) if self.unknown else None
        return super().value(e, env) if method is None else method(self, e, env)

    def apply_function(self, name: str, arguments: Sequence[ir.Expression], env: Env) -> Any:
        """The value of a call, worked out once for the same arguments."""
        values = [self.value(argument, env) for argument in arguments]
        frozen = tuple(value if isinstance(value, int) else tuple(value) for value in values)
        key = (name, frozen)
        if key not in self.known_calls:
            function = self.program.functions[name]
            inner = dict(zip(function.parameters, values, strict=True))
            try:
                self.known_calls[key] = self.value(function.value, inner)
            except Unseen as unseen:
                self.known_calls[key] = unseen
        found = self.known_calls[key]
        if isinstance(found, Unseen):
            raise found
        return found

    # ---- what is read of cards, players and zones

    def card(self, e: ir.Expression, env: Env) -> int:
        """A card of which something is read that only who knows it can tell."""
        card = int(self.value(e, env))
        if card in self.unknown:
            raise Unseen
        return card

    def table(self, e: ir.Table, env: Env) -> Any:
        """An entry of a table."""
        if e.name != OWNER:
            self.card(e.card, env)
        return super().value(e, env)

    def noted(self, e: ir.Field, env: Env) -> int:
        """A gauge, a note, or how a card lies, which all see."""
        spec = self.layout.field_slot(e.name).spec
        if e.owner is not None and e.name not in self.layout.columns:
            if spec.per == "card":
                self.card(e.owner, env)
            elif spec.secret not in OPEN and self.value(e.owner, env) != self.viewer:
                raise Unseen
        return super().value(e, env)

    def zone(self, e: ir.Zone, env: Env) -> list[int]:
        """The cards of a zone; in no order of theirs where others hold them."""
        members = cast(list[int], super().value(e, env))
        spec, owner = self.layout.zones[e.name].spec, self.seat_of(e.owner, env)
        if owner in (-1, self.viewer):
            return members
        if spec.counted != "all":
            raise Unseen
        return sorted(members) if spec.held else members

    def seat_of(self, owner: ir.Expression | None, env: Env) -> int:
        """Whose something is, -1 for nobody's."""
        return -1 if owner is None else int(self.value(owner, env))

    # ---- what holds whatever the unknown is

    def both(self, e: ir.And | ir.Or, env: Env) -> int:
        """One side may settle it where the other cannot be told."""
        settles = isinstance(e, ir.Or)
        sides = self.truth(e.left, env), None
        if sides[0] is settles:
            return int(settles)
        sides = sides[0], self.truth(e.right, env)
        if sides[1] is settles:
            return int(settles)
        if None in sides:
            raise Unseen
        return int(not settles)

    def either(self, e: ir.Either, env: Env) -> Any:
        """Both ways may come to the same."""
        holds = self.truth(e.condition, env)
        if holds is not None:
            return self.value(e.then if holds else e.otherwise, env)
        values = [self.value(side, env) for side in (e.then, e.otherwise)]
        if values[0] != values[1]:
            raise Unseen
        return values[0]

    # ---- sets

    def members(self, e: ir.Expression, env: Env) -> Members:
        """What is or may be in a set."""
        match e:
            case ir.Select():
                return [*self.selected(e, env)]
            case ir.Join():
                return [*self.members(e.left, env), *self.members(e.right, env)]
            case ir.Flatten():
                return [
                    (inner, sure and safe)
                    for member, sure in self.members(e.of, env)
                    for inner, safe in self.members(e.value, {**env, e.name: member})
                ]
            case ir.Mark():
                return self.members(e.value, env)
            case ir.Bind():
                return self.members(e.value, {**env, e.name: self.value(e.of, env)})
            case ir.Bearers():
                return self.bearers(e)
            case _:
                return [(member, True) for member in self.value(e, env)]

    def bearers(self, e: ir.Bearers) -> Members:
        """Those known, and of a player who has more of them each card that may be one."""
        group = self.program.bearers[e.group]
        every = [card for card, (one, _) in enumerate(self.cards) if one in group]
        owners = {self.cards[card][1] for card in every if card in self.unknown}
        found = [(card, True) for card in every if card not in self.unknown]
        return found + [(c, False) for c in sorted(self.unknown) if self.cards[c][1] in owners]

    def selected(self, e: ir.Select, env: Env) -> Iterable[tuple[int, bool]]:
        for member, sure in self.members(e.of, env):
            holds = self.truth(e.condition, {**env, e.name: member})
            if holds is not False:
                yield member, sure and holds is True

    def sure(self, e: ir.Expression, env: Env) -> list[int]:
        """The members of a set that is known whole."""
        found = self.members(e, env)
        if not all(sure for _, sure in found):
            raise Unseen
        return [member for member, _ in found]

    def count(self, e: ir.Count, env: Env) -> int:
        """How many there are."""
        return len(self.sure(e.of, env))

    def exists(self, e: ir.Exists, env: Env) -> int:
        """One that surely is there and surely fits. What is put behind the question whether the
        match has some cards is the same without them, so that can be asked whoever has them.
        """
        if isinstance(e.of, ir.Bearers) and e.condition == ir.Int(1):
            return 1
        select = ir.Select(e.name, e.of, e.condition)
        found = [sure for _, sure in self.selected(select, env)]
        if found and not any(found):
            raise Unseen
        return int(any(found))

    def contains(self, e: ir.Contains, env: Env) -> int:
        """Whether it surely is a member."""
        value = self.value(e.value, env)
        found = [sure for member, sure in self.members(e.of, env) if member == value]
        if found and not any(found):
            raise Unseen
        return int(any(found))

    def total(self, e: ir.Total, env: Env) -> int:
        """What only may be there counts if it is worth nothing."""
        found = 0
        for member, sure in self.members(e.of, env):
            value = self.value(e.value, {**env, e.name: member})
            if value and not sure:
                raise Unseen
            found += value
        return found

    def changing(self, one: ir.Standing, env: Env) -> list[int]:
        """As in `Values`; raises `Unseen`."""
        if not self.unknown or one.over is None:
            return super().changing(one, env)
        return self.sure(ir.Select(one.bound, one.over, one.condition), env)


READS: dict[type[ir.Expression], Callable[[Sight, Any, Env], Any]] = {
    ir.Table: Sight.table,
    ir.Field: Sight.noted,
    ir.Zone: Sight.zone,
    ir.And: Sight.both,
    ir.Or: Sight.both,
    ir.Either: Sight.either,
    ir.Count: Sight.count,
    ir.Exists: Sight.exists,
    ir.Contains: Sight.contains,
    ir.Total: Sight.total,
    **dict.fromkeys((ir.Select, ir.Join, ir.Flatten, ir.Bearers), Sight.sure),
}
