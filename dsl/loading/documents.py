"""Documents in YAML and JSON as plain values that know where they stand; nothing else is built
of them. What two readers could take for different things is refused.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterable
from typing import Any

import yaml

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Label, Problem, Remedy
from .source import said_of, unseen_letter

DEEPEST = 16
LONGEST_TEXT = 4_000
LONGEST_NUMBER = 30  # letters of one with a fraction
WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,14})")
Step = str | int
Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read: letters and parts of a document, digits of a whole number."""

    letters: int
    parts: int
    digits: int


WRITTEN = Limits(1_000_000, 50_000, 15)  # by people, or in their name


@dataclass(frozen=True, slots=True)
class Document:
    """A value of texts, whole numbers, truths, None, lists and groups by texts; where each part of
    it stands, by the keys and numbers that lead there; and the keys themselves likewise.
    """

    value: Any
    places: dict[Steps, Span]
    keys: dict[Steps, Span]

    @property
    def group(self) -> dict[str, Any]:
        """The value, if it is a group; else an empty one."""
        value: Any = self.value
        return value if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownVariableType]

    @property
    def members(self) -> list[Any]:
        """The value, if it is a list; else an empty one."""
        value: Any = self.value
        return value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]

    def at(self, steps: Iterable[Step]) -> Span:
        """Where a part stands, or what is around it; steps that lead nowhere are passed over."""
        found: Steps = ()
        for step in steps:
            if (*found, step) in self.places:
                found = (*found, step)
        return self.places[found]


SAID = {  # what the reader of YAML calls what authors do
    "mapping values are not allowed": "a `:` or a quote is missing in front of this, or the line "
    "is indented otherwise than those above",
    "could not find expected ':'": "a `:` is missing behind the name in front of this",
    "expected <block end>": "this does not line up with the lines above, or a quote there is not "
    "closed",
    "while scanning a quoted scalar": "a quote is not closed",
    "found unexpected end of stream": "a quote or bracket is not closed",
    "cannot start any token": "a text that begins with this sign stands in quotes",
    "expected ',' or": "a comma or a closing bracket is missing in front of this",
}


def in_words(said: str) -> str:
    """What is wrong with a file of YAML, as authors say it."""
    return next((text for start, text in SAID.items() if start in said), said)


class Refused(Exception):
    """A document that is not read any further."""

    def __init__(
        self, code: str, message: str, span: Span, mend: Remedy = "", *more: Label
    ) -> None:
        super().__init__(message)
        self.problem = Problem(code, message, span, mend, labels=more)


class Reader:
    """What both readers count and note. `code` is that of the problems of the form."""

    code = ""

    def __init__(self, text: str, file: str, line: int = 1, limits: Limits = WRITTEN) -> None:
        self.text = text
        self.file = file
        self.line = line
        self.limits = limits
        self.places: dict[Steps, Span] = {}
        self.keys: dict[Steps, Span] = {}

    def read(self) -> Document | Problem:
        """The document, or what is wrong with it first."""
        whole = Span(self.file, self.line, 1, self.line, 2)
        try:
            most = self.limits.letters
            if len(self.text) > most:
                said = f"This has {len(self.text):,} letters; {most:,} are allowed."
                raise Refused("file-too-large", said, whole)
            self.places[()] = whole
            return Document(self.whole(), self.places, self.keys)
        except Refused as refused:
            return refused.problem

    def whole(self) -> Any:
        raise NotImplementedError

    def refuse(self, message: str, span: Span, mend: Remedy = "") -> Refused:
        return Refused(self.code, message, span, mend)

    def enter(self, steps: Steps, span: Span) -> None:
        """Notes where a part stands."""
        if len(steps) > DEEPEST:
            raise Refused("nested-too-deep", "This nests too deep.", span)
        most = self.limits.parts
        if len(self.places) > most:
            raise Refused("file-too-large", f"More than {most:,} parts are not read.", span)
        self.places[steps] = span

    def key(self, name: str, steps: Steps, span: Span) -> Steps:
        """The way to what a key of a group leads to, which must be new there."""
        inner = (*steps, name)
        old = self.keys.get(inner)
        if old is not None:
            label = Label(old, "the first one")
            raise Refused("given-twice", f"{name} is given twice.", span, "", label)
        self.keys[inner] = span
        return inner

    def checked(self, text: str, span: Span) -> str:
        """A text of the document, which could stand in any file."""
        if len(text) > LONGEST_TEXT:
            said = f"This text has {len(text):,} letters; {LONGEST_TEXT:,} are allowed."
            raise Refused("line-too-long", said, span)
        odd = unseen_letter(text)
        if odd is not None:
            raise Refused("letter-invisible", said_of(odd), span)
        return text


