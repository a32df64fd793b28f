"""Decks over HTTP: pools, the broken rule, lists in and out, a deck of one's own at a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from serving import Serving, place_of
from tables import NAMES, rules_of

from playsheet.dsl.ir.deck import TABLE
from playsheet.table.contract.decks import DECK_ANSWER, Pool
from playsheet.table.decks.pool import DeckBuilding
from playsheet.table.readers.describing import schema_of

Plain = dict[str, Any]


def asked(serving: Serving, status: int = 200, **question: Any) -> Plain:
    """The answer to a question about a deck of `tiny`, held to the contract."""
    body = {"format": place_of("tiny"), **question}
    answer = serving.client.post("/api/decks", json=body)
    assert answer.status_code == status, answer.text
    found: Plain = answer.json()
    if status == 200:
        DECK_ANSWER.validate_python(found)
    return found


def pool_of(serving: Serving, name: str = "tiny") -> Plain:
    answer = serving.client.get("/api/pool", params={"format": place_of(name)})
    assert answer.status_code == 200, answer.text
    Pool.model_validate_json(answer.content)
    return answer.json()


@pytest.mark.parametrize("name", NAMES)
def test_every_format_has_a_pool_whose_decks_are_legal(name: str) -> None:
    """Red if a card of a deck fits into no part, or a shipped deck is told to be broken."""
    rules = rules_of(name)
    building = DeckBuilding(rules)
    pool = Pool.model_validate(building.pool(schema_of(rules)))
    cards: Plain = pool.schema_["cards"]
    assert len(cards) == len(rules.cards) and pool.parts
    for deck in pool.decks:
        checked = building.checked(rules.deck([*deck.rows]))
        assert checked["legal"] and not checked["broken"], deck.name
        assert {code for _, code, _ in deck.rows} <= {*cards}
        assert deck.of_table == rules.is_tables(rules.deck(deck.name))
    names = {part.name for part in pool.parts}
    assert {part for deck in pool.decks for *_, part in deck.rows} <= {*names, "", TABLE}


def test_a_broken_rule_is_named_with_its_words_and_place(serving: Serving) -> None:
    pool = pool_of(serving)
    (deck, *_) = pool["decks"]
    assert asked(serving, t="check", rows=deck["rows"])["legal"] is True
    rows = [[60, deck["rows"][0][1], ""]]
    checked = asked(serving, t="check", rows=rows)
    assert not checked["legal"] and checked["cards"] == 60
    for one in checked["broken"]:
        assert pool["rules"][one["rule"]]["text"] == one["text"]
        assert one["file"] == "tiny.rules" and one["line"] > 1
    assert any(one["clauses"] for one in checked["broken"])


def test_a_list_is_read_and_written_in_every_shape(serving: Serving) -> None:
    pool = pool_of(serving)
    rows = pool["decks"][0]["rows"]
    for shape in pool["shapes"]:
        out = asked(serving, t="write", rows=rows, shape=shape["name"])
        assert out["ending"] == shape["ending"]
        assert asked(serving, t="read", text=out["text"])["rows"] == rows
    read = asked(serving, t="read", text="3 Nobody At All\n")
    assert [(one["what"], one["line"]) for one in read["told"]] == [("unknown-card", 1)]


def test_a_deck_of_ones_own_is_played_and_goes_on_after_a_restart(serving: Serving) -> None:
    """Red if the cards are forgotten, or those of another seat are played."""
    own = [[n, code, part] for n, code, part in pool_of(serving)["decks"][1]["rows"]][::-1]
    body = {"format": place_of("tiny"), "seats": [{"plays": "human", "cards": own}, {}]}
    answer = serving.client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]

    def decks() -> list[list[tuple[Any, ...]]]:
        setup = serving.tables.table(table).playing.setup
        return [[entry.plain for entry in deck.entries] for deck in setup.decks]

    before = decks()
    assert before[0] == [(n, code) for n, code, _ in own]
    assert before[1] != before[0]
    serving.restart()
    assert decks() == before


def test_a_table_is_not_opened_with_a_deck_that_breaks_a_rule(serving: Serving) -> None:
    code = pool_of(serving)["decks"][0]["rows"][0][1]
    for cards, said in (([[60, code, ""]], "breaks a rule"), ([[1, "X-9", ""]], "I know no card")):
        body = {"format": place_of("tiny"), "seats": [{"cards": cards}, {}]}
        answer = serving.client.post("/api/tables", json=body)
        assert answer.status_code == 400 and said in answer.json()["error"]


def test_the_deck_of_the_table_can_be_ones_own_too(tmp_path: Path) -> None:
    """Red if it is given to each seat."""
    with Serving(tmp_path, ("hearts",)) as serving:
        rows = pool_of(serving, "hearts")["decks"][0]["rows"]
        seats: list[Plain] = [{"cards": rows[::-1]}, {}, {}, {}]
        body = {"format": "hearts", "seats": seats, "seed": 1}
        answer = serving.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        (deck,) = serving.tables.table(answer.json()["table"]).playing.setup.decks
        assert [entry.code for entry in deck.entries] == [code for _, code, _ in rows[::-1]]


@pytest.mark.parametrize(
    "question",
    [
        {"t": "check", "rows": [[0, "X-1", ""]]},
        {"t": "check", "rows": [[1, "X-1"]]},
        {"t": "check", "rows": [[1, "No-1", ""]]},
        {"t": "check", "rows": [[1000, "X-1", ""]] * 2},
        {"t": "write", "rows": [], "shape": "song"},
        {"t": "read", "text": "x" * 30_001},
        {"t": "sing"},
        {},
    ],
)
def test_what_is_no_question_is_refused(serving: Serving, question: Plain) -> None:
    assert asked(serving, 400, **question)["error"]


def test_only_formats_of_the_lobby_are_answered_for(serving: Serving) -> None:
    for name in ("dcg", "/etc", "../tiny", ""):
        assert serving.client.get("/api/pool", params={"format": name}).status_code == 404
        body = {"t": "read", "format": name, "text": ""}
        assert serving.client.post("/api/decks", json=body).status_code == 404
    assert serving.client.post("/api/decks", content=b"{}").status_code == 400
