"""Every check of whether the rules of a format agree with themselves and with its cards."""

from __future__ import annotations

from collections.abc import Callable

from ..problems.problem import Problem, Problems
from ..ruleset.inheritance import Heritage
from ..typed.format import Format
from .alike import said_twice
from .clauses import clauses
from .conditions import constant_conditions
from .contents import contents
from .decks import deck_rules
from .hearing import hearing
from .lifetimes import lifetimes
from .pool import pool
from .reach import unreached
from .telling import tellings
from .terms import Terms
from .windows import windows

Check = Callable[[Format, Terms, Problems], None]
CHECKS: tuple[Check, ...] = (
    constant_conditions,
    unreached,
    said_twice,
    lifetimes,
    contents,
    tellings,
    hearing,
    deck_rules,
    pool,
    windows,
)


def inconsistencies(format: Format, heritage: Heritage) -> list[Problem]:
    """What the rules of a format can never do, and where they contradict themselves."""
    found, terms = Problems(), Terms(format)
    for check in CHECKS:
        check(format, terms, found)
    clauses(format.ruleset, heritage, found)
    return found
