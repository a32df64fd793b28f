"""Whether something can be paid or carried out, as a condition that changes nothing."""

from __future__ import annotations

from ..ir import ir
from ..ir.types import Type
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Node, walk
from .context import FALSE, TRUE, Macro, Meaning, Scope, conjunction
from .expressions import lower, lower_condition, lower_number, lower_set, player_of
from .names import is_name
from .terms import payable_terms

UNDECIDABLE = (s.EachStatement, s.RepeatStatement, s.RandomStatement, s.DoStatement)


def possible(
    m: Meaning, statements: tuple[Node, ...], scope: Scope, cost: bool
) -> ir.Expression:
    """All that the statements demand up front. In a `cost` everything must be decidable
    here.
    """
    parts: list[ir.Expression] = []
    inner = scope.child()
    for statement in flat(statements):
        parts.append(demand(m, statement, inner, cost))
        if isinstance(statement, s.LetStatement):
            inner.locals[str(statement.name)] = lower(m, statement.value, inner)
        elif isinstance(statement, s.ChooseStatement):
            inner.locals.pop(str(statement.name), None)
            inner.locals[str(statement.name)] = chosen_stand_in(m, statement, inner)
    return conjunction(*parts)


def chosen_stand_in(m: Meaning, statement: s.ChooseStatement, scope: Scope):
    """What was chosen is not known beforehand: the first candidate stands for it."""
    members = lower_set(m, statement.of, scope)
    from dataclasses import replace

    from .choices import binds_one

    if binds_one(statement.count):
        return replace(
            members, code=ir.BottomOne(members.code), type=members.type.one, place=None
        )
    return replace(members, place=None)


def flat(statements: tuple[Node, ...]) -> list[Node]:
    found: list[Node] = []
    for statement in statements:
        found += statement.statements if isinstance(statement, s.Line) else (statement,)
    return found


def demand(m: Meaning, statement: Node, scope: Scope, cost: bool) -> ir.Expression:
    if isinstance(statement, s.ChooseStatement):
        return choose_demand(m, statement, scope, cost)
    if isinstance(statement, s.RunStatement):
        return run_demand(m, statement, scope, cost)
    if isinstance(statement, s.ChangeStatement) and statement.operation == "lower":
        return lower_demand(m, statement, scope) if cost else TRUE
    if isinstance(statement, s.MoveStatement) and cost:
        return move_demand(m, statement, scope)
    if isinstance(statement, s.IfStatement):
        then = possible(m, statement.body.statements, scope, cost)
        other = statement.otherwise
        if isinstance(other, s.Block):
            otherwise = possible(m, other.statements, scope, cost)
        else:
            otherwise = demand(m, other, scope, cost) if other is not None else TRUE
        if then == otherwise == TRUE:  # whatever the condition, which may ask
            return TRUE
        condition = lower_condition(m, statement.condition, scope)
        return ir.Either(condition, then, otherwise)
    if cost and isinstance(statement, s.ChooseOneStatement):
        return one_of_demand(m, statement, scope)
    if cost and isinstance(statement, s.PayStatement):
        terms = lower(m, statement.terms, scope)
        return payable_terms(m, terms, scope, statement.terms.span)
    if cost and isinstance(statement, UNDECIDABLE):
        text = "Whether this cost can be paid cannot be told beforehand."
        m.problem(
            "cost-undecidable",
            text,
            statement.span,
            "choose exactly 1 cards in hand as given",
        )
    return TRUE


def check_cost(m: Meaning, statements: tuple[Node, ...], scope: Scope) -> None:
    """Tells where the cost is declared what could not be told before it is paid."""
    before = len(m.problems)
    possible(m, statements, scope, True)
    found = m.problems[before:]
    m.problems[before:] = [p for p in found if p.code == "cost-undecidable"]


def one_of_demand(
    m: Meaning, statement: s.ChooseOneStatement, scope: Scope
) -> ir.Expression:
    """One of the options is there and can be paid."""
    result: ir.Expression = FALSE
    for option in statement.options:
        one = conjunction(
            lower_condition(m, option.condition, scope),
            possible(m, option.body.statements, scope, True),
        )
        if one == TRUE:
            return TRUE
        result = one if result == FALSE else ir.Or(result, one)
    return result


