"""What a game has: zones, verbs, phrases .. with what uses each; its rulebook with what carries it
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from ...dsl.cards.definition import CardDefinition
from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.resolve.resolve import resolve_rules
from ...dsl.ruleset.ruleset import NAMED, phases_of
from ...dsl.vocabulary.patterns import Choice, Literal, Part, SlotPart, read_pattern
from ...interpreter.runtime.rules import seat_names
from ...lab.scenarios.cards import phrases_of
from ..completion.completion import detail_of, labels_in
from ..completion.on_cards import escaped
from ..index.index import DECK, LOOKS, RULES, SCENARIO, FileIndex, Index
from ..index.things import PROPERTY, Thing
from .lenses import titles_in

SHOWN = (*(kind for _, kind in NAMED), PROPERTY)  # what an index lists, in its order
ALWAYS = ("check", "invariant")
SAYING = (d.PhraseDeclaration, d.KeywordDeclaration, d.LabelDeclaration)


@dataclass(slots=True)
class Entry:
    """A thing of the rules: what it is called or says, how it is written on a card (a snippet,
    empty if it is not), how often rules, decks, looks and scenarios name it, and the cards that do.
    """

    kind: str
    name: str
    says: str
    span: Span
    snippet: str = ""
    named: int = 0
    tested: int = 0
    cards: dict[str, None] = field(default_factory=dict[str, None])

    @property
    def is_used(self) -> bool:
        """Whether anything needs it but scenarios: what holds at any time needs no name."""
        return bool(self.named or self.cards or self.kind in ALWAYS)


def contents(index: Index) -> list[Entry]:
    """Everything that the rules declare for others to name, by kind and name."""
    found: dict[Span, Entry] = {}
    for file in index.of_kind(RULES):
        for thing in file.things:
            if thing.kind in SHOWN:
                found[thing.span] = Entry(
                    thing.kind, thing.name, detail_of(thing), thing.span, snippet_of(thing)
                )
    for file in index.of_kind(RULES, DECK, LOOKS, SCENARIO):
        for mention in file.mentions:
            thing = index.thing_of(mention)
            entry = found.get(thing.span) if thing is not None else None
            if entry is not None:
                entry.tested += file.kind == SCENARIO
                entry.named += file.kind != SCENARIO
    for card in index.loaded.cards:
        for thing in on_card(index, card):
            entry = found.get(thing.span)
            if entry is not None:
                entry.cards[str(card.name)] = None
    order = {kind: number for number, kind in enumerate(SHOWN)}
    return sorted(found.values(), key=lambda one: (order[one.kind], one.name, one.span.line))


def on_card(index: Index, card: CardDefinition) -> Iterator[Thing]:
    """What the texts of a card are made of, words that are not printed too."""
    for name in phrases_of(card):
        for kind in ("phrase", "keyword", "label"):
            yield from index.things.get((kind, name), ())
    for mention in index.on_card(card):
        thing = index.thing_of(mention)
        if thing is not None:
            yield thing


def snippet_of(thing: Thing) -> str:
    """The first pattern of a phrase as it is written on a card, without what may be left out."""
    node = thing.node
    says = node.says if isinstance(node, SAYING) else ()
    pattern = read_pattern(says[0].pattern)[0] if says else None
    if pattern is None:
        return ""
    text, slots = "", 0
    for leaf in needed(pattern.parts):
        blank = " " if leaf.spaced and text else ""
        if isinstance(leaf, Literal):
            text += blank + escaped(leaf.text + (leaf.ending if leaf.round_ending else ""))
        else:
            slots += 1
            text += f"{blank}${{{slots}:{leaf.name}}}"
    return text


def needed(parts: Iterable[Part]) -> Iterator[Literal | SlotPart]:
    """The words and slots of a pattern that cannot be left out, of alternatives the first."""
    for part in parts:
        if not isinstance(part, Choice):
            yield part
        elif not part.optional:
            yield from needed(part.branches[0])


# ---- what a scenario may begin with


def parts_of_scenarios(index: Index) -> dict[str, list[str]]:
    """The words of simple scenarios: `seats`, `steps` by their paths, `zones` and `values`, each of
    a seat (`ana's hand`) or shared, `labels` of actions, and the names of `cards`.
    """
    ruleset = index.loaded.ruleset
    if ruleset is None or not index.is_resolved:
        return {}
    seats, specs = seat_names(ruleset.seats[0]), resolve_rules(ruleset).resolver
    values = {name: one.per for name, one in specs.gauges.items() if one.per != "card"}
    zones = {name: "player" if one.per_player else "" for name, one in specs.zones.items()}

    def owned(things: Mapping[str, str]) -> list[str]:
        found: list[str] = []
        for name, per in things.items():
            found += [f"{seat}'s {name}" for seat in seats] if per == "player" else [name]
        return found

    return {
        "seats": [*seats],
        "steps": [*dict.fromkeys(path for path, _ in phases_of(ruleset).values())],
        "zones": owned(zones),
        "values": owned(values),
        "labels": [*dict.fromkeys(labels_in(index))],
        "cards": [*dict.fromkeys(str(card.name) for card in index.loaded.cards)],
    }


# ---- the rulebook


@dataclass(frozen=True, slots=True)
class Carried:
    """A clause: where rules cite it, which scenarios name it (file, title, line), and why nothing
    tests it, if that is so.
    """

    clause: str
    statement: str
    not_testable: str
    rules: tuple[tuple[FileIndex, int], ...]
    scenarios: tuple[tuple[FileIndex, str, int], ...]

    @property
    def state(self) -> str:
        """`no rule`, `no scenario`, or empty where nothing is missing."""
        if not self.rules:
            return "" if self.not_testable else "no rule"
        return "" if self.scenarios or self.not_testable else "no scenario"


def rulebook(index: Index) -> Iterator[Carried]:
    """Each clause of the ledger, in its order, with what carries it out."""
    for clause in index.clauses.values():
        tested = [
            (file, title, line)
            for file, line in index.citing(SCENARIO, clause.id)
            for title, at in titles_in(file)
            if at == line
        ]
        rules, why = tuple(index.citing(RULES, clause.id)), clause.not_testable or ""
        yield Carried(clause.id, clause.statement, why, rules, tuple(tested))
