"""What the engine calls its own parts of a program.

Gauges, notes, zones, verbs, actions and steps keep their authors' names. All else that is made
for an author's name, or that the engine keeps for itself beside them, has a name with a colon:
no author can write one.
"""

from __future__ import annotations

# columns: what a program keeps for each card besides fields
PLACE, FACE, TURNED, ENTRY = ":place", ":face", ":turned", ":entry"
BEARER = ":bearer"  # the key of the thing that a card is attached to; 0 for nothing

# fields of the engine's own
PHASE, LEAVING, ROLE = ":phase", ":leaving", ":role"
OWNED = ":owner"  # whose a card is now, where cards change hands
TRYING = ":trying"  # 1 while something is tried, 2 when a part of it could not be done

# verbs of the engine's own, which are only told
ABILITY_USED, MISFIRE = ":ability", ":misfire"
USE_ABILITY = "Use an ability"  # the label by which a window offers one

# who is out of the game: the field of each player with the place that is left for him, the event
OUT, ELIMINATED = ":out", "eliminated"

# the step of the set-up
SETUP = "setup"

# tables that no field of a card fills
OWNER = "owner"  # the match's own: the seat whose deck a card came from, -1 for the table's
PRINT = "print.:card"  # the property that says of which card one is a copy
COPY = ":copy"  # what stands for the print of a card, where cards become copies: -2 - its number
DECK_PART = "deck part"  # the part of its deck that a card came in

# lists by record that no slot fills
ITEMS, TURNED_TERMS = "items of terms", "orientations of terms"

VALUE = "property:value:player"  # by which bots tell how well a player stands


def is_engine_name(name: str) -> bool:
    """Whether no author can have written a name."""
    return ":" in name


def engine_name(kind: str, *parts: object) -> str:
    """`engine_name("skip", step)`: "skip:main.battle"."""
    return ":".join((kind, *map(str, parts)))


def option_field(option: str) -> str:
    """The field that holds how an option of the format is set."""
    return engine_name("option", option)


def field_table(field: str, part: str = "") -> str:
    """The table of a field of cards, or of their parts."""
    return engine_name("field", part, field)


def kept_field(field: str) -> str:
    """The field that holds what is now printed in a field of cards that may change."""
    return engine_name("printed", field)


def uses_field(step: str, number: int) -> str:
    """The field that counts how often a card used a sentence that has a limit until the end of a
    step (of a turn: ""), for the first such sentence of a card or one behind it.
    """
    return engine_name("uses", step, number)


def brings_table(field: str) -> str:
    """The table that gives the card which a field of a card names: its number, -1 for none."""
    return engine_name("brings", field)
