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
    "\u00d7": "*", "\u00f7": "/", "\u2212": "-", "\u2013": "-", "\u2014": "-",
    "plus": "+", "minus": "-",
}  # fmt: skip
ARITHMETIC_SIGN = re.compile(r"[\u00d7\u00f7\u2212\u2013\u2014]|\b(?:plus|minus)\b")
CURLY = "\u201c\u201d\u201e\u00ab\u00bb\u201f"
ANYWHERE = 1_000_000  # letters away from the stop
APOSTROPHES = "\u2019\u2018\u00b4`"


def sign_fixes(case: Case) -> Iterator[Fix]:
    yield from quote_fixes(case)
    yield from comment_fixes(case)
    yield from change_fixes(case)
    yield from comparison_fixes(case)
    yield from logic_fixes(case)
    yield from punctuation_fixes(case)
    yield from letter_fixes(case)


def spaced(case: Case, start: int, end: int, words: str) -> str:
    """Words with the blanks they need where a sign needed none."""
    left = "" if case.row[start - 1 : start].isspace() or start == 0 else " "
    right = "" if case.row[end : end + 1].isspace() or end == len(case.row) else " "
    return f"{left}{words}{right}"


def comparison_fixes(case: Case) -> Iterator[Fix]:
    for found in case.near(COMPARISON):
        message = "A name is given with `be`, a thing is changed with `to`. Write: `{line}`."
        for word in ("be", "to") if found[0] == "=" else ():
            words = spaced(case, *found.span(), word)
            yield Fix("assignment-sign", message, *found.span(), words, 2)
        words = spaced(case, *found.span(), COMPARISONS[found[0]])
        message = "Comparisons are words here. Write: `{line}`."
        yield Fix("comparison-sign", message, *found.span(), words, 2)


def change_fixes(case: Case) -> Iterator[Fix]:
    """`points += 1`, `points = 3`."""
    segment = case.segment
    found = CHANGE.fullmatch(segment.text)
    if not found or not found["what"]:
        return
    what = re.sub(r"^(set|let)\s+", "", found["what"])
    mend = CHANGES.get(found["sign"], "set {} to {}").format(what, found["value"])
    message, end = "A change is told with a verb. Write: `{line}`.", segment.start
    yield Fix("assignment-sign", message, segment.start, end + len(segment.text), mend, 2)


def logic_fixes(case: Case) -> Iterator[Fix]:
    for found in case.near(LOGIC_SIGN) if not LISTS.match(case.row) else ():
        words = spaced(case, *found.span(), LOGIC[found[0]])
        message = "Conditions are joined by words here. Write: `{line}`."
        yield Fix("logic-sign", message, *found.span(), words, 2)


def comment_fixes(case: Case) -> Iterator[Fix]:
    for found in case.near(COMMENT, before=ANYWHERE, behind=0):
        yield Fix("comment-sign", "A remark begins with `#`.", *found.span(), "#", 2)


def quote_fixes(case: Case) -> Iterator[Fix]:
    curly = re.search(f'[{CURLY}"]([^{CURLY}"\n]*)[{CURLY}"]', case.commentless)
    if curly and curly[0].strip('"') != curly[1]:
        message = "Texts stand in straight quotes. Write: `{line}`."
        yield Fix("quote-curly", message, *curly.span(), f'"{curly[1]}"', 2)
    for found in case.near(f"[{APOSTROPHES}](?=s?\\b|\\s)"):
        message = "The apostrophe is the straight one. Write: `{line}`."
        yield Fix("quote-curly", message, *found.span(), "'", 2)
    for found in case.near(r"'([^'\n]*)'", 0, 0):
        text = case.row[found.start() + 1 : found.end() - 1]
        message = "Texts stand in double quotes. Write: `{line}`."
        yield Fix("quote-single", message, *found.span(), f'"{text}"', 2)
    if case.row[case.at : case.at + 1] == '"' and case.bare.count('"') % 2:
        yield from open_quote_fixes(case)


def open_quote_fixes(case: Case) -> Iterator[Fix]:
    """A quote that is never closed: the closing one is tried behind each word."""
    message = "This quote is never closed. Write: `{line}`."
    row, at = case.row, case.at
    places = [found.end() for found in re.finditer(r"[^\s#]+?(?=:?\s|:?$)", row[at:])]
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
        message = "There are no braces here: a short body follows `:`, a long one is indented."
        inside = case.row[brace.end() : end].strip() if brace[0].endswith("{") else ""
        if inside.endswith("}"):
            body = f": {inside[:-1].rstrip(' ;')}"
            yield Fix("brace-used", message, brace.start(), end, body, 2)
        yield Fix("brace-used", message, *brace.span(), ":" if inside else "", 2)
    for found in case.near(r"(?<=\w)\s*\.\s*(?=[^\W\d])"):
        message = "What belongs to something is written with 's. Write: `{line}`."
        mend = "' " if bare[found.start() - 1] == "s" else "'s "
        yield Fix("dot-sign", message, *found.span(), mend, 2)
    for found in case.near(ARITHMETIC_SIGN):
        words = spaced(case, *found.span(), ARITHMETIC[found[0]])
        yield Fix("arithmetic-sign", "Write: `{line}`.", *found.span(), words, 2)
    for found in case.near(r"\b[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+", before=0):
        message = "A name is one word, joined by `_`. Write: `{line}`."
        yield Fix("name-joined", message, *found.span(), found[0].replace("-", "_"))


def letter_fixes(case: Case) -> Iterator[Fix]:
    """Letters that no word of the language has."""
    letter = case.row[case.at : case.at + 1]
    if not letter or case.stop.kind:
        return
    word = next(case.near(r"\w+", 0, 0), None)
    if word and not word[0].isascii():
        plain = unicodedata.normalize("NFKD", word[0]).encode("ascii", "ignore").decode()
        message = "Names are made of the letters a to z, digits and `_`."
        yield Fix("letter-foreign", message, *word.span(), plain or "name", 2)
    if letter.isspace() or unicodedata.category(letter).startswith(("C", "Z")):
        message = f"There is an invisible character here (U+{ord(letter):04X})."
        yield Fix("letter-invisible", message, *case.without(case.at, case.at + 1), 2)
        yield Fix("letter-invisible", message, case.at, case.at + 1, " ", 2)
        return
    message = f"I do not know the sign `{letter}` here."
    odd = not letter.isalnum() and letter not in "\"'()[]:;,"
    yield Fix("sign-unknown", message, *case.without(case.at, case.at + 1), 2 if odd else 0)
