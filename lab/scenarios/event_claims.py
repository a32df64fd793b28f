"""`in order ..` and `never ..`: what has happened since a scenario began."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.problems.problem import Problem, unknown
from ...dsl.resolve.values.declared import parameter_type
from ...interpreter.knowledge.record import Event
from .cases import seat_of
from .play import Check, Play, failed
from .position import step_of
from .prepared import PreparedRules


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


def wanted_of(
    rules: PreparedRules, node: files.Happening, problems: list[Problem]
) -> Wanted | None:
    """What a claimed event looks for; a word that nothing is called is a mistake."""
    words, player = [str(word) for word in node.path.words], -1
    if node.player is not None:
        player = seat_of(rules.players, node.player, problems)
    card = str(node.card or "")
    known = {text for one in rules.pool for text in (str(one.name), str(one.code))}
    if node.card is not None and card not in known:
        names = {str(one.name) for one in rules.pool}
        problems.append(unknown("unknown-card", "card", card, node.card.span, names))
    head, verbs = words[0], rules.ruleset.names("verb")
    actions = rules.ruleset.names("action")
    wanted = Wanted(event_text(node), ("verb",), head, card, player)
    if head in PRIMITIVES and len(words) < 3:
        return primitive(rules, node, wanted, problems)
    if len(words) == 1 and head in verbs:
        verb = verbs[head]
        assert isinstance(verb, d.VerbDeclaration)
        types = [parameter_type(rules.resolver, p).kind for p in verb.parameters]
        cards = tuple(k for k, kind in enumerate(types, 2) if kind in ("card", "part"))
        players = tuple(k for k, kind in enumerate(types, 2) if kind == "player")
        return replace(wanted, places=Places(cards, players))
    if len(words) == 1 and head in actions:
        return replace(wanted, places=Places((3,), (2,)))
    found = step_of(rules, node.path)
    if isinstance(found, str):
        if card:
            problems.append(Problem("no-such-detail", "A step has no card.", node.span))
        return Wanted(wanted.text, ("enter",), found, "", player, Places((), (1,)))
    if found.code != "ambiguous-step":
        steps = map(str, rules.format.steps)
        what, names = "event or step", {*PRIMITIVES, *verbs, *actions, *steps}
        found = unknown("unknown-event", what, str(node.path), node.path.span, names)
    problems.append(found)
    return None


def primitive(
    rules: PreparedRules, node: files.Happening, wanted: Wanted, problems: list[Problem]
) -> Wanted | None:
    """`moved.bin "Cub" of ana`, `changed.points of bo`"""
    kinds, name = PRIMITIVES[wanted.name], ""
    if len(node.path.words) == 2:
        word, known = node.path.words[1], names_for(rules, kinds[0])
        name = str(word)
        if name not in known:
            what = NAMED.get(kinds[0], "name")
            problems.append(unknown("unknown-name", what, name, word.span, known))
            return None
    return replace(wanted, kinds=kinds, name=name, places=PLACES[kinds[0]])


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


def order_check(
    rules: PreparedRules, claim: files.OrderClaim, problems: list[Problem]
) -> Check:
    """The events happened in this order, others between them or not."""
    found = [wanted_of(rules, node, problems) for node in claim.happenings]
    wanted = [one for one in found if one is not None]

    def check(play: Play) -> list[Problem]:
        count = 0
        for event in play.events:
            if count < len(wanted) and happened(play, event, wanted[count]):
                count += 1
        if count == len(wanted):
            return []
        late = wanted[count]
        where = f" after {wanted[count - 1].text}" if count else ""
        earlier = count and any(happened(play, event, late) for event in play.events)
        more = " It happened earlier." if earlier else ""
        message = f"{late.text} has not happened{where}.{more}"
        return failed(message, claim.happenings[count].span)

    return check


def never_check(
    rules: PreparedRules, claim: files.NeverClaim, problems: list[Problem]
) -> Check:
    wanted = wanted_of(rules, claim.happening, problems)

    def check(play: Play) -> list[Problem]:
        if wanted is None or not any(
            happened(play, event, wanted) for event in play.events
        ):
            return []
        return failed(f"{wanted.text} has happened.", claim.span)

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
            if is_card and wanted.card in (naming.card(number), naming.code(number)):
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
