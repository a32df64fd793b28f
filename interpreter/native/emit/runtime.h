/* What every program in C stands on: sets in an arena, chance, faults, modifiers, waiting triggers.
   In front of it stand the figures of one program, behind it the program.

   A state is one block of numbers S; a fault or the end of the game jumps to who called. A fault is
   only a number: whoever wants to know more lets the same game be played in Python. */

typedef int64_t I;
typedef uint64_t U;
typedef struct { const I *p; I n; } Set;
typedef struct { I cards, looks, budget; const I *const *t; const Set *const *ts; const Set *bearers; const U *const *said, *any; const I *due; } Match;
enum { FINE, ENDLESS, ZERO, NOBODY, LARGE, WORK, RULE, BEYOND, OVER };

static I *S, *arena, *top, *bt, *arena_end, *build_end;
static const Match *M;
static I left, looks, changed, answer, last, first, depth, decisions;
static I R[RESULTS];
static Set RS[RESULTS];
static I H[LINES];
static jmp_buf out;
static const Set EMPTY = {0, 0};
typedef struct { const int *by_tag; const int *by_operation; const int *layer_of; const char *last_only; int rest, rounds; } Layers;
/* FIGURES */

#define LIMIT ((I)1 << 53)
#define LONGEST 100000
/* What single cards do runs seldom, what they ask does not: of a huge text only that is made fast. */
#if !defined(HUGE)
#define RARE
#elif defined(__clang__)
#define RARE __attribute__((optnone, noinline))
#else
#define RARE __attribute__((optimize("O0")))
#endif
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define FEW 20
#define DEEP 120
#define NO_NUMBER (-((I)1 << 50))
#define COL(cell) (S + COLUMNS + ((cell) - FIRST_LIST) * (W + 1) + 1)
#define ZONE(cell) (S + ZONES + ((cell) - FIRST_ZONE) * (W + 1))
#define ROW(i) (S + ROWS + (i) * ROW_WIDTH)

