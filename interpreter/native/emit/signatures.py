"""What the pure helpers in C take and give: `helpers.h` has them under the names of
`runtime/natives.py`, with `h_` in front.
"""

from __future__ import annotations

from ....dsl.nodes.dataclass import dataclass


class NotInC(Exception):
    """What a program needs and the native back end does not have; it is played in Python."""


@dataclass(frozen=True, slots=True)
class Signature:
    """By argument "n" a number or "s" a set; and whether a set comes out."""

    takes: str
    gives_set: bool

    def takes_set(self, k: int) -> bool:
        """Whether argument number k is a set."""
        return self.takes[min(k, len(self.takes) - 1)] == "s"


SIGNATURES = {
    "ready_triggers": Signature("s", True),
    "cards_beneath": Signature("n", True),
    "stack_tops": Signature("s", True),
    "gathered": Signature("nns", True),
    "distinct": Signature("s", True),
    "attached_to": Signature("nn", True),
    "cards_attached": Signature("n", True),
    "best_of_groups": Signature("s", True),
    "ways_to_fit": Signature("s", True),
    "members_that_fit": Signature("ss", True),
    "most_that_fit": Signature("s", False),
    "said_by": Signature("nns", True),
    "printing": Signature("nsn", True),
    "waiting_owner": Signature("n", False),
    "zone_owner": Signature("n", False),
    "same_members": Signature("ss", False),
    "object_top": Signature("n", False),
    "bearer_of": Signature("n", False),
    "times_said": Signature("nnnn", False),
}
FITTING = ("ways_to_fit", "most_that_fit", "members_that_fit")
GROUPS = ("best_of_groups",)
MANY = (*GROUPS, *FITTING[:2])  # take as many sets as are given


def signature_of(helper: str) -> Signature:
    """What a helper takes and gives. Raises `NotInC`."""
    if helper not in SIGNATURES:
        raise NotInC(f"there is no `{helper}` in C")
    return SIGNATURES[helper]
