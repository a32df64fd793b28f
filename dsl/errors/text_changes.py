"""What a text that is not read becomes with one word changed, added, left out or moved."""

from __future__ import annotations

from collections.abc import Iterator

from ..vocabulary.chart import Grammar
from ..vocabulary.lexicon import number_in_words
from ..vocabulary.reading import Attempt, Failure
from ..vocabulary.tokens import Words, cut, is_quoted

MOST_TRIALS = 24
MOST_CHANGED = 40  # words of a text of which some are tried otherwise
FILLERS = ("you", "then", "also", "now", "the")  # what a text says as well without


def changed_words(grammar: Grammar, failure: Failure) -> tuple[int, int, str]:
    """A part of a text (from, to) and what to write instead, with which it is read: a number in
    words, a comma for `and`, a word that says nothing, quotes around all of it. To 0: none.
    """
    words, at = failure.words, failure.place
    if not 0 < len(words) <= MOST_CHANGED:
        return 0, 0, ""
    there = at < len(words)
    changes = changes_at(grammar, words, at, failure.language) if there else ()
    for start, end, said, changed in changes:
        if Attempt(grammar, changed, failure.goal).hits:
            return start, end, said
    found = next_word(grammar, failure)
    if found[1] or at >= len(words):
        return found
    for start, end, said, changed in moved(words, at):
        if Attempt(grammar, changed, failure.goal).hits:
            return start, end, said
    return word_between(grammar, failure)


def word_between(grammar: Grammar, failure: Failure) -> tuple[int, int, str]:
    """The one word or sign without which nothing led on behind the word before it. As
    `changed_words`.
    """
    words, at = failure.words, failure.place
    nodes = failure.reached.get(at, ()) if at else ()
    wanted = sorted({key for node in nodes for key in grammar.literals[node]})[:MOST_TRIALS]
    rows = (words.keys, words.starts, words.ends)
    keys, starts, ends = ([*row[:at], row[at - 1], *row[at:]] for row in rows)
    longer = Words(words.text, keys, starts, ends)  # pyright: ignore[reportArgumentType]
    found = [key for key in wanted if Attempt(grammar, longer.with_key(at, key), failure.goal).hits]
    if len(found) != 1:
        return 0, 0, ""
    joint = " " if found[0].isalnum() else ""
    return words.starts[at - 1], words.ends[at - 1], f"{words.raw(at - 1)}{joint}{found[0]}"


def next_word(grammar: Grammar, failure: Failure) -> tuple[int, int, str]:
    """The one word with which a phrase that was begun is read, where the text ends or has a word
    that the format does not know; in its singular behind 1. As `changed_words`.
    """
    words, at = failure.words, failure.place
    ends = at == len(words)
    if not at or (not ends and words.keys[at] in grammar.flags):
        return 0, 0, ""
    begun = [node for node in failure.reached.get(at, ()) if node not in grammar.roots]
    wanted = sorted({key for node in begun for key in grammar.literals[node]})[:MOST_TRIALS]
    last = words.ends[-1]
    longer = [*words.keys, ""], [*words.starts, last], [*words.ends, last]
    there = Words(words.text, *longer) if ends else words
    goal = failure.goal
    found = [key for key in wanted if Attempt(grammar, there.with_key(at, key), goal).hits]
    shortest = min(found, key=len, default="")
    if not shortest or not all(key.startswith(shortest) for key in found):
        return 0, 0, ""
    said = shortest if words.keys[at - 1] == "1" else max(found, key=len)
    if ends:
        joint = " " if said.isalnum() else ""
        return words.starts[-1], last, f"{words.raw(at - 1)}{joint}{said}"
    return words.starts[at], words.ends[at], said


def changes_at(
    grammar: Grammar, words: Words, at: int, language: str
) -> Iterator[tuple[int, int, str, Words]]:
    """What may have been meant by the word where reading stopped: the part, what to write there,
    and the words then.
    """
    key, start, end = words.keys[at], words.starts[at], words.ends[at]
    number = number_in_words(key, language) or number_in_words(key, "en")
    if number:
        yield start, end, str(number), words.with_key(at, str(number))
    if len(words) == 1 and is_quoted(key):
        inside = words.raw(at)[1:-1]
        yield start, end, inside, cut(inside.rstrip("."))
    if "<" in grammar.flags and (at == 0 or words.keys[at - 1] in ("]", ":", "<")):
        yield from in_angles(words, at)
    rest = words.at([place for place in range(len(words)) if place != at])
    if at:
        before = words.starts[at - 1]
        last = words.raw(at - 1)
        if key == ",":
            yield before, end, f"{last} and", words.with_key(at, "and")
        if key in FILLERS:
            yield before, end, last, rest
    elif len(words) > 1 and key in FILLERS:
        behind = words.raw(1)
        yield start, words.ends[1], behind[:1].upper() + behind[1:], rest


def moved(words: Words, at: int) -> Iterator[tuple[int, int, str, Words]]:
    """The text without a word that stands twice or a sign too many, and with two words exchanged:
    as `changes_at`.
    """
    places = [*range(len(words))]
    if at and (words.keys[at] == words.keys[at - 1] or not words.keys[at].isalnum()):
        rest = words.at([place for place in places if place != at])
        yield words.starts[at - 1], words.ends[at], words.raw(at - 1), rest
    for first in (at, at - 1):
        if 0 <= first < len(words) - 1:
            places[first : first + 2] = [first + 1, first]
            swapped = f"{words.raw(first + 1)} {words.raw(first)}"
            yield words.starts[first], words.ends[first + 1], swapped, words.at(places)
            places.sort()


def in_angles(words: Words, at: int) -> Iterator[tuple[int, int, str, Words]]:
    """`draw 1 card` where the format prints `<Draw 1>`."""
    for behind in range(at + 1, min(at + 4, len(words)) + 1):
        inside = words.between(at, behind)
        for last in (behind, behind + 1):
            if last > len(words):
                continue
            keys = [*words.keys[:at], "<", *words.keys[at:behind], ">", *words.keys[last:]]
            starts = [*words.starts[:at], words.starts[at], *words.starts[at:behind]]
            starts += [words.starts[behind - 1], *words.starts[last:]]
            ends = [*words.ends[:at], words.ends[at], *words.ends[at:behind]]
            ends += [words.ends[behind - 1], *words.ends[last:]]
            changed = Words(words.text, keys, starts, ends)
            yield words.starts[at], words.ends[last - 1], f"<{inside}>", changed
