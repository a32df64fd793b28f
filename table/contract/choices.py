"""What a seat is asked. Nobody else is sent it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .parts import CardId, Number, Part, Place, RulePlace, SeatName, Source, Value


class Picks(Part):
    """Of several things how many are picked already, and the least and the most there may be."""

    picked: Number
    least: Number
    most: Number


class Split(Part):
    """Where a number is split: what is left of it, how many members are asked about behind this
    one, the least and the most that each may get (null: any).
    """

    left: Number
    behind: Number
    least: Number
    most: Number | None


class Option(Part):
    """One thing to do. `same`: every answer that comes to the same, this one among them; `on`: what
    on the table it is about, for each of `same` (for hidden cards once). `do`: the action or label.
    `value`: what is chosen, if it is no thing of the table. `costs`: by gauge, how much lower it is
    before anything else is asked or comes by chance. `then`: the kind of the next choice, if it is
    the same seat's and nothing by chance, shown or of another seat comes before it. `means`: of a
    pass, what it ends.
    """

    i: Number
    same: list[Number]
    text: str
    do: str | None = None
    on: tuple[Place, ...] = ()
    value: Value = None
    costs: dict[str, int] = Field(default_factory=dict[str, int])
    then: str | None = None
    passes: bool = False
    means: str | None = None


class Choice(Part):
    """The open choice of a seat. `id` is said again with the answer. `kind`: what is chosen: card,
    player, action, label, number, symbol:.., ability, trigger, share:.. `source`: the card that
    asks, and `effect_of` whose effect it is. `back`: how many of its last answers the seat can take
    back without asking anybody.
    """

    id: str
    seat: SeatName
    kind: str
    prompt: Annotated[str, Field(description="The question, with the step.")]
    asks: Annotated[str, Field(description="The question alone.")]
    source: Source | None = None
    effect_of: SeatName | None = None
    picks: Picks | None = None
    split: Split | None = None
    picked: tuple[CardId, ...] = ()
    secret: bool
    together: Annotated[bool, Field(description="Others are asked the same meanwhile.")]
    pays: Annotated[bool, Field(description="To say yes is to pay for it, with whatever.")] = False
    back: Number
    clause: str | None
    rule: RulePlace | None
    options: list[Option]


class Asked(Part):
    """That somebody is asked, which everybody learns."""

    seat: SeatName
    prompt: str
    secret: bool
    source: Source | None = None
