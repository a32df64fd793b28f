"""A flat list state as a block of numbers, and back: the same game at any choice."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ..backend.layout import (
    HEAD,
    OPTIONS,
    PICKED,
    RESULT,
    RNG,
    SEAT,
    SEQUENCE,
    SITE,
    STACK,
    Layout,
    State,
)
from .block import MOST_OPTIONS, MOST_ROWS, QUEUE_SIZE, STACK_SIZE
from .emit.text import Source

TOP = 1 << 63
Cells: TypeAlias = "array[int]"  # signed 64-bit numbers, which stay where they are


def new_cells(count: int) -> Cells:
    """So many numbers, all 0."""
    return array("q", bytes(8 * count))


def address(cells: Cells) -> int:
    """Where a block lies."""
    return cells.buffer_info()[0]


class TooLarge(Exception):
    """A state that does not fit into a block."""


def signed(bits: int) -> int:
    """The 64 bits of a state of chance, as a cell has them."""
    return (bits ^ TOP) - TOP


def put(cells: Cells, at: int, values: Iterable[int]) -> None:
    """Writes numbers from a cell on."""
    found = array("q", values)
    end = at + len(found)
    if found and end > len(cells):
        raise TooLarge
    cells[at:end] = found


def flattened(values: tuple[Any, ...], sets: Sequence[bool]) -> Iterator[int]:
    """Values in a row; of a set first how many."""
    for value, is_set in zip(values, sets, strict=True):
        if is_set:
            yield len(value)
            yield from value
        else:
            yield value


def unflattened(row: Sequence[int], sets: Sequence[bool]) -> tuple[Any, ...]:
    """The same back."""
    found: list[Any] = []
    at = 0
    for is_set in sets:
        if is_set:
            found.append(tuple(row[at + 1 : at + 1 + row[at]]))
            at += row[at]
        else:
            found.append(row[at])
        at += 1
    return tuple(found)


def to_block(
    source: Source, layout: Layout, state: State, cells: Cells, was: State | None = None
) -> None:
    """Writes a state into a block; of columns and zones what is not as in the state that the block
    `was` of. Raises `TooLarge`.
    """
    block = source.block
    cells[SEAT], cells[SITE], cells[SEQUENCE] = state[SEAT], state[SITE], state[SEQUENCE]
    cells[RNG] = signed(state[RNG])
    put(cells, HEAD, state[HEAD : block.columns_first])
    cells[PICKED] = -1
    if state[PICKED] is not None:
        cells[PICKED] = len(state[PICKED])
        if cells[PICKED] > block.most_picks:
            raise TooLarge
        put(cells, block.picks, state[PICKED])
    cells[RESULT] = -1
    if state[RESULT] is not None:
        places, cells[block.result] = state[RESULT]
        cells[RESULT] = len(places)
        put(cells, block.result + 1, places)
    for cell in range(block.columns_first, block.zones_first):
        if was is None or was[cell] != state[cell]:
            column = state[cell]
            put(cells, block.column(cell) - 1, (column[-1], *column[:-1]))
    for cell in range(block.zones_first, block.zones_first + block.zone_count):
        if was is None or was[cell] != state[cell]:
            put(cells, block.zone(cell), (len(state[cell]), *state[cell]))
    _put_rows(source, layout, state, cells)
    options, stack = state[OPTIONS], _stacked(source, state[STACK])
    if len(options) > MOST_OPTIONS or len(stack) > STACK_SIZE:
        raise TooLarge
    cells[OPTIONS], cells[STACK] = len(options), len(stack)
    put(cells, block.options, options)
    put(cells, block.frames, stack)


def _stacked(source: Source, frames: Sequence[tuple[Any, ...]]) -> list[int]:
    found: list[int] = []
    for frame in frames:
        number: int = frame[0]
        row = [number, *flattened(frame[1:], source.frames[number])]
        found += (*row, len(row) + 1)
    return found


def _put_rows(source: Source, layout: Layout, state: State, cells: Cells) -> None:
    block = source.block
    modifiers: list[tuple[int, ...]] = state[layout.modifiers]
    queue: list[tuple[Any, ...]] = state[layout.queue]
    if len(modifiers) > MOST_ROWS:
        raise TooLarge
    cells[block.modifiers] = len(modifiers)
    for i, row in enumerate(modifiers):
        put(cells, block.rows + i * block.row_width, (len(row), *row))
    waiting: list[int] = []
    for entry in queue:
        trigger: int = entry[0]
        row = (trigger, *flattened(entry[1:], source.triggers[trigger]))
        waiting += (len(row) + 1, *row)
    if len(waiting) > QUEUE_SIZE:
        raise TooLarge
    cells[block.queue] = len(waiting)
    put(cells, block.queued, waiting)


def result_in(source: Source, cells: Cells) -> tuple[tuple[int, ...], int] | None:
    """The result of a state in a block."""
    at, count = source.block.result, cells[RESULT]
    return None if count < 0 else (tuple(cells[at + 1 : at + 1 + count]), cells[at])


def to_state(source: Source, layout: Layout, cards: int, cells: Cells) -> State:
    """The flat list state of a block, without a recorder."""
    block = source.block

    def some(at: int, count: int) -> list[int]:
        return cells[at : at + count].tolist()

    state: State = [_unstacked(source, some(block.frames, cells[STACK]))]
    state += (cells[SEAT], cells[SITE], some(block.options, cells[OPTIONS]))
    result = result_in(source, cells)
    state += (cells[RNG] & (2 * TOP - 1), None, result, cells[SEQUENCE], None)
    if cells[PICKED] >= 0:
        state[PICKED] = tuple(some(block.picks, cells[PICKED]))
    state += some(HEAD, block.columns_first - HEAD)
    for cell in range(block.columns_first, block.zones_first):
        guard, *column = some(block.column(cell) - 1, cards + 1)
        state.append([*column, guard])
    for cell in range(block.zones_first, layout.modifiers):
        at = block.zone(cell)
        state.append(some(at + 1, cells[at]) if cell in layout.zone_at else ())
    rows = (
        some(block.rows + i * block.row_width, block.row_width)
        for i in range(cells[block.modifiers])
    )
    state.append([tuple(row[1 : 1 + row[0]]) for row in rows])
    state.append(queue_in(source, cells))
    return state


def _unstacked(source: Source, cells: list[int]) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    end = len(cells)
    while end:
        number, *row = cells[end - cells[end - 1] : end - 1]
        found.append((number, *unflattened(row, source.frames[number])))
        end -= cells[end - 1]
    return found[::-1]


def queue_in(source: Source, cells: Cells) -> list[tuple[Any, ...]]:
    """The triggers that wait in a block."""
    at = source.block.queued
    return _queued(source, cells[at : at + cells[source.block.queue]].tolist())


def _queued(source: Source, cells: list[int]) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    at = 0
    while at < len(cells):
        trigger, *row = cells[at + 1 : at + cells[at]]
        found.append((trigger, *unflattened(row, source.triggers[trigger])))
        at += cells[at]
    return found
