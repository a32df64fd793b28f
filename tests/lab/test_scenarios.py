"""The scenarios of all formats pass; what fails says why, where it fails."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from places import CLANS, MASKS, SKIRMISH, TINY

from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.dsl.loading.load import Loaded, load
from playsheet.interpreter.runtime.checking import problems_of
from playsheet.lab.scenarios import actions
from playsheet.lab.scenarios.prepared import PreparedRules
from playsheet.lab.scenarios.scenario import (
    Result,
    Suite,
    run_case,
    run_scenarios,
    suite_of,
    wording_problems,
)

EXAMPLES = sorted((Path(__file__).parent / "scenarios").glob("*.scenario"))
FORMATS = [str(TINY), str(MASKS), str(SKIRMISH), str(CLANS), *shipped_formats()]
TITLE = re.compile(r'^scenario "(.*)"', re.MULTILINE)
FAILS = re.compile(r"#\s*fails:\s*(.*?)\s*$")


@cache
def loaded(name: str) -> Loaded:
    files = sources_of(name)
    return load(replace(files, name=Path(name).name))


@cache
def prepared(name: str) -> tuple[Suite, PreparedRules]:
    suite = suite_of(loaded(name))
    return suite, suite.prepared()


def titles_in(name: str) -> list[str]:
    """The titles of a format's scenarios; nothing is loaded to list the tests."""
    texts = [source.text for source in sources_of(name).scenarios]
    return [title for text in texts for title in TITLE.findall(text)]


CASES = [
    pytest.param(name, number, id=f"{Path(name).name}: {title}")
    for name in FORMATS
    for number, title in enumerate(titles_in(name))
]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_scenario_passes(name: str, number: int) -> None:
    suite, rules = prepared(name)
    result = run_case(rules, suite.cases[number])
    assert result.passed, f"{result.place}\n{result.message}"


@pytest.mark.parametrize("name", FORMATS, ids=lambda name: Path(name).name)
def test_the_files_of_a_format_have_no_mistakes(name: str) -> None:
    assert loaded(name).usable, loaded(name).problems
    assert problems_of(loaded(name).files, loaded(name)) == []
    suite, _ = prepared(name)
    assert not suite.problems
    assert [case.title for case in suite.cases] == titles_in(name)


def wanted(path: Path) -> dict[int, str]:
    """What must be told, by line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {number: FAILS.search(line) for number, line in enumerate(lines, 1)}
    return {number: match[1] for number, match in found.items() if match is not None}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_fails_says_why_and_where(path: Path) -> None:
    results = run_scenarios(loaded(str(TINY)), [path])
    told = [(problem.line, problem.message) for result in results for problem in result.problems]
    expected = wanted(path)
    for line, part in expected.items():
        messages = [message for number, message in told if number == line]
        assert len(messages) == 1, f"line {line}: {messages}"
        assert part in messages[0]
    assert {line for line, _ in told} == set(expected)


@pytest.mark.parametrize("claim", ["may", "may not"])
def test_what_could_be_chosen_in_too_many_ways_is_neither_so_nor_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claim: str
) -> None:
    monkeypatch.setattr(actions, "MOST_WAYS", 1)
    path = tmp_path / "ways.scenario"
    given = 'first is ana; phase fight.trade; ana\'s ring holds "Cub"; bo\'s ring holds "Bear"'
    given += '; bo\'s hand holds "Growl", "Spring Cleaning", "Owl", "Cub", "Bear"'
    picks = " then ".join(['"Use a trick"'] * 3)
    path.write_text(f'scenario "Ways"\n    given {given}\n    then bo {claim} {picks}\n')
    [result] = run_scenarios(loaded(str(TINY)), [path])
    assert [one.code for one in result.problems] == ["ambiguous-choice"]
    assert result.message.endswith("more than 1 ways to choose this; name the cards.")


def test_the_same_scenarios_give_the_same_results() -> None:
    first, second = (run_scenarios(loaded(str(TINY)), EXAMPLES) for _ in range(2))
    assert [(r.name, r.message) for r in first] == [(r.name, r.message) for r in second]


def test_a_keyword_picks_by_title_clause_and_file() -> None:
    def picked(keyword: str) -> list[Result]:
        return run_scenarios(loaded(str(TINY)), keyword=keyword)

    assert [r.name for r in picked("deck of SEVEN")] == ["A deck of seven"]
    assert {c for r in picked("TD-DECK-01") for c in r.covers} >= {"TD-DECK-01"}
    assert len(picked("fight.scenario")) > 5
    assert not picked("no such words")


def test_wrong_words_are_found_without_playing() -> None:
    suite = suite_of(loaded(str(TINY)), EXAMPLES)
    told = {(problem.file, problem.line) for problem in wording_problems(suite)}
    path = next(path for path in EXAMPLES if path.stem == "words")
    assert told == {(str(path), line) for line in wanted(path)}
    assert not wording_problems(suite_of(loaded(str(TINY))))


CYCLE = """
phrase grow effect "grows beside the strong"
    while this card's rival's might is 90: raise this card's might by 1
