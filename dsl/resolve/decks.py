"""Deck rules: what a deck must be, the parts it is in, and where each of them starts."""

from __future__ import annotations

from dataclasses import replace

from ..ir.deck import TABLE
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Word, first_of
from ..nodes.dataclass import dataclass
from ..problems.articles import an
from ..problems.problem import Advice, Label
from ..ruleset.ruleset import BUILT_IN, reserved
from ..ruleset.shapes import card_fields
from ..syntax.print_files import print_node
from ..typed import truths as tr
from ..typed import values as v
from ..typed.format import DeckMeaning, DeckPartMeaning, DeckTest
from ..typed.truths import FALSE, TRUE, conjunction, count_is, truth
from ..typed.types import CARDS, NAME, NUMBER, ONE_CARD, Type
from ..typed.values import Binding, Value, constant, local
from .columns import refuse_cards_in_parts
from .context import Resolver, Scope, at
from .values.cards import fields_of
from .values.coercions import FIRST_PLAYER, condition, number, words
from .values.members import asked_of, member

FIRST = "the first one"
COUNTED = ("number", "name", "symbol")  # what cards can be counted by


@dataclass(slots=True)
class Section:
    """A deck declaration: the cards it is about, and what the names in it mean."""

    node: d.DeckDeclaration
    cards: Value
    scope: Scope


def resolve_decks(r: Resolver) -> DeckMeaning:
    found = DeckMeaning(Binding("cards", CARDS))
    nodes = r.ruleset.all(d.DeckDeclaration)
    parts = [node for node in nodes if start_of(node) is not None]
    check_names(r, nodes)
    found.several = len(parts) > 1 or any(node.name is not None for node in parts)
    known = {
        str(node.name): cards_of(found, place)
        for place, node in enumerate(parts)
        if node.name is not None
    }
    for node in nodes:
        beside = [part for part in parts if (part.table is None) == (node.table is None)]
        in_parts = len(beside) > 1 or any(part.name is not None for part in beside)
        whole = not in_parts or node not in parts
        cards = local(found.cards) if whole else cards_of(found, parts.index(node))
        section = Section(node, cards, Scope(FIRST_PLAYER, locals=dict(known)))
        for line in node.lines:
            if isinstance(line, (d.CountLine, d.OnlyLine)):
                found.tests.append(deck_test(r, line, section))
            elif isinstance(line, d.BringsLine) and not whole and len(beside) > 1:
                text = "What comes along is said for all cards of the deck, not for a part."
                advice = Advice("Write it below a `deck` without a name.")
                r.problem("brings-in-part", text, line.span, advice)
        if node in parts:
            add_part(r, found, section)
    found.brings = resolve_brings(r)
    check_table(r, nodes)
    if not nodes or not (parts or any(node.table for node in nodes)):
        text = "No `deck` says where a deck's cards start."
        advice = Advice(f"Write below `deck`: `starts in {likely_start(r)}`.")
        r.problem("no-deck", text, r.ruleset.format.span, advice)
    return found


def start_of(node: d.DeckDeclaration) -> d.StartsInLine | None:
    return first_of(d.StartsInLine, node.lines)


def cards_of(deck: DeckMeaning, part: int) -> Value:
    """The cards of the deck that are in a part."""
    one = Binding("one", ONE_CARD)
    same = truth(tr.Compare("==", Value(v.DeckPartOf(local(one)), NUMBER), constant(part)))
    return Value(v.Where(one, local(deck.cards), same), CARDS)


def likely_start(r: Resolver) -> str:
    """A zone where cards of a deck may start: the first that nobody sees, or any."""
    unseen = [name for name, spec in r.zones.items() if spec.seen == "nobody"]
    return next(iter([*unseen, *r.zones]), "")


def lies_in_shared(r: Resolver, zone: Word) -> None:
    """What comes into the game with the table's deck is in nobody's zone."""
    if str(zone) in r.zones and r.zones[str(zone)].per_player:
        text = f'The table has no "{zone}": each player has one.'
        label = Label(r.names("zone")[str(zone)].span, "one for each player")
        r.problem("zone-of-players", text, zone.span, "", label)


def check_table(r: Resolver, nodes: list[d.DeckDeclaration]) -> None:
    """The table's deck starts somewhere; the players' too, where there is more than a line."""
    tables = [node for node in nodes if node.table is not None]
    for node in tables:
        if node.table != TABLE:
            r.unknown("unknown-word", "owner of a deck", node.table or Word(""), [TABLE])
    own = [node for node in nodes if node.table is None]
    for mine, whose in ((tables, "the table's"), (own, "a player's")):
        if mine and tables and not any(start_of(node) for node in mine):
            text = f"Nothing says where {whose} deck starts."
            advice = Advice(f"Write below it: `starts in {likely_start(r)}`.")
            r.problem("no-deck", text, mine[0].span, advice)


