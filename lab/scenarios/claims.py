"""What a scenario claims: values, choices, knowledge, the course and the end of the game."""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.names import PHASE
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes.base import Span, parts_of, walk
from ...dsl.problems.problem import Problem, unknown
from ...dsl.syntax.print_files import print_node
from ...interpreter.runtime.faults import RuleFault
from .actions import Choosing, asks, picks_of
from .cases import seat_of
from .deck_claims import breaks, is_legal
from .event_claims import never_check, order_check
from .play import Check, Failed, Play, failed
from .position import owner_in
from .prepared import PreparedRules
from .zone_claims import holds_check, place_of


def check_of(rules: PreparedRules, claim: files.Claim, problems: list[Problem]) -> Check:
    """What a claim checks; `problems` gets what is wrong with its words."""
    match claim:
        case files.ConditionClaim():
            return condition_check(rules, claim.condition, problems)
        case files.HoldsClaim():
            return holds_check(rules, claim, problems)
        case files.WonClaim():
            seat = seat_of(rules.players, claim.player, problems)
            return lambda play: result_is(play, ("win", seat), claim.span)
        case files.DrawnClaim():
            return lambda play: result_is(play, ("draw", -1), claim.span)
        case files.GoesOnClaim():
            return lambda play: result_is(play, None, claim.span)
        case files.LegalClaim():
            return lambda play: is_legal(play, claim.span)
        case files.BreaksClaim():
            return breaks(rules, claim, problems)
        case files.MayClaim() | files.MayNotClaim():
            return may_check(rules, claim, problems)
        case files.DecidesClaim():
            return decides_check(rules, claim, problems)
        case files.SeesClaim() | files.NotSeesClaim():
            return sees_check(rules, claim, problems)
        case files.ReadsClaim() | files.NotReadsClaim():
            return reads_check(rules, claim, problems)
        case files.OrderClaim():
            return order_check(rules, claim, problems)
        case files.NeverClaim():
            return never_check(rules, claim, problems)
        case _:
            raise TypeError(claim)


# ---- conditions


def condition_check(
    rules: PreparedRules, node: e.Expression, problems: list[Problem]
) -> Check:
    """Each part of `a and b` is a claim of its own."""
    if isinstance(node, e.AndExpression):
        left = condition_check(rules, node.left, problems)
        right = condition_check(rules, node.right, problems)
        return lambda play: [*left(play), *right(play)]
    keeps_phase = PHASE in rules.program.fields
    code = rules.code(rules.condition(node, problems))
    asks_phase = any(isinstance(n, e.Name) and n.word == "phase" for n in walk(node))
    if asks_phase and not keeps_phase:
        message = "These rules never ask which phase it is, so nothing keeps it."
        problems.append(Problem("phase-not-kept", message, node.span))

    def check(play: Play) -> list[Problem]:
        return [] if play.value(code) else failed(does_not_hold(play, node), node.span)

    return check


def does_not_hold(play: Play, node: e.Expression) -> str:
    """`bo's points is 90` does not hold: bo's points is 100."""
    values = "; ".join(dict.fromkeys(values_in(play, node)))
    text = print_node(node).strip()
    return f"`{text}` does not hold: {values}." if values else f"`{text}` does not hold."


def values_in(play: Play, node: e.Expression) -> list[str]:
    """What the compared parts of a condition are."""
    match node:
        case e.AndExpression() | e.OrExpression():
            return [*values_in(play, node.left), *values_in(play, node.right)]
        case e.NotExpression():
            return values_in(play, node.value)
        case e.Exists():
            return [value_of(play, node.of)]
        case e.Operation():
            parts = [part for part in parts_of(node) if isinstance(part, e.Expression)]
        case e.OneOfExpression() | e.SharesExpression():
            parts = [node.left]
        case _:
            parts = list[e.Expression]()
    return [text for part in parts if not is_plain(part) and (text := value_of(play, part))]


def is_plain(node: e.Expression) -> bool:
    """A literal says what it is."""
    if isinstance(node, e.Name):
        return str(node.word) in ("none", "yes", "no", "empty", "face_up", "face_down")
    return isinstance(node, (e.Number, e.String, e.Negative))


def value_of(play: Play, node: e.Expression) -> str:
    """`bo's points is 100`; empty where a word is no value of its own."""
    wrong: list[Problem] = []
    value = play.rules.resolve(node, wrong)
    if wrong or value.type.kind in ("unknown", "kind", "place", "rule"):
        return ""
    code = play.rules.code(value)
    if isinstance(code, ir.Int):
        return ""
    found = play.naming().value(value.type, play.value(code))
    return f"{print_node(node).strip()} {'are' if value.type.many else 'is'} {found}"


# ---- the end of the game


