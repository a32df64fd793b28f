"""The cards of the three decks and how many of each, out of hyper_colosseum.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from . import hyper_colosseum_cards, hyper_colosseum_effects
from .hyper_colosseum_cards import LOSSES, Card, Traits, Way, find_routes

NAMES = {**vars(hyper_colosseum_cards), **vars(hyper_colosseum_effects)}


def meant(value: Any) -> Any:
    """`double`, `{power: 30}`, `{if_: [dives, {mill: 2}]}`: a name of ours is what it stands
    for, a mapping the call of a function; any other text stays what it is.
    """
    match value:
        case str():
            return NAMES.get(value, value)
        case list():
            return tuple(map(meant, value))
        case dict():
            [(function, given)] = value.items()
            return NAMES[function](*map(meant, given if isinstance(given, list) else [given]))
        case _:
            return value


def card_of(code: str, row: dict[str, Any]) -> Card:
    """A card of the file."""
    ways = tuple(Way(meant(base), meant(cost)) for base, cost in row.pop("ways", {}).items())
    said = {name: meant(value) for name, value in row.items()}
    payable, cost = said.pop("cost", (None, None))
    said |= {"is_option": "timing" in row, "loss": LOSSES.get(row.get("level"), ())}
    return Card(code=code, ways=ways, payable=payable, cost=cost, **said)


def read() -> dict[str, list[Card]]:
    """The cards of the decks by name."""
    file = Path(__file__).with_name("hyper_colosseum.yaml")
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    cards = {code: card_of(code, row) for code, row in found["cards"].items()}
    return {name: [*cards_in(deck, cards)] for name, deck in found["decks"].items()}


def cards_in(deck: dict[str, int], cards: dict[str, Card]) -> Iterator[Card]:
    """Each card as often as it is in a deck."""
    codes = [code for code, count in deck.items() for _ in range(count)]
    for number, code in enumerate(codes):
        yield replace(cards[code], number=number, routes={})


DECKS = read()
TRAITS = {name: Traits(cards) for name, cards in DECKS.items()}
for one in DECKS.values():
    find_routes(one)
