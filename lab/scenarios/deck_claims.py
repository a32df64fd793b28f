"""`the deck is legal`, `the deck breaks "exactly 30 cards"`."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.ir.deck import DeckRule
from ...dsl.nodes import files
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, unknown
from ...interpreter.runtime.deck_setup import companions_of, owner_of, pair_up, sort_deck
from .play import Play
from .position import call_over, fitting_in
from .prepared import Stage

Check = Callable[[Play], list[Problem]]


def broken_rules(play: Play) -> list[DeckRule] | None:
    """The deck rules that the scenario's deck (or any of its decks) breaks; None without a deck."""
    casting = play.position.casting
    lists = [casting.deck] if casting.deck is not None else [*casting.decks.values()]
    if not lists:
        return None
    stage, broken = play.stage, dict[str, DeckRule]()
    for deck in lists:
        zone = next(iter(stage.program.zones))
        listed = [(number, 0) for number in deck.numbers]
        cards = [*range(len(listed))]
        companions = companions_of(stage.program, stage.program.deck.brings, listed)
        every = [*listed, *((companion.definition, 0) for companion in companions)]
        place = (zone, owner_of(stage.program, zone, 0))
        match = stage.match(every, {place: [*range(len(every))]})
        pair_up(match, companions, range(len(listed), len(every)))
        state = match.new_state(1)
        fitting = fitting_in(stage, match, state)
        sort_deck(match, stage.program.deck.parts, cards, deck.parts, fitting)
        for assignment in play.position.assignments:
            if assignment.owner is None:
                match.set_field(state, assignment.field, assignment.value)
        stage.evaluator.look_at(match, state)
        for rule in stage.program.deck.rules:
            if not stage.evaluator.value(call_over(rule.function, cards), {}):
                broken[rule.text] = rule
    return [*broken.values()]


def no_deck(span: Span) -> list[Problem]:
    message = "This scenario has no deck to judge."
    return [Problem("no-deck-list", message, span, "given the deck holds ..")]


def is_legal(play: Play, span: Span) -> list[Problem]:
    broken = broken_rules(play)
    if broken is None:
        return no_deck(span)
    if not broken:
        return []
    texts = ", ".join(f'"{rule.text}"' for rule in broken)
    return [Problem("claim-fails", f"The deck is not legal: it breaks {texts}.", span)]


def breaks(stage: Stage, claim: files.BreaksClaim, problems: list[Problem]) -> Check:
    """The deck breaks the rule of this line."""
    texts = [rule.text for rule in stage.program.deck.rules]
    wanted = str(claim.text)
    if not any(wanted in text for text in texts) and not stage.is_mutant:
        problems.append(
            unknown("unknown-deck-rule", "deck rule", wanted, claim.text.span, texts)
        )

    def check(play: Play) -> list[Problem]:
        broken = broken_rules(play)
        if broken is None:
            return no_deck(claim.span)
        if any(wanted in rule.text for rule in broken):
            return []
        told = ", ".join(f'"{rule.text}"' for rule in broken) or "nothing"
        message = f'The deck does not break "{wanted}"; it breaks {told}.'
        return [Problem("claim-fails", message, claim.span)]

    return check
