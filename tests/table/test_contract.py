"""What a reader is sent fits the contract, and follows from what he may know."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from playing import changed_format
from sampling import sampled
from tables import (
    NAMES,
    SMALL,
    Otherwise,
    decisions,
    exchanged,
    new_playing,
    readers_of,
    rules_of,
    told,
)

import playsheet.api as ps
from playsheet.interpreter.backend.layout import OPTIONS, RNG
from playsheet.interpreter.knowledge.record import GameRecorder, recorder_of
from playsheet.interpreter.knowledge.visibility import visibility_of
from playsheet.table.contract.events import Beat
from playsheet.table.contract.formats import Schema
from playsheet.table.contract.published import FOLDER, schema_files
from playsheet.table.contract.views import View
from playsheet.table.readers.describing import schema_of
from playsheet.table.readers.followed import followed
from playsheet.table.readers.playing import Playing
from playsheet.table.readers.reader import reader_of, seat_reader
from playsheet.table.readers.stream import Stream

EVERY = pytest.mark.parametrize("name", NAMES)


def test_the_schemas_that_ship_are_current() -> None:
    """Red after any change of a model without `python -m playsheet.table.contract.published`."""
    shipped = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert shipped == schema_files()


AIMS = (
    'phrase tire act "tire"',
    """phrase aim act "aim at a card"
    choose 1 card in bin where it is not this as one asking "At which?"
    choose a number from 0 to 1 as much asking "How much?"
    choose a number from 0 to 1 as more asking "How much more?"
    lower points by much + more
phrase tire act "tire\"""",
)


def test_an_arrow_stays_as_long_as_the_effect_is_on_and_who_comes_late_sees_it(
    tmp_path: Path,
) -> None:
    """Red if arrows follow from what has just happened."""
    changed_format(tmp_path, AIMS, file="words.rules")
    cards = ("Look at your opponent's hand.", "Aim at a card.")
    rules = ps.load(changed_format(tmp_path, cards, file="cards/tiny.cards"))
    for seed in range(40):
        playing, chance = Playing(rules.new_setup(seed, None, None, None)), Random(seed)
        reader = reader_of(playing.setup, "public")
        stream = followed(playing, reader)
        for _ in decisions(playing, 60, chance):
            if stream.view()["asked"][0]["prompt"] == "How much?":
                break
        else:
            continue
        shown: list[list[tuple[str, str]]] = []
        for _ in range(3):
            view = stream.view()
            assert followed(playing, reader).view()["links"] == view["links"]
            named = {one["id"]: one.get("code") for one in cards_in(view)}
            links = [one for one in view["links"] if one["kind"] == "target"]
            shown.append([(str(one["title"]), str(named[one["start"]])) for one in links])
            playing.apply(0)
        arrow = [("At which?", "Td-6")]
        assert shown == [arrow, arrow, []]
        return
    raise AssertionError("nobody aims")


DUELS = (
    ("property champion", """property rival_is_in of player means opponent's ring is not empty
property champion"""),
    ("note tired:", """note duelist "duelist": card or none shared
note hit "hit": card or none shared
note tired:"""),
    ("offers use_trick, abilities", "offers duel, use_trick, abilities"),
    ("action use_trick", """action duel "Duel" offers Fighter in ring as mine needs rival_is_in
    set duelist to mine
    choose 1 Fighter in opponent's ring as foe asking "Whom?"
    set hit to foe
    choose a number from 0 to 1 as much asking "How much?"
    lower points by much
action use_trick"""),
    ("            raise round", "            set duelist to none; set hit to none; raise round"),
)  # fmt: skip


def test_an_action_points_at_its_target_as_long_as_the_game_notes_both(tmp_path: Path) -> None:
    """Red if only texts of cards have arrows, or that of an action ends with the answer."""
    for change in DUELS:
        place = changed_format(tmp_path, change)
    setup = ps.load(place).new_setup(3, None, None, None)
    found: list[tuple[str, list[str], list[str]]] = []
    for seed in range(30):
        playing, chance = Playing(setup), Random(seed)
        reader = reader_of(setup, "public")
        stream = followed(playing, reader)
        for _ in decisions(playing, 40, chance):
            view = stream.view()
            asks, step = view["asked"][0]["prompt"], view["steps"][-1]["id"]
            if asks == "How much?" or found:
                titles = {one["id"]: one.get("code") for one in cards_in(view)}
                links = [one for one in view["links"] if one["kind"] == "target"]
                ends = [f"{titles[one['start']]} {titles[one['end']['card']]}" for one in links]
                marks = [mark for one in things_in(view) for mark in one.get("marks", ())]
                found.append((f"{step} {asks}", ends, marks))
                assert followed(playing, reader).view()["links"] == view["links"]
        if len(found) > 2 and found[1][0].startswith("fight") and not found[-1][2]:
            break
        found.clear()
    assert found[0][1] and found[0][2] == ["duelist", "hit"]
    for _, ends, marks in found:
        assert bool(ends) == bool(marks), found


