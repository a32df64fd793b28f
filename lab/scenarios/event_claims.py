"""`in order ..` and `never ..`: what has happened since a scenario began."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import word_at
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ...dsl.resolve.values.declared import parameter_type
from ...interpreter.knowledge.record import Event
from .play import Check, Play, failed
from .prepared import PreparedRules, Reader


class Places(NamedTuple):
    """Where the values of a kind of event have its card, its player, and the zone, field or
    property that a point behind the word narrows it to (-1: nowhere, or with `cards` all
    behind the first).
    """

    cards: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    name: int = -1


NOWHERE = Places()
# What happens without a verb: the word, and the kinds of event it means.
PRIMITIVES: dict[str, tuple[str, ...]] = {
    "moved": ("move",),
    "turned": ("face", "turn"),
    "changed": ("change",),
    "shuffled": ("shuffle",),
    "revealed": ("reveal",),
    "modified": ("modify",),
    "expired": ("expire",),
    "triggered": ("trigger",),
}
PLACES = {
    "move": Places((0,), (4,), 3),
    "face": Places((0,)),
    "change": Places((1,), (1,), 0),
    "shuffle": Places((), (1,), 0),
    "reveal": Places((-1,), (0,)),
    "modify": Places((1,), (1,), 0),
    "expire": Places(name=0),
    "trigger": Places((1,), (2,)),
}
NAMED = {"move": "zone", "shuffle": "zone", "change": "gauge or note"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event as looked for: `name` is that of its verb or step, or what narrows it; `card`
    and `player` narrow it too.
    """

    text: str
    kinds: tuple[str, ...]
    name: str
    card: str
    player: int
    places: Places = NOWHERE


def wanted_of(reader: Reader, node: files.Happening) -> Wanted | None:
    """What a claimed event looks for; a word that nothing is called is a mistake."""
    rules, problems = reader.rules, reader.problems
    player = reader.seat(node.player) if node.player is not None else -1
    if node.card is not None and node.card not in rules.card_names:
        names = {str(one.name) for one in rules.pool}
        problems.unknown("unknown-card", "card", node.card, names)
    words, card = [str(word) for word in node.path.words], str(node.card or "")
    head, verbs = words[0], rules.ruleset.names("verb")
    actions = rules.ruleset.names("action")
    wanted = Wanted(event_text(node), ("verb",), head, card, player)
    if head in PRIMITIVES and len(words) < 3:
        return primitive(reader, node, wanted)
    if len(words) == 1 and head in verbs:
        verb = verbs[head]
        assert isinstance(verb, d.VerbDeclaration)
        types = [parameter_type(rules.resolver, p).kind for p in verb.parameters]
        cards = tuple(k for k, kind in enumerate(types, 2) if kind in ("card", "part"))
        players = tuple(k for k, kind in enumerate(types, 2) if kind == "player")
        return replace(wanted, places=Places(cards, players))
    if len(words) == 1 and head in actions:
        return replace(wanted, places=Places((3,), (2,)))
    if rules.steps_called(str(node.path)):
        path = reader.step(node.path)
        if path and card:
            problems.report("no-such-detail", "A step has no card.", node.span)
        return Wanted(wanted.text, ("enter",), path, "", player, Places((), (1,)))
    names = {*PRIMITIVES, *verbs, *actions, *map(str, rules.format.steps)}
    word = word_at(str(node.path), node.path.span)
    problems.unknown("unknown-event", "event or step", word, names)
    return None


def primitive(reader: Reader, node: files.Happening, wanted: Wanted) -> Wanted | None:
    """`moved.bin "Cub" of ana`, `changed.points of bo`"""
    kinds, name = PRIMITIVES[wanted.name], ""
    if len(node.path.words) == 2:
        name, known = node.path.words[1], names_for(reader.rules, kinds[0])
        if name not in known:
            what = NAMED.get(kinds[0], "name")
            reader.problems.unknown("unknown-name", what, name, known)
            return None
    return replace(wanted, kinds=kinds, name=str(name), places=PLACES[kinds[0]])


def names_for(rules: PreparedRules, kind: str) -> set[str]:
    """What may stand behind the point."""
    match kind:
        case "move" | "shuffle":
            return {*rules.program.zones}
        case "change":
            fields = rules.program.fields.items()
            return {name for name, spec in fields if spec.secret != "inner"}
        case "modify" | "expire":
            return {spec.word for spec in rules.program.properties.values()}
        case _:
            return set()


