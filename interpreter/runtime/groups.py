"""The best way to part cards into groups: sets of a kind, rows, whatever a format declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from ...dsl.ir.ir import NO_NUMBER
from .faults import RuleFault

MOST_GROUPS = 5_000  # that some cards may make
MOST_WAYS = 50_000  # of parting them that are looked at

Shape = tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]


def best_groups(cards: Sequence[int], worth: Sequence[int], shapes: Sequence[Shape]) -> list[int]:
    """The cards, in their order, of groups that have none in common and are worth most together.

    A shape is the least and the most cards of a group, then by card what they are alike in, what
    they differ in, and what puts them in a row (empty where the shape does not ask).
    """
    if not cards:
        return []
    order = sorted(range(len(cards)), key=lambda spot: cards[spot])
    place = {spot: number for number, spot in enumerate(order)}
    groups: list[list[tuple[int, int]]] = [[] for _ in cards]  # by their first card
    found = (group for shape in shapes for group in groups_of(len(cards), shape))
    for number, spots in enumerate(found):
        mask = sum(1 << place[spot] for spot in spots)
        first = min(place[spot] for spot in spots)
        groups[first].append((mask, sum(worth[spot] for spot in spots)))
        if number >= MOST_GROUPS:
            raise RuleFault("too-much-work", 0)
    _, taken = best_of((1 << len(cards)) - 1, groups, {})
    return [card for spot, card in enumerate(cards) if taken >> place[spot] & 1]


def best_of(
    left: int, groups: Sequence[Sequence[tuple[int, int]]], known: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """The highest worth that the cards that are left can be of, and which of them are."""
    if left == 0:
        return 0, 0
    if left not in known:
        if len(known) > MOST_WAYS:
            raise RuleFault("too-much-work", 0)
        first = (left & -left).bit_length() - 1
        best = best_of(left & ~(1 << first), groups, known)
        for mask, worth in groups[first]:
            if mask & left == mask:
                more, taken = best_of(left & ~mask, groups, known)
                best = max(best, (worth + more, mask | taken))
        known[left] = best
    return known[left]


def groups_of(count: int, shape: Shape) -> Iterator[tuple[int, ...]]:
    """The groups of one shape among so many cards, each once."""
    (least, most), alike, different, row = shape
    asked = [keys for keys in (alike, different, row) if keys]
    fitting = [spot for spot in range(count) if all(keys[spot] != NO_NUMBER for keys in asked)]
    classes: dict[int, list[int]] = {}
    for spot in fitting:
        classes.setdefault(alike[spot] if alike else 0, []).append(spot)
    for members in classes.values():
        found = rows_of(members, row) if row else sizes_of(members, least, most, different)
        for group in found:
            fits = least <= len(group) <= most
            if fits and (not different or len({different[spot] for spot in group}) == len(group)):
                yield group


def sizes_of(
    members: Sequence[int], least: int, most: int, different: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Members of a class in every number that may be."""
    kinds = len({different[spot] for spot in members}) if different else len(members)
    for size in range(least, min(most, kinds) + 1):
        yield from combinations(members, size)


def rows_of(members: Sequence[int], row: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All that follow each other without a gap, one card for each number."""
    by_number: dict[int, list[int]] = {}
    for spot in members:
        by_number.setdefault(row[spot], []).append(spot)
    for low in sorted(by_number):
        high = low
        while high in by_number:
            numbers = range(low, high + 1)
            yield from product(*(by_number[number] for number in numbers))
            high += 1
