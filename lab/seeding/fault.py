"""Faults: mistakes as edits of a file's text, and all that could be made in a format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...dsl.ir.names import VALUE
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.parsed import parsed
from ...dsl.loading.source import Source
from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import Node, Span, parts_of, rebuild
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.edits import RedefineEdit
from ...dsl.syntax.print_files import print_node
from ...dsl.syntax.rows import lines_of
from ..coverage.rule_lines import Key, key_of, owns_line
from ..mutation.mutants import Mutant, touched
from .classes import CLASSES, FaultClass
from .facts import Facts
from .slip import Slip, said


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a file: other lines in place of those from `start` to before `end`, counted
    from 0. `keys` are the lines that it is about.
    """

    kind: str
    format: str
    file: str
    start: int
    end: int
    lines: tuple[str, ...]
    place: str
    change: str
    knowable: bool
    keys: frozenset[Key]


def seeded(files: FormatFiles, fault: Fault) -> FormatFiles:
    """The files of a format with a fault in one of them."""

    def changed(sources: list[Source]) -> list[Source]:
        return [with_fault(one, fault) if one.name == fault.file else one for one in sources]

    return replace(files, rules=changed(files.rules), cards=changed(files.cards))


def with_fault(source: Source, fault: Fault) -> Source:
    lines = lines_of(source.text)
    text = "\n".join([*lines[: fault.start], *fault.lines, *lines[fault.end :]])
    made = Source(source.path, source.home)
    made.raw = text.encode()
    return made


def faults_of(files: FormatFiles, facts: Facts) -> dict[str, list[Fault]]:
    """Every fault that can be made in the rules and cards of a format, by its class."""
    found: dict[str, list[Fault]] = {kind.name: [] for kind in CLASSES}
    for part, sources in (("rules", files.rules), ("cards", files.cards)):
        for source in sources:
            for node in parsed(part, source)[0]:
                for kind in () if is_for_bots(node, facts) else CLASSES:
                    found[kind.name] += faults_in(node, kind, source, files.name, facts)
    return found


def is_for_bots(node: Node, facts: Facts) -> bool:
    """Whether something only tells bots how well a player stands, so that no game depends on it."""
    return (
        isinstance(node, d.PropertyDeclaration)
        and f"property:{node.name}:{node.of}" == VALUE
        and not facts.read[str(node.name)]
    )


def faults_in(
    node: Node, kind: FaultClass, source: Source, format: str, facts: Facts
) -> Iterator[Fault]:
    """The faults of a class in one declaration or card."""
    meant = node.declaration if isinstance(node, RedefineEdit) else node
    for method in kind.methods:
        for slip in method(meant, facts):
            if slip.new is None or slip.new != slip.old or slip.behind is not None:
                yield fault_of(node, slip, kind, source, format)


def fault_of(node: Node, slip: Slip, kind: FaultClass, source: Source, format: str) -> Fault:
    new = rebuild(node, lambda part: slip.new or part if part is slip.old else part)
    texts = [print_node(new), *([print_node(slip.behind)] if slip.behind is not None else [])]
    lines = tuple(line for text in texts for line in lines_of(text) if line)
    about = touched(slip.old, slip.new) if slip.new is not None else []
    spans = [part.span for part in about] or [line_of(node, slip.old)]
    keys = frozenset(map(key_of, spans))
    start, end = node.span.line - 1, node.span.end_line
    end -= node.span.end_column == 1
    where = f"{source.path.name}:{spans[0].line}"
    knows = slip.knowable
    return Fault(
        kind.name, format, source.name, start, end, lines, where, change_of(slip), knows, keys
    )


def change_of(slip: Slip) -> str:
    """What was written before, and what is written now."""
    if slip.behind is not None:
        return f"more: {said(slip.behind)}"
    return Mutant(0, 0, slip.old, slip.new, slip.old.span, frozenset()).change


def line_of(node: Node, inner: Node) -> Span:
    """The line that a part of a declaration stands on, or the one around it."""
    owner = node.span

    def find(part: Node, line: Span) -> bool:
        nonlocal owner
        line = part.span if owns_line(part) else line
        if part is inner:
            owner = part.span if part.span.line and not owns_line(part) else line
            return True
        return any(find(one, line) for one in parts_of(part))

    find(node, node.span)
    return owner
