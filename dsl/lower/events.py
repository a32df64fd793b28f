"""What meets an event: rules that forbid it, come before it, replace it or wait for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from math import ceil

from ..ir import ir
from ..ir.free_locals import free_locals
from ..ir.names import MISFIRE, TRYING, engine_name
from ..typed import ids
from ..typed import statements as t
from ..typed.reactions import Reaction
from ..typed.rules import SPEAKER, THIS, Event, Rule, RuleKind
from ..typed.values import Binding
from .context import (
    TRUE,
    Env,
    Frame,
    Lowered,
    Lowering,
    Needed,
    code_of_statement,
    conjunction,
    lower_block,
    lower_value,
    speaker_of,
    speaks,
)
from .printed import printed
from .speakers import (
    MANY,
    ability_of,
    any_needed,
    any_of,
    bear,
    count_use,
    is_fixed,
    needed,
    set_up,
    side_by_side,
    speakers,
    undo_count,
    within_limit,
)
from .steps import end_condition
from .watches import Begun, end_watched, givers_of, if_some, lasting_field, times_field

AT_ONCE = 8  # sentences before which a card is asked if it prints any of them
Make = Callable[[Env, ir.Expression], Lowered]


def rules_for(b: Lowering, event: str, kind: RuleKind) -> list[Rule]:
    """The rules of a kind about an event that no sentence of a card is."""
    found = (rule for rule in b.format.rules if rule.event.name == event and rule.kind == kind)
    return [rule for rule in found if rule.said is None]


def rules_about(b: Lowering, event: str, kind: RuleKind) -> list[Rule]:
    """The rules of a kind about an event, then the sentences that are, as the files have them."""
    said = (one.rule for one in b.reactions.get((event, kind), []))
    return [*rules_for(b, event, kind), *dict.fromkeys(said)]


# ---- for whom a rule speaks


def all_tests(b: Lowering, rule: Rule, env: Env) -> ir.Expression:
    """What stands in front of a rule, its own condition, and how often its sentence may be used;
    what waits counts that where it begins to.
    """
    standing = lower_value(b, rule.standing, env)
    tests = conjunction(standing, lower_value(b, rule.condition, env))
    tests = tests if tests == TRUE else b.via(rule.via, tests)
    if rule.said is not None:
        tests = conjunction(speaks(b, env[SPEAKER]), tests)
    if rule.said is None or rule.kind == "when":
        return tests
    return conjunction(tests, within_limit(b, ability_of(b, rule.said), env[THIS]))


def use_of(b: Lowering, rule: Rule, env: Env) -> Lowered:
    """Counts that the sentence of a rule was used."""
    return [] if rule.said is None else count_use(b, ability_of(b, rule.said), env[THIS])


def bind_bearers(b: Lowering, rule: Rule, fields: Env, make: Make) -> Lowered:
    """Statements for everyone for whom the rule speaks; `make` gets what its names are, and the
    condition.
    """
    if rule.lasting is not None:
        name = b.fresh("player")
        env, active = set_up(b, rule.lasting, fields, ir.Local(name))
        inner = make(env, conjunction(active, all_tests(b, rule, env)))
        if rule.kind == "when":
            times = ir.Field(times_field(b, rule.lasting), ir.Local(name))
            inner = [ir.For(b.fresh("time"), ir.Range(times), tuple(inner))]
        return if_some(b, rule.lasting, [ir.For(name, b.seated, tuple(inner))])
    if rule.said is None:
        return make(fields, all_tests(b, rule, fields))
    name = b.fresh("bearer")
    env, borne = bear(b, rule.said, fields, ir.Local(name))
    tests = all_tests(b, rule, env)
    if rule.bearer is not None and is_fixed(b, rule.said):
        bearer = lower_value(b, rule.bearer, env)
        return [ir.Let(name, bearer), *make(env, conjunction(borne, tests))]
    bearers = speakers(b, rule.said, bearer_named(b, rule, env))
    return [ir.For(name, bearers, tuple(make(env, tests)))]


def bearer_named(b: Lowering, rule: Rule, env: Env) -> ir.Expression | None:
    """The only one for whom a rule can speak, if the event names one."""
    return None if rule.bearer is None else lower_value(b, rule.bearer, env)


def holds(b: Lowering, rule: Rule, fields: Env) -> ir.Expression:
    """The same as one truth: it holds for someone for whom the rule speaks."""
    place = b.place(rule.at)
    if rule.lasting is not None:
        name = b.fresh("player")
        env, active = set_up(b, rule.lasting, fields, ir.Local(name))
        test = conjunction(active, ir.Mark(place, all_tests(b, rule, env)))
        some = b.has_some(givers_of(b, rule.lasting))
        return conjunction(some, ir.Exists(name, b.seated, test))
    if rule.said is None:
        return ir.Mark(place, all_tests(b, rule, fields))
    name = b.fresh("bearer")
    env, borne = bear(b, rule.said, fields, ir.Local(name))
    done = ir.Mark(b.happens(ability_of(b, rule.said)), TRUE)
    tests = conjunction(ir.Mark(place, all_tests(b, rule, env)), done)
    if rule.bearer is not None and is_fixed(b, rule.said):
        bearer = lower_value(b, rule.bearer, env)
        return ir.Bind(name, bearer, conjunction(borne, tests))
    return ir.Exists(name, speakers(b, rule.said, bearer_named(b, rule, env)), tests)


# ---- sentences, one after the other


def bind_reactions(
    b: Lowering, event: str, kind: RuleKind, fields: Env, made: Callable[[Reaction], Make]
) -> Lowered:
    """Statements for all sentences that do something about an event, in order. Where there are
    very many, a card for which some speak is asked first if it prints any of them.
    """
    every, parts = b.reactions.get((event, kind), []), list[tuple[Lowered, Needed]]()

    def lines_of(one: Reaction) -> Lowered:
        return bind_bearers(b, one.rule, fields, in_its_round(b, one, made(one)))

    for card, alike in groupby(every, lambda one: its_card(b, one.rule, fields)):
        some = [*alike]
        if card is not None and len(every) > MANY:
            lines = if_it_prints(b, some, card, lines_of)
            parts.append((lines, needed_by_all(b, [one.rule for one in some])))
        else:
            parts += [(lines_of(one), needed_by_all(b, [one.rule])) for one in some]
    return in_order(b, parts)


def if_it_prints(
    b: Lowering, some: list[Reaction], card: ir.Expression, lines_of: Callable[[Reaction], Lowered]
) -> Lowered:
    """Statements for some sentences, if the card prints any of them; many are parted first."""
    if len(some) <= AT_ONCE:
        inside = [line for one in some for line in lines_of(one)]
    else:
        size = ceil(len(some) / AT_ONCE)
        parts = (some[at : at + size] for at in range(0, len(some), size))
        inside = [line for part in parts for line in if_it_prints(b, part, card, lines_of)]
    return [ir.If(prints_any(b, some, card), tuple(inside))]


def needed_by_all(b: Lowering, rules: list[Rule]) -> Needed:
    """The cards without which some rules speak for nobody, if that is so for some."""
    return any_needed(needed(b, rule.said, rule.lasting) for rule in rules)


def in_order(b: Lowering, parts: list[tuple[Lowered, Needed]]) -> Lowered:
    """Very many statements, one after the other."""

    def joined(some: Sequence[Lowered]) -> Lowered:
        return [line for lines in some for line in lines]

    return side_by_side(b, parts, joined, lambda there, lines: [ir.If(there, tuple(lines))])


def its_card(b: Lowering, rule: Rule, fields: Env) -> ir.Local | None:
    """The card of the event for which a rule speaks if it prints its sentence, and for no other;
    None where that may become another while an event goes on.
    """
    if rule.said is None or rule.lasting is not None or rule.bearer is None:
        return None
    if rule.said.holder is not None or not is_fixed(b, rule.said) or ids.PRINT in b.format.made:
        return None
    card = lower_value(b, rule.bearer, fields)
    return card if isinstance(card, ir.Local) else None


def prints_any(b: Lowering, some: list[Reaction], card: ir.Expression) -> ir.Expression:
    """Whether a card prints one of some sentences."""
    numbers = [ability_of(b, one.rule.said) for one in some if one.rule.said is not None]
    cards = {card for number in numbers for card in b.format.abilities[number].bearers}
    group = b.group(("any of", *numbers), sorted(cards))
    return ir.Compare("==", printed(b, b.bears(group), card), ir.Int(1))


def in_its_round(b: Lowering, one: Reaction, make: Make) -> Make:
    """What a card has gained comes in the first."""
    cards = one.only or one.later
    if not cards:
        return make

    def make_then(env: Env, condition: ir.Expression) -> Lowered:
        table = b.bears(b.group(("in round", cards), cards))
        then = ir.Compare("==" if one.only else "!=", printed(b, table, env[THIS]), ir.Int(1))
        return make(env, conjunction(then, condition))

    return make_then


# ---- what they do


def body_of(b: Lowering, rule: Rule, waits: bool = False, whole: bool = False) -> str:
    """The procedure of a rule's body, made once; it takes what it uses of the event and of who
    speaks (`whole`: all of it, where the body may come to itself again); one that `waits` always
    takes who speaks. `stop` ends only it.
    """
    if rule not in b.bodies:
        holder = rule.said.holder if rule.said is not None else None
        fields = [rule.event.binding(name) for name in rule.event.fields]
        bindings = [THIS, SPEAKER, *fields, *([holder] if holder is not None else [])]
        names = {binding: b.fresh(binding.name) for binding in bindings}
        name = b.fresh(rule.kind)
        if whole:
            of_rules = rule.said is None and rule.lasting is None
            b.bodies[rule] = (name, tuple(fields if of_rules else bindings))
        env: Env = {binding: ir.Local(one) for binding, one in names.items()}
        place = b.place(rule.head)
        frame = Frame(env, ability=ir.NONE if rule.said is None else ability_of(b, rule.said))
        body = (*said_line(b, rule), ir.Line(place), *lower_block(b, rule.body, frame))
        if not whole:
            used = {*free_locals(body)}
            if waits:
                used |= {names[THIS], names[SPEAKER]}
            b.bodies[rule] = (name, tuple(b for b in bindings if names[b] in used))
        taken = b.bodies[rule][1]
        b.procedure(name, tuple(names[b] for b in taken), body, place)
    return b.bodies[rule][0]


def said_line(b: Lowering, rule: Rule) -> Lowered:
    """Here the sentence of a rule does something."""
    return [] if rule.said is None else [ir.Line(b.happens(ability_of(b, rule.said)))]


def arguments_for(b: Lowering, rule: Rule, env: Env) -> tuple[ir.Expression, ...]:
    """What the procedure of a rule's body takes, here."""
    return tuple(env[binding] for binding in b.bodies[rule][1])


