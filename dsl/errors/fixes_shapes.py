"""Sentences of the right words in the wrong shape: choices, calls, filters, bodies, names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ..problems.similar import NUMBERS
from .broken_row import Case, Fix
from .spelling import fixed_words, near_words

LONGEST = 70  # letters of a piece of a row in a message
ONE = r"\w+(?:(?:'s|')\s+\w+)*"  # 3, most, rival's hand
OF = rf"(?:count|total\s+\w+|highest\s+\w+|lowest\s+\w+)\s+of\s+{ONE}"
COUNTED = re.compile(  # a sum or a count behind a word that one number or name follows
    r"(choose|exactly|up to|at least|top|bottom)\s+"
    rf"((?:{OF}|{ONE})(?:\s*[-+*/]\s*(?:{OF}|{ONE}))+|{OF})"
)
NAMED_EARLY = re.compile(r"as\s+(\w+)\s+(where\b)(?!.*\b\1\b)")
OF_ALL = r"\s(?:so that|such that|where|whose|with(?: a)?) (?:the )?"
TOTAL = rf"{OF_ALL}total FIELD (?:of NAME )?(?:is |of )?"
LIMITS = (  # what the members of a set must have together, as players say it
    (r"\s(?:all )?(?:alike in|(?:of|with|that have) (?:the same|one|equal)) FIELD", r"alike in \1"),
    (r"\s(?:with |that have )?(?:all )?different (?:in )?FIELD", r"different in \1"),
    (r"\s(?:standing )?in a row by FIELD", r"in a row by \1"),
    (rf"{TOTAL}(at most|at least|exactly) (\w+|\([^()]*\))", r"with total \1 \2 \3"),
    (rf"{TOTAL}(\d+)", r"with total \1 exactly \2"),
)  # fmt: skip
CHOOSE = re.compile(r"choose\s+(?:(one|a|an|the|some)\s+)?([A-Za-z_]\w*)")


def shape_fixes(case: Case) -> Iterator[Fix]:
    """The likeliest first, by the kind of file."""
    of_rules = (
        sum_fixes, choice_fixes, call_fixes, colon_fixes, body_fixes, filter_fixes, owner_fixes,
        slot_fixes, title_fixes, clause_fixes, bracket_fixes,
    )  # fmt: skip
    topics = {"cards": (card_fixes,), "deck": (deck_fixes,)}.get(case.kind, of_rules)
    return chain.from_iterable(topic(case) for topic in topics)


def choice_fixes(case: Case) -> Iterator[Fix]:
    start = case.segment.start
    found = CHOOSE.match(case.bare, start)
    if found and found[2] not in ("exactly", "up", "any", "at", "one"):
        first = found.start(1) if found[1] else found.start(2)
        noun = case.row[found.start(2) : found.end(2)]
        number = NUMBERS.get(found[1] or noun, 1)
        many = noun + "s" * (noun in ("player", "opponent"))  # who they are chosen from
        mend = str(number) if noun in NUMBERS else f"{number} {many}"
        message = "How many? Write: `{line}`."
        yield Fix("choice-uncounted", message, first, found.end(2), mend, 2)
        if " as " not in case.bare[start:]:
            end = case.segment.start + len(case.segment.text)
            mend = f"{mend}{case.row[found.end(2) : end]} as picked"
            yield Fix("choice-uncounted", message, first, end, mend)
    ends = start + len(case.segment.text.rstrip())
    early = NAMED_EARLY.search(case.bare, start, ends)
    if case.bare.startswith("choose", start) and early is not None:
        message = "What is chosen gets its name at the end. Write: `{line}`."
        mend = f"{case.row[early.start(2) : ends]} as {early[1]}"
        yield Fix("choice-unnamed", message, early.start(), ends, mend)
    if case.bare.startswith("choose", start) and "as" in case.expected_words:
        message = "The choice has no name. Add `as picked`, or a better name."
        for last in (case.last,) if case.last else ():
            end, blank = (last.end(), "") if case.at >= case.end else (case.at, " ")
            mend = f"{last[0]} as picked{blank}"
            yield Fix("choice-unnamed", message, last.start(), end, mend)


def limit_fixes(case: Case) -> Iterator[Fix]:
    """What the chosen ones must have together, in a player's words or in front of their name."""
    start = case.segment.start
    row = case.row[start : start + len(case.segment.text)]
    named = re.search(r"\sas\s+(\w+)", row)
    if not row.startswith("choose") or named is None:
        return
    for one in ("s", ""):  # `names` where a field is meant, or a field of that name
        rest, limits = row[: named.start()] + row[named.end() :], ""
        for pattern, said in LIMITS:
            pattern = pattern.replace("NAME", named[1]).replace("FIELD", rf"(\w+?){one}\b")
            found = re.search(pattern, rest)
            if found is not None:
                limits += f" {found.expand(said)}"
                rest = rest[: found.start()] + rest[found.end() :]
        if limits:
            cut = min(named.start(), len(rest))
            mend = f"{rest[:cut].rstrip()} as {named[1]}{limits}{rest[cut:]}"
            message = (
                "What the chosen ones have together is told behind their name. Write: `{line}`."
            )
            yield Fix("choice-limits", message, start, start + len(row), mend, 2)


