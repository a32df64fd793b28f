"""Zones, gauges, notes and options as they are declared, and forms that have no meaning."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ..ir.ir import FieldSpec, ZoneSpec
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes.base import first_of
from ..problems.problem import Advice
from ..ruleset.shapes import CHANGEABLE, has_word, per_of
from ..typed.format import ZoneLimit
from ..typed.truths import CardIs, conjunction, truth
from ..typed.types import ONE_CARD, PLAYER
from ..typed.values import Binding, Constant, Value, local, missing_of
from ..vocabulary.titles import titles_in
from .context import CardField, Resolver, Scope
from .statements.moments import only_end
from .values.coercions import condition, kind_value, resolve
from .values.declared import type_of_gauge
from .values.names import named, parameter_value

Kept = d.ZoneDeclaration | d.GaugeDeclaration | d.NoteDeclaration
KINDS = ("pile", "stack", "group", "queue", "slots")
READERS = ("nobody", "owner", "all", "knowers")  # of a note
SEEN = (*READERS, "others")
FIELD_WORDS = ("optional", "beneath", CHANGEABLE)
SPEAKERS = ("owner", "keeper")
SETTLES = ("sentence", "effect")
ASKED = ("once", "again")
PRECEDENCE = ("forbid", "instead", "allow")


# Who sees the cards of a zone, as it is said elsewhere.
READ_BY = {
    "visible": "all", "public": "all", "open": "all", "hidden": "nobody", "secret": "nobody",
    "private": "owner", "faceup": "face up", "facedown": "face down",
    "visible to": "", "known to": "", "shown to": "", "hidden from": "",
}  # fmt: skip
ALL_BUT = {"all": "nobody", "everyone": "nobody", "opponent": "owner", "opponents": "owner"}
READERS_OF = {"everyone": "all", "everybody": "all", "player": "owner", "players": "all"}


def refuse_readers(r: Resolver, node: d.ZoneDeclaration) -> frozenset[str]:
    """The bare words of a zone that say who sees it, told once; which these are."""
    bare = [a.word for a in node.attributes if isinstance(a, attrs.KindAttribute)]
    for number, word in enumerate(bare):
        two = " ".join(bare[number : number + 2])
        whose = str(bare[number + 2]) if len(bare) > number + 2 else ""
        last, seen = word, READ_BY.get(str(word), "")
        if two in READ_BY and whose:
            last = bare[number + 2]
            seen = READERS_OF.get(whose, whose)
            seen = ALL_BUT.get(whose, "") if two == "hidden from" else seen
        if seen in SEEN or seen.startswith("face"):
            meant, span = seen if " " in seen else f"seen by {seen}", word.span
            span = replace(span, end_column=last.span.end_column)
            text = (
                f"Who sees the cards is said with `{meant.rpartition(' ')[0]}`. Write: `{meant}`."
            )
            r.problem("unknown-word", text, span, meant)
            return frozenset(map(str, bare[number : bare.index(last) + 1]))
    return frozenset()


def zone_spec(r: Resolver, node: d.ZoneDeclaration) -> ZoneSpec:
    kind, stacks, per, face, seen, counted = "group", False, False, -1, "", "all"
    orientations: tuple[str, ...] = ()
    size = False  # the word behind `slots` is their number
    attached, falls = tuple[str, ...](), ""
    told = refuse_readers(r, node)
    for attribute in node.attributes:
        match attribute:
            case attrs.KindAttribute() if size:
                size = False
            case attrs.KindAttribute(word=word) if word in KINDS:
                kind, stacks = str(word), attribute.of == "stacks"
                size = kind == "slots"
            case attrs.KindAttribute(word=word) if word != "shared" and word not in told:
                r.unknown("unknown-word", "kind of zone", word, [*KINDS, "shared"])
            case attrs.PerAttribute():
                per = True
            case attrs.FaceAttribute(word=word):
                face = 1 if word == "up" else 0
            case attrs.SeenAttribute(word=word):
                seen = str(word)
                if seen not in SEEN and seen in READERS_OF:
                    meant = READERS_OF[seen]
                    text = f"Who sees the cards is `{meant}` here, not `{seen}`."
                    r.problem("unknown-word", text, word.span, meant)
                elif seen not in SEEN:
                    r.unknown("unknown-word", "audience", word, SEEN)
            case attrs.CountedAttribute(word=word):
                counted = str(word)
            case attrs.TurnedAttribute(words=words):
                orientations = tuple(map(str, words))
            case attrs.HoldsAttribute(kind=held):
                known = ["cards", *r.names("card kind")]
                if str(held) not in known:
                    r.unknown("unknown-kind", "kind of card", held, known)
            case attrs.SpeakAttribute():
                check_speaker(r, attribute)
            case attrs.AttachedAttribute(zones=zones, falls=fall):
                attached, falls = tuple(map(str, zones)), str(fall or "")
            case _:
                pass
    speaking = first_of(attrs.SpeakAttribute, (*node.attributes, *r.ruleset.attributes))
    speak = per and speaking is not None and speaking.word == "keeper"
    seen = seen or ("all" if face == 1 else "owner" if face < 0 else "knowers")
    keeps = kind == "stack" or stacks
    face = face if face >= 0 else (1 if seen == "all" else 0)
    name, title = str(node.name), title_of(node)
    lies = (kind, face, seen, counted, orientations, keeps, title, speak)
    return ZoneSpec(name, per, *lies, attached, falls)


def check_speaker(r: Resolver, attribute: attrs.SpeakAttribute) -> None:
    if attribute.cards != "cards":
        r.unknown("unknown-word", "who speaks", attribute.cards, ["cards"])
    if str(attribute.word) not in SPEAKERS:
        text = f'Cards speak for their owner or for their keeper, not for "{attribute.word}".'
        r.problem("unknown-word", text, attribute.word.span, "keeper")


def resolve_attached(r: Resolver) -> None:
    """What is said of zones whose cards are attached to others."""
    for node in r.ruleset.all(d.ZoneDeclaration):
        for attribute in node.attributes:
            if isinstance(attribute, attrs.AttachedAttribute):
                check_attached(r, node, attribute)
    bearing = {name for spec in r.zones.values() for name in spec.attached}
    for name in bearing & r.zones.keys():
        r.zones[name] = replace(r.zones[name], bears=True)
        r.features.add("entry")


def check_attached(
    r: Resolver, node: d.ZoneDeclaration, attribute: attrs.AttachedAttribute
) -> None:
    """Each zone that is named is one, and none is attached to itself; a card without a bearer goes
    where it needs none.
    """
    name, named = str(node.name), [*attribute.zones, *filter(None, [attribute.falls])]
    for word in named:
        if str(word) not in r.zones:
            r.unknown("unknown-zone", "zone", word, r.zones)
            return
        r.used.add(str(word))
    for zone in attribute.zones:
        if name in bearers_of(r, str(zone)):
            text = f'What lies in "{name}" would be attached to cards of "{name}" itself.'
            advice = Advice("Name another zone behind `attached to`.")
            r.problem("attached-to-itself", text, zone.span, advice)
    if r.zones[name].kind in ("stack", "slots"):
        text = f"The cards of a zone of {r.zones[name].kind} are not attached to others."
        advice = Advice("Declare it as a `group` or a `pile`.")
        r.problem("cannot-be-attached", text, attribute.span, advice)
    falls = r.zones.get(str(attribute.falls))
    if falls is not None and falls.attached:
        text = f'What falls goes where nothing has a bearer, and "{falls.name}" is attached too.'
        advice = Advice("Let it fall to a zone whose cards are attached to nothing.")
        r.problem("cannot-be-attached", text, attribute.span, advice)


def bearers_of(r: Resolver, zone: str) -> set[str]:
    """A zone with those that its cards are attached to, and so on."""
    found, left = set[str](), [zone]
    while left:
        one = left.pop()
        if one in r.zones and one not in found:
            found.add(one)
            left += r.zones[one].attached
    return found


def title_of(node: Kept) -> str:
    return str(node.titles.names[0]) if node.titles is not None else str(node.name)


def zone_limit(r: Resolver, node: d.ZoneDeclaration) -> ZoneLimit | None:
    """How many cards count against a zone's limit, and the limit."""
    owner, card = Binding("owner", PLAYER), Binding("it", ONE_CARD)
    whose = local(owner) if per_of(node) == "player" else Value(Constant(0), PLAYER)
    for attribute in node.attributes:
        if isinstance(attribute, attrs.HoldsAttribute) and attribute.limit is not None:
            scope = Scope(player=whose)
            most = resolve(r, attribute.limit, scope)
            scope.it = local(card)
            tests = [condition(r, attribute.condition, scope)]
            if attribute.kind in r.names("card kind"):
                kind = kind_value(r, str(attribute.kind))
                tests.append(truth(CardIs("kind", local(card), kind)))
            return ZoneLimit(owner, card, conjunction(*tests), most)
    size = slots_size(r, node)
    return None if size is None else ZoneLimit(owner, card, None, size)


