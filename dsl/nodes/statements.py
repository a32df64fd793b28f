"""Statements: what a rule, an action or a phrase does."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Node, Word
from .expressions import Expression


class Statement(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Cites(Node):
    clauses: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Titles(Node):
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Line(Statement):
    """Statements on one line, with what the line cites."""

    statements: tuple[Statement, ...]
    cites: Cites | None = None


@dataclass(frozen=True, slots=True)
class Block(Node):
    """An indented block, or short statements behind a colon (`inline`), then with what that
    line cites.
    """

    statements: tuple[Statement, ...]
    inline: bool = False
    cites: Cites | None = None


# ---- places in the rules


@dataclass(frozen=True, slots=True)
class PhaseStatement(Statement):
    name: Word
    titles: Titles | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class StepStatement(Statement):
    name: Word
    titles: Titles | None
    player: Expression | None
    cites: Cites | None
    body: Block


# ---- flow


@dataclass(frozen=True, slots=True)
class IfStatement(Statement):
    """`otherwise` is a Block, or an IfStatement for `otherwise if`."""

    condition: Expression
    cites: Cites | None
    body: Block
    otherwise: Block | IfStatement | None


class EachMode(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TogetherMode(EachMode):
    pass


@dataclass(frozen=True, slots=True)
class SecretlyMode(EachMode):
    pass


@dataclass(frozen=True, slots=True)
class StartingMode(EachMode):
    player: Expression


@dataclass(frozen=True, slots=True)
class AnyOrderMode(EachMode):
    pass


@dataclass(frozen=True, slots=True)
class NewestMode(EachMode):
    pass


@dataclass(frozen=True, slots=True)
class ByPhaseMode(EachMode):
    condition: Expression


@dataclass(frozen=True, slots=True)
class EachStatement(Statement):
    of: Expression
    name: Word | None
    modes: tuple[EachMode, ...]
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class ForStatement(Statement):
    player: Expression
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatWhile(Node):
    condition: Expression


@dataclass(frozen=True, slots=True)
class RepeatTimes(Node):
    times: Expression


@dataclass(frozen=True, slots=True)
class RepeatStatement(Statement):
    mode: RepeatWhile | RepeatTimes
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class OfferStatement(Statement):
    player: Expression
    label: Word
    condition: Expression | None
    cites: Cites | None
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class TogetherStatement(Statement):
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class TryStatement(Statement):
    cites: Cites | None
    body: Block
    failing: Block


@dataclass(frozen=True, slots=True)
class OptionItem(Node):
    label: Word
    condition: Expression | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class ChooseOneStatement(Statement):
    player: Expression | None
    secretly: bool
    asking: Word | None
    cites: Cites | None
    options: tuple[OptionItem, ...]


@dataclass(frozen=True, slots=True)
class LeaveStatement(Statement):
    word: Word


@dataclass(frozen=True, slots=True)
class SkipStatement(Statement):
    word: Word
    player: Expression | None


@dataclass(frozen=True, slots=True)
class StopStatement(Statement):
    pass


@dataclass(frozen=True, slots=True)
class FailStatement(Statement):
    why: Word | None = None


# ---- what is done


class Manner(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FaceManner(Manner):
    word: Word


@dataclass(frozen=True, slots=True)
class RoleManner(Manner):
    word: Word


@dataclass(frozen=True, slots=True)
class TurnedManner(Manner):
    word: Word


@dataclass(frozen=True, slots=True)
class MoveStatement(Statement):
    what: Expression
    where: Word
    place: Expression
    manners: tuple[Manner, ...]


@dataclass(frozen=True, slots=True)
class TurnStatement(Statement):
    what: Expression
    manners: tuple[Manner, ...]


@dataclass(frozen=True, slots=True)
class ShuffleStatement(Statement):
    place: Expression


@dataclass(frozen=True, slots=True)
class RevealStatement(Statement):
    what: Expression


@dataclass(frozen=True, slots=True)
class ShowStatement(Statement):
    what: Expression
    player: Expression


@dataclass(frozen=True, slots=True)
class ArrangeStatement(Statement):
    what: Expression
    player: Expression


class ChooseCount(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PlainCount(ChooseCount):
    number: Expression


@dataclass(frozen=True, slots=True)
class ExactlyCount(ChooseCount):
    number: Expression | None = None


@dataclass(frozen=True, slots=True)
class UpToCount(ChooseCount):
    number: Expression


@dataclass(frozen=True, slots=True)
class AnyCount(ChooseCount):
    pass


@dataclass(frozen=True, slots=True)
class AtLeastCount(ChooseCount):
    number: Expression | None = None


@dataclass(frozen=True, slots=True)
class AtMostCount(ChooseCount):
    pass


class ChooseOption(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ByOption(ChooseOption):
    player: Expression


@dataclass(frozen=True, slots=True)
class SecretlyOption(ChooseOption):
    pass


@dataclass(frozen=True, slots=True)
class AskingOption(ChooseOption):
    prompt: Word


@dataclass(frozen=True, slots=True)
class ChooseStatement(Statement):
    count: ChooseCount
    of: Expression
    name: Word
    options: tuple[ChooseOption, ...]


@dataclass(frozen=True, slots=True)
class LetStatement(Statement):
    name: Word
    value: Expression


class Tail(Node):
    __slots__ = ()


class Moment(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class EndMoment(Moment):
    of: Expression


@dataclass(frozen=True, slots=True)
class StartMoment(Moment):
    of: Expression


@dataclass(frozen=True, slots=True)
class EventMoment(Moment):
    word: Word
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class ConditionMoment(Moment):
    condition: Expression


@dataclass(frozen=True, slots=True)
class UntilTail(Tail):
    moment: Moment


@dataclass(frozen=True, slots=True)
class TagTail(Tail):
    word: Word


@dataclass(frozen=True, slots=True)
class IfTail(Tail):
    condition: Expression


@dataclass(frozen=True, slots=True)
class ChangeStatement(Statement):
    """`operation` is raise, lower, multiply or divide."""

    operation: Word
    target: Expression
    amount: Expression
    tails: tuple[Tail, ...]


@dataclass(frozen=True, slots=True)
class SetStatement(Statement):
    target: Expression
    value: Expression
    tails: tuple[Tail, ...]


@dataclass(frozen=True, slots=True)
class GrantStatement(Statement):
    what: Expression
    to: Expression
    tails: tuple[Tail, ...]


@dataclass(frozen=True, slots=True)
class VoidStatement(Statement):
    what: Expression
    tails: tuple[Tail, ...]


@dataclass(frozen=True, slots=True)
class RunStatement(Statement):
    what: Expression


@dataclass(frozen=True, slots=True)
class AssignStatement(Statement):
    terms: Expression
    place: Expression
    name: Word


@dataclass(frozen=True, slots=True)
class PayStatement(Statement):
    terms: Expression
    place: Expression
    name: Word | None


@dataclass(frozen=True, slots=True)
class Argument(Node):
    preposition: Word
    value: Expression


@dataclass(frozen=True, slots=True)
class DoStatement(Statement):
    verb: Word
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class AnnounceStatement(Statement):
    verb: Word
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class OpenStatement(Statement):
    window: Word
    player: Expression | None


@dataclass(frozen=True, slots=True)
class RandomStatement(Statement):
    name: Word
    of: Expression


class GameEnd(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WonEnd(GameEnd):
    player: Expression


@dataclass(frozen=True, slots=True)
class DrawnEnd(GameEnd):
    pass


@dataclass(frozen=True, slots=True)
class RankedEnd(GameEnd):
    word: Word


@dataclass(frozen=True, slots=True)
class EndGameStatement(Statement):
    end: GameEnd


# ---- rules, which may also stand inside a keyword, a phase or a phrase


class Rule(Statement):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WhenRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class BeforeRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Optional(Node):
    """The player is asked, with this label."""

    label: Word | None


@dataclass(frozen=True, slots=True)
class InsteadRule(Rule):
    event: Word
    condition: Expression | None
    optional: Optional | None
    tails: tuple[Tail, ...]
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class ForbidRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class AllowRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class WhileRule(Rule):
    condition: Expression
    cites: Cites | None
    body: Block
