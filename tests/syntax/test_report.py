"""Problems as a reader sees them, and as programs read them."""

import io
import json

from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from playsheet.dsl.nodes.base import Span
from playsheet.dsl.problems.problem import Label, Problem, problem_records
from playsheet.dsl.problems.report import render_problems

TEXT = 'zone hand "Hand"\nzone 山札 "山札" per player\n\tmove hnd to deck\nzone hand "Again"\n'
TWICE = Problem(
    "declared-twice",
    'There are two zones called "hand".',
    Span("a.rules", 4, 6, 4, 10),
    labels=(
        Label(Span("a.rules", 1, 6, 1, 10), "the first one"),
        Label(Span("parent.rules", 7, 1, 7, 5), "and in the parent"),
    ),
)
UNKNOWN = Problem(
    "unknown-zone", 'I know no zone "hnd".', Span("a.rules", 3, 7, 3, 10), "hand", "warning"
)
WIDE = Problem("letter-foreign", "Letters.", Span("a.rules", 2, 9, 2, 13), "deck")


def test_problems_are_shown_in_order_of_place(snapshot: SnapshotAssertion) -> None:
    shown = render_problems([TWICE, UNKNOWN, WIDE, UNKNOWN], {"a.rules": TEXT})
    assert shown.plain == snapshot


def test_colours_on_a_terminal(snapshot: SnapshotAssertion) -> None:
    out = io.StringIO()
    screen = Console(file=out, force_terminal=True, color_system="standard", width=40)
    screen.print(render_problems([UNKNOWN], {"a.rules": TEXT}), soft_wrap=True, end="")
    assert out.getvalue() == snapshot


def test_a_long_line_is_cut_around_its_mark() -> None:
    text = "a " * 300 + "here " + "b " * 300
    problem = Problem("word-unexpected", "Look.", Span("x", 1, 601, 1, 605))
    row, mark = render_problems([problem], {"x": text}).plain.splitlines()[2:4]
    assert row.startswith("    1 | ..") and row.endswith("..") and len(row) < 120
    assert mark.index("^") == row.index("here")
    assert mark.count("^") == 4


def test_a_problem_without_its_text_or_place_is_still_told() -> None:
    shown = render_problems([Problem("no-turn", "No turn.", Span("gone.rules", 3, 1, 3, 2))], {})
    assert shown.plain == "error[no-turn]: No turn.\n  at gone.rules:3:1\n\n1 error\n"
    shown = render_problems([Problem("no-turn", "No turn.")], {})
    assert shown.plain == "error[no-turn]: No turn.\n\n1 error\n"
    assert render_problems([], {}).plain == ""


def test_control_characters_do_not_reach_the_terminal() -> None:
    problem = Problem("letter-invisible", "Look.", Span("x", 1, 6, 1, 7))
    assert "\x1b" not in render_problems([problem], {"x": "move \x1b[31m hand"}).plain


def test_programs_get_plain_data() -> None:
    found = problem_records([UNKNOWN, TWICE])
    assert json.loads(json.dumps(found)) == found
    assert found[0] == {
        "code": "unknown-zone",
        "severity": "warning",
        "message": 'I know no zone "hnd".',
        "file": "a.rules",
        "line": 3,
        "column": 7,
        "end_line": 3,
        "end_column": 10,
        "mend": "hand",
        "advice": "",
        "labels": [],
    }
    assert found[1]["labels"][0] == {
        "file": "a.rules",
        "line": 1,
        "column": 6,
        "end_line": 1,
        "end_column": 10,
        "note": "the first one",
    }