def slots_size(r: Resolver, node: d.ZoneDeclaration) -> Value | None:
    """`slots 3` or `slots room`."""
    kinds = (attrs.KindAttribute, attrs.SizeAttribute)
    words = [a for a in node.attributes if isinstance(a, kinds)]
    for attribute, size in pairwise(words):
        if isinstance(attribute, attrs.KindAttribute) and attribute.word == "slots":
            if isinstance(size, attrs.SizeAttribute):
                return Value(Constant(size.number), ONE_CARD)
            return named(r, size.word, Scope())
    return None


# ---- gauges, notes, options


def gauge_spec(r: Resolver, node: d.GaugeDeclaration) -> FieldSpec:
    name = str(node.name)
    low: int | None = None
    high: int | None = None
    start, seen_from = 0, ""
    for attribute in node.attributes:
        match attribute:
            case attrs.RangeAttribute():
                low, high = attribute.low, attribute.high
            case attrs.StartsAttribute(value=value):
                start = value if isinstance(value, int) else start_of(r, attribute)  # pyright: ignore[reportUnnecessaryIsInstance]
            case attrs.UntilAttribute(moment=moment):
                r.resets[name] = only_end(r, moment, Scope())
            case attrs.SeenFromAttribute():
                seen_from = side_of_gauge(r, attribute)
            case attrs.KindAttribute(word=word) if word != "shared":
                r.unknown("unknown-word", "word of a gauge", word, ["shared"])
            case _:
                pass
    if low is not None and high is not None and not low <= start <= high:
        text = f'"{name}" starts at {start}, outside {low}..{high}.'
        said = first_of(attrs.StartsAttribute, node.attributes)
        place = node.span if said is None else said.span
        r.problem("start-out-of-range", text, place, f"starts {low if start < low else high}")
    if seen_from and (low is None or high is None or low != -high):
        text = f'"{name}" has two sides, so its range reaches as far on both.'
        most = max(abs(low or 0), abs(high or 0)) or 10
        reach = first_of(attrs.RangeAttribute, node.attributes)
        place = node.name.span if reach is None else reach.span
        fix = f"-{most}..{most}" if reach is not None else f"{name} -{most}..{most}"
        r.problem("uneven-sides", text, place, fix)
    of, title = per_of(node), title_of(node)
    return FieldSpec(name, of, start, low, high, title=title, seen_from=seen_from)


