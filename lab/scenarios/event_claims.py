"""`in order ..` and `never ..`: what has happened since a scenario began."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...dsl.ir.names import ELIMINATED
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ...dsl.resolve.values.declared import parameter_type
from ...interpreter.knowledge.record import Event
from .naming import text_of
from .play import Check, Play, failed
from .prepared import PreparedRules
from .values import ValueReader


class Sort(NamedTuple):
    """Events of some kinds. `cards`, `players` and `name` are where their values have a card (-1:
    all behind the first), a player, and the verb, the step, or what a point behind the word
    narrows them to, which messages call `named`.
    """

    kinds: tuple[str, ...]
    cards: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    name: int = -1
    named: str = "name"


# What happens without a verb, by the word for it.
PRIMITIVES = {
    "moved": Sort(("move",), (0,), (4,), 3, "zone"),
    "given": Sort(("give",), (0,), (2,)),
    "turned": Sort(("face", "turn"), (0,)),
    "attached": Sort(("attach",), (0,)),
    "detached": Sort(("detach",), (0,)),
    "changed": Sort(("change",), (1,), (1,), 0, "gauge or note"),
    "shuffled": Sort(("shuffle",), (), (1,), 0, "zone"),
    "revealed": Sort(("reveal",), (-1,)),
    "modified": Sort(("modify",), (1,), (1,), 0),
    "expired": Sort(("expire",), name=0),
    "triggered": Sort(("trigger",), (1,), (2,)),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event as looked for: of a sort, with a name, a card and a player where they are said."""

    text: str
    sort: Sort
    name: str
    card: str
    player: int


def wanted_of(reader: ValueReader, node: files.Happening) -> Wanted | None:
    """What a claimed event looks for; a word that nothing is called is a mistake."""
    rules, problems = reader.rules, reader.problems
    player = reader.seat(node.player) if node.player is not None else -1
    if node.card is not None and node.card not in reader.card_names:
        problems.unknown("unknown-card", "card", node.card, reader.card_names)
    card, (head, *more) = str(node.card or ""), node.path.words
    verbs, actions = rules.ruleset.names("verb"), rules.ruleset.names("action")
    name, sort = str(head), Sort(("verb",), (3,), (2,), 0)  # of an action
    if head in PRIMITIVES and len(more) < 2:
        name, sort = "", PRIMITIVES[head]
        known = names_for(rules, sort) if more else ()
        if more and more[0] not in known:
            problems.unknown("unknown-name", sort.named, more[0], known)
            return None
        name = "".join(more)
    elif not more and head == ELIMINATED:
        sort = Sort(("verb",), (), (2,), 0)
    elif not more and head in verbs:
        verb = verbs[head]
        assert isinstance(verb, d.VerbDeclaration)
        types = [parameter_type(rules.resolver, p).kind for p in verb.parameters]
        cards = tuple(k for k, kind in enumerate(types, 2) if kind in ("card", "part"))
        players = tuple(k for k, kind in enumerate(types, 2) if kind == "player")
        sort = Sort(("verb",), cards, players, 0)
    elif more or head not in actions:
        path = str(node.path)
        if not rules.steps_called(path):
            names = {*PRIMITIVES, ELIMINATED, *verbs, *actions, *map(str, rules.format.steps)}
            word = Word(path, node.path.span)
            problems.unknown("unknown-event", "event or step", word, names)
            return None
        name, sort = reader.step(node.path), Sort(("enter",), (), (1,), 0)
        if name and card:
            problems.report("no-such-detail", "A step has no card.", node.span)
        card = ""
    return Wanted(text_of(node), sort, name, card, player)


def names_for(rules: PreparedRules, sort: Sort) -> set[str]:
    """What may stand behind the point."""
    if sort.named == "zone":
        return {*rules.program.zones}
    if sort.kinds == ("change",):
        fields = rules.program.fields.items()
        return {name for name, spec in fields if spec.secret != "inner"}
    properties = rules.program.properties.values() if sort.name >= 0 else ()
    return {spec.word for spec in properties}


# ---- looking


def order_check(reader: ValueReader, claim: files.OrderClaim) -> Check:
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


def never_check(reader: ValueReader, claim: files.NeverClaim) -> Check:
    """The event has not happened."""
    wanted = wanted_of(reader, claim.happening)

    def check(play: Play) -> Iterator[Problem]:
        if wanted and any(happened(play, event, wanted) for event in play.events):
            yield failed(f"{wanted.text} has happened.", claim.span)

    return check


def happened(play: Play, event: Event, wanted: Wanted) -> bool:
    """Whether an event is one that is looked for."""
    sort = wanted.sort
    if event.kind not in sort.kinds or (event.kind == "verb" and event.values[1] != "begins"):
        return False
    if wanted.name and sort.name >= 0:
        name = str(event.values[sort.name])
        if event.kind in ("modify", "expire"):
            name = play.rules.program.properties[name].word
        if name != wanted.name:
            return False
    if wanted.card and not names_card(play, event, wanted):
        return False
    return wanted.player < 0 or names_player(play, event, sort, wanted.player)


def names_card(play: Play, event: Event, wanted: Wanted) -> bool:
    """Whether an event is about a card of the name."""
    naming, count = play.naming(), len(play.match.cards)
    cards = cards_in(play, event, wanted.sort)
    called = any(card < count and naming.is_called(card, wanted.card) for card in cards)
    return called and per_card(play, event)


def cards_in(play: Play, event: Event, sort: Sort) -> Iterator[int]:
    """The cards, or those of the parts, that an event has."""
    for place in sort.cards:
        values = event.values[1:] if place < 0 else event.values[place : place + 1]
        for value in values:
            if isinstance(value, int) and value >= 0:
                yield value // width_at(play, event, place)


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


def names_player(play: Play, event: Event, sort: Sort, player: int) -> bool:
    """Whether an event is the player's: by its own word, or by the owner of its card."""
    players = [event.values[k] for k in sort.players if k < len(event.values)]
    of_cards = ("face", "turn", "attach", "detach", "change", "modify", "reveal")
    owned = event.kind in of_cards and per_card(play, event)
    if owned or (event.kind == "verb" and not players):
        return any(
            play.match.owner(play.state, card) == player for card in cards_in(play, event, sort)
        )
    return player in players
