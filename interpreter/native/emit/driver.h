/* What is called from outside: the beginning, an answer, and whole games between simple players. */

static uint32_t mt[624];
static int used;

static void finish(void) {
  S[STACK] = 0;
  S[SEAT] = S[SITE] = -1;
  S[OPTION_COUNT] = 0;
  if (S[RESULT] >= 0) return;
  S[RESULT] = 0;
  S[REASON] = -1;
}
static void enter(void) {
  top = arena;
  bt = arena_end;
  left = M->budget;
  looks = M->looks;
  changed = -1;
  waits = depth = 0;
}
static void stopped(void) {
  stack_waiting();
  if (S[SEAT] < 0) stop(NOBODY);
}
static void start(void) {
  enter();
  if (game() == 1) stopped();
  else finish();
}
static void go_on(I index) {
  enter();
  answer = S[OPTIONS + index];
  while (S[STACK]) {
    I end = S[STACK], n = S[FRAMES + end - 1];
    const I *f = S + FRAMES + end - n;
    S[STACK] = end - n;
    last = resume(f[0], f + 1);
    if (last == 1) { stopped(); return; }
  }
  finish();
}
static void with(const Match *match, I *state) {
  if (!arena) {
    arena = malloc(ARENA * 2 * sizeof(I));
    if (!arena) abort();
    arena_end = arena + ARENA;
    build_end = arena_end + ARENA;
  }
  M = match;
  S = state;
}
static int ended(int code) {
  if (code != OVER) return code;
  finish();
  return FINE;
}
int playsheet_begin(const Match *match, I *state) {
  with(match, state);
  decisions = first = -1;
  int code = setjmp(out);
  if (!code) start();
  return ended(code);
}
/* Begins from the front of another, with the chance that is there. */
int playsheet_open(const Match *match, const I *front, I *state) {
  I chance = state[RNG];
  memcpy(state, front, FRONT * sizeof(I));
  state[RNG] = chance;
  return playsheet_begin(match, state);
}
int playsheet_apply(const Match *match, I *state, int index) {
  with(match, state);
  int code = setjmp(out);
  if (!code) go_on(index);
  return ended(code);
}

/* ---- Python's `random.Random`, to the bit */

static void seed_mt(const uint32_t *key, int n) {
  static uint32_t begun[624]; /* what every seed begins with */
  int i, j = 0, k;
  if (!begun[0])
    for (begun[0] = 19650218u, i = 1; i < 624; i++)
      begun[i] = 1812433253u * (begun[i - 1] ^ (begun[i - 1] >> 30)) + i;
  memcpy(mt, begun, sizeof mt);
  i = 1;
  for (k = 624 > n ? 624 : n; k; k--) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525u)) + key[j] + j;
    if (++i >= 624) { mt[0] = mt[623]; i = 1; }
    if (++j >= n) j = 0;
  }
  for (k = 623; k; k--) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941u)) - i;
    if (++i >= 624) { mt[0] = mt[623]; i = 1; }
  }
  mt[0] = 0x80000000u;
  used = 624;
}
/* ---- and chance that begins at once, of one number: `Quick` of lab/bots/quick.py */