# ---- YAML


def read_yaml(text: str, file: str) -> Document | Problem:
    """A document of YAML: texts, whole numbers in decimals, nothing, lists and groups."""
    return YamlReader(text, file).read()


class YamlReader(Reader):
    """Reads the events of a text, so that nothing is copied or built by tags."""

    code = "bad-yaml"

    def whole(self) -> Any:
        try:
            self.loader: Any = yaml.SafeLoader(self.text)
            self.loader.get_event()
            if isinstance(self.loader.peek_event(), yaml.StreamEndEvent):
                return None
            self.loader.get_event()
            value = self.value(())
            self.loader.get_event()
            after = self.loader.get_event()
            if not isinstance(after, yaml.StreamEndEvent):
                raise self.refuse("A second document begins here.", self.span_of(after))
            return value
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
            what = getattr(error, "problem", None) or "it makes no sense"
            span = Span(self.file, line, column, line, column + 1)
            raise self.refuse(f"I cannot read this as YAML: {in_words(str(what))}.", span) from None

    def span_of(self, event: yaml.Event) -> Span:
        """A place of one line."""
        first: Any = event.start_mark
        last: Any = event.end_mark
        line, column = first.line + 1, first.column + 1
        end = last.column + 1 if last.line == first.line else column + 1
        return Span(self.file, line, column, line, end)

    def value(self, steps: Steps) -> Any:
        event: Any = self.loader.get_event()
        span = self.span_of(event)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self.refuse("Anchors (&) and aliases (*) are not read: write it out.", span)
        if isinstance(event, yaml.ScalarEvent):
            self.enter(steps, span)
            return self.scalar(event, span)
        if event.tag is not None:
            raise self.refuse("Tags (!) are not read: leave it out.", span)
        self.enter(steps, span)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.members(steps)
        return self.group(steps)

    def members(self, steps: Steps) -> list[Any]:
        found: list[Any] = []
        while not isinstance(self.loader.peek_event(), yaml.SequenceEndEvent):
            found.append(self.value((*steps, len(found))))
        self.loader.get_event()
        return found

    def group(self, steps: Steps) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(self.loader.peek_event(), yaml.MappingEndEvent):
            event = self.loader.peek_event()
            span = self.span_of(event)
            name = None
            if isinstance(event, yaml.ScalarEvent) and event.anchor is None:
                name = self.scalar(self.loader.get_event(), span)
            if not isinstance(name, str) or not name:
                raise self.refuse(
                    "A key is a text.", span, Advice("Write a name in quotes, then `:`.")
                )
            inner = self.key(name, steps, span)
            found[name] = self.value(inner)
        self.loader.get_event()
        return found

    def scalar(self, event: Any, span: Span) -> str | int | None:
        """A text, a whole number or nothing; what YAML takes for a truth, a date or a number of
        another kind is none of them without quotes.
        """
        if event.tag is not None:
            raise self.refuse("Tags (!) are not read: leave it out.", span)
        text = self.checked(str(event.value), span)
        if event.style is not None or not event.implicit[0]:
            return text
        if not text:
            return None
        if WHOLE.fullmatch(text):
            return int(text)
        kind = self.loader.resolve(yaml.ScalarNode, text, (True, False))
        if kind != "tag:yaml.org,2002:str":
            said = f"YAML takes {text[:40]} for something else than a text: put it in quotes."
            raise self.refuse(said, span, f'"{text[:40]}"')
        return text


# ---- JSON