"""
GIVEN = """
scenario "It reads, but means nothing"
    given first is ana; phase fight.strike
    and ana's ring holds "Bear" with says "Grows beside the strong."
    then ana's points is 5
scenario "The same card says something else"
    given first is ana; phase fight.strike; ana's ring holds "Bear"
    then ana's points is 5
"""


def test_what_a_scenario_gives_a_card_to_say_may_have_no_meaning(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    shutil.copytree(TINY, folder)
    (folder / "grow.rules").write_text(CYCLE, encoding="utf-8")
    (folder / "scenarios" / "grow.scenario").write_text(GIVEN, encoding="utf-8")
    suite = suite_of(load(sources_of(folder)))
    problem = wording_problems(suite)[0]
    assert (problem.code, problem.labels[0].span.line) == ("property-cycle", 4)
    assert problem.labels[0].span.file == str(folder / "scenarios" / "grow.scenario")
    red = [result.name for result in run_scenarios(suite.loaded) if not result.passed]
    assert red == ["It reads, but means nothing"]


def test_a_failed_claim_says_what_a_card_has_as_it_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "turbo.scenario"
    path.write_text(
        """scenario "Turbo"
    given phase support; turn_player is ana; ana's active_zone holds "Agumon"
    and ana's hand holds "Gabumon" with turbo "Turbo Support"
    then (top of ana's hand)'s turbo is none
""",
        encoding="utf-8",
    )
    (result,) = run_scenarios(loaded("dbe"), [path])
    assert "(top of ana's hand)'s turbo is \"Turbo Support\"." in result.message


FORGOTTEN = """scenario "Who is first is forgotten"
    given phase fight.strike; ana's ring holds "Cub"; bo's ring holds "Bear"
    then ana's points is 3
scenario "It is given"
    given first is bo; phase fight.strike
    then ana's points is 5
scenario "Play begins with the setup"
    given seed 3
    then ana's points is 5
"""


def test_a_note_that_the_rules_would_have_set_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "forgotten.scenario"
    path.write_text(FORGOTTEN, encoding="utf-8")
    (problem,) = wording_problems(suite_of(loaded(str(TINY)), [path]))
    assert (problem.code, problem.severity, problem.line) == ("position-default", "warning", 2)
    assert problem.mend == "first is ana; phase fight.strike"
    path.write_text(FORGOTTEN.replace("phase fight.strike", problem.mend, 1), encoding="utf-8")
    assert wording_problems(suite_of(loaded(str(TINY)), [path])) == []


def test_what_is_set_behind_the_beginning_before_it_is_read_may_be_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    shutil.copytree(TINY, folder)
    rules = (folder / "tiny.rules").read_text(encoding="utf-8")
    path = folder / "scenarios" / "forgotten.scenario"
    path.write_text(FORGOTTEN, encoding="utf-8")

    def codes() -> list[str]:
        suite = suite_of(load(sources_of(folder)), [path])
        return [problem.code for problem in wording_problems(suite)]

    head = "        step strike "
    assert codes() == ["position-default"]
    lines = rules.splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if line.startswith(head))
    lines.insert(at + 1, "            random drawn from players; set first to drawn\n")
    (folder / "tiny.rules").write_text("".join(lines), encoding="utf-8")
    assert codes() == []
