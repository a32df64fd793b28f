"""Constructs of the language, each in a small format of its own: its scenarios pass, and `check`
finds what its snapshot shows, which is nothing for most.
"""

import os
from pathlib import Path

import pytest
from remedies import faults_of
from syrupy.assertion import SnapshotAssertion

from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.source import Source
from playsheet.dsl.problems.problem import has_errors
from playsheet.dsl.problems.report import render_problems
from playsheet.lab.checking.worded import every_problem
from playsheet.lab.scenarios.scenario import run_scenarios

HERE = Path(__file__).parent
FORMATS = sorted(rules.parent.name for rules in HERE.glob("*/*.rules"))


@pytest.mark.parametrize("name", FORMATS)
def test_a_construct_does_what_its_format_says(
    name: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)
    files = sources_of(f"{os.curdir}/{name}")
    found = every_problem(files)
    if found:
        texts = {file: Source(Path(file)).text for file in {p.file for p in found}}
        assert render_problems(found, texts).plain == snapshot
        assert [fault for one in found for fault in faults_of(one, texts[one.file])] == []
    if not has_errors(found):
        results = run_scenarios(loaded_of(files))
        failed = {one.name: one.problems for one in results if not one.passed}
        assert not failed
        assert results or name == "base"


def test_a_claim_about_stacks_is_answered_with_all_of_them(tmp_path: Path) -> None:
    claim = tmp_path / "stacks.scenario"
    claim.write_text(
        'scenario "A stack in another order"\n'
        "    given turn_player is ana; phase main.act; "
        'ana\'s spot holds "Small" onto "Big" onto "Letter", "Big"\n'
        '    then ana\'s spot holds "Small" onto "Letter" onto "Big", "Big"\n',
        encoding="utf-8",
    )
    (result,) = run_scenarios(loaded_of(sources_of(HERE / "base")), [claim])
    (problem,) = result.problems
    assert problem.message.endswith('but it holds "Small" onto "Big" onto "Letter", "Big".')
