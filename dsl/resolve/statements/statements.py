"""Statements: flow, verbs, windows, and the phases and steps that are left or skipped."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import modes as m
from ...nodes import rules as ru
from ...nodes import statements as s
from ...nodes.base import Node, Word, first_of
from ...nodes.modes import RepeatWhile
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.shapes import flat
from ...typed import endings, ids
from ...typed import statements as t
from ...typed.statements import Block
from ...typed.truths import is_false
from ...typed.types import PLAYER
from ...typed.values import MISSING, Binding, Constant, Local, Value, local
from ..context import STATEMENTS, Resolver, Scope, at, resolves
from ..values.cards import is_paid
from ..values.coercions import (
    as_set,
    check_count,
    condition,
    is_name,
    led_by,
    number,
    origin_of,
    player,
    resolve,
    sentences,
    words,
)
from ..values.declared import parameter_type
from ..values.meant import example_of, field_meant, line_of
from ..values.owners import speaker_of
from ..values.phrases import check_given, effect, run_phrase, shared_phrase
from ..values.records import done_by
from .blocks import block, statement
from .done import watched

# ---- flow


@resolves(STATEMENTS, s.IfStatement)
def if_(r: Resolver, node: s.IfStatement, scope: Scope) -> Block:
    test = condition(r, node.condition, scope)
    never = is_false(test) and scope.language == "card"  # a slot that says something else
    inner, other = scope.child(), scope.child()
    then = () if never else block(r, node.body, inner)
    otherwise: Block = ()
    if isinstance(node.otherwise, s.IfStatement):
        otherwise = statement(r, node.otherwise, other)
    elif node.otherwise is not None:
        otherwise = block(r, node.otherwise, other)
    for name, (one, two) in given_in_both(scope, inner, other).items():
        both = Binding(name, replace(one.type, maybe=one.type.maybe or two.type.maybe))
        then, otherwise = (*then, t.Let(both, one)), (*otherwise, t.Let(both, two))
        zone, owner = (one.zone, one.owner) if one.zone == two.zone else ("", None)
        scope.locals[name] = replace(local(both), zone=zone, owner=owner)
    return (t.If(test, then, otherwise),)


def given_in_both(outer: Scope, one: Scope, two: Scope) -> dict[str, tuple[Value, Value]]:
    """The names that both branches give to things of one type; they are known behind them."""
    found: dict[str, tuple[Value, Value]] = {}
    for name in [name for name in one.locals if name in two.locals and name not in outer.locals]:
        left, right = one.locals[name], two.locals[name]
        if isinstance(left, Value) and isinstance(right, Value):
            types = (replace(value.type, maybe=False) for value in (left, right))
            if len({*types}) == 1:
                found[name] = left, right
    return found


@resolves(STATEMENTS, s.ForStatement)
def for_(r: Resolver, node: s.ForStatement, scope: Scope) -> Block:
    value = resolve(r, node.player, scope, PLAYER)
    if value.type.kind == "card" and not value.type.many:
        one, card = spoken_for(value, "card")
        owner = speaker_of(r, card)
        named, whose = spoken_for(owner, "player")
        inner = led_by(whose, scope).child(this=card, holder=card)
        return (t.For(one, value, (t.For(named, owner, block(r, node.body, inner)),)),)
    value = player(r, node.player, scope)
    one, whose = spoken_for(value, "player")
    return (t.For(one, value, block(r, node.body, led_by(whose, scope))),)


def spoken_for(value: Value, name: str) -> tuple[Binding | None, Value]:
    """A name for what `for` speaks for, unless it has one, and the value under that name."""
    if isinstance(value.form, (Local, Constant)):
        return None, value
    one = Binding(name, value.type)
    return one, local(one)


@resolves(STATEMENTS, s.RepeatStatement)
def repeat(r: Resolver, node: s.RepeatStatement, scope: Scope) -> Block:
    if isinstance(node.mode, RepeatWhile):
        test = condition(r, node.mode.condition, scope)
        return (t.While(test, block(r, node.body, scope.child())),)
    check_count(r, node.mode.times, "this would never happen")
    times = number(r, node.mode.times, scope)
    return (t.Repeat(times, block(r, node.body, scope.child())),)


@resolves(STATEMENTS, s.StopStatement)
def stop(r: Resolver, node: s.StopStatement, scope: Scope) -> Block:
    return (t.Stop(),)


@resolves(STATEMENTS, s.FailStatement)
def fail(r: Resolver, node: s.FailStatement, scope: Scope) -> Block:
    return (t.Fail(),)


@resolves(STATEMENTS, s.LetStatement)
def let(r: Resolver, node: s.LetStatement, scope: Scope) -> Block:
    value = resolve(r, node.value, scope)
    name = str(node.name)
    old = scope.locals.get(name)
    if isinstance(old, Value) and isinstance(old.form, Local):
        binding = old.form.binding
        kinds = (old.type.kind, value.type.kind)
        if "unknown" not in kinds and kinds[0] != kinds[1]:
            text = f'"{name}" was {an(old.type)} and cannot become {an(value.type)}.'
            r.problem("type-changes", text, node.span)
    else:
        binding = Binding(name, value.type)
    scope.name(node.name, replace(value, form=Local(binding), place=None))
    return (t.Let(binding, value),)


@resolves(STATEMENTS, s.TogetherStatement)
def together(r: Resolver, node: s.TogetherStatement, scope: Scope) -> Block:
    """Choices first, then everything happens before anything is checked."""
    late = False
    for part in flat(node.body.statements):
        if not isinstance(part, (*s.CHOICES, s.LetStatement)):
            late = True
        elif late and isinstance(part, s.CHOICES):
            refuse_late_choice(r, part)
    return (t.Together(block(r, node.body, scope.apart())),)


def refuse_late_choice(r: Resolver, node: Node) -> None:
    """Every player's choices are collected before any of their events happens."""
    text = "Inside `together` all choices come before anything happens."
    r.problem("choice-too-late", text, node.span, Advice("Move this `choose` to the top."))


