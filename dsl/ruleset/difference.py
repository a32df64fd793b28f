"""What differs in meaning between two formats: declaration by declaration, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import unified_diff
from typing import Any, cast

from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word, part_names, rebuild, walk
from ..nodes.dataclass import dataclass
from ..nodes.titles import TitlesDeclaration
from ..syntax.print_files import print_node
from .extension import replace_words
from .ruleset import NAMED, Ruleset, phases_of

# Where a reader looks for what; what is not named here stands under "rules".
SECTIONS: dict[str, str] = {
    "format": "format",
    "zone": "zones",
    "values": "values",
    "card kind": "cards",
    "groups": "cards",
    "gauge": "gauges and notes",
    "note": "gauges and notes",
    "option": "options and parameters",
    "parameter": "options and parameters",
    "setup": "setup",
    "turn": "phases and steps",
    "window": "windows",
    "action": "actions",
    "verb": "verbs",
    "property": "properties and the order of modifiers",
    "label": "timings",
    "keyword": "keywords",
    "phrase": "phrases",
    "check": "checks",
    "invariant": "invariants",
    "ranking": "victory",
    "end": "victory",
    "deck": "decks",
    "rule": "rules",
}
LONE: tuple[tuple[type[Node], str], ...] = (
    (d.SetupDeclaration, "setup"),
    (d.DeckDeclaration, "deck"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing a format says: its canonical text, without titles of what it cites."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing that two formats say differently, or that only one of them says.

    `left` and `right` are canonical texts, empty where a format has no such thing.
    """

    section: str
    name: str
    left: str
    right: str
    left_at: Span | None
    right_at: Span | None

    def lines(self) -> list[str]:
        """The lines that only the left (`-`) and only the right (`+`) has, in order. Of a
        phase all are shown: what a step comes before or after is what it means.
        """
        left, right = self.left.splitlines(), self.right.splitlines()
        shown = len(left) if self.section == SECTIONS["turn"] else 0
        rows = unified_diff(left, right, n=shown, lineterm="")
        return [row for row in rows if not row.startswith(("---", "+++", "@@"))]


Entries = dict[tuple[str, str], Entry]


def differences(
    left: Ruleset, right: Ruleset, renames: Mapping[str, Word] | None = None
) -> list[Difference]:
    """What two formats say differently, in the order of the sections.

    `renames` are ids of the left by which the right calls other ids; they count as the same.
    """
    spoken = frozenset(left.languages) & frozenset(right.languages)
    ours = Says(left, renames or {}, spoken).entries()
    theirs = Says(right, {}, spoken).entries()
    found = [
        Difference(
            SECTIONS[kind],
            name,
            text_in(ours, (kind, name)),
            text_in(theirs, (kind, name)),
            span_in(ours, (kind, name)),
            span_in(theirs, (kind, name)),
        )
        for kind, name in dict.fromkeys([*ours, *theirs])
        if text_in(ours, (kind, name)) != text_in(theirs, (kind, name))
    ]
    order = list(dict.fromkeys(SECTIONS.values()))
    return sorted(found, key=lambda one: order.index(one.section))


def text_in(entries: Entries, key: tuple[str, str]) -> str:
    return entries[key].text if key in entries else ""


def span_in(entries: Entries, key: tuple[str, str]) -> Span | None:
    return entries[key].span if key in entries else None


def places_of(ruleset: Ruleset) -> dict[tuple[str, str], list[Span]]:
    """Where everything that a format says stands, by its section and name."""
    says = Says(ruleset, {}, frozenset(ruleset.languages))
    found: dict[tuple[str, str], list[Span]] = {}
    for item in ruleset.declarations:
        kind, name = kind_of(says.plain(item))
        found.setdefault((SECTIONS.get(kind, kind), name), []).append(item.span)
    for path, node in says.steps():
        found.setdefault((SECTIONS["turn"], path), []).append(node.span)
    return found


def renames_in(nodes: Iterable[Node]) -> dict[str, Word]:
    """The renames that the files of a child format begin with: old id to new."""
    return {str(n.old): n.new for n in nodes if isinstance(n, ed.RenameEdit)}


# ---- what a format says


