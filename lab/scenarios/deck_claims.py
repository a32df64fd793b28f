"""`the deck is legal`, `the deck breaks "exactly 30 cards"`."""

from __future__ import annotations

from ...dsl.ir.deck import DeckRule
from ...dsl.nodes import files
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, unknown
from ...interpreter.runtime.deck_setup import companions_of, owner_of, pair_up, sort_deck
from .play import Check, Play, failed
from .position import call_over, fitting_in
from .prepared import PreparedRules


def broken_rules(play: Play) -> list[DeckRule] | None:
    """The deck rules that the scenario's deck (or any of its decks) breaks; None without a deck."""
    case, rules, broken = play.position.case, play.rules, dict[str, DeckRule]()
    lists = [case.deck] if case.deck is not None else [*case.decks.values()]
    if not lists:
        return None
    for deck in lists:
        zone = next(iter(rules.program.zones))
        listed = [(number, 0) for number in deck.numbers]
        cards = [*range(len(listed))]
        companions = companions_of(rules.program, rules.program.deck.brings, listed)
        every = [*listed, *((companion.definition, 0) for companion in companions)]
        place = (zone, owner_of(rules.program, zone, 0))
        match = rules.match(every, {place: [*range(len(every))]})
        pair_up(match, companions, range(len(listed), len(every)))
        state = match.new_state(1)
        fitting = fitting_in(rules, match, state)
        sort_deck(match, rules.program.deck.parts, cards, deck.parts, fitting)
        for assignment in play.position.assignments:
            if assignment.owner is None:
                match.set_field(state, assignment.field, assignment.value)
        for rule in rules.program.deck.rules:
            asked = call_over(rule.function, cards)
            if not rules.evaluator.evaluate(match, state, asked):
                broken[rule.text] = rule
    return [*broken.values()]


def no_deck(span: Span) -> list[Problem]:
    message = "This scenario has no deck to judge."
    return [Problem("no-deck-list", message, span, "given the deck holds ..")]


def is_legal(play: Play, span: Span) -> list[Problem]:
    """`the deck is legal`."""
    broken = broken_rules(play)
    if broken is None:
        return no_deck(span)
    texts = ", ".join(f'"{rule.text}"' for rule in broken)
    return failed(f"The deck is not legal: it breaks {texts}.", span) if broken else []


def breaks(
    rules: PreparedRules, claim: files.BreaksClaim, problems: list[Problem]
) -> Check:
    """The deck breaks the rule of this line."""
    texts, wanted = [rule.text for rule in rules.program.deck.rules], str(claim.text)
    if not any(wanted in text for text in texts) and not rules.is_mutant:
        span = claim.text.span
        problems.append(unknown("unknown-deck-rule", "deck rule", wanted, span, texts))

    def check(play: Play) -> list[Problem]:
        broken = broken_rules(play)
        if broken is None:
            return no_deck(claim.span)
        if any(wanted in rule.text for rule in broken):
            return []
        texts = ", ".join(f'"{rule.text}"' for rule in broken) or "nothing"
        return failed(f'The deck does not break "{wanted}"; it breaks {texts}.', claim.span)

    return check
