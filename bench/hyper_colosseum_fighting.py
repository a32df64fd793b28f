"""Evolution, battle and point calculation of the hand-written Hyper Colosseum."""

from __future__ import annotations

from .hyper_colosseum_cards import BATTLE, BATTLE_END, EVOLUTION, SCORING
from .hyper_colosseum_effects import throw
from .hyper_colosseum_table import Action, Actions, Asked, Table, ask, ask_hand
from .hyper_colosseum_windows import (
    add_ability,
    declare,
    drop_options,
    go_on,
    may_declare,
    options_and_supports,
    or_pass,
    ready_options,
)

# ---- evolution


def carry_out(g: Table, p: int) -> Asked:
    if not (g.slots[p] or g.prepared[p] or g.swapping[p]):
        return go_on(g, None)
    actions = ready_options(g, p, EVOLUTION)
    hidden = g.swapping[p] and g.is_hidden(p)
    if hidden:
        actions.append((carry_out_swap, None, g.box[p][-1]))
    if g.prepared[p]:
        card = g.prepared[p][0][0]
        fits = evolution_fits(g, p)
        if fits:
            actions.append((evolve, None, card))
        if p != g.first or not (hidden or fits):
            actions.append((give_up, None, card))
    elif not hidden:
        return or_pass(g, p, actions)
    return ask(g, p, actions)


def evolution_fits(g: Table, p: int) -> bool:
    """Whether the next prepared evolution can be carried out."""
    if g.barred_evolution[p] or g.is_hidden(p):
        return False
    card, key = g.prepared[p][0]
    payment = [(paid, turned) for paid, turned, k in g.payment[p] if k == key]
    ways = g.box[p][-1].routes.get(card, ())
    return any(way.met_by(payment) for way in ways)


def carry_out_swap(g: Table, _: object) -> None:
    p, box = g.player, g.box[g.player]
    g.dark[p].append(box.pop(0))
    g.swapping[p] = False
    g.set_off(p, box[-1].on_swap, box[-1])


def evolve(g: Table, _: object) -> None:
    p = g.player
    card, key = g.prepared[p].pop(0)
    g.pay_off(p, key)
    g.put_form(p, card)


def give_up(g: Table, _: object) -> None:
    g.abandon(g.player)


def clear_payments(g: Table, _: object) -> Asked:
    for p in (0, 1):
        if g.payment[p]:
            g.dark[p] += [card for card, _, _ in g.payment[p]]
            g.payment[p] = []
    return go_on(g, None)


def in_evolution(g: Table, p: int) -> Asked:
    return or_pass(g, p, options_and_supports(g, p, EVOLUTION))


# ---- battle


def appearing(g: Table, p: int) -> Asked:
    actions: Actions = []
    for i, card in enumerate(g.hand[p]):
        if card.appears and card.appears(g, p):
            actions.append((appear, i, card))
    return or_pass(g, p, actions)


def appear(g: Table, place: int) -> None:
    p = g.player
    card = g.hand[p].pop(place)
    g.box[p].append(card)
    g.set_off(p, card.on_appear, card)


def start_battle(g: Table, p: int) -> Asked:
    """The effects of the start, the second player's before the first's."""
    card = g.box[p][-1]
    if card.on_start:
        g.waiting.append((p, card.on_start, card))
    return unless_waiting(g)


def open_fight(g: Table, second: int) -> Asked:
    g.mover, g.opening, g.acted = second, True, False
    g.stage += 1
    return fight(g, second)


def fight(g: Table, _: object) -> Asked:
    """Until one does nothing; the second player's opening pass does not count."""
    while True:
        p = g.player = g.mover
        actions = options_and_supports(g, p, BATTLE)
        card = g.box[p][-1]
        if card.fight:
            add_ability(g, actions, p, card.fight)
        for card in g.beside[p]:
            if card.fight and may_declare(g, p, card, card.fight):
                actions.append((declare, (card, card.fight), card))
        if actions:
            g.actor = p
            actions.append(FIGHT_ON)
            return actions
        if not (g.acted or g.opening):
            return go_on(g, None)
        g.acted = g.opening = False
        g.mover = 1 - p


def fight_on(g: Table, _: object) -> Asked:
    if not (g.acted or g.opening):
        return go_on(g, None)
    g.acted = g.opening = False
    g.mover = 1 - g.mover
    return fight(g, None)


FIGHT_ON: Action = (fight_on, None, None)


