"""A card may have any number of abilities: each is offered and does its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import TINY

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.lab.scenarios.scenario import run_scenarios

CARD = """\
card "Many" Zz-1
    kind     Fighter
    colour   red
    rank     1
    strikes  red 100, blue 100
"""
SCENARIO = """\
scenario "Ability {number} of {count}"
    given first is ana; phase fight.trade; bo's hand holds "Growl"
    and ana's ring holds "Many"; bo's ring holds "Cub"
    when bo passes
    then ana may "Use an ability" "Many {number}"
    when ana chooses "Use an ability" "Many {number}"
    then ana's champion's might is {might}
"""


@pytest.mark.parametrize("count", [1, 16, 17, 300])
def test_every_ability_of_a_card_is_offered_and_does_its_own(count: int, tmp_path: Path) -> None:
    place = tmp_path / "many"
    shutil.copytree(TINY, place, ignore=shutil.ignore_patterns("scenarios"))
    text = "    says     While trading: your champion gains {} might and tire.\n"
    card = CARD + "".join(text.format(number) for number in range(1, count + 1))
    (place / "cards" / "many.cards").write_text(card, encoding="utf-8")
    (place / "scenarios").mkdir()
    tried = sorted({1, count // 2, count - 1, count} - {0})
    cases = [SCENARIO.format(number=n, count=count, might=100 + n) for n in tried]
    file = place / "scenarios" / "many.scenario"
    file.write_text("\n".join(cases), encoding="utf-8")
    results = run_scenarios(load(sources_of(str(place))))
    assert [problem for result in results for problem in result.problems] == []
    assert len(results) == len(tried)
