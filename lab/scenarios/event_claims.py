"""`in order ..` and `never ..`: what has happened since a scenario began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.problems.problem import Problem, unknown
from ...dsl.resolve.values.declared import parameter_type
from ...interpreter.knowledge.record import Event
from .play import Play
from .position import seat_of, step_of
from .prepared import Stage

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
NARROWED = {"move": 3, "change": 0, "shuffle": 0, "modify": 0, "expire": 0}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A happening as looked for. `card` and `player` narrow it; `_at`: where values have them."""

    text: str
    kinds: tuple[str, ...]
    head: str
    card: str
    player: int
    cards_at: tuple[int, ...] = ()
    players_at: tuple[int, ...] = ()


def wanted_of(
    stage: Stage, node: files.Happening, problems: list[Problem]
) -> Wanted | None:
    """What a happening looks for; a word that nothing is called is a mistake."""
    words = [str(word) for word in node.path.words]
    player = -1
    if node.player is not None:
        player = seat_of(stage, node.player, problems.append)
    card = str(node.card) if node.card is not None else ""
    if node.card is not None and not any(
        card in (str(c.name), str(c.code)) for c in stage.pool
    ):
        known = {str(c.name) for c in stage.pool}
        problems.append(unknown("unknown-card", "card", card, node.card.span, known))
    text = happening_text(node)
    head = words[0]
    if head in PRIMITIVES and len(words) < 3:
        return primitive(
            stage, node, Wanted(text, PRIMITIVES[head], "", card, player), problems
        )
    if len(words) == 1 and head in stage.ruleset.names("verb"):
        verb = stage.ruleset.names("verb")[head]
        assert isinstance(verb, d.VerbDeclaration)
        types = [parameter_type(stage.resolver, p).kind for p in verb.parameters]
        cards = tuple(k + 2 for k, kind in enumerate(types) if kind in ("card", "part"))
        players = tuple(k + 2 for k, kind in enumerate(types) if kind == "player")
        return Wanted(text, ("verb",), head, card, player, cards, players)
    if len(words) == 1 and head in stage.ruleset.names("action"):
        return Wanted(text, ("verb",), head, card, player, (3,), (2,))
    found = step_of(stage, node.path)
    if isinstance(found, str):
        if card:
            message = "A step has no card."
            problems.append(Problem("no-such-detail", message, node.span))
        return Wanted(text, ("enter",), found, "", player, (), (1,))
    verbs = {**stage.ruleset.names("verb"), **stage.ruleset.names("action")}
    known = [*PRIMITIVES, *verbs, *map(str, stage.format.steps)]
    if found.code == "ambiguous-step":
        problems.append(found)
    else:
        problems.append(
            unknown("unknown-event", "event or step", str(node.path), node.path.span, known)
        )
    return None


def primitive(
    stage: Stage, node: files.Happening, wanted: Wanted, problems: list[Problem]
) -> Wanted | None:
    """`moved.bin "Cub" of ana`, `changed.points of bo`"""
    kind = wanted.kinds[0]
    head = ""
    if len(node.path.words) == 2:
        word = node.path.words[1]
        known = names_for(stage, kind)
        if str(word) not in known:
            what = {"move": "zone", "shuffle": "zone", "change": "gauge or note"}
            problems.append(
                unknown("unknown-name", what.get(kind, "name"), str(word), word.span, known)
            )
            return None
        head = known[str(word)]
    cards, players = where_told(kind)
    return Wanted(
        wanted.text, wanted.kinds, head, wanted.card, wanted.player, cards, players
    )


def names_for(stage: Stage, kind: str) -> dict[str, str]:
    """What may stand behind the point, and what events call it."""
    if kind in ("move", "shuffle"):
        return {name: name for name in stage.program.zones}
    if kind == "change":
        return {name: name for name in stage.program.fields}
    if kind in ("modify", "expire"):
        words = (key.partition(".")[0] for key in stage.program.properties)
        return {word: word for word in words}
    return {}


