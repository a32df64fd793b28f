"""One small edit after the other of the files of a format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path


def small_edits(place: Path, also: Sequence[Path]) -> list[dict[Path, str | None]]:
    """A word renamed wherever rules, cards, decks and clauses have it; one number, text, line or
    file of them changed or left out; of scenarios a text changed, a line or a whole one left out,
    one written twice.
    """
    texts = {p: p.read_text("utf-8") for home in (place, *also) for p in files_in(home)}
    plain = {p: text for p, text in texts.items() if p.suffix != ".scenario"}
    words = {word for text in plain.values() for word in re.findall(r"[A-Za-z_]{3,}", text)}
    found: list[dict[Path, str | None]] = [
        {p: re.sub(rf"\b{word}\b", f"{word}q", text) for p, text in plain.items()}
        for word in sorted(words)
    ]
    for path, text in texts.items():
        parts = [*re.finditer(r'"[^"\n]+"', text)]
        found += [{path: f'{text[: m.start()]}"Zork"{text[m.end() :]}'} for m in parts]
        if path not in plain:
            for block in text.split("\n\n"):
                found += [{path: text.replace(block, "")}, {path: f"{block}\n\n{text}"}]
                found += [{path: text.replace(line, "", 1)} for line in block.splitlines(True)]
            continue
        for m in re.finditer(r"\d+", text):
            found.append({path: f"{text[: m.start()]}{int(m[0]) + 1}{text[m.end() :]}"})
        for line in text.splitlines(keepends=True):
            found.append({path: text.replace(line, "", 1)})
        found.append({path: None, path.with_name(f"zork{path.suffix}"): text})
        if path.suffix != ".rules":  # without any it is no format
            found.append({path: None})
    return found


def changed(old: str, new: str) -> list[str]:
    """The lines that are not as they were."""
    lines = zip_longest(old.splitlines(), new.splitlines())
    return [f"{one} -> {other}" for one, other in lines if one != other][:3]


def files_in(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file())
