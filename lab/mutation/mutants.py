"""Mutants of a format: its rules with one small change, such as a slip of the pen would make."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Span, parts_of, rebuild, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.invariants import InvariantDeclaration
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.syntax.print_files import print_node
from ..coverage.rule_lines import Key, key_of, owns_line
from . import mutate_expressions, mutate_rules
from .alternatives import Alternatives, alternatives_of
from .kinds import asked_besides, is_of_no_kind
from .mutate_forms import form_changes
from .tallies import is_zero, raised_by

DROPPABLE = (
    ru.Rule, d.CheckDeclaration, d.BlankDeclaration, ru.TriggersDeclaration,
    ru.PrecedenceDeclaration,
)  # fmt: skip
WIDEST = 90
EDIT = -1  # in place of a declaration's number: an edit of the parent is not made
AROUND = 2  # words shown on either side of a difference


@dataclass(frozen=True, slots=True)
class Mutant:
    """`declaration` (a number) with `new` in place of `old`; without it when both are None.
    Where it is EDIT, the rules as if the edit `old` of the parent had not been made.

    `lines` are the lines of the rules that the change is about.
    """

    number: int
    declaration: int
    old: Node | None
    new: Node | None
    span: Span
    lines: frozenset[Key]

    @property
    def place(self) -> str:
        return f"{self.span.file}:{self.span.line}"

    @property
    def change(self) -> str:
        """The change in words: what stood there, and what stands there now."""
        if self.old is None or self.new is None:
            return "left out"
        lost = lost_part(self.old, self.new)
        if lost is not None:
            return f"left out: {clipped(short(lost))}"
        moved = moved_parts(self.old, self.new)
        if moved:
            return f"in the other order: {', '.join(clipped(short(part)) for part in moved)}"
        before, now = short(self.old), short(self.new)
        if before == now:
            before, now = whole(self.old), whole(self.new)
        return difference(before, now)


def lost_part(old: Node, new: Node) -> Node | None:
    """The one part that a node has lost, if that is all that has changed."""
    before, now = list(parts_of(old)), list(parts_of(new))
    if type(old) is not type(new) or len(before) != len(now) + 1:
        return None
    for number, part in enumerate(before):
        if number == len(now) or part is not now[number]:
            rest = before[number + 1 :]
            return part if all(a is b for a, b in zip(rest, now[number:], strict=True)) else None
    return None


def moved_parts(old: Node, new: Node) -> list[Node]:
    """The parts that changed places, if that is all that has changed."""
    before, now = list(parts_of(old)), list(parts_of(new))
    same = {id(part) for part in before} == {id(part) for part in now}
    if type(old) is not type(new) or len(before) != len(now) or not same:
        return []
    return [b for a, b in zip(before, now, strict=True) if a is not b]


def whole(node: Node) -> str:
    return " ".join(print_node(node).split())


def short(node: Node) -> str:
    """The first line of a node's text, without what it cites."""
    text = print_node(node).strip().partition("\n")[0]
    return " ".join(text.partition("  cites ")[0].split())


def clipped(text: str) -> str:
    return text if len(text) <= WIDEST else f"{text[:WIDEST].rstrip()} .."


def difference(before: str, now: str) -> str:
    """`one action each -> many actions each`; long texts only where they differ."""
    if len(before) + len(now) < WIDEST:
        return f"{before} -> {now}"
    old, new = before.split(), now.split()
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    start, end = max(start - AROUND, 0), max(end - AROUND, 0)
    parts = [" ".join(words[start : len(words) - end]) for words in (old, new)]
    return " -> ".join(clipped(f"{'.. ' if start else ''}{part}") for part in parts)


