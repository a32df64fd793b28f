"""Commands as the tests run them."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from playsheet.cli import main


def run(*words: str, given: str = "") -> Result:
    """One command. An exception that reaches us is a traceback that reaches a user."""
    result = CliRunner().invoke(main, [*words], input=given, prog_name="playsheet")
    assert result.exception is None or isinstance(result.exception, SystemExit), result
    assert "Traceback" not in result.output
    return result


def data(*words: str) -> dict[str, object]:
    return json.loads(run(*words).stdout)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
