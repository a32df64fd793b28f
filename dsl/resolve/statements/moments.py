"""Moments: until when something lasts. A phase may end for all, or for one player."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.declarations import PhraseDeclaration, UntilBody
from ...problems.problem import Advice
from ...typed import ids
from ...typed.rules import WatchMeaning
from ...typed.statements import Ending
from ...typed.truths import FALSE, Compare, Not, conjunction, truth
from ...typed.types import PLAYER
from ...typed.values import Binding, Constant, Value
from ...typed.walk import free_bindings
from ..context import Macro, Resolver, Scope, at
from ..events import event_named, refuse_event
from ..sentences import spend_phrase
from ..values.coercions import condition, player, words
from ..values.phrases import phrase_scope

Endings = tuple[Ending, ...]  # one, or one a seat
OPEN: Endings = (Ending(ids.GameEnd()),)  # of a slot, or of what is wrong


def ends_of(r: Resolver, moment: s.Moment, scope: Scope) -> Endings:
    """The moments that a moment may turn out to be: one, or one a seat."""
    if isinstance(moment, s.EventMoment) and moment.condition is None:
        macro = scope.locals.get(str(moment.event))
        if isinstance(macro, Macro):
            return ends_of_slot(r, macro, moment)
    if isinstance(moment, s.EventMoment):
        return at_event(r, moment, scope)
    if isinstance(moment, s.ConditionMoment):
        return as_long_as(r, moment, scope)
    if isinstance(moment, s.EndMoment) and isinstance(moment.of, e.Of):
        return ends_for_player(r, moment.of, moment.again, scope)
    if isinstance(moment, s.EndMoment) and moment.again is not None:
        text = "Only the end of a player's phase or step can be waited for once more."
        r.problem("no-meaning", text, moment.span, Advice("Leave `again` out."))
        return OPEN
    if isinstance(moment, s.EndMoment) and isinstance(moment.of, e.Name):
        return plain_end(r, moment.of, scope)
    if isinstance(moment, s.StartMoment) and isinstance(moment.of, (e.Name, e.Of)):
        return start_of_step(r, moment.of, scope)
    text = "I know only the end of something here, such as `until end of turn`."
    r.problem("no-meaning", text, moment.span, "end of turn")
    return OPEN


def ends_of_slot(r: Resolver, macro: Macro, moment: s.Moment) -> Endings:
    """A phrase with `until` that fills the slot."""
    if macro.use is None:
        return OPEN
    phrase = spend_phrase(r, macro.use) if isinstance(macro.use, e.Use) else None
    body = phrase.body if isinstance(phrase, PhraseDeclaration) else None
    if isinstance(macro.use, e.Use) and phrase is not None and isinstance(body, UntilBody):
        return ends_of(r, body.moment, phrase_scope(r, phrase, macro.use, macro.scope))
    what = macro.use.phrase if isinstance(macro.use, e.Use) else words(macro.use)
    text = f'"{what}" does not say how long something lasts.'
    advice = Advice("Take a phrase of category `duration`, or write the end itself.")
    r.problem("no-duration", text, moment.span, advice)
    return OPEN


def ends_for_player(r: Resolver, of: e.Of, again: e.Expression | None, scope: Scope) -> Endings:
    """`end of opponent's draw`: when that phase next ends for him, or once more after that."""
    if str(of.word) not in r.steps:
        r.unknown("unknown-step", "phase or step", of.word, r.steps)
        return OPEN
    step = r.steps[str(of.word)].id
    whose = player(r, of.owner, scope)
    late = FALSE if again is None else condition(r, again, scope)
    found: list[Ending] = []
    for seat in range(r.ruleset.seats[-1]):
        his = is_seat(whose, seat)
        soon = his if again is None else conjunction(his, truth(Not(late)))
        found.append(Ending(r.moment(ids.StepEnd(step, seat)), soon))
        for half in () if again is None else (0, 1):
            later = ids.StepEnd(step, seat, half)
            found.append(Ending(r.moment(later), conjunction(his, late)))
    return tuple(found)


def at_event(r: Resolver, moment: s.EventMoment, scope: Scope) -> Endings:
    """`until hurt where ..`: when that event has next happened."""
    name = str(moment.event)
    event = event_named(r, name)
    if event is None:
        if name in scope.locals:
            text = f'"{name}" does not say how long something lasts.'
            r.problem("no-duration", text, moment.span, "end of turn")
        else:
            refuse_event(r, moment.event)
        return OPEN
    inner = scope.child()
    inner.locals = {**scope.locals, **event.fields}
    test = condition(r, moment.condition, inner)
    named = {event.binding(field) for field in event.fields}
    return watched(r, ids.Watch(name), WatchMeaning(event, test, (), at(moment)), named, scope)


def as_long_as(r: Resolver, moment: s.ConditionMoment, scope: Scope) -> Endings:
    """`until no longer c`: it ends at the first settle point at which c does not hold, and does
    not begin where it does not hold now.
    """
    so = condition(r, moment.condition, scope)
    meaning = WatchMeaning(None, truth(Not(so)), (), at(moment))
    return watched(r, ids.Watch(""), meaning, set(), scope, so)


def watched(
    r: Resolver,
    watch: ids.Watch,
    meaning: WatchMeaning,
    named: set[Binding],
    scope: Scope,
    begins: Value | None = None,
) -> Endings:
    """Keeps what ends something; `named` are the names of its event."""
    context = tuple(sorted(free_bindings(meaning.condition) - named, key=lambda one: one.name))
    for one in context:
        if one.type.many:
            text = f"`{one.name}` may be several; until then only single things are remembered."
            r.problem("no-meaning", text, meaning.at.span)
            return OPEN
    if scope.language != "open":
        r.watches[watch] = replace(meaning, context=context)
        r.moment(watch)
    return (Ending(watch, begins, context),)


def start_of_step(r: Resolver, of: e.Name | e.Of, scope: Scope) -> Endings:
    """`start of fight`: when that phase or step next begins, or with `opponent's` his."""
    if of.word == "turn":
        text = "A turn starts when the one before it ends."
        r.problem("no-meaning", text, of.span, Advice("Write `until end of turn`."))
        return OPEN
    if str(of.word) not in r.steps:
        r.unknown("unknown-step", "phase or step", of.word, r.steps)
        return OPEN
    step = r.steps[str(of.word)].id
    if isinstance(of, e.Name):
        return (Ending(r.moment(ids.StepStart(step))),)
    whose = player(r, of.owner, scope)
    return tuple(
        Ending(r.moment(ids.StepStart(step, seat)), is_seat(whose, seat))
        for seat in range(r.ruleset.seats[-1])
    )


def is_seat(player: Value, seat: int) -> Value:
    """Whether a player has this seat."""
    return truth(Compare("==", player, Value(Constant(seat), PLAYER)))


def plain_end(r: Resolver, of: e.Name, scope: Scope) -> Endings:
    """`end of X`, where X is the turn, a phase, a step or a verb."""
    word = str(of.word)
    if word == "turn":
        moment = ids.TurnEnd()
    elif word == "game":
        moment = ids.GameEnd()
    elif word in r.steps:
        moment = ids.StepEnd(r.steps[word].id)
    elif word in r.names("verb"):
        moment = ids.VerbEnd(ids.VerbId(word))
    elif word in scope.locals:
        text = f'"{word}" does not say how long something lasts.'
        r.problem("no-duration", text, of.span, "turn")
        return OPEN
    else:
        known = ["turn", *r.steps, *r.names("verb")]
        r.unknown("unknown-step", "phase, step or verb", of.word, known)
        return OPEN
    return (Ending(r.moment(moment)),)


def only_end(r: Resolver, moment: s.Moment, scope: Scope) -> ids.Moment:
    """A moment that is the same for all."""
    ends = ends_of(r, moment, scope)
    if len(ends) > 1:
        text = "This lasts until a moment of one player; only changes of properties can."
        r.problem("no-meaning", text, moment.span, "end of turn")
    if isinstance(next(iter(ends)).moment, ids.Watch):
        text = "A gauge or note is set back with a phase, a step, a verb or the turn."
        advice = Advice("Set it back with a rule that waits for the event.")
        r.problem("no-meaning", text, moment.span, advice)
        return ids.GameEnd()
    return next(iter(ends)).moment
