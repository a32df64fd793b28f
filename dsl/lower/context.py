"""What all parts of the lowering share: the program as it grows, and how a binding is read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import field, replace
from typing import Any

from ..ir import ir
from ..ir.names import OUT, OWNED, OWNER, engine_name
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Use
from ..typed import ids
from ..typed.format import Format
from ..typed.reactions import About, Reaction, reactions_of
from ..typed.statements import Block, Lasting, Statement
from ..typed.values import At, Binding, Form, Value

Env = dict[Binding, ir.Expression]
Lowered = list[ir.Statement]
Needed = Collection[int] | None  # what it is about does nothing in a match without one of these
TRUE = ir.Int(1)
FALSE = ir.Int(0)
NOBODY = ir.Int(ir.NONE)
SETTLE = ir.Call("settle")


@dataclass(slots=True)
class Frame:
    """Where a block is lowered: what bindings are, whether a phase or step around it has been
    skipped meanwhile, the sentence that it is part of, and whether it is being tried.
    """

    env: Env
    over: ir.Expression | None = None
    ability: int = ir.NONE
    tries: bool = False

    def child(self) -> Frame:
        return replace(self, env=dict(self.env))

    def apart(self) -> Frame:
        """The same where no phase or step around it is looked at."""
        return replace(self, over=None)


@dataclass(slots=True, eq=False)
class Lowering:
    """The program of a format for a number of seats while it is put together."""

    format: Format
    seats: int
    fields: dict[str, ir.FieldSpec] = field(default_factory=dict[str, ir.FieldSpec])
    properties: dict[str, ir.PropertySpec] = field(default_factory=dict[str, ir.PropertySpec])
    functions: dict[str, ir.Function] = field(default_factory=dict[str, ir.Function])
    procedures: dict[str, ir.Procedure] = field(default_factory=dict[str, ir.Procedure])
    triggers: dict[str, int] = field(default_factory=dict[str, int])
    trigger_abilities: list[int] = field(default_factory=list[int])
    dispatch: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    tables: dict[str, list[object]] = field(default_factory=dict[str, list[object]])
    lists: dict[str, tuple[object, ...]] = field(default_factory=dict[str, tuple[object, ...]])
    names: dict[str, int] = field(default_factory=dict[str, int])
    moments: dict[ids.Moment, int] = field(default_factory=dict[ids.Moment, int])
    sites: list[ir.Site] = field(default_factory=list[ir.Site])
    draws: dict[ir.Draw, int] = field(default_factory=dict[ir.Draw, int])
    places: dict[ir.Place, int] = field(default_factory=dict[ir.Place, int])
    bearers: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    groups: dict[object, int] = field(default_factory=dict[object, int])
    limits: dict[int, str] = field(default_factory=dict[int, str])  # by ability
    fitting: dict[object, ir.Items] = field(default_factory=dict[object, ir.Items])
    modified: dict[str, set[int]] = field(  # properties, by which sentences; -1: by the rules
        default_factory=dict[str, set[int]]
    )
    bodies: dict[object, tuple[str, tuple[Binding, ...]]] = field(
        default_factory=dict[object, tuple[str, tuple[Binding, ...]]]
    )
    given: dict[int, None] = field(default_factory=dict[int, None])  # places that give cards
    lasting: dict[Lasting, int] = field(default_factory=dict[Lasting, int])
    numbers: dict[Sentence | Use, int] = field(default_factory=dict["Sentence | Use", int])
    ability_places: dict[int, int] = field(default_factory=dict[int, int])
    # sets of cards of held zones by their local: whether they have the order of their numbers
    unordered: dict[str, bool] = field(default_factory=dict[str, bool])
    orders: set[int] = field(default_factory=set[int])  # sites where no answer is no answer
    asked: dict[int, tuple[Statement, Env]] = field(  # by site: what asks, and the names there
        default_factory=dict[int, tuple[Statement, Env]]
    )
    reactions: dict[About, list[Reaction]] = field(default_factory=dict["About", list[Reaction]])
    printed: bool = False  # of keywords counts only what is printed, as in the rules of decks
    counter: int = 0

    def __post_init__(self) -> None:
        self.numbers |= {one.sentence: one.id for one in self.format.abilities}
        self.numbers |= {one.use: one.id for one in self.format.records}
        self.reactions = reactions_of(self.format)
        self.lasting = {one: number for number, one in enumerate(self.format.lasting)}

    def number_of(self, said: Sentence | Use) -> ir.Int:
        """The number of a sentence or record; no other's for one that no card has."""
        return ir.Int(self.numbers.setdefault(said, len(self.numbers)))

    # ---- names and places of the program

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return engine_name(stem, self.counter)

    def name_index(self, text: str) -> int:
        return self.names.setdefault(text, len(self.names))

    def place(self, at: At) -> int:
        span = at.span
        place = ir.Place(
            span.file, span.line, span.column, span.end_line, span.end_column, at.clauses
        )
        return self.places.setdefault(place, len(self.places))

    def happens(self, ability: int) -> int:
        """The place that is passed when a sentence does something."""
        if ability not in self.ability_places:
            span = self.format.abilities[ability].span
            self.ability_places[ability] = self.place(At(span))
        return self.ability_places[ability]

    def via(self, places: Iterable[At], code: ir.Expression) -> ir.Expression:
        """An expression that, when it is worked out, shows that it came here through lines."""
        for at in places:
            code = ir.Mark(self.place(at), code)
        return code

    def site(self, site: ir.Site, orders: bool = False) -> int:
        """A place that asks; one that `orders` goes on only with an answer."""
        self.sites.append(site)
        if orders:
            self.orders.add(len(self.sites) - 1)
        return len(self.sites) - 1

    def draw(self, draw: ir.Draw) -> int:
        return self.draws.setdefault(draw, len(self.draws))

    def role(self, word: str) -> int:
        return self.format.roles.index(word)

    def moment(self, moment: ids.Moment) -> int:
        return self.moments.setdefault(moment, len(self.moments))

    @property
    def seated(self) -> ir.Expression:
        """All players, in order of their seats, also those who are out of the game."""
        return ir.Range(ir.Int(self.seats))

    def seated_from(self, first: ir.Expression) -> ir.Expression:
        """The same from one of them on, who is there."""
        others = (ir.NextPlayer(first, steps) for steps in range(1, self.seats))
        return ir.Items((first, *others))

    @property
    def has_copies(self) -> bool:
        """Whether the print of a card may matter that is not in the match."""
        return ids.PRINT in self.format.made or "print" in self.format.features

    @property
    def eliminates(self) -> bool:
        """Whether a player can be out of the game while others go on."""
        return "eliminate" in self.format.features

    def is_left(self, player: ir.Expression) -> ir.Expression:
        """Whether a player is still in the game."""
        if not self.eliminates:
            return TRUE
        return ir.Compare("<=", ir.Field(OUT, player), ir.Int(0))

    def left_of(self, players: ir.Expression) -> ir.Expression:
        """Those of some players who are still in the game."""
        if not self.eliminates:
            return players
        name = self.fresh("it")
        return ir.Select(name, players, self.is_left(ir.Local(name)))

    @property
    def players(self) -> ir.Expression:
        """All players who are still in the game, in order of their seats."""
        return self.left_of(self.seated)

    @property
    def players_out(self) -> ir.Expression:
        """All players who are out of the game."""
        name = self.fresh("it")
        return ir.Select(name, self.seated, ir.Not(self.is_left(ir.Local(name))))

    def players_from(self, first: ir.Expression) -> ir.Expression:
        """The same from one on, or from the next one where this one is out."""
        return self.left_of(self.seated_from(first))

    def next_player(self, player: ir.Expression, steps: int = 1) -> ir.Expression:
        """Who comes so many places behind somebody; -1 is the one before."""
        if not self.eliminates:
            return ir.NextPlayer(player, steps)
        name = self.fresh("from")
        ways = (ir.NextPlayer(ir.Local(name), steps * k) for k in range(1, self.seats))
        others = self.left_of(ir.Items((*ways, ir.Local(name))))
        known = ir.Compare(">=", ir.Local(name), ir.Int(0))
        return ir.Bind(name, player, ir.Either(known, ir.BottomOne(others), NOBODY))

    # ---- parts of the program

    def trigger(self, procedure: str, ability: int) -> int:
        """The number of a trigger that carries out an ability, or a rule of it."""
        if procedure not in self.triggers:
            self.triggers[procedure] = len(self.triggers)
            self.trigger_abilities.append(ability)
        return self.triggers[procedure]

    def procedure(
        self,
        name: str,
        parameters: tuple[str, ...],
        body: Iterable[ir.Statement],
        place: int,
        step: str = "",
    ) -> str:
        self.procedures[name] = ir.Procedure(name, parameters, tuple(body), place, step)
        return name

    def function(
        self, name: str, parameters: tuple[str, ...], value: ir.Expression, is_set: bool = False
    ) -> str:
        self.functions[name] = ir.Function(name, parameters, value, is_set)
        return name

    def table(self, name: str) -> list[object]:
        """A table with one entry a card definition, -1 where nothing is said."""
        if name not in self.tables:
            self.tables[name] = [ir.NONE] * len(self.format.cards)
        return self.tables[name]

    def group(self, key: object, cards: Iterable[int]) -> int:
        """The number under which the cards that bear something are kept."""
        if key not in self.groups:
            self.groups[key] = len(self.bearers)
            self.bearers.append(tuple(cards))
        return self.groups[key]

    def has_some(self, cards: Needed) -> ir.Expression:
        """Whether the match has any of the cards that something needs."""
        if cards is None:
            return TRUE
        group = self.group(("some of", *cards), cards)
        return ir.Exists(self.fresh("it"), ir.Bearers(group), TRUE)

    def bears(self, group: int) -> str:
        """The table that gives 1 for the cards of a group."""
        name = engine_name("bears", group)
        if name not in self.tables:
            table = self.table(name)
            for card in self.bearers[group]:
                table[card] = 1
        return name


