"""What a seat can tell from another's choice of a card that it does not see: which cards might have
been offered there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...dsl.ir.names import PLACE
from ...dsl.ir.options import unpacked
from ..backend.layout import OPTIONS, PICKED, SEAT, SITE, State
from ..runtime.faults import RuleFault
from ..runtime.game_setup import GameSetup
from .record import Event


def dealt_state(setup: GameSetup, state: State, lies: Sequence[int]) -> State:
    """A copy of a state in a deal: what it keeps of what is printed on cards goes along."""
    found = setup.engine().clone(state)
    for slot in setup.match.layout.fields.values():
        if slot.spec.printed:
            cells: list[int] = found[slot.index]
            found[slot.index] = [*map(cells.__getitem__, lies), cells[-1]]
    return found


class ChoicesSeen:
    """The choices of others in a game of which a seat does not see which card was chosen. Each is
    looked at once: it is asked again with other cards of the same owner in place of that one.
    """

    def __init__(self, setup: GameSetup, seat: int) -> None:
        self.setup, self.seat = setup, seat
        self.answers: Sequence[int] = ()
        self.states: list[State] = []  # in which each of the answers was given
        self.found: dict[tuple[int, str, int], int] = {}  # what a card may be, by its choice
        self.tried: GameSetup | None = None

    def go_on(self, answers: Sequence[int]) -> bool:
        """The game went on from what was read before; else it was taken back, and nothing is."""
        goes_on = [*answers[: len(self.answers)]] == [*self.answers]
        if not goes_on:
            self.states, self.found = [], {}
        self.answers = answers
        return goes_on

    def hidden_card(self, event: Event) -> int:
        """The card that another seat chose, or had to; -1 if none."""
        seat, number, option, *_ = map(int, event.values)
        site = self.setup.match.program.sites[number]
        if seat == self.seat or option < 0:
            return -1
        if site.element_kinds:
            group, element = unpacked(option, len(site.element_kinds))
            return element if site.element_kinds[group] == "card" else -1
        return option if site.kind == "card" else -1

    def could_be(self, event: Event, number: int, card: int, cards: Iterable[int]) -> int:
        """The mask of those of some cards that might have been in the place of a card that was
        chosen, in the choice of a number; or that had to be, behind so many choices.
        """
        key = number, event.kind, card
        if key not in self.found:
            fits, owner = dict[int, bool](), self.setup.match.cards[card][1]
            mask = 0
            for other in cards:
                printed, whose = self.setup.match.cards[other]
                if whose == owner and printed not in fits:
                    fits[printed] = self.is_same(event, number, card, other)
                mask |= fits.get(printed, False) << other
            self.found[key] = mask
        return self.found[key]

    def state(self, number: int) -> State:
        """The state in which an answer was given."""
        engine = self.setup.engine()
        if not self.states:
            self.states.append(self.setup.first_state())
        while len(self.states) <= number:
            state = engine.clone(self.states[-1])
            engine.apply(state, self.answers[len(self.states) - 1])
            self.states.append(state)
        return self.states[number]

    def is_same(self, event: Event, number: int, card: int, other: int) -> bool:
        """Whether a card would be offered as it was, or be where it came to as it had to be chosen,
        if two cards were in each other's place just before.
        """
        chosen = event.kind == "ask"
        if chosen:
            picked = self.state(number)[PICKED]
            number -= picked[0] if picked is not None else 0  # at the first pick all are offered
        asked = self.state(number)
        lies = [*range(len(self.setup.match.cards))]
        lies[card], lies[other] = other, card
        state = self.came_to(number, lies)
        if state is None:
            return False
        if not chosen:
            column = self.setup.match.layout.columns[PLACE]
            return state[column][card] == asked[column][card]
        same = (state[SEAT], state[SITE]) == (asked[SEAT], asked[SITE])
        return same and event.values[2] in state[OPTIONS]

    def came_to(self, number: int, lies: Sequence[int]) -> State | None:
        """The state in which the answer of a number would be given, with other cards just before
        it; None if play could not come so.
        """
        into = self.tried.match if self.tried is not None else None
        match = self.setup.match.dealt(lies, into)
        self.tried = replace(self.setup, match=match, _engines={}, _wordings={})
        try:
            if number == 0 and self.setup.base is None:
                return self.tried.first_state()
            if number == 0:
                return dealt_state(self.setup, self.state(0), lies)
            state = dealt_state(self.setup, self.state(number - 1), lies)
            self.tried.engine().apply(state, self.answers[number - 1])
        except (RuleFault, IndexError):
            return None
        return state
