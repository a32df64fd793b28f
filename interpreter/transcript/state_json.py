"""States as JSON values and back, under the names of the rules.

A frame is saved as [procedure, ordinal of the point in it, {local: value}]: a save outlives
an edit of any procedure that does not wait in it, of fields and zones that come after, of
triggers, tags and moments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ...dsl.ir.ir import Moment
from ...dsl.ir.names import PLACE
from ..backend.compile import Code, Row
from ..backend.layout import (
    HEAD,
    OPERATIONS,
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
from ..runtime.faults import SaveMismatch


def state_to_plain(layout: Layout, compiled: Code, state: State) -> dict[str, Any]:
    """The state as JSON values."""
    program, rows = layout.program, compiled.continuations
    return {
        "stack": [_saved_frame(rows[int(frame[0])], frame) for frame in state[STACK]],
        "seat": state[SEAT],
        "site": state[SITE],
        "options": [*state[OPTIONS]],
        "picked": None if state[PICKED] is None else [*state[PICKED]],
        "chance": f"{state[RNG]:016x}",
        "result": None if state[RESULT] is None else [[*state[RESULT][0]], state[RESULT][1]],
        "sequence": state[SEQUENCE],
        "fields": {name: _field(layout, state, name) for name in layout.fields},
        "columns": {
            name: state[index][:-1] for name, index in layout.columns.items() if name != PLACE
        },
        "zones": {name: _zone(layout, state, name) for name in layout.zones},
        "modifiers": [_modifier(layout, compiled, row) for row in state[layout.modifiers]],
        "queue": [[program.triggers[row[0]], *row[1:]] for row in state[layout.queue]],
    }


def _saved_frame(row: Row, frame: tuple[Any, ...]) -> list[Any]:
    return [row.procedure, row.ordinal, dict(zip(row.values, frame[1:], strict=True))]


def _field(layout: Layout, state: State, name: str) -> Any:
    slot = layout.fields[name]
    if slot.spec.per == "card":
        return state[slot.index][:-1]
    if slot.spec.per == "player":
        return state[slot.index : slot.index + layout.seats]
    return state[slot.index]


def _zone(layout: Layout, state: State, name: str) -> Any:
    slot = layout.zones[name]
    if slot.spec.per_player:
        return [[*members] for members in state[slot.index : slot.index + layout.seats]]
    return [*state[slot.index]]


def _modifier(layout: Layout, compiled: Code, row: tuple[int, ...]) -> list[Any]:
    number, key, sequence, operation, amount, until, tag, *context = row
    moment: list[Any] = [*layout.program.moments[until]] if until >= 0 else []
    name, tag_name = compiled.symbols.properties[number], compiled.symbols.tags[tag]
    return [name, key, sequence, OPERATIONS[operation], amount, moment, tag_name, *context]


def state_from_plain(layout: Layout, compiled: Code, cards: int, plain: Mapping[str, Any]) -> State:
    """The state of a save."""
    try:
        return _rebuild(layout, compiled, cards, plain)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise SaveMismatch(f"the save does not fit these rules: {error!r}") from error


def _result(places: Iterable[int], reason: int) -> tuple[tuple[int, ...], int]:
    return tuple(places), reason


def _rebuild(layout: Layout, compiled: Code, cards: int, plain: Mapping[str, Any]) -> State:
    state = layout.new_state(cards, {}, 0)
    rows = compiled.continuations.items()
    numbers = {(row.procedure, row.ordinal): number for number, row in rows}
    state[STACK] = [_frame(compiled, numbers, saved) for saved in plain["stack"]]
    state[SEAT], state[SITE], state[OPTIONS] = (plain["seat"], plain["site"], [*plain["options"]])
    state[RNG], state[SEQUENCE] = int(plain["chance"], 16), plain["sequence"]
    state[RESULT] = None if plain["result"] is None else _result(*plain["result"])
    state[PICKED] = None if plain["picked"] is None else tuple(plain["picked"])
    for name, value in plain["fields"].items():
        slot = layout.fields[name]
        if slot.spec.per == "card":
            state[slot.index] = [*value, -1]
        elif slot.spec.per == "player":
            state[slot.index : slot.index + layout.seats] = value
        else:
            state[slot.index] = value
    place = layout.columns[PLACE]
    for name, value in plain["zones"].items():
        slot = layout.zones[name]
        for seat, members in enumerate(value if slot.spec.per_player else [value]):
            state[slot.index + seat] = [*members]
            for card in members:
                state[place][card] = slot.index + seat
    for name, value in plain["columns"].items():
        state[layout.columns[name]] = [*value, -1]
    _rebuild_waiting(layout, compiled, state, plain)
    if len(state) != layout.size or layout.size < HEAD:
        raise ValueError("a field has another number of seats")
    return state


def _rebuild_waiting(
    layout: Layout, compiled: Code, state: State, plain: Mapping[str, Any]
) -> None:
    program, symbols = layout.program, compiled.symbols
    for name, key, sequence, operation, amount, until, tag, *context in plain["modifiers"]:
        number = symbols.properties.index(name)
        moment = program.moments.index(Moment(*until)) if until else -1
        done = OPERATIONS.index(operation)
        row = (number, key, sequence, done, amount, moment, symbols.tag_numbers[tag], *context)
        state[layout.modifiers].append(row)
    for trigger, *values in plain["queue"]:
        entry = (program.triggers.index(trigger), *map(_value, values))
        state[layout.queue].append(entry)


def _value(value: Any) -> Any:
    return tuple(cast(list[int], value)) if isinstance(value, list | tuple) else value


def _frame(compiled: Code, numbers: Mapping[tuple[str, int], int], saved: Any) -> tuple[Any, ...]:
    procedure, ordinal, values = saved
    number = numbers[procedure, ordinal]
    return (number, *(_value(values[name]) for name in compiled.continuations[number].values))
