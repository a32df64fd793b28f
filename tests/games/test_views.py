"""A seat is told what it may know: never more, and nothing that depends on more."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count
from pathlib import Path
from random import Random
from typing import Any

import playing
import pytest
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.ir.names import PLACE
from playsheet.interpreter.backend.layout import OPTIONS, RNG, State
from playsheet.interpreter.knowledge.record import Recorder, recorder_of
from playsheet.interpreter.knowledge.view import View
from playsheet.interpreter.knowledge.visibility import visibility_of
from playsheet.interpreter.runtime.game_setup import GameSetup
from playsheet.interpreter.runtime.match import Match
from playsheet.interpreter.transcript.transcript import lines_for


def decisions(rules: ps.Rules, seed: int) -> Iterator[ps.Game]:
    """A random game at each of its choices."""
    game, chance = rules.new_game(seed=seed, record=True), Random(seed)
    while not game.is_over():
        yield game
        game.apply(chance.randrange(len(game.legal_actions())))
    yield game


def positions(rules: ps.Rules) -> Iterator[tuple[int, ps.Game]]:
    """Random games at each of their choices, one behind the other without end."""
    for seed in count(3):
        yield from enumerate(decisions(rules, seed))


def zone(view: dict[str, Any], name: str, owner: str | None) -> dict[str, Any]:
    return next(z for z in view["zones"] if z["zone"] == name and z["owner"] == owner)


def exchanged(setup: GameSetup, one: int, two: int) -> GameSetup:
    """The same table with two cards in each other's place."""
    old = setup.match
    cards = [*old.cards]
    cards[one], cards[two] = cards[two], cards[one]
    match = Match(old.program, cards, old.starts, compile=setup.edition.compiled)
    parts = (setup.seats, setup.decks, setup.options, setup.seed)
    return GameSetup(setup.edition, match, *parts)


def shown_by_exchanges(rules: ps.Rules, wanted: int) -> int:
    """Exchanges cards that a seat does not know, in some games; how many were exchanged."""
    chance = Random(1)
    tried = 0
    for number, game in positions(rules):
        if tried >= wanted:
            break
        if number % 7:
            continue
        setup, state = game._setup, game._state
        known = recorder_of(state, Recorder).known
        for seat, name in enumerate(game.seats):
            for owner in range(len(game.seats)):
                hidden = [
                    card
                    for card, (_, of) in enumerate(setup.match.cards)
                    if of == owner and not known[card] >> seat & 1
                ]
                pairs = [
                    (one, two)
                    for one, two in combinations(hidden, 2)
                    if setup.match.cards[one] != setup.match.cards[two]
                ]
                for one, two in chance.sample(pairs, min(4, len(pairs))):
                    other = View(exchanged(setup, one, two), state, seat).whole()
                    assert other == game.view(name)
                    tried += 1
    return tried


@playing.IN_EVERY_FORMAT
def test_exchanging_cards_a_seat_does_not_know_changes_nothing_it_sees(rules: ps.Rules) -> None:
    assert shown_by_exchanges(rules, 100) >= 100


@playing.OF_DIGIMON
def test_exchanges_show_in_no_game_of_a_format_that_ships(name: str) -> None:
    wanted = sampled(20, 2_000)
    assert shown_by_exchanges(ps.load(name), wanted) >= wanted


def reordered(game: ps.Game, cell: int, chance: Random) -> State:
    """The state of a game with the cards of a zone in another order."""
    state = game._setup.engine(True).clone(game._state)
    state[cell] = chance.sample(state[cell], len(state[cell]))
    return state


def seen_of(setup: GameSetup, state: State, seat: int) -> object:
    """All that a seat is told of a state: the view, the story in both forms."""
    lines = [*lines_for(setup, state, seat, False, ""), *lines_for(setup, state, seat, True, "")]
    return View(setup, state, seat).whole(), lines


