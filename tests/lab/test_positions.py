"""Any position of a saved game can be branched, and said in a scenario that passes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import playing
import pytest
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.interpreter.backend.layout import OPTIONS
from playsheet.interpreter.knowledge.record import Recorder, recorder_of
from playsheet.interpreter.transcript.replay import Replay, run_again
from playsheet.lab.positions.equal import Standing, differences
from playsheet.lab.positions.taken import Attempt, NotSaid, Source, Taken, take
from playsheet.lab.positions.taken import source_of as saved_source
from playsheet.lab.scenarios.scenario import run_scenarios

STEPS = 200  # of all formats together, with --full
EVERY = pytest.mark.parametrize("name", shipped_formats())
MOST = 400


@cache
def rules_of(name: str) -> ps.Rules:
    return ps.load(name)


@cache
def game_of(name: str, number: int) -> Replay:
    seed = 31 * number + len(name)
    game = playing.play(rules_of(name).new_game(seed=seed), seed, MOST)
    return run_again(game.transcript(), rules_of(name))


def games(name: str) -> Iterable[tuple[Replay, Random]]:
    """Saved games of a format, each with what picks a step of it; so many as there are steps."""
    whole = STEPS // len(shipped_formats()) + 1
    for number in range(sampled(1, whole)):
        yield game_of(name, number), Random(31 * number + len(name))


@cache
def source_of(name: str, number: int = 0) -> Source:
    rules, game = rules_of(name), game_of(name, number).game
    return saved_source(rules.edition.loaded(whole=True), game, map(rules.deck, rules.decks))


def asks(found: Replay) -> list[int]:
    return [step for step, line in enumerate(found.lines, 1) if line.asks]


@EVERY
def test_a_game_branched_at_a_step_or_resumed_is_the_same_game(name: str) -> None:
    for found, chance in games(name):
        answers, steps = found.game.answers, asks(found)
        number = chance.randrange(len(steps))
        branch = found.branch(steps[number], "x.game")
        assert branch.answers == answers[:number]
        for answer in answers[number:]:
            branch.apply(answer)
        assert branch == found.game and branch.view(None) == found.game.view(None)
        head = f'from "x.game" {steps[number] - 1}\n'
        again = ps.replay(branch.transcript(), rules_of(name))
        assert again == found.game and head in again.transcript()
        resumed = found.branch(None, "x.game")
        assert resumed == found.game and resumed.answers == answers


@EVERY
def test_a_position_is_a_scenario_that_stands_there_and_passes(name: str, tmp_path: Path) -> None:
    loaded = loaded_of(sources_of(name))
    for number, (found, chance) in enumerate(games(name)):
        source = source_of(name, number)
        step = chance.choice(asks(found))
        answers = len(found.at(step).answers)
        taken = take(source, answers, f"Step {step}", name)
        path = tmp_path / f"taken_{number}.scenario"
        path.write_text(taken.text, encoding="utf-8")
        result, *more = run_scenarios(loaded, [path])
        assert not more and result.passed, result.message
        assert "\n    when " in taken.text and "\n    then " in taken.text
        assert taken.answers <= answers


# ---- what makes two positions the same


def standing(name: str, seed: int, most: int) -> tuple[Standing, Standing]:
    """A recorded state, and itself once more."""
    game = playing.play(rules_of(name).new_game(seed=seed), seed, most)
    setup, state = game.whole()
    copy = setup.match.layout.clone(state)
    return Standing(setup.match, state, {}), Standing(setup.match, copy, {})


@pytest.mark.parametrize("name", ["hyper_colosseum", "dcg", "dbe", "guilds"])
def test_whatever_is_otherwise_in_a_state_is_noticed(name: str) -> None:
    one, other = standing(name, 5, 60)
    assert not [*differences(one, other)]
    match, state = other.match, other.state
    fields = [key for key, spec in match.program.fields.items() if not key.startswith("half:")]
    for key in fields:
        state = match.layout.clone(one.state)
        owner = -1 if match.program.fields[key].per == "game" else 0
        match.set_field(state, key, match.field(state, key, owner) + 1, owner)
        assert key in [*differences(one, replace(other, state=state))], key
    for cell, (zone, _) in match.layout.zone_at.items():
        state = match.layout.clone(one.state)
        if len(state[cell]) > 1 and not match.program.zones[zone].held:
            state[cell].reverse()
            assert zone in [*differences(one, replace(other, state=state))], zone
    state = match.layout.clone(one.state)
    state[OPTIONS] = [*state[OPTIONS], 0]
    assert [*differences(one, replace(other, state=state))] == ["options"]
    state = match.layout.clone(one.state)
    state[match.layout.queue].append((0,))
    assert [*differences(one, replace(other, state=state))] == ["what waits"]
    state = match.layout.clone(one.state)
    recorder = recorder_of(state, Recorder)
    hidden = next(card for card, seats in enumerate(recorder.known) if not seats & 1)
    recorder.learn(hidden, 1)
    assert [*differences(one, replace(other, state=state))] == ["knowledge"]


# ---- in the language


def test_what_a_position_holds_is_said_in_the_words_of_scenarios() -> None:
    """Cards that are seen, limits that are used up, notes that are one of two namesakes."""
    said = ""
    for name in ("hyper_colosseum", "dbe", "hipercoliseo", "dcg"):
        found, chance = next(iter(games(name)))
        source = source_of(name)
        for _ in range(sampled(4, 20)):
            answers = chance.randrange(len(found.game.answers))
            said += take(source, answers, "x", name).text
    for words in (" with seen ", " with used ", " as "):
        assert words in said, words


def test_a_step_that_cannot_be_laid_out_is_left_for_an_earlier_one() -> None:
    found, _ = next(iter(games("hyper_colosseum")))
    source = source_of("hyper_colosseum")
    far: Taken | None = None
    for answers in range(20, len(found.game.answers), 7):
        taken = take(source, answers, "x")
        if taken.reasons:
            far = taken
            break
    assert far is not None and far.answers > 0 and far.reasons[0]


def test_a_position_that_would_be_another_is_no_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of("hearts")
    begins = next(iter(source.begins(20)))
    text = Attempt(source, 20, "x", "").text(*begins)
    facts = Attempt.facts

    def others(self: Attempt, *given: object) -> tuple[list[str], list[int]]:
        said, cards = facts(self, *given)  # pyright: ignore[reportArgumentType]
        return [fact for fact in said if not fact.startswith("leader is")], cards

    assert "leader is" in text
    monkeypatch.setattr(Attempt, "facts", others)
    with pytest.raises(NotSaid):
        Attempt(source, 20, "x", "").text(*begins)
