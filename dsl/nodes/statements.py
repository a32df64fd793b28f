"""Statements: what a rule, an action or a phrase does."""

from __future__ import annotations

from .base import Cites, Node, Word, node
from .expressions import Expression
from .modes import EachMode, GameEnd, Manner, RepeatTimes, RepeatWhile, SetLimit, SetTotal

PREPOSITION = "{preposition:of/for/with/onto/from/by/against/to/at/using}"


class Statement(Node):
    __slots__ = ()


class SimpleStatement(Statement):
    """One that fits on a line, and behind others on it."""

    __slots__ = ()


class CompoundStatement(Statement):
    """One with statements of its own."""

    __slots__ = ()


@node("{names:STRING| also }")
class Titles(Node):
    names: tuple[Word, ...]


@node("{statements:simple|; } {cites}\n")
class Line(Statement):
    """Statements on one line, with what the line cites."""

    statements: tuple[Statement, ...]
    cites: Cites | None = None


@node()
class Block(Node):
    """An indented block, or short statements behind a colon, with what that line cites."""

    statements: tuple[Statement, ...]
    inline: bool = False
    cites: Cites | None = None


# ---- places in the rules


@node("phase {name} {titles} {cites} {body}")
class PhaseStatement(CompoundStatement):
    name: Word
    titles: Titles | None
    cites: Cites | None
    body: Block


@node("step {name} {titles} [for {player:inset}] {cites} {body}")
class StepStatement(CompoundStatement):
    name: Word
    titles: Titles | None
    player: Expression | None
    cites: Cites | None
    body: Block


# ---- flow


@node("if {condition} {cites} {body} [otherwise {otherwise:otherwise}]")
class IfStatement(CompoundStatement):
    """`otherwise` is a Block, or an IfStatement for `otherwise if`."""

    condition: Expression
    cites: Cites | None
    body: Block
    otherwise: Block | IfStatement | None


@node("each {of:set} [as {name}] {modes} {cites} {body}")
class EachStatement(CompoundStatement):
    of: Expression
    name: Word | None
    modes: tuple[EachMode, ...]
    cites: Cites | None
    body: Block


@node("for {player:inset} {cites} {body}")
class ForStatement(CompoundStatement):
    player: Expression
    cites: Cites | None
    body: Block


@node("repeat {mode:repeat_mode} {cites} {body}")
class RepeatStatement(CompoundStatement):
    mode: RepeatWhile | RepeatTimes
    cites: Cites | None
    body: Block


@node(
    "offer {player:inset} {label:STRING} [when {condition}] {cites} {body} [otherwise {otherwise}]"
)
class OfferStatement(CompoundStatement):
    player: Expression
    label: Word
    condition: Expression | None
    cites: Cites | None
    body: Block
    otherwise: Block | None


@node("together {cites} {body}")
class TogetherStatement(CompoundStatement):
    cites: Cites | None
    body: Block


@node("try {cites} {body} failing {failing}")
class TryStatement(CompoundStatement):
    cites: Cites | None
    body: Block
    failing: Block


@node("option {label:STRING} [when {condition}] {cites} {body}")
class OptionItem(Node):
    label: Word
    condition: Expression | None
    cites: Cites | None
    body: Block


@node(
    "choose one [by {player:inset}] {secretly:secretly} [asking {asking:STRING}] {cites}\n{options}"
)
class ChooseOneStatement(CompoundStatement):
    player: Expression | None
    secretly: bool
    asking: Word | None
    cites: Cites | None
    options: tuple[OptionItem, ...]


@node(
    "choose {count} of these [by {player:inset}] {secretly:secretly} [asking {asking:STRING}]"
    " {cites}\n{options}"
)
class ChooseSeveralStatement(CompoundStatement):
    count: ChooseCount
    player: Expression | None
    secretly: bool
    asking: Word | None
    cites: Cites | None
    options: tuple[OptionItem, ...]


@node(
    "distribute {amount:sum} among {of:set} as {name} with {share} [at least {least:amount} each]"
    " [at most {most:amount} each] {options} {cites} {body}"
)
class DistributeStatement(CompoundStatement):
    amount: Expression
    of: Expression
    name: Word
    share: Word
    least: Expression | None
    most: Expression | None
    options: tuple[ChooseOption, ...]
    cites: Cites | None
    body: Block


# ---- phases and steps


@node("{words|.}")
class Path(Node):
    words: tuple[Word, ...]

    def __str__(self) -> str:
        return ".".join(self.words)


@node("leave {word}")
class LeaveStatement(SimpleStatement):
    word: Word


@node("skip {path} [for {player:inset}]")
class SkipStatement(SimpleStatement):
    path: Path
    player: Expression | None


@node("stop")
class StopStatement(SimpleStatement): ...


@node("fail [{why:STRING}]")
class FailStatement(SimpleStatement):
    why: Word | None = None


# ---- what is done


@node("move {what:set} {where:to/onto/under} {place:inset} [on {bearer:inset}] {manners}")
class MoveStatement(SimpleStatement):
    what: Expression
    where: Word
    place: Expression
    bearer: Expression | None
    manners: tuple[Manner, ...]


@node("give {what:set} to {player:inset}")
class GiveStatement(SimpleStatement):
    what: Expression
    player: Expression


@node("swap {one:set} with {other:set}")
class SwapStatement(SimpleStatement):
    one: Expression
    other: Expression


@node("turn {what:set} {manners+}")
class TurnStatement(SimpleStatement):
    what: Expression
    manners: tuple[Manner, ...]


