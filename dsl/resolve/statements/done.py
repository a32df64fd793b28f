"""Whether anything happened in what fills a slot: `run d`, then `if d was done`."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Word
from ...problems.problem import Advice
from ...typed import statements as t
from ...typed import truths as tr
from ...typed.statements import Block, Statement
from ...typed.truths import FALSE, TRUE, is_some, is_true, truth
from ...typed.types import TRUTH
from ...typed.values import NONE, Binding, Value, constant, local
from ..context import VALUES, Resolver, Scope, resolves
from ..values.coercions import unknown_value

# What asks, remembers, ends or forgets is nothing that happens.
NOTHING = (t.Let, t.Choose, t.Random, t.Stop, t.Fail, t.UndoUse)
OF_CARDS = (t.Move, t.TurnFace, t.Rotate, t.Reveal, t.Arrange, t.Forget, t.ForgetUses)


def flag_name(slot: Word) -> str:
    return f"{slot} was done"  # no name of an author has blanks


def watched(r: Resolver, node: s.RunStatement, scope: Scope, does: Block) -> Block:
    """What `run d` does; whether anything happened is known behind it, as by a `let`."""
    if not isinstance(node.what, e.Name) or str(node.what.word) not in scope.watched:
        return does
    flag = Binding("done", TRUTH)
    scope.locals[flag_name(node.what.word)] = local(flag)
    return (t.Let(flag, FALSE), *marked(r, does, t.Let(flag, TRUE)))


def not_yet_run(node: s.RunStatement, scope: Scope) -> None:
    """Before anything happens nothing was done."""
    if isinstance(node.what, e.Name):
        scope.locals[flag_name(node.what.word)] = FALSE


@resolves(VALUES, e.WasDoneExpression, e.WasNotDoneExpression)
def was_done(r: Resolver, node: e.WasDoneExpression, scope: Scope) -> Value:
    found = scope.locals.get(flag_name(node.slot))
    if not isinstance(found, Value):
        text = f"Nothing in front of this runs `{node.slot}`, here or around it."
        r.problem(
            "never-run-before", text, node.span, Advice(f"Write in front of it: `run {node.slot}`.")
        )
        return unknown_value()
    if isinstance(node, e.WasNotDoneExpression):
        return truth(tr.Not(found))
    return found


def marked(r: Resolver, block: Block, mark: Statement) -> Block:
    """A block that notes when it comes to the first of what happens in it."""
    found: list[Statement] = []
    for at, node in enumerate(block):
        happens = condition_of(r, node)
        if happens is not None and is_true(happens):
            return (*found, mark, *block[at:])
        if happens is not None:
            found += (t.If(happens, (mark,)), node)
        else:
            found.append(inside(r, node, mark))
    return tuple(found)


def inside(r: Resolver, node: Statement, mark: Statement) -> Statement:
    """A statement that is made of others, which note it."""
    match node:
        case t.Line():
            before, does = marked(r, node.before, mark), marked(r, node.does, mark)
            return replace(node, before=before, does=does)
        case t.If():
            then, otherwise = marked(r, node.then, mark), marked(r, node.otherwise, mark)
            return replace(node, then=then, otherwise=otherwise)
        case t.Offer():
            body, otherwise = marked(r, node.body, mark), marked(r, node.otherwise, mark)
            return replace(node, body=body, otherwise=otherwise)
        case t.ChooseOne():
            options = (replace(x, body=marked(r, x.body, mark)) for x in node.options)
            return replace(node, options=tuple(options))
        case t.Inline() | t.For() | t.While() | t.Repeat() | t.Each() | t.EachInAnyOrder():
            return replace(node, body=marked(r, node.body, mark))
        case _:
            return node


def condition_of(r: Resolver, node: Statement) -> Value | None:
    """When something happens in a statement by itself; None: never, or in those inside it."""
    match node:
        case t.Change():
            return (node.condition or TRUE) if is_told(r, node) else None
        case t.Modify():
            return node.condition or TRUE
        case t.Each() if node.together:
            return TRUE
        case t.Line() | t.If() | t.Offer() | t.Inline() | t.For() | t.While():
            return None
        case t.ChooseOne() | t.Repeat() | t.Each() | t.EachInAnyOrder():
            return None
        case _ if isinstance(node, NOTHING):
            return None
        case _ if isinstance(node, OF_CARDS):
            return are_some(node.cards)
        case _:
            return TRUE


def are_some(cards: Value) -> Value:
    """Whether there are any of these cards; of what is no card nothing can be told."""
    if cards.type.kind != "card":
        return TRUE
    none = tr.Compare("!=", cards, constant(NONE))
    return is_some(cards) if cards.type.many else truth(none)


def is_told(r: Resolver, node: t.Change) -> bool:
    """Players care about gauges, and about notes with a title; others are bookkeeping."""
    note = r.ruleset.find(d.NoteDeclaration, node.gauge)
    return note is None or note.titles is not None
