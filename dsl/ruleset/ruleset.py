"""A format as declared: every declaration of its files by kind and name, before it means
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from functools import wraps
from typing import Any, TypeVar

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word, parts_of, walk
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Name
from ..nodes.groups import GroupsDeclaration
from ..nodes.invariants import InvariantDeclaration
from ..problems.articles import an
from ..problems.problem import Advice, Label, Problem, Remedy
from .reads import Ask, Held, Reads, Table
from .remembered import Remembered
from .seats import seat_problems, seats_of

D = TypeVar("D", bound=Node)

NAMED: tuple[tuple[type[Node], str], ...] = (
    (d.ZoneDeclaration, "zone"),
    (d.GaugeDeclaration, "gauge"),
    (d.NoteDeclaration, "note"),
    (d.ValuesDeclaration, "values"),
    (d.CardDeclaration, "card kind"),
    (d.OptionDeclaration, "option"),
    (d.ParameterDeclaration, "parameter"),
    (d.WindowDeclaration, "window"),
    (d.ActionDeclaration, "action"),
    (d.VerbDeclaration, "verb"),
    (d.CheckDeclaration, "check"),
    (InvariantDeclaration, "invariant"),
    (d.RankingDeclaration, "ranking"),
    (GroupsDeclaration, "groups"),
    (d.KeywordDeclaration, "keyword"),
    (d.LabelDeclaration, "label"),
    (d.PhraseDeclaration, "phrase"),
)

TITLES: dict[type[Node], str] = dict(NAMED)
# kinds that share one space of names: an expression may name any of them
SHARED = ("zone", "gauge", "note", "option", "parameter", "card kind")
TYPES = (d.ValuesDeclaration, d.CardDeclaration)
OWN_FIELDS = ("owner", "keeper", "name", "code", "kind", "beneath", "mentions")  # of every card
BEARER = "bearer"  # of a part: the card it is on; of a card: the one that it is attached to

# what a slot or a field may be of without a declaration
SIMPLE_TYPES = (
    "number", "signed", "name", "word", "player", "card", "cards", "text", "keyword", "condition",
    "truth",
)  # fmt: skip
CATEGORIES = ("effect", "cost", "condition", "sentence", "terms")  # of the language itself
BUILT_IN = frozenset(
    [
        "player",
        "opponent",
        "opponents",
        "you",
        "this",
        "holder",
        "it",
        "game",
        "phase",
        "none",
        "yes",
        "no",
        "empty",
        "always",
        "face_up",
        "face_down",
        "cards",
        "players",
        "names",
        "print",
        "list",
        "name",
        "code",
        "kind",
        "owner",
        "keeper",
        "beneath",
        "abilities",
        "pass",
        "moved",
        "given",
        "eliminated",
        "turned",
        "changed",
    ]
)


@dataclass(frozen=True, slots=True)
class Absent:
    """Patterns of a library that a format does without, for want of what the message says."""

    says: tuple[d.Say, ...]
    message: str
    mend: Remedy


@dataclass(frozen=True, slots=True)
class Origin:
    """What the rules of a format that extends another or uses libraries are made of: what these
    declare, and its own with its edits. `homes`: the first language of the format or library that
    each of its files is of; `libraries`: the files of those; `spoken`: the languages that are taken
    of each; `absent`: words of theirs that it does without.
    """

    inherited: tuple[Node, ...]
    own: tuple[Node, ...]
    homes: dict[str, str] = field(default_factory=dict[str, str])
    libraries: frozenset[str] = frozenset()
    spoken: frozenset[tuple[str, str]] = frozenset()
    absent: tuple[Absent, ...] = ()

    @property
    def edits(self) -> tuple[ed.Edit, ...]:
        return tuple(node for node in self.own if isinstance(node, ed.Edit))


@dataclass(slots=True)
class Ruleset:
    """The declarations of a format in order of its files; `by_kind[kind][name]` finds one."""

    format: d.FormatDeclaration
    declarations: list[Node] = field(default_factory=list[Node])
    by_kind: dict[str, dict[str, Node]] = field(default_factory=dict[str, dict[str, Node]])
    found: dict[type, list[Any]] = field(
        default_factory=dict[type, list[Any]], compare=False, repr=False
    )
    nodes: dict[type, list[Any]] | None = field(default=None, compare=False, repr=False)
    grouped: dict[str, list[d.PropertyDeclaration]] | None = field(
        default=None, compare=False, repr=False
    )
    origin: Origin | None = field(default=None, compare=False, repr=False)
    known: dict[Any, Any] = field(default_factory=dict[Any, Any], compare=False, repr=False)
    bearers: dict[str, list[str]] = field(
        default_factory=dict[str, list[str]], compare=False, repr=False
    )
    reads: Reads | None = field(default=None, compare=False, repr=False)  # who asks now
    held: dict[Any, Held] = field(default_factory=dict[Any, Held], compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[object, ...]]:
        """What was worked out from the declarations is not kept with them."""
        return made_of, (self.format, self.declarations, self.by_kind, self.origin)

    @contextmanager
    def noting(self, reads: Reads | None) -> Generator[None]:
        """Notes what is asked meanwhile; None: nothing."""
        outer, self.reads = self.reads, reads
        try:
            yield
        finally:
            self.reads = outer

    def note(self, answer: object, ask: Ask, *said: Hashable) -> None:
        """Something was asked that depends on the rules."""
        if self.reads is not None:
            self.reads.note(answer, ask, *said)

    @property
    def seats(self) -> range:
        """The numbers of seats that a game may have, the smallest first."""
        self.note(self.format, format_of)
        return seats_of(self.format)

    @property
    def languages(self) -> tuple[str, ...]:
        self.note(self.format, format_of)
        return languages_of(self.format)

    @property
    def attributes(self) -> tuple[attrs.Attribute, ...]:
        """What its first line says."""
        self.note(self.format, format_of)
        return self.format.attributes

    def all(self, kind: type[D]) -> list[D]:
        """The declarations of a class, in order; looked for once."""
        known = self.found.get(kind)
        if known is None:
            known = [item for item in self.declarations if isinstance(item, kind)]
            self.found[kind] = known
        self.note(known, Ruleset.all, kind)
        return known

    def inside(self, *kinds: type[D]) -> list[D]:
        """The nodes of some classes anywhere in the declarations, class by class in order."""
        if self.nodes is None:
            self.nodes = {}
            for item in self.declarations:
                for part in walk(item):
                    self.nodes.setdefault(part.__class__, []).append(part)
        found = [part for kind in kinds for part in self.nodes.get(kind, ())]
        self.note(found, Ruleset.inside, *kinds)
        return found

    def one(self, kind: type[D]) -> D | None:
        return next(iter(self.all(kind)), None)

    def names(self, kind: str) -> Mapping[str, Node]:
        """What is declared of a kind, by name."""
        known, reads = self.by_kind.get(kind, {}), self.reads
        if reads is None:
            return known
        if kind not in reads.tables:
            reads.tables[kind] = Table(known, known, reads, Ruleset.names, kind)
        return reads.tables[kind]

    def find(self, kind: type[D], name: str) -> D | None:
        """The declaration of a class that has a name, one of those in NAMED."""
        found = self.names(TITLES[kind]).get(name)
        return found if isinstance(found, kind) else None

    def parameters_of(self, verb: str) -> tuple[d.VerbParameter, ...] | None:
        """What a verb takes, whatever it does; None if there is no such verb."""
        found = self.by_kind.get(TITLES[d.VerbDeclaration], {}).get(verb)
        takes = found.parameters if isinstance(found, d.VerbDeclaration) else None
        self.note(takes, Ruleset.parameters_of, verb)
        return takes

    def properties(self) -> Mapping[str, list[d.PropertyDeclaration]]:
        """The properties by name: one for each kind that has it."""
        if self.grouped is None:
            self.grouped, self.bearers = {}, {}
            with self.noting(None):
                for item in self.all(d.PropertyDeclaration):
                    self.grouped.setdefault(str(item.name), []).append(item)
                    self.bearers.setdefault(str(item.name), []).append(str(item.of))
        reads, ask = self.reads, Ruleset.bearers_of_properties
        if reads is None:
            return self.grouped
        if ask not in reads.tables:
            reads.tables[ask] = Table(self.grouped, self.bearers, reads, ask)
        return reads.tables[ask]

    def bearers_of_properties(self) -> Mapping[str, list[str]]:
        """What has a property, by its name: what it is made of is asked of the resolver."""
        self.properties()
        return self.bearers


def made_of(
    format: d.FormatDeclaration,
    declarations: list[Node],
    by_kind: dict[str, dict[str, Node]],
    origin: Origin | None,
) -> Ruleset:
    """A ruleset of which nothing was asked yet."""
    return Ruleset(format, declarations, by_kind, origin=origin)


def format_of(ruleset: Ruleset) -> d.FormatDeclaration:
    """The line that begins the rules."""
    return ruleset.format


T = TypeVar("T")


def once(work: Callable[[Ruleset], T]) -> Callable[[Ruleset], T]:
    """A function of a ruleset whose result is worked out once, and not changed by anyone."""

    @wraps(work)
    def known(ruleset: Ruleset) -> T:
        if work not in ruleset.known:
            with ruleset.noting(None):
                ruleset.known[work] = work(ruleset)
        ruleset.note(ruleset.known[work], known)
        return ruleset.known[work]

    return known


def languages_of(line: d.FormatDeclaration | None) -> tuple[str, ...]:
    """The languages that a format names, the first of them its own."""
    for attribute in line.attributes if line is not None else ():
        if isinstance(attribute, attrs.LanguageAttribute):
            return tuple(str(word) for word in attribute.words.words)
    return ("en",)


def collect(nodes: Iterable[Node], file: str) -> tuple[Ruleset | None, list[Problem]]:
    """All declarations of a format's files as one ruleset."""
    problems: list[Problem] = []
    items = numbered(nodes)
    formats = [item for item in items if isinstance(item, d.FormatDeclaration)]
    if not formats:
        text = "No file here declares a format."
        mend = 'Begin one file with `format "My Game" seats 2 language en`.'
        return None, [Problem("no-format", text, Span(file, 1, 1, 1, 1), Advice(mend))]
    for other in formats[1:]:
        text = "There is a second `format`; a folder holds one."
        mend = "Merge the two, or move one into a folder of its own."
        first = Label(formats[0].span, "the first one")
        problems.append(Problem("declared-twice", text, other.span, Advice(mend), labels=(first,)))
    ruleset = Ruleset(formats[0])
    problems += seat_problems(formats[0])
    for item in items:
        if isinstance(item, d.FormatDeclaration):
            continue
        add(ruleset, item, problems)
    problems += single_problems(ruleset)
    return ruleset, problems


