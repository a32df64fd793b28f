"""Rules about events: when, before, instead, forbid, allow; of the format, of cards, for a time."""

from __future__ import annotations

from ..ir.names import ELIMINATED
from ..nodes import expressions as e
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node, Word, walk
from ..problems.problem import Advice, Remedy
from ..ruleset.shapes import flat
from ..typed import statements as t
from ..typed.rules import SPEAKER, THIS, Event, Gain, Rule, RuleKind, Said
from ..typed.statements import Block
from ..typed.truths import TRUE, conjunction
from ..typed.values import At, Constant, Local, Value, local
from ..typed.walk import free_bindings
from ..typed.walk import walk as walk_typed
from .context import STATEMENTS, Resolver, Scope, at, at_header, cites_of, header_span, resolves
from .events import event_named, refuse_event
from .statements.blocks import block
from .statements.gains import gainers, gives_sentences, sentences_given
from .statements.moments import ends_of
from .statements.payable import possible
from .values.coercions import NOBODY, both, condition, conjuncts, is_name, player_of, resolve, words
from .values.meant import with_end
from .values.phrases import sentences_of

KINDS: dict[type[Node], RuleKind] = {
    ru.WhenRule: "when",
    ru.BeforeRule: "before",
    ru.InsteadRule: "instead",
    ru.ForbidRule: "forbid",
    ru.AllowRule: "allow",
}
ACTS = (
    *(s.DoStatement, s.AnnounceStatement, s.RunStatement, s.OpenStatement),
    *(s.GiveStatement, s.EliminateStatement),
)
# Events about which only some kinds of rules can be; what is said of others, and the mend.
ONLY: dict[str, tuple[tuple[RuleKind, ...], str, Remedy]] = {
    "pass": (
        ("when", "forbid", "allow"),
        "A pass can be forbidden and waited for; nothing comes before it or instead of it.",
        Advice("Wait for it with `when`, or forbid it."),
    ),
    ELIMINATED: (
        ("when",),
        "A rule can only wait for somebody to be out; catch what eliminates players instead.",
        Advice("Wait for it with `when eliminated`."),
    ),
}


def event_word(node: ru.Rule) -> Word:
    """What a rule is about; an empty word for what stands."""
    return getattr(node, "event", Word(""))


def name_of(node: ru.Rule) -> str:
    return str(event_word(node))


def condition_of(node: ru.Rule) -> e.Expression | None:
    return getattr(node, "condition", None)


def add_rule(
    r: Resolver,
    node: ru.Rule,
    scope: Scope,
    said: Said | None = None,
    lasting: t.Lasting | None = None,
    standing: tuple[e.Expression | None, Value] = (None, TRUE),
    via: tuple[At, ...] = (),
) -> None:
    """Resolves a rule and keeps it; `scope` are the names around it, `standing` what holds as
    long as the sentence that it is part of does something.
    """
    kind, name = KINDS[type(node)], name_of(node)
    kinds, text, mend = ONLY.get(name, ((kind,), "", ""))
    if kind not in kinds:
        r.problem("no-meaning", text, node.span, mend)
        return
    event = event_named(r, name)
    if event is None:
        refuse_event(r, event_word(node))
        return
    inner = scope.child()
    inner.locals = {**scope.locals, **event.fields}
    if said is None and lasting is None:
        inner.player = event.fields.get("player", scope.player)
    asking = inner.child(asked=who_is_offered(r, kind, event))
    stands = conjunction(condition(r, standing[0], asking), standing[1])
    test, needs = condition(r, condition_of(node), asking), needs_of(r, node, inner)
    if needs is not None and said is None:
        text = "This happens at once, so there is no later time at which it could need anything."
        r.problem("needs-at-once", text, node.span, Advice("Say it in a `where`."))
    bearer = None
    if said is not None:
        bearer = named_bearer(r, both(standing[0], condition_of(node)), event, inner, said)
        if said.holder is not None and bearer is None:
            nobody_named(r, said.holder.type.of, node)
            return
    body: Block = ()
    written = getattr(node, "body", None)
    if isinstance(written, s.Block):
        speaking = inner.child()
        if said is not None and kind == "when":
            speaking.player = local(SPEAKER)
        body = block(r, written, speaking)
        if getattr(node, "optional", None) is not None:
            test = conjunction(test, possible(r, written.statements, inner, False))
    moves = any(isinstance(part, t.MOVING) for part in walk_typed(*body))
    if name == "moved" and said is None and moves and kind != "instead":
        text = "This rule about `moved` brings about `moved` itself."
        advice = Advice("Do it in a verb of its own, and let rules wait for that verb.")
        r.problem("rule-sets-itself-off", text, header_span(node), advice)
    rule = Rule(
        kind, event, stands, test, body, at(node, cites_of(node)), at_header(node), via,
        said, lasting, bearer, getattr(node, "optional", None) is not None, r.label(label_of(node)),
        acts=any(isinstance(part, ACTS) for part in walk(node)),
        moves=moves,
        needs=needs,
    )  # fmt: skip
    r.rules.append(rule)


