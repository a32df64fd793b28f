"""What the words of scenarios depend on: what rules declare, and what cards add to the names.

The bodies of rules, the numbers on cards and what fills the slots of their sentences are no part
of it: an edit there leaves a scenario that was worded well as it was.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, cast

from ...dsl.cards.definition import CardDefinition
from ...dsl.ir.ir import Program
from ...dsl.loading.load import Loaded
from ...dsl.nodes.base import part_names, walk
from ...dsl.nodes.expressions import Use
from ...dsl.nodes.statements import Block, RoleManner
from ...dsl.ruleset.ruleset import Ruleset, phases_of

QUOTED = re.compile(r'"[^"\n]*"')


def interface_of(loaded: Loaded) -> str:
    """A digest of all that scenarios can name, and of what a card adds to it."""
    assert loaded.ruleset is not None and loaded.program is not None
    files = loaded.files
    keywords = loaded.ruleset.names("keyword")
    other = [*files.every_deck(), *([files.ledger] if files.ledger is not None else [])]
    return digest(
        *declared(loaded.ruleset),
        *sorted({text for rule in files.every_rules() for text in QUOTED.findall(rule.text)}),
        *program_parts(loaded.program),
        *(contribution(card, keywords) for card in loaded.cards),
        *(source.digest for source in other),
    )


def declared(ruleset: Ruleset) -> Iterator[object]:
    """The declarations without the bodies of rules, and what counts wherever it stands."""
    yield ruleset.languages
    yield from (bare(node) for node in ruleset.declarations)
    yield sorted({str(manner.word) for manner in ruleset.inside(RoleManner)})
    for name, (path, node) in phases_of(ruleset).items():
        yield name, path, bare(node)


def program_parts(program: Program) -> Iterator[object]:
    """What of a program has a name."""
    yield program.seats, program.fields, program.zones, program.properties
    yield program.moments, program.columns, program.names, program.deck.parts
    yield program.deck.brings, [rule.text for rule in program.deck.rules]
    yield sorted({(site.kind, *site.labels, site.passing) for site in program.sites})


def contribution(card: CardDefinition, keywords: Mapping[str, object]) -> object:
    """What a card adds to the names that scenarios can use."""
    said: list[object] = []
    for name, text in card.texts.items():
        for sentence in text.sentences:
            phrases = {str(use.phrase) for use in walk(sentence) if isinstance(use, Use)}
            whole = str(sentence.effect.phrase) in keywords
            said.append((name, bare(sentence) if whole else sorted(phrases)))
    return str(card.name), str(card.code), card.kind, unnumbered(card.fields), said


def unnumbered(value: Any) -> object:
    """Fields without their numbers; those in phrases belong to what the phrase is called."""
    if isinstance(value, int):
        return "number"
    if isinstance(value, tuple | list):
        return [unnumbered(one) for one in cast(list[Any], value)]
    if isinstance(value, dict):
        return {key: unnumbered(one) for key, one in cast(dict[str, Any], value).items()}
    return bare(value)


def digest(*parts: object) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(f"{part!r}\n".encode(errors="replace"))
    return found.hexdigest()


def bare(value: Any) -> object:
    """A value without places and without the bodies of rules."""
    if isinstance(value, Block):
        return None
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple | list):
        return [bare(one) for one in cast(list[Any], value)]
    kind = cast(type[Any], type(value))
    if not is_dataclass(kind):
        return value
    names = (name for name in part_names(kind) if name != "span")
    return [kind.__name__, *(bare(getattr(value, name)) for name in names)]
