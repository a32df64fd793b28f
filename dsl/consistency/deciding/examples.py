"""What shows how a condition comes out: values, ranges and cards, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes.base import NOWHERE, Span, walk
from ...problems.problem import Example
from ...syntax.print_files import print_node
from ...typed.truths import CardIs
from ...typed.values import Binding, Local, Value
from ...typed.walk import walk as walk_values
from .decide import Values, smallest
from .formulas import Domain, Formula, Test, Unknown, unknowns_of
from .printed import DEPENDS, Printed
from .terms import Terms

MOST_CARDS = 3  # that are named


class Examples:
    """Examples for one format."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.format = terms.format
        self.nodes: dict[Span, e.Expression] = {}
        self.printed = Printed(self.format)

    # ---- values

    def of(self, formula: Formula, then: str) -> Example | None:
        """The smallest values with which a formula holds, and what is so `then`; None where there
        are none that could be named.
        """
        found = smallest(formula, self.terms.domains)
        return self.example(found, then) if found else None

    def example(self, values: Values, then: str) -> Example | None:
        """With some values something is so `then`; None where none of them can be named."""
        named = self.named(values)
        if not named:
            return None
        words = " and ".join(f"{name} {value}" for name, value in named)
        return Example(f"with {words} {then}", named)

    def named(self, values: Values) -> tuple[tuple[str, int | str], ...]:
        """Values by what an author calls them; those that have no words are left out."""
        found: dict[str, int | str] = {}
        for unknown, value in values.items():
            words = self.words(unknown)
            if words:
                found[words] = self.value(unknown, value)
        return tuple(found.items())

    def words(self, unknown: Unknown) -> str:
        """What an author calls an unknown, where it first came up."""
        value = self.terms.values.get(unknown)
        if value is None or value.span == NOWHERE:
            return ""
        if not self.nodes:
            declared = self.format.ruleset.declarations
            parts = (part for node in declared for part in walk(node))
            self.nodes = {part.span: part for part in parts if isinstance(part, e.Expression)}
        node = self.nodes.get(value.span)
        return "" if node is None else print_node(node).strip()

    def value(self, unknown: Unknown, value: int | None) -> int | str:
        """A number as it is, of anything else its name."""
        said = self.terms.values[unknown].type
        if value is None:
            return "none"
        if unknown[0] == "kind":
            return str(self.format.ruleset.all(d.CardDeclaration)[value].name)
        if said.kind == "symbol":
            every = self.format.ruleset.all(d.ValuesDeclaration)
            items = next((one.items for one in every if one.name == said.of), ())
            return str(items[value].name) if 0 <= value < len(items) else value
        if said.kind == "truth":
            return "yes" if value else "no"
        return f"player {value + 1}" if said.kind == "player" else value

    # ---- ranges

    def range(self, formula: Formula) -> str:
        """Between what a number lies that is compared with a constant; nothing of all else."""
        if not isinstance(formula, Test) or len(unknowns_of(formula)) != 1:
            return ""
        (unknown,) = unknowns_of(formula)
        words, domain = self.words(unknown), self.terms.domains.get(unknown, Domain())
        if not words or self.terms.values[unknown].type.kind != "number":
            return ""
        match domain.low, domain.high:
            case int(low), int(high):
                return f"{words} goes from {low} to {high}"
            case int(low), None:
                return f"{words} is never less than {low}"
            case None, int(high):
                return f"{words} is never more than {high}"
            case _:
                return ""

    # ---- cards

    def cards(self, conditions: Sequence[Value], how: str, fits: bool = True) -> Example | None:
        """The cards of the pool that fit all of several conditions about the same one, or else
        none of them, as they are printed; None where there are no such cards, or where the
        conditions are about more than a card.
        """
        names = {name for one in conditions for name in cards_named(one)}
        if len(names) != 1:
            return None
        (name,) = names
        numbers = range(len(self.format.cards))
        found = [n for n in numbers if all(self.is_so(one, name, n) is fits for one in conditions)]
        codes = tuple(str(self.format.cards[number].code) for number in found)
        if not found:
            return None
        said = [str(self.format.cards[number].name) for number in found]
        words = listed(list(dict.fromkeys(said)))
        verb = "fits" if len(set(said)) == 1 else "fit"
        return Example(f"{words} {verb} {how}", (), codes)

    def is_so(self, condition: Value, name: Binding, card: int) -> bool | None:
        """Whether a condition holds of a card; None where it depends."""
        if name.type.of and name.type.of != self.format.cards[card].kind:
            return None
        found = self.printed.value(condition, {name: card})
        return None if found is DEPENDS else bool(found)


def cards_named(condition: Value) -> Iterable[Binding]:
    """The names of single cards in a condition that it does not bind itself."""
    parts = [*walk_values(condition)]
    bound = {getattr(part, "each", None) for part in parts if not isinstance(part, CardIs)}
    for name in (part.binding for part in parts if isinstance(part, Local)):
        if name.type.kind == "card" and not name.type.many and name not in bound:
            yield name


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b, c and 7 more`."""
    more = len(names) - MOST_CARDS
    shown = [*names[:MOST_CARDS], *([f"{more} more"] if more > 0 else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