def who_is_offered(r: Resolver, kind: RuleKind, event: Event) -> Value | None:
    """The player whose options show whether a rule forbids something: to pass, or an action."""
    shows = kind in ("forbid", "allow") and event.name in ("pass", *r.names("action"))
    return event.fields.get("player") if shows else None


def needs_of(r: Resolver, node: ru.Rule, scope: Scope) -> Value | None:
    """What a `when` asks when the turn of what waits has come, if it says so."""
    needs = getattr(node, "needs", None)
    return None if needs is None else condition(r, needs, scope)


def label_of(node: ru.Rule) -> str:
    """What choosing to replace an event is called: as it says, or what it replaces when."""
    label = getattr(getattr(node, "optional", None), "label", None)
    if label is not None:
        return str(label)
    test = condition_of(node)
    where = f" where {words(test)}" if test is not None else ""
    return f"Instead of {name_of(node)}{where}"


def named_in(test: e.Expression | None, *words: str) -> list[e.Name]:
    """The names of which a condition says that they are one of some words: `card is this`."""
    tests = [one for one in conjuncts(test) if isinstance(one, e.IsExpression)]
    named = [one.left for one in tests if any(is_name(one.right, word) for word in words)]
    return [left for left in named if isinstance(left, e.Name)]


def named_bearer(
    r: Resolver, test: e.Expression | None, event: Event, scope: Scope, said: Said
) -> Value | None:
    """`card is this` names the bearer, so that nobody has to be searched for."""
    fields = event.fields
    yours = (fields.get(str(name.word)) for name in named_in(test, "you"))
    you = next((value for value in yours if value is not None), None)
    own = scope.holder is None or scope.holder.form == Local(THIS)
    part = said.holder is not None
    wanted = ("holder",) if part else ("this", "holder") if own else ("this",)
    for name in named_in(test, *wanted):
        if str(name.word) in fields:
            return fields[str(name.word)]
        if you is not None:
            return resolve(r, name, scope.child(player=you, this=None))
    return None


def nobody_named(r: Resolver, part: str, node: Node) -> None:
    """Parts are not searched for: the event says which one it is about."""
    text = f"Which {part}? The condition does not name the one that has this."
    r.problem(
        "which-holder", text, node.span, Advice(f"Add to its condition that `{part} is holder`.")
    )


# ---- rules that effects set up for a time


def what_lasts(r: Resolver, scope: Scope) -> Scope:
    """What is still known when the effect is over: its card, its player, what was printed."""
    open_slots = r.open_slots if scope.language == "open" else ()
    known = {THIS, SPEAKER, *open_slots}
    kept = scope.child()
    kept.before = None
    kept.this = local(THIS) if scope.this is not None else None
    kept.player = local(SPEAKER)
    kept.locals = {
        name: value
        for name, value in scope.locals.items()
        if not isinstance(value, Value) or free_bindings(value) <= known
    }
    return kept


@resolves(STATEMENTS, ru.WhenRule, ru.BeforeRule, ru.InsteadRule, ru.ForbidRule, ru.AllowRule)
def lasting_rule(r: Resolver, node: ru.Rule, scope: Scope) -> Block:
    """A rule inside an effect: `forbid .. until m` holds for the player of the effect until
    then. Where m is a moment of one player, there is a rule for each who that may be.
    """
    tails: tuple[s.Tail, ...] = getattr(node, "tails", ())
    until = next((tail for tail in tails if isinstance(tail, s.UntilTail)), None)
    if until is None:
        text = "A rule inside an effect needs an end, such as `until end of turn`."
        r.problem("how-long", text, node.span, with_end(node))
        return ()
    setups = set_ups(r, until, scope, isinstance(node, ru.WhenRule))
    if scope.language == "open":
        check_rule(r, node, what_lasts(r, scope))
        return ()
    for lasting, _ in setups:
        add_rule(r, node, what_lasts(r, scope), lasting=lasting)
    return tuple(setup for _, setup in setups)


