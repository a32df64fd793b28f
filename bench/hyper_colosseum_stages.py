"""The turn of the hand-written Hyper Colosseum: its stages, and what is done in them.

A stage is a function of (game, player), a verb one of (game, argument). Both return the actions
to ask for, or None when there is nothing to ask; a stage that is over moves `g.stage` on.
"""

from playsheet.bench.hyper_colosseum_cards import (
    BATTLE,
    BATTLE_END,
    EVOLUTION,
    PREPARATION,
    SCORING,
    TURN_END,
)
from playsheet.bench.hyper_colosseum_effects import (
    ask,
    ask_cards,
    nothing,
    take_top,
    taken,
    throw,
)

HAND, SLOTS = 6, 3
PASS = (nothing, None, None)

# ---- before the game


def begin(g, place):
    """Both choose the level 3 to begin with before anything happens."""
    g.picked = (*g.picked, place)
    if len(g.picked) == 1:
        g.actor = 1
        return g.level_3s(1)
    for p in (0, 1):
        g.box[p].append(g.ocean[p].pop(g.picked[p]))
    g.picked = ()
    for p in (0, 1):
        g.shuffle(p)
        g.stack(p, 1)
        g.draw(p, HAND)
    g.first = g.below(2)
    return None


# ---- preparation


def adjust_hand(g, p):
    """Discards, one by one, in the order of the hand; then the slots; then draws."""
    g.stage += 1
    if g.skips[p]:
        g.skips[p] = False
        return None
    g.rows = [(unwanted, i, card) for i, card in enumerate(g.hand[p])]
    return more_unwanted(g, 0)


def unwanted(g, place):
    g.picked = (*g.picked, place)
    return more_unwanted(g, place + 1)


def more_unwanted(g, start):
    rows = g.rows
    missing = len(rows) - HAND - len(g.picked)
    if missing > 0:
        return ask(g, g.player, rows[start : len(rows) - missing + 1])
    actions = rows[start:]
    if not actions:
        return hand_done(g, None)
    g.actor = g.player
    actions.append(HAND_DONE)
    return actions


def hand_done(g, _):
    p = g.player
    g.places, g.picked = g.picked, ()
    if not g.slots[p]:
        return refill(g, None)
    g.rows = [(cleared, i, slot[0]) for i, slot in enumerate(g.slots[p])]
    return more_cleared(g, 0)


def cleared(g, place):
    g.picked = (*g.picked, place)
    return more_cleared(g, place + 1)


def more_cleared(g, start):
    actions = g.rows[start:]
    if not actions:
        return refill(g, None)
    g.actor = g.player
    actions.append(SLOTS_DONE)
    return actions


def refill(g, _):
    p = g.player
    hand = g.hand[p]
    if g.places:
        g.dark[p] += taken(hand, g.places)
    if g.picked:
        g.dark[p] += [slot[0] for slot in taken(g.slots[p], g.picked)]
    g.picked = ()
    take_top(g.ocean[p], hand, HAND - len(hand))


HAND_DONE, SLOTS_DONE = (hand_done, None, None), (refill, None, None)


def swap(g, p):
    g.stage += 1
    if len(g.box[p]) == 1:
        for card in g.hand[p]:
            if card.level == 3:
                g.actor = p
                return [(choose_newcomer, None, None), PASS]
    return None


def choose_newcomer(g, _):
    p = g.player
    level_3s = [(i, c) for i, c in enumerate(g.hand[p]) if c.level == 3]
    return ask(g, p, [(swap_in, i, card) for i, card in level_3s])


def swap_in(g, place):
    """Another thing fights: what was done to the one before is of no use to it."""
    p = g.player
    g.box[p].append(g.hand[p].pop(place))
    g.swapping[p] = True
    g.more[p] = g.spared[p] = 0
    g.fixed[p] = g.times[p] = g.letter[p] = None


