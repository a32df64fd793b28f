"""How `each` goes through what there is."""

from __future__ import annotations

from .base import Node, node
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
