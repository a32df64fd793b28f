"""What happened, for somebody who plays: the lines of a transcript that matter, in short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

NAME = r'"[^"]*"|[^\s"]+'
ASKED = re.compile(rf'ask ({NAME}) t\d+ (\S+) "([^"]*)" (?:\d+ of \d+: )?(.*)')
STEP = re.compile(r"t(\d+) \S+")
PLACE = rf"(?:(?:{NAME})'s )?\w+"
MOVED = re.compile(rf"move (.+?) ({PLACE}) -> ({PLACE})(.*)")
NOTED = re.compile(r"change \w+ of a card ")
QUIET = ("forced ", "shuffle ", "wait ", "verb ", "chance ", "expire ", "result ")
SHORT = {"change ": "", "end ": "The game is over: "}


def told_lines(transcript: str, seat: str) -> list[str]:
    """The lines of a seat's transcript, as that seat is told them while it plays."""
    return [*in_short(transcript.splitlines(), seat)]


def in_short(lines: Iterable[str], seat: str) -> Iterator[str]:
    """Each line for a player; "" for one that says nothing new."""
    turn = ""
    for line in lines:
        text = line.partition(" ")[2]
        step = STEP.fullmatch(" ".join(text.split()[:2])) or STEP.fullmatch(text)
        if step is not None:
            yield f"-- turn {step[1]}" if step[1] not in ("0", turn) else ""
            turn = step[1]
            continue
        yield "" if line.startswith(QUIET) or text.startswith(QUIET) else told(text, seat)


def told(text: str, seat: str) -> str:
    """One event."""
    asked = ASKED.fullmatch(text)
    if asked is not None:
        who, where, prompt, option = asked.groups()
        name = who.strip('"')
        if name == seat:
            return ""  # typed a moment ago
        return f"{name}: {prompt or spoken(where)} -> {option}"
    moved = MOVED.fullmatch(text)
    if moved is not None:
        card, source, place, manner = moved.groups()
        return f"{card}: {spoken(source)} -> {spoken(place)}{manner}"
    if NOTED.match(text):
        return ""  # of a card nobody here can name
    for head, short in SHORT.items():
        if text.startswith(head):
            return short + spoken(text.removeprefix(head))
    return spoken(text)


def spoken(text: str) -> str:
    """Names of the rules as a reader would say them; what is printed stays as it is."""
    parts = re.split(r'("[^"]*")', text)
    return "".join(
        part if part.startswith('"') else part.replace("_", " ") for part in parts
    )


def gathered(lines: Iterable[str]) -> Iterator[str]:
    """The lines that say something; the same line several times over only once."""
    last, count = "", 0
    for line in [*(line for line in lines if line), ""]:
        if line == last:
            count += 1
            continue
        if last:
            yield f"{last} ({count} times)" if count > 1 else last
        last, count = line, 1
