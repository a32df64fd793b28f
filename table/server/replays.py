"""A saved game that is dropped on the lobby: run again, shown as what it is, or played on."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...dsl.loading.library import WrongUse
from ...dsl.problems.problem import RulesError
from ...dsl.syntax.gamefile import read_game
from ...interpreter.runtime.fault_report import LocatedFault
from ...interpreter.runtime.faults import ReplayDiverged
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.replay import run_again
from ..contract.saved_games import Branch
from ..readers.playing import Playing
from ..readers.recording import recording_of
from .refusals import Refusal
from .store import playing_of
from .tables import Tables


def recorded(tables: Tables, text: str) -> dict[str, Any]:
    """The recording of a .game file of a format of the lobby, with all hands: whoever has the file
    has them too.
    """
    with located():
        rules = rules_of(tables, text)
        return recording_of(rules, run_again(text, rules).game, file_of(text), None, None)


def branched(tables: Tables, wanted: Branch) -> tuple[Rules, Playing]:
    """A saved game as it stood at a choice, to be played on."""
    with located():
        rules = rules_of(tables, wanted.game)
        found = run_again(wanted.game, rules).branch(wanted.step, file_of(wanted.game))
        return rules, playing_of(found)


def rules_of(tables: Tables, text: str) -> Rules:
    """The format of a saved game, if it is one of the lobby: by its name, or as its folder is
    called, wherever that lies.
    """
    name = read_game(text).header.game
    called = [one for one in tables.names if Path(one).name == Path(name).name]
    return tables.rules(called[0] if name not in tables.names and len(called) == 1 else name)


def file_of(text: str) -> str:
    """What a saved game is called that was sent without its name."""
    return f"{read_game(text).header.game}.game"


@contextmanager
def located() -> Generator[None]:
    """Turns what is wrong with a file into a refusal."""
    try:
        yield
    except ReplayDiverged:
        raise Refusal("diverged", "These rules do not play this game as it is written.") from None
    except RulesError as error:
        raise Refusal("wrong", str(error)) from None
    except (WrongUse, LocatedFault) as error:
        raise Refusal("wrong", str(error)) from None