def prepare(g, p):
    base = g.prepared[p][-1][0] if g.prepared[p] else g.box[p][-1]
    hand, routes = g.hand[p], base.routes
    if routes.keys().isdisjoint(hand):
        return go_on(g, None)
    return or_pass(
        g,
        p,
        [
            (prepare_evolution, i, card)
            for i, card in enumerate(hand)
            if card in routes and any(way.payable(g, p) for way in routes[card])
        ],
    )


def or_pass(g, p, actions):
    """A window stays open as long as its player acts."""
    if actions:
        g.actor = p
        actions.append(CLOSE)
        return actions
    return go_on(g, None)


def go_on(g, _):
    """The stage is over, and nothing was done that others could wait for."""
    g.stage += 1
    stage, g.player = STAGES[g.first][g.stage]
    return stage(g, g.player)


CLOSE = (go_on, None, None)


def prepare_evolution(g, place):
    p = g.player
    card = g.hand[p][place]
    base = g.prepared[p][-1][0] if g.prepared[p] else g.box[p][-1]
    ways = [way for way in base.routes[card] if way.payable(g, p)]
    g.hand[p].pop(place)
    g.keys += 1
    g.prepared[p].append((card, g.keys))
    return ask(g, p, [(pay, way, None) for way in ways])


def pay(g, way):
    p, hand = g.player, g.hand[g.player]
    if way.marks:
        for mark in way.marks:
            g.payment[p].append((g.ocean[p].pop(), mark == "X", g.keys))
        return None
    return ask(g, p, [(pay_card, i, hand[i]) for i in way.candidates(hand)])


def pay_card(g, place):
    p = g.player
    g.payment[p].append((g.hand[p].pop(place), False, g.keys))


def early(g, p):
    actions = g.options_and_supports(p, PREPARATION)
    card = g.box[p][-1]
    if card.early and not g.is_hidden(p):
        g.add_ability(actions, p, card.early)
    return or_pass(g, p, actions)


def set_options(g, p):
    """One by one, in the order of the hand, while there is room."""
    rows = []
    if len(g.slots[p]) < SLOTS:
        for i, card in enumerate(g.hand[p]):
            if card.is_option:
                rows.append((lay, (len(rows), i), card))
    if not rows:
        g.stage += 1
        return go_on(g, None)
    g.stage += 1
    g.actor = p
    g.rows = rows
    return [*rows, LAY]


def lay(g, what):
    row, place = what
    g.picked = (*g.picked, place)
    if len(g.picked) + len(g.slots[g.player]) == SLOTS:
        return lay_all(g, None)
    return more_laid(g, row + 1)


def more_laid(g, start):
    actions = g.rows[start:]
    if not actions:
        return lay_all(g, None)
    g.actor = g.player
    actions.append(LAY)
    return actions


def lay_all(g, _):
    """Nothing can be used at once unless a card says so."""
    p, turn = g.player, g.turn
    laid = taken(g.hand[p], g.picked)
    g.slots[p] += [(card, turn, False) for card in laid]
    g.picked = ()
    for card in laid:
        if card.quick:
            return None
    return go_on(g, None)


LAY = (lay_all, None, None)


def late(g, p):
    actions = [
        (activate, i, card)
        for i, (card, laid, used) in enumerate(g.slots[p])
        if card.quick and laid == g.turn and not used
    ]
    return or_pass(g, p, actions)


# ---- things to do in windows


def activate(g, place):
    p = g.player
    g.acted = True
    card = g.slots[p][place][0]
    if card.cost:
        g.todo.append((carry_out_option, place))
        return card.cost(g, p)
    return carry_out_option(g, place)


def carry_out_option(g, place):
    p = g.player
    card, laid, _ = g.slots[p][place]
    g.slots[p][place] = (card, laid, True)
    g.todo.append((option_used, p))
    return card.effect(g, p) if card.effect else None


def option_used(g, p):
    card = g.box[1 - p][-1]
    g.set_off(1 - p, card.on_rival_option, card)


def use_support(g, place):
    p = g.player
    card = g.hand[p].pop(place)
    g.support[p] = card
    g.acted = True
    return card.support(g, p)


def declare(g, declared):
    p = g.player
    card, ability = declared
    g.acted = True
    g.declared.append((p, card))
    return ability[1](g, p)


