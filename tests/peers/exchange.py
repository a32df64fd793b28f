"""Who knows what: the same game with other cards where a player cannot see them.

Two games in which everybody does the same, but for one card that lies elsewhere, look alike to a
seat by their account if and only if they look alike to it by ours.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from lockstep import Knowledge, lockstep
from peer import Differs, Peer, Playout, deciding, take

LOOKS = 6  # decisions of a game at which it is asked who knows what


@dataclass(frozen=True)
class Look:
    """What a seat knows at a decision, by both accounts."""

    when: tuple[int, ...]  # how far the game is, and who decides
    whole: str  # all there is to know, by theirs
    dealt: tuple[int, ...]  # what chance has brought
    there: Knowledge
    here: Knowledge


def exchanged(peer: Peer, playout: Playout, chance: Random) -> Playout:
    """Another card in place of one that was dealt; it is dealt in its place, if it was dealt."""
    outcomes = [*playout.outcomes]
    place = chance.randrange(len(outcomes))
    old = outcomes[place]
    new = chance.choice([one for one in outcomes_at(peer, playout, place) if one != old] or [old])
    for later in range(place + 1, len(outcomes)):
        if outcomes[later] == new:
            outcomes[later] = old
            break
    outcomes[place] = new
    return as_far_as_it_goes(peer, Playout(outcomes, playout.deeds))


def outcomes_at(peer: Peer, playout: Playout, place: int) -> list[int]:
    """What chance could have brought at one of its outcomes."""
    state, deeds = peer.game.new_initial_state(), iter(playout.deeds)
    for action in playout.outcomes[:place]:
        while not state.is_chance_node():
            take(state, next(deeds))
        state.apply_action(action)
    while not state.is_chance_node():
        take(state, next(deeds))
    return [one for one, _ in state.chance_outcomes()]


def as_far_as_it_goes(peer: Peer, playout: Playout) -> Playout:
    """The game up to the first thing that cannot happen."""
    state = peer.game.new_initial_state()
    outcomes, deeds = [*playout.outcomes], [*playout.deeds]
    found = Playout([], [])
    while not state.is_terminal():
        if state.is_chance_node():
            if not outcomes or outcomes[0] not in [one for one, _ in state.chance_outcomes()]:
                break
            found.outcomes.append(outcomes.pop(0))
            state.apply_action(found.outcomes[-1])
            continue
        if not deeds or {*deeds[0]} != {*deciding(state)}:
            break
        if any(action not in state.legal_actions(p) for p, action in deeds[0].items()):
            break
        found.deeds.append(deeds.pop(0))
        take(state, found.deeds[-1])
    return found


def looks(peer: Peer, playout: Playout, wanted: set[int]) -> dict[int, tuple[Look, ...]]:
    """What each seat knows at some of the decisions."""
    found: dict[int, tuple[Look, ...]] = {}
    for number, both in enumerate(lockstep(peer, playout)):
        if number in wanted:
            when = (both.theirs.move_number(), *deciding(both.theirs))
            seats = range(peer.game.num_players())
            same = when, str(both.theirs), both.dealt
            known = [Look(*same, both.known_there(s), both.known_here(s)) for s in seats]
            found[number] = tuple(known)
    return found


def compare_looks(peer: Peer, playout: Playout, chance: Random) -> Counter[bool]:
    """Exchanges a card and compares what the seats make of it, by both accounts; how often it
    made no difference to a seat, and how often it did. Raises `Differs` if the accounts do.
    """
    found = Counter[bool]()
    count = len(playout.deeds)
    wanted = {*chance.sample(range(count), min(count, LOOKS))}
    second = looks(peer, exchanged(peer, playout, chance), wanted)
    for number, one in looks(peer, playout, wanted).items():
        other = second.get(number)
        if other is None or one[0].when != other[0].when:
            break
        if other[0].whole == one[0].whole and one[0].dealt != other[0].dealt:
            continue  # two cards of one hand, dealt in another order
        for seat, (left, right) in enumerate(zip(one, other, strict=True)):
            alike = left.there == right.there
            if alike != (left.here == right.here):
                who = "ours tells" if alike else "theirs tells"
                raise Differs(f"{who} two games apart to seat {seat}: {left}, {right}")
            found[alike] += 1
    return found