# ---- verbs, windows, texts


@resolves(STATEMENTS, s.DoStatement, s.AnnounceStatement)
def do(r: Resolver, node: s.DoStatement | s.AnnounceStatement, scope: Scope) -> Block:
    parameters = r.ruleset.parameters_of(str(node.verb))
    if not r.declares("unknown-verb", "verb", node.verb) or parameters is None:
        return ()
    given = {str(a.preposition): a for a in node.arguments}
    if len(given) < len(node.arguments):
        r.problem("twice-given", "One preposition is used twice.", node.span)
    arguments: list[Value] = []
    for parameter in parameters:
        one = given.pop(str(parameter.preposition), None)
        arguments.append(argument(r, node, parameter, one, scope))
    for preposition, extra in given.items():
        known = ", ".join(f"{p.preposition} {p.name}" for p in parameters)
        text = f'"{node.verb}" takes no `{preposition}`; it takes: {known or "nothing"}.'
        r.problem("wrong-preposition", text, extra.span)
    settles = isinstance(node, s.AnnounceStatement) and scope.settles
    return (t.Do(ids.VerbId(str(node.verb)), tuple(arguments), settles),)


def argument(
    r: Resolver,
    node: s.DoStatement | s.AnnounceStatement,
    parameter: d.VerbParameter,
    given: s.Argument | None,
    scope: Scope,
) -> Value:
    wanted = parameter_type(r, parameter)
    if given is None:
        if wanted.kind == "player" and scope.player is not None:
            return scope.player
        text = f'"{node.verb}" has no `{parameter.preposition}`: its {parameter.name} is not said.'
        given_so = example_of(r, wanted, scope)
        fix = f"{line_of(node)} {parameter.preposition} {given_so}" if given_so else ""
        text += f" Write: `{fix}`." if fix else ""
        r.problem("missing-argument", text, node.span, fix)
        return MISSING
    value = resolve(r, given.value, scope, wanted)
    if wanted.many and value.type.kind == wanted.kind:
        value = as_set(r, value, given.value)
    fine = value.type.kind in (wanted.kind, "unknown", "none")
    if not fine or (value.type.kind != "unknown" and value.type.many != wanted.many):
        text = f"`{words(given.value)}` is {an(value.type)}; {parameter.name} is {an(wanted)}."
        meant = field_meant(r, given.value, value.type, wanted)
        text += f" Did you mean `{meant}`?" if meant else ""
        r.problem("wrong-type", text, given.value.span, meant)
    return value


@resolves(STATEMENTS, s.OpenStatement)
def open_(r: Resolver, node: s.OpenStatement, scope: Scope) -> Block:
    if not r.declares("unknown-window", "window", node.window):
        return ()
    whose = scope.player if node.player is None else player(r, node.player, scope)
    return (t.Open(ids.WindowId(str(node.window)), whose),)


@resolves(STATEMENTS, s.RunStatement)
def run(r: Resolver, node: s.RunStatement, scope: Scope) -> Block:
    does = run_what(r, node, scope)
    return watched(r, node, scope, does)