def called_body(b: Lowering, rule: Rule, env: Env) -> Lowered:
    procedure = body_of(b, rule, whole=rule.event.name == "moved" and rule.moves)
    return [ir.Call(procedure, arguments_for(b, rule, env))]


def run_body(b: Lowering, rule: Rule) -> Make:
    def make(env: Env, condition: ir.Expression) -> Lowered:
        return [ir.If(condition, (*use_of(b, rule, env), *called_body(b, rule, env)))]

    return make


def catch_after(b: Lowering, event: str, fields: Env, begun: Begun | None = None) -> Lowered:
    """`when` of the rules at once; `when` of cards waits for the next settling. Then ends what
    lasted until this event.
    """
    found = caught(b, event, "when", fields)
    return [*found, *queue_triggers(b, event, fields), *end_watched(b, event, fields, begun)]


def caught(b: Lowering, event: str, kind: RuleKind, fields: Env) -> Lowered:
    """What the rules of a kind do at an event."""
    found: Lowered = []
    for rule in rules_for(b, event, kind):
        found += bind_bearers(b, rule, fields, run_body(b, rule))
    return found


# ---- prohibitions


def any_holds(b: Lowering, rules: list[Rule], fields: Env) -> ir.Expression | None:
    """Whether one of some rules holds; None if there is none."""
    if not rules:
        return None
    return any_of(b, [(holds(b, rule, fields), needed_by_all(b, [rule])) for rule in rules])


