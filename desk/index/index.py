"""What is known of a format at one moment: its files with what they declare and name, what it
means, and its problems. An index is never changed; a newer one takes its place.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from ...dsl.cards.definition import CardDefinition
from ...dsl.loading.library import CARD_FILES, LEDGER, MAPPING, FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.parsed import parsed
from ...dsl.loading.source import Source
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.files import CardPiece, Scenario, Under
from ...dsl.nodes.statements import Cites
from ...dsl.problems.problem import Problem, has_errors
from ...dsl.resolve.resolve import resolve_rules
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.ruleset.ledger import Clause, read_ledger
from ...dsl.syntax.parse import parse_file
from ...dsl.syntax.rows import lines_of
from ...dsl.typed.types import Type
from ..explained import trees_of
from ..index.documents import declared_in_ledger, named_in_ledger, named_in_mapping
from ..index.mentions import QUOTED, SLOT_OF, Mention, in_tree, mentions_in
from ..index.quoting import quoted_words
from ..index.text import Place, holds, is_inside
from ..index.things import (
    CARD,
    CLAUSE,
    INNER,
    LIBRARY_ROLE,
    PART_OF_VERB,
    PHRASE,
    SLOT,
    STAND_IN,
    Thing,
    things_in,
)  # fmt: skip

RULES, SCENARIO, DECK, CARDS, LOOKS, LEDGERS, MAPPED = (
    "rules", "scenario", "deck", "cards", "looks", "ledger", "mapping",
)  # fmt: skip
ENDINGS = {
    ".rules": RULES, ".scenario": SCENARIO, ".deck": DECK, f".{CARD_FILES[0]}": CARDS,
    ".looks": LOOKS,
}  # fmt: skip
TAKEN = {PART_OF_VERB: ("verb",), SLOT: (PHRASE, "keyword")}  # by what they are of
YAMLS = {LEDGER: LEDGERS, MAPPING: MAPPED}


def kind_of_file(path: str) -> str:
    """What sort of file it is by its name; empty for none of ours."""
    return YAMLS.get(os.path.basename(path)) or ENDINGS.get(os.path.splitext(path)[1], "")


class FileIndex:
    """One file as it was read: all that follows from its bytes alone."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name
        self.path = os.path.realpath(source.path)
        self.kind = kind_of_file(self.name)
        self.text = source.text
        self.digest = source.digest

    @cached_property
    def lines(self) -> list[str]:
        """Its lines."""
        return lines_of(self.text)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """What its readable blocks say."""
        if self.kind in (RULES, CARDS):
            return parsed(self.kind, self.source)[0]
        if self.kind not in (SCENARIO, DECK, LOOKS):
            return ()
        known = self.source.known.get(self.kind)  # else apart: another thread may be at it
        return known[0] if known else tuple(parse_file(self.kind, self.text, self.name)[0])

    @cached_property
    def things(self) -> list[Thing]:
        """What it declares."""
        if self.kind == LEDGERS:
            return [*declared_in_ledger(self.source)]
        return [*things_in(self.nodes)]

    @cached_property
    def mentions(self) -> list[Mention]:
        """What it names, in order of place."""
        if self.kind == LEDGERS:
            found = named_in_ledger(self.source)
        elif self.kind == MAPPED:
            found = named_in_mapping(self.text, self.name)
        else:
            found = mentions_in(self.nodes)
        return sorted(found, key=lambda one: (one.span.line, one.span.column))

    @cached_property
    def mentions_by_line(self) -> dict[int, list[Mention]]:
        """The same by the line, from 1."""
        found: dict[int, list[Mention]] = {}
        for one in self.mentions:
            found.setdefault(one.span.line, []).append(one)
        return found

    @cached_property
    def things_by_line(self) -> dict[int, list[Thing]]:
        """What it declares by the line of its name, from 1."""
        found: dict[int, list[Thing]] = {}
        for one in self.things:
            found.setdefault(one.span.line, []).append(one)
        return found

    @cached_property
    def cites(self) -> dict[str, list[int]]:
        """The lines in which it cites clauses, by the clause; of scenarios those they begin in."""
        found: dict[str, list[int]] = {}
        for top in self.nodes:
            if isinstance(top, Scenario):
                pairs = [(top.covers, top.span.line)] if top.covers is not None else []
            else:
                pairs = [(one, one.span.line) for one in walk(top) if isinstance(one, Cites)]
            for cites, line in pairs if self.kind in (RULES, SCENARIO) else ():
                for clause in clauses_of(cites):
                    found.setdefault(clause, []).append(line)
        return found

    @cached_property
    def held(self) -> dict[str, list[str]]:
        """The titles of the scenarios in which a card lies, by its name or code."""
        found: dict[str, list[str]] = {}
        for top in self.nodes if self.kind == SCENARIO else ():
            pieces = (one for one in walk(top) if isinstance(one, (CardPiece, Under)))
            for name in dict.fromkeys(str(one.name) for one in pieces):
                found.setdefault(name, []).append(str(getattr(top, "title", "")))
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """All that it names, to look for something without looking at each place."""
        return frozenset(one.text for one in self.mentions)


