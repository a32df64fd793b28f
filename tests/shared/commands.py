"""Commands as a user gives them, without a process of their own."""

from click.testing import CliRunner, Result

from playsheet.cli import main


def run(*words: str, given: str = "") -> Result:
    """One command. An exception that reaches us is a traceback that reaches a user."""
    result = CliRunner().invoke(main, [*words], input=given, prog_name="playsheet")
    assert result.exception is None or isinstance(result.exception, SystemExit), result
    assert "Traceback" not in result.output
    return result