def call_fixes(case: Case) -> Iterator[Fix]:
    """A verb of the format without `do`."""
    found = re.compile(r"[A-Za-z_]\w*").match(case.bare, case.segment.start)
    if not found or found[0] in fixed_words(case.kind):
        return
    if any(far == 1 for far, _ in near_words(case.kind, found[0])):
        return
    if case.at >= found.start():
        message = "A call starts with `do`. Write: `{line}`."
        yield Fix("call-without-do", message, *found.span(), f"do {found[0]}")


def colon_fixes(case: Case) -> Iterator[Fix]:
    at = case.at
    if ":" in case.expected_words and at < case.end:
        left = re.search(r"\S+\s*$", case.row[:at])
        right = re.compile(r"\w+").match(case.row, at)
        if left and right:
            mend = f"{left[0].rstrip()}: {right[0]}"
            message = "A short body stands behind `:`. Write: `{line}`."
            yield Fix("colon-missing", message, left.start(), right.end(), mend, 1)
    tail = re.search(r"(\S+?)\s*:$", case.bare[: case.end])
    if tail and case.opens:
        message = (
            "A short body follows `:` on the line; a long one is indented on the next lines, "
            "never both. Write: `{line}`."
        )
        head = case.row[slice(*tail.span(1))]
        yield Fix("body-twice", message, tail.start(), case.end, head)
    for found in case.near(r"(\S*?)\s*:(?=\s)", 0, 0):
        message = "No `:` belongs here. Write: `{line}`."
        yield Fix("colon-extra", message, *found.span(), case.row[slice(*found.span(1))])


def body_fixes(case: Case) -> Iterator[Fix]:
    """What has a body of its own, or needs a line, behind the `:` of a short body."""
    indent = " " * (len(case.row) - len(case.row.lstrip()) + 4)
    for found in re.compile(r"\s*:\s+(?=\S)").finditer(case.bare, 0, case.at + 1):
        head, body = case.row[: found.start()].strip(), case.row[found.end() : case.end]
        message = (
            f"What stands behind this `:` needs lines of its own. Write `{clipped(head)}`, and "
            f"below it, indented, `{clipped(body)}`."
        )
        yield Fix("body-own-lines", message, *found.span(), f"\n{indent}")


def clipped(text: str) -> str:
    """A text for a message, without what it cites."""
    text = re.sub(r"\s+cites\s.*$", "", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} .."


def sum_fixes(case: Case) -> Iterator[Fix]:
    """A sum where only one number or name may stand."""
    for found in COUNTED.finditer(case.bare, case.segment.start, case.end):
        message, inner = (
            "A sum stands in brackets here. Write: `{line}`.",
            case.row[slice(*found.span(2))],
        )
        yield Fix("sum-unbracketed", message, *found.span(2), f"({inner})", 2)


def owner_fixes(case: Case) -> Iterator[Fix]:
    """`players' (hand + deck)`: each of them says whose it is."""
    whose = re.search(r"(?:\w+(?:'s|'(?=\s))\s*)+$", case.bare[: case.at])
    inner = re.compile(r"\(([^()]*)\)").match(case.bare, case.at)
    if whose and inner:
        owner = whose[0].strip()
        parts = re.split(r"(\s[-+]\s)", inner[1])
        mend = "".join(x if n % 2 else f"{owner} {x.strip()}" for n, x in enumerate(parts))
        message = "Each of these says whose it is. Write: `{line}`."
        yield Fix("owner-bracket", message, whose.start(), inner.end(), f"({mend})")


def filter_fixes(case: Case) -> Iterator[Fix]:
    """`hand + deck where ..`, and a `where` in the middle of a sentence."""
    bare = case.bare
    if not bare.startswith("where", case.at):
        return
    starts = [m.start() for m in re.finditer(r"(?<![\w'])[\w(]", bare[: case.at])]
    starts = [s for s in starts if s >= case.segment.start][::-1][:12]
    left = len(case.row[: case.at].rstrip())
    for start in starts:
        inner = case.row[start:left]
        if "+" in inner or "-" in inner:
            message = "The filter would cover only its last part. Bracket: "
            message += f"`({inner})`."
            yield Fix("filter-unbracketed", message, start, left, f"({inner})")
    ends = [case.at + m.end() for m in re.finditer(r"[\w\])]+", bare[case.at :])]
    ends = [end for end in reversed(ends) if bare[case.at : end].count(" ") > 1]
    starts.sort(key=lambda start: not re.match(r"\w+ in\b", bare[start:]))
    for start in starts[:6]:
        for end in ends[:10]:
            inner = case.row[start:end]
            message = "A filter inside a sentence stands in brackets. Write: `{line}`."
            yield Fix("filter-unbracketed", message, start, end, f"({inner})")