class Index:
    """A format at one moment. `older` gives what was known of files that stayed as they were."""

    def __init__(
        self, loaded: Loaded, problems: Iterable[Problem], older: Index | None = None
    ) -> None:
        self.loaded = loaded
        self.files: FormatFiles = loaded.files
        self.problems = [*problems]
        known = {(one.name, one.digest): one for one in older.by_path.values()} if older else {}
        self.by_path: dict[str, FileIndex] = {}
        self.by_file: dict[str, FileIndex] = {}
        for source in self.files.every():
            if kind_of_file(source.name):
                found = known.get((source.name, source.digest)) or FileIndex(source)
                self.by_path.setdefault(found.path, found)
                self.by_file[found.name] = found
        self.clauses: dict[str, Clause] = {}
        self.clause_spans: dict[str, Span] = {}
        for files in parents_of(self.files):
            if files.ledger is not None:
                ledger = read_ledger(files.ledger)[0]
                self.clauses |= ledger.clauses
                self.clause_spans |= ledger.spans

        self.later: list[Problem] = []  # what only a whole check finds
        self.mended: set[Problem] = set()  # whose mends were tried, and do

    def can_mend(self, problem: Problem) -> bool:
        """Whether the mend of a problem, in place of what stands there, does."""
        return problem.replaces or problem in self.mended

    def settle(self, whole: bool = False) -> None:
        """Reads all that depends on files which may change meanwhile, and binds every name."""
        for file in self.by_file.values():
            if whole or file.kind in (RULES, CARDS):
                _ = file.cites
                _ = file.mentions_by_line, file.things_by_line
        _ = self.things, self.at_span, self.cards, self.bound
        if whole:
            _ = self.holding

    def of_kind(self, *kinds: str) -> Iterator[FileIndex]:
        """The files of some kinds, in order."""
        return (one for one in self.by_file.values() if one.kind in kinds)

    def of_libraries(self) -> Iterator[FileIndex]:
        """The files of libraries that the format or one that it extends uses."""
        for files in parents_of(self.files):
            for name in files.used():
                yield from (self.by_file[one.name] for one in files.library(name))

    @property
    def is_resolved(self) -> bool:
        """Whether every name of the rules was bound."""
        return self.loaded.ruleset is not None and not has_errors(self.loaded.problems)

    @cached_property
    def bound(self) -> dict[Span, Span]:
        """Where names in the rules stand, and where what they name is declared."""
        if not self.is_resolved:
            return {}
        assert self.loaded.ruleset is not None
        return resolve_rules(self.loaded.ruleset).resolver.bound

    @cached_property
    def types_of_properties(self) -> dict[str, list[Type]]:
        """The types of the properties of a name: one for each kind of card that has it."""
        found: dict[str, list[Type]] = {}
        every = self.loaded.format.properties.values() if self.loaded.format is not None else ()
        for one in every:
            found.setdefault(one.id.name, []).append(one.base.type)
        return found

    @cached_property
    def quoted(self) -> dict[Span, Mention]:
        """Where scenarios quote rules of decks, and what is named there."""
        rules = ((file.nodes, file.mentions) for file in self.of_kind(RULES))
        return quoted_words(rules, (file.mentions for file in self.of_kind(SCENARIO)))

    # ---- things

    @cached_property
    def things(self) -> dict[tuple[str, str], list[Thing]]:
        """What the rules and cards declare, by kind and name."""
        found: dict[tuple[str, str], list[Thing]] = {}
        for file in self.of_kind(RULES, CARDS):
            for thing in file.things:
                found.setdefault((thing.kind, thing.name), []).append(thing)
                code = str(getattr(thing.node, "code", "")) if thing.kind == CARD else ""
                if code:
                    found.setdefault((CARD, code), []).append(thing)
        for name, span in self.clause_spans.items():
            found[CLAUSE, name] = [Thing(CLAUSE, name, span, span)]
        return found

    @cached_property
    def at_span(self) -> dict[Span, Thing]:
        """Everything declared by the place of its name."""
        return {one.span: one for every in self.things.values() for one in every}

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """The names of each kind of thing, in order of the files."""
        found: dict[str, list[str]] = {}
        for kind, name in self.things:
            found.setdefault(kind, []).append(name)
        return found

    def thing_of(self, mention: Mention) -> Thing | None:
        """What is named at a place."""
        if QUOTED in mention.kinds:
            quoted = self.quoted.get(mention.span)
            return self.thing_of(quoted) if quoted is not None else None
        role = self.role_of(mention)
        if role is not None:
            return role
        declared = self.bound.get(mention.span)
        bound = self.at_span.get(declared) if declared is not None else None
        if bound is not None and (bound.kind not in INNER or bound.home == mention.home):
            return bound
        for kind in mention.kinds:
            found = self.things.get((SLOT if kind == SLOT_OF else kind, mention.text), ())
            if kind == STAND_IN:  # it is known in every phrase below
                found = [one for one in found if is_inside(mention.home, one.home)]
            elif kind in INNER:
                found = [one for one in found if one.home == mention.home]
            if found:
                return self.known_as(kind, mention.text, found)
            taken = self.taken_by(mention, kind) if kind in TAKEN and mention.event else None
            if taken is not None:
                return taken
        return None

    def known_as(self, kind: str, name: str, found: list[Thing]) -> Thing:
        """Of several things the one that the rules know by a name: of phrases that are called by
        their words the others go by numbers.
        """
        ruleset = self.loaded.ruleset
        node = ruleset.by_kind.get(kind, {}).get(name) if ruleset is not None else None
        return next((one for one in found if node and one.whole == node.span), found[0])

    def role_of(self, mention: Mention) -> Thing | None:
        """What a library calls so that formats have by names of their own."""
        every = self.things.get((LIBRARY_ROLE, mention.text), ())
        folder = os.path.dirname(mention.span.file)
        inner = (one for kind in INNER for one in self.things.get((kind, mention.text), ()))
        if not every or any(is_inside(mention.span, one.home) for one in inner):
            return None
        return next((one for one in every if os.path.dirname(one.span.file) == folder), None)

    def taken_by(self, mention: Mention, kind: str) -> Thing | None:
        """What the verb or phrase around a mention is done with, by its name."""
        homes = {
            one.whole for of in TAKEN[kind] for one in self.things.get((of, mention.event), ())
        }
        every = [one for one in self.things.get((kind, mention.text), ()) if one.home in homes]
        folder = os.path.dirname(mention.span.file)
        near = [one for one in every if os.path.dirname(one.span.file) == folder]
        found = (self.loaded.ruleset.names(of) for of in TAKEN[kind] if self.loaded.ruleset)
        known = [names[mention.event].span for names in found if mention.event in names]
        meant = [one for one in every if one.home in known]
        return next(iter((*near, *meant, *every)), None)

    def citing(self, kind: str, clause: str) -> list[tuple[FileIndex, int]]:
        """Where rules or scenarios name a clause: the file and the line, from 1."""
        every = ((file, file.cites.get(clause, ())) for file in self.of_kind(kind))
        return [(file, line) for file, lines in every for line in dict.fromkeys(lines)]

    @cached_property
    def holding(self) -> dict[str, list[tuple[str, str]]]:
        """The scenarios in which a card lies, by its name or code: the file and the title."""
        found: dict[str, list[tuple[str, str]]] = {}
        for file in self.of_kind(SCENARIO):
            for name, titles in file.held.items():
                found.setdefault(name, []).extend((file.name, title) for title in titles)
        return found

    # ---- places

    @cached_property
    def cards(self) -> dict[str, list[CardDefinition]]:
        """The cards that were read, by their file, in order of place."""
        found: dict[str, list[CardDefinition]] = {}
        for card in sorted(self.loaded.cards, key=lambda one: (one.span.file, one.span.line)):
            found.setdefault(card.span.file, []).append(card)
        return found

    def card_at(self, file: FileIndex, place: Place) -> CardDefinition | None:
        """The card that a line is of."""
        cards = self.cards.get(file.name, [])
        at = bisect_right([card.span.line for card in cards], place.line + 1) - 1
        found = cards[at] if at >= 0 else None
        return found if found is not None and place.line + 1 < found.span.end_line + 1 else None

    def on_card(self, card: CardDefinition) -> list[Mention]:
        """What the texts of a card say, in order of place."""
        found = [one for _, tree in trees_of(card) for one in in_tree(tree, card.span)]
        return sorted(found, key=lambda one: (one.span.line, one.span.column, -one.span.end_column))

    def mention_at(self, file: FileIndex, place: Place) -> Mention | None:
        """The innermost name at a place."""
        found = [one for one in self.mentions_near(file, place) if holds(one.span, place)]
        return min(found, key=lambda one: one.span.end_column - one.span.column, default=None)

    def mentions_near(self, file: FileIndex, place: Place) -> Iterator[Mention]:
        """The names in a line, those in the texts of cards too."""
        line = place.line + 1
        yield from file.mentions_by_line.get(line, ())
        card = self.card_at(file, place) if file.kind == CARDS else None
        if card is not None:
            yield from (one for one in self.on_card(card) if one.span.line == line)

    def thing_at(self, file: FileIndex, place: Place) -> Thing | None:
        """What is declared or named at a place."""
        for thing in file.things_by_line.get(place.line + 1, ()):
            if holds(thing.span, place):
                return thing
        mention = self.mention_at(file, place)
        return self.thing_of(mention) if mention is not None else None


def parents_of(files: FormatFiles) -> Iterator[FormatFiles]:
    """The formats that one extends, the oldest first, then itself."""
    if files.parent is not None:
        yield from parents_of(files.parent)
    yield files
