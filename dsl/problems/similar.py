"""Which known words look like a word that is not known."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

LEAST_LIKE = 0.51  # more than half of the letters are right
LONGEST = 60  # letters of a word that somebody may have typed wrong
MOST = 2_000  # words that one is compared with
FEW = 8  # words of those known that are named where none is near


# What other languages call what is known here by other names.
OTHERWISE = {
    "true": "yes", "false": "no", "null": "none", "nil": "none", "nobody": "none",
    "nothing": "none", "int": "number", "integer": "number", "num": "number", "string": "text",
    "str": "text", "player": "players", "everybody": "players", "everyone": "players",
    "me": "player", "self": "this", "enemy": "opponent", "rival": "opponent",
    "card": "cards",
}  # fmt: skip
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
}  # fmt: skip
ALWAYS = ("yes", "no", "none", "players", "cards")  # known in every expression
TRUTHS = ("bool", "boolean", "flag", "truth")


class Names:
    """Known words, prepared for many wrong ones."""

    def __init__(self, known: Iterable[str]) -> None:
        self.every = sorted(known)
        self.lists: dict[str, tuple[list[str], list[str]]] = {}

    def like(self, word: str) -> tuple[list[str], list[str]]:
        """The words that one is compared with, as they are and in small letters: of very many
        those that begin alike.
        """
        start = word[0].lower() if len(self.every) > MOST else ""
        if start not in self.lists:
            names = [name for name in self.every if name[:1].lower().startswith(start)]
            names = names if len(names) <= MOST else []
            self.lists[start] = names, [name.lower() for name in names]
        return self.lists[start]


@lru_cache(16)
def names_of(known: frozenset[str]) -> Names:
    """Known words; those of a format are asked for again and again."""
    return Names(known)


def nearest(word: str, known: Iterable[str], least: float = LEAST_LIKE) -> str | None:
    """The known word that was probably meant, if one is near: capitals matter only between words
    that are equally near. `least`, up to 1, is the share of letters that are right. Of very many
    known words only those that begin alike are looked at.
    """
    if not 0 < len(word) <= LONGEST:
        return None
    names, small = names_of(frozenset(known)).like(word)
    if not names:
        return None
    from rapidfuzz import process  # late for start-up time: nobody may have made a mistake
    from rapidfuzz.distance import OSA

    likeness = OSA.normalized_similarity
    found = process.extract(word.lower(), small, scorer=likeness, score_cutoff=least, limit=None)
    best = [names[place] for _, like, place in found if like == found[0][1]]
    return max(best, key=lambda name: likeness(word, name), default=None)


def said_otherwise(word: str, known: Collection[str], everywhere: bool = True) -> str:
    """What a word of other languages is called here, if that is known; else nothing. `everywhere`:
    what is known in every expression is known here.
    """
    if word in TRUTHS and "number" in known:
        return "yes or no"
    if word.lower() in NUMBERS:
        return str(NUMBERS[word.lower()])
    if word in ("everyone", "everybody") and "all" in known:
        return "all"
    meant = OTHERWISE.get(word.lower(), "")
    return meant if meant in known or (everywhere and meant in ALWAYS) else ""


def some_of(known: Iterable[str]) -> str:
    """The first of some known words, for who might have meant any."""
    every = names_of(frozenset(known)).every
    return ", ".join(every[:FEW]) + (", .." if len(every) > FEW else "")


def one_letter_from(word: str, known: Collection[str]) -> list[str]:
    """The known words with one letter wrong, missing, too many, or exchanged with the next one."""
    if len(word) > LONGEST:
        return []
    from rapidfuzz import process  # late for start-up time, as above
    from rapidfuzz.distance import OSA

    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=1, limit=None)
    return sorted(near for near, far, _ in found if far)
