"""What each code of a problem means: title, why it matters, how to mend it, an example."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict

READER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the first only where it was compiled


class Entry(BaseModel):
    """One code explained. With a `kind`, `wrong` and `right` are whole files of that kind."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    why: str
    mend: str
    wrong: str = ""
    right: str = ""
    kind: str = ""


@cache
def entries() -> dict[str, Entry]:
    """Every entry by its code, in order of the alphabet."""
    folder = files(__name__.rpartition(".")[0]) / "explanations"
    found: dict[str, Entry] = {}
    for topic in sorted(folder.iterdir(), key=lambda path: path.name):
        if not topic.name.endswith(".yaml"):
            continue
        for code, fields in yaml.load(topic.read_text(encoding="utf-8"), READER).items():
            if code in found:
                raise ValueError(f"{topic.name}: {code} is explained twice")
            found[code] = Entry.model_validate(fields)
    return dict(sorted(found.items()))


def entry_of(code: str) -> Entry | None:
    """What is known of a code."""
    return entries().get(code)


def explain(code: str) -> str:
    """The entry of a code as text; empty if there is none."""
    entry = entry_of(code)
    if entry is None:
        return ""
    rows = [f"{code}: {entry.title}", "", entry.why, f"Mend: {entry.mend}"]
    for word, example in (("Wrong", entry.wrong), ("Right", entry.right)):
        if example:
            rows += ["", f"{word}:", *(f"    {row}" for row in example.splitlines())]
    return "\n".join(rows) + "\n"
