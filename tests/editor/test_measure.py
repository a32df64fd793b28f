"""What an editor waits for is measured in a process of its own."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from places import TINY

from playsheet.desk.measure import measure_lsp


@pytest.mark.parametrize("name", [str(TINY), "guilds"])  # the second uses libraries
def test_what_an_editor_waits_for_is_measured(name: str) -> None:
    """Red where an edit is measured that changes nothing: nothing would be worked out."""
    report = measure_lsp(name)
    assert report is not None
    assert all(figure > 0 for figure in asdict(report).values())
    assert report.card_s < report.whole_card_s and report.rule_s < report.whole_rule_s
