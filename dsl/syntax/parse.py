"""From the text of a file to nodes: one parse for each top-level block, so that all is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from ..errors.mistakes import Mistakes
from ..errors.suspects import ARTICLES, Suspect, may_hold_suspects, suspects
from ..nodes.base import Node, Span
from ..problems.problem import MOST_PROBLEMS, Problem, more_below, sort_problems
from .blocks import Block, GroupHead, blocks_of, is_open, joined
from .build import Builder
from .old_forms import old_form_problems, upgraded_lines
from .reader import Stop, read
from .rows import TAB, bare_of, column_of, lines_of

MOST_LETTERS = 16_000_000
LONGEST_LINE = 4_000
DEEPEST = 120  # levels of a tree; Python's own stack allows about 200
DEEPEST_INDENT = 160
DEEPEST_BRACKETS = 40
LARGEST = 15  # digits of a number
CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")  # begin, part and end the sides of a conflict
LONGEST_SEED = 30  # digits of one; it may be where chance stood in a game
LONG_NUMBER = re.compile(rf"(?<!\d)(?<!seed )\d{{{LARGEST + 1},}}|\d{{{LONGEST_SEED + 1},}}")


class Known(Protocol):
    """Blocks without problems that were parsed before, by their lines and their first line."""

    def get(self, lines: list[str], first: int) -> list[Node] | None: ...
    def put(self, lines: list[str], first: int, nodes: list[Node]) -> None: ...


def parse_file(
    kind: str, text: str, file: str, known: Known | None = None
) -> tuple[list[Node], list[Problem]]:
    """The nodes of a file of a kind (rules, cards, scenario, deck), and what could not be read."""
    nodes: list[Node] = []
    problems: list[Problem] = []
    if len(text) > MOST_LETTERS:
        message = f"This file has {len(text):,} letters; {MOST_LETTERS:,} are allowed."
        return [], [Problem("file-too-large", message, Span(file, 1, 1, 1, 1))]
    lines = lines_of(text.removeprefix("\ufeff"))
    problems += unmerge(lines, file)
    problems += tab_problems(lines, file)
    old = old_form_problems(kind, lines, file)
    problems += old
    lines = upgraded_lines(kind, lines) if old else lines
    for block in blocks_of(kind, lines):
        key, first = block.key(), block.first
        kept = known.get(key, first) if known is not None else None
        if kept is not None:
            nodes += kept
            continue
        found, wrong = parse_block(kind, block, file)
        nodes += found
        if known is not None and not wrong:
            known.put(key, first, found)
        if not told_already(wrong, problems):
            problems += wrong
        if len(problems) > MOST_PROBLEMS:
            problems.append(more_below(Span(file, first, 1, first, 1)))
            break
    return nodes, sort_problems(problems)


def parse_block(kind: str, block: Block, file: str) -> tuple[list[Node], list[Problem]]:
    """One block's nodes; of a block with mistakes only what is plainly meant."""
    lines, first = block.lines, block.first
    edits = {number: [*some] for number, some in block.edits.items()}
    mistakes = Mistakes(kind, list(lines), first, file, edits, block.lead)
    problems = list(bound_problems(kind, lines, first, file))
    if problems:
        return [], [replace(problem, span=mistakes.origin(problem.span)) for problem in problems]
    margin = column_of(lines[0])
    if margin and kind != "deck":
        problems.append(adrift(lines[0], first, file))
        lines = [" " * max(column_of(line) - margin, 0) + line.lstrip(" \t") for line in lines]
        mistakes = Mistakes(kind, list(lines), first, file)
    builder = Builder(file, first, kind, mistakes.written if block.edits else None)
    found = read(kind, "\n".join(lines) + "\n", builder.build)
    if isinstance(found, Stop):
        text = mistakes.find()
        problems += mistakes.problems
        found = read(kind, text, builder.build) if text is not None else found
        if isinstance(found, Stop):
            return [], problems
    nodes: list[Node] = found.value
    if found.depth > DEEPEST:
        nodes = []
        problems.append(too_deep(first, lines, file))
    elif may_hold_suspects(kind, mistakes.text()) and any(suspects(kind, nodes)):
        as_shown = as_read(kind, mistakes, nodes) if block.edits else nodes
        shown, masked = unmask(kind, mistakes.lines, first, file, as_shown)
        nodes = shown if masked else nodes
        problems += [replace(problem, span=mistakes.origin(problem.span)) for problem in masked]
    if block.group is not None:
        problems += [said_again(block, block.group, file)] if block.said_again else []
        nodes = joined(block.group, nodes, file)
    elif nodes and is_open(nodes[0]) and not block.opens:
        message = "Below this line I expected what is of it, indented."
        problems.append(Problem("body-missing", message, nodes[0].span))
    return nodes, problems


def said_again(block: Block, head: GroupHead, file: str) -> Problem:
    """`phrase act` in front of a phrase that stands in a group."""
    first, start = block.first, block.margin + 1
    span = Span(file, first, start, first, start + len(block.said_again))
    message = f"This stands below `{head.text}`, which says so."
    return Problem("word-extra", message, span, block.lead[1])


def as_read(kind: str, mistakes: Mistakes, nodes: list[Node]) -> list[Node]:
    """The nodes with the places that they have in the mended text."""
    found = read(kind, mistakes.text(), Builder(mistakes.file, mistakes.first, kind).build)
    return nodes if isinstance(found, Stop) else found.value


