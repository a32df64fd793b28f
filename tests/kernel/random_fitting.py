"""Random programs of choices, of picks that must fit together and among the best groups of numbers,
both with random columns.
"""

from __future__ import annotations

import random
from itertools import count
from types import SimpleNamespace
from typing import Any

from random_programs import program_of

from playsheet.dsl.ir import ir
from playsheet.dsl.lower.choices import fitting_picks

CHOICES = 20


def fitting_program(seed: int) -> ir.Program:
    """A game of nothing but such choices; what was chosen is remembered."""
    chance = random.Random(seed)
    numbers = count()
    lowering: Any = SimpleNamespace(fresh=lambda name: f"{name} {next(numbers)}")  # type: ignore
    body: list[ir.Statement] = []
    for _ in range(CHOICES):
        all_, chosen = (ir.Local(f"{name} {next(numbers)}") for name in ("all", "chosen"))
        members = chance.sample(range(50), chance.randrange(8))
        conditions = [
            part for _ in range(chance.randrange(1, 4)) for part in condition(chance, len(members))
        ]
        bounds: list[ir.Expression] = [
            ir.Int(chance.randrange(3)),
            ir.Int(chance.choice((2, 3, 9))),
        ]
        seat = ir.Int(chance.randrange(2))
        body.append(ir.Let(all_.name, written(members), is_set=True))
        body += fitting_picks(lowering, chosen, all_, bounds, tuple(conditions), seat, 1)
        body.append(ir.Set("turn", None, ir.Total("it", chosen, ir.Local("it"))))
    return ending(body)


def grouping_program(seed: int) -> ir.Program:
    """A game of choices among the members of the best groups."""
    chance = random.Random(seed)
    body: list[ir.Statement] = []
    for number in range(2 * CHOICES):
        members = chance.sample(range(50), chance.randrange(2, 12))
        arguments = [written(members), written([chance.randrange(-1, 6) for _ in members])]
        for _ in range(chance.randrange(1, 4)):
            least = chance.randrange(1, 4)
            arguments.append(written([least, chance.choice((least, least + 1, 1 << 20))]))
            for likely in (0.8, 0.2, 0.5):  # alike, different, in a row
                values = (1, 2, 3, 4, 5, 6, ir.NO_NUMBER)[: chance.choice((2, 6, 7))]
                column = [chance.choice(values) for _ in members]
                arguments.append(written(column if chance.random() < likely else []))
        best = ir.Native("best_of_groups", tuple(arguments))
        body.append(ir.Choose(f"one {number}", ir.Int(0), 1, best, ir.Int(1)))
        body.append(ir.Set("turn", None, ir.Local(f"one {number}")))
    return ending(body)


def ending(body: list[ir.Statement]) -> ir.Program:
    """The program of a game that ends behind some statements."""
    body.append(ir.EndGame(ir.Items((ir.Int(1), ir.Int(2))), 2))
    nothing = {f"t{i}": ir.Procedure(f"t{i}", ("c", "p", "s"), ()) for i in range(2)}
    return program_of({**nothing, "game": ir.Procedure("game", (), tuple(body))}, {}, {})


def condition(chance: random.Random, members: int) -> tuple[ir.Expression, ir.Expression]:
    """One of the four, and what the members have."""
    kind = chance.choice((ir.ALIKE, ir.DIFFERENT, ir.IN_A_ROW, ir.TOTAL))
    low = chance.randrange(-2, 6)
    values = (1, 2, 2, 3, 4, -1) if kind == ir.TOTAL else (1, 2, 3, 4, 5, ir.NO_NUMBER)
    column = [chance.choice(values[: chance.choice((2, 6))]) for _ in range(members)]
    return written([kind, low, low + chance.randrange(0, 9)]), written(column)


def written(numbers: list[int]) -> ir.Expression:
    return ir.Items(tuple(map(ir.Int, numbers)))
