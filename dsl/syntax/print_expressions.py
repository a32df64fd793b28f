"""How expressions are written."""

from __future__ import annotations

from ..nodes import expressions as e
from .print_forms import add_forms, expression_text


def possessive(node: e.Of) -> str:
    """`player's hand`, but `players' hands`."""
    owner = expression_text(node.owner, "postfix")
    return f"{owner}{mark_of(owner)} {node.word}"


def mark_of(owner: str) -> str:
    return "'" if owner.endswith("s") else "'s"


add_forms(
    {
        e.Name: "{word}",
        e.Number: "{value}",
        e.String: "{text:text}",
        e.Bracket: "({inner:set})",
        e.Of: "{owner:postfix} {word}",
        e.Its: "its {word}",
        e.Index: "{table:postfix}[{key:expression}]",
        e.Where: "{of:inset} where {condition:expression}",
        e.Within: "{kind:postfix} in {place:inset}",
        e.Count: "count of {of:inset}",
        e.Total: "total {word} of {of:inset}",
        e.Highest: "highest {word} of {of:inset}",
        e.Lowest: "lowest {word} of {of:inset}",
        e.Top: "top <<{amount:amount} >>of {of:inset}",
        e.Bottom: "bottom <<{amount:amount} >>of {of:inset}",
        e.Exists: "there is <<{no?}no >>{of:inset}<< where {condition:expression}>>",
        e.OrExpression: "{left:conjunction} or {right:expression}",
        e.AndExpression: "{left:test} and {right:last_conjunct}",
        e.NotExpression: "not {value:test}",
        e.IsExpression: "{left:sum} is {right:sum}",
        e.IsNotExpression: "{left:sum} is not {right:sum}",
        e.AtLeastExpression: "{left:sum} is at least {right:sum}",
        e.AtMostExpression: "{left:sum} is at most {right:sum}",
        e.MoreExpression: "{left:sum} is more than {right:sum}",
        e.LessExpression: "{left:sum} is less than {right:sum}",
        e.OneOfExpression: "{left:sum} is one of ({values:sum|, })",
        e.HasExpression: "{left:sum} has {right:sum}",
        e.HasNoExpression: "{left:sum} has no {right:sum}",
        e.FitsExpression: "{left:sum} fits {right:sum}",
        e.MatchesExpression: "{left:sum} matches {right:sum}",
        e.ContainsExpression: "{left:sum} contains {right:sum}",
        e.SharesExpression: "{left:sum} shares {word} with {right:sum}",
        e.CanExpression: "{left:sum} can {word}",
        e.Add: "{left:sum} + {right:product}",
        e.Subtract: "{left:sum} - {right:product}",
        e.Times: "{left:product} * {right:unary}",
        e.Divide: "{left:product} / {right:unary}",
        e.Negative: "-{value:unary}",
        e.Use: "{phrase}<<({slots|, })>>",
        e.Slot: "{name}: {value}",
    }
)
add_forms({e.Of: possessive})
