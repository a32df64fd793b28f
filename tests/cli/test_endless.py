"""Games that nothing ends: they are stopped, and it is told which rule still asks."""

from pathlib import Path

from running import data, run


def test_a_game_that_nothing_ends_is_told_with_its_seed_and_the_rule_that_asks(here: Path) -> None:
    words = ["simulate", "my_game", "--games", "3", "--seed", "4", "--cap", "2"]
    report = data(*words, "--json")
    assert (report["capped"], report["finished"]) == (3, 0)
    asks = "my_game.rules:50"
    stopped = [{"seed": seed, "decks": ["plain", "plain"], "asks": asks} for seed in (4, 5, 6)]
    assert report["capped_list"] == stopped
    result = run(*words)
    assert result.exit_code == 1
    assert (
        f"  no end after 2 decisions: seed 4, decks plain, plain: {asks} still asks"
        in result.output
    )
    assert run("simulate", "my_game", "--games", "3").exit_code == 0


def test_bots_that_never_end_are_stopped_and_what_they_did_is_shown(here: Path) -> None:
    words = ["play", "my_game", "--seed", "4", "--save", "x.game"]
    result = run(*words, "--seats", "random,random", "--cap", "2")
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert [line for line in lines if line.startswith("  ana: ")]
    assert (
        "Stopped: bots have made 2 decisions in a row, and nothing ends the game." in result.output
    )
    assert "my_game.rules:50 asks" in result.output
    assert (here / "x.game").read_text(encoding="utf-8").count(" ask ") == 2
    person = run(*words, "--seats", "human,random", "--cap", "2", given="1\n" * 20)
    assert "Stopped" not in person.output
