"""Vocabularies for the tests of reading, written as an author writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from playsheet.dsl.nodes.declarations import Declaration
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.vocabulary.vocabulary import Vocabulary, build_vocabulary

NAMES = (
    "Ember Fox",
    "Ember",
    "Winning Percentage: 40%!",
    "Dr. Kabuto",
    "Old Ver. 2 (Red Frame)",
    "Stone Jr.",
    "D-Reaper's Zone",
    "Blaze",
)
SYMBOLS = {
    "phase": {"evolution phase": "evolution", "support phase": "support"},
    "zone": {"dark area": "dark_area", "hand": "hand"},
}

FORTY = """
values color = red | blue | green
values level = Rookie < Champion < Ultimate
values method = by_card "by evolution card" also "by card" | by_points "by points"
keyword Blocker "<Blocker>"
keyword Piercing "<Piercing>"
keyword Attack (n: signed) "<Security Attack {n}>"
keyword Recovery (n: number) "<Recovery {n} (Deck)>"
label on_play "[On Play]" told
label your_turn "[Your Turn]" told
label once "[Once Per Turn]" limits 1 per turn
label evolving "When evolving:" told
phrase yours cards "your fighters" means none
phrase theirs cards "your opponent's fighters" means none
phrase coloured cards (c: color) "{c} fighters in play" means none
phrase filtered cards (s: cards, f: filter) "{s} {f}" means none
phrase small filter (n: number) "with {n} power or less" means none
phrase bare filter "with no cards beneath" means none
phrase of_level filter (l: level) "of level {l} or (lower|less)" means none
phrase named filter (n: name) "called {n}" means none
phrase some_of target (n: number, s: cards) "{n} of {s}" means none
phrase all_of target (s: cards) "all {s}" means none
phrase this_one target "this fighter", "it" means none
phrase for_turn duration "for the turn" until end of turn
phrase next_turn duration "until the next turn ends" until end of turn
phrase many condition (s: cards, n: number) "you control {n} or more {s}" means none
phrase poor condition (n: number) "you have {n} points or less" means none
phrase in_place condition (p: phase) "it is the {p}" means none
phrase discard cost (n: number) "discarding {n} card(s)" means none
phrase rest cost "suspending this fighter" means none
phrase every number (n: number, s: cards) "{n} for each of {s}" means none
phrase upright term "O" takes 1 card
phrase rotated term "X" takes 1 card
phrase partner term (n: name) "{n}" takes 1 card
phrase fee term (n: number) "pay {n}" takes n cards
phrase way_of way (b: name, t: terms) "{b} + {t}", "{b}" means none
phrase change effect (t: target, n: signed, d: duration = always) "{t} get[s] {n} power [{d}]": stop
phrase lend effect (t: target, k: keyword, d: duration = always) "{t} gain[s] {k} [{d}]": stop
phrase destroy effect (t: target) "destroy {t}": stop
phrase draw effect (n: number) "draw {n} card(s)": stop
phrase recover effect (n: number) "recover {n} points": stop
phrase reveal effect (n: number) "reveal the top {n} cards of your deck": stop
phrase shuffle effect "shuffle your deck": stop
phrase move_all effect (z: zone) "move everything to your {z}": stop
phrase choose_way effect (m: method) "evolve {m}": stop
phrase boost effect (who: player = you, n: signed) "boost [{who}] [power] {n}": stop
phrase revive effect (n: number = 10) "revive [with {n}]": stop
phrase either effect (a: effect, b: effect) "{a} OR {b}": stop
phrase paid effect (c: cost, e: effect) "by {c}: {e}": stop
phrase only_if effect (c: condition, e: effect) "if {c}, {e}": stop
phrase turbo play (at: phase = any, c: cost = free) "Turbo [{at}] [: {c}]" means none
"""


def declarations_of(rules: str) -> list[Declaration]:
    """The declarations of a rules text that has no mistakes of syntax."""
    nodes, problems = parse_file("rules", rules, "words.rules")
    assert not problems, problems
    return [node for node in nodes if isinstance(node, Declaration)]


def vocabulary_of(
    rules: str, names: Iterable[str] = NAMES, languages: Sequence[str] = ("en",)
) -> Vocabulary:
    """A vocabulary without problems."""
    vocabulary, problems = build_vocabulary(declarations_of(rules), names, languages, SYMBOLS)
    assert not problems, problems
    return vocabulary


def problems_of(rules: str, languages: Sequence[str] = ("en",)) -> list[Problem]:
    """What is wrong with a vocabulary."""
    return build_vocabulary(declarations_of(rules), NAMES, languages, SYMBOLS)[1]
