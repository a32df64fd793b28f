"""The meaning of a ruleset: a small typed program over integers and lists of integers.

Everything that exists while a game runs is an int: a card is its instance id, a player a
seat number, a symbol its ordinal, a name an index into `Program.names`, a part of a card
`card * parts + index`, an ability or a way an index into a table; "none" is -1; truth is 0
or 1. A set is a list or tuple of those ints (a zone is the live list: top is last).

Expressions never ask, change or record anything and always end. Statements do. A choice is
a statement of its own, so whatever can suspend stands at statement level. Nothing here
names a place in the text except `Line`, which a back end may drop or count.
"""

from __future__ import annotations

from .deck import *  # noqa: F403
from .expressions import *  # noqa: F403
from .program import *  # noqa: F403
from .statements import *  # noqa: F403
