"""Random programs of the IR: nested loops, choices, calls, moves, modifiers, triggers."""

from __future__ import annotations

from random_expressions import ONE, SEATS, WIDTH, ZERO, ExpressionMaker, Names

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.names import BEARER, ENTRY, FACE, OWNED, OWNER, TURNED

SEEN = tuple(f"seen {i}" for i in range(6))  # what was last noticed
NOTICED = "noticed"  # tells in which order, and when
EVENT = 2  # the moment of what remembers a number and a card


class Maker(ExpressionMaker):
    """Makes one random program from a seed."""

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
            makers += [self.branch, self.branch, self.while_loop, self.for_loop, self.for_loop]
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
        picked = items if len(items) == 3 else ()
        return [ir.Choose(self.pick("x", "y"), seat, 1, ir.Items(items), may_pass, picked)]

    def remembered(self, names: Names) -> list[ir.Statement]:
        """A change that remembers something, and the end of such changes."""
        outer, self.chance = self.chance, self.more
        card, amount = self.card(names, 1), self.number(names, 1)
        kept = (self.number(names, 1), self.card(names, 1))
        found: list[ir.Statement] = [ir.Modify("power", card, "raise", amount, EVENT, "", kept)]
        if self.chance.random() < 0.5:
            changes = self.pick(ir.Sequence(), amount)
            found = [ir.ExpireIf(EVENT, "over", (card,), changes)]
        self.chance = outer
        return found

    def tried(self, names: Names) -> list[ir.Statement]:
        """What is taken back, or not."""
        outer, self.chance = self.chance, self.more
        failed = ir.Compare("==", ir.Field("turn"), ir.Int(self.pick(2, 3)))
        given = (self.card(names, 1), self.number(names, 1))
        self.chance = outer
        return [ir.Try("x", "tried", given, failed, 1)]

    def plain_procedure(self) -> ir.Procedure:
        """One that never asks."""
        outer, self.chance = self.chance, self.more
        names = Names(["x"], ["p"], ["c"], [])
        body: list[ir.Statement] = [ir.Let("p", ir.Int(0))]
        while len(body) < 6:
            body += self.plain_event(names)
        body.append(ir.Set("turn", None, ir.Int(self.pick(2, 3, 4))))
        self.chance = outer
        return ir.Procedure("tried", ("c", "x"), tuple(body))

    def plain_event(self, names: Names) -> list[ir.Statement]:
        """One that runs nothing else."""
        return [one for one in self.event(names, 1) if not isinstance(one, (ir.Try, ir.Call))]

    def checks(self) -> ir.Procedure:
        """What is asked again only when something has changed, up to three times: each depends on
        one thing that may change, and seldom holds.
        """
        outer, self.chance = self.chance, self.more
        names, found, asked = Names(["x"], ["p"], ["c"], []), [], []
        seat, card = ir.Int(self.pick(0, 1)), ir.Int(self.pick(0, 1, 2, 3))
        things = [
            ir.Count(ir.Zone("hand", seat)),
            ir.TopOne(ir.Zone("field", seat)),
            ir.Field("points", seat),
            ir.Field("mark", card),
            ir.Field(TURNED, card),
            ir.Field(FACE, card),
            ir.Pipeline("power", card, ir.Table("level", card)),
        ]
        start = tuple(ir.Let(local, ZERO) for local in ("x", "p", "c"))
        more = ir.Arithmetic("%", ir.Arithmetic("*", ir.Field("turn"), ir.Int(3)), ir.Int(1009))
        for thing in self.chance.sample(things, 2):
            few = self.pick(1, 1, 2, 3)
            test = ir.Compare("==", ir.Arithmetic("%", thing, ir.Int(2 + few)), ir.Int(few))
            asked.append(test)
            asks = self.choose(names, 1) if self.chance.random() < 0.2 else []
            inside = (
                ir.Touch(),
                *start,
                ir.Set("turn", None, more),
                *self.plain_event(names),
                *asks,
            )
            found.append(ir.If(test, inside))
        self.chance = outer
        same = ir.If(ir.Not(ir.Local("changed")), (ir.Break(),))
        round_ = (ir.Changed("changed", tuple(asked)), same, *found)
        return ir.Procedure("checks", (), (ir.For("round", ir.Range(ir.Int(3)), round_),))

    def notices(self) -> ir.Procedure:
        """Each of some things is watched, and holds whenever it is another than it last was."""
        outer, self.chance = self.chance, self.more
        seat, card, other = (ir.Int(self.pick(*range(most))) for most in (2, 8, 12))
        own, middle = ir.Zone(self.pick("deck", "hand", "field"), seat), ir.Zone("camp")
        all_cards, columns = ir.Range(ir.Int(12)), (FACE, TURNED, "mark")
        things = [
            ir.Count(own),
            ir.TopOne(own),
            ir.Count(ir.Zone(self.pick("row", "camp"))),
            ir.Count(ir.Native("stack_tops", (self.pick(middle, ir.Zone("field", seat)),))),
            ir.TopOne(ir.Native("cards_beneath", (card,))),
            ir.Native("object_top", (card,)),
            ir.Native("zone_owner", (card,)),
            ir.Field("points", seat),
            ir.Field(self.pick("mark", OWNED), card),
            ir.Field(self.pick(FACE, TURNED), card),
            *(ir.Total("c", all_cards, ir.Field(column, ir.Local("c"))) for column in columns),
            ir.Pipeline("power", card, ir.Table("level", card)),
            ir.Pipeline("power", other, ir.Field(TURNED, other)),
            ir.Pipeline("size", seat, ir.Unsettled()),
            ir.PlaceOf(card),
            ir.Sequence(),
        ]
        when = ir.Arithmetic("+", ir.Field(NOTICED), ir.Field("step"))
        more = ir.Arithmetic("%", ir.Arithmetic("*", when, ir.Int(3)), ir.Int(1009))
        step = ir.Set("step", None, ir.Arithmetic("+", ir.Field("step"), ONE))
        found: list[ir.Statement] = [step]
        for seen, thing in zip(SEEN, self.chance.sample(things, len(SEEN)), strict=True):
            test = ir.Compare("!=", thing, ir.Field(seen))
            noted = (ir.Set(seen, None, thing), ir.Set(NOTICED, None, more))
            found.append(ir.Changed(f"changed {seen}", (test,)))
            found.append(ir.If(ir.Local(f"changed {seen}"), (ir.If(test, noted),)))
        self.chance = outer
        return ir.Procedure("notices", (), tuple(found))

    def attached(self, names: Names) -> list[ir.Statement]:
        """A card is attached to another, or one of these moves: to a zone, or to an object."""
        outer, self.chance = self.chance, self.more
        card, other = (self.pick(ir.Int(n), ir.Int(n + 1), self.card(names, 1)) for n in (0, 2))
        bearer = ir.Move(other, False, self.pick("camp", "field", "row"), ZERO, "top")
        tool = ir.Move(card, False, self.pick("tools", "tools", "gems"), self.seat(names))
        beside = ir.Move(card, False, "", None, self.pick("onto", "bottom"), at=other)
        places = (tool, ir.Attach(card, other))
        swap, again = (
            ir.Swap(other, self.card(names, 1)),
            ir.Move(other, False, self.pick("camp", "hand"), ZERO),
        )
        first = (bearer, *places)
        moves = (first, (*first, again), (*first, swap), (beside,), (bearer,), places[1:])
        found = self.pick(*moves)
        asked = self.pick(ir.Native("bearer_of", (card,)), ir.Field(BEARER, card))
        held = self.pick(
            ir.Native("cards_attached", (other,)), ir.Native("attached_to", (other, ir.Int(5)))
        )
        self.chance = outer
        return [*found, ir.Let("x", ir.Arithmetic("%", asked, ir.Int(50))), ir.Let("t", held, True)]

    def event(self, names: Names, depth: int) -> list[ir.Statement]:
        if self.more.random() < 0.15:
            return self.attached(names)
        other = self.more.random()
        if 0.2 <= other < 0.26:
            return [ir.Call("checks")]
        if 0.15 <= other < 0.2:
            return [ir.Set(OWNED, self.card(names, 1), self.whose(names))]
        if other < 0.15:
            return self.remembered(names) if other < 0.1 else self.tried(names)
        card, cards = self.card(names, 1), self.cards(names, 2)
        small = ir.Arithmetic("%", self.number(names, 2), ir.Int(9))
        match self.chance.randrange(17):
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
                if self.chance.random() < 0.5:
                    mixed = ir.ShuffleHidden("mixed", cards, self.seat(names))
                    return [mixed, ir.Let(name, ir.TopOne(ir.Local("mixed")))]
                return [ir.Random(name, cards)]
            case 10:
                turned = ir.Rotate(cards, self.pick(0, 1))
                return [self.pick(ir.TurnFace(cards, self.pick(0, 1)), turned)]
            case 11 | 12:
                return [self.modify(names, card, small)]
            case 13:
                return [ir.Expire(self.pick(0, 1))]
            case 14:
                return [ir.Swap(card, self.card(names, 1))]
            case 15:
                return [ir.Queue(self.pick(0, 1), (card, self.seat(names), cards))]
            case _:
                shown = ir.Reveal(cards, self.pick(None, self.seat(names)))
                return [self.pick(shown, ir.Announce("strike", 0, (card,)))]

    def modify(self, names: Names, card: ir.Expression, amount: ir.Expression) -> ir.Statement:
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
        operation = self.pick("grant", "grant", "revoke")
        return ir.Modify(name, target, operation, member, self.pick(-1, 0, 1))

    def branch(self, names: Names, depth: int) -> list[ir.Statement]:
        then = self.block(names, depth - 1, False)
        otherwise = self.block(names, depth - 1, False) if self.chance.random() < 0.5 else ()
        return [ir.If(self.truth(names, 3), then, otherwise)]

    def while_loop(self, names: Names, depth: int) -> list[ir.Statement]:
        rounds = self.name("n")
        held = ir.Compare("<", ir.Local(rounds), ir.Int(2))
        condition = ir.And(held, self.truth(names, 2)) if self.chance.random() < 0.5 else held
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
        outer, self.chance = self.chance, self.more
        over = self.truth(Names(["x"], ["p"], ["c", "k"], []), 2)
        self.chance = outer
        value = ir.Bind("p", ir.Int(0), over)
        self.functions["over"] = ir.Function("over", ("c", "x", "k"), value)
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
        found["tried"] = self.plain_procedure()
        found["checks"] = self.checks()
        dispatch = {f"after {n}": tuple(names[len(names) - n :]) for n in range(1, procedures)}
        dispatch["numbers"] = ("number_of_0", "number_of_1")
        return program_of(found, self.functions, dispatch)

    def watching(self) -> ir.Program:
        """A program in which something is asked after each of many changes."""
        self.calls = ()
        for i in range(2):
            self.function(f"cards_of_{i}", True)
            self.function(f"number_of_{i}", False)
        self.functions["over"] = ir.Function("over", ("c", "x", "k"), ir.Local("x"))
        names, body = Names(["x"], ["p"], ["c"], []), list[ir.Statement]()
        start = tuple(ir.Let(local, ZERO) for local in ("x", "p", "c"))
        later = ir.Set("turn", None, ir.Arithmetic("+", ir.Field("turn"), ONE))
        for _ in range(30):
            for changes in (self.plain_event(names), self.plain_event(names), self.laid_on()):
                body += [*start, *changes, ir.Call("notices")]
            body += [later, ir.Call("checks"), ir.Call("notices")]
            if self.more.random() < 0.1:
                body.append(ir.Choose("x", ZERO, 1, ir.Items((ZERO, ONE)), ZERO))
        nothing = {f"t{i}": ir.Procedure(f"t{i}", ("c", "p", "s"), ()) for i in range(2)}
        game = {"game": ir.Procedure("game", (), tuple(body)), "checks": self.checks()}
        game["notices"] = self.notices()
        tables = {"numbers": ("number_of_0", "number_of_1")}
        return program_of({**nothing, **game}, self.functions, tables)

    def laid_on(self) -> list[ir.Statement]:
        """Sometimes a card is laid on one that speaks for what lies on it, and its value asked."""
        outer, self.chance = self.chance, self.more
        found: list[ir.Statement] = []
        if self.chance.random() < 0.5:
            card, other = ir.Int(self.pick(1, 3)), ir.Int(self.pick(0, 2))
            value = self.beneath_pipeline(self.pick(card, card, other, ir.Int(-1)))
            few = ir.Arithmetic("%", value, ir.Int(17))
            onto = ir.Move(card, False, "", None, "onto", at=other)
            found = [onto, ir.Set("turn", None, few)]
        self.chance = outer
        return found

    def game(self, names: list[str]) -> ir.Procedure:
        settle = ir.While(
            ir.And(
                ir.Compare(">", ir.Unsettled(), ZERO), ir.Compare("<", ir.Local("n"), ir.Int(4))
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
        turns.append(ir.EndGame(self.pick(ir.Items((ir.Int(1), ir.Int(2))), ir.Items(())), 2))
        return ir.Procedure("game", (), tuple(turns))


def program_of(procedures, functions, dispatch) -> ir.Program:
    """A program over the zones and fields all random programs share."""
    fields = [
        ir.FieldSpec("turn", "game"),
        *(ir.FieldSpec(name, "game") for name in (*SEEN, NOTICED, "step")),
        ir.FieldSpec("points", "player", 3, 0, 20, until=0),
        ir.FieldSpec("mark", "card", 0, -2, 9, until=1),
        ir.FieldSpec(OWNED, "card", -1, -1, 1, type="player", secret="inner", printed=OWNER),
    ]
    zones = [
        ir.ZoneSpec("deck", True, "pile", 0, "nobody", "all"),
        ir.ZoneSpec("hand", True, "group", 0, "owner", "all"),
        ir.ZoneSpec("field", True, "stack", 1, "all", "all", keeps_object=True, bears=True),
        ir.ZoneSpec("row", False, "slots", 0, "knowers", "all", bears=True),
        ir.ZoneSpec("camp", False, "group", 1, "all", "all", keeps_object=True, bears=True),
        ir.ZoneSpec("tools", True, "group", 1, "all", "all", attached=("field", "row", "camp")),
        ir.ZoneSpec("gems", False, "group", 1, "all", "all", attached=("tools", "camp")),
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
        (ir.Moment("turn"), ir.Moment("step", "battle"), ir.Moment("event", "strike:2")),
        functions,
        procedures,
        ("t0", "t1"),
        dispatch,
        {"level": (1, 2, 3, 4), "powers": ((5, 6, 7), (0, 1, 2), (9, 9, 9), (1, 0, 1))},
        (),
        (ir.Site("which", "card", 1), ir.Site("how many", "number", 2)),
        tuple(ir.Place("random.rules", i + 1, 1, i + 1, 9) for i in range(5)),
        (FACE, TURNED, ENTRY, BEARER),
        ((0, 2),),
        {"constants": (4, 5), "lists": ((), (3, 7))},
    )


def random_program(seed: int, nobody: float = 0.0) -> ir.Program:
    """The program of a seed; `nobody` is how often a seat or card that is meant is none."""
    return Maker(seed, nobody).program()


def watching_program(seed: int) -> ir.Program:
    """One that asks after each of many changes whether something holds."""
    return Maker(seed, 0.0).watching()
