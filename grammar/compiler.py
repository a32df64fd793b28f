# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false
"""From a grammar to its tables. With this file alone, lark is known."""

from __future__ import annotations

import re

import lark
from lark.grammar import Rule as LarkRule
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

from .loader import Rule, Tables


def new_parser(grammar: str, strict: bool = False) -> lark.Lark:
    """Lark's parser of a grammar; `strict` refuses any conflict (needs interegular)."""
    return lark.Lark(grammar, parser="lalr", maybe_placeholders=True, strict=strict)


def new_tables(grammar: str) -> Tables:
    """The tables of a grammar."""
    parser = new_parser(grammar)
    table = parser.parse_interactive("").parser_state.parse_conf.parse_table
    numbers = {rule: ~number for number, rule in enumerate(parser.rules)}
    states = [
        {str(name): to if action is Shift else numbers[to] for name, (action, to) in row.items()}
        for _, row in sorted(table.states.items())
    ]
    terminals = sorted(parser.terminals, key=precedence)
    return Tables(
        start=table.start_states["start"],
        end=table.end_states["start"],
        states=states,
        rules=[rule_of(rule) for rule in parser.rules],
        terminals={str(one.name): one.pattern.to_regexp() for one in terminals},
        keywords={str(o.name): keywords_of(o, terminals) for o in terminals if not is_word(o)},
        words={str(one.name): one.pattern.value for one in parser.terminals if is_word(one)},
        ignored=frozenset(map(str, parser.ignore_tokens)),
    )


def precedence(one: TerminalDef) -> tuple[int, int, int, str]:
    """What lark tries first where several terminals fit."""
    return -one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name


def is_word(one: TerminalDef) -> bool:
    return one.pattern.type == "str"


def keywords_of(one: TerminalDef, terminals: list[TerminalDef]) -> dict[str, str]:
    """The fixed words and signs that a terminal may spell."""
    pattern = re.compile(one.pattern.to_regexp())
    words = [word for word in terminals if is_word(word) and word.priority == one.priority]
    found = {word: pattern.match(word.pattern.value) for word in words}
    return {
        word.pattern.value: str(word.name)
        for word, match in found.items()
        if match is not None and match[0] == word.pattern.value
    }


def rule_of(rule: LarkRule) -> Rule:
    """What lark would make of the symbols of a rule."""
    options, places = rule.options, iter(range(len(rule.expansion)))
    takes: list[int | None] = []
    for is_left_out in options.empty_indices or [False] * len(rule.expansion):
        place = None if is_left_out else next(places)
        if place is None or options.keep_all_tokens or not is_filtered(rule.expansion[place]):
            takes.append(place)
    name = str(rule.origin.name)  # lark's own texts know their place
    is_inlined, passes = name.startswith("_"), options.expand1 and not rule.alias
    return Rule(
        origin=name,
        name="" if is_inlined else str(rule.alias or name),
        size=len(rule.expansion),
        takes=tuple(takes),
        passes=passes,
        renames=passes and len(rule.expansion) == 1 and takes == [0],
    )


def is_filtered(symbol: object) -> bool:
    return getattr(symbol, "filter_out", False)
