"""Reads a piece of text by its grammar, or says where it stops making sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from ...grammar.loader import GRAMMARS
from ..loading.tables import tables_of
from ..nodes.dataclass import dataclass
from .rows import BEGINS_NO_LINE, REMARK, SENTENCES, WANTS_PATTERN

LINE, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
LAYOUT = frozenset({LINE, INDENT, DEDENT, END})
BRACKETS = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}  # suspend the layout
ENDS_NO_LINE = frozenset({"COMMA", "AND", "OR", "PLUS", "MEANS"})
BEFORE_IN = re.compile(r"\s+in\b")
TAB = 4
Scanner = tuple[Callable[[str, int], re.Match[str] | None], dict[str, dict[str, str]]]


@dataclass(slots=True, eq=False)
class Token:
    """A word or sign of a text. Lines and columns count from 1, `start` and `end` from 0."""

    kind: str
    text: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int

    def bare(self, kind: str) -> Token:
        """A token without text at the same place."""
        places = (self.start, self.end, self.line, self.column, self.end_line, self.end_column)
        return Token(kind, "", *places)


NOTHING = Token("", "", 0, 0, 1, 1, 1, 1)


@dataclass(slots=True, eq=False)
class Tree:
    """A rule of the grammar as it was read: its children are tokens, trees, and None for what
    was left out; the tokens it begins and ends with are None if it is empty.
    """

    name: str
    children: list[Any]
    first: Token | None
    last: Token | None


T = TypeVar("T")
Maker = Callable[[str, list[Any], Token | None, Token | None], T]  # as that of a tree


@dataclass(eq=False)
class Stop(Exception):
    """The first place that no reading fits.

    `kind` is the grammar's name for what stands there ("" for a character of no word), `read`
    how many tokens were understood before. Lines and columns count from 1.
    """

    kind: str
    text: str
    line: int
    column: int
    read: int


def read(kind: str, text: str, maker: Maker[T]) -> T | Stop:
    """What `maker` makes of each rule of a text, the innermost first; or where it stops making
    sense.
    """
    try:
        return Driver(kind, text, maker).run()
    except Stop as stop:
        return stop


def attempt(kind: str, text: str, end: str) -> Stop | None:
    """Where a text stops making sense; `end` says what follows its last line.

    "file": nothing; "block": lines indented deeper; "line": more lines, whatever they are.
    """
    try:
        Driver(kind, text).run(end)
    except Stop as stop:
        return stop
    return None


def expected_at(kind: str, text: str, count: int) -> frozenset[str]:
    """The grammar's names of all that may follow the first tokens of a text."""
    driver = Driver(kind, text)
    try:
        for number, token in enumerate(driver.tokens()):
            if number == count:
                break
            driver.feed(token)
    except Stop:
        pass
    return driver.accepts()


