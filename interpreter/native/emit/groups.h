/* The best way to part cards into groups: as `interpreter/runtime/fitting.py`. */

#define MOST_GROUPS 5000
#define MOST_WAYS 50000
#define KNOWN (1 << 17)
typedef struct { U mask; I worth, next; } Group;
typedef struct { U left, taken; I worth, call; } Way;
typedef struct { I least, most; Set alike, different, row; } Shape;

static Group groups[MOST_GROUPS];
static Way ways[KNOWN];
static I group_count, way_count, part_call, first_group[64], place_at[64], group[64], fitting[64], fits;
static Set part_worth;

static void new_group(const Shape *s, I n) {
  U mask = 0;
  I worth = 0;
  if (n < s->least || n > s->most) return;
  for (I i = 0; i < n; i++)
    for (I j = i + 1; j < n && s->different.n; j++)
      if (s->different.p[group[i]] == s->different.p[group[j]]) return;
  for (I i = 0; i < n; i++) {
    mask |= (U)1 << place_at[group[i]];
    worth = add(worth, part_worth.p[group[i]]);
  }
  if (group_count >= MOST_GROUPS - 1 || !mask) stop(BEYOND);
  I lowest = __builtin_ctzll(mask);
  groups[group_count] = (Group){mask, worth, first_group[lowest]};
  first_group[lowest] = group_count++;
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
static void of_class(const Shape *s, const I *members, I count) {
  if (!s->row.n) { of_sizes(s, members, count, 0, 0); return; }
  for (I i = 0; i < count; i++) {
    int known = 0;
    for (I j = 0; j < i; j++) known |= s->row.p[members[j]] == s->row.p[members[i]];
    if (!known) in_row(s, members, count, s->row.p[members[i]], 0);
  }
}
static void of_shape(const Shape *s, I cards) {
  I members[64], done[64] = {0};
  fits = 0;
  for (I spot = 0; spot < cards; spot++)
    if ((!s->alike.n || s->alike.p[spot] != NO_NUMBER) && (!s->row.n || s->row.p[spot] != NO_NUMBER) &&
        (!s->different.n || s->different.p[spot] != NO_NUMBER))
      fitting[fits++] = spot;
  for (I i = 0; i < fits; i++) {
    I count = 0;
    if (done[i]) continue;
    for (I j = i; j < fits; j++)
      if (!s->alike.n || s->alike.p[fitting[j]] == s->alike.p[fitting[i]]) {
        members[count++] = fitting[j];
        done[j] = 1;
      }
    of_class(s, members, count);
  }
}
static Way best_of(U left) {
  if (!left) return (Way){0, 0, 0, 0};
  U at = (left * 0x9E3779B97F4A7C15u) >> 47;
  for (; ways[at].call == part_call; at = (at + 1) % KNOWN)
    if (ways[at].left == left) return ways[at];
  if (++way_count > MOST_WAYS) stop(BEYOND);
  I lowest = __builtin_ctzll(left);
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
  best.left = left;
  best.call = part_call;
  for (at = (left * 0x9E3779B97F4A7C15u) >> 47; ways[at].call == part_call; at = (at + 1) % KNOWN) {}
  return ways[at] = best;
}
static Set h_best_of_groups(const Set *given, I count) {
  Set cards = given[0];
  if (!cards.n) return EMPTY;
  if (cards.n > 63) stop(BEYOND);
  part_worth = given[1];
  for (I i = 0; i < cards.n; i++) {
    place_at[i] = 0;
    for (I j = 0; j < cards.n; j++)
      place_at[i] += cards.p[j] < cards.p[i] || (cards.p[j] == cards.p[i] && j < i);
    first_group[i] = -1;
  }
  group_count = way_count = 0;
  part_call++;
  for (I k = 2; k + 3 < count; k += 4) {
    Shape s = {given[k].p[0], given[k].p[1], given[k + 1], given[k + 2], given[k + 3]};
    of_shape(&s, cards.n);
  }
  U taken = best_of(((U)1 << cards.n) - 1).taken;
  I *from = bt;
  for (I i = 0; i < cards.n; i++)
    if (taken >> place_at[i] & 1) put(cards.p[i]);
  return built(from);
}
