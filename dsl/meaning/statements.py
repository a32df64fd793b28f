"""Statements: flow, asking, and what is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..ir import ir
from ..ir.types import PLAYER, TRUTH, Type
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Node, Span, parts_of
from ..ruleset.ruleset import clauses_of
from .context import FALSE, TRUE, Macro, Meaning, Scope, Value, conjunction
from .counts import check_count
from .expressions import (
    lower,
    lower_condition,
    lower_number,
    lower_player,
    lower_set,
    words,
)
from .moving import lower_move
from .names import is_name

Lowered = list[ir.Statement]


def lower_block(
    m: Meaning, block: s.Block, scope: Scope, at: Span | None = None
) -> Lowered:
    """The statements of a block, in the given scope itself: what they name stays known to
    it.
    """
    found: Lowered = []
    for statement in block.statements:
        found += lower_statement(m, statement, scope, block.cites, at)
    return found


def lower_statement(
    m: Meaning,
    node: Node,
    scope: Scope,
    cites: s.Cites | None = None,
    at: Span | None = None,
) -> Lowered:
    if isinstance(node, s.Line):
        found: Lowered = []
        for part in node.statements:
            found += lower_statement(m, part, scope, node.cites or cites, at)
        return found
    method = LOWER.get(type(node))
    if method is None:
        m.problem("no-meaning", "This statement has no meaning here.", node.span)
        return []
    own = getattr(node, "cites", None)
    line = ir.Line(
        m.place(header_span(node), clauses_of(own if own is not None else cites))
    )
    outer = scope.hoisted
    scope.hoisted = []
    body = method(m, node, scope)
    hoisted, scope.hoisted = scope.hoisted, outer
    return [line, *hoisted, *body, *end_if_over(scope, body)]


def end_if_over(scope: Scope, body: Lowered) -> Lowered:
    """Behind what may have skipped a phase or step around it."""
    if scope.over is None or not any(map(runs_rules, body)):
        return []
    return [ir.If(scope.over, (ir.Return(),))]


def runs_rules(statement: ir.Statement) -> bool:
    """Whether other rules may speak inside a statement."""
    if isinstance(statement, ir.If):
        return any(map(runs_rules, (*statement.then, *statement.otherwise)))
    if isinstance(statement, (ir.For, ir.While)):
        return any(map(runs_rules, statement.body))
    return isinstance(statement, (ir.Call, ir.Run, ir.Step))


def header_span(node: Node) -> Span:
    """A statement with a block is known by its first line."""
    span = node.span
    if span.end_line == span.line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column)


# ---- flow


def lower_if(m: Meaning, node: s.IfStatement, scope: Scope) -> Lowered:
    condition = lower_condition(m, node.condition, scope)
    never = (
        condition == FALSE and scope.language == "card"
    )  # a slot that says something else
    then = [] if never else lower_block(m, node.body, scope.child())
    otherwise: Lowered = []
    if isinstance(node.otherwise, s.IfStatement):
        otherwise = lower_statement(m, node.otherwise, scope.child())
    elif node.otherwise is not None:
        otherwise = lower_block(m, node.otherwise, scope.child())
    return [ir.If(condition, tuple(then), tuple(otherwise))]


def lower_for(m: Meaning, node: s.ForStatement, scope: Scope) -> Lowered:
    player = lower_player(m, node.player, scope)
    if isinstance(player, (ir.Local, ir.Int)):
        return lower_block(m, node.body, scope.within(player))
    name = m.fresh("player")
    return [ir.Let(name, player), *lower_block(m, node.body, scope.within(ir.Local(name)))]


def lower_repeat(m: Meaning, node: s.RepeatStatement, scope: Scope) -> Lowered:
    if isinstance(node.mode, s.RepeatWhile):
        condition = lower_condition(m, node.mode.condition, scope)
        return [ir.While(condition, tuple(lower_block(m, node.body, scope.child())))]
    check_count(m, node.mode.times, "this would never happen")
    left, times = m.fresh("left"), lower_number(m, node.mode.times, scope)
    count = ir.Let(left, ir.Arithmetic("-", ir.Local(left), ir.Int(1)))
    body = (count, *lower_block(m, node.body, scope.child()))
    return [ir.Let(left, times), ir.While(ir.Compare(">", ir.Local(left), ir.Int(0)), body)]


def lower_stop(m: Meaning, node: s.StopStatement, scope: Scope) -> Lowered:
    return [ir.Return()]


def lower_fail(m: Meaning, node: s.FailStatement, scope: Scope) -> Lowered:
    return [ir.Announce("misfire", 4, ()), ir.Return()]


def lower_let(m: Meaning, node: s.LetStatement, scope: Scope) -> Lowered:
    value = lower(m, node.value, scope)
    old = scope.locals.get(str(node.name))
    if isinstance(old, Value) and isinstance(old.code, ir.Local):
        name = old.code.name
        if (
            "unknown" not in (old.type.kind, value.type.kind)
            and old.type.kind != value.type.kind
        ):
            text = f'"{node.name}" was a {old.type} and cannot become a {value.type}.'
            m.problem("type-changes", text, node.span)
    else:
        name = m.fresh(str(node.name))
    type_ = value.type
    scope.locals[str(node.name)] = replace(
        value, code=ir.Local(name), type=type_, place=None
    )
    return [ir.Let(name, value.code, value.type.many)]


def lower_do(
    m: Meaning, node: s.DoStatement | s.AnnounceStatement, scope: Scope
) -> Lowered:
    from .events import call_verb

    found = call_verb(m, node, scope)
    if isinstance(node, s.AnnounceStatement) and scope.settles:
        found.append(ir.Call("settle"))
    return found


def lower_open(m: Meaning, node: s.OpenStatement, scope: Scope) -> Lowered:
    name = str(node.window)
    if name not in m.ruleset.names("window"):
        m.unknown("unknown-window", "window", node.window, list(m.ruleset.names("window")))
        return []
    m.used.add(name)
    player = ir.Int(ir.NONE)
    if node.player is not None:
        player = lower_player(m, node.player, scope)
    elif scope.player is not None:
        player = scope.player
    path = f"{scope.path}.{name}" if scope.path else name
    return [ir.Call(f"window_{name}", (player,))] if path else []


def lower_run(m: Meaning, node: s.RunStatement, scope: Scope) -> Lowered:
    from .abilities import run_sentences, run_text
    from .phrases import lower_effect

    what = node.what
    if isinstance(what, e.Name):
        macro = scope.locals.get(str(what.word))
        if isinstance(macro, Macro):
            if isinstance(macro.use, e.Use):
                inner = macro.scope.child()
                inner.hoisted = scope.hoisted
                inner.player = scope.player  # `for p: run a` speaks for p
                return lower_effect(m, macro.use, inner)
            if (
                macro.use is None
                or is_name(macro.use, "free")
                or is_name(macro.use, "none")
            ):
                return []
    value = lower(m, what, scope)
    if value.type.kind == "text" and not value.type.many:
        return run_text(m, value, scope)
    if value.type.kind == "sentence":
        return run_sentences(m, value, scope)
    if value.type.kind != "unknown":
        m.problem(
            "not-an-effect",
            f"`{words(what)}` is a {value.type}; only effects run.",
            what.span,
        )
    return []


def lower_end_game(m: Meaning, node: s.EndGameStatement, scope: Scope) -> Lowered:
    place = m.place(node.span)
    if isinstance(node.end, s.WonEnd):
        winner = ir.Local(m.fresh("winner"))
        player = ir.Let(winner.name, lower_player(m, node.end.player, scope))
        return [player, nobody_is_a_fault(winner, place), ir.EndGame(winner, place)]
    if isinstance(node.end, s.RankedEnd):
        if str(node.end.word) not in m.ruleset.names("ranking"):
            m.unknown(
                "unknown-ranking",
                "ranking",
                node.end.word,
                list(m.ruleset.names("ranking")),
            )
            return []
        m.used.add(str(node.end.word))
        return [ir.EndGame(ir.Apply(f"ranking_{node.end.word}", ()), place)]
    return [ir.EndGame(ir.Int(ir.NONE), place)]


def nobody_is_a_fault(player: ir.Expression, place: int) -> ir.Statement:
    """For what cannot go on without a player."""
    there = ir.Compare("<", player, ir.Int(0))
    return ir.If(there, (ir.Fault("no-player", place),))


# ---- offers


def lower_offer(m: Meaning, node: s.OfferStatement, scope: Scope) -> Lowered:
    """Yes or decline; offered only if its first choice has an answer."""
    from .payable import possible

    player = lower_player(m, node.player, scope)
    inner = scope.child() if player == scope.player else scope.within(player)
    asked = replace(scope.child(), asked=player)
    inner.asked = player
    open_ = conjunction(
        lower_condition(m, node.condition, asked),
        first_choice(m, node.body, inner),
        possible(m, node.body.statements, inner, False),
    )
    inner.asked = None
    site = m.site(
        ir.Site(
            str(node.label),
            "label",
            m.place(header_span(node), clauses_of(node.cites)),
            (str(node.label),),
            "decline",
        )
    )
    name = m.fresh("offer")
    options = ir.Either(open_, ir.Items((ir.Int(0),)), ir.Items(()))
    choose = ir.Choose(name, player, site, options, TRUE)
    then = tuple(lower_block(m, node.body, inner))
    otherwise = (
        tuple(lower_block(m, node.otherwise, scope.child())) if node.otherwise else ()
    )
    return [choose, ir.If(ir.Compare("==", ir.Local(name), ir.Int(0)), then, otherwise)]


def first_choice(m: Meaning, block: s.Block, scope: Scope) -> ir.Expression:
    """There is an answer to the choice that a block begins with."""
    from .payable import flat

    statements = flat(block.statements)
    if not statements or not isinstance(statements[0], s.ChooseStatement):
        return TRUE
    members = lower_set(m, statements[0].of, scope)
    return ir.Compare(">", ir.Count(members.code), ir.Int(0))


def lower_choose_one(m: Meaning, node: s.ChooseOneStatement, scope: Scope) -> Lowered:
    from .payable import possible

    player = scope.player if scope.player is not None else ir.Int(0)
    if node.player is not None:
        player = lower_player(m, node.player, scope)
    place = m.place(header_span(node), clauses_of(node.cites))
    labels = tuple(str(option.label) for option in node.options)
    site = m.site(
        ir.Site(str(node.asking or ""), "label", place, labels, secret=node.secretly)
    )
    options: ir.Expression = ir.Items(())
    branches: Lowered = []
    name = m.fresh("option")
    for number, option in reversed(list(enumerate(node.options))):
        open_ = conjunction(
            lower_condition(m, option.condition, scope),
            possible(m, option.body.statements, scope.child(), False),
        )
        one: ir.Expression = ir.Items((ir.Int(number),))
        if open_ != TRUE:
            one = ir.Either(open_, one, ir.Items(()))
        options = one if options == ir.Items(()) else ir.Join(one, options)
        line = ir.Line(m.place(header_span(option), clauses_of(option.cites)))
        body = (line, *lower_block(m, option.body, scope.child()))
        branches = [
            ir.If(ir.Compare("==", ir.Local(name), ir.Int(number)), body, tuple(branches))
        ]
    return [ir.Choose(name, player, site, options), *branches]


# ---- doing


def lower_shuffle(m: Meaning, node: s.ShuffleStatement, scope: Scope) -> Lowered:
    value = lower(m, node.place, scope)
    if value.place is None:
        m.problem("not-a-zone", f"`{words(node.place)}` is no zone.", node.place.span)
        return []
    return [ir.Shuffle(*value.place)]


def lower_reveal(m: Meaning, node: s.RevealStatement, scope: Scope) -> Lowered:
    value = lower(m, node.what, scope)
    if value.type.kind != "card":
        if value.type.kind != "unknown":
            m.problem("not-cards", f"`{words(node.what)}` are no cards.", node.what.span)
        return []
    scope.shown.add(value.zone)
    return [ir.Reveal(lower_set(m, node.what, scope).code)]


def lower_show(m: Meaning, node: s.ShowStatement, scope: Scope) -> Lowered:
    seat = lower_player(m, node.player, scope)
    cards = lower_set(m, node.what, scope)
    scope.shown.add(cards.zone)
    return [ir.Reveal(cards.code, seat)]


def lower_random(m: Meaning, node: s.RandomStatement, scope: Scope) -> Lowered:
    of = lower_set(m, node.of, scope)
    name = m.fresh(str(node.name))
    maybe = of.type.kind == "card"
    scope.locals[str(node.name)] = replace(
        of, code=ir.Local(name), type=replace(of.type.one, maybe=maybe), place=None
    )
    return [ir.Random(name, of.code)]


def lower_turn(m: Meaning, node: s.TurnStatement, scope: Scope) -> Lowered:
    cards = lower_set(m, node.what, scope)
    found: Lowered = []
    for manner in node.manners:
        if isinstance(manner, s.FaceManner):
            found.append(ir.TurnFace(cards.code, face_number(m, manner)))
        elif isinstance(manner, s.TurnedManner):
            found.append(ir.Rotate(cards.code, turned(m, manner, cards.zone)))
    return found


def face_number(m: Meaning, manner: s.FaceManner) -> int:
    m.flags.add("face")
    if str(manner.word) not in ("up", "down"):
        m.problem("unknown-word", "A card is face up or face down.", manner.span, "face up")
    return 1 if manner.word == "up" else 0


def turned(m: Meaning, manner: s.TurnedManner, zone: str) -> int:
    m.flags.add("turned")
    spec = m.zones.get(zone)
    zones = [spec] if spec is not None and spec.orientations else list(m.zones.values())
    for item in zones:
        if str(manner.word) in item.orientations:
            return item.orientations.index(str(manner.word))
    known = [o for z in m.zones.values() for o in z.orientations]
    m.unknown("unknown-orientation", "orientation", manner.word, known)
    return 0


def lower_skip(m: Meaning, node: s.SkipStatement, scope: Scope) -> Lowered:
    if str(node.word) not in m.phases:
        m.unknown("unknown-step", "phase or step", node.word, list(m.phases))
        return []
    path = m.phases[str(node.word)][0]
    player = scope.player
    if node.player is not None:
        player = lower_player(m, node.player, scope)
    if player is None and belongs_to_players(m, path):
        text = f'"{node.word}" is gone through by each player; say who skips it.'
        m.problem("whose", text, node.span, f"skip {node.word} for ..")
    field = f"skip_{path}"
    if field not in m.fields:
        m.fields[field] = ir.FieldSpec(field, "player", 0, 0, 1, secret="inner")
    skipped = ir.Set(field, skip_owner(m, path, player), ir.Int(1))
    if scope.over is None:
        return [skipped]
    return [skipped, ir.If(scope.over, (ir.Return(),))]


def skip_owner(m: Meaning, path: str, player: ir.Expression | None) -> ir.Expression:
    """Whose note says that a phase or step is skipped: the first seat's for one of nobody."""
    if player is None or not belongs_to_players(m, path):
        return ir.Int(0)
    return player


