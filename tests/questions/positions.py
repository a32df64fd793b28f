"""Questions at positions that scenarios lay out: as it is behind one of their rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml

from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.wordbook_of import wordbook_of
from playsheet.dsl.nodes import files
from playsheet.dsl.nodes.base import walk
from playsheet.interpreter.backend.layout import RECORDER, State
from playsheet.interpreter.messages.values import Wording
from playsheet.interpreter.questions.asking import Asking
from playsheet.interpreter.questions.meaning import Meaning
from playsheet.interpreter.runtime.game_setup import GameSetup
from playsheet.lab.scenarios.cases import Case
from playsheet.lab.scenarios.play import Play
from playsheet.lab.scenarios.position import Position
from playsheet.lab.scenarios.prepared import PreparedRules
from playsheet.lab.scenarios.scenario import Suite, script_of, suite_of


class ScenarioSetup(GameSetup):
    """What a scenario is played with, as a game would be."""

    position: Position

    def engine(self, recording: bool = False) -> Any:
        return self.match.engine(self.position.variant)

    def unbegun_state(self, recording: bool = False) -> State:
        self.position.traced = True
        return self.position.new_state()

    def begin(self, state: State, recording: bool = False) -> None:
        position = self.position
        if position.step:
            self.match.begin_at(state, position.step, position.player, position.variant)
        else:
            self.engine().begin(state)

    def wording(self, language: str | None = None) -> Wording:
        return Wording(self.words, self.match, self.seats, language or self.words.languages[0])


def titles_asked(name: str) -> list[str]:
    """What the scenarios begin with of which something is asked."""
    text = (Path(__file__).parent / "positions_asked" / f"{name}.yaml").read_text("utf-8")
    return [str(one["scenario"]) for one in yaml.safe_load(text)]


@cache
def suite(name: str) -> tuple[Suite, PreparedRules, Any, Meaning]:
    """The scenarios of the files of which something is asked, prepared, with all words."""
    loaded = loaded_of(sources_of(name), whole=True)
    titles = titles_asked(name)
    files = [one for one in loaded.files.scenarios if any(t in one.text for t in titles)]
    found = suite_of(loaded, [one.path for one in files])
    rules = found.prepared()
    program = rules.program
    words = wordbook_of(replace(loaded, cards=rules.pool, format=rules.format, program=program))
    words = replace(words, shared_names=frozenset())  # else it depends on the other scenarios
    return found, rules, words, Meaning(loaded.files, rules.lowering, program)


def cases(name: str) -> dict[str, Case]:
    """The scenarios of a format by title."""
    return {case.title: case for case in suite(name)[0].cases}


def played(name: str, case: Case, rounds: int) -> tuple[ScenarioSetup, Play]:
    """A scenario behind so many of its rounds; the first is what it lays out."""
    _, rules, words, _ = suite(name)
    whole = replace(case.scenario, rounds=case.scenario.rounds[:rounds])
    script = script_of(rules, replace(case, scenario=whole))
    assert isinstance(script, tuple), script
    play, acts = script
    play.position.traced = True
    for act, _ in acts:
        done = act(play)
        assert not [*(done or ())]
    edition = SimpleNamespace(contents=SimpleNamespace(wordbook=words), name=name)
    setup = ScenarioSetup(edition, play.match, tuple(rules.players), (), {}, 0)  # pyright: ignore
    setup.position = play.position
    return setup, play


def asking(name: str, case: Case, rounds: int, seat: int) -> Asking:
    """Questions of a seat (-1: of somebody who sees all) there."""
    setup, play = played(name, case, rounds)
    state = play.live
    answers = [int(e.values[3]) for e in state[RECORDER].events if e.kind == "ask"]
    return Asking(setup, state, answers, seat, meaning=suite(name)[3])


def refusals(case: Case) -> Iterator[tuple[int, files.MayNotClaim]]:
    """What a scenario says may not be done, each with the round that it is said in."""
    for number, one in enumerate(case.scenario.rounds, 1):
        for claim in one.claims:
            for node in walk(claim):
                if isinstance(node, files.MayNotClaim):
                    yield number, node
