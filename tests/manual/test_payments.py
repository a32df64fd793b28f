"""What a choice says of paying: an offer in which something is paid, in whatever way, says so."""

from __future__ import annotations

import pytest
from manual_blocks import base, written

from playsheet.dsl.ir.program import Site
from playsheet.dsl.loading.library import FormatFiles
from playsheet.dsl.loading.load import load

ADDED = """
phrase alms cost "a card of the hand"
    choose exactly 1 card in hand as given
    move given to compost
phrase levy cost "4 water": lower water by 4
phrase two_of effect (c: cost) "By {c}, gain 2 water": run bargain
phrase bargain deed (c: cost)
    offer you "By a slot"
        run c
        raise water by 2
phrase gift effect "You may gain 1 water"
    offer you "For nothing": raise water by 1
phrase nested effect "You may give alms"
    offer you "By a phrase"
        if water is at least 1: run alms
phrase drain effect "You may pay 4 water"
    offer you "By a gauge": run levy
phrases toll are paid
phrases toll include tribute
phrase throw_away toll "throwing a card away"
    random lost from hand
    move lost to compost
phrase tribute "losing 1 water": lower water by 1
phrase lose_two act "lose 2 water", "losing 2 water" as tribute: lower water by 2
phrase by_deed effect (p: toll) "by {p}, gain 2 water"
    offer you "By a category"
        run p
        raise water by 2
phrase by_included effect (p: tribute) "for {p}, gain 2 water"
    offer you "By an included one"
        run p
        raise water by 2
phrase forgotten toll (card: card given): move card to deck
to lose_card of card: card by player
    move card to compost
to give_card of card: card by player
    move card to compost
instead of lose_card where card is Plant optional "Instead": run forgotten
instead of give_card where card is Plant optional "Instead, free": raise water by 1
action dare "Dare" offers Spell in hand as spell
    offer player "By a field": run spell's cost
    do lose_card of spell
    do give_card of spell
    choose one asking "Which?"
        option "One": run spell's cost
        option "Two": raise water by 1
    choose one asking "What for?"
        option "One": raise water by 2
        option "Two": raise water by 1
action lay "Lay" offers Plant in hand as target needs there is way in target's grows_from
    choose 1 way in target's grows_from where its terms is payable as route asking "By which way?"
    offer player "By terms"
        pay route's terms to bed as payment
        move payment to compost
"""
CARDS = """
card "Toll" Gd-991
    kind Spell
    does By a card of the hand, gain 2 water.
card "Present" Gd-992
    kind Spell
    does You may gain 1 water.
card "Alms" Gd-993
    kind Spell
    does You may give alms.
card "Drain" Gd-994
    kind Spell
    does You may pay 4 water.
card "Throw" Gd-995
    kind Spell
    does by throwing a card away, gain 2 water.
card "Giving" Gd-996
    kind Spell
    does for losing 2 water, gain 2 water.
"""
OFFERED = "offers cast, help, abilities"
PAID = {"By a slot", "By a phrase", "By a gauge", "By a field", "By terms", "Which?"}
PAID |= {"By a category", "By an included one", "Instead"}
FREE = {"For nothing", "What for?", "Instead, free"}


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Site]:
    """What the example format asks, with offers of all ways of paying."""
    folder = tmp_path_factory.mktemp("paying")
    rules = [
        written(folder, "a.rules", base().rules.replace(OFFERED, f"{OFFERED}, dare, lay")),
        written(folder, "b.rules", ADDED),
    ]
    cards = [written(folder, "a.cards", base().cards), written(folder, "b.cards", CARDS)]
    loaded = load(FormatFiles("example", rules, cards))
    assert not [one for one in loaded.problems if one.severity == "error"]
    assert loaded.program is not None
    return {site.prompt: site for site in loaded.program.sites}


@pytest.mark.parametrize("prompt", sorted(PAID))
def test_an_offer_in_which_something_is_paid_says_so(prompt: str, sites: dict[str, Site]) -> None:
    """Red if a way of paying is forgotten."""
    assert sites[prompt].pays


@pytest.mark.parametrize("prompt", sorted(FREE))
def test_an_offer_of_something_free_says_nothing_of_paying(
    prompt: str, sites: dict[str, Site]
) -> None:
    """Red if every offer counts as one that is paid."""
    assert not sites[prompt].pays