def result_is(play: Play, wanted: tuple[str, int] | None, span: Span) -> list[Problem]:
    found = play.result
    if found == wanted:
        return []
    before, now = result_text(play, wanted), result_text(play, found)
    return failed(f"I expected that {before}, but {now}.", span)


def result_text(play: Play, result: tuple[str, int] | None) -> str:
    if result is None:
        return "the game goes on"
    if result[0] == "draw":
        return "the game is drawn"
    return f"the game is won by {play.naming().player(result[1])}"


# ---- choices


def may_check(
    rules: PreparedRules, claim: files.MayClaim | files.MayNotClaim, problems: list[Problem]
) -> Check:
    """A choice that is offered now, or a row of them, tried on a copy."""
    seat = seat_of(rules.players, claim.player, problems)
    picks = picks_of(rules, claim.picks, problems)

    def check(play: Play) -> list[Problem]:
        reason = why_not(play)
        if isinstance(claim, files.MayClaim):
            return failed(reason, claim.span) if reason is not None else []
        if reason is not None:
            return []
        text = " then ".join(print_node(pick).strip() for pick in claim.picks)
        return failed(f"{claim.player} may do this, but should not: {text}.", claim.span)

    def why_not(play: Play) -> str | None:
        if play.question_here() is None:
            return f"{claim.player} is not asked anything here."
        try:
            Choosing(play.clone(), seat, picks).all()
        except Failed as failure:
            return failure.problem.message
        except RuleFault as fault:
            return f"This ends in a fault of the rules: {fault.code}."
        return None

    return check


def decides_check(
    rules: PreparedRules, claim: files.DecidesClaim, problems: list[Problem]
) -> Check:
    seat = seat_of(rules.players, claim.player, problems)

    def check(play: Play) -> list[Problem]:
        question, nothing = play.question_here(), f"{claim.player} decides nothing here"
        if question is None:
            return failed(f"{nothing}: nobody is asked.", claim.span)
        now = asks(question, rules.players[question.seat])
        if question.seat != seat:
            return failed(f"{nothing}: {now}.", claim.span)
        wanted = rules.texts.get(str(claim.prompt or ""), str(claim.prompt or ""))
        texts = [question.site.prompt, *(option.label for option in question.options)]
        if any(wanted in text for text in texts):
            return []
        return failed(f"This is not what is asked: {now}.", claim.span)

    return check


# ---- knowledge


def sees_check(
    rules: PreparedRules,
    claim: files.SeesClaim | files.NotSeesClaim,
    problems: list[Problem],
) -> Check:
    """Whether a player knows that a card of this name lies there."""
    seat = seat_of(rules.players, claim.player, problems)
    place = place_of(rules, claim.place, problems)
    name, where = str(claim.card), print_node(claim.place).strip()

    def check(play: Play) -> list[Problem]:
        members: list[int] = list(play.value(rules.code(place)))
        naming = play.naming()
        mine = [c for c in members if name in (naming.card(c), naming.code(c))]
        if not mine:
            held = naming.value(place.type, members)
            message = f'There is no "{name}" in {where} to be seen; it holds {held}.'
            return failed(message, claim.span)
        seen = any(play.recorder.known[card] >> seat & 1 for card in mine)
        if seen == isinstance(claim, files.SeesClaim):
            return []
        verb = "knows" if seen else "does not know"
        return failed(f'{claim.player} {verb} that "{name}" lies in {where}.', claim.span)

    return check


def reads_check(
    rules: PreparedRules,
    claim: files.ReadsClaim | files.NotReadsClaim,
    problems: list[Problem],
) -> Check:
    """Whether a player may read the value of a gauge or note."""
    seat = seat_of(rules.players, claim.player, problems)
    word = claim.place.words[-1]
    spec = rules.program.fields.get(str(word))
    if spec is None:
        known = [*rules.ruleset.names("gauge"), *rules.ruleset.names("note")]
        problems.append(unknown("unknown-name", "gauge or note", word, word.span, known))
        return lambda play: []
    is_owned = len(claim.place.words) > 1
    whose = rules.resolve(owner_in(claim.place), problems) if is_owned else None
    code = rules.code(whose) if whose is not None else None

    def check(play: Play) -> list[Problem]:
        owner = -1 if code is None else int(play.value(code))
        if spec.per == "card" and owner >= 0:
            owner = play.match.cards[owner][1]
        mine = spec.secret == "owner" and owner in (-1, seat)
        reads = mine or spec.secret == "all"
        if reads == isinstance(claim, files.ReadsClaim):
            return []
        verb = "can" if reads else "cannot"
        text = print_node(claim.place).strip()
        return failed(f"{claim.player} {verb} see {text}.", claim.span)

    return check