def run_what(r: Resolver, node: s.RunStatement, scope: Scope) -> Block:
    what = node.what
    macro, shared = scope.macro(what), shared_phrase(r, what, scope)
    if node.bearer is not None and (shared is not None or macro is not None):
        text = "Only what a card says is run as another card's."
        r.problem("run-as", text, node.span, f"for {words(node.bearer)}: run {words(what)}")
        return ()
    if shared is not None and isinstance(what, e.Name):
        return run_phrase(r, shared, what, scope)
    if macro is not None:
        if isinstance(macro.use, e.Use):
            # `for p: run a` speaks for p, `for c: run a` for the card c
            inner = macro.scope.child(
                before=scope.before, player=scope.player, this=scope.this, holder=scope.holder,
                around=scope.locals,
            )  # fmt: skip
            return effect(r, macro.use, inner, macro.category)
        if macro.use is None:
            check_given(r, macro.category, scope, what.span)
        if macro.use is None or is_name(macro.use, "free") or is_name(macro.use, "none"):
            return ()
    value = resolve(r, what, scope)
    pays = is_paid(r, value.type)
    if value.type.kind == "text" and not value.type.many:
        value = sentences(value)
    value = done_by(r, value) or value
    if value.type.kind == "sentence":
        bearer = bearer_of_run(r, node, value, scope)
        settles = settle_word(r) == "sentence" and not scope.together
        return (t.RunSentences(value, bearer, scope.player, settles, pays),)
    text = f"`{words(what)}` is {an(value.type)}; only effects run."
    r.refuse(value, "not-an-effect", text, what.span)
    return ()


def bearer_of_run(r: Resolver, node: s.RunStatement, value: Value, scope: Scope) -> Value:
    """The card that says what is run: `this` in it; the one that prints it unless `as` says."""
    if node.bearer is None:
        if value.origin is None:
            text = f"Which card says `{words(node.what)}` is not known here."
            r.problem("run-as", text, node.what.span, Advice("Name the card behind it, with `as`."))
        return origin_of(value)
    bearer = resolve(r, node.bearer, scope)
    if bearer.type.kind != "card" or bearer.type.many:
        text = f"`{words(node.bearer)}` is {an(bearer.type)}; one card says what is run."
        r.refuse(bearer, "wrong-type", text, node.bearer.span)
    return bearer


def settle_word(r: Resolver) -> str:
    """Behind what waiting effects happen: each `sentence`, or the whole `effect`."""
    found = r.ruleset.one(ru.TriggersDeclaration)
    line = first_of(ru.SettleLine, found.lines) if found is not None else None
    return str(line.word) if line is not None else "effect"


@resolves(STATEMENTS, s.EndGameStatement)
def end_game(r: Resolver, node: s.EndGameStatement, scope: Scope) -> Block:
    if isinstance(node.end, m.WonEnd):
        return (endings.Win(players(r, node.end.player, scope), at(node)),)
    if isinstance(node.end, m.RankedEnd):
        if not r.declares("unknown-ranking", "ranking", node.end.word):
            return ()
        return (endings.Rank(ids.RankingId(str(node.end.word)), at(node)),)
    return (endings.Draw(at(node)),)


@resolves(STATEMENTS, s.EliminateStatement)
def eliminate(r: Resolver, node: s.EliminateStatement, scope: Scope) -> Block:
    r.features.add("eliminate")
    return (endings.Eliminate(players(r, node.player, scope)),)


def players(r: Resolver, node: e.Expression, scope: Scope) -> Value:
    """One player or several, as a set."""
    value = resolve(r, node, scope, PLAYER)
    return as_set(r, value, node) if value.type.many else as_set(r, player(r, node, scope), node)


# ---- phases and steps


@resolves(STATEMENTS, s.SkipStatement)
def skip(r: Resolver, node: s.SkipStatement, scope: Scope) -> Block:
    if str(node.path) not in r.steps:
        word = Word(str(node.path), node.path.span)
        r.unknown("unknown-step", "phase or step", word, r.steps)
        return ()
    step = r.steps[str(node.path)]
    whose = scope.player
    if node.player is not None:
        whose = player(r, node.player, scope)
    if whose is None and step.owned:
        text = f'"{node.path}" is gone through by each player; say who skips it.'
        r.problem("whose", text, node.span, Advice("Name the player behind it, with `for`."))
    r.skips.setdefault(step.id, step.owned)
    return (t.Skip(step.id, whose if step.owned else None),)


@resolves(STATEMENTS, s.LeaveStatement)
def leave(r: Resolver, node: s.LeaveStatement, scope: Scope) -> Block:
    """Ends an enclosing phase or step."""
    known = r.steps.get(str(node.word))
    if known is None or not known.id.holds(scope.step):
        text = f'We are not inside "{node.word}" here, so it cannot be left.'
        fix = f"leave {scope.step.name}" if scope.step != ids.TURN else ""
        r.problem("not-inside", text, node.span, fix)
        return ()
    if known.id != scope.step:
        r.features.add("leaving")
    return (t.Leave(known.id, scope.step),)
