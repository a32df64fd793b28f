"""The classes of mistakes: what each is, what makes one, and whether a checker could know it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...dsl.nodes.base import Node
from ...dsl.nodes.dataclass import dataclass
from . import slips_cards as cards
from . import slips_moments as moments
from . import slips_names as names
from . import slips_things as things
from . import slips_values as values
from .facts import Facts
from .slip import Slips

Method = Callable[[Node, Facts], Slips]


@dataclass(frozen=True, slots=True)
class FaultClass:
    """`knowable`: whether rules and cards alone, without a game, show such a mistake; `why` says
    what they show, or what is missing.
    """

    name: str
    mistake: str
    knowable: Literal["always", "sometimes", "no"]
    why: str
    methods: tuple[Method, ...]
    in_program: bool = True  # a program that is the same as before is none


CLASSES = (
    FaultClass(
        "misspelt_name", "a name or word with two letters exchanged", "always",
        "nothing has that name", (names.misspelt_names, cards.misspelt_words),
    ),
    FaultClass(
        "swapped_zones", "another zone of the same owner", "no",
        "both zones hold such cards", (names.swapped_zones,),
    ),
    FaultClass(
        "swapped_gauges", "another gauge of the same owner", "no",
        "both are numbers of the same thing", (names.swapped_gauges,),
    ),
    FaultClass(
        "swapped_verbs", "another verb is done, announced or waited for", "sometimes",
        "the verb that was meant is then done or heard nowhere", (names.swapped_verbs,),
    ),
    FaultClass(
        "wrong_owner", "the other player, or the other player's", "no",
        "either player could be meant", (names.wrong_owners, cards.wrong_side),
    ),
    FaultClass(
        "wrong_unit", "a number of another dimension", "no",
        "numbers have no dimension", (names.wrong_units, cards.swapped_figures),
    ),
    FaultClass(
        "dropped_open", "a window is not opened", "sometimes",
        "nothing else opens it", (moments.dropped_opens,),
    ),
    FaultClass(
        "dropped_announce", "an event is not announced", "sometimes",
        "nothing else announces it", (moments.dropped_announces,),
    ),
    FaultClass(
        "repeated_timing", "the same statement or sentence twice", "always",
        "the second adds nothing that one would write so",
        (moments.repeated, cards.repeated_sentences),
    ),
    FaultClass(
        "late_announce", "an event is announced after the next statement", "sometimes",
        "the card that it is about has left", (moments.late_announces,),
    ),
    FaultClass(
        "short_duration", "ends with the first phase instead of the turn", "sometimes",
        "a note is read only after its end", (moments.short_durations,),
    ),
    FaultClass(
        "endless_window", "a window that nothing ends", "always",
        "nobody may pass, and no action or condition ends it", (moments.endless_windows,),
    ),
    FaultClass(
        "unreachable", "a statement that nothing comes to", "always",
        "a statement before it leaves, or the case never is", (moments.unreachable,),
    ),
    FaultClass(
        "constant_condition", "a condition that always or never holds", "always",
        "by its form, or over the declared ranges", (values.constant_conditions,),
    ),
    FaultClass(
        "reversed_comparison", "at least for at most", "sometimes",
        "it is constant over the declared range", (values.reversed_comparisons,),
    ),
    FaultClass(
        "off_by_one", "one more, one less, the bound in or out", "sometimes",
        "it is constant over the declared range", (values.off_by_one, cards.one_more),
    ),
    FaultClass(
        "lost_optional", "what a player may do is done", "no",
        "both are rules", (moments.lost_options, cards.no_choice, cards.no_bound),
    ),
    FaultClass(
        "dropped_reshuffle", "a pile is not shuffled", "sometimes",
        "nobody sees the pile, and known cards have come into it", (moments.dropped_shuffles,),
    ),
    FaultClass(
        "dropped_reset", "a note is not set back", "sometimes",
        "it then has the same value ever after", (moments.dropped_resets,),
    ),
    FaultClass(
        "overlapping_phrases", "two phrases written alike", "always",
        "one text would have two meanings", (things.overlapping_phrases,),
    ),
    FaultClass(
        "leak", "what is offered depends on cards that are hidden", "always",
        "who sees what is declared", (things.leaks,),
    ),
    FaultClass(
        "widened_visibility", "all see what few may", "sometimes",
        "face down, and seen by all", (things.widened,),
    ),
    FaultClass(
        "narrowed_visibility", "nobody sees what lay open", "sometimes",
        "players are asked about cards that they cannot see", (things.narrowed,),
    ),
    FaultClass(
        "contradictory_deck", "two lines of a deck that cannot both be kept", "always",
        "the numbers contradict each other", (things.contradictory_decks,),
    ),
    FaultClass(
        "unordered_changes", "two ways to change a property without an order", "always",
        "the rules make both changes", (things.unordered_changes,),
    ),
    FaultClass(
        "empty_keyword", "a keyword without a meaning", "sometimes",
        "it has no body, and nothing asks for it", (things.empty_keywords,),
    ),
    FaultClass(
        "small_capacity", "a zone has less room than is needed", "sometimes",
        "the rules themselves put more there, or nothing fits", (things.small_capacities,),
    ),
    FaultClass(
        "small_range", "a gauge whose range is too small", "always",
        "the rules set or compare it with what lies outside", (things.small_ranges,),
    ),
    FaultClass(
        "lost_citation", "a clause that no line cites any more", "always",
        "the ledger has it", (things.lost_citations,), False,
    ),
    FaultClass(
        "no_candidates", "a choice of what is never there", "always",
        "the zone never holds such cards, or the filter contradicts the kind",
        (values.no_candidates,),
    ),
    FaultClass(
        "unentered_zone", "cards no longer come into a zone", "sometimes",
        "nothing else puts cards there, and rules read it", (things.unentered_zones,),
    ),
    FaultClass(
        "alike_outcomes", "both cases come to the same", "always",
        "their statements are the same", (values.alike_outcomes,),
    ),
    FaultClass(
        "alike_labels", "two labels for the same moment", "always",
        "their events and conditions are the same", (things.alike_labels,),
    ),
    FaultClass(
        "unmet_requirement", "a card needs what no card is", "always",
        "all cards are known", (cards.unmet_requirements,),
    ),
    FaultClass(
        "never_happens", "a card waits for what happens to another kind", "always",
        "the event has a kind, and the card another", (cards.never_heard,),
    ),
    FaultClass(
        "unused_value", "a value that nothing has or names", "always",
        "no card has it, and no rule names it", (things.unused_values,), False,
    ),
)  # fmt: skip
