"""Which cards a scenario needs: found by name or code, changed by `with`, or any cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...dsl.cards.cardfile import CardReader, symbol_number
from ...dsl.cards.deckfile import DeckList, unknown_part
from ...dsl.cards.definition import CardDefinition
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Node, Span, Word, word_at
from ...dsl.problems.problem import Problem, unknown
from ...dsl.ruleset.ruleset import Ruleset, clauses_of
from ...dsl.ruleset.shapes import named_codes, per_of
from ...dsl.vocabulary.vocabulary import Vocabulary
from ...interpreter.runtime.rules import seat_names
from ..coverage.rule_lines import members

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
class Casting:
    """A scenario with its cards found. `decks` are those of the seats that have a list;
    `twins` the cards that those in it name.
    """

    scenario: files.Scenario
    groups: list[Group] = field(default_factory=list[Group])
    decks: dict[int, Listed] = field(default_factory=dict[int, Listed])
    deck: Listed | None = None
    twins: set[int] = field(default_factory=set[int])
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
        return found.union(self.twins, *(deck.numbers for deck in lists))


class Cast:
    """Finds the cards of scenarios and gathers them, and only them, into one pool."""

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
        self.pool: list[CardDefinition] = []
        self.numbers: dict[tuple[str, str], int] = {}
        self.by_name: dict[str, list[CardDefinition]] = {}
        self.by_code = {str(card.code): card for card in cards}
        for card in cards:
            self.by_name.setdefault(str(card.name), []).append(card)
            self.by_name.setdefault(str(card.code), []).append(card)
        self.deck_zones = {
            str(line.zone)
            for deck in ruleset.all(d.DeckDeclaration)
            for line in deck.lines
            if isinstance(line, d.StartsInLine)
        }

    # ---- one scenario

    def casting_of(self, scenario: files.Scenario) -> Casting:
        """Everything the facts of a scenario say about cards."""
        casting = Casting(scenario)
        pieces = [piece for fact in scenario.facts for piece in card_pieces(fact)]
        named = {str(one.name) for piece in pieces for one in (piece, *piece.unders)}
        for fact in scenario.facts:
            match fact:
                case files.PhaseFact():
                    casting.starts_at = fact
                case files.HoldsFact():
                    self.add_group(
                        casting, fact, fact.place, fact.pieces, fact.facing, named
                    )
                case files.ValueFact() if str(fact.place.words[-1]) in self.ruleset.names(
                    "zone"
                ):
                    pieces = self.pieces_of(casting, fact)
                    self.add_group(casting, fact, fact.place, pieces, None, named)
                case files.DeckFact():
                    self.add_to_deck(casting, fact, named)
                case _:
                    pass
        self.add_decks(casting)
        self.add_twins(casting)
        return casting

    def add_to_deck(self, casting: Casting, fact: files.DeckFact, named: set[str]) -> None:
        """`the deck holds ..`, `the deck's side holds ..`."""
        part = str(fact.part or "")
        if fact.part is not None and part not in self.parts:
            casting.problems.append(unknown_part(fact.part, self.parts))
        members = self.members_of(casting, fact.pieces, "", named)
        old = casting.deck or Listed()
        numbers = (*old.numbers, *(member.definition for member in members))
        casting.deck = Listed(numbers, (*old.parts, *(part for _ in members)))

    def add_twins(self, casting: Casting) -> None:
        """The cards that come along with those of the scenario, and what comes with them."""
        left = [*casting.needs]
        while left:
            for code in named_codes(self.ruleset, self.pool[left.pop()]):
                found = self.by_code.get(str(code))
                number = self.number_of(found) if found is not None else -1
                if found is not None and number not in casting.twins:
                    casting.twins.add(number)
                    left.append(number)

    def pieces_of(self, casting: Casting, fact: files.ValueFact) -> files.Pieces:
        """`ana's hand is empty`, `bo's ring is "Cub", "Bear"`."""
        pieces: list[files.Piece] = []
        for value in fact.values:
            if isinstance(value, files.StringValue):
                pieces.append(files.CardPiece(None, value.text, (), span=value.span))
            elif not (isinstance(value, files.WordValue) and value.word == "empty"):
                message = "A zone is empty or holds cards."
                mend = f"{fact.place.words[-1]} holds .."
                casting.problems.append(Problem("not-cards", message, value.span, mend))
        return files.Pieces(tuple(pieces), span=fact.span)

    def add_group(
        self,
        casting: Casting,
        fact: files.Fact,
        place: files.Place,
        pieces: files.Pieces,
        facing: files.Facing | None,
        named: set[str],
    ) -> None:
        owner, zone = self.zone_of(casting, place.words)
        if zone is None:
            return
        kind = held_kind(zone)
        members = self.members_of(casting, pieces, kind, named)
        for member in members:
            card = self.pool[member.definition]
            if kind and card.kind != kind:
                message = f'"{card.name}" is no {kind}, and {zone.name} holds nothing else.'
                casting.problems.append(Problem("cannot-hold", message, pieces.span))
        if per_of(zone) != "player" and owner >= 0:  # whose cards they are in a shared zone
            members = [m if m.owner >= 0 else replace(m, owner=owner) for m in members]
            owner = -1
        group = Group(str(zone.name), owner, tuple(members), facing, fact.span)
        casting.groups.append(group)

    def zone_of(
        self, casting: Casting, words: tuple[Word, ...]
    ) -> tuple[int, d.ZoneDeclaration | None]:
        """The owner (-1: none said) and the zone of `ana's hand` or of a shared `market`."""
        zones = self.ruleset.names("zone")
        owner, last = -1, words[len(words) - 1]
        if len(words) > 1:
            owner = self.seat_of(casting, words[0])
        if len(words) > 2 or str(last) not in zones:
            problem = unknown("unknown-zone", "zone", str(last), last.span, zones)
            casting.problems.append(problem)
            return owner, None
        zone = zones[str(last)]
        assert isinstance(zone, d.ZoneDeclaration)
        if len(words) == 1 and per_of(zone) == "player":
            text = f'Whose "{zone.name}"? Each player has one.'
            mend = f"{self.players[0]}'s {zone.name}"
            casting.problems.append(Problem("whose", text, words[0].span, mend))
            return -1, None
        return owner, None if len(words) > 1 and owner < 0 else zone

    def seat_of(self, casting: Casting, word: Word) -> int:
        if str(word) in self.players:
            return self.players.index(str(word))
        problem = unknown("unknown-player", "player", str(word), word.span, self.players)
        casting.problems.append(problem)
        return -1

    # ---- pieces

    def members_of(
        self, casting: Casting, pieces: files.Pieces, kind: str, named: set[str]
    ) -> list[Member]:
        found: list[Member] = []
        for piece in pieces.pieces:
            match piece:
                case files.FillerPiece():
                    found += self.fillers(casting, piece, kind, named)
                case files.CardPiece():
                    member = self.member_of(casting, piece)
                    if member is not None:
                        found += [member] * (1 if piece.number is None else piece.number)
                case _:
                    pass
        return found

    def fillers(
        self, casting: Casting, piece: files.FillerPiece, kind: str, named: set[str]
    ) -> list[Member]:
        """Any cards of the kind the zone holds that are not named, those that say least first."""
        fitting = [card for card in self.cards if not kind or card.kind == kind]
        fitting = [card for card in fitting if str(card.name) not in named] or fitting
        fitting.sort(key=lambda card: sum(len(t.sentences) for t in card.texts.values()))
        if not fitting:
            message = f"There is no {kind or 'card'} to fill this place with."
            casting.problems.append(Problem("no-card", message, piece.span))
            return []
        taken = fitting[:FILLERS]
        return [Member(self.number_of(taken[k % len(taken)])) for k in range(piece.number)]

    def member_of(self, casting: Casting, piece: files.CardPiece) -> Member | None:
        """A card, with those it lies on."""
        top = self.one_of(casting, piece)
        unders = [self.one_of(casting, under) for under in piece.unders]
        beneath = tuple(one for one in reversed(unders) if one is not None)
        return None if top is None else replace(top, beneath=beneath)

    def one_of(
        self, casting: Casting, piece: files.CardPiece | files.Under
    ) -> Member | None:
        card = self.find(casting, piece.name)
        if card is None:
            return None
        owner, notes = -1, list[files.WithField]()
        changed: list[files.WithField] = []
        for given in piece.fields:
            if given.field == "owner" and isinstance(given.value, files.WordValue):
                owner = self.seat_of(casting, given.value.word)
            elif self.is_note(given.field):
                notes.append(given)
            else:
                changed.append(given)
        number = self.number_of(card)
        if changed:
            variant = self.variant_of(casting, card, changed)
            key = " ".join(
                f"{one.field}[{one.key}] {value_text(one.value)}" for one in changed
            )
            number = self.number_of(variant, key)
        return Member(number, owner, tuple(notes))

    def find(self, casting: Casting, name: Word) -> CardDefinition | None:
        """The card of a name or code; prints that differ must be told apart by their codes."""
        found = self.by_name.get(str(name), [])
        if not found:
            problem = unknown("unknown-card", "card", str(name), name.span, self.by_name)
            casting.problems.append(problem)
            return None
        first = found[0]
        if any(not same_card(first, other) for other in found[1:]):
            codes = ", ".join(str(card.code) for card in found)
            message = f'There are different cards called "{name}": {codes}. Say which.'
            casting.problems.append(
                Problem("ambiguous-card", message, name.span, f'"{first.code}"')
            )
            return None
        return first

    def number_of(self, card: CardDefinition, variant: str = "") -> int:
        key = (str(card.code), variant)
        if key not in self.numbers:
            self.numbers[key] = len(self.pool)
            self.pool.append(card)
        return self.numbers[key]

    # ---- decks

    def add_decks(self, casting: Casting) -> None:
        """Without a phase the game starts with set-up, for which everybody needs a deck."""
        named = [f for f in casting.scenario.facts if isinstance(f, files.DecksFact)]
        lists: list[DeckList] = []
        for word in (word for fact in named for word in fact.names):
            if str(word) in self.decks:
                lists.append(self.decks[str(word)])
            else:
                problem = unknown("unknown-deck", "deck", str(word), word.span, self.decks)
                casting.problems.append(problem)
        laid = {group.owner for group in casting.groups if group.zone in self.deck_zones}
        if not named and (
            casting.starts_at is not None or only_about_a_deck(casting.scenario)
        ):
            return
        if not lists and laid >= set(range(self.ruleset.seats)):
            return
        lists = lists or list(self.decks.values())[:1]
        if not lists:
            message = (
                "The game starts with set-up here, and this format has no deck for it."
            )
            mend = "given decks NAME, NAME"
            casting.problems.append(
                Problem("no-deck-list", message, casting.scenario.title.span, mend)
            )
            return
        for seat in range(self.ruleset.seats):
            if seat not in laid:
                deck = lists[seat % len(lists)]
                numbers = tuple(self.number_of(self.cards[card]) for card in deck.cards)
                casting.decks[seat] = Listed(numbers, deck.parts)

    # ---- cards changed by `with`

    def is_note(self, word: Word) -> bool:
        declared = {**self.ruleset.names("gauge"), **self.ruleset.names("note")}
        found = declared.get(str(word))
        return str(word) == "role" or (found is not None and per_of(found) == "card")

    def variant_of(
        self, casting: Casting, card: CardDefinition, changed: Iterable[files.WithField]
    ) -> CardDefinition:
        """The same card with other fields, as if it were printed so."""
        reader = CardReader(self.ruleset, self.vocabulary)
        variant = replace(card, fields=dict(card.fields), texts=dict(card.texts))
        kind = self.ruleset.names("card kind").get(card.kind)
        assert isinstance(kind, d.CardDeclaration)
        fields = {str(f.name): f for f in kind.fields if isinstance(f, d.PlainField)}
        parts = {str(f.name): f for f in kind.fields if isinstance(f, d.PartField)}
        for given in changed:
            declared = fields.get(str(given.field))
            if str(given.field) in parts:
                change_part(reader, variant, parts[str(given.field)], given)
                continue
            if declared is not None and given.key is not None:
                number = self.key_of(declared, given.key)
                if number is not None:
                    change_entry(reader, variant, declared, number, given)
                    continue
            elif declared is not None:
                change_field(reader, variant, declared, given)
                continue
            keyed = [f for f in fields.values() if self.key_of(f, given.field) is not None]
            if len(keyed) == 1:
                change_entry(
                    reader, variant, keyed[0], self.key_of(keyed[0], given.field), given
                )
                continue
            known = [
                *fields,
                *parts,
                *(n for n in self.ruleset.names("note") if self.is_note(Word(n))),
            ]
            word = given.field
            problem = unknown(
                "unknown-field", f"field of a {card.kind}", word, word.span, known
            )
            casting.problems.append(problem)
        casting.problems += reader.problems
        return variant

    def key_of(self, declared: d.PlainField, word: Word) -> int | None:
        """The entry that a symbol picks of a field with one value per symbol."""
        if declared.per is None:
            return None
        values = self.ruleset.names("values").get(str(declared.per))
        assert isinstance(values, d.ValuesDeclaration)
        return symbol_number(values, str(word))


# ---- parts


def card_pieces(fact: files.Fact) -> list[files.CardPiece]:
    if not isinstance(fact, (files.HoldsFact, files.DeckFact)):
        return []
    return [piece for piece in fact.pieces.pieces if isinstance(piece, files.CardPiece)]


def only_about_a_deck(scenario: files.Scenario) -> bool:
    """Nothing is played when only a deck is judged."""
    claims = [claim for part in scenario.rounds for claim in part.claims]
    deeds = any(part.deeds for part in scenario.rounds)
    return not deeds and all(
        isinstance(c, (files.LegalClaim, files.BreaksClaim)) for c in claims
    )


def held_kind(zone: d.ZoneDeclaration) -> str:
    """The one kind of card a zone holds; empty for any."""
    for attribute in zone.attributes:
        if isinstance(attribute, d.HoldsAttribute) and attribute.kind != "cards":
            return str(attribute.kind)
    return ""


def same_card(one: CardDefinition, other: CardDefinition) -> bool:
    """Whether two prints say the same."""
    return (one.name, one.kind, one.fields, one.texts) == (
        other.name,
        other.kind,
        other.fields,
        other.texts,
    )


def value_text(value: files.Value) -> Word:
    """A value as it would stand in a card file."""
    match value:
        case files.NumberValue():
            return word_at(str(value.number), value.span)
        case files.WordValue():
            return value.word
        case files.StringValue():
            return value.text
        case _:
            return word_at("", value.span)


def change_field(
    reader: CardReader, card: CardDefinition, declared: d.PlainField, given: files.WithField
) -> None:
    name, word = str(declared.name), value_text(given.value)
    if declared.per is not None:
        change_table(reader, card, declared, given)
        return
    is_nothing = str(word) in ("", "none") and not isinstance(declared.type, d.MaybeType)
    if is_nothing:
        card.texts.pop(name, None)
        card.fields.pop(name, None)
        return
    line = files.CardField(declared.name, None, word, span=given.span)
    reader.read_field(card, declared, [line])


def change_table(
    reader: CardReader, card: CardDefinition, declared: d.PlainField, given: files.WithField
) -> None:
    """`with attack 300` changes every entry, `with attack "A 300"` those it names."""
    word = value_text(given.value)
    values = reader.ruleset.names("values").get(str(declared.per))
    assert isinstance(values, d.ValuesDeclaration)
    if not isinstance(given.value, files.StringValue):
        value = reader.value(declared.type, word)
        card.fields[str(declared.name)] = tuple(value for _ in values.items)
        return
    for key, text in reader.pairs(word):
        number = symbol_number(values, key)
        if number is None:
            names = [str(item.name) for item in values.items]
            reader.problems.append(
                unknown("unknown-value", str(declared.per), key, word.span, names)
            )
        else:
            put_entry(
                card, declared, number, reader.value(declared.type, text), len(values.items)
            )


def change_part(
    reader: CardReader, card: CardDefinition, part: d.PartField, given: files.WithField
) -> None:
    """`with branch[red] "2, thorns"`: one part as if it were printed so."""
    values = reader.ruleset.names("values").get(str(part.per))
    assert isinstance(values, d.ValuesDeclaration)
    number = symbol_number(values, str(given.key or ""))
    if number is None:
        names = [str(item.name) for item in values.items]
        word = given.key or given.field
        reader.problems.append(
            unknown("unknown-value", str(part.per), str(word), word.span, names)
        )
        return
    printed = card.fields.get(str(part.name))
    entries: list[object] = list(printed) if isinstance(printed, list) else []  # pyright: ignore[reportUnknownArgumentType]
    entries[number] = reader.read_part(part, value_text(given.value))
    card.fields[str(part.name)] = entries


def change_entry(
    reader: CardReader,
    card: CardDefinition,
    declared: d.PlainField,
    number: int | None,
    given: files.WithField,
) -> None:
    values = reader.ruleset.names("values").get(str(declared.per))
    assert isinstance(values, d.ValuesDeclaration) and number is not None
    value = reader.value(declared.type, value_text(given.value))
    put_entry(card, declared, number, value, len(values.items))


def put_entry(
    card: CardDefinition, declared: d.PlainField, number: int, value: object, size: int
) -> None:
    old = card.fields.get(str(declared.name))
    entries: list[object] = list(old) if isinstance(old, tuple) else [-1] * size  # pyright: ignore[reportUnknownArgumentType]
    entries[number] = value
    card.fields[str(declared.name)] = tuple(entries)


def nameless(card: CardDefinition) -> CardDefinition:
    """A card that is not in play: without all that would have to be worked out for it."""
    fields = {
        name: value
        for name, value in card.fields.items()
        if not any(isinstance(item, Node) for item in members(value))
    }
    return replace(card, fields=fields, texts={})