def choose_demand(
    m: Meaning, statement: s.ChooseStatement, scope: Scope, cost: bool
) -> ir.Expression:
    count = statement.count
    number: e.Expression | None = None
    if isinstance(count, s.ExactlyCount) or (cost and isinstance(count, s.PlainCount)):
        number = count.number
    if number is None:
        return TRUE
    members = lower_set(m, statement.of, scope)
    return ir.Compare(">=", ir.Count(members.code), lower_number(m, number, scope))


def run_demand(
    m: Meaning, statement: s.RunStatement, scope: Scope, cost: bool
) -> ir.Expression:
    """A cost in a slot, or the cost text of a card."""
    what = statement.what
    if isinstance(what, e.Name):
        macro = scope.locals.get(str(what.word))
        if isinstance(macro, Macro) and isinstance(macro.use, e.Use):
            return use_demand(m, macro.use, macro.scope, cost or macro.category == "cost")
        return TRUE
    value = lower(m, what, scope)
    if value.type.kind == "text" and cost:
        name = m.fresh("ability")
        from .abilities import run_table

        table = (
            ir.Table(run_table(value.type.of), value.code.card)
            if isinstance(value.code, ir.Table)
            else value.code
        )
        origin = value.origin if value.origin is not None else ir.Int(ir.NONE)
        test = ir.ApplyDispatch(
            "payable_ability", ir.Local(name), (origin, player_of(scope))
        )
        return ir.Not(ir.Exists(name, table, ir.Not(test)))
    if value.type.kind == "sentence" and not value.type.many:  # a slot of a record
        name, this = m.fresh("ability"), value.origin or ir.Int(ir.NONE)
        own = (this, player_of(scope))
        test = ir.ApplyDispatch("payable_ability", ir.Local(name), own)
        nothing = ir.Compare("<", ir.Local(name), ir.Int(0))
        return ir.Bind(name, value.code, ir.Or(nothing, test))
    return TRUE


def use_demand(m: Meaning, use: e.Use, scope: Scope, cost: bool) -> ir.Expression:
    """What a phrase demands before it may be offered."""
    from .phrases import declared_phrase, phrase_scope

    phrase = declared_phrase(m, use)
    if not isinstance(phrase, d.PhraseDeclaration) or not isinstance(
        phrase.body, d.EffectBody
    ):
        return TRUE
    inner = phrase_scope(m, phrase, use, scope)
    cost = cost or phrase.category == "cost"
    statements = phrase.body.body.statements
    return conjunction(
        *(use_demand(m, chosen, scope, cost) for chosen in chosen_in(statements, inner)),
        possible(m, statements, inner, cost),
    )


def chosen_in(statements: tuple[Node, ...], scope: Scope) -> list[e.Use]:
    """The phrases that choose for these statements, as slots of which they speak."""
    words = dict.fromkeys(
        str(node.word)
        for statement in flat(statements)
        if not isinstance(statement, (s.RunStatement, s.OfferStatement, s.Rule))
        for node in walk(statement)
        if isinstance(node, e.Name)
    )
    macros = [scope.locals.get(word) for word in words]
    uses = [x.use for x in macros if isinstance(x, Macro)]
    return [use for use in uses if isinstance(use, e.Use) and use.phrase != "list"]


def lower_demand(m: Meaning, statement: s.ChangeStatement, scope: Scope) -> ir.Expression:
    """A gauge pays only what it holds."""
    target = lower(m, statement.target, scope)
    if not isinstance(target.code, ir.Field):
        return TRUE
    spec = m.fields.get(target.code.name)
    if spec is None or spec.low is None:
        return TRUE
    left = ir.Arithmetic("-", target.code, lower_number(m, statement.amount, scope))
    return ir.Compare(">=", left, ir.Int(spec.low))


def move_demand(m: Meaning, statement: s.MoveStatement, scope: Scope) -> ir.Expression:
    """`move top 3 of deck ..` as a cost needs three cards; a single card must be there."""
    what = statement.what
    while isinstance(what, e.Bracket):
        what = what.inner
    if isinstance(what, (e.Top, e.Bottom)) and what.amount is not None:
        members = lower_set(m, what.of, scope)
        return ir.Compare(">=", ir.Count(members.code), lower_number(m, what.amount, scope))
    if isinstance(what, (e.Top, e.Bottom)):
        members = lower_set(m, what.of, scope)
        return ir.Compare(">", ir.Count(members.code), ir.Int(0))
    return TRUE


__all__ = ["Type", "is_name", "possible", "use_demand"]
