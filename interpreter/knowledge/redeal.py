"""A game dealt anew as a seat could be in it: what it knows stays, all else comes by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from random import Random

from ...dsl.loading.library import WrongUse
from ..backend.layout import OPTIONS, RECORDER, RNG, SEAT, SITE, State
from ..runtime.faults import RuleFault
from ..runtime.game_setup import GameSetup
from ..runtime.match import Match
from .belief import Belief, Trail
from .choices_seen import dealt_state
from .record import Event, GameRecorder, recorder_of

TRIES = 2_000  # deals, of which in some positions one in twenty can be
SEEDS = 64  # bits

Dealt = tuple[GameSetup, State]  # which starts from that state


class NoDeal(WrongUse):
    """No game was found that a seat could be in."""


class Redealing:
    """Deals the game of a seat that is asked, as often as one likes. `state` is recorded, `answers`
    led there.

    Others' choices that are in secret and not carried out are made again by chance among what they
    may be offered, and so is a note that only its player may read, if it says what he picked in
    secret; another such note stays as it is.
    """

    def __init__(
        self, setup: GameSetup, state: State, answers: Sequence[int], trail: Trail
    ) -> None:
        self.setup, self.seat, self.answers = setup, trail.seat, answers
        self.recorder, self.choices = recorder_of(state, GameRecorder), trail.choices
        trail.read(self.recorder, answers)
        self.state = setup.engine().clone(state)
        self.state[RECORDER] = None
        self.belief = Belief(trail, state)
        self.since = self.first_pending()

    def dealt(self, chance: Random, into: Match | None = None) -> Dealt:
        """One deal; `into` see `Match.dealt`. Raises `NoDeal` if none is found in which others may
        have chosen in secret so that the seat is asked the same.
        """
        for _ in range(TRIES):
            lies, seed = self.belief.dealt(chance), chance.getrandbits(SEEDS)
            match = self.setup.match.dealt(lies, into)
            setup = replace(
                self.setup, match=match, seed=seed, is_dealt=True, _engines={}, _wordings={}
            )
            setup.base = self.in_deal(self.state, lies, seed)
            self.rewrite_notes(setup.base, chance)
            into = match
            if self.since is None or self.choose_again(setup, lies, chance):
                state = match.layout.clone(setup.base)
                setup.base[RECORDER] = self.known_now.clone()
                return setup, state
        raise NoDeal("No game was found that this seat could be in.")

    def in_deal(self, state: State, lies: Sequence[int], seed: int) -> State:
        """A copy of a state as it is in a deal, with chance of its own."""
        found = dealt_state(self.setup, state, lies)
        found[RNG] = seed
        return found

    @cached_property
    def known_now(self) -> GameRecorder:
        """A record in which only the steps are left of what happened."""
        return self.recorder.of_steps()

    # ---- secret choices that wait

    def first_pending(self) -> int | None:
        """How many answers came before the first secret choice of another seat that is not carried
        out; None if there is none.
        """
        found, number = None, len(self.answers)
        for event in reversed(self.recorder.events):
            if event.kind == "reveal":
                continue  # to somebody who searches, before the choice
            if event.kind not in ("ask", "forced") or not self.is_secret(event):
                break
            if event.kind == "ask":
                number -= 1
                found = found if event.values[0] == self.seat else number
        return found

    def is_secret(self, event: Event) -> bool:
        """Whether the choice of an event was not for all to see."""
        return self.setup.match.program.sites[int(event.values[1])].secret

    @cached_property
    def own_picks(self) -> list[int]:
        """The options that the seat itself took since."""
        asked = [event for event in self.recorder.events if event.kind == "ask"]
        mine = (event for event in asked[self.since :] if event.values[0] == self.seat)
        return [int(event.values[2]) for event in mine]

    def choose_again(self, setup: GameSetup, lies: Sequence[int], chance: Random) -> bool:
        """Lets others choose by chance since then, and the seat as it did; whether it is asked the
        same at the end. The state becomes the base of the setup.
        """
        assert self.since is not None
        state, truth = self.choices.came_to(self.since, lies), self.choices.state(self.since)
        if state is None or (state[SEAT], state[SITE]) != (truth[SEAT], truth[SITE]):
            return False
        state[RNG] = setup.seed
        mine, apply = [*reversed(self.own_picks)], setup.engine().apply
        try:
            while state[SEAT] >= 0 and (state[SEAT] != self.seat or mine):
                options: list[int] = state[OPTIONS]
                if state[SEAT] != self.seat:
                    apply(state, chance.randrange(len(options)))
                elif mine[-1] in options:
                    apply(state, options.index(mine.pop()))
                else:
                    return False
        except RuleFault:
            return False
        asked: list[int] = self.state[OPTIONS]
        same = state[SITE] == self.state[SITE] and sorted(state[OPTIONS]) == sorted(asked)
        if state[SEAT] != self.seat or not same:
            return False
        state[OPTIONS] = asked  # in the order that the seat has seen
        setup.base = state
        return True

    # ---- notes that a seat may not read

    @cached_property
    def secret_notes(self) -> list[tuple[int, list[int]]]:
        """The cell of each note of another seat that says what it picked in secret, and what it
        could have picked.
        """
        found: list[tuple[int, list[int]]] = []
        for name, slot in self.setup.match.layout.fields.items():
            if slot.spec.per != "player" or slot.spec.secret != "owner":
                continue
            for owner in range(len(self.setup.seats)):
                options = self.picked_from(name, owner) if owner != self.seat else []
                if self.state[slot.index + owner] in options:
                    found.append((slot.index + owner, options))
        return found

    def picked_from(self, note: str, owner: int) -> list[int]:
        """What was offered when a note got its value, if it was picked in secret."""
        events, number = self.recorder.events, len(self.answers)
        written = False
        for event in reversed(events):
            written |= event.kind == "change" and event.values[:2] == (note, owner)
            if event.kind != "ask":
                continue
            number -= 1
            if written and event.values[0] == owner and self.is_secret(event):
                return [*self.choices.state(number)[OPTIONS]]
        return []

    def rewrite_notes(self, state: State, chance: Random) -> None:
        """Gives these notes another value by chance."""
        for cell, options in self.secret_notes:
            state[cell] = chance.choice(options)
