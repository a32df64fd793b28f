/* Sets whose members must fit together: as `interpreter/runtime/fitting.py`. */

#define MOST_STAGES 50000
#define STAGES (1 << 17)
#define MOST_KINDS 4
#define START (-NO_NUMBER)
enum { ALIKE, DIFFERENT, IN_A_ROW, TOTAL };
typedef unsigned __int128 Wide;
typedef struct { I size, last, sums[MOST_KINDS]; U there[MOST_KINDS]; } Begun;
typedef struct { Begun begun; Wide ways, worth; I left, more; } Stage;

static Stage stages[MOST_STAGES + 1];
static I stage_at[STAGES], stage_call[STAGES], fit_call, stage_count;
static Set fit_row, fit_differ[MOST_KINDS], fit_sums[MOST_KINDS], fit_alike[MOST_KINDS];
static I fit_low[MOST_KINDS], fit_high[MOST_KINDS], alike_count, differ_count, sum_count;
static I fit_least, fit_most, fit_spots, fit_picked, is_in_row;
static I in_class[64], class_size, class_of[64], class_count, is_picked[64];
static U bit_of[MOST_KINDS][64], later_bits[MOST_KINDS][65];
static I reach_low[MOST_KINDS][65], reach_high[MOST_KINDS][65];

static Wide times(Wide a, Wide b) {
  Wide found;
  if (__builtin_mul_overflow(a, b, &found)) stop(BEYOND);
  return found;
}
static Wide plus(Wide a, Wide b) {
  Wide found;
  if (__builtin_add_overflow(a, b, &found)) stop(BEYOND);
  return found;
}
static Wide common(Wide a, Wide b) {
  while (b) {
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
/* In how many ways a set may be picked that has come to what is picked. */
static Wide parts_of(I size) {
  Wide found = 1;
  for (I i = 1; i <= fit_picked + 1; i++) found = times(found, (Wide)(size - fit_picked - 1 + i)) / (Wide)i;
  return times(found, (Wide)(fit_picked + 1));
}
static I is_fit(const Begun *s) {
  for (I k = 0; k < sum_count; k++)
    if (s->sums[k] < fit_low[k] || s->sums[k] > fit_high[k]) return 0;
  return fit_least <= s->size && s->size <= fit_most;
}
static void fit_read(Set members, const I *bounds, const Set *given, I count) {
  if (members.n > 63) stop(BEYOND);
  fit_spots = members.n;
  fit_least = bounds[0];
  fit_most = bounds[1];
  alike_count = differ_count = sum_count = is_in_row = class_count = fit_picked = 0;
  I fitting[64];
  for (I i = 0; i < fit_spots; i++) fitting[i] = 1, is_picked[i] = 0;
  for (I k = 0; k + 1 < count; k += 2) {
    I kind = given[k].p[0];
    Set column = given[k + 1];
    if (kind == IN_A_ROW) {
      if (!is_in_row) fit_row = column;
      is_in_row = 1;
    } else if (kind == ALIKE) {
      if (alike_count == MOST_KINDS) stop(BEYOND);
      fit_alike[alike_count++] = column;
    } else if (kind == DIFFERENT) {
      if (differ_count == MOST_KINDS) stop(BEYOND);
      fit_differ[differ_count++] = column;
    } else {
      if (sum_count == MOST_KINDS) stop(BEYOND);
      fit_low[sum_count] = given[k].p[1];
      fit_high[sum_count] = given[k].p[2];
      fit_sums[sum_count++] = column;
    }
    for (I i = 0; i < fit_spots; i++) fitting[i] &= column.p[i] != NO_NUMBER;
  }
  for (I i = 0; i < fit_spots; i++) {
    class_of[i] = -1;
    for (I j = 0; j < i && fitting[i] && class_of[i] < 0; j++) {
      I same = fitting[j];
      for (I k = 0; k < alike_count; k++) same &= fit_alike[k].p[i] == fit_alike[k].p[j];
      if (same) class_of[i] = class_of[j];
    }
    if (fitting[i] && class_of[i] < 0) class_of[i] = class_count++;
  }
}
static I stands_first(I a, I b) {
  if (is_in_row && fit_row.p[a] != fit_row.p[b]) return fit_row.p[a] < fit_row.p[b];
  if (differ_count && fit_differ[0].p[a] != fit_differ[0].p[b])
    return fit_differ[0].p[a] < fit_differ[0].p[b];
  return a < b;
}
/* Whether a class may hold what is picked; its members in their order. */
static I fit_class(I number) {
  class_size = 0;
  for (I i = 0; i < fit_spots; i++) {
    if (is_picked[i] && class_of[i] != number) return 0;
    if (class_of[i] != number) continue;
    I at = class_size++;
    for (; at && stands_first(i, in_class[at - 1]); at--) in_class[at] = in_class[at - 1];
    in_class[at] = i;
  }
  for (I k = 0; k < differ_count; k++) {
    I known = 0;
    for (I i = 0; i < class_size; i++) {
      bit_of[k][i] = 0;
      for (I j = 0; j < i && !bit_of[k][i]; j++)
        if (fit_differ[k].p[in_class[j]] == fit_differ[k].p[in_class[i]]) bit_of[k][i] = bit_of[k][j];
      if (!bit_of[k][i]) bit_of[k][i] = (U)1 << known++;
    }
    later_bits[k][class_size] = 0;
    for (I i = class_size; i--;) later_bits[k][i] = later_bits[k][i + 1] | bit_of[k][i];
  }
  for (I k = 0; k < sum_count; k++) {
    reach_low[k][class_size] = reach_high[k][class_size] = 0;
    for (I i = class_size; i--;) {
      I value = fit_sums[k].p[in_class[i]];
      reach_low[k][i] = add(reach_low[k][i + 1], value < 0 ? value : 0);
      reach_high[k][i] = add(reach_high[k][i + 1], value > 0 ? value : 0);
    }
  }
  return 1;
}
/* The number of a stage behind a place; -1 where no total can come right any more. */
static I fit_kept(Begun s, I place, Wide ways) {
  for (I k = 0; k < sum_count; k++)
    if (s.sums[k] + reach_low[k][place + 1] > fit_high[k] || s.sums[k] + reach_high[k][place + 1] < fit_low[k])
      return -1;
  for (I k = 0; k < differ_count; k++) s.there[k] &= later_bits[k][place + 1];
  U hash = 0;
  const U *words = (const U *)&s;
  for (U i = 0; i < sizeof s / sizeof *words; i++) hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15u;
  U at = hash >> 47;
  for (; stage_call[at] == fit_call; at = (at + 1) % STAGES)
    if (!memcmp(&stages[stage_at[at]].begun, &s, sizeof s)) {
      stages[stage_at[at]].ways = plus(stages[stage_at[at]].ways, ways);
      return stage_at[at];
    }
  if (stage_count >= MOST_STAGES) stop(BEYOND);
  stage_call[at] = fit_call;
  stage_at[at] = stage_count;
  stages[stage_count] = (Stage){s, ways, 0, -1, -1};
  return stage_count++;
}
static I fit_taken(const Stage *from, I place) {
  Begun s = from->begun;
  I spot = in_class[place];
  if (s.size >= fit_most) return -1;
  for (I k = 0; k < differ_count; k++) {
    if (s.there[k] & bit_of[k][place]) return -1;
    s.there[k] |= bit_of[k][place];
  }
  if (is_in_row) {
    if (s.last != START && s.last != fit_row.p[spot] - 1) return -1;
    s.last = fit_row.p[spot];
  }
  for (I k = 0; k < sum_count; k++) s.sums[k] = add(s.sums[k], fit_sums[k].p[spot]);
  s.size++;
  return fit_kept(s, place, from->ways);
}
static Begun fit_start(void) {
  Begun s;
  memset(&s, 0, sizeof s);
  s.last = START;
  return s;
}
/* Where the stages in front of each member of the class begin, and where the last ones do. */
static void fit_stages(I *first) {
  stage_count = 1;
  stages[0] = (Stage){fit_start(), 1, 0, -1, -1};
  first[0] = 0;
  for (I place = 0; place < class_size; place++) {
    first[place + 1] = stage_count;
    fit_call++;
    for (I i = first[place]; i < first[place + 1]; i++) {
      I left = is_picked[in_class[place]] ? -1 : fit_kept(stages[i].begun, place, stages[i].ways);
      I more = fit_taken(&stages[i], place);
      stages[i].left = left;
      stages[i].more = more;
    }
  }
}
static I h_most_that_fit(const Set *given, I count) {
  I first[65], most = -1;
  fit_read(given[0], given[1].p, given + 2, count - 2);
  Begun none = fit_start();
  if (is_fit(&none)) most = 0;
  for (I number = 0; number < class_count; number++) {
    fit_class(number);
    fit_stages(first);
    for (I i = first[class_size]; i < stage_count; i++)
      if (is_fit(&stages[i].begun) && stages[i].begun.size > most) most = stages[i].begun.size;
  }
  return most;
}
static Set h_ways_to_fit(const Set *given, I count) {
  Set members = given[0], picked = given[1];
  Wide weights[64] = {0}, whole = 1, leading = 0, by = 0, largest = 0;
  I first[65], *from = bt;
  fit_read(members, given[2].p, given + 3, count - 3);
  fit_picked = picked.n;
  for (I i = 0; i < picked.n; i++) {
    I spot = 0;
    while (spot < members.n && members.p[spot] != picked.p[i]) spot++;
    if (spot < members.n) is_picked[spot] = 1;
  }
  for (I n = fit_picked + 1; n <= fit_most && n <= members.n; n++) {
    Wide parts = parts_of(n);
    whole = times(whole, parts / common(whole, parts));
  }
  Begun none = fit_start();
  if (!fit_picked && is_fit(&none)) weights[members.n] = whole;
  for (I number = 0; number < class_count; number++) {
    if (!fit_class(number)) continue;
    fit_stages(first);
    for (I i = first[class_size]; i < stage_count; i++) {
      if (!is_fit(&stages[i].begun)) continue;
      if (stages[i].begun.size > fit_picked) {
        stages[i].worth = whole / parts_of(stages[i].begun.size);
        leading = plus(leading, stages[i].ways);
      } else if (fit_picked) weights[members.n] = whole;
    }
    for (I place = class_size; place--;)
      for (I i = first[place]; i < first[place + 1]; i++) {
        Stage *s = &stages[i];
        I spot = in_class[place];
        s->worth = plus(s->left < 0 ? 0 : stages[s->left].worth, s->more < 0 ? 0 : stages[s->more].worth);
        if (!is_picked[spot] && s->more >= 0)
          weights[spot] = plus(weights[spot], times(s->ways, stages[s->more].worth));
      }
  }
  for (I i = 0; i <= members.n; i++) {
    by = common(by, weights[i]);
    if (weights[i] > largest) largest = weights[i];
  }
  I alone = leading + (weights[members.n] != 0) == 1, shift = 0;
  while (by && (largest / by) >> shift >> 53) shift++;
  for (I i = 0; i <= members.n; i++) {
    Wide weight = weights[i] ? weights[i] / by >> shift : 0;
    if (weights[i] && !weight) weight = 1;
    if (alone) weight = weights[i] != 0 && alone++ == 1;
    put((I)weight);
  }
  return built(from);
}
static Set h_members_that_fit(Set members, Set ways) {
  I *from = bt;
  for (I i = 0; i < members.n; i++)
    if (ways.p[i]) put(members.p[i]);
  return built(from);
}