# ---- evolution


def carry_out(g, p):
    actions = g.ready_options(p, EVOLUTION) if g.slots[p] else []
    hidden = g.swapping[p] and g.is_hidden(p)
    if hidden:
        actions.append((carry_out_swap, None, g.box[p][-1]))
    if g.prepared[p]:
        card = g.prepared[p][0][0]
        fits = g.evolution_fits(p)
        if fits:
            actions.append((evolve, None, card))
        if p != g.first or not (hidden or fits):
            actions.append((give_up, None, card))
    elif not hidden:
        return or_pass(g, p, actions)
    return ask(g, p, actions)


def carry_out_swap(g, _):
    p, box = g.player, g.box[g.player]
    g.dark[p].append(box.pop(0))
    g.swapping[p] = False
    g.set_off(p, box[-1].on_swap, box[-1])


def evolve(g, _):
    p = g.player
    card, key = g.prepared[p].pop(0)
    g.dark[p] += [paid for paid, _ in g.pay_off(p, key)]
    g.put_form(p, card)


def give_up(g, _):
    g.abandon(g.player)


def clear_payments(g, _):
    for p in (0, 1):
        if g.payment[p]:
            g.dark[p] += [card for card, _, _ in g.payment[p]]
            g.payment[p].clear()
    return go_on(g, None)


def in_evolution(g, p):
    return or_pass(g, p, g.options_and_supports(p, EVOLUTION))


# ---- battle


def appearing(g, p):
    if not g.may_appear[p]:
        return go_on(g, None)
    actions = []
    for i, card in enumerate(g.hand[p]):
        if card.appears and card.appears(g, p):
            actions.append((appear, i, card))
    return or_pass(g, p, actions)


def appear(g, place):
    p = g.player
    card = g.hand[p].pop(place)
    g.box[p].append(card)
    g.set_off(p, card.on_appear, card)


def start_battle(g, p):
    """The effects of the start, the second player's before the first's."""
    g.mover, g.opening, g.acted = 1 - g.first, True, False
    card = g.box[p][-1]
    if card.on_start:
        g.waiting.append((p, card.on_start, card))
    elif p != g.first and not g.box[g.first][-1].on_start:
        g.stage = FIGHT
        return fight(g, p)
    g.stage += 1
    return None


def fight(g, _):
    """Until one does nothing; the second player's opening pass does not count."""
    while True:
        p = g.player = g.mover
        actions = g.options_and_supports(p, BATTLE)
        card = g.box[p][-1]
        if card.fight:
            g.add_ability(actions, p, card.fight)
        for card in g.beside[p]:
            if g.may_declare(p, card, card.fight):
                actions.append((declare, (card, card.fight), card))
        if actions:
            g.actor = p
            actions.append(FIGHT_ON)
            return actions
        fight_on(g, None)
        if g.stage != FIGHT:
            return None


def fight_on(g, _):
    if g.acted or g.opening:
        g.acted = g.opening = False
        g.mover = 1 - g.mover
    else:
        g.stage += 1


FIGHT_ON = (fight_on, None, None)


def result(g, first):
    one, two = g.power(first), g.power(1 - first)
    g.stage += 1
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
    return None if g.waiting else result_of_other(g, 1 - first)


def drawn(g, p):
    for card, _, used in g.slots[p]:
        if used and card.on_draw:
            g.waiting.append((p, card.on_draw, card))


def result_of_other(g, second):
    g.stage += 1
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
    return None if g.waiting else close_battle(g, 1 - second)


def close_battle(g, first):
    g.mover, g.passes, g.acted = first, 0, False
    for p in (0, 1):
        if g.slots[p]:
            drop_options(g, p, (BATTLE_END,))
    return start_scoring(g, first)


def drop_options(g, p, limits):
    """Used options whose limit is reached go to the dark area."""
    kept = []
    for slot in g.slots[p]:
        if slot[2] and slot[0].limit in limits:
            g.dark[p].append(slot[0])
        else:
            kept.append(slot)
    g.slots[p] = kept


# ---- point calculation


