"""A format that extends another: the parent's declarations with the child's edits applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes.base import Node
from ..problems.problem import Label, Problem
from ..syntax.print_files import print_node
from ..vocabulary.titles import at_home_in
from .edit_turn import insert, remove, reorder, replace_edit
from .extension import Extension, alias, rename, unknown_name, use_new_names
from .ruleset import languages_of, name_of


def extend(parent: Sequence[Node], child: Sequence[Node]) -> tuple[list[Node], list[Problem]]:
    """The child's format line and declarations, on top of the parent's as the child edits
    them.
    """
    inherited = [item for item in parent if not isinstance(item, d.FormatDeclaration)]
    extension = Extension(at_home_in(inherited, first_language(parent)))
    if len(inherited) == len(parent):
        extension.source = "library"
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
    if isinstance(old, d.DeckDeclaration) and isinstance(new, d.DeckDeclaration):
        return same_deck(old, new)
    return name_of(old) == name_of(new)


def same_deck(old: d.DeckDeclaration, new: d.DeckDeclaration | ed.ExtendDeckEdit) -> bool:
    """A part goes by its id; what has none is the players' deck, or the table's."""
    return old.name == new.name and (old.name is not None or old.table == new.table)


def extend_card(extension: Extension, edit: ed.ExtendCardEdit) -> None:
    old = extension.find(d.CardDeclaration, str(edit.name))
    if old is None:
        known = {str(i.name) for i in extension.declarations if isinstance(i, d.CardDeclaration)}
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
        text = f'The words of "{edit.name}" have {"an" if old.ordered else "no"} order.'
        mend = print_node(replace(edit, ordered=old.ordered)).strip()
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
    old = next((deck for deck in decks if same_deck(deck, edit)), None)
    if old is None:
        name = str(edit.name) if edit.name is not None else "deck"
        return unknown_name(extension, edit, name, {str(i.name) for i in decks if i.name})
    return extension.put(old, replace(old, lines=(*old.lines, *edit.lines)))


def extend_window(extension: Extension, edit: ed.ExtendWindowEdit) -> None:
    old = extension.find(d.WindowDeclaration, str(edit.name))
    if old is None:
        known = {str(i.name) for i in extension.declarations if isinstance(i, d.WindowDeclaration)}
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
    new = replace(old, attributes=tuple(attributes), offers=offers if offers.words else None)
    return extension.put(old, new)


# A window is for one or begins with one; in a turn one acts once or often; and so on.
ALTERNATIVES: tuple[set[type[Node]], ...] = (
    {attrs.AloneAttribute, attrs.BeginsAttribute},
    {attrs.OneEachAttribute, attrs.ManyEachAttribute},
    {attrs.AllPassAttribute, attrs.SomebodyPassesAttribute, attrs.PassesOutAttribute},
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
    known = {str(name_of(i)) for i in extension.declarations if type(i) is kinds[str(edit.what)]}
    return unknown_name(extension, edit, str(edit.name), known)


def set_parameter(extension: Extension, edit: ed.SetParameterEdit) -> None:
    """Another value of a parameter; an option of the parent that is settled becomes one."""
    name = str(edit.name)
    old = extension.find(d.ParameterDeclaration, name)
    option = extension.find(d.OptionDeclaration, name)
    if old is not None:
        return extension.put(old, replace(old, value=edit.value, cites=edit.cites, span=edit.span))
    if option is not None:
        settled = d.ParameterDeclaration(edit.name, edit.value, edit.cites, span=edit.span)
        return extension.put(option, settled)
    kinds = (d.ParameterDeclaration, d.OptionDeclaration)
    known = {str(name_of(one)) for one in extension.declarations if isinstance(one, kinds)}
    return unknown_name(extension, edit, name, known)


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
