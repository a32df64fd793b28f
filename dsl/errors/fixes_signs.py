"""Signs that other languages have and this one has not: comparisons, quotes, braces, comments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from .broken_row import Case, Fix

COMPARISONS = {
    ">=": "is at least", "=>": "is at least", "\u2265": "is at least",
    "<=": "is at most", "=<": "is at most", "\u2264": "is at most",
    "==": "is", "!=": "is not", "<>": "is not", "\u2260": "is not",
    ">": "is more than", "<": "is less than", "=": "is",
}  # fmt: skip
COMPARISON = re.compile(r"[<>=!]=|=[<>]|<>|[<>=\u2265\u2264\u2260]")
LOGIC = {"&&": "and", "&": "and", "||": "or", "|": "or", "!": "not"}
LISTS = re.compile(r"\s*(zone|values)\b")  # where `|` has a meaning
LOGIC_SIGN = re.compile(r"&&?|\|\|?|!(?!=)")
CHANGES = {"+=": "raise {} by {}", "-=": "lower {} by {}", "*=": "multiply {} by {}"}
CHANGE = re.compile(r"(?P<what>[^=:;]*?)\s*(?P<sign>[-+*:]?=)\s*(?P<value>[^=].*)")
COMMENT = re.compile(r"//|--+(?=\s)|/\*|;;")
ARITHMETIC = {
    "\u00d7": "*",
    "\u00f7": "/",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "plus": "+",
    "minus": "-",
}
ARITHMETIC_SIGN = re.compile(r"[\u00d7\u00f7\u2212\u2013\u2014]|\b(?:plus|minus)\b")
CURLY = "\u201c\u201d\u201e\u00ab\u00bb\u201f"
APOSTROPHES = "\u2019\u2018\u00b4`"


def sign_fixes(case: Case) -> Iterator[Fix]:
    yield from quote_fixes(case)
    yield from comment_fixes(case)
    yield from change_fixes(case)
    yield from comparison_fixes(case)
    yield from logic_fixes(case)
    yield from punctuation_fixes(case)
    yield from letter_fixes(case)


def near(case: Case, start: int, end: int, reach: int = 1) -> bool:
    """Whether a piece of the row touches the place where it stopped making sense."""
    return start - reach <= case.at <= end + reach


def spaced(case: Case, start: int, end: int, words: str) -> str:
    """Words with the blanks they need where a sign needed none."""
    left = "" if case.row[start - 1 : start].isspace() or start == 0 else " "
    right = "" if case.row[end : end + 1].isspace() or end == len(case.row) else " "
    return f"{left}{words}{right}"


def comparison_fixes(case: Case) -> Iterator[Fix]:
    for found in COMPARISON.finditer(case.bare):
        if not near(case, found.start(), found.end()):
            continue
        sign, start, end = found[0], found.start(), found.end()
        if sign == "=":
            message = (
                "A name is given with `be`, a thing is changed with `to`. Write: `{line}`."
            )
            for word in ("be", "to"):
                yield Fix(
                    "assignment-sign",
                    message,
                    start,
                    end,
                    spaced(case, start, end, word),
                    2,
                )
        words = spaced(case, start, end, COMPARISONS[sign])
        message = "Comparisons are words here. Write: `{line}`."
        yield Fix("comparison-sign", message, start, end, words, 2)


def change_fixes(case: Case) -> Iterator[Fix]:
    """`points += 1`, `points = 3`."""
    segment = case.segment
    found = CHANGE.fullmatch(segment.text)
    if not found or not found["what"]:
        return
    form = CHANGES.get(found["sign"], "set {} to {}")
    what = re.sub(r"^(set|let)\s+", "", found["what"])
    mend = form.format(what, found["value"])
    message = "A change is told with a verb. Write: `{line}`."
    end = segment.start + len(segment.text)
    yield Fix("assignment-sign", message, segment.start, end, mend, 2)


def logic_fixes(case: Case) -> Iterator[Fix]:
    if LISTS.match(case.row):
        return
    for found in LOGIC_SIGN.finditer(case.bare):
        if near(case, found.start(), found.end()):
            words = spaced(case, found.start(), found.end(), LOGIC[found[0]])
            message = "Conditions are joined by words here. Write: `{line}`."
            yield Fix("logic-sign", message, found.start(), found.end(), words, 2)


def comment_fixes(case: Case) -> Iterator[Fix]:
    for found in COMMENT.finditer(case.bare):
        if found.end() >= case.at:
            message = "A remark begins with `#`."
            yield Fix("comment-sign", message, found.start(), found.end(), "#", 2)


def quote_fixes(case: Case) -> Iterator[Fix]:
    curly = re.search(f'[{CURLY}"]([^{CURLY}"\n]*)[{CURLY}"]', case.commentless)
    if curly and curly[0].strip('"') != curly[1]:
        message = "Texts stand in straight quotes. Write: `{line}`."
        start, end = curly.span()
        yield Fix("quote-curly", message, start, end, f'"{curly[1]}"', 2)
    for found in re.finditer(f"[{APOSTROPHES}](?=s?\\b|\\s)", case.bare):
        if near(case, *found.span()):
            message = "The apostrophe is the straight one. Write: `{line}`."
            yield Fix("quote-curly", message, *found.span(), "'", 2)
    for found in re.finditer(r"'([^'\n]*)'", case.bare):
        if found.start() <= case.at <= found.end():
            text = case.row[found.start() + 1 : found.end() - 1]
            message = "Texts stand in double quotes. Write: `{line}`."
            yield Fix("quote-single", message, *found.span(), f'"{text}"', 2)
    if case.row[case.at : case.at + 1] == '"' and case.bare.count('"') % 2:
        yield from open_quote_fixes(case)


def open_quote_fixes(case: Case) -> Iterator[Fix]:
    """A quote that is never closed: the closing one is tried behind each word."""
    message = "This quote is never closed. Write: `{line}`."
    row, at = case.row, case.at
    places = [found.end() for found in re.finditer(r"[^\s#]+(?=\s|$)", row[at:])]
    for place in [*places[:12], *places[-1:]]:
        text = row[at : at + place]
        yield Fix("quote-unclosed", message, at, at + place, f'{text}"')


def punctuation_fixes(case: Case) -> Iterator[Fix]:
    bare, end = case.bare, case.end
    tail = re.search(r"[;,.]+$", bare[:end])
    if tail and case.at >= tail.start():
        before = re.search(r"\S+$", bare[: tail.start()])
        start = before.start() if before else tail.start()
        message = f"A line ends without `{tail[0]}`. Write: `{{line}}`."
        yield Fix("line-end-sign", message, start, end, case.row[start : tail.start()], 2)
    brace = re.search(r"\s*[{}]", bare)
    if brace and brace.end() >= case.at:
        message = (
            "There are no braces here: a short body follows `:`, a long one is indented."
        )
        inside = case.row[brace.end() : end].strip() if brace[0].endswith("{") else ""
        if inside.endswith("}"):
            yield Fix(
                "brace-used",
                message,
                brace.start(),
                end,
                f": {inside[:-1].rstrip(' ;')}",
                2,
            )
        yield Fix("brace-used", message, *brace.span(), ":" if inside else "", 2)
    for found in re.finditer(r"(?<=\w)\s*\.\s*(?=[^\W\d])", bare):
        if near(case, *found.span()):
            message = "What belongs to something is written with 's. Write: `{line}`."
            mend = "' " if bare[found.start() - 1] == "s" else "'s "
            yield Fix("dot-sign", message, *found.span(), mend, 2)
    for found in ARITHMETIC_SIGN.finditer(bare):
        if near(case, *found.span()):
            message = "Write: `{line}`."
            words = spaced(case, *found.span(), ARITHMETIC[found[0]])
            yield Fix("arithmetic-sign", message, *found.span(), words, 2)
    for found in re.finditer(r"\b[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+", bare):
        if found.start() <= case.at <= found.end() + 1:
            message = "A name is one word, joined by `_`. Write: `{line}`."
            yield Fix("name-joined", message, *found.span(), found[0].replace("-", "_"))


def is_odd(letter: str) -> bool:
    return not letter.isalnum() and letter not in "\"'()[]:;,"


def letter_fixes(case: Case) -> Iterator[Fix]:
    """Letters that no word of the language has."""
    letter = case.row[case.at : case.at + 1]
    if not letter or case.stop.kind:
        return
    word = next(
        (m for m in re.finditer(r"\w+", case.bare) if near(case, *m.span(), 0)), None
    )
    if word and not word[0].isascii():
        plain = unicodedata.normalize("NFKD", word[0]).encode("ascii", "ignore").decode()
        message = "Names are made of the letters a to z, digits and `_`."
        yield Fix("letter-foreign", message, *word.span(), plain or "name", 2)
    if letter.isspace() or unicodedata.category(letter).startswith(("C", "Z")):
        message = f"There is an invisible character here (U+{ord(letter):04X})."
        yield Fix("letter-invisible", message, case.at, case.at + 1, "", 2)
        yield Fix("letter-invisible", message, case.at, case.at + 1, " ", 2)
        return
    message = f"I do not know the sign `{letter}` here."
    yield Fix("sign-unknown", message, case.at, case.at + 1, "", 2 if is_odd(letter) else 0)
