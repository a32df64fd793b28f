"""The effects of the hand-written Hyper Colosseum, and how they ask.

An effect is a function of (game, player). It returns the actions to ask for, or None.
"""

from playsheet.bench.hyper_colosseum_cards import A

# ---- questions


def ask(g, player, actions):
    """Asks, unless there is only one answer or none."""
    if len(actions) > 1:
        g.actor = player
        return actions
    if actions:
        verb, argument, _ = actions[0]
        return verb(g, argument)
    return None


def ask_cards(g, player, cards, count, then):
    """Asks for so many of the cards, one by one in their order; `then` gets (owner, places)."""
    if count == 1:
        return ask(g, player, [(picked, (then, i), card) for i, card in enumerate(cards)])
    return pick(g, (player, tuple(cards), min(count, len(cards)), then, ()))


def picked(g, what):
    (then, owner), place = what
    return then(g, owner, (place,))


def pick(g, so_far):
    player, cards, count, then, places = so_far
    if len(places) == count:
        return then[0](g, then[1], places) if places else None
    first = places[-1] + 1 if places else 0
    last = len(cards) - count + len(places)
    return ask(
        g,
        player,
        [
            (pick, (player, cards, count, then, (*places, i)), cards[i])
            for i in range(first, last + 1)
        ],
    )


def taken(pile, places):
    """The cards at these places, which leave the pile."""
    if len(places) == 1:
        return [pile.pop(places[0])]
    found = [pile.pop(i) for i in reversed(places)]
    found.reverse()
    return found


def take_top(ocean, pile, n):
    """Cards go from the top of a net ocean to a pile, the top card first."""
    if n > 0 and ocean:
        pile += ocean[: -n - 1 : -1]
        del ocean[-n:]


def throw(g, owner, places):
    g.dark[owner] += taken(g.hand[owner], places)


def nothing(g, argument):
    return None


# ---- effects: they return what has to be asked, or None


def draw(n):
    return lambda g, p: g.draw(p, n)


def both_draw(g, p):
    g.draw(0, 1)
    g.draw(1, 1)


def mill(n):
    return lambda g, p: g.mill(1 - p, n)


def mill_own(n):
    return lambda g, p: g.mill(p, n)


def look(g, p):
    """Only a reader would notice."""


def points(n):
    return lambda g, p: g.change_points(p, n)


def hurt(n):
    return lambda g, p: g.change_points(1 - p, -n)


def both_hurt(g, p):
    g.change_points(0, -10)
    g.change_points(1, -10)


def power(n):
    def effect(g, p):
        g.more[p] += n

    return effect


def weaken(n):
    def effect(g, p):
        g.more[1 - p] -= n

    return effect


def double(g, p):
    g.times[p] = 2


def halve(g, p):
    g.times[1 - p] = -2


def fixed(n):
    def effect(g, p):
        g.fixed[p] = n

    return effect


def strike(letter):
    def effect(g, p):
        g.letter[p] = letter

    return effect


def if_(condition, then):
    return lambda g, p: then(g, p) if condition(g, p) else None


def rival_higher(g, p):
    return g.box[1 - p][-1].level > g.box[p][-1].level


def rival_lower(g, p):
    return g.box[1 - p][-1].level < g.box[p][-1].level


def spare(g, p):
    g.spared[p] += 10


def per_option(g, p):
    g.more[p] += 20 * len(g.slots[p])


def per_rival_card(g, p):
    g.more[1 - p] -= 10 * len(g.hand[1 - p])


def discard(n):
    return lambda g, p: ask_cards(g, p, g.hand[p], n, (throw, p))


def has_cards(n):
    return lambda g, p: len(g.hand[p]) >= n


def for_a_card(effect):
    """An ability that costs a card from the hand."""

    def paid(g, p):
        g.todo.append((effect, p))
        return ask_cards(g, p, g.hand[p], 1, (throw, p))

    return has_cards(1), paid


def free(effect):
    return None, effect


def rival_discards(g, p):
    return ask_cards(g, 1 - p, g.hand[1 - p], 1, (throw, 1 - p))


def choose_for_rival(g, p):
    return ask_cards(g, p, g.hand[1 - p], 1, (throw, 1 - p))


def both_discard(g, p):
    if not g.hand[0]:
        return ask_cards(g, 1, g.hand[1], 1, (throw, 1))
    return ask_cards(g, 0, g.hand[0], 1, (second_discards, None))


def second_discards(g, _, of_first):
    if not g.hand[1]:
        return throw(g, 0, of_first)
    return ask_cards(g, 1, g.hand[1], 1, (throw_both, of_first))


def throw_both(g, of_first, of_second):
    throw(g, 0, of_first)
    throw(g, 1, of_second)


def lose_at_random(g, p):
    hand = g.hand[1 - p]
    if hand:
        g.dark[1 - p].append(hand.pop(g.below(len(hand))))
    g.more[p] += 30


def lose_requirement(g, p):
    payment = g.payment[1 - p]
    if payment:
        g.dark[1 - p].append(payment.pop(g.below(len(payment)))[0])


def clear_slot(g, p):
    def clear(g, owner, places):
        g.dark[owner] += [slot[0] for slot in taken(g.slots[owner], places)]

    return ask_cards(g, p, [slot[0] for slot in g.slots[1 - p]], 1, (clear, 1 - p))