def mutants_of(
    ruleset: Ruleset, files: Collection[str] = (), more: Collection[Key] = ()
) -> list[Mutant]:
    """Every mutant of a format in order of its rules, the same in every process.

    With `files` only mutants of what stands there, a format's own rules and not its parent's,
    and of `more` lines. A mutant's number does not depend on what is asked for.
    """
    words = alternatives_of(ruleset)
    found: list[Mutant] = []
    count = 0

    def add(
        number: int, old: Node | None, new: Node | None, span: Span, lines: frozenset[Key]
    ) -> None:
        nonlocal count
        if not files or span.file in files or not lines.isdisjoint(more):
            found.append(Mutant(count, number, old, new, span, lines))
        count += 1

    for edit in ruleset.origin.edits if ruleset.origin is not None else ():
        inside = (key_of(part.span) for part in walk(edit) if owns_line(part))
        lines = frozenset({key_of(edit.span), *inside})
        if not files or edit.span.file in files:
            add(EDIT, edit, None, edit.span, lines)
    for number, declaration in enumerate(ruleset.declarations):
        if isinstance(declaration, InvariantDeclaration):
            continue  # it is asked of play as a claim is: a weaker one never fails
        if isinstance(declaration, d.PropertyDeclaration) and declaration.is_for_bots:
            continue
        if isinstance(declaration, DROPPABLE):
            key = key_of(declaration.span)
            add(number, None, None, declaration.span, frozenset({key}))
        for change in changes_in(declaration, words, frozenset(), declaration.span):
            add(number, *change)
    return found


def changes_in(
    node: Node, words: Alternatives, lines: frozenset[Key], span: Span
) -> Iterator[tuple[Node, Node, Span, frozenset[Key]]]:
    """All changes of a node and of what is in it, with the place and lines each is about."""
    if owns_line(node):
        lines, span = frozenset({key_of(node.span)}), node.span
    for new in changes_of(node, words):
        if new == node:
            continue
        about = touched(node, new)
        if about:
            keys = frozenset(key_of(part.span) for part in about)
            yield node, new, about[0].span, keys
        else:
            yield node, new, node.span if node.span.line else span, lines
    tallied, besides = raised_by(node, words.tallies), asked_besides(node, words.truths_of_kinds)
    for part in parts_of(node):
        if is_opponent(node) and isinstance(part, e.Name):
            continue  # the other player is meant already by leaving `opponent` out
        if not isinstance(part, (s.Cites, s.Titles, d.Say)):
            for change in changes_in(part, words, lines, span):
                old, new = change[:2]
                is_same = part is besides and old is besides and is_of_no_kind(new)
                if not is_same and (part is not tallied or is_zero(new)):
                    yield change


def is_opponent(node: Node) -> bool:
    return isinstance(node, e.Of) and node.word == "opponent"


def changes_of(node: Node, words: Alternatives) -> Iterator[Node]:
    """What could stand instead of a node."""
    yield from form_changes(node, words)
    for topic in (mutate_expressions, mutate_rules):
        method = topic.METHODS.get(type(node))
        if method is not None:
            yield from method(node, words)


def touched(old: Node, new: Node) -> list[Node]:
    """The lines that were left out or changed places, where a node is made of lines."""
    lost = lost_part(old, new)
    parts = [lost] if lost is not None else moved_parts(old, new)
    return [owner for part in parts for owner in line_owners(part)]


def line_owners(part: Node) -> list[Node]:
    if isinstance(part, s.Line):
        return list(part.statements)
    return [part] if owns_line(part) else []


# ---- putting a mutant in place


def mutated(ruleset: Ruleset, mutant: Mutant) -> Ruleset:
    """The ruleset with one change."""
    before = ruleset.declarations[mutant.declaration]
    declarations = list(ruleset.declarations)
    after: Node | None = None
    if mutant.old is not None and mutant.new is not None:
        old, new = mutant.old, mutant.new
        after = rebuild(before, lambda node: new if node is old else node)
        declarations[mutant.declaration] = after
    else:
        del declarations[mutant.declaration]
    by_kind: dict[str, dict[str, Node]] = {}
    for kind, names in ruleset.by_kind.items():
        by_kind[kind] = {
            name: after if node is before and after is not None else node
            for name, node in names.items()
            if node is not before or after is not None
        }
    return Ruleset(ruleset.format, declarations, by_kind)
