"""Games that one of two gave up, or lost by time: the file says so, and a replay checks it."""

from __future__ import annotations

import json
from pathlib import Path

import playing
import pytest
from click.testing import CliRunner
from places import FORMATS

import playsheet.api as ps
from playsheet.cli import main
from playsheet.dsl.ruleset.fingerprints import digest_of
from playsheet.interpreter.transcript.history import FORFEITS, Forfeit
from playsheet.interpreter.transcript.replay import run_again
from playsheet.table.readers.recording import recording_of


def lost_game(how: str = "conceded", seat: int = 1) -> ps.Game:
    """A game of which somebody was tired."""
    game = playing.play(playing.tiny().new_game(seed=2), 2, 9)
    forfeit = next(Forfeit(one, seat, len(game.answers)) for one in FORFEITS if one == how)
    game.history = game.history.forfeited(forfeit)
    return game


def closed(lines: list[str]) -> str:
    """A transcript with the digest of its lines."""
    return "".join(f"{line}\n" for line in [*lines, f"digest {digest_of(lines)}"])


@pytest.mark.parametrize("how", FORFEITS)
def test_a_replay_ends_as_the_table_did(how: str) -> None:
    """Red if the file says nothing of it, or a replay forgets it."""
    text = lost_game(how).transcript()
    assert text.splitlines()[-3:-1] == [f"{how} bo", "result win ana"]
    found = run_again(text, playing.tiny())
    assert found.complete and found.finished and found.game.is_over()
    assert found.game.result == ("win", "ana") and found.game.places == {"ana": 1, "bo": 2}
    assert found.game.transcript() == text
    over = recording_of(playing.tiny(), found.game, "a.game", None, None)["frames"][-1]["changed"]
    assert over["over"]["winners"] == ["ana"] and over["over"][how] == "bo"


def test_who_goes_on_from_there_has_a_game_that_goes_on() -> None:
    found = run_again(lost_game().transcript(), playing.tiny())
    for branch in (found.branch(found.steps, "a.game"), found.branch(None, "a.game")):
        assert not branch.is_over() and branch.result is None
        assert "conceded" not in playing.play(branch, 1, 2).transcript()
    played_on = found.game.clone()
    played_on.apply(0)
    assert played_on.forfeit is None and not played_on.is_over()


@pytest.mark.parametrize(
    "old, new",
    [
        ("conceded bo\n", ""),
        ("conceded bo", "conceded cleo"),
        ("conceded bo", "conceded ana"),
        ("conceded bo\n", "conceded bo\nconceded bo\n"),
        ("result win ana", "result unfinished"),
        ("result win ana", "result win bo"),
    ],
)
def test_what_cannot_be_is_noticed(old: str, new: str) -> None:
    """Red if a line of this kind is taken as it stands."""
    text = lost_game().transcript()
    changed = text.rpartition("digest")[0].replace(old, new)
    assert changed != text.rpartition("digest")[0]
    with pytest.raises(ps.ReplayDiverged):
        ps.replay(closed(changed.splitlines()), playing.tiny())


@pytest.mark.parametrize("place", [-6, -4])
def test_it_stands_behind_all_that_was_played(place: int) -> None:
    lines = playing.play(playing.tiny().new_game(seed=2), 2, 9).transcript().splitlines()[:-1]
    with pytest.raises(ps.ReplayDiverged):
        ps.replay(closed([*lines[:place], "conceded bo", *lines[place:]]), playing.tiny())


def test_nobody_loses_so_what_is_over_or_has_more_than_two_players() -> None:
    over = playing.play(playing.tiny().new_game(seed=2), 2)
    three = playing.play(playing.market().new_game(seed=2), 2, 5)
    assert over.is_over() and not three.is_over()
    for game in (over, three):
        lines = game.transcript().splitlines()[:-1]
        rules = playing.tiny() if game is over else playing.market()
        with pytest.raises(ps.ReplayDiverged):
            ps.replay(closed([*lines[:-1], f"conceded {game.seats[1]}", lines[-1]]), rules)


def test_commands_say_who_gave_up_and_where_to_go_on(tmp_path: Path) -> None:
    text = lost_game("out_of_time").transcript()
    file = tmp_path / "late.game"
    file.write_text(text, encoding="utf-8")
    home = str(FORMATS / "tiny")
    shown = CliRunner().invoke(main, ["replay", str(file), "--of", home])
    assert shown.output.endswith("to the end; bo has used up the time. ana has won.\n")
    plain = CliRunner().invoke(main, ["replay", str(file), "--of", home, "--json"])
    assert json.loads(plain.output)["forfeit"] == {"how": "out_of_time", "seat": "bo"}
    words = ["replay", str(file), "--of", home, "--seat", "ana", "--lang", "en"]
    one = CliRunner().invoke(main, words)
    assert "\nbo has used up the time\nresult win ana\n" in one.output
    refused = CliRunner().invoke(main, ["play", home, "--from", str(file)])
    steps = run_again(text, playing.tiny()).steps
    told = "over: bo has used up the time. ana has won. Go on from a step of it: --at"
    assert refused.exit_code == 2 and f"{told} {steps}." in " ".join(refused.output.split())
    went_on = CliRunner().invoke(main, ["play", home, "--from", str(file), "--at", str(steps)])
    assert went_on.exit_code != 2 and "is over" not in went_on.output
