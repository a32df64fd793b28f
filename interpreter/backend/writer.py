"""Lines of generated source, and what every part of the generator must know."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial

from ...dsl.ir import ir
from ...dsl.ir.bounds import is_search
from ...dsl.ir.names import FACE, TURNED
from ...dsl.ir.reads import FIELD, PROPERTY, Part, Parts, changes, leaving, meet, reads
from ...dsl.ir.standing import Arranged, Groups, arranged, pipelines_of
from ...dsl.ir.traverse import all_nodes, all_statements
from ...dsl.nodes.dataclass import dataclass
from .budget import Costs
from .cut import GROWTH, SMALL, Cut
from .cut_nodes import At, Point
from .layout import Layout
from .simplify import simplify
from .symbols import Symbols

MOST_BITS = 63  # of all that is watched: as many as a number in C has
MOST_READ = 12  # of them for one watch, besides that of all matches
NONE_WAITS = ir.Compare("==", ir.Unsettled(), ir.Int(0))


@dataclass(frozen=True, slots=True)
class Variant:
    """One compilation of a program; all share the state and the numbers of continuations.

    `record` calls the state's recorder after each event; `lines` counts each `Line` that
    runs, `marks` also each `Mark` of what is worked out; `seek` can start at a step; `chance`
    asks the match what chance brings.
    """

    record: bool = False
    lines: bool = False
    seek: bool = False
    marks: bool = False
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Watch:
    """The bits of `changed` that say that what is asked with a `Changed` may have another value:
    one for what is read in every match, and `more` with the groups of bearers of which a match has
    a card that reads it.
    """

    always: int
    more: tuple[tuple[int, frozenset[int]], ...]

    @property
    def bits(self) -> int:
        """All of them."""
        return sum((bit for bit, _ in self.more), self.always)

    def due(self, bearers: Sequence[Collection[int]]) -> int:
        """Those of a match with these sets of bearers."""
        there = (bit for bit, groups in self.more if any(bearers[group] for group in groups))
        return sum(there, self.always)


class Plan:
    """The program with its tables, worked out once for all variants (but those that count
    marks). Where that is done `lazily`, its procedures are cut when they are asked for.
    """

    def __init__(
        self,
        program: ir.Program,
        counts_marks: bool = False,
        growth: int = GROWTH,
        small: int = SMALL,
        lazily: bool = False,
    ) -> None:
        self.program = program
        self.layout = Layout(program)
        self.symbols = Symbols(program)
        self.cut = Cut(program, growth, small, not counts_marks, lazily)
        self.numbers = self.cut.numbers
        self.costs = Costs(program, self.cut)
        smaller = partial(simplify, seats=program.seats, drop_marks=not counts_marks)
        self.functions: dict[str, ir.Function] = {
            name: replace(function, value=smaller(function.value))
            for name, function in program.functions.items()
        }
        bodies = (line for one in program.procedures.values() for line in one.body)
        statements = [*all_statements(*bodies)]
        self.modified = {one.name for one in statements if isinstance(one, ir.Modify)}
        watches = (one.asked for one in statements if isinstance(one, ir.Changed))
        self.watches = [*dict.fromkeys(tuple(map(smaller, asked)) for asked in watches)]
        self._read: list[Parts] = []  # by bit
        self.watched = tuple(self._watch(*reads(program, asked)) for asked in self.watches)
        self.unions: dict[Groups, int] = {}  # of groups of bearers
        self._arranged = {
            id(e): arranged(e, program, self._union)
            for function in self.functions.values()
            for e in pipelines_of(function.value)
        }
        self._looping: dict[str, bool] = {}
        self._stirs: dict[str, str] = {}

    def arranged(self, e: ir.Pipeline) -> Arranged:
        """What stands of a property, in the order in which it is asked."""
        return self._arranged.get(id(e)) or arranged(e, self.program)

    def _union(self, groups: Groups) -> int:
        """The number of some groups of bearers together."""
        return self.unions.setdefault(groups, len(self.unions))

    def _watch(self, read: Parts, more: Mapping[int, Parts]) -> Watch:
        """Gives bits to what is read; of very many kinds of it the last have one bit together, and
        where very much is watched, every match counts as one that reads them.
        """
        most = min(MOST_READ, MOST_BITS // len(self.watches) - 1)
        groups = dict[Parts, frozenset[int]]()
        for group, found in more.items():
            groups[found] = groups.get(found, frozenset()) | {group}
        kinds = [*groups.items()]
        if len(kinds) > most:
            rest = kinds[max(most - 1, 0) :]
            together = frozenset[Part]().union(*(found for found, _ in rest))
            every = frozenset[int]().union(*(members for _, members in rest))
            kinds = [*kinds[: most - 1], (together, every)] if most > 0 else []
            read = read if most > 0 else read | together
        first = 1 << len(self._read)
        self._read += [read, *(found for found, _ in kinds)]
        return Watch(first, tuple((first << i, who) for i, (_, who) in enumerate(kinds, 1)))

    def touched(self, changed: Parts) -> int:
        """The bits of what is watched that reads something of what is changed; -1 for all."""
        bits = sum(1 << i for i, read in enumerate(self._read) if meet(read, changed))
        return -1 if self._read and bits == (1 << len(self._read)) - 1 else bits

    def touched_by(self, statement: ir.Statement) -> int:
        """The same for a statement by itself; see `changes`."""
        return self.touched(changes(self.program, statement))

    def may_touch(self, statement: ir.Statement) -> int:
        """The same with all that `touched_by` leaves to where something does change."""
        bits = self.touched_by(statement)
        more = [self.touched_by_field(name) for name in self._may_set(statement)]
        if isinstance(statement, ir.Move):
            more += self.left
        if isinstance(statement, ir.Move | ir.Forget | ir.Expire | ir.ExpireIf):
            more += self.ended
        for one in more:
            bits |= one
        return bits

    def _may_set(self, statement: ir.Statement) -> Iterable[str]:
        """The fields to which a statement by itself may give another value."""
        match statement:
            case ir.Set(name=name):
                return (name,)
            case ir.Move():
                return (FACE, TURNED)
            case ir.TurnFace():
                return (FACE,)
            case ir.Rotate():
                return (TURNED,)
            case ir.Expire(moment=moment):
                fields = self.program.fields.items()
                return [name for name, spec in fields if spec.until == moment]
            case _:
                return ()

    def touched_by_field(self, name: str) -> int:
        """The same for another value of a field."""
        return self.touched(frozenset({(FIELD, name)}))

    @cached_property
    def left(self) -> list[int]:
        """The same by cell of a state for a card that leaves the list there."""
        zones = self.layout.zone_at
        return [
            self.touched(leaving(self.program, zones[cell][0])) if cell in zones else 0
            for cell in range(self.layout.size)
        ]

    @cached_property
    def ended(self) -> list[int]:
        """The same by property for a modifier of it that ends."""
        return [self.touched(frozenset({(PROPERTY, name)})) for name in self.program.properties]

    # ---- what does nothing

    def stirs(self, name: str) -> str:
        """Source that is false where a procedure would do nothing; "" if that is not known."""
        if name not in self._stirs:
            self._stirs[name] = ""  # while it is looked into
            procedure, found = self.cut.procedure(name), list[str]()
            if not procedure.parameters and self._rests(procedure.body, set(), found):
                self._stirs[name] = " or ".join(dict.fromkeys(found))
        return self._stirs[name]

    def _rests(self, block: ir.Block, false: set[str], found: list[str]) -> bool:
        """Whether nothing happens in a block, up to its end or to a `Break`, where all of `found`
        is false; so are the locals `false`.
        """
        for statement in block:
            match statement.ask if isinstance(statement, Point) else statement:
                case ir.Line() | At():
                    continue
                case ir.Let(name=name, value=ir.Int(value=0)):
                    false.add(name)
                case ir.Changed(name=name, asked=asked):
                    false.add(name)
                    found.append(f"changed & d{self.watches.index(asked)}")
                case ir.If(condition=ir.Local(name=name), otherwise=()) if name in false:
                    continue
                case ir.If(condition=ir.Not(ir.Local(name=name)), then=(ir.Break(),)):
                    return name in false
                case ir.If(
                    condition=ir.Compare("==", ir.Unsettled(), ir.Int(0)), then=(ir.Break(),)
                ):
                    found.append(f"S[{self.layout.queue}]")
                    return True
                case ir.While(condition=ir.Int(value=1), body=body):
                    if not self._rests(body, false, found):
                        return False
                case ir.Call(procedure=name, arguments=()) if self.stirs(name):
                    found.append(self.stirs(name))
                case _:
                    return False
        return True

    # ---- what takes long

    def has_loop(self, name: str) -> bool:
        """Whether a function, or one that it calls, looks through a set."""
        if name not in self._looping and name in self.functions:
            self._looping[name] = False  # while it is looked into
            self._looping[name] = any(
                is_search(node)
                or (isinstance(node, ir.Pipeline) and bool(node.standing))
                or (isinstance(node, ir.Apply) and self.has_loop(node.function))
                or (isinstance(node, ir.ApplyDispatch) and self.any_loop(node.table))
                for node in all_nodes(self.functions[name].value)
            )
        return self._looping.get(name, False)

    def any_loop(self, table: str) -> bool:
        """The same of the functions of a table."""
        return any(map(self.has_loop, self.program.dispatch.get(table, ())))


class Writer:
    """Collects lines; `fresh` gives a local name nobody else has in this function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[int] = []
        self.place = 0
        self.depth = 0
        self.names = 0

    def put(self, line: str) -> None:
        """One line at the present depth and place of the rules."""
        self.lines.append(" " * self.depth + line)
        self.places.append(self.place)

    def fresh(self) -> str:
        """A new local variable of the generated function."""
        self.names += 1
        return f"w{self.names}"

    @contextmanager
    def passing(self) -> Generator[None]:
        """The variables made inside are needed no longer behind it: a function of few variables is
        much faster to call.
        """
        before = self.names
        yield
        self.names = before

    @contextmanager
    def under(self, head: str) -> Generator[None]:
        """Lines inside `head`, which ends with a colon; never empty."""
        self.put(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.put("pass")
        self.depth -= 1

    def text(self) -> str:
        """The whole source."""
        return "\n".join(self.lines) + "\n"
