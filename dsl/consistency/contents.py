"""What may lie in each zone: which kinds of cards come there, and when there can be none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node, Span
from ..nodes.base import walk as walk_nodes
from ..problems.problem import Advice, Example, Label, Problems
from ..typed import statements as st
from ..typed import values as v
from ..typed.format import Format, ZoneLimit
from ..typed.statements import Block, Statement
from ..typed.truths import is_true
from ..typed.types import CARDS, NUMBER
from ..typed.values import At, Value, local
from .deciding.decide import bounds_of, is_impossible
from .deciding.formulas import Sum, joined, tested
from .deciding.sameness import Around
from .deciding.terms import Terms
from .latest import Looked
from .survey import blocks_in, blocks_of, everything, flat, of_kinds, parts_in, valued

SAID = (d.PhraseDeclaration, d.KeywordDeclaration)
MOVES = (s.MoveStatement, s.PayStatement)
FILLED: Looked[set[str]] = Looked()
Kinds = frozenset[int]
Emptied = dict[tuple[str, object], At]  # by zone and whose it is


def contents(format: Format, terms: Terms, found: Problems) -> None:
    """Zones that nothing enters, choices among cards that can never be there, and zones that are
    filled beyond what they hold.
    """
    kinds = kinds_by_zone(format, terms)
    for zone in format.ruleset.all(d.ZoneDeclaration):
        name, span = str(zone.name), zone.name.span
        if name in format.used and not kinds.get(name):
            text = f'No card ever comes into "{name}".'
            advice = Advice(f"Let a rule move cards to {name}, or remove the zone.")
            found.report("never-entered", text, span, advice, severity="warning")
    foreign_kinds(format, kinds, found)
    if format.course.setup is not None:
        empty_at_setup(format, found)
    for part in parts_in(format):
        if any(empties(move) for move, _ in of_kinds(part.body, st.Move)):
            for block in blocks_in(part.body):
                just_emptied(format, block, found)
    overfull(format, terms, found)


# ---- kinds


def kinds_by_zone(format: Format, terms: Terms) -> dict[str, Kinds]:
    """The kinds of cards that may come into each zone."""
    declared = [str(kind.name) for kind in format.ruleset.all(d.CardDeclaration)]
    every = frozenset(range(len(declared)))
    kinds: dict[str, Kinds] = {}
    for part in format.course.deck.parts:
        fits = every if part.fitting is None else kinds_in(part.fitting, every, terms)
        kinds[part.zone] = kinds.get(part.zone, frozenset()) | fits
    named = {zone for _, zone in format.course.deck.brings} | filled_by_phrases(format)
    kinds |= dict.fromkeys(named & format.zones.keys(), every)
    moves = [*moves_in(format)]
    changed = True
    while changed:
        changed = False
        for cards, zone in moves:
            before = kinds.get(zone, frozenset())
            now = before | kinds_of(cards, declared, every, kinds)
            changed |= now != before
            kinds[zone] = now
    return kinds


def filled_by_phrases(format: Format) -> set[str]:
    """The zones into which phrases move cards, also those that no card says yet."""
    phrases = (node for node in format.ruleset.declarations if isinstance(node, SAID))
    return set[str]().union(*(FILLED.of(node, places_in) for node in phrases))


def places_in(node: Node) -> set[str]:
    """The places into which a phrase moves cards."""
    moves = (part for part in walk_nodes(node) if isinstance(part, MOVES))
    return {str(getattr(move.place, "word", "")) for move in moves}


def kinds_in(fitting: Value, every: Kinds, terms: Terms) -> Kinds:
    """The kinds of the cards that the `only` lines of a part of a deck let in."""
    form = fitting.form
    if not isinstance(form, v.Where):
        return every
    said = terms.formula(form.condition)
    kind = terms.kind_of(local(form.each), {}, 0)
    tests = {number: tested("==", Sum(((kind, 1),), -number)) for number in every}
    domains = terms.domains
    excluded = {n for n, test in tests.items() if is_impossible(joined(True, said, test), domains)}
    return every - excluded


def kinds_of(cards: Value, declared: list[str], every: Kinds, kinds: dict[str, Kinds]) -> Kinds:
    """The kinds that some cards may be of."""
    if cards.type.of in declared:
        return frozenset({declared.index(cards.type.of)})
    return kinds.get(cards.zone, frozenset()) if cards.zone else every


def moves_in(format: Format) -> Iterator[tuple[Value, str]]:
    """Cards, and a zone into which they may be moved."""
    stacks = [name for name, spec in format.zones.items() if spec.keeps_object]
    for part in parts_in(format):
        for statement, _ in of_kinds(part.body, st.Move, st.Pay, st.Swap):
            yield from moved_by(statement, stacks)
    for name, spec in format.zones.items():
        if spec.falls:
            yield Value(v.EMPTY.form, CARDS, name), spec.falls


def moved_by(statement: Statement, stacks: Iterable[str]) -> Iterator[tuple[Value, str]]:
    match statement:
        case st.Move(cards=cards, place=place, at_card=at_card):
            if place is not None:
                yield cards, str(place[0])
            elif at_card is not None and at_card.zone:
                yield cards, at_card.zone
            else:
                yield from ((cards, zone) for zone in stacks)
        case st.Pay(place=place):
            yield Value(v.EMPTY.form, CARDS), str(place[0])
        case st.Swap(one=one, other=other):
            for first, second in ((one, other), (other, one)):
                zone = str(second.place[0]) if second.place is not None else second.zone
                if zone:
                    yield first, zone
        case _:
            pass


def foreign_kinds(format: Format, known: dict[str, Kinds], found: Problems) -> None:
    """Cards of a kind in a zone where no card of it ever comes."""
    declared = [str(kind.name) for kind in format.ruleset.all(d.CardDeclaration)]
    told: set[Span] = set()
    for value in valued(v.Where, *everything(format)):
        if value.type.of not in declared or not value.zone:
            continue
        kinds = known.get(value.zone, frozenset())
        if format.kind_changes(value.type.of):
            continue
        if kinds and declared.index(value.type.of) not in kinds and value.span not in told:
            told.add(value.span)
            text = f'No {value.type.of} ever comes into "{value.zone}".'
            fix = "Name another zone, or another kind of card."
            found.report("never-there", text, value.span, Advice(fix), severity="warning")


# ---- when a zone is empty


def zones_read(statement: Statement) -> Iterator[Value]:
    """The zones whose cards a statement takes or picks from."""
    match statement:
        case st.Choose(members=of) | st.Random(of=of) | st.Move(cards=of) | st.Reveal(cards=of):
            yield from valued(v.Zone, of)
        case _:
            pass


def may_fill(format: Format, block: Block) -> set[str] | None:
    """The zones that a block itself may bring cards into; None if it may do anything."""
    stacks = [name for name, spec in format.zones.items() if spec.keeps_object]
    filled: set[str] = set()
    for inner in blocks_in(block):
        for statement, _ in flat(inner):
            if isinstance(statement, (st.Open, st.RunSentences, st.Give)):
                return None
            filled |= {zone for _, zone in moved_by(statement, stacks)}
    return filled


def filled_by(
    format: Format, statement: Statement, bodies: dict[str, Block], deep: int = 0
) -> set[str] | None:
    """The same of one statement, with the verbs that it does."""
    filled = may_fill(format, (statement,))
    for block in blocks_in((statement,)):
        for inner, _ in flat(block):
            if filled is not None and isinstance(inner, st.Do):
                body = bodies.get(str(inner.verb), ())
                if deep > 8 or not format_is_quiet(format, str(inner.verb)):
                    return None
                more = [filled_by(format, one, bodies, deep + 1) for one in body]
                filled = None if None in more else filled.union(*(m for m in more if m))
    return filled


def format_is_quiet(format: Format, verb: str) -> bool:
    """Whether no rule waits for a verb."""
    return all(rule.event.name != verb for rule in format.rules)


def bodies_of(format: Format) -> dict[str, Block]:
    return {verb.event.name: verb.body or () for verb in format.course.verbs}


def empty_at_setup(format: Format, found: Problems) -> None:
    """What the set-up takes from zones that nothing has come into yet."""
    assert format.course.setup is not None
    deck = format.course.deck
    there = {part.zone for part in deck.parts} | {zone for _, zone in deck.brings}
    setup_block(format, format.course.setup[0], there, bodies_of(format), found)


def setup_block(
    format: Format, block: Block, there: set[str], bodies: dict[str, Block], found: Problems
) -> bool:
    """Follows a block of the set-up; false where it cannot be told any more."""
    for statement, at in flat(block):
        for value in zones_read(statement):
            zone = value.zone
            if zone and zone not in there:
                empty_here(zone, value.span if value.span.line else at.span, found)
        inner = [*blocks_of(statement)]
        for one in inner:
            if not setup_block(format, one, there, bodies, found):
                return False
        if not inner:
            filled = filled_by(format, statement, bodies)
            if filled is None:
                return False
            there |= filled
    return True


def empty_here(zone: str, span: Span, found: Problems, *labels: Label) -> None:
    text = f'"{zone}" is always empty here.'
    fix = "Fill it first, or name another zone."
    found.report("always-empty", text, span, Advice(fix), *labels, severity="warning")


def empties(move: Statement) -> bool:
    """Whether all cards of a zone are moved to another."""
    return isinstance(move, st.Move) and isinstance(move.cards.form, v.Zone) and bool(move.place)


def just_emptied(format: Format, block: Block, found: Problems) -> None:
    """What is taken from a zone that has just been emptied."""
    emptied: Emptied = {}
    for statement, at in flat(block):
        for value in zones_read(statement):
            key = owned(value)
            if key in emptied:
                label = Label(emptied[key].span, "it is emptied here")
                empty_here(value.zone, at.span, found, label)
        if isinstance(statement, st.Move) and isinstance(statement.cards.form, v.Zone):
            place = statement.place
            zone, whose = owned(statement.cards)
            if place is not None and zone and str(place[0]) != zone:
                emptied = {**without(emptied, {str(place[0])}), (zone, whose): at}
                continue
        if emptied:
            emptied = without(emptied, touched_by(format, statement))


def owned(cards: Value) -> tuple[str, object]:
    """A zone and whose it is."""
    form = cards.form
    if not isinstance(form, v.Zone):
        return cards.zone, None
    return str(form.zone), None if form.owner is None else form.owner.form


def touched_by(format: Format, statement: Statement) -> set[str] | None:
    inside = (one for block in blocks_in((statement,)) for one, _ in flat(block))
    if any(isinstance(one, (st.Do, st.SetUp)) for one in inside):
        return None
    return may_fill(format, (statement,))


def without(emptied: Emptied, zones: set[str] | None) -> Emptied:
    """Those that are surely still empty."""
    if zones is None:
        return {}
    return {key: at for key, at in emptied.items() if str(key[0]) not in zones}


# ---- more than there is room for


def overfull(format: Format, terms: Terms, found: Problems) -> None:
    """Moves of more cards into a zone than it ever holds."""
    calls = calls_with_numbers(format)
    for part in parts_in(format):
        for around in calls.get(part.name, [{}]) if part.kind == "verb" else [{}]:
            for move, at in of_kinds(part.body, st.Move):
                if move.place is not None:
                    too_many(format, terms, move, around, at, found)
    for name, limit in format.limits.items():
        if isinstance(limit.most.form, v.Constant) and limit.most.form.value <= 0:
            text = f'"{name}" never holds a card: there is room for {limit.most.form.value}.'
            span = format.zone_places[name].span
            advice = Advice("Make room for at least one card.")
            found.report("no-room", text, span, advice, severity="warning")


def too_many(
    format: Format, terms: Terms, move: st.Move, around: Around, at: At, found: Problems
) -> None:
    assert move.place is not None
    zone, owner = move.place
    limit, cards = format.limits.get(str(zone)), move.cards.form
    if limit is None or not counts_all(limit) or not isinstance(cards, v.Some):
        return
    lies = Value(v.Count(Value(v.Zone(zone, owner, False), CARDS, str(zone))), NUMBER)
    sums = (terms.sum(value, around) for value in (cards.amount, lies))
    after = next(sums).plus(next(sums)).plus(terms.sum(limit.most, around), -1)
    low, _ = bounds_of(after, terms.domains)
    if low is not None and low > 0:
        text = f'More cards are moved here than "{zone}" ever holds.'
        label = Label(format.zone_places[str(zone)].span, "how many it holds")
        fix = "Move fewer, or make more room."
        come, _ = bounds_of(terms.sum(cards.amount, around), terms.domains)
        _, room = bounds_of(terms.sum(limit.most, around), terms.domains)
        example = None
        if come is not None and room is not None:
            words = f"{come} cards come, and there is room for {room}"
            example = Example(words, (("cards", come), ("room", room)))
        found.report(
            "no-room", text, at.span, Advice(fix), label, severity="warning", example=example
        )


def counts_all(limit: ZoneLimit) -> bool:
    """Whether each card of a zone counts."""
    return limit.counts is None or is_true(limit.counts)


def calls_with_numbers(format: Format) -> dict[str, list[Around]]:
    """The numbers with which the rules do a verb, where these are known."""
    verbs = {verb.event.name: verb.event for verb in format.course.verbs}
    found: dict[str, list[Around]] = {}
    for part in parts_in(format):
        for done, _ in of_kinds(part.body, st.Do):
            event = verbs[str(done.verb)]
            names = (event.binding(name) for name in event.fields)
            known: Around = {
                binding: (value, {})
                for binding, value in zip(names, done.arguments, strict=False)
                if isinstance(value.form, v.Constant) and value.type == NUMBER
            }
            found.setdefault(event.name, []).append(known)
    return found