def is_skipped(m: Meaning, path: str, player: ir.Expression | None) -> ir.Expression:
    return ir.Compare(
        "==", ir.Field(f"skip_{path}", skip_owner(m, path, player)), ir.Int(1)
    )


def belongs_to_players(m: Meaning, path: str) -> bool:
    """Whether a phase or step is some player's: in a loop over players, or `for` one."""
    wanted = m.phases[path][1]

    def holds(node: Node, owned: bool) -> bool:
        if node is wanted:
            return owned or getattr(node, "player", None) is not None
        loops = isinstance(node, s.EachStatement) and is_name(node.of, "player")
        inner = owned or loops or isinstance(node, s.ForStatement)
        return any(holds(part, inner) for part in parts_of(node))

    return any(holds(item, False) for item in m.ruleset.declarations)


def lower_leave(m: Meaning, node: s.LeaveStatement, scope: Scope) -> Lowered:
    """Ends an enclosing phase or step: the procedures in between see the mark and return."""
    inside = scope.path.split(".") if scope.path else []
    path = m.phases[str(node.word)][0] if str(node.word) in m.phases else ""
    if not path or inside[: path.count(".") + 1] != path.split("."):
        text = f'We are not inside "{node.word}" here, so it cannot be left.'
        m.problem(
            "not-inside", text, node.span, "leave " + (inside[-1] if inside else "...")
        )
        return []
    if path == scope.path:
        return [ir.Return()]
    m.flags.add("leaving")
    return [ir.Set("leaving", None, ir.Int(m.name_index(path))), ir.Return()]


