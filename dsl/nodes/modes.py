"""How `each` and `repeat` go on, how cards are laid, how a game ends, when a label runs."""

from __future__ import annotations

from .base import Node, Word, node
from .expressions import Expression


class EachMode(Node):
    __slots__ = ()


@node("together")
class TogetherMode(EachMode): ...


@node("secretly")
class SecretlyMode(EachMode): ...


@node("starting with {player:inset}")
class StartingMode(EachMode):
    player: Expression


@node("any order")
class AnyOrderMode(EachMode): ...


@node("newest first")
class NewestMode(EachMode): ...


@node("by phase if {condition}")
class ByPhaseMode(EachMode):
    condition: Expression


@node("while {condition}", "repeat_mode")
class RepeatWhile(Node):
    condition: Expression


@node("up to {times:atom} times", "repeat_mode")
class RepeatTimes(Node):
    times: Expression


class SetLimit(Node):
    """What the members of a chosen set must have together."""

    __slots__ = ()


@node("alike in {word}")
class AlikeLimit(SetLimit):
    word: Word


@node("different in {word}")
class DifferentLimit(SetLimit):
    word: Word


@node("in a row by {word}")
class RowLimit(SetLimit):
    word: Word


class SetTotal(Node):
    """Between which bounds the sum of what the members of a chosen set count must lie."""

    __slots__ = ()


@node("with total {word} at most {amount:sum}")
class AtMostTotal(SetTotal):
    word: Word
    amount: Expression


@node("with total {word} at least {amount:sum}")
class AtLeastTotal(SetTotal):
    word: Word
    amount: Expression


@node("with total {word} exactly {amount:sum}")
class ExactTotal(SetTotal):
    word: Word
    amount: Expression


class Manner(Node):
    __slots__ = ()


@node("face {word=up/down}")
class FaceManner(Manner):
    word: Word


@node("as {word}")
class RoleManner(Manner):
    word: Word


@node("{word}")
class TurnedManner(Manner):
    word: Word


class GameEnd(Node):
    __slots__ = ()


@node("won by {player:inset}")
class WonEnd(GameEnd):
    player: Expression


@node("drawn")
class DrawnEnd(GameEnd): ...


@node("ranked by {word}")
class RankedEnd(GameEnd):
    word: Word


class LabelMode(Node):
    __slots__ = ()


@node("when {event} [where {condition}] [needs {needs}]")
class WhenMode(LabelMode):
    event: Word
    condition: Expression | None
    needs: Expression | None


@node("while {condition}")
class WhileMode(LabelMode):
    condition: Expression


@node("in {window} [where {condition}] {useful:but not in vain} {told:told}")
class WindowMode(LabelMode):
    """Offered in a window; `useful`: if something may come of it; `told`: also run in its field."""

    window: Word
    condition: Expression | None
    useful: bool = False
    told: bool = False


@node("told")
class ToldMode(LabelMode): ...
