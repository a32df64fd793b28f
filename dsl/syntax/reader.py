"""Reads a piece of text by its grammar, or says where it stops making sense. Knows lark."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from ..loading.tables import parser_of
from ..nodes.dataclass import dataclass

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})


@dataclass(frozen=True, slots=True)
class Stop:
    """The first place that no reading fits.

    `kind` is the grammar's name for what stands there ("" for a character of no word), `read`
    how many tokens were understood before. Lines and columns count from 1.
    """

    kind: str
    text: str
    line: int
    column: int
    read: int


class Stopped(Exception):
    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(stop.kind)


def read(kind: str, text: str) -> Tree[Any] | Stop:
    """The tree of a text, or where it stops making sense."""
    driver = Driver(kind, text)
    try:
        return driver.run()
    except Stopped as stopped:
        return stopped.stop


def attempt(kind: str, text: str, end: str) -> Stop | None:
    """Where a text stops making sense; `end` says what follows its last line.

    "file": nothing; "block": lines indented deeper; "line": more lines, whatever they are.
    """
    driver = Driver(kind, text)
    try:
        driver.run(end)
    except Stopped as stopped:
        return stopped.stop
    return None


def expected_at(kind: str, text: str, count: int) -> frozenset[str]:
    """The grammar's names of all that may follow the first tokens of a text."""
    driver = Driver(kind, text)
    try:
        with driver.stopping():
            for number, token in enumerate(driver.tokens()):
                if number == count:
                    break
                driver.feed(token)
    except Stopped:
        pass
    return frozenset(driver.parser.accepts())


class Driver:
    """One reading of one text."""

    def __init__(self, kind: str, text: str) -> None:
        parser: Any = parser_of(kind)
        self.parser: Any = parser.parse_interactive(text, start="start")
        self.length = len(text)
        self.last: Token | None = None
        self.count = 0

    def run(self, end: str = "file") -> Tree[Any]:
        with self.stopping():
            for token in self.tokens():
                if end != "file" and self.last is not None and self.last.end_pos == self.length:
                    break
                self.feed(token)
            if end == "file":
                return self.feed(self.borrowed("$END"))
            if end == "block":
                self.feed(self.borrowed("_INDENT"))
        return Tree(end, [])

    def borrowed(self, kind: str) -> Token:
        """A token without text at the end of what was read."""
        return Token.new_borrow_pos(kind, "", self.last) if self.last else Token(kind, "", 0, 1, 1)

    def tokens(self) -> Iterator[Token]:
        """The tokens of the text; two words run together are a mistake in any grammar."""
        for token in self.parser.lexer_thread.lex(self.parser.parser_state):
            last = self.last
            if last is not None and last.end_pos == token.start_pos and is_glued(last, token):
                raise Stopped(self.stop_at(token, "glued"))
            yield token

    def feed(self, token: Token) -> Any:
        result = self.parser.feed_token(token)
        self.last = token
        self.count += 1
        return result

    @contextmanager
    def stopping(self) -> Generator[None, None, None]:
        """Turns whatever lark raises into a stop."""
        try:
            yield
        except UnexpectedToken as error:
            token: Token = error.token
            raise Stopped(self.stop_at(token, token.type)) from None
        except UnexpectedInput as error:
            stop = Stop("", "", max(error.line, 1), max(error.column, 1), self.count)
            raise Stopped(stop) from None
        except (DedentError, AssertionError):
            raise Stopped(self.stop_at(self.borrowed("_DEDENT"), "uneven")) from None

    def stop_at(self, token: Token, kind: str) -> Stop:
        text = "" if kind in LAYOUT else str(token)
        return Stop(kind, text, token.line or 1, token.column or 1, self.count)


def is_glued(last: Token, token: Token) -> bool:
    return is_word_part(last[-1:]) and is_word_part(token[:1])


def is_word_part(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


@cache
def words_of(kind: str) -> dict[str, str]:
    """Every fixed word and sign of a kind of file by the grammar's name for it."""
    return {
        terminal.name: str(terminal.pattern.value)
        for terminal in parser_of(kind).terminals
        if terminal.pattern.type == "str"
    }


def depth_of(tree: Any) -> int:
    """How deep a tree nests, without recursion."""
    depth = 0
    level: list[Any] = [tree]
    while level:
        depth += 1
        inner: list[Any] = [part for node in level for part in node.children]
        level = [part for part in inner if isinstance(part, Tree)]
    return depth