def start_scoring(g, p):
    g.stage += 1
    card = g.box[p][-1]
    if card.on_scoring:
        g.waiting.append((p, card.on_scoring, card))


def calculate(g, _):
    """One thing each in turn, until both have passed."""
    if g.acted:
        g.acted, g.passes, g.mover = False, 0, 1 - g.mover
    while g.passes < 2:
        p = g.player = g.mover
        actions = g.options_and_supports(p, SCORING)
        if actions:
            g.actor = p
            actions.append(HAND_ON)
            return actions
        hand_on(g, None)
    g.stage += 1
    return lose(g, g.first)


def hand_on(g, _):
    g.passes += 1
    g.mover = 1 - g.mover


HAND_ON = (hand_on, None, None)


def lose(g, _):
    one, two = g.box[0][-1], g.box[1][-1]
    g.stage += 1 if one.after or two.after else 3
    winner = g.battle_winner
    if winner is None:
        g.change_points(0, -10)
        g.change_points(1, -10)
        return None
    loser = 1 - winner
    card, by = (one, two) if winner else (two, one)
    lost = max(0, card.loss[(by.level or by.column) - 3] - g.spared[loser])
    if card.guarded and g.hand[loser]:
        g.actor = loser
        return [(discard_instead, loser, None), (lose_points, (loser, lost), None)]
    return g.change_points(loser, -lost)


def discard_instead(g, p):
    return ask_cards(g, p, g.hand[p], 1, (throw, p))


def lose_points(g, loss):
    g.change_points(loss[0], -loss[1])


def after(g, p):
    card = g.box[p][-1]
    if not card.after:
        return go_on(g, None)
    actions = []
    g.add_ability(actions, p, card.after)
    return or_pass(g, p, actions)


def clear_up(g, first):
    """Forms and supports go; a used-up net ocean begins again."""
    g.stage += 1
    if g.battle_winner is not None:
        g.reduce(1 - g.battle_winner)
    for p in (0, 1):
        if g.support[p]:
            g.dark[p].append(g.support[p])
    for p in (first, 1 - first):
        if not g.ocean[p]:
            g.reduce(p)
            g.ocean[p] += g.dark[p]
            g.dark[p].clear()
            g.shuffle(p)
            card = g.box[p][-1]
            g.set_off(p, card.on_lifespan, card)
    return None if g.waiting else end_turn(g, first)


def end_turn(g, p):
    """In turn; what the second's cards do waits until the first's have done it."""
    g.stage += 1
    for card, _, used in g.slots[p]:
        if used and card.on_end:
            g.waiting.append((p, card.on_end, card))
    return None if g.waiting or p != g.first else end_turn(g, 1 - p)


def hand_over(g, _):
    for p in (0, 1):
        if g.slots[p]:
            drop_options(g, p, (BATTLE_END, TURN_END))
    if g.battle_winner is not None:
        g.first = g.battle_winner
    g.turn += 1
    g.forget_turn()
    g.stage = 0


def run_waiting(g, place):
    p, effect, _ = g.waiting.pop(place)
    return effect(g, p)


PREPARATIONS = (adjust_hand, swap, prepare, early, set_options, late)
ORDER = (  # what is done, by the player going first (0) or second (1)
    *((stage, 0) for stage in PREPARATIONS),
    *((stage, 1) for stage in PREPARATIONS),
    *((carry_out, 0), (carry_out, 1), (clear_payments, 0)),
    *((in_evolution, 0), (in_evolution, 1), (appearing, 1), (appearing, 0)),
    *((start_battle, 1), (start_battle, 0), (fight, 1)),
    *((result, 0), (result_of_other, 1), (close_battle, 0)),
    *((start_scoring, 1), (calculate, 0)),
    *((lose, 0), (after, 0), (after, 1), (clear_up, 0)),
    *((end_turn, 0), (end_turn, 1), (hand_over, 0)),
)
FIGHT = next(i for i, (stage, _) in enumerate(ORDER) if stage is fight)
STAGES = tuple([(stage, first ^ place) for stage, place in ORDER] for first in (0, 1))
