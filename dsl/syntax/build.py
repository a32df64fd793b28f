# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
# lark types its trees loosely.
"""From lark trees to nodes. With the loader, the only file that knows lark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from lark import Token, Tree

from ..nodes import base, declarations, edits, expressions, files, statements, titles
from ..nodes.base import Node, Span, Word, word_at


def node_classes() -> dict[str, type[Node]]:
    """Every node class by the name of its grammar rule."""
    found: dict[str, type[Node]] = {}
    for module in (files, declarations, edits, titles, statements, expressions):
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Node):
                found.setdefault(
                    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", thing.__name__).lower(), thing
                )
    return found


CLASSES = node_classes()
ABSENT = object()
OPTIONAL_TYPES = {
    "optional": "Optional",
    "cites": "Cites",
    "titles": "Titles",
    "otherwise": "Block",
    "body": "Block",
}


class Builder:
    """Builds one block of one file; line numbers are shifted by `first_line`."""

    def __init__(self, file: str, first_line: int, kind: str) -> None:
        self.file = file
        self.shift = first_line - 1
        self.kind = kind

    # ---- places

    def span_of(self, tree: Tree[Any]) -> Span:
        meta = tree.meta
        if meta.empty:
            return Span(self.file, self.shift + 1, 1, self.shift + 1, 1)
        last = last_token(tree)
        end_line, end_column = (meta.end_line, meta.end_column)
        if last is not None:
            end_line, end_column = last.end_line or end_line, last.end_column or end_column
        return Span(
            self.file,
            meta.line + self.shift,
            meta.column,
            end_line + self.shift,
            end_column,
        )

    def word(self, token: Token) -> Word:
        text = str(token)
        span = Span(
            self.file,
            (token.line or 1) + self.shift,
            token.column or 1,
            (token.end_line or 1) + self.shift,
            token.end_column or 1,
        )
        if token.type == "STRING":
            text = text[1:-1]
        return word_at(text.strip() if token.type == "VALUE" else text, span)

    # ---- trees

    def build(self, tree: Tree[Any]) -> Any:
        name = str(tree.data)
        method = getattr(self, f"build_{name}", None)
        if method is not None:
            return method(tree)
        return self.fill(self.class_of(name), tree, self.children(tree))

    def class_of(self, name: str) -> type[Node]:
        if name == "deck_line":
            return files.DeckLine
        if name == "place":
            return files.Place
        if name == "number_value" and self.kind == "rules":
            return declarations.NumberValue
        return CLASSES[name]

    def children(self, tree: Tree[Any]) -> list[Any]:
        return [self.child(child) for child in tree.children if not is_layout(child)]

    def child(self, child: Any) -> Any:
        if isinstance(child, Tree):
            return self.build(child)
        if isinstance(child, Token):
            return int(child) if child.type == "NUMBER" else self.word(child)
        return child

    def fill(self, kind: type[Node], tree: Tree[Any], children: list[Any]) -> Node:
        """Children into fields in order; fields that may be absent are recognised by their
        class.
        """
        values: dict[str, Any] = {}
        queue = list(children)
        members = [part for part in fields(kind) if part.name != "span"]
        for part in members:
            if str(part.type).startswith("tuple"):
                taken = take_items(queue, str(part.type))
                values[part.name] = tuple(taken)
            elif part.name in OPTIONAL_TYPES and "None" in str(part.type):
                values[part.name] = take_absent(queue, OPTIONAL_TYPES[part.name])
            elif queue:
                values[part.name] = queue.pop(0)
            else:
                values[part.name] = None
        if any(item is not None for item in queue):
            raise AssertionError(f"{kind.__name__}: {queue} left over")
        return kind(**values, span=self.span_of(tree))

    # ---- rules whose shape is not that of their class

    def build_start(self, tree: Tree[Any]) -> list[Node]:
        return [self.build(child) for child in tree.children if isinstance(child, Tree)]

    def flag(self, tree: Tree[Any], name: str) -> bool:
        return any(
            isinstance(child, Tree) and child.data == name for child in tree.children
        )

    def build_when_rule(self, tree: Tree[Any]) -> Node:
        return self.fill(CLASSES[str(tree.data)], tree, self.children(tree))

    def build_choose_one_statement(self, tree: Tree[Any]) -> Node:
        secretly = self.flag(tree, "secretly")
        parts = [
            c for c in tree.children if not (isinstance(c, Tree) and c.data == "secretly")
        ]
        player, *rest = [self.child(c) for c in parts if not is_layout(c)]
        return self.fill(statements.ChooseOneStatement, tree, [player, secretly, *rest])

    def build_empty_turns_attribute(self, tree: Tree[Any]) -> Node:
        number = int(tree.children[0])
        opening = self.flag(tree, "opening")
        return declarations.EmptyTurnsAttribute(number, opening, span=self.span_of(tree))

    def build_exists(self, tree: Tree[Any]) -> Node:
        tokens = [c for c in tree.children if isinstance(c, Token) and c.type == "NO"]
        rest = [
            self.child(c)
            for c in tree.children
            if not (isinstance(c, Token) and c.type == "NO") and not is_layout(c)
        ]
        of, condition = rest[-2], rest[-1]
        return expressions.Exists(bool(tokens), of, condition, span=self.span_of(tree))

    def build_operation(self, tree: Tree[Any]) -> Node:
        word = self.word(first_token(tree.children[0]))
        last = any(isinstance(c, Token) and c.type == "LAST" for c in tree.children)
        return declarations.OperationItem(word, last, span=self.span_of(tree))

    def build_layer(self, tree: Tree[Any]) -> Node:
        return declarations.Layer(tuple(self.children(tree)), span=self.span_of(tree))

    def build_of(self, tree: Tree[Any]) -> Node:
        owner, word = tree.children[0], tree.children[-1]
        return expressions.Of(self.child(owner), self.child(word), span=self.span_of(tree))

    def build_subtract(self, tree: Tree[Any]) -> Node:
        left, right = self.child(tree.children[0]), self.child(tree.children[-1])
        return expressions.Subtract(left, right, span=self.span_of(tree))

    def build_negative(self, tree: Tree[Any]) -> Node:
        return expressions.Negative(self.child(tree.children[-1]), span=self.span_of(tree))

    def build_signed(self, tree: Tree[Any]) -> int:
        minus = any(isinstance(c, Token) and c.type == "MINUS" for c in tree.children)
        number = int(tree.children[-1])
        return -number if minus else number

    def build_starts_attribute(self, tree: Tree[Any]) -> Node:
        """`starts -3` of a gauge is a number like `starts 3` of a note."""
        span = self.span_of(tree)
        value = self.child(tree.children[-1])
        if isinstance(value, int):
            number = expressions.Number(abs(value), span=self.span_of(tree.children[-1]))
            value = expressions.Negative(number, span=number.span) if value < 0 else number
        return declarations.StartsAttribute(value, span=span)

    def build_takes_body(self, tree: Tree[Any]) -> Node:
        amount, *rest = self.children(tree)
        word = self.word(tree.children[0])
        value: Any = (
            expressions.Number(amount, span=word.span)
            if isinstance(amount, int)
            else expressions.Name(word, span=word.span)
        )
        return self.fill(declarations.TakesBody, tree, [value, *rest])

    def build_range_attribute(self, tree: Tree[Any]) -> Node:
        low, high = range_of(str(tree.children[0]))
        return declarations.RangeAttribute(low, high, span=self.span_of(tree))

    def build_number_value(self, tree: Tree[Any]) -> Node:
        if self.kind != "rules":
            return files.NumberValue(self.child(tree.children[0]), span=self.span_of(tree))
        low, high = range_of(str(tree.children[1]))
        return declarations.NumberValue(
            int(tree.children[0]), low, high, span=self.span_of(tree)
        )

    def build_values_declaration(self, tree: Tree[Any]) -> Node:
        return self.values_of(tree, declarations.ValuesDeclaration)

    def build_extend_values_edit(self, tree: Tree[Any]) -> Node:
        return self.values_of(tree, edits.ExtendValuesEdit)

    def values_of(self, tree: Tree[Any], kind: type[Any]) -> Node:
        signs = {c.type for c in tree.children if isinstance(c, Token)}
        parts = [
            c
            for c in tree.children
            if not (isinstance(c, Token) and c.type in ("LESS", "BAR"))
        ]
        name, *rest = [self.child(c) for c in parts if not is_layout(c)]
        cites = (
            rest.pop()
            if rest and (rest[-1] is None or isinstance(rest[-1], statements.Cites))
            else None
        )
        return kind(name, tuple(rest), "LESS" in signs, cites, span=self.span_of(tree))

    def build_value_item(self, tree: Tree[Any]) -> Node:
        first = tree.children[0]
        name = self.word(first)
        titles = tuple(self.word(t) for t in tree.children[1:] if isinstance(t, Token))
        return declarations.ValueItem(name, titles, span=self.span_of(tree))

    def build_turned_attribute(self, tree: Tree[Any]) -> Node:
        words = tuple(
            self.word(t) for t in tree.children if isinstance(t, Token) and t.type == "WORD"
        )
        return declarations.TurnedAttribute(words, span=self.span_of(tree))

    def build_kind_attribute(self, tree: Tree[Any]) -> Node:
        words = [self.word(t) for t in tree.children if isinstance(t, Token)]
        of = words[1] if len(words) > 1 else None
        return declarations.KindAttribute(words[0], of, span=self.span_of(tree))

    def build_line(self, tree: Tree[Any]) -> Node:
        parts = self.children(tree)
        cites = next((c for c in parts if isinstance(c, statements.Cites)), None)
        body = tuple(c for c in parts if isinstance(c, statements.Statement))
        return statements.Line(body, cites, span=self.span_of(tree))

    def build_nested_block(self, tree: Tree[Any]) -> Node:
        body = tuple(c for c in self.children(tree) if c is not None)
        return statements.Block(body, span=self.span_of(tree))

    build_block_body = build_nested_block
    build_otherwise_block = lambda self, tree: self.build(tree.children[-1])  # noqa: E731
    build_otherwise = lambda self, tree: self.build(tree.children[-1])  # noqa: E731
    build_pays = lambda self, tree: self.build(tree.children[-1])  # noqa: E731

    def build_block(self, tree: Tree[Any]) -> Node:
        return self.build(tree.children[0])

    def build_inline_block(self, tree: Tree[Any]) -> Node:
        parts = self.children(tree)
        cites = next((c for c in parts if isinstance(c, statements.Cites)), None)
        body = tuple(c for c in parts if isinstance(c, statements.Statement))
        return statements.Block(body, True, cites, span=self.span_of(tree))

    build_inline_body = build_inline_block

    def build_empty_body(self, tree: Tree[Any]) -> None:
        return None

    def build_action_declaration(self, tree: Tree[Any]) -> Node:
        body = next(
            c
            for c in tree.children
            if isinstance(c, Tree) and str(c.data).endswith("_body")
        )
        rest = [c for c in tree.children if c is not body and not is_layout(c)]
        cites = next((c for c in rest if isinstance(c, Tree) and c.data == "cites"), None)
        label = next(
            (c for c in rest[1:] if isinstance(c, Token) and c.type == "STRING"), None
        )
        tail = [c for c in rest[1:] if c is None or (c is not cites and c is not label)]
        offers, element, needs = [self.child(c) for c in tail][-3:]
        pays = None
        inside = body
        if body.data == "block_body":
            found = [c for c in body.children if isinstance(c, Tree) and c.data == "pays"]
            pays = self.build(found[0]) if found else None
            kept = [c for c in body.children if c not in found] if found else body.children
            inside = Tree(body.data, kept, body.meta)
        return declarations.ActionDeclaration(
            self.word(rest[0]),
            self.word(label) if label is not None else None,
            offers,
            element,
            needs,
            self.build(cites) if cites is not None else None,
            pays,
            self.build(inside),
            span=self.span_of(tree),
        )

    def build_rule_keyword(self, tree: Tree[Any]) -> Node:
        return self.build(tree.children[0])

    def words_and_trees(self, tree: Tree[Any]) -> Iterator[Any]:
        for child in tree.children:
            if not is_layout(child):
                yield self.child(child)

    def build_parameters(self, tree: Tree[Any]) -> tuple[Any, ...]:
        return tuple(self.children(tree))

    build_says = build_parameters

    def build_phrase_declaration(self, tree: Tree[Any]) -> Node:
        parts = list(self.words_and_trees(tree))
        name, category = parts[0], parts[1]
        lists = [p for p in parts if isinstance(p, tuple)]
        says = lists[-1]
        parameters = lists[0] if len(lists) > 1 else ()
        tag = next((p for p in parts[2:-1] if isinstance(p, Word)), None)
        reminders = next((p for p in parts if isinstance(p, declarations.Reminders)), None)
        return declarations.PhraseDeclaration(
            name,
            category,
            parameters,
            tag,
            says,
            reminders,
            parts[-1],
            span=self.span_of(tree),
        )

    def build_reminders(self, tree: Tree[Any]) -> Node:
        return declarations.Reminders(self.children(tree)[0], span=self.span_of(tree))

    def build_audited_declaration(self, tree: Tree[Any]) -> Node:
        parts = self.children(tree)
        cites = next((p for p in parts if isinstance(p, statements.Cites)), None)
        return declarations.AuditedDeclaration(parts[0], cites, span=self.span_of(tree))

    def build_effect_body(self, tree: Tree[Any]) -> Node:
        parts = self.children(tree)
        cites = parts[0] if isinstance(parts[0], statements.Cites) else None
        return declarations.EffectBody(cites, parts[-1], span=self.span_of(tree))

    def build_card_piece(self, tree: Tree[Any]) -> Node:
        """Its fields, then the cards it lies on."""
        number, name, *rest = self.children(tree)
        unders = tuple(one for one in rest if isinstance(one, files.Under))
        given = tuple(one for one in rest if isinstance(one, files.WithField))
        return files.CardPiece(number, name, given, unders, span=self.span_of(tree))

    def build_keyword_declaration(self, tree: Tree[Any]) -> Node:
        parts = list(self.words_and_trees(tree))
        lists = [p for p in parts if isinstance(p, tuple)]
        parameters = lists[0] if len(lists) > 1 else ()
        on = next((p for p in parts[1:] if isinstance(p, Word)), None)
        cites = next((p for p in parts if isinstance(p, statements.Cites)), None)
        body = next((p for p in parts if isinstance(p, statements.Block)), None)
        reminders = next((p for p in parts if isinstance(p, declarations.Reminders)), None)
        return declarations.KeywordDeclaration(
            parts[0],
            parameters,
            on,
            lists[-1],
            reminders,
            cites,
            body,
            span=self.span_of(tree),
        )

    def build_label_declaration(self, tree: Tree[Any]) -> Node:
        parts = list(self.words_and_trees(tree))
        says = next(p for p in parts if isinstance(p, tuple))
        mode = next((p for p in parts if isinstance(p, declarations.LabelMode)), None)
        limit = next((p for p in parts if isinstance(p, declarations.Limit)), None)
        cites = next((p for p in parts if isinstance(p, statements.Cites)), None)
        return declarations.LabelDeclaration(
            parts[0], says, mode, limit, cites, span=self.span_of(tree)
        )

    def build_window_mode(self, tree: Tree[Any]) -> Node:
        told = self.flag(tree, "also_told")
        parts = [
            self.child(child)
            for child in tree.children
            if not is_layout(child)
            and not (isinstance(child, Tree) and child.data == "also_told")
        ]
        return declarations.WindowMode(parts[0], parts[1], told, span=self.span_of(tree))

    def build_extend_says_edit(self, tree: Tree[Any]) -> Node:
        parts = list(self.words_and_trees(tree))
        says = next(p for p in parts if isinstance(p, tuple))
        cites = next((p for p in parts if isinstance(p, statements.Cites)), None)
        return edits.ExtendSaysEdit(
            parts[0], parts[1], says, cites, span=self.span_of(tree)
        )

    def keyword_word(self, tree: Tree[Any]) -> Word:
        return self.word(first_token(tree))

    build_move_where = keyword_word
    build_change = keyword_word
    build_preposition = keyword_word
    build_insert_where = keyword_word
    build_extended_word = keyword_word
    build_precedence_word = keyword_word

    # ---- scenarios

    def build_place(self, tree: Tree[Any]) -> Node:
        words = tuple(self.word(t) for t in tree.children if t.type == "WORD")
        return files.Place(words, span=self.span_of(tree))

    def build_deck_fact(self, tree: Tree[Any]) -> Node:
        *part, pieces = [child for child in self.children(tree) if child is not None]
        return files.DeckFact(part[0] if part else None, pieces, span=self.span_of(tree))

    def build_covers(self, tree: Tree[Any]) -> Node:
        return statements.Cites(tuple(self.children(tree)), span=self.span_of(tree))

    def build_scenario_format(self, tree: Tree[Any]) -> Word:
        return self.word(tree.children[0])

    def build_given(self, tree: Tree[Any]) -> tuple[Any, ...]:
        return tuple(c for c in self.children(tree) if isinstance(c, Node))

    build_when = build_given

    def build_then(self, tree: Tree[Any]) -> tuple[Any, ...]:
        return tuple(
            files.ConditionClaim(c, span=c.span)
            if isinstance(c, expressions.Expression)
            else c
            for c in self.children(tree)
            if isinstance(c, Node)
        )

    def build_round(self, tree: Tree[Any]) -> Node:
        parts = [c for c in tree.children if isinstance(c, Tree)]
        deeds = next((self.build(c) for c in parts if c.data == "when"), ())
        claims = next((self.build(c) for c in parts if c.data == "then"), ())
        return files.Round(deeds, claims, span=self.span_of(tree))

    def build_scenario(self, tree: Tree[Any]) -> Node:
        parts = self.children(tree)
        title = parts[0]
        covers = next((p for p in parts if isinstance(p, statements.Cites)), None)
        form = next((p for p in parts[1:] if isinstance(p, Word)), None)
        facts = next((p for p in parts if isinstance(p, tuple)), ())
        rounds = tuple(p for p in parts if isinstance(p, files.Round))
        return files.Scenario(title, covers, form, facts, rounds, span=self.span_of(tree))

    def build_card_field(self, tree: Tree[Any]) -> Node:
        tokens = [self.word(t) for t in tree.children if isinstance(t, Token)]
        name, key = tokens[0], None
        if "[" in name:
            head, _, inside = str(name).partition("[")
            key = word_at(inside[:-1], name.span)
            name = word_at(head, name.span)
        value = tokens[1] if len(tokens) > 1 else word_at("", name.span)
        return files.CardField(name, key, value, span=self.span_of(tree))


def range_of(text: str) -> tuple[int, int | None]:
    low, _, high = text.partition("..")
    return int(low), None if high == "any" else int(high)


LAYOUT = {"_NL", "_INDENT", "_DEDENT", "POSSESSIVE"}


def is_layout(child: Any) -> bool:
    return isinstance(child, Token) and child.type in LAYOUT


def first_token(tree: Any) -> Token:
    while isinstance(tree, Tree):
        tree = tree.children[0]
    return tree


def last_token(tree: Any) -> Token | None:
    """The last token of a tree that is no layout."""
    if isinstance(tree, Token):
        return None if is_layout(tree) else tree
    if isinstance(tree, Tree):
        for child in reversed(tree.children):
            found = last_token(child)
            if found is not None:
                return found
    return None


def take_absent(queue: list[Any], kind: str) -> Any:
    """The first child if it is of the class that this field wants, else nothing."""
    if queue and (
        type(queue[0]).__name__ == kind
        or (
            kind == "Block"
            and isinstance(queue[0], (statements.Block, statements.IfStatement))
        )
    ):
        return queue.pop(0)
    return None


def take_items(queue: list[Any], annotation: str) -> list[Any]:
    """The run of children that a tuple field wants; a child that is a tuple already is
    taken whole.
    """
    if queue and isinstance(queue[0], tuple):
        return list(queue.pop(0))
    wants_words = "Word" in annotation
    taken: list[Any] = []
    while queue and isinstance(queue[0], Word) == wants_words and queue[0] is not None:
        if not wants_words and isinstance(queue[0], (statements.Cites, statements.Block)):
            break
        if not isinstance(queue[0], (Node, Word)):
            break
        if isinstance(queue[0], (declarations.Words, declarations.Type)):
            break
        taken.append(queue.pop(0))
    return taken


__all__ = ["ABSENT", "Builder", "base"]
