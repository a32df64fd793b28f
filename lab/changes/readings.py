"""What depends on how a rulebook is read: scenarios and games under each value of each option."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from random import Random

from ...dsl.ir.ir import FieldSpec
from ...dsl.loading.library import WrongUse
from ...dsl.loading.load import Loaded
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.syntax.gamefile import read_game
from ...interpreter.backend.layout import OPTIONS, SEAT
from ...interpreter.runtime.faults import ReplayDiverged, RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.replay import setup_of
from ...interpreter.transcript.transcript import LineWriter
from ..bots.choosing import CAP
from ..scenarios.cases import Case
from ..scenarios.prepared import PreparedRules
from ..scenarios.scenario import Suite, run_case, suite_of
from ..work import Progress, silent

FEW = 9  # values of an option that are all tried


@dataclass(frozen=True, slots=True)
class Witness:
    """Something that comes out otherwise: what is said without the reading, and with it. `place` is
    a file in the folder of the format and its line, or the step of a game.
    """

    name: str
    place: str
    usual: str
    instead: str


@dataclass(slots=True)
class Reading:
    """An option of the format with another value than its own, and what depends on it: first the
    scenarios that speak of the option themselves.
    """

    option: str
    value: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    scenarios: list[Witness] = field(default_factory=list[Witness])
    games: list[Witness] = field(default_factory=list[Witness])
    tried: int = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing depends on it."""
        return not self.scenarios and not self.games


def said(spec: FieldSpec, value: int) -> str:
    """A value of an option as it is set."""
    return str(value) if spec.type != "truth" else "on" if value else "off"


def values_of(spec: FieldSpec, cases: Iterable[Case]) -> list[int]:
    """The values of an option that are tried: all, where they are few, else those that scenarios
    set; first the one that it starts with.
    """
    found = [spec.start]
    if spec.type == "truth":
        found += [1 - spec.start]
    elif spec.low is not None and spec.high is not None and spec.high - spec.low < FEW:
        found += range(spec.low, spec.high + 1)
    else:
        found += (value for case in cases for value in set_in(case, spec))
    return [*dict.fromkeys(found)]


def set_in(case: Case, spec: FieldSpec) -> Iterator[int]:
    """The value that a scenario gives an option."""
    for fact in case.scenario.facts:
        if isinstance(fact, files.OptionFact) and str(fact.name) == spec.option:
            match fact.value:
                case files.NumberValue(number=number):
                    yield number
                case files.WordValue(word=word):
                    yield int(word == "on")
                case _:
                    pass