def start_of(r: Resolver, node: attrs.StartsAttribute) -> int:
    value = resolve(r, node.value, Scope())
    if isinstance(value.form, Constant):
        return value.form.value
    r.problem("not-a-constant", "A start is a plain value.", node.value.span)
    return 0


def side_of_gauge(r: Resolver, attribute: attrs.SeenFromAttribute) -> str:
    """The note that says for whom the number is as it is kept."""
    name = str(attribute.word)
    note = r.ruleset.find(d.NoteDeclaration, name)
    if note is None:
        r.unknown("unknown-name", "note", attribute.word, r.names("note"))
        return ""
    if type_of_gauge(r, note).kind != "player" or per_of(note) != "game":
        text = f'"{name}" is no note of one player, so it names no side of the gauge.'
        advice = Advice(f"Declare `note {name}: player shared`, or name another note.")
        r.problem("not-a-player", text, attribute.span, advice)
        return ""
    r.used.add(name)
    return name


def note_spec(r: Resolver, node: d.NoteDeclaration) -> FieldSpec:
    type_ = type_of_gauge(r, node)
    nothing = type_.maybe or type_.kind in ("player", "card", "symbol")
    start = missing_of(type_.kind) if nothing else 0
    secret = "all"
    for attribute in node.attributes:
        match attribute:
            case attrs.StartsAttribute(value=value):
                found = resolve(r, value, Scope(), type_).form
                start = found.value if isinstance(found, Constant) else start
            case attrs.UntilAttribute(moment=moment):
                r.resets[str(node.name)] = only_end(r, moment, Scope())
            case attrs.SeenAttribute(word=word):
                secret = str(word)
                if secret not in READERS:
                    r.unknown("unknown-word", "audience of a note", word, READERS)
            case attrs.KindAttribute(word=word) if word != "shared":
                r.unknown("unknown-word", "word of a note", word, ["shared"])
            case _:
                pass
    kind = f"symbol:{type_.of}" if type_.kind == "symbol" else type_.kind
    name, per = str(node.name), per_of(node)
    titled = any(("note", name) in found for found in titles_in(r.ruleset).values())
    quiet, title = node.titles is None and not titled, title_of(node)
    return FieldSpec(name, per, start, type=kind, secret=secret, title=title, quiet=quiet)


