"""Pieces of a page: whatever is no piece is text, and stays text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

EMPTY = frozenset({"meta", "link", "rect", "line", "circle", "path", "polyline", "col"})


class Html(str):
    """Markup that may stand in a page as it is."""

    __slots__ = ()


Piece = Html | str | int | None


def tag(name: str, /, *inside: Piece | Iterable[Piece], **attributes: Any) -> Html:
    """An element. Texts in it and in its attributes are escaped; `class_` is the attribute `class`,
    `stroke_width` is `stroke-width`; what is None is left out.
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in EMPTY:
        return Html(f"<{name}{said}/>" if name not in ("meta", "link") else f"<{name}{said}>")
    return Html(f"<{name}{said}>{joined(inside)}</{name}>")


def joined(pieces: Iterable[Piece | Iterable[Piece]]) -> Html:
    """Pieces one behind the other."""
    found: list[str] = []
    for piece in pieces:
        if isinstance(piece, Html):
            found.append(piece)
        elif isinstance(piece, str | int):
            found.append(escape(str(piece)))
        elif piece is not None:
            found.append(joined(piece))
    return Html("".join(found))


def percent(share: float, digits: int = 0) -> str:
    """`54 %`"""
    return f"{100 * share:.{digits}f} %"


def signed(share: float) -> str:
    """`+4.2`: points of a hundred."""
    text = f"{100 * share:+.1f}"
    return text.replace("-", "\N{MINUS SIGN}")