# ---- dispatch: each topic enters what it code_of

Lower = Callable[[Lowering, Value, Env], ir.Expression]
FORMS: dict[type[Form], Lower] = {}
STATEMENTS: dict[type[Statement], Callable[[Lowering, Any, Frame], Lowered]] = {}


def code_of(*kinds: type[Form]) -> Callable[[Lower], Lower]:
    """Enters a function for values with forms of these classes."""

    def enter(function: Lower) -> Lower:
        FORMS.update(dict.fromkeys(kinds, function))
        return function

    return enter


def code_of_statement(*kinds: type[Statement]) -> Callable[..., Any]:
    """Enters a function for statements of these classes."""

    def enter(function: Callable[[Lowering, Any, Frame], Lowered]) -> Any:
        STATEMENTS.update(dict.fromkeys(kinds, function))
        return function

    return enter


def lower_value(b: Lowering, value: Value, env: Env) -> ir.Expression:
    """The code of a typed expression."""
    return FORMS[type(value.form)](b, value, env)


def lower_block(b: Lowering, block: Block, frame: Frame) -> Lowered:
    """The code of typed statements."""
    found: Lowered = []
    for statement in block:
        found += STATEMENTS[type(statement)](b, statement, frame)
    return found


# ---- small pieces of code


def owner_of(b: Lowering, card: ir.Expression) -> ir.Expression:
    """Whose a card is: by its deck, or where cards change hands as it is noted."""
    return ir.Field(OWNED, card) if "give" in b.format.features else ir.Table(OWNER, card)