def check_option(r: Resolver, node: d.OptionDeclaration) -> None:
    value = node.value
    if isinstance(value, d.SwitchValue) and str(value.word) not in ("on", "off"):
        r.unknown("unknown-word", "setting", value.word, ["on", "off"])


# ---- forms without a meaning


def refuse_unread(r: Resolver) -> None:
    """Declarations whose forms nothing reads."""
    rules = r.ruleset
    for known in (one for fields in r.fields.values() for one in fields):
        for attribute in known.node.attributes:
            refuse_attribute(r, attribute)
        if has_word(known.node, CHANGEABLE) and not may_change(known):
            text = (
                f'What "{known.node.name}" says is no single plain value, so it stays as printed.'
            )
            r.problem("cannot-change", text, known.node.span, f"{known.node.name} number")
    for values in rules.all(d.ValuesDeclaration):
        refuse_repeated(r, values)
    for attribute in rules.attributes:
        if isinstance(attribute, attrs.SpeakAttribute):
            check_speaker(r, attribute)
    things = (d.ZoneDeclaration, d.GaugeDeclaration, d.NoteDeclaration)
    for thing in (one for kind in things for one in rules.all(kind)):
        refuse_owner(r, thing)
    for parameter in rules.all(d.ParameterDeclaration):
        used = {*r.used}
        parameter_value(r, parameter)  # names what is unknown, and a parameter of itself
        r.used &= used
    for item in rules.all(ru.TriggersDeclaration):
        for line in item.lines:
            refuse_line(r, line)
    for item in rules.all(ru.PrecedenceDeclaration):
        if sorted(map(str, item.words)) != sorted(PRECEDENCE):
            text = "Each of forbid, instead and allow has one place in the order."
            r.problem("precedence-incomplete", text, item.span, " beats ".join(PRECEDENCE))


def precedence(r: Resolver) -> tuple[str, ...]:
    """The sorts of rules, the strongest first."""
    found = r.ruleset.one(ru.PrecedenceDeclaration)
    return PRECEDENCE if found is None else tuple(map(str, found.words))


def refuse_owner(
    r: Resolver, node: d.ZoneDeclaration | d.GaugeDeclaration | d.NoteDeclaration
) -> None:
    """A gauge or note may be kept for each card of a kind."""
    whose = ["player"] if isinstance(node, d.ZoneDeclaration) else ["player", "card"]
    more = () if isinstance(node, d.ZoneDeclaration) else r.names("card kind")
    kinds = [*whose, *more]
    for attribute in node.attributes:
        known = not isinstance(attribute, attrs.PerAttribute) or str(attribute.word) in kinds
        if isinstance(attribute, attrs.PerAttribute) and not known:
            r.unknown("unknown-word", "owner", attribute.word, whose)


def refuse_line(r: Resolver, line: ru.SettleLine | ru.WhileLine | ru.TriggerOrderLine) -> None:
    if isinstance(line, ru.SettleLine):
        if str(line.word) not in SETTLES:
            r.unknown("unknown-word", "settle point", line.word, SETTLES)
        return
    if isinstance(line, ru.WhileLine):
        if str(line.word) not in ASKED:
            r.unknown("unknown-word", "number of times", line.word, ASKED)
        return
    among = [one for one in line.orderings if not isinstance(one, ru.FirstOrdering)]
    for ordering in among[1:]:
        text = "Which of several effects comes next is said twice."
        r.problem("order-said-twice", text, ordering.span, Advice("Leave one of the two out."))


def may_change(field: CardField) -> bool:
    """Whether rules could change what is printed in a field."""
    plain = field.type.kind in ("number", "symbol", "name", "truth")
    return plain and not field.type.many and field.node.per is None and not field.part


def refuse_attribute(r: Resolver, attribute: attrs.Attribute) -> None:
    if isinstance(attribute, attrs.KindAttribute) and attribute.word not in FIELD_WORDS:
        known = [*FIELD_WORDS, "starts"]
        r.unknown("unknown-word", "word of a field", attribute.word, known)


def refuse_repeated(r: Resolver, values: d.ValuesDeclaration) -> None:
    """No symbol stands twice in its list."""
    seen: set[str] = set()
    for item in values.items:
        if str(item.name) in seen:
            text = f'"{item.name}" stands twice among the {values.name}s.'
            r.problem("declared-twice", text, item.span, Advice("Remove one of them."))
        seen.add(str(item.name))