def shown_by_order(rules: ps.Rules, wanted: int) -> tuple[int, int]:
    """Puts the cards of hidden zones in another order, in some games: how often nothing was seen
    of it at once, and behind the next answer, but where chance decides.
    """
    chance = Random(1)
    tried = after = 0
    for number, game in positions(rules):
        if tried >= wanted and after > wanted // 4:
            break
        setup, state, engine = game._setup, game._state, game._setup.engine(True)
        held = visibility_of(setup.match.layout).held
        for cell, (_, owner) in setup.match.layout.zone_at.items():
            if number % 3 or not held[cell] or len(set(state[cell])) < 2:
                continue
            other = reordered(game, cell, chance)
            seats = [seat for seat in range(len(game.seats)) if seat != owner]
            for seat in seats:
                assert seen_of(setup, state, seat) == seen_of(setup, other, seat)
                tried += 1
            if game.is_over():
                continue
            index, before = chance.randrange(len(state[OPTIONS])), engine.clone(state)
            engine.apply(before, index)
            engine.apply(other, index)
            if before[RNG] == state[RNG] == other[RNG]:
                for seat in seats:
                    assert seen_of(setup, before, seat) == seen_of(setup, other, seat)
                    after += 1
    return tried, after


@playing.IN_EVERY_FORMAT
def test_the_order_of_a_hidden_zone_shows_in_nothing(rules: ps.Rules) -> None:
    """Neither now nor after the next answer."""
    tried, after = shown_by_order(rules, 20)
    assert tried >= 20 and after > 5


@playing.OF_DIGIMON
def test_orders_show_in_no_game_of_a_format_that_ships(name: str) -> None:
    wanted = sampled(20, 2_000)
    tried, after = shown_by_order(ps.load(name), wanted)
    assert tried >= wanted and after > wanted // 4


def test_hidden_cards_are_offered_in_an_order_of_chance() -> None:
    """Where among the options a hidden card stands does not say when it came where it lies."""
    first = Counter[int]()
    for seed in range(40):
        for game in decisions(playing.market(), seed):
            choice, state = game.choice, game._state
            if choice is not None and choice.prompt.endswith("Take a ware"):
                place = state[game._setup.match.layout.columns[PLACE]]
                options = [card for card in state[OPTIONS] if card >= 0]
                lying = [card for card in state[place[options[0]]] if card in options]
                if len(options) == len(lying) == 3:
                    first[lying.index(options[0])] += 1
    assert len(first) == 3 and max(first.values()) < 2 * min(first.values()), first


@pytest.mark.parametrize(
    "deed",
    [
        "move hand to bin",
        "move spare to bin",
        "each spare as one: move one to bin",
        "let lost be hand; move lost to bin",
        "choose 3 cards in hand as lost; move lost to bin",
        "choose 3 cards in hand as lost; do drop of lost by player",
        "do drop of hand by player",
        "do drop_spare by player",
    ],
)
def test_what_happens_to_hidden_cards_happens_in_no_order_of_theirs(
    tmp_path: Path, deed: str
) -> None:
    """Where it is seen what is lost, any card of a hand may be the first."""
    added = "property spare of player means hand\n"
    for verb, what in (("drop of those: cards", "those"), ("drop_spare", "spare")):
        if f"do {verb.split()[0]} " in deed:
            added += f"to {verb} by player\n    move {what} to bin\n\n"
    place = playing.changed_format(
        tmp_path,
        ("window entering", f"{added}window entering"),
        (
            "        step rest\n",
            f"        step rest\n            each player\n                {deed}\n",
        ),
    )
    rules, first = ps.load(place), Counter[int]()
    for seed in range(25):
        before: dict[str, list[int]] = {}
        for game in decisions(rules, seed):
            cells = game._setup.match.layout.zone_at.items()
            lie = {f"{zone} {of}": list(game._state[cell]) for cell, (zone, of) in cells}
            for of in range(2):
                held = before.get(f"hand {of}", [])
                lost = [card for card in lie[f"bin {of}"] if card in held]
                if len(held) == len(lost) == 3:
                    first[held.index(lost[0])] += 1
            before = lie
    assert len(first) == 3 and max(first.values()) < 2 * min(first.values()), first