def break_evolution(g, p):
    def clear(g, owner, places):
        g.dark[owner] += [card for card, _ in taken(g.prepared[owner], places)]

    return ask_cards(g, p, [card for card, _ in g.prepared[1 - p]], 1, (clear, 1 - p))


def take_back(g, p):
    def take(g, owner, places):
        g.hand[owner] += taken(g.dark[owner], places)

    return ask_cards(g, p, g.dark[p], 1, (take, p))


def take_gauge(g, p):
    def take(g, owner, places):
        g.hand[owner] += taken(g.gauge[owner], places)

    return ask_cards(g, p, g.gauge[p], 1, (take, p))


def maybe_take_back(g, p):
    g.actor = p
    return [(take_back, p, None), (nothing, None, None)]


def put_under(g, p):
    def put(g, owner, places):
        g.ocean[owner][:0] = taken(g.hand[owner], places)
        g.draw(owner, 2)

    return ask_cards(g, p, g.hand[p], 1, (put, p))


def maybe_put_under(g, p):
    g.actor = p
    return [(put_under, p, None), (nothing, None, None)] if g.hand[p] else None


def shuffle(g, p):
    g.shuffle(p)


def shuffle_back(g, p):
    def back(g, owner, places):
        g.ocean[owner] += taken(g.dark[owner], places)

    g.todo.append((shuffle, p))
    return ask_cards(g, p, g.dark[p], 3, (back, p))


def search_level_6(g, p):
    def found(g, place):
        g.hand[p].append(g.ocean[p].pop(place))

    g.todo.append((shuffle, p))
    actions = [(found, i, c) for i, c in enumerate(g.ocean[p]) if c.level == 6]
    if actions:
        actions.append((nothing, None, None))
    return ask(g, p, actions)


def sort_and_draw(g, p):
    g.todo.append((lambda g, p: g.draw(p, 1), p))
    return sort_top(g, (p, tuple(g.ocean[p][:-4:-1]), ()))


def sort_top(g, so_far):
    player, rest, order = so_far
    if not rest:
        if order:
            g.ocean[player][-len(order) :] = order
        return None
    actions = []
    for i, card in enumerate(rest):
        left = (player, rest[:i] + rest[i + 1 :], (card, *order))
        actions.append((sort_top, left, card))
    return ask(g, player, actions)


def evolve_to_level_4(g, p):
    def evolve(g, place):
        if not g.barred_evolution[p]:
            g.put_form(p, g.hand[p].pop(place))

    return ask(g, p, [(evolve, i, c) for i, c in enumerate(g.hand[p]) if c.level == 4])


def devolve_rival(g, p):
    if g.box[1 - p][-1].level != 3:
        g.dark[1 - p].append(g.box[1 - p].pop())


def stop_rival(g, p):
    if g.prepared[1 - p]:
        g.abandon(1 - p)


def sideways(g, p):
    g.payment[1 - p] = [(card, True, key) for card, _, key in g.payment[1 - p]]


def stack_two(g, p):
    g.stack(p, 2)
    g.change_points(p, 10)


def stack_one(g, p):
    g.stack(p, 1)
    g.change_points(p, 10 * sum(card.level == 3 for card in g.gauge[p]))


def toll(g, p):
    g.change_points(g.first, -10)
    g.draw(1 - g.first, 1)


def skip_rival(g, p):
    g.skips[1 - p] = True


def bar_evolution(g, p):
    g.barred_evolution[1 - p] = True


def bar_supports(g, p):
    g.barred_supports[1 - p] = True


def bar_abilities(g, p):
    g.barred_abilities[1 - p] = True


def lie_beside(g, p):
    place = next(i for i, slot in enumerate(g.slots[p]) if slot[0].effect is lie_beside)
    g.beside[p].append(g.slots[p].pop(place)[0])


def if_weak(g, p):
    if g.power(p) <= 400:
        g.more[p] += 30


def forty_or_card(g, p):
    g.actor = p
    return [(power(40), p, None), (draw(1), p, None)]


def kunemon_doubles(g, p):
    g.todo.append((double, p))
    names = [(i, c) for i, c in enumerate(g.hand[p]) if c.name == "Kunemon"]
    return ask(g, p, [(throw_one, (p, i), c) for i, c in names])


def throw_one(g, what):
    owner, place = what
    g.dark[owner].append(g.hand[owner].pop(place))


# ---- conditions and costs


def hand_cost(n):
    return has_cards(n), discard(n)


def no_hand(g, p):
    return 0 if g.hand[p] else 60


def type_a_level_4(card):
    return card.type == A and card.level == 4


def vaccine_level_4(card):
    return card.attribute == "Vaccine" and card.level == 4


def kilnpup_or_behind(g, p):
    behind = g.points[1 - p] > g.points[p]
    return behind or any(card.name == "Kilnpup" for card in g.box[p])


def ocean_holds(n):
    return lambda g, p: len(g.ocean[p]) >= n


def dives(g, p):
    return g.box[p][-1].deep


def is_proud(g, p):
    return g.box[p][-1].proud


def goes_first(g, p):
    return g.first == p


def kunemon_in_hand(g, p):
    return any(card.name == "Kunemon" for card in g.hand[p])


def not_won(g, p):
    return g.battle_winner != p
