"""The preparation of the hand-written Hyper Colosseum: its stages, and what is done in them."""

from __future__ import annotations

from .hyper_colosseum_cards import PREPARATION, Card, Way
from .hyper_colosseum_table import (
    Action,
    Actions,
    Asked,
    Table,
    ask,
    by_number,
    mixed,
    take_top,
    taken,
)
from .hyper_colosseum_windows import (
    CLOSE,
    activate,
    add_ability,
    go_on,
    options_and_supports,
    or_pass,
)

HAND, SLOTS = 6, 3

# ---- adjusting the hand: discards, then the slots, then draws


def adjust_hand(g: Table, p: int) -> Asked:
    if g.skips[p]:
        g.skips[p] = False
        return go_on(g, None)
    g.rows = [(unwanted, i, card) for i, card in by_number(g.hand[p])]
    return more_unwanted(g)


def unwanted(g: Table, place: int) -> Asked:
    pick_row(g, place)
    return more_unwanted(g)


def pick_row(g: Table, place: int) -> None:
    g.picked = (*g.picked, place)
    g.rows = [row for row in g.rows if row[1] != place]


def more_unwanted(g: Table) -> Asked:
    rows = g.rows
    if len(rows) > HAND:
        return ask(g, g.player, rows)
    if not rows:
        return hand_done(g, None)
    g.actor = g.player
    return [*rows, HAND_DONE]


def hand_done(g: Table, _: object) -> Asked:
    p = g.player
    g.places, g.picked = g.picked, ()
    if not g.slots[p]:
        return refill(g, None)
    g.rows = [(cleared, i, slot[0]) for i, slot in enumerate(g.slots[p])]
    return more_cleared(g)


def cleared(g: Table, place: int) -> Asked:
    pick_row(g, place)
    return more_cleared(g)


def more_cleared(g: Table) -> Asked:
    if not g.rows:
        return refill(g, None)
    g.actor = g.player
    return [*g.rows, SLOTS_DONE]


def refill(g: Table, _: object) -> Asked:
    p = g.player
    hand = g.hand[p]
    if g.places:
        g.dark[p] += taken(hand, mixed(g, hand, g.places))
    if g.picked:
        g.dark[p] += [slot[0] for slot in taken(g.slots[p], tuple(sorted(g.picked)))]
        g.picked = ()
    take_top(g.ocean[p], hand, HAND - len(hand))
    g.stage += 1
    return swap(g, p)


HAND_DONE: Action = (hand_done, None, None)
SLOTS_DONE: Action = (refill, None, None)

# ---- swapping


def swap(g: Table, p: int) -> Asked:
    if len(g.box[p]) == 1:
        for card in g.hand[p]:
            if card.level == 3:
                g.actor = p
                return [(choose_newcomer, None, None), CLOSE]
    g.stage += 1
    return prepare(g, p)


def choose_newcomer(g: Table, _: object) -> Asked:
    p = g.player
    level_3s = [(i, c) for i, c in enumerate(g.hand[p]) if c.level == 3]
    return ask(g, p, [(swap_in, i, card) for i, card in level_3s])


def swap_in(g: Table, place: int) -> None:
    """Another thing fights: what was done to the one before is of no use to it."""
    p = g.player
    g.stage += 1
    g.box[p].append(g.hand[p].pop(place))
    g.swapping[p] = True
    g.more[p] = g.spared[p] = 0
    g.fixed[p] = g.times[p] = g.letter[p] = None


# ---- preparing evolutions


def base_form(g: Table, p: int) -> Card:
    return g.prepared[p][-1][0] if g.prepared[p] else g.box[p][-1]


def prepare(g: Table, p: int) -> Asked:
    hand, routes = g.hand[p], base_form(g, p).routes
    if not routes.keys().isdisjoint(hand):
        actions: Actions = []
        for i, card in enumerate(hand):
            if card in routes and any(way.payable(g, p) for way in routes[card]):
                actions.append((prepare_evolution, i, card))
        if actions:
            g.actor = p
            actions.append(CLOSE)
            return actions
    g.stage += 1
    return early(g, p)


def prepare_evolution(g: Table, place: int) -> Asked:
    p = g.player
    card = g.hand[p][place]
    ways = [way for way in base_form(g, p).routes[card] if way.payable(g, p)]
    g.hand[p].pop(place)
    g.keys += 1
    g.prepared[p].append((card, g.keys))
    return ask(g, p, [(pay, way, None) for way in ways])


def pay(g: Table, way: Way) -> Asked:
    p, hand = g.player, g.hand[g.player]
    if way.marks:
        for mark in way.marks:
            g.payment[p].append((g.ocean[p].pop(), mark == "X", g.keys))
        return None
    return ask(g, p, [(pay_card, i, hand[i]) for i in way.candidates(hand)])


def pay_card(g: Table, place: int) -> None:
    p = g.player
    g.payment[p].append((g.hand[p].pop(place), False, g.keys))


# ---- options


def early(g: Table, p: int) -> Asked:
    actions = options_and_supports(g, p, PREPARATION)
    card = g.box[p][-1]
    if card.early and not g.is_hidden(p):
        add_ability(g, actions, p, card.early)
    if actions:
        g.actor = p
        actions.append(CLOSE)
        return actions
    g.stage += 1
    return set_options(g, p)


def set_options(g: Table, p: int) -> Asked:
    """One by one, while there is room."""
    rows: Actions = []
    if len(g.slots[p]) < SLOTS:
        rows += [(lay, i, card) for i, card in by_number(g.hand[p]) if card.is_option]
    if not rows:
        return go_on(g, None)
    g.actor = p
    g.rows = rows
    return [*rows, LAY]


def lay(g: Table, place: int) -> Asked:
    pick_row(g, place)
    if not g.rows or len(g.picked) + len(g.slots[g.player]) == SLOTS:
        return lay_all(g, None)
    g.actor = g.player
    return [*g.rows, LAY]


def lay_all(g: Table, _: object) -> Asked:
    if g.picked:
        p, turn = g.player, g.turn
        laid = taken(g.hand[p], mixed(g, g.hand[p], g.picked))
        g.slots[p] += [(card, turn, False) for card in laid]
        g.picked = ()
    return go_on(g, None)


LAY: Action = (lay_all, None, None)


def late(g: Table, p: int) -> Asked:
    actions: Actions = [
        (activate, i, card)
        for i, (card, laid, used) in enumerate(g.slots[p])
        if card.quick and laid == g.turn and not used
    ]
    return or_pass(g, p, actions)
