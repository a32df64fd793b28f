"""The reference semantics: the IR walked as it stands, slowly and plainly.

Only the layout of the state, chance and the pure helpers are shared with the generated code, so
that a test can play both. Where the walk stands is a generator: not to be saved or copied.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from ...dsl.ir import ir
from ...dsl.ir.names import BEARER, ENTRY, FACE, PLACE, TURNED
from ...dsl.ir.traverse import all_nodes
from ..backend.layout import (
    OPERATIONS,
    OPTIONS,
    PICKED,
    RESULT,
    RNG,
    SEAT,
    SEQUENCE,
    SITE,
    FieldSlot,
    State,
    alone,
)
from ..runtime.faults import GameOver, RuleFault
from ..runtime.natives import hidden_shuffled, object_key, spot_beside
from ..runtime.rng import below, shuffle
from .values import Env, Values

# Yields at a choice, is sent the answer; gives "", "break" or "return".
Walking = Generator[None, int, str]


class Walker(Values):
    """Plays one state of a program; `tables` are spread over the cards of the match."""

    def __init__(
        self,
        program: ir.Program,
        tables: Mapping[str, Sequence[Any]],
        cards: Sequence[tuple[int, int]],
        state: State,
    ) -> None:
        super().__init__(program, tables, cards, state)
        self.walk = self._procedure("game", ())

    def begin(self) -> None:
        """Runs up to the first choice or the end, in lists that no other state may have."""
        self.state[:] = self._copied()
        self._resume(lambda: next(self.walk))

    def _copied(self) -> State:
        """What the state is now, in lists of its own."""
        return [[*c] if isinstance(c, list) else c for c in self.state]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    def apply(self, index: int) -> None:
        """Answers the choice with option `index`."""
        answer = self.state[OPTIONS][index]
        self._resume(lambda: self.walk.send(answer))

    def _resume(self, step: Any) -> None:
        try:
            step()
        except (StopIteration, GameOver):
            S = self.state
            S[SEAT], S[SITE], S[OPTIONS] = -1, -1, []
            S[RESULT] = S[RESULT] or ((), -1)
        except ZeroDivisionError:
            raise RuleFault("division-by-zero", 0) from None

    # ---- statements

    def _procedure(self, name: str, arguments: Sequence[Any]) -> Walking:
        procedure = self.program.procedures[name]
        env: Env = {}
        for node in all_nodes(*procedure.body):
            if (isinstance(node, ir.Let) and node.is_set) or isinstance(node, ir.ShuffleHidden):
                env[node.name] = ()
            elif isinstance(node, ir.Local):
                env.setdefault(node.name, -1)
            elif isinstance(node, ir.Statement):
                for name in node.writes:
                    env.setdefault(getattr(node, name), -1)
        env.update(zip(procedure.parameters, arguments, strict=True))
        yield from self._block(procedure.body, env)
        return ""

    def _block(self, block: ir.Block, env: Env) -> Walking:
        for statement in block:
            signal = yield from self._statement(statement, env)
            if signal:
                return signal
        return ""

    def _statement(self, s: ir.Statement, env: Env) -> Walking:
        match s:
            case ir.If():
                branch = s.then if self.value(s.condition, env) else s.otherwise
                return (yield from self._block(branch, env))
            case ir.While():
                while self.value(s.condition, env):
                    signal = yield from self._block(s.body, env)
                    if signal:
                        return "" if signal == "break" else signal
            case ir.For():
                for member in tuple(self.value(s.of, env)):
                    env[s.name] = member
                    signal = yield from self._block(s.body, env)
                    if signal:
                        return "" if signal == "break" else signal
            case ir.Break():
                return "break"
            case ir.Return():
                return "return"
            case ir.Step():
                return (yield from self._block(s.body, env))
            case ir.Call():
                yield from self._procedure(s.procedure, self.frozen(s.arguments, env))
            case ir.Try():
                before = self._copied()
                yield from self._procedure(s.procedure, self.frozen(s.arguments, env))
                env[s.name] = int(bool(self.value(s.failed, env)))
                if env[s.name]:
                    self.state[:] = before
            case ir.Changed():
                env[s.name] = 1
            case ir.Touch():
                pass
            case ir.Run():
                if (index := int(self.value(s.index, env))) >= 0:
                    name = self.program.dispatch[s.table][index]
                    yield from self._procedure(name, self.frozen(s.arguments, env))
            case ir.Unqueue():
                queue, index = self.state[self.layout.queue], self.value(s.index, env)
                if 0 <= index < len(queue):
                    trigger, *values = queue.pop(index)
                    name = self.program.triggers[int(trigger)]
                    yield from self._procedure(name, values)
            case ir.Choose():
                yield from self._choose(s, env)
            case _:
                self._event(s, env)
        return ""

    def _choose(self, s: ir.Choose, env: Env) -> Walking:
        options = [*self.value(s.options, env)]
        if options and self.value(s.may_pass, env):
            options.append(-1)
        if len(options) < 2:
            env[s.name] = options[0] if options else -1
            return ""
        S = self.state
        S[SEAT], S[SITE], S[OPTIONS] = self.value(s.seat, env), s.site, options
        weights = () if s.weights is None else self.frozen([s.weights], env)[0]
        S[PICKED] = (*self.frozen(s.picked, env), *weights) or None
        if S[SEAT] < 0:
            raise RuleFault("no-player", 0)
        env[s.name], S[PICKED] = (yield), None
        return ""

    def frozen(self, arguments: Sequence[ir.Expression], env: Env) -> list[Any]:
        """Values that no longer change with their zones."""
        values = [self.value(argument, env) for argument in arguments]
        return [value if isinstance(value, int) else tuple(value) for value in values]

    def _event(self, s: ir.Statement, env: Env) -> None:
        S, layout = self.state, self.layout
        match s:
            case ir.Let():
                env[s.name] = self.frozen([s.value], env)[0]
            case ir.Random():
                of = self.value(s.of, env)
                index, S[RNG] = below(S[RNG], len(of))
                env[s.name] = of[index] if of else -1
            case ir.ShuffleHidden():
                env[s.name] = hidden_shuffled(S, self, *self.frozen([s.of, s.seat], env))
            case ir.Shuffle():
                S[RNG] = shuffle(S[self._cell(s.zone, s.owner, env)], S[RNG])
            case ir.Set():
                owner = self.seat(s.owner, env)
                self._set(layout.fields[s.name], owner, self.value(s.value, env))
            case ir.Move():
                found = self.value(s.cards, env)
                at = None if s.at is None else self.value(s.at, env)
                cell = self._cell(s.zone, s.owner, env) if at is None else -1
                for card in tuple(found) if s.many else (found,):
                    if card >= 0 and at is None:
                        self._move(s, card, cell)
                    elif card >= 0 and at is not None and at >= 0 and card != at:
                        self._lay_beside(s, card, at)
            case ir.Swap():
                self._swap(self.value(s.one, env), self.value(s.other, env))
            case ir.Attach():
                card, bearer = self.value(s.card, env), self.value(s.bearer, env)
                self._attach(card, [bearer], may_fail=True)
            case ir.TurnFace() | ir.Rotate():
                turned = (TURNED, s.turned) if isinstance(s, ir.Rotate) else (FACE, s.face)
                for card in tuple(self.value(s.cards, env)):
                    if card >= 0:
                        S[layout.columns[turned[0]]][card] = turned[1]
            case ir.Modify():
                self._modify(s, self.value(s.target, env), self.value(s.amount, env), env)
            case ir.Forget():
                if (card := self.value(s.card, env)) >= 0:
                    self._forget(card)
            case ir.Expire():
                rows = S[layout.modifiers]
                S[layout.modifiers] = [row for row in rows if row[5] != s.moment]
                for slot in layout.fields.values():
                    if slot.spec.until == s.moment:
                        self._reset(slot)
            case ir.ExpireIf():
                S[layout.modifiers] = [
                    row for row in S[layout.modifiers] if not self._over(s, row, env)
                ]
            case ir.Queue():
                S[layout.queue].append((s.trigger, *self.frozen(s.arguments, env)))
            case ir.EndGame():
                S[RESULT] = (self.frozen([s.places], env)[0], s.reason)
                raise GameOver
            case ir.Fault():
                raise RuleFault(s.code, s.place)
            case _:
                pass  # lines, announcements and reveals change nothing here

    def _cell(self, zone: str, whose: ir.Expression | None, env: Env) -> int:
        """The cell of a zone that is changed; one of nobody cannot be."""
        owner = self.seat(whose, env)
        if self.layout.zones[zone].spec.per_player and owner < 0:
            raise RuleFault("no-player", 0)
        return self.layout.zone_index(zone, owner)

    def _set(self, slot: FieldSlot, owner: int, value: int) -> None:
        spec, S = slot.spec, self.state
        if spec.low is not None:
            value = max(value, spec.low)
        if spec.high is not None:
            value = min(value, spec.high)
        if spec.per == "game":
            S[slot.index] = value
        elif owner >= 0 and spec.per == "player":
            S[slot.index + owner] = value
        elif owner >= 0:
            S[slot.index][owner] = value

    def _reset(self, slot: FieldSlot) -> None:
        S, start = self.state, slot.spec.start
        if slot.spec.per == "card":
            S[slot.index] = [start] * len(self.cards) + [-1]
        else:
            cells = self.layout.seats if slot.spec.per == "player" else 1
            S[slot.index : slot.index + cells] = [start] * cells

    def _move(self, s: ir.Move, card: int, target: int) -> None:
        S, columns, spec = self.state, self.layout.columns, self.layout.zones[s.zone].spec
        source, ties = S[columns[PLACE]][card], self._ties()
        self._leave(card, source, target)
        S[source].remove(card)
        if ENTRY in columns:
            entries = S[columns[ENTRY]]
            joins = s.to == "onto" or (s.to == "bottom" and spec.kind == "stack")
            if not spec.keeps_object:
                entries[card] = 0
            elif joins and S[target]:
                entries[card] = entries[S[target][-1]]
            elif source != target or spec.kind == "group":  # a stack of its own there
                S[SEQUENCE] += 1
                entries[card] = S[SEQUENCE]
        S[target].insert(0 if s.to == "bottom" else len(S[target]), card)
        S[columns[PLACE]][card] = target
        if FACE in columns:
            S[columns[FACE]][card] = spec.face if s.face < 0 else s.face
        if TURNED in columns:
            S[columns[TURNED]][card] = max(s.turned, 0)
        if BEARER in columns:
            S[columns[BEARER]][card] = 0
            self._tie_again(ties, card)

    def _ties(self) -> dict[int, list[int]]:
        """By card that is attached: the object of its bearer, bottom first."""
        S, columns = self.state, self.layout.columns
        bearers = S[columns[BEARER]][:-1] if BEARER in columns else ()
        return {card: self._named(key) for card, key in enumerate(bearers) if key}

    def _named(self, key: int) -> list[int]:
        """The object of a key, bottom first."""
        cells = [self.state[cell] for cell in self.layout.zone_at]
        return [
            card for cards in cells for card in cards if object_key(self.state, self, card) == key
        ]

    def _tie_again(self, ties: dict[int, list[int]], moved: int) -> None:
        """Behind the move of a card: what was attached to its object is so to the card itself if it
        was and is on top, else to what is left, where these may bear it.
        """
        for card, thing in ties.items():
            if card == moved or moved not in thing:
                continue
            key = object_key(self.state, self, moved)
            follows = thing[-1] == moved == self._named(key)[-1]
            rest = [one for one in thing if one != moved]
            self._attach(card, [*[moved] * follows, *rest])

    def _attach(self, card: int, bearers: Sequence[int], may_fail: bool = False) -> None:
        """A card is attached to the first of some that may bear it, else (unless that `may_fail`)
        to nothing.
        """
        S, columns = self.state, self.layout.columns
        found = [one for one in bearers if self._may_bear(card, one)]
        if found or not may_fail:
            S[columns[BEARER]][card] = object_key(S, self, found[0]) if found else 0

    def _may_bear(self, card: int, bearer: int) -> bool:
        places = self.state[self.layout.columns[PLACE]]
        cells = self.layout.may_bear.get(places[card], ())
        return card >= 0 and bearer >= 0 and places[bearer] in cells

    def _lay_beside(self, s: ir.Move, card: int, at: int) -> None:
        S, columns = self.state, self.layout.columns
        entries, places, ties = S[columns[ENTRY]], S[columns[PLACE]], self._ties()
        self._leave(card, places[card], places[at])
        S[places[card]].remove(card)
        members = S[places[at]]
        members.insert(spot_beside(entries, members, at, s.to == "bottom"), card)
        places[card], entries[card] = places[at], entries[at]
        for column, said in ((FACE, s.face), (TURNED, s.turned)):
            if column in columns:
                cells = S[columns[column]]
                cells[card] = cells[at] if said < 0 else said
        if BEARER in columns:
            self._tie_again(ties, card)
            S[columns[BEARER]][card] = S[columns[BEARER]][at]

    def _swap(self, one: int, other: int) -> None:
        S, columns = self.state, self.layout.columns
        if one < 0 or other < 0:
            return
        lie = [S[columns[PLACE]][card] for card in (one, other)]
        for card in (one, other):
            self._leave(card, *lie)
        first, second = (S[cell] for cell in lie)
        spot, other_spot = first.index(one), second.index(other)
        first[spot], second[other_spot] = other, one
        for column in columns.values():
            cells = S[column]
            cells[one], cells[other] = cells[other], cells[one]
        for card, key in enumerate(S[columns[BEARER]][:-1] if BEARER in columns else ()):
            if key in (alone(one), alone(other)):  # objects stay, such a card goes
                bearer = alone(key)
                on_top = self._named(object_key(S, self, bearer))[-1] == bearer
                self._attach(card, [bearer] * on_top)

    def _over(self, s: ir.ExpireIf, row: tuple[int, ...], env: Env) -> bool:
        if row[5] != s.moment or row[2] > self.value(s.changes, env):
            return False
        given = (*s.arguments, *map(ir.Int, row[7:]))
        return bool(self.apply_function(s.function, given, env))

    def _modify(self, s: ir.Modify, target: int, amount: int, env: Env) -> None:
        S = self.state
        if target < 0 and self.program.properties[s.name].of != "game":
            return
        context = self.frozen(s.context, env)
        S[SEQUENCE] += 1
        number, operation = self.layout.properties[s.name], OPERATIONS.index(s.operation)
        key, tag = self.key(s.name, target), self.tag_numbers[s.tag]
        row = (number, key, S[SEQUENCE], operation, amount, s.until, tag, *context)
        S[self.layout.modifiers].append(row)

    def _leave(self, card: int, source: int, target: int) -> None:
        """What hangs on a card that is no object stays behind where it goes to another zone."""
        entry = self.layout.columns.get(ENTRY)
        if source != target and not (entry and self.state[entry][card]):
            self._forget(card)

    def _forget(self, card: int) -> None:
        S, properties = self.state, [*self.program.properties]
        kept: list[tuple[int, ...]] = []
        rows: list[tuple[int, ...]] = S[self.layout.modifiers]
        for row in rows:
            name = properties[row[0]]
            spec = self.program.properties[name]
            first = card * spec.width
            mine = range(first, first + spec.width) if spec.of in ("card", "part") else ()
            if row[1] not in [self.key(name, target) for target in mine]:
                kept.append(row)
        S[self.layout.modifiers] = kept
