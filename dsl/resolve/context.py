"""What all parts of the resolver share: what is known so far, scopes, problems, and the tables by
which a construct finds the function that resolves it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import wraps
from typing import Any, Generic, Literal, TypeVar

from ..ir.ir import FieldSpec, ZoneSpec
from ..nodes import declarations as d
from ..nodes import modes
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word, walk
from ..nodes.dataclass import dataclass, replace
from ..nodes.expressions import Expression, Name
from ..problems.problem import MOST_PROBLEMS, Advice, Label, Problem, Remedy
from ..ruleset.categories import categories, done_categories
from ..ruleset.clauses import clauses_of
from ..ruleset.reads import Ask, Reads
from ..ruleset.ruleset import Ruleset, phases_of, steps_of_players
from ..ruleset.shapes import declaration_of, key_of, names_in, parts_declared
from ..typed import ids
from ..typed.abilities import Ability
from ..typed.rules import Event, PropertyMeaning
from ..typed.statements import Block, Statement
from ..typed.types import Type
from ..typed.values import At, Binding, Value
from .findings import Findings, Unit

GAINED = ("keyword", "sentence")  # slots with what cards gain
MOST_PHRASES = 200_000  # written out for all rules together
MOST_OF_SENTENCE = 1_000  # for a sentence or record


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
    the seat whose options are being found; `called`: the name of the nearest candidate, if it has
    one; `shown`: zones whose cards have been shown; `given`: where names of blocks were given,
    also of those that are over; `watched`: slots of which is asked whether they were done;
    `around`: the names where the phrase is used, of which it takes what is given to it.
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
    called: str = ""
    shown: set[str] = field(default_factory=set[str])
    given: dict[str, Span] = field(default_factory=dict[str, Span])
    watched: frozenset[str] = frozenset()
    around: Mapping[str, Value | Macro] = field(default_factory=dict[str, "Value | Macro"])

    def child(self, **changes: Any) -> Scope:
        """A scope inside this one, with names of its own and some things changed."""
        return replace(self, locals={**self.locals}, **changes)

    def name(self, word: Word, value: Value) -> None:
        """Gives a name from here on."""
        self.locals[str(word)] = value
        self.given[str(word)] = word.span

    def apart(self) -> Scope:
        """Inside `together`, where nothing is settled."""
        return self.child(settles=False, together=True)

    def macro(self, node: Node | None) -> Macro | None:
        """The phrase that fills the slot a bare name stands for."""
        found = self.locals.get(str(node.word)) if isinstance(node, Name) else None
        return found if isinstance(found, Macro) else None


@dataclass(frozen=True, slots=True)
class Step:
    """A phase or step of the turn. `owned`: it is some player's."""

    id: ids.StepId
    is_phase: bool
    owned: bool


@dataclass(frozen=True, slots=True)
class CardField:
    """A field of a kind of card, or of a part of it. `names_card`: it holds the code of a card."""

    kind: str
    part: str
    node: d.PlainField
    type: Type
    names_card: bool


@dataclass(frozen=True, slots=True)
class Look:
    """A property looks at what cards of a zone say, at their `word`. `own`: the zone is that of
    whoever has the property, or of the owner of the card that has it.
    """

    zone: str
    own: bool
    word: str
    span: Span


M = TypeVar("M")
SPECS = ("zones", "gauges", "steps", "roles", "fields")


class Specs(Generic[M]):
    """A table that is whole before the first sentence is resolved. It is noted who looks at it."""

    def __set_name__(self, owner: type[Resolver], name: str) -> None:
        self.name = name

    def __get__(self, r: Resolver, owner: type[Resolver]) -> M:
        name, found = self.name, r.specs[self.name]
        r.note(found, specs_of, name)
        return found


def specs_of(r: Resolver, name: str) -> object:
    return r.specs[name]


def is_within(one: Span, whole: Span) -> bool:
    """Whether a place is on the lines of another."""
    return one.file == whole.file and whole.line <= one.line <= whole.end_line


def ask_resolver(ruleset: Ruleset, ask: Ask, *said: Hashable) -> object:
    """What the resolver of some rules answers."""
    return ask(ruleset.known[Resolver], *said)


def asked(work: Callable[[Resolver], M]) -> Callable[[Resolver], M]:
    """A question with a short answer: who asks it depends on that, not on all it looked at."""

    @wraps(work)
    def answer(r: Resolver) -> M:
        with r.ruleset.noting(None):
            found = work(r)
        r.note(found, answer)
        return found

    return answer


