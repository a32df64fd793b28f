"""What the tests of this folder still let pass: each list only ever gets shorter.

An entry that is no longer needed fails its test, so that it is taken out.
"""

# Imports inside functions that stay, each with what would start more slowly without it.
START_UP = {
    "cli/commands/play.py -> dsl/ruleset/ledger.py": "yaml, when somebody asks why",
    "cli/group.py -> cli/words.py": "--help loads no command and no message",
    "cli/commands/formats.py -> lab/coverage/coverage.py": "a list of formats runs no scenario",
    "cli/commands/check.py -> cli/exploring.py": "a check without games plays nothing",
    "cli/progress.py -> cli/screen.py": "rich, where nobody watches",
    "cli/words.py -> cli/screen.py": "rich, for commands that show no table",
    "dsl/cards/deckfile.py -> dsl/loading/parsed.py": "a kept format reads no grammar",
    "dsl/loading/tables.py -> grammar/compiler.py": "lark, where tables are kept",
    "api.py -> interpreter/transcript/replay.py": "pydantic, to replay a game",
    "interpreter/runtime/game.py -> interpreter/transcript/save.py": "pydantic, to save a game",
    "interpreter/runtime/game.py -> interpreter/questions/asking.py": "to ask why",
    "interpreter/runtime/rules.py -> interpreter/transcript/save.py": "and to go on with it",
    "interpreter/runtime/edition.py -> dsl/loading/kept.py": "a kept format is not loaded",
    "interpreter/runtime/rules.py -> interpreter/runtime/readings.py": "nor read",
    "lab/checking/checked.py -> lab/checking/worded.py": "a check that finds nothing changed",
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