class Says:
    """What a format says, by kind and name, in the languages that both formats speak."""

    def __init__(
        self, ruleset: Ruleset, renames: Mapping[str, Word], spoken: frozenset[str]
    ) -> None:
        self.ruleset = ruleset
        self.renames = dict(renames)
        self.spoken = spoken

    def entries(self) -> Entries:
        """Everything; a rule without a name goes by its first line."""
        found: Entries = {("format", "head"): self.head()}
        for item in self.ruleset.declarations:
            if isinstance(item, (d.TurnDeclaration, TitlesDeclaration)):
                continue
            node = self.plain(self.renamed(item))
            kind, name = kind_of(node)
            text = print_node(node)
            if (kind, name) in found:  # one for each kind of card, or parts of a deck
                text = f"{found[kind, name].text}\n{text}"
            found[kind, name] = Entry(text, item.span)
        for path, node in self.steps():
            found["turn", path] = Entry(print_node(node), node.span)
        for text, span in self.ends():
            found.setdefault(("end", text), Entry(text, span))
        return found

    def head(self) -> Entry:
        """The first line without the title, which always differs."""
        node = self.ruleset.format
        text = print_node(self.plain(replace(node, parent=None)))
        return Entry(text.replace(f'"{node.title}"', "").strip(), node.span)

    def steps(self) -> Iterator[tuple[str, Node]]:
        """The turn and every phase and step by its path; what is inside another by its head
        only.
        """
        turn = self.ruleset.one(d.TurnDeclaration)
        if turn is None:
            return
        turn = self.renamed(turn)
        yield "turn", self.plain(without_inner(turn))
        shown = Ruleset(self.ruleset.format, [turn])
        for path, node in dict(phases_of(shown).values()).items():
            yield path, self.plain(without_inner(node))

    def ends(self) -> Iterator[tuple[str, Span]]:
        """The ways a game ends."""
        for part in self.ruleset.inside(s.EndGameStatement):
            yield print_node(self.plain(self.renamed(part))), part.span

    def renamed(self, node: Any) -> Any:
        return replace_words(node, self.renames) if self.renames else node

    def plain(self, node: Any) -> Any:
        """A node without what it cites and without what only one of the formats could read."""
        first = self.ruleset.languages[0]

        def change(part: Any) -> Node:
            names = part_names(part.__class__)
            if "says" in names:
                says = [say for say in part.says if (say.language or first) in self.spoken]
                part = replace(part, says=tuple(replace(say, language=None) for say in says))
            if "cites" in names and part.cites:
                part = replace(part, cites=None)
            return part

        return rebuild(node, change)


def kind_of(node: Node) -> tuple[str, str]:
    """Under what a declaration is found again."""
    for kind, title in NAMED:
        if type(node) is kind:
            return title, str(getattr(node, "name", ""))
    if isinstance(node, d.PropertyDeclaration):
        return "property", str(node.name)
    for kind, title in LONE:
        if isinstance(node, kind):
            return title, str(getattr(node, "name", None) or "")
    return "rule", print_node(node).splitlines()[0]


def without_inner(node: Any) -> Any:
    """A phase whose phases and steps have no bodies: what it is, and their order."""

    def change(part: Node) -> Node:
        if part is not node and isinstance(part, (s.PhaseStatement, s.StepStatement)):
            return replace(part, body=s.Block((), inline=False), titles=None)
        return part

    return replace(node, body=rebuild(node.body, change))


# ---- what a card is made of


def reached(ruleset: Ruleset, words: Iterable[str]) -> set[str]:
    """The names of everything that some names of a format are explained by, and their own."""
    named: dict[str, list[Node]] = {}
    for item in ruleset.declarations:
        name = getattr(item, "name", None)
        if isinstance(name, Word) and not isinstance(item, d.CardDeclaration):
            named.setdefault(str(name), []).append(item)
    found: set[str] = set()
    ahead = [word for word in words if word in named]
    while ahead:
        word = ahead.pop()
        if word in found:
            continue
        found.add(word)
        for item in named[word]:
            ahead += [other for other in words_in(item) if other in named]
    return found


def words_in(node: Node) -> set[str]:
    """Every word that stands anywhere in a node."""
    found: set[str] = set()
    for part in walk(node):
        for name in part_names(part.__class__):
            value: object = getattr(part, name)
            parts = cast(tuple[object, ...], value if isinstance(value, tuple) else (value,))
            found.update(str(word) for word in parts if isinstance(word, Word))
    return found
