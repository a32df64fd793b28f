"""What a release is made of says the same version, and what GitHub reads is as it wants it."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
import yaml
from places import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
FORMS = sorted(
    path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"
)
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
FOLDER = re.compile(r"(?<![\w./$-])((?:docs|editor|\.ci)/[\w./-]+)")


@pytest.mark.parametrize("name", ["package.json", "package-lock.json"])
def test_the_extension_has_the_version_of_the_program(name: str) -> None:
    held = json.loads((ROOT / "editor" / "vscode" / name).read_text(encoding="utf-8"))
    assert held["version"] == VERSION
    assert held.get("packages", {}).get("", held)["version"] == VERSION


def test_the_changes_are_told_by_version_and_topic() -> None:
    versions = re.findall(r"^## (.+)$", CHANGES, re.MULTILINE)
    assert versions[:2] == ["Unreleased", VERSION]
    released = CHANGES.split(f"## {VERSION}\n")[1]
    for part in re.split(r"^## .*\n", released, flags=re.MULTILINE):
        said = re.split(r"^### ", part, flags=re.MULTILINE)[0]
        assert not re.search(r"^- ", said, re.MULTILINE), "a change that stands in no group"
    items = re.findall(r"^- .*$", CHANGES, re.MULTILINE)
    assert not [item for item, times in Counter(items).items() if times > 1]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_for_issues_asks_what_can_be_answered(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form.keys() <= {"name", "description", "title", "labels", "body"}
    assert form["name"] and form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_the_release_runs_what_is_there() -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    said = "\n".join(step.get("run", "") for step in steps)
    named = {*FOLDER.findall(said), *(step.get("working-directory", "") for step in steps)} - {""}
    assert "docs/site/build.py" in named and "editor/vscode" in named
    assert not [name for name in named if not (ROOT / name).exists()]
    scripts = json.loads((ROOT / "editor/vscode/package.json").read_text(encoding="utf-8"))[
        "scripts"
    ]
    assert set(re.findall(r"npm run (\w+)", said)) <= scripts.keys()
