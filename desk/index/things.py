"""What a file declares: things with a kind, a name, and the place of that name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import edits as ed
from ...dsl.nodes import files, modes
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import NOWHERE, Node, Span, Word, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.libraries import ForEveryDeclaration, RoleDeclaration
from ...dsl.ruleset.ruleset import TITLES, name_of

LOCAL, SLOT, PART_OF_VERB, STAND_IN = "name", "slot", "parameter of a verb", "stand-in"
INNER = (LOCAL, SLOT, PART_OF_VERB, STAND_IN)  # kinds that belong to one declaration
VALUE, FIELD, PART, STEP = "value", "field", "part", "step"
PROPERTY, PHRASE, ROLE, TURNED, TAG = "property", "phrase", "role", "orientation", "tag"
CATEGORY, CARD, SCENARIO, CLAUSE = "category", "card", "scenario", "clause"
LIBRARY_ROLE = "role of a library"  # formats have a name of their own for it
GIVING = (  # statements that give a name
    s.LetStatement, s.ChooseStatement, s.ChooseNumberStatement, s.EachStatement, s.RandomStatement,
    s.AssignStatement, s.PayStatement, s.DistributeStatement,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name. `whole`: the place of all that declares it; `home`: the declaration
    that it belongs to alone, NOWHERE for what every file may name.
    """

    kind: str
    name: str
    span: Span
    whole: Span
    home: Span = NOWHERE
    node: Node | None = field(default=None, compare=False, repr=False)


def things_in(tops: tuple[Node, ...]) -> Iterator[Thing]:
    """Everything that the nodes of a file declare, outer things first."""
    for top in tops:
        if isinstance(top, files.Card):
            yield Thing(CARD, str(top.name), top.name.span, top.span, node=top)
        elif isinstance(top, files.CardTable):
            for row in top.rows:
                yield Thing(CARD, str(row.name), row.name.span, row.span, node=row)
        elif isinstance(top, files.Scenario):
            yield Thing(SCENARIO, str(top.title), top.title.span, top.span, node=top)
        else:
            yield from declared_in(top)


def declared_in(top: Node) -> Iterator[Thing]:
    """What a declaration of the rules declares, itself and inside."""
    made = top.declaration if isinstance(top, ed.RedefineEdit) else top
    if isinstance(made, ForEveryDeclaration):
        yield new(STAND_IN, made.name, made, made.span)
        if made.of is not None:
            yield new(STAND_IN, made.of, made, made.span)
        for phrase in made.phrases:
            yield from declared_in(phrase)
        return
    kind = TITLES.get(type(made), "")
    if isinstance(made, d.PropertyDeclaration):
        kind = PROPERTY
    elif isinstance(made, RoleDeclaration):
        kind = LIBRARY_ROLE
    elif isinstance(made, d.CategoryDeclaration):
        kind = CATEGORY
    elif isinstance(made, ed.RenameEdit):
        yield new("renamed", made.new, made)
    if kind and name_of(made).span is not NOWHERE:
        yield new(kind, name_of(made), made)
    yield from inside(made)


def inside(top: Node) -> Iterator[Thing]:
    """What belongs to a declaration: values, fields, slots, names; each place that gives a name."""
    for node in walk(top):
        yield from of_node(node, top)


def of_node(node: Node, top: Node) -> Iterator[Thing]:
    """What one node declares."""
    match node:
        case d.ValueItem():
            yield new(VALUE, node.name, node)
        case d.PlainField():
            yield new(FIELD, node.name, node)
        case d.PartField():
            yield new(PART, node.name, node)
        case s.PhaseStatement() | s.StepStatement():
            yield new(STEP, node.name, node)
        case d.Parameter():
            yield new(SLOT, node.name, node, top.span)
        case d.VerbParameter():
            yield new(PART_OF_VERB, node.name, node, top.span)
        case modes.RoleManner():
            yield new(ROLE, node.word, node)
        case attrs.TurnedAttribute():
            yield from (new(TURNED, word, node) for word in node.words)
        case d.ActionDeclaration() | d.CheckDeclaration() if node.element is not None:
            yield new(LOCAL, node.element, node, top.span)
        case _ if isinstance(node, GIVING) and node.name is not None:
            yield new(LOCAL, node.name, node, top.span)
            if isinstance(node, s.DistributeStatement):
                yield new(LOCAL, node.share, node, top.span)
        case _:
            pass


def new(kind: str, name: Word, node: Node, home: Span = NOWHERE) -> Thing:
    """A thing of a name."""
    return Thing(kind, str(name), name.span, node.span, home, node)
