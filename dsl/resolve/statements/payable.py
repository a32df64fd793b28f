"""Whether something can be paid or carried out, as a condition that changes nothing."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import rules as ru
from ...nodes import statements as s
from ...nodes.base import Node, walk
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.shapes import flat
from ...typed import truths as tr
from ...typed.fitting import MostThatFit
from ...typed.truths import FALSE, TRUE, conjunction, count_is, is_false, is_true, truth
from ...typed.types import NUMBER
from ...typed.values import Arithmetic, Either, End, Gauge, Value, constant
from ..context import DEMANDS, GAINED, Macro, Resolver, Scope, resolves
from ..sentences import body_of, spend_phrase
from ..values.coercions import (
    binds_one,
    condition,
    number,
    number_of,
    origin_of,
    player_of,
    resolve,
    resolve_set,
    sentences,
    words,
)
from ..values.groups import fit_of, must_fit
from ..values.phrases import phrase_scope, shared_phrase, shared_scope
from ..values.records import done_by, payable_terms
from .done import not_yet_run

UNDECIDABLE = (
    *(s.EachStatement, s.RepeatStatement, s.RandomStatement, s.DoStatement),
    s.DistributeStatement,
    s.ChooseSeveralStatement,
)


def possible(r: Resolver, statements: tuple[Node, ...], scope: Scope, cost: bool) -> Value:
    """All that the statements demand up front. In a `cost` everything must be decidable
    here.
    """
    parts: list[Value] = []
    inner = scope.child()
    for statement in flat(statements):
        parts.append(demand(r, statement, inner, cost))
        if isinstance(statement, s.RunStatement):
            not_yet_run(statement, inner)
        if isinstance(statement, s.LetStatement):
            inner.locals[str(statement.name)] = resolve(r, statement.value, inner)
        elif isinstance(statement, s.ChooseNumberStatement):
            inner.locals[str(statement.name)] = number(r, statement.low, inner)
        elif isinstance(statement, (s.ChooseStatement, s.RandomStatement)):
            # what was chosen is not known beforehand: the first candidate stands for it
            inner.locals.pop(str(statement.name), None)
            members = resolve_set(r, statement.of, inner)
            found = replace(members, place=None)
            if isinstance(statement, s.RandomStatement) or binds_one(statement.count):
                found = replace(found, form=End(False, members), type=members.type.one)
            inner.locals[str(statement.name)] = found
    return conjunction(*parts)


def demand(r: Resolver, node: Node, scope: Scope, cost: bool) -> Value:
    match node:
        case s.ChooseStatement():
            return choose_demand(r, node, scope, cost)
        case s.ChooseNumberStatement() if cost:
            low, high = (number(r, one, scope) for one in (node.low, node.high))
            return truth(tr.Compare("<=", low, high))
        case s.ChooseSeveralStatement() if not cost:
            return several_demand(r, node, scope)
        case s.RunStatement():
            return run_demand(r, node, scope, cost)
        case s.ChangeStatement() if node.operation == "lower":
            return lower_demand(r, node, scope) if cost else TRUE
        case s.IfStatement():
            return if_demand(r, node, scope, cost)
        case _ if not cost:
            return TRUE
        case _ if type(node) in DEMANDS:
            return DEMANDS[type(node)](r, node, scope)
        case _ if isinstance(node, UNDECIDABLE):
            text = "Whether this cost can be paid cannot be told beforehand."
            advice = Advice("Say the cost with `choose exactly`, `move`, `lower` or `pay`.")
            r.problem("cost-undecidable", text, node.span, advice)
            return TRUE
        case _:
            return TRUE


def if_demand(r: Resolver, node: s.IfStatement, scope: Scope, cost: bool) -> Value:
    then = possible(r, node.body.statements, scope, cost)
    otherwise = TRUE
    if isinstance(node.otherwise, s.Block):
        otherwise = possible(r, node.otherwise.statements, scope, cost)
    elif node.otherwise is not None:
        otherwise = demand(r, node.otherwise, scope, cost)
    if is_true(then) and is_true(otherwise):  # whatever the condition, which may ask
        return TRUE
    return truth(Either(condition(r, node.condition, scope), then, otherwise))


def check_cost(r: Resolver, statements: tuple[Node, ...], scope: Scope) -> None:
    """Reports where the cost is declared what could not be told before it is paid."""
    with r.trial() as found:
        possible(r, statements, scope, True)
    r.problems += [problem for problem in found if problem.code == "cost-undecidable"]


@resolves(DEMANDS, s.ChooseOneStatement)
def one_of_demand(r: Resolver, node: s.ChooseOneStatement, scope: Scope) -> Value:
    """One of the options is there and can be paid."""
    result = FALSE
    for option in node.options:
        one = conjunction(
            condition(r, option.condition, scope), possible(r, option.body.statements, scope, True)
        )
        if is_true(one):
            return TRUE
        result = one if is_false(result) else truth(tr.Or(result, one))
    return result


def several_demand(r: Resolver, node: s.ChooseSeveralStatement, scope: Scope) -> Value:
    """As many options are there as are chosen exactly."""
    wanted = number_of(node.count) if isinstance(node.count, s.ExactlyCount) else None
    if wanted is None:
        return TRUE
    total = constant(0)
    for option in node.options:
        test = condition(r, option.condition, scope)
        open_ = conjunction(test, possible(r, option.body.statements, scope, False))
        one = Value(Either(open_, constant(1), constant(0)), NUMBER)
        total = Value(Arithmetic("+", total, one), NUMBER)
    return truth(tr.Compare(">=", total, number(r, wanted, scope)))


@resolves(DEMANDS, s.PayStatement)
def pay_demand(r: Resolver, node: s.PayStatement, scope: Scope) -> Value:
    terms = resolve(r, node.terms, scope)
    return payable_terms(r, terms, scope, node.terms.span)


def choose_demand(r: Resolver, node: s.ChooseStatement, scope: Scope, cost: bool) -> Value:
    kinds = (s.ExactlyCount, s.PlainCount) if cost else (s.ExactlyCount,)
    wanted = number_of(node.count) if isinstance(node.count, kinds) else None
    if (node.limits or node.totals) and (wanted is not None or must_fit(node)):
        return fit_demand(r, node, wanted, scope)
    if wanted is None:
        return TRUE
    return count_is(resolve_set(r, node.of, scope), ">=", number(r, wanted, scope))


def fit_demand(
    r: Resolver, node: s.ChooseStatement, wanted: e.Expression | None, scope: Scope
) -> Value:
    """There is a set that fits together, of so many members as are wanted or may be chosen."""
    with r.trial():  # what is wrong with it is told where it is chosen
        members = resolve_set(r, node.of, scope)
        fit = fit_of(r, node, members, scope)
        written = number_of(node.count)
        bounded = isinstance(node.count, (s.PlainCount, s.ExactlyCount, s.UpToCount))
        most = number(r, written, scope) if bounded and written is not None else None
        least = constant(0) if wanted is None else number(r, wanted, scope)
    if fit is None:
        return TRUE
    size = Value(MostThatFit(fit, members, least, most), NUMBER)
    return truth(tr.Compare(">=", size, constant(0)))


def run_demand(r: Resolver, node: s.RunStatement, scope: Scope, cost: bool) -> Value:
    """A cost in a slot, or the cost text of a card."""
    macro = scope.macro(node.what)
    if macro is not None and isinstance(macro.use, e.Use):
        inner = macro.scope.child(around=scope.locals)
        return use_demand(r, macro.use, inner, cost or macro.category == "cost")
    shared = shared_phrase(r, node.what, scope)
    if isinstance(node.what, e.Name):
        body = None if shared is None or str(shared.name) in r.open else body_of(shared)
        if shared is None or body is None:
            return TRUE
        inner = shared_scope(r, shared, node.what, scope)
        with r.opening(str(shared.name)):
            return possible(r, body.statements, inner, cost)
    value = resolve(r, node.what, scope)
    whole = done_by(r, value)
    if whole is not None and cost:
        text = f"`{words(node.what)}` is {an(value.type.of)}; what is paid is a `cost`."
        r.problem("cost-undecidable", text, node.what.span)
        return TRUE
    value = whole or value
    slot = value.type.kind == "sentence" and not value.type.many  # of a record
    if not slot and value.type.kind != "text":
        return TRUE
    if scope.language == "card" and not cost:  # a text that runs texts, perhaps its own
        return TRUE
    what = value if slot else sentences(value)
    bearer = origin_of(value) if node.bearer is None else resolve(r, node.bearer, scope)
    return truth(tr.CanBeDone(what, bearer, player_of(scope)))


def use_demand(r: Resolver, use: e.Use, scope: Scope, cost: bool) -> Value:
    """What a phrase demands before it may be offered."""
    phrase = spend_phrase(r, use)
    body = body_of(phrase)
    if not isinstance(phrase, d.PhraseDeclaration) or body is None:
        return TRUE
    if any(slot.is_given and str(slot.name) not in scope.around for slot in phrase.parameters):
        return TRUE  # with what is given to it only later, nothing can be said beforehand
    inner, statements = phrase_scope(r, phrase, use, scope), body.statements
    cost = cost or phrase.category == "cost"
    chosen = [use_demand(r, one, scope, cost) for one in chosen_in(statements, inner)]
    return conjunction(*chosen, possible(r, statements, inner, cost))


def chosen_in(statements: tuple[Node, ...], scope: Scope) -> list[e.Use]:
    """The phrases that choose for these statements, as slots of which they speak."""
    spoken = dict.fromkeys(
        str(node.word)
        for statement in flat(statements)
        if not isinstance(statement, (s.RunStatement, s.OfferStatement, ru.Rule))
        for node in walk(statement)
        if isinstance(node, e.Name)
    )
    macros = [scope.locals.get(word) for word in spoken]
    uses = [
        macro.use
        for macro in macros
        if isinstance(macro, Macro) and macro.category not in GAINED  # it chooses nothing now
    ]
    return [use for use in uses if isinstance(use, e.Use) and use.phrase != e.LIST]


def lower_demand(r: Resolver, node: s.ChangeStatement, scope: Scope) -> Value:
    """A gauge pays only what it holds."""
    target = resolve(r, node.target, scope)
    plain = isinstance(target.form, Gauge) and target.form.side is None
    if not plain or target.type.kind == "truth":
        return TRUE
    assert isinstance(target.form, Gauge)
    spec = r.gauges.get(target.form.gauge)
    if spec is None or spec.low is None:
        return TRUE
    left = Value(Arithmetic("-", target, number(r, node.amount, scope)), NUMBER)
    return truth(tr.Compare(">=", left, constant(spec.low)))
