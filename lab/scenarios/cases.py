"""Scenarios with their cards: found by name or code, changed by `with`, or any cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from ...dsl.cards.deckfile import DeckList, unknown_part
from ...dsl.cards.definition import CardDefinition
from ...dsl.ir.wordbook import span_said
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Node, Span, Word, part_names, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Advice, Label, Problems
from ...dsl.ruleset.clauses import clauses_of, named, unknown_clause
from ...dsl.ruleset.shapes import named_codes, per_of
from ...dsl.syntax.print_files import print_node
from ...interpreter.runtime.rules import seat_names
from .cards import CardChanges, held_kind, kept_on_cards, same_card, value_text
from .pool import CardPool
from .prepared import Asked, seat_of

MOST_CARDS = 2_000  # of a scenario, apart from its decks
LIES = ("role", "face", "turned", "seen", "used")  # what is noted of every card


@dataclass(frozen=True, slots=True)
class Member:
    """A card to be laid down: its number in the pool, its owner (None: its zone's; -1: nobody),
    its notes, what lies beneath it, bottom first, the notes that are it, what it is attached to.
    """

    definition: int
    owner: int | None = None
    notes: tuple[files.WithField, ...] = ()
    beneath: tuple[Member, ...] = ()
    noted: tuple[files.NotedAs, ...] = ()
    bearer: files.OnCard | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The cards one fact lays into a zone, bottom first. `owner` is -1 for a shared zone."""

    zone: str
    owner: int
    members: tuple[Member, ...]
    facing: files.Facing | None
    span: Span


@dataclass(frozen=True, slots=True)
class Listed:
    """The cards of a deck: the number in the pool and the part of each (empty: unsaid)."""

    numbers: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(slots=True)
class Case:
    """A scenario with its cards found. `decks` are those of the seats that have a list;
    `companions` the cards that those in it name; `asked` what it asks, where that is noted.
    """

    scenario: files.Scenario
    seats: int = 2
    groups: list[Group] = field(default_factory=list[Group])
    decks: dict[int, Listed] = field(default_factory=dict[int, Listed])
    deck: Listed | None = None
    companions: set[int] = field(default_factory=set[int])
    starts_at: files.PhaseFact | None = None
    problems: Problems = field(default_factory=Problems)
    is_mangled: bool = False  # its text could not be read whole
    inherited: tuple[str, ...] = ()  # what it covers here, if it is a parent's
    asked: Asked | None = None

    @property
    def title(self) -> str:
        return str(self.scenario.title)

    @property
    def covers(self) -> tuple[str, ...]:
        """The clauses of the format that it names."""
        return self.inherited or clauses_of(self.scenario.covers)

    @property
    def needs(self) -> set[int]:
        """The cards of the pool that are in it."""
        members = [member for group in self.groups for member in group.members]
        found = {one.definition for member in members for one in (*member.beneath, member)}
        lists = [*self.decks.values(), *([self.deck] if self.deck is not None else [])]
        return found.union(self.companions, *(deck.numbers for deck in lists))


def case_of(pool: CardPool, scenario: files.Scenario, asked: Asked | None = None) -> Case:
    """Everything the facts of a scenario say about cards; what it asks is noted."""
    pool.asked = asked
    reader = CaseReader(pool, scenario)
    reader.problems.before = pool.wrong
    with pool.ruleset.noting(asked.rules if asked is not None else None):
        case = reader.read()
    case.asked = asked
    pool.wrong += len(case.problems)
    return case


class CaseReader:
    """Reads what one scenario says about cards."""

    def __init__(self, pool: CardPool, scenario: files.Scenario) -> None:
        self.pool = pool
        self.case = Case(scenario, seats_in(scenario, pool.ruleset.seats))
        self.players = seat_names(self.case.seats)
        self.problems = self.case.problems
        self.laid = 0  # cards, so far
        self.said: dict[object, Span] = {}  # the facts, by what they are about
        self.named = frozenset(str(word) for word in words_in(scenario) if isinstance(word, Word))

    def read(self) -> Case:
        """The scenario with its cards found."""
        for fact in self.case.scenario.facts:
            self.check_first(fact)
            match fact:
                case files.PhaseFact():
                    self.case.starts_at = fact
                case files.SeatsFact() if fact.number not in self.pool.ruleset.seats:
                    text = f"A game has {span_said(self.pool.ruleset.seats)} seats here."
                    fix = f"seats {self.pool.ruleset.seats[0]}"
                    self.problems.report("wrong-seats", text, fact.span, fix)
                case files.HoldsFact():
                    self.add_group(fact, fact.pieces, fact.facing)
                case files.ValueFact() if fact.place.words[-1] in self.zones:
                    self.add_group(fact, self.pieces_of(fact), None)
                case files.DeckFact():
                    self.add_to_deck(fact)
                case _:
                    pass
        self.add_decks()
        self.add_named()
        self.add_companions()
        self.check_clauses()
        return self.case

    def check_first(self, fact: files.Fact) -> None:
        """Each fact is about something else; more cards of one zone are `also` there."""
        about = about_of(fact)
        if about is None:
            return
        first = self.said.get(about)
        self.said[about] = fact.span
        if isinstance(fact, files.HoldsFact) and (fact.more or first is not None):
            if first is None:
                message = f"No fact before this one says what {about} holds."
                self.problems.report("also-alone", message, fact.span)
            elif not fact.more:
                message = f"Two facts say what {about} holds; say that more is `also` there."
                span, fix = fact.place.span, f"{about} also"
                self.problems.report("fact-twice", message, span, fix, Label(first, "the first"))
        elif first is not None:
            message = f"Two facts are about {about}."
            self.problems.report("fact-twice", message, fact.span, "", Label(first, "the first"))

    @property
    def zones(self) -> Mapping[str, Node]:
        """The zones of the rules by name."""
        return self.pool.ruleset.names("zone")

    def add_to_deck(self, fact: files.DeckFact) -> None:
        """`the deck holds ..`, `the deck's side holds ..`."""
        part = str(fact.part or "")
        if fact.part is not None and part not in self.pool.deck.part_names:
            self.problems.append(unknown_part(fact.part, self.pool.deck.part_names))
        members = self.members_of(fact.pieces, "")
        if any(one.beneath or one.bearer for one in members):
            message = "In a deck no card lies on another one or is attached to one."
            self.problems.report("no-stack", message, fact.span)
        old = self.case.deck or Listed()
        numbers = (*old.numbers, *(member.definition for member in members))
        self.case.deck = Listed(numbers, (*old.parts, *(part for _ in members)))

    def add_named(self) -> None:
        """Where a card may be named that is not in the game: those that are chosen."""
        said = walk(self.case.scenario) if self.pool.names_any else ()
        picks = [part for part in said if isinstance(part, files.Picked)]
        for value in (value for pick in picks for value in pick.values):
            if isinstance(value, files.StringValue):
                found = self.pool.called(str(value.text))[:1]
                self.case.companions |= {self.pool.number_of(card) for card in found}

    def check_clauses(self) -> None:
        """The clauses that it covers are in the ledger."""
        covers, pool = self.case.scenario.covers, self.pool
        for word, clause in named(covers) if covers is not None else ():
            if not pool.has_clause(clause):
                self.problems.append(unknown_clause(word, clause, pool.clauses or ()))

    def add_companions(self) -> None:
        """The cards that come along with those of the scenario, and what comes with them."""
        left, companions, pool = [*self.case.needs], self.case.companions, self.pool
        while left:
            for code in named_codes(pool.ruleset, pool.used[left.pop()]):
                found = next((c for c in pool.called(str(code)) if c.code == code), None)
                number = pool.number_of(found) if found is not None else -1
                if found is not None and number not in companions:
                    companions.add(number)
                    left.append(number)

    def pieces_of(self, fact: files.ValueFact) -> files.Pieces:
        """`ana's hand is empty`, `bo's ring is "Cub", "Bear"`."""
        pieces: list[files.Piece] = []
        for value in fact.values:
            if isinstance(value, files.StringValue):
                pieces.append(files.CardPiece(None, value.text, (), span=value.span))
            elif not (isinstance(value, files.WordValue) and value.word == "empty"):
                fix = Advice("Write `is empty`, or `holds` and the cards.")
                message = "A zone is empty or holds cards."
                self.problems.report("not-cards", message, value.span, fix)
        return files.Pieces(tuple(pieces), span=fact.span)

    def add_group(
        self,
        fact: files.HoldsFact | files.ValueFact,
        pieces: files.Pieces,
        facing: files.Facing | None,
    ) -> None:
        owner, zone = self.zone_of(fact.place.words)
        if zone is None:
            return
        kind = held_kind(zone)
        members = self.members_of(pieces, kind)
        for member in members:
            card = self.pool.used[member.definition]
            if kind and card.kind != kind:
                message = f'"{card.name}" is no {kind}, and {zone.name} holds nothing else.'
                self.problems.report("cannot-hold", message, pieces.span)
        if per_of(zone) != "player" and owner >= 0:  # whose cards they are in a shared zone
            members = [m if m.owner is not None else replace(m, owner=owner) for m in members]
            owner = -1
        group = Group(str(zone.name), owner, tuple(members), facing, fact.span)
        self.case.groups.append(group)

    def zone_of(self, words: tuple[Word, ...]) -> tuple[int, d.ZoneDeclaration | None]:
        """The owner (-1: none said) and the zone of `ana's hand` or of a shared `market`."""
        owner, last = -1, words[-1]
        if len(words) > 1:
            owner = seat_of(self.players, words[0], self.problems)
        if len(words) > 2 or last not in self.zones:
            self.problems.unknown("unknown-zone", "zone", last, self.zones)
            return owner, None
        zone = self.zones[last]
        assert isinstance(zone, d.ZoneDeclaration)
        if len(words) == 1 and per_of(zone) == "player":
            text = f'Whose "{zone.name}"? Each player has one.'
            fix = f"{self.players[0]}'s {zone.name}"
            self.problems.report("whose", text, words[0].span, fix)
            return -1, None
        return owner, None if len(words) > 1 and owner < 0 else zone

    # ---- pieces

    def members_of(self, pieces: files.Pieces, kind: str) -> list[Member]:
        found: list[Member] = []
        for piece in pieces.pieces:
            if not self.has_room(piece):
                break
            match piece:
                case files.FillerPiece():
                    found += self.fillers(piece, kind)
                case files.CardPiece():
                    member = self.member_of(piece)
                    if member is not None:
                        found += [member] * (1 if piece.number is None else piece.number)
                case _:
                    pass
        return found

    def has_room(self, piece: files.Piece) -> bool:
        """Whether the scenario has few enough cards with these; told where it has not."""
        before = self.laid
        if isinstance(piece, files.FillerPiece):
            self.laid += piece.number
        elif isinstance(piece, files.CardPiece):
            self.laid += (1 if piece.number is None else piece.number) * (1 + len(piece.unders))
        if before <= MOST_CARDS < self.laid:
            message = f"{self.laid:,} cards are laid out; {MOST_CARDS:,} are allowed."
            self.problems.report("too-many-cards", message, piece.span)
        return self.laid <= MOST_CARDS

    def fillers(self, piece: files.FillerPiece, kind: str) -> list[Member]:
        """Any cards of the kind the zone holds that the scenario does not name."""
        fitting = self.pool.fillers(kind, self.named)
        if not fitting:
            message = f"There is no {kind or 'card'} to fill this place with."
            self.problems.report("no-card", message, piece.span)
            return []
        taken = [fitting[k % len(fitting)] for k in range(piece.number)]
        return [Member(self.pool.number_of(card)) for card in taken]

    def member_of(self, piece: files.CardPiece) -> Member | None:
        """A card, with those it lies on."""
        top = self.one_of(piece)
        unders = [self.one_of(under) for under in piece.unders]
        beneath = tuple(one for one in reversed(unders) if one is not None)
        return None if top is None else replace(top, beneath=beneath, bearer=piece.bearer)

    def one_of(self, piece: files.CardPiece | files.Under) -> Member | None:
        card = self.find(piece.name)
        if card is None:
            return None
        owner, notes = None, list[files.WithField]()
        changed: list[files.WithField] = []
        for given in piece.fields:
            if given.field == "owner" and isinstance(given.value, files.WordValue):
                word = given.value.word
                owner = -1 if word == "none" else seat_of(self.players, word, self.problems)
            elif given.field in LIES or given.field in kept_on_cards(self.pool.ruleset):
                notes.append(given)
            else:
                changed.append(given)
        number = self.pool.number_of(card)
        if changed:
            texts = (f"{one.field}[{one.key}] {value_text(one.value)}" for one in changed)
            number = self.pool.number_of(self.changed(card, changed), " ".join(texts))
        return Member(number, owner, tuple(notes), noted=piece.notes)

    def find(self, name: Word) -> CardDefinition | None:
        """The card of a name or code; prints that differ must be told apart by their codes."""
        found = self.pool.called(str(name))
        if not found:
            self.problems.unknown("unknown-card", "card", name, self.pool.by_name)
            return None
        first = found[0]
        if any(not same_card(first, other) for other in found[1:]):
            codes = ", ".join(str(card.code) for card in found)
            message = f'There are different cards called "{name}": {codes}. Say which.'
            self.problems.report("ambiguous-card", message, name.span, f'"{first.code}"')
            return None
        return first

    def changed(self, card: CardDefinition, fields: Iterable[files.WithField]) -> CardDefinition:
        """The same card with other fields."""
        ruleset = self.pool.ruleset
        notes = [name for name, kind in kept_on_cards(ruleset).items() if kind == "note"]
        changes = CardChanges(ruleset, self.pool.memo, card, notes)
        for given in fields:
            changes.change(given)
        self.problems += changes.problems
        return changes.card

    # ---- decks

    def add_decks(self) -> None:
        """Without a phase the game starts with set-up, for which everybody needs a deck."""
        case, pool = self.case, self.pool
        named = [f for f in case.scenario.facts if isinstance(f, files.DecksFact)]
        lists: list[DeckList] = []
        for word in (word for fact in named for word in fact.names):
            decks = pool.known_decks()
            if word in decks:
                lists.append(decks[word])
            else:
                self.problems.unknown("unknown-deck", "deck", word, decks)
        if not named and (case.starts_at is not None or only_about_a_deck(case.scenario)):
            return
        starts = {(part.zone, part.of_table) for part in pool.deck.parts}
        laid = {g.owner for g in case.groups if (g.zone, g.owner < 0) in starts}
        for seat in pool.deck.owners(case.seats):
            if seat not in laid and not self.add_deck(seat, lists):
                break

    def add_deck(self, seat: int, lists: list[DeckList]) -> bool:
        """The deck of a seat or (-1) of the table; whether there is one."""
        case, pool = self.case, self.pool
        mine, shipped = (
            [deck for deck in decks if pool.deck.is_tables(deck.parts) == (seat < 0)]
            for decks in (lists, pool.known_decks().values())
        )
        mine = mine or shipped[:1]
        if not mine:
            message = "The game starts with set-up here, and this format has no deck for it."
            span = case.scenario.title.span
            advice = Advice("Name one behind `given decks`, or write one in the folder `decks`.")
            self.problems.report("no-deck-list", message, span, advice)
            return False
        deck = mine[max(seat, 0) % len(mine)]
        cards = [pool.cards[number] for number in deck.cards]
        for code in dict.fromkeys(str(card.code) for card in cards):
            pool.called(code)
        case.decks[seat] = Listed(tuple(map(pool.number_of, cards)), deck.parts)
        return True


def about_of(fact: files.Fact) -> str | None:
    """What a fact is about, as it is written; None for a deck, which is given in pieces."""
    match fact:
        case files.SeedFact():
            return "the seed"
        case files.PhaseFact():
            return "the phase"
        case files.OptionFact():
            return f"the option {fact.name}"
        case files.ValueFact() | files.HoldsFact():
            return print_node(fact.place)
        case _:
            return None


def seats_in(scenario: files.Scenario, known: range) -> int:
    """How many play in a scenario: as it says, else as few as may where all that it names sit."""
    said = [fact.number for fact in scenario.facts if isinstance(fact, files.SeatsFact)]
    if said or len(known) == 1:
        return said[0] if said and said[0] in known else known[0]
    words = words_in(scenario)
    named = [k for k, name in enumerate(seat_names(known[-1]), 1) if name in words]
    return max((known[0], *named))


def words_in(scenario: files.Scenario) -> set[object]:
    """Every word and name that is written in a scenario, among other things."""
    words = set[object]()
    for node in walk(scenario):
        for part in (getattr(node, name) for name in part_names(node.__class__)):
            words |= {*part} if isinstance(part, tuple) else {part}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return words


def only_about_a_deck(scenario: files.Scenario) -> bool:
    """Nothing is played where all claims are about a deck."""
    claims = [claim for part in scenario.rounds for claim in part.claims]
    deck_claims = (files.LegalClaim, files.BreaksClaim)
    acts = any(part.deeds for part in scenario.rounds)
    return not acts and all(isinstance(claim, deck_claims) for claim in claims)
