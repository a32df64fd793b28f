"""What all parts of the resolver share: what is known so far, scopes, problems, and the tables by
which a construct finds the function that resolves it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from ..cards.definition import CardDefinition
from ..ir.ir import FieldSpec, ZoneSpec
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Expression, Name, Sentence, Use
from ..problems.problem import Label, Problem, Problems
from ..ruleset.ruleset import Ruleset, clauses_of, phases_of
from ..ruleset.shapes import parts_declared
from ..typed import ids
from ..typed.abilities import Ability
from ..typed.rules import Event, PropertyMeaning, Rule, Standing
from ..typed.statements import Block, Statement
from ..typed.types import Type
from ..typed.values import At, Binding, Value

CATEGORIES = ("effect", "cost", "condition", "terms")  # of the language itself
MOST_PHRASES = 200_000  # written out for all rules together
Feature = Literal["face", "turned", "entry", "role", "phase", "leaving"]


@dataclass(slots=True, eq=False)
class Macro:
    """What fills a slot of a phrase, resolved where the slot is used; a choice in it is made at
    its first mention. A `use` of None is an open slot: its phrase is only being checked.
    """

    use: Expression | None
    scope: Scope
    category: str
    bound: Value | None = None


@dataclass(slots=True)
class Scope:
    """The names that can be used at a point.

    `rule` is what is being done, for `rule is ..`; `path` the phase or step around it; `settles`:
    what is announced here happens at once; `before` gathers the choices of phrases; `asked` is
    the seat whose options are being found; `shown`: zones whose cards have been shown.
    """

    player: Value | None = None
    this: Value | None = None
    it: Value | None = None
    holder: Value | None = None
    locals: dict[str, Value | Macro] = field(default_factory=dict[str, "Value | Macro"])
    rule: str = ""
    settles: bool = False
    together: bool = False
    step: ids.StepId = ids.TURN
    language: Literal["rules", "card", "open"] = "rules"
    before: list[Statement] | None = None
    asked: Value | None = None
    shown: set[str] = field(default_factory=set[str])

    def child(self, **changes: Any) -> Scope:
        """A scope inside this one, with names of its own and some things changed."""
        return replace(self, locals={**self.locals}, **changes)

    def apart(self) -> Scope:
        """Inside `together`, where nothing is settled."""
        return self.child(settles=False, together=True)

    def macro(self, node: Node | None) -> Macro | None:
        """The phrase that fills the slot a bare name stands for."""
        found = self.locals.get(str(node.word)) if isinstance(node, Name) else None
        return found if isinstance(found, Macro) else None


@dataclass(slots=True)
class Step:
    """A phase or step of the turn."""

    id: ids.StepId
    node: s.PhaseStatement | s.StepStatement


@dataclass(eq=False)
class Resolver:
    """What is known of a format while it is resolved."""

    ruleset: Ruleset
    cards: list[CardDefinition]
    problems: Problems = field(default_factory=Problems)
    kept: list[Problem] = field(default_factory=list[Problem])  # whoever asks first
    used: set[str] = field(default_factory=set[str])
    features: set[Feature] = field(default_factory=set[Feature])
    zones: dict[str, ZoneSpec] = field(default_factory=dict[str, ZoneSpec])
    gauges: dict[str, FieldSpec] = field(default_factory=dict[str, FieldSpec])
    resets: dict[str, ids.Moment] = field(default_factory=dict[str, ids.Moment])
    moments: dict[ids.Moment, None] = field(default_factory=dict[ids.Moment, None])
    roles: dict[str, int] = field(default_factory=dict[str, int])
    steps: dict[str, Step] = field(default_factory=dict[str, Step])
    skips: dict[ids.StepId, bool] = field(default_factory=dict[ids.StepId, bool])
    texts: dict[str, None] = field(default_factory=dict[str, None])
    properties: dict[str, PropertyMeaning] = field(default_factory=dict[str, PropertyMeaning])
    events: dict[str, Event] = field(default_factory=dict[str, Event])
    rules: list[Rule] = field(default_factory=list[Rule])
    lasting: int = 0
    standing: list[Standing] = field(default_factory=list[Standing])
    records: dict[Use, int] = field(default_factory=dict[Use, int])
    slots: dict[str, None] = field(default_factory=dict[str, None])
    abilities: dict[Sentence, Ability] = field(default_factory=dict[Sentence, Ability])
    filters: dict[str, bool] = field(default_factory=dict[str, bool])  # by category
    holders: dict[str, Binding] = field(default_factory=dict[str, Binding])  # by part
    offers: dict[str, Value | None] = field(default_factory=dict[str, "Value | None"])
    open_slots: set[Binding] = field(default_factory=set[Binding])
    named_keywords: set[str] = field(default_factory=set[str])
    blamed: set[int] = field(default_factory=set[int])  # abilities without a meaning
    open: list[str] = field(default_factory=list[str])  # properties being resolved
    spent: int = 0
    allowed: int = MOST_PHRASES

    def __post_init__(self) -> None:
        self.steps = {
            name: Step(ids.StepId(tuple(path.split("."))), node)
            for name, (path, node) in phases_of(self.ruleset).items()
        }
        for manner in self.ruleset.inside(s.RoleManner):
            self.roles.setdefault(str(manner.word), len(self.roles))

    # ---- problems

    def problem(
        self,
        code: str,
        message: str,
        span: Span,
        fix: str = "",
        *labels: Label,
        severity: Literal["error", "warning"] = "error",
    ) -> None:
        self.problems.report(code, message, span, fix, *labels, severity=severity)

    def unknown(self, code: str, what: str, word: Word, known: Iterable[str]) -> None:
        self.problems.unknown(code, what, word, known)

    def refuse(self, value: Value, code: str, message: str, span: Span, fix: str = "") -> None:
        """A problem with a value, unless it is unknown: then what is wrong was said before."""
        if value.type.kind != "unknown":
            self.problem(code, message, span, fix)

    def declares(self, code: str, kind: str, word: Word) -> bool:
        """Whether a word is declared as a kind of thing, which is used then; else a problem."""
        if str(word) in self.names(kind):
            self.used.add(str(word))
            return True
        self.unknown(code, kind, word, self.names(kind))
        return False

    @contextmanager
    def trial(self) -> Generator[list[Problem], None, None]:
        """What is found wrong inside is no problem; the list is filled at the end."""
        before = len(self.problems)
        found: list[Problem] = []
        yield found
        found += self.problems[before:]
        del self.problems[before:]

    @contextmanager
    def blaming(self, ability: Ability) -> Generator[None, None, None]:
        """Notes whose sentence it is that has no meaning."""
        before = len(self.problems)
        yield
        for number, problem in enumerate(self.problems[before:], before):
            if problem.severity != "error":
                continue
            self.blamed.add(ability.id)
            if problem.file != ability.span.file and not problem.labels:
                why = Label(ability.span, "because of what this says")
                self.problems[number] = replace(problem, labels=(why,))

    def may_spend(self, span: Span) -> bool:
        """Counts a phrase that is written out where it is used; a text can be short and its
        meaning endless.
        """
        self.spent += 1
        if self.spent == self.allowed + 1:
            text = "Written out in full this text is too long: its phrases repeat each other."
            self.problem("text-too-large", text, span, "Say less, or as several sentences.")
        return self.spent <= self.allowed

    # ---- what the format declares

    def names(self, kind: str) -> dict[str, Node]:
        return self.ruleset.names(kind)

    def values_of(self, name: str) -> d.ValuesDeclaration | None:
        return self.ruleset.find(d.ValuesDeclaration, name)

    @cached_property
    def parts(self) -> dict[str, d.PartField]:
        """The parts that kinds of card declare, by name."""
        return parts_declared(self.ruleset)

    @cached_property
    def done_categories(self) -> frozenset[str]:
        """The categories of phrases that are carried out."""
        phrases = self.ruleset.all(d.PhraseDeclaration)
        found = (str(p.category) for p in phrases if isinstance(p.body, d.EffectBody))
        return frozenset({"effect", *found})

    @cached_property
    def categories(self) -> frozenset[str]:
        """What phrases are of, and what the language itself knows."""
        phrases = self.ruleset.all(d.PhraseDeclaration)
        return frozenset((*CATEGORIES, *(str(p.category) for p in phrases)))

    def kind_number(self, kind: str) -> int:
        return list(self.ruleset.names("card kind")).index(kind)

    def moment(self, moment: ids.Moment) -> ids.Moment:
        """The same moment, which is an event from now on."""
        self.moments.setdefault(moment)
        return moment

    def text(self, text: str) -> str:
        """The same text, which rules compare with from now on."""
        self.texts.setdefault(text)
        return text


# ---- dispatch: each topic enters what it resolves

K = TypeVar("K")
F = TypeVar("F")
VALUES: dict[type[Node], Callable[[Resolver, Any, Scope], Value]] = {}
EXPECTING: dict[type[Node], Callable[[Resolver, Any, Scope, Type | None], Value]] = {}
STATEMENTS: dict[type[Node], Callable[[Resolver, Any, Scope], Block]] = {}
DEMANDS: dict[type[Node], Callable[[Resolver, Any, Scope], Value]] = {}
MEMBERS: dict[str, Callable[[Resolver, Value, Word, Scope], Value]] = {}


def resolves(table: dict[K, F], *kinds: K) -> Callable[[F], F]:
    """Enters a function into a table: VALUES for expressions of these classes, EXPECTING for
    those that depend on the type that is wanted, STATEMENTS, DEMANDS for what a statement asks
    beforehand as a cost (others can always be done), MEMBERS for `owner's word`.
    """

    def enter(function: F) -> F:
        table.update(dict.fromkeys(kinds, function))
        return function

    return enter


# ---- places


def header_span(node: Node) -> Span:
    """A statement with a block is known by its first line."""
    span = node.span
    if span.end_line == span.line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column)


def cites_of(node: Node) -> s.Cites | None:
    """What a node cites itself."""
    return getattr(node, "cites", None)


def at(node: Node, cites: s.Cites | None = None) -> At:
    """The place of a whole node."""
    return At(node.span, clauses_of(cites))


def at_header(node: Node, cites: s.Cites | None = None) -> At:
    """The place of the first line of a node, with what is given or what it cites itself."""
    return At(header_span(node), clauses_of(cites if cites is not None else cites_of(node)))


def via_of(nodes: Iterable[Node]) -> tuple[At, ...]:
    """The lines that a rule or change came through."""
    return tuple(At(node.span, clauses_of(cites_of(node))) for node in nodes)
