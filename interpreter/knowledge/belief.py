"""What a hidden card may be, for a seat: which of the cards of the game may lie where it lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random

from ..backend.layout import State
from ..runtime.game_setup import GameSetup
from .choices_seen import ChoicesSeen
from .record import Event, GameRecorder, recorder_of
from .visibility import visibility_of


def cards_in(mask: int) -> Iterator[int]:
    """The cards of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    return sum(1 << card for card in cards)


def mask_known(knowledge: Iterable[int], seat: int) -> int:
    """The mask of the cards that a seat knows, of the masks of those that know each."""
    return mask_of(card for card, seats in enumerate(knowledge) if seats >> seat & 1)


def learned(may_be: list[int], cards: int) -> None:
    """A seat comes to know some cards: they are themselves, and the others are not they."""
    if not cards:
        return
    for card, mask in enumerate(may_be):
        bit = 1 << card
        may_be[card] = bit if cards & bit else mask & ~cards or bit


class Trail:
    """What a seat could follow of the cards of a game so far. `may_be`: by card the mask of those
    that may lie in its place, of a card that the seat knows its own alone.

    Everybody knows what is in the decks. Of a card that the seat does not know it knows where it
    began, and where it went as far as it could follow it: where one of several cards left that it
    cannot tell apart, each of them may be the one, and so behind a shuffle. It knows which cards
    could be chosen where another seat chose one (see `ChoicesSeen`), but not why it did.
    """

    def __init__(self, setup: GameSetup, seat: int) -> None:
        self.match, self.seat = setup.match, seat
        self.choices = ChoicesSeen(setup, seat)
        self.visibility = visibility_of(setup.match.layout)
        first = setup.unbegun_state()
        self.first_in = {cell: mask_of(first[cell]) for cell in self.match.layout.zone_at}
        self.begin()

    def begin(self) -> None:
        """Nothing has happened."""
        self.known, self.last = 0, tuple[int, ...]()
        self.chosen = dict[int, int]()  # by card that was chosen in this step: what it may be
        self.may_be = [0] * len(self.match.cards)
        self.lies_in = {**self.first_in}
        self.events = self.asks = 0  # that were read
        for members in self.match.starts.values():
            self.mix(mask_of(members))

    def read(self, recorder: GameRecorder, answers: Sequence[int]) -> None:
        """The game went on, of which only what is new is read; or it was taken back."""
        if not self.choices.go_on(answers):
            self.begin()
        try:
            self.follow(recorder)
        except BaseException:  # an interrupt in the middle of an event: it is read again
            self.begin()
            raise

    def follow(self, recorder: GameRecorder) -> None:
        """Reads the events that are new."""
        rows = recorder.events[self.events :], recorder.knowledge[self.events :]
        for event, knowledge in zip(*rows, strict=True):
            before = self.known
            if knowledge is not self.last:
                self.known, self.last = mask_known(knowledge, self.seat), knowledge
            if event.kind == "move":
                self.move(event)
            elif event.kind == "shuffle":
                self.mix(mask_of(map(int, event.values[2:])) & ~self.known)
            elif event.kind in ("ask", "forced"):
                card = self.choices.hidden_card(event)
                if card >= 0 and not before >> card & 1:
                    may = self.choices.could_be(event, self.asks, card, self.near(card))
                    self.chosen[card] = may
                self.asks += event.kind == "ask"
            elif event.kind == "enter":
                self.chosen.clear()
            learned(self.may_be, self.known & ~before)
            self.events += 1

    def mix(self, cards: int) -> None:
        """Each of some cards may be any that one of them may be."""
        either = cards
        for card in cards_in(cards):
            either |= self.may_be[card]
        for card in cards_in(cards):
            self.may_be[card] = either

    def move(self, event: Event) -> None:
        """A card goes from list to list; the seat may not see which one it is."""
        layout, seen = self.match.layout, event.seen >> self.seat & 1
        card, *places = event.values[:5]
        source, target = (
            layout.zone_index(str(zone), int(owner))
            for zone, owner in zip(places[::2], places[1::2], strict=True)
        )
        bit = 1 << int(card)
        if not seen and not self.visibility.ordered[source]:
            self.mix((self.lies_in[source] | bit) & ~self.known)
        self.lies_in[source] &= ~bit
        self.lies_in[target] |= bit
        if int(card) in self.chosen:
            self.may_be[int(card)] &= self.chosen.pop(int(card)) | bit
        if self.visibility.forgets[target]:
            self.mix(self.lies_in[target] & ~self.known)

    def near(self, card: int) -> Iterator[int]:
        """What a card may be that a seat does not see leave its list, or where it is ordered what
        lies in its place.
        """
        cell = next(cell for cell, mask in self.lies_in.items() if mask >> card & 1)
        if self.visibility.ordered[cell]:
            return cards_in(self.may_be[card])
        mask = 0
        for other in cards_in(self.lies_in[cell]):
            mask |= self.may_be[other]
        return cards_in(mask)


