"""The claims of a scenario about what a choice brought: what moved, what changed, who is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...dsl.ir.names import is_engine_name
from ...dsl.nodes import declarations as d
from ..scenarios.naming import Naming
from ..scenarios.play import Play, Question
from .facts import name_of

MOST_NAMED = 12  # cards of a zone that a claim names; of more it tells how many there are
MOST_VERBS = 8
PLAIN = ("number", "truth", "player", "symbol")


def claims_of(before: Play, after: Play) -> Iterator[str]:
    """What became of a choice, in the words of scenarios; each holds."""
    yield from verbs_done(before, after)
    yield from zones_changed(before, after)
    yield from notes_changed(before, after)
    yield from standing(after)


def verbs_done(before: Play, after: Play) -> Iterator[str]:
    """The verbs that began, in order, as far as they began nowhere before."""
    known = after.rules.ruleset.names("verb")
    told = len(before.live_events)
    begun = [str(event.values[0]) for event in after.live_events[told:] if event.kind == "verb"]
    earlier = {str(event.values[0]) for event in before.live_events if event.kind == "verb"}
    fresh = [verb for verb in dict.fromkeys(begun) if verb not in earlier]
    fresh = [verb for verb in fresh if isinstance(known.get(verb), d.VerbDeclaration)][:MOST_VERBS]
    if fresh:
        yield f"in order {', '.join(fresh)}"


def zones_changed(before: Play, after: Play) -> Iterator[str]:
    """The zones in which other cards lie than before."""
    match = after.match
    for cell, (zone, owner) in match.layout.zone_at.items():
        old, new = before.live[cell], after.live[cell]
        if old == new:
            continue
        place = f"{after.rules.players[owner]}'s {zone}" if owner >= 0 else zone
        if len(new) > MOST_NAMED or match.program.zones[zone].keeps_object:
            if len(old) != len(new) and not match.program.zones[zone].keeps_object:
                yield f"count of {place} is {len(new)}"
            continue
        names = [f'"{name_of(after.rules, match, card)}"' for card in new]
        if match.program.zones[zone].kind == "group":
            counts = Counter(names).items()
            names = [f"{n} {name}" if n > 1 else name for name, n in counts]
        yield f"{place} holds {', '.join(names) or 'nothing'}"


def notes_changed(before: Play, after: Play) -> Iterator[str]:
    """The gauges and notes of the game and of players that have another value than before."""
    match, naming = after.match, Naming(after.rules, after.match, after.live)
    for name, spec in match.program.fields.items():
        if spec.per == "card" or spec.option or spec.seen_from or is_engine_name(name):
            continue
        if spec.type.partition(":")[0] not in PLAIN:
            continue
        for owner in range(match.program.seats) if spec.per == "player" else (-1,):
            old = match.field(before.live, name, owner)
            new = match.field(after.live, name, owner)
            if old != new:
                whose = f"{after.rules.players[owner]}'s " if owner >= 0 else ""
                text = next(iter(naming.names(spec.type, new)), "none")
                yield f"{whose}{name} is {text}"


def standing(after: Play) -> Iterator[str]:
    """Who is asked what next, or how the game ended."""
    question = after.question()
    if question is not None:
        yield f"{question.name} decides{prompt_of(question)}"
        return
    result = after.result
    if not result:
        yield "the game is drawn"
        return
    places = (", ".join(after.rules.players[seat] for seat in place) for place in result)
    yield (
        f"the game is won by {next(places)}"
        if len(result) < 3
        else ("the game is won by " + " then ".join(places))
    )


def prompt_of(question: Question) -> str:
    """The words of a question, as far as they can be written."""
    prompt = question.site.prompt
    return f' "{prompt}"' if prompt and '"' not in prompt else ""
