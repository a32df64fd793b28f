"""Finds every way to read a row of words with the phrases of a vocabulary.

The phrases of each category form a trie over words and slots, so phrases that begin alike
share the work, and the next word leads straight to the phrases that can go on. A cell is
one category from one word on; who waits for it goes on at each of its ends, whenever that
is found, so left recursion of any kind needs no care. What was found is kept as links, a
packed forest: `forest` takes the readings out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

from ..nodes.base import Word
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Slot
from .tokens import Words, is_number, is_quoted

NUMBER, SIGNED, NAME, LETTERS = 1, 2, 4, 8
SIGNS = ("+", "-")
STRIDE = 512
LONGEST = 400
MOST_LINKS = 100_000
PRIMITIVE = -1


class Make(IntEnum):
    """What a form makes of its slots."""

    USE = 0  # of a phrase or keyword
    SYMBOL = 1  # a name the rules know
    ONE = 2  # a list of one
    MORE = 3  # one before a list
    RUN = 4  # a list from a run of letters
    RUN_MORE = 5  # such a run before a list
    SAME = 6  # what fills its one slot
    LABEL = 7  # a sentence behind a label


@dataclass(frozen=True, slots=True)
class Filler:
    """How a slot is filled: from the slot of that index in the form, or by default."""

    name: Word
    index: int
    default: Slot | None


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of a phrase. `chained`: it begins and ends with a slot of its own category
    and is read from the right; such a form of the phrase never fills its first slot. `alone`: it
    stands in brackets that do not follow what they could explain."""

    make: Make
    word: Word
    fillers: tuple[Filler, ...] = ()
    chained: bool = False
    alone: bool = False


class Names:
    """Known names: their words, and the official spelling."""

    def __init__(self, names: Iterable[tuple[tuple[str, ...], str]]) -> None:
        self.spelling: dict[tuple[str, ...], str] = {}
        self.lengths: dict[str, tuple[int, ...]] = {}
        self.words: set[str] = set()
        for keys, name in names:
            if keys and keys not in self.spelling:
                self.spelling[keys] = name
                known = self.lengths.get(keys[0], ())
                self.lengths[keys[0]] = tuple(sorted({*known, len(keys)}))
                self.words.update(keys)

    def ends(self, keys: list[str], start: int) -> list[int]:
        """Where names that begin here end."""
        left = len(keys) - start
        return [
            start + length
            for length in self.lengths.get(keys[start], ())
            if length <= left and tuple(keys[start : start + length]) in self.spelling
        ]


Print = tuple[str, frozenset[str]]  # a pattern, and the words in it