__attribute__((noreturn, cold)) static void stop(int code) { longjmp(out, code); }
static inline I ck(I card) {
  if (unlikely((U)(card + 1) > (U)M->cards)) stop(BEYOND);
  return card;
}
static inline I ck_owner(I seat) {
  if (unlikely((U)(seat + 1) > (U)SEATS)) stop(BEYOND);
  return seat;
}
static inline I ck_table(I card) {
  if (unlikely(card >= M->cards || card < -TABLE_FRONT)) stop(BEYOND);
  return card;
}
static inline I owned(I seat) {
  if (unlikely(seat < 0)) stop(NOBODY);
  return ck_owner(seat);
}
static inline void spend(I n) { if (unlikely((left -= n) < 0)) stop(ENDLESS); }
static inline void look(I n) { if (unlikely((looks -= n) < 0)) stop(WORK); }
static inline I add(I a, I b) { I r; if (unlikely(__builtin_add_overflow(a, b, &r))) stop(LARGE); return r; }
static inline I sub(I a, I b) { I r; if (unlikely(__builtin_sub_overflow(a, b, &r))) stop(LARGE); return r; }
static inline I mul(I a, I b) { I r; if (unlikely(__builtin_mul_overflow(a, b, &r))) stop(LARGE); return r; }
static inline I div_(I a, I b) {
  if (unlikely(b == 0)) stop(ZERO);
  if (unlikely(b == -1)) return sub(0, a);
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}
static inline I mod_(I a, I b) {
  if (unlikely(b == 0)) stop(ZERO);
  if (unlikely(b == -1)) return 0;
  I r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
static inline I checked(I v) { if (unlikely(v > LIMIT || v < -LIMIT)) stop(LARGE); return v; }
static inline I counted(I n) { if (unlikely(n > LONGEST)) stop(LARGE); return n; }
static inline I next_seat(I p, I steps) { return p < 0 ? -1 : (p + steps) % SEATS; }

/* ---- sets */

static inline I *take(I n) {
  I *found = top;
  if (unlikely(n > arena_end - top)) stop(BEYOND);
  top += n;
  return found;
}
static inline void put(I v) { if (unlikely(bt == build_end)) stop(BEYOND); *bt++ = v; }
static inline Set built(I *from) {
  I n = bt - from;
  I *p = take(n);
  memcpy(p, from, n * sizeof(I));
  bt = from;
  return (Set){p, n};
}
static inline void put_all(Set s) {
  if (unlikely(s.n > build_end - bt)) stop(BEYOND);
  if (s.n) memcpy(bt, s.p, s.n * sizeof(I));
  bt += s.n;
}
static Set kept(Set s) {
  I *p = take(s.n);
  if (s.n) memcpy(p, s.p, s.n * sizeof(I));
  return (Set){p, s.n};
}
static Set joined(Set a, Set b) {
  I *p = take(a.n + b.n);
  if (a.n) memcpy(p, a.p, a.n * sizeof(I));
  if (b.n) memcpy(p + a.n, b.p, b.n * sizeof(I));
  return (Set){p, a.n + b.n};
}
static Set range_set(I n) {
  n = counted(n) < 0 ? 0 : n;
  I *p = take(n);
  for (I i = 0; i < n; i++) p[i] = i;
  return (Set){p, n};
}
static Set reversed(Set s) {
  I *p = take(s.n);
  for (I i = 0; i < s.n; i++) p[i] = s.p[s.n - 1 - i];
  return (Set){p, s.n};
}
static inline Set bottom_of(Set s, I n) { return (Set){s.p, n < 0 ? 0 : n < s.n ? n : s.n}; }
static Set top_of(Set s, I n) {
  n = n < 0 ? 0 : n < s.n ? n : s.n;
  return reversed((Set){s.p + s.n - n, n});
}
static Set behind(Set s, I v) {
  for (I i = 0; i < s.n; i++)
    if (s.p[i] == v) return (Set){s.p + i + 1, s.n - i - 1};
  return s;
}
static inline int has(Set s, I v) {
  for (I i = 0; i < s.n; i++)
    if (s.p[i] == v) return 1;
  return 0;
}
/* Whether a card is one of the bearers with this number, or some card of the match is. */
static inline int says(I card, I n) { return (U)card < (U)M->cards && (M->said[card][n / 64] >> (n % 64)) & 1; }
static inline int is_said(I n) { return (M->any[n / 64] >> (n % 64)) & 1; }
static inline I top_one(Set s) { return s.n ? s.p[s.n - 1] : -1; }
static inline I bottom_one(Set s) { return s.n ? s.p[0] : -1; }
static inline Set zone(I cell) { I *z = ZONE(cell); return (Set){z + 1, z[0]}; }
static inline I member(Set s, I i) { return i < 0 || i >= s.n ? -1 : s.p[i]; }
static inline I entry(const I *list, I n, I i) {
  if (unlikely(i > n || i < -1)) stop(BEYOND);
  return i < 0 || i == n ? -1 : list[i];
}
static inline Set entry_set(const Set *list, I n, I i) {
  if (unlikely(i > n || i < -1)) stop(BEYOND);
  return i < 0 || i == n ? EMPTY : list[i];
}
static inline I place_of(I card) { I cell = COL(PLACE)[ck(card)]; return cell < 0 ? -1 : ZONE_NUMBER[cell - FIRST_ZONE]; }
static int seat_one(const Set *sets, I i, I *holder, I *tried, I *n) {
  for (I k = 0; k < sets[i].n; k++) {
    I m = sets[i].p[k], j = 0;
    while (j < *n && tried[2 * j] != m) j++;
    if (j < *n && tried[2 * j + 1]) continue;
    if (j == *n) {
      if (*n == 512) stop(BEYOND);
      tried[2 * (*n)++] = m;
      holder[j] = -1;
    }
    tried[2 * j + 1] = 1;
    if (holder[j] < 0 || seat_one(sets, holder[j], holder, tried, n)) { holder[j] = i; return 1; }
  }
  return 0;
}
static I matches(const Set *sets, I count) {
  I holder[512], tried[1024], n = 0;
  for (I i = 0; i < count; i++) {
    for (I j = 0; j < n; j++) tried[2 * j + 1] = 0;
    if (!seat_one(sets, i, holder, tried, &n)) return 0;
  }
  return 1;
}

/* ---- chance: as rng.py */

static I below(U count) {
  if (count <= 1) return 0;
  U state = (U)S[RNG];
  for (;;) {
    state += 0x9E3779B97F4A7C15u;
    U z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    unsigned __int128 product = (unsigned __int128)(z ^ (z >> 31)) * count;
    U low = (U)product;
    if (low >= count || low >= -count % count) {
      S[RNG] = (I)state;
      return (I)(product >> 64);
    }
  }
}
static void shuffle(I *cards, I n) {
  for (I i = n - 1; i > 0; i--) {
    I j = below(i + 1), c = cards[i];
    cards[i] = cards[j];
    cards[j] = c;
  }
}
static void sort_up(I *a, I n) {
  for (I i = 1; i < n; i++) {
    I v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) { a[j] = a[j - 1]; j--; }
    a[j] = v;
  }
}
static Set hidden_shuffled(Set members, I seat) {
  I mask = seat < 0 ? ((I)1 << SEATS) - 1 : (I)1 << seat;
  I *found = take(members.n), *hidden = take(members.n), *shown = take(members.n), h = 0, s = 0;
  char *how = (char *)take(members.n);
  for (I i = 0; i < members.n; i++) {
    I card = found[i] = members.p[i];
    how[i] = 0;
    if (card < 0) continue;
    I cell = COL(PLACE)[ck(card)] - FIRST_ZONE;
    if (cell < 0) stop(BEYOND);
    if (!ZONE_HELD[cell]) continue;
    I face = FACE >= 0 ? COL(FACE)[card] : ZONE_FACE[cell];
    I seen = face == 1 ? ZONE_UP[cell] : ZONE_DOWN[cell];
    if (mask & ~seen) { hidden[h++] = card; how[i] = 1; }
    else { shown[s++] = card; how[i] = 2; }
  }
  shuffle(hidden, h);
  sort_up(shown, s);
  h = s = 0;
  for (I i = 0; i < members.n; i++)
    if (how[i]) found[i] = how[i] == 1 ? hidden[h++] : shown[s++];
  return (Set){found, members.n};
}

