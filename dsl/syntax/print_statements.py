"""How statements and rules are written, and how blocks are laid out in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..nodes import statements as s
from ..nodes.base import Node
from .print_forms import add_forms, text_of

Row = tuple[int, str]  # how deep, and what
RowWriter = Callable[[Any, int], list[Row]]
ROWS: dict[type[Node], RowWriter] = {}
CITES = "<<  {cites}>>"
WHERE = "<< where {condition:expression}>>"
TAILS = "<< {tails| }>>"

add_forms(
    {
        s.Cites: "cites {clauses|, }",
        s.Titles: "{names:text| also }",
        s.Line: "{statements|; }" + CITES,
        s.PhaseStatement: "phase {name}<< {titles}>>" + CITES,
        s.StepStatement: "step {name}<< {titles}>><< for {player:inset}>>" + CITES,
        s.IfStatement: "if {condition:expression}" + CITES,
        s.TogetherMode: "together",
        s.SecretlyMode: "secretly",
        s.StartingMode: "starting with {player:inset}",
        s.AnyOrderMode: "any order",
        s.NewestMode: "newest first",
        s.ByPhaseMode: "by phase if {condition:expression}",
        s.EachStatement: "each {of:set}<< as {name}>><< {modes| }>>" + CITES,
        s.ForStatement: "for {player:inset}" + CITES,
        s.RepeatWhile: "while {condition:expression}",
        s.RepeatTimes: "up to {times:atom} times",
        s.RepeatStatement: "repeat {mode}" + CITES,
        s.OfferStatement: "offer {player:inset} {label:text}<< when {condition:expression}>>"
        + CITES,
        s.TogetherStatement: "together" + CITES,
        s.TryStatement: "try" + CITES,
        s.OptionItem: "option {label:text}<< when {condition:expression}>>" + CITES,
        s.ChooseOneStatement: "choose one<< by {player:inset}>><<{secretly?} secretly>>"
        "<< asking {asking:text}>>" + CITES,
        s.LeaveStatement: "leave {word}",
        s.SkipStatement: "skip {word}<< for {player:inset}>>",
        s.StopStatement: "stop",
        s.FailStatement: "fail<< {why:text}>>",
        s.FaceManner: "face {word}",
        s.RoleManner: "as {word}",
        s.TurnedManner: "{word}",
        s.MoveStatement: "move {what:set} {where} {place:inset}<< {manners| }>>",
        s.TurnStatement: "turn {what:set} {manners| }",
        s.ShuffleStatement: "shuffle {place:inset}",
        s.RevealStatement: "reveal {what:set}",
        s.ShowStatement: "show {what:set} to {player:inset}",
        s.ArrangeStatement: "arrange {what:set} by {player:inset}",
        s.PlainCount: "{number:amount}",
        s.ExactlyCount: "exactly<< {number:amount}>>",
        s.UpToCount: "up to {number:amount}",
        s.AnyCount: "any number of",
        s.AtLeastCount: "at least<< {number:amount}>>",
        s.AtMostCount: "at most",
        s.ByOption: "by {player:inset}",
        s.SecretlyOption: "secretly",
        s.AskingOption: "asking {prompt:text}",
        s.ChooseStatement: "choose {count} {of:set} as {name}<< {options| }>>",
        s.LetStatement: "let {name} be {value:set}",
        s.EndMoment: "end of {of:postfix}",
        s.StartMoment: "start of {of:postfix}",
        s.EventMoment: "{word}" + WHERE,
        s.ConditionMoment: "no longer {condition:expression}",
        s.UntilTail: "until {moment}",
        s.TagTail: "as {word}",
        s.IfTail: "if {condition:expression}",
        s.ChangeStatement: "{operation} {target:postfix} by {amount:sum}" + TAILS,
        s.SetStatement: "set {target:postfix} to {value:expression}" + TAILS,
        s.GrantStatement: "grant {what:set} to {to:inset}" + TAILS,
        s.VoidStatement: "void {what:set}" + TAILS,
        s.RunStatement: "run {what:set}",
        s.AssignStatement: "assign {terms:set} from {place:inset} as {name}",
        s.PayStatement: "pay {terms:set} to {place:inset}<< as {name}>>",
        s.Argument: "{preposition} {value:sum}",
        s.DoStatement: "do {verb}<< {arguments| }>>",
        s.AnnounceStatement: "announce {verb}<< {arguments| }>>",
        s.OpenStatement: "open {window}<< for {player:inset}>>",
        s.RandomStatement: "random {name} from {of:set}",
        s.WonEnd: "won by {player:inset}",
        s.DrawnEnd: "drawn",
        s.RankedEnd: "ranked by {word}",
        s.EndGameStatement: "end game {end}",
        s.WhenRule: "when {event}" + WHERE + TAILS + CITES,
        s.BeforeRule: "before {event}" + WHERE + TAILS + CITES,
        s.Optional: "optional<< {label:text}>>",
        s.InsteadRule: "instead of {event}" + WHERE + "<< {optional}>>" + TAILS + CITES,
        s.ForbidRule: "forbid {event}" + WHERE + TAILS + CITES,
        s.AllowRule: "allow {event}" + WHERE + TAILS + CITES,
        s.WhileRule: "while {condition:expression}" + CITES,
    }
)


def rows_of(node: Node, level: int = 0) -> list[Row]:
    """The rows of a node, each with its depth."""
    write = ROWS.get(type(node))
    return write(node, level) if write else [(level, text_of(node))]


def rows_of_all(nodes: Iterable[Node], level: int) -> list[Row]:
    return [row for node in nodes for row in rows_of(node, level)]


def with_body(head: str, level: int, body: s.Block | None) -> list[Row]:
    """A header and its body: behind a colon, or indented."""
    if body is None:
        return [(level, head)]
    if body.inline:
        return [(level, f"{head}: {inline_text(body)}")]
    return [(level, head), *rows_of_all(body.statements, level + 1)]


def inline_text(body: s.Block) -> str:
    text = "; ".join([text_of(item) for item in body.statements])
    return f"{text}  {text_of(body.cites)}" if body.cites else text


def simple_rows(node: Any, level: int) -> list[Row]:
    """A header with one body."""
    return with_body(text_of(node), level, node.body)


def block_rows(node: s.Block, level: int) -> list[Row]:
    """A block without its header."""
    if node.inline:
        return [(level, inline_text(node))]
    return rows_of_all(node.statements, level)


def if_rows(node: s.IfStatement, level: int) -> list[Row]:
    rows = with_body(text_of(node), level, node.body)
    if isinstance(node.otherwise, s.IfStatement):
        (first, text), *rest = if_rows(node.otherwise, level)
        return [*rows, (first, f"otherwise {text}"), *rest]
    if node.otherwise is not None:
        rows += with_body("otherwise", level, node.otherwise)
    return rows


def offer_rows(node: s.OfferStatement, level: int) -> list[Row]:
    rows = with_body(text_of(node), level, node.body)
    if node.otherwise is not None:
        rows += with_body("otherwise", level, node.otherwise)
    return rows


def try_rows(node: s.TryStatement, level: int) -> list[Row]:
    rows = with_body(text_of(node), level, node.body)
    return rows + with_body("failing", level, node.failing)


def choose_one_rows(node: s.ChooseOneStatement, level: int) -> list[Row]:
    return [(level, text_of(node)), *rows_of_all(node.options, level + 1)]


for _kind in (
    s.PhaseStatement, s.StepStatement, s.EachStatement, s.ForStatement, s.RepeatStatement,
    s.TogetherStatement, s.OptionItem, s.WhenRule, s.BeforeRule, s.InsteadRule, s.WhileRule,
):  # fmt: skip
    ROWS[_kind] = simple_rows
ROWS[s.Block] = block_rows
ROWS[s.IfStatement] = if_rows
ROWS[s.OfferStatement] = offer_rows
ROWS[s.TryStatement] = try_rows
ROWS[s.ChooseOneStatement] = choose_one_rows
