"""What players do in a scenario: choosing, passing, playing on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, unknown
from ...dsl.problems.similar import nearest
from ...dsl.ruleset.shapes import parts_declared
from ...interpreter.runtime.faults import RuleFault, StepNotReached
from .play import LONGEST, Failed, Play, Question, fault_problem, not_reached
from .position import seat_of, step_of
from .prepared import Stage
from .wording import PASSING, Option, keyword_names, listing, record_names, symbol_names

Act = Callable[[Play], None]
Pick = tuple[str, ...]


def deed_of(stage: Stage, deed: files.Deed, problems: list[Problem]) -> Act:
    """What a deed does; `problems` gets what is wrong with its words."""
    match deed:
        case files.ChoosesDeed():
            seat = seat_of(stage, deed.player, problems.append)
            picks = picks_of(stage, deed.picks, problems)
            return lambda play: choose_all(play, seat, picks)
        case files.PassesDeed():
            seat = seat_of(stage, deed.player, problems.append)
            return lambda play: pass_once(play, seat, deed.span)
        case files.RunsDeed():
            found = step_of(stage, deed.path)
            if isinstance(found, Problem):
                problems.append(found)
            path = found if isinstance(found, str) else ""
            seat = -1
            if deed.player is not None:
                seat = seat_of(stage, deed.player, problems.append)
            return lambda play: run_to(play, (path, seat), deed.span)
        case _:
            raise TypeError(deed)


def carry_out(play: Play, act: Act, span: Span) -> None:
    """Does a deed; whatever stops it is `Failed`."""
    play.doing = span
    try:
        act(play)
    except RuleFault as fault:
        raise Failed(fault_problem(play, fault)) from None
    except StepNotReached as error:
        raise Failed(not_reached(play.position, error)) from None


# ---- what a pick says


def picks_of(
    stage: Stage, picks: Sequence[files.Picked], problems: list[Problem]
) -> list[tuple[Pick, Span]]:
    """Picks as texts; a name that no option can ever have is a mistake."""
    known = set[str]() if stage.is_mutant else option_names(stage)
    found: list[tuple[Pick, Span]] = []
    for pick in picks:
        texts: list[str] = []
        for value in pick.values:
            text = value_text(value).translate(STRAIGHT)
            if text not in known:
                text = stage.said.get(text, text)
            texts.append(text)
            if known and isinstance(value, files.StringValue) and text not in known:
                problems.append(
                    unknown("unknown-choice", "option or card", text, value.span, known)
                )
        found.append((tuple(texts), pick.span))
    return found


STRAIGHT = str.maketrans("“”", '""')  # options print quotes that cannot stand in a string


def value_text(value: files.Value) -> str:
    match value:
        case files.NumberValue(number=number):
            return str(number)
        case files.WordValue(word=word) | files.StringValue(text=word):
            return str(word)
        case _:
            return ""


def thing_names(stage: Stage) -> set[str]:
    """Parts of cards with their card, and keywords."""
    names = {
        f"{card.name} {title}"
        for part in parts_declared(stage.ruleset).values()
        for number in range(stage.format.widths[str(part.name)])
        for title in symbol_names(stage.ruleset, str(part.per), number)
        for card in stage.pool
    }
    for ability in stage.format.abilities:
        if str(ability.sentence.effect.phrase) in stage.ruleset.names("keyword"):
            names |= set(keyword_names(stage, ability.id))
    return names


def option_names(stage: Stage) -> set[str]:
    """Every name that an option of these rules can have."""
    if stage.option_names is not None:
        return stage.option_names
    names = {text for site in stage.program.sites for text in (*site.labels, site.passing)}
    for card in stage.pool:
        name = str(card.name)
        names |= {name, str(card.code)} | {f"{name} {number}" for number in range(1, 10)}
    for number in range(len(stage.format.records)):
        names |= set(record_names(stage, number))
    for node in stage.ruleset.names("values").values():
        if isinstance(node, d.ValuesDeclaration):
            for item in node.items:
                names |= {str(item.name), *map(str, item.titles)}
    names |= {*PASSING, *stage.players, *map(str, stage.lowering.names)}
    names |= thing_names(stage)
    stage.option_names = names
    return stage.option_names


def fits(option: Option, pick: Pick) -> bool:
    """Whether a pick means an option: its label if it has one, and what it is done with."""
    if option.passes:
        return len(pick) == 1 and pick[0] in {option.label, *PASSING}
    rest = pick
    if option.label:
        if not pick or pick[0] != option.label:
            return False
        rest = pick[1:]
        if not rest:
            return True
    return len(rest) == 1 and rest[0] in option.elements


def find_option(question: Question, pick: Pick, span: Span) -> Option | None:
    """The option that a pick means; several that differ are a mistake."""
    found = [option for option in question.options if fits(option, pick)]
    if len({(option.label, option.elements) for option in found}) > 1:
        message = f"This could be any of {listing(found)}."
        names = found[0].elements
        mend = shown(names[-1:]) if names else ""
        raise Failed(Problem("ambiguous-choice", message, span, mend))
    return found[0] if found else None


def shown(pick: Pick) -> str:
    return " ".join(text if text.isdigit() else f'"{text}"' for text in pick)


# ---- choosing


def choose_all(play: Play, seat: int, picks: list[tuple[Pick, Span]]) -> None:
    """Makes picks in a row. Several cards of one choice may be named in any order."""
    since = play.next_deed()
    start: tuple[Play, int, int] | None = (
        None  # a choice of several: play, first pick, site
    )
    at = 0
    while at < len(picks):
        pick, span = picks[at]
        question = play.question()
        if (
            question is not None
            and question.site.passing == "done"
            and (start is None or question.number != start[2])
        ):
            start = (play.clone(), at, question.number)
        option = None
        if question is not None and question.seat == seat:
            option = find_option(question, pick, span)
        if option is not None and question is not None:
            play.answer(option.index)
            if start is not None and question.number != start[2]:
                start = None  # that choice is over
        elif made_already(play, seat, pick, since):
            play.look_on()
        else:
            end = None if start is None else reorder(play, start, seat, picks, at, since)
            if end is None:
                raise Failed(not_offered(play, seat, question, pick, span))
            at, start = end, None
            continue
        at += 1


def reorder(
    play: Play,
    start: tuple[Play, int, int],
    seat: int,
    picks: list[tuple[Pick, Span]],
    at: int,
    since: int,
) -> int | None:
    """Makes the picks of one choice in the order of its options; gives the pick behind them."""
    before, first, site = start
    for end in range(at + 1, len(picks) + 1):
        trial = before.clone()
        if end - first > 1 and pick_offered(trial, seat, site, picks[first:end], since):
            play.restore(trial)
            return end
    return None


def pick_offered(
    play: Play, seat: int, site: int, picks: list[tuple[Pick, Span]], since: int
) -> bool:
    """Whether all of these picks can be made at one site, what is offered first before the rest."""
    left = list(picks)
    while left:
        question = play.question()
        offered: list[tuple[int, int]] = []
        if question is not None and question.seat == seat and question.number == site:
            found = [find_option(question, pick, span) for pick, span in left]
            offered = [
                (option.index, k) for k, option in enumerate(found) if option is not None
            ]
        if offered:
            index, k = min(offered)
            play.answer(index)
            del left[k]
            continue
        forced = next((p for p in left if made_already(play, seat, p[0], since)), None)
        if forced is None:
            return False
        left.remove(forced)
    return True


def made_already(play: Play, seat: int, pick: Pick, since: int) -> bool:
    """Whether a choice with this as its only option was made for the player; each counts once."""
    events = play.live_events
    wording = play.wording(play.live)
    for number in range(max(since, play.forced), len(events)):
        event = events[number]
        if event.kind != "forced" or event.values[0] != seat:
            continue
        site = play.stage.program.sites[int(event.values[1])]
        if fits(wording.option(site, 0, int(event.values[2])), pick):
            play.forced = number + 1
            return True
    return False


def not_offered(
    play: Play, seat: int, question: Question | None, pick: Pick, span: Span
) -> Problem:
    """What to tell when a pick cannot be made."""
    name = play.stage.players[seat]
    if question is None:
        message = f"{name} cannot choose {shown(pick)}: the game is over."
        return Problem("not-asked", message, span)
    if question.seat != seat:
        other = play.stage.players[question.seat]
        message = f"{name} cannot choose {shown(pick)}: {asks(question, other)}."
        return Problem("not-asked", message, span)
    message = f"{name} cannot choose {shown(pick)} here: {asks(question, name)}."
    labels = [option.label for option in question.options if option.label]
    names = [option.elements[0] for option in question.options if option.elements]
    guess = nearest(pick[0], labels if labels else names)
    return Problem("not-offered", message, span, f'"{guess}"' if guess else "")


def asks(question: Question, name: str) -> str:
    """`bo is asked fighting: "Activate" "Card", "pass"`"""
    prompt = question.site.prompt or "to choose"
    return f'{name} is asked "{prompt}" and may take {listing(question.options)}'


# ---- passing


def pass_once(play: Play, seat: int, span: Span) -> None:
    play.next_deed()
    question = play.question()
    name = play.stage.players[seat]
    if question is None or question.seat != seat:
        now = "the game is over"
        if question is not None:
            now = asks(question, play.stage.players[question.seat])
        message = f"{name} is not asked anything here, so there is nothing to pass: {now}."
        raise Failed(Problem("not-asked", message, span))
    if question.passing < 0:
        message = f"{name} cannot pass: {asks(question, name)}."
        raise Failed(Problem("cannot-pass", message, span))
    play.answer(question.passing)


def run_to(play: Play, target: tuple[str, int], span: Span) -> None:
    """Everybody passes until a step begins."""
    if play.reach(*target):
        return
    whose = f" of {play.stage.players[target[1]]}" if target[1] >= 0 else ""
    for _ in range(LONGEST):
        question = play.question()
        if question is None:
            message = f"The game was over before {target[0]}{whose} began."
            raise Failed(Problem("step-not-reached", message, span))
        if question.passing < 0:
            name = play.stage.players[question.seat]
            message = (
                f"Nobody can pass on the way to {target[0]}{whose}: {asks(question, name)}."
            )
            raise Failed(Problem("cannot-pass", message, span, f"{name} chooses .."))
        play.doing = span
        play.answer(question.passing)
        if play.reach(*target):
            return
    message = f"Play did not come to {target[0]}{whose} in {LONGEST:,} choices."
    raise Failed(Problem("step-not-reached", message, span))
