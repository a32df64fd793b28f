"""The effects of the hand-written Hyper Colosseum.

An effect is a function of (game, player). It returns the actions to ask for, or None.
"""

from __future__ import annotations

from .hyper_colosseum_cards import A, Ability, Card, Condition, Effect
from .hyper_colosseum_table import (
    Actions,
    Asked,
    Table,
    ask,
    ask_cards,
    ask_hand,
    by_number,
    mixed,
    picked,
    taken,
)


def throw(g: Table, owner: int, places: tuple[int, ...]) -> None:
    hand = g.hand[owner]
    g.dark[owner] += taken(hand, mixed(g, hand, places))


def nothing(g: Table, argument: object) -> None:
    return None


# ---- effects: they return what has to be asked, or None


def draw(n: int) -> Effect:
    return lambda g, p: g.draw(p, n)


def both_draw(g: Table, p: int) -> None:
    g.draw(0, 1)
    g.draw(1, 1)


def mill(n: int) -> Effect:
    return lambda g, p: g.mill(p, n)


def rival(effect: Effect) -> Effect:
    return lambda g, p: effect(g, 1 - p)


def look(g: Table, p: int) -> None:
    """Only a reader would notice."""


def points(n: int) -> Effect:
    return lambda g, p: g.change_points(p, n)


def both_hurt(g: Table, p: int) -> None:
    g.change_points(0, -10)
    g.change_points(1, -10)


def power(n: int) -> Effect:
    def effect(g: Table, p: int) -> None:
        g.more[p] += n

    return effect


def double(g: Table, p: int) -> None:
    g.times[p], g.altered = 2, True


def halve(g: Table, p: int) -> None:
    g.times[1 - p], g.altered = -2, True


def fixed(n: int) -> Effect:
    def effect(g: Table, p: int) -> None:
        g.fixed[p], g.altered = n, True

    return effect


def strike(letter: int) -> Effect:
    def effect(g: Table, p: int) -> None:
        g.letter[p], g.altered = letter, True

    return effect


def if_(condition: Condition, then: Effect) -> Effect:
    return lambda g, p: then(g, p) if condition(g, p) else None


def rival_higher(g: Table, p: int) -> bool:
    return g.box[1 - p][-1].level > g.box[p][-1].level


def rival_lower(g: Table, p: int) -> bool:
    return g.box[1 - p][-1].level < g.box[p][-1].level


def spare(g: Table, p: int) -> None:
    g.spared[p] += 10


def per_option(g: Table, p: int) -> None:
    g.more[p] += 20 * len(g.slots[p])


def per_rival_card(g: Table, p: int) -> None:
    g.more[1 - p] -= 10 * len(g.hand[1 - p])


def discard(n: int) -> Effect:
    return lambda g, p: ask_hand(g, p, n, (throw, p))


def has_cards(n: int) -> Condition:
    return lambda g, p: len(g.hand[p]) >= n


def for_a_card(effect: Effect) -> Ability:
    """An ability that costs a card from the hand."""

    def paid(g: Table, p: int) -> Asked:
        g.todo.append((effect, p))
        return ask_hand(g, p, 1, (throw, p))

    return has_cards(1), paid


def free(effect: Effect) -> Ability:
    return None, effect


def rival_discards(g: Table, p: int) -> Asked:
    return ask_hand(g, 1 - p, 1, (throw, 1 - p))


def choose_for_rival(g: Table, p: int) -> Asked:
    """The order of a hand is its owner's secret: the cards are offered in another."""
    hand = g.hand[1 - p]
    places = [*range(len(hand))]
    g.shuffle(places)
    return ask(g, p, [(picked, ((throw, 1 - p), i), hand[i]) for i in places])


def both_discard(g: Table, p: int) -> Asked:
    if not g.hand[0]:
        return ask_hand(g, 1, 1, (throw, 1))
    return ask_hand(g, 0, 1, (second_discards, None))


def second_discards(g: Table, _: int | None, of_first: tuple[int, ...]) -> Asked:
    if not g.hand[1]:
        return throw(g, 0, of_first)
    return ask_hand(g, 1, 1, (throw_both, of_first))


def throw_both(g: Table, of_first: tuple[int, ...], of_second: tuple[int, ...]) -> None:
    throw(g, 0, of_first)
    throw(g, 1, of_second)


def lose_at_random(g: Table, p: int) -> None:
    hand = g.hand[1 - p]
    if hand:
        g.dark[1 - p].append(hand.pop(g.below(len(hand))))
    g.more[p] += 30


def lose_requirement(g: Table, p: int) -> None:
    payment = g.payment[1 - p]
    if payment:
        g.dark[1 - p].append(payment.pop(g.below(len(payment)))[0])


def clear_slot(g: Table, p: int) -> Asked:
    def clear(g: Table, owner: int, places: tuple[int, ...]) -> None:
        g.dark[owner] += [slot[0] for slot in taken(g.slots[owner], places)]

    return ask_cards(g, p, [slot[0] for slot in g.slots[1 - p]], 1, (clear, 1 - p))


def break_evolution(g: Table, p: int) -> Asked:
    def clear(g: Table, owner: int, places: tuple[int, ...]) -> None:
        g.dark[owner] += [card for card, _ in taken(g.prepared[owner], places)]

    return ask_cards(g, p, [card for card, _ in g.prepared[1 - p]], 1, (clear, 1 - p))


def take_back(g: Table, p: int) -> Asked:
    def take(g: Table, owner: int, places: tuple[int, ...]) -> None:
        g.hand[owner] += taken(g.dark[owner], places)

    return ask_cards(g, p, g.dark[p], 1, (take, p))


