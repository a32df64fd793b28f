"""Writes the TextMate grammars: the words of the language come from its grammars.

python editor/vscode/scripts/make_grammars.py
"""

from __future__ import annotations

import json
from pathlib import Path

from playsheet.dsl.syntax.reader import words_of

FOLDER = Path(__file__).parents[1] / "syntaxes"
STRING = {
    "name": "string.quoted.double.playsheet",
    "begin": '"',
    "end": '"|$',
    "patterns": [{"name": "variable.parameter.playsheet", "match": r"\{\s*\w+\s*\}"}],
}
COMMENT = {"name": "comment.line.number-sign.playsheet", "match": r"(^|(?<=\s))#.*$"}
NUMBER = {"name": "constant.numeric.playsheet", "match": r"\b\d+(\.\.(\d+|any))?\b"}
CLAUSE = {"name": "entity.other.clause.playsheet", "match": r"\b[A-Z][A-Z0-9]*(-[A-Z0-9]+)+\b"}
HEADER = {"name": "entity.name.section.playsheet", "match": r"^\s*\w+:"}
CODE = {"name": "constant.other.code.playsheet", "match": r"\b[A-Za-z]\w*-\w+\b"}


def grammar(kind: str) -> dict[str, object]:
    """The grammar of a kind of file."""
    words = sorted(word for word in words_of(kind).values() if word.isalpha())
    fixed = {"name": "keyword.control.playsheet", "match": rf"\b({'|'.join(words)})\b"}
    field = {"name": "support.type.field.playsheet", "match": r"^\s+[a-z_]\w*(\[\w+\])?(?=\s)"}
    patterns = {
        "rules": [COMMENT, STRING, CLAUSE, NUMBER, fixed],
        "scenario": [COMMENT, STRING, CLAUSE, NUMBER, fixed],
        "looks": [COMMENT, STRING, fixed],
        "cards": [COMMENT, {**fixed, "match": rf"^({'|'.join(words)})\b"}, STRING, field, CODE],
        "deck": [
            COMMENT,
            NUMBER,
            {"name": "entity.name.section.playsheet", "match": r"^\s*\w+:"},
            CODE,
        ],
    }[kind]
    return {
        "$schema": "https://json.schemastore.org/tmlanguage.json",
        "name": f"Playsheet {kind}",
        "scopeName": f"source.playsheet.{kind}",
        "patterns": patterns,
    }


def texts() -> dict[str, str]:
    """The files by their names."""
    kinds = ("rules", "cards", "deck", "scenario", "looks")
    return {f"{kind}.tmLanguage.json": json.dumps(grammar(kind), indent=2) + "\n" for kind in kinds}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
