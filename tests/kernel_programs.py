"""Random programs of the IR: nested loops, choices, calls, moves, modifiers, triggers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from playsheet.dsl.ir import ir

SEATS = 2
CARDS = tuple((i % 4, i % 2) for i in range(12))
STARTS = {
    ("deck", 0): (0, 2, 4),
    ("deck", 1): (1, 3, 5),
    ("hand", 0): (6, 8),
    ("hand", 1): (7, 9),
    ("row", -1): (10,),
    ("field", 0): (11,),
}
ONE, ZERO = ir.Int(1), ir.Int(0)
WIDTH = 3  # parts of a card
NUMBERS = {"kin": 2, "gifts": 4}  # places of the list properties
SEAT_ZONES = ("deck", "hand", "field")


@dataclass
class Names:
    """The locals in reach, by what they hold."""

    numbers: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    sets: list[str] = field(default_factory=list)

    def copy(self) -> Names:
        return Names([*self.numbers], [*self.seats], [*self.cards], [*self.sets])


class Maker:
    """Makes one random program from a seed."""

    def __init__(self, seed: int, nobody: float = 0.0) -> None:
        self.nobody = nobody
        self.chance = random.Random(seed)
        self.count = 0
        self.calls: tuple[str, ...] = ()
        self.functions: dict[str, ir.Function] = {}
        self.places = 0

    def pick(self, *options):
        return self.chance.choice(options)

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # ---- expressions

    def seat(self, names: Names) -> ir.Expression:
        options: list[ir.Expression] = [ZERO, ONE, *map(ir.Local, names.seats)]
        options += [ir.NextPlayer(option) for option in options]
        if self.nobody and self.chance.random() < self.nobody:
            absent = ir.Either(self.truth(names, 0), ir.Int(-1), ONE)
            options = [ir.Int(-1), absent, ir.NextPlayer(absent)]
        return self.chance.choice(options)

    def card(self, names: Names, depth: int) -> ir.Expression:
        if self.nobody and self.chance.random() < self.nobody:
            return ir.Int(-1)
        if names.cards and self.chance.random() < 0.5:
            return ir.Local(self.chance.choice(names.cards))
        return self.pick(ir.TopOne, ir.BottomOne)(self.cards(names, depth - 1))

    def zone(self, names: Names) -> ir.Expression:
        if self.chance.random() < 0.2:
            return ir.Zone("row")
        return ir.Zone(self.pick(*SEAT_ZONES), self.seat(names))

    def cards(self, names: Names, depth: int) -> ir.Expression:
        """A set of cards."""
        if depth <= 0 or self.chance.random() < 0.3:
            if names.sets and self.chance.random() < 0.3:
                return ir.Local(self.chance.choice(names.sets))
            return self.zone(names)
        a, b = self.cards(names, depth - 1), self.cards(names, depth - 1)
        inner, at = names.copy(), self.name("c")
        inner.cards.append(at)
        match self.chance.randrange(12):
            case 11:
                return self.gathered(names)
            case 0:
                return ir.Join(a, b)
            case 1 | 2 | 3:
                return ir.Select(at, a, self.truth(inner, depth - 1))
            case 4:
                return ir.Either(self.truth(names, depth - 1), a, b)
            case 5:
                return ir.Top(a, self.pick(ir.Int(2), self.number(names, 0)))
            case 6:
                return ir.Bottom(a, self.pick(ir.Int(1), self.number(names, 0)))
            case 7:
                return ir.Reversed(a)
            case 8:
                player, inner = self.name("p"), names.copy()
                inner.seats.append(player)
                return ir.Flatten(player, ir.Range(ir.Int(2)), self.cards(inner, depth - 1))
            case 9:
                return ir.After(a, self.card(names, 0))
            case _:
                return self.apply(names, "cards_of") or ir.Bearers(0)

    def part(self, card: ir.Expression) -> ir.Expression:
        """One of the parts of a card; below 0 for those of no card."""
        first = ir.Arithmetic("*", card, ir.Int(WIDTH))
        return ir.Arithmetic("+", first, ir.Int(self.chance.randrange(WIDTH)))

    def gathered(self, names: Names) -> ir.Expression:
        """A list that grant and void change; its members are cards."""
        name = self.pick("kin", "gifts")
        card = self.card(names, 1)
        target = card if name == "kin" else self.part(card)
        base = self.pick(self.zone(names), ir.Entry("lists", ir.Int(1), True))
        return ir.Native("gathered", (ir.Int(NUMBERS[name]), target, base))

    def number(self, names: Names, depth: int) -> ir.Expression:
        if depth <= 0 or self.chance.random() < 0.25:
            options: list[ir.Expression] = [ir.Int(self.chance.randrange(-1, 4))]
            options += map(ir.Local, names.numbers)
            options += [ir.Field("points", self.seat(names)), ir.Field("turn")]
            return self.chance.choice(options)
        a, b = self.number(names, depth - 1), self.number(names, depth - 1)
        card, inner = self.name("c"), names.copy()
        inner.cards.append(card)
        of = self.cards(names, depth - 1)
        match self.chance.randrange(17):
            case 0 | 1:
                return ir.Arithmetic(self.pick("+", "-"), a, b)
            case 2:
                product = ir.Arithmetic("*", a, b)
                return ir.Arithmetic("%", product, ir.Int(self.pick(3, 7)))
            case 3:
                return ir.Arithmetic("//", a, ir.Int(self.pick(2, -3)))
            case 4:
                return ir.Either(self.truth(names, depth - 1), a, b)
            case 5:
                return ir.Count(of)
            case 6:
                return ir.Total(card, of, self.number(inner, depth - 1))
            case 7:
                value = self.number(inner, depth - 1)
                return ir.Extreme(self.pick(True, False), card, of, value, a)
            case 8:
                return ir.Field("mark", self.card(names, depth - 1))
            case 9:
                return ir.Table("level", self.card(names, depth - 1))
            case 10:
                index = ir.Arithmetic("-", ir.Arithmetic("%", a, ir.Int(4)), ONE)
                return ir.Table("powers", self.card(names, depth - 1), index)
            case 11:
                bound, inner = self.name("b"), names.copy()
                inner.numbers.append(bound)
                return ir.Bind(bound, a, self.number(inner, depth - 1))
            case 12:
                return self.pipeline(names, depth)
            case 13:
                return ir.Field(
                    self.pick("face", "turned", "entry"), self.card(names, depth - 1)
                )
            case 14:
                index = ir.Arithmetic("-", ir.Arithmetic("%", a, ir.Int(3)), ONE)
                return ir.Entry("constants", index)
            case 15:
                return self.pick(ir.Unsettled(), ir.PlaceOf(self.card(names, depth - 1)))
            case _:
                return self.apply(names, "number_of") or self.truth(names, depth - 1)

    def apply(self, names: Names, stem: str) -> ir.Expression | None:
        found = [name for name in self.functions if name.startswith(stem)]
        if not found:
            return None
        arguments = (self.seat(names), self.card(names, 1), self.number(names, 1))
        if stem == "number_of" and self.chance.random() < 0.3:
            index = ir.Int(self.chance.randrange(-1, 2))
            return ir.ApplyDispatch("numbers", index, arguments)
        return ir.Apply(self.chance.choice(found), arguments)

    def pipeline(self, names: Names, depth: int) -> ir.Expression:
        if self.chance.random() < 0.3:
            return ir.Pipeline("size", self.seat(names), self.number(names, 0))
        if self.chance.random() < 0.3:
            return self.part_pipeline(names, depth)
        card, inner = self.name("c"), names.copy()
        inner.cards.append(card)
        over = self.pick(None, self.cards(names, 1), ir.Bearers(0), self.zone(names))
        condition = self.truth(names if over is None else inner, depth - 1)
        if over is not None and names.cards and self.chance.random() < 0.5:
            same = ir.Compare("==", ir.Local(card), ir.Local(names.cards[0]))
            condition = ir.And(condition, same)
        standing = ir.Standing(
            card,
            over,
            condition,
            self.pick("raise", "multiply", "set"),
            self.number(names, 0),
            self.pick("", "last"),
        )
        target = self.card(names, 1)
        base = ir.Table("level", target)
        return ir.Pipeline("power", target, base, self.pick((), (standing,)))

    def part_pipeline(self, names: Names, depth: int) -> ir.Expression:
        """The value of a part, with a change that stands while the part has something."""
        name, inner = self.name("c"), names.copy()
        inner.cards.append(name)
        target = self.part(ir.Local(name))
        gifts = (ir.Int(NUMBERS["gifts"]), target, ir.Items((ONE,)))
        has = ir.Contains(ir.Native("gathered", gifts), ir.Int(7))
        held = ir.And(has, self.truth(inner, depth - 1))
        standing = ir.Standing("holder", ir.Items((target,)), held, "raise", ir.Int(5), "")
        base = ir.Table("powers", ir.Local(name), ONE)
        value = ir.Pipeline("yield", target, base, self.pick((), (standing,)))
        there = ir.Compare(">=", ir.Local(name), ZERO)
        return ir.Bind(name, self.card(names, 1), ir.Either(there, value, ZERO))

    def truth(self, names: Names, depth: int) -> ir.Expression:
        sign = self.pick("==", "!=", "<", "<=", ">", ">=")
        if depth <= 0 or self.chance.random() < 0.3:
            return ir.Compare(sign, self.number(names, 0), self.number(names, 0))
        a, b = self.truth(names, depth - 1), self.truth(names, depth - 1)
        card, inner = self.name("c"), names.copy()
        inner.cards.append(card)
        match self.chance.randrange(9):
            case 0:
                return ir.And(a, b)
            case 1:
                return ir.Or(a, b)
            case 2:
                return ir.Not(a)
            case 3:
                of = self.cards(names, depth - 1)
                return ir.Exists(card, of, self.truth(inner, depth - 1))
            case 4 | 5:
                return ir.Contains(self.cards(names, depth - 1), self.card(names, 1))
            case 6:
                return ir.Mark(0, a)
            case 7:
                return ir.Matches((self.cards(names, 1), self.cards(names, depth - 1)))
            case _:
                left = self.number(names, depth - 1)
                return ir.Compare(sign, left, self.number(names, depth - 1))

    # ---- statements

    def block(self, names: Names, depth: int, in_loop: bool) -> ir.Block:
        names = names.copy()
        found: list[ir.Statement] = []
        for _ in range(self.chance.randrange(1, 5)):
            self.places += 1
            if self.chance.random() < 0.5:
                found.append(ir.Line(self.places % 5))
            found.extend(self.statement(names, depth, in_loop))
        return tuple(found)

    def statement(self, names: Names, depth: int, in_loop: bool) -> list[ir.Statement]:
        makers = [
            self.let,
            self.choose,
            self.choose,
            self.choose,
            self.event,
            self.event,
            self.event,
        ]
        if depth:
            makers += [
                self.branch,
                self.branch,
                self.while_loop,
                self.for_loop,
                self.for_loop,
            ]
        if self.calls:
            makers += [self.call]
        found = self.chance.choice(makers)(names, depth)
        if self.chance.random() < 0.18:
            leave = ir.Break() if in_loop and self.chance.random() < 0.6 else ir.Return()
            rare = ir.And(self.truth(names, 1), self.truth(names, 1))
            found.append(ir.If(rare, (leave,)))
        return found

    def let(self, names: Names, depth: int) -> list[ir.Statement]:
        if self.chance.random() < 0.3:
            name = self.pick("s", "t")
            names.sets.append(name)
            return [ir.Let(name, self.cards(names, 2), is_set=True)]
        if self.chance.random() < 0.05:
            divided = ir.Arithmetic("//", self.number(names, 1), self.number(names, 1))
            return [ir.Let("x", ir.Arithmetic("%", divided, ir.Int(50)))]
        value = ir.Arithmetic("%", self.number(names, 3), ir.Int(50))
        return [ir.Let(self.pick("x", "y", "z"), self.pick(value, self.truth(names, 3)))]

    def choose(self, names: Names, depth: int) -> list[ir.Statement]:
        may_pass = self.pick(ZERO, ONE, self.truth(names, 2))
        seat = self.seat(names)
        if self.chance.random() < 0.5:
            name = self.pick("k", "m")
            names.cards.append(name)
            return [ir.Choose(name, seat, 0, self.cards(names, 3), may_pass)]
        items = tuple(self.number(names, 1) for _ in range(self.chance.randrange(4)))
        return [ir.Choose(self.pick("x", "y"), seat, 1, ir.Items(items), may_pass)]

    def event(self, names: Names, depth: int) -> list[ir.Statement]:
        card, cards = self.card(names, 1), self.cards(names, 2)
        small = ir.Arithmetic("%", self.number(names, 2), ir.Int(9))
        match self.chance.randrange(16):
            case 0 | 1:
                value = self.pick(self.number(names, 2), self.truth(names, 2))
                return [ir.Set("points", self.seat(names), value)]
            case 2:
                return [ir.Set("turn", None, small)]
            case 3:
                return [ir.Set("mark", card, self.number(names, 2))]
            case 4 | 5 | 6 | 7:
                many = self.chance.random() < 0.4
                zone = self.pick("deck", "hand", "field", "row")
                owner = None if zone == "row" else self.seat(names)
                to, face = self.pick("top", "bottom", "onto"), self.pick(-1, 0, 1)
                of = cards if many else card
                return [ir.Move(of, many, zone, owner, to, face, self.pick(-1, 1))]
            case 8:
                return [ir.Shuffle("deck", self.seat(names))]
            case 9:
                name = self.pick("k", "m")
                names.cards.append(name)
                return [ir.Random(name, cards)]
            case 10:
                turned = ir.Rotate(cards, self.pick(0, 1))
                return [self.pick(ir.TurnFace(cards, self.pick(0, 1)), turned)]
            case 11 | 12:
                return [self.modify(names, card, small)]
            case 13:
                return [ir.Expire(self.pick(0, 1))]
            case 14:
                return [ir.Queue(self.pick(0, 1), (card, self.seat(names), cards))]
            case _:
                shown = ir.Reveal(cards, self.pick(None, self.seat(names)))
                return [self.pick(shown, ir.Announce("strike", 0, (card,)))]

    def modify(
        self, names: Names, card: ir.Expression, amount: ir.Expression
    ) -> ir.Statement:
        other = self.chance.random()
        if other < 0.12:
            return ir.Forget(card)
        if other < 0.4:
            return self.list_change(card, amount)
        operation = self.pick("set", "raise", "lower", "multiply", "divide")
        if operation == "divide":
            amount = ir.Int(self.pick(2, 3))
        if other < 0.55:
            until = self.pick(-1, 0, 1)
            return ir.Modify("yield", self.part(card), operation, amount, until)
        if self.chance.random() < 0.3:
            return ir.Modify("size", self.seat(names), operation, amount, self.pick(-1, 0))
        tag = self.pick("", "", "last")
        return ir.Modify("power", card, operation, amount, self.pick(-1, 0, 1), tag)

    def list_change(self, card: ir.Expression, amount: ir.Expression) -> ir.Statement:
        name = self.pick("kin", "gifts", "gifts")
        target = card if name == "kin" else self.part(card)
        if self.chance.random() < 0.3:
            return ir.Modify(name, target, "void", ZERO, self.pick(-1, 0, 1))
        member = self.pick(card, ir.Int(7), ir.Int(3))
        return ir.Modify(name, target, "grant", member, self.pick(-1, 0, 1))

    def branch(self, names: Names, depth: int) -> list[ir.Statement]:
        then = self.block(names, depth - 1, False)
        otherwise = (
            self.block(names, depth - 1, False) if self.chance.random() < 0.5 else ()
        )
        return [ir.If(self.truth(names, 3), then, otherwise)]

    def while_loop(self, names: Names, depth: int) -> list[ir.Statement]:
        rounds = self.name("n")
        held = ir.Compare("<", ir.Local(rounds), ir.Int(2))
        condition = (
            ir.And(held, self.truth(names, 2)) if self.chance.random() < 0.5 else held
        )
        count = ir.Let(rounds, ir.Arithmetic("+", ir.Local(rounds), ONE))
        body = (count, *self.block(names, depth - 1, True))
        return [ir.Let(rounds, ZERO), ir.While(condition, body)]

    def for_loop(self, names: Names, depth: int) -> list[ir.Statement]:
        inner, member = names.copy(), self.name("d")
        inner.cards.append(member)
        of = self.zone(names)
        if self.chance.random() < 0.6:
            of = ir.Top(self.cards(names, 2), ir.Int(3))
        if self.chance.random() < 0.3:
            inner.seats.append(member)
            of = ir.Range(ir.Int(2))
        return [ir.For(member, of, self.block(inner, depth - 1, True))]

    def call(self, names: Names, depth: int) -> list[ir.Statement]:
        arguments = (self.seat(names), self.number(names, 1), self.cards(names, 1))
        if self.chance.random() < 0.3:
            index = ir.Int(self.chance.randrange(-1, len(self.calls)))
            return [ir.Run(f"after {len(self.calls)}", index, arguments)]
        called = ir.Call(self.chance.choice(self.calls), arguments)
        if self.chance.random() < 0.3:
            path = f"turn.{called.procedure}"
            return [ir.Step(path, self.seat(names), (called,))]
        return [called]

    # ---- programs

    def function(self, name: str, is_set: bool) -> None:
        names = Names(["a"], ["p"], ["c"], [])
        value = self.cards(names, 2) if is_set else self.number(names, 3)
        self.functions[name] = ir.Function(name, ("p", "c", "a"), value, is_set)

    def program(self, procedures: int = 4) -> ir.Program:
        for i in range(2):
            self.function(f"cards_of_{i}", True)
            self.function(f"number_of_{i}", False)
        found: dict[str, ir.Procedure] = {}
        names = [f"r{i}" for i in range(procedures)]
        for i, name in enumerate(names):
            self.calls = tuple(names[i + 1 :])
            start = tuple(ir.Let(local, ZERO) for local in ("x", "y"))
            reach = Names(["a", "x", "y", "z"], ["p"], ["k"], ["s"])
            body = (*start, *self.block(reach, 2, False))
            found[name] = ir.Procedure(name, ("p", "a", "s"), body, place=4)
        for i in range(2):
            reach = Names(["x"], ["p"], ["c"], ["s"])
            body = self.block(reach, 1, False)
            found[f"t{i}"] = ir.Procedure(f"t{i}", ("c", "p", "s"), body, place=3)
        found["game"] = self.game(names)
        dispatch = {
            f"after {n}": tuple(names[len(names) - n :]) for n in range(1, procedures)
        }
        dispatch["numbers"] = ("number_of_0", "number_of_1")
        return program_of(found, self.functions, dispatch)

    def game(self, names: list[str]) -> ir.Procedure:
        settle = ir.While(
            ir.And(
                ir.Compare(">", ir.Unsettled(), ZERO),
                ir.Compare("<", ir.Local("n"), ir.Int(4)),
            ),
            (
                ir.Let("n", ir.Arithmetic("+", ir.Local("n"), ONE)),
                ir.Unqueue(ir.Int(self.pick(0, 0, -1))),
            ),
        )
        turns: list[ir.Statement] = [ir.Let("n", ZERO)]
        for i in range(4):
            arguments = (ir.Int(i % 2), ir.Int(i), ir.Zone("hand", ir.Int(i % 2)))
            turns += [ir.Call(names[i % 2], arguments), settle]
        turns.append(ir.EndGame(self.pick(ir.Int(1), ir.Int(-1)), 2))
        return ir.Procedure("game", (), tuple(turns))


def program_of(procedures, functions, dispatch) -> ir.Program:
    """A program over the zones and fields all random programs share."""
    fields = [
        ir.FieldSpec("turn", "game"),
        ir.FieldSpec("points", "player", 3, 0, 20, until=0),
        ir.FieldSpec("mark", "card", 0, -2, 9, until=1),
    ]
    zones = [
        ir.ZoneSpec("deck", True, "pile", 0, "nobody", "all"),
        ir.ZoneSpec("hand", True, "group", 0, "owner", "all"),
        ir.ZoneSpec("field", True, "stack", 1, "all", "all", keeps_object=True),
        ir.ZoneSpec("row", False, "slots", 0, "knowers", "all"),
    ]
    layers = ((("set", False), ("multiply", True)), (("raise", False),), (("last", True),))
    properties = {
        "power": ir.PropertySpec("power", "card", layers, "up", 0),
        "size": ir.PropertySpec("size", "player", ()),
        "kin": ir.PropertySpec("kin", "card", ()),
        "yield": ir.PropertySpec("yield", "part", layers, "down", 0, WIDTH),
        "gifts": ir.PropertySpec("gifts", "part", (), width=WIDTH),
    }
    return ir.Program(
        SEATS,
        {spec.name: spec for spec in fields},
        {spec.name: spec for spec in zones},
        properties,
        ("turn", "battle"),
        functions,
        procedures,
        ("t0", "t1"),
        dispatch,
        {"level": (1, 2, 3, 4), "powers": ((5, 6, 7), (0, 1, 2), (9, 9, 9), (1, 0, 1))},
        (),
        (ir.Site("which", "card", 1), ir.Site("how many", "number", 2)),
        tuple(ir.Place("random.rules", i + 1, 1, i + 1, 9) for i in range(5)),
        ("face", "turned", "entry"),
        ((0, 2),),
        {"constants": (4, 5), "lists": ((), (3, 7))},
    )


def random_program(seed: int, nobody: float = 0.0) -> ir.Program:
    """The program of a seed; `nobody` is how often a seat or card that is meant is none."""
    return Maker(seed, nobody).program()