class Belief:
    """What a seat knows of the cards of a recorded state: by its trail, which has been read so far,
    by what it sees now, and by whose the cards are. `hidden`: those that it does not know.
    """

    def __init__(self, trail: Trail, state: State) -> None:
        self.match, self.may_be = trail.match, [*trail.may_be]
        audience, cards = trail.visibility.audience, range(len(self.may_be))
        self.known = mask_known(recorder_of(state, GameRecorder).known, trail.seat)
        self.known |= mask_of(card for card in cards if audience(state, card) >> trail.seat & 1)
        learned(self.may_be, self.known & ~trail.known)
        self.hidden = [card for card in cards if not self.known >> card & 1]
        self.keep_owners()

    def keep_owners(self) -> None:
        """Whose a card is, all know."""
        by_owner: dict[int, int] = {}
        for card in self.hidden:
            owner = self.match.cards[card][1]
            by_owner[owner] = by_owner.get(owner, 0) | 1 << card
        for card in self.hidden:
            self.may_be[card] &= by_owner[self.match.cards[card][1]]

    # ---- by chance

    @cached_property
    def rows(self) -> tuple[list[int], list[int]]:
        """The hidden cards by their names, so that it tells nothing which of them lies where; and
        the places they lie in, those that few cards may lie in first.
        """
        may_lie = dict.fromkeys(self.hidden, 0)
        for place in self.hidden:
            for card in cards_in(self.may_be[place]):
                may_lie[card] |= 1 << place
        printed = self.match.cards
        cards = sorted(self.hidden, key=lambda card: (printed[card][0], may_lie[card]))
        return cards, sorted(self.hidden, key=lambda place: self.may_be[place].bit_count())

    def dealt(self, chance: Random) -> list[int]:
        """By card which one lies there in a deal that may be so. Where all hidden cards may be each
        other, every deal is as likely as any other.
        """
        cards, places = self.rows
        left, lies = chance.sample(cards, len(cards)), dict[int, int]()
        for place in places:
            mask = self.may_be[place]
            for number, card in enumerate(left):
                if mask >> card & 1:
                    lies[place] = left.pop(number)
                    break
            else:
                self.make_room(place, lies, left)
        if len({self.may_be[place] for place in places}) > 1:
            self.exchange(lies, chance)
        found = [*range(len(self.may_be))]
        for place, card in lies.items():
            found[place] = card
        return found

    def make_room(self, place: int, lies: dict[int, int], left: list[int]) -> None:
        """Lays a card that is left, where cards laid before have to go on from place to place."""
        at = {card: laid for laid, card in lies.items()}
        wanted: dict[int, int] = {}  # by card: the place that wants it
        places = [place]
        for wanting in places:
            for card in (*left, *at):
                if card in wanted or not self.may_be[wanting] >> card & 1:
                    continue
                wanted[card] = wanting
                if card in at:
                    places.append(at[card])
                    continue
                left.remove(card)
                while True:
                    to = wanted[card]
                    gone = lies.get(to)
                    lies[to] = card
                    if gone is None:
                        return
                    card = gone
        raise AssertionError("the cards as they lie are a deal that may be so")

    def exchange(self, lies: dict[int, int], chance: Random) -> None:
        """Pairs change places where both may, so that each deal may come."""
        places, draw = [*lies], chance.getrandbits
        count = len(places)
        bits = count.bit_length()
        for place in places:
            while (number := draw(bits)) >= count:  # as `choice` draws, which takes longer
                pass
            other = places[number]
            one, two = lies[place], lies[other]
            if self.may_be[place] >> two & 1 and self.may_be[other] >> one & 1:
                lies[place], lies[other] = two, one