def unmask(
    kind: str, lines: list[str], first: int, file: str, nodes: list[Node]
) -> tuple[list[Node], list[Problem]]:
    """Finds words that were taken for names though something else was meant, the last first."""
    problems: list[Problem] = []
    found = sorted(suspects(kind, nodes), key=lambda s: (s.span.line, s.span.column))
    for suspect in reversed(found):
        if re.search(rf"\b{suspect.word}\s*:|\b(?:as|let)\s+{suspect.word}\b", "\n".join(lines)):
            continue  # a name of the author's own
        number, column = suspect.span.line - first, suspect.span.column - 1
        row = lines[number]
        end = column + len(suspect.word)
        end += len(row[end:]) - len(row[end:].lstrip()) if not suspect.meant else 0
        changed = [*lines]
        changed[number] = row[:column] + suspect.meant + row[end:]
        read_so = read(kind, "\n".join(changed) + "\n", Builder(file, first, kind).build)
        if not isinstance(read_so, Stop):
            lines, nodes = changed, read_so.value
            problems.append(suspect_problem(suspect, row[end:]))
    return nodes, problems


def suspect_problem(suspect: Suspect, rest: str) -> Problem:
    """What to tell of a word that was taken for a name."""
    if suspect.meant.isdigit():
        message = f"How many? Write `{suspect.meant}`."
        return Problem("choice-uncounted", message, suspect.span, suspect.meant)
    if suspect.meant:
        message = f'I do not understand "{suspect.word}" here. Did you mean "{suspect.meant}"?'
        return Problem("keyword-misspelt", message, suspect.span, suspect.meant)
    behind = re.match(r"\w+", rest)
    mend = behind[0] if behind else ""
    end = suspect.span.end_column + 1 + len(mend)
    span = Span(suspect.span.file, suspect.span.line, suspect.span.column, suspect.span.line, end)
    if suspect.word == "card":
        return Problem("word-foreign", "The card that says it is `this` alone.", span, mend)
    if suspect.word in ARTICLES:
        return Problem("article-used", f"No articles in rules. Write: `{mend}`.", span, mend)
    message = f"The owner unsaid is already the player: `{mend}`."
    return Problem("owner-your", message, span, mend)


def adrift(line: str, first: int, file: str) -> Problem:
    message = "This line is indented, but stands in nothing; begin it at the margin."
    length = len(line) - len(line.lstrip())
    word = line.split()[0]
    span = Span(file, first, 1, first, length + len(word) + 1)
    return Problem("indent-unexpected", message, span, word)


def told_already(wrong: list[Problem], problems: list[Problem]) -> bool:
    """Whether a block's only mistake has the cause of the one before it."""
    codes = [problem.code for problem in wrong]
    last = problems[-1] if problems else None
    return (
        codes in (["statement-at-margin"], ["field-at-margin"])
        and last is not None
        and last.code in ("body-missing", *codes)
        and last.line < wrong[0].line
    )


# ---- bounds


def too_deep(first: int, lines: list[str], file: str) -> Problem:
    message = "This nests too deep; split it, with properties or verbs of its own."
    return Problem("nested-too-deep", message, Span(file, first, 1, first, len(lines[0]) + 1))


def bound_problems(kind: str, lines: list[str], first: int, file: str) -> Iterator[Problem]:
    """What no file needs and a reader could choke on."""
    for number, line in enumerate(lines, first):
        if len(line) > LONGEST_LINE:
            message = f"This line has {len(line):,} letters; {LONGEST_LINE:,} are allowed."
            yield Problem("line-too-long", message, Span(file, number, 1, number, len(line) + 1))
            return
        if kind == "cards" or not is_odd(line):
            continue
        bare = bare_of(line)
        if column_of(line) >= DEEPEST_INDENT or nesting(bare) > DEEPEST_BRACKETS:
            yield too_deep(number, [line], file)
            return
        found = LONG_NUMBER.search(bare)
        if found:
            message = f"Numbers have at most {LARGEST} digits."
            span = Span(file, number, found.start() + 1, number, found.end() + 1)
            yield Problem("number-too-long", message, span)


def is_odd(line: str) -> bool:
    """Whether a line is worth a closer look; nearly none is."""
    brackets = line.count("(") + line.count("[")
    deep = line.startswith((" " * DEEPEST_INDENT, "\t" * (DEEPEST_INDENT // TAB)))
    return brackets > DEEPEST_BRACKETS or deep or bool(LONG_NUMBER.search(line))


def nesting(line: str) -> int:
    """How many brackets of a line are open at most."""
    depth = most = 0
    for letter in line:
        if letter in "([":
            depth += 1
            most = max(most, depth)
        elif letter in ")]":
            depth -= 1
    return most


def unmerge(lines: list[str], file: str) -> list[Problem]:
    """Blanks out what a version control system left where two changes met, and the second of
    these; told once for each conflict.
    """
    found: list[Problem] = []
    in_first = in_second = False
    for number, line in enumerate(lines, 1):
        mark = line[:1] if line.startswith(CONFLICT) else ""
        if mark == "<":
            message = "Two versions of this file met here, and none was chosen. Keep one side."
            span = Span(file, number, 1, number, len(line) + 1)
            found.append(Problem("merge-unfinished", message, span))
            in_first = True
        elif not in_first:
            continue
        if mark or in_second:
            lines[number - 1] = ""
        in_second = mark == "=" or (in_second and mark != ">")
        in_first = in_first and mark != ">"
    return found


def tab_problems(lines: list[str], file: str) -> list[Problem]:
    """The first line indented by tabs: read as four blanks each, and worth a word."""
    for number, line in enumerate(lines, 1):
        blank = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in blank and line.strip():
            message = "This line is indented with tabs; indent by four blanks a level."
            span = Span(file, number, 1, number, len(blank) + 1)
            mend = " " * column_of(line)
            return [Problem("indent-tab", message, span, mend, "warning")]
    return []