@node("shuffle {place:inset}")
class ShuffleStatement(SimpleStatement):
    place: Expression


@node("reveal {what:set}")
class RevealStatement(SimpleStatement):
    what: Expression


@node("show {what:set} to {player:inset}")
class ShowStatement(SimpleStatement):
    what: Expression
    player: Expression


@node("arrange {what:set} by {player:inset}")
class ArrangeStatement(SimpleStatement):
    what: Expression
    player: Expression


class ChooseCount(Node):
    __slots__ = ()


@node("{number:amount}")
class PlainCount(ChooseCount):
    number: Expression


@node("exactly [{number:amount}]")
class ExactlyCount(ChooseCount):
    number: Expression | None = None


@node("up to {number:amount}")
class UpToCount(ChooseCount):
    number: Expression


@node("any number of")
class AnyCount(ChooseCount): ...


@node("at least [{number:amount}]")
class AtLeastCount(ChooseCount):
    number: Expression | None = None


@node("at most")
class AtMostCount(ChooseCount): ...


class ChooseOption(Node):
    __slots__ = ()


@node("by {player:inset}")
class ByOption(ChooseOption):
    player: Expression


@node("secretly")
class SecretlyOption(ChooseOption): ...


@node("asking {prompt:STRING}")
class AskingOption(ChooseOption):
    prompt: Word


@node("choose {count} {of:set} as {name} {limits} {totals} {options}")
class ChooseStatement(SimpleStatement):
    count: ChooseCount
    of: Expression
    name: Word
    limits: tuple[SetLimit, ...]
    totals: tuple[SetTotal, ...]
    options: tuple[ChooseOption, ...]


@node("choose a number from {low:sum} to {high:sum} as {name} {options}")
class ChooseNumberStatement(SimpleStatement):
    low: Expression
    high: Expression
    name: Word
    options: tuple[ChooseOption, ...]


CHOICES = (ChooseStatement, ChooseNumberStatement)  # what gives a name to what a player chooses


@node("let {name} be {value:set}")
class LetStatement(SimpleStatement):
    name: Word
    value: Expression


class Tail(Node):
    __slots__ = ()


class Moment(Node):
    __slots__ = ()


@node("end of {of:postfix} [again if {again}]")
class EndMoment(Moment):
    """`again`: where this holds now, the next such end does not count, but the one after it."""

    of: Expression
    again: Expression | None = None


@node("start of {of:postfix}")
class StartMoment(Moment):
    of: Expression


@node("{event} [where {condition}]")
class EventMoment(Moment):
    """An event that comes, or a slot that says how long."""

    event: Word
    condition: Expression | None


@node("no longer {condition}")
class ConditionMoment(Moment):
    condition: Expression


@node("until {moment}")
class UntilTail(Tail):
    moment: Moment


@node("as {word}")
class TagTail(Tail):
    word: Word


@node("if {condition}")
class IfTail(Tail):
    condition: Expression


@node("since {stamp:sum}")
class SinceTail(Tail):
    """What stands takes its place among the changes as if it had been made then."""

    stamp: Expression


@node("{operation:raise/lower/multiply/divide} {target:postfix} by {amount:sum} {tails}")
class ChangeStatement(SimpleStatement):
    """`operation` is raise, lower, multiply or divide."""

    operation: Word
    target: Expression
    amount: Expression
    tails: tuple[Tail, ...]


@node("set {target:postfix} to {value} {tails}")
class SetStatement(SimpleStatement):
    target: Expression
    value: Expression
    tails: tuple[Tail, ...]


@node("grant {what:set} [with {fillers:unary| and }] to {to:inset} {tails}")
class GrantStatement(SimpleStatement):
    """`fillers`: what fills the slots of a keyword, in their order."""

    what: Expression
    fillers: tuple[Expression, ...]
    to: Expression
    tails: tuple[Tail, ...]


@node("revoke {what:set} from {to:inset} {tails}")
class RevokeStatement(SimpleStatement):
    what: Expression
    to: Expression
    tails: tuple[Tail, ...]


@node("void {what:set} {tails}")
class VoidStatement(SimpleStatement):
    what: Expression
    tails: tuple[Tail, ...]


@node("run {what:set} [as {bearer:inset}]")
class RunStatement(SimpleStatement):
    """`bearer`: the card whose text it is taken for."""

    what: Expression
    bearer: Expression | None = None


@node("assign {terms:set} from {place:inset} as {name} [asking {asking:STRING}]")
class AssignStatement(SimpleStatement):
    terms: Expression
    place: Expression
    name: Word
    asking: Word | None


@node("pay {terms:set} to {place:inset} [as {name}] [asking {asking:STRING}]")
class PayStatement(SimpleStatement):
    terms: Expression
    place: Expression
    name: Word | None
    asking: Word | None


@node(PREPOSITION + " {value:sum}")
class Argument(Node):
    preposition: Word
    value: Expression


@node("do {verb} {arguments}")
class DoStatement(SimpleStatement):
    verb: Word
    arguments: tuple[Argument, ...]


@node("announce {verb} {arguments}")
class AnnounceStatement(SimpleStatement):
    verb: Word
    arguments: tuple[Argument, ...]


@node("open {window} [for {player:inset}]")
class OpenStatement(SimpleStatement):
    window: Word
    player: Expression | None


@node("random {name} from {of:set}")
class RandomStatement(SimpleStatement):
    name: Word
    of: Expression


@node("end game {end}")
class EndGameStatement(SimpleStatement):
    end: GameEnd


@node("eliminate {player:inset}")
class EliminateStatement(SimpleStatement):
    player: Expression
