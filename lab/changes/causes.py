"""What was changed in the meaning of a format, by the lines that were changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path

from ...dsl.cards.definition import CardDefinition
from ...dsl.loading.load import Loaded
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.difference import differences, places_of
from ...dsl.ruleset.fingerprints import short_digest
from ..scenarios.cards import same_card
from .units import Unit, units_between

CARD, DECK = "card", "deck list"


@dataclass(frozen=True, slots=True)
class Effect:
    """A scenario, saved game or card that means something else: the first step that differs, and
    what stands there by the old and by the new rules.
    """

    kind: str
    name: str
    place: str
    step: int
    old: str
    new: str


@dataclass(slots=True)
class Cause:
    """Something that was changed, with the lines that were changed, and all that it changes. One
    change of a file can change several things: `names` are those of all.
    """

    section: str
    name: str
    place: str
    lines: list[str]
    effects: list[Effect] = field(default_factory=list[Effect])
    blessed: bool = False
    names: set[str] = field(default_factory=set[str])
    units: list[Unit] = field(default_factory=list[Unit])

    @property
    def title(self) -> str:
        """By what it is blessed: the name of what was changed; of the set-up that."""
        return self.name or self.section

    @property
    def digest(self) -> str:
        """Changes with the change itself: what was blessed is this one and no later one."""
        return short_digest([self.section, self.name, *self.lines])

    def record(self) -> dict[str, object]:
        """What programs are told of it."""
        told = ("section", "name", "place", "lines", "effects", "blessed")
        return {key: getattr(self, key) for key in told}


@dataclass(frozen=True, slots=True)
class Changed:
    """A thing that means something else, and all places where it is said."""

    section: str
    name: str
    lines: list[str]
    old: tuple[Span, ...] = ()
    new: tuple[Span, ...] = ()

    @property
    def place(self) -> str:
        spans = self.new or self.old
        return f"{spans[-1].file}:{spans[-1].line}" if spans else ""

    def stands_in(self, unit: Unit) -> bool:
        """Whether lines of a file are part of it."""
        return any(unit.touches(span, True) for span in self.old) or any(
            unit.touches(span, False) for span in self.new
        )

    def is_named_in(self, unit: Unit) -> bool:
        """Whether a declaration that changes it in another file names it."""
        words = unit.head.replace('"', " ").split()[:4]
        return self.name.rpartition(".")[2] in words or self.section in words


def causes_between(old: Loaded, new: Loaded) -> list[Cause]:
    """Everything that was changed, in the order of the rules; what one change of a file changes is
    one cause.
    """
    units = [*units_between(old.files, new.files)]
    things = [*declared(old, new), *cards(old, new, units)]
    groups: list[tuple[list[Changed], list[Unit]]] = []
    for thing in things:
        mine = [unit for unit in units if thing.stands_in(unit)]
        mine = mine or [unit for unit in units if thing.is_named_in(unit)]
        together = [group for group in groups if any(unit in group[1] for unit in mine)]
        group: tuple[list[Changed], list[Unit]] = ([], [])
        for other in together:
            groups.remove(other)
            group[0].extend(other[0])
            group[1].extend(other[1])
        group[0].append(thing)
        group[1].extend(unit for unit in mine if unit not in group[1])
        groups.append(group)
    return [*(cause_of(*group) for group in groups), *decks(units)]


def cause_of(things: list[Changed], units: list[Unit]) -> Cause:
    first = things[0]
    lines = first.lines
    if len(things) > 1 and units:  # the lines as they were written say it once
        lines = [line for unit in units for line in unit.lines]
    names = {thing.name for thing in things}
    return Cause(first.section, first.name, first.place, lines, names=names, units=units)


def declared(old: Loaded, new: Loaded) -> Iterator[Changed]:
    """The declarations that say something else; how a game ends is part of others."""
    assert old.ruleset is not None and new.ruleset is not None
    before, after = places_of(old.ruleset), places_of(new.ruleset)
    for one in differences(old.ruleset, new.ruleset):
        key = (one.section, one.name)
        if key in before or key in after:
            places = (tuple(side.get(key, ())) for side in (before, after))
            yield Changed(one.section, one.name, one.lines(), *places)


def cards(old: Loaded, new: Loaded, units: Iterable[Unit]) -> Iterator[Changed]:
    """The cards that are printed otherwise, that came and that went."""
    before = {str(card.code): card for card in old.cards}
    after = {str(card.code): card for card in new.cards}
    changed = [unit for unit in units if not unit.file.endswith(".rules")]
    for code in dict.fromkeys([*before, *after]):
        sides = before.get(code), after.get(code)
        spans = [(card.span,) if card is not None else () for card in sides]
        found = Changed(CARD, name_of(*sides), [], *spans)
        mine = [unit for unit in changed if found.stands_in(unit)]
        if mine and not alike(*sides):
            lines = [line for unit in mine for line in unit.lines]
            yield Changed(CARD, found.name, lines, *spans)


def name_of(*sides: CardDefinition | None) -> str:
    return next(str(card.name) for card in reversed(sides) if card is not None)


def alike(one: CardDefinition | None, other: CardDefinition | None) -> bool:
    return one is not None and other is not None and same_card(one, other)


def decks(units: Iterable[Unit]) -> Iterator[Cause]:
    """The deck lists that have other cards."""
    files: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.file.endswith(".deck"):
            files.setdefault(unit.file, []).append(unit)
    for file, own in files.items():
        lines = [line for unit in own for line in unit.lines]
        name = Path(file).stem
        yield Cause(DECK, name, f"{file}:{own[0].new[0] + 1}", lines, names={name}, units=own)
