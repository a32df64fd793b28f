"""How often cards may use sentences, and the notes that count it."""

from __future__ import annotations

from ..ir import ir
from ..ir.names import engine_name
from ..typed import ids
from .context import TRUE, Lowered, Lowering


def declare_limits(b: Lowering) -> None:
    """Abilities that no card has both share one note: few notes make small states."""
    taken: set[tuple[ids.Moment, int, int]] = set()
    for ability, sentence in zip(b.format.abilities, b.format.sentences, strict=True):
        if sentence.limit is None:
            continue
        until, number = sentence.limit.until, 0
        while any((until, number, card) in taken for card in ability.bearers):
            number += 1
        taken.update((until, number, card) for card in ability.bearers)
        step = until.step if isinstance(until, ids.StepEnd) else ""
        name = b.limits[ability.id] = engine_name("uses", step, number)
        b.fields.setdefault(
            name, ir.FieldSpec(name, "card", 0, 0, None, b.moment(until), secret="inner")
        )


def limit_fields(b: Lowering) -> list[str]:
    """The notes of all limits."""
    return list(dict.fromkeys(b.limits.values()))


def within_limit(b: Lowering, ability: int, this: ir.Expression) -> ir.Expression:
    limit = b.format.sentences[ability].limit
    if limit is None:
        return TRUE
    used = ir.Field(b.limits[ability], this)
    return ir.Compare("<", used, ir.Int(limit.number))


def undo_count(b: Lowering, ability: int, this: ir.Expression) -> Lowered:
    """Takes back that a sentence was used."""
    if ability not in b.limits:
        return []
    name = b.limits[ability]
    return [ir.Set(name, this, ir.Arithmetic("-", ir.Field(name, this), ir.Int(1)))]


def count_use(b: Lowering, ability: int, this: ir.Expression) -> Lowered:
    if ability not in b.limits:
        return []
    name = b.limits[ability]
    return [ir.Set(name, this, ir.Arithmetic("+", ir.Field(name, this), ir.Int(1)))]