/* ---- frames: while a procedure unwinds, what waits is gathered innermost first */

static I waiting[STACK_SIZE], waits, frames;
static inline I *frame(I k, I n) {
  if (unlikely(waits + n + 2 > STACK_SIZE)) stop(BEYOND);
  I *f = waiting + waits;
  f[0] = n + 2;
  f[1] = k;
  waits += n + 2;
  return f + 2;
}
static inline I *frame_set(I *f, Set s) {
  f[0] = s.n;
  if (s.n) memcpy(f + 1, s.p, s.n * sizeof(I));
  return f + 1 + s.n;
}
static inline Set set_in(const I **f) {
  Set s = {*f + 1, **f};
  *f += 1 + s.n;
  return s;
}
static void stack_waiting(void) { /* the innermost comes last; behind each frame its length */
  I total = S[STACK];
  if (total + waits > STACK_SIZE) stop(BEYOND);
  I end = total + waits, from = 0;
  S[STACK] = end;
  while (from < waits) {
    I n = waiting[from];
    I *to = S + FRAMES + end - n;
    memcpy(to, waiting + from + 1, (n - 1) * sizeof(I));
    to[n - 1] = n;
    end -= n;
    from += n;
  }
  waits = 0;
}

/* ---- objects and modifiers */

static inline I object_key(I card) { I e = ENTRY >= 0 ? COL(ENTRY)[ck(card)] : 0; return ENTRY < 0 ? card : e ? e : -2 - card; }
static inline I part_key(I part, I width) { return object_key(div_(part, width)) * width + mod_(part, width); }

