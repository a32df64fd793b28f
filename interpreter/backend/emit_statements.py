"""Statements that never stop, as Python source: locals, chance, and every event."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import singledispatchmethod

from ...dsl.ir import ir
from ...dsl.ir.names import FACE, TURNED
from ...dsl.ir.traverse import all_nodes
from ..runtime.faults import CannotCompile
from ..runtime.natives import LIMIT
from .emit_moves import CardMoves
from .layout import OPERATIONS, RESULT, RNG, SEQUENCE, FieldSlot
from .simplify import is_truth

LONG_STEP = 1 << 20
MAY_COUNT = (ir.Sequence, ir.Apply, ir.ApplyDispatch)  # what may look at the number of a change


class Events(CardMoves):
    """Writes the statements that change the state; with `record`, an entry in the log too."""

    @singledispatchmethod
    def write(self, statement: ir.Statement) -> None:
        """Writes one statement; a method below for each kind."""
        raise CannotCompile(f"no way to write {type(statement).__name__}")

    def listed(self, arguments: tuple[ir.Expression, ...]) -> str:
        """Arguments, each with a comma behind; sets are frozen."""
        return "".join(f"{self._plain(argument)}, " for argument in arguments)

    def _plain(self, e: ir.Expression) -> str:
        return self.frozen(e) if self.is_set(e) else self.argument(e)

    # ---- what is watched: the bits of the global `changed`, of which `d..` concern a match

    @write.register
    def changed(self, statement: ir.Changed) -> None:
        name, number = self.local(statement.name), self.plan.watches.index(statement.asked)
        asks = f"{name} = changed & d{number}; changed &= {~self.plan.watched[number].bits}"
        self.put(f"{name} = 1" if self.variant.marks else asks)  # marks count what is asked

    @write.register
    def touch(self, statement: ir.Touch) -> None:
        pass  # as any other change

    def note_change(self, statement: ir.Statement) -> None:
        """Notes behind a statement that what is watched may have changed."""
        self.touch_watches(self.plan.touched_by(statement))

    # ---- locals and chance

    @write.register
    def let(self, statement: ir.Let) -> None:
        name = self.local(statement.name)
        if statement.is_set or self.is_set(statement.value):
            self.put(f"{name} = {self.frozen(statement.value)}")
            nodes = all_nodes(statement.value)
            if any(isinstance(node, ir.Join | ir.Flatten) for node in nodes):
                self.put(f"left -= len({name})")
        elif self._may_grow(statement.value):
            self.put(f"{name} = checked({self.value(statement.value)}, {self.place})")
        else:
            self.put(f"{name} = {self.value(statement.value)}")

    def _may_grow(self, value: ir.Expression) -> bool:
        """Whether a number may double; counting up by a fixed step may not."""
        match value:
            case ir.Arithmetic(operator="+" | "-") if is_step(value.right):
                return self._may_grow(value.left)
            case ir.Arithmetic(operator="+" | "-") if is_step(value.left):
                return self._may_grow(value.right)
            case ir.Int():  # perhaps worked out from numbers of the rules
                return abs(value.value) > LIMIT
            case _:
                return any(
                    isinstance(node, ir.Arithmetic) and node.operator in "+-*"
                    for node in all_nodes(value)
                )

    @write.register
    def random(self, statement: ir.Random) -> None:
        name = self.local(statement.name)
        members = self.stored(self.set_source(statement.of))
        with self.out.under(f"if {members}:"):
            if self.variant.chance:
                self.put(f"{name} = M.chance.drawn(S, {members}, {statement.draw})")
            else:
                self.put(f"{name}, S[{RNG}] = below(S[{RNG}], len({members}))")
                self.put(f"{name} = {members}[{name}]")
            self.record("random", name, f"len({members})")
        with self.out.under("else:"):
            self.put(f"{name} = -1")

    @write.register
    def shuffle_hidden(self, statement: ir.ShuffleHidden) -> None:
        of, seat = self.frozen(statement.of), self.value(statement.seat)
        self.put(f"{self.local(statement.name)} = hidden_shuffled(S, M, {of}, {seat})")

    @write.register
    def shuffle(self, statement: ir.Shuffle) -> None:
        cell = self.named(self._owned_cell(statement.zone, statement.owner))
        if self.variant.chance:
            self.put(f"M.chance.shuffle(S, {cell})")
        else:
            self.put(f"S[{RNG}] = shuffle(S[{cell}], S[{RNG}])")
        self.record("shuffled", cell, f"tuple(S[{cell}])")

    # ---- fields

    @write.register
    def set(self, statement: ir.Set) -> None:
        slot = self.layout.field_slot(statement.name)
        if statement.name not in self.layout.fields:
            raise CannotCompile(f"column {statement.name} is not set, but moved or turned")
        owner = statement.owner
        if slot.spec.per == "game" or owner is None:
            self._set_cell(statement, slot, f"S[{slot.index}]", "-1")
            return
        if isinstance(owner, ir.Int) and owner.value >= 0:
            self._set_owned(statement, slot, owner)
            return
        held = self._held(owner)
        with self.out.under(f"if {self.value(held)} >= 0:"):
            self._set_owned(statement, slot, held)

    def _held(self, owner: ir.Expression) -> ir.Expression:
        """The owner as an expression that costs nothing to write again."""
        if isinstance(owner, ir.Local | ir.Int):
            return owner
        return self.hold(self.atom(owner))

    def hold(self, source: str) -> ir.Local:
        """A local that stands for a variable of the generated function."""
        self.scope[f"#{source}"] = source
        return ir.Local(f"#{source}")

    def _set_owned(self, statement: ir.Set, slot: FieldSlot, owner: ir.Expression) -> None:
        if slot.spec.per == "card":
            self._set_of_card(statement, slot, self.atom(owner))
            return
        cell = self.field(ir.Field(statement.name, owner))
        self._set_cell(statement, slot, cell, self.value(owner))

    def _set_of_card(self, statement: ir.Set, slot: FieldSlot, card: str) -> None:
        new, old = self.named(self._clamped(statement.value, slot)), ""
        if self.variant.record:
            old = self.out.fresh()
            self.put(f"{old} = S[{slot.index}][{card}]")
        with self.out.under(f"if {old or f'S[{slot.index}][{card}]'} != {new}:"):
            self.write_cell(slot.index, card, new)
            number = self.symbols.field_numbers[statement.name]
            self.touch_watches(self.plan.touched_by_field(statement.name))
            self.record("changed", str(number), card, old, new)

    def _set_cell(self, statement: ir.Set, slot: FieldSlot, cell: str, owner: str) -> None:
        value = self._clamped(statement.value, slot)
        touching = self.plan.touched_by_field(statement.name)
        if not self.variant.record and not touching:
            self.put(f"{cell} = {value}")
            return
        old, new = self.out.fresh(), self.out.fresh()
        self.put(f"{old} = {cell}; {new} = {cell} = {value}")
        number = self.symbols.field_numbers[statement.name]
        with self.out.under(f"if {new} != {old}:"):
            self.touch_watches(touching)
            self.record("changed", str(number), owner, old, new)

    def _clamped(self, value: ir.Expression, slot: FieldSlot) -> str:
        low, high = slot.spec.low, slot.spec.high
        if isinstance(value, ir.Int) and abs(value.value) <= LIMIT:
            if low is not None and value.value < low:
                return str(low)
            return str(high) if high is not None and value.value > high else self.value(value)
        source = self.value(value)
        if is_truth(value) and low in (None, 0) and (high is None or high >= 1):
            return source
        grows = self._may_grow(value) or isinstance(value, ir.Apply | ir.ApplyDispatch)
        if low is None and high is None and not grows:
            return source
        name = self.stored(source)
        too_large = f'raise RuleFault("number-too-large", {self.place})'
        if low is not None:
            self.put(f"if {name} < {low}: {name} = {low}")
        elif grows:
            self.put(f"if {name} < {-LIMIT}: {too_large}")
        if high is not None:
            self.put(f"if {name} > {high}: {name} = {high}")
        elif grows:
            self.put(f"if {name} > {LIMIT}: {too_large}")
        return name

    # ---- cards

    @contextmanager
    def _each(self, cards: str, many: bool) -> Generator[str]:
        """Lines for each of some cards, or for one if there is one; gives its name."""
        card = self.out.fresh() if many else cards
        with self.out.under(f"for {card} in {cards}:" if many else f"if {card} >= 0:"):
            if many:
                self.put(f"if {card} < 0: continue")
            yield card

    @write.register
    def move(self, statement: ir.Move) -> None:
        many = statement.many
        found = statement.cards
        cards = self.stored(self.frozen(found)) if many else self.atom(found)
        if statement.at is None:
            cell = self._owned_cell(statement.zone, statement.owner)
            with self._each(cards, many) as card:
                self.move_one(statement, card, cell)
            return
        at = self.atom(statement.at)
        under = self.out.under
        with under(f"if {at} >= 0:"), self._each(cards, many) as one, under(f"if {one} != {at}:"):
            self.lay_beside(statement, one, at)

    @write.register
    def attach(self, statement: ir.Attach) -> None:
        card, bearer = self.atom(statement.card), self.atom(statement.bearer)
        with self.out.under(f"if attach(S, M, {card}, {bearer}):"):
            self.put("pass")
            self.record("attached", card, bearer)

    def _owned_cell(self, zone: str, whose: ir.Expression | None) -> str:
        """The cell of a zone that is changed; a zone of nobody is a fault."""
        slot = self.layout.zone_slot(zone)
        if not slot.spec.per_player or whose is None:
            return str(slot.index)
        owner = self.atom(whose)
        cell = self.cell(slot.index, self.hold(owner))
        if owner.isdecimal():
            return cell
        name = self.out.fresh()
        self.put(f'if {owner} < 0: raise RuleFault("no-player", {self.place})')
        self.put(f"{name} = {cell}")
        return name

    @write.register
    def swap(self, statement: ir.Swap) -> None:
        one, other = self.atom(statement.one), self.atom(statement.other)
        with self.out.under(f"if {one} >= 0 and {other} >= 0 and {one} != {other}:"):
            self.swap_two(one, other)

    @write.register
    def turn_face(self, statement: ir.TurnFace) -> None:
        self._turn(statement.cards, FACE, statement.face, "faced")

    @write.register
    def rotate(self, statement: ir.Rotate) -> None:
        self._turn(statement.cards, TURNED, statement.turned, "rotated")

    def _turn(self, cards: ir.Expression, column: str, value: int, event: str) -> None:
        index = self.layout.column(column)
        with (
            self._each(self.frozen(cards), many=True) as card,
            self.out.under(f"if S[{index}][{card}] != {value}:"),
        ):
            self.write_cell(index, card, str(value))
            self.touch_watches(self.plan.touched_by_field(column))
            self.record(event, card, str(value))

    @write.register
    def reveal(self, statement: ir.Reveal) -> None:
        if not self.variant.record:
            return
        seat = "-1" if statement.seat is None else self.atom(statement.seat)
        cards = self.stored(self.frozen(statement.cards))
        if statement.seat is None or seat.isdecimal():
            self.record("revealed", cards, seat)
            return
        with self.out.under(f"if {seat} >= 0:"):
            self.record("revealed", cards, seat)

    # ---- modifiers, queue, end

    @write.register
    def modify(self, statement: ir.Modify) -> None:
        spec = self.plan.program.properties[statement.name]
        target = self.atom(statement.target)
        if spec.of == "game":
            self._add_modifier(statement, spec, target)
            return
        with self.out.under(f"if {target} >= 0:"):
            self._add_modifier(statement, spec, target)

    def _add_modifier(self, statement: ir.Modify, spec: ir.PropertySpec, target: str) -> None:
        amount, *context = map(self._before_change, (statement.amount, *statement.context))
        number = self.layout.properties[statement.name]
        operation = OPERATIONS.index(statement.operation)
        tag = self.symbols.tag_numbers[statement.tag]
        self.put(f"S[{SEQUENCE}] += 1")
        until = statement.until if statement.until >= 0 else "-1"
        key = self.target_key(spec, target)
        row = f"{number}, {key}, S[{SEQUENCE}], {operation}, {amount}, {until}, {tag}"
        row += "".join(f", {one}" for one in context)
        self.put(f"S[{self.layout.modifiers}].append(({row}))")
        self.record("modified", f"S[{self.layout.modifiers}][-1]", target)

    def _before_change(self, value: ir.Expression) -> str:
        """A value as it is before the change that is made has its number."""
        source = self.argument(value)
        counts = any(isinstance(node, MAY_COUNT) for node in all_nodes(value))
        return self.stored(source) if counts else source

    @write.register
    def forget(self, statement: ir.Forget) -> None:
        card = self.atom(statement.card)
        with self.out.under(f"if {card} >= 0:"):
            one = self.out.fresh()
            with self.out.under(f"for {one} in forgotten(S, M, {card}):"):
                self._end_modifier(one)

    @write.register
    def expire(self, statement: ir.Expire) -> None:
        modifiers = f"S[{self.layout.modifiers}]"
        kept, one = self.out.fresh(), self.out.fresh()
        with self.out.under(f"if {modifiers}:"):
            self.put(f"{kept} = []")
            with self.out.under(f"for {one} in {modifiers}:"):
                self.put(f"if {one}[5] != {statement.moment}: {kept}.append({one})")
                with self.out.under("else:"):
                    self._end_modifier(one)
            self.put(f"{modifiers} = {kept}")
        for name, slot in self.layout.fields.items():
            if slot.spec.until == statement.moment:
                self._reset(name, slot)

    @write.register
    def expire_if(self, statement: ir.ExpireIf) -> None:
        modifiers = f"S[{self.layout.modifiers}]"
        kept, one = self.out.fresh(), self.out.fresh()
        with self.out.under(f"if {modifiers}:"):
            changes, arguments = self.atom(statement.changes), self.listed(statement.arguments)
            call = f"f{self.symbols.functions[statement.function]}(S, {arguments}*{one}[7:])"
            self.put(f"{kept} = []")
            with self.out.under(f"for {one} in {modifiers}:"):
                over = f"{one}[5] == {statement.moment} and {one}[2] <= {changes} and {call}"
                with self.out.under(f"if {over}:"):
                    self._end_modifier(one)
                self.put(f"else: {kept}.append({one})")
            self.put(f"{modifiers} = {kept}")

    def _end_modifier(self, one: str) -> None:
        """What else happens where a modifier ends."""
        if any(self.plan.ended):
            self.put(f"changed |= E[{one}[0]]")
        self.record("expired", one)

    def _reset(self, name: str, slot: FieldSlot) -> None:
        """A field goes back to its start."""
        start, first = slot.spec.start, slot.index
        number, touching = str(self.symbols.field_numbers[name]), self.plan.touched_by_field(name)
        if slot.spec.per == "card":
            self._reset_cards(number, slot, touching)
            return
        seats = range(self.layout.seats) if slot.spec.per == "player" else (-1,)
        for seat in seats:
            cell = f"S[{first + max(seat, 0)}]"
            if not self.variant.record and not touching:
                self.put(f"{cell} = {start}")
                continue
            with self.out.under(f"if {cell} != {start}:"):
                old = self.stored(cell) if self.variant.record else ""
                self.put(f"{cell} = {start}")
                self.touch_watches(touching)
                self.record("changed", number, str(seat), old, str(start))

    def _reset_cards(self, number: str, slot: FieldSlot, touching: int) -> None:
        start, cards = slot.spec.start, f"S[{slot.index}]"
        at_start = (
            f"len({cards})" if start == ir.NONE else f"len({cards}) - 1"
        )  # and that of no card
        with self.out.under(f"if {cards}.count({start}) != {at_start}:"):
            if self.variant.record:
                card = self.out.fresh()
                old = f"{cards}[{card}]"
                with self.out.under(f"for {card} in range(len({cards}) - 1):"):
                    self.put(f"if {old} == {start}: continue")
                    self.record("changed", number, card, old, str(start))
            self.put(f"{cards} = [{start}] * (len({cards}) - 1) + [-1]")
            self.touch_watches(touching)

    @write.register
    def queue(self, statement: ir.Queue) -> None:
        queue = f"S[{self.layout.queue}]"
        self.put(f"{queue}.append(({statement.trigger}, {self.listed(statement.arguments)}))")
        self.record("queued", f"{queue}[-1]")

    @write.register
    def announce(self, statement: ir.Announce) -> None:
        if self.variant.record:
            verb = self.symbols.verb_numbers[statement.verb]
            arguments = f"({self.listed(statement.arguments)})"
            self.record("announced", str(verb), str(statement.stage), arguments)

    @write.register
    def fault(self, statement: ir.Fault) -> None:
        number = self.symbols.code_numbers[statement.code]
        self.put(f"raise RuleFault(F[{number}], {statement.place})")

    @write.register
    def end_game(self, statement: ir.EndGame) -> None:
        places = self.stored(self.frozen(statement.places))
        self.put(f"S[{RESULT}] = ({places}, {statement.reason})")
        self.record("ended", places)
        self.put("raise GameOver")


def is_step(e: ir.Expression) -> bool:
    """Whether a number that grows by this grows too slowly to grow too large."""
    return isinstance(e, ir.Count | ir.Table) or (
        isinstance(e, ir.Int) and abs(e.value) < LONG_STEP
    )
