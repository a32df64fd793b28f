"""Sets as Python source: one list where it is needed, otherwise a loop over the members."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from ...dsl.ir import ir
from ...dsl.ir.bounds import MEMBERS
from ...dsl.ir.names import ENTRY
from ...dsl.ir.standing import Saying, Stands, Told, has_places, named_member
from ..runtime.faults import CannotCompile
from .emit_expressions import Numbers
from .layout import OPERATIONS, alone
from .simplify import is_truth

PLAIN_SOURCE = re.compile(r"[\w\[\] +]+")  # costs nothing to be named again
WithMember = Callable[[str], None]
T = TypeVar("T")


class Expressions(Numbers):
    """Writes all expressions."""

    # ---- sets

    def set_source(self, e: ir.Expression) -> str:
        """Source of a list, tuple or range; possibly a live one."""
        match e:
            case ir.Zone():
                return f"S[{self.zone_cell(e)}]"
            case ir.Local():
                return self.local(e.name)
            case ir.Items():
                return self._tuple(e)
            case ir.Range(count=ir.Int(value=count)):
                return f"range({count})"
            case ir.Range():
                return f"counted({self.piece(e.count)}, {self.place})"
            case ir.Top() | ir.Bottom():
                return self._end(e)
            case ir.Reversed():
                return f"{self.set_source(e.of)}[::-1]"
            case ir.Join() if self.is_light(e):
                return f"[*{self.set_source(e.left)}, *{self.set_source(e.right)}]"
            case ir.Either() if self.is_light(e):
                then, otherwise = self.set_source(e.then), self.set_source(e.otherwise)
                return f"({then} if {self.truth(e.condition)} else {otherwise})"
            case ir.Apply():
                return self.apply(e)
            case ir.Table() | ir.Native() | ir.Entry() | ir.ApplyDispatch():
                return self.value(e)
            case ir.Bearers():
                return f"b{e.group}"
            case ir.After():
                return f"after({self.set_source(e.of)}, {self.argument(e.value)})"
            case ir.Mark() | ir.Bind():
                return self.opened(e, self.set_source)
            case _:
                return self.collected(e)

    def _tuple(self, e: ir.Items) -> str:
        return f"({''.join(f'{self.piece(item)}, ' for item in e.items)})"

    def _end(self, e: ir.Top | ir.Bottom) -> str:
        of = self.set_source(e.of)
        if isinstance(e.amount, ir.Int):
            amount = e.amount.value
            if amount <= 0:
                return "()"
            return f"{of}[:{-1 - amount}:-1]" if isinstance(e, ir.Top) else f"{of}[:{amount}]"
        name = self.out.fresh()
        cut = f"[:-1 - {name}:-1]" if isinstance(e, ir.Top) else f"[:{name}]"
        return f"({of}{cut} if ({name} := {self.piece(e.amount)}) > 0 else ())"

    def fresh_list(self, e: ir.Expression) -> str:
        """Source of a new list that nobody else holds."""
        if isinstance(e, ir.Items):
            return f"[{', '.join(map(self.piece, e.items))}]"
        if isinstance(e, ir.Zone):
            return f"{self.set_source(e)}[:]"
        if isinstance(e, ir.Join) and self.is_light(e):
            return self.set_source(e)
        made = isinstance(e, ir.Select | ir.Each | ir.Flatten | ir.Join | ir.Either)
        if made and not self.is_light(e):
            return self.collected(e)
        return f"list({self.set_source(e)})"

    def frozen(self, e: ir.Expression) -> str:
        """Source of a tuple."""
        if isinstance(e, ir.Items):
            return self._tuple(e)
        return f"tuple({self.set_source(e)})"

    def collected(self, e: ir.Expression) -> str:
        """Writes statements that put the members into a new list; gives its variable."""
        name = self.stored("[]")
        self.append_members(name, e)
        return name

    def append_members(self, target: str, e: ir.Expression) -> None:
        """Writes statements that append the members to list `target`."""
        match e:
            case ir.Items():
                for item in e.items:
                    self.put(f"{target}.append({self.piece(item)})")
            case ir.Join():
                self.append_members(target, e.left)
                self.append_members(target, e.right)
            case ir.Either():
                condition = self.truth(e.condition)
                with self.out.under(f"if {condition}:"):
                    self.append_members(target, e.then)
                if e.otherwise != ir.Items(()):
                    with self.out.under("else:"):
                        self.append_members(target, e.otherwise)
            case ir.Select() | ir.Each() | ir.Flatten():
                self.members(e, lambda member: self.put(f"{target}.append({member})"))
            case ir.Mark() | ir.Bind():
                self.opened(e, lambda value: self.append_members(target, value))
            case _:
                if not self.is_set(e) and not isinstance(e, ir.Local | ir.Table):
                    raise CannotCompile(f"a number where a set belongs: {e}")
                self.put(f"{target}.extend({self.set_source(e)})")

    def members(self, e: ir.Expression, body: WithMember, stop: str = "") -> None:
        """Writes a loop over the members; `body` writes what is done with one.

        Where `body` breaks off, `stop` names the variable that is then true.
        """
        match e:
            case ir.Select():

                def kept(member: str) -> None:
                    with self.bound(e.name, member):
                        self.guarded(e.condition, lambda: body(member))

                self.members(e.of, kept, stop)
            case ir.Each():

                def mapped(member: str) -> None:
                    with self.bound(e.name, member):
                        value = self.atom(e.value)
                    body(value)

                self.members(e.of, mapped, stop)
            case ir.Flatten():

                def opened(member: str) -> None:
                    with self.bound(e.name, member):
                        self.members(e.value, body, stop)
                    if stop:
                        self.put(f"if {stop}: break")

                self.members(e.of, opened, stop)
            case ir.Mark():
                self.opened(e, lambda value: self.members(value, body, stop))
            case _:
                self.loop(e, body)

    def loop(self, e: ir.Expression, body: WithMember) -> None:
        """Writes a loop. One that is around others pays for its rounds, if they are more than a
        set was reckoned to have when the rules were checked, or if all pay, more than one.
        """
        source = self.set_source(e)
        member, head = self.out.fresh(), len(self.out.lines)
        held = "" if PLAIN_SOURCE.fullmatch(source) else self.out.fresh()
        self.around.append(False)
        with self.out.under(f"for {member} in {source}:"):
            body(member)
        if self.around.pop() and not (isinstance(e, ir.Range) and isinstance(e.count, ir.Int)):
            few, members = 1 if self.pays_rounds else MEMBERS, held or source
            count = f"len({held} := {source})" if held else f"len({source})"
            paid = f"{members} if {count} <= {few} else looked({members}, {self.place})"
            if self.pays_rounds and not held:  # mostly there are none
                paid = f"{source} and ({paid})"
            self.out.lines[head] = f"{' ' * self.out.depth}for {member} in {paid}:"
        if self.around:
            self.around[-1] = True

    def guarded(self, condition: ir.Expression, body: Callable[[], None]) -> None:
        """Writes `body` under a condition."""
        if isinstance(condition, ir.And):
            left, right = condition.left, condition.right
            if not self.is_light(right):
                self.guarded(left, lambda: self.guarded(right, body))
                return
        if isinstance(condition, ir.Int):
            if condition.value:
                body()
            return
        source = self.truth(condition)
        with self.out.under(f"if {source}:"):
            body()

    # ---- numbers that need statements

    def heavy_value(self, e: ir.Expression) -> str:
        """Writes the statements of an expression that is not light; gives a variable."""
        match e:
            case ir.Bind() | ir.Mark():
                return self.opened(e, self.value)
            case ir.Either():
                return self._either(e)
            case ir.Exists():
                return self._exists(e)
            case ir.Total():
                return self._total(e)
            case ir.Extreme():
                return self._extreme(e)
            case ir.Contains():
                return self._contains_somewhere(e)
            case ir.Pipeline():
                return self._pipeline(e)
            case _ if is_truth(e):
                return f"(1 if {self.truth(e)} else 0)"
            case _:
                raise CannotCompile(f"a set where a number belongs: {e}")

    def opened(self, e: ir.Bind | ir.Mark, inside: Callable[[ir.Expression], T]) -> T:
        """What `inside` makes of the value; a mark is counted where marks are."""
        if isinstance(e, ir.Bind):
            with self.bound(e.name, self.atom(e.of)):
                return inside(e.value)
        if self.variant.marks:
            self.put(f"H[{e.place}] += 1")
        return inside(e.value)

    def _either(self, e: ir.Either) -> str:
        name = self.out.fresh()
        condition = self.truth(e.condition)
        with self.out.under(f"if {condition}:"):
            self.put(f"{name} = {self.any_source(e.then)}")
        with self.out.under("else:"):
            self.put(f"{name} = {self.any_source(e.otherwise)}")
        return name

    def _found(self, of: ir.Expression, test: Callable[[str, Callable[[], None]], None]) -> str:
        name = self.stored("0")

        def found() -> None:
            self.put(f"{name} = 1")
            self.put("break")

        self.members(of, lambda member: test(member, found), stop=name)
        return name

    def _exists(self, e: ir.Exists) -> str:
        def test(member: str, found: Callable[[], None]) -> None:
            with self.bound(e.name, member):
                self.guarded(e.condition, found)

        return self._found(e.of, test)

    def _contains_somewhere(self, e: ir.Contains) -> str:
        value, of = self.atom(e.value), e.of
        match of:
            case ir.Select():
                with self.bound("#", value):
                    name = self.stored(self.truth(ir.Contains(of.of, ir.Local("#"))))
                with self.out.under(f"if {name}:"), self.bound(of.name, value):
                    self.put(f"{name} = {self.truth(of.condition)}")
                return f"(1 if {name} else 0)"
            case ir.Join():
                sides = (ir.Contains(side, ir.Local("#")) for side in (of.left, of.right))
                with self.bound("#", value):
                    return self.atom(ir.Or(*sides))
            case ir.Each() | ir.Flatten():

                def test(member: str, found: Callable[[], None]) -> None:
                    with self.out.under(f"if {member} == {value}:"):
                        found()

                return self._found(of, test)
            case _:
                return f"(+({value} in {self.set_source(of)}))"

    def of_members(self, e: ir.Count | ir.TopOne | ir.BottomOne) -> str:
        """Source of how many members a set has, or of the one at an end."""
        return self._count(e) if isinstance(e, ir.Count) else self._one(e)

    def _count(self, e: ir.Count) -> str:
        match e.of:
            case ir.Select() | ir.Flatten():
                name = self.stored("0")
                self.members(e.of, lambda _: self.put(f"{name} += 1"))
                return name
            case ir.Each():
                return self.piece(ir.Count(e.of.of))
            case ir.Join(left=left, right=right):
                return f"({self.piece(ir.Count(left))} + {self.piece(ir.Count(right))})"
            case _:
                return f"len({self.set_source(e.of)})"

    def _total(self, e: ir.Total) -> str:
        name = self.stored("0")

        def add(member: str) -> None:
            with self.bound(e.name, member):
                self.put(f"{name} += {self.piece(e.value)}")

        self.members(e.of, add)
        return name

    def _extreme(self, e: ir.Extreme) -> str:
        name, sign = self.out.fresh(), ">" if e.highest else "<"
        self.put(f"{name} = None")

        def compare(member: str) -> None:
            with self.bound(e.name, member):
                value = self.atom(e.value)
            self.put(f"if {name} is None or {value} {sign} {name}: {name} = {value}")

        self.members(e.of, compare)
        with self.out.under(f"if {name} is None:"):
            self.put(f"{name} = {self.piece(e.default)}")
        return name

    def _one(self, e: ir.TopOne | ir.BottomOne) -> str:
        of, index = e.of, -1 if isinstance(e, ir.TopOne) else 0
        if isinstance(of, ir.Select) and self.is_light(of.of):
            inner = ir.Reversed(of.of) if index else of.of
            name = self.stored("-1")

            def take(member: str) -> None:
                self.put(f"{name} = {member}")
                self.put("break")

            self.members(ir.Select(of.name, inner, of.condition), take)
            return name
        source = self.set_source(of)
        if source.isidentifier():
            return f"({source}[{index}] if {source} else -1)"
        name = self.out.fresh()
        return f"({name}[{index}] if ({name} := {source}) else -1)"

    # ---- properties

    def _pipeline(self, e: ir.Pipeline) -> str:
        spec = self.plan.program.properties[e.name]
        number = self.layout.properties[e.name]
        name = self.out.fresh()
        self.put(f"{name} = {self.value(e.base)}")
        running = f"S[{self.layout.modifiers}]" if e.name in self.plan.modified else "()"
        asked = [running] if running != "()" else []
        standing = ""
        if e.standing:
            standing = self.stored("[]")
            self._standings(standing, e)
            asked.append(standing)
        if asked:
            with self.out.under(f"if {' or '.join(asked)}:"):
                key = self.target_key(spec, self.atom(e.target))
                rest = f", {standing}" if standing else ""
                how = "fold_placed" if has_places(e) else "fold"
                folded = f"{how}(L[{number}], {number}, {key}, {name}, {running}{rest})"
                self.put(f"{name} = checked({folded}, {self.place})")
        if spec.floor is not None:
            self.put(f"if {name} < {spec.floor}: {name} = {spec.floor}")
        return name

    def target_key(self, spec: ir.PropertySpec, target: str) -> str:
        """What names the object of a modifier: its entry number, or for a card in no object
        `alone(card)`; a part is counted behind its card.
        """
        entry = self.layout.columns.get(ENTRY)
        if not entry or spec.of not in ("card", "part"):
            return target
        if spec.of == "card":
            return f"(S[{entry}][{target}] or {alone(0)} - {target})"
        card, width = f"({target} // {spec.width})", spec.width
        key = f"(S[{entry}][{card}] or {alone(0)} - {card})"
        return f"({key} * {width} + {target} % {width})"

    def _standings(self, target: str, e: ir.Pipeline) -> None:
        """What stands; of what cards say for the card on top of them, only those beneath this one
        are asked, all of them in one loop.
        """
        order, placed = self.plan.arranged(e), has_places(e)
        for run in order.runs:
            if isinstance(run, Told):
                self._told(target, self.atom(run.card), run.parts, placed)
            else:
                self._stands(target, run, placed)
        if order.beneath:
            under, card = self.stored(f"cards_under(S, M, {self.atom(e.target)})"), self.out.fresh()
            with self.out.under(f"for {card} in {under}:"):
                self._told(target, card, order.beneath, placed)

    def _stands(self, target: str, parts: Sequence[Stands], placed: bool) -> None:
        """Changes that stand; those among others if the match has a card that says one of them."""
        for one in parts:
            if isinstance(one, ir.Standing):
                with self.out.passing():
                    self._standing(target, one, placed)
            else:
                with self.out.under(f"if u{one.number}:"):
                    self._stands(target, one.parts, placed)

    def _told(self, target: str, card: str, parts: Sequence[Saying], placed: bool) -> None:
        """What a card says of these."""
        for one in parts:
            asked, inside = "elif" if one.instead else "if", one.inside
            if isinstance(inside, ir.Standing):
                said = self.out.under(f"{asked} {card} in s{one.number}:")
                with said, self.bound(inside.bound, card), self.out.passing():
                    self._standing(target, inside, placed)
            else:
                with self.out.under(f"{asked} {card} in u{one.number}:"):
                    self._told(target, card, inside, placed)

    def _standing(self, target: str, one: ir.Standing, placed: bool) -> None:
        operation = OPERATIONS.index(one.operation)
        tag = self.symbols.tag_numbers[one.tag]

        def hold() -> None:
            place = f", {self.piece(one.since)}" if placed else ""
            self.put(f"{target}.append(({operation}, {self.piece(one.amount)}, {tag}{place}))")

        if one.over is None:
            self.guarded(one.condition, hold)
            return

        found = named_member(one)
        if found is not None:
            value, rest = found
            member = self.atom(value)
            test = self._contains(ir.Contains(one.over, value))
            with self.out.under(f"if {test}:"), self.bound(one.bound, member):
                self.guarded(rest, hold)
            return

        def each(member: str) -> None:
            with self.bound(one.bound, member):
                self.guarded(one.condition, hold)

        self.members(one.over, each)