def check_names(r: Resolver, nodes: list[d.DeckDeclaration]) -> None:
    """A part is known by its id, and lies in one place."""
    seen: dict[str, d.DeckDeclaration] = {}
    for node in nodes:
        starts = [line for line in node.lines if isinstance(line, d.StartsInLine)]
        for line in starts[1:]:
            text, first = "A deck starts in one zone; there are two here.", starts[0].span
            r.problem("declared-twice", text, line.span, Advice("Remove one."), Label(first, FIRST))
        if node.name is None:
            continue
        name = str(node.name)
        if not starts:
            text = f'Nothing says where the part "{name}" of a deck starts.'
            advice = Advice(f"Write below `deck {name}`: `starts in {likely_start(r)}`.")
            r.problem("no-deck", text, node.name.span, advice)
        if name in (*BUILT_IN, TABLE):
            r.problems.append(reserved("part of a deck", node.name))
        old = seen.setdefault(name, node)
        if old is not node:
            text, place = f'There are two parts of a deck called "{name}".', node.name.span
            r.problem("declared-twice", text, place, Advice("Rename one."), Label(old.span, FIRST))


def add_part(r: Resolver, deck: DeckMeaning, section: Section) -> None:
    """The part of a declaration, with the cards its `only` lines let in."""
    line = start_of(section.node)
    assert line is not None
    if str(line.zone) not in r.zones:
        r.unknown("unknown-zone", "zone", line.zone, r.zones)
        return
    r.used.add(str(line.zone))
    only = [one for one in section.node.lines if isinstance(one, d.OnlyLine)]
    tests = [one for one in only if one.condition is None]
    fitting: Value | None = None
    if tests and deck.several:
        one = Binding("it", ONE_CARD)
        test = conjunction(*(only_test(r, test, section, one) for test in tests))
        fitting = Value(v.Where(one, local(deck.cards), test), CARDS)
    name = str(section.node.name or "")
    of_table = section.node.table is not None
    if of_table:
        lies_in_shared(r, line.zone)
    deck.parts.append(DeckPartMeaning(name, str(line.zone), fitting, of_table))


# ---- lines


def deck_test(r: Resolver, line: d.CountLine | d.OnlyLine, section: Section) -> DeckTest:
    if isinstance(line, d.OnlyLine):
        one = Binding("it", ONE_CARD)
        outside = truth(tr.Not(only_test(r, line, section, one)))
        test = truth(tr.Not(truth(tr.Exists(one, section.cards, outside))))
    elif line.per is not None:
        test = per_field(r, line, section)
    else:
        wanted = number(r, line.number, section.scope)
        test = count_test(line, counted(r, line, section), wanted)
    if line.condition is not None:
        unless = truth(tr.Not(condition(r, line.condition, section.scope)))
        test = truth(tr.Or(unless, test))
    text = print_node(line).partition("  cites")[0].strip()
    named = section.node.name or section.node.table
    whose = f"{named}: " if named is not None else ""
    of_table = section.node.table is not None
    return DeckTest(whose + text, test, at(line, line.cites), of_table)


def about(section: Section, card: Binding, kind: str = "") -> Scope:
    """In a line `it` is the card that is asked about; inside another `where` it is `this`."""
    it = replace(local(card), type=Type("card", kind))
    return replace(section.scope, it=it, this=local(card))


def only_test(r: Resolver, line: d.OnlyLine, section: Section, card: Binding) -> Value:
    """Whether a card may be there: `only (cards where ..)`."""
    of = line.of
    while isinstance(of, e.Bracket):
        of = of.inner
    if isinstance(of, e.Where) and isinstance(of.of, e.Name) and of.of.word == "cards":
        scope = about(section, card)
        return condition(r, of.condition, asked_of(r, scope, scope.it or local(card), of.name))
    text = f"`{words(line.of)}` does not say which cards."
    advice = Advice("Say in brackets which: `only (cards where` and what holds of them `)`.")
    r.problem("only-which", text, line.of.span, advice)
    return FALSE


