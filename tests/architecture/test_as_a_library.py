"""Playsheet in a process of its own, and as a library in another's: whose garbage it is."""

from __future__ import annotations

import subprocess
import sys

import pytest
from places import FORMATS

BEFORE = "import gc; before = gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()"
AFTER = "print((gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()) == before)"
LIBRARY = "import playsheet.api as ps; ps.check({0!r}); ps.load({0!r}).new_game(seed=1)"
COMMAND = "from playsheet.cli import main; main(['check', {0!r}], standalone_mode=False)"


@pytest.mark.parametrize(("how", "is_left_alone"), [(LIBRARY, True), (COMMAND, False)])
def test_only_a_command_decides_when_garbage_is_looked_for(how: str, is_left_alone: bool) -> None:
    lines = [BEFORE, how.format(str(FORMATS / "tiny")), AFTER]
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == str(is_left_alone), ran.stderr
