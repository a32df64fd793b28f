"""The contract as JSON Schemas, for who does not read Python; run as a program it writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from .decks import DeckAnswer, DeckQuestion, Pool
from .formats import Schema
from .messages import Lobby, Message, NewTable, Opened, Recording, Request
from .saved_games import Branch, GamePosition, GameQuestion, GameWanted, PositionTaken
from .views import View

FOLDER = Path(__file__).parent / "schema"
PUBLISHED: dict[str, Any] = {
    "schema": Schema,
    "view": View,
    "request": Request,
    "message": Message,
    "lobby": Lobby,
    "new_table": NewTable,
    "branch": Branch,
    "game_question": GameQuestion,
    "game_wanted": GameWanted,
    "game_position": GamePosition,
    "position_taken": PositionTaken,
    "opened": Opened,
    "replay": Recording,
    "pool": Pool,
    "deck_question": DeckQuestion,
    "deck_answer": DeckAnswer,
}


def schema_files() -> dict[str, str]:
    """The text of each file by its name."""
    found: dict[str, str] = {}
    for name, model in PUBLISHED.items():
        schema = TypeAdapter(model).json_schema(ref_template="#/$defs/{model}")
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        found[f"{name}.json"] = json.dumps(schema, indent=1, sort_keys=True) + "\n"
    return found


def write_schemas(folder: Path = FOLDER) -> None:
    """Writes them all."""
    folder.mkdir(exist_ok=True)
    for name, text in schema_files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_schemas()