def where_told(kind: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where an event's values have its card and its player."""
    return {
        "move": ((0,), (4,)),
        "face": ((0,), ()),
        "change": ((1,), (1,)),
        "shuffle": ((), (1,)),
        "reveal": ((-1,), (0,)),
        "modify": ((1,), (1,)),
        "expire": ((), ()),
        "trigger": ((1,), (2,)),
    }[kind]


def happening_text(node: files.Happening) -> str:
    card = f' "{node.card}"' if node.card is not None else ""
    player = f" of {node.player}" if node.player is not None else ""
    return f"{node.path}{card}{player}"


# ---- looking


def happened(play: Play, event: Event, wanted: Wanted) -> bool:
    if event.kind not in wanted.kinds:
        return False
    values = event.values
    if event.kind == "verb" and (values[0] != wanted.head or values[1] != "begins"):
        return False
    if event.kind == "enter" and values[0] != wanted.head:
        return False
    if event.kind in NARROWED and wanted.head:
        told = str(values[NARROWED[event.kind]])
        if (
            told.partition(".")[0] if event.kind in ("modify", "expire") else told
        ) != wanted.head:
            return False
    if wanted.card and not names_card(play, event, wanted):
        return False
    return wanted.player < 0 or names_player(play, event, wanted)


def names_card(play: Play, event: Event, wanted: Wanted) -> bool:
    wording = play.wording()
    for place in wanted.cards_at:
        numbers = event.values[1:] if place < 0 else event.values[place : place + 1]
        for value in (value for value in numbers if isinstance(value, int)):
            number = value // width_at(play, event, place)
            is_card = 0 <= number < len(play.match.cards)
            if is_card and wanted.card in (wording.card(number), wording.code(number)):
                return per_card(play, event)
    return False


def per_card(play: Play, event: Event) -> bool:
    """Whether the owner of a change is a card at all."""
    if event.kind == "change":
        return play.stage.program.fields[str(event.values[0])].per == "card"
    if event.kind == "modify":
        return play.stage.program.properties[str(event.values[0])].of in ("card", "part")
    return True


def width_at(play: Play, event: Event, place: int) -> int:
    """How many numbers in a row belong to one card: of a part, one for each of a card's."""
    if event.kind == "modify":
        return play.stage.program.properties[str(event.values[0])].width
    stage = play.stage
    verbs = stage.ruleset.names("verb")
    verb = verbs.get(str(event.values[0])) if event.kind == "verb" else None
    if isinstance(verb, d.VerbDeclaration):
        type_ = parameter_type(stage.resolver, verb.parameters[place - 2])
        if type_.kind == "part":
            return stage.format.widths[type_.of]
    return 1


def names_player(play: Play, event: Event, wanted: Wanted) -> bool:
    """Whether an event is the player's: by its own word, or by the owner of its card."""
    if event.kind in ("face", "turn") or (
        event.kind in ("change", "modify") and per_card(play, event)
    ):
        place = 1 if event.kind in ("change", "modify") else 0
        return whose(play, event, place) == wanted.player
    players = [event.values[k] for k in wanted.players_at if k < len(event.values)]
    if event.kind == "verb" and not players:
        places = (k for k in wanted.cards_at if k < len(event.values))
        return any(whose(play, event, place) == wanted.player for place in places)
    return wanted.player in players


def whose(play: Play, event: Event, place: int) -> int:
    """The owner of the card, or of the card of the part, that an event has at a place."""
    value = event.values[place]
    if not isinstance(value, int) or value < 0:
        return -1
    return play.match.cards[value // width_at(play, event, place)][1]


def missing_of(play: Play, wanted: Sequence[Wanted]) -> int:
    """How many of a row of happenings were found in their order."""
    found = 0
    for event in play.events:
        if found < len(wanted) and happened(play, event, wanted[found]):
            found += 1
    return found


def first_of(play: Play, wanted: Wanted) -> Event | None:
    return next((event for event in play.events if happened(play, event, wanted)), None)
