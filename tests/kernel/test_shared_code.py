"""Matches that share code made when it is needed play by turns, each with its own cards."""

from __future__ import annotations

from itertools import zip_longest

from places import FORMATS

import playsheet.api as ps
from playsheet.dsl.ir.ir import Program
from playsheet.dsl.loading.kept import load_usable
from playsheet.dsl.loading.library import sources_of
from playsheet.interpreter.backend.compile import LazyCode, Variant
from playsheet.interpreter.backend.layout import OPTIONS, SEAT, State
from playsheet.interpreter.runtime.match import PLAIN, Match


def turned(match: Match) -> Match:
    """The same with the cards of each seat in the other order."""
    seats = {seat for _, seat in match.cards}
    cards = [*match.cards]
    for seat in seats:
        places = [card for card, (_, owner) in enumerate(cards) if owner == seat]
        for place, (definition, _) in zip(
            places, [cards[place] for place in places[::-1]], strict=True
        ):
            cards[place] = definition, seat
    return Match(match.program, cards, match.starts)


def with_code(match: Match, code: LazyCode) -> Match:
    """The same match, played by other code."""

    def known(_program: Program, _variant: Variant) -> LazyCode:
        return code

    return Match(match.program, match.cards, match.starts, compile=known)


def steps(match: Match) -> list[State]:
    """A game: its states behind each first answer."""
    state, found = match.new_state(3), list[State]()
    match.begin(state)
    while state[SEAT] >= 0 and len(found) < 60:
        match.apply(state, len(found) % len(state[OPTIONS]))
        found.append(match.clone(state))
    return found


def test_matches_that_share_code_play_by_turns() -> None:
    rules = ps.load(FORMATS / "tiny")
    dealt = rules.new_setup(0, rules.deck_lists(2)[0], None, None).match
    whole = load_usable(sources_of(FORMATS / "tiny")).program
    assert whole is not None
    one = Match(whole, dealt.cards, dealt.starts)
    other, code = turned(one), LazyCode(whole, PLAIN)
    alone = tuple(steps(with_code(match, LazyCode(whole, PLAIN))) for match in (one, other))
    assert alone[0] != alone[1]
    pair = with_code(one, code), with_code(other, code)
    states = [match.new_state(3) for match in pair]
    found: tuple[list[State], list[State]] = [], []
    for match, state in zip(pair, states, strict=True):
        match.begin(state)
    for number in range(60):
        for match, state, seen in zip(pair, states, found, strict=True):
            if state[SEAT] >= 0:
                match.apply(state, number % len(state[OPTIONS]))
                seen.append(match.clone(state))
    for mine, theirs in zip(alone, found, strict=True):
        assert all(a == b for a, b in zip_longest(mine, theirs))


def test_a_dealt_match_reads_the_cards_that_lie_there() -> None:
    rules = ps.load("guilds")
    of_decks = rules.new_setup(0, rules.deck_lists(2)[0], None, None).match
    match = Match(of_decks.program, of_decks.cards, of_decks.starts)
    mine = [card for card, (_, owner) in enumerate(match.cards) if owner == 0]
    two, all_of_them = [*range(len(match.cards))], [*range(len(match.cards))]
    two[mine[0]], two[mine[-1]] = mine[-1], mine[0]
    for place, card in zip(mine, mine[1:] + mine[:1], strict=True):
        all_of_them[place] = card
    for lies in (two, all_of_them):
        dealt = match.dealt(lies)
        anew = Match(match.program, [match.cards[card] for card in lies], match.starts)
        assert dealt.cards == anew.cards != match.cards
        assert (dealt.tables, dealt.bearers) == (anew.tables, anew.bearers)
        assert [*map(repr, dealt.entries.values())] == [*map(repr, anew.entries.values())]