@playing.IN_EVERY_FORMAT
def test_a_view_is_plain_and_names_no_instance(rules: ps.Rules) -> None:
    for game in decisions(rules, 2):
        for seat in game.seats:
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert "#" not in json.dumps(view)
            assert view["over"] == game.is_over()


@playing.IN_EVERY_FORMAT
def test_cards_are_counted_and_known_where_the_zone_says_so(rules: ps.Rules) -> None:
    specs = rules.edition.contents.program.zones
    for game in decisions(rules, 4):
        views = {seat: game.view(seat) for seat in game.seats}
        for seat, view in views.items():
            for found in view["zones"]:
                assert found["count"] in (None, len(found["cards"]))
                spec = specs[found["zone"]]
                if spec.seen == "owner" and found["owner"] == seat:
                    assert None not in found["cards"]
                if spec.seen == "nobody":
                    assert all(card is None or card["face"] == "down" for card in found["cards"])


@playing.IN_EVERY_FORMAT
def test_only_the_seat_that_decides_sees_the_choice(rules: ps.Rules) -> None:
    for game in decisions(rules, 5):
        choice = game.choice
        for seat in game.seats:
            shown = game.view(seat)["choice"]
            if choice is None:
                assert shown is None
            elif seat != choice.seat:
                assert shown == {"seat": choice.seat}
            else:
                assert tuple(shown["options"]) == choice.options
                assert shown["prompt"] == choice.prompt
                assert shown["clause"] == choice.clause


def test_a_hand_is_its_owners() -> None:
    game = playing.tiny().new_game(seed=1)
    for seat, other in (("ana", "bo"), ("bo", "ana")):
        mine = zone(game.view(seat), "hand", seat)
        assert mine["count"] == 3 and all(card["name"] for card in mine["cards"])
        theirs = zone(game.view(other), "hand", seat)
        assert theirs["count"] == 3 and theirs["cards"] == [None] * 3
        assert zone(game.view(seat), "deck", seat)["cards"] == [None] * 5


def test_a_look_is_remembered() -> None:
    """Who plays Spyglass sees the other hand, as it is now and as far as it stays."""
    seen = False
    for seed in range(30):
        for game in decisions(playing.tiny(), seed):
            told = game.transcript("ana").splitlines()
            if any("reveal " in row and row.endswith(" to ana") for row in told[-3:]):
                hand = zone(game.view("ana"), "hand", "bo")["cards"]
                seen = seen or any(card is not None for card in hand)
        if seen:
            return
    raise AssertionError("no look was remembered")


def test_private_and_inner_notes_are_not_shown() -> None:
    for rules in (playing.tiny(), playing.shipped()):
        secret = {
            name
            for name, spec in rules.edition.contents.program.fields.items()
            if spec.secret == "inner"
        }
        assert secret
        for game in decisions(rules, 1):
            view = game.view("ana")
            shown = {*view["fields"], *(n for p in view["players"].values() for n in p["fields"])}
            assert not shown & secret


def test_modifiers_name_the_cards_they_are_on() -> None:
    found: list[dict[str, Any]] = []
    for seed in range(6):
        for game in decisions(playing.tiny(), seed):
            found += game.view("bo")["modifiers"]
    assert found
    names = {card.name for card in playing.tiny().cards}
    assert {row["card"] for row in found} <= names
    assert all(row["property"] == "might" and row["until"] == "turn" for row in found)


def test_steps_and_turns_are_told() -> None:
    turns: list[int] = []
    for game in decisions(playing.tiny(), 3):
        view = game.view("ana")
        if not game.is_over():
            assert view["steps"][-1]["title"]
            assert view["turn"] == game.turn
        turns.append(view["turn"])
    assert turns[0] == 1 and turns == sorted(turns)
    assert max(turns) == playing.play(playing.tiny().new_game(seed=3), 3).turn


