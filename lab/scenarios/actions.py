"""What players do in a scenario: choosing, passing, playing on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...dsl.lower.structure import action_labels
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Span, Word, walk
from ...dsl.nodes.expressions import String
from ...dsl.problems.problem import Advice, Problem
from ...dsl.problems.similar import nearest
from ...dsl.resolve.findings import Findings
from ...dsl.resolve.resolve import found_in_rules
from ...dsl.ruleset.shapes import parts_declared
from ...interpreter.runtime.faults import RuleFault, StepNotReached
from .cards import value_text
from .naming import PASSING, Option, keyword_names, listing, record_names, symbol_names
from .play import LONGEST, Check, Play, Question, not_reached, step_text, stopped_by
from .position import PositionReader
from .prepared import PreparedRules
from .recorder import Failed, Moment

Act = Callable[[Play], None]
Pick = tuple[str, ...]


def act_of(reader: PositionReader, action: files.Deed) -> Act:
    """What a player does."""
    span = action.span
    match action:
        case files.ChoosesDeed():
            seat, picks = reader.seat(action.player), picks_of(reader, action.picks)
            return lambda play: Choosing(play, seat, picks).all()
        case files.PassesDeed():
            seat = reader.seat(action.player)
            return lambda play: pass_once(play, seat, span)
        case files.RunsDeed():
            path = reader.step(action.path)
            seat = reader.seat(action.player) if action.player is not None else -1
            moment = Moment(path, seat, isinstance(action, files.StopsDeed))
            return lambda play: run_to(play, moment, span)
        case _:
            raise TypeError(action)


def carry_out(play: Play, act: Act | Check, span: Span) -> list[Problem]:
    """Does what an action says, or looks at a claim; whatever stops it is `Failed`."""
    play.doing = span
    try:
        found = [*(act(play) or ())]
        return [*found, *play.newly_broken()]
    except RuleFault as fault:
        raise stopped_by(play, fault) from None
    except StepNotReached as error:
        raise not_reached(play.position, error) from None


# ---- what a pick says


def picks_of(reader: PositionReader, picks: Sequence[files.Picked]) -> list[tuple[Pick, Span]]:
    """Picks as texts; a name that no option can ever have is a mistake."""
    rules, cards = reader.rules, reader.case.needs

    def text_of(value: files.Value) -> str:
        text = value_text(value).translate(STRAIGHT)
        if not rules.is_mutant and not can_be_chosen(rules, cards, text):
            text = rules.texts.get(text, text)
            if isinstance(value, files.StringValue) and not can_be_chosen(rules, cards, text):
                known = set[str]().union(*option_names(rules, cards))
                what, word = "option or card", Word(text, value.span)
                reader.problems.unknown("unknown-choice", what, word, known)
        return text if not rules.is_mutant else rules.texts.get(text, text)

    return [(tuple(map(text_of, pick.values)), pick.span) for pick in picks]


STRAIGHT = str.maketrans("“”", '""')  # options print quotes that cannot stand in a string


def can_be_chosen(rules: PreparedRules, cards: Iterable[int], text: str) -> bool:
    """Whether an option can have this name in a game with some cards of the pool."""
    return any(text in names for names in option_names(rules, cards))


def option_names(rules: PreparedRules, cards: Iterable[int]) -> Iterator[set[str]]:
    """Every name that an option can have in such a game; those of the rules first."""
    yield rules.option_names(-1, names_in_rules)
    for number in range(len(rules.pool)) if rules.brings_any else cards:
        yield rules.option_names(number, names_on)


def names_in_rules(rules: PreparedRules, _: int) -> set[str]:
    """Those that do not depend on what is printed on cards."""
    windows = rules.format.windows
    names = {label for window in windows for label in action_labels(rules.format, window)}
    for node in rules.ruleset.names("values").values():
        if isinstance(node, d.ValuesDeclaration):
            for item in node.items:
                names |= {str(item.name), *map(str, item.titles)}
    found = found_in_rules(rules.ruleset)
    return names | {*PASSING, *rules.players, *found.texts, *found.labels} | names_of(rules, found)


def names_on(rules: PreparedRules, number: int) -> set[str]:
    """Those of a card and of what it can do, of its parts, keywords and records, and what it
    says in quotes.
    """
    card = rules.pool[number]
    found, _ = rules.found_on(number)
    windows = [one for one in found.abilities.values() if one.window]
    parts = {
        f"{card.name} {title}"
        for part in parts_declared(rules.ruleset).values()
        for place in range(rules.format.widths[str(part.name)])
        for title in symbol_names(rules.ruleset, str(part.per), place)
    }
    offered = {f"{card.name} {place + 1}" for place in range(len(windows))}
    said = {str(one.text) for one in walk(*card.texts.values()) if isinstance(one, String)}
    own = {str(card.name), str(card.code), *said, *found.texts, *found.labels}
    return own | parts | offered | names_of(rules, found)


def names_of(rules: PreparedRules, found: Findings) -> set[str]:
    """Those of keywords and records that came up."""
    keywords = rules.ruleset.names("keyword")
    said = (one for one in found.abilities if str(one.effect.phrase) in keywords)
    every = [keyword_names(rules, one) for one in said]
    every += [record_names(rules, one) for one in found.records]
    return {name for names in every for name in names}


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


def fitting(question: Question, pick: Pick) -> list[Option]:
    """The options that a pick fits."""
    return [option for option in question.options if fits(option, pick)]


def find_option(question: Question, pick: Pick, span: Span) -> Option | None:
    """The option that a pick means; several that differ are a mistake. Of several that are called
    alike it is the first, or the one whose number stands behind.
    """
    found = fitting(question, pick)
    if not found and len(pick) > 1 and pick[-1].isdecimal():
        number, alike = int(pick[-1]), fitting(question, pick[:-1])
        return alike[number - 1] if are_alike(alike) and 0 < number <= len(alike) else None
    if not are_alike(found):
        message = f"This could be any of {listing(found)}."
        raise Failed("ambiguous-choice", message, span, shown(found[0].elements[-1:]))
    return found[0] if found else None


def are_alike(options: list[Option]) -> bool:
    return len({(option.label, option.elements) for option in options}) < 2


def shown(pick: Pick) -> str:
    return " ".join(text if text.isdigit() else f'"{text}"' for text in pick)


# ---- choosing


MOST_WAYS = 1_000  # of making the picks of a claim, before they have to be named


class Choosing:
    """Picks that one seat makes in a row. Several cards of one choice may be named in any
    order, also those that were left to nobody to choose.
    """

    def __init__(
        self, play: Play, seat: int, picks: Sequence[tuple[Pick, Span]], since: int | None = None
    ) -> None:
        """`since`: the number of the event with which the first of the picks began."""
        self.play = play
        self.seat = seat
        self.picks = picks
        self.since = play.next_action() if since is None else since
        self.left = MOST_WAYS

    def all(self) -> None:
        """Makes all picks; raises `Failed` at the first that cannot be made."""
        for pick, span in self.picks:
            self.make(pick, span)

    def try_all(self) -> None:
        """Whether all picks can be made, with any of the options where several fit one; raises
        `Failed` or `RuleFault` if not, `ambiguous-choice` where there are too many ways. What
        is played here is not gone on with.
        """
        for done, (pick, span) in enumerate(self.picks):
            ways = self.ways(pick)
            if len(ways) < 2:
                self.make(pick, span)
                continue
            failures: list[Failed | RuleFault] = []
            for option in ways:
                if self.left <= 0:
                    text = f"There are more than {MOST_WAYS:,} ways to choose this; name the cards."
                    raise Failed("ambiguous-choice", text, span)
                other = Choosing(self.play.clone(), self.seat, self.picks[done + 1 :], self.since)
                other.left = self.left - 1
                try:
                    other.play.answer(option.index)
                    return other.try_all()
                except (Failed, RuleFault) as failure:
                    if isinstance(failure, Failed) and failure.problem.code == "ambiguous-choice":
                        raise
                    failures.append(failure)
                self.left = other.left
            raise failures[-1]

    def ways(self, pick: Pick) -> list[Option]:
        """The options that a pick fits now, one of each that are called alike."""
        question = self.play.question()
        if question is None or question.seat != self.seat:
            return []
        found = {(option.label, option.elements): option for option in fitting(question, pick)}
        return [*found.values()]

    def make(self, pick: Pick, span: Span) -> None:
        play, question = self.play, self.play.question()
        if question is not None and question.seat == self.seat:
            option = find_option(question, pick, span)
            if option is not None:
                play.answer(option.index)
                return
        if not self.was_made(pick):
            raise not_offered(play, self.seat, question, pick, span)
        play.look_on()

    def was_made(self, pick: Pick) -> bool:
        """Whether a choice with this as its only option was made for the player; each counts
        once.
        """
        play = self.play
        events, naming = play.live_events, play.naming(play.live)
        for number in range(self.since, len(events)):
            event = events[number]
            if event.kind != "forced" or event.values[0] != self.seat or number in play.forced:
                continue
            site = play.rules.program.sites[int(event.values[1])]
            if fits(naming.option(site, 0, int(event.values[2])), pick):
                play.forced.add(number)
                return True
        return False


def not_offered(play: Play, seat: int, question: Question | None, pick: Pick, span: Span) -> Failed:
    """A pick cannot be made."""
    text = f"{play.rules.players[seat]} cannot choose {shown(pick)}"
    if question is None or question.seat != seat:
        return Failed("not-asked", f"{text}: {asked(question)}.", span)
    labels = [option.label for option in question.options if option.label]
    names = [option.elements[0] for option in question.options if option.elements]
    guess = nearest(pick[0], labels if labels else names)
    message = f"{text} here: {question.asks}."
    return Failed("not-offered", message, span, f'"{guess}"' if guess else "")


def asked(question: Question | None) -> str:
    return "the game is over" if question is None else question.asks


# ---- passing


def pass_once(play: Play, seat: int, span: Span) -> None:
    play.next_action()
    question, name = play.question(), play.rules.players[seat]
    if question is None or question.seat != seat:
        text = f"{name} is not asked anything here, so there is nothing to pass"
        raise Failed("not-asked", f"{text}: {asked(question)}.", span)
    if question.passing < 0:
        raise Failed("cannot-pass", f"{name} cannot pass: {question.asks}.", span)
    play.answer(question.passing)


def run_to(play: Play, moment: Moment, span: Span) -> None:
    """Everybody passes until a step begins or ends."""
    step = step_text(play.rules, moment.path, moment.seat)
    begins = "ended" if moment.ends else "began"
    where = "the end of " if moment.ends else ""
    for _ in range(LONGEST):
        if play.reach(moment):
            return
        question = play.question()
        if question is None:
            message = f"The game was over before {step} {begins}.{whose(play, moment)}"
            raise Failed("step-not-reached", message, span)
        if question.passing < 0:
            message = f"Nobody can pass on the way to {where}{step}: {question.asks}."
            message += whose(play, moment)
            raise Failed(
                "cannot-pass",
                message,
                span,
                Advice(f"Say what: `{question.name} chooses` and that."),
            )
        play.doing = span
        play.answer(question.passing)
    if play.reach(moment):
        return
    message = f"Play did not come to {where}{step} in {LONGEST:,} choices.{whose(play, moment)}"
    raise Failed("step-not-reached", message, span)


def whose(play: Play, moment: Moment) -> str:
    """That a step which was gone through is nobody's, where somebody's was waited for."""
    steps = (one.values for one in play.live_events if one.kind == "enter")
    if moment.seat < 0 or (moment.path, -1) not in steps:
        return ""
    name = play.rules.players[moment.seat]
    return f" {moment.path} is no player's: leave `of {name}` out, or name a step that is for one."
