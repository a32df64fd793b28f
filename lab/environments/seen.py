"""What a seat sees of a game as a row of numbers, of one length in all games of the same decks."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.ir.options import SHARES, unpacked
from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.knowledge.view import View
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.match import Match

UNKNOWN = 0  # the number of a card that the seat does not know; the others' begin behind it


class Encoding:
    """The numbers, in this order: whose they are and who is asked, one number a seat; of each list
    of cards how many lie there that the seat does not know, and of each card that there is how
    many it knows there; the gauges and notes that it may read, 0 for the others; the site that
    asks it, from 1; and of each of its options the number of its group and of its card.
    """

    def __init__(self, match: Match, options: int) -> None:
        self.match, self.options = match, options
        printed = sorted({definition for definition, _ in match.cards})
        self.numbers = {one: number for number, one in enumerate(printed, UNKNOWN + 1)}
        seats = range(match.program.seats)
        self.fields = [
            (slot, owner)
            for slot in match.layout.fields.values()
            if slot.spec.per != "card" and slot.spec.secret != "inner"
            for owner in (seats if slot.spec.per == "player" else (0,))
        ]
        lists = len(match.layout.zone_at) * (len(printed) + 1)
        self.size = 2 * len(seats) + lists + len(self.fields) + 1 + 2 * options

    def seen(self, game: Game, seat: int) -> list[int]:
        """The numbers of a game for a seat."""
        setup, state = game.whole()
        view = View(setup, state, seat)
        row = [int(one == seat) for one in range(len(setup.seats))]
        row += [int(one == state[SEAT]) for one in range(len(setup.seats))]
        for cell, (zone, owner) in self.match.layout.zone_at.items():
            row += self.cards(view, state[cell], self.counts(zone, owner, seat))
        row += [
            state[slot.index + owner] if view.legible.may_read(slot.spec, owner) else 0
            for slot, owner in self.fields
        ]
        asked = state[SEAT] == seat
        row.append(state[SITE] + 1 if asked else 0)
        options = [*self.choices(view, state)][: self.options] if asked else []
        for pair in options:
            row += pair
        return row + [0, 0] * (self.options - len(options))

    def counts(self, zone: str, owner: int, seat: int) -> bool:
        """Whether the seat may count a zone."""
        return self.match.program.zones[zone].counted == "all" or owner in (-1, seat)

    def cards(self, view: View, members: list[int], counted: bool) -> list[int]:
        """How many of each card are known in a list."""
        found = [0] * (len(self.numbers) + 1)
        for card in members:
            if view.knows(card):
                found[self.numbers[self.match.cards[card][0]]] += 1
            elif counted:
                found[UNKNOWN] += 1
        return found

    def choices(self, view: View, state: State) -> Iterator[tuple[int, int]]:
        """The group and the card of each option, or its number."""
        number: int = state[SITE]
        site = self.match.program.sites[number]
        options: list[int] = state[OPTIONS]
        for option in options:
            group, card = 0, -1
            if option < 0:
                group = -1
            elif site.element_kinds:
                group, element = unpacked(option, len(site.element_kinds))
                card = element if site.element_kinds[group] == "card" else -1
            elif site.kind == "card":
                card = option
            elif site.kind == "share:card":
                group, card = unpacked(option, SHARES)
            elif site.kind == "trigger":
                card = state[self.match.layout.queue][option][1]
            else:
                group = option % SHARES
            known = card >= 0 and view.knows(card)
            yield group, self.numbers[self.match.cards[card][0]] if known else UNKNOWN
