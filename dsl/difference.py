"""What differs in meaning between two formats: declaration by declaration, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import unified_diff
from typing import Any, cast

from .extend import replace_words
from .nodes import declarations as d
from .nodes import edits as ed
from .nodes import statements as s
from .nodes.base import Node, Span, Word, part_names, rebuild, walk
from .print_files import print_node
from .ruleset import NAMED, Ruleset, phases_of

# Where a reader looks for what; what is not named here stands under "rules".
SECTIONS: dict[str, str] = {
    "format": "format",
    "zone": "zones",
    "values": "values",
    "card kind": "cards",
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
        """The lines that only the left (`-`) and only the right (`+`) has, in order."""
        rows = unified_diff(
            self.left.splitlines(), self.right.splitlines(), n=0, lineterm=""
        )
        return [row for row in rows if not row.startswith(("---", "+++", "@@"))]


Entries = dict[tuple[str, str], Entry]


def differences(
    left: Ruleset, right: Ruleset, renames: Mapping[str, Word] | None = None
) -> list[Difference]:
    """What two formats say differently, in the order of the sections.

    `renames` are ids of the left by which the right calls other ids; they count as the same.
    """
    ours, theirs = entries_of(left, renames or {}), entries_of(right, {})
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


def renames_in(nodes: Iterable[Node]) -> dict[str, Word]:
    """The renames that the files of a child format begin with: old id to new."""
    return {str(n.old): n.new for n in nodes if isinstance(n, ed.RenameEdit)}


# ---- what a format says


def entries_of(ruleset: Ruleset, renames: Mapping[str, Word]) -> Entries:
    """Everything a format says, by kind and name."""
    found: Entries = {("format", "head"): head_of(ruleset.format)}
    for item in ruleset.declarations:
        node = plain(replace_words(item, dict(renames)) if renames else item)
        if isinstance(node, d.TurnDeclaration):
            continue
        kind, name = kind_of(node)
        if (kind, name) in found:  # one for each kind of card, or parts of a deck
            old = found[kind, name]
            found[kind, name] = replace(old, text=f"{old.text}\n{print_node(node)}")
        else:
            found[kind, name] = Entry(print_node(node), item.span)
    for path, node in steps_of(ruleset, renames):
        found["turn", path] = Entry(print_node(node), node.span)
    for text, span in ends_of(ruleset, renames):
        found.setdefault(("end", text), Entry(text, span))
    return found


def head_of(node: d.FormatDeclaration) -> Entry:
    """The first line without the title, which always differs."""
    text = print_node(plain(replace(node, parent=None)))
    return Entry(text.replace(f'"{node.title}"', "").strip(), node.span)


def kind_of(node: Node) -> tuple[str, str]:
    """Under what a declaration is found again; a rule without a name by its first line."""
    for kind, title in NAMED:
        if type(node) is kind:
            return title, str(getattr(node, "name", ""))
    if isinstance(node, d.PropertyDeclaration):
        return "property", str(node.name)
    for kind, title in LONE:
        if isinstance(node, kind):
            return title, str(getattr(node, "name", None) or "")
    return "rule", print_node(node).splitlines()[0]


def steps_of(ruleset: Ruleset, renames: Mapping[str, Word]) -> Iterator[tuple[str, Node]]:
    """The turn and every phase and step by its path; those inside another by their heads only."""
    turn = ruleset.one(d.TurnDeclaration)
    if turn is None:
        return
    if renames:
        turn = replace_words(turn, dict(renames))
    shown = Ruleset(ruleset.format, [turn])
    yield "turn", plain(without_inner(turn))
    for path, node in dict(phases_of(shown).values()).items():
        yield path, plain(without_inner(node))


def without_inner(node: Any) -> Any:
    """A phase whose phases and steps have no bodies: what it is, and their order."""

    def change(part: Node) -> Node:
        if part is not node and isinstance(part, (s.PhaseStatement, s.StepStatement)):
            return replace(part, body=s.Block((), inline=part.body.inline), titles=None)
        return part

    return replace(node, body=rebuild(node.body, change))


def ends_of(ruleset: Ruleset, renames: Mapping[str, Word]) -> Iterator[tuple[str, Span]]:
    """The ways a game ends."""
    for item in ruleset.declarations:
        for part in walk(item):
            if isinstance(part, s.EndGameStatement):
                named = replace_words(part, dict(renames)) if renames else part
                yield print_node(plain(named)), part.span


def plain(node: Any) -> Any:
    """A node without what it cites."""

    def change(part: Node) -> Node:
        if "cites" in part_names(part.__class__) and getattr(part, "cites", None):
            return replace(part, cites=None)  # pyright: ignore[reportCallIssue]
        return part

    return rebuild(node, change)


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
            parts = cast(
                tuple[object, ...], value if isinstance(value, tuple) else (value,)
            )
            found.update(str(word) for word in parts if isinstance(word, Word))
    return found
