"""Values that a scenario gives gauges, notes and options."""

from __future__ import annotations

from functools import cached_property

from ...dsl.cards.definition import CardDefinition
from ...dsl.ir import ir
from ...dsl.ir.names import OUT, option_field
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.articles import an
from ...dsl.problems.problem import Problems
from ...dsl.resolve.values.declared import type_of_gauge
from ...dsl.typed.types import Type
from ...dsl.typed.values import Value
from .cases import Case
from .naming import text_of
from .prepared import PreparedRules, Reader


@dataclass(frozen=True, slots=True)
class Assignment:
    """A gauge, note or option gets a value; `owner` is worked out where the cards lie."""

    field: str
    owner: Value | None
    value: int


def called(card: CardDefinition) -> tuple[Word, Word]:
    """What a card may be called."""
    return card.name, card.code


class ValueReader(Reader):
    """Reads what the facts of one scenario set; `cards` are those laid down so far."""

    def __init__(self, rules: PreparedRules, case: Case, problems: Problems) -> None:
        super().__init__(rules, problems)
        self.case = case
        self.cards: list[tuple[int, int]] = []

    @cached_property
    def card_names(self) -> set[str]:
        """The names and the codes of the cards that can be in its game."""
        return self.rules.names_of_cards(self.case.needs)

    def declared_type(self, word: Word) -> Type:
        names = self.rules.ruleset.names
        node = names("gauge").get(str(word)) or names("note")[str(word)]
        return type_of_gauge(self.rules.resolver, node)

    def constant(self, value: files.Value, type_: Type) -> int | None:
        """A value written in a scenario as the int that stands for it."""
        if isinstance(value, files.StringValue) and type_.kind == "card":
            return self.card_called(value.text)
        if isinstance(value, files.NumberValue) and type_.kind == "number":
            return value.number
        found = self.resolve(expression_of(value), type_)
        code = self.rules.code(found)
        kinds = (found.type.kind, type_.kind)
        if "unknown" in kinds:
            return None
        fits = found.type.kind in (type_.kind, "none") or kinds == ("number", "symbol")
        if not isinstance(code, ir.Int) or not fits or found.type.many:
            message = f"This is {an(found.type)}; {an(type_)} is wanted here."
            self.problems.report("wrong-type", message, value.span)
            return None
        return code.value

    def card_called(self, name: Word) -> int | None:
        """The one card of a name in this position."""
        pool = self.rules.pool
        found = [c for c, (number, _) in enumerate(self.cards) if name in called(pool[number])]
        if len(found) == 1:
            return found[0]
        if self.case.problems:  # it may be one that could not be laid down
            return None
        count = "no card" if not found else f"{len(found)} cards"
        message = f'There is {count} called "{name}" in this position; there must be one.'
        self.problems.report("which-card", message, name.span)
        return None

    def option(self, fact: files.OptionFact) -> Assignment | None:
        options = self.rules.ruleset.names("option")
        name = str(fact.name)
        if name not in options:
            self.problems.unknown("unknown-option", "option", fact.name, options)
            return None
        spec = self.rules.program.fields[option_field(name)]
        value: int | None = None
        if isinstance(fact.value, files.NumberValue) and spec.type == "number":
            value = fact.value.number
        elif isinstance(fact.value, files.WordValue) and spec.type == "truth":
            value = {"on": 1, "off": 0}.get(str(fact.value.word))
        if value is None or not in_range(spec, value):
            wanted = "on or off" if spec.type == "truth" else range_text(spec)
            message = f"The option {name} is {wanted}."
            self.problems.report("wrong-setting", message, fact.value.span)
            return None
        return Assignment(spec.name, None, value)

    def assignment(self, fact: files.ValueFact, gone: int) -> Assignment | None:
        """`bo's points is 20`, `first is ana`, `ana's active's worn is yes`."""
        word, names = fact.place.words[-1], self.rules.ruleset.names
        if str(word) in names("zone"):
            return None  # laid out as cards
        if str(word) in self.rules.players and text_of(fact.values[0]) == "out":
            return self.out(fact, gone)
        if str(word) not in names("gauge") and str(word) not in names("note"):
            self.cannot_set(word)
            return None
        spec = self.rules.program.fields[str(word)]
        owner = self.owner_of(fact.place, spec)
        first, *more = fact.values
        if more:
            message = f"{word} has one value."
            self.problems.report("one-value", message, more[0].span)
        value = self.constant(first, self.declared_type(word))
        sided = spec.per != "game" or bool(spec.seen_from)
        if value is None or (owner is None and sided):
            return None
        if not in_range(spec, value):
            message = f"{word} is {range_text(spec)}."
            self.problems.report("out-of-range", message, first.span)
            return None
        return Assignment(spec.name, owner if sided else None, value)

    def note_of(self, place: files.Place, card: int) -> Assignment | None:
        """`as ana's partner`."""
        name = str(place.words[-1])
        spec = self.rules.program.fields.get(name)
        if spec is None or spec.type != "card" or spec.per == "card":
            fields = self.rules.program.fields.items()
            known = [key for key, one in fields if one.type == "card" and one.per != "card"]
            self.problems.unknown("unknown-name", "note that is a card", place.words[-1], known)
            return None
        owner = self.owner_of(place, spec)
        return None if owner is None and spec.per != "game" else Assignment(name, owner, card)

    def out(self, fact: files.ValueFact, gone: int) -> Assignment | None:
        """`dan is out`, behind those who have gone."""
        if OUT in self.rules.program.fields:
            place = len(self.rules.players) - gone
            return Assignment(OUT, self.resolve(e.Name(fact.place.words[-1])), place)
        text = "No rule eliminates a player here, so nobody is ever out of the game."
        self.problems.report("nobody-leaves", text, fact.span)
        return None

    def cannot_set(self, word: Word) -> None:
        names = self.rules.ruleset.names
        if str(word) in self.rules.ruleset.properties():
            text = f'"{word}" is worked out by the rules; a scenario sets what it comes from.'
            self.problems.report("not-settable", text, word.span)
            return
        known = {*names("zone"), *names("gauge"), *names("note")}
        self.problems.unknown("unknown-name", "zone, gauge or note", word, known)

    def owner_of(self, place: files.Place, spec: ir.FieldSpec) -> Value | None:
        words = place.words
        if len(words) == 1:
            if spec.per != "game" or spec.seen_from:
                whose = "card" if spec.per == "card" else "player"
                message = f'Whose "{words[0]}"? It is kept for each {whose}.'
                fix = f"{self.rules.players[0]}'s {words[0]}"
                self.problems.report("whose", message, words[0].span, fix)
            return None
        owner = self.resolve(owner_in(place))
        if spec.per == "game" or owner.type.kind in (spec.per, "unknown"):
            return owner
        message = f'"{words[-1]}" is kept for each {spec.per}, not for {an(owner.type)}.'
        self.problems.report("whose", message, place.span)
        return None


def expression_of(value: files.Value) -> e.Expression:
    """A value of a scenario as an expression of the language."""
    match value:
        case files.NumberValue(number=number):
            plain = e.Number(abs(number), span=value.span)
            return e.Negative(plain, span=value.span) if number < 0 else plain
        case files.WordValue(word=word):
            return e.Name(word, span=value.span)
        case files.StringValue(text=text):
            return e.String(text, span=value.span)
        case _:
            raise TypeError(value)


def owner_in(place: files.Place) -> e.Expression:
    """The part of a place in front of its last word: `ana's active` of `ana's active's worn`."""
    first, *more = place.words[:-1]
    node: e.Expression = e.Name(first, span=first.span)
    for word in more:
        node = e.Of(node, word, span=place.span)
    return node


def in_range(spec: ir.FieldSpec, value: int) -> bool:
    return (spec.low is None or value >= spec.low) and (spec.high is None or value <= spec.high)


def range_text(spec: ir.FieldSpec) -> str:
    """What a number may be, in words."""
    if spec.low is not None and spec.high is not None:
        return f"a number from {spec.low} to {spec.high}"
    if spec.low is not None:
        return f"a number of at least {spec.low}"
    return "a number" if spec.high is None else f"a number of at most {spec.high}"
