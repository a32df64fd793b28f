"""Moments: until when something lasts. A phase may end for all, or for one player."""

from __future__ import annotations

from ..ir import ir
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.declarations import PhraseDeclaration, UntilBody
from .context import Macro, Meaning, Scope

Ends = list[tuple[ir.Expression | None, int]]  # under which condition, which moment


def seat_moment(path: str, seat: int) -> str:
    """The name of the moment at which a phase or step of this seat ends."""
    return f"{path} of {seat}"


def ends_of(m: Meaning, moment: s.Moment, scope: Scope) -> Ends:
    """The moments that a moment may turn out to be: one, or one a seat."""
    if isinstance(moment, s.EventMoment) and moment.condition is None:
        macro = scope.locals.get(str(moment.word))
        if isinstance(macro, Macro):
            return ends_of_slot(m, macro, moment)
    if isinstance(moment, s.EndMoment) and isinstance(moment.of, e.Of):
        return ends_for_player(m, moment.of, scope)
    return [(None, plain_moment(m, moment, scope))]


def ends_of_slot(m: Meaning, macro: Macro, at: s.Moment) -> Ends:
    """A phrase with `until` that fills the slot."""
    from .phrases import declared_phrase, phrase_scope

    if not isinstance(macro.use, e.Use):
        return [(None, 0)]
    phrase = declared_phrase(m, macro.use)
    if isinstance(phrase, PhraseDeclaration) and isinstance(phrase.body, UntilBody):
        inner = phrase_scope(m, phrase, macro.use, macro.scope)
        return ends_of(m, phrase.body.moment, inner)
    text = f'"{macro.use.phrase}" does not say how long something lasts.'
    m.problem("no-duration", text, at.span, 'phrase .. duration ".." until end of turn')
    return [(None, 0)]


def ends_for_player(m: Meaning, of: e.Of, scope: Scope) -> Ends:
    """`end of opponent's draw`: when that phase next ends for him."""
    from .expressions import lower_player

    if str(of.word) not in m.phases:
        m.unknown("unknown-step", "phase or step", of.word, list(m.phases))
        return [(None, 0)]
    path = m.phases[str(of.word)][0]
    player = lower_player(m, of.owner, scope)
    return [
        (ir.Compare("==", player, ir.Int(seat)), m.moment(seat_moment(path, seat)))
        for seat in range(m.ruleset.seats)
    ]


def moment_number(m: Meaning, moment: s.Moment, scope: Scope) -> int:
    """The number of a moment that is the same for all."""
    ends = ends_of(m, moment, scope)
    if len(ends) > 1:
        text = "This lasts until a moment of one player; only changes of properties can."
        m.problem("no-meaning", text, moment.span, "until end of turn")
    return ends[0][1]


def plain_moment(m: Meaning, moment: s.Moment, scope: Scope) -> int:
    """The number of the moment `end of X`, where X is the turn, a phase, a step or a verb."""
    if isinstance(moment, s.EndMoment) and isinstance(moment.of, e.Name):
        word = moment.of.word
        if str(word) in ("turn", "game"):
            return m.moment(str(word))
        if str(word) in m.phases:
            return m.moment(m.phases[str(word)][0])
        if str(word) in m.verbs():
            return m.moment(f"verb {word}")
        if scope.locals.get(str(word)) is None:
            known = ["turn", *m.phases, *m.verbs()]
            m.unknown("unknown-step", "phase, step or verb", word, known)
        return 0
    text = "I know only `until end of ..` here."
    m.problem("no-meaning", text, moment.span, "until end of turn")
    return 0


def note_moments(m: Meaning) -> None:
    """Moments that statements and phrases name are known before phases are lowered, so that
    their ends are events.
    """
    for tail in m.ruleset.inside(s.UntilTail, UntilBody):
        of = tail.moment.of if isinstance(tail.moment, s.EndMoment) else None
        if isinstance(of, e.Name) and (of.word in m.phases or of.word == "turn"):
            plain_moment(m, tail.moment, Scope())
        if isinstance(of, e.Of) and str(of.word) in m.phases:
            for seat in range(m.ruleset.seats):
                m.moment(seat_moment(m.phases[str(of.word)][0], seat))


def ending(m: Meaning, path: str, player: ir.Expression | None) -> list[ir.Statement]:
    """What lasts until this phase or step ends does so, for all and for whose it is."""
    found: list[ir.Statement] = []
    if path in m.moments:
        found.append(ir.Expire(m.moment(path)))
    if player is None:
        return found
    for seat in range(m.ruleset.seats):
        name = seat_moment(path, seat)
        if name in m.moments:
            here = ir.Compare("==", player, ir.Int(seat))
            found.append(ir.If(here, (ir.Expire(m.moment(name)),)))
    return found
