"""What a change of the rules changes: scenarios, saved games and cards, by what was changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from ...dsl.cards.definition import CardDefinition
from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.kept import loaded_of
from ...dsl.loading.library import FormatFiles, WrongUse
from ...dsl.loading.load import Loaded
from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import Span
from ...dsl.nodes.files import DecksFact
from ...dsl.problems.problem import Problems
from ...dsl.ruleset.difference import SECTIONS, reached, words_in
from ...dsl.syntax.gamefile import read_game
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.faults import ReplayDiverged, RuleFault, StepNotReached
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.replay import setup_of
from ...interpreter.transcript.transcript import LineWriter
from ..scenarios.cards import phrases_of, same_card
from ..scenarios.cases import Case
from ..scenarios.play import Play
from ..scenarios.recorder import Failed
from ..scenarios.scenario import Suite, played, script_of, suite_of
from ..scenarios.trace import Shown, words_of
from ..work import Progress, silent
from .causes import CARD, DECK, Cause, Effect, causes_between
from .readings import lines_of
from .units import taken_back

CALLED = (  # what nothing does unless it is named
    d.PhraseDeclaration, d.KeywordDeclaration, d.LabelDeclaration,
    d.VerbDeclaration, d.PropertyDeclaration,
)  # fmt: skip
BY_NAME = {SECTIONS[kind] for kind in ("phrase", "keyword", "label", "verb", "property")}
PART = "told"
CITED = re.compile(r" \[[A-Z0-9, -]+\]$")
OTHER = "several changes together"
BLESSED = "blessed.txt"  # beside the scenarios
NOTHING = "nothing more"


Row = tuple[str, str, int]  # a line, and the place in the rules that it comes from


class Side:
    """A format as it was or is: its scenarios and games can be played by it."""

    def __init__(self, loaded: Loaded, scenarios: Sequence[Path]) -> None:
        self.loaded = loaded
        self.suite: Suite = suite_of(loaded, scenarios)
        self.prepared = self.suite.prepared()
        self.words = words_of(loaded, self.prepared)

    @cached_property
    def rules(self) -> Rules:
        return Rules(Edition(self.loaded.files, self.loaded))

    @cached_property
    def cache(self) -> Cache:
        files = self.loaded.files
        return Cache(key_of(f"told of {files.name}", (*files.played(), *files.scenarios)))

    @cached_property
    def known(self) -> dict[str, list[Row]]:
        """What happens in those scenarios that were played by the same files."""
        return self.cache.read(PART) or {}

    def told(self, number: int) -> list[Row]:
        """What happens in a scenario, and what is wrong with it; each is played once."""
        title = self.suite.cases[number].title
        if title not in self.known:
            self.known[title] = self.played(number)
        return self.known[title]

    def keep(self) -> None:
        """For the next time."""
        self.cache.write(PART, self.known)

    def played(self, number: int) -> list[Row]:
        script = script_of(self.prepared, self.suite.cases[number])
        if isinstance(script, Problems):
            return [(problem.message, "", 0) for problem in script]
        play, acts = script
        play.position.traced = True
        found = played(play, acts)
        rows = [*self.rows(play)]
        return [*rows, *((problem.message, "", 0) for problem in found)]

    def rows(self, play: Play) -> Iterator[Row]:
        shown = Shown(self.words, play.match, tuple(play.rules.players))
        writer = LineWriter(shown)
        try:
            state = play.live
        except (RuleFault, StepNotReached, Failed):
            return
        events, places = recorder_of(state, GameRecorder).events, play.match.program.places
        for line in writer.lines(state):
            place = places[max(events[writer.messages.done - 1].place, 0)]
            yield CITED.sub("", line), place.file, place.line

    def game(self, path: Path) -> list[Row]:
        """What happens in a saved game by these rules, as far as they let it go on."""
        file = read_game(path.read_text(encoding="utf-8"), str(path))
        picks = [step.picked for step in file.steps if step.picked >= 0]
        try:
            setup = setup_of(file.header, self.rules, changed=True)
            return [(CITED.sub("", row), "", 0) for row in lines_of(setup, picks)]
        except ReplayDiverged as difference:
            return [(difference.found, "", 0)]


def impact(
    old: Loaded,
    new: Loaded,
    blessed: frozenset[str],
    more: Sequence[Path] = (),
    progress: Progress = silent,
) -> tuple[list[Cause], list[str]]:
    """What was changed, what changes least first; last, without a declaration, what is changed by
    several together or cannot be told apart. Also the saved games that stand as they are, of those
    in the folder of the format and `more`.
    """
    causes = causes_between(old, new)
    games = [*stored_games(new.files), *more]
    if not causes:
        return [], [path.name for path in games]
    scenarios = [source.path for source in new.files.scenarios]
    files = replace(old.files, scenarios=new.files.scenarios, ledger=new.files.ledger)
    touched, suite = Touched(old, new, causes), suite_of(new, scenarios)
    met = {case.title: case for case in suite.cases if touched.matters(case, suite.pool.used)}
    homes = {case.scenario.span.file for case in met.values()}
    scenarios = [path for path in scenarios if str(path) in homes]
    sides = Side(replace(old, files=files), scenarios), Side(new, scenarios)
    blame = Blame(causes, sides, scenarios)
    cases = sides[1].suite.cases
    for number, case in enumerate(cases):
        if case.title not in met:
            continue
        span: Span = case.scenario.title.span
        place = f"{span.file}:{span.line}"
        blame.follow("scenario", case.title, place, partial(Side.told, number=number))
        progress(number + 1, len(cases))
    for side in sides:
        side.keep()
    stand = [
        path.name
        for path in games
        if not blame.follow("game", path.name, str(path), partial(Side.game, path=path))
    ]
    for cause in causes:
        cause.effects += touched.cards(new.cards, cause)
    every = [*sorted(causes, key=lambda cause: len(cause.effects)), blame.rest]
    for cause in every:
        cause.blessed = cause.digest in blessed
    return [cause for cause in every if cause is not blame.rest or cause.effects], stand


class Blame:
    """Finds what each effect comes of: it is gone, or another one, where only that is as before."""

    def __init__(
        self, causes: Sequence[Cause], sides: tuple[Side, Side], scenarios: Sequence[Path]
    ) -> None:
        self.causes = causes
        self.old, self.new = sides
        self.scenarios = scenarios
        self.rest = Cause("", OTHER, "", [])
        self.without: dict[int, Side | None] = {}  # by the number of the cause

    def follow(self, kind: str, name: str, place: str, told: Callable[[Side], list[Row]]) -> bool:
        """Whether something comes out otherwise; it is noted with each cause."""
        was, now = told(self.old), told(self.new)
        found = effect_of(kind, name, place, was, now)
        if found is None:
            return False
        for cause in self.of(told, now, found.step):
            cause.effects.append(found)
        return True

    def of(self, told: Callable[[Side], list[Row]], now: Sequence[Row], step: int) -> list[Cause]:
        """The causes without which the first differing step is not what it is now."""
        if len(self.causes) == 1:
            return [*self.causes]
        found: list[Cause] = []
        for number, cause in enumerate(self.causes):
            side = self.side_without(number)
            if side is not None and texts(told(side), step) != texts(now, step):
                found.append(cause)
        return found or [self.rest]

    def side_without(self, number: int) -> Side | None:
        """The format of now with one change taken back; None where it makes no sense then."""
        if number not in self.without:
            files = taken_back(
                self.new.loaded.files, self.old.loaded.files, self.causes[number].units
            )
            loaded = loaded_of(files, whole=True, keep=False)
            self.without[number] = Side(loaded, self.scenarios) if loaded.usable else None
        return self.without[number]


def texts(rows: Sequence[Row], step: int) -> list[str]:
    """What happens up to a step."""
    return [text for text, _, _ in rows[:step]]


def effect_of(
    kind: str, name: str, place: str, old: Sequence[Row], new: Sequence[Row]
) -> Effect | None:
    """The first line that is not the same."""
    for step in range(max(len(old), len(new))):
        mine, theirs = (rows[step][0] if step < len(rows) else NOTHING for rows in (old, new))
        if mine != theirs:
            return Effect(kind, name, place, step + 1, mine, theirs)
    return None


def stored_games(files: FormatFiles) -> list[Path]:
    """The saved games in the folder of a format."""
    folders = {source.path.parent for source in files.rules[:1]}
    return sorted(path for folder in folders for path in folder.rglob("*.game"))


class Touched:
    """Which cards, and which scenarios, what was changed can matter to."""

    def __init__(self, old: Loaded, new: Loaded, causes: Sequence[Cause]) -> None:
        self.sides = [side.ruleset for side in (old, new) if side.ruleset is not None]
        self.causes = causes
        before = {str(card.code): card for card in old.cards}
        self.others = {  # cards that are read otherwise, whatever was changed
            str(card.code)
            for card in new.cards
            if (was := before.get(str(card.code))) is None or not same_card(was, card)
        }
        self.rules = set[str]()  # what the rules use, whatever cards say
        for side in self.sides:
            free = (node for node in side.declarations if not isinstance(node, CALLED))
            self.rules |= reached(side, set[str]().union(*map(words_in, free)))
        self.met: dict[int, set[str]] = {}  # by the card

    def met_by(self, card: CardDefinition) -> set[str]:
        """All that the words of a card lead to, by the old and by the new rules."""
        if id(card) not in self.met:
            words = {*map(str, card.fields), *phrases_of(card)}
            found = set[str]().union(*(reached(side, words) for side in self.sides))
            self.met[id(card)] = {*found, str(card.kind)}
        return self.met[id(card)]

    def matters(self, case: Case, used: Sequence[CardDefinition]) -> bool:
        """Whether any change can make a difference to a scenario."""
        cards = [used[number] for number in case.needs]
        if any(str(card.code) in self.others for card in cards):
            return True
        return any(self.is_met(cause, case, cards) for cause in self.causes)

    def is_met(self, cause: Cause, case: Case, cards: Sequence[CardDefinition]) -> bool:
        if cause.section == CARD:
            return any(str(card.name) in cause.names for card in cards)
        if cause.section == DECK:
            decks = [fact for fact in case.scenario.facts if isinstance(fact, DecksFact)]
            return not decks or any(not words_in(fact).isdisjoint(cause.names) for fact in decks)
        if cause.section not in BY_NAME or not cause.names.isdisjoint(self.rules):
            return True
        return any(not self.met_by(card).isdisjoint(cause.names) for card in cards)

    def cards(self, cards: Sequence[CardDefinition], cause: Cause) -> Iterator[Effect]:
        """The cards whose words lead to what was changed, and those that were changed."""
        for card in cards:
            met = {str(card.name)} if cause.section == CARD else self.met_by(card)
            if not met.isdisjoint(cause.names):
                place = f"{card.span.file}:{card.span.line}"
                yield Effect("card", str(card.name), place, 0, "", "")


# ---- what is intended


def blessed_file(files: FormatFiles) -> Path:
    """Where intended changes are written down."""
    home = files.scenarios[0].path.parent if files.scenarios else files.rules[0].path.parent
    return home / BLESSED


def blessed_in(path: Path) -> frozenset[str]:
    """The digests of the changes that are intended."""
    if not path.is_file():
        return frozenset()
    rows = path.read_text(encoding="utf-8").splitlines()
    return frozenset(row.split()[0] for row in rows if row.strip() and not row.startswith("#"))


def row_for(causes: Sequence[Cause], name: str) -> str:
    """The row that blesses a change; raises `WrongUse` for a name that none has."""
    found = [cause for cause in causes if cause.title == name and cause.lines]
    if not found:
        known = ", ".join(cause.title for cause in causes if cause.lines) or "nothing"
        raise WrongUse(f'Nothing that is called "{name}" was changed; what was: {known}.')
    return "".join(f"{cause.digest} {cause.title}\n" for cause in found)
