"""Cards that fit together: how large sets of them can be, of which picks how many lead to one, and
the best way to part cards into groups (sets of a kind, rows, whatever a format declares).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, product
from math import comb, gcd, lcm
from operator import add, sub

from ...dsl.ir.ir import ALIKE, DIFFERENT, IN_A_ROW, NO_NUMBER
from .faults import RuleFault

MOST_STAGES = 50_000  # of all sets that are begun
MOST_GROUPS = 5_000  # that some cards may make
APART = 1 << 20  # rows of different classes, when their numbers are looked at together
MOST_WAYS = 50_000  # of parting them that are looked at
LARGEST = 1 << 53  # weights stay exact in any JSON reader

# How many there are, the last in a row, which of what differs is there, the totals.
State = tuple[int, int, tuple[int, ...], tuple[int, ...]]
START = -NO_NUMBER  # nothing of a row yet
Stage = list[dict[State, tuple[int, State | None, State | None]]]  # ways here, without, with it
Shape = tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]
Groups = dict[int, list[tuple[int, int]]]  # by the bit of their first card: all bits, the worth


class Fitting:
    """Members by their spots, those `picked`, how many there may be, and what they have: of each
    condition its head (kind, lowest and highest total) and a column.
    """

    def __init__(
        self,
        count: int,
        picked: frozenset[int],
        bounds: Sequence[int],
        conditions: Sequence[Sequence[int]],
    ) -> None:
        self.picked, (self.least, self.most) = picked, bounds
        heads, columns = conditions[::2], conditions[1::2]
        pairs = [*zip(heads, columns, strict=True)]
        alike = [column for head, column in pairs if head[0] == ALIKE]
        self.differ = [column for head, column in pairs if head[0] == DIFFERENT]
        self.row = next((column for head, column in pairs if head[0] == IN_A_ROW), None)
        sums = [(head, column) for head, column in pairs if head[0] > IN_A_ROW]
        self.sums = [column for _, column in sums]
        self.ranges = [(head[1], head[2]) for head, _ in sums]
        self.start: State = (0, START, (0,) * len(self.differ), (0,) * len(sums))
        classes: dict[tuple[int, ...], list[int]] = {}
        for spot in range(count):
            if all(column[spot] != NO_NUMBER for column in columns):
                classes.setdefault(tuple(column[spot] for column in alike), []).append(spot)
        found = [one for one in classes.values() if picked.issubset(one)]
        self.classes = [sorted(one, key=self.order) for one in found]
        self.spent = 0

    def order(self, spot: int) -> tuple[int, ...]:
        """Members that exclude each other stand together, those of a row as they follow."""
        keys = ([self.row] if self.row is not None else []) + self.differ[:1]
        return (*(column[spot] for column in keys), spot)

    def stages(self, members: Sequence[int]) -> Stage:
        """What can be begun with members taken or left, one after the other."""
        bits = [bits_of(column, members) for column in self.differ]
        reach = [reaches(column, members) for column in self.sums]
        ahead: dict[State, int] = {self.start: 1}
        found: Stage = []
        for place, spot in enumerate(members):
            here, ahead = ahead, {}
            stage: dict[State, tuple[int, State | None, State | None]] = {}
            later = [sum({*own[place + 1 :]}) for own in bits]
            for state, ways in here.items():
                left = None if spot in self.picked else self.kept(state, place, later, reach)
                more = self.taken(state, spot, [own[place] for own in bits])
                more = None if more is None else self.kept(more, place, later, reach)
                stage[state] = (ways, left, more)
                for one in (left, more):
                    if one is not None:
                        ahead[one] = ahead.get(one, 0) + ways
            found.append(stage)
            self.spent += len(ahead)
            if self.spent > MOST_STAGES:
                raise RuleFault("too-much-work", 0)
        found.append({state: (ways, None, None) for state, ways in ahead.items()})
        return found

    def taken(self, state: State, spot: int, bits: Sequence[int]) -> State | None:
        """One more member, where it fits those that are there."""
        size, last, there, sums = state
        if size >= self.most or any(a & b for a, b in zip(there, bits, strict=True)):
            return None
        number = START if self.row is None else self.row[spot]
        if last not in (START, number - 1):
            return None
        more = tuple(total + column[spot] for total, column in zip(sums, self.sums, strict=True))
        return size + 1, number, tuple(a | b for a, b in zip(there, bits, strict=True)), more

    def kept(
        self, state: State, place: int, later: Sequence[int], reach: Sequence[Sequence[Range]]
    ) -> State | None:
        """Without what no later member asks; None where no total can come right any more."""
        size, last, there, sums = state
        for total, (low, high), ahead in zip(sums, self.ranges, reach, strict=True):
            lowest, highest = ahead[place + 1]
            if total + lowest > high or total + highest < low:
                return None
        return size, last, tuple(a & b for a, b in zip(there, later, strict=True)), sums

    def fits(self, state: State) -> bool:
        """Whether what was taken is a set that may be chosen."""
        totals = zip(state[3], self.ranges, strict=True)
        in_range = all(low <= total <= high for total, (low, high) in totals)
        return self.least <= state[0] <= self.most and in_range

    def sizes(self) -> Iterator[int]:
        """How many members the sets have."""
        if not self.picked and self.fits(self.start):
            yield 0
        for members in self.classes:
            yield from (state[0] for state in self.stages(members)[-1] if self.fits(state))

    def ways(self, count: int) -> list[int]:
        """How often each member is picked next, and last that no more are: of the sets that hold
        what is picked, each has come this far as often as its members have such parts. Of one set
        that must be taken whole, its first member.
        """
        before, leading = len(self.picked), 0
        sizes = range(before + 1, min(self.most, count) + 1)
        whole = lcm(*((before + 1) * comb(size, before + 1) for size in sizes))
        found = [0] * (count + 1)
        if not before and self.fits(self.start):
            found[-1] = whole
        for members in self.classes:
            stages = self.stages(members)
            worth = {state: self.share(state, before, whole) for state in stages[-1]}
            leading += sum(stages[-1][state][0] for state, share in worth.items() if share)
            if before and any(state[0] == before and self.fits(state) for state in stages[-1]):
                found[-1] = whole
            for spot, stage in zip(reversed(members), reversed(stages[:-1]), strict=True):
                if spot not in self.picked:
                    found[spot] += sum(
                        ways * worth[more] for ways, _, more in stage.values() if more is not None
                    )
                worth = {
                    state: sum(worth[one] for one in (left, more) if one is not None)
                    for state, (_, left, more) in stage.items()
                }
        if leading + bool(found[-1]) == 1:
            first = next(spot for spot, weight in enumerate(found) if weight)
            return [int(spot == first) for spot in range(count + 1)]
        return lessened(found)

    def share(self, state: State, before: int, whole: int) -> int:
        """What a set gives to each of the picks that lead to it."""
        if state[0] <= before or not self.fits(state):
            return 0
        return whole // ((before + 1) * comb(state[0], before + 1))


Range = tuple[int, int]


def bits_of(column: Sequence[int], members: Sequence[int]) -> list[int]:
    """A bit for each member, the same for those that are the same."""
    known: dict[int, int] = {}
    return [known.setdefault(column[spot], 1 << len(known)) for spot in members]


def reaches(column: Sequence[int], members: Sequence[int]) -> list[Range]:
    """The least and the most that is still to come in front of each member, and behind them all."""
    found = [(0, 0)]
    for spot in reversed(members):
        low, high = found[-1]
        found.append((low + min(column[spot], 0), high + max(column[spot], 0)))
    return found[::-1]


def lessened(weights: list[int]) -> list[int]:
    """The same in smaller numbers."""
    by = max(gcd(*weights), 1)
    largest = max(weights) // by
    shift = max(largest.bit_length() - LARGEST.bit_length() + 1, 0)
    return [max(weight // by >> shift, 1) if weight else 0 for weight in weights]


# ---- helpers of Native: helper(S, M, *arguments)


def most_that_fit(
    state: object,
    match: object,
    members: Sequence[int],
    bounds: Sequence[int],
    *conditions: Sequence[int],
) -> int:
    """How many members the largest set has; -1 where there is none."""
    return max(Fitting(len(members), frozenset(), bounds, conditions).sizes(), default=-1)


def ways_to_fit(
    state: object,
    match: object,
    members: Sequence[int],
    picked: Sequence[int],
    bounds: Sequence[int],
    *conditions: Sequence[int],
) -> list[int]:
    """How often each member is picked next, and last that no more are, if all sets are equally
    likely.
    """
    spots = frozenset(map(members.index, picked))
    return Fitting(len(members), spots, bounds, conditions).ways(len(members))


def members_that_fit(
    state: object, match: object, members: Sequence[int], ways: Sequence[int]
) -> list[int]:
    """The members that may be picked next."""
    return [member for member, weight in zip(members, ways, strict=False) if weight]


# ---- groups


def best_groups(cards: Sequence[int], worth: Sequence[int], shapes: Sequence[Shape]) -> list[int]:
    """The cards, in their order, of groups that have none in common and are worth most together.

    A shape is the least and the most cards of a group, then by card what they are alike in, what
    they differ in, and what puts them in a row (empty where the shape does not ask).
    """
    shapes = [shape for shape in shapes if may_be_formed(len(cards), shape)]
    every = (group for shape in shapes for group in groups_of(len(cards), shape))
    found = [*islice(every, MOST_GROUPS + 1)]
    if len(found) > MOST_GROUPS:
        raise RuleFault("too-much-work", 0)
    if len(found) < 2:
        spots = sorted(found[0]) if found else ()
        return [cards[spot] for spot in spots] if sum(worth[spot] for spot in spots) >= 0 else []
    bits = [0] * len(cards)
    for number, spot in enumerate(sorted(range(len(cards)), key=cards.__getitem__)):
        bits[spot] = 1 << number
    groups: Groups = {}
    for spots in found:
        mask = value = 0
        for spot in spots:
            mask |= bits[spot]
            value += worth[spot]
        groups.setdefault(mask & -mask, []).append((mask, value))
    _, taken = best_of((1 << len(cards)) - 1, groups, sum(groups), {})
    return [card for card, bit in zip(cards, bits, strict=True) if taken & bit]


def may_be_formed(count: int, shape: Shape) -> bool:
    """Whether so many cards may make a group of a shape; False is certain."""
    (least, _), alike, _, row = shape
    if not (alike or row) or least < 2:
        return count >= least
    if not row:
        numbers = sorted(alike)
    elif not alike:
        numbers = sorted({*row})
    else:  # a row is one in these numbers too, whatever else they have in common
        numbers = sorted({*map(add, map(APART.__mul__, alike), row)})
    others = least - 1
    return (others if row else 0) in map(sub, numbers[others:], numbers)


def best_of(
    left: int, groups: Groups, firsts: int, known: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """The highest worth that the cards that are left can be of, and which of them are."""
    first = left & firsts & -(left & firsts)
    if not first:
        return 0, 0
    left &= -first  # of those before it no group is left
    if left not in known:
        if len(known) > MOST_WAYS:
            raise RuleFault("too-much-work", 0)
        best = best_of(left ^ first, groups, firsts, known)
        for mask, worth in groups[first]:
            if mask & left == mask:
                more, taken = best_of(left ^ mask, groups, firsts, known)
                best = max(best, (worth + more, mask | taken))
        known[left] = best
    return known[left]


def groups_of(count: int, shape: Shape) -> Iterator[tuple[int, ...]]:
    """The groups of one shape among so many cards, each once."""
    (least, most), alike, different, row = shape
    fitting: Sequence[int] = range(count)
    for keys in (alike, different, row):
        if NO_NUMBER in keys:
            fitting = [spot for spot in fitting if keys[spot] != NO_NUMBER]
    for members in parted(fitting, alike).values() if alike else (fitting,):
        if len(members) >= least:
            yield from groups_in(members, least, most, different, row)


def parted(spots: Sequence[int], keys: Sequence[int]) -> dict[int, list[int]]:
    """Spots by what they have."""
    found: dict[int, list[int]] = {}
    for spot in spots:
        found.setdefault(keys[spot], []).append(spot)
    return found


def groups_in(
    members: Sequence[int], least: int, most: int, different: Sequence[int], row: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Those among members that are alike."""
    kinds = len({different[spot] for spot in members}) if different else len(members)
    if row:
        found = rows_of(members, least, min(most, kinds), row)
    else:
        sizes = range(least, min(most, kinds) + 1)
        found = chain.from_iterable(combinations(members, size) for size in sizes)
    if kinds < len(members):
        return (one for one in found if len({different[spot] for spot in one}) == len(one))
    return found


def rows_of(
    members: Sequence[int], least: int, most: int, row: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """All that follow each other without a gap, one card for each number."""
    by_number = parted(members, row)
    for low in by_number:
        if low + least - 1 in by_number:
            parts: list[list[int]] = []
            while len(parts) < most and low + len(parts) in by_number:
                parts.append(by_number[low + len(parts)])
                if len(parts) >= least:
                    yield from product(*parts)