static int is_quick;
static U quick;
static U next64(void) {
  U z = quick += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint32_t draw32(void) { /* each number is renewed when its turn comes */
  if (is_quick) return next64() >> 32;
  int i = used < 624 ? used : 0;
  used = i + 1;
  uint32_t y = (mt[i] & 0x80000000u) | (mt[used < 624 ? used : 0] & 0x7fffffffu);
  y = mt[i] = mt[i < 227 ? i + 397 : i - 227] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}
static double draw(void) {
  if (is_quick) return (next64() >> 11) * (1.0 / 9007199254740992.0);
  uint32_t a = draw32() >> 5, b = draw32() >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}
static U draw_below(U n) {
  int bits = 64 - __builtin_clzll(n);
  U found;
  do {
    found = draw32();
    if (bits <= 32) found >>= 32 - bits;
    else found |= (U)(draw32() >> (64 - bits)) << 32;
  } while (found >= n);
  return found;
}

/* ---- players: as lab/bots/choosing.py */

#define MOST_SHARES 256
typedef unsigned __int128 Large;

static Large small(Large n) { /* beyond this Python goes on */
  if (n >> 62) stop(BEYOND);
  return n;
}
static Large over(Large n, I by) { /* most numbers are short, and those are divided sooner */
  return n >> 64 ? n / (U)by : (U)n / (U)by;
}
static Large ways_to_choose(I n, I k) {
  Large found = 1;
  if (k < 0 || k > n) return 0;
  for (I i = 1; i <= k; i++) found = over(small(found) * (U)(n - k + i), i);
  return small(found);
}
static void share_bounds(I left, I others, I least, I most, I *low, I *high) {
  most = most < 0 ? left : most;
  I floor = least < left ? least : left, top = left - least * others;
  top = top < most ? top : most;
  top = top > floor ? top : floor;
  I bottom = left - most * others;
  bottom = bottom > floor ? bottom : floor;
  *high = top;
  *low = bottom < top ? bottom : top;
}
static I pick_share(void) {
  I left = S[PICKS], others = S[PICKS + 1], least = S[PICKS + 2], most = S[PICKS + 3], low, high;
  Large ways[MOST_SHARES + 1], sums[MOST_SHARES + 2];
  if (left > MOST_SHARES || left < 0) stop(BEYOND);
  for (I n = 0; n <= left; n++) ways[n] = 1;
  for (I members = 0; members < others; members++) {
    sums[0] = 0;
    for (I n = 0; n <= left; n++) sums[n + 1] = small(sums[n] + ways[n]);
    for (I n = 0; n <= left; n++) {
      share_bounds(n, members, least, most, &low, &high);
      if (n - low + 1 < 0 || n - low > left || n - high < 0) stop(BEYOND);
      ways[n] = n ? sums[n - low + 1] - sums[n - high] : 1;
    }
  }
  share_bounds(left, others, least, most, &low, &high);
  Large sum = 0, number;
  if (left - low > left || left - high < 0) stop(BEYOND);
  for (I share = low; share <= high; share++) sum = small(sum + ways[left - share]);
  if (!sum) stop(BEYOND);
  number = draw_below((U)sum);
  sum = 0;
  for (I share = low; share <= high; share++) {
    sum += ways[left - share];
    if (number < sum) return share - low;
  }
  stop(BEYOND);
}
static I pick_or_end(I n) {
  I before = S[PICKS], most = S[PICKS + 2], every = n + before;
  Large here = ways_to_choose(every, before), larger = 0, ways = here;
  for (I size = before + 1; size <= most && ways; size++) {
    ways = small(over(ways * (U)(every - size + 1), size));
    larger = small(larger + ways);
  }
  if (draw_below((U)small(here + larger)) < here) return n;
  return (I)(draw() * (double)n);
}
static I pick_by_weight(I n) {
  Large sum = 0;
  for (I i = 0; i < n; i++) sum += (Large)S[PICKS + 3 + i];
  U number = draw_below((U)small(sum));
  for (I i = 0; i < n; i++) {
    U weight = (U)S[PICKS + 3 + i];
    if (number < weight) return i;
    number -= weight;
  }
  stop(BEYOND);
}
static I pick(I player) {
  I n = S[OPTION_COUNT], passes = S[OPTIONS + n - 1] < 0;
  if (player == 1) return (I)(draw() * (double)(passes && n > 1 ? n - 1 : n));
  if (S[PICKED] > 4) return pick_by_weight(n);
  if (S[PICKED] == 4) return pick_share();
  if (passes && S[PICKED] >= 0) return pick_or_end(n - 1);
  return (I)(draw() * (double)n);
}
/* `told`: how many decisions there were, whose step came first, then how often lines ran. */
int playsheet_play(const Match *match, I *state, const I *base, I rng, const uint32_t *key,
                   I words, const I *players, I cap, I *told) {
  with(match, state);
  memcpy(state, base, FRONT * sizeof(I));
  state[RNG] = rng;
  is_quick = 0;
  seed_mt(key, words);
  memset(H, 0, sizeof H);
  decisions = 0;
  first = -1;
  int code = setjmp(out);
  if (!code) {
    start();
    while (S[SEAT] >= 0 && decisions < cap) {
      I index = pick(players[S[SEAT]]);
      decisions++;
      go_on(index);
    }
  }
  code = ended(code);
  told[0] = decisions;
  told[1] = first;
  memcpy(told + 2, H, sizeof H);
  return code;
}

/* ---- for searches: copies of states, playouts from a state, what a position is worth */

/* Tables by card, as a deal has them: what is read for card i is that of card lies[i]. */
void playsheet_deal(I rows, I front, I cards, I size, const I *lies, const I *from, I *to) {
  for (; rows--; from += (front + cards) * size, to += (front + cards) * size)
    for (I c = 0; c < cards; c++)
      memcpy(to + (front + c) * size, from + (front + lies[c]) * size, size * sizeof(I));
}
/* The members of sets of cards, of which each lies in another place now, in their order. */
void playsheet_bear(I sets, const I *place, const Set *from, const Set *to) {
  for (I s = 0; s < sets; s++) {
    I *members = (I *)to[s].p;
    for (I n = 0; n < from[s].n; n++) {
      I card = place[from[s].p[n]], i = n;
      for (; i && members[i - 1] > card; i--) members[i] = members[i - 1];
      members[i] = card;
    }
  }
}
void playsheet_copy(I *to, const I *from) { /* what is in use of a state */
  memcpy(to, from, FRONT * sizeof(I));
  memcpy(to + ROWS, from + ROWS, from[MODIFIERS] * ROW_WIDTH * sizeof(I));
  memcpy(to + QUEUED, from + QUEUED, from[QUEUE] * sizeof(I));
  memcpy(to + OPTIONS, from + OPTIONS, from[OPTION_COUNT] * sizeof(I));
  memcpy(to + FRAMES, from + FRAMES, from[STACK] * sizeof(I));
}
/* Plays a copy of a state on, up to so many decisions; each is that of an eager player as often as
   said. `worth` by seat, where the game is not over and the rules say it. */
int playsheet_playout(const Match *match, I *state, const I *from, U seed, double eager, I most,
                      I *worth) {
  with(match, state);
  playsheet_copy(state, from);
  is_quick = 1;
  quick = seed;
  decisions = first = -1;
  static I left_over;
  left_over = most;
  int code = setjmp(out);
  if (!code) {
    while (S[SEAT] >= 0 && left_over--) {
      I player = draw() < eager;
      go_on(pick(player));
    }
    if (SAYS_WORTH && S[SEAT] >= 0) {
      enter();
      for (I seat = 0; seat < SEATS; seat++) worth[seat] = worth_of(seat);
    }
  }
  return ended(code);
}