class Driver:
    """One reading of one text."""

    def __init__(self, kind: str, text: str, maker: Maker[Any] = Tree) -> None:
        self.kind = kind
        self.text = text
        self.maker = maker
        self.tables = tables_of(kind)
        self.states = [self.tables.start]
        self.values: list[Any] = []  # of all states but the first
        self.begins: list[int] = []  # how many tokens were fed before each of them
        self.fed: list[Token] = []

    @property
    def last(self) -> Token:
        """What was read last."""
        return self.fed[-1] if self.fed else NOTHING

    def run(self, end: str = "file") -> Any:
        for token in self.tokens():
            if end != "file" and self.fed and self.last.end == len(self.text):
                break
            self.feed(token)
        if end == "file":
            return self.feed(self.last.bare(END))
        return self.feed(self.last.bare(INDENT)) if end == "block" else None

    # ---- words and signs

    def tokens(self) -> Iterator[Token]:
        """The tokens of the text with its layout, each to be fed before the next is asked for."""
        if not GRAMMARS[self.kind][1]:
            yield from self.words()
            return
        token, levels, brackets = NOTHING, [0], 0
        for token in self.words():
            if token.kind != LINE:
                yield token
                brackets += BRACKETS.get(token.kind, 0)
                if brackets < 0:
                    raise self.stopped(self.last.bare("uneven"))
            elif not brackets and not self.goes_on(token.end):
                yield token
                blank = token.text.rpartition("\n")[2]
                column = blank.count(" ") + blank.count("\t") * TAB
                if column > levels[-1]:
                    levels.append(column)
                    yield token.bare(INDENT)
                while column < levels[-1]:
                    levels.pop()
                    yield token.bare(DEDENT)
                if column != levels[-1]:
                    raise self.stopped(self.last.bare("uneven"))
        for _ in levels[1:]:
            yield token.bare(DEDENT)

    def goes_on(self, at: int) -> bool:
        """Whether the line behind a line's end belongs to it; a pattern does if one is wanted."""
        if self.kind not in SENTENCES:
            return False
        if self.last.kind in ENDS_NO_LINE or BEGINS_NO_LINE.match(self.text, at):
            return True
        if not self.text.startswith('"', at):
            return False
        begin = len(self.fed)
        while begin and self.fed[begin - 1].kind not in LAYOUT:
            begin -= 1
        above = self.text[self.fed[begin].start : self.last.end] if begin < len(self.fed) else ""
        return WANTS_PATTERN.fullmatch(REMARK.sub("", above)) is not None

    def words(self) -> Iterator[Token]:
        """The words and signs of the text, as far as the grammar allows them where they are; two
        words run together are a mistake in any grammar.
        """
        text, ignored, scanners = self.text, self.tables.ignored, scanners_of(self.kind)
        at, line, margin = 0, 1, 0
        while at < len(text):
            state = self.states[-1]
            match, keywords = scanners.get(state) or scanner_of(self.kind, state)
            found = match(text, at)
            misfit = found is None
            if misfit:
                match, keywords = scanner_of(self.kind, None)
                found = match(text, at)
            if found is None:
                raise Stop("", "", line, at - margin + 1, len(self.fed))
            kind, word, end = str(found.lastgroup), found[0], found.end()
            first, column = line, at - margin + 1
            if "\n" in word:
                line += word.count("\n")
                margin = at + word.rindex("\n") + 1
            if kind not in ignored:
                if word == "card" and self.kind in SENTENCES and self.is_one(text, end):
                    word = "cards"
                if kind in keywords:
                    kind = keywords[kind].get(word, kind)
                token = Token(kind, word, at, end, first, column, line, end - margin + 1)
                if misfit and not (word == "cards" and kind in self.tables.states[state]):
                    raise self.stopped(token)
                if self.fed and self.fed[-1].end == at and is_glued(self.fed[-1].text, word):
                    raise self.stopped(token, "glued")
                yield token
            at = end

    def is_one(self, text: str, end: int) -> bool:
        """Whether `card` stands for one of the `cards`: `1 card`, `there is no card in hand`."""
        before = [token.text for token in self.fed[-3:]]
        is_said = before[-2:] == ["there", "is"] or before == ["there", "is", "no"]
        return before[-1:] == ["1"] or (is_said and BEFORE_IN.match(text, end) is not None)

    def stopped(self, token: Token, kind: str = "") -> Stop:
        """The text makes no sense from a token on."""
        kind = kind or token.kind
        text = "" if kind in LAYOUT else token.text
        return Stop(kind, text, token.line, token.column, len(self.fed))

    # ---- rules

    def feed(self, token: Token) -> Any:
        """Takes the next token, and gives what was made of the text at its end."""
        tables, states, values, begins = self.tables, self.states, self.values, self.begins
        rows = tables.states
        while True:
            action = rows[states[-1]].get(token.kind)
            if action is None:
                raise self.stopped(token)
            if action >= 0:
                begins.append(len(self.fed))
                self.fed.append(token)
                states.append(action)
                values.append(token)
                return None
            origin, name, size, takes, passes, renames = tables.rules[~action]
            if renames:
                states[-1] = rows[states[-2]][origin]
                continue
            start = len(values) - size
            children, begin = values[start:], begins[start] if size else len(self.fed)
            del values[start:], begins[start:], states[start + 1 :]
            kept: list[Any] = []
            for place in takes:
                child: Any = None if place is None else children[place]
                if child.__class__ is not list:
                    kept.append(child)
                else:
                    kept = kept + child if kept else child
            value: Any = kept
            if passes and len(kept) == 1:
                value = kept[0]
            elif name:
                is_empty = begin == len(self.fed)
                ends = (None, None) if is_empty else (self.fed[begin], self.fed[-1])
                value = self.maker(name, kept, *ends)
            state = rows[states[-1]][origin]
            if state == tables.end:
                return value
            begins.append(begin)
            states.append(state)
            values.append(value)

    def accepts(self) -> frozenset[str]:
        """The grammar's names of all that may follow."""
        row = self.tables.states[self.states[-1]]
        return frozenset(name for name in row if name.isupper() and self.may_feed(name))

    def may_feed(self, name: str) -> bool:
        states, rows = [*self.states], self.tables.states
        while states[-1] != self.tables.end:
            action = rows[states[-1]].get(name)
            if action is None or action >= 0:
                return action is not None
            rule = self.tables.rules[~action]
            del states[len(states) - rule.size :]
            states.append(rows[states[-1]][rule.origin])
        return True


def is_glued(last: str, word: str) -> bool:
    return is_word_part(last[-1:]) and is_word_part(word[:1])


def is_word_part(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


# ---- what a grammar allows


@cache
def scanners_of(kind: str) -> dict[int | None, Scanner]:
    """What finds the next token, by the state of the parser, as far as it was needed yet."""
    return {}


def scanner_of(kind: str, state: int | None) -> Scanner:
    """What finds the next token in a state, or anywhere: a pattern with a group for each terminal
    that is allowed, and what else some of them may spell.
    """
    tables, always = tables_of(kind), {LINE} if GRAMMARS[kind][1] else set[str]()
    here = tables.terminals if state is None else tables.states[state]
    allowed = tables.ignored | always | here.keys()
    keywords = {
        name: {word: spelt for word, spelt in words.items() if spelt in allowed}
        for name, words in tables.keywords.items()
        if name in allowed
    }
    hidden = {spelt for words in keywords.values() for spelt in words.values()}
    groups = [
        f"(?P<{name}>{pattern})"
        for name, pattern in tables.terminals.items()
        if name in allowed and name not in hidden
    ]
    found = re.compile("|".join(groups)).match, keywords
    scanners_of(kind)[state] = found
    return found


def words_of(kind: str) -> dict[str, str]:
    """Every fixed word and sign of a kind of file by the grammar's name for it."""
    return tables_of(kind).words
