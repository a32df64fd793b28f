"""Expressions: one register in rules, phrase meanings and scenarios; and card text as it was
read, sentences of phrases.
"""

from __future__ import annotations

from .base import Node, Word, node


class Expression(Node):
    __slots__ = ()


@node("{word}", "atom")
class Name(Expression):
    word: Word


@node("{value}", "atom")
class Number(Expression):
    value: int


@node("{text:STRING}", "atom")
class String(Expression):
    text: Word


@node("changes so far", "atom")
class ChangesSoFar(Expression):
    """A number that is higher with each change of a property."""


@node("({inner:set})", "atom")
class Bracket(Expression):
    inner: Expression


@node("{owner:postfix}'s {word}", "postfix")
class Of(Expression):
    """`owner's word`"""

    owner: Expression
    word: Word


@node("{way:NEXT/PREVIOUS=next/previous} player", "atom")
class NextPlayer(Expression):
    """`next player`, `previous player`: from the player who is meant, in order of the seats."""

    way: Word


@node("{owner:postfix}'s {way:NEXT/PREVIOUS=next/previous} player", "postfix")
class NextOf(Expression):
    """`leader's next player`"""

    owner: Expression
    way: Word


@node("{word:PLAYERS} starting with {first:inset}", "inset")
class TurnOrder(Expression):
    """`players starting with leader`: all players, in turn order from that one."""

    word: Word
    first: Expression


@node("{word:PLAYERS_OUT} out", "inset")
class PlayersOut(Expression):
    """`players out`: those who are out of the game, in order of their seats."""

    word: Word


@node("its {word}", "postfix")
class Its(Expression):
    """`its word`: a field or property of the candidate of a `where`."""

    word: Word


@node("{table:postfix}\\[{key}\\]", "postfix")
class Index(Expression):
    table: Expression
    key: Expression


@node("{of:inset} [{name:CALLED}] where {condition}", "set")
class Where(Expression):
    """`name`: what the candidate goes by; else it is `it`."""

    of: Expression
    name: Word | None
    condition: Expression


@node("{kind:postfix} in {place:inset}", "inset")
class Within(Expression):
    """`kind in place`"""

    kind: Expression
    place: Expression


@node("count of {of:inset}", "inset")
class Count(Expression):
    of: Expression


@node("total {word} of {of:inset}", "inset")
class Total(Expression):
    word: Word
    of: Expression


@node("best {name} [by {worth}] of {of:inset}", "inset")
class BestGroups(Expression):
    """`best meld by worth of hand`: the cards of groups without a card in common."""

    name: Word
    worth: Word | None
    of: Expression


@node("highest {word} of {of:inset}", "inset")
class Highest(Expression):
    word: Word
    of: Expression


@node("lowest {word} of {of:inset}", "inset")
class Lowest(Expression):
    word: Word
    of: Expression


@node("top [{amount:amount}] of {of:inset}", "inset")
class Top(Expression):
    amount: Expression | None
    of: Expression


@node("bottom [{amount:amount}] of {of:inset}", "inset")
class Bottom(Expression):
    amount: Expression | None
    of: Expression


@node("there is {no:NO} {of:inset} [{name:CALLED}] [where {condition}]", "expression")
class Exists(Expression):
    no: bool
    of: Expression
    name: Word | None
    condition: Expression | None


@node()
class Operation(Expression):
    """Two sides."""

    left: Expression
    right: Expression


@node("{left:conjunction} or {right}", "expression")
class OrExpression(Operation): ...


@node("{left:test} and {right:last_conjunct}", "conjunction")
class AndExpression(Operation): ...


@node("not {value:test}", "test")
class NotExpression(Expression):
    value: Expression


@node("{left:sum} is {right:sum}", "comparison")
class IsExpression(Operation): ...


@node("{left:sum} is not {right:sum}", "comparison")
class IsNotExpression(Operation): ...


@node("{left:sum} is at least {right:sum}", "comparison")
class AtLeastExpression(Operation): ...


@node("{left:sum} is at most {right:sum}", "comparison")
class AtMostExpression(Operation): ...


@node("{left:sum} is more than {right:sum}", "comparison")
class MoreExpression(Operation): ...


@node("{left:sum} is less than {right:sum}", "comparison")
class LessExpression(Operation): ...


@node("{left:sum} is one of ({values:sum|, })", "comparison")
class OneOfExpression(Expression):
    left: Expression
    values: tuple[Expression, ...]


@node("{left:sum} has {right:sum}", "comparison")
class HasExpression(Operation): ...


@node("{left:sum} has no {right:sum}", "comparison")
class HasNoExpression(Operation): ...


@node("{left:sum} fits {right:sum}", "comparison")
class FitsExpression(Operation): ...


@node("{left:sum} matches {right:sum}", "comparison")
class MatchesExpression(Operation): ...


@node("{left:sum} contains {right:sum}", "comparison")
class ContainsExpression(Operation): ...


@node("{left:sum} shares {word} with {right:sum}", "comparison")
class SharesExpression(Expression):
    left: Expression
    word: Word
    right: Expression


@node("{slot} was done", "comparison")
class WasDoneExpression(Expression):
    """Whether anything happened in what fills a slot, the last time it was run."""

    slot: Word


@node("{slot} was not done", "comparison")
class WasNotDoneExpression(WasDoneExpression): ...


@node("{left:sum} can {word}", "comparison")
class CanExpression(Expression):
    left: Expression
    word: Word


@node("{left:sum} + {right:product}", "sum")
class Add(Operation): ...


@node("{left:sum} - {right:product}", "sum")
class Subtract(Operation): ...


@node("{left:product} * {right:unary}", "product")
class Times(Operation): ...


@node("{left:product} / {right:unary}", "product")
class Divide(Operation): ...


@node("-{value:unary}", "unary")
class Negative(Expression):
    value: Expression


@node("{phrase}[({slots|, })]", "card_text")
class Use(Expression):
    """A phrase of the format as a card uses it: its id, and what fills its slots, by name."""

    phrase: Word
    slots: tuple[Slot, ...] = ()


LABELLED = Word("with a label")  # a sentence in a slot behind a label; its slots are both
LIST = Word("list")  # several things as one value, in slots numbered from 0


@node("{name}: {value}")
class Slot(Node):
    """What fills a slot: a literal of the slot's type or another phrase; `given` is False
    for a default.
    """

    name: Word
    value: Expression
    given: bool = True


@node()
class Sentence(Node):
    """One sentence: the labels in front of it, in order of the text, and what it does.

    A keyword is an effect whose phrase is the keyword's id. `aside` is true for a sentence
    in parentheses, `beneath` for one that speaks for the card on top of its own.
    """

    labels: tuple[Word, ...]
    effect: Use
    aside: bool = False
    beneath: bool = False


def sentence_of(use: Use) -> Sentence:
    """What fills a slot as a sentence, with the labels in front of it."""
    labels: list[Word] = []
    while use.phrase == LABELLED:
        label, said = (slot.value for slot in use.slots)
        assert isinstance(label, Name) and isinstance(said, Use)
        labels.append(label.word)
        use = said
    return Sentence(tuple(labels), use, span=use.span)


@node("{sentences}")
class Text(Node):
    sentences: tuple[Sentence, ...]
