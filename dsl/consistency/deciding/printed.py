"""What conditions say of cards as they are printed: yes, no, or that it depends on the game."""

from __future__ import annotations

from typing import Any, cast

from ...nodes import declarations as d
from ...typed import ids
from ...typed import truths as tr
from ...typed import values as v
from ...typed.format import Format
from ...typed.values import NO_NUMBER, NONE, Binding, Value

DEPENDS: Any = object()
DEEPEST = 8
Names = dict[Binding, Any]


class Printed:
    """The cards of a format as they are printed; `alone`: whatever may change them in a game."""

    def __init__(self, format: Format, alone: bool = False) -> None:
        self.format = format
        self.alone = alone
        self.kinds = [str(kind.name) for kind in format.ruleset.all(d.CardDeclaration)]
        self.columns = {column.field: column for column in format.columns if not column.part}

    def value(self, value: Value, names: Names, deep: int = 0) -> Any:
        """What a value is, or DEPENDS."""
        if deep > DEEPEST:
            return DEPENDS
        form = value.form

        def inner(part: Value) -> Any:
            return self.value(part, names, deep + 1)

        match form:
            case v.Constant(number):
                return number
            case v.Text(text):
                return text
            case v.Local(binding):
                return names.get(binding, DEPENDS)
            case v.Marked(_, inside):
                return inner(inside)
            case v.AsNumber(inside, start):
                found = inner(inside)
                return found + start if isinstance(found, int) and found != NONE else DEPENDS
            case v.Items(items):
                found = tuple(map(inner, items))
                return DEPENDS if any(one is DEPENDS for one in found) else found
            case v.Printed() | v.CardField() | tr.CardIs() if ids.PRINT in self.format.made:
                return DEPENDS
            case v.Printed(card, word):
                return self.printed(inner(card), word)
            case v.CardField(_, field) if ids.given(field) in self.format.made:
                return DEPENDS
            case tr.CardIs("kind", _, kind) if self.format.kind_changes(kind.type.of):
                return DEPENDS
            case v.CardField(card, field):
                return self.field(inner(card), field)
            case v.Property(property, of, kind) if of is not None:
                if kind is not None and inner(tr.truth(tr.CardIs("kind", of, kind))) is not True:
                    return DEPENDS
                return self.property(property, inner(of), deep)
            case tr.Not(inside):
                found = inner(inside)
                return DEPENDS if found is DEPENDS else not found
            case tr.And(left, right) | tr.Or(left, right):
                every, found = isinstance(form, tr.And), inner(left)
                if found is not DEPENDS and bool(found) is not every:
                    return found
                return both(found, inner(right), every)
            case tr.Compare(sign, left, right):
                return compared(sign, inner(left), inner(right))
            case tr.CardIs("kind" | "name" as aspect, card, other):
                return compared("==", self.printed(inner(card), aspect), inner(other))
            case tr.Contains(of, one):
                members, member = inner(of), inner(one)
                known = isinstance(members, tuple) and member is not DEPENDS
                return member in cast(tuple[object, ...], members) if known else DEPENDS
            case tr.Exists(each, of, condition):
                return self.exists(inner(of), each, condition, names, deep)
            case _:
                return DEPENDS

    def exists(self, members: Any, each: Binding, condition: Value, names: Names, deep: int) -> Any:
        if not isinstance(members, tuple):
            return DEPENDS
        found: Any = False
        for member in cast(tuple[object, ...], members):
            found = both(found, self.value(condition, {**names, each: member}, deep + 1), False)
        return found

    def printed(self, card: Any, word: str) -> Any:
        if not isinstance(card, int):
            return DEPENDS
        found = self.format.cards[card]
        match word:
            case "name":
                return str(found.name)
            case "code":
                return str(found.code)
            case "kind":
                return self.kinds.index(found.kind)
            case _:
                return DEPENDS

    def field(self, card: Any, field: str) -> Any:
        column = self.columns.get(field)
        if card is DEPENDS or column is None:
            return DEPENDS
        if field in self.format.changeable and not self.alone:
            return DEPENDS
        return column.entries[card]

    def property(self, key: Any, of: Any, deep: int) -> Any:
        meaning = self.format.properties.get(key)
        if meaning is None or meaning.subject is None:
            return DEPENDS
        if (meaning.layers is not None or meaning.standing) and not self.alone:
            return DEPENDS
        if of is DEPENDS:  # of nobody knows which card, and yet the same for all
            return self.value(meaning.base, {}, deep + 1) if self.alone else DEPENDS
        return self.value(meaning.base, {meaning.subject: of}, deep + 1)


def both(left: Any, right: Any, every: bool) -> Any:
    """Two truths joined by and, or by or."""
    if left is not DEPENDS and bool(left) is not every:
        return left
    if right is not DEPENDS and bool(right) is not every:
        return right
    return DEPENDS if DEPENDS in (left, right) else every


def compared(sign: str, left: Any, right: Any) -> Any:
    if left is DEPENDS or right is DEPENDS:
        return DEPENDS
    if sign in ("==", "!="):
        return (left == right) is (sign == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        return DEPENDS
    if {NONE, NO_NUMBER} & {left, right}:
        return DEPENDS
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]
