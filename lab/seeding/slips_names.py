"""Mistakes in a name: misspelt, or another one of its sort."""

from __future__ import annotations

from dataclasses import replace

from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node
from ..mutation.mutate_expressions import of_changes
from .facts import CATCHING, Facts
from .slip import Slip, Slips, inside, misspelt, name_at, worded

SHORTEST = 4  # letters of a name that is misspelt
PLAYERS = ("player", "opponent", "you")


def misspelt_names(node: Node, facts: Facts) -> Slips:
    """`hadn` for `hand`."""
    for part in inside(node, e.Name, e.Of, e.Its):
        name = misspelt(str(part.word))
        if len(part.word) >= SHORTEST and str(part.word) in facts.names and name not in facts.names:
            yield Slip(part, worded(part, "word", name), True)
    for part in inside(node, s.DoStatement, s.AnnounceStatement):
        yield Slip(part, worded(part, "verb", misspelt(str(part.verb))), True)


def swapped_zones(node: Node, facts: Facts) -> Slips:
    """Another zone that is kept for the same."""
    for part in inside(node, s.MoveStatement):
        place = part.place
        if isinstance(place, (e.Name, e.Of)) and str(place.word) in facts.words.zones:
            other = worded(place, "word", facts.words.zones[str(place.word)])
            yield Slip(part, replace(part, place=other))
    for part in inside(node, e.Within, e.Top, e.Bottom, e.Count):
        place = part.place if isinstance(part, e.Within) else part.of
        if isinstance(place, (e.Name, e.Of)) and str(place.word) in facts.words.zones:
            yield Slip(place, worded(place, "word", facts.words.zones[str(place.word)]))


def swapped_gauges(node: Node, facts: Facts) -> Slips:
    """Another gauge that is kept for the same."""
    for part in inside(node, e.Name, e.Of, e.Its):
        if str(part.word) in facts.other_gauges:
            yield Slip(part, worded(part, "word", facts.other_gauges[str(part.word)]))


def swapped_verbs(node: Node, facts: Facts) -> Slips:
    """Another verb with the same values is done, announced or waited for."""
    for part in inside(node, s.DoStatement, s.AnnounceStatement):
        name = str(part.verb)
        if name in facts.other_verbs:
            other = worded(part, "verb", facts.other_verbs[name])
            yield Slip(part, other, facts.done[name] == 1)
    for part in inside(node, *CATCHING):
        name = str(part.event)
        if name in facts.other_verbs:
            verb = facts.verbs[name]
            only = verb.body is None and facts.caught[name] == 1
            yield Slip(part, worded(part, "event", facts.other_verbs[name]), only)


def wrong_owners(node: Node, facts: Facts) -> Slips:
    """The other player, or the other player's."""
    for part in inside(node, s.Argument, s.OpenStatement, s.GiveStatement, s.StepStatement):
        who = part.value if isinstance(part, s.Argument) else part.player
        if isinstance(who, e.Name) and str(who.word) in (*PLAYERS, *facts.words.players):
            other = facts.words.name(who.word)
            yield from [Slip(who, other)] if other is not None else []
    for part in inside(node, e.Of):
        if str(part.word) in ("opponent", "owner", "keeper") or is_opponents(part):
            for other in of_changes(part, facts.words):
                yield Slip(part, other)
            if is_opponents(part):
                yield Slip(part, name_at(part.word, str(part.word)))
    for part in inside(node, s.MoveStatement, s.ChangeStatement, s.SetStatement):
        name = "place" if isinstance(part, s.MoveStatement) else "target"
        value = getattr(part, name)
        if isinstance(value, e.Name) and is_players(str(value.word), facts):
            owner = name_at(value.word, "opponent")
            yield Slip(value, e.Of(owner, value.word, span=value.span))


def is_opponents(node: e.Of) -> bool:
    return isinstance(node.owner, e.Name) and node.owner.word == "opponent"


def is_players(name: str, facts: Facts) -> bool:
    """Whether something is kept for each player."""
    found = facts.zones.get(name) or facts.gauges.get(name)
    return found is not None and any(
        str(getattr(a, "word", "")) == "player" for a in found.attributes
    )


def wrong_units(node: Node, facts: Facts) -> Slips:
    """A number of something else: a level for a cost, how many for how much."""
    for part in inside(node, e.Its, e.Of):
        if str(part.word) in facts.other_numbers:
            yield Slip(part, worded(part, "word", facts.other_numbers[str(part.word)]))
    for part in inside(node, e.Total):
        yield Slip(part, e.Count(part.of, span=part.span))
