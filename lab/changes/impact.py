"""What a change of the rules changes: scenarios, saved games and cards, by what was changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

from ...dsl.loading.library import FormatFiles, WrongUse
from ...dsl.loading.load import Loaded
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problems
from ...dsl.ruleset.difference import Difference, differences, reached
from ...dsl.ruleset.fingerprints import short_digest
from ...dsl.syntax.gamefile import read_game
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.faults import ReplayDiverged, RuleFault, StepNotReached
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.replay import setup_of
from ...interpreter.transcript.transcript import LineWriter
from ..scenarios.cards import phrases_of
from ..scenarios.play import Play
from ..scenarios.recorder import Failed
from ..scenarios.scenario import Suite, played, script_of, suite_of
from ..scenarios.trace import Shown, words_of
from ..work import Progress, silent
from .readings import lines_of

CITED = re.compile(r" \[[A-Z0-9, -]+\]$")
OTHER = "what the changed declarations do not say by themselves"
BLESSED = "blessed.txt"  # beside the scenarios
NOTHING = "nothing more"


@dataclass(frozen=True, slots=True)
class Effect:
    """A scenario, saved game or card that means something else: the first step that differs, and
    what stands there by the old and by the new rules.
    """

    kind: str
    name: str
    place: str
    step: int
    old: str
    new: str


@dataclass(slots=True)
class Cause:
    """A changed declaration, with the lines that were changed, and all that it changes."""

    section: str
    name: str
    place: str
    lines: list[str]
    effects: list[Effect] = field(default_factory=list[Effect])
    blessed: bool = False

    @property
    def title(self) -> str:
        """By what it is blessed: the name of what was changed; of the set-up that."""
        return self.name or self.section

    @property
    def digest(self) -> str:
        """Changes with the change itself: what was blessed is this one and no later one."""
        return short_digest([self.section, self.name, *self.lines])


Row = tuple[str, str, int]  # a line, and the place in the rules that it comes from


class Side:
    """A format as it was or is: its scenarios and games can be played by it."""

    def __init__(self, loaded: Loaded, scenarios: Sequence[Path]) -> None:
        self.loaded = loaded
        self.suite: Suite = suite_of(loaded, scenarios)
        self.prepared = self.suite.prepared()
        self.words = words_of(loaded, self.prepared)
        self.rules = Rules(Edition(loaded.files, loaded))

    def told(self, number: int) -> list[Row]:
        """What happens in a scenario, and what is wrong with it."""
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

    def game(self, path: Path) -> tuple[GameSetup, list[int]]:
        """A saved game by these rules."""
        file = read_game(path.read_text(encoding="utf-8"), str(path))
        picks = [step.picked for step in file.steps if step.picked >= 0]
        return setup_of(file.header, self.rules, changed=True), picks


def impact(
    old: Loaded, new: Loaded, blessed: frozenset[str], progress: Progress = silent
) -> list[Cause]:
    """The changed declarations, those that change least first; without a declaration what is
    changed by the others and cannot be told apart.
    """
    assert old.ruleset is not None and new.ruleset is not None
    changed = differences(old.ruleset, new.ruleset)
    causes = {one: cause_of(one) for one in changed}
    rest = Cause("", OTHER, "", [])
    scenarios = [source.path for source in new.files.scenarios]
    sides = Side(old, scenarios), Side(new, scenarios)
    count = len(sides[1].suite.cases)
    for number, case in enumerate(sides[1].suite.cases):
        rows = [side.told(number) for side in sides]
        span: Span = case.scenario.title.span
        found = effect_of("scenario", case.title, f"{span.file}:{span.line}", *rows)
        if found is not None:
            cause_at(causes, rest, rows, found.step).effects.append(found)
        progress(number + 1, count)
    for path in stored_games(new.files):
        found = game_effect(path, *sides)
        if found is not None:
            (only_one(causes) or rest).effects.append(found)
    for cause, effect in cards_touched(old, new, causes):
        cause.effects.append(effect)
    every = [*sorted(causes.values(), key=lambda cause: len(cause.effects)), rest]
    for cause in every:
        cause.blessed = cause.digest in blessed
    return [cause for cause in every if cause is not rest or cause.effects]


def cause_of(one: Difference) -> Cause:
    at = one.right_at or one.left_at
    return Cause(one.section, one.name, f"{at.file}:{at.line}" if at else "", one.lines())


def effect_of(
    kind: str, name: str, place: str, old: Sequence[Row], new: Sequence[Row]
) -> Effect | None:
    """The first line that is not the same."""
    for step in range(max(len(old), len(new))):
        mine, theirs = (rows[step][0] if step < len(rows) else NOTHING for rows in (old, new))
        if mine != theirs:
            return Effect(kind, name, place, step + 1, mine, theirs)
    return None


def cause_at(
    causes: dict[Difference, Cause], rest: Cause, rows: Sequence[Sequence[Row]], step: int
) -> Cause:
    """The changed declaration that a differing line comes from, by the old or the new rules; the
    only one there is; else none.
    """
    for side, lines in enumerate(rows):
        for _, file, line in lines[step - 1 : step]:
            for one, cause in causes.items():
                span = (one.left_at, one.right_at)[side]
                if span and span.file == file and span.line <= line <= span.end_line:
                    return cause
    return only_one(causes) or rest


def only_one(causes: dict[Difference, Cause]) -> Cause | None:
    return next(iter(causes.values())) if len(causes) == 1 else None


def stored_games(files: FormatFiles) -> list[Path]:
    """The saved games in the folder of a format."""
    folders = {source.path.parent for source in files.rules[:1]}
    return sorted(path for folder in folders for path in folder.rglob("*.game"))


def game_effect(path: Path, old: Side, new: Side) -> Effect | None:
    """The first step at which a saved game goes otherwise."""
    try:
        sides = [
            [(CITED.sub("", row), "", 0) for row in lines_of(*s.game(path))] for s in (old, new)
        ]
    except ReplayDiverged as difference:
        return Effect("game", path.name, str(path), 0, difference.expected, difference.found)
    return effect_of("game", path.name, str(path), *sides)


def cards_touched(
    old: Loaded, new: Loaded, causes: dict[Difference, Cause]
) -> Iterator[tuple[Cause, Effect]]:
    """The cards whose words lead to a changed declaration."""
    for card in new.cards:
        words = {*map(str, card.fields), *phrases_of(card)}
        meant = set[str]()
        for side in (old, new):
            assert side.ruleset is not None
            meant |= {*reached(side.ruleset, words), str(card.kind)}
        for one, cause in causes.items():
            if one.name in meant:
                place = f"{card.span.file}:{card.span.line}"
                yield cause, Effect("card", str(card.name), place, 0, one.left, one.right)


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
