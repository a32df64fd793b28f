"""Sets as C: a piece of the arena where one is needed, otherwise a loop over the members."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....dsl.ir import ir
from ....dsl.ir.bounds import MEMBERS
from ....dsl.ir.standing import Saying, Stands, Told, has_places, named_member
from ...backend.layout import OPERATIONS
from .numbers import Numbers
from .signatures import NotInC

WithMember = Callable[[str], str]
MADE = (ir.Select, ir.Each, ir.Flatten)
NEVER_LIVE = (*MADE, ir.Items, ir.Range, ir.Join, ir.Top, ir.Reversed, ir.Bearers, ir.Entry)


class Sets(Numbers):
    """Writes all expressions."""

    def set_of(self, e: ir.Expression) -> str:
        """A set; possibly a live one."""
        match e:
            case ir.Zone():
                return f"zone({self.zone_cell(e)})"
            case ir.Local():
                return self.local(e.name)
            case ir.Items():
                return self._items(e)
            case ir.Range():
                self.allocates = True
                return f"range_set({self.number(e.count)})"
            case ir.Top() | ir.Reversed():
                self.allocates = True
                amount = f", {self.number(e.amount)}" if isinstance(e, ir.Top) else ""
                name = "top_of" if amount else "reversed"
                return f"{name}({self.set_of(e.of)}{amount})"
            case ir.Bottom():
                return f"bottom_of({self.set_of(e.of)}, {self.number(e.amount)})"
            case ir.After():
                return f"behind({self.set_of(e.of)}, {self.number(e.value)})"
            case ir.Join():
                self.allocates = True
                return f"joined({self.set_of(e.left)}, {self.set_of(e.right)})"
            case ir.Either():
                then, otherwise = self.set_of(e.then), self.set_of(e.otherwise)
                return f"({self.truth(e.condition)} ? {then} : {otherwise})"
            case ir.Apply():
                return self.apply(e.function, e.arguments)
            case ir.ApplyDispatch():
                return self.dispatched(e)
            case ir.Native():
                return self.native(e)
            case ir.Bearers():
                return f"M->bearers[{e.group}]"
            case ir.Mark():
                return self.set_of(e.value)
            case _ if isinstance(e, MADE):
                return self._built(e)
            case _:
                return self._looked_up(e)

    def _looked_up(self, e: ir.Expression) -> str:
        match e:
            case ir.Table():
                if e.name not in self.kinds.set_tables:
                    return "EMPTY"
                return f"M->ts[{self.table_number(e.name)}][ck_table({self.number(e.card)})]"
            case ir.Entry():
                number, size = self.symbols.lists[e.table], len(self.program.lists[e.table])
                return f"entry_set(j{number}, {size}, {self.number(e.index)})"
            case ir.Bind():
                name, of = self._bind(e)
                with self.bound(e.name, name):
                    return f"({{ {of} {self.set_of(e.value)}; }})"
            case _:
                raise NotInC(f"{type(e).__name__} is no set")

    def _bind(self, e: ir.Bind) -> tuple[str, str]:
        is_set = self.is_set(e.of)
        name = self.fresh(is_set)
        value = self.any_value(e.of)
        return name, f"{'Set' if is_set else 'I'} {name} = {value};"

    def _items(self, e: ir.Items) -> str:
        if not e.items:
            return "EMPTY"
        self.allocates = True
        name = self.fresh()
        cells = "".join(f" I {name}_{i} = {self.number(item)};" for i, item in enumerate(e.items))
        count = len(e.items)
        puts = "".join(f" {name}[{i}] = {name}_{i};" for i in range(count))
        return f"({{{cells} I *{name} = take({count});{puts} (Set){{{name}, {count}}}; }})"

    def _built(self, e: ir.Expression) -> str:
        name, found = self.fresh(), self.fresh(True)
        loop = self.members(e, lambda member: f"put({member});")
        self.allocates = True
        return f"({{ I *{name} = bt; {loop} Set {found} = built({name}); {found}; }})"

    def frozen(self, e: ir.Expression) -> str:
        """A set that does not change with its zone."""
        source = self.set_of(e)
        if isinstance(e, NEVER_LIVE) or source == "EMPTY":
            return source
        self.allocates = True
        return f"kept({source})"

    def zone_cell(self, e: ir.Zone) -> str:
        """The number of the cell of a zone's list."""
        slot = self.layout.zone_slot(e.name)
        if not slot.spec.per_player or e.owner is None:
            return str(slot.index)
        return self.seat_cell(slot.index, e.owner)

    # ---- loops

    def members(self, e: ir.Expression, body: WithMember) -> str:
        """A loop over the members; `body` writes what is done with one."""
        match e:
            case ir.Select():

                def kept(member: str) -> str:
                    with self.bound(e.name, member):
                        condition = self.released(lambda: self.truth(e.condition))
                        return f"if ({condition}) {{ {body(member)} }}"

                return self.members(e.of, kept)
            case ir.Each():

                def mapped(member: str) -> str:
                    with self.bound(e.name, member):
                        value = self.released(lambda: self.number(e.value))
                    name = self.fresh()
                    return f"I {name} = {value}; {body(name)}"

                return self.members(e.of, mapped)
            case ir.Flatten():

                def opened(member: str) -> str:
                    with self.bound(e.name, member):
                        return self.members(e.value, body)

                return self.members(e.of, opened)
            case ir.Mark():
                return self.members(e.value, body)
            case ir.Range():
                return self._counting(e, body)
            case _:
                return self._loop(e, body)

    def _counting(self, e: ir.Range, body: WithMember) -> str:
        member, count = self.fresh(), self.fresh()
        head = f"I {count} = counted({self.number(e.count)});"
        inside, paid = self._round(member, body)
        few = 1 if self.program.pays_rounds else MEMBERS
        if paid and not isinstance(e.count, ir.Int):
            head += f" if ({count} > {few}) look({count});"
        head += f" for (I {member} = 0; {member} < {count}; {member}++)"
        return f"{{ {head} {{ {inside} }} }}"

    def _loop(self, e: ir.Expression, body: WithMember) -> str:
        source, i, member = self.fresh(True), self.fresh(), self.fresh()
        head = f"Set {source} = {self.set_of(e)};"
        inside, paid = self._round(member, body)
        if paid:
            few = 1 if self.program.pays_rounds else MEMBERS
            head += f" if ({source}.n > {few}) look({source}.n);"
        head += f" for (I {i} = 0; {i} < {source}.n; {i}++)"
        return f"{{ {head} {{ I {member} = {source}.p[{i}]; {inside} }} }}"

    def _round(self, member: str, body: WithMember) -> tuple[str, bool]:
        """What is done with a member, and whether there are other loops in it: then its rounds
        are paid for as in Python.
        """
        self.around.append(False)
        inside = body(member)
        paid = self.around.pop()
        if self.around:
            self.around[-1] = True
        return inside, paid

    def put_members(self, e: ir.Expression, body: WithMember) -> str:
        """The same where what is done with a member is short: it may be written several times."""
        match e:
            case ir.Join():
                return f"{self.put_members(e.left, body)} {self.put_members(e.right, body)}"
            case ir.Items():
                return " ".join(f"{{ {body(self.number(item))} }}" for item in e.items)
            case ir.Either():
                condition = self.truth(e.condition)
                then, otherwise = (self.put_members(x, body) for x in (e.then, e.otherwise))
                return f"if ({condition}) {{ {then} }} else {{ {otherwise} }}"
            case ir.Mark():
                return self.put_members(e.value, body)
            case _:
                return self.members(e, body)

    # ---- numbers that take a loop

    def heavy(self, e: ir.Expression) -> str:
        """A number that takes a loop."""
        match e:
            case ir.Bind():
                name, of = self._bind(e)
                with self.bound(e.name, name):
                    return f"({{ {of} {self.number(e.value)}; }})"
            case ir.Exists():
                return self._exists(e)
            case ir.Total():
                return self._total(e)
            case ir.Extreme():
                return self._extreme(e)
            case ir.Count():
                return self._count(e)
            case ir.TopOne() | ir.BottomOne():
                return self._one(e)
            case ir.Pipeline():
                return self._pipeline(e)
            case _:
                raise NotInC(f"{type(e).__name__} is no number")

    def _exists(self, e: ir.Exists) -> str:
        found = self.fresh()

        def test(member: str) -> str:
            with self.bound(e.name, member):
                condition = self.released(lambda: self.truth(e.condition))
            return f"if ({condition}) {{ {found} = 1; goto e{found}; }}"

        loop = self.members(e.of, test)
        return f"({{ I {found} = 0; {loop} e{found}:; {found}; }})"

    def _total(self, e: ir.Total) -> str:
        found = self.fresh()

        def more(member: str) -> str:
            with self.bound(e.name, member):
                value = self.released(lambda: self.number(e.value))
            return f"{found} = add({found}, {value});"

        loop = self.members(e.of, more)
        return f"({{ I {found} = 0; {loop} {found}; }})"

    def _extreme(self, e: ir.Extreme) -> str:
        found, known, sign = self.fresh(), self.fresh(), ">" if e.highest else "<"

        def compare(member: str) -> str:
            with self.bound(e.name, member):
                value = self.released(lambda: self.number(e.value))
            one = self.fresh()
            better = f"if (!{known} || {one} {sign} {found}) {{ {found} = {one}; {known} = 1; }}"
            return f"I {one} = {value}; {better}"

        loop = self.members(e.of, compare)
        default = f"if (!{known}) {found} = {self.number(e.default)};"
        return f"({{ I {found} = 0, {known} = 0; {loop} {default} {found}; }})"

    def _count(self, e: ir.Count) -> str:
        match e.of:
            case ir.Select() | ir.Flatten():
                found = self.fresh()
                loop = self.members(e.of, lambda _: f"{found}++;")
                return f"({{ I {found} = 0; {loop} {found}; }})"
            case ir.Each():
                return self.number(ir.Count(e.of.of))
            case ir.Join(left=left, right=right):
                return f"({self.number(ir.Count(left))} + {self.number(ir.Count(right))})"
            case ir.Zone():
                return f"ZONE({self.zone_cell(e.of)})[0]"
            case _:
                return f"({self.set_of(e.of)}).n"

    def _one(self, e: ir.TopOne | ir.BottomOne) -> str:
        of = e.of
        if isinstance(of, ir.Select):
            found = self.fresh()
            if isinstance(e, ir.TopOne):
                loop = self.members(of, lambda member: f"{found} = {member};")
                return f"({{ I {found} = -1; {loop} {found}; }})"
            loop = self.members(of, lambda member: f"{found} = {member}; goto e{found};")
            return f"({{ I {found} = -1; {loop} e{found}:; {found}; }})"
        return f"{'top_one' if isinstance(e, ir.TopOne) else 'bottom_one'}({self.set_of(of)})"

    # ---- properties

    def _pipeline(self, e: ir.Pipeline) -> str:
        spec = self.program.properties[e.name]
        number = self.layout.properties[e.name]
        value, base = self.fresh(), self.number(e.base)
        lines = [f"I {value} = {base};"]
        runs = e.name in self.plan.modified
        if runs or e.standing:
            steps, target = self.fresh(), self.fresh()
            lines.append(f"Steps {steps}; {steps}.n = 0;")
            placed = has_places(e)
            lines += self._standings(f"&{steps}", e)
            if runs:
                key = self.target_key(spec, target)
                held = f"I {target} = {self.number(e.target)};"
                lines.append(f"if (S[MODIFIERS]) {{ {held} running(&{steps}, {number}, {key}); }}")
            order = f"placed(&{steps}); " if placed else ""
            folded = f"checked(fold(&P{number}, &{steps}, {value}))"
            lines.append(f"if ({steps}.n) {{ {order}{value} = {folded}; }}")
        if spec.floor is not None:
            floor = self.constant(spec.floor)
            lines.append(f"if ({value} < {floor}) {value} = {floor};")
        return f"({{ {' '.join(lines)} {value}; }})"

    def target_key(self, spec: ir.PropertySpec, target: str) -> str:
        """What names the object of a modifier."""
        if spec.of == "card":
            return f"object_key({target})"
        return f"part_key({target}, {spec.width})" if spec.of == "part" else target

    def _standings(self, steps: str, e: ir.Pipeline) -> list[str]:
        """What stands, in the order in which it is asked in Python."""
        order, placed = self.plan.arranged(e), has_places(e)
        lines = list[str]()
        for run in order.runs:
            if isinstance(run, Told):
                lines += self._told(steps, self.number(run.card), run.parts, placed)
            else:
                lines += self._stands(steps, run, placed)
        if not order.beneath:
            return lines
        self.allocates = True
        under, i, card = self.fresh(True), self.fresh(), self.fresh()
        lines.append(f"Set {under} = cards_under({self.number(e.target)});")
        head = f"for (I {i} = 0; {i} < {under}.n; {i}++)"
        inner = " ".join(self._told(steps, card, order.beneath, placed))
        return [*lines, f"{head} {{ I {card} = {under}.p[{i}]; {inner} }}"]

    def _stands(self, steps: str, parts: Sequence[Stands], placed: bool) -> list[str]:
        """Changes that stand; those among others if the match has a card that says one of them."""
        found = list[str]()
        for one in parts:
            if isinstance(one, ir.Standing):
                found.append(self._standing(steps, one, placed))
            else:
                inside = " ".join(self._stands(steps, one.parts, placed))
                found.append(f"if (is_said({self.union(one.number)})) {{ {inside} }}")
        return found

    def _told(self, steps: str, card: str, parts: Sequence[Saying], placed: bool) -> list[str]:
        """What a card says of these."""
        found = list[str]()
        for one in parts:
            asked, inside = "else if" if one.instead else "if", one.inside
            if isinstance(inside, ir.Standing):
                number = one.number
                with self.bound(inside.bound, card):
                    lines = [self._standing(steps, inside, placed)]
            else:
                number = self.union(one.number)
                lines = self._told(steps, card, inside, placed)
            found.append(f"{asked} (says({card}, {number})) {{ {' '.join(lines)} }}")
        return found

    def union(self, number: int) -> int:
        """The bit for the cards of some sets of bearers together, which lies behind these."""
        return len(self.program.bearers) + number

    def _standing(self, steps: str, one: ir.Standing, placed: bool) -> str:
        operation = OPERATIONS.index(one.operation)
        tag = self.symbols.tag_numbers[one.tag]

        def hold(condition: ir.Expression) -> str:
            test = self.released(lambda: self.truth(condition))
            amount = self.released(lambda: self.number(one.amount))
            since = self.released(lambda: self.number(one.since)) if placed else "0"
            return f"if ({test}) step({steps}, {operation}, {amount}, {tag}, {since}, 1);"

        if one.over is None:
            return hold(one.condition)
        found = named_member(one)
        if found is not None:
            value, rest = found
            member = self.number(value)
            inside = self.truth(ir.Contains(one.over, value))
            with self.bound(one.bound, member):
                return f"if ({inside}) {{ {hold(rest)} }}"

        def each(member: str) -> str:
            with self.bound(one.bound, member):
                return hold(one.condition)

        return self.members(one.over, each)
