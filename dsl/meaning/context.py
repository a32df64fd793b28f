"""What all parts of the meaning share: the program as it grows, scopes, values, places,
problems.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ..ir import ir
from ..ir.types import CARD, PLAYER, Type
from ..nodes import declarations as d
from ..nodes.base import NOWHERE, Node, Span, Word
from ..nodes.expressions import Expression, Use
from ..nodes.statements import Block, Optional, Statement
from ..nodes.texts import Text
from ..problems.problem import Label, Problem, unknown
from ..ruleset.ruleset import Ruleset, clauses_of, phases_of

MOST_PHRASES = 200_000  # written out for all rules together
ABILITY_SPAN = (
    16  # an option for an ability is card * ABILITY_SPAN + its number on the card
)


@dataclass(frozen=True, slots=True)
class Value:
    """A lowered expression. `zone` and `owner`: where its cards come from, if known;
    `origin`: the card that says it.
    """

    code: ir.Expression
    type: Type
    zone: str = ""
    owner: ir.Expression | None = None
    origin: ir.Expression | None = None
    place: tuple[str, ir.Expression | None] | None = None


@dataclass(slots=True, eq=False)
class Macro:
    """What fills a slot of a phrase, lowered where the slot is used; a choice in it is made
    at its first mention.

    A `use` of None is an open slot: its phrase is only being checked.
    """

    use: Expression | None
    scope: Scope
    category: str
    bound: Value | None = None


@dataclass(slots=True)
class Scope:
    """The names that can be used at a point. `rule` is the id of what is being done, for
    `rule is ..`; `over` is whether a phase or step around it has been skipped meanwhile.
    """

    player: ir.Expression | None = None
    this: ir.Expression | None = None
    it: Value | None = None
    holder: Value | None = None
    locals: dict[str, Value | Macro] = field(default_factory=dict[str, "Value | Macro"])
    rule: str = ""
    in_effect: bool = False
    settles: bool = False
    together: bool = False
    path: str = ""
    language: str = "rules"
    hoisted: list[ir.Statement] | None = None
    asked: ir.Expression | None = None
    over: ir.Expression | None = None
    shown: set[str] = field(default_factory=set[str])

    def child(self) -> Scope:
        return replace(self, locals=dict(self.locals))

    def within(self, player: ir.Expression) -> Scope:
        return replace(self.child(), player=player)


@dataclass(frozen=True, slots=True)
class CaughtRule:
    """A when, before, instead, forbid or allow: of the rules (`group` -1) or of an ability
    of cards. If parts of cards of type `part` bear the `ability`, who does changes. `via`: what
    a sentence is made of, around the rule.
    """

    kind: str
    event: str
    condition: Expression | None
    body: Block | None
    scope: Scope
    node: Node
    optional: Optional | None = None
    group: int = -1
    standing: Expression | None = None
    lasting: str = ""
    part: str = ""
    ability: int = -1
    via: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A `raise`/`lower`/`multiply`/`set` of a property that holds while a condition does.
    `via`: what a sentence is made of, around the change.
    """

    property: str
    operation: str
    target: Expression
    amount: Expression
    tag: str
    scope: Scope
    group: int
    condition: Expression | None
    node: Node
    part: str = ""
    ability: int = -1
    via: tuple[Node, ...] = ()


@dataclass(slots=True)
class CardDefinition:
    """A card as read: fields by name (and key), texts as ASTs."""

    name: Word
    code: Word
    kind: str
    fields: dict[str, object] = field(default_factory=dict[str, object])
    texts: dict[str, Text] = field(default_factory=dict[str, Text])
    span: Span = NOWHERE


