"""The functions around the procedures: begin, apply, seek, clone."""

from __future__ import annotations

from .layout import OPTIONS, RECORDER, RESULT, SEAT, SITE, STACK
from .writer import Plan, Variant, Writer

DRIVER = f"""\
left = 0; looks = most_looks; changed = -1; last = None; seeking = -1; sought_player = -1
stops = False
def looked(members, place):
 global looks
 looks -= len(members)
 if looks < 0: raise RuleFault("too-much-work", place)
 return members
def finish(S):
 S[{STACK}].clear(); S[{SEAT}] = -1; S[{SITE}] = -1; S[{OPTIONS}] = []
 if S[{RESULT}] is None: S[{RESULT}] = ((), -1)
def begin(S):
 global left, looks, changed, last
 RECORD_BEGIN
 left = budget; looks = most_looks; changed = -1; last = None
 try:
  if GAME(S):
   S[{STACK}].reverse()
   if S[{SEAT}] < 0: raise nobody(M, S[{SITE}])
  else:
   finish(S)
 except GameOver:
  finish(S)
 except (RecursionError, ZeroDivisionError) as error:
  raise located(error, N) from None
def apply(S, index, rest=None):
 global left, looks, changed, last
 RECORD_BEGIN
 if rest is not None: left, looks, changed = rest; last = None
 else:
  left = budget; looks = most_looks
  WATCH_AGAIN
 stack = S[{STACK}]; answer = S[{OPTIONS}][index]
 RECORD_ASKED
 try:
  while stack:
   frame = stack.pop(); depth = len(stack)
   answer = K[frame[0]](S, frame, answer)
   if answer is True:
    pushed = len(stack) - depth
    if pushed == 2: stack[-2:] = stack[-1], stack[-2]
    elif pushed > 2: stack[depth:] = stack[:-1 - pushed:-1]
    if S[{SEAT}] < 0: raise nobody(M, S[{SITE}])
    WATCHED
    return
  finish(S)
 except GameOver:
  finish(S)
 except (RecursionError, ZeroDivisionError) as error:
  raise located(error, N) from None
def begin_stopping(S):
 global stops
 stops = True
 try: begin(S)
 finally: stops = False
 return left, looks, changed
def apply_stopping(S, index, rest=None):
 global stops
 stops = True
 try: apply(S, index, rest or (budget, most_looks, -1))
 finally: stops = False
 return left, looks, changed
def clone(S):
 C = S.copy()
 COPY_LISTS
 if S[{RECORDER}] is not None: C[{RECORDER}] = S[{RECORDER}].clone()
 return C
"""
SEEK = """\
def seek(S, path, player):
 global seeking, sought_player
 seeking = path; sought_player = player
 try:
  begin(S)
  return seeking < 0
 finally:
  seeking = -1
"""
NO_SEEK = "def seek(S, path, player): return False\n"
# What was asked of the state that ran last, and has not changed, is not asked again.
WATCH_AGAIN = "changed = changed if S is last else -1; last = None"
WATCHED = "last = S"
RECORD_BEGIN = f"if S[{RECORDER}] is None: S[{RECORDER}] = new_recorder(S)"
ASKED = f'("asked", S[{SEAT}], S[{SITE}], S[{OPTIONS}], index)'
FORCED = f'("forced", S[{SEAT}], S[{SITE}], answer)'
RECORD_ASKED = f"S[{RECORDER}].log.append({ASKED} if len(S[{OPTIONS}]) > 1 else {FORCED})"


def write_driver(plan: Plan, out: Writer, variant: Variant) -> None:
    """Writes what a match calls; `K` has the continuations, where all are known."""
    out.place = 0
    symbols, numbers = plan.symbols, plan.numbers
    for table, number in symbols.dispatch.items():
        names = plan.program.dispatch[table]
        if all(name in numbers for name in names):
            targets = "".join(f"p{numbers[name]}, " for name in names)
            out.put(f"D{number} = ({targets}nothing,)")
        if all(name in symbols.functions for name in names):
            targets = "".join(f"f{symbols.functions[name]}, " for name in names)
            out.put(f"G{number} = ({targets}zero,); J{number} = ({targets}empty,)")
    triggers = "".join(f"p{numbers[name]}, " for name in plan.program.triggers)
    out.put(f"T = ({triggers})")
    if not plan.cut.lazily:
        out.put(f"K = ({''.join(f'k{i}, ' for i in plan.cut.continuations)})")
    parts = {
        "WATCH_AGAIN": WATCH_AGAIN if plan.watches else "pass",
        "WATCHED": WATCHED if plan.watches else "",
        "GAME": f"p{numbers['game']}",
        "RECORD_BEGIN": RECORD_BEGIN if variant.record else "",
        "RECORD_ASKED": RECORD_ASKED if variant.record else "",
        "COPY_LISTS": "; ".join(f"C[{i}] = S[{i}].copy()" for i in plan.layout.own),
    }
    text = DRIVER + (SEEK if variant.seek else NO_SEEK)
    for part, source in parts.items():
        text = text.replace(part, source)
    for line in text.splitlines():
        out.put(line)
