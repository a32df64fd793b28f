"""The JSON Schemas that ship are those of the models."""

from __future__ import annotations

import json

import jsonschema

from playsheet.table.contract.published import FOLDER, schema_files


def test_the_schemas_that_ship_are_current() -> None:
    """Red after any change of a model without `python -m playsheet.table.contract.published`."""
    shipped = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert shipped == schema_files()


def test_they_are_schemas() -> None:
    for text in schema_files().values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))
