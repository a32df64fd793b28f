"""What may stand at a place of a card: its fields, symbols, and how its phrases may go on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.ruleset.shapes import has_word
from ...dsl.vocabulary.chart import LONGEST, NAME, NUMBER, SIGNED, Grammar
from ...dsl.vocabulary.lexicon import LABELS, SENTENCES
from ...dsl.vocabulary.reading import Attempt, Goal
from ...dsl.vocabulary.tokens import Words, cut
from ...dsl.vocabulary.vocabulary import Vocabulary
from ..index.index import Index
from ..index.text import Place, line_at
from ..index.things import CARD

FIELD_LINE = re.compile(r"(\s+)([a-z_]\w*)(?:\[(\w+)\])?(\s+)")
KEY_LINE = re.compile(r"\s+([a-z_]\w*)\[(\w*)$")
CARD_HEAD = re.compile(r'card\s+"')
MOST, LONGEST_PHRASE = 150, 24
Found = tuple[str, str, str, int, str, bool]  # the fields of an item
NO_SPACE = (",", ".", ")", "]", ">", "'s", ":", "\u2019s")


def card_completions(index: Index, lines: Sequence[str], place: Place) -> Iterator[Found]:
    """What may be written at a place of a file of cards."""
    before = line_at(lines, place.line)[: place.column]
    if not before.strip() and place.column == 0:
        yield ("card", "statement", 'card "${1:name}" ${2:code}\n    kind  ${3:kind}', 0, "", True)
        return
    if not before[:1].strip():
        found = FIELD_LINE.match(before)
        head = head_above(lines, place.line)
        kind = kind_below(index, lines, head)
        keyed = KEY_LINE.match(before)
        if keyed is not None and kind is not None:
            yield from keys_of(index, kind, keyed[1], keyed.start(2))
        elif found is None:
            yield from field_names(kind, lines, head, before)
        elif found[2] == "kind":
            for name in index.names.get("card kind", ()):
                yield (name, "card kind", name, len(before) - len(partial(before)), "", False)
        elif kind is not None:
            yield from values_of(index, kind, found[2], before, found.end())


def partial(before: str) -> str:
    """The word that is being typed."""
    found = re.search(r"[\w'-]*$", before)
    return found[0] if found is not None else ""


def head_above(lines: Sequence[str], line: int) -> int:
    """The line that begins the card around a line."""
    while line > 0 and not CARD_HEAD.match(line_at(lines, line)):
        line -= 1
    return line


def kind_below(index: Index, lines: Sequence[str], head: int) -> d.CardDeclaration | None:
    """What kind of card it is, by its field, or the only one there is."""
    rules = index.loaded.ruleset
    if rules is None:
        return None
    kinds = rules.all(d.CardDeclaration)
    for line in lines[head + 1 :]:
        if line[:1].strip():
            break
        found = FIELD_LINE.match(line + " ")
        if found is not None and found[2] == "kind":
            said = line.split()[1:2]
            return next((one for one in kinds if [str(one.name)] == said), None)
    return kinds[0] if len(kinds) == 1 else None


def field_names(
    kind: d.CardDeclaration | None, lines: Sequence[str], head: int, before: str
) -> Iterator[Found]:
    """The fields that a card has not given yet."""
    given: set[str] = set()
    for line in lines[head + 1 :]:
        if line[:1].strip():
            break
        given.update(line.split()[:1])
    start = len(before) - len(partial(before))
    if "kind" not in given:
        yield ("kind", "field", "kind", start, "", False)
    for field in kind.fields if kind is not None else ():
        name = str(getattr(field, "name", ""))
        if name and name not in given:
            needed = "" if has_word(field, "optional") else "needed"
            yield (name, "field", name, start, needed, False)


def values_of(
    index: Index, kind: d.CardDeclaration, name: str, before: str, begin: int
) -> Iterator[Found]:
    """What may stand in a field at the end of what is written of it."""
    field = next((one for one in kind.fields if str(getattr(one, "name", "")) == name), None)
    rules, vocabulary = index.loaded.ruleset, index.loaded.vocabulary
    if rules is None or not isinstance(field, d.PlainField):
        return
    type_ = field.type
    start = len(before) - len(partial(before))
    if isinstance(type_, attrs.TruthType):
        yield from ((word, "value", word, start, "", False) for word in ("yes", "no"))
        return
    word = str(getattr(type_, "word", ""))
    values = rules.find(d.ValuesDeclaration, word)
    for item in values.items if values is not None else ():
        title = str(item.titles[0]) if item.titles else str(item.name)
        yield (title, "value", title, start, word, False)
    if word == "card" or word in rules.names("card kind"):
        for card in index.loaded.cards:
            if word in ("card", card.kind):
                yield (str(card.code), CARD, str(card.code), start, str(card.name), False)
    elif word == "name":
        start = max(begin, len(before) - len(before[begin:].rpartition(",")[2].lstrip()))
        for said, count in said_on_cards(index, name).most_common(MOST):
            yield (said, "value", said, start, f"on {count} cards", False)
    elif vocabulary is not None and (word == "text" or vocabulary.is_category(word)):
        said = before[begin:]
        opened = re.search(r"[\[\"]([^\]\"]*)$", said)
        if opened is not None and word == "text":
            at = begin + opened.start(1)
            yield from (
                (str(c.name), CARD, str(c.name), at, str(c.code), False) for c in index.loaded.cards
            )
        yield from phrases(vocabulary, word, said, start)


def keys_of(index: Index, kind: d.CardDeclaration, name: str, start: int) -> Iterator[Found]:
    """The values that a field or part is given for, between its brackets."""
    rules = index.loaded.ruleset
    field = next((one for one in kind.fields if str(getattr(one, "name", "")) == name), None)
    per = getattr(field, "per", None)
    values = rules.find(d.ValuesDeclaration, str(per)) if rules is not None and per else None
    for item in values.items if values is not None else ():
        yield (str(item.name), "value", str(item.name), start, str(per), False)


def said_on_cards(index: Index, name: str) -> Counter[str]:
    """What cards have in a field of names, and how many have it."""
    found: Counter[str] = Counter()
    for card in index.loaded.cards:
        said = card.fields.get(name)
        several = cast("tuple[object, ...]", said) if isinstance(said, tuple) else (said,)
        found.update(one for one in several if isinstance(one, str))
    return found


def phrases(vocabulary: Vocabulary, category: str, said: str, start: int) -> Iterator[Found]:
    """The ways on from what is written of a text, the rest of each phrase as a snippet."""
    typed = partial(said)
    done = said[: len(said) - len(typed)]
    sentence = re.split(r"(?<=\.)\s+", done)[-1] if category == "text" else done
    goal = Goal(SENTENCES, True) if category == "text" else Goal((category,))
    seen: set[str] = set()
    for grammar in vocabulary.lexicon.grammars.values():
        words = cut(sentence, not vocabulary.lexicon.flows)
        if len(words) > LONGEST:
            continue
        for node in nodes_reached(grammar, words, goal):
            for shown, text in Rest(grammar, typed.lower()).below(node):
                if shown and shown not in seen and shown.lower().startswith(typed.lower()):
                    seen.add(shown)
                    yield (shown, "phrase", text, start, "", True)
                if len(seen) >= MOST:
                    return


def nodes_reached(grammar: Grammar, words: Words, goal: Goal) -> list[int]:
    """The nodes of the grammar that some words lead to; for none, those where the goal begins."""
    numbers = [grammar.numbers[one] for one in goal.categories if one in grammar.numbers]
    if not len(words):
        labels = [grammar.numbers[LABELS]] if goal.labelled else []
        return [grammar.roots[number] for number in (*labels, *numbers)]
    attempt = Attempt(grammar, words, goal)
    found = [*attempt.reached().get(len(words), ())]
    if any(start == len(words) for _, start in attempt.fronts):
        found += [
            grammar.roots[grammar.numbers[one]] for one in goal.categories if one in grammar.numbers
        ]
    return found


class Rest:
    """What follows a node of a grammar up to the end of a phrase, where it begins as `typed`."""

    def __init__(self, grammar: Grammar, typed: str) -> None:
        self.grammar = grammar
        self.typed = typed
        self.names = {number: name for name, number in grammar.numbers.items()}
        self.left = MOST

    def below(self, node: int) -> Iterator[tuple[str, str]]:
        """Each way on, as it is shown and as a snippet."""
        for parts in self.ways(node, 0, ()):
            number, shown, text = 0, "", ""
            for word, is_slot in parts:
                blank = "" if not shown or word in NO_SPACE or shown[-1] in "([<" else " "
                number += is_slot
                shown += f"{blank}{{{word}}}" if is_slot else blank + word
                text += f"{blank}${{{number}:{word}}}" if is_slot else blank + escaped(word)
            yield shown, text

    def ways(
        self, node: int, depth: int, so_far: tuple[tuple[str, bool], ...]
    ) -> Iterator[tuple[tuple[str, bool], ...]]:
        grammar = self.grammar
        if grammar.accepts[node] and so_far:
            self.left -= 1
            yield so_far
        if self.left <= 0 or len(so_far) > LONGEST_PHRASE:
            return
        for key, following in grammar.literals[node].items():
            if so_far or key.startswith(self.typed):
                yield from self.ways(following, depth, (*so_far, (key, False)))
        for number, following in grammar.slots[node]:
            name = self.names.get(number, "value")
            if not so_far and depth == 0 and not grammar.kinds[number] & (NUMBER | SIGNED | NAME):
                for inner in self.ways(grammar.roots[number], 1, ()):
                    yield from self.ways(following, 1, inner)
            else:
                yield from self.ways(following, depth, (*so_far, (name, True)))


def escaped(word: str) -> str:
    """A word with what a snippet would take for a mark of its own."""
    return re.sub(r"([$}\\])", r"\\\1", word)
