"""Random expressions of the IR, over a table of twelve cards."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.names import ENTRY, FACE, OWNED, TURNED

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


class ExpressionMaker:
    """Makes random expressions from a seed; `nobody` is how often what is meant is none."""

    def __init__(self, seed: int, nobody: float = 0.0) -> None:
        self.nobody = nobody
        self.chance = random.Random(seed)
        self.count = 0
        self.calls: tuple[str, ...] = ()
        self.functions: dict[str, ir.Function] = {}
        self.more = random.Random(f"{seed} more")  # for what came later, so that seeds stay alike
        self.places = 0

    def pick(self, *options):
        return self.chance.choice(options)

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # ---- expressions

    def seat(self, names: Names) -> ir.Expression:
        if self.more.random() < 0.1:
            return self.whose(names)
        options: list[ir.Expression] = [ZERO, ONE, *map(ir.Local, names.seats)]
        options += [ir.NextPlayer(option) for option in options]
        if self.nobody and self.chance.random() < self.nobody:
            absent = ir.Either(self.truth(names, 0), ir.Int(-1), ONE)
            options = [ir.Int(-1), absent, ir.NextPlayer(absent)]
        return self.chance.choice(options)

    def whose(self, names: Names) -> ir.Expression:
        """The owner or the keeper of a card, who is none of a card that is nowhere."""
        outer, self.chance = self.chance, self.more
        card = self.card(names, 1)
        found = self.pick(ir.Field(OWNED, card), ir.Native("zone_owner", (card,)))
        self.chance = outer
        return ir.Extreme(True, "o", ir.Items((ZERO, found)), ir.Local("o"), ZERO)

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
                who = (ir.Int(NUMBERS["kin"]), ir.Int(self.chance.randrange(4)))
                copies = ir.Native("printing", (who[0], ir.Bearers(0), ir.Int(0)))
                return self.pick(
                    self.gathered(names), ir.Native("said_by", (*who, self.zone(names))), copies
                )
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
                whose, what = self.card(names, depth - 1), ir.Int(self.chance.randrange(4))
                own = self.pick(ir.Int(1), ir.Int(0))
                times = ir.Native("times_said", (ir.Int(NUMBERS["kin"]), whose, what, own))
                return self.pick(ir.Field("mark", whose), times)
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
                return ir.Field(self.pick(FACE, TURNED, ENTRY), self.card(names, depth - 1))
            case 14:
                index = ir.Arithmetic("-", ir.Arithmetic("%", a, ir.Int(3)), ONE)
                return ir.Entry("constants", index)
            case 15:
                return self.pick(
                    ir.Unsettled(), ir.Sequence(), ir.PlaceOf(self.card(names, depth - 1))
                )
            case _:
                return self.apply(names, "number_of") or self.truth(names, depth - 1)

    def apply(self, names: Names, stem: str) -> ir.Expression | None:
        found = [name for name in self.functions if name.startswith(stem)]
        if not found:
            return None
        arguments = (self.seat(names), self.card(names, 1), self.number(names, 1))
        if "number_of_1" in found and self.chance.random() < 0.3:  # all of the table are made
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
            self.pick(ZERO, ir.Sequence(), self.number(names, 0)),
        )
        target = self.card(names, 1)
        base = ir.Table("level", target)
        return ir.Pipeline("power", target, base, self.pick((), (standing,)))

    def beneath_pipeline(self, card: ir.Expression) -> ir.Expression:
        """The value of a card for which several cards beneath it may say something."""
        target = self.name("t")
        said = tuple(self.said_beneath(target) for _ in range(3))
        value = ir.Pipeline("power", ir.Local(target), ir.Int(1), said)
        return ir.Bind(target, card, value)

    def said_beneath(self, target: str) -> ir.Standing:
        """What a bearer says for the card on top of it; sometimes for nobody too."""
        name = self.name("b")
        top = ir.Native("object_top", (ir.Local(name),))
        same = ir.Compare("==", top, ir.Local(target))
        there = ir.Compare("!=", top, ir.Int(-1))
        condition = self.pick(ir.And(there, same), ir.And(there, same), same)
        if self.chance.random() < 0.5:
            mine = ir.Compare("<", ir.Table("level", ir.Local(name)), ir.Int(self.pick(1, 2, 3)))
            condition = ir.And(condition, mine)
        amount = self.pick(ir.Int(2), ir.Table("level", ir.Local(name)))
        return ir.Standing(name, ir.Bearers(0), condition, "raise", amount, "")

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
