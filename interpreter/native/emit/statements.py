"""Statements that never stop, as C: locals, chance, and every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatchmethod

from ....dsl.ir import ir
from ....dsl.ir.names import FACE, TURNED
from ....dsl.ir.traverse import all_nodes
from ...backend.layout import OPERATIONS, FieldSlot
from ...backend.writer import MOST_BITS
from ...runtime.natives import LIMIT
from .sets import Sets
from .signatures import NotInC

RULE = "stop(RULE);"


class Events(Sets):
    """Writes the statements that change the state; each is one piece of C."""

    @singledispatchmethod
    def write(self, statement: ir.Statement) -> str:
        """One statement; a method below for each kind."""
        raise NotInC(f"there is no {type(statement).__name__} in C")

    def freed(self, write: Callable[[], str]) -> str:
        """Statements behind which all that they took of the arena is free again."""
        outer, self.allocates = self.allocates, False
        text = write()
        if self.allocates:
            mark = self.fresh()
            text = f"{{ I *{mark} = top; {text} top = {mark}; }}"
        self.allocates = outer
        return text

    def given(self, arguments: Sequence[ir.Expression]) -> list[str]:
        """Arguments of a procedure: sets are frozen."""
        return [self.frozen(one) if self.is_set(one) else self.number(one) for one in arguments]

    # ---- what is watched

    @write.register
    def changed(self, statement: ir.Changed) -> str:
        number = self.plan.watches.index(statement.asked)
        bits = self.plan.watched[number].bits
        if bits.bit_length() > MOST_BITS:
            raise NotInC("too much is watched")
        asks = f"{self.local(statement.name)} = changed & M->due[{number}]"
        return f"{asks}; changed &= ~(I){bits}LL;"

    @write.register
    def touch(self, statement: ir.Touch) -> str:
        return ""  # as any other change

    # ---- locals and chance

    @write.register
    def let(self, statement: ir.Let) -> str:
        name, value = self.local(statement.name), statement.value
        if name.startswith("s"):
            text = f"{name} = {self.frozen(value)};"
            if any(isinstance(node, ir.Join | ir.Flatten) for node in all_nodes(value)):
                text += f" left -= {name}.n;"
            return text
        source = self.released(lambda: self.number(value))
        grows = any(isinstance(node, ir.Arithmetic) for node in all_nodes(value))
        return f"{name} = checked({source});" if grows else f"{name} = {source};"

    @write.register
    def random(self, statement: ir.Random) -> str:
        name, source = self.local(statement.name), self.fresh(True)

        def draw() -> str:
            members = self.set_of(statement.of)
            picked = f"{source}.n ? {source}.p[below({source}.n)] : -1"
            return f"{{ Set {source} = {members}; {name} = {picked}; }}"

        return self.freed(draw)

    @write.register
    def shuffle_hidden(self, statement: ir.ShuffleHidden) -> str:
        of, seat = self.frozen(statement.of), self.number(statement.seat)
        self.allocates = True
        return f"{self.local(statement.name)} = hidden_shuffled({of}, {seat});"

    @write.register
    def shuffle(self, statement: ir.Shuffle) -> str:
        cell, name = self.owned_cell(statement.zone, statement.owner), self.fresh()
        return f"{{ I *{name} = ZONE({cell}); shuffle({name} + 1, {name}[0]); }}"

    def owned_cell(self, zone: str, whose: ir.Expression | None) -> str:
        """The cell of a zone that is changed; a zone of nobody is a fault."""
        slot = self.layout.zone_slot(zone)
        if not slot.spec.per_player or whose is None:
            return str(slot.index)
        return self.seat_cell(slot.index, whose, "owned")

    # ---- fields

    @write.register
    def set(self, statement: ir.Set) -> str:
        if statement.name not in self.layout.fields:
            raise NotInC("a column is set")
        return self.freed(lambda: self._set(statement))

    def _set(self, statement: ir.Set) -> str:
        slot, owner = self.layout.field_slot(statement.name), statement.owner
        value, name = self.fresh(), self.fresh()
        if slot.spec.per == "game" or owner is None:
            return f"{{ {self._clamped(value, statement.value, slot)} S[{slot.index}] = {value}; }}"
        if slot.spec.per == "card":
            cell = f"COL({slot.index})[ck({name})]"
        else:
            cell = f"S[{slot.index} + ck_owner({name})]"
        change = f"{self._clamped(value, statement.value, slot)} {cell} = {value};"
        return f"{{ I {name} = {self.number(owner)}; if ({name} >= 0) {{ {change} }} }}"

    def _clamped(self, name: str, value: ir.Expression, slot: FieldSlot) -> str:
        low, high = slot.spec.low, slot.spec.high
        lines = [f"I {name} = {self.number(value)};"]
        if low is not None:
            bound = self.constant(low)
            lines.append(f"if ({name} < {bound}) {name} = {bound};")
        if high is not None:
            bound = self.constant(high)
            lines.append(f"if ({name} > {bound}) {name} = {bound};")
        constant = isinstance(value, ir.Int) and abs(value.value) <= LIMIT
        if (low is None or high is None) and not constant:
            lines.append(f"checked({name});")
        return " ".join(lines)

    # ---- cards

    def _each(self, cards: ir.Expression, many: bool, body: Callable[[str], str]) -> str:
        """What is done with each of some cards, or with one if there is one."""
        card = self.fresh()
        if not many:
            return f"{{ I {card} = {self.number(cards)}; if ({card} >= 0) {{ {body(card)} }} }}"
        source, i = self.fresh(True), self.fresh()
        head = f"Set {source} = {self.frozen(cards)}; for (I {i} = 0; {i} < {source}.n; {i}++)"
        inside = f"I {card} = {source}.p[{i}]; if ({card} < 0) continue; {body(card)}"
        return f"{{ {head} {{ {inside} }} }}"

    @write.register
    def move(self, statement: ir.Move) -> str:
        if statement.at is None:
            return self.freed(lambda: self._move(statement))
        at, under = self.fresh(), int(statement.to == "bottom")
        where = statement.at

        def beside(card: str) -> str:
            lies = f"{card}, {at}, {under}, {statement.face}, {statement.turned}"
            return f"if ({card} != {at}) lay_beside({lies});"

        def write() -> str:
            moved = self._each(statement.cards, statement.many, beside)
            return f"{{ I {at} = {self.number(where)}; if ({at} >= 0) {moved} }}"

        return self.freed(write)

    def _move(self, statement: ir.Move) -> str:
        spec, cell = self.layout.zone_slot(statement.zone).spec, self.fresh()
        bottom = statement.to == "bottom"
        joins = statement.to == "onto" or (bottom and spec.kind == "stack")
        how = spec.keeps_object + 2 * joins + 4 * (spec.kind == "group") + 8 * bottom
        face = spec.face if statement.face < 0 else statement.face
        lies = f"{how}, {face}, {max(statement.turned, 0)}"
        moved = self._each(
            statement.cards, statement.many, lambda card: f"move_one({card}, {cell}, {lies});"
        )
        target = self.owned_cell(statement.zone, statement.owner)
        return f"{{ I {cell} = {target}; {moved} }}"

    @write.register
    def swap(self, statement: ir.Swap) -> str:
        one, other = self.fresh(), self.fresh()
        both = f"I {one} = {self.number(statement.one)}, {other} = {self.number(statement.other)};"
        return f"{{ {both} if ({one} >= 0 && {other} >= 0) swap_two({one}, {other}); }}"

    @write.register
    def attach(self, statement: ir.Attach) -> str:
        return f"attach({self.number(statement.card)}, {self.number(statement.bearer)});"

    @write.register
    def turn_face(self, statement: ir.TurnFace) -> str:
        return self._turn(statement.cards, FACE, statement.face)

    @write.register
    def rotate(self, statement: ir.Rotate) -> str:
        return self._turn(statement.cards, TURNED, statement.turned)

    def _turn(self, cards: ir.Expression, column: str, value: int) -> str:
        index = self.layout.column(column)
        return self.freed(
            lambda: self._each(cards, True, lambda card: f"COL({index})[ck({card})] = {value};")
        )

    @write.register
    def reveal(self, _: ir.Reveal) -> str:
        return ""

    @write.register
    def announce(self, _: ir.Announce) -> str:
        return ""

    # ---- modifiers, queue, end

    @write.register
    def modify(self, statement: ir.Modify) -> str:
        return self.freed(lambda: self._modify(statement))

    def _modify(self, statement: ir.Modify) -> str:
        spec = self.program.properties[statement.name]
        target, row = self.fresh(), self.fresh()
        values = (statement.amount, *statement.context)
        if any(map(self.is_set, values)):
            raise NotInC("a modifier remembers a set")
        names = [self.fresh() for _ in values]
        held = "".join(
            f" I {name} = {self.number(value)};" for name, value in zip(names, values, strict=True)
        )
        key = self.target_key(spec, target)
        number, operation = (
            self.layout.properties[statement.name],
            OPERATIONS.index(statement.operation),
        )
        until, tag = max(statement.until, -1), self.symbols.tag_numbers[statement.tag]
        kinds = f"{number}, {key}, {operation}, {names[0]}, {until}, {tag}, {len(names) - 1}"
        context = "".join(f" {row}[{i}] = {name};" for i, name in enumerate(names[1:]))
        change = f"{held} S[SEQUENCE]++; I *{row} = new_row({kinds});{context}"
        test = "" if spec.of == "game" else f"if ({target} >= 0) "
        return f"{{ I {target} = {self.number(statement.target)}; {test}{{ {change} }} }}"

    @write.register
    def forget(self, statement: ir.Forget) -> str:
        card = self.fresh()
        return (
            f"{{ I {card} = {self.number(statement.card)}; if ({card} >= 0) forgotten({card}); }}"
        )

    @write.register
    def expire(self, statement: ir.Expire) -> str:
        lines = [f"expire({statement.moment});"]
        for slot in self.layout.fields.values():
            if slot.spec.until != statement.moment:
                continue
            start, index = self.constant(slot.spec.start), slot.index
            if slot.spec.per == "card":
                i = self.fresh()
                each = f"for (I {i} = 0; {i} < M->cards; {i}++)"
                lines.append(f"{each} COL({index})[{i}] = {start};")
                continue
            cells = self.layout.seats if slot.spec.per == "player" else 1
            lines += [f"S[{index + seat}] = {start};" for seat in range(cells)]
        return " ".join(lines)

    @write.register
    def expire_if(self, statement: ir.ExpireIf) -> str:
        function = self.plan.functions[statement.function]
        given = len(statement.arguments)
        own = len(function.parameters) - given
        kept, i, row, changes = (self.fresh() for _ in range(4))

        def write() -> str:
            names = [self.fresh(self.is_set(one)) for one in statement.arguments]
            held = "".join(
                f"{'Set' if name.startswith('s') else 'I'} {name} = {source}; "
                for name, source in zip(names, self.given(statement.arguments), strict=True)
            )
            values = ", ".join((*names, *(f"{row}[{8 + k}]" for k in range(own))))
            number = self.symbols.functions[statement.function]
            over = f"{row}[6] == {statement.moment} && {row}[3] <= {changes}"
            over += f" && {row}[0] == {7 + own} && f{number}({values})"
            head = f"{held}I {changes} = {self.number(statement.changes)}, {kept} = 0;"
            loop = f"for (I {i} = 0; {i} < S[MODIFIERS]; {i}++)"
            inside = f"I *{row} = ROW({i}); if (!({over})) keep_row(&{kept}, {i});"
            return f"{{ {head} {loop} {{ {inside} }} S[MODIFIERS] = {kept}; }}"

        return self.freed(write)

    @write.register
    def queue(self, statement: ir.Queue) -> str:
        def write() -> str:
            row, lines, sizes, puts = self.fresh(), list[str](), ["1"], list[str]()
            for one, source in zip(
                statement.arguments, self.given(statement.arguments), strict=True
            ):
                is_set = self.is_set(one)
                name = self.fresh(is_set)
                lines.append(f"{'Set' if is_set else 'I'} {name} = {source};")
                sizes.append(f"1 + {name}.n" if is_set else "1")
                put = f"{row} = frame_set({row}, {name});" if is_set else f"*{row}++ = {name};"
                puts.append(put)
            end = f"I *{row} = queue_end({' + '.join(sizes)}); *{row}++ = {statement.trigger};"
            return f"{{ {' '.join(lines)} {end} {' '.join(puts)} }}"

        return self.freed(write)

    @write.register
    def fault(self, _: ir.Fault) -> str:
        return RULE

    @write.register
    def end_game(self, statement: ir.EndGame) -> str:
        found = self.fresh(True)
        copy = f"if ({found}.n) memcpy(S + REASON + 1, {found}.p, {found}.n * sizeof(I));"
        result = f"S[RESULT] = {found}.n; S[REASON] = {statement.reason}; stop(OVER);"
        test = f"if ({found}.n > SEATS) stop(BEYOND);"
        return f"{{ Set {found} = {self.set_of(statement.places)}; {test} {copy} {result} }}"
