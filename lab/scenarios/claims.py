"""What a scenario claims: values, choices, knowledge, the course and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.ir import ir
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes.base import Span, parts_of, walk
from ...dsl.problems.problem import Problem, unknown
from ...dsl.syntax.print_files import print_node
from ...dsl.typed.values import Value
from ...interpreter.runtime.faults import RuleFault
from .actions import asks, choose_all, picks_of
from .deck_claims import breaks, is_legal
from .event_claims import first_of, missing_of, wanted_of
from .play import Failed, Play
from .position import seat_of
from .prepared import Stage
from .zone_claims import holds_check, place_of

Check = Callable[[Play], list[Problem]]
CODE = "claim-fails"


def check_of(stage: Stage, claim: files.Claim, problems: list[Problem]) -> Check:
    """What a claim checks; `problems` gets what is wrong with its words."""
    match claim:
        case files.ConditionClaim():
            return condition_check(stage, claim.condition, problems)
        case files.HoldsClaim():
            return holds_check(stage, claim, problems)
        case files.WonClaim():
            seat = seat_of(stage, claim.player, problems.append)
            return lambda play: result_is(play, ("win", seat), claim.span)
        case files.DrawnClaim():
            return lambda play: result_is(play, ("draw", -1), claim.span)
        case files.GoesOnClaim():
            return lambda play: result_is(play, None, claim.span)
        case files.LegalClaim():
            return lambda play: is_legal(play, claim.span)
        case files.BreaksClaim():
            return breaks(stage, claim, problems)
        case files.MayClaim() | files.MayNotClaim():
            return may_check(stage, claim, problems)
        case files.DecidesClaim():
            return decides_check(stage, claim, problems)
        case files.SeesClaim() | files.NotSeesClaim():
            return sees_check(stage, claim, problems)
        case files.ReadsClaim() | files.NotReadsClaim():
            return reads_check(stage, claim, problems)
        case files.OrderClaim():
            return order_check(stage, claim, problems)
        case files.NeverClaim():
            return never_check(stage, claim, problems)
        case _:
            raise TypeError(claim)


def failed(message: str, span: Span, code: str = CODE) -> list[Problem]:
    return [Problem(code, message, span)]


# ---- conditions


def condition_check(stage: Stage, node: e.Expression, problems: list[Problem]) -> Check:
    """Each part of `a and b` is a claim of its own."""
    if isinstance(node, e.AndExpression):
        left = condition_check(stage, node.left, problems)
        right = condition_check(stage, node.right, problems)
        return lambda play: [*left(play), *right(play)]
    keeps_phase = "phase" in stage.program.fields
    code = stage.code(stage.condition(node, problems))
    if not keeps_phase and any(
        isinstance(n, e.Name) and n.word == "phase" for n in walk(node)
    ):
        message = "These rules never ask which phase it is, so nothing keeps it."
        problems.append(Problem("phase-not-kept", message, node.span))

    def check(play: Play) -> list[Problem]:
        return [] if evaluate(play, code) else failed(does_not_hold(play, node), node.span)

    return check


def evaluate(play: Play, code: ir.Expression) -> int:
    evaluator = play.stage.evaluator
    evaluator.look_at(play.match, play.state)
    return int(evaluator.value(code, {}))


def does_not_hold(play: Play, node: e.Expression) -> str:
    """`bo's points is 90` does not hold: bo's points is 100."""
    told = "; ".join(dict.fromkeys(sides_of(play, node)))
    text = print_node(node).strip()
    return f"`{text}` does not hold: {told}." if told else f"`{text}` does not hold."


def sides_of(play: Play, node: e.Expression) -> list[str]:
    """What the compared parts of a condition are."""
    if isinstance(node, (e.AndExpression, e.OrExpression)):
        return [*sides_of(play, node.left), *sides_of(play, node.right)]
    if isinstance(node, e.NotExpression):
        return sides_of(play, node.value)
    if isinstance(node, e.Exists):
        return [told(play, node.of)]
    parts: list[e.Expression] = []
    if isinstance(node, e.Operation):
        parts = [part for part in parts_of(node) if isinstance(part, e.Expression)]
    elif isinstance(node, (e.OneOfExpression, e.SharesExpression)):
        parts = [node.left]
    return [text for part in parts if not is_plain(part) and (text := told(play, part))]


def is_plain(node: e.Expression) -> bool:
    """A literal says what it is."""
    return isinstance(node, (e.Number, e.String, e.Negative)) or (
        isinstance(node, e.Name)
        and str(node.word) in ("none", "yes", "no", "empty", "face_up", "face_down")
    )


def told(play: Play, node: e.Expression) -> str:
    """`bo's points is 100`; empty where a word is no value of its own."""
    wrong: list[Problem] = []
    value = play.stage.value(node, wrong)
    if wrong or value.type.kind in ("unknown", "kind", "place", "rule"):
        return ""
    code = play.stage.code(value)
    if isinstance(code, ir.Int):
        return ""
    evaluator = play.stage.evaluator
    evaluator.look_at(play.match, play.state)
    found = evaluator.value(code, {})
    verb = "are" if value.type.many else "is"
    return f"{print_node(node).strip()} {verb} {text_of(play, value, found)}"


def text_of(play: Play, value: Value, found: object) -> str:
    return play.wording().value(value.type, found)


# ---- the end of the game


def result_is(play: Play, wanted: tuple[str, int] | None, span: Span) -> list[Problem]:
    found = play.result
    if found == wanted:
        return []
    return failed(
        f"I expected that {result_text(play, wanted)}, but {result_text(play, found)}.",
        span,
    )


