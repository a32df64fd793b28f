"""One declaration for each construct: the class, the form, the grammar and the manual agree."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from playsheet.dsl.nodes.base import Node
from playsheet.dsl.nodes.forms import LINE_END, Group, Piece, Slot, form_of, slots_in
from playsheet.dsl.syntax.grammar import classes_of, grammar_text
from playsheet.dsl.syntax.reader import words_of
from playsheet.grammar.compiler import new_parser

# Written in a way of their own, in print_forms.py and print_files.py.
FORMLESS = {
    "block", "node", "operation", "card_field", "card_head", "card_row", "card_table", "deck",
    "round", "scenario", "sentence",
}  # fmt: skip
CLASSES = {kind: classes_of(kind) for kind in ("rules", "scenario")}
ALL = [(kind, name) for kind, classes in CLASSES.items() for name in classes]
LAYOUT = {"_NL", "_INDENT", "_DEDENT", "_end", "cites"}


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_a_form_has_every_field_in_order(kind: str, name: str) -> None:
    made = CLASSES[kind][name]
    names = [part for slot in slots_in(form_of(made)) for part in (slot.name, slot.second)]
    wanted = [part.name for part in fields(made) if part.name not in ("span", "given")]
    assert [part for part in names if part] == ([] if name in FORMLESS else wanted)
    assert bool(made.form) == (name not in FORMLESS)


def spelt(kind: str, symbols: list[str]) -> str:
    """What a rule of the compiled grammar reads: its words, and <marks> for all else."""
    words = words_of(kind)
    kept = [name for name in symbols if name not in LAYOUT]
    return "".join(f"{words.get(name) or f'<{name}>'} " for name in kept)


def pattern_of(pieces: tuple[Piece, ...]) -> str:
    """What a form allows a rule to read, as a regular expression."""
    return "".join(map(piece_pattern, pieces))


def piece_pattern(piece: Piece) -> str:
    if isinstance(piece, Group):
        return f"(?:{pattern_of(piece.pieces)})?"
    if not isinstance(piece, Slot):
        word = re.escape(piece.text)
        word = "<_POSSESSIVE>" if piece.text == "'s" else word
        return "" if piece == LINE_END else f"{word} "
    if piece.type == "Cites":
        return ""
    if piece.type == "bool":
        return rf"(?:{piece.rule.lower()} |<{piece.name}> )?"
    if piece.many:
        return r"(?:<\w+> )?(?:<__\w+> )?"
    symbol = piece.rule if piece.rule.isidentifier() and piece.type != "Expression" else r"\w+"
    return f"(?:<{symbol}> )?" if piece.optional else f"<{symbol}> "


@pytest.mark.parametrize("kind", CLASSES)
def test_the_grammar_reads_what_the_forms_say(kind: str) -> None:
    """Also where the lark file has a rule of its own."""
    seen: set[str] = set()
    for rule in new_parser(grammar_text(kind)).rules:
        name = str(rule.alias or rule.origin.name)
        made: type[Node] | None = CLASSES[kind].get(name)
        if made is not None and made.form and not name.startswith("_"):
            seen.add(name)
            text = spelt(kind, [symbol.name for symbol in rule.expansion])
            pattern = pattern_of(form_of(made))
            assert re.fullmatch(pattern, text), (name, made.form, text, pattern)
    groups = {group for made in CLASSES[kind].values() for group in made.groups}
    assert len(seen) > 50 and "node" in groups
    if kind == "rules":
        assert set(CLASSES[kind]) - seen == FORMLESS & set(CLASSES[kind]) | {"use", "slot", "text"}