def lower_together(m: Meaning, node: s.TogetherStatement, scope: Scope) -> Lowered:
    """Choices first, then everything happens before anything is checked."""
    from .payable import flat

    statements = flat(node.body.statements)
    changes = [
        k
        for k, x in enumerate(statements)
        if not isinstance(x, (s.ChooseStatement, s.LetStatement))
    ]
    late = [
        x
        for x in statements[changes[0] if changes else 0 :]
        if isinstance(x, s.ChooseStatement)
    ]
    for choice in late:
        text = "Inside `together` all choices come before anything happens."
        m.problem("choice-too-late", text, choice.span, "Move this `choose` to the top.")
    inner = scope.child()
    inner.settles, inner.together, inner.over = False, True, None
    return lower_block(m, node.body, inner)


def lower_rule(m: Meaning, node: s.Rule, scope: Scope) -> Lowered:
    from .events import lasting_rule

    return lasting_rule(m, node, scope)


def later(m: Meaning, node: Node, scope: Scope) -> Lowered:
    m.problem("no-meaning", "This statement has no meaning yet.", node.span)
    return []


def lower_each(m: Meaning, node: s.EachStatement, scope: Scope) -> Lowered:
    from .loops import lower_each_statement

    return lower_each_statement(m, node, scope)


def lower_choose(m: Meaning, node: s.ChooseStatement, scope: Scope) -> Lowered:
    from .choices import lower_choose_statement

    return lower_choose_statement(m, node, scope)