typedef struct { I amount, since; int operation, tag, behind; } Step;
typedef struct { I n; Step a[STEPS]; } Steps;

static inline void step(Steps *s, I operation, I amount, I tag, I since, I behind) {
  if (unlikely(s->n == STEPS)) stop(BEYOND);
  s->a[s->n++] = (Step){amount, since, operation, tag, behind};
}
static void running(Steps *s, I number, I key) {
  for (I i = 0; i < S[MODIFIERS]; i++) {
    I *r = ROW(i);
    if (r[2] == key && r[1] == number) step(s, r[4], r[5], r[7], r[3], 0);
  }
}
static void placed(Steps *s) {
  for (I i = 1; i < s->n; i++)
    for (I j = i; j > 0; j--) {
      Step a = s->a[j - 1], b = s->a[j];
      if (a.since < b.since || (a.since == b.since && a.behind <= b.behind)) break;
      s->a[j - 1] = b;
      s->a[j] = a;
    }
}
static I operate(I v, I operation, I amount, int rounds) {
  switch (operation) {
    case 0: return amount;
    case 1: return add(v, amount);
    case 2: return sub(v, amount);
    case 3: return mul(v, amount);
  }
  if (rounds == 1) return sub(0, div_(sub(0, v), amount));
  if (rounds == 2) return div_(add(mul(2, v), amount), mul(2, amount));
  return div_(v, amount);
}
static I fold(const Layers *plan, Steps *s, I v) {
  if (s->n == 1) return operate(v, s->a[0].operation, s->a[0].amount, plan->rounds);
  int slot[STEPS];
  for (I i = 0; i < s->n; i++) {
    I tag = s->a[i].tag;
    int found = tag ? plan->by_tag[tag] : -1;
    slot[i] = found < 0 ? plan->by_operation[s->a[i].operation] : found;
  }
  for (int layer = 0; layer <= plan->layer_of[plan->rest]; layer++)
    for (I i = 0; i < s->n; i++) {
      if (plan->layer_of[slot[i]] != layer) continue;
      int over = 0;
      if (plan->last_only[slot[i]])
        for (I j = i + 1; j < s->n; j++) over |= slot[j] == slot[i];
      if (!over) v = operate(v, s->a[i].operation, s->a[i].amount, plan->rounds);
    }
  return v;
}
static I *new_row(I number, I key, I operation, I amount, I until, I tag, I context) {
  if (S[MODIFIERS] == MOST_ROWS) stop(BEYOND);
  I *r = ROW(S[MODIFIERS]++);
  r[0] = 7 + context;
  r[1] = number;
  r[2] = key;
  r[3] = S[SEQUENCE];
  r[4] = operation;
  r[5] = amount;
  r[6] = until;
  r[7] = tag;
  return r + 8;
}
static inline void keep_row(I *n, I i) {
  if (*n != i) memcpy(ROW(*n), ROW(i), ROW_WIDTH * sizeof(I));
  ++*n;
}
static void expire(I moment) {
  I n = 0;
  for (I i = 0; i < S[MODIFIERS]; i++)
    if (ROW(i)[6] != moment) keep_row(&n, i);
  S[MODIFIERS] = n;
}
static void forgotten(I card) {
  I n = 0, key = object_key(card);
  for (I i = 0; i < S[MODIFIERS]; i++) {
    I *r = ROW(i), width = ROW_ON[r[1]];
    if (!width || div_(r[2], width) != key) keep_row(&n, i);
  }
  S[MODIFIERS] = n;
}
static void left_behind(I card) {
  if (ENTRY < 0 || !COL(ENTRY)[card]) forgotten(card);
}

/* ---- moves */

