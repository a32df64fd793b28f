"""A whole game for one reader, as a page of its own shows it."""

from __future__ import annotations

import json
from typing import Any, cast

from ...interpreter.runtime.game import Game
from ...interpreter.runtime.rules import Rules
from ..contract.parts import VERSION
from .describing import schema_of
from .playing import Playing
from .reader import reader_of, seat_reader
from .stream import Stream

PLACE = '<script type="application/json" id="replay">'
END = "</script>"


def recording_of(
    rules: Rules, game: Game, file: str, seat: str | None, language: str | None
) -> dict[str, Any]:
    """The game in frames: what happened with each answer, and the table behind it. Of a `seat` it
    holds what that seat was told, and nothing else; else what everybody had.
    """
    setup, _ = game.whole()
    playing = Playing(setup)
    reader = reader_of(setup, "all") if seat is None else seat_reader(setup.seats.index(seat))
    stream = Stream(playing, reader, language)
    frames: list[dict[str, Any]] = []
    sent, before = 0, dict[str, Any]()
    for index in (*game.answers, None):
        stream.advance()
        if len(stream.beats) > sent or index is None:
            view = stream.view()
            frames.append({"beats": stream.beats[sent:], "changed": changed(before, view)})
            sent, before = len(stream.beats), view
        if index is not None:
            playing.apply(index)
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
    }


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
    """A page that holds a game; nothing in it can end the script it stands in."""
    text = json.dumps(recording, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    script = f"{PLACE}{text}{END}"
    if PLACE in page:
        head, _, rest = page.partition(PLACE)
        return head + script + rest.partition(END)[2]
    head, body, rest = page.partition("</body>") if "</body>" in page else page.partition("</html>")
    return head + script + body + rest
