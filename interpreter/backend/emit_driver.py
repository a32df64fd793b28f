"""The functions around the procedures: begin, apply, seek, clone."""

from __future__ import annotations

from .layout import OPTIONS, RECORDER, RESULT, SEAT, SITE, STACK, Layout
from .writer import Plan, Variant, Writer


def write_driver(plan: Plan, out: Writer, variant: Variant) -> None:
    """Writes what a match calls."""
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
    out.put(f"K = ({''.join(f'k{i}, ' for i in range(len(plan.cut.continuations)))})")
    out.put("left = 0; seeking = -1; sought_player = -1")
    _write_finish(out)
    _write_run(plan, out, variant)
    _write_apply(out, variant)
    _write_clone(out, plan.layout)


def _recorder(out: Writer, variant: Variant) -> None:
    if variant.record:
        out.put(f"if S[{RECORDER}] is None: S[{RECORDER}] = new_recorder(S)")


def _write_finish(out: Writer) -> None:
    with out.under("def finish(S):"):
        out.put(f"S[{STACK}].clear(); S[{SEAT}] = -1; S[{SITE}] = -1; S[{OPTIONS}] = []")
        out.put(f'if S[{RESULT}] is None: S[{RESULT}] = ("draw", -1)')


def _caught(out: Writer) -> None:
    with out.under("except GameOver:"):
        out.put("finish(S)")
    with out.under("except (RecursionError, ZeroDivisionError) as error:"):
        out.put("raise located(error, N) from None")


def _stopped(out: Writer) -> None:
    out.put(f"if S[{SEAT}] < 0: raise nobody(M, S[{SITE}])")


def _write_run(plan: Plan, out: Writer, variant: Variant) -> None:
    with out.under("def begin(S):"):
        out.put("global left")
        _recorder(out, variant)
        out.put("left = budget")
        with out.under("try:"):
            with out.under(f"if p{plan.numbers['game']}(S):"):
                out.put(f"S[{STACK}].reverse()")
                _stopped(out)
            with out.under("else:"):
                out.put("finish(S)")
        _caught(out)
    with out.under("def seek(S, path, player):"):
        if not variant.seek:
            out.put("return False")
            return
        out.put("global seeking, sought_player")
        out.put("seeking = path; sought_player = player")
        with out.under("try:"):
            out.put("begin(S)")
            out.put("return seeking < 0")
        with out.under("finally:"):
            out.put("seeking = -1")


def _write_apply(out: Writer, variant: Variant) -> None:
    with out.under("def apply(S, index):"):
        out.put("global left")
        _recorder(out, variant)
        out.put("left = budget")
        out.put(f"stack = S[{STACK}]; answer = S[{OPTIONS}][index]")
        if variant.record:
            asked = f'("asked", S[{SEAT}], S[{SITE}], S[{OPTIONS}], index)'
            out.put(f"S[{RECORDER}].log.append({asked})")
        with out.under("try:"):
            with out.under("while stack:"):
                out.put("frame = stack.pop(); depth = len(stack)")
                out.put("answer = K[frame[0]](S, frame, answer)")
                with out.under("if answer is True:"):
                    out.put("pushed = len(stack) - depth")
                    out.put("if pushed == 2: stack[-2:] = stack[-1], stack[-2]")
                    out.put("elif pushed > 2: stack[depth:] = stack[:-1 - pushed:-1]")
                    _stopped(out)
                    out.put("return")
            out.put("finish(S)")
        _caught(out)


def _write_clone(out: Writer, layout: Layout) -> None:
    with out.under("def clone(S):"):
        out.put("C = S.copy()")
        for index in layout.own:
            out.put(f"C[{index}] = S[{index}].copy()")
        out.put(f"if S[{RECORDER}] is not None: C[{RECORDER}] = S[{RECORDER}].clone()")
        out.put("return C")
