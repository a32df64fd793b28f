"""What is kept for nothing: notes that nothing reads, that nothing sets, or that end too early."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Span, Word, first_of, part_names
from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Label, Problems
from ..ruleset.ruleset import Ruleset, name_of, once
from ..typed import statements as st
from ..typed import values as v
from ..typed.format import Format
from ..typed.ids import StepEnd, StepId
from ..typed.statements import Block, Statement
from ..typed.walk import walk
from .deciding.terms import Terms
from .latest import Looked
from .places import ANYWHERE, SETUP, Places, Steps, all_inside, made_of, none_inside, steps_in
from .survey import inside, of_kinds, own_values

Kept = d.GaugeDeclaration | d.NoteDeclaration
Uses = dict[str, Steps]


@dataclass(frozen=True, slots=True)
class Asked:
    """What something asks by itself, without the blocks inside it, and what it changes: names of
    gauges and notes, and properties.
    """

    gauges: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


Placed = tuple[Asked, Steps]  # what is asked and changed, and where that may be
ASKED: Looked[Asked] = Looked()
INSIDE: Looked[dict[Steps | None, Asked]] = Looked()


def lifetimes(format: Format, _: Terms, found: Problems) -> None:
    """Gauges and notes of which one side is missing, and changes that end before they count."""
    places = Places(format)
    every = [*everywhere(places)]
    properties = reads_of_properties(format, every)
    read, written = uses_of_gauges(format, every, properties)
    mentions = mentions_in(format.ruleset)
    for node in format.ruleset.declarations:
        if isinstance(node, Kept):
            one_sided(format, node, mentions, found)
            ends_early(format, node, read, written, found)
    short: dict[Span, tuple[Statement, Steps]] = {}  # by the line, wherever that is carried out
    for part in places.parts:
        lines = {id(one): at for one, at in of_kinds(part.body, st.Modify)}
        for statement, steps in places.statements(part) if lines else ():
            if not isinstance(statement, st.Modify):
                continue
            span = lines.get(id(statement), part.at).span
            before = short.get(span, (statement, frozenset[StepId]()))
            short[span] = statement, steps | before[1]
    for span, (statement, steps) in short.items():
        short_change(format, statement, steps, properties, span, found)


def one_sided(format: Format, node: Kept, mentions: Mentions, found: Problems) -> None:
    """A note that is set and never asked for, or asked for and never set. What has a title, or
    says who sees it, is for players.
    """
    name, span = str(node.name), name_of(node).span
    what = "gauge" if isinstance(node, d.GaugeDeclaration) else "note"
    if name not in format.used:
        return  # told already
    is_shown = node.titles is not None or first_of(attrs.SeenAttribute, node.attributes) is not None
    if name not in mentions.asked and not is_shown:
        text = f'The {what} "{name}" is kept, and nothing ever asks for it.'
        advice = Advice(f"Ask for {name} in a rule, or remove it.")
        found.report("never-read", text, span, advice, severity="warning")
    elif name not in mentions.changed:
        text = f'Nothing ever changes the {what} "{name}".'
        advice = Advice(f"Set {name} in a rule, or remove it.")
        found.report("never-set", text, span, advice, severity="warning")


@dataclass(frozen=True, slots=True)
class Mentions:
    """The names that are asked for in some rule or phrase, and those that are changed."""

    asked: set[str]
    changed: set[str]


@once
def mentions_in(ruleset: Ruleset) -> Mentions:
    changing = (*ruleset.inside(s.ChangeStatement), *ruleset.inside(s.SetStatement))
    changed = {id(node.target): node.target for node in changing}
    targets = {str(getattr(node, "word", "")) for node in changed.values()}
    kinds = [kind for kind in (ruleset.nodes or {}) if issubclass(kind, e.Expression)]
    asking = (*ruleset.inside(*kinds), *ruleset.inside(attrs.SeenFromAttribute))
    asked = {
        str(value)
        for node in asking
        if id(node) not in changed
        for value in (getattr(node, name) for name in part_names(node.__class__))
        if isinstance(value, Word)
    }
    return Mentions(asked, targets)


def ends_early(format: Format, node: Kept, read: Uses, written: Uses, found: Problems) -> None:
    """A note that is forgotten before anything asks for it, or only in the next turn."""
    name, span = str(node.name), name_of(node).span
    end = format.resets.get(name)
    if isinstance(end, StepEnd) and end.seat < 0 and end.half < 0 and name in read:
        kept, asked = written.get(name, frozenset()), read[name]
        if all_inside(kept, end.step) and none_inside(asked, end.step):
            text = (
                f'"{name}" is set in {end.step} and forgotten at its end, before it is asked for.'
            )
            where = place_of(format, end.step)
            label = (Label(where, "it is forgotten at the end of this"),) if where else ()
            fix = "Keep it until a later moment."
            found.report("ends-too-early", text, span, Advice(fix), *label, severity="warning")
        elif all_later(format, end.step, kept - {SETUP}, asked):
            text = (
                f'"{name}" lasts until {end.step} of the next turn ends, and is set and asked for '
                "only later in a turn."
            )
            advice = Advice("Let it end with the turn.")
            found.report("ends-too-late", text, span, advice, severity="warning")


def all_later(format: Format, step: StepId, *places: Steps) -> bool:
    """Whether there are such places, and all of them come later in a turn than a phase."""
    names = [*dict.fromkeys(one.names[0] for one in format.steps)]
    first = names.index(step.names[0])

    def is_later(one: StepId) -> bool:
        return one.names != () and one.names[0] in names[first + 1 :]

    return all(steps and all(map(is_later, steps)) for steps in places)


def place_of(format: Format, step: StepId) -> Span | None:
    node = format.steps.get(step)
    return None if node is None else node.span


def asked_by(*things: object) -> Asked:
    """What some statements or values ask and change."""
    gauges: dict[str, None] = {}
    properties: dict[str, None] = {}
    for part in walk(*(value for thing in things for value in own_values(thing))):
        kind = part.__class__
        if kind is v.Gauge:
            gauges[str(part.gauge)] = None
            if part.side is not None:
                gauges[str(part.side)] = None
        elif kind is v.Property:
            properties[str(part.property)] = None
    changed = dict.fromkeys(str(thing.gauge) for thing in things if isinstance(thing, st.Change))
    return Asked((*gauges,), (*properties,), (*changed,))


def asked_inside(body: Block) -> dict[Steps | None, Asked]:
    """What the statements of a body ask and change, by the step around them; None: that is outside
    of it.
    """
    found: dict[Steps | None, list[Statement]] = {}
    for statement, steps in steps_in(body):
        found.setdefault(steps, []).append(statement)
    return {steps: asked_by(*statements) for steps, statements in found.items()}


def uses_of_gauges(format: Format, every: list[Placed], properties: Uses) -> tuple[Uses, Uses]:
    """Where each gauge and note is read, by way of properties too, and where it is changed."""
    read: Uses = {}
    written: Uses = {}
    for asked, steps in every:
        for name in asked.changed:
            join(written, name, steps)
        for name in asked.gauges:
            join(read, name, steps)
    for known in format.properties.values():
        steps = properties.get(str(known.id), frozenset())
        for value in made_of(known) if steps else ():
            for name in ASKED.of(value, asked_by).gauges:
                join(read, name, steps)
    for spec in format.gauges.values():
        if spec.seen_from:
            join(read, spec.seen_from, ANYWHERE)
    return read, written


def everywhere(places: Places) -> Iterator[Placed]:
    """What all statements ask and change, and where; what is asked outside of statements."""
    for part in places.parts:
        begins = places.of(part)
        for steps, asked in INSIDE.of(part.body, asked_inside).items():
            yield asked, steps or begins
    for thing, steps in places.asked():
        yield ASKED.of(thing, asked_by), steps


def join(uses: Uses, name: str, steps: Steps) -> None:
    uses[name] = uses.get(name, frozenset()) | steps


def reads_of_properties(format: Format, every: list[Placed]) -> Uses:
    """Where each property is asked for, by way of others too."""
    read: Uses = {}
    for asked, steps in every:
        for name in asked.properties:
            join(read, name, steps)
    changed = True
    while changed:
        changed = False
        for known in format.properties.values():
            steps = read.get(str(known.id), frozenset())
            for part in inside(v.Property, *made_of(known)) if steps else ():
                before = read.get(str(part.property), frozenset())
                if not steps <= before:
                    join(read, str(part.property), steps)
                    changed = True
    return read


def short_change(
    format: Format, change: Statement, steps: Steps, read: Uses, span: Span, found: Problems
) -> None:
    """A change that ends with the step in which it is made, while it is asked for in others; or
    with one that comes only in the next turn.
    """
    assert isinstance(change, st.Modify)
    ends = [ending.moment for ending in change.until]
    if len(ends) != 1 or not isinstance(ends[0], StepEnd):
        return
    step, asked = ends[0].step, read.get(str(change.property), frozenset())
    if all_inside(steps, step) and asked and none_inside(asked, step):
        text = f"This change ends with {step}, before anything asks for {change.property.name}."
        fix = "Let it last until a later moment."
        found.report("ends-too-early", text, span, Advice(fix), severity="warning")
    elif all_later(format, step, steps, asked):
        text = (
            f"This change lasts until {step} of the next turn ends, and {change.property.name} is "
            "asked for only later in a turn."
        )
        advice = Advice("Let it end with the turn.")
        found.report("ends-too-late", text, span, advice, severity="warning")
