"""A whole game for one reader, as a page of its own shows it."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any, cast

from ...interpreter.questions.asking import Asking
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.rules import Rules
from ..contract.parts import VERSION
from .describing import schema_of
from .followed import follow
from .playing import Playing
from .reader import reader_of, seat_reader
from .stream import Stream

PLACE = '<script type="application/gzip" id="replay">'
END = "</script>"


def recording_of(
    rules: Rules,
    game: Game,
    file: str,
    seat: str | None,
    language: str | None,
    stepped: int | None = None,
) -> dict[str, Any]:
    """The game in frames: what happened with each choice, and the table behind it. Of a `seat` it
    holds what that seat was told, and nothing else; else what everybody had. `stepped`: how many
    choices with one option were made behind the last answer, where not yet all of them were.
    """
    setup, state = game.whole()
    playing = Playing(setup, pauses=True)
    playing.history = game.history
    reader = reader_of(setup, "all") if seat is None else seat_reader(setup.seats.index(seat))
    stream = follow(playing, reader, language)
    frames: list[dict[str, Any]] = []
    sent, before = 0, dict[str, Any]()

    def add() -> None:
        nonlocal sent, before
        view = stream.view()
        frames.append({"beats": stream.beats[sent:], "changed": changed(before, view)})
        sent, before = len(stream.beats), view

    def follow_on() -> None:
        if len(stream.beats) > sent:
            add()

    add()
    playing.followers.append(follow_on)
    for index in game.answers:
        playing.settle()
        playing.apply(index)
    while playing.is_forced and playing.stepped != stepped:
        playing.step()
    if changed(before, stream.view()):
        add()
    number = -1 if seat is None else setup.seats.index(seat)
    asking = Asking(setup, state, game.answers, number, language)
    lines, behind = lines_behind(asking, stream.records)
    steps = steps_behind(asking, stream) if seat is None else []
    schema = schema_of(rules, language)
    codes = codes_in(frames)
    schema["cards"] = {code: one for code, one in schema["cards"].items() if code in codes}
    return {
        "t": "replay",
        "v": VERSION,
        "file": file,
        "all_hands": seat is None,
        "schema": schema,
        "frames": frames,
        "lines": lines,
        "behind": behind,
        "steps": steps,
        "taken_back": stream.taken_back(),
    }


def steps_behind(asking: Asking, stream: Stream) -> list[int | None]:
    """For each beat the line of the transcript that answers the choice which is open behind it."""
    events = asking.past.course.events
    lines = asking.past.lines
    answers = [lines[event][0] for event, one in enumerate(events) if one.kind == "ask"]
    given = (*stream.answered[1:], len(answers))
    return [answers[count] if count < len(answers) else None for count in given]


def lines_behind(
    asking: Asking, records: list[int]
) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """The lines of rules and cards that were carried out, each once; and for each event that was
    told (by its number in the record, -1 for none) which of them led to it, the innermost first.
    """
    rows: dict[tuple[str, str, int, tuple[str, ...]], int] = {}
    behind: list[list[int]] = []
    for record in records:
        found = asking.lines_of(record) if record >= 0 else ()
        keys = ((one.text, Path(one.span.file).name, one.span.line, one.clauses) for one in found)
        behind.append([rows.setdefault(key, len(rows)) for key in keys])
    lines = [
        {"text": text, "file": file or None, "line": line or None, "clauses": [*clauses]}
        for text, file, line, clauses in rows
    ]
    return lines, behind


def changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The fields of a view that are other than before; of its zones those that are."""
    found = {key: value for key, value in now.items() if before.get(key, ...) != value}
    if before and "zones" in found:
        rows = zip(before["zones"], now["zones"], strict=True)
        found["zones"] = [zone for old, zone in rows if old != zone]
    return found


def codes_in(thing: Any) -> set[str]:
    """The cards that are named anywhere."""
    found: set[str] = set()
    ahead: list[Any] = [thing]
    while ahead:
        one = ahead.pop()
        if isinstance(one, dict):
            rows = cast(dict[str, Any], one)
            found |= {
                str(value)
                for key, value in rows.items()
                if key in ("code", "copy_of") and isinstance(value, str)
            }
            ahead += rows.values()
        elif isinstance(one, list):
            ahead += cast(list[Any], one)
    return found


def page_with(page: str, recording: dict[str, Any]) -> str:
    """A page that holds a game, packed: nothing in it can end the script it stands in."""
    text = json.dumps(recording, separators=(",", ":"), ensure_ascii=False)
    packed = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")
    script = f"{PLACE}{packed}{END}"
    head, body, rest = page.rpartition("</body>")
    return head + script + body + rest