@dataclass(slots=True, eq=False)
class Resolved:
    """What stands for things of the rules, and what sentences and records mean, each with all that
    it asked: that is so for other rules, too, that answer the same.
    """

    bindings: dict[tuple[tuple[str, ...], Type], Binding] = field(
        default_factory=dict[tuple[tuple[str, ...], Type], Binding]
    )
    units: dict[Hashable, tuple[Unit[Any], Reads]] = field(
        default_factory=dict[Hashable, tuple[Unit[Any], Reads]]
    )


class Resolver(Findings):
    """What is known of the rules of a format while they and cards are resolved. It never depends
    on which cards those are: a sentence that was resolved means the same for all of them. `older`
    was resolved with other rules.
    """

    zones = Specs[dict[str, ZoneSpec]]()
    gauges = Specs[dict[str, FieldSpec]]()
    steps = Specs[dict[str, Step]]()
    roles = Specs[dict[str, int]]()
    fields = Specs[dict[str, list[CardField]]]()  # by kind

    def __init__(self, ruleset: Ruleset, older: Resolved | None = None) -> None:
        super().__init__()
        self.ruleset = ruleset
        self.older = older
        ruleset.known[Resolver] = self
        self.specs: dict[str, Any] = {name: {} for name in SPECS}
        self.kept: list[Problem] = []  # of properties, whoever asked first
        self.told_before = 0  # problems of other declarations
        self.resets: dict[str, ids.Moment] = {}
        owned = steps_of_players(ruleset)
        for name, (path, node) in phases_of(ruleset).items():
            known = ids.StepId(tuple(path.split(".")))
            self.steps[name] = Step(known, isinstance(node, s.PhaseStatement), path in owned)
        for manner in ruleset.inside(modes.RoleManner):
            self.roles.setdefault(str(manner.word), len(self.roles))
        self.properties: dict[str, PropertyMeaning] = {}
        self.found_in_properties: list[Findings] = []
        self.events: dict[str, Event] = {}
        self.offers: dict[str, Value | None] = {}
        self.filters: dict[str, bool] = {}  # by category
        self.resolved = Resolved() if older is None else Resolved(older.bindings)
        ruleset.known[Resolved] = self.resolved
        self.bindings, self.units = self.resolved.bindings, self.resolved.units
        self.open_slots: set[Binding] = set()
        self.open: list[str] = []  # properties being resolved, and phrases that others run
        self.asked_done: dict[int, tuple[Node, frozenset[str]]] = {}  # slots, by the phrase
        self.looks: list[Look] = []  # of the last of these
        self.looked: dict[str, tuple[Look, ...]] = {}  # by property
        self.bound: dict[Span, Span] = {}  # of a name in the rules: where what it names is declared
        self.bound_here: dict[Span, Span] = {}  # the same in the declaration that is resolved
        self.candidates: set[Span] = set()  # where candidates are given a name
        self.spent = 0
        self.allowed = MOST_PHRASES

    def bind(self, word: Word, declared: object) -> None:
        """Notes what a name stands for: a word that declares it, or a node with a name."""
        name = declared if isinstance(declared, Word) else getattr(declared, "name", None)
        if isinstance(name, Word):
            self.bind_to(word, name.span)

    def bind_to(self, word: Word, span: Span) -> None:
        """The same by where the name is declared."""
        for bound in self.bound, self.bound_here:
            bound[word.span] = span

    def unit(self, work: Callable[[], M]) -> Unit[M]:
        """Resolves a part of the format: what it means, and what came up, apart from all that
        came up elsewhere.
        """
        outer, found = Findings(), Findings()
        names = vars(outer).keys()
        vars(outer).update((name, vars(self)[name]) for name in names)
        vars(self).update(vars(found))
        try:
            return work(), found
        finally:
            vars(self).update(vars(outer))

    def known_unit(self, key: Hashable, work: Callable[[], M]) -> Unit[M]:
        """A sentence or record, resolved once, and not at all if older rules answered the same.
        It may write out so many phrases, whatever the rules have written out.
        """
        found = self.units.get(key)
        if found is None and self.older is not None:
            found = self.older.units.get(key)
            if found is not None and not found[1].hold(self.ruleset, self.ruleset.held):
                found = None
        if found is None:
            reads, before = Reads(), (self.spent, self.allowed)
            self.spent, self.allowed = 0, MOST_OF_SENTENCE
            try:
                with self.ruleset.noting(reads):
                    found = self.unit(work), reads
            finally:
                self.spent, self.allowed = before
        self.units[key] = found
        if self.ruleset.reads is not None:
            self.ruleset.reads.join(found[1])
        return found[0]

    def declared_unit(self, node: Node, work: Callable[[], M]) -> Unit[M]:
        """The same for a declaration. Where it has mistakes it is kept only if that does not depend
        on how many there are elsewhere.
        """
        key, own = key_of(self.ruleset, node), node.span

        def noted() -> tuple[M, dict[Span, Span]]:
            declaration_of(self.ruleset, *key)
            outer, self.bound_here = self.bound_here, {}
            try:
                meaning, every = work(), self.bound_here.items()
            finally:
                self.bound_here = outer
            bound = {word: span for word, span in every if is_within(word, own)}
            for file in {one.file for one in bound.values() if not is_within(one, own)}:
                names_in(self.ruleset, file)  # where they stand
            return meaning, bound

        before = self.told_before
        self.told_before += len(self.problems)
        (meaning, bound), found = self.known_unit(key, noted)
        if found.problems and self.told_before + len(found.problems) > MOST_PROBLEMS:
            del self.units[key]  # with fewer mistakes elsewhere more would be said of these
        self.told_before = before
        self.bound |= bound
        return meaning, found

    def known_declaration(self, node: Node, work: Callable[[], M]) -> M:
        """What a declaration means; what came up there joins what comes up here."""
        meaning, found = self.declared_unit(node, work)
        self.add(found)
        return meaning

    def note(self, answer: object, ask: Ask, *said: Hashable) -> None:
        """Something was asked of the resolver."""
        self.ruleset.note(answer, ask_resolver, ask, *said)

    def binding(self, *path: str, type: Type) -> Binding:
        """What stands for something of the rules by its names; the same for other rules."""
        return self.bindings.setdefault((path, type), Binding(path[-1], type))

    # ---- problems

    def problem(
        self,
        code: str,
        message: str,
        span: Span,
        fix: Remedy = "",
        *labels: Label,
        severity: Literal["error", "warning"] = "error",
    ) -> None:
        self.problems.report(code, message, span, fix, *labels, severity=severity)

    def unknown(self, code: str, what: str, word: Word, known: Iterable[str]) -> None:
        self.problems.before = len(self.kept) + self.told_before
        self.problems.unknown(code, what, word, known)

    def refuse(self, value: Value, code: str, message: str, span: Span, fix: Remedy = "") -> None:
        """A problem with a value, unless it is unknown: then what is wrong was said before."""
        if value.type.kind != "unknown":
            self.problem(code, message, span, fix)

    def declares(self, code: str, kind: str, word: Word) -> bool:
        """Whether a word is declared as a kind of thing, which is used then; else a problem."""
        if str(word) in self.names(kind):
            self.used.add(str(word))
            self.bind(word, self.names(kind)[str(word)])
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
            self.blamed.add(ability.sentence)
            if problem.file != ability.span.file and not problem.labels:
                why = Label(ability.span, "because of what this says")
                self.problems[number] = replace(problem, labels=(why,))

    @contextmanager
    def opening(self, name: str) -> Generator[None, None, None]:
        """While a property or phrase is resolved that may not need itself."""
        self.open.append(name)
        yield
        self.open.pop()

    def may_spend(self, span: Span) -> bool:
        """Counts a phrase that is written out where it is used; a text can be short and its
        meaning endless.
        """
        self.spent += 1
        if self.spent == self.allowed + 1:
            text = "Written out in full this text is too long: its phrases repeat each other."
            self.problem("text-too-large", text, span, Advice("Say less, or as several sentences."))
        return self.spent <= self.allowed

    # ---- what the format declares

    def names(self, kind: str) -> Mapping[str, Node]:
        return self.ruleset.names(kind)

    def values_of(self, name: str) -> d.ValuesDeclaration | None:
        return self.ruleset.find(d.ValuesDeclaration, name)

    @property
    def parts(self) -> dict[str, d.PartField]:
        """The parts that kinds of card declare, by name."""
        return parts_declared(self.ruleset)

    @property
    def done_categories(self) -> frozenset[str]:
        """The categories of phrases that are carried out."""
        return done_categories(self.ruleset)

    @property
    def categories(self) -> frozenset[str]:
        """What phrases are of, and what the language itself knows."""
        return categories(self.ruleset)

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

    def label(self, text: str) -> str:
        """The same text, by which something may be chosen from now on."""
        self.labels.add(text)
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


def spans_in(node: Node) -> Iterator[Span]:
    """The places of a node and all nodes inside it, which tell equal ones apart."""
    return (part.span for part in walk(node))


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
