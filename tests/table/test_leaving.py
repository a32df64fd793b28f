"""A bot plays on for a person who has left the table, until he comes back."""

from __future__ import annotations

from random import Random

from serving import Page, Serving


def refused(page: Page) -> str:
    """The code of what is refused next."""
    return page.until_kind("refused")["code"]


def leaves(page: Page, other: Page) -> None:
    """Closes a page; the other has been told."""
    page.close()
    other.until(lambda one: one["t"] == "table" and not all(c["here"] for c in one["chairs"]))


def test_a_bot_plays_on_until_the_player_is_back(serving: Serving) -> None:
    """Red if the game waits for who has left, or goes on without him when he is back."""
    opened = serving.open("human", "human")
    stays, goes = serving.sit(opened, 0), serving.sit(opened, 1)
    goes.until_kind("view")
    name = goes.view["you"]
    stays.send({"t": "substitute", "seat": name})
    assert refused(stays) == "here"
    leaves(goes, stays)
    stays.send({"t": "substitute", "seat": name})
    assert refused(stays) == "here"  # he has only just left
    for chair in serving.tables.table(opened["table"]).chairs:
        chair.away = 0
    stays.send({"t": "substitute", "seat": name})
    stays.until(
        lambda one: (
            one["t"] == "table"
            and any(c["name"] == name and c["kind"] == "bot" for c in one["chairs"])
        )
    )
    chance = Random(3)
    table = serving.tables.tables[opened["table"]]
    while 1 not in table.playing.askers:
        assert stays.until_asked()
        stays.answer(chance)
    back = serving.sit(opened, 1)
    told = back.until_kind("table")
    assert all(chair["kind"] == "human" for chair in told["chairs"])
    assert not table.chairs[1].stand_in


def test_a_bot_still_plays_on_after_a_restart(serving: Serving) -> None:
    serving.tables.away = 0
    opened = serving.open("human", "human")
    stays = serving.sit(opened, 0)
    stays.until_kind("view")
    names = [chair.name for chair in serving.tables.tables[opened["table"]].chairs]
    stays.send({"t": "substitute", "seat": names[1]})
    stays.until(lambda one: one["t"] == "table" and one["chairs"][1]["kind"] == "bot")
    serving.restart()
    table = serving.tables.tables[opened["table"]]
    assert [chair.is_human for chair in table.chairs] == [True, False]


def test_who_watches_asks_for_no_bot_and_nobody_for_a_seat_that_is_not_there(
    serving: Serving,
) -> None:
    serving.tables.away = 0
    opened = serving.open("human", "human")
    watcher, player = serving.watch(opened), serving.sit(opened, 0)
    watcher.send({"t": "substitute", "seat": "bo"})
    assert refused(watcher) == "watching"
    player.send({"t": "substitute", "seat": "nobody"})
    assert refused(player) == "here"