def event_text(node: files.Happening) -> str:
    card = f' "{node.card}"' if node.card is not None else ""
    player = f" of {node.player}" if node.player is not None else ""
    return f"{node.path}{card}{player}"


# ---- looking


def order_check(reader: Reader, claim: files.OrderClaim) -> Check:
    """The events happened in this order, others between them or not."""
    found = [wanted_of(reader, node) for node in claim.happenings]
    wanted = [one for one in found if one is not None]

    def check(play: Play) -> Iterator[Problem]:
        count = 0
        for event in play.events:
            if count < len(wanted) and happened(play, event, wanted[count]):
                count += 1
        if count < len(wanted):
            late = wanted[count]
            where = f" after {wanted[count - 1].text}" if count else ""
            earlier = count and any(happened(play, event, late) for event in play.events)
            more = " It happened earlier." if earlier else ""
            message = f"{late.text} has not happened{where}.{more}"
            yield failed(message, claim.happenings[count].span)

    return check


def never_check(reader: Reader, claim: files.NeverClaim) -> Check:
    """The event has not happened."""
    wanted = wanted_of(reader, claim.happening)

    def check(play: Play) -> Iterator[Problem]:
        if wanted and any(happened(play, event, wanted) for event in play.events):
            yield failed(f"{wanted.text} has happened.", claim.span)

    return check


def happened(play: Play, event: Event, wanted: Wanted) -> bool:
    """Whether an event is one that is looked for."""
    if event.kind not in wanted.kinds:
        return False
    values, place = event.values, wanted.places.name
    if event.kind == "verb" and (values[0] != wanted.name or values[1] != "begins"):
        return False
    if event.kind == "enter" and values[0] != wanted.name:
        return False
    if wanted.name and place >= 0:
        name = str(values[place])
        if event.kind in ("modify", "expire"):
            name = play.rules.program.properties[name].word
        if name != wanted.name:
            return False
    if wanted.card and not names_card(play, event, wanted):
        return False
    return wanted.player < 0 or names_player(play, event, wanted)


def names_card(play: Play, event: Event, wanted: Wanted) -> bool:
    naming = play.naming()
    for place in wanted.places.cards:
        numbers = event.values[1:] if place < 0 else event.values[place : place + 1]
        for value in (value for value in numbers if isinstance(value, int)):
            number = value // width_at(play, event, place)
            is_card = 0 <= number < len(play.match.cards)
            if is_card and naming.is_called(number, wanted.card):
                return per_card(play, event)
    return False


def per_card(play: Play, event: Event) -> bool:
    """Whether the owner of a change is a card at all."""
    if event.kind == "change":
        return play.rules.program.fields[str(event.values[0])].per == "card"
    if event.kind == "modify":
        return play.rules.program.properties[str(event.values[0])].of in ("card", "part")
    return True


def width_at(play: Play, event: Event, place: int) -> int:
    """How many numbers in a row belong to one card: of a part, one for each of a card's."""
    if event.kind == "modify":
        return play.rules.program.properties[str(event.values[0])].width
    rules, name = play.rules, str(event.values[0])
    verb = rules.ruleset.names("verb").get(name) if event.kind == "verb" else None
    if isinstance(verb, d.VerbDeclaration):
        type_ = parameter_type(rules.resolver, verb.parameters[place - 2])
        if type_.kind == "part":
            return rules.format.widths[type_.of]
    return 1


def names_player(play: Play, event: Event, wanted: Wanted) -> bool:
    """Whether an event is the player's: by its own word, or by the owner of its card."""
    if event.kind in ("face", "turn") or (
        event.kind in ("change", "modify") and per_card(play, event)
    ):
        place = 1 if event.kind in ("change", "modify") else 0
        return whose(play, event, place) == wanted.player
    players = [event.values[k] for k in wanted.places.players if k < len(event.values)]
    if event.kind == "verb" and not players:
        places = (k for k in wanted.places.cards if k < len(event.values))
        return any(whose(play, event, place) == wanted.player for place in places)
    return wanted.player in players


def whose(play: Play, event: Event, place: int) -> int:
    """The owner of the card, or of the card of the part, that an event has at a place."""
    value = event.values[place]
    if not isinstance(value, int) or value < 0:
        return -1
    return play.match.cards[value // width_at(play, event, place)][1]
