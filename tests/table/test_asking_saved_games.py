"""What a server answers of saved games: why, why not, and a position as a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from places import FORMATS
from serving import Serving
from tables import rules_of
from test_branches import game_of, text_of

from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.interpreter.transcript.replay import run_again
from playsheet.lab.scenarios.scenario import run_scenarios
from playsheet.table.contract.messages import Reason
from playsheet.table.contract.saved_games import PositionTaken
from playsheet.table.readers.recording import recording_of


def asked_of(serving: Serving, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """An answer."""
    answer = serving.client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", ["tiny", "market"])
def test_a_step_is_asked_as_the_command_asks_it(serving: Serving, name: str) -> None:
    """Red if another step is asked, or the seat that is asked there is not meant."""
    game = text_of(game_of(name, 12))
    found = run_again(game, rules_of(name))
    asks = [number for number, line in enumerate(found.lines, 1) if line.asks]
    told: set[str] = set()
    for step in asks[2::4]:
        card = next(iter(rules_of(name).edition.contents.wordbook.cards)).name
        body = {"t": "why_not", "game": game, "step": step, "text": card}
        answer = asked_of(serving, "/api/questions", body)
        assert answer["t"] == "why_not" and answer["asked"] == card
        Reason.model_validate(answer["answer"])
        assert answer["answer"] == found.why_not(step, card).plain()
        told.add(str(answer))
    assert len(told) > 1


def test_a_position_becomes_a_scenario_that_passes(serving: Serving, tmp_path: Path) -> None:
    """Red if the scenario is of another step, or is not one that passes."""
    name, game = "tiny", text_of(game_of("tiny", 12))
    found = run_again(game, rules_of(name))
    step = [number for number, line in enumerate(found.lines, 1) if line.asks][6]
    taken = asked_of(serving, "/api/scenarios", {"game": game, "step": step})
    PositionTaken.model_validate(taken)
    assert taken["file"] == f"{name}_{step}.scenario"
    assert f'scenario "{name}, step {step}"' in taken["text"]
    file = tmp_path / taken["file"]
    file.write_text(taken["text"], encoding="utf-8")
    (result,) = run_scenarios(loaded_of(sources_of(FORMATS / name)), [file])
    assert result.passed


WRONG: tuple[dict[str, Any], ...] = (
    {"game": "game nothing\n"},
    {"game": ""},
    {"game": None},
    {"step": 0},
    {"step": 10**7},
    {"text": "x" * 301},
    {"t": "hint"},
    {"language": "xx"},
)


def test_what_cannot_be_answered_is_refused(serving: Serving) -> None:
    """Red if it fails without a reason, or the worker dies of it."""
    good = {"t": "why_not", "game": text_of(game_of("tiny", 4)), "step": 8, "text": "Cub"}
    for wrong in WRONG:
        answer = serving.client.post("/api/questions", json={**good, **wrong})
        assert answer.status_code == 400 and answer.json()["error"], answer.text
    asked_of(serving, "/api/questions", good)


def test_a_recording_with_all_hands_shows_what_each_seat_could_choose() -> None:
    """Red if it is not the options that were open there."""
    game = game_of("tiny", 12)
    found = recording_of(rules_of("tiny"), game.game(), "x.game", None, None)
    run = run_again(text_of(game), rules_of("tiny"))
    view: dict[str, Any] = {}
    seats: set[str] = set()
    for frame in found["frames"]:
        view = {**view, **frame["changed"]}
        step = found["steps"][frame["beats"][-1]["n"]]
        if step is None:
            continue
        choice = run.at(step).choice
        assert choice is not None
        assert sum(len(one["same"]) for one in view["choice"]["options"]) == len(choice.options)
        assert view["choice"]["seat"] == choice.seat
        seats.add(choice.seat)
    assert len(seats) == 2