def lower_change(m: Meaning, node: s.ChangeStatement, scope: Scope) -> Lowered:
    from .changes import lower_change_statement

    return lower_change_statement(m, node, scope)


def lower_set_statement(m: Meaning, node: s.SetStatement, scope: Scope) -> Lowered:
    from .changes import lower_set_statement as set_

    return set_(m, node, scope)


def lower_grant(m: Meaning, node: s.GrantStatement, scope: Scope) -> Lowered:
    from .lists import lower_grant_statement

    return lower_grant_statement(m, node, scope)


def lower_void(m: Meaning, node: s.VoidStatement, scope: Scope) -> Lowered:
    from .lists import lower_void_statement

    return lower_void_statement(m, node, scope)


def lower_place(
    m: Meaning, node: s.PhaseStatement | s.StepStatement, scope: Scope
) -> Lowered:
    from .structure import lower_step

    return lower_step(m, node, scope)


def lower_pay(m: Meaning, node: s.PayStatement, scope: Scope) -> Lowered:
    from .choices import lower_pay_statement

    return lower_pay_statement(m, node, scope)


def lower_arrange(m: Meaning, node: s.ArrangeStatement, scope: Scope) -> Lowered:
    from .choices import lower_arrange_statement

    return lower_arrange_statement(m, node, scope)