BLANKS = " \t\r\n"
OPENS = {"{": "}", "[": "]"}
WORDS = {"true": True, "false": False, "null": None}
TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<text>"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")
        | (?P<number>-?(?:0|[1-9][0-9]*)(?P<fraction>(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?))
        | (?P<sign>[][{}:,]) | (?P<word>true|false|null)
    )""",
    re.VERBOSE,
)


def read_json(text: str, file: str, line: int = 1, limits: Limits = WRITTEN) -> Document | Problem:
    """The document of JSON that begins in a line of a file. A number with a fraction is read as the
    text that it is.
    """
    return JsonReader(text, file, line, limits).read()


class JsonReader(Reader):
    """Reads the tokens of a text; `end` is where the last one ended."""

    code = "bad-record"
    end = 0

    def __init__(self, text: str, file: str, line: int, limits: Limits) -> None:
        super().__init__(text, file, line, limits)
        self.breaks = [found.start() for found in re.finditer("\n", text)]

    def whole(self) -> Any:
        value = self.value(self.token(), ())
        if self.text[self.end :].strip(BLANKS):
            raise self.wrong("it should end here")
        return value

    def wrong(self, what: str, token: re.Match[str] | None = None) -> Refused:
        """At a token, or behind the last one."""
        if token is not None:
            return self.refuse(f"This is no JSON: {what}.", self.place(token))
        rest = self.text[self.end :]
        start = self.end + len(rest) - len(rest.lstrip(BLANKS))
        return self.refuse(f"This is no JSON: {what}.", self.span(start, start + 1))

    def token(self) -> re.Match[str]:
        found = TOKEN.match(self.text, self.end)
        if found is None:
            raise self.wrong("I do not understand this" if self.text[self.end :] else "it is cut")
        self.end = found.end()
        return found

    def place(self, token: re.Match[str]) -> Span:
        return self.span(token.start(token.lastgroup or 0), token.end())

    def span(self, start: int, end: int) -> Span:
        """The place of some letters of one line, counted from the start of the text."""
        above = bisect(self.breaks, start - 1)
        margin = self.breaks[above - 1] + 1 if above else 0
        line = self.line + above
        return Span(self.file, line, start - margin + 1, line, end - margin + 1)

    def value(self, token: re.Match[str], steps: Steps) -> Any:
        kind, said = token.lastgroup, token[token.lastgroup or 0]
        span = self.place(token)
        self.enter(steps, span)
        if kind == "text":
            return self.unquoted(token)
        if kind == "word":
            return WORDS[said]
        if kind == "number":
            digits = self.limits.digits
            if len(said) > (LONGEST_NUMBER if token["fraction"] else digits + (said[0] == "-")):
                message = f"Numbers have at most {digits} digits."
                raise Refused("number-too-long", message, span)
            return said if token["fraction"] else int(said)
        if said not in OPENS:
            raise self.wrong("a value is missing here", token)
        return self.group(steps) if said == "{" else self.members(steps)

    def unquoted(self, token: re.Match[str]) -> str:
        said = token["text"]
        try:
            text: str = json.loads(said) if "\\" in said else said[1:-1]
        except ValueError:
            raise self.wrong("the sign behind a `\\` has no meaning", token) from None
        return self.checked(text, self.place(token))

    def members(self, steps: Steps) -> list[Any]:
        found: list[Any] = []
        token = self.token()
        while token["sign"] != "]" or found:
            found.append(self.value(token, (*steps, len(found))))
            if self.ends("]"):
                break
            token = self.token()
        return found

    def group(self, steps: Steps) -> dict[str, Any]:
        found: dict[str, Any] = {}
        token = self.token()
        while token["sign"] != "}" or found:
            if not token["text"]:
                raise self.wrong("a key is a text in quotes", token)
            name = self.unquoted(token)
            inner = self.key(name, steps, self.place(token))
            colon = self.token()
            if colon["sign"] != ":":
                raise self.wrong("I expected `:` behind a key", colon)
            found[name] = self.value(self.token(), inner)
            if self.ends("}"):
                break
            token = self.token()
        return found

    def ends(self, sign: str) -> bool:
        """Whether a list or group ends here; else it goes on behind a comma."""
        token = self.token()
        if token["sign"] not in (sign, ","):
            raise self.wrong(f"I expected `,` or `{sign}` here", token)
        return token["sign"] == sign
