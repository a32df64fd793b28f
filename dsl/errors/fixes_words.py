"""Words that are nearly right, words of other languages, and words that are too many or too few."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .broken_row import Case, Fix, Spot
from .spelling import fixed_words, near_words

FOREIGN = {
    "else if": "otherwise if", "elseif": "otherwise if", "elif": "otherwise if",
    "else": "otherwise", "unless": "if not", "whenever": "when", "foreach": "each",
    "for each": "each", "for every": "each", "for all": "each", "every": "each",
    "loop": "repeat", "return": "stop", "break": "stop", "exit": "stop",
    "is equal to": "is", "is the same as": "is", "equals": "is", "equal": "is", "are": "is",
    "was": "is", "isn't": "is not", "isnt": "is not", "aren't": "is not",
    "is greater than": "is more than", "is larger than": "is more than",
    "is bigger than": "is more than", "is higher than": "is more than", "is above": "is more than",
    "is smaller than": "is less than", "is fewer than": "is less than",
    "is lower than": "is less than", "is below": "is less than", "is under": "is less than",
    "greater than": "is more than", "more than": "is more than", "less than": "is less than",
    "at least": "is at least", "at most": "is at most", "is one from": "is one of",
    "is in": "is one of", "is any of": "is one of", "there are": "there is",
    "there exists": "there is", "exists": "there is", "contains": "has", "have": "has",
    "includes": "has", "does not have": "has no", "does not fit": "fits",
    "then": ":", "put": "move", "place": "move", "bring": "move", "transfer": "move",
    "increase": "raise", "add": "raise", "gain": "raise", "decrease": "lower",
    "reduce": "lower", "subtract": "lower", "double": "multiply", "assign": "set",
    "cancel": "void", "negate": "void", "flip": "turn", "rotate": "turn",
    "pick": "choose", "select": "choose", "target": "choose", "look": "show", "mix": "shuffle",
    "call": "do", "perform": "do", "execute": "do", "emit": "announce", "trigger": "announce",
    "ask": "offer", "may": "offer", "optionally": "optional", "win": "end game won by",
    "draw game": "end game drawn", "on top of": "onto", "into": "to", "beneath": "under",
    "below": "under", "out of": "from", "using": "with", "equal to": "is", "up too": "up to",
    "sum of": "total", "number of": "count of", "amount of": "count of", "size of": "count of",
    "max": "highest", "maximum": "highest", "min": "lowest", "minimum": "lowest",
    "first of": "top of", "last of": "bottom of", "so that": "where", "such that": "where",
    "with": "where", "whose": "where its", "that is": "where it is", "which is": "where it is",
    "till": "until", "during": "until", "by": "per", "from": "in", "inside": "in", "on": "in",
    "counter": "gauge", "variable": "note", "var": "note", "flag": "note", "enum": "values",
    "type": "values", "kind": "card", "class": "card", "struct": "card", "area": "zone",
    "pile": "zone", "function": "to", "procedure": "to", "verb": "to", "def": "to",
    "event": "to", "rule": "when", "after": "when", "ability": "keyword", "effect": "phrase",
    "toggle": "option", "const": "parameter", "constant": "parameter", "start": "setup",
    "round": "turn", "move_to": "move", "inherits": "extends", "named": "also", "called": "as",
    "prevent": "forbid", "prohibit": "forbid", "permit": "allow", "delete": "remove",
    "override": "redefine", "requires": "needs", "require": "needs", "costs": "pays",
    "cost": "pays", "default": "starts", "initially": "starts", "goes first": "is first",
    "this card": "this", "test": "scenario", "expect": "then", "assert": "then", "giving": "given",
}  # fmt: skip
THIS = "The card that says it is `this`."
NOTES = {
    "else": "`otherwise` is the word.", "then": "A short body stands behind `:`.",
    "this card": THIS,
}  # fmt: skip
SETS = (
    "bottom", "count", "deck", "card", "game", "highest", "lowest", "top", "total", "turn",
)  # fmt: skip
COMMON = (  # also of names
    "by", "with", "from", "on", "into", "below", "using", "start", "type", "after",
)  # fmt: skip
ARTICLES = ("the", "a", "an")
LEADING = re.compile(
    r"\b(best|bottom|changes|count|highest|lowest|top|total)\b(?!\s+(?:\w+\s+)?(?:of|by|so)\b)"
)
MINE = {"your": "you", "my": "you", "our": "you"}
THEIRS = ("their", "his", "her", "enemy", "opponents")
JOINING = (
    "to", "of", "by", "as", "be", "in", "is", "from", "with", "than", "and", "where", "on",
    "per", "at", "if", "when", "until", "(", ")", "]", ":", ",", ";", "starts", "one",
    "action", "each", "face", "means", "=",
)  # fmt: skip


def word_fixes(case: Case) -> Iterator[Fix]:
    yield from misspelt_fixes(case, 1)
    yield from glued_fixes(case)
    if case.kind != "cards":
        yield from leading_fixes(case)
        yield from foreign_fixes(case)
        yield from article_fixes(case)


# ---- nearly right


def misspelt_fixes(case: Case, most: int, least: int = 1, known: bool = False) -> Iterator[Fix]:
    """The word at the stop and those before it, each replaced by fixed words near it.

    `known`: words that are themselves fixed words of the language, as "do" for "to".
    """
    words = [word for word in case.words if word.start <= case.at][-14:]
    fixed = fixed_words(case.kind)
    for word in reversed(words):
        if (word.text in fixed) is not known:
            continue
        for far, guess in near_words(case.kind, word.text):
            if least <= far <= most:
                message = f'I do not understand "{word.text}" here. Did you mean "{guess}"?'
                weight = 1 if far == 1 and not known else 0
                yield Fix("keyword-misspelt", message, word.start, word.end, guess, weight)


def leading_fixes(case: Case) -> Iterator[Fix]:
    """A name of the author's that begins something else where it is used."""
    for word in dict.fromkeys(found[1] for found in LEADING.finditer(case.bare)):
        spans = [found.span() for found in LEADING.finditer(case.bare) if found[1] == word]
        start, end = spans[0][0], spans[-1][1]
        mend = LEADING.sub(lambda found, one=word: f"{one}_" if found[1] == one else found[0],
                           case.row[start:end])  # fmt: skip
        message = f'"{word}" is a word of the language itself and names nothing.'
        fix = Fix("reserved-name", message, start, end, mend, 3)
        if case.is_right(fix):
            yield fix