# a phrase as it goes by a name: what an edit leaves alone is the same object as before
NUMBERED = Remembered[dict[str, Node]]()


def numbered(items: Iterable[Node]) -> list[Node]:
    """Phrases without a name that go by the same words as others get a number."""
    NUMBERED.renew()
    found = list(items)
    taken = {str(x.called) for x in found if isinstance(x, d.PhraseDeclaration)} | BUILT_IN
    for place, item in enumerate(found):
        if isinstance(item, d.PhraseDeclaration) and item.called is None:
            name, number = item.name, 1
            while (called := f"{name}_{number}" if number > 1 else str(name)) in taken:
                number += 1
            taken.add(called)
            known = NUMBERED.of(item, lambda _: dict[str, Node]())
            if called not in known:
                known[called] = replace(item, called=Word(called, name.span))
            found[place] = known[called]
    return found


def add(ruleset: Ruleset, item: Node, problems: list[Problem]) -> None:
    ruleset.declarations.append(item)
    ruleset.found.clear()
    ruleset.grouped = ruleset.nodes = None
    for kind, title in NAMED:
        if type(item) is kind:
            word = name_of(item)
            known = ruleset.by_kind.setdefault(title, {})
            old = known.get(str(word))
            if old is None and title in SHARED:
                old = next(
                    (ruleset.names(k)[word] for k in SHARED if word in ruleset.names(k)), None
                )
            if old is not None:
                problems.append(twice(title, word, name_of(old)))
            elif str(word) in BUILT_IN:
                problems.append(reserved(title, word))
            else:
                known[str(word)] = item
    problems += own_word_problems(item)