def slot_fixes(case: Case) -> Iterator[Fix]:
    """`phrase draw effect (n)`: a slot without its type."""
    word = case.before
    if (
        word is None
        or ":" not in case.expected_words
        or not case.bare[case.at :].startswith((")", ","))
    ):
        return
    if re.search(r"[(,]\s*$", case.bare[: word.start]):
        message = "A slot says what fills it: a number, a card, a phrase of a category. "
        message += "Write: `{line}`."
        yield Fix("slot-untyped", message, word.start, word.end, f"{word.text}: number", 2)


def title_fixes(case: Case) -> Iterator[Fix]:
    """`zone "Draw Pile"`: the name the rules use comes first."""
    found = re.compile(r'"([^"\n]*)"').match(case.row, case.at)
    if not found or "WORD" not in case.expected:
        return
    name = re.sub(r"\W+", "_", found[1].lower(), flags=re.ASCII).strip("_") or "x"
    if name[0].isdigit():
        name = f"x{name}"
    message = "The name that rules use comes first, then the printed title. Write: `{line}`."
    yield Fix("name-missing", message, *found.span(), f"{name} {found[0]}")
    message = "A name stands without quotes. Write: `{line}`."
    yield Fix("name-quoted", message, *found.span(), name)


def clause_fixes(case: Case) -> Iterator[Fix]:
    for found in case.near(r"[A-Za-z]\w*(?:-\w+)+(?:\.\.\w+)?"):
        if "CLAUSE" in case.expected:
            message = "Clause ids are written in capitals. Write: `{line}`."
            yield Fix("clause-malformed", message, *found.span(), found[0].upper())
    if re.match(r"[A-Z][A-Z0-9]*-", case.row[case.at :]) and "," in case.expected_words:
        message = "Clause ids are parted by commas. Write: `{line}`."
        for last in (case.last,) if case.last else ():
            yield Fix("comma-missing", message, last.start(), case.at, f"{last[0]}, ")


def bracket_fixes(case: Case) -> Iterator[Fix]:
    bare, at = case.bare, case.at
    if bare[at : at + 1] and bare[at] in ")]":
        message = "This bracket closes nothing. Write: `{line}`."
        glues = bare[at - 1 : at].isalnum() and bare[at + 1 : at + 2].isalnum()
        if glues:
            yield Fix("bracket-unopened", message, at, at + 1, " ", 2)
        yield Fix("bracket-unopened", message, *case.without(at, at + 1), 2)
    opened = [m.start() for m in re.finditer(r"[(\[]", bare[: case.end])]
    if len(opened) > len(re.findall(r"[)\]]", bare[: case.end])):
        message = "This bracket is never closed. Write: `{line}`."
        for start in reversed(opened):
            close = ")" if bare[start] == "(" else "]"
            ends = [m.end() for m in re.finditer(r"[\w\"\])]+", bare[start : case.end])]
            for end in (start + end for end in reversed(ends[-14:])):
                text = case.row[start:end] + close
                yield Fix("bracket-unclosed", message, start, end, text)


# ---- cards and decks


def card_fixes(case: Case) -> Iterator[Fix]:
    header = re.match(r"\s*card\s+([^\"]+?)\s+(\S+-\S+)\s*$", case.bare[: case.end])
    if header:
        message = "A card's name stands in quotes. Write: `{line}`."
        yield Fix("name-unquoted", message, *header.span(1), f'"{header[1]}"', 2)
    field = re.match(r"\s*([A-Za-z][\w ]*?)\s*(?::|\s{2,}|\s)", case.row)
    if field and not field[1].islower() and not header:
        message = "Names of fields are written small, in one word. Write: `{line}`."
        name = re.sub(r"\W+", "_", field[1].strip().lower())
        yield Fix("field-capital", message, *field.span(1), name)


def deck_fixes(case: Case) -> Iterator[Fix]:
    times = re.match(r"\s*(\d+)\s*(?:x|\u00d7|X|\*)(?=\s)", case.row)
    message = "A line of a deck is a number, a name and a card's code. Write: `{line}`."
    if times:
        yield Fix("deck-line", message, *times.span(), times[1], 2)
    sign = re.match(r"\s*(\d+)\s*[,:.;](?=\s)", case.row)
    if sign:
        yield Fix("deck-line", message, *sign.span(), sign[1], 2)
    swapped = re.match(r"\s*\d+ (\S+-\d+) (.*\S)\s*$", case.row[: case.end])
    if swapped:
        mend = f"{swapped[2]} {swapped[1]}"
        yield Fix("deck-line", message, swapped.start(1), swapped.end(2), mend, 2)
    first = re.match(r"\s*([^\d\s#]\S*)", case.row)
    header = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*", case.row[: case.end])
    if header:
        text = "The part of a deck is told by its id and a colon. Write: `{line}`."
        yield Fix("deck-line", text, *header.span(1), f"{header[1]}:")
    elif first:
        yield Fix("deck-line", message, *first.span(1), f"1 {first[1]}")
    turned = re.match(r"\s*(.*\S)\s+[x\u00d7*(]?(\d+)\)?\s*$", case.row[: case.end])
    if turned:
        mend = f"{turned[2]} {turned[1]}"
        yield Fix("deck-line", message, turned.start(1), turned.end(2), mend)
