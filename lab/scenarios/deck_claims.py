"""`the deck is legal`, `the deck breaks "exactly 30 cards"`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...dsl.ir.deck import DeckRule
from ...dsl.nodes import files
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem
from ...interpreter.runtime.deck_setup import companions_of, owner_of, pair_up, sort_deck
from .play import Check, Play, failed
from .position import call_over, fitting_in
from .prepared import Reader


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


def deck_check(span: Span, wrong: Callable[[list[str]], str]) -> Check:
    """A claim about the deck: what is `wrong` with the rules it breaks, empty if nothing is."""

    def check(play: Play) -> Iterator[Problem]:
        broken = broken_rules(play)
        if broken is None:
            message = "This scenario has no deck to judge."
            yield Problem("no-deck-list", message, span, "given the deck holds ..")
        elif text := wrong([rule.text for rule in broken]):
            yield failed(text, span)

    return check


def legal_check(claim: files.LegalClaim) -> Check:
    """`the deck is legal`."""

    def wrong(broken: list[str]) -> str:
        return f"The deck is not legal: it breaks {quoted(broken)}." if broken else ""

    return deck_check(claim.span, wrong)


def breaks_check(reader: Reader, claim: files.BreaksClaim) -> Check:
    """The deck breaks the rule of this line."""
    texts = [rule.text for rule in reader.rules.program.deck.rules]
    if not any(claim.text in text for text in texts) and not reader.rules.is_mutant:
        reader.problems.unknown("unknown-deck-rule", "deck rule", claim.text, texts)

    def wrong(broken: list[str]) -> str:
        if any(claim.text in text for text in broken):
            return ""
        found = quoted(broken) or "nothing"
        return f'The deck does not break "{claim.text}"; it breaks {found}.'

    return deck_check(claim.span, wrong)


def quoted(texts: list[str]) -> str:
    return ", ".join(f'"{text}"' for text in texts)
