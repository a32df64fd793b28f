"""Scenarios with their cards: found by name or code, changed by `with`, or any cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...dsl.cards.deckfile import DeckList, unknown_part
from ...dsl.cards.definition import CardDefinition
from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Span, Word
from ...dsl.problems.problem import Problem, unknown
from ...dsl.ruleset.ruleset import Ruleset, clauses_of
from ...dsl.ruleset.shapes import named_codes, per_of
from ...dsl.vocabulary.vocabulary import Vocabulary
from ...interpreter.runtime.rules import seat_names
from .cards import CardChanges, same_card, value_text

FILLERS = 5  # any cards are taken from so many different ones


@dataclass(frozen=True, slots=True)
class Member:
    """A card to be laid down: its number in the pool, its owner (-1: its zone's), its notes."""

    definition: int
    owner: int = -1
    notes: tuple[files.WithField, ...] = ()
    beneath: tuple[Member, ...] = ()  # bottom first


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
    `companions` the cards that those in it name.
    """

    scenario: files.Scenario
    groups: list[Group] = field(default_factory=list[Group])
    decks: dict[int, Listed] = field(default_factory=dict[int, Listed])
    deck: Listed | None = None
    companions: set[int] = field(default_factory=set[int])
    starts_at: files.PhaseFact | None = None
    problems: list[Problem] = field(default_factory=list[Problem])
    is_mangled: bool = False  # its text could not be read whole
    inherited: tuple[str, ...] = ()  # what it covers here, if it is a parent's

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


class CardPool:
    """Finds the cards of scenarios among `cards`, and gathers them, and only them, in `used`;
    a card changed by `with` is one of its own.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        vocabulary: Vocabulary,
        cards: Sequence[CardDefinition],
        decks: dict[str, DeckList],
        parts: Sequence[str] = (),
    ) -> None:
        self.ruleset = ruleset
        self.vocabulary = vocabulary
        self.cards = cards
        self.decks = decks
        self.parts = parts
        self.players = seat_names(ruleset.seats)
        self.used: list[CardDefinition] = []
        self.numbers: dict[tuple[str, str], int] = {}
        self.by_name: dict[str, list[CardDefinition]] = {}
        self.by_code = {str(card.code): card for card in cards}
        for card in cards:
            self.by_name.setdefault(str(card.name), []).append(card)
            self.by_name.setdefault(str(card.code), []).append(card)
        lines = [line for deck in ruleset.all(d.DeckDeclaration) for line in deck.lines]
        starts = [line for line in lines if isinstance(line, d.StartsInLine)]
        self.deck_zones = {str(line.zone) for line in starts}

    # ---- one scenario

    def case_of(self, scenario: files.Scenario) -> Case:
        """Everything the facts of a scenario say about cards."""
        case, zones = Case(scenario), self.ruleset.names("zone")
        pieces = [piece for fact in scenario.facts for piece in card_pieces(fact)]
        named = {str(one.name) for piece in pieces for one in (piece, *piece.unders)}
        for fact in scenario.facts:
            match fact:
                case files.PhaseFact():
                    case.starts_at = fact
                case files.HoldsFact():
                    self.add_group(case, fact, fact.pieces, fact.facing, named)
                case files.ValueFact() if str(fact.place.words[-1]) in zones:
                    self.add_group(case, fact, self.pieces_of(case, fact), None, named)
                case files.DeckFact():
                    self.add_to_deck(case, fact, named)
                case _:
                    pass
        self.add_decks(case)
        self.add_companions(case)
        return case

    def add_to_deck(self, case: Case, fact: files.DeckFact, named: set[str]) -> None:
        """`the deck holds ..`, `the deck's side holds ..`."""
        part = str(fact.part or "")
        if fact.part is not None and part not in self.parts:
            case.problems.append(unknown_part(fact.part, self.parts))
        members = self.members_of(case, fact.pieces, "", named)
        old = case.deck or Listed()
        numbers = (*old.numbers, *(member.definition for member in members))
        case.deck = Listed(numbers, (*old.parts, *(part for _ in members)))

    def add_companions(self, case: Case) -> None:
        """The cards that come along with those of the scenario, and what comes with them."""
        left = [*case.needs]
        while left:
            for code in named_codes(self.ruleset, self.used[left.pop()]):
                found = self.by_code.get(str(code))
                number = self.number_of(found) if found is not None else -1
                if found is not None and number not in case.companions:
                    case.companions.add(number)
                    left.append(number)

    def pieces_of(self, case: Case, fact: files.ValueFact) -> files.Pieces:
        """`ana's hand is empty`, `bo's ring is "Cub", "Bear"`."""
        pieces: list[files.Piece] = []
        for value in fact.values:
            if isinstance(value, files.StringValue):
                pieces.append(files.CardPiece(None, value.text, (), span=value.span))
            elif not (isinstance(value, files.WordValue) and value.word == "empty"):
                message = "A zone is empty or holds cards."
                fix = f"{fact.place.words[-1]} holds .."
                case.problems.append(Problem("not-cards", message, value.span, fix))
        return files.Pieces(tuple(pieces), span=fact.span)

    def add_group(
        self,
        case: Case,
        fact: files.HoldsFact | files.ValueFact,
        pieces: files.Pieces,
        facing: files.Facing | None,
        named: set[str],
    ) -> None:
        owner, zone = self.zone_of(case, fact.place.words)
        if zone is None:
            return
        kind = held_kind(zone)
        members = self.members_of(case, pieces, kind, named)
        for member in members:
            card = self.used[member.definition]
            if kind and card.kind != kind:
                message = f'"{card.name}" is no {kind}, and {zone.name} holds nothing else.'
                case.problems.append(Problem("cannot-hold", message, pieces.span))
        if per_of(zone) != "player" and owner >= 0:  # whose cards they are in a shared zone
            members = [m if m.owner >= 0 else replace(m, owner=owner) for m in members]
            owner = -1
        case.groups.append(Group(str(zone.name), owner, tuple(members), facing, fact.span))

    def zone_of(
        self, case: Case, words: tuple[Word, ...]
    ) -> tuple[int, d.ZoneDeclaration | None]:
        """The owner (-1: none said) and the zone of `ana's hand` or of a shared `market`."""
        zones = self.ruleset.names("zone")
        owner, last = -1, words[-1]
        if len(words) > 1:
            owner = seat_of(self.players, words[0], case.problems)
        if len(words) > 2 or str(last) not in zones:
            case.problems.append(unknown("unknown-zone", "zone", last, last.span, zones))
            return owner, None
        zone = zones[str(last)]
        assert isinstance(zone, d.ZoneDeclaration)
        if len(words) == 1 and per_of(zone) == "player":
            text = f'Whose "{zone.name}"? Each player has one.'
            fix = f"{self.players[0]}'s {zone.name}"
            case.problems.append(Problem("whose", text, words[0].span, fix))
            return -1, None
        return owner, None if len(words) > 1 and owner < 0 else zone

    # ---- pieces

    def members_of(
        self, case: Case, pieces: files.Pieces, kind: str, named: set[str]
    ) -> list[Member]:
        found: list[Member] = []
        for piece in pieces.pieces:
            match piece:
                case files.FillerPiece():
                    found += self.fillers(case, piece, kind, named)
                case files.CardPiece():
                    member = self.member_of(case, piece)
                    if member is not None:
                        found += [member] * (1 if piece.number is None else piece.number)
                case _:
                    pass
        return found

    def fillers(
        self, case: Case, piece: files.FillerPiece, kind: str, named: set[str]
    ) -> list[Member]:
        """Any cards of the kind the zone holds that are not named, those that say least first."""
        fitting = [card for card in self.cards if not kind or card.kind == kind]
        fitting = [card for card in fitting if str(card.name) not in named] or fitting
        fitting.sort(key=lambda card: sum(len(t.sentences) for t in card.texts.values()))
        if not fitting:
            message = f"There is no {kind or 'card'} to fill this place with."
            case.problems.append(Problem("no-card", message, piece.span))
            return []
        taken = fitting[:FILLERS]
        return [Member(self.number_of(taken[k % len(taken)])) for k in range(piece.number)]

    def member_of(self, case: Case, piece: files.CardPiece) -> Member | None:
        """A card, with those it lies on."""
        top = self.one_of(case, piece)
        unders = [self.one_of(case, under) for under in piece.unders]
        beneath = tuple(one for one in reversed(unders) if one is not None)
        return None if top is None else replace(top, beneath=beneath)

    def one_of(self, case: Case, piece: files.CardPiece | files.Under) -> Member | None:
        card = self.find(case, piece.name)
        if card is None:
            return None
        owner, notes = -1, list[files.WithField]()
        changed: list[files.WithField] = []
        for given in piece.fields:
            if given.field == "owner" and isinstance(given.value, files.WordValue):
                owner = seat_of(self.players, given.value.word, case.problems)
            elif self.is_note(given.field):
                notes.append(given)
            else:
                changed.append(given)
        number = self.number_of(card)
        if changed:
            texts = (f"{one.field}[{one.key}] {value_text(one.value)}" for one in changed)
            number = self.number_of(self.changed(case, card, changed), " ".join(texts))
        return Member(number, owner, tuple(notes))

    def find(self, case: Case, name: Word) -> CardDefinition | None:
        """The card of a name or code; prints that differ must be told apart by their codes."""
        found = self.by_name.get(str(name), [])
        if not found:
            case.problems.append(
                unknown("unknown-card", "card", name, name.span, self.by_name)
            )
            return None
        first = found[0]
        if any(not same_card(first, other) for other in found[1:]):
            codes = ", ".join(str(card.code) for card in found)
            message = f'There are different cards called "{name}": {codes}. Say which.'
            fix = f'"{first.code}"'
            case.problems.append(Problem("ambiguous-card", message, name.span, fix))
            return None
        return first

    def number_of(self, card: CardDefinition, variant: str = "") -> int:
        """The number of a card among those used."""
        key = (str(card.code), variant)
        if key not in self.numbers:
            self.numbers[key] = len(self.used)
            self.used.append(card)
        return self.numbers[key]

    def is_note(self, word: Word) -> bool:
        declared = {**self.ruleset.names("gauge"), **self.ruleset.names("note")}
        found = declared.get(str(word))
        return str(word) == "role" or (found is not None and per_of(found) == "card")

    def changed(
        self, case: Case, card: CardDefinition, fields: Iterable[files.WithField]
    ) -> CardDefinition:
        """The same card with other fields."""
        notes = [name for name in self.ruleset.names("note") if self.is_note(Word(name))]
        changes = CardChanges(self.ruleset, self.vocabulary, card, notes)
        for given in fields:
            changes.change(given)
        case.problems += changes.problems
        return changes.card

    # ---- decks

    def add_decks(self, case: Case) -> None:
        """Without a phase the game starts with set-up, for which everybody needs a deck."""
        named = [f for f in case.scenario.facts if isinstance(f, files.DecksFact)]
        lists: list[DeckList] = []
        for word in (word for fact in named for word in fact.names):
            if str(word) in self.decks:
                lists.append(self.decks[str(word)])
            else:
                problem = unknown("unknown-deck", "deck", word, word.span, self.decks)
                case.problems.append(problem)
        laid = {group.owner for group in case.groups if group.zone in self.deck_zones}
        if not named and (case.starts_at is not None or only_about_a_deck(case.scenario)):
            return
        if not lists and laid >= set(range(self.ruleset.seats)):
            return
        lists = lists or list(self.decks.values())[:1]
        if not lists:
            message = (
                "The game starts with set-up here, and this format has no deck for it."
            )
            span, fix = case.scenario.title.span, "given decks NAME, NAME"
            case.problems.append(Problem("no-deck-list", message, span, fix))
            return
        for seat in range(self.ruleset.seats):
            if seat not in laid:
                deck = lists[seat % len(lists)]
                numbers = tuple(self.number_of(self.cards[card]) for card in deck.cards)
                case.decks[seat] = Listed(numbers, deck.parts)


def seat_of(players: Sequence[str], word: Word, problems: list[Problem]) -> int:
    """The seat of a player's name; -1 and a problem for any other."""
    if str(word) in players:
        return players.index(str(word))
    problems.append(unknown("unknown-player", "player", str(word), word.span, players))
    return -1


def card_pieces(fact: files.Fact) -> list[files.CardPiece]:
    if not isinstance(fact, (files.HoldsFact, files.DeckFact)):
        return []
    return [piece for piece in fact.pieces.pieces if isinstance(piece, files.CardPiece)]


def only_about_a_deck(scenario: files.Scenario) -> bool:
    """Nothing is played where all claims are about a deck."""
    claims = [claim for part in scenario.rounds for claim in part.claims]
    deck_claims = (files.LegalClaim, files.BreaksClaim)
    acts = any(part.deeds for part in scenario.rounds)
    return not acts and all(isinstance(claim, deck_claims) for claim in claims)


def held_kind(zone: d.ZoneDeclaration) -> str:
    """The one kind of card a zone holds; empty for any."""
    for attribute in zone.attributes:
        if isinstance(attribute, attrs.HoldsAttribute) and attribute.kind != "cards":
            return str(attribute.kind)
    return ""
