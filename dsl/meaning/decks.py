"""Deck rules: what a deck must be, the parts it is in, and where each of them starts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..ir import ir
from ..ir.types import CARDS, Type
from ..ir.wordbook import PART, DeckPart
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..problems.problem import Label
from ..ruleset.ruleset import BUILT_IN, clauses_of
from .cards import field_names
from .companions import lower_brings
from .context import FALSE, TRUE, Meaning, Scope, Value, conjunction
from .expressions import (
    is_missing,
    lower_condition,
    lower_number,
    property_or_field,
    words,
)

COUNTED = ("number", "name", "symbol")  # what cards can be counted by


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A line of a deck declaration: a function of the deck's cards that must hold, and what
    it says.
    """

    function: str
    text: str
    place: int


@dataclass(slots=True)
class Section:
    """A deck declaration: the cards it is about, and what the names in it mean."""

    node: d.DeckDeclaration
    cards: ir.Expression
    scope: Scope


def lower_decks(m: Meaning) -> None:
    """`extra["deck"]`: the rules; `extra["deck_parts"]`: the parts, by declaration;
    `extra["brings"]`: the cards that come along.
    """
    nodes = m.ruleset.all(d.DeckDeclaration)
    parts = [node for node in nodes if start_of(node) is not None]
    check_names(m, nodes)
    several = len(parts) > 1 or any(node.name is not None for node in parts)
    if several:
        m.table(PART)
    known = {
        str(node.name): Value(cards_of(number), CARDS)
        for number, node in enumerate(parts)
        if node.name is not None
    }
    rules: list[DeckRule] = []
    found: list[DeckPart] = []
    for node in nodes:
        mine = cards_of(parts.index(node)) if several and node in parts else None
        scope = Scope(player=ir.Int(0), locals=dict(known))
        section = Section(node, mine or ir.Local("cards"), scope)
        for line in node.lines:
            if isinstance(line, (d.CountLine, d.OnlyLine)):
                rules.append(deck_rule(m, line, section))
            elif isinstance(line, d.BringsLine) and mine is not None and len(parts) > 1:
                text = "What comes along is said for all cards of the deck, not for a part."
                m.problem("brings-in-part", text, line.span, "Write it below: deck")
        if node in parts:
            found.append(part_of(m, section))
    m.extra["deck"] = tuple(rules)
    m.extra["deck_parts"] = tuple(part for part in found if part.zone)
    lower_brings(m)
    if not parts:
        text = "No `deck` says where a deck's cards start."
        m.problem("no-deck", text, m.ruleset.format.span, "Add to deck: starts in ZONE")


def start_of(node: d.DeckDeclaration) -> d.StartsInLine | None:
    lines = (line for line in node.lines if isinstance(line, d.StartsInLine))
    return next(lines, None)


def cards_of(part: int) -> ir.Expression:
    """The cards of the deck that are in a part."""
    test = ir.Compare("==", ir.Table(PART, ir.Local("one")), ir.Int(part))
    return ir.Select("one", ir.Local("cards"), test)


def check_names(m: Meaning, nodes: list[d.DeckDeclaration]) -> None:
    """A part is told by its id, and lies in one place."""
    seen: dict[str, d.DeckDeclaration] = {}
    for node in nodes:
        starts = [line for line in node.lines if isinstance(line, d.StartsInLine)]
        for line in starts[1:]:
            text = "A deck starts in one zone; there are two here."
            first = Label(starts[0].span, "the first one")
            m.problem("declared-twice", text, line.span, "Remove one.", first)
        if node.name is None:
            continue
        name = str(node.name)
        if not starts:
            text = f'Nothing says where the part "{name}" of a deck starts.'
            m.problem(
                "no-deck", text, node.name.span, f"Add to deck {name}: starts in ZONE"
            )
        if name in BUILT_IN:
            text = f'"{name}" is a word of the language itself and cannot name a part of a deck.'
            m.problem("reserved-name", text, node.name.span, f"{name}_")
        old = seen.setdefault(name, node)
        if old is not node:
            text = f'There are two parts of a deck called "{name}".'
            first = Label(old.span, "the first one")
            m.problem("declared-twice", text, node.name.span, "Rename one.", first)


def part_of(m: Meaning, section: Section) -> DeckPart:
    """The part of a declaration, with a function for the cards its `only` lines let in."""
    line = start_of(section.node)
    assert line is not None
    name = str(section.node.name or "")
    if str(line.zone) not in m.zones:
        m.unknown("unknown-zone", "zone", line.zone, list(m.zones))
        return DeckPart(name, "", "")
    m.used.add(str(line.zone))
    tests = [
        line
        for line in section.node.lines
        if isinstance(line, d.OnlyLine) and line.condition is None
    ]
    if not tests or PART not in m.tables:
        return DeckPart(name, str(line.zone), "")
    one = m.fresh("it")
    code = conjunction(*(only_test(m, test, section, one) for test in tests))
    fitting = ir.Select(one, ir.Local("cards"), code)
    return DeckPart(
        name, str(line.zone), m.function(m.fresh("deck_part"), ("cards",), fitting, True)
    )


# ---- lines