def set_ups(
    r: Resolver, until: s.UntilTail, scope: Scope, counted: bool
) -> list[tuple[t.Lasting, t.SetUp]]:
    """What an effect sets up, once for each end that it may have."""
    watches = isinstance(until.moment, (s.EventMoment, s.ConditionMoment))
    found: list[tuple[t.Lasting, t.SetUp]] = []
    card = scope.this if scope.this is not None else Value(Constant(0), NOBODY.type)
    for end in ends_of(r, until.moment, what_lasts(r, scope) if watches else scope):
        unknown = {one.name for one in end.context} - {THIS.name, SPEAKER.name}
        if unknown:
            text = f"`{min(unknown)}` is forgotten when the effect is over, so this could not end."
            r.problem("no-meaning", text, until.span)
            continue
        lasting = t.Lasting(end.moment)
        setup = t.SetUp(lasting, card, player_of(scope), end.condition, counted)
        found.append((lasting, setup))
    return found


@resolves(STATEMENTS, ru.WhileRule)
def while_rule(r: Resolver, node: ru.WhileRule, scope: Scope) -> Block:
    """Inside an effect nothing can hold without an end; what cards gain may have one."""
    given = flat(node.body.statements)
    if given and all(isinstance(one, s.GrantStatement) and ends(one) for one in given):
        return tuple(
            setup
            for one in given
            if isinstance(one, s.GrantStatement)
            for setup in lasting_gain(r, node, one, scope)
        )
    text = "What holds while something does needs an end, said of each `grant` inside it."
    r.problem("how-long", text, header_span(node))
    return ()


def ends(node: s.GrantStatement) -> bool:
    return any(isinstance(tail, s.UntilTail) for tail in node.tails)


def lasting_gain(
    r: Resolver, rule: ru.WhileRule, node: s.GrantStatement, scope: Scope
) -> list[t.Statement]:
    """`while c: grant e to g until m` inside an effect: who comes into g later has it as well."""
    if not gives_sentences(r, node, scope):
        text = "A list is changed by `grant` and `void` only, at once."
        advice = Advice("Say it where something happens, with an end such as `until end of turn`.")
        r.problem("cannot-stand", text, node.span, advice)
        return []
    inner = what_lasts(r, scope)
    cards, what = gainers(r, node, inner), sentences_given(r, node, scope)
    holds, given = condition(r, rule.condition, inner), sentences_of(what)
    found: list[t.Statement] = []
    for tail in node.tails:
        if not isinstance(tail, s.UntilTail):
            r.problem("how-long", "What holds while something does has no `if`.", tail.span)
        elif cards is not None and given and scope.language != "open":
            for lasting, setup in set_ups(r, tail, scope, True):
                at_ = at(node, cites_of(node))
                r.gains.append(Gain(tuple(given), cards, holds, at_, (), None, lasting))
                found.append(setup)
    return found


def check_rule(r: Resolver, node: ru.Rule, scope: Scope) -> list[object]:
    """A rule of a phrase whose slots are open: what it asks and does."""
    event = event_named(r, name_of(node))
    if event is None:
        refuse_event(r, event_word(node))
        return []
    check_holder(r, node, scope, event)
    inner = scope.child()
    inner.locals.update(event.fields)
    shown = who_is_offered(r, KINDS[type(node)], event)
    found: list[object] = [condition(r, condition_of(node), inner.child(asked=shown))]
    needs = needs_of(r, node, inner)
    found += () if needs is None else (needs,)
    body = getattr(node, "body", None)
    if isinstance(body, s.Block):
        inner.before = []
        found.append(block(r, body, inner))
    return found


def check_holder(r: Resolver, node: ru.Rule, scope: Scope, event: Event) -> None:
    """A rule of a part says which part its event is about."""
    if scope.holder is None or scope.holder.type.kind != "part":
        return
    named = named_in(condition_of(node), "holder")
    if not any(str(name.word) in event.fields for name in named):
        nobody_named(r, scope.holder.type.of, node)
