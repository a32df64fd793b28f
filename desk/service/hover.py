"""What stands at a place, in words: what it is, how it is declared, what it means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...dsl.cards.definition import CardDefinition
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.statements import Cites
from ...dsl.resolve.resolve import resolve_rules
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.vocabulary.reading import plain_value
from ..completion.forms import forms
from ..explained import Explainer, trees_of, without_cites
from ..index.index import CARDS, RULES, SCENARIO, FileIndex, Index
from ..index.mentions import Mention
from ..index.text import Place, Range, range_of, word_at_place
from ..index.things import CARD, CLAUSE, PROPERTY, STEP, Thing

MOST_LINES = 12  # of a declaration
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Hover:
    """What to show, as Markdown, and about what."""

    text: str
    range: Range


def hover(index: Index, file: FileIndex, place: Place) -> Hover | None:
    """What stands at a place; None for nothing that can be explained."""
    mention = index.mention_at(file, place)
    thing = index.thing_at(file, place)
    if thing is not None:
        span = thing.span if mention is None else mention.span
        return Hover("\n\n".join(said_of(index, file, thing, mention)), range_of(span))
    return of_language(file, place)


def of_language(file: FileIndex, place: Place) -> Hover | None:
    """A word of the language itself, where it begins a line."""
    word, start = word_at_place(file.lines, place)
    line = file.lines[place.line] if place.line < len(file.lines) else ""
    known = forms(file.kind).get(word, []) if file.kind in ("rules", "scenario") else []
    if not known or line[:start].strip().rpartition(" ")[2] not in ("", ";", ":"):
        return None
    rows = "\n".join(one.line for one in known)
    here = Range(file.name, Place(place.line, start), Place(place.line, start + len(word)))
    return Hover(f"```playsheet\n{rows}\n```", here)


def said_of(index: Index, file: FileIndex, thing: Thing, mention: Mention | None) -> Iterator[str]:
    """All there is to say of a thing, a paragraph each."""
    if thing.kind == CLAUSE:
        names = (thing.name, *(mention.more if mention is not None else ()))
        yield from (clause_said(index, name) for name in names[:MOST_NAMED])
        return
    if thing.kind == CARD:
        yield from card_said(index, thing)
        return
    where = f"{Path(thing.span.file).name}:{thing.span.line}"
    yield f"**{thing.kind}** `{thing.name}`{type_said(index, thing)}  ({where})"
    if thing.whole.file in index.by_file:
        yield f"```playsheet\n{declared(index, thing)}\n```"
        remark = remark_above(index.by_file[thing.whole.file], thing.whole)
        if remark:
            yield remark
    if file.kind == CARDS and mention is not None:
        yield from use_said(index, file, mention)
    cites = [clause for node in cites_in(thing.node) for clause in clauses_of(node)]
    yield from (clause_said(index, name) for name in dict.fromkeys(cites[:MOST_NAMED]))


def cites_in(node: Node | None) -> Iterator[Cites]:
    """What a declaration cites itself, in its head or the head of its body."""
    for part in (node, getattr(node, "body", None)):
        cites = getattr(part, "cites", None)
        if isinstance(cites, Cites):
            yield cites


def type_said(index: Index, thing: Thing) -> str:
    """`: number` behind a property, field, note or slot."""
    node = thing.node
    if thing.kind == PROPERTY and isinstance(node, d.PropertyDeclaration) and index.is_resolved:
        assert index.loaded.ruleset is not None
        known = resolve_rules(index.loaded.ruleset).resolver.properties
        found = known.get(f"{node.of}.{node.name}") or known.get(f"{node.name}.{node.of}")
        return f": {found.type} of {node.of}" if found is not None else f" of {node.of}"
    if isinstance(node, d.GaugeDeclaration):
        return ": number"
    if isinstance(node, (d.NoteDeclaration, d.PlainField, d.Parameter)):
        word = getattr(node.type, "word", "yes or no")
        return f": {'list of ' if type(node.type).__name__ == 'ListType' else ''}{word}"
    if isinstance(node, d.PhraseDeclaration):
        return f": {node.category}"
    return ""


def declared(index: Index, thing: Thing) -> str:
    """The lines that declare a thing: of a phase or step only the first."""
    file, span = index.by_file[thing.whole.file], thing.whole
    last = span.line if thing.kind == STEP else min(span.end_line, span.line + MOST_LINES - 1)
    rows = [row for row in file.lines[span.line - 1 : last]]
    while rows and not rows[-1].strip():
        rows.pop()
    margin = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    return "\n".join(row[margin:].rstrip() for row in rows)


def remark_above(file: FileIndex, span: Span) -> str:
    """The comment right above a declaration."""
    rows: list[str] = []
    number = span.line - 2
    while number >= 0 and file.lines[number].lstrip().startswith("#"):
        rows.insert(0, file.lines[number].strip().lstrip("# "))
        number -= 1
    return " ".join(rows)


def clause_said(index: Index, name: str) -> str:
    """A clause, what implements it and what tests it."""
    clause = index.clauses.get(name)
    if clause is None:
        return f"**{name}** is no clause of the ledger."
    rules, tested = index.citing(RULES, name), index.citing(SCENARIO, name)
    rows = [f"**{name}** {clause.statement}"]
    rows += [f"Not testable: {clause.not_testable}"] if clause.not_testable else []
    said = (without_cites(file.lines[line - 1]) for file, line in rules)
    lines = [f"`{row}`" for row in dict.fromkeys(said) if row][:MOST_NAMED]
    rows += [f"Rules: {len(rules)}", *lines, f"Scenarios: {len(tested)}"]
    return "  \n".join(rows)


def card_of(index: Index, thing: Thing) -> CardDefinition | None:
    """The card of a declaration, as it was read."""
    every = index.cards.get(thing.whole.file, ())
    return next((card for card in every if card.span.line == thing.whole.line), None)


def card_said(index: Index, thing: Thing) -> Iterator[str]:
    """A card as it is printed and as it was read, with what was assumed."""
    card = card_of(index, thing)
    if card is None or index.loaded.vocabulary is None:
        yield f"**card** {thing.name}"
        return
    record = Explainer(index.loaded).record(card)
    yield f"**{record.card}** {record.code}, {record.kind}"
    rows = "\n".join(record.printed[1:])
    yield f"```playsheet\n{rows}\n```"
    for one in record.readings:
        assumed = "".join(f"  \nassumed: {text}" for text in one.assumptions)
        yield f"*{one.field}*, read as: {one.canonical}{assumed}"


def use_said(index: Index, file: FileIndex, mention: Mention) -> Iterator[str]:
    """What fills the slots of a phrase at a place of a card."""
    card = index.card_at(file, Place(mention.span.line - 1, 0))
    vocabulary = index.loaded.vocabulary
    if card is None or vocabulary is None:
        return
    for _, tree in trees_of(card):
        for node in walk(tree):
            if (
                isinstance(node, e.Use)
                and node.span == mention.span
                and node.phrase == mention.text
            ):
                yield f"read as: {vocabulary.write(node)}"
                for slot in node.slots:
                    value = slot.value
                    text = vocabulary.write(value) if isinstance(value, e.Use) else ""
                    text = text or plain_value(value)
                    yield f"- {slot.name}: {text}{'' if slot.given else ' (assumed)'}"
                return