def deck_rule(m: Meaning, line: d.CountLine | d.OnlyLine, section: Section) -> DeckRule:
    from ..syntax.print_files import print_node

    place = m.place(line.span, clauses_of(line.cites))
    if isinstance(line, d.OnlyLine):
        one = m.fresh("it")
        inside = only_test(m, line, section, one)
        test: ir.Expression = ir.Not(ir.Exists(one, section.cards, ir.Not(inside)))
    elif line.per is not None:
        test = per_field(m, line, section)
    else:
        number = lower_number(m, line.number, section.scope)
        test = count_test(line, ir.Count(counted(m, line, section)), number)
    if line.condition is not None:
        unless = ir.Not(lower_condition(m, line.condition, section.scope))
        test = ir.Or(unless, test)
    function = m.function(m.fresh("deck_rule"), ("cards",), ir.Mark(place, test))
    text = print_node(line).partition("  cites")[0].strip()
    whose = f"{section.node.name}: " if section.node.name is not None else ""
    return DeckRule(function, whose + text, place)


def about(section: Section, card: str, kind: str = "") -> Scope:
    """In a line `it` is the card that is judged; inside another `where` it is `this`."""
    of = Value(ir.Local(card), Type("card", kind))
    return replace(section.scope, it=of, this=ir.Local(card))


def only_test(m: Meaning, line: d.OnlyLine, section: Section, card: str) -> ir.Expression:
    """Whether a card may be there: `only (cards where ..)`."""
    of = line.of
    while isinstance(of, e.Bracket):
        of = of.inner
    if isinstance(of, e.Where) and isinstance(of.of, e.Name) and of.of.word == "cards":
        return lower_condition(m, of.condition, about(section, card))
    text = f"`{words(line.of)}` does not say which cards."
    m.problem("only-which", text, line.of.span, "only (cards where CONDITION)")
    return FALSE


def counted(m: Meaning, line: d.CountLine, section: Section) -> ir.Expression:
    """The cards that a line counts."""
    name, of = m.fresh("it"), kind_of(m, line)
    tests: list[ir.Expression] = []
    if of:
        kind = ir.Table("kind", ir.Local(name))
        tests.append(ir.Compare("==", kind, ir.Int(m.kind_number(of))))
    elif line.kind != "cards":
        known = ["cards", *m.ruleset.names("card kind")]
        m.unknown("unknown-kind", "kind of card", line.kind, known)
    tests.append(lower_condition(m, line.where, about(section, name, of)))
    return ir.Select(name, section.cards, conjunction(*tests))


def kind_of(m: Meaning, line: d.CountLine) -> str:
    return str(line.kind) if str(line.kind) in m.ruleset.names("card kind") else ""


def count_test(
    line: d.CountLine, count: ir.Expression, number: ir.Expression
) -> ir.Expression:
    sign = {"ExactlyCount": "==", "AtLeastCount": ">=", "AtMostCount": "<="}
    return ir.Compare(sign[type(line.count).__name__], count, number)


def per_field(m: Meaning, line: d.CountLine, section: Section) -> ir.Expression:
    """`at most 3 cards per name`: of each name among the cards, how many have it."""
    card, keys, one, two = (m.fresh(word) for word in ("it", "keys", "one", "two"))
    key = field_by(m, line, section, card)
    if key is None:
        return TRUE
    found = ir.Each(card, counted(m, line, section), key.code)
    number = lower_number(m, line.number, section.scope)
    same = ir.Compare("==", ir.Local(two), ir.Local(one))
    having = ir.Count(ir.Select(two, ir.Local(keys), same))
    wrong: ir.Expression = ir.Not(count_test(line, having, number))
    if key.type.maybe:
        wrong = ir.And(ir.Not(is_missing(ir.Local(one), key.type)), wrong)
    return ir.Bind(keys, found, ir.Not(ir.Exists(one, ir.Local(keys), wrong)))


def field_by(m: Meaning, line: d.CountLine, section: Section, card: str) -> Value | None:
    """What a card is counted by: a field, property or note of one number, name or symbol."""
    assert line.per is not None
    of = kind_of(m, line)
    fields = field_names(m, of)
    declared = (*m.ruleset.properties(), *m.ruleset.names("note"), "name", "code", *fields)
    if str(line.per) == "number" and "number" not in declared:  # what is printed as one
        code = ir.Table("code", ir.Local(card))
        return Value(code, Type("name"))
    if str(line.per) not in declared:
        known = ["name", "code", *fields]
        m.unknown("unknown-word", "field to count by", line.per, known)
        return None
    before = len(m.problems)
    owner = Value(ir.Local(card), Type("card", of))
    value = property_or_field(m, owner, line.per, section.scope)
    if len(m.problems) > before:
        return None
    if value.type.kind not in COUNTED or value.type.many:
        text = f'Cards cannot be counted by "{line.per}": it is a {value.type}.'
        m.problem("cannot-count-by", text, line.per.span, "per name")
        return None
    if not of and str(line.per) in fields:  # cards of other kinds have none
        value = replace(value, type=replace(value.type, maybe=True))
    return value


def deck_rules_of(program: ir.Program) -> tuple[DeckRule, ...]:
    """The rules for decks of a program."""
    found = program.extra.get("deck", ())
    items: tuple[object, ...] = found if isinstance(found, tuple) else ()  # pyright: ignore[reportUnknownVariableType]
    return tuple(item for item in items if isinstance(item, DeckRule))


def deck_parts_of(program: ir.Program) -> tuple[DeckPart, ...]:
    """The parts of a deck of a program."""
    found = program.extra.get("deck_parts", ())
    items: tuple[object, ...] = found if isinstance(found, tuple) else ()  # pyright: ignore[reportUnknownVariableType]
    return tuple(item for item in items if isinstance(item, DeckPart))


def part_names(program: ir.Program | None) -> list[str]:
    """The ids that headers of a deck may have."""
    parts = deck_parts_of(program) if program is not None else ()
    return [part.name for part in parts if part.name]