class Readings:
    """Tries the readings of a format. Game number k has seed `seed + k`."""

    def __init__(self, loaded: Loaded, rules: Rules, games: int, seed: int = 0) -> None:
        self.suite: Suite = suite_of(loaded)
        self.prepared = self.suite.prepared()
        self.rules = rules
        self.home = loaded.files.rules[0].path.parent
        nodes = self.prepared.ruleset.all(d.OptionDeclaration)
        self.clauses = {str(node.name): clauses_of(node.cites) for node in nodes}
        usual = run_all(self.prepared, self.suite.cases)
        self.cases = [
            case for case, message in zip(self.suite.cases, usual, strict=True) if not message
        ]
        self.setups = [*self.stored(), *self.played(games, seed)]

    def all(self, progress: Progress = silent) -> list[Reading]:
        """Each reading with what depends on it."""
        specs = self.prepared.program.switches.items()
        wanted = [
            (name, spec, value)
            for name, spec in specs
            for value in values_of(spec, self.suite.cases)
        ]
        found: list[Reading] = []
        for number, (name, spec, value) in enumerate(wanted, 1):
            reading = self.reading(name, spec, value)
            progress(number, len(wanted))
            if value != spec.start or not reading.is_idle:
                found.append(reading)
        return found

    def reading(self, name: str, spec: FieldSpec, value: int) -> Reading:
        """What depends on one option having one value."""
        found = Reading(name, said(spec, value), spec.title or name, self.clauses[name])
        cases = [c for c in self.cases if value != next(set_in(c, spec), spec.start)]
        cases.sort(key=lambda case: next(set_in(case, spec), None) is None)
        self.prepared.settings[name] = value
        try:
            for case, message in zip(cases, run_all(self.prepared, cases), strict=True):
                if message:
                    span: Span = case.scenario.title.span
                    place = f"{self.within(Path(span.file))}:{span.line}"
                    found.scenarios.append(Witness(case.title, place, "passes", message))
        finally:
            del self.prepared.settings[name]
        for title, setup, picks in self.setups:
            if setup.options[name] != value:
                found.tried += 1
                witness = first_difference(title, setup, reread(setup, name, value), picks)
                found.games += [witness] if witness is not None else []
        return found

    def within(self, path: Path) -> str:
        """A file as it is called from the folder of the format."""
        inside = path.is_relative_to(self.home)
        return (path.relative_to(self.home) if inside else path).as_posix()

    # ---- games

    def played(self, games: int, seed: int) -> Iterator[tuple[str, GameSetup, list[int]]]:
        """Random games: what is played with, and what is picked."""
        lists = self.rules.deck_lists(self.rules.seat_numbers[0]) if games else ()
        for number in range(seed, seed + games):
            decks = [*lists[number % len(lists)]] if lists else None
            names = self.rules.seat_numbers[0]
            setup = self.rules.new_setup(number, decks or None, None, names)
            yield f"random game {number}", setup, picks_of(setup, Random(number))

    def stored(self) -> Iterator[tuple[str, GameSetup, list[int]]]:
        """The saved games in the folder of the format."""
        for path in sorted(self.home.rglob("*.game")):
            file = read_game(path.read_text(encoding="utf-8"), str(path))
            try:
                setup = setup_of(file.header, self.rules, changed=True)
            except ReplayDiverged as difference:
                raise WrongUse(f"{path}: {difference}") from None
            yield self.within(path), setup, [step.picked for step in file.steps if step.picked >= 0]


def run_all(rules: PreparedRules, cases: Sequence[Case]) -> list[str]:
    """What is wrong with each of some scenarios; nothing where it passes."""
    return [run_case(rules, case).message for case in cases]


def picks_of(setup: GameSetup, chance: Random) -> list[int]:
    """What random players pick, until the end or the cap."""
    picks, state = list[int](), setup.first_state()
    while state[SEAT] >= 0 and len(picks) < CAP:
        picks.append(chance.randrange(len(state[OPTIONS])))
        setup.engine().apply(state, picks[-1])
    return picks


def reread(setup: GameSetup, option: str, value: int) -> GameSetup:
    """The same game with another value of an option."""
    return replace(setup, options={**setup.options, option: value}, _engines={}, _wordings={})


def lines_of(setup: GameSetup, picks: Iterable[int]) -> Iterator[str]:
    """The lines of a game as far as the picks can be made; the last says why not further."""
    writer = LineWriter(setup)
    try:
        state = setup.first_state(True)
        yield from writer.lines(state)
        for index in picks:
            if state[SEAT] < 0:
                yield "the game is over"
                return
            if index >= len(state[OPTIONS]):
                yield f"{setup.seats[state[SEAT]]} has no option {index + 1}"
                return
            setup.engine(True).apply(state, index)
            yield from writer.lines(state)
    except RuleFault as fault:
        yield f"the rules could not go on: {fault.code}"


def first_difference(
    title: str, usual: GameSetup, other: GameSetup, picks: Sequence[int]
) -> Witness | None:
    """The first step at which two games with the same seed and the same picks differ."""
    theirs = lines_of(other, picks)
    for step, mine in enumerate(lines_of(usual, picks), 1):
        line = next(theirs, "nothing more")
        if line != mine:
            return Witness(title, f"step {step}", mine, line)
    return None
