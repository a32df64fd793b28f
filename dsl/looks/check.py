"""What a .looks file names that is not there, and what it says twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..ir.ir import FieldSpec, Program
from ..loading.library import FormatFiles
from ..loading.parsed import parse_source
from ..nodes import declarations as d
from ..nodes import looks as n
from ..nodes.base import Node, Span, Word
from ..nodes.titles import TitlesDeclaration
from ..problems.problem import Advice, Label, Problem, has_errors, unknown
from ..ruleset.ruleset import Ruleset
from .looks import COLOURS, EMPTY

TRACK = "track"


def looks_problems(files: FormatFiles, ruleset: Ruleset, program: Program) -> list[Problem]:
    """Every problem of the looks of a format itself."""
    found: list[Problem] = []
    for number, source in enumerate(files.looks):
        if number:
            first = files.looks[0].name
            text = f"A format has one .looks file, and there is {first} already."
            found.append(Problem("looks-twice", text, Span(source.name, 1, 1, 1, 1)))
            continue
        nodes, problems = parse_source("looks", source)
        found += problems
        if not has_errors(problems):
            found += Checker(ruleset, program).problems(nodes)
    return found


class Checker:
    """What a format has that its looks may name."""

    def __init__(self, ruleset: Ruleset, program: Program) -> None:
        self.zones = program.zones
        self.values = {name: one for name, one in program.fields.items() if not one.option}
        self.kinds = {str(kind.name): kind for kind in ruleset.all(d.CardDeclaration)}
        self.symbols = [
            str(item.name) for values in ruleset.all(d.ValuesDeclaration) for item in values.items
        ]
        self.languages = ruleset.languages
        titled = {str(one.language) for one in ruleset.all(TitlesDeclaration)}
        self.titled = [one for one in self.languages if one in titled]
        self.goals: dict[str, n.GoalLooks] = {}
        self.places: dict[str, Word] = {}
        self.items: dict[tuple[str, str], Word] = {}

    def problems(self, nodes: Iterable[Node]) -> Iterator[Problem]:
        for line in nodes:
            match line:
                case n.RowLooks():
                    yield from self.row(line.places)
                case n.BetweenLooks():
                    yield from self.middle(line.places)
                case n.BesideLooks():
                    yield from self.beside(line.places)
                case n.HideLooks():
                    for name in line.names:
                        if name not in self.zones and name not in self.values:
                            yield self.no_zone_or_value(name)
                case n.GoalLooks():
                    yield from self.goal(line)
                case n.FaceLooks():
                    yield from self.face(line)
                case n.ColourLooks():
                    for one in line.items:
                        yield from self.symbol(one.value, "colour")
                        if one.colour not in COLOURS:
                            yield unknown(
                                "unknown-colour", "colour", one.colour, one.colour.span, COLOURS
                            )
                case n.SymbolLooks():
                    for one in line.items:
                        yield from self.symbol(one.value, "symbol")
                case _:
                    pass
        yield from self.goals_missing()

    # ---- where things lie

    def row(self, places: Iterable[n.LooksPlace]) -> Iterator[Problem]:
        for place in places:
            name = place.name
            if name == EMPTY:
                continue
            zone = self.zones.get(name)
            if zone is None:
                own = [known for known, one in self.zones.items() if one.per_player]
                yield unknown("unknown-zone", "zone", name, name.span, own)
            elif not zone.per_player:
                text = f'"{name}" belongs to no player; it lies in the middle: `between {name}`.'
                yield Problem("looks-misplaced", text, name.span)
            yield from self.placed(place)

    def middle(self, places: Iterable[n.LooksPlace]) -> Iterator[Problem]:
        for place in places:
            name = place.name
            if name == EMPTY:
                continue
            value = self.values.get(name)
            if name not in self.zones and value is None:
                yield self.no_zone_or_value(name)
            elif value is not None and value.per != "game":
                text = f'"{name}" is of each {value.per}; the middle has values of the game.'
                yield Problem("looks-misplaced", text, name.span)
            yield from self.placed(place)

    def beside(self, places: Iterable[n.LooksPlace]) -> Iterator[Problem]:
        own = [name for name, one in self.values.items() if one.per == "player"]
        for place in places:
            if place.name == EMPTY:
                continue
            if place.name not in own:
                yield unknown(
                    "unknown-name", "gauge or note of players", place.name, place.name.span, own
                )
            yield from self.placed(place)

    def placed(self, place: n.LooksPlace) -> Iterator[Problem]:
        """Once, and drawn as it can be."""
        name, drawn = place.name, place.drawn
        known = self.places.setdefault(str(name), name)
        if known is not name:
            label = Label(known.span, "here first")
            text = f'"{name}" has its place already.'
            yield Problem("placed-twice", text, name.span, labels=(label,))
        if drawn is None:
            return
        value = self.values.get(name)
        if (drawn == TRACK) == (name in self.zones):
            fitting = "row, fan, pile or count" if name in self.zones else "a track"
            text = f'"{name}" cannot be drawn as {drawn}, but as {fitting}.'
            yield Problem("looks-form", text, drawn.span)
        elif drawn == TRACK and value is not None and not is_bounded(value):
            text = f'A track has two ends, and "{name}" has not: a gauge such as `0..10` has.'
            yield Problem("looks-form", text, drawn.span)

    def no_zone_or_value(self, name: Word) -> Problem:
        known = [*self.zones, *self.values]
        return unknown("unknown-name", "zone, gauge or note", name, name.span, known)

    # ---- what is on cards

    def face(self, line: n.FaceLooks) -> Iterator[Problem]:
        kind = self.kinds.get(line.kind)
        yield from self.once("face", line.kind)
        if kind is None:
            yield unknown("unknown-kind", "kind of card", line.kind, line.kind.span, self.kinds)
            return
        fields = [*fields_of(kind.fields)]
        for name in (name for part in line.parts for name in part.names):
            if name not in fields:
                yield unknown("unknown-field", f"field of {line.kind}", name, name.span, fields)

    def goal(self, line: n.GoalLooks) -> Iterator[Problem]:
        """In a language of the format, once in each."""
        said = line.language
        if said is not None and said not in self.languages:
            yield unknown("unknown-language", "language", said, said.span, self.languages)
            return
        language = str(said or self.languages[0])
        first = self.goals.setdefault(language, line)
        if first is not line:
            label = Label(first.text.span, "here first")
            where = f" in {language}" if len(self.languages) > 1 else ""
            text = f"The goal is said already{where}."
            yield Problem("placed-twice", text, line.text.span, labels=(label,))

    def goals_missing(self) -> Iterator[Problem]:
        """Whoever plays in a language that has titles wants to know how to win too."""
        missing = [one for one in self.titled if one not in self.goals] if self.goals else []
        for language in missing:
            first = next(iter(self.goals.values()))
            text = f"The goal has no words in {language}."
            mend = Advice(f'Write it in a line of its own: `goal {language} ".."`.')
            yield Problem("words-missing", text, first.text.span, mend, severity="warning")

    def symbol(self, value: Word, what: str) -> Iterator[Problem]:
        yield from self.once(what, value)
        if value not in self.symbols:
            yield unknown("unknown-value", "value", value, value.span, self.symbols)

    def once(self, what: str, name: Word) -> Iterator[Problem]:
        known = self.items.setdefault((what, str(name)), name)
        if known is not name:
            text = f'The {what} of "{name}" is said already.'
            label = Label(known.span, "here first")
            yield Problem("placed-twice", text, name.span, labels=(label,))


def fields_of(fields: Iterable[d.Field]) -> Iterator[str]:
    """The names of fields, with those of parts."""
    for one in fields:
        if isinstance(one, d.PlainField):
            yield str(one.name)
        elif isinstance(one, d.PartField):
            yield from fields_of(one.fields)


def is_bounded(value: FieldSpec) -> bool:
    return value.low is not None and value.high is not None