def forbid_condition(
    b: Lowering, event: str, fields: Env, offered: bool = False
) -> ir.Expression | None:
    """Whether a rule forbids the event now, unless a stronger one allows it; None if none
    could. What is `offered` may also come to be replaced, if that is stronger.
    """
    result = any_holds(b, rules_about(b, event, "forbid"), fields)
    if result is None:
        return None
    stronger: list[Rule] = []
    if b.format.beats("allow", "forbid"):
        stronger += rules_about(b, event, "allow")
    if offered and b.format.beats("instead", "forbid"):
        stronger += rules_about(b, event, "instead")
    freed = any_holds(b, stronger, fields)
    return result if freed is None else ir.And(result, ir.Not(freed))


def cannot_be_done(b: Lowering) -> Lowered:
    """Where something that may be tried cannot be done."""
    if "try" not in b.format.features:
        return []
    trying = ir.Compare("==", ir.Field(TRYING), ir.Int(1))
    return [ir.If(trying, (ir.Set(TRYING, None, ir.Int(2)),))]


def allow_condition(b: Lowering, event: str, fields: Env) -> ir.Expression | None:
    """Whether a rule allows the event now; None if none could."""
    return any_holds(b, rules_about(b, event, "allow"), fields)


# ---- what waits


def ability_procedure(ability: int) -> str:
    """The procedure that carries out a sentence."""
    return engine_name("ability", ability)


