"""Plays a game of OpenSpiel and the same game of ours side by side, and compares them.

Chance is OpenSpiel's: its outcomes are laid out for our shuffles. Where a player can do but one
thing, either side may do it without asking; at all other decisions both must offer the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from peer import Differs, Path, Peer, Playout, take

import playsheet.api as ps

Knowledge = tuple[object, ...]


@dataclass
class Both:
    """Both games at a decision; `shown` is what theirs showed each seat so far, `dealt` what
    chance has brought.
    """

    peer: Peer
    theirs: Any
    ours: ps.Game
    shown: list[list[str]]
    dealt: tuple[int, ...] = ()

    def known_there(self, seat: int) -> Knowledge:
        """What a seat knows by their account."""
        if self.peer.has_states:
            return (self.theirs.information_state_string(seat),)
        return tuple(self.shown[seat])

    def known_here(self, seat: int) -> Knowledge:
        """What a seat knows by ours: all it saw, and what it sees."""
        name = self.ours.seats[seat]
        return (str(self.ours.view(name)), *self.ours.story(name))


def lockstep(peer: Peer, playout: Playout) -> Iterator[Both]:
    """Stops at each decision between two things or more; raises `Differs` where the games do."""
    state = peer.game.new_initial_state()
    both = Both(peer, state, peer.new_game(playout), [[] for _ in range(peer.game.num_players())])
    outcomes, deeds = iter(playout.outcomes), iter(playout.deeds)
    while not state.is_terminal():
        if state.is_chance_node():
            outcome = next(outcomes, None)
            if outcome is None:
                return
            both.dealt += (outcome,)
            state.apply_action(outcome)
        else:
            deed = next(deeds, None)
            if deed is None:
                return
            if any(len(state.legal_actions(p)) > 1 for p in deed):
                yield both
            answer(both, deed)
            take(state, deed)
        if not peer.has_states:
            for seat, shown in enumerate(both.shown):
                shown.append(state.observation_string(seat))
    if not both.ours.is_over():
        raise Differs(f"over there, and not here: {both.ours.choice}")
    there, here = state.returns(), peer.returns(both.ours)
    if there != here:
        raise Differs(f"the returns are {there} there, and {here} here")


def answer(both: Both, deed: dict[int, int]) -> None:
    """Compares what each player may do, and does here what was done there."""
    waiting = dict(deed)
    while waiting:
        choice = both.ours.choice
        seat = both.ours.seats.index(choice.seat) if choice is not None else -1
        if seat not in waiting:
            break
        done, legal = waiting.pop(seat), both.theirs.legal_actions(seat)
        offered = both.peer.offered(both.ours)
        names = {action: named(both, seat, action, offered) for action in legal}
        if None in names.values() or {*names.values()} != {*offered}:
            if len(legal) == 1:
                continue  # done here already, or there is nothing to do here
            theirs = [both.theirs.action_to_string(seat, action) for action in legal]
            raise Differs(f"seat {seat} may {theirs} there, and {[*offered]} here")
        for action in offered[names[done] or ()]:
            both.ours.apply(action)
    for seat in waiting:
        if len(both.theirs.legal_actions(seat)) > 1:
            raise Differs(f"seat {seat} decides there, and here: {both.ours.choice}")


def named(both: Both, seat: int, action: int, offered: dict[Path, tuple[int, ...]]) -> Path | None:
    """Which of the names of an action is offered; None unless it is one."""
    names = both.peer.names_of(both.theirs.action_to_string(seat, action))
    found = [name for name in names if name in offered]
    return found[0] if len(found) == 1 else None
