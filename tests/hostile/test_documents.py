"""Ledgers, maps of records and records meant to break their reader; files that are none."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from places import TINY
from workshop import in_time

from playsheet.cli import main
from playsheet.dsl.loading.documents import Document, read_json, read_yaml
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.source import Source
from playsheet.dsl.problems.problem import Problem
from playsheet.lab.checking.worded import every_problem

BOMB = "a: &a [x]\n" + "".join(f"{n}: &{n} [{', '.join([f'*{o}'] * 10)}]\n" for o, n in
                               zip("abcdefgh", "bcdefghi", strict=True))  # fmt: skip
MERGES = "a: &a {k: v}\nb: {<<: [*a, *a]}\n"

# Each is refused with a code, at a line and column.
YAML: dict[str, tuple[str, str, tuple[int, int]]] = {
    "aliases": (BOMB, "bad-yaml", (1, 4)),
    "merges": (MERGES, "bad-yaml", (1, 4)),
    "a merge without an alias": ("a:\n  <<: b\n", "bad-yaml", (2, 3)),
    "a tag": ("a: b\nc: !!bool abc\n", "bad-yaml", (2, 4)),
    "a tag of a list": ("a: !!set [b]\n", "bad-yaml", (1, 4)),
    "a truth": ("a: yes\n", "bad-yaml", (1, 4)),
    "a date": ("- a\n- 2026-99-99\n", "bad-yaml", (2, 3)),
    "a number of base 2": ("a: 0b_\n", "bad-yaml", (1, 4)),
    "a number of base 60": ("a: 1:30\n", "bad-yaml", (1, 4)),
    "a fraction": ("a: 1.5\n", "bad-yaml", (1, 4)),
    "a long number": ("a: " + "9" * 5000 + "\n", "line-too-long", (1, 4)),
    "a number that is too long": ("a: " + "9" * 16 + "\n", "bad-yaml", (1, 4)),
    "a key twice": ("a: b\nc: d\na: e\n", "given-twice", (3, 1)),
    "a key that is a list": ("? [a]\n: b\n", "bad-yaml", (1, 3)),
    "a key that is a number": ("1: b\n", "bad-yaml", (1, 1)),
    "lists in lists": ("[" * 3000, "nested-too-deep", (1, 18)),
    "groups in groups": ("".join("  " * n + f"a{n}:\n" for n in range(50)),
                         "nested-too-deep", (18, 35)),
    "an escaped half letter": ('a: "\\ud800"\n', "letter-invisible", (1, 4)),
    "an escaped line separator": ('a: "b\\Lc"\n', "letter-invisible", (1, 4)),
    "two documents": ("a: b\n---\nc: d\n", "bad-yaml", (2, 1)),
    "no YAML": ("a: [b\nc: d\n", "bad-yaml", (2, 2)),
    "a long text": (f"a: {'b ' * 3000}\n", "line-too-long", (1, 4)),
    "many parts": ("[" + "a," * 200_000 + "]", "file-too-large", (1, 100_002)),
    "many letters": ("# " + "b" * 1_000_000, "file-too-large", (1, 1)),
}  # fmt: skip
JSON: dict[str, tuple[str, str, int]] = {
    "lists in lists": ('{"a":' + "[" * 100_000, "nested-too-deep", 22),
    "groups in groups": ('{"a":' * 50, "nested-too-deep", 86),
    "a key twice": ('{"a": 1, "a": 2}', "given-twice", 10),
    "an escaped key twice": ('{"a": 1, "\\u0061": 2}', "given-twice", 10),
    "half a letter": ('{"a": "\\ud800"}', "letter-invisible", 7),
    "a key of half a letter": ('{"\\ud800": 1}', "letter-invisible", 2),
    "a letter that turns round": ('{"a": "b\\u202e"}', "letter-invisible", 7),
    "a line separator": ('{"a": "b\u2028c"}', "letter-invisible", 7),
    "a long text": (f'{{"a": "{"x" * 200_000}"}}', "line-too-long", 7),
    "a long number": ('{"a": ' + "9" * 5000 + "}", "number-too-long", 7),
    "a number of 16 digits": ('{"a": ' + "9" * 16 + "}", "number-too-long", 7),
    "no number": ('{"a": NaN}', "bad-record", 7),
    "no end": ('{"a": [1, 2', "bad-record", 12),
    "an end too many": ('{"a": 1}}', "bad-record", 9),
    "a comma too many": ('{"a": [1,]}', "bad-record", 10),
    "a member without a key": ('{"a", "b"}', "bad-record", 5),
    "a key that is no text": ("{1: 2}", "bad-record", 2),
    "two values": ('{"a": 1 2}', "bad-record", 9),
    "a sign that means nothing": ('{"a": "\\q"}', "bad-record", 7),
    "nothing": ("", "bad-record", 1),
}


@pytest.mark.parametrize("name", YAML)
def test_yaml_that_is_refused(name: str) -> None:
    text, code, place = YAML[name]
    with in_time(3):
        found = read_yaml(text, "x.yaml")
    assert isinstance(found, Problem)
    assert (found.code, (found.line, found.column)) == (code, place), found.message


@pytest.mark.parametrize("name", JSON)
def test_json_that_is_refused(name: str) -> None:
    text, code, column = JSON[name]
    with in_time(3):
        found = read_json(text, "x.jsonl", 7)
    assert isinstance(found, Problem)
    assert (found.code, found.line, found.column) == (code, 7, column), found.message


def test_what_is_plain_is_read_with_its_places() -> None:
    found = read_yaml("a: 12\nb: {c: [d, 'yes', ~x], e: }\nf: |\n  g\n  h\n'1': 012\n", "x")
    assert isinstance(found, Problem)  # 012 is 10 for one reader and 12 for another
    found = read_yaml("a: 12\nb: {c: [d, 'yes', ~x], e: }\nf: |\n  g\n  h\n'1': i\n", "x")
    assert isinstance(found, Document)
    assert found.value == {
        "a": 12, "b": {"c": ["d", "yes", "~x"], "e": None}, "f": "g\nh\n", "1": "i",
    }  # fmt: skip
    place = found.at(("b", "NoSuchPart", "c", 1, 4))
    assert (place.line, place.column, place.end_column) == (2, 12, 17)
    assert found.keys["b", "c"].column == 5
    said = '{"a": [1, -2.5e3, true, null, {}], "b\\n": "\\ud83d\\ude00\\u00e9"}'
    record = read_json(said, "x", 1)
    assert isinstance(record, Document)
    assert record.value == {"a": [1, "-2.5e3", True, None, {}], "b\n": "\U0001f600é"}
    assert record.at(("a", 1)).column == 11


# ---- files that are none


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(TINY, tmp_path / "tiny")
    return tmp_path / "tiny"


FILES = ("tiny.rules", "cards/tiny.cards", "decks/plain.deck", "scenarios/turn.scenario",
         "clauses.yaml")  # fmt: skip


def told_of(folder: Path, file: str) -> list[str]:
    with in_time():
        found = every_problem(sources_of(folder))
    here = [p for p in found if p.file == str(folder / file) and p.code == "file-unreadable"]
    return [problem.message for problem in here]


@pytest.mark.parametrize("file", FILES)
def test_a_link_out_of_the_folder_is_not_followed(folder: Path, file: str) -> None:
    outside = folder.parent / "outside"
    (folder / file).rename(outside)
    (folder / file).symlink_to(outside)
    assert told_of(folder, file) == [
        "I cannot read this file: it is a link that leads out of the folder."
    ]


@pytest.mark.parametrize("file", FILES)
def test_a_link_to_itself_is_told(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).symlink_to(folder / file)
    assert told_of(folder, file)
    found = CliRunner().invoke(main, ["check", str(folder / file), str(folder)])
    assert "fault of the program" not in found.output
    assert "Traceback" not in found.output


def test_what_lies_outside_is_not_shown(folder: Path) -> None:
    outside = folder.parent / "outside"
    outside.write_text("a secret", encoding="utf-8")
    (folder / "decks" / "plain.deck").unlink()
    (folder / "decks" / "plain.deck").symlink_to(outside)
    for command in ("check", "play", "fmt"):
        found = CliRunner().invoke(main, [command, str(folder)])
        assert found.exit_code and "leads out of the folder" in found.output
        assert "secret" not in found.output
    assert outside.read_text(encoding="utf-8") == "a secret"


def test_a_link_inside_the_folder_is_read(folder: Path) -> None:
    (folder / "tiny.rules").rename(folder / "rules.txt")
    (folder / "tiny.rules").symlink_to(folder / "rules.txt")
    assert not told_of(folder, "tiny.rules")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in this system")
@pytest.mark.parametrize("file", FILES)
def test_a_pipe_is_not_waited_for(folder: Path, file: str) -> None:
    (folder / file).unlink()
    os.mkfifo(folder / file)
    assert told_of(folder, file) == ["I cannot read this file: it is no ordinary file."]


@pytest.mark.parametrize("file", FILES)
def test_a_folder_in_place_of_a_file_is_told(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).mkdir()
    assert told_of(folder, file) == ["I cannot read this file: it is no ordinary file."]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_is_not_read() -> None:
    raw = Source(Path("/dev/zero")).raw
    assert isinstance(raw, OSError)


def test_a_letter_that_turns_text_round_is_told_in_any_file(tmp_path: Path) -> None:
    for letter in "\u202e\u2028\u0085\x0b\u200b":
        path = tmp_path / "x.cards"
        path.write_text(f'card "A" X-1\n    name {letter}b\n', encoding="utf-8", newline="\n")
        (problem,) = Source(path).decoded()[1]
        assert (problem.code, problem.line, problem.column) == ("letter-invisible", 2, 10)


def test_how_records_are_read_is_checked_without_records(tmp_path: Path) -> None:
    """And told once where there are some."""
    place = shutil.copytree(TINY, tmp_path / "tiny")
    (place / "printed.yaml").write_text(MERGES, encoding="utf-8")
    records = tmp_path / "printed.jsonl"
    records.write_text('{"id": "Td-2"}\n', encoding="utf-8")
    for files in (sources_of(place), sources_of(place, records)):
        problems = [one for one in every_problem(files) if one.severity == "error"]
        assert [(one.code, Path(one.file).name) for one in problems] == [
            ("bad-yaml", "printed.yaml")
        ]