def things_in(view: dict[str, Any]) -> list[dict[str, Any]]:
    """What lies in the zones of a view."""
    return [thing for zone in view["zones"] for thing in zone["objects"]]


def cards_in(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards of a view that can be pointed at."""
    return [card for thing in things_in(view) for card in thing["cards"] if "id" in card]


def test_they_are_schemas() -> None:
    for text in schema_files().values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


@EVERY
def test_a_format_describes_itself_as_the_contract_says(name: str) -> None:
    rules = rules_of(name)
    for language in rules.languages:
        schema = json.loads(json.dumps(schema_of(rules, language)))
        Schema.model_validate(schema, strict=False)
        for card in schema["cards"].values():
            for text in card["texts"]:
                ends = [words for one in text["sentences"] for words in one["words"]]
                assert ends == sorted(ends) and all(end <= len(text["text"]) for end in ends)


@EVERY
def test_all_that_is_sent_fits_the_contract(name: str) -> None:
    """Red if a field is left out, or one is sent that no model has."""
    shipped = json.loads((FOLDER / "view.json").read_text(encoding="utf-8"))  # is current: above
    validator = jsonschema.Draft202012Validator(shipped)
    for seed in range(sampled(1, 10)):
        game = new_playing(name, seed)
        streams = [Stream(game, reader) for reader in readers_of(game.setup)]
        for number in decisions(game, sampled(25, 400), Random(seed)):
            for stream in streams:
                stream.advance()
                View.model_validate(stream.view())
                if number % 20 == 0:
                    validator.validate(json.loads(json.dumps(stream.view())))
        for stream in streams:
            stream.advance()
            for beat in stream.beats:
                Beat.model_validate(beat)


@EVERY
def test_every_answer_is_offered_once(name: str) -> None:
    game = new_playing(name, 5)
    streams = [Stream(game, seat_reader(seat)) for seat in range(len(game.setup.seats))]
    for _ in decisions(game, sampled(60, 400), Random(5)):
        for stream in streams:
            stream.advance()
        choices = [stream.view()["choice"] for stream in streams]
        assert [one is not None for one in choices] == [
            seat == game.asked for seat in range(len(streams))
        ]
        options = [i for one in choices if one for option in one["options"] for i in option["same"]]
        assert sorted(options) == [*range(len(game.state[OPTIONS]))]


@EVERY
def test_cards_that_a_seat_never_knew_change_nothing_it_is_sent(name: str) -> None:
    """Exchanged for each other all along: red if an event is told by who `seen` it, not by who
    knows its cards.
    """
    chance, tried = Random(name), 0
    for seed in range(sampled(2, 36)):
        most = chance.randrange(5, sampled(40, 160))
        game = new_playing(name, seed)
        for _ in decisions(game, most, Random(seed)):
            pass
        for seat in range(len(game.setup.seats)):
            pairs = never_known(game, seat, chance)
            if not pairs:
                continue
            other = new_playing(name, seed)
            twin = Otherwise(other, exchanged(other.setup, pairs))
            streams = Stream(other, seat_reader(seat)), Stream(twin, seat_reader(seat))
            for _ in decisions(other, most, Random(seed)):
                for stream in streams:
                    stream.advance()
                assert told(streams[0]) == told(streams[1])
                tried += 1
            for stream in streams:
                stream.advance()
            assert told(streams[0]) == told(streams[1])
    assert tried or not hides_cards(name)


def never_known(game: Playing, seat: int, chance: Random) -> list[tuple[int, int]]:
    """Pairs of cards of one owner and kind that a seat has not known in the whole game."""
    known = 0
    for masks in game.recorder.knowledge:
        known |= sum((mask >> seat & 1) << card for card, mask in enumerate(masks))
    match = game.setup.match
    kind = match.tables["kind"]
    part = match.tables.get("deck part", [0] * (len(match.cards) + 1))
    groups: dict[object, list[int]] = {}
    for card, (_, owner) in enumerate(match.cards):
        if not known >> card & 1:
            groups.setdefault((owner, kind[card], part[card]), []).append(card)
    found: list[tuple[int, int]] = []
    for cards in groups.values():
        chance.shuffle(cards)
        pairs = zip(cards[::2], cards[1::2], strict=False)
        found += [(a, b) for a, b in pairs if match.cards[a] != match.cards[b]]
    return found[:6]


def hides_cards(name: str) -> bool:
    """Whether a format has cards that a seat may never come to know, and some that differ."""
    game = new_playing(name, 1)
    return any(never_known(game, seat, Random(1)) for seat in range(len(game.setup.seats)))


@EVERY
def test_the_order_of_a_hidden_zone_changes_nothing_that_is_sent(name: str) -> None:
    """Permuted before an answer; then, where chance does not decide, behind the same answer."""
    chance = Random(name)
    for seed in range(sampled(4 if name in SMALL else 1, 12)):
        game = new_playing(name, seed)
        held = visibility_of(game.setup.match.layout).held
        for number in decisions(game, sampled(30, 150), Random(seed)):
            if number % sampled(3 if name in SMALL else 8, 3):
                continue
            for cell, (_, owner) in game.setup.match.layout.zone_at.items():
                if held[cell] and len(set(game.state[cell])) > 1:
                    seats = [seat for seat in range(len(game.setup.seats)) if seat != owner]
                    compare_permuted(name, seed, game, cell, chance.choice(seats), chance)


def compare_permuted(
    name: str, seed: int, game: Playing, cell: int, seat: int, chance: Random
) -> None:
    """The same game twice, once with the cards of a zone in another order."""
    index = chance.randrange(len(game.state[OPTIONS])) if game.asked >= 0 else -1
    order = chance.sample(range(len(game.state[cell])), len(game.state[cell]))
    seen: list[list[bytes]] = []
    drawn: list[bool] = []
    for permute in (False, True):
        twin = new_playing(name, seed)
        stream = Stream(twin, seat_reader(seat))
        for answer in game.answers:
            stream.advance()
            twin.apply(answer)
        if permute:
            twin.state[cell] = [twin.state[cell][place] for place in order]
        stream.advance()
        before = twin.state[RNG]
        rows = [told(stream)]
        if index >= 0:
            twin.apply(index)
            stream.advance()
            rows.append(told(stream))
        seen.append(rows)
        drawn.append(twin.state[RNG] != before)
    assert seen[0][0] == seen[1][0]
    if not any(drawn):
        assert seen[0][1:] == seen[1][1:]


SPIES = """
    lower points by 2
    if there is Fighter in opponent's hand where its rank is 1
        lower points by 1
    announce entered of newcomer by player"""


def test_what_a_hidden_card_changes_is_no_cost(tmp_path: Path) -> None:
    """Red if an option is tried with what its seat does not know, or no option is tried."""
    plain = "\n    announce entered of newcomer by player"
    setup = ps.load(changed_format(tmp_path, (plain, SPIES))).new_setup(2, None, None, None)
    ranks, hidden = setup.match.tables["field::rank"], 0
    for seed in range(4):
        game = Playing(setup)
        for _ in decisions(game, 30, Random(seed)):
            stream = Stream(game, seat_reader(game.asked))
            options = stream.view()["choice"]["options"]
            costs = [one.get("costs") for one in options if one.get("do") == "Enter the ring"]
            theirs = setup.match.zone(game.state, "hand", 1 - game.asked)
            small = {card for card in theirs if ranks[card] == 1}
            known = small - (stream.seeing.unknown if stream.seeing else set())
            hidden += bool(costs and small and not known)
            assert all(one == {"points": 2} or (known and one == {"points": 3}) for one in costs)
    assert hidden


def test_ids_end_where_a_card_cannot_be_followed() -> None:
    """In a format with hands that come back: red if a card keeps its id through another's hand."""
    ended = Counter[str]()
    for seed in range(sampled(6, 30)):
        game = new_playing("tiny", seed)
        streams = [Stream(game, seat_reader(seat)) for seat in (0, 1)]
        for _ in decisions(game, 60, Random(seed)):
            for stream in streams:
                stream.advance()
        for seat, stream in enumerate(streams):
            stream.advance()
            lost: set[str] = set()
            for event in (one for beat in stream.beats for one in beat["events"]):
                if event["kind"] != "move":
                    continue
                card, was = event["card"].get("id"), event.get("was")
                assert card not in lost
                if was is not None and card != was:
                    lost.add(was)
                    ended[event["end"]["zone"]] += 1
                other = event["start"]["of"] != game.setup.seats[seat]
                if event["start"]["zone"] == "hand" and other:
                    assert was is None
    assert ended


def test_how_many_options_another_seat_has_is_nowhere() -> None:
    """A seat with one possible answer, and one with several: the same events for the other."""
    kinds: dict[bool, Counter[tuple[str, ...]]] = {False: Counter(), True: Counter()}
    for seed in range(sampled(10, 60)):
        game = new_playing("tiny", seed)
        stream = Stream(game, seat_reader(0))
        for _ in decisions(game, 60, Random(seed)):
            stream.advance()
        recorder = recorder_of(game.state, GameRecorder)
        stream.advance()
        asks = [one for one in recorder.events if one.kind in ("ask", "forced")]
        forced = {one.kind for one in asks if one.values[0] == 1}
        for beat in stream.beats:
            for event in beat["events"]:
                if event["kind"] == "choice" and event["seat"] == game.setup.seats[1]:
                    kinds["forced" in forced][tuple(sorted(event))] += 1
                    assert event is beat["events"][0] or beat["events"][0]["kind"] == "choice"
    keys = [{key for shape in one for key in shape} for one in kinds.values() if one]
    assert all("count" not in one and "forced" not in one for one in keys)
