"""Transcripts: they read well, they run again, and nothing in them can be changed unnoticed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import playing
import pytest
from sampling import sampled
from syrupy.assertion import SnapshotAssertion

import playsheet.api as ps
from playsheet.interpreter.transcript.replay import run_again


@cache
def transcript(rules: ps.Rules, most: int) -> str:
    """A game of so many decisions as text."""
    return playing.play(rules.new_game(seed=4), 4, most).transcript()


def tiny_text() -> str:
    """Two turns of a small game."""
    return transcript(playing.tiny(), 22)


def diverged(text: str, rules: ps.Rules | None = None) -> ps.ReplayDiverged:
    with pytest.raises(ps.ReplayDiverged) as error:
        ps.replay(text, rules or playing.tiny())
    return error.value


# ---- they run again


@playing.IN_EVERY_FORMAT
@pytest.mark.parametrize("seed", range(3))
def test_a_transcript_runs_again_to_the_letter(rules: ps.Rules, seed: int) -> None:
    game = playing.play(rules.new_game(seed=seed), seed)
    again = ps.replay(game.transcript())
    assert again == game
    assert again.result == game.result
    assert again.transcript() == game.transcript()


def test_an_unfinished_game_runs_again_as_far_as_it_came() -> None:
    game = playing.play(playing.shipped().new_game(seed=2), 2, 25)
    text = game.transcript()
    assert "result unfinished\n" in text
    again = ps.replay(text)
    assert again == game and not again.is_over()
    assert playing.play(again, 5) == playing.play(game, 5)


def test_names_options_and_decks_of_ones_own_are_in_the_header() -> None:
    cards = {"Td-1": 3, "Td-3": 3, "Td-5": 2}
    game = playing.tiny().new_game(
        seed=-3, decks=(cards, "second"), options={"long_game": True}, seats=("Zoe", "The Bo")
    )
    playing.play(game, 3)
    text = game.transcript()
    assert 'seat "The Bo" deck second' in text
    assert "option long_game on\n" in text and "seed -3\n" in text
    assert "holds 3 Td-1\n" in text
    assert ps.replay(text) == game


def test_where_a_game_comes_from_and_what_was_taken_back_stay_in_its_text() -> None:
    game = playing.play(playing.tiny().new_game(seed=2), 2, 12)
    back = playing.play(game.back_to(5).back_to(3), 1, 9)
    text = back.transcript()
    assert text.count("\nundone ask ") == 1  # the answer that came behind is no longer there
    again = ps.replay(text, playing.tiny())
    assert again == back and again.transcript() == text
    other = run_again(text, playing.tiny()).branch(None, "a b.game")
    assert f'from "a b.game" {run_again(text, playing.tiny()).steps}\n' in other.transcript()
    assert ps.replay(other.transcript(), playing.tiny()).transcript() == other.transcript()


def test_comments_and_line_ends_do_not_count() -> None:
    lines = tiny_text().splitlines()
    for place in (0, 3, len(lines) // 2, len(lines)):
        lines.insert(place, "# said by a reader")
    game = ps.replay("\r\n".join(lines) + "\r\n", playing.tiny())
    assert game.transcript() == tiny_text()


def test_a_transcript_cut_short_runs_as_far_as_it_goes() -> None:
    text = tiny_text()
    body = text.index("\n1 t0")
    chance = Random(1)
    for _ in range(40):
        end = chance.randrange(body + 10, len(text) - 30)
        game = ps.replay(text[:end], playing.tiny())
        assert game.transcript().splitlines()[5] == text.splitlines()[5]
    half = ps.replay(text[: len(text) // 2], playing.tiny())
    assert 0 < len(half.answers) < 22


# ---- nothing can be changed


@playing.IN_EVERY_FORMAT
def test_every_changed_line_is_noticed_at_its_step(rules: ps.Rules) -> None:
    lines = transcript(rules, 22).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    chance = Random(2)
    numbered = range(first, len(lines) - 2)
    picked = numbered if rules is playing.tiny() else chance.sample(numbered, sampled(15, 40))
    for at in picked:
        line = lines[at]
        letter = chance.randrange(len(line))
        other = "7" if line[letter] != "7" else "8"
        changed = line[:letter] + other + line[letter + 1 :]
        error = diverged("\n".join([*lines[:at], changed, *lines[at + 1 :]]) + "\n", rules)
        assert error.step == at - first + 1
        assert error.expected == changed
        assert f"Step {at - first + 1}:" in str(error)


def test_every_other_choice_is_noticed_at_its_step() -> None:
    lines = tiny_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    for at, line in enumerate(lines):
        head, of, tail = line.partition(" of ")
        if " ask " not in line or not of or not tail[0].isdigit():
            continue
        start, _, index = head.rpartition(" ")
        count = int(tail.partition(":")[0])
        for other in range(0, count + 2):
            if other != int(index):
                changed = f"{start} {other} of {tail}"
                wrong = "\n".join([*lines[:at], changed, *lines[at + 1 :]]) + "\n"
                assert diverged(wrong).step == at - first + 1


def test_a_line_that_is_gone_or_doubled_is_noticed() -> None:
    lines = tiny_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    for at in range(first, len(lines) - 2, 3):
        gone = "\n".join([*lines[:at], *lines[at + 1 :]]) + "\n"
        assert diverged(gone).step == at - first + 1
        twice = "\n".join([*lines[: at + 1], *lines[at:]]) + "\n"
        assert diverged(twice).step == at - first + 2


@pytest.mark.parametrize(
    ("old", "new", "step"),
    [
        ("\nrules ", "\nrules 0", "rules"),
        ("\ncards ", "\ncards 0", "cards"),
        ("deck plain ", "deck plain 0", "seat ana"),
        ("deck plain ", "deck plian ", "seat ana"),
        ("deck second ", "deck plain ", "seat bo"),
        ("\nresult unfinished", "\nresult draw", "result"),
        ("\ndigest ", "\ndigest 0", "digest"),
        ("\n9 ", "\nnine ", 9),
        ("\n9 ", "\n99999999999999999999 ", 9),
        ("\n9 ", "\nresult draw\n9 ", 9),
        ("\nseat ana", "\noption long_game on\nseat ana", 4),
        ("\nseat ana", "\noption short_game on\nseat ana", "header"),
        ("\nseat ana", "\noption long_game off\nseat ana", "digest"),
    ],
)
def test_a_changed_header_or_end_is_named(old: str, new: str, step: object) -> None:
    text = tiny_text()
    assert old in text
    assert diverged(text.replace(old, new, 1)).step == step


@pytest.mark.parametrize("more", ["diegst 1", "7 draw", ""])
def test_what_follows_the_result_is_named(more: str) -> None:
    text = transcript(playing.tiny(), 400)
    end = re.search(r"^result .*$", text, re.MULTILINE)
    assert end is not None
    error = diverged(text.replace(end[0], f"{end[0]}\n{more or end[0]}"))
    assert (error.expected, error.found) == (more or end[0], "nothing more")


def test_another_seed_is_noticed_where_chance_first_differs() -> None:
    text = tiny_text()
    error = diverged(text.replace("\nseed 4", "\nseed 5"))
    assert isinstance(error.step, int)
    line = next(row for row in text.splitlines() if row.startswith(f"{error.step} "))
    assert "shuffle" in line or "chance" in line


def test_changed_rules_and_cards_are_told_before_any_difference(tmp_path: Path) -> None:
    text = tiny_text()
    place = playing.changed_format(tmp_path, ("starts 5", "starts 6"))
    with pytest.raises(ps.ReplayDiverged) as error:
        ps.replay(text, ps.load(place))
    assert error.value.step == "rules"
    other = tmp_path / "second"
    other.mkdir()
    change = ("red 200, blue 150", "red 210, blue 150")
    place = playing.changed_format(other, change, file="cards/tiny.cards")
    with pytest.raises(ps.ReplayDiverged) as error:
        ps.replay(text, ps.load(place))
    assert error.value.step == "cards"


def test_comments_in_rules_and_cards_that_are_not_played_change_nothing(tmp_path: Path) -> None:
    place = playing.changed_format(tmp_path, ("\nsetup\n", "\n# so it begins\n\nsetup\n"))
    cards = place / "cards" / "tiny.cards"
    old = cards.read_text(encoding="utf-8")
    more = old[old.index('card "Owl"') :].replace("Owl", "Crow").replace("Td-8", "Td-99")
    cards.write_text(old + more, encoding="utf-8")
    assert ps.replay(tiny_text(), ps.load(place)).answers


def test_what_is_no_transcript_is_told_with_its_line() -> None:
    for text, line in (
        ("", 1),
        ("hello", 1),
        ("game x\nrulez\n", 2),
        (tiny_text().replace("\nseed", "\n\n\nsaat"), 8),
    ):
        with pytest.raises(ps.RulesError) as error:
            ps.replay(text, playing.tiny())
        assert error.value.problems[0].code == "bad-transcript"
        assert error.value.problems[0].line == line
    with pytest.raises(ps.WrongUse):
        ps.replay(tiny_text().replace('game "', 'game "not'))


# ---- who is told what


def test_a_seat_is_told_only_what_it_knew() -> None:
    game = playing.play(playing.shipped().new_game(seed=1), 1)
    for seat, other in (("ana", "bo"), ("bo", "ana")):
        told = game.transcript(seat)
        assert "#" not in told
        drawn = [row for row in told.splitlines() if f"{other}'s hand" in row and " move " in row]
        unseen = [row for row in drawn if f"-> {other}'s hand" in row]
        assert unseen and any(" a card " in row for row in unseen)
        assert f"shuffle {other}" in told
        asked = [row for row in told.splitlines() if f" ask {other} " in row]
        assert asked and not any(" of " in row.partition('"')[0] for row in asked)


def test_a_short_game_reads_well(snapshot: SnapshotAssertion) -> None:
    game = playing.play(playing.tiny().new_game(seed=4), 4, 50)
    assert game.transcript(compact=True) == snapshot


def test_the_first_turn_of_a_game_in_full(snapshot: SnapshotAssertion) -> None:
    body = tiny_text()[tiny_text().index("\nseed") + 1 :]
    assert body[: body.index(" t2 ")] == snapshot


def test_what_is_read_has_the_words_of_cards_and_no_bookkeeping() -> None:
    game = playing.shipped().new_game(seed=12, decks=("blue", "red"))
    text = playing.play(game, 12).transcript()
    assert 'use #8 "Ikkakumon": Battle phase: discard 1 card: gain 40 power.' in text
    assert not re.search(r"verb ability| raise 0|evolved_now", text)  # a note without a title


def test_the_same_turn_as_a_seat_saw_it(snapshot: SnapshotAssertion) -> None:
    told = playing.play(playing.tiny().new_game(seed=4), 4).transcript("bo")
    assert told[: told.index(" t2 ")] == snapshot