def result_text(play: Play, result: tuple[str, int] | None) -> str:
    if result is None:
        return "the game goes on"
    if result[0] == "draw":
        return "the game is drawn"
    return f"the game is won by {play.wording().player(result[1])}"


# ---- choices


def may_check(
    stage: Stage, claim: files.MayClaim | files.MayNotClaim, problems: list[Problem]
) -> Check:
    """A choice that is offered now, or a row of them, tried on a copy."""
    seat = seat_of(stage, claim.player, problems.append)
    picks = picks_of(stage, claim.picks, problems)

    def check(play: Play) -> list[Problem]:
        reason = why_not(play)
        can = reason is None
        if isinstance(claim, files.MayClaim):
            return [] if can else [Problem(CODE, reason or "", claim.span)]
        if not can:
            return []
        text = " then ".join(print_node(pick).strip() for pick in claim.picks)
        return failed(f"{claim.player} may do this, but should not: {text}.", claim.span)

    def why_not(play: Play) -> str | None:
        if play.question_here() is None:
            return f"{claim.player} is not asked anything here."
        try:
            choose_all(play.clone(), seat, picks)
        except Failed as failure:
            return failure.problem.message
        except RuleFault as fault:
            return f"This ends in a fault of the rules: {fault.code}."
        return None

    return check


def decides_check(
    stage: Stage, claim: files.DecidesClaim, problems: list[Problem]
) -> Check:
    seat = seat_of(stage, claim.player, problems.append)

    def check(play: Play) -> list[Problem]:
        question = play.question_here()
        if question is None:
            return failed(
                f"{claim.player} decides nothing here: nobody is asked.", claim.span
            )
        name = play.stage.players[question.seat]
        if question.seat != seat:
            return failed(
                f"{claim.player} decides nothing here: {asks(question, name)}.", claim.span
            )
        wanted = stage.said.get(str(claim.prompt or ""), str(claim.prompt or ""))
        texts = [question.site.prompt, *(option.label for option in question.options)]
        if any(wanted in text for text in texts):
            return []
        return failed(f"This is not what is asked: {asks(question, name)}.", claim.span)

    return check


# ---- knowledge


def sees_check(
    stage: Stage, claim: files.SeesClaim | files.NotSeesClaim, problems: list[Problem]
) -> Check:
    """Whether a player knows that a card of this name lies there."""
    seat = seat_of(stage, claim.player, problems.append)
    place = place_of(stage, claim.place, problems)
    name = str(claim.card)

    def check(play: Play) -> list[Problem]:
        evaluator = stage.evaluator
        evaluator.look_at(play.match, play.state)
        members = list(evaluator.value(stage.code(place), {}))
        wording = play.wording()
        mine = [c for c in members if name in (wording.card(c), wording.code(c))]
        where = print_node(claim.place).strip()
        if not mine:
            held = wording.value(place.type, members)
            return failed(
                f'There is no "{name}" in {where} to be seen; it holds {held}.', claim.span
            )
        seen = [card for card in mine if play.recorder.known[card] >> seat & 1]
        if isinstance(claim, files.SeesClaim):
            message = f'{claim.player} does not know that "{name}" lies in {where}.'
            return [] if seen else failed(message, claim.span)
        message = f'{claim.player} knows that "{name}" lies in {where}.'
        return failed(message, claim.span) if seen else []

    return check


def reads_check(
    stage: Stage, claim: files.ReadsClaim | files.NotReadsClaim, problems: list[Problem]
) -> Check:
    """Whether a player may read the value of a gauge or note."""
    seat = seat_of(stage, claim.player, problems.append)
    *whose, word = claim.place.words
    spec = stage.program.fields.get(str(word))
    if spec is None:
        known = [*stage.ruleset.names("gauge"), *stage.ruleset.names("note")]
        problems.append(
            unknown("unknown-name", "gauge or note", str(word), word.span, known)
        )
        return lambda play: []
    node: e.Expression | None = None
    for owner in whose:
        name = e.Name(owner, span=owner.span)
        node = name if node is None else e.Of(node, owner, span=claim.place.span)
    place = None if node is None else stage.code(stage.value(node, problems))

    def check(play: Play) -> list[Problem]:
        owner = -1 if place is None else evaluate(play, place)
        if spec.per == "card" and owner >= 0:
            owner = play.match.cards[owner][1]
        mine = spec.secret == "owner" and owner in (-1, seat)
        reads = mine or spec.secret == "all"
        text = print_node(claim.place).strip()
        if isinstance(claim, files.ReadsClaim):
            return [] if reads else failed(f"{claim.player} cannot see {text}.", claim.span)
        return failed(f"{claim.player} can see {text}.", claim.span) if reads else []

    return check


# ---- what happened


def order_check(stage: Stage, claim: files.OrderClaim, problems: list[Problem]) -> Check:
    found = [wanted_of(stage, node, problems) for node in claim.happenings]
    wanted = [one for one in found if one is not None]

    def check(play: Play) -> list[Problem]:
        count = missing_of(play, wanted)
        if count == len(wanted):
            return []
        late = wanted[count]
        where = f" after {wanted[count - 1].text}" if count else ""
        alone = first_of(play, late)
        more = " It happened earlier." if alone is not None and count else ""
        message = f"{late.text} has not happened{where}.{more}"
        return failed(message, claim.happenings[count].span)

    return check


def never_check(stage: Stage, claim: files.NeverClaim, problems: list[Problem]) -> Check:
    wanted = wanted_of(stage, claim.happening, problems)

    def check(play: Play) -> list[Problem]:
        event = first_of(play, wanted) if wanted is not None else None
        if wanted is None or event is None:
            return []
        return failed(f"{wanted.text} has happened.", claim.span)

    return check