LOWER: dict[type[Node], Callable[[Meaning, Any, Scope], Lowered]] = {
    s.IfStatement: lower_if,
    s.ForStatement: lower_for,
    s.RepeatStatement: lower_repeat,
    s.StopStatement: lower_stop,
    s.FailStatement: lower_fail,
    s.LetStatement: lower_let,
    s.DoStatement: lower_do,
    s.AnnounceStatement: lower_do,
    s.OpenStatement: lower_open,
    s.RunStatement: lower_run,
    s.EndGameStatement: lower_end_game,
    s.OfferStatement: lower_offer,
    s.ChooseOneStatement: lower_choose_one,
    s.ShuffleStatement: lower_shuffle,
    s.RevealStatement: lower_reveal,
    s.ShowStatement: lower_show,
    s.RandomStatement: lower_random,
    s.TurnStatement: lower_turn,
    s.MoveStatement: lower_move,
    s.SkipStatement: lower_skip,
    s.LeaveStatement: lower_leave,
    s.TogetherStatement: lower_together,
    s.EachStatement: lower_each,
    s.ChooseStatement: lower_choose,
    s.ChangeStatement: lower_change,
    s.SetStatement: lower_set_statement,
    s.PhaseStatement: lower_place,
    s.StepStatement: lower_place,
    s.PayStatement: lower_pay,
    s.ArrangeStatement: lower_arrange,
    s.WhenRule: lower_rule,
    s.BeforeRule: lower_rule,
    s.InsteadRule: lower_rule,
    s.ForbidRule: lower_rule,
    s.AllowRule: lower_rule,
    s.WhileRule: lower_rule,
    s.TryStatement: later,
    s.GrantStatement: lower_grant,
    s.VoidStatement: lower_void,
    s.AssignStatement: later,
}

__all__ = ["PLAYER", "TRUTH", "Type", "lower_block", "lower_statement"]
