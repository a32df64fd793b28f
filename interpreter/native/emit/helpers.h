/* The pure helpers of `interpreter/runtime/natives.py`, for what `Native` calls by name. */

static I h_waiting_owner(I index) {
  I *q = index < 0 ? 0 : queue_at(index);
  return q ? q[3] : -1;
}
static I h_zone_owner(I card) {
  I cell = COL(PLACE)[ck(card)];
  return cell < 0 ? -1 : ZONE_OWNER[cell - FIRST_ZONE];
}
static Set h_ready_triggers(Set order) {
  I *q = S + QUEUED, *end = q + S[QUEUE];
  for (I k = 0; k < order.n; k++) {
    I *from = bt, number = 0;
    for (I *one = q; one < end; one += one[0], number++) {
      if (one[3] != order.p[k]) continue;
      int known = 0;
      for (I *other = q; other < one && !known; other += other[0])
        known = other[0] == one[0] && !memcmp(other, one, one[0] * sizeof(I));
      if (!known) put(number);
    }
    if (bt > from) return built(from);
  }
  I *from = bt;
  if (q < end) put(0);
  return built(from);
}
static Set h_distinct(Set s) {
  I *from = bt;
  for (I i = 0; i < s.n; i++)
    if (!has((Set){from, bt - from}, s.p[i])) put(s.p[i]);
  return built(from);
}
static I h_same_members(Set a, Set b) {
  if (a.n != b.n) return 0;
  I *mark = top, *x = (I *)kept(a).p, *y = (I *)kept(b).p;
  sort_up(x, a.n);
  sort_up(y, b.n);
  I same = a.n == 0 || !memcmp(x, y, a.n * sizeof(I));
  top = mark;
  return same;
}
static Set h_cards_beneath(I card) {
  Set s = object_cards(card);
  for (I i = 0; i < s.n; i++)
    if (s.p[i] == card) return (Set){s.p, i};
  return EMPTY;
}
static Set h_stack_tops(Set s) {
  I *from = bt;
  if (ENTRY < 0) stop(BEYOND);
  for (I k = 0; k < s.n; k++) {
    I e = COL(ENTRY)[ck(s.p[k])];
    if (k == s.n - 1 || !e || COL(ENTRY)[ck(s.p[k + 1])] != e) put(s.p[k]);
  }
  return built(from);
}
static Set cards_under(I card) {
  if (card < 0 || ENTRY < 0 || !COL(ENTRY)[ck(card)]) return EMPTY;
  Set s = object_cards(card);
  return s.n > 1 && s.p[s.n - 1] == card ? (Set){s.p, s.n - 1} : EMPTY;
}
static int lies_on_top(I card) {
  if (card < 0) return 0;
  if (ENTRY < 0) stop(BEYOND);
  I entry = COL(ENTRY)[ck(card)];
  Set s = zone(COL(PLACE)[card]);
  if (!entry || s.p[s.n - 1] == card) return 1;
  for (I i = 0; i < s.n - 1; i++)
    if (s.p[i] == card) return COL(ENTRY)[s.p[i + 1]] != entry;
  return 0;
}
static I h_object_top(I card) {
  I *mark = top;
  Set s = object_cards(card);
  I found = s.n > 1 && s.p[s.n - 1] != card ? s.p[s.n - 1] : -1;
  top = mark;
  return found;
}
static Set h_cards_attached(I card) {
  if (card < 0) return EMPTY;
  I key = object_key(card), *from = bt;
  for (I k = 0; k < BEARABLE_COUNT; k++) {
    Set z = zone(BEARABLE_CELLS[k]);
    for (I i = 0; i < z.n; i++)
      if (COL(BEARER)[z.p[i]] == key) put(z.p[i]);
  }
  return built(from);
}
static Set h_attached_to(I card, I number) {
  Set s = h_cards_attached(card);
  I *from = bt;
  for (I i = 0; i < s.n; i++)
    if (place_of(s.p[i]) == number) put(s.p[i]);
  return built(from);
}
static I h_bearer_of(I card) {
  if (BEARER < 0 || card < 0) return -1;
  I key = COL(BEARER)[ck(card)];
  if (key <= 0) return key ? -2 - key : -1;
  I c = card_with(key);
  if (c < 0) stop(BEYOND);
  I *mark = top, found = top_one(object_cards(c));
  top = mark;
  return found;
}
static I target_key(I number, I target) {
  I width = ROW_ON[number];
  return !width ? target : ROW_PART[number] ? part_key(target, width) : object_key(target);
}
static Set h_gathered(I number, I target, Set base) {
  if (!S[MODIFIERS] || target < 0) return base;
  I key = target_key(number, target), *from = bt;
  put_all(base);
  for (I i = 0; i < S[MODIFIERS]; i++) {
    I *r = ROW(i);
    if (r[2] != key || r[1] != number) continue;
    if (r[4] == GRANT) put(r[5]);
    else if (r[4] == VOID) bt = from;
    else {
      I *to = from;
      for (I *one = from; one < bt; one++)
        if (*one != r[5]) *to++ = *one;
      bt = to;
    }
  }
  return built(from);
}
static I h_times_said(I number, I card, I ability, I times) {
  if (!S[MODIFIERS] || card < 0) return times;
  I key = object_key(card);
  for (I i = 0; i < S[MODIFIERS]; i++) {
    I *r = ROW(i);
    if (r[2] == key && r[5] == ability && r[1] == number) times = r[4] == GRANT ? add(times, 1) : 0;
  }
  return times;
}
static Set h_said_by(I number, I ability, Set cards) {
  I *from = bt;
  put_all(cards);
  for (I i = 0; i < S[MODIFIERS]; i++) {
    I *r = ROW(i);
    if (r[5] != ability || r[1] != number) continue;
    if (r[4] == GRANT) {
      I card = card_of_key(r[2]);
      if (card >= 0) put(card);
    } else {
      I *to = from;
      for (I *one = from; one < bt; one++)
        if (object_key(*one) != r[2]) *to++ = *one;
      bt = to;
    }
  }
  return built(from);
}
static Set h_printing(I number, Set cards, I group) {
  I *prints = take(2 * S[MODIFIERS]), n = 0;
  for (I i = 0; i < S[MODIFIERS]; i++) {
    I *r = ROW(i), card, k = 0;
    if (r[1] != number) continue;
    card = card_of_key(r[2]);
    while (k < n && prints[2 * k] != card) k++;
    prints[2 * k] = card;
    prints[2 * k + 1] = r[5];
    if (k == n) n++;
  }
  I *from = bt;
  if (!n) { put_all(cards); return built(from); }
  for (I i = 0; i < cards.n; i++) {
    I k = 0;
    while (k < n && prints[2 * k] != cards.p[i]) k++;
    if (k == n && !has((Set){from, bt - from}, cards.p[i])) put(cards.p[i]);
  }
  for (I k = 0; k < n; k++)
    if (prints[2 * k] >= 0 && has(PRINTERS[group], -2 - prints[2 * k + 1]))
      if (!has((Set){from, bt - from}, prints[2 * k])) put(prints[2 * k]);
  sort_up(from, bt - from);
  return built(from);
}

/* ---- what is tried */

static I *snapshot(void) {
  I *copy = take(FRONT + S[MODIFIERS] * ROW_WIDTH + S[QUEUE]);
  memcpy(copy, S, FRONT * sizeof(I));
  memcpy(copy + FRONT, S + ROWS, S[MODIFIERS] * ROW_WIDTH * sizeof(I));
  memcpy(copy + FRONT + S[MODIFIERS] * ROW_WIDTH, S + QUEUED, S[QUEUE] * sizeof(I));
  return copy;
}
static void restore(const I *copy) {
  memcpy(S, copy, FRONT * sizeof(I));
  memcpy(S + ROWS, copy + FRONT, S[MODIFIERS] * ROW_WIDTH * sizeof(I));
  memcpy(S + QUEUED, copy + FRONT + S[MODIFIERS] * ROW_WIDTH, S[QUEUE] * sizeof(I));
}
