"""What may stand at a place: words of the language, names, phrases of cards, cards, clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...dsl.nodes import declarations as d
from ...dsl.nodes.dataclass import dataclass
from ...dsl.resolve.values.declared import SIMPLE
from ...dsl.syntax.blocks import last_block
from ...dsl.syntax.reader import expected_at, words_of
from ...dsl.syntax.rows import GROUP, column_of
from ..index.index import CARDS, DECK, LOOKS, MAPPED, RULES, SCENARIO, FileIndex, Index
from ..index.mentions import ANY, EVENT, TYPE
from ..index.text import Place, line_at
from ..index.things import CARD, CATEGORY, CLAUSE, INNER, SLOT, Thing
from .fitting import NUMBER, fits, wanted_at
from .forms import fillers, fixed_words, forms
from .in_looks import named_in_looks
from .in_scenarios import named_in_scenario
from .on_cards import card_completions

PARTIAL = re.compile(r"[A-Za-z_]?\w*$")
CLAUSES = re.compile(r"(?:cites|covers)\s+[A-Z0-9-., \t]*$")
PARTIAL_CLAUSE = re.compile(r"[A-Z][A-Z0-9-]*$|$")
EVERYWHERE = 10**9  # all tokens of a text
BARE = ("pile", "stack", "group", "queue", "slots", "shared", "optional", "changeable")
DECLARING = ("zone", "gauge", "note", "card")  # lines on which bare words are attributes
OWNERS = ("player", "opponent", "this", "it", "game")  # what numbers are of
OWN = ("player", "opponent", "players", "this", "it", "none", "yes", "no", "game", "turn")


@dataclass(frozen=True, slots=True)
class Item:
    """Something to write. It takes the place of what stands from `start` to the cursor; `snippet`:
    `text` has places to fill.
    """

    label: str
    kind: str
    text: str
    start: int
    detail: str = ""
    snippet: bool = False


def completions(
    index: Index | None, kind: str, lines: Sequence[str], place: Place, file: FileIndex | None
) -> list[Item]:
    """What may stand at a place of a text; `file` is what is known of its file."""
    before = line_at(lines, place.line)[: place.column]
    if kind == DECK:
        return [*deck_lines(index, before)] if index is not None else []
    if kind == MAPPED:
        return [*names(index, ("field",), start_of(before))] if index is not None else []
    if kind not in (RULES, SCENARIO, CARDS, LOOKS):
        return []
    if kind == CARDS:
        found = card_completions(index, lines, place) if index is not None else iter(())
        return [Item(*one) for one in found]
    if CLAUSES.search(before) and index is not None:
        typed = PARTIAL_CLAUSE.search(before)
        return [*clauses(index, len(before) if typed is None else typed.start())]
    if before.count('"') % 2:
        return [*in_quotes(index, kind, lines, place, before)]
    if before.count("#"):
        return []
    return [*of_language(index, kind, lines, place, before, file)]


def start_of(before: str) -> int:
    """Where the word begins that is being typed."""
    found = PARTIAL.search(before)
    return found.start() if found is not None else len(before)


def block_around(lines: Sequence[str], line: int) -> int:
    """The first line of the block that a line is in."""
    while line > 0 and (not line_at(lines, line)[:1].strip() or line_at(lines, line)[0] == "#"):
        line -= 1
    return line


def above_in_block(kind: str, lines: list[str]) -> list[str] | None:
    """Lines from the first of a block to a place, as the block is read; None where a phrase of a
    group begins.
    """
    if kind != RULES or len(lines) < 2 or not GROUP.match(lines[0]):
        return lines
    block = last_block(kind, lines)
    begins = block.group is None or column_of(lines[-1]) <= block.margin
    return None if begins and not lines[-1].strip() else block.lines


def of_language(
    index: Index | None,
    kind: str,
    lines: Sequence[str],
    place: Place,
    before: str,
    file: FileIndex | None,
) -> Iterator[Item]:
    """Words and names where rules or scenarios go on."""
    start = start_of(before)
    first = block_around(lines, place.line) if before[:start].strip() or before[:1] == " " else -1
    above = [*lines[first : place.line]] if first >= 0 else list[str]()
    read = above_in_block(kind, [*above, before[:start]])
    if read is None:
        return
    allowed = expected_at(kind, "\n".join(read), EVERYWHERE)
    words = {word for name, word in words_of(kind).items() if name in allowed}
    row = re.split(r"[;:]\s+", read[-1].strip())[-1].split()
    begins = not row
    for form in (one for word in sorted(words) for one in forms(kind).get(word, ()) if begins):
        yield Item(form.line, "statement", form.snippet, start, snippet=True)
    shown = words & fixed_words(kind)
    yield from (
        Item(word, "word", word, start)
        for word in sorted(shown - {*forms(kind)} if begins else shown)
    )
    if index is None or ("WORD" not in allowed and not begins):
        return
    if kind in (SCENARIO, LOOKS):
        said = before[:start]
        in_looks = kind == LOOKS
        found = named_in_looks(index, said) if in_looks else named_in_scenario(index, above, said)
        for of, name in dict.fromkeys(found):
            told = detail_of(index.things[of, name][0]) if (of, name) in index.things else ""
            yield Item(name, of, name, start, told)
        return
    kinds = kinds_at(kind, row, before[:start])
    if kinds == ANY and row[0] in DECLARING:
        kinds = TYPE if row[-1].endswith(":") else ()
        yield from (Item(word, "word", word, start) for word in BARE if len(row) > 1 and not kinds)
        yield from names(index, kinds, start)
        return
    wanted = wanted_at(index, row)
    if kinds:
        yield from locals_at(file, place, kinds, start)
        every = names(index, kinds, start)
        rated = ((fits(index, one.kind, one.text, wanted), one) for one in every)
        known = [pair for pair in rated if pair[0] < 2]
        yield from (one for _, one in sorted(known, key=lambda pair: pair[0]))
    if not kinds or kinds == ANY:
        own = OWNERS if NUMBER in wanted else OWN
        yield from (Item(word, "word", word, start) for word in own if row)


def kinds_at(kind: str, row: Sequence[str], before: str) -> tuple[str, ...]:
    """The kinds of thing that a name may be behind the words of a row."""
    if not row:
        return ()
    last = row[-1]
    known = fillers(kind)
    if before.rstrip().endswith("'s"):
        return known.get(("", "'s"), ANY)
    if row[0] in ("phrase", "keyword") and last.endswith(":"):
        return TYPE
    if row[0] in ("when", "before", "forbid", "allow") and len(row) == 1:
        return EVENT
    return known.get((row[0], last)) or known.get((last, last)) or ANY


def locals_at(
    file: FileIndex | None, place: Place, kinds: Iterable[str], start: int
) -> Iterator[Item]:
    """Names that belong to the declaration around a place alone."""
    wanted = {*kinds} & {*INNER}
    if file is None or not wanted:
        return
    line = place.line + 1
    inner = [one for one in file.things if one.kind in wanted]
    around = [one for one in inner if one.home.line <= line <= one.home.end_line + 1]
    for kind, name in dict.fromkeys((one.kind, one.name) for one in around):
        yield Item(name, kind, name, start)


def names(index: Index, kinds: Iterable[str], start: int) -> Iterator[Item]:
    """What is declared of some kinds."""
    for kind in dict.fromkeys(kinds):
        if kind not in INNER:
            for name in index.names.get(kind, ()):
                yield Item(name, kind, name, start, detail_of(index.things[kind, name][0]))
        if kind == CATEGORY and index.loaded.ruleset is not None:
            phrases = index.loaded.ruleset.all(d.PhraseDeclaration)
            found = dict.fromkeys((*SIMPLE, *(str(one.category) for one in phrases)))
            yield from (Item(name, CATEGORY, name, start) for name in found)


def detail_of(thing: Thing) -> str:
    """The titles of a thing, or what a phrase says."""
    titles = getattr(getattr(thing.node, "titles", None), "names", None)
    if titles:
        return ", ".join(map(str, titles))
    says = getattr(thing.node, "says", ())
    return str(says[0].pattern) if says else ""


def clauses(index: Index, start: int) -> Iterator[Item]:
    """The clauses of the ledger."""
    for clause in index.clauses.values():
        yield Item(clause.id, CLAUSE, clause.id, start, clause.statement)


def in_quotes(
    index: Index | None, kind: str, lines: Sequence[str], place: Place, before: str
) -> Iterator[Item]:
    """The names of cards; in a pattern, behind a brace, the slots of its phrase."""
    start = before.rfind('"') + 1
    brace = before.rfind("{")
    if kind == RULES and brace >= start:
        first = block_around(lines, place.line)
        head = " ".join(above_in_block(kind, [*lines[first : place.line + 1]]) or ())
        for found in re.finditer(r"[(,]\s*([a-z_]\w*):", head):
            yield Item(found[1], SLOT, found[1], brace + 1)
        return
    is_card = kind == SCENARIO or re.search(r"\b(?:is|names?|with)\s+\"[^\"]*$", before)
    if index is not None and is_card:
        for name in index.names.get(CARD, ()):
            yield Item(
                name, CARD, name, start, str(getattr(index.things[CARD, name][0].node, "code", ""))
            )
    if index is not None and kind == SCENARIO:
        labels = dict.fromkeys(labels_in(index))
        yield from (Item(text, "label", text, start) for text in labels)


def labels_in(index: Index) -> Iterator[str]:
    """What actions and options of the rules are called where a player chooses."""
    rules = index.loaded.ruleset
    for action in rules.all(d.ActionDeclaration) if rules is not None else ():
        if action.label is not None:
            yield str(action.label)


def deck_lines(index: Index, before: str) -> Iterator[Item]:
    """The cards that may stand behind a number: name and code."""
    if not re.match(r"\s*\d+\s", before):
        return
    start = len(before) - len(before.lstrip("0123456789 \t"))
    for card in index.loaded.cards:
        text = f"{card.name} {card.code}"
        yield Item(text, CARD, text, start, card.kind)
