"""A saved game that is dropped on the lobby: run again, and shown as what it is."""

from __future__ import annotations

from typing import Any

from ...dsl.loading.library import WrongUse
from ...dsl.problems.problem import RulesError
from ...dsl.syntax.gamefile import read_game
from ...interpreter.runtime.fault_report import LocatedFault
from ...interpreter.runtime.faults import ReplayDiverged
from ...interpreter.transcript.replay import run_again
from ..readers.recording import recording_of
from .table import Refusal
from .tables import Tables

LONGEST_GAME = 4_000_000  # bytes


def recorded(tables: Tables, text: str) -> dict[str, Any]:
    """The recording of a .game file of a format of the lobby, with all hands: whoever has the file
    has them too.
    """
    try:
        name = read_game(text).header.game
        rules = tables.rules(name)
        return recording_of(rules, run_again(text, rules).game, f"{name}.game", None, None)
    except ReplayDiverged:
        raise Refusal("diverged", "These rules do not play this game as it is written.") from None
    except RulesError as error:
        raise Refusal("wrong", str(error)) from None
    except (WrongUse, LocatedFault) as error:
        raise Refusal("wrong", str(error)) from None