def own_word_problems(item: Node) -> Iterator[Problem]:
    """Names that would hide what every card or part has, or are those of the language's types."""
    if isinstance(item, TYPES) and str(item.name) in (*SIMPLE_TYPES, *CATEGORIES):
        yield reserved("type", item.name)
    match item:
        case d.CardDeclaration():
            for field_ in item.fields:
                if str(name_of(field_)) in (*OWN_FIELDS, BEARER):
                    yield reserved("field of cards", name_of(field_))
                for inner in field_.fields if isinstance(field_, d.PartField) else ():
                    if name_of(inner) == BEARER:
                        yield reserved("field of parts", name_of(inner))
        case d.PropertyDeclaration() if item.of not in ("player", "game"):
            if str(item.name) in (*OWN_FIELDS, BEARER):
                yield reserved("property of cards", item.name)
        case d.NoteDeclaration() | d.GaugeDeclaration() if item.name in ("mentions", BEARER):
            yield reserved("note or gauge", item.name)
        case _:
            pass


def reserved(title: str, word: Word) -> Problem:
    """A name that only the language itself may use."""
    text = f'"{word}" is a word of the language itself and cannot name {an(title)}.'
    return Problem("reserved-name", text, word.span, f"{word}_")


def name_of(item: Node) -> Word:
    """The word a named declaration declares."""
    word: Word = getattr(item, "name", Word(""))
    return word