@dataclass(slots=True)
class Meaning:
    """The program of a ruleset while it is put together."""

    ruleset: Ruleset
    cards: list[CardDefinition]
    problems: list[Problem] = field(default_factory=list[Problem])
    fields: dict[str, ir.FieldSpec] = field(default_factory=dict[str, ir.FieldSpec])
    zones: dict[str, ir.ZoneSpec] = field(default_factory=dict[str, ir.ZoneSpec])
    properties: dict[str, ir.PropertySpec] = field(
        default_factory=dict[str, ir.PropertySpec]
    )
    moments: list[str] = field(default_factory=list[str])
    functions: dict[str, ir.Function] = field(default_factory=dict[str, ir.Function])
    procedures: dict[str, ir.Procedure] = field(default_factory=dict[str, ir.Procedure])
    triggers: list[str] = field(default_factory=list[str])
    dispatch: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    tables: dict[str, list[object]] = field(default_factory=dict[str, list[object]])
    names: dict[str, int] = field(default_factory=dict[str, int])
    sites: list[ir.Site] = field(default_factory=list[ir.Site])
    places: list[ir.Place] = field(default_factory=list[ir.Place])
    place_index: dict[ir.Place, int] = field(default_factory=dict[ir.Place, int])
    bearers: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    caught: list[CaughtRule] = field(default_factory=list[CaughtRule])
    standing: list[StandingChange] = field(default_factory=list[StandingChange])
    records: dict[Use, int] = field(default_factory=dict[Use, int])
    record_list: list[Use] = field(default_factory=list[Use])
    roles: list[str] = field(default_factory=list[str])
    used: set[str] = field(default_factory=set[str])
    extra: dict[str, object] = field(default_factory=dict[str, object])
    counter: int = 0
    spent: int = 0
    filters: dict[str, bool] = field(default_factory=dict[str, bool])  # by category
    said_at: dict[int, Span] = field(default_factory=dict[int, Span])  # by ability
    blamed: set[int] = field(default_factory=set[int])  # abilities without a meaning
    allowed: int = MOST_PHRASES
    lowering: list[str] = field(default_factory=list[str])
    later: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    phases: dict[str, tuple[str, Node]] = field(default_factory=dict[str, tuple[str, Node]])
    flags: set[str] = field(default_factory=set[str])
    kept: list[Problem] = field(default_factory=list[Problem])

    def __post_init__(self) -> None:
        self.phases = dict(phases_of(self.ruleset))

    # ---- problems

    def problem(
        self,
        code: str,
        message: str,
        span: Span,
        mend: str = "",
        *labels: Label,
        warn: bool = False,
    ) -> None:
        severity = "warning" if warn else "error"
        self.problems.append(Problem(code, message, span, mend, severity, labels))

    @contextmanager
    def blaming(self, ability: int) -> Generator[None, None, None]:
        """Notes whose sentence it is that has no meaning."""
        before = len(self.problems)
        yield
        span = self.said_at.get(ability, NOWHERE)
        for number, problem in enumerate(self.problems[before:], before):
            if ability < 0 or problem.severity != "error":
                continue
            self.blamed.add(ability)
            if problem.file != span.file and not problem.labels:
                why = Label(span, "because of what this says")
                self.problems[number] = replace(problem, labels=(why,))

    def unknown(self, code: str, what: str, word: Word, known: list[str]) -> None:
        self.problems.append(unknown(code, what, str(word), word.span, known))

    def may_spend(self, span: Span) -> bool:
        """Counts a phrase that is written out where it is used; a text can be short and its
        meaning endless.
        """
        self.spent += 1
        if self.spent == self.allowed + 1:
            text = (
                "Written out in full this text is too long: its phrases repeat each other."
            )
            self.problem("text-too-large", text, span, "Say less, or as several sentences.")
        return self.spent <= self.allowed

    # ---- names of the program

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}_{self.counter}"

    def name_index(self, text: str) -> int:
        return self.names.setdefault(text, len(self.names))

    def moment(self, name: str) -> int:
        if name not in self.moments:
            self.moments.append(name)
        return self.moments.index(name)

    def place(self, span: Span, clauses: tuple[str, ...] = ()) -> int:
        place = ir.Place(
            span.file, span.line, span.column, span.end_line, span.end_column, clauses
        )
        found = self.place_index.get(place)
        if found is None:
            found = self.place_index[place] = len(self.places)
            self.places.append(place)
        return found

    def via(self, nodes: Iterable[Node], code: ir.Expression) -> ir.Expression:
        """An expression that, when it is worked out, shows that it came here through lines."""
        for node in nodes:
            cites = clauses_of(getattr(node, "cites", None))
            code = ir.Mark(self.place(node.span, cites), code)
        return code

    def site(self, site: ir.Site) -> int:
        self.sites.append(site)
        return len(self.sites) - 1

    def role(self, word: str) -> int:
        if word not in self.roles:
            self.roles.append(word)
        return self.roles.index(word)

    def procedure(
        self, name: str, parameters: tuple[str, ...], body: ir.Block, place: int
    ) -> str:
        self.procedures[name] = ir.Procedure(name, parameters, body, place)
        return name

    def function(
        self,
        name: str,
        parameters: tuple[str, ...],
        value: ir.Expression,
        is_set: bool = False,
    ) -> str:
        self.functions[name] = ir.Function(name, parameters, value, is_set)
        return name

    # ---- what the format declares

    def values_of(self, name: str) -> d.ValuesDeclaration | None:
        found = self.ruleset.names("values").get(name)
        return found if isinstance(found, d.ValuesDeclaration) else None

    def kind_number(self, kind: str) -> int:
        return list(self.ruleset.names("card kind")).index(kind)

    def table(self, name: str) -> list[object]:
        """A table with one entry a card definition, -1 where nothing is said."""
        if name not in self.tables:
            self.tables[name] = [ir.NONE] * len(self.cards)
        return self.tables[name]

    def verbs(self) -> dict[str, Node]:
        return self.ruleset.names("verb")


def this_value(scope: Scope) -> Value | None:
    return None if scope.this is None else Value(scope.this, replace(CARD, maybe=False))


def player_value(scope: Scope) -> Value | None:
    return None if scope.player is None else Value(scope.player, PLAYER)


def statements_of(block: Block) -> tuple[Statement, ...]:
    return block.statements


TRUE = ir.Int(1)
FALSE = ir.Int(0)


def conjunction(*parts: ir.Expression) -> ir.Expression:
    """All of them; constants are folded."""
    result: ir.Expression = TRUE
    for part in parts:
        if part == TRUE:
            continue
        if part == FALSE:
            return FALSE
        result = part if result == TRUE else ir.And(result, part)
    return result