static void take_off(I *z, I card) {
  I n = z[0], i = 1;
  if (n && z[n] == card) { z[0] = n - 1; return; }
  while (i <= n && z[i] != card) i++;
  if (i > n) stop(BEYOND);
  memmove(z + i, z + i + 1, (n - i) * sizeof(I));
  z[0] = n - 1;
}
static void lay_in(I *z, I card, I spot) {
  if (z[0] == W) stop(BEYOND);
  memmove(z + 2 + spot, z + 1 + spot, (z[0] - spot) * sizeof(I));
  z[1 + spot] = card;
  z[0]++;
}
static inline I cell_of(I card) {
  I cell = COL(PLACE)[ck(card)];
  if (unlikely(cell < FIRST_ZONE)) stop(BEYOND);
  return cell;
}
static Set object_cards(I card) {
  if (card < 0) return EMPTY;
  I e = COL(ENTRY)[ck(card)];
  I *from = bt;
  if (!e) put(card);
  else { /* they lie side by side */
    Set z = zone(cell_of(card));
    I i = 0;
    while (i < z.n && z.p[i] != card) i++;
    if (i == z.n) return EMPTY;
    while (i > 0 && COL(ENTRY)[z.p[i - 1]] == e) i--;
    for (; i < z.n && COL(ENTRY)[z.p[i]] == e; i++) put(z.p[i]);
  }
  return built(from);
}
static I card_with(I key) { /* the first card of an object by its entry */
  for (I c = 0; c < M->cards; c++)
    if (COL(ENTRY)[c] == key) return c;
  return -1;
}
static I card_of_key(I key) {
  if (key < -1) return -2 - key;
  if (ENTRY < 0) return key;
  if (key == -1) return top_one(object_cards(-1));
  I c = card_with(key);
  return c < 0 ? -1 : top_one(object_cards(c));
}
typedef struct { int tied, follows; I key; } Tie;
static inline int may_bear(I cell, I bearer_cell) {
  return (BEARABLE[cell - FIRST_ZONE][(bearer_cell - FIRST_ZONE) / 64] >> ((bearer_cell - FIRST_ZONE) % 64)) & 1;
}
static Tie tie_of(I card) {
  Tie t = {0, 0, 0};
  if (BEARER < 0) return t;
  I key = object_key(card);
  int found = key == -1;
  for (I c = 0; c < M->cards && !found; c++) found = COL(BEARER)[c] == key;
  if (!found) return t;
  t.tied = 1;
  t.key = key;
  t.follows = top_one(object_cards(card)) == card;
  return t;
}
static void loosened(I card, Tie t) {
  if (!t.tied) return;
  I rest = card_with(t.key);
  int follows = t.follows && top_one(object_cards(card)) == card;
  I thing = follows ? object_key(card) : t.key, bearer = follows ? card : rest;
  for (I c = 0; c < M->cards; c++) {
    if (COL(BEARER)[c] != t.key) continue;
    I cell = cell_of(c);
    COL(BEARER)[c] = 0;
    if (bearer >= 0 && may_bear(cell, cell_of(bearer))) COL(BEARER)[c] = thing;
    if (!COL(BEARER)[c] && rest >= 0 && may_bear(cell, cell_of(rest))) COL(BEARER)[c] = t.key;
  }
}
static void attach(I card, I bearer) {
  if (card < 0 || bearer < 0 || !may_bear(cell_of(card), cell_of(bearer))) return;
  COL(BEARER)[card] = object_key(bearer);
}
static inline void leave(I card, I source, I cell) {
  if (HANGS && S[MODIFIERS] && source != cell) left_behind(card);
}
enum { KEEPS = 1, JOINS = 2, GROUP = 4, UNDER = 8 };
static void move_one(I card, I cell, int how, I face, I turned) {
  I source = cell_of(card);
  I *mark = top;
  Tie tie = tie_of(card);
  leave(card, source, cell);
  take_off(ZONE(source), card);
  I *z = ZONE(cell);
  if (ENTRY >= 0) {
    I *entries = COL(ENTRY);
    if (!(how & KEEPS)) entries[card] = 0;
    else if ((how & JOINS) && z[0]) entries[card] = entries[z[z[0]]];
    else if ((how & GROUP) || source != cell) entries[card] = ++S[SEQUENCE];
  }
  lay_in(z, card, how & UNDER ? 0 : z[0]);
  COL(PLACE)[card] = cell;
  if (FACE >= 0) COL(FACE)[card] = face;
  if (TURNED >= 0) COL(TURNED)[card] = turned;
  if (BEARER >= 0) COL(BEARER)[card] = 0;
  loosened(card, tie);
  top = mark;
}
static I spot_beside(Set z, I card, int under) {
  I spot = 0, way = under ? -1 : 1;
  while (spot < z.n && z.p[spot] != card) spot++;
  if (spot == z.n) stop(BEYOND);
  I e = COL(ENTRY)[card];
  while (e && spot + way >= 0 && spot + way < z.n && COL(ENTRY)[z.p[spot + way]] == e) spot += way;
  return under ? spot : spot + 1;
}
static void lay_beside(I card, I at, int under, I face, I turned) {
  I source = cell_of(card), cell = cell_of(at);
  I *mark = top;
  Tie tie = tie_of(card);
  leave(card, source, cell);
  take_off(ZONE(source), card);
  lay_in(ZONE(cell), card, spot_beside(zone(cell), at, under));
  COL(PLACE)[card] = cell;
  COL(ENTRY)[card] = COL(ENTRY)[at];
  if (FACE >= 0) COL(FACE)[card] = face < 0 ? COL(FACE)[at] : face;
  if (TURNED >= 0) COL(TURNED)[card] = turned < 0 ? COL(TURNED)[at] : turned;
  if (BEARER >= 0) COL(BEARER)[card] = COL(BEARER)[at];
  loosened(card, tie);
  top = mark;
}
static void swap_two(I one, I other) {
  I a = cell_of(one), b = cell_of(other);
  I *mark = top;
  Tie tie = tie_of(one), its = tie_of(other);
  leave(one, a, b);
  leave(other, a, b);
  for (int c = FIRST_COLUMN; c < FIRST_COLUMN + COLUMN_COUNT; c++) {
    I v = COL(c)[one];
    COL(c)[one] = COL(c)[other];
    COL(c)[other] = v;
  }
  I *x = ZONE(a), *y = ZONE(b), i = 1, j = 1;
  while (i <= x[0] && x[i] != one) i++;
  while (j <= y[0] && y[j] != other) j++;
  if (i > x[0] || j > y[0]) stop(BEYOND);
  x[i] = other;
  y[j] = one;
  tie.follows = tie.key < 0;
  its.follows = its.key < 0;
  loosened(one, tie);
  loosened(other, its);
  top = mark;
}

/* ---- waiting triggers: each its length, its number, its values (of a set first how many) */

static I *queue_end(I n) {
  I used = S[QUEUE];
  if (used + n + 1 > QUEUE_SIZE) stop(BEYOND);
  I *q = S + QUEUED + used;
  q[0] = n + 1;
  S[QUEUE] = used + n + 1;
  return q + 1;
}
static I *queue_at(I index) {
  I *q = S + QUEUED, *end = q + S[QUEUE];
  for (; q < end; q += q[0])
    if (index-- == 0) return q;
  return 0;
}
static I unsettled(void) {
  I n = 0;
  for (I *q = S + QUEUED, *end = q + S[QUEUE]; q < end; q += q[0]) n++;
  return n;
}
static const I *unqueue(I index) {
  I *q = index < 0 ? 0 : queue_at(index);
  if (!q) return 0;
  I n = q[0];
  I *found = take(n);
  memcpy(found, q, n * sizeof(I));
  memmove(q, q + n, (S + QUEUED + S[QUEUE] - q - n) * sizeof(I));
  S[QUEUE] -= n;
  return found + 1;
}
