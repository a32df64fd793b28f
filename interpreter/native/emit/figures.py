"""The figures of a program as C: constants, and tables that are the same in all its matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from ....dsl.ir.names import BEARER, COPY, ENTRY, FACE, PLACE, TURNED
from ...backend.layout import (
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
)
from ...backend.writer import Plan
from ...knowledge.visibility import Visibility
from ...runtime.natives import LayerPlan
from ..block import MOST_OPTIONS, MOST_ROWS, QUEUE_SIZE, STACK_SIZE, Block
from .signatures import NotInC

ARENA = 1 << 22  # numbers in sets at one time; the pages are only taken when they are used
STEPS = 64  # changes of one property of one thing at a time
OPENING = 201  # decisions within which somebody's first step has come, as `simulate` looks
ROUNDS = ("down", "up", "nearest")
LARGEST = 1 << 62


def defines(plan: Plan, block: Block, lines: int) -> Iterator[str]:
    """The constants that the runtime is made for."""
    layout, program = plan.layout, plan.program
    columns = {name: layout.columns.get(name, -1) for name in (PLACE, FACE, TURNED, ENTRY, BEARER)}
    rows = {len(column) for column in program.tables.values()}
    front = 1 + (max(rows, default=0) if COPY in program.tables else 0)
    hangs = any(program.properties[name].of in ("card", "part") for name in plan.modified)
    found = {
        "W": block.width,
        "SEATS": layout.seats,
        "STACK": STACK,
        "SEAT": SEAT,
        "SITE": SITE,
        "OPTION_COUNT": OPTIONS,
        "RNG": RNG,
        "RESULT": RESULT,
        "SEQUENCE": SEQUENCE,
        "PICKED": PICKED,
        "REASON": block.result,
        "PICKS": block.picks,
        "MOST_PICKS": block.most_picks,
        "MODIFIERS": block.modifiers,
        "QUEUE": block.queue,
        "COLUMNS": block.columns,
        "ZONES": block.zones,
        "ROWS": block.rows,
        "QUEUED": block.queued,
        "OPTIONS": block.options,
        "FRAMES": block.frames,
        "FRONT": block.rows,
        "FIRST_LIST": block.columns_first,
        "FIRST_ZONE": block.zones_first,
        "FIRST_COLUMN": min(layout.columns.values()),
        "COLUMN_COUNT": len(layout.columns),
        "ROW_WIDTH": block.row_width,
        "MOST_ROWS": MOST_ROWS,
        "QUEUE_SIZE": QUEUE_SIZE,
        "MOST_OPTIONS": MOST_OPTIONS,
        "STACK_SIZE": STACK_SIZE,
        "ARENA": ARENA,
        "STEPS": STEPS,
        "OPENING": OPENING,
        "LINES": max(lines, 1),
        "TABLE_FRONT": front,
        "HANGS": int(hangs),
        **{name.strip(":").upper(): cell for name, cell in columns.items()},
        **{name.upper(): OPERATIONS.index(name) for name in ("grant", "void")},
    }
    return (f"#define {name} ({value})" for name, value in found.items())


def array(name: str, values: Iterable[int], kind: str = "I") -> str:
    """A table of numbers."""
    cells = [*map(int, values)] or [0]
    if any(abs(value) >= LARGEST for value in cells):
        raise NotInC("a number of the rules is too large")
    return f"static const {kind} {name}[] = {{{', '.join(map(str, cells))}}};"


def sets_array(name: str, values: Sequence[Sequence[int]]) -> Iterator[str]:
    """A table of sets."""
    for i, members in enumerate(values):
        if members:
            yield array(f"{name}_{i}", members)
    sets = (
        f"{{{name}_{i}, {len(members)}}}" if members else "{0, 0}"
        for i, members in enumerate(values)
    )
    yield f"static const Set {name}[] = {{{', '.join(sets) or '{0, 0}'}}};"


def zone_tables(layout: Layout, block: Block) -> Iterator[str]:
    """By cell of a zone, what the runtime asks of it."""
    cells = [*range(block.zones_first, block.zones_first + block.zone_count)]
    numbers = {name: i for i, name in enumerate(layout.zones)}
    held = [layout.zone_at.get(cell, ("", -1)) for cell in cells]
    sight = Visibility(layout)
    yield array("ZONE_NUMBER", (numbers.get(name, -1) for name, _ in held))
    yield array("ZONE_OWNER", (owner for _, owner in held))
    yield array("ZONE_HELD", (sight.held[cell] for cell in cells), "char")
    yield array("ZONE_FACE", (sight.declared_face[cell] for cell in cells))
    yield array("ZONE_UP", (sight.face_up[cell] for cell in cells))
    yield array("ZONE_DOWN", (sight.face_down[cell] for cell in cells))
    words = -(-block.zone_count // 64)
    rows: list[str] = []
    for cell in cells:
        mask = sum(1 << (one - block.zones_first) for one in layout.may_bear.get(cell, ()))
        parts = (mask >> 64 * word & (1 << 64) - 1 for word in range(words))
        rows.append(f"{{{', '.join(f'{part}ull' for part in parts)}}}")
    yield f"static const U BEARABLE[][{words}] = {{{', '.join(rows)}}};"
    yield array("BEARABLE_CELLS", layout.may_bear)
    yield f"#define BEARABLE_COUNT {len(layout.may_bear)}"


def property_tables(plan: Plan) -> Iterator[str]:
    """How modifiers of each property fold, and what they hang on."""
    specs = [*plan.program.properties.values()]
    on_cards = [spec.of in ("card", "part") for spec in specs]
    yield array("ROW_ON", (spec.width * on for spec, on in zip(specs, on_cards, strict=True)))
    yield array("ROW_PART", (spec.of == "part" for spec in specs), "char")
    tags = plan.symbols.tags
    for i, name in enumerate(plan.program.properties):
        found = LayerPlan(plan.program, name, tags)
        operations = range(len(OPERATIONS))
        yield array(f"P{i}_t", (found.by_tag.get(tag, -1) for tag in range(len(tags))), "int")
        yield array(f"P{i}_o", (found.by_operation.get(o, found.rest) for o in operations), "int")
        yield array(f"P{i}_l", found.layer_of, "int")
        yield array(f"P{i}_x", found.last_only, "char")
        parts = ", ".join(f"P{i}_{part}" for part in "tolx")
        rounds = ROUNDS.index(found.rounds)
        yield f"static const Layers P{i} = {{{parts}, {found.rest}, {rounds}}};"


def list_tables(plan: Plan) -> Iterator[str]:
    """The constant lists of the program."""
    for name, number in plan.symbols.lists.items():
        values = plan.program.lists[name]
        if any(not isinstance(value, int | tuple) for value in values):
            raise NotInC("a list of the rules holds neither numbers nor sets")
        yield array(f"g{number}", (value if isinstance(value, int) else 0 for value in values))
        sets = [
            cast(tuple[int, ...], value) if isinstance(value, tuple) else () for value in values
        ]
        yield from sets_array(f"j{number}", sets)