def result(g: Table, first: int) -> Asked:
    one, two = g.power(first), g.power(1 - first)
    if one == two:
        drawn(g, first)
    else:
        g.battle_winner = p = first if one > two else 1 - first
        for card, _, used in g.slots[p]:
            if used and card.on_win:
                g.waiting.append((p, card.on_win, card))
        card = g.box[p][-1]
        if card.on_win:
            g.waiting.append((p, card.on_win, card))
    return unless_waiting(g)


def unless_waiting(g: Table) -> Asked:
    """The next stage, once what was set off is done."""
    if not g.waiting:
        return go_on(g, None)
    g.stage += 1
    return None


def drawn(g: Table, p: int) -> None:
    for card, _, used in g.slots[p]:
        if used and card.on_draw:
            g.waiting.append((p, card.on_draw, card))


def result_of_other(g: Table, second: int) -> Asked:
    if g.battle_winner is None:
        drawn(g, second)
    else:
        p = 1 - g.battle_winner
        card = g.box[p][-1]
        if card.on_loss:
            g.waiting.append((p, card.on_loss, card))
        for card, _, used in g.slots[p]:
            if used and card.on_loss:
                g.waiting.append((p, card.on_loss, card))
    return unless_waiting(g)


def close_battle(g: Table, first: int) -> Asked:
    g.mover, g.passes, g.acted = first, 0, False
    for p in (0, 1):
        if g.slots[p] and g.traits[p].end_with_battle:
            drop_options(g, p, (BATTLE_END,))
    return go_on(g, None)


# ---- point calculation


def start_scoring(g: Table, p: int) -> Asked:
    card = g.box[p][-1]
    if card.on_scoring:
        g.waiting.append((p, card.on_scoring, card))
    return unless_waiting(g)


def calculate(g: Table, _: object) -> Asked:
    """One thing each in turn, until both have passed."""
    if g.acted:
        g.acted, g.passes, g.mover = False, 0, 1 - g.mover
    while g.passes < 2:
        p = g.player = g.mover
        actions = options_and_supports(g, p, SCORING)
        if actions:
            g.actor = p
            actions.append(HAND_ON)
            return actions
        g.passes += 1
        g.mover = 1 - p
    return go_on(g, None)


def hand_on(g: Table, _: object) -> Asked:
    g.passes += 1
    g.mover = 1 - g.mover
    return calculate(g, None)


HAND_ON: Action = (hand_on, None, None)


def lose(g: Table, _: object) -> Asked:
    g.stage += 1
    winner = g.battle_winner
    if winner is None:
        g.change_points(0, -10)
        g.change_points(1, -10)
        return None
    loser = 1 - winner
    card, by = g.box[loser][-1], g.box[winner][-1]
    lost = max(0, card.loss[(by.level or by.column) - 3] - g.spared[loser])
    if card.guarded and g.hand[loser]:
        g.actor = loser
        return [(discard_instead, loser, None), (lose_points, (loser, lost), None)]
    return g.change_points(loser, -lost)


def discard_instead(g: Table, p: int) -> Asked:
    return ask_hand(g, p, 1, (throw, p))


def lose_points(g: Table, loss: tuple[int, int]) -> None:
    g.change_points(loss[0], -loss[1])


def after(g: Table, p: int) -> Asked:
    card = g.box[p][-1]
    if not card.after:
        return go_on(g, None)
    actions: Actions = []
    add_ability(g, actions, p, card.after)
    return or_pass(g, p, actions)


def clear_up(g: Table, first: int) -> Asked:
    """Forms and supports go; a used-up net ocean begins again."""
    if g.battle_winner is not None:
        g.reduce(1 - g.battle_winner)
    for p in (0, 1):
        support = g.support[p]
        if support:
            g.dark[p].append(support)
    for p in (first, 1 - first):
        if not g.ocean[p]:
            g.reduce(p)
            g.ocean[p] = g.dark[p]
            g.dark[p] = []
            g.shuffle(g.ocean[p])
            card = g.box[p][-1]
            g.set_off(p, card.on_lifespan, card)
    return unless_waiting(g)


def end_turn(g: Table, p: int) -> Asked:
    """In turn; what the second's cards do waits until the first's have done it."""
    for card, _, used in g.slots[p]:
        if used and card.on_end:
            g.waiting.append((p, card.on_end, card))
    return unless_waiting(g)