def take_gauge(g: Table, p: int) -> Asked:
    def take(g: Table, owner: int, places: tuple[int, ...]) -> None:
        g.hand[owner] += taken(g.gauge[owner], places)

    return ask_cards(g, p, g.gauge[p], 1, (take, p))


def maybe_take_back(g: Table, p: int) -> Asked:
    g.actor = p
    return [(take_back, p, None), (nothing, None, None)]


def put_under(g: Table, p: int) -> Asked:
    def put(g: Table, owner: int, places: tuple[int, ...]) -> None:
        g.ocean[owner][:0] = taken(g.hand[owner], places)
        g.draw(owner, 2)

    return ask_hand(g, p, 1, (put, p))


def maybe_put_under(g: Table, p: int) -> Asked:
    g.actor = p
    return [(put_under, p, None), (nothing, None, None)] if g.hand[p] else None


def shuffle(g: Table, p: int) -> None:
    g.shuffle(g.ocean[p])


def shuffle_back(g: Table, p: int) -> Asked:
    def back(g: Table, owner: int, places: tuple[int, ...]) -> None:
        g.ocean[owner] += taken(g.dark[owner], places)

    g.todo.append((shuffle, p))
    return ask_cards(g, p, g.dark[p], 3, (back, p))


def search_level_6(g: Table, p: int) -> Asked:
    def found(g: Table, place: int) -> None:
        g.hand[p].append(g.ocean[p].pop(place))

    g.todo.append((shuffle, p))
    actions: Actions = [(found, i, c) for i, c in enumerate(g.ocean[p]) if c.level == 6]
    if actions:
        actions.append((nothing, None, None))
    return ask(g, p, actions)


def sort_and_draw(g: Table, p: int) -> Asked:
    g.todo.append((lambda g, p: g.draw(p, 1), p))
    return sort_top(g, (p, tuple(g.ocean[p][:-4:-1]), ()))


Sorting = tuple[int, tuple[Card, ...], tuple[Card, ...]]  # whose; the rest; the new order


def sort_top(g: Table, so_far: Sorting) -> Asked:
    player, rest, order = so_far
    if not rest:
        if order:
            g.ocean[player][-len(order) :] = order
        return None
    actions: Actions = []
    for i, card in enumerate(rest):
        left = (player, rest[:i] + rest[i + 1 :], (card, *order))
        actions.append((sort_top, left, card))
    return ask(g, player, actions)


def evolve_to_level_4(g: Table, p: int) -> Asked:
    def evolve(g: Table, place: int) -> None:
        if not g.barred_evolution[p]:
            g.put_form(p, g.hand[p].pop(place))

    return ask(g, p, [(evolve, i, c) for i, c in enumerate(g.hand[p]) if c.level == 4])


def devolve_rival(g: Table, p: int) -> None:
    if g.box[1 - p][-1].level != 3:
        g.dark[1 - p].append(g.box[1 - p].pop())


def stop_rival(g: Table, p: int) -> None:
    if g.prepared[1 - p]:
        g.abandon(1 - p)


def sideways(g: Table, p: int) -> None:
    g.payment[1 - p] = [(card, True, key) for card, _, key in g.payment[1 - p]]


def stack_two(g: Table, p: int) -> None:
    g.stack(p, 2)
    g.change_points(p, 10)


def stack_one(g: Table, p: int) -> None:
    g.stack(p, 1)
    g.change_points(p, 10 * sum(card.level == 3 for card in g.gauge[p]))


def toll(g: Table, p: int) -> None:
    g.change_points(g.first, -10)
    g.draw(1 - g.first, 1)


def bar(what: str) -> Effect:
    def effect(g: Table, p: int) -> None:
        getattr(g, what)[1 - p] = True

    return effect


def lie_beside(g: Table, p: int) -> None:
    place = next(i for i, slot in enumerate(g.slots[p]) if slot[0].effect is lie_beside)
    g.beside[p].append(g.slots[p].pop(place)[0])


def if_weak(g: Table, p: int) -> None:
    if g.power(p) <= 400:
        g.more[p] += 30


def forty_or_card(g: Table, p: int) -> Asked:
    g.actor = p
    return [(power(40), p, None), (draw(1), p, None)]


def kunemon_doubles(g: Table, p: int) -> Asked:
    g.todo.append((double, p))
    names = [(i, c) for i, c in by_number(g.hand[p]) if c.name == "Kunemon"]
    return ask(g, p, [(throw_one, (p, i), c) for i, c in names])


def throw_one(g: Table, what: tuple[int, int]) -> None:
    owner, place = what
    g.dark[owner].append(g.hand[owner].pop(place))


# ---- conditions and costs


def hand_cost(n: int) -> tuple[Condition, Effect]:
    return has_cards(n), discard(n)


def no_hand(g: Table, p: int) -> int:
    return 0 if g.hand[p] else 60


def type_a_level_4(card: Card) -> bool:
    return card.type == A and card.level == 4


def vaccine_level_4(card: Card) -> bool:
    return card.attribute == "Vaccine" and card.level == 4


def kilnpup_or_behind(g: Table, p: int) -> bool:
    behind = g.points[1 - p] > g.points[p]
    return behind or any(card.name == "Kilnpup" for card in g.box[p])


def ocean_holds(n: int) -> Condition:
    return lambda g, p: len(g.ocean[p]) >= n


def dives(g: Table, p: int) -> bool:
    return g.box[p][-1].deep


def is_proud(g: Table, p: int) -> bool:
    return g.box[p][-1].proud


def goes_first(g: Table, p: int) -> bool:
    return g.first == p


def kunemon_in_hand(g: Table, p: int) -> bool:
    return any(card.name == "Kunemon" for card in g.hand[p])


def not_won(g: Table, p: int) -> bool:
    return g.battle_winner != p
