"""What expressions of the IR mean: each worked out as it stands, slowly and plainly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from ...dsl.ir import ir
from ...dsl.ir.names import ENTRY, PLACE
from ..backend.layout import OPERATIONS, SEQUENCE, Layout, State, alone
from ..backend.simplify import ARITHMETIC, COMPARISONS
from ..backend.symbols import Symbols
from ..runtime.natives import NATIVES, LayerPlan, matches, operate

Env = dict[str, Any]


class Values:
    """Works out expressions in one state of a program; `tables` are spread over the cards of the
    match.
    """

    def __init__(
        self,
        program: ir.Program,
        tables: Mapping[str, Sequence[Any]],
        cards: Sequence[tuple[int, int]],
        state: State,
    ) -> None:
        self.program = program
        self.layout = Layout(program)
        self.tables = tables
        self.cards = cards
        self.state = state

    @cached_property
    def tag_numbers(self) -> dict[str, int]:
        return Symbols(self.program).tag_numbers

    @cached_property
    def plans(self) -> dict[str, LayerPlan]:
        found, tags = self.program, tuple(self.tag_numbers)
        return {name: LayerPlan(found, name, tags) for name in found.properties}

    def seat(self, owner: ir.Expression | None, env: Env) -> int:
        return -1 if owner is None else self.value(owner, env)

    def key(self, name: str, target: int) -> int:
        entry, spec = self.layout.columns.get(ENTRY), self.program.properties[name]
        if spec.of not in ("card", "part") or entry is None:
            return target
        card, index = divmod(target, spec.width)
        return (self.state[entry][card] or alone(card)) * spec.width + index

    def _zone(self, name: str, owner: ir.Expression | None, env: Env) -> list[int]:
        seat = self.seat(owner, env)
        if self.layout.zones[name].spec.per_player and seat < 0:
            return []
        return self.state[self.layout.zone_index(name, seat)]

    def value(self, e: ir.Expression, env: Env) -> Any:
        """The value of an expression: an int, or a sequence of ints."""
        S = self.state
        match e:
            case ir.Int():
                return e.value
            case ir.Local():
                return env[e.name]
            case ir.Field():
                return self._field(e, env)
            case ir.Table():
                found = self.tables[e.name][self.value(e.card, env)]
                if e.index is None:
                    return found
                index = self.value(e.index, env)
                return -1 if index < 0 or found in ((), -1) else found[index]
            case ir.Arithmetic():
                left, right = self.value(e.left, env), self.value(e.right, env)
                return ARITHMETIC[e.operator](left, right)
            case ir.Compare():
                left, right = self.value(e.left, env), self.value(e.right, env)
                return int(COMPARISONS[e.operator](left, right))
            case ir.And():
                return int(bool(self.value(e.left, env)) and bool(self.value(e.right, env)))
            case ir.Or():
                return int(bool(self.value(e.left, env)) or bool(self.value(e.right, env)))
            case ir.Not():
                return int(not self.value(e.value, env))
            case ir.Either():
                side = e.then if self.value(e.condition, env) else e.otherwise
                return self.value(side, env)
            case ir.Bind():
                return self.value(e.value, {**env, e.name: self.value(e.of, env)})
            case ir.NextPlayer():
                player = self.value(e.player, env)
                return (player + e.steps) % self.program.seats if player >= 0 else -1
            case ir.Mark():
                return self.value(e.value, env)
            case ir.Unsettled() | ir.Sequence():
                return S[SEQUENCE] if isinstance(e, ir.Sequence) else len(S[self.layout.queue])
            case ir.Pipeline():
                return self._pipeline(e, env)
            case ir.Apply() | ir.ApplyDispatch() | ir.Entry() | ir.Native() | ir.PlaceOf():
                return self._looked_up(e, env)
            case _:
                return self._of_set(e, env)

    def _field(self, e: ir.Field, env: Env) -> int:
        slot = self.layout.field_slot(e.name)
        if slot.spec.per == "game" or e.owner is None:
            return self.state[slot.index]
        owner = self.value(e.owner, env)
        if slot.spec.per == "card":
            return self.state[slot.index][owner]
        return self.state[slot.index + owner] if owner >= 0 else -1

    def _looked_up(self, e: ir.Expression, env: Env) -> Any:
        match e:
            case ir.Apply():
                return self.apply_function(e.function, e.arguments, env)
            case ir.ApplyDispatch():
                index = int(self.value(e.index, env))
                if index < 0:
                    return () if e.is_set else 0
                return self.apply_function(self.program.dispatch[e.table][index], e.arguments, env)
            case ir.Entry():
                index = self.value(e.index, env)
                nothing = () if e.is_set else -1
                return nothing if index < 0 else self.program.lists[e.table][index]
            case ir.Native():
                values = [self.value(a, env) for a in e.arguments]
                return NATIVES[e.helper][0](self.state, self, *values)
            case ir.PlaceOf():
                index = self.state[self.layout.columns[PLACE]][self.value(e.card, env)]
                name, _ = self.layout.zone_at.get(index, ("", -1))
                return [*self.program.zones, ""].index(name) if name else -1
            case _:
                raise TypeError(e)

    def apply_function(self, name: str, arguments: Sequence[ir.Expression], env: Env) -> Any:
        function = self.program.functions[name]
        values = [self.value(argument, env) for argument in arguments]
        inner = dict(zip(function.parameters, values, strict=True))
        return self.value(function.value, inner)

    def _standing(self, e: ir.Pipeline, env: Env) -> list[tuple[int, int, tuple[int, int, int]]]:
        """The changes that hold now, each with its place; a standing one comes behind."""
        found: list[tuple[int, int, tuple[int, int, int]]] = []
        for one in e.standing:
            for member in self.changing(one, env):
                inner = {**env, one.bound: member}
                amount, tag = self.value(one.amount, inner), self.tag_numbers[one.tag]
                step = (OPERATIONS.index(one.operation), amount, tag)
                found.append((self.value(one.since, inner), 1, step))
        return found

    def changing(self, one: ir.Standing, env: Env) -> list[int]:
        """Whose change of a property holds now; -1 for one of nobody."""
        members = (-1,) if one.over is None else self.value(one.over, env)
        return [m for m in members if self.value(one.condition, {**env, one.bound: m})]

    def _pipeline(self, e: ir.Pipeline, env: Env) -> int:
        value = self.value(e.base, env)
        plan, spec = self.plans[e.name], self.program.properties[e.name]
        found = self._standing(e, env)
        mine = self.layout.properties[e.name], self.key(e.name, self.value(e.target, env))
        rows = [row for row in self.state[self.layout.modifiers] if row[:2] == mine]
        found += [(row[2], 0, (row[3], row[4], row[6])) for row in rows]
        steps = [step for _, _, step in sorted(found, key=lambda one: one[:2])]
        for depth in range(plan.layer_of[-1] + 1):
            layer = [x for x in steps if plan.layer_of[plan.slot_of(x[0], x[2])] == depth]
            for i, (operation, amount, tag) in enumerate(layer):
                slot = plan.slot_of(operation, tag)
                later = [plan.slot_of(other[0], other[2]) for other in layer[i + 1 :]]
                if not (plan.last_only[slot] and slot in later):
                    value = operate(value, operation, amount, spec.rounds)
        return value if spec.floor is None else max(value, spec.floor)

    # ---- sets

    def _of_set(self, e: ir.Expression, env: Env) -> Any:
        match e:
            case ir.Zone():
                return self._zone(e.name, e.owner, env)
            case ir.Items():
                return [self.value(item, env) for item in e.items]
            case ir.Range():
                return range(max(self.value(e.count, env), 0))
            case ir.Join():
                return [*self.value(e.left, env), *self.value(e.right, env)]
            case ir.Bearers():
                group = self.program.bearers[e.group]
                return [card for card, (one, _) in enumerate(self.cards) if one in group]
            case ir.Matches():
                return int(matches([self.value(of, env) for of in e.sets]))
            case ir.Top():
                return [*self.value(e.of, env)][::-1][: max(self.value(e.amount, env), 0)]
            case ir.Bottom():
                return [*self.value(e.of, env)][: max(self.value(e.amount, env), 0)]
            case ir.After():
                members, value = [*self.value(e.of, env)], self.value(e.value, env)
                return members[members.index(value) + 1 :] if value in members else members
            case ir.Reversed():
                return [*self.value(e.of, env)][::-1]
            case ir.TopOne() | ir.BottomOne():
                members, end = self.value(e.of, env), -isinstance(e, ir.TopOne)
                return members[end] if members else -1
            case ir.Count():
                return len(self.value(e.of, env))
            case ir.Contains():
                return int(self.value(e.value, env) in self.value(e.of, env))
            case _:
                return self._with_members(cast(Any, e), env)

    def _with_members(self, e: Any, env: Env) -> Any:
        inner = [(member, {**env, e.name: member}) for member in self.value(e.of, env)]
        match e:
            case ir.Select():
                return [member for member, at in inner if self.value(e.condition, at)]
            case ir.Each():
                return [self.value(e.value, at) for _, at in inner]
            case ir.Flatten():
                return [value for _, at in inner for value in self.value(e.value, at)]
            case ir.Exists():
                return int(any(self.value(e.condition, at) for _, at in inner))
            case ir.Total():
                return sum(self.value(e.value, at) for _, at in inner)
            case ir.Extreme():
                values = [self.value(e.value, at) for _, at in inner]
                if not values:
                    return self.value(e.default, env)
                return max(values) if e.highest else min(values)
            case _:
                raise TypeError(e)
