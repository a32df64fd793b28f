"""A random program of choices whose picks must fit together, of numbers with random columns."""

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
