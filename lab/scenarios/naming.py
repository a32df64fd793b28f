"""What values, options and conditions are called, in the words an author would use."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from ...dsl.ir import ir
from ...dsl.ir.ir import NO_NUMBER, Site
from ...dsl.ir.options import unpacked
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node, parts_of
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Sentence, String, Text, Use
from ...dsl.resolve.context import Scope
from ...dsl.resolve.structure import scope_of_invariant
from ...dsl.resolve.values.coercions import resolve
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.ruleset.shapes import parts_declared
from ...dsl.syntax.print_files import print_node
from ...dsl.typed.format import InvariantMeaning
from ...dsl.typed.types import Type
from ...dsl.typed.values import Constant, Value, Zone
from ...interpreter.backend.layout import State
from ...interpreter.messages.values import meant_by
from ...interpreter.runtime.match import Match
from .prepared import PreparedRules, Reader

PASSING = ("pass", "done", "decline", "none")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice: what it is called, and the names of what it is done with."""

    index: int
    label: str
    elements: tuple[str, ...]
    passes: bool = False

    def __str__(self) -> str:
        parts = [self.label, *self.elements[:1]]
        return " ".join(f'"{part}"' for part in parts if part)


class Naming:
    """What things are called in one state of a match."""

    def __init__(self, rules: PreparedRules, match: Match, state: State) -> None:
        self.rules = rules
        self.abilities = rules.format.abilities
        self.match = match
        self.state = state

    # ---- single values

    def card(self, card: int) -> str:
        """The name of a card of the match."""
        if card < 0:
            return "none"
        return str(self.rules.pool[self.match.cards[card][0]].name)

    def code(self, card: int) -> str:
        return str(self.rules.pool[self.match.cards[card][0]].code) if card >= 0 else "none"

    def is_called(self, card: int, name: str) -> bool:
        """Whether this is the name or the code of a card."""
        return name in (self.card(card), self.code(card))

    def player(self, seat: int) -> str:
        return self.rules.players[seat] if 0 <= seat < len(self.rules.players) else "nobody"

    def value(self, type_: Type, value: Any) -> str:
        """A value of a type as it would be written."""
        if type_.many:
            return ", ".join(self.value(type_.one, member) for member in value) or "nothing"
        number = int(value)
        if type_.kind == "player":
            return self.player(number)
        text = next(iter(self.names(f"{type_.kind}:{type_.of}", number)), "none")
        quoted = type_.kind == "name" or (type_.kind in ("card", "print", "record") and number >= 0)
        return f'"{text}"' if quoted else text

    # ---- options

    def options(self, site: Site, options: Iterable[int]) -> list[Option]:
        """All options of a choice."""
        return [self.option(site, index, option) for index, option in enumerate(options)]

    def option(self, site: Site, index: int, option: int) -> Option:
        meant = meant_by(site, option)
        return Option(index, meant.label, self.names(meant.kind, meant.thing), meant.passes)

    def names(self, kind: str, option: int) -> tuple[str, ...]:
        """The names that a value or an option of a kind goes by, the usual one first."""
        head, _, of = kind.partition(":")
        match head:
            case "nothing":
                return ()
            case "number":
                return (str(option) if option != NO_NUMBER else "none",)
            case "face":
                return ("face_up" if option else "face_down",)
            case _ if option < 0:
                return ("none",)
            case "card":
                return (self.card(option), self.code(option))
            case "print":
                card = self.rules.pool[option]
                return (str(card.name), str(card.code))
            case "player":
                return (self.player(option),)
            case "symbol":
                return symbol_names(self.rules.ruleset, of, option)
            case "name":
                return entry(self.rules.lowering.names, option)
            case "phase":
                return entry(self.rules.format.steps, option)
            case "truth":
                return ("yes" if option else "no",)
            case "record":
                return record_names(self.rules, self.rules.format.records[option].use)
            case "part":
                return self.part(of, option)
            case "keyword":
                return keyword_names(self.rules, self.abilities[option].sentence)
            case "ability":
                ability, card = unpacked(option, len(self.abilities))
                number = self.place_in_window(ability, card)
                return (self.card(card), self.code(card), f"{self.card(card)} {number}")
            case "trigger":
                waiting = self.state[self.match.layout.queue]
                if option >= len(waiting):
                    return ()  # it has been carried out since
                source = int(waiting[option][1])
                return (self.card(source), self.code(source), str(option + 1))
            case _:
                return (str(option),)

    def place_in_window(self, ability: int, card: int) -> int:
        """Which of the abilities that a card has in a window this is, from 1."""
        window, definition = self.abilities[ability].window, self.match.cards[card][0]
        alike = self.rules.in_window.get(window, ())
        mine = [one.id for one in alike if definition in one.bearers]
        return [*mine, ability].index(ability) + 1

    def part(self, name: str, number: int) -> tuple[str, ...]:
        """A part of a card, with its card and without, by every title of its symbol."""
        part = parts_declared(self.rules.ruleset)[name]
        card, place = divmod(number, self.rules.format.widths[name])
        titles = symbol_names(self.rules.ruleset, str(part.per), place)
        return (*(f"{self.card(card)} {title}" for title in titles[::-1]), *titles)


def entry(names: Iterable[object], number: int) -> tuple[str, ...]:
    """The name of a number, if there is one."""
    return tuple(map(str, islice(names, number, number + 1)))


