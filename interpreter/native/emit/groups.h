/* The best way to part cards into groups: as `interpreter/runtime/fitting.py`. */

#define MOST_GROUPS 5000
#define MOST_WAYS 50000
#define KNOWN (1 << 17)
#define FEW_GROUPS 8 /* what can be made of them is not worth keeping */
#define ENDS 16
typedef struct { U mask; I worth, next; } Group;
typedef struct { U left, taken; I worth, call; } Way;
typedef struct { I least, most; Set alike, different, row; } Shape;

static Group groups[MOST_GROUPS];
static Way ways[KNOWN];
static I group_count, way_count, part_call, first_group[64], place_at[64], group[64];
static U firsts;
static Set part_worth;

static void new_group(const Shape *s, I n) {
  U mask = 0;
  I worth = 0;
  if (n < s->least || n > s->most) return;
  for (I i = 0; i < n; i++)
    for (I j = i + 1; j < n && s->different.n; j++)
      if (s->different.p[group[i]] == s->different.p[group[j]]) return;
  for (I i = 0; i < n; i++) {
    mask |= (U)1 << group[i];
    worth = add(worth, part_worth.p[group[i]]);
  }
  if (group_count >= MOST_GROUPS - 1 || !mask) stop(BEYOND);
  groups[group_count++] = (Group){mask, worth, -1};
}
static void of_sizes(const Shape *s, const I *members, I count, I from, I n) {
  new_group(s, n);
  if (n >= s->most) return;
  for (I i = from; i < count; i++) {
    group[n] = members[i];
    of_sizes(s, members, count, i + 1, n + 1);
  }
}
static void in_row(const Shape *s, const I *members, I count, I number, I n) {
  for (I i = 0; i < count; i++) {
    if (s->row.p[members[i]] != number) continue;
    group[n] = members[i];
    look(1);
    new_group(s, n + 1);
    in_row(s, members, count, number + 1, n + 1);
  }
}
static int has_number(const Shape *s, const I *members, I count, I number) {
  int found = 0;
  for (I i = 0; i < count; i++) found |= s->row.p[members[i]] == number;
  return found;
}
static void of_class(const Shape *s, const I *members, I count) {
  if (!s->row.n) { of_sizes(s, members, count, 0, 0); return; }
  for (I i = 0; i < count; i++) {
    I number = s->row.p[members[i]];
    if (!has_number(s, members, i, number) && has_number(s, members, count, add(number, s->least - 1)))
      in_row(s, members, count, number, 0);
  }
}
static U with_number(const Set *keys, I number) { /* the spots that have it, as bits */
  U found = 0;
  for (I spot = 0; spot < keys->n; spot++) found |= (U)(keys->p[spot] == number) << spot;
  return found;
}
static int has_all(const Shape *s, I spot) {
  return !(s->alike.n && s->alike.p[spot] == NO_NUMBER) && !(s->row.n && s->row.p[spot] == NO_NUMBER) &&
         !(s->different.n && s->different.p[spot] == NO_NUMBER);
}
static int has_bits(U mask, I count) {
  for (; count > 1 && mask; count--) mask &= mask - 1;
  return count < 1 || mask;
}
static void of_shape(const Shape *s, I cards) {
  I members[64];
  U left = 0, like[ENDS] = {0}; /* of those whose number ends alike */
  for (I spot = 0; spot < cards; spot++) {
    if (!has_all(s, spot)) continue;
    left |= (U)1 << spot;
    like[s->alike.n ? s->alike.p[spot] & (ENDS - 1) : 0] |= (U)1 << spot;
  }
  while (left) {
    I first = __builtin_ctzll(left);
    U same = like[s->alike.n ? s->alike.p[first] & (ENDS - 1) : 0] & left;
    if (has_bits(same, s->least)) {
      if (s->alike.n) same &= with_number(&s->alike, s->alike.p[first]);
      I count = 0;
      for (U one = same; one; one &= one - 1) members[count++] = __builtin_ctzll(one);
      if (count >= s->least) of_class(s, members, count);
    }
    left &= ~same;
  }
}
/* By the bits of the cards as they are numbered, the lowest first, and not as they stand. */
static void by_number(const Set *cards) {
  for (I i = 0; i < cards->n; i++) {
    I before = 0;
    for (I j = 0; j < i; j++) {
      int is_behind = cards->p[j] > cards->p[i];
      place_at[j] += is_behind;
      before += !is_behind;
    }
    place_at[i] = before;
    first_group[i] = -1;
  }
  firsts = 0;
  for (I k = 0; k < group_count; k++) {
    U mask = 0;
    for (U left = groups[k].mask; left; left &= left - 1) mask |= (U)1 << place_at[__builtin_ctzll(left)];
    I lowest = __builtin_ctzll(mask);
    groups[k] = (Group){mask, groups[k].worth, first_group[lowest]};
    first_group[lowest] = k;
    firsts |= mask & -mask;
  }
}
static Way best_of(U left);
static Way best_with(U left, I lowest) {
  Way best = best_of(left & (left - 1));
  for (I i = first_group[lowest]; i >= 0; i = groups[i].next) {
    if (groups[i].mask & ~left) continue;
    Way more = best_of(left & ~groups[i].mask);
    I worth = add(groups[i].worth, more.worth);
    U taken = groups[i].mask | more.taken;
    if (worth > best.worth || (worth == best.worth && taken > best.taken)) {
      best.worth = worth;
      best.taken = taken;
    }
  }
  return best;
}
static Way best_of(U left) {
  U at = left & firsts;
  if (!at) return (Way){0, 0, 0, 0};
  I lowest = __builtin_ctzll(at);
  left &= -((U)1 << lowest); /* of those before it no group is left */
  if (group_count <= FEW_GROUPS) return best_with(left, lowest);
  for (at = (left * 0x9E3779B97F4A7C15u) >> 47; ways[at].call == part_call; at = (at + 1) % KNOWN)
    if (ways[at].left == left) return ways[at];
  if (++way_count > MOST_WAYS) stop(BEYOND);
  Way best = best_with(left, lowest);
  best.left = left;
  best.call = part_call;
  for (at = (left * 0x9E3779B97F4A7C15u) >> 47; ways[at].call == part_call; at = (at + 1) % KNOWN) {}
  return ways[at] = best;
}
static Set h_best_of_groups(const Set *given, I count) {
  Set cards = given[0];
  I *from = bt;
  if (!cards.n) return EMPTY;
  if (cards.n > 63) stop(BEYOND);
  part_worth = given[1];
  group_count = way_count = 0;
  for (I k = 2; k + 3 < count; k += 4) {
    Shape s = {given[k].p[0], given[k].p[1], given[k + 1], given[k + 2], given[k + 3]};
    of_shape(&s, cards.n);
  }
  if (!group_count) return EMPTY;
  by_number(&cards);
  part_call++;
  U taken = best_of(((U)1 << cards.n) - 1).taken;
  for (I i = 0; i < cards.n; i++)
    if (taken >> place_at[i] & 1) put(cards.p[i]);
  return built(from);
}