def keeper_of(card: ir.Expression) -> ir.Expression:
    """In whose zone a card lies; nobody's where that is shared."""
    return ir.Native("zone_owner", (card,))


def speaker_of(b: Lowering, card: ir.Expression) -> ir.Expression:
    """For whom a card speaks: its owner, or its keeper where that is so and there is one."""
    zones = b.format.zones
    speaking = [number for number, one in enumerate(zones.values()) if one.speak]
    if not speaking:
        return owner_of(b, card)
    name = engine_name("speaker", "card")
    if name not in b.functions:
        one, keeper = ir.Local("card"), ir.Local("keeper")
        follows = ir.Compare(">=", keeper, ir.Int(0))
        if len(speaking) < sum(zone.per_player for zone in zones.values()):
            there = ir.Contains(ir.Items(tuple(map(ir.Int, speaking))), ir.PlaceOf(one))
            follows = ir.And(follows, there)
        whose = ir.Either(follows, keeper, owner_of(b, one))
        b.function(name, ("card",), ir.Bind("keeper", keeper_of(one), whose))
    return ir.Apply(name, (card,))


def speaks(b: Lowering, player: ir.Expression) -> ir.Expression:
    """A card that is nobody's speaks for nobody."""
    return ir.Compare(">=", player, ir.Int(0)) if b.format.is_anyones else TRUE


def conjunction(*parts: ir.Expression) -> ir.Expression:
    """All of them; constants are folded."""
    result: ir.Expression = TRUE
    for part in parts:
        if part == FALSE:
            return FALSE
        if part != TRUE:
            result = part if result == TRUE else ir.And(result, part)
    return result


def disjunction(left: ir.Expression, right: ir.Expression) -> ir.Expression:
    """Either of them; constants are folded."""
    if TRUE in (left, right):
        return TRUE
    if left == FALSE or right == FALSE:
        return right if left == FALSE else left
    return ir.Or(left, right)


def is_one(code: ir.Expression) -> ir.Expression:
    """A note or table says yes; of nobody it says no."""
    return ir.Compare("==", code, ir.Int(1))


def count_above(of: ir.Expression, number: int) -> ir.Expression:
    return ir.Compare(">", ir.Count(of), ir.Int(number))


def there(name: str) -> ir.Expression:
    """A local is something, not none."""
    return ir.Compare(">=", ir.Local(name), ir.Int(0))


def nobody_is_a_fault(player: ir.Expression, place: int) -> ir.Statement:
    """For what cannot go on without a player."""
    missing = ir.Compare("<", player, ir.Int(0))
    return ir.If(missing, (ir.Fault("no-player", place),))
