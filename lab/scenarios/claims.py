"""What a scenario claims: values, choices, knowledge, the course and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...dsl.ir.names import PHASE
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes.base import walk
from ...dsl.problems.problem import Problem
from ...interpreter.runtime.faults import RuleFault
from .actions import Choosing, picks_of
from .card_claims import deck_check, holds_check, place_of
from .event_claims import never_check, order_check
from .naming import text_of
from .play import Check, Play, failed
from .position import PositionReader
from .prepared import Reader
from .recorder import Failed
from .values import owner_in

MOST_PLAIN = 2  # places of which the first alone says all

# ---- conditions


def claimed_condition(reader: Reader, claim: files.ConditionClaim) -> Check:
    return condition_check(reader, claim.condition)


def condition_check(reader: Reader, node: e.Expression) -> Check:
    """Each part of `a and b` is a claim of its own."""
    if isinstance(node, e.AndExpression):
        left = condition_check(reader, node.left)
        right = condition_check(reader, node.right)
        return lambda play: [*left(play), *right(play)]
    keeps_phase = PHASE in reader.rules.program.fields
    code = reader.rules.code(reader.condition(node))
    asks_phase = any(isinstance(n, e.Name) and n.word == "phase" for n in walk(node))
    if asks_phase and not keeps_phase:
        message = "These rules never ask which phase it is, so nothing keeps it."
        reader.problems.report("phase-not-kept", message, node.span)

    def check(play: Play) -> Iterator[Problem]:
        if not play.value(code):
            values = play.values.compared(node)
            more = f": {values}" if values else ""
            yield failed(f"`{text_of(node)}` does not hold{more}.", node.span)

    return check


# ---- the end of the game


def result_check(reader: Reader, claim: files.Claim) -> Check:
    """How the game has ended, if it has."""
    wanted: list[tuple[int, ...]] = []
    if isinstance(claim, files.WonClaim):
        wanted = [tuple(sorted(map(reader.seat, place.players))) for place in claim.places]

    def holds(play: Play) -> bool:
        if play.result is None or isinstance(claim, files.GoesOnClaim):
            return play.result is None and isinstance(claim, files.GoesOnClaim)
        return [*play.result[:1]] == wanted or [*play.result] == wanted

    def check(play: Play) -> Iterator[Problem]:
        if not holds(play):
            now = result_text(play)
            yield failed(f"I expected that {text_of(claim)}, but {now}.", claim.span)

    return check


def result_text(play: Play) -> str:
    if play.result is None:
        return "the game goes on"
    if not play.result:
        return "the game is drawn"
    order = [", ".join(map(play.naming().player, seats)) for seats in play.result]
    return f"the game is won by {' then '.join(order if len(order) > MOST_PLAIN else order[:1])}"


# ---- choices


def may_check(reader: PositionReader, claim: files.MayClaim) -> Check:
    """A choice that is offered now, or a row of them, tried on a copy."""
    seat, picks = reader.seat(claim.player), picks_of(reader, claim.picks)

    def check(play: Play) -> Iterator[Problem]:
        reason, denied = why_not(play), isinstance(claim, files.MayNotClaim)
        if reason is not None and not denied:
            yield failed(reason, claim.span)
        elif reason is None and denied:
            text = " then ".join(map(text_of, claim.picks))
            yield failed(f"{claim.player} may do this, but should not: {text}.", claim.span)

    def why_not(play: Play) -> str | None:
        if play.question_here() is None:
            return f"{claim.player} is not asked anything here."
        try:
            Choosing(play.clone(), seat, picks).try_all()
        except Failed as failure:
            if failure.problem.code == "ambiguous-choice":
                raise  # it is not known, so nothing holds
            return failure.problem.message
        except RuleFault as fault:
            return f"This ends in a fault of the rules: {fault.code}."
        return None

    return check


def decides_check(reader: Reader, claim: files.DecidesClaim) -> Check:
    """Who is asked, and what."""
    seat = reader.seat(claim.player)

    def check(play: Play) -> Iterator[Problem]:
        question = play.question_here()
        if question is None or question.seat != seat:
            now = "nobody is asked" if question is None else question.asks
            yield failed(f"{claim.player} decides nothing here: {now}.", claim.span)
            return
        wanted = play.rules.texts.get(claim.prompt or "", claim.prompt or "")
        texts = [question.site.prompt, *(option.label for option in question.options)]
        if not any(wanted in text for text in texts):
            yield failed(f"This is not what is asked: {question.asks}.", claim.span)

    return check


# ---- knowledge


def sees_check(reader: Reader, claim: files.SeesClaim) -> Check:
    """Whether a player knows that a card of this name lies there."""
    seat, place = reader.seat(claim.player), place_of(reader, claim.place)
    name, where = str(claim.card), text_of(claim.place)

    def check(play: Play) -> Iterator[Problem]:
        members: list[int] = list(play.value(reader.rules.code(place)))
        naming = play.naming()
        mine = [card for card in members if naming.is_called(card, name)]
        seen = any(play.recorder.known[card] >> seat & 1 for card in mine)
        if not mine:
            held = naming.value(place.type, members)
            message = f'There is no "{name}" in {where} to be seen; it holds {held}.'
            yield failed(message, claim.span)
        elif seen == isinstance(claim, files.NotSeesClaim):
            verb = "knows" if seen else "does not know"
            yield failed(f'{claim.player} {verb} that "{name}" lies in {where}.', claim.span)

    return check


def reads_check(reader: Reader, claim: files.ReadsClaim) -> Check:
    """Whether a player may read the value of a gauge or note."""
    rules, seat, word = reader.rules, reader.seat(claim.player), claim.place.words[-1]
    spec = rules.program.fields.get(str(word))
    if spec is None:
        known = [*rules.ruleset.names("gauge"), *rules.ruleset.names("note")]
        reader.problems.unknown("unknown-name", "gauge or note", word, known)
        return lambda play: []
    is_owned = len(claim.place.words) > 1
    code = rules.code(reader.resolve(owner_in(claim.place))) if is_owned else None

    def check(play: Play) -> Iterator[Problem]:
        owner = -1 if code is None else int(play.value(code))
        if spec.per == "card" and owner >= 0:
            owner = play.match.owner(play.state, owner)
        mine = spec.secret == "owner" and owner in (-1, seat)
        reads = mine or spec.secret == "all"
        if reads == isinstance(claim, files.NotReadsClaim):
            verb = "can" if reads else "cannot"
            yield failed(f"{claim.player} {verb} see {text_of(claim.place)}.", claim.span)

    return check


# ---- each kind of claim

CHECKS: dict[type[files.Claim], Callable[[PositionReader, Any], Check]] = {
    files.ConditionClaim: claimed_condition,
    files.HoldsClaim: holds_check,
    files.WonClaim: result_check,
    files.DrawnClaim: result_check,
    files.GoesOnClaim: result_check,
    files.LegalClaim: deck_check,
    files.BreaksClaim: deck_check,
    files.MayClaim: may_check,
    files.MayNotClaim: may_check,
    files.DecidesClaim: decides_check,
    files.SeesClaim: sees_check,
    files.NotSeesClaim: sees_check,
    files.ReadsClaim: reads_check,
    files.NotReadsClaim: reads_check,
    files.OrderClaim: order_check,
    files.NeverClaim: never_check,
}


def check_of(reader: PositionReader, claim: files.Claim) -> Check:
    """What a claim checks."""
    return CHECKS[type(claim)](reader, claim)
