"""How a format wants to be drawn, in the words of a reader: see `contract.formats.Looks`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dsl.looks.looks import Looks, looks_of
from ...dsl.nodes.declarations import ValuesDeclaration
from ...interpreter.messages.values import Wording
from ...interpreter.runtime.edition import Edition

Plain = dict[str, Any]


def looks_in(edition: Edition, wording: Wording) -> Plain | None:
    """The looks of a format; what they say of values goes by the words that stand on cards. None
    for a format that does not say.
    """
    looks = looks_of(edition.files)
    if looks is None:
        return None
    words = words_of_values(edition, wording)
    return {
        "rows": [[*row] for row in looks.rows],
        "between": looks.between,
        "beside": looks.beside,
        "forms": looks.forms,
        "hidden": looks.hidden,
        "faces": {
            kind: {
                "corner": [*face.corner],
                "band": [*face.band],
                "figure": [*face.figure],
                "text": [*face.text],
            }
            for kind, face in looks.faces.items()
        },
        "colours": {words.get(value, value): one for value, one in looks.colours.items()},
        "goal": goal_in(looks, edition.contents.wordbook.languages, wording.language),
        "symbols": {words.get(value, value): one for value, one in looks.symbols.items()},
    }


def goal_in(looks: Looks, languages: Sequence[str], language: str) -> str:
    """How the game is won, in a language, else in the first one in which it is said."""
    goals = {one or languages[0]: text for one, text in looks.goals.items()}
    return next((goals[one] for one in (language, *languages) if one in goals), "")


def words_of_values(edition: Edition, wording: Wording) -> dict[str, str]:
    """What the values of a format are called on cards, by their ids."""
    ruleset = edition.loaded().ruleset
    found: dict[str, str] = {}
    for values in ruleset.all(ValuesDeclaration) if ruleset is not None else ():
        titles = wording.tongue.symbols.get(str(values.name), ())
        found |= {str(one.name): said for one, said in zip(values.items, titles, strict=False)}
    return found