def queue_triggers(b: Lowering, event: str, fields: Env) -> Lowered:
    """Every sentence that waits for the event, for the card that says it."""

    def queue(one: Reaction) -> Make:
        if one.trigger is None:
            return queue_body(b, one.rule, one.ability.id)
        return queue_sentence(b, one.rule, one.ability.id, b.place(one.trigger.at))

    return bind_reactions(b, event, "when", fields, queue)


def queue_sentence(b: Lowering, rule: Rule, ability: int, place: int) -> Make:
    procedure = ability_procedure(ability)

    def make(env: Env, condition: ir.Expression) -> Lowered:
        test = conjunction(condition, within_limit(b, ability, env[THIS]))
        queue = queued(b, rule, ability, (procedure, (THIS, SPEAKER)), env)
        return [ir.If(test, (ir.Line(place), *count_use(b, ability, env[THIS]), queue))]

    return make


def queue_body(b: Lowering, rule: Rule, ability: int) -> Make:
    """A `when` inside a keyword or phrase: waits with what its body needs of the event."""

    def make(env: Env, condition: ir.Expression) -> Lowered:
        body_of(b, rule, True, rule.event.name == "moved")
        test = conjunction(condition, within_limit(b, ability, env[THIS]))
        queue = queued(b, rule, ability, b.bodies[rule], env)
        return [ir.If(test, (*count_use(b, ability, env[THIS]), queue))]

    return make


def queued(
    b: Lowering, rule: Rule, ability: int, work: tuple[str, tuple[Binding, ...]], env: Env
) -> ir.Queue:
    """What waits, with what it takes of the event; `work` is the procedure that carries it out."""
    procedure, taken = turn_of(b, rule, ability, work)
    own = {**env, SPEAKER: speaker_of(b, env[THIS])}
    return ir.Queue(b.trigger(procedure, ability), tuple(own[one] for one in taken))


def turn_of(
    b: Lowering, rule: Rule, ability: int, work: tuple[str, tuple[Binding, ...]]
) -> tuple[str, tuple[Binding, ...]]:
    """The procedure for when the turn of what waits has come: it asks what must be so then. What is
    not leaves the sentence undone, and unused.
    """
    key = ("turn", rule)
    if key not in b.bodies:
        needs = rule.needs
        if needs is None and b.format.course.order.again:
            needs = rule.standing
        holder = rule.said.holder if rule.said is not None else None
        fields = [rule.event.binding(name) for name in rule.event.fields]
        names = {one: b.fresh(one.name) for one in (THIS, SPEAKER, *fields, holder) if one}
        env: Env = {binding: ir.Local(name) for binding, name in names.items()}
        test = TRUE if needs is None else lower_value(b, needs, env)
        if test == TRUE:
            b.bodies[key] = work
            return work
        call = ir.Call(work[0], tuple(env[one] for one in work[1]))
        lost = (*undo_count(b, ability, env[THIS]), ir.Announce(MISFIRE, 4, ()))
        body = (ir.If(test, (call,), lost),)
        used = {*free_locals(body), names[THIS], names[SPEAKER]}
        taken = tuple(one for one, name in names.items() if name in used)
        name = b.fresh("turn")
        b.procedure(name, tuple(names[one] for one in taken), body, b.place(rule.head))
        b.bodies[key] = (name, taken)
    return b.bodies[key]


def fields_of(event: Event, values: dict[str, ir.Expression]) -> Env:
    """What the names of an event are, by name."""
    return {event.binding(name): code for name, code in values.items()}


@code_of_statement(t.SetUp)
def setup_rule(b: Lowering, node: t.SetUp, frame: Frame) -> Lowered:
    """An effect sets a rule up; the note remembers the card that says it."""
    card, player = (lower_value(b, one, frame.env) for one in (node.card, node.player))
    note, times = lasting_field(b, node.lasting), times_field(b, node.lasting)
    found: Lowered = [ir.Set(note, player, ir.Arithmetic("+", card, ir.Int(1)))]
    if node.counted:
        more = ir.Arithmetic("+", ir.Field(times, player), ir.Int(1))
        found.append(ir.Set(times, player, more))
    test = end_condition(b, node.lasting.until, node.condition, frame.env)
    return found if test == TRUE else [ir.If(test, tuple(found))]
