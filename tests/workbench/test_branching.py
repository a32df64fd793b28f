"""Games kept as branches in the workbench: blessed, red where a rule was broken, opened there."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from authoring import ENTERS, Desk

from playsheet.dsl.loading.library import root

CARDS = "cards/new.cards"
NEW = """card "Lynx" Td-99
    kind     Fighter
    colour   red
    rank     1
    strikes  red 10, blue 20
    says     When it enters: gain 2 points.
"""


def does(desk: Desk, deed: str, status: int = 200, **sent: str) -> Any:
    answer = desk.post(f"branches/{deed}", **sent)
    assert answer.status_code == status, answer.text
    return answer.json()


def looks(desk: Desk) -> Any:
    answer = desk.client.get("/api/author/branches", headers=ENTERS)
    assert answer.status_code == 200, answer.text
    return answer.json()


def kept(desk: Desk, title: str = "It enters") -> str:
    """A branch in which the card whose text is changed below was played."""
    assert desk.put(CARDS, NEW).status_code == 200
    table = desk.tables.table(desk.post("try", card="Td-99").json()["table"])
    choice = table.playing.game().choice
    assert choice is not None
    table.apply(next(n for n, text in enumerate(choice.options) if "Lynx" in text))
    return does(desk, "keep", table=table.id, title=title)["name"]


def saves(desk: Desk, old: str, new: str) -> None:
    found = desk.get(CARDS).json()
    assert old in found["text"]
    sent = found["text"].replace(old, new)
    assert desk.put(CARDS, sent, found["mark"]).status_code == 200


def test_a_blessed_branch_is_red_at_the_step_that_a_broken_card_changes(desk: Desk) -> None:
    name = kept(desk)
    assert name == "it_enters" and (desk.home / "branches" / "it_enters.game").is_file()
    (one,) = looks(desk)["branches"]
    assert (one["how"], one["blessed"], one["changes"]) == ("same", False, [])
    does(desk, "bless", name=name, blessed="yes")
    assert looks(desk)["branches"][0]["blessed"]
    old, new = "enters: gain 2", "enters: gain 3"
    saves(desk, old, new)
    (one,) = looks(desk)["branches"]
    assert one["blessed"] and one["how"] == "differs", one
    assert one["place"]["name"].endswith((".rules", ".cards"))
    (change,) = one["changes"]
    assert change["place"]["name"] == CARDS and any("gain 3" in row for row in change["lines"])
    table = desk.tables.table(does(desk, "open", name=name, step=str(one["step"]), bot="")["table"])
    choice = table.playing.game().choice
    assert choice is not None and any("Lynx" in text for text in choice.options), "where it goes on"
    saves(desk, new, old)
    assert looks(desk)["branches"][0]["how"] == "same"


def test_what_differs_can_be_blessed_as_it_is_now(desk: Desk) -> None:
    name = kept(desk)
    does(desk, "bless", name=name, blessed="yes")
    saves(desk, "enters: gain 2", "enters: gain 3")
    assert looks(desk)["branches"][0]["how"] == "differs"
    does(desk, "bless", name=name, blessed="yes")
    (one,) = looks(desk)["branches"]
    assert (one["how"], one["blessed"]) == ("same", True)
    does(desk, "bless", name=name, blessed="no")
    assert not looks(desk)["branches"][0]["blessed"]


def test_a_branch_that_is_opened_and_played_on_is_another_of_the_tree(desk: Desk) -> None:
    first = kept(desk)
    table = desk.tables.table(does(desk, "open", name=first, step="0", bot="eager")["table"])
    assert [chair.plays for chair in table.chairs].count("eager") == 1
    table.apply(0)
    does(desk, "keep", table=table.id, title="Played on")
    found = looks(desk)
    assert len(found["branches"]) == 2 and len(found["tree"]) == 1
    assert found["tree"][0]["ends"] == [first]
    assert found["tree"][0]["behind"][0]["ends"] == ["played_on"]


def test_a_branch_becomes_a_scenario_leaves_in_the_zip_and_goes(desk: Desk) -> None:
    name = kept(desk)
    text = does(desk, "scenario", name=name, title="Of a branch")["text"]
    assert text.startswith('scenario "Of a branch"\n') and "when " in text
    packed = desk.client.get("/api/author/export", headers=ENTERS).content
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert f"tiny/branches/{name}.game" in archive.namelist()
    does(desk, "remove", name=name)
    assert looks(desk) == {"branches": [], "tree": []}


@pytest.mark.parametrize(
    ("deed", "sent", "status"),
    [
        ("keep", {"table": "none", "title": "x"}, 404),
        ("bless", {"name": "../tiny", "blessed": "yes"}, 404),
        ("remove", {"name": "nobody"}, 404),
        ("open", {"name": "nobody", "step": "1", "bot": ""}, 404),
        ("open", {"name": "nobody", "step": "-1", "bot": ""}, 400),
        ("dance", {}, 404),
    ],
)
def test_what_cannot_be_done_says_why(
    desk: Desk, deed: str, sent: dict[str, str], status: int
) -> None:
    assert {*does(desk, deed, status, **sent)} == {"error"}


def test_a_bot_that_is_none_is_refused(desk: Desk) -> None:
    answer = desk.post("try", card="Td-1", bot="nobody")
    assert answer.status_code == 404 and "no such bot" in answer.json()["error"]
    assert desk.post("try", card="Td-1", bot="eager").status_code == 201


def test_a_format_that_ships_keeps_no_branches(tmp_path: Path) -> None:
    desk = Desk(root() / "rulesets" / "crazy_eights", tmp_path)
    with desk.client:
        for deed, sent in (("keep", {"table": "x", "title": "x"}), ("remove", {"name": "x"})):
            assert "copy its folder" in does(desk, deed, 403, **sent)["error"]


def test_strangers_see_and_keep_no_branches(desk: Desk) -> None:
    name = kept(desk)
    given = {"authorization": "Bearer wrong"}
    assert desk.client.get("/api/author/branches", headers=given).status_code == 401
    sent = {"name": name}
    answer = desk.client.post("/api/author/branches/remove", json=sent, headers=given)
    assert answer.status_code == 401 and len(looks(desk)["branches"]) == 1