def test_hidden_cards_among_options_are_numbered() -> None:
    """Who may take a card out of another's purse is not told which is which."""
    several = 0
    for game in decisions(playing.market(), 2):
        choice = game.choice
        if choice is not None and choice.prompt.endswith("Take a ware"):
            unknown = [text for text in choice.options if text.startswith("a card")]
            assert unknown == [f"a card {i + 1}" for i in range(len(unknown))]
            assert all(o.card is None for o in choice.details if o.text in unknown)
            several += len(unknown) > 1
    assert several


def test_what_is_not_counted_is_not_counted() -> None:
    for game in decisions(playing.market(), 3):
        for seat, other in (("ana", "bo"), ("bo", "cleo"), ("cleo", "ana")):
            assert zone(game.view(seat), "purse", seat)["count"] is not None
            purse = zone(game.view(seat), "purse", other)
            assert purse["count"] is None and None not in purse["cards"]


def test_a_note_of_ones_own_is_not_shown_to_others() -> None:
    owed = False
    for game in decisions(playing.market(), 4):
        for seat in game.seats:
            players = game.view(seat)["players"]
            owed = owed or players[seat]["fields"].get("debt", 0) > 0
            assert all("debt" not in players[o]["fields"] for o in game.seats if o != seat)
            told = [row for row in game.transcript(seat).splitlines() if " debt " in row]
            assert all(f"{seat}'s debt" in row for row in told)
    assert owed


def test_a_secret_choice_is_told_to_nobody_else() -> None:
    for game in decisions(playing.market(), 5):
        for seat in game.seats:
            for row in game.transcript(seat).splitlines():
                if '"Offer a ware"' in row and f" ask {seat} " not in row:
                    assert row.endswith("?") or f" forced {seat} " in row


def test_a_number_with_two_sides_is_read_from_each(tmp_path: Path) -> None:
    place = playing.changed_format(
        tmp_path,
        ("gauge points", "gauge scales shared -90..90 seen from first\ngauge points"),
        (
            "            raise round by 1\n",
            "            raise round by 1\n            raise first's scales by 2\n",
        ),
    )
    turned = 0
    for game in decisions(ps.load(place), 1):
        views = {seat: game.view(seat)["fields"] for seat in game.seats}
        first = views["ana"].get("first")
        assert views["ana"]["scales"] == -views["bo"]["scales"]
        if first is None or not views["ana"]["scales"]:
            continue
        assert views[first]["scales"] > 0
        for seat, fields in views.items():
            told = [row for row in game.transcript(seat).splitlines() if " scales " in row]
            assert told[-1].split(" [")[0].split()[-1] == str(fields["scales"])
        turned += 1
    assert turned > 3


def test_what_is_told_of_a_card_shows_to_who_does_not_see_it() -> None:
    game = ps.load("hanabi").new_game(2)
    assert game.choice is not None
    other = next(seat for seat in game.seats if seat != game.choice.seat)
    told = next(text for text in game.choice.options if text.startswith("Tell a colour"))
    before = zone(game.view(other), "hand", other)["cards"]
    game.apply(game.choice.options.index(told))
    after = zone(game.view(other), "hand", other)["cards"]
    assert before == [None] * 5
    shown = {"name": None, "fields": {"told_colour": told.removeprefix("Tell a colour: ")}}
    assert shown in after and all(card in (None, shown) for card in after)


def test_all_see_of_which_card_one_is_a_copy() -> None:
    shown = 0
    for game in decisions(playing.shifts(), 1):
        views = [game.view(seat) for seat in game.seats]
        cards = [card for zone in views[0]["zones"] for card in zone["cards"] if card]
        copies = sorted(card["copy_of"] for card in cards if "copy_of" in card)
        made = [m["amount"] for m in views[1]["modifiers"] if m["property"] == "print"]
        assert bool(copies) == bool(made)
        assert set(copies) <= set(made)
        shown += len(copies)
    assert shown
