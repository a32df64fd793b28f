"""Where a scenario is when it fails: the last things that happened, and who is asked what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...dsl.ir.wordbook import Wordbook
from ...dsl.loading.load import Loaded
from ...dsl.loading.wordbook_of import wordbook_of
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import State
from ...interpreter.runtime.match import Match
from ...interpreter.transcript.transcript import LineWriter
from .claims import result_text
from .play import Play
from .prepared import PreparedRules

MOST_EVENTS = 12


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario that is played, as its messages need it."""

    words: Wordbook
    match: Match
    seats: tuple[str, ...]
    base: State | None = None


def words_of(loaded: Loaded, rules: PreparedRules) -> Wordbook:
    """The words for everything in some scenarios."""
    found = replace(loaded, cards=rules.pool, format=rules.format, program=rules.program)
    return wordbook_of(found)


def trace_of(play: Play, words: Wordbook) -> Iterator[str]:
    """Lines for a reader; the play was recorded with all that was known."""
    shown = Shown(words, play.match, tuple(play.rules.players))
    lines = [*LineWriter(shown).lines(play.state)]
    if len(lines) > MOST_EVENTS:
        yield ".."
    yield from lines[-MOST_EVENTS:]
    question = play.question_here()
    if play.result is not None:
        yield f"Here {result_text(play)}."
    elif question is None:
        yield "Here nobody is asked anything."
    else:
        yield f'Here {question.name} is asked "{question.site.prompt or "to choose"}":'
        yield from (f"  {option}" for option in question.options)
