"""Random nodes of every class, made from its form, and the brackets that their text needs."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from playsheet.dsl.nodes import attributes as attrs
from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import expressions as e
from playsheet.dsl.nodes import files as f
from playsheet.dsl.nodes import statements as s
from playsheet.dsl.nodes.base import Node, Word, snake
from playsheet.dsl.nodes.forms import Group, Piece, Slot, form_of, slots_in
from playsheet.dsl.syntax.grammar import classes_of, grammar_text
from playsheet.dsl.syntax.print_forms import LEVEL, fits

NAMES = ("alpha", "beta", "gamma", "hand_size", "Kind", "x1", "slots", "boss")
words = st.sampled_from(NAMES).map(Word)
texts = st.text("ab {}'#:;(é.", max_size=6).map(Word)
numbers = st.integers(0, 99)
signed = st.integers(-9, 99)
TOKENS: dict[str, st.SearchStrategy[Any]] = {
    "WORD": words,
    "NUMBER": numbers,
    "STRING": texts,
    "CALLED": words,
    "CLAUSE": st.sampled_from(["HC-PREP-01", "DB-X-2..3", "DCG-A1-07", "04"]).map(Word),
    "CODE": st.sampled_from(["St-1", "BT1-017"]).map(Word),
    "HEADER": st.sampled_from(["side", "main_2"]).map(Word),
    "NEXT": st.just(Word("next")),
    "PREVIOUS": st.just(Word("previous")),
    "PLAYERS": st.just(Word("players")),
    "PLAYERS_OUT": st.just(Word("players")),
    "NAME": st.sampled_from(["Agumon", "A B-1", "Winning: 60%!"]).map(Word),
}


def kinds_of(group: str, kind: str = "rules") -> tuple[type[Node], ...]:
    """The classes of a group, or the class of that name."""
    classes = classes_of(kind)
    found = [made for made in classes.values() if made.form and group in made.groups]
    return tuple(found) or (classes[group],)


def redefined() -> tuple[type[Node], ...]:
    """The declarations that the grammar allows to be redefined."""
    rule = re.search(r"^\?redefined: ((?:.|\n *\|)*)", grammar_text("rules"), re.MULTILINE)
    assert rule is not None
    return tuple(classes_of("rules")[name] for name in re.findall(r"\w+", rule[1]))


COMPOUND = (*kinds_of("compound_statement"), *kinds_of("rule"))
DECLARATIONS = tuple(
    made
    for made in (*kinds_of("declaration"), *kinds_of("edit"))
    if made is not d.PropertiesDeclaration  # which says nothing without those below it
)
ATOMS = kinds_of("atom")
EXPRESSIONS = tuple(
    made for made in classes_of("rules").values()
    if issubclass(made, e.Expression) and made.form and made.groups[0] in LEVEL
)  # fmt: skip


def one_of_kinds(*kinds: type[Node]) -> st.SearchStrategy[Any]:
    return st.sampled_from(kinds).flatmap(nodes)


def tuples(of: st.SearchStrategy[Any], least: int = 0, most: int = 2) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=least, max_size=max(most, least)).map(tuple)


def statements() -> st.SearchStrategy[Any]:
    return st.integers(0, 5).flatmap(
        lambda pick: one_of_kinds(*COMPOUND) if pick == 0 else nodes(s.Line)
    )


def expressions() -> st.SearchStrategy[Any]:
    """Any expression, mostly shallow ones."""
    shallow = one_of_kinds(e.Name, e.Number, e.Its, e.Name)
    deep = st.deferred(lambda: one_of_kinds(*EXPRESSIONS))
    return st.integers(0, 3).flatmap(lambda pick: deep if pick == 0 else shallow)


def nested_blocks() -> st.SearchStrategy[Any]:
    return st.builds(s.Block, tuples(statements(), 1))


def inline_blocks() -> st.SearchStrategy[Any]:
    simple = tuples(one_of_kinds(*kinds_of("simple_statement")), 1)
    return st.builds(s.Block, simple, st.just(True), st.none() | nodes(s.Cites))


def blocks() -> st.SearchStrategy[Any]:
    return st.booleans().flatmap(lambda inline: inline_blocks() if inline else nested_blocks())


def starting(value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(attrs.StartsAttribute, value)


def plain_kind() -> st.SearchStrategy[Any]:
    return st.builds(attrs.KindAttribute, words)


def counts(*kinds: type[Node]) -> st.SearchStrategy[Any]:
    return st.sampled_from(kinds).flatmap(lambda kind: st.builds(kind, expressions()))


# The rules of the lark files that are not a class or a group of classes.
RULES: dict[str, st.SearchStrategy[Any]] = {
    "signed": signed,
    "value_word": words | numbers.map(lambda number: Word(str(number))),
    "statement": st.deferred(statements),
    "simple": st.deferred(lambda: one_of_kinds(*kinds_of("simple_statement"))),
    "redefined": st.deferred(lambda: one_of_kinds(*redefined()).map(named)),
    "phrase_declaration": st.deferred(lambda: nodes(d.PhraseDeclaration).map(named)),
    "name_or_number": st.deferred(lambda: one_of_kinds(e.Name, e.Number)),
    "block": st.deferred(blocks),
    "verb_body": st.none() | st.deferred(nested_blocks),
    "keyword_body": st.none() | st.deferred(blocks),
    "otherwise": st.deferred(blocks) | st.deferred(lambda: nodes(s.IfStatement)),
    "gauge_attribute": st.deferred(
        lambda: (
            one_of_kinds(*kinds_of("gauge_attribute"))
            | starting(nodes(e.Number) | st.builds(e.Negative, nodes(e.Number)))
            | plain_kind()
        )
    ),
    "note_attribute": st.deferred(
        lambda: (
            one_of_kinds(*kinds_of("note_attribute"))
            | starting(one_of_kinds(*ATOMS))
            | plain_kind()
        )
    ),
    "field_attribute": st.deferred(lambda: starting(one_of_kinds(*ATOMS)) | plain_kind()),
    "deck_count": st.sampled_from([s.ExactlyCount(), s.AtLeastCount(), s.AtMostCount()]),
    "choose_count": st.deferred(
        lambda: (
            st.just(s.AnyCount())
            | counts(s.PlainCount, s.ExactlyCount, s.UpToCount, s.AtLeastCount)
        )
    ),
    "card_field": st.builds(
        f.CardField,
        st.sampled_from(["kind", "attack", "level_2"]).map(Word),
        st.none() | words,
        st.text("ab[]{}#:. ", max_size=9).map(lambda text: Word(text.strip().lstrip("#").strip())),
    ),
}


@st.composite
def filled(draw: st.DrawFn, kind: type[Node]) -> Node:
    """A node with each of its slots filled, or left out where the form allows it."""
    values: dict[str, Any] = {part.name: None for part in fields(kind)}
    of_scenario = kind.__module__ == f.__name__

    def fill(pieces: tuple[Piece, ...], given: bool) -> None:
        for piece in pieces:
            if isinstance(piece, Group):
                fill(piece.pieces, given and draw(st.booleans()))
            elif isinstance(piece, Slot) and piece.second:
                values.update(draw(PAIRS[piece.rule]))
            elif isinstance(piece, Slot):
                nothing = not given or (piece.optional and draw(st.booleans()))
                empty = () if piece.many else False if piece.type == "bool" else None
                values[piece.name] = empty if nothing else draw(slot(piece, of_scenario))

    fill(form_of(kind), True)
    del values["span"]
    if kind is e.Exists and values["condition"] is None:
        values["name"] = None  # only a condition asks for the candidate
    if kind is d.CategoryDeclaration and not values["included"]:
        values["included"] = (Word("alpha"),)  # without phrases below it says nothing
    if kind is d.PhraseDeclaration and (not values["says"] or values["says"][0].language):
        return named(kind(**values))
    return kind(**values)


def named(node: Any) -> Any:
    """A phrase has a name where its first pattern tells its language or is none, and where it is
    redefined.
    """
    is_phrase = isinstance(node, d.PhraseDeclaration)
    return replace(node, called=node.called or Word("alpha")) if is_phrase else node


def slot(slot: Slot, of_scenario: bool) -> st.SearchStrategy[Any]:
    """What may fill a slot."""
    if slot.type == "bool":
        return st.booleans()
    if not slot.many:
        return one(slot, of_scenario)
    least = slot.lines or slot.between != " "
    return tuples(one(slot, of_scenario), least + slot.more)


def one(slot: Slot, of_scenario: bool) -> st.SearchStrategy[Any]:
    choices = slot.rule.split("/")
    if len(choices) > 1:
        fixed = [Word(word) for word in choices if not word.isupper()]
        tokens = [TOKENS[name] for name in choices if name.isupper()]
        return st.one_of(*tokens, *([st.sampled_from(fixed)] if fixed else []))
    if slot.rule in TOKENS | RULES:
        return (TOKENS | RULES)[slot.rule]
    if slot.type == "Expression":
        return st.deferred(expressions)
    kind = "scenario" if of_scenario else "rules"
    return st.deferred(lambda: one_of_kinds(*kinds_of(slot.rule, kind)))


def items(least: int) -> st.SearchStrategy[dict[str, Any]]:
    """Values, ordered or not; one alone has no order."""
    found = tuples(nodes(d.ValueItem), least, 3)
    return st.builds(
        lambda items, ordered: {
            "items": items,
            "ordered": ordered and (len(items) > 1 or not least),
        },
        found.filter(bool),
        st.booleans(),
    )


PAIRS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "RANGE": st.fixed_dictionaries({"low": signed, "high": st.none() | signed}),
    "value_items": st.deferred(lambda: items(1)),
    "further_items": st.deferred(lambda: items(0)),
    "action_body": st.deferred(
        lambda: (
            st.fixed_dictionaries({"pays": st.none(), "body": blocks()})
            | st.fixed_dictionaries({"pays": blocks(), "body": nested_blocks()})
        )
    ),
}


@cache
def nodes(kind: type[Node]) -> st.SearchStrategy[Any]:
    """Random nodes of one class."""
    if kind is f.Scenario:
        facts = tuples(one_of_kinds(*kinds_of("fact", "scenario")))
        rounds = tuples(nodes(f.Round), 1)
        covers = st.none() | nodes(s.Cites)
        return st.builds(f.Scenario, texts, covers, st.none() | words, facts, rounds)
    if kind is f.Round:
        deeds = tuples(one_of_kinds(*kinds_of("deed", "scenario")))
        return st.builds(f.Round, deeds, tuples(one_of_kinds(*kinds_of("claim", "scenario")), 1))
    return filled(kind) if form_of(kind) else RULES[snake(kind.__name__)]


# ---- brackets


def bracketed(node: Node) -> Node:
    """The node with a Bracket wherever its text needs one, as reading the text would give it."""
    rules = {slot.name: slot.rule for slot in slots_in(form_of(type(node)))}
    changed: dict[str, Any] = {}
    for part in fields(node):
        value: Any = getattr(node, part.name)
        rule = rules.get(part.name, "")
        if isinstance(value, tuple):
            changed[part.name] = tuple(bracketed_part(item, rule) for item in value)  # pyright: ignore
        elif isinstance(value, Node):
            changed[part.name] = bracketed_part(value, rule)
    return replace(node, **changed)


def bracketed_part(value: Any, rule: str) -> Any:
    """A part as reading gives it; brackets around an amount are no part of the tree."""
    if not isinstance(value, Node):
        return value
    inner = bracketed(value)
    if rule == "amount" or not isinstance(inner, e.Expression) or fits(inner, rule):
        return inner
    return e.Bracket(inner)