def counted(r: Resolver, line: d.CountLine, section: Section) -> Value:
    """The cards that a line counts."""
    one, of = Binding("it", ONE_CARD), kind_of(r, line)
    tests: list[Value] = []
    if of:
        kind = Value(v.Printed(local(one), "kind"), NUMBER)
        tests.append(truth(tr.Compare("==", kind, constant(r.kind_number(of)))))
    elif line.kind != "cards":
        known = ["cards", *r.names("card kind")]
        r.unknown("unknown-kind", "kind of card", line.kind, known)
    tests.append(condition(r, line.where, about(section, one, of)))
    return Value(v.Where(one, section.cards, conjunction(*tests)), CARDS)


def kind_of(r: Resolver, line: d.CountLine) -> str:
    return str(line.kind) if str(line.kind) in r.names("card kind") else ""


def count_test(line: d.CountLine, cards: Value, wanted: Value) -> Value:
    least = isinstance(line.count, s.AtLeastCount)
    exactly = isinstance(line.count, s.ExactlyCount)
    return count_is(cards, "==" if exactly else ">=" if least else "<=", wanted)


def per_field(r: Resolver, line: d.CountLine, section: Section) -> Value:
    """`at most 3 cards per name`: of each name among the cards, how many have it."""
    card = Binding("it", ONE_CARD)
    key = field_by(r, line, section, card)
    if key is None:
        return TRUE
    keys = Value(v.ForEach(card, counted(r, line, section), key), key.type.set)
    wanted = number(r, line.number, section.scope)
    every = Binding("keys", keys.type)
    one, two = Binding("one", key.type), Binding("two", key.type)
    same = truth(tr.Compare("==", local(two), local(one)))
    having = Value(v.Where(two, local(every), same), keys.type)
    wrong = truth(tr.Not(count_test(line, having, wanted)))
    if key.type.maybe:
        wrong = conjunction(truth(tr.Not(truth(tr.IsMissing(local(one))))), wrong)
    right = truth(tr.Not(truth(tr.Exists(one, local(every), wrong))))
    return truth(v.With(every, keys, right))


def field_by(r: Resolver, line: d.CountLine, section: Section, card: Binding) -> Value | None:
    """What a card is counted by: a field, property or note of one number, name or symbol."""
    assert line.per is not None
    of = kind_of(r, line)
    fields = [str(field.name) for field in fields_of(r, of)]
    declared = (*r.ruleset.properties(), *r.names("note"), "name", "code", *fields)
    if str(line.per) == "number" and "number" not in declared:  # what is printed as one
        return Value(v.Printed(local(card), "code"), NAME)
    if str(line.per) not in declared:
        known = ["name", "code", *fields]
        r.unknown("unknown-word", "field to count by", line.per, known)
        return None
    before, owner = len(r.problems), replace(local(card), type=Type("card", of))
    value = member(r, owner, line.per, section.scope)
    if len(r.problems) > before:
        return None
    if value.type.kind not in COUNTED or value.type.many:
        text = f'Cards cannot be counted by "{line.per}": it is {an(value.type)}.'
        r.problem("cannot-count-by", text, line.per.span, "name")
        return None
    if not of and str(line.per) in fields:  # cards of other kinds have none
        value = replace(value, type=replace(value.type, maybe=True))
    return value


# ---- what comes along


def resolve_brings(r: Resolver) -> tuple[tuple[str, str], ...]:
    """The fields whose cards come along, and where they start."""
    fields = card_fields(r.ruleset)
    found: dict[str, tuple[str, d.BringsLine]] = {}
    lines = [line for node in r.ruleset.all(d.DeckDeclaration) for line in node.lines]
    lines = [line for line in lines if isinstance(line, d.BringsLine)]
    for line in lines:
        name, zone = str(line.field), str(line.zone)
        if name not in fields:
            r.unknown("unknown-field", "field with a card", line.field, fields)
        elif zone not in r.zones:
            r.unknown("unknown-zone", "zone", line.zone, r.zones)
        elif name in found:
            text, first = f'Two lines bring "{name}".', found[name][1].span
            r.problem("declared-twice", text, line.span, Advice("Remove one."), Label(first, FIRST))
        else:
            r.used.add(zone)
            if any(node.table is not None for node in r.ruleset.all(d.DeckDeclaration)):
                lies_in_shared(r, line.zone)
            found[name] = (zone, line)
    refuse_cards_in_parts(r)
    named = {str(line.field) for line in lines}
    for name, field in fields.items():
        if name not in named:
            text = f'No deck brings the card that "{name}" names into the game.'
            advice = Advice(f"Write below `deck`: `brings its {name} to {likely_start(r)}`.")
            r.problem("never-brought", text, field.span, advice)
    return tuple((name, zone) for name, (zone, _) in found.items())
