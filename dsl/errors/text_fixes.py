"""What is wrong with a text that is not read, or is read in several ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..nodes.base import Node, Word, parts_of, walk
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Name, Use
from ..problems.problem import Advice, Label, Problem, Remedy
from ..problems.similar import nearest, one_letter_from
from ..vocabulary.chart import NAME, NO_MOVE, SIGNS, Grammar, Make, Print
from ..vocabulary.forest import Forest
from ..vocabulary.lexicon import KEYWORD, LIST_OF, Lexicon, Phrase
from ..vocabulary.patterns import Pattern, forms_of, literals_of
from ..vocabulary.reading import Attempt, Failure, Goal, Reading
from ..vocabulary.tokens import Words, cut, is_number, part_span
from ..vocabulary.writing import bracketed, write
from .sample_phrases import Samples, sayings_of
from .text_changes import MOST_CHANGED, MOST_TRIALS, changed_words

MOST_EXPECTED, MOST_TRIED = 3, 6
ALIKE = 0.4  # of a label in front of a text that is read without it
MUCH_LIKE = 0.6  # of a word that only looks like one expected

# ---- advice


def advise(lexicon: Lexicon, failure: Failure) -> Reading:
    """An unread text: where it stopped, what was probably meant, the nearest phrases."""
    words, place = failure.words, failure.place
    grammar = lexicon.grammars[failure.language]
    meant = None if failure.reason else meant_word(grammar, failure)
    if meant is not None:
        place = meant.place
    there = place < len(words)
    expected = () if failure.reason else nearest_phrases(lexicon, failure, meant)
    absent = None if failure.reason or (meant and meant.phrases) else absent_words(lexicon, failure)
    if absent is None and not failure.reason and (meant is None or not meant.phrases):
        other = other_category(grammar, failure)
        if other:
            whole = words.between(0, len(words))
            return Reading(failed_at=words.starts[0], failed_word=whole, reason=other)
        start, end, said = changed_words(grammar, failure)
        if not end:
            start, end, said = other_label(lexicon, grammar, failure)
        if end:
            return Reading(
                failed_at=start,
                failed_word=words.text[start:end],
                understood=words.text[:start].rstrip(),
                expected=expected,
                suggestion=said,
            )
    suggestion = spelling_of(lexicon, failure.language, meant) if meant else ""
    near = expected[0] if expected and there and not suggestion else ""
    return Reading(
        failed_at=words.starts[place] if there else failure.offset,
        failed_word=words.raw(place) if there else "",
        understood=words.between(0, place),
        expected=expected,
        suggestion=suggestion,
        instead=near if near and is_read_with(grammar, failure, place, near) else "",
        reason=failure.reason,
        absent=absent,
    )


def absent_words(lexicon: Lexicon, failure: Failure) -> tuple[str, Remedy] | None:
    """Why words of a library are not there that the text has, among them that where reading
    stopped; those of which it has the most.
    """
    keys, place = failure.words.keys, failure.place
    best, found = 0, None
    for saying, message, mend in lexicon.absent if place < len(keys) else ():
        for form in forms_of(saying.pattern.parts) or ():
            words = {part for part in form if isinstance(part, str)}
            fits = saying.language == failure.language and words <= {*keys}
            if fits and keys[place] in words and len(words) > best:
                best, found = len(words), (message, mend)
    return found


@dataclass(frozen=True, slots=True)
class Meant:
    """A word that was probably meant, its place, and the phrases that then read it all."""

    place: int
    key: str
    phrases: tuple[str, ...] = ()


def meant_word(grammar: Grammar, failure: Failure) -> Meant | None:
    """The place of the word that was probably misspelt, and what was meant: a word with
    which the text is read, else one that leads on, else one that is much like it."""
    words, furthest = failure.words, failure.place
    wanted = expected_words(grammar, failure.reached.get(furthest, ()))
    likely: Meant | None = None
    trials = 0
    for place in places_near(grammar, words, furthest):
        near = near_words(grammar, words.keys[place])
        for candidate in sorted(near, key=lambda word: (word not in wanted, word)):
            if trials >= MOST_TRIALS:
                break
            trials += 1
            changed = words.with_key(place, candidate)
            if not may_lead_on(grammar, changed, place, failure.reached.get(place, ())):
                continue
            attempt = Attempt(grammar, changed, failure.goal)
            if attempt.hits:
                return Meant(place, candidate, phrases_used(attempt))
            if likely is None and max(attempt.reached()) > furthest:
                likely = Meant(place, candidate)
    if likely is None and furthest < len(words):
        close = nearest(words.keys[furthest], wanted, MUCH_LIKE)
        likely = Meant(furthest, close) if close is not None else None
    return likely


def may_lead_on(grammar: Grammar, words: Words, place: int, nodes: Iterable[int]) -> bool:
    """Whether a changed word may be read at all, where these nodes were reached before it: behind
    one that is not, all is as it was.
    """
    keys, names = words.keys, grammar.names
    if place and keys[place - 1] in ("[", *SIGNS):
        return True
    if any(end > place for start in range(place) for end in names.ends(keys, start)):
        return True
    flags = grammar.sort_of(keys[place], words, place)[1]
    if not names.ends(keys, place):
        flags &= ~NAME
    return any(grammar.move(node, keys[place], flags) != NO_MOVE for node in nodes)


def phrases_used(attempt: Attempt) -> tuple[str, ...]:
    """The phrases and labels with which words were read."""
    found: dict[str, None] = {}
    forest = Forest(attempt.chart, "")
    for front, category, start in attempt.hits:
        found.update((str(label), None) for label, _, _ in front)
        for tree in forest.whole(category, start):
            found.update((str(n.phrase), None) for n in walk(tree) if isinstance(n, Use))
    return tuple(found)


def places_near(grammar: Grammar, words: Words, furthest: int) -> list[int]:
    """Where a misspelling may be: where reading stopped, strange words, words before it."""
    reached = range(min(furthest + 1, len(words)))
    strange = [at for at, key in enumerate(words.keys) if key not in grammar.flags]
    return list(dict.fromkeys((*reached[-1:], *strange, *reversed(reached))))


def expected_words(grammar: Grammar, nodes: Iterable[int]) -> set[str]:
    """The printed words that can come next."""
    found: set[str] = set()
    for node in nodes:
        found.update(grammar.literals[node])
        for number, _ in grammar.slots[node]:
            found.update(grammar.first_words[number])
    return found


# ---- other categories and labels


def other_category(grammar: Grammar, failure: Failure) -> str:
    """What is said of a text that is read as a whole, but as something else than is wanted."""
    words, goal = failure.words, failure.goal
    if not 0 < len(words) <= MOST_CHANGED:
        return ""
    others = tuple(name for name in grammar.numbers if name not in goal.categories)
    plain = [name for name in others if not name.startswith(LIST_OF)]
    hits = Attempt(grammar, words, Goal(tuple(plain), goal.labelled)).hits
    wanted = next((name for name in goal.categories if name in grammar.numbers), "")
    if not hits or not wanted:
        return ""
    found = hits[0][1]
    return (
        f'"{words.between(0, len(words))}" is of the category {found}; {wanted} is wanted here. '
        f"Write in the rules: `phrases {wanted} include {found}`."
    )


def other_label(lexicon: Lexicon, grammar: Grammar, failure: Failure) -> tuple[int, int, str]:
    """A label that is not known, in front of what is read without it, and the one it is like."""
    words, goal = failure.words, failure.goal
    closing = "]" if words.keys[:1] == ["["] else ":"
    if not goal.labelled or closing not in words.keys or len(words) > MOST_CHANGED:
        return 0, 0, ""
    last = words.keys.index(closing)
    rest = words.part(last + 1, len(words))
    if not len(rest) or not Attempt(grammar, rest, Goal(goal.categories)).hits:
        return 0, 0, ""
    prints = (
        pattern.replace("\\", "")
        for label in lexicon.labels.values()
        for pattern, _ in printed_by(lexicon, label, failure.language)
    )
    start, end = words.starts[0], words.ends[last]
    guess = nearest(words.text[start:end], [text for text in prints if "{" not in text], ALIKE)
    return (start, end, guess) if guess else (0, 0, "")


# ---- near words


def near_words(grammar: Grammar, key: str) -> list[str]:
    """The words of a grammar that differ in one letter, or by two letters exchanged."""
    if key not in grammar.near:
        known = {*grammar.flags, *grammar.names.words} if key[:1].isalpha() else ()
        grammar.near[key] = one_letter_from(key, known)
    return grammar.near[key]


# ---- near phrases


def nearest_phrases(lexicon: Lexicon, failure: Failure, meant: Meant | None) -> tuple[str, ...]:
    """The phrases that are most like the text, those that were begun before others, each as a
    text with the numbers of the text.
    """
    grammar = lexicon.grammars[failure.language]
    keys = failure.words.keys
    start = max((at + 1 for at, key in enumerate(keys[: failure.place]) if key == "]"), default=0)
    text = set(keys[start:])  # what was read as a label says no more
    for key in keys[start:]:
        if key not in grammar.flags:
            text.update(near_words(grammar, key))
    nodes = failure.reached.get(failure.place, ())
    begun = {name for node in nodes for name in phrases_below(grammar, node)}
    used = meant.phrases if meant else ()
    scores: dict[str, float] = {}
    owners: dict[str, Phrase] = {}
    for phrase in wanted_phrases(lexicon, failure, {*begun, *used}):
        if start and phrase.word in lexicon.labels:
            continue
        for pattern, own in printed_by(lexicon, phrase, failure.language):
            owners.setdefault(pattern, phrase)
            shared = len(own & text)
            score = shared / max(len(own), 1) + 0.05 * shared
            if meant is not None and meant.key in own:
                score += 4 if str(phrase.word) in used else 2
            score += bool(failure.place and str(phrase.word) in begun) + 0.5 * (
                str(phrase.word) in used
            )
            if score > 0:
                scores[pattern] = max(score, scores.get(pattern, 0))
    best = sorted(scores, key=lambda pattern: (-scores[pattern], pattern))
    numbers = [int(key) for key in keys[start:] if is_number(key)]
    samples = Samples(lexicon, failure.language, numbers)
    texts = (samples.text(owners[one], one) for one in best[:MOST_TRIED])
    return tuple(islice(filter(None, texts), MOST_EXPECTED))


def is_read_with(grammar: Grammar, failure: Failure, place: int, text: str) -> bool:
    """Whether the words are read with a text in place of one of them."""
    words = failure.words
    whole = f"{words.between(0, place)} {text} {words.between(place + 1, len(words))}"
    changed = cut(whole.strip())
    return len(changed) <= MOST_CHANGED and bool(Attempt(grammar, changed, failure.goal).hits)


def printed_by(lexicon: Lexicon, phrase: Phrase, language: str) -> list[Print]:
    """The patterns of a phrase in a language, each with the words in it."""
    known, key = lexicon.grammars[language].printed, (phrase.category, str(phrase.word))
    if key not in known:
        patterns = [saying.pattern for saying in sayings_of(lexicon, phrase, language)]
        known[key] = [(str(pattern.text), words_in(pattern)) for pattern in patterns]
    return known[key]


def words_in(pattern: Pattern) -> frozenset[str]:
    words = (word for word in literals_of(pattern.parts) if word.key[:1].isalnum())
    return frozenset(key for word in words for key in word.keys)


def wanted_phrases(lexicon: Lexicon, failure: Failure, begun: set[str]) -> Iterator[Phrase]:
    """The phrases that were begun, those of the wanted categories, and labels."""
    categories = {name.removeprefix(LIST_OF) for name in failure.goal.categories}
    for phrase in lexicon.phrases.values():
        said = phrase.category == KEYWORD and "effect" in categories
        if said or phrase.category in categories or str(phrase.word) in begun:
            yield phrase
    if failure.goal.labelled:
        yield from lexicon.labels.values()


def phrases_below(grammar: Grammar, node: int) -> set[str]:
    """The phrases whose forms go through a node that is not the start of a category."""
    if node in grammar.roots:
        return set()
    found: set[str] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        found.update(str(v.word) for v in grammar.accepts[here] if v.make is Make.USE)
        waiting.extend(grammar.literals[here].values())
        waiting.extend(target for _, target in grammar.slots[here])
    return found


def spelling_of(lexicon: Lexicon, language: str, meant: Meant) -> str:
    """A word as a pattern spells it, first one that reads the text."""
    known = {**lexicon.phrases, **lexicon.labels}
    key, likely = meant.key, [known[word] for word in meant.phrases if word in known]
    for phrase in (*likely, *known.values()):
        for saying in lexicon.sayings_in(phrase, language):
            for literal in literals_of(saying.pattern.parts):
                if key in literal.keys:
                    return literal.text + (literal.ending if key != literal.key else "")
    for keys, name in lexicon.names.spelling.items():
        if key in keys:
            return cut(name).raw(keys.index(key))
    return key


# ---- problems


def problem_of(lexicon: Lexicon, reading: Reading, text: str) -> Problem:
    """The finding of a text that was not read in exactly one way."""
    if reading.status == "ambiguous":
        return ambiguous_problem(lexicon, reading, text)
    if reading.status == "read":
        raise ValueError("a text that was read is no problem")
    word = reading.failed_word
    at = max(reading.failed_at, 0)
    span = part_span(text, at, min(at + max(len(word), 1), max(len(text), 1)))
    if reading.reason:
        return Problem("unread-text", reading.reason, span)
    if reading.absent:
        return Problem("role-missing", reading.absent[0], span, reading.absent[1])
    message = where_it_stopped(reading, text[at + len(word) :])
    if reading.suggestion:
        message += f' Did you mean "{reading.suggestion}"?'
    if reading.expected:
        message += f' The nearest phrase is "{reading.expected[0]}".'
    elif not reading.suggestion:
        message += " No phrase of this format is near it."
    mend = reading.suggestion or reading.instead
    if word and not word[0].isalnum() and mend[:1].isalpha() and at and text[at - 1].isalnum():
        mend = f" {mend}"  # a word in place of a sign
    if word[:1].isupper() and mend:
        mend = mend[:1].upper() + mend[1:]
    return Problem("unread-text", message, span, mend)


def where_it_stopped(reading: Reading, rest: str) -> str:
    """What was read of a text and what is wrong then; `rest` stands behind the word told."""
    word, said, read = reading.failed_word, reading.suggestion, reading.understood
    behind = said.removeprefix(word) if word else ""
    more, fewer = behind != said and not behind[:1].isalnum(), word.removeprefix(said)
    whole = f"{read} {word}".strip()
    if not word and not read:
        return "There is no text here."
    if (more and not rest.strip(" .")) or not word:
        return f'The text ends after "{whole}", and there should be more.'
    if more:
        return f'I miss "{behind.strip()}" behind "{whole}".'
    if said and fewer != word and not fewer[:1].isalnum():
        return f'I read "{f"{read} {said}".strip()}", and "{fewer.strip()}" is too much.'
    if said and word.split() == said.split()[::-1] and word != said:
        return f'"{word}" stands the wrong way round.'
    return (
        f'I read "{read}" and then do not know "{word}".'
        if read
        else f'I do not know "{word}" here.'
    )


def ambiguous_problem(lexicon: Lexicon, reading: Reading, text: str) -> Problem:
    """Both read-backs, and where the phrases that differ are declared."""
    one, other = reading.trees[:2]
    backs = [write(lexicon, tree, None, "") for tree in (one, other)]
    if backs[0] == backs[1]:
        backs = [bracketed(lexicon, tree) for tree in (one, other)]
    words = differing_words(one, other)
    if backs[0] == backs[1] and words:
        backs = [f"{back} ({word})" for back, word in zip(backs, words, strict=True)]
    count = len(reading.trees)
    message = f'This can be read in {count} ways: "{backs[0]}" or "{backs[1]}".'
    labels = tuple(Label(w.span, f"{w} is declared here") for w in words if w.span.line)
    span = part_span(text, 0, max(len(text), 1))
    mend = "Say one part as a sentence of its own, or change a pattern."
    return Problem("ambiguous-text", message, span, Advice(mend), labels=labels)


def differing_words(one: Node, other: Node) -> tuple[Word, ...]:
    """The first phrases, from outside in, at which two trees differ."""
    if isinstance(one, Use) and isinstance(other, Use) and one.phrase != other.phrase:
        return one.phrase, other.phrase
    if type(one) is not type(other):
        words = [w for w in (own_word(one), own_word(other)) if w is not None]
        return (words[0], words[1]) if len(words) == 2 else ()
    for inner, other_inner in zip(parts_of(one), parts_of(other), strict=False):
        if inner != other_inner:
            return differing_words(inner, other_inner)
    return ()


def own_word(node: Node) -> Word | None:
    """What a tree is called."""
    if isinstance(node, Use):
        return node.phrase
    return node.word if isinstance(node, Name) else None
