"""A format that extends another: the parent's declarations with the child's edits applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar, cast

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes import statements as s
from ..nodes.base import Node, Word, rebuild, walk, word_at
from ..problems.problem import Label, Problem
from ..problems.similar import nearest
from ..vocabulary.titles import at_home_in
from .ruleset import languages_of, name_of

N = TypeVar("N", bound=Node)
Body = tuple[s.Statement, ...]


@dataclass(slots=True)
class Extension:
    """The declarations of the chain so far, while edits are applied to them in the order of
    the text.
    """

    declarations: list[Node]
    problems: list[Problem] = field(default_factory=list[Problem])
    renamed: dict[str, Word] = field(default_factory=dict[str, Word])

    def problem(
        self, code: str, message: str, node: Node, mend: str = "", *labels: Label
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


def extend(
    parent: Sequence[Node], child: Sequence[Node]
) -> tuple[list[Node], list[Problem]]:
    """The child's format line and declarations, on top of the parent's as the child edits
    them.
    """
    inherited = [item for item in parent if not isinstance(item, d.FormatDeclaration)]
    extension = Extension(at_home_in(inherited, first_language(parent)))
    renames = [item for item in child if isinstance(item, ed.RenameEdit)]
    for edit in renames:
        rename(extension, edit)
    rest = [item for item in child if not isinstance(item, ed.RenameEdit)]
    rest.sort(key=turn_of)
    for item in rest:
        item = use_new_names(extension, item)
        method = EDITS.get(type(item))
        if method is not None:
            method(extension, item)
        else:
            extension.declarations.append(item)
    return extension.declarations, extension.problems


def turn_of(item: Node) -> int:
    """What is redefined may be extended, and what is declared may be said in another
    language, in whatever file that stands.
    """
    if isinstance(item, ed.RedefineEdit):
        return 0
    return 2 if isinstance(item, ed.ExtendSaysEdit) else 1


def first_language(nodes: Sequence[Node]) -> str:
    """The language of what a format says without naming one."""
    line = next((item for item in nodes if isinstance(item, d.FormatDeclaration)), None)
    return languages_of(line)[0]


# ---- names


def replace_words(node: Any, names: dict[str, Word]) -> Any:
    """A node with every word that stands for an old name replaced by the new one."""
    if not names:
        return node

    def change(part: Node) -> Node:
        changed: dict[str, Any] = {}
        for member in fields(part):
            value = getattr(part, member.name)
            if (
                isinstance(value, Word)
                and str(value) in names
                and is_identifier(part, member.name)
            ):
                changed[member.name] = word_at(str(names[str(value)]), value.span)
            elif isinstance(value, tuple):
                items = cast(tuple[Any, ...], value)
                moved = names.get(".".join(map(str, items)))
                if member.name == "words" and moved is not None and len(items) > 1:
                    new = (word_at(word, moved.span) for word in moved.split("."))
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
    new = [
        replace_words(item, {str(edit.old): edit.new}) for item in extension.declarations
    ]
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
            extension,
            edit,
            str(edit.word),
            {str(name_of(i)) for i in extension.declarations},
        )


def unknown_name(extension: Extension, edit: Node, word: str, known: set[str]) -> None:
    guess = nearest(word, {name for name in known if name})
    more = f' Did you mean "{guess}"?' if guess else ""
    text = f'The parent format has no "{word}".{more}'
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
                return [Label(item.span, f'"{name}" of the parent')]
    turn = extension.declarations_of(d.TurnDeclaration)
    return [Label(turn[0].span, "the turn of the parent")] if "." in word and turn else []


# ---- phases and steps by path


def places_in(node: Node) -> list[s.PhaseStatement | s.StepStatement]:
    return [p for p in walk(node) if isinstance(p, (s.PhaseStatement, s.StepStatement))]


def edit_turn(
    extension: Extension,
    edit: Node,
    path: attrs.Path,
    change: Callable[[s.Statement], Body],
) -> bool:
    """Changes the phase or step of a path wherever it stands in the turn; tells whether it
    was met.
    """
    turn = next(
        (i for i in extension.declarations if isinstance(i, d.TurnDeclaration)), None
    )
    if turn is None:
        return False
    met: list[Node] = []
    body = edit_block(turn.body, "", str(path), change, met)
    if met:
        extension.put(turn, replace(turn, body=body))
    return bool(met)


def edit_block(
    block: s.Block,
    inside: str,
    path: str,
    change: Callable[[s.Statement], Body],
    met: list[Node],
) -> s.Block:
    statements: list[s.Statement] = []
    for statement in block.statements:
        statements += edit_statement(statement, inside, path, change, met)
    return replace(block, statements=tuple(statements))


def edit_statement(
    statement: s.Statement,
    inside: str,
    path: str,
    change: Callable[[s.Statement], Body],
    met: list[Node],
) -> Body:
    here = inside
    if isinstance(statement, (s.PhaseStatement, s.StepStatement)):
        here = f"{inside}.{statement.name}" if inside else str(statement.name)
        if (
            here == path
            or (inside and str(statement.name) == path)
            or str(statement.name) == path
        ):
            met.append(statement)
            return change(statement)
    if isinstance(statement, s.Line):
        parts = [
            edit_statement(part, here, path, change, met) for part in statement.statements
        ]
        return (replace(statement, statements=tuple(p for group in parts for p in group)),)
    body = getattr(statement, "body", None)
    if isinstance(body, s.Block):
        new = edit_block(body, here, path, change, met)
        return (replace(statement, body=new),)  # pyright: ignore[reportCallIssue]
    return (statement,)


def all_paths(extension: Extension) -> set[str]:
    return {str(p.name) for item in extension.declarations for p in places_in(item)}


def remove(extension: Extension, edit: ed.RemoveEdit) -> None:
    if len(edit.path.words) == 1:
        name = str(edit.path.words[0])
        named = [i for i in extension.declarations if str(name_of(i)) == name]
        if named:
            extension.put(named[0], None)
            return
    if not edit_turn(extension, edit, edit.path, lambda _: ()):
        known = all_paths(extension) | {str(name_of(i)) for i in extension.declarations}
        unknown_name(extension, edit, str(edit.path), known)


def replace_edit(extension: Extension, edit: ed.ReplaceEdit) -> None:
    def change(old: s.Statement) -> Body:
        body = s.Block(edit.body, span=edit.span)
        return (replace(old, body=body),)  # pyright: ignore[reportCallIssue]

    if not edit_turn(extension, edit, edit.path, change):
        unknown_name(extension, edit, str(edit.path), all_paths(extension))


def insert(extension: Extension, edit: ed.InsertEdit) -> None:
    def change(old: s.Statement) -> Body:
        return placed(old, str(edit.where), edit.body)

    if not edit_turn(extension, edit, edit.path, change):
        unknown_name(extension, edit, str(edit.path), all_paths(extension))


def reorder(extension: Extension, edit: ed.ReorderEdit) -> None:
    taken: list[s.Statement] = []

    def take(old: s.Statement) -> Body:
        taken.append(old)
        return ()

    if not edit_turn(extension, edit, edit.path, take):
        unknown_name(extension, edit, str(edit.path), all_paths(extension))
        return
    if not edit_turn(
        extension, edit, edit.target, lambda old: placed(old, str(edit.where), taken)
    ):
        unknown_name(extension, edit, str(edit.target), all_paths(extension))
    moved = moved_path(edit)
    if moved is not None:
        extension.renamed[moved[0]] = moved[1]


def moved_path(edit: ed.ReorderEdit) -> tuple[str, Word] | None:
    """The old and the new path of what an edit moves into another phase."""
    name, inside = str(edit.path.words[-1]), edit.target.words
    if edit.where != "into":
        inside = inside[:-1]
    new = ".".join([*map(str, inside), name])
    if len(edit.path.words) == 1 or not inside or new == str(edit.path):
        return None
    return str(edit.path), word_at(new, edit.span)


def placed(old: s.Statement, where: str, new: Sequence[s.Statement]) -> Body:
    """Statements before or after another one, or at the end inside it."""
    if where == "before":
        return (*new, old)
    if where == "after":
        return (old, *new)
    block = cast(s.Block, getattr(old, "body", s.Block(())))
    body = replace(block, statements=(*block.statements, *new), inline=False)
    return (replace(old, body=body),)  # pyright: ignore[reportCallIssue]


# ---- declarations


def redefine(extension: Extension, edit: ed.RedefineEdit) -> None:
    new = edit.declaration
    for old in extension.declarations:
        if type(old) is type(new) and same_thing(old, new):
            extension.put(old, new)
            return
    known = {str(name_of(i)) for i in extension.declarations if type(i) is type(new)}
    unknown_name(extension, edit, str(name_of(new)), known)


def same_thing(old: Node, new: Node) -> bool:
    if isinstance(old, d.PropertyDeclaration) and isinstance(new, d.PropertyDeclaration):
        return old.name == new.name and old.of == new.of
    return name_of(old) == name_of(new)


def extend_card(extension: Extension, edit: ed.ExtendCardEdit) -> None:
    old = extension.find(d.CardDeclaration, str(edit.name))
    if old is None:
        known = {
            str(i.name) for i in extension.declarations if isinstance(i, d.CardDeclaration)
        }
        return unknown_name(extension, edit, str(edit.name), known)
    fresh = {str(name_of(part)) for part in edit.fields}
    kept = tuple(part for part in old.fields if str(name_of(part)) not in fresh)
    return extension.put(old, replace(old, fields=(*kept, *edit.fields)))


def extend_values(extension: Extension, edit: ed.ExtendValuesEdit) -> None:
    old = extension.find(d.ValuesDeclaration, str(edit.name))
    if old is None:
        known = {str(name_of(i)) for i in extension.declarations_of(d.ValuesDeclaration)}
        return unknown_name(extension, edit, str(edit.name), known)
    if old.ordered != edit.ordered and len(old.items) > 1:
        sign = "<" if old.ordered else "|"
        text = f'The words of "{edit.name}" have {"an" if old.ordered else "no"} order.'
        mend = f"extend values {edit.name} {sign} .."
        label = Label(old.span, "as the parent declares them")
        return extension.problem("wrong-order", text, edit, mend, label)
    return extension.put(old, replace(old, items=(*old.items, *edit.items)))


def extend_property(extension: Extension, edit: ed.ExtendPropertyEdit) -> None:
    """More `if` lines in front of the parent's; other lines take the place of the parent's
    of their kind.
    """
    properties = extension.declarations_of(d.PropertyDeclaration)
    old = next((p for p in properties if p.name == edit.name and p.of == edit.of), None)
    if old is None:
        known = {str(i.name) for i in properties}
        return unknown_name(extension, edit, str(edit.name), known)
    lines: tuple[d.PropertyLine, ...]
    if isinstance(old.body, d.MeansBody):
        body = old.body
        lines = (d.StartsLine(body.value, body.cites, span=old.span),)
    else:
        lines = old.body.lines
    cases = tuple(line for line in edit.lines if isinstance(line, d.CaseLine))
    others = tuple(line for line in edit.lines if not isinstance(line, d.CaseLine))
    kinds = {type(line) for line in others}
    kept = tuple(line for line in lines if type(line) not in kinds)
    cites = old.body.cites if isinstance(old.body, d.PipelineBody) else None
    body = d.PipelineBody(cites, (*cases, *kept, *others), span=old.span)
    return extension.put(old, replace(old, body=body))


def extend_deck(extension: Extension, edit: ed.ExtendDeckEdit) -> None:
    decks = extension.declarations_of(d.DeckDeclaration)
    old = next((deck for deck in decks if deck.name == edit.name), None)
    if old is None:
        name = str(edit.name) if edit.name is not None else "deck"
        return unknown_name(extension, edit, name, {str(i.name) for i in decks if i.name})
    return extension.put(old, replace(old, lines=(*old.lines, *edit.lines)))


def extend_window(extension: Extension, edit: ed.ExtendWindowEdit) -> None:
    old = extension.find(d.WindowDeclaration, str(edit.name))
    if old is None:
        known = {
            str(i.name)
            for i in extension.declarations
            if isinstance(i, d.WindowDeclaration)
        }
        return unknown_name(extension, edit, str(edit.name), known)
    more = edit.offers.words if edit.offers is not None else ()
    offers = attrs.Words(
        (*(old.offers.words if old.offers is not None else ()), *more), span=edit.span
    )
    attributes = list(old.attributes)
    for one in edit.attributes:
        ruled_out = ruled_out_by(one)
        at = [k for k, a in enumerate(attributes) if type(a) in ruled_out]
        attributes = [a for a in attributes if type(a) not in ruled_out]
        attributes.insert(at[0] if at else len(attributes), one)
    new = replace(
        old, attributes=tuple(attributes), offers=offers if offers.words else None
    )
    return extension.put(old, new)


# A window is for one or begins with one; in a turn one acts once or often; and so on.
ALTERNATIVES: tuple[set[type[Node]], ...] = (
    {attrs.AloneAttribute, attrs.BeginsAttribute},
    {attrs.OneEachAttribute, attrs.ManyEachAttribute},
    {attrs.EmptyTurnsAttribute, attrs.AllPassedAttribute},
)


def ruled_out_by(attribute: Node) -> set[type[Node]]:
    """The kinds of attribute whose place one takes."""
    kind = type(attribute)
    return next((kinds for kinds in ALTERNATIVES if kind in kinds), {kind})


def extend_says(extension: Extension, edit: ed.ExtendSaysEdit) -> None:
    kinds: dict[str, type[Node]] = {
        "phrase": d.PhraseDeclaration,
        "label": d.LabelDeclaration,
        "keyword": d.KeywordDeclaration,
    }
    old = extension.find(kinds[str(edit.what)], str(edit.name))
    if isinstance(old, (d.PhraseDeclaration, d.LabelDeclaration, d.KeywordDeclaration)):
        return extension.put(old, replace(old, says=(*old.says, *edit.says)))
    known = {
        str(name_of(i)) for i in extension.declarations if type(i) is kinds[str(edit.what)]
    }
    return unknown_name(extension, edit, str(edit.name), known)


def set_parameter(extension: Extension, edit: ed.SetParameterEdit) -> None:
    old = extension.find(d.ParameterDeclaration, str(edit.name))
    if old is None:
        known = {
            str(i.name)
            for i in extension.declarations
            if isinstance(i, d.ParameterDeclaration)
        }
        return unknown_name(extension, edit, str(edit.name), known)
    return extension.put(
        old, replace(old, value=edit.value, cites=edit.cites, span=edit.span)
    )


EDITS: dict[type[Node], Callable[[Extension, Any], None]] = {
    ed.AliasEdit: alias,
    ed.RemoveEdit: remove,
    ed.ReplaceEdit: replace_edit,
    ed.InsertEdit: insert,
    ed.ReorderEdit: reorder,
    ed.RedefineEdit: redefine,
    ed.ExtendCardEdit: extend_card,
    ed.ExtendValuesEdit: extend_values,
    ed.ExtendPropertyEdit: extend_property,
    ed.ExtendDeckEdit: extend_deck,
    ed.ExtendWindowEdit: extend_window,
    ed.ExtendSaysEdit: extend_says,
    ed.SetParameterEdit: set_parameter,
}
