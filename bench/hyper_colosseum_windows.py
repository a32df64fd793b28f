"""What a player of the hand-written Hyper Colosseum may do in the windows of a turn.

A stage is a function of (game, player), a verb one of (game, argument). Both return the actions
to ask for, or None when there is nothing to ask; a stage that is over moves `g.stage` on.
"""

from __future__ import annotations

from .hyper_colosseum_cards import PREPARATION, Ability, Card
from .hyper_colosseum_table import Action, Actions, Asked, Slot, Table


def go_on(g: Table, _: object) -> Asked:
    """The stage is over, and nothing was done that others could wait for."""
    g.stage = place = g.stage + 1
    stage, g.player = g.course[place]
    return stage(g, g.player)


CLOSE: Action = (go_on, None, None)


def or_pass(g: Table, p: int, actions: Actions) -> Asked:
    """A window stays open as long as its player acts."""
    if actions:
        g.actor = p
        actions.append(CLOSE)
        return actions
    return go_on(g, None)


# ---- options


def ready_options(g: Table, p: int, timing: int) -> Actions:
    """Those of the preparation phase wait for the turn after."""
    actions: Actions = []
    for i, (card, laid, used) in enumerate(g.slots[p]):
        if card.timing == timing and not used:
            waits = timing == PREPARATION and laid == g.turn
            if not waits and (card.payable is None or card.payable(g, p)):
                actions.append((activate, i, card))
    return actions


def activate(g: Table, place: int) -> Asked:
    p = g.player
    g.acted = True
    card = g.slots[p][place][0]
    if card.cost:
        g.todo.append((carry_out_option, place))
        return card.cost(g, p)
    return carry_out_option(g, place)


def carry_out_option(g: Table, place: int) -> Asked:
    p = g.player
    card, laid, _ = g.slots[p][place]
    g.slots[p][place] = (card, laid, True)
    g.todo.append((option_used, p))
    return card.effect(g, p) if card.effect else None


def option_used(g: Table, p: int) -> None:
    card = g.box[1 - p][-1]
    g.set_off(1 - p, card.on_rival_option, card)


def drop_options(g: Table, p: int, limits: tuple[int, ...]) -> None:
    """Used options whose limit is reached go to the dark area."""
    kept: list[Slot] = []
    for slot in g.slots[p]:
        if slot[2] and slot[0].limit in limits:
            g.dark[p].append(slot[0])
        else:
            kept.append(slot)
    g.slots[p] = kept


# ---- supports


def options_and_supports(g: Table, p: int, timing: int) -> Actions:
    actions = ready_options(g, p, timing) if g.slots[p] else []
    if not (g.barred_supports[p] or g.box[1 - p][-1].bars_supports):
        for i, card in enumerate(g.hand[p]):
            if card.support:
                actions.append((use_support, i, card))
    return actions


def use_support(g: Table, place: int) -> Asked:
    p = g.player
    card = g.hand[p].pop(place)
    g.support[p] = card
    g.barred_supports[p] = True
    g.acted = True
    return card.support(g, p) if card.support else None


# ---- abilities


def add_ability(g: Table, actions: Actions, p: int, ability: Ability | None) -> None:
    """What fights may declare this, if it has it."""
    if ability and not g.barred_abilities[p]:
        card = g.box[p][-1]
        if may_declare(g, p, card, ability):
            actions.append((declare, (card, ability), card))


def may_declare(g: Table, p: int, card: Card, ability: Ability) -> bool:
    payable = ability[0]
    return (p, card) not in g.declared and (payable is None or payable(g, p))


def declare(g: Table, declared: tuple[Card, Ability]) -> Asked:
    p = g.player
    card, ability = declared
    g.acted = True
    g.declared.append((p, card))
    return ability[1](g, p)