def categories_of(phrase: d.PhraseDeclaration) -> tuple[str, ...]:
    """What a phrase is, and what some of its patterns make of it."""
    more = (str(say.category) for say in phrase.says if say.category is not None)
    return tuple(dict.fromkeys((str(phrase.category), *more)))


def twice(title: str, word: Word, old: Word) -> Problem:
    text = f'There are two {title}s called "{word}".'
    return Problem(
        "declared-twice",
        text,
        word.span,
        Advice("Rename or remove one of them."),
        labels=(Label(old.span, "the first one"),),
    )


def single_problems(ruleset: Ruleset) -> list[Problem]:
    """Declarations of which a format has one."""
    problems: list[Problem] = []
    single: tuple[tuple[type[Node], str], ...] = (
        (d.SetupDeclaration, "setup"),
        (d.TurnDeclaration, "turn"),
        (ru.TriggersDeclaration, "triggers"),
        (ru.PrecedenceDeclaration, "precedence"),
    )
    for kind, title in single:
        found = ruleset.all(kind)
        for other in found[1:]:
            text = f"There is a second `{title}`; a format has one."
            problems.append(
                Problem(
                    "declared-twice",
                    text,
                    other.span,
                    Advice("Merge the two."),
                    labels=(Label(found[0].span, "the first one"),),
                )
            )
    if ruleset.one(d.TurnDeclaration) is None:
        text = "This format has no `turn`, so nothing would ever happen."
        mend = "Write `turn`, and indented below it the phases."
        problems.append(Problem("no-turn", text, ruleset.format.span, Advice(mend)))
    edits = [] if ruleset.format.parent is not None else ruleset.all(ed.Edit)
    for item in edits:
        text = "This changes a parent format, but this format extends none."
        mend = "Write `extends` and the parent's name behind the title of the format."
        problems.append(Problem("no-parent", text, item.span, Advice(mend)))
    return problems


@once
def phases_of(ruleset: Ruleset) -> dict[str, tuple[str, s.PhaseStatement | s.StepStatement]]:
    """Every phase and step by its path and, where unambiguous, by its own name: (path,
    node).
    """
    found: dict[str, tuple[str, s.PhaseStatement | s.StepStatement]] = {}
    turn = ruleset.one(d.TurnDeclaration)

    def visit(node: Node, inside: str) -> None:
        for part in parts_of(node):
            if isinstance(part, (s.PhaseStatement, s.StepStatement)):
                path = f"{inside}.{part.name}" if inside else str(part.name)
                found[path] = (path, part)
                found.setdefault(str(part.name), (path, part))
                visit(part.body, path)
            else:
                visit(part, inside)

    if turn is not None:
        visit(turn.body, "")
    return found


@once
def steps_of_players(ruleset: Ruleset) -> frozenset[str]:
    """The paths of the phases and steps that are some player's: in a loop over players, or `for`
    one.
    """
    paths = {id(node): path for path, node in phases_of(ruleset).values()}
    found: set[str] = set()

    def visit(node: Node, owned: bool) -> None:
        if id(node) in paths and (owned or getattr(node, "player", None) is not None):
            found.add(paths[id(node)])
        of = node.of if isinstance(node, s.EachStatement) else None
        loops = isinstance(of, Name) and of.word == "player"
        for part in parts_of(node):
            visit(part, owned or loops or isinstance(node, s.ForStatement))

    turn = ruleset.one(d.TurnDeclaration)
    if turn is not None:
        visit(turn.body, False)
    return frozenset(found)
