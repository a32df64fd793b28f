"""What comes up while a part of a format is resolved."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeVar

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Use
from ..problems.problem import Problems
from ..typed import ids
from ..typed.abilities import Ability
from ..typed.rules import Gain, Rule, Standing, WatchMeaning
from ..typed.statements import Lasting
from ..typed.types import Type

Feature = Literal[
    "face", "turned", "entry", "role", "phase", "leaving", "assign", "try", "give", "eliminate",
    "print", "names",
]  # fmt: skip

M = TypeVar("M")
Brought = Sentence | Lasting


@dataclass(eq=False)
class Findings:
    """What comes up while a part of a format is resolved: problems, and all that the part needs
    or adds elsewhere. `texts` are compared with, `labels` are of options; `blamed`: sentences
    without a meaning; `gained`: those that cards may gain, `lost`: that they may lose, or the
    keywords, with where; `made`: what cards may be made for a time; `brought`: which sentences
    bring others up or set up what lasts (None: the rules do, whatever cards there are).
    """

    problems: Problems = field(default_factory=Problems)
    used: set[str] = field(default_factory=set[str])
    features: set[Feature] = field(default_factory=set[Feature])
    moments: dict[ids.Moment, None] = field(default_factory=dict[ids.Moment, None])
    texts: dict[str, None] = field(default_factory=dict[str, None])
    labels: set[str] = field(default_factory=set[str])
    slots: dict[str, None] = field(default_factory=dict[str, None])
    skips: dict[ids.StepId, bool] = field(default_factory=dict[ids.StepId, bool])
    named_keywords: set[str] = field(default_factory=set[str])
    rules: list[Rule] = field(default_factory=list[Rule])
    watches: dict[ids.Watch, WatchMeaning] = field(default_factory=dict[ids.Watch, WatchMeaning])
    standing: list[Standing] = field(default_factory=list[Standing])
    abilities: dict[Sentence, Ability] = field(default_factory=dict[Sentence, Ability])
    records: dict[Use, None] = field(default_factory=dict[Use, None])
    blamed: set[Sentence] = field(default_factory=set[Sentence])
    gained: dict[Sentence, None] = field(default_factory=dict[Sentence, None])
    gains: list[Gain] = field(default_factory=list[Gain])
    lost: dict[Sentence | str, Span] = field(default_factory=dict["Sentence | str", Span])
    made: dict[ids.PropertyId, Type] = field(default_factory=dict[ids.PropertyId, Type])
    brought: dict[Brought, set[Sentence | None]] = field(
        default_factory=dict["Brought", "set[Sentence | None]"]
    )

    def add(self, other: Findings) -> None:
        """What else came up, behind what is here."""
        for name, more in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, list):
                mine += more
            elif isinstance(mine, set):
                mine |= more
            else:
                mine |= {key: value for key, value in more.items() if key not in mine}

    def take(self, unit: Unit[M], by: Sentence | None = None) -> M:
        """What a part of a format means, which may be a sentence; what came up there joins this."""
        meaning, more = unit
        self.add(more)
        set_up = (one.lasting for one in (*more.rules, *more.gains) if one.lasting is not None)
        for one in (*more.abilities, *more.gained, *set_up):
            self.brought.setdefault(one, set()).add(by)
        return meaning


Unit = tuple[M, Findings]  # what a part of a format means, and what came up meanwhile
