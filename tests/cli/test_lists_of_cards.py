"""`playsheet cards --list`, `--deck`: legal or the broken rule, lists in and out."""

from __future__ import annotations

from pathlib import Path

from running import data, run


def test_a_list_is_read_and_the_broken_rule_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("5 Muchomon\nMuchomom x2\n", encoding="utf-8")
    found = run("cards", "dcg", "--list", str(path))
    assert found.exit_code == 1
    assert f'{path}:2: There is no card "Muchomom" in this format.' in found.stderr
    assert "mine: 5 cards, not legal:" in found.stdout
    assert "at most 4 cards per code [DCG-DECK-02, DCG-CARD-DIGIMON-10]" in found.stdout
    plain = run("cards", "dcg", "--list", str(path), "--json")
    assert '"legal": false' in plain.stdout and '"unknown-card"' in plain.stdout


def test_a_deck_goes_out_in_a_shape_and_in_again(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert run("cards", "dbe", "--deck", "blaze", "--as", "csv", "--out", str(path)).exit_code == 0
    once = run("cards", "dbe", "--list", str(path), "--as", "deck")
    assert once.exit_code == 0 and "destiny:" in once.stdout
    again = run("cards", "dbe", "--list", "-", "--as", "deck", given=once.stdout)
    assert again.stdout == once.stdout
    assert data("cards", "dbe", "--deck", "blaze", "--json")["legal"] is True


def test_wrong_uses_are_one_message(tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_bytes(b"\xff\xfe\x00")
    for words, said in (
        (("cards", "dbe", "--deck", "blase"), 'Did you mean "blaze"?'),
        (("cards", "dbe", "--list", "none.txt"), "There is no file"),
        (("cards", "dbe", "--deck", "blaze", "--list", "-"), "Say one deck"),
        (("cards", "dbe", "--as", "csv"), "Say which deck"),
        (("cards", "dbe", "--deck", "blaze", "--out", "x"), "Say in which shape"),
        (("cards", "dbe", "--list", str(odd)), "Save the file as UTF-8"),
    ):
        found = run(*words)
        assert found.exit_code in (1, 2) and said in found.stderr
