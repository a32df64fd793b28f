"""Lines as cards print them: a field by what a language calls it, and behind a comma the
fields of yes or no that hold: `inicio  fase de batalla, es gratis la primera vez`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..ir.wordbook import PrintedFields
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import files
from ..nodes.base import Word
from ..ruleset.ruleset import Ruleset
from ..vocabulary.titles import as_field, fields_of, titles_in

SIGN = r"[,.]\s+"  # what stands in front of a further field


def printed_fields(ruleset: Ruleset) -> PrintedFields:
    """What lines may begin with, what may stand there, and what may follow."""
    known = fields_of(ruleset)[0]
    titles: dict[str, str] = {}
    truths: dict[str, tuple[str, ...]] = {}
    for language in titles_in(ruleset).values():
        for (kind, name), names in language.items():
            if kind != "field" or name not in known:
                continue
            is_truth = isinstance(getattr(known[name], "type", None), attrs.TruthType)
            for title in map(str.lower, names):
                titles.setdefault(title, name)
                if is_truth and " " in title:
                    truths[title] = (*truths.get(title, ()), name)
    return PrintedFields(titles, values_of(ruleset), truths)


def values_of(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The texts of the symbols that may stand in a field."""
    found: dict[str, tuple[str, ...]] = {}
    for name, field in fields_of(ruleset)[0].items():
        word = str(getattr(getattr(field, "type", None), "word", ""))
        values = ruleset.find(d.ValuesDeclaration, word)
        if values is not None:
            texts = (text for item in values.items for text in (item.name, *item.titles))
            found[name] = tuple(str(text).lower() for text in texts)
    return found


def unprinted(card: files.Card, printed: PrintedFields) -> files.Card:
    """A card with its fields as the rules call them, each on a line of its own."""
    ids = {as_field(title): name for title, name in printed.titles.items()}
    fields: list[files.CardField] = []
    for line in card.fields:
        name = ids.get(str(line.name))
        if name is not None:
            line = replace(line, name=Word(name, line.name.span))
        text, more = without_truths(str(line.value), printed)
        if more:
            line = replace(line, value=Word(text, line.value.span))
        fields.append(line)
        place = line.value.span
        fields += [
            files.CardField(Word(name, place), None, Word("yes"), span=line.span) for name in more
        ]
    return replace(card, fields=tuple(fields))


def without_truths(text: str, printed: PrintedFields) -> tuple[str, list[str]]:
    """A line without the fields of yes or no behind it, and their names."""
    found: list[str] = []
    for title in sorted(printed.truths, key=len, reverse=True):
        match = re.search(rf"{SIGN}{re.escape(title)}\.?$", text, re.IGNORECASE)
        if match is not None:
            text = text[: match.start()]
            found += printed.truths[title]
    return text, found
