"""A format that extends another while its edits are applied, and how they change names."""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import Any, TypeVar, cast

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes import statements as s
from ..nodes.base import Node, Word, rebuild, walk
from ..nodes.dataclass import dataclass
from ..problems.problem import Label, Problem, Remedy
from ..problems.similar import nearest
from .ruleset import name_of

N = TypeVar("N", bound=Node)


@dataclass(slots=True)
class Extension:
    """The declarations of the chain so far, while edits are applied to them in the order of
    the text.
    """

    declarations: list[Node]
    source: str = "parent format"
    problems: list[Problem] = field(default_factory=list[Problem])
    renamed: dict[str, Word] = field(default_factory=dict[str, Word])

    def problem(
        self, code: str, message: str, node: Node, mend: Remedy = "", *labels: Label
    ) -> None:
        self.problems.append(Problem(code, message, node.span, mend, labels=labels))

    def find(self, kind: type[N], name: str) -> N | None:
        for item in self.declarations:
            if isinstance(item, kind) and name_of(item) == name:
                return item
        return None

    def declarations_of(self, kind: type[N]) -> list[N]:
        return [item for item in self.declarations if isinstance(item, kind)]

    def put(self, old: Node, new: Node | None) -> None:
        """Replaces a declaration, or takes it out."""
        at = next(k for k, item in enumerate(self.declarations) if item is old)
        self.declarations[at : at + 1] = [] if new is None else [new]


def places_in(node: Node) -> list[s.PhaseStatement | s.StepStatement]:
    return [p for p in walk(node) if isinstance(p, (s.PhaseStatement, s.StepStatement))]


# ---- names


def replace_words(node: Any, names: dict[str, Word]) -> Any:
    """A node with every word that stands for an old name replaced by the new one."""
    if not names:
        return node

    def change(part: Node) -> Node:
        changed: dict[str, Any] = {}
        for member in fields(part):
            value = getattr(part, member.name)
            if isinstance(value, Word) and str(value) in names and is_identifier(part, member.name):
                changed[member.name] = Word(str(names[str(value)]), value.span)
            elif isinstance(value, tuple):
                items = cast(tuple[Any, ...], value)
                moved = names.get(".".join(map(str, items)))
                if member.name == "words" and moved is not None and len(items) > 1:
                    new = (Word(word, moved.span) for word in moved.split("."))
                    changed[member.name] = tuple(new)
                elif member.name == "words" and any(str(i) in names for i in items):
                    changed[member.name] = tuple(names.get(str(i), i) for i in items)
        return replace(part, **changed) if changed else part

    return rebuild(node, change)


TEXTS = {"text", "label", "title", "pattern", "prompt", "why", "what", "said", "language"}


def is_identifier(part: Node, member: str) -> bool:
    """Words that name things; not printed texts."""
    return member not in TEXTS and not isinstance(part, attrs.KindAttribute)


def use_new_names(extension: Extension, item: Node) -> Node:
    """The old names keep working in the child."""
    return replace_words(item, extension.renamed) if extension.renamed else item


def rename(extension: Extension, edit: ed.RenameEdit) -> None:
    known = {str(name_of(item)) for item in extension.declarations}
    steps = {str(part.name) for item in extension.declarations for part in places_in(item)}
    if str(edit.old) not in known | steps:
        unknown_name(extension, edit, str(edit.old), known | steps)
        return
    extension.renamed[str(edit.old)] = edit.new
    new = [replace_words(item, {str(edit.old): edit.new}) for item in extension.declarations]
    extension.declarations = [retitled(item, edit) for item in new]


def retitled(item: Node, edit: ed.RenameEdit) -> Node:
    """The renamed thing gets the new titles; the old ones stay as further names."""
    if edit.titles is None or name_of(item) != edit.new or not hasattr(item, "titles"):
        return item
    old = cast(s.Titles | None, getattr(item, "titles", None))
    names = [*edit.titles.names, *(old.names if old is not None else ())]
    titles = s.Titles(tuple(dict.fromkeys(names)), span=edit.span)
    return replace(item, titles=titles)  # pyright: ignore[reportCallIssue]


def alias(extension: Extension, edit: ed.AliasEdit) -> None:
    """Further printed names for a symbol, a phase, a zone or anything else that has titles."""
    done = False

    def change(part: Node) -> Node:
        nonlocal done
        if name_of(part) != edit.word:
            return part
        if isinstance(part, d.ValueItem):
            done = True
            return replace(part, titles=(*part.titles, *edit.titles.names))
        if hasattr(part, "titles"):
            done = True
            old = cast(s.Titles | None, getattr(part, "titles", None))
            names = (*(old.names if old is not None else ()), *edit.titles.names)
            return replace(part, titles=s.Titles(names, span=edit.span))  # pyright: ignore[reportCallIssue]
        return part

    extension.declarations = [rebuild(item, change) for item in extension.declarations]
    if not done:
        unknown_name(
            extension, edit, str(edit.word), {str(name_of(i)) for i in extension.declarations}
        )


def unknown_name(extension: Extension, edit: Node, word: str, known: set[str]) -> None:
    guess = nearest(word, {name for name in known if name})
    more = f' Did you mean "{guess}"?' if guess else ""
    text = f'The {extension.source} has no "{word}".{more}'
    extension.problem(
        "unknown-in-parent", text, edit, guess or "", *near(extension, word, guess or "")
    )


def near(extension: Extension, word: str, guess: str) -> list[Label]:
    """Where in the parent one would look for a name: the phase of its path, what it could have
    meant, or else the turn.
    """
    inside = word.rpartition(".")[0]
    named = [*extension.declarations]
    for item in extension.declarations:
        named += places_in(item)
    for name in (inside, guess):
        for item in named:
            if name and str(name_of(item)) == name:
                return [Label(item.span, f'"{name}" of the {extension.source.split()[0]}')]
    turn = extension.declarations_of(d.TurnDeclaration)
    return [Label(turn[0].span, "the turn of the parent")] if "." in word and turn else []
