"""The lines of a format's rules: which of them can run, what they cite, and which of them ran."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import field

from ...dsl.ir import ir
from ...dsl.nodes import declarations as d
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Span, parts_of, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.groups import GroupLine, GroupsDeclaration
from ...dsl.nodes.invariants import InvariantDeclaration
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.ruleset.ruleset import Ruleset

Key = tuple[str, int]  # file and line

RUNNING: tuple[type[Node], ...] = (
    s.Statement, s.OptionItem, d.ActionDeclaration, d.WindowDeclaration, d.VerbDeclaration,
    d.CheckDeclaration, d.SetupDeclaration, d.TurnDeclaration, d.RankingDeclaration,
    d.RankingLine, d.PropertyDeclaration, d.StartsLine, d.CaseLine, d.LabelDeclaration,
    d.PhraseDeclaration, d.CountLine, d.OnlyLine, InvariantDeclaration,
)  # fmt: skip
STANDING: tuple[type[Node], ...] = (
    d.ZoneDeclaration, d.GaugeDeclaration, d.NoteDeclaration, d.ValuesDeclaration,
    d.CardDeclaration, d.Field, d.OptionDeclaration, d.ParameterDeclaration,
    d.DeckDeclaration, d.StartsInLine, d.BringsLine, d.OrderLine, d.RoundsLine, d.FloorLine,
    ru.TriggersDeclaration, ru.SettleLine, ru.WhileLine, ru.TriggerOrderLine,
    ru.PrecedenceDeclaration, d.KeywordDeclaration, d.FormatDeclaration, d.BlankDeclaration,
    d.CategoryDeclaration, d.PaidDeclaration, GroupsDeclaration, GroupLine,
)  # fmt: skip
UNMARKED: tuple[type[Node], ...] = (ru.WhileRule, d.PhraseDeclaration, d.KeywordDeclaration)


@dataclass(slots=True)
class RuleLine:
    """A line of a rules file. `runs`: it is executed; else it declares and holds in any game.

    `inside`: lines whose running shows that this one ran; `phrases`: words of cards that it
    declares.
    """

    key: Key
    runs: bool
    clauses: set[str] = field(default_factory=set[str])
    inside: set[Key] = field(default_factory=set[Key])
    phrases: set[str] = field(default_factory=set[str])


def key_of(span: Span) -> Key:
    return (span.file, span.line)


def owns_line(node: Node) -> bool:
    """Whether a node is a line of its own (or the head of a block)."""
    return isinstance(node, (*RUNNING, *STANDING)) and not isinstance(node, s.Line)


def lines_of(ruleset: Ruleset, files: Collection[str] = ()) -> dict[Key, RuleLine]:
    """All lines of a format's rules in order of its declarations; with `files` only theirs."""
    found: dict[Key, RuleLine] = {}
    for declaration in ruleset.declarations:
        add_lines(found, declaration, None)
    for edit in ruleset.origin.edits if ruleset.origin is not None else ():
        # it holds in any game; what is in it is declared
        line = found.setdefault(key_of(edit.span), RuleLine(key_of(edit.span), False))
        line.clauses.update(cited_by(edit))
    return {key: line for key, line in found.items() if not files or key[0] in files}


def cited_by(node: Node) -> tuple[str, ...]:
    """The clauses that a node itself cites."""
    cites = getattr(node, "cites", None)
    return clauses_of(cites) if isinstance(cites, s.Cites) else ()


def add_lines(found: dict[Key, RuleLine], node: Node, owner: RuleLine | None) -> None:
    """Adds the lines of a node that is inside the line `owner`."""
    line = owner
    if owns_line(node):
        has_body = isinstance(node, d.KeywordDeclaration) and node.body is not None
        for_bots = isinstance(node, d.PropertyDeclaration) and node.is_for_bots
        runs = (isinstance(node, RUNNING) and not for_bots) or has_body
        line = found.setdefault(key_of(node.span), RuleLine(key_of(node.span), runs))
        line.runs = line.runs or runs
        if isinstance(node, UNMARKED):
            inner = (part for part in walk(node) if part is not node and owns_line(part))
            line.inside |= {key_of(part.span) for part in inner}
        if isinstance(node, (d.PhraseDeclaration, d.KeywordDeclaration)):
            line.phrases.add(str(node.name))
    if line is not None and not isinstance(node, s.Line):
        line.clauses.update(cited_by(node))
    for part in parts_of(node):
        add_lines(found, part, line)
    if isinstance(node, s.Line):
        for part in node.statements:
            found[key_of(part.span)].clauses.update(cited_by(node))


def inherited_lines(
    ruleset: Ruleset, files: Collection[str], meant_by: dict[str, set[str]]
) -> dict[Key, RuleLine]:
    """The lines from elsewhere that cite what clauses of a format stand for; they cite those."""
    found: dict[Key, RuleLine] = {}
    for key, line in lines_of(ruleset).items():
        own = {name for clause in line.clauses for name in meant_by.get(clause, ())}
        if own and key[0] not in files:
            line.clauses = own
            found[key] = line
    return found


def citing(lines: dict[Key, RuleLine]) -> dict[str, list[RuleLine]]:
    """The lines that cite each clause."""
    found: dict[str, list[RuleLine]] = {}
    for line in lines.values():
        for clause in sorted(line.clauses):
            found.setdefault(clause, []).append(line)
    return found


# ---- what ran


def executed(
    lines: dict[Key, RuleLine],
    places: tuple[ir.Place, ...],
    passed: Iterable[int],
    phrases: set[str],
) -> set[Key]:
    """The lines that ran, by the places passed; a phrase that only means ran if it is in play."""
    found = {(places[n].file, places[n].line) for n in passed if n < len(places)}
    for line in lines.values():
        only_means = line.runs and bool(line.phrases & phrases) and not line.inside
        if only_means or line.inside & found:
            found.add(line.key)
    return found & set(lines)