class Grammar:
    """Tries of all categories in flat lists: a node is a number."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.numbers: dict[str, int] = {}  # of each category or slot type
        self.roots: list[int] = []
        self.kinds: list[int] = []  # primitives of each
        self.singles: dict[int, dict[str, Word]] = {}  # one-letter phrases of LETTERS
        self.literals: list[dict[str, int]] = []
        self.slots: list[list[tuple[int, int]]] = []
        self.accepts: list[list[Variant]] = []
        self.letters: set[str] = set()
        self.first_words: list[set[str]] = []
        self.first_kinds: list[int] = []
        self.flags: dict[str, int] = {}
        self.moves: list[dict[str, Move]] = []
        self.near: dict[str, list[str]] = {}  # known words, by a word that looks like them
        self.printed: dict[tuple[str, str], list[Print]] = {}  # by category and name of a phrase
        self.bracketed = False  # names stand in printed square brackets
        self.finished = frozenset[str]()  # behind these signs a bracket explains what is in front

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "moves": [{} for _ in self.moves], "near": {}, "printed": {}}

    # ---- building

    def new_category(self, name: str, kinds: int = 0) -> int:
        """The number of a category; made if it is new."""
        if name not in self.numbers:
            self.numbers[name] = len(self.roots)
            self.roots.append(self.new_node())
            self.kinds.append(0)
        number = self.numbers[name]
        self.kinds[number] |= kinds
        return number

    def new_node(self) -> int:
        self.literals.append({})
        self.slots.append([])
        self.accepts.append([])
        return len(self.literals) - 1

    def add(self, category: int, form: Iterable[str | int], variant: Variant) -> None:
        """Adds a form of words and categories."""
        node = self.roots[category]
        before: str | int = ""
        for symbol in form:
            if before == "[" and isinstance(symbol, int) and self.kinds[symbol] & NAME:
                self.bracketed = True
            before = symbol
            if isinstance(symbol, str):
                following = self.literals[node].get(symbol)
                if following is None:
                    following = self.literals[node][symbol] = self.new_node()
            else:
                following = dict(self.slots[node]).get(symbol)
                if following is None:
                    following = self.new_node()
                    self.slots[node].append((symbol, following))
            node = following
        if variant not in self.accepts[node]:
            self.accepts[node].append(variant)

    def finish(self) -> None:
        """Computes which words and primitives each category can begin with."""
        words = {word for literals in self.literals for word in literals}
        self.flags = {word: self.flags_of(word) for word in (*words, *SIGNS)}
        self.letters = {letter for singles in self.singles.values() for letter in singles}
        self.first_words = [set(self.literals[root]) for root in self.roots]
        self.first_kinds = list(self.kinds)
        for number, kinds in enumerate(self.kinds):
            if kinds & SIGNED:
                self.first_kinds[number] |= NUMBER
                self.first_words[number].update(SIGNS)
        changed = True
        while changed:
            changed = False
            for number, root in enumerate(self.roots):
                for other, _ in self.slots[root]:
                    before = len(self.first_words[number]), self.first_kinds[number]
                    self.first_words[number] |= self.first_words[other]
                    self.first_kinds[number] |= self.first_kinds[other]
                    after = len(self.first_words[number]), self.first_kinds[number]
                    changed = changed or before != after
        self.moves = [{} for _ in self.literals]

    # ---- reading

    def flags_of(self, key: str) -> int:
        """Which primitives can begin with a word."""
        flags = NUMBER if is_number(key) else 0
        return flags | (NAME if is_quoted(key) or key in self.names.lengths else 0)

    def sort_of(self, key: str, words: Words, index: int) -> tuple[str, int]:
        """A word, or what sort of word an unknown one is, and what can begin with it."""
        flags = self.flags.get(key)
        sort = key
        if flags is None:
            flags = self.flags_of(key)
            sort = f"?{flags}"
        if self.letters and len(key) > 1 and self.letters.issuperset(words.raw(index)):
            flags |= LETTERS
            sort += "?run"
        return sort, flags

    def move(self, node: int, key: str, flags: int) -> Move:
        """The node behind a printed word, and the slots that can begin with it."""
        edges = tuple(
            (number, target)
            for number, target in self.slots[node]
            if key in self.first_words[number] or flags & self.first_kinds[number]
        )
        return self.literals[node].get(key, -1), edges


Move = tuple[int, tuple[tuple[int, int], ...]]
NO_MOVE: Move = (-1, ())


class Item:
    """A place in a form behind a slot; each link is one way to have come there."""

    __slots__ = ("end", "links", "node")

    def __init__(self, node: int, end: int, link: Link) -> None:
        self.node = node
        self.end = end
        self.links: list[Link] = [link]


# the item before, and category, start and end of what filled the slot
Link = tuple[Item | None, int, int, int]


class Cell:
    """One category from one word on: its ends, the forms of each, and who waits for it."""

    __slots__ = ("category", "ends", "items", "start", "waiting")

    def __init__(self, category: int, start: int) -> None:
        self.category = category
        self.start = start
        self.ends: dict[int, list[tuple[int, Item | None]]] = {}
        self.items: dict[tuple[int, int], Item] = {}
        self.waiting: list[tuple[Cell, Item | None, int]] = []


class Chart:
    """All that can be read in a row of words."""

    def __init__(self, grammar: Grammar, words: Words) -> None:
        self.grammar = grammar
        self.words = words
        self.cells: dict[int, Cell] = {}
        self.links = 0
        flags, letters = grammar.flags, grammar.letters
        self.sorts = [
            grammar.sort_of(key, words, index) if letters or key not in flags else (key, flags[key])
            for index, key in enumerate(words.keys)
        ]
        if grammar.bracketed:
            for at, key in enumerate(words.keys[:-1], 1):
                if key == "[":
                    sort, known = self.sorts[at]
                    self.sorts[at] = f"{sort}?in", known | NAME
        self.agenda: list[tuple[Cell, int, int, Item | None]] = []

    @property
    def exhausted(self) -> bool:
        """Whether there were too many ways to follow them all."""
        return self.links > MOST_LINKS or len(self.words) > LONGEST

    def read(self, name: str, start: int) -> bool:
        """Whether a category can be read from `start` to the end."""
        number = self.grammar.numbers.get(name)
        if number is None or len(self.words) > LONGEST or start >= len(self.words):
            return False
        cell = self.cells.get(number * STRIDE + start) or self.open(number, start)
        self.run()
        return len(self.words) in cell.ends and not self.exhausted

    def open(self, number: int, start: int) -> Cell:
        cell = Cell(number, start)
        self.cells[number * STRIDE + start] = cell
        kinds = self.grammar.kinds[number]
        if kinds:
            for end in self.primitive_ends(kinds, number, start):
                cell.ends[end] = [(PRIMITIVE, None)]
        self.agenda.append((cell, self.grammar.roots[number], start, None))
        return cell

    def primitive_ends(self, kinds: int, number: int, start: int) -> list[int]:
        """Where numbers, names and runs of letters that begin here end."""
        key = self.words.keys[start]
        ends: list[int] = []
        if kinds & (NUMBER | SIGNED) and is_number(key):
            ends.append(start + 1)
        if kinds & SIGNED and self.is_signed(start):
            ends.append(start + 2)
        if kinds & NAME:
            if self.grammar.bracketed and start and self.words.keys[start - 1] == "[":
                end = self.words.closing(start - 1, "[", "]") - 1
                return [*ends, end] if end > start else ends
            ends.extend(self.grammar.names.ends(self.words.keys, start))
            if is_quoted(key) and start + 1 not in ends:
                ends.append(start + 1)
        if kinds & LETTERS and self.sorts[start][1] & LETTERS:
            known = self.grammar.singles[number]
            if all(letter in known for letter in self.words.raw(start)):
                ends.append(start + 1)
        return ends

    def is_signed(self, start: int) -> bool:
        """Whether a sign stands here, close before a number and not close behind a word."""
        words = self.words
        keys, starts, ends = words.keys, words.starts, words.ends
        if keys[start] not in SIGNS or start + 1 >= len(keys):
            return False
        if not is_number(keys[start + 1]) or ends[start] < starts[start + 1]:
            return False
        apart = start == 0 or ends[start - 1] < starts[start]
        return apart or not keys[start - 1][-1].isalnum()

    def run(self) -> None:
        """Follows every form as far as it goes."""
        agenda, sorts, cells = self.agenda, self.sorts, self.cells
        last = len(sorts)
        accepts, moves = self.grammar.accepts, self.grammar.moves
        while agenda:
            owner, node, place, item = agenda.pop()
            while True:
                if accepts[node]:
                    self.complete(owner, node, place, item)
                if place == last:
                    break
                move = moves[node].get(sorts[place][0]) or self.find_move(node, place)
                for number, target in move[1]:
                    cell = cells.get(number * STRIDE + place) or self.open(number, place)
                    cell.waiting.append((owner, item, target))
                    for end in cell.ends:
                        self.advance(owner, item, target, cell, end)
                node = move[0]
                if node < 0:
                    break
                place += 1
            if self.links > MOST_LINKS:
                agenda.clear()

    def find_move(self, node: int, place: int) -> Move:
        """Where a node leads with a word; kept for the next text."""
        sort, flags = self.sorts[place]
        move = self.grammar.move(node, self.words.keys[place], flags)
        self.grammar.moves[node][sort] = move
        return move

    def complete(self, owner: Cell, node: int, end: int, item: Item | None) -> None:
        """A form of the cell ends here; who waited goes on."""
        known = owner.ends.get(end)
        if known is not None:
            known.append((node, item))
            return
        owner.ends[end] = [(node, item)]
        for cell, before, target in owner.waiting:
            self.advance(cell, before, target, owner, end)

    def advance(
        self, owner: Cell, before: Item | None, target: int, filled: Cell, end: int
    ) -> None:
        """The slot is filled by the cell up to `end`."""
        self.links += 1
        link = (before, filled.category, filled.start, end)
        item = owner.items.get((target, end))
        if item is not None:
            item.links.append(link)
            return
        item = owner.items[target, end] = Item(target, end, link)
        self.agenda.append((owner, target, end, item))

    # ---- how far it came

    def states(self) -> Iterator[tuple[int, int]]:
        """The nodes that were reached otherwise than by a printed word, and where."""
        for cell in self.cells.values():
            yield self.grammar.roots[cell.category], cell.start
            yield from ((item.node, item.end) for item in cell.items.values())

    def follow(self, node: int, place: int) -> Iterator[tuple[int, int]]:
        """A node, and all that the printed words lead on to from there."""
        keys, literals = self.words.keys, self.grammar.literals
        yield node, place
        for at in range(place, len(keys)):
            node = literals[node].get(keys[at], -1)
            if node < 0:
                return
            yield node, at + 1