def record_names(rules: PreparedRules, use: Use) -> tuple[str, ...]:
    """A phrase that fills a field: as it is printed, its id, and the names printed in it."""
    phrase = rules.ruleset.names("phrase").get(str(use.phrase))
    category = str(phrase.category) if isinstance(phrase, d.PhraseDeclaration) else ""
    text = rules.written(use, category)
    named = (str(slot.value.text) for slot in use.slots if isinstance(slot.value, String))
    return (text, str(use.phrase), *named)


def keyword_names(rules: PreparedRules, sentence: Sentence) -> tuple[str, ...]:
    """A keyword with its slots: as it is printed, and its id."""
    text = rules.written(Text((sentence,))).rstrip(".")
    return (text, str(sentence.effect.phrase))


def symbol_names(ruleset: Ruleset, of: str, number: int) -> tuple[str, ...]:
    """The name of a symbol and its printed titles."""
    values = ruleset.names("values").get(of)
    if not isinstance(values, d.ValuesDeclaration) or not 0 <= number < len(values.items):
        return ()
    item = values.items[number]
    return (str(item.name), *(str(title) for title in item.titles))


def listing(options: Iterable[Option]) -> str:
    """What is offered, for messages."""
    texts = list(dict.fromkeys(str(option) for option in options))
    more = f" and {len(texts) - 8} more" if len(texts) > 8 else ""
    return ", ".join(texts[:8]) + more if texts else "nothing"


def text_of(node: Node) -> str:
    """A node as it would be written."""
    return print_node(node).strip()


# ---- what conditions compare


class Values:
    """The values of expressions in one state, with the names of a scope."""

    def __init__(
        self, rules: PreparedRules, match: Match, state: State, scope: Scope | None = None
    ) -> None:
        self.rules = rules
        self.match = match
        self.state = state
        self.scope = scope or rules.scope()

    def value(self, code: ir.Expression) -> Any:
        """The value of an expression: an int, or a sequence of ints."""
        return self.rules.evaluator.evaluate(self.match, self.state, code)

    def compared(self, node: e.Expression) -> str:
        """What the compared parts of a condition are, each once: `count of hand is 11`."""
        return "; ".join(dict.fromkeys(self.texts(node)))

    def texts(self, node: e.Expression) -> list[str]:
        match node:
            case e.AndExpression() | e.OrExpression():
                return [*self.texts(node.left), *self.texts(node.right)]
            case e.NotExpression():
                return self.texts(node.value)
            case e.Exists():
                return [self.text(node.of)]
            case e.Operation():
                parts = [part for part in parts_of(node) if isinstance(part, e.Expression)]
            case e.OneOfExpression() | e.SharesExpression():
                parts = [node.left]
            case _:
                parts = list[e.Expression]()
        return [text for part in parts if not is_plain(part) and (text := self.text(part))]

    def text(self, node: e.Expression) -> str:
        """`bo's points is 100`; empty where a word is no value of its own."""
        nobody = self.missing(node)
        if nobody:
            return f"there is no {nobody}"
        value = self.resolved(node)
        if value is None or value.type.kind in ("unknown", "kind", "place", "rule"):
            return ""
        code = self.rules.code(value)
        if isinstance(code, ir.Int):
            return ""
        found = Naming(self.rules, self.match, self.state).value(value.type, self.value(code))
        if isinstance(value.form, Zone):
            return f"{text_of(node)} holds {found}"
        return f"{text_of(node)} {'are' if value.type.many else 'is'} {found}"

    def missing(self, node: e.Expression) -> str:
        """Whose value it would be, if there is no such card; empty if there is."""
        if not isinstance(node, e.Of):
            return ""
        found = self.missing(node.owner)
        if found:
            return found
        owner = self.resolved(node.owner)
        if owner is None or owner.type.kind not in ("card", "part") or owner.type.many:
            return ""
        return text_of(node.owner) if self.value(self.rules.code(owner)) == ir.NONE else ""

    def resolved(self, node: e.Expression) -> Value | None:
        """What an expression means, if it means something by itself."""
        reader = Reader(self.rules)
        value = reader.tried(resolve, node, self.scope, None)
        return None if reader.problems else value


def is_plain(node: e.Expression) -> bool:
    """A literal says what it is."""
    if isinstance(node, e.Name):
        return str(node.word) in ("none", "yes", "no", "empty", "face_up", "face_down")
    return isinstance(node, (e.Number, e.String, e.Negative))


# ---- invariants that do not hold


def said_of(
    rules: PreparedRules, match: Match, state: State, title: str, members: tuple[int, ...]
) -> str:
    """`"No more than ten cards" does not hold for bo: count of hand is 11.`"""
    declared = rules.format.course.invariants
    meaning = next((one for one in declared if str(one.node.title) == title), None)
    if meaning is None:  # one of a declared zone
        whom = ", ".join(map(Naming(rules, match, state).player, members))
        return f'"{title}" does not hold for {whom}.'
    if meaning.of is None:
        values = Values(rules, match, state).compared(meaning.node.condition)
        return f'"{title}" does not hold{f": {values}" if values else ""}.'
    whom = [said_of_one(rules, match, state, meaning, member) for member in members]
    return f'"{title}" does not hold for {"; for ".join(whom)}.'


def said_of_one(
    rules: PreparedRules, match: Match, state: State, meaning: InvariantMeaning, member: int
) -> str:
    """`bo: count of hand is 11`"""
    assert meaning.of is not None
    type_ = meaning.of.type.one
    one = Value(Constant(member), type_)
    scope = scope_of_invariant(meaning.node, one)
    name = Naming(rules, match, state).value(type_, member)
    values = Values(rules, match, state, scope).compared(meaning.node.condition)
    return f"{name}: {values}" if values else name
