"""The pages that are made from the program itself: codes, commands, Python, the contract."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import click
from pieces import block, code, escaped, page, table

from playsheet import api
from playsheet.cli.group import SECTIONS, main
from playsheet.dsl.problems.catalog import entries
from playsheet.table.contract.published import schema_files

# ---- codes


def codes() -> str:
    """Every code of a problem, as `playsheet explain` tells it."""
    parts = [
        "# Codes of problems",
        "What `playsheet check` and the editor say has a code. This is what "
        "`playsheet explain CODE` tells of each: what it is, why it matters, how to mend it.",
    ]
    for name, entry in entries().items():
        parts += [f"## {name}", f"**{escaped(entry.title)}.** {escaped(entry.why)}"]
        parts.append(f"Mend: {escaped(entry.mend)}")
        for word, example in (("Wrong", entry.wrong), ("Right", entry.right)):
            if example:
                kind = entry.kind or "text"
                parts += [f"{word}:", block("text" if kind == "ledger" else kind, example)]
    return page(*parts)


# ---- commands


def commands() -> str:
    """Every command with its options and examples."""
    top = click.Context(main, info_name="playsheet")
    parts = ["# The command line", escaped(main.help or ""), block("text", main.get_usage(top))]
    parts.append(plain(main.epilog or ""))
    for title, names in SECTIONS.items():
        parts.append(f"## {title}")
        for name in names:
            found = main.get_command(top, name)
            assert found is not None, name
            parts += command(found, click.Context(found, info_name=name, parent=top))
    return page(*parts)


def command(found: click.Command, context: click.Context) -> Iterator[str]:
    """One command, and those below it."""
    yield f"### {context.command_path}"
    yield escaped(found.help or "")
    yield block("text", found.get_usage(context))
    rows = [param.get_help_record(context) for param in found.get_params(context)]
    options = [(code(row[0]), escaped(row[1])) for row in rows if row is not None]
    yield table(("option", "what it does"), options)
    yield plain(found.epilog or "")
    if isinstance(found, click.Group):
        for name in found.list_commands(context):
            below = found.get_command(context, name)
            assert below is not None, name
            yield from command(below, click.Context(below, info_name=name, parent=context))


def plain(epilog: str) -> str:
    """What stands below the options, line by line as it is."""
    text = epilog.replace("\b\n", "").strip()
    return block("text", text) if text else ""


# ---- Python


def python() -> str:
    """The public names of the front door for programs."""
    doc = inspect.getdoc(api) or ""
    intro, _, rest = doc.partition("\n\n")
    example = "\n".join(line for line in rest.splitlines() if line.startswith("    ") or not line)
    parts = ["# Python", intro, block("python", inspect.cleandoc(example))]
    parts += [rest.rsplit("\n\n", 1)[-1], ":::{py:currentmodule} playsheet.api\n:::"]
    things = {name: getattr(api, name) for name in api.__all__}
    parts.append("## Functions")
    parts += [function(n, thing) for n, thing in things.items() if not inspect.isclass(thing)]
    classes = {name: thing for name, thing in things.items() if inspect.isclass(thing)}
    errors = {n: thing for n, thing in classes.items() if issubclass(thing, Exception)}
    parts.append("## Classes")
    parts += [class_of(n, thing) for n, thing in classes.items() if n not in errors]
    parts.append("## Errors")
    parts += [class_of(n, thing, "exception") for n, thing in errors.items()]
    return page(*parts)


def signature(thing: Any) -> str:
    """What stands behind the name of a function."""
    return re.sub(
        r"'([^']*)'", r"\1", str(inspect.signature(thing)).replace("(self, ", "(")
    ).replace("(self)", "()")


def function(name: str, thing: Any, kind: str = "function") -> str:
    """A function or a method with what is said of it."""
    return f":::{{py:{kind}}} {name}{signature(thing)}\n{inspect.getdoc(thing) or ''}\n:::"


def class_of(name: str, thing: type[Any], kind: str = "class") -> str:
    """A class: its fields, properties and methods, in order."""
    parts = [f"::::{{py:{kind}}} {name}\n{inspect.getdoc(thing) or ''}"]
    if dataclasses.is_dataclass(thing):
        fields = [one for one in dataclasses.fields(thing) if not one.name.startswith("_")]
        parts += [f":::{{py:attribute}} {one.name}\n:type: {one.type}\n:::" for one in fields]
    for title, member in vars(thing).items():
        if title.startswith("_"):
            continue
        if isinstance(member, property | cached_property):
            get = member.fget if isinstance(member, property) else member.func
            kind = inspect.signature(get).return_annotation if get is not None else ""
            said = inspect.getdoc(member) or ""
            parts.append(f":::{{py:property}} {title}\n:type: {kind}\n\n{said}\n:::")
        elif inspect.isfunction(member):
            parts.append(function(title, member, "method"))
    return page(*parts, "::::")


# ---- the contract


def contract() -> str:
    """The models of what a table says and understands."""
    parts = [
        "# JSON of a table",
        "Each thing that a table sends or takes, with its fields. What they mean together, and "
        "when they are sent, is told in [the contract](../docs/contract.md).",
    ]
    models: dict[str, Any] = {}
    rows: list[tuple[str, str]] = []
    for file, text in schema_files().items():
        schema = json.loads(text)
        models |= schema.pop("$defs", {})
        name = schema.get("title") or file.removesuffix(".json").title()
        models.setdefault(name, schema)
        rows.append((code(file), f"[{name}](#json-{name.lower()})"))
    parts += [table(("file", "holds"), rows)]
    for name in sorted(models):
        parts += model(name, models[name])
    return page(*parts)


def model(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """One model with its fields."""
    yield f"(json-{name.lower()})="
    yield f"## {name}"
    yield schema.get("description", "")
    needed = schema.get("required", ())
    fields = schema.get("properties", {})
    if not fields:
        yield f"It is {type_of(schema)}."
        return
    rows = [
        (code(field), type_of(one), "yes" if field in needed else default_of(one))
        for field, one in fields.items()
    ]
    yield table(("field", "is", "always there"), rows)


def default_of(schema: dict[str, Any]) -> str:
    """What a field is that is not there."""
    return f"else {code(json.dumps(schema['default']))}" if "default" in schema else "no"


def type_of(schema: dict[str, Any] | bool) -> str:
    """What may stand in a field, in words."""
    if isinstance(schema, bool) or not schema:
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#json-{name.lower()})"
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " or ".join(code(json.dumps(one)) for one in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(type_of(one) for one in schema[key])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"a list: {', '.join(type_of(one) for one in schema['prefixItems'])}"
        return f"a list of {type_of(schema.get('items', {}))}"
    if schema.get("type") == "object":
        return f"names, each with {type_of(schema.get('additionalProperties', {}))}"
    words = {"integer": "a whole number", "number": "a number", "string": "a text"}
    words |= {"boolean": "true or false", "null": "null"}
    return words.get(schema.get("type", ""), "anything")
