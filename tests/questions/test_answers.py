"""Questions at positions of scenarios, answered: each was held against the rulebook by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from askings import CARD_GAMES
from positions import asking, cases, refusals, suite
from syrupy.assertion import SnapshotAssertion

from playsheet.interpreter.questions.answer import Answer

QUESTIONS = Path(__file__).parent / "positions_asked"
KINDS = ("why not", "why", "why event")


def questions(name: str) -> list[dict[str, Any]]:
    """Those of a format. `round`: behind which round of the scenario; else that in which it says
    that the seat may not do so, or its last.
    """
    found: list[dict[str, Any]] = yaml.safe_load((QUESTIONS / f"{name}.yaml").read_text("utf-8"))
    return found


def answered(name: str, question: dict[str, Any]) -> Answer:
    """The answer to one of them; `why event` is about the last line that has a text."""
    begins = question["scenario"]
    case = next(case for title, case in cases(name).items() if title.startswith(begins))
    players = suite(name)[1].players
    seat = players.index(question["seat"]) if "seat" in question else -1
    text = str(next(question[kind] for kind in KINDS if kind in question))
    rounds = question.get("round", len(case.scenario.rounds))
    for number, claim in refusals(case) if "round" not in question else ():
        said = ": ".join(str(getattr(one, "text", one)) for one in claim.picks[0].values)
        if said == text and str(claim.player) == question.get("seat"):
            rounds = number
            break
    asked = asking(name, case, rounds, seat)
    if "why not" in question:
        return asked.why_not(text, seat)
    if "why" in question:
        return asked.why(text)
    return asked.of_event(
        [event for event, (_, line) in asked.past.lines.items() if text in line][-1]
    )


def shown(answer: Answer, depth: int = 0) -> str:
    """An answer without the lines of files, which change with every edit of them."""
    said = answer.text if answer.value is None else f"{answer.text}: {answer.value}"
    cited = f"  [{', '.join(answer.clauses)}]" if answer.clauses else ""
    rows = [f"{'  ' * depth}{said}{cited}", *(shown(one, depth + 1) for one in answer.children)]
    return "\n".join(rows)


@pytest.mark.parametrize("name", CARD_GAMES)
def test_what_is_asked_at_positions(name: str, snapshot: SnapshotAssertion) -> None:
    for question in questions(name):
        kind = next(kind for kind in KINDS if kind in question)
        title = f"{name}: {kind} {question[kind]} ({question['scenario']})"
        assert shown(answered(name, question)) == snapshot(name=title)


def test_there_are_as_many_questions_of_each_kind() -> None:
    every = [question for name in CARD_GAMES for question in questions(name)]
    assert sum("why not" in one for one in every) == len(every) // 2 == 50


@pytest.mark.parametrize("name", ["digi_battle", "hipercoliseo"])
def test_what_a_scenario_says_may_not_be_done_is_answered_so(name: str) -> None:
    """None of it is said to be offered; what is not denied is a card that the seat does not see."""
    seen = 0
    rules = suite(name)[1]
    for case in cases(name).values():
        if case.seats != rules.program.seats:
            continue
        for number, claim in refusals(case):
            if len(claim.picks) > 1:
                continue
            said = ": ".join(str(getattr(one, "text", one)) for one in claim.picks[0].values)
            seat = rules.players.index(str(claim.player))
            told = "\n".join(asking(name, case, number, seat).why_not(said, seat).lines())
            assert "is offered it now" not in told, (case.title, said)
            assert "is not offered it" in told or "you see no" in told or "no rule" in told
            seen += 1
    assert seen > 20
