"""The one front door for programs: load a format, play it, save it, run it again.

    import playsheet.api as ps

    rules = ps.load("my_game")
    game = rules.new_game(seed=7)
    while not game.is_over():
        game.apply(game.legal_actions()[0])
    print(game.result)

A wrong argument raises `WrongUse`, a ValueError whose text is one clear sentence.
"""

from __future__ import annotations

from pathlib import Path

from .dsl.loading.library import WrongUse, shipped_formats, sources_of
from .dsl.problems.problem import Label, Problem, RulesError
from .interpreter.native.rules import NativeRules
from .interpreter.questions.answer import Answer
from .interpreter.runtime.choice import Choice, Option, Reason
from .interpreter.runtime.edition import Edition
from .interpreter.runtime.fault_report import LocatedFault as RuleFault
from .interpreter.runtime.faults import ReplayDiverged, SaveMismatch
from .interpreter.runtime.game import Game, Seat
from .interpreter.runtime.rules import Rules
from .lab.bots.bots import bot
from .lab.checking.checked import check_files

__all__ = [
    "Answer",
    "Choice",
    "Game",
    "Label",
    "Option",
    "Problem",
    "Reason",
    "ReplayDiverged",
    "RuleFault",
    "Rules",
    "RulesError",
    "SaveMismatch",
    "Seat",
    "WrongUse",
    "bot",
    "check",
    "formats",
    "load",
    "replay",
]


def formats() -> list[str]:
    """The names of the formats that ship."""
    return shipped_formats()


def load(
    name_or_path: str | Path,
    cards: str | Path | None = None,
    decks: str | Path | None = None,
    native: bool = False,
) -> Rules:
    """A format by its name or folder, with cards and decks of one's own; raises `RulesError`.

    `native`: its games are played in C where there is a C compiler, which builds the format for the
    first of them, if it was not built before: seconds, or a minute for a large one. A game that
    records is played in Python, and what C cannot play; see `Game.is_native`.
    """
    edition = Edition(sources_of(name_or_path, cards, decks))
    return NativeRules(edition) if native else Rules(edition)


def replay(text: str, rules: Rules | None = None) -> Game:
    """The game of a transcript, every line of it checked; raises `ReplayDiverged`.

    `rules` are needed when the format is not where the transcript says. A transcript cut
    short gives the game as far as it goes; `is_over()` of it is false.
    """
    from .interpreter.transcript.replay import replay as run

    return run(text, rules)


def check(
    path: str | Path, cards: str | Path | None = None, decks: str | Path | None = None
) -> list[Problem]:
    """Every problem of a format: its rules, cards, decks, ledger and scenarios."""
    return check_files(sources_of(path, cards, decks))
