"""What waits for an event that comes when it is not there any more."""

from __future__ import annotations

from collections.abc import Iterable

from ..problems.articles import an
from ..problems.problem import Advice, Label, Problems
from ..typed import statements as st
from ..typed import truths as tr
from ..typed import values as v
from ..typed.format import Format, VerbMeaning
from ..typed.rules import THIS, Rule
from ..typed.statements import Block
from ..typed.values import At, Binding, Value
from .deciding.terms import Terms
from .survey import blocks_in, flat, of_kinds, parts_in

DEEPEST = 6
Zones = frozenset[str]


def hearing(format: Format, _: Terms, found: Problems) -> None:
    """Events about a card that are announced when the card has left where it would hear them."""
    heard: dict[str, list[tuple[str, Zones]]] = {}
    for rule in listening(format):
        for name, value in rule.event.fields.items():
            if isinstance(value.form, v.Local) and is_itself(rule.condition, value.form.binding):
                zones = where_needed(format, (rule.standing, rule.condition))
                if zones is not None:
                    heard.setdefault(rule.event.name, []).append((name, zones))
    never_of_that_kind(format, found)
    verbs = {verb.event.name: verb for verb in format.course.verbs}
    for part in parts_in(format):
        if any(str(done.verb) in heard for done, _ in of_kinds(part.body, st.Do)):
            for block in blocks_in(part.body):
                too_late(block, verbs, heard, found)


def never_of_that_kind(format: Format, found: Problems) -> None:
    """Sentences that wait until something happens to their card which never does to its kind."""
    for ability, meaning in zip(format.abilities, format.sentences, strict=False):
        cards = [format.cards[number] for number in ability.bearers]
        for rule in (trigger.rule for trigger in meaning.triggers if not ability.part):
            for name, value in rule.event.fields.items():
                of = value.type.of if value.type.kind == "card" else ""
                others = [card for card in cards if card.kind != of] if of else []
                form = value.form
                if others and isinstance(form, v.Local) and is_itself(rule.condition, form.binding):
                    text = f'"{rule.event.name}" has {an(of)} as its {name}, and this is none.'
                    fix = "Say when it happens as cards of this kind do."
                    span = others[0].name.span
                    found.report("never-heard", text, span, Advice(fix), severity="warning")


def listening(format: Format) -> Iterable[Rule]:
    """The rules of cards that wait for something to have happened."""
    rules = [rule for rule in format.rules if rule.kind == "when"]
    for sentence in format.sentences:
        rules += [one.rule for one in sentence.triggers if one.rule.kind == "when"]
    return [rule for rule in rules if rule.said is not None]


def is_itself(condition: Value, binding: Binding) -> bool:
    """Whether a condition says that the card of an event is the one that waits."""
    match condition.form:
        case tr.And(left, right):
            return is_itself(left, binding) or is_itself(right, binding)
        case tr.Compare("==", left, right):
            forms = {
                id(form.binding) for form in (left.form, right.form) if isinstance(form, v.Local)
            }
            return forms == {id(THIS), id(binding)}
        case _:
            return False


def where_needed(format: Format, conditions: Iterable[Value]) -> Zones | None:
    """The zones in one of which the card has to lie; None if nothing plain is said of it."""
    found: Zones | None = None
    for condition in conditions:
        zones = zones_in(format, condition, {THIS}, 0)
        if zones is not None:
            found = zones if found is None else found & zones
    return found


def zones_in(format: Format, value: Value, names: set[Binding], deep: int) -> Zones | None:
    """Where a condition says that a card lies, which goes by one of these names."""
    match value.form:
        case tr.And(left, right):
            first, second = (zones_in(format, one, names, deep) for one in (left, right))
            return second if first is None else first if second is None else first & second
        case tr.Or(left, right):
            first, second = (zones_in(format, one, names, deep) for one in (left, right))
            return None if first is None or second is None else first | second
        case tr.Contains(of, one) if is_named(one, names):
            return zones_of(format, of, deep)
        case tr.Compare("==", left, right):
            for one, other in ((left, right), (right, left)):
                if is_named(one, names) and other.type.kind == "card":
                    return zones_of(format, other, deep)
            return None
        case v.Property(property, of) if of is not None and is_named(of, names) and deep < DEEPEST:
            meaning = format.properties.get(property)
            if meaning is None or meaning.subject is None or meaning.layers is not None:
                return None
            return zones_in(format, meaning.base, {meaning.subject}, deep + 1)
        case _:
            return None


def is_named(value: Value, names: set[Binding]) -> bool:
    return isinstance(value.form, v.Local) and value.form.binding in names


def zones_of(format: Format, cards: Value, deep: int) -> Zones | None:
    """The zones that some cards surely lie in."""
    match cards.form:
        case v.Zone(zone):
            return frozenset({str(zone)})
        case v.End(_, of) | v.Where(_, of, _) | v.Some(_, of, _):
            return zones_of(format, of, deep)
        case v.Join(left, right):
            first, second = zones_of(format, left, deep), zones_of(format, right, deep)
            return None if first is None or second is None else first | second
        case v.Property(property) if deep < DEEPEST:
            meaning = format.properties.get(property)
            plain = meaning is not None and meaning.layers is None
            return zones_of(format, meaning.base, deep + 1) if meaning and plain else None
        case _:
            return None


# ---- announced too late


def too_late(
    block: Block,
    verbs: dict[str, VerbMeaning],
    heard: dict[str, list[tuple[str, Zones]]],
    found: Problems,
) -> None:
    gone: dict[Binding, tuple[str, At]] = {}
    for statement, at in flat(block):
        match statement:
            case st.Move(cards=Value(form=v.Local(binding)), place=place) if place is not None:
                gone[binding] = str(place[0]), at
            case st.Do(verb=verb, arguments=arguments) if verbs[str(verb)].body is None:
                names = dict(zip(verbs[str(verb)].event.fields, arguments, strict=False))
                for name, zones in heard.get(str(verb), ()):
                    form = names[name].form if name in names else None
                    place = gone.get(form.binding) if isinstance(form, v.Local) else None
                    if place is not None and place[0] not in zones:
                        late(str(verb), place, zones, at, found)
                        break
            case st.Let(binding=binding):
                gone.pop(binding, None)
            case st.Line() | st.Change() | st.TurnFace() | st.Rotate() | st.Modify():
                pass
            case _:
                gone = {}


def late(verb: str, place: tuple[str, At], zones: Zones, at: At, found: Problems) -> None:
    where = " or ".join(f'"{zone}"' for zone in sorted(zones)) or "nowhere"
    text = f'Cards wait for "{verb}" in {where}, and this one has gone to "{place[0]}".'
    label = Label(place[1].span, "it leaves here")
    fix = "Announce it before the card moves."
    found.report("announced-late", text, at.span, Advice(fix), label, severity="warning")