def glued_fixes(case: Case) -> Iterator[Fix]:
    """Two words without a blank between them."""
    at = case.at
    if case.stop.kind == "glued":
        start = re.search(r"\w*$", case.row[:at])
        left = start.start() if start else at
        right = at + len(case.stop.text)
        mend = f"{case.row[left:at]} {case.row[at:right]}"
        message = f'"{case.row[left:right]}" is two words: "{mend}".'
        yield Fix("words-glued", message, left, right, mend, 2)
    for word in (case.word, case.before):
        if word is None:
            continue
        for known in sorted(fixed_words(case.kind)):
            rest = word.text.removeprefix(known)
            if rest != word.text and len(known) > 1 and rest in fixed_words(case.kind):
                mend = f"{known} {rest}"
                message = f'"{word.text}" is two words: "{mend}".'
                yield Fix("words-glued", message, word.start, word.end, mend)


# ---- words of other languages


def foreign_fixes(case: Case) -> Iterator[Fix]:
    """Words that people use for one of ours."""
    found: list[tuple[int, Spot, str]] = []
    for foreign in foreign_at(case.bare.lower(), case.at):
        place = abs(foreign.start - case.at) - len(foreign.text)
        found.append((place, foreign, FOREIGN[foreign.text]))
    for _, spot, ours in sorted(found, key=lambda item: item[0]):
        note = NOTES.get(spot.text, f"The word is `{ours}`.")
        start = spot.start
        while ours == ":" and case.row[start - 1 : start] == " ":
            start -= 1
        weight = 0 if spot.text.split()[0] in COMMON else 2
        message = f"{note} Write: `{{line}}`."
        yield Fix("word-foreign", message, start, spot.end, ours, weight)


def foreign_at(text: str, at: int) -> Iterator[Spot]:
    """The foreign words and phrases that end near a place."""
    words = list(re.finditer(r"[\w']+", text))
    for first in range(len(words)):
        for last in range(first, min(first + 4, len(words))):
            start, end = words[first].start(), words[last].end()
            if start - 1 <= at <= end + 1 + len(text[end:]) - len(text[end:].lstrip()):
                phrase = re.sub(r"\s+", " ", text[start:end])
                if phrase in FOREIGN:
                    yield Spot(start, end, phrase)


def article_fixes(case: Case) -> Iterator[Fix]:
    for word in reversed([word for word in case.words if word.start <= case.at]):
        lower = word.text.lower()
        after = re.match(r"\s+([\w']+)", case.bare[word.end :])
        if not after or after.start(1) + word.end > case.at + 1:
            continue
        if after[1] in fixed_words(case.kind) and after[1] not in SETS:
            continue
        end = word.end + after.end()
        if lower in ARTICLES:
            message = "No articles in rules. Write: `{line}`."
            yield Fix("article-used", message, word.start, end, after[1], 2)
        elif lower in MINE:
            message = f"The owner unsaid is already the player: `{after[1]}`."
            yield Fix("owner-your", message, word.start, end, after[1], 2)
        elif lower in THEIRS:
            message = "Say whose it is. Write: `{line}`."
            yield Fix("owner-their", message, word.start, word.end, "opponent's", 2)


# ---- too few, too many


def missing_fixes(case: Case) -> Iterator[Fix]:
    """A joining word that would make the row right."""
    at, last = case.at, case.last
    for word in JOINING if last else ():
        if last and word in case.expected_words:
            mend = word if word in "),:;]" else f" {word}"
            mend += "" if at >= case.end or word == "(" else " "
            tail = at if at < case.end else last.end()
            message = f"I miss `{word}` behind `{last[0]}`. Write: `{{line}}`."
            yield Fix("word-missing", message, last.start(), tail, last[0] + mend)


def extra_fixes(case: Case) -> Iterator[Fix]:
    """A word or sign that the row is right without."""
    if case.at >= case.end:
        return
    found = re.compile(r'"[^"\n]*"|\w+|\S').match(case.row, case.at)
    if not found:
        return
    text, end = found[0], found.end()
    if not (case.row[: case.at] + case.row[end:]).strip():
        return
    before = re.search(r"\S+\s*$", case.row[: case.at])
    start = before.start() if before else case.at
    mend = before[0].rstrip() if before else ""
    message = f"I do not understand `{text}` here; without it the line is right: `{{line}}`."
    yield Fix("word-extra", message, start, end, mend)
