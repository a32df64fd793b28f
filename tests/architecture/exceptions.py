"""What the tests of this folder still let pass: each list only ever gets shorter.

An entry that is no longer needed fails its test, so that it is taken out.
"""

# Imports inside functions that stay, each with what would start more slowly without it.
START_UP = {
    "cli/commands/play.py -> dsl/ruleset/ledger.py": "yaml, when somebody asks why",
    "cli/group.py -> cli/words.py": "--help loads no command and no message",
    "cli/group.py -> dsl/loading/library.py": "--help, and all that goes well",
    "cli/group.py -> dsl/problems/problem.py": "--help, and all that goes well",
    "cli/group.py -> interpreter/runtime/fault_report.py": "--help, and all that goes well",
    "cli/targets.py -> dsl/loading/parsed.py": "the grammars, for a single file alone",
    "cli/words.py -> dsl/problems/report.py": "commands that find no problem",
    "dsl/cards/deckfile.py -> dsl/loading/parsed.py": "a kept format reads no grammar",
    "interpreter/runtime/edition.py -> dsl/loading/wordbook_of.py": "a kept format is not loaded",
    "interpreter/runtime/edition.py -> dsl/loading/kept.py": "a kept format is not loaded",
    "interpreter/runtime/rules.py -> interpreter/runtime/readings.py": "nor read",
    "lab/scenarios/checked.py -> lab/scenarios/worded.py": "a check that finds nothing changed",
}

# Files with other imports inside functions.
IMPORT_LATE: set[str] = {
    "api.py",
    "cli/commands/formats.py",
    "cli/progress.py",
    "cli/targets.py",
    "cli/words.py",
    "dsl/cards/cardfile.py",
    "dsl/cards/deckfile.py",
    "dsl/syntax/gamefile.py",
    "interpreter/runtime/game.py",
    "interpreter/runtime/rules.py",
}

# Files that import for types alone.
FOR_TYPES: set[str] = set()

# Files that import each other in a circle, late imports counted.
IN_CIRCLES: set[str] = set()

# Folders of more than 18 files.
CROWDED: set[str] = set()

# Files of more than 500 lines.
LONG: set[str] = set()

# Files whose `__all__` lists what another file defines.
LIST_OTHERS: set[str] = {"interpreter/backend/compile.py"}

# Functions without a docstring that another folder imports.
UNEXPLAINED: set[str] = {
    "interpreter/runtime/rules.py: seat_names",
    "lab/coverage/rule_lines.py: key_of",
}
