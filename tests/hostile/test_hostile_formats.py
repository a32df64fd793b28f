"""Formats meant to break their reader: each gives one clear, located answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from places import TINY
from workshop import DECISIONS, Workshop, in_time, play, quick_chain, unlocated

import playsheet.api as ps
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.nodes.base import Span
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.resolve import context
from playsheet.interpreter.runtime.checking import problems_of

RULES, WORDS, CARDS, DECK = ("tiny.rules", "words.rules", "cards/tiny.cards", "decks/plain.deck")
ROUND = "            raise round by 1\n"
HAND = "parameter hand_size = 3"
STRIKES = "starts as its strikes[its rival's colour]"
LABEL = "When it enters: gain 2 points."
BIN = 'zone bin "bin" per player pile face up seen by all'
UNWANTED = "choose at least (count of hand - hand_size) cards in hand as unwanted"

Change = Callable[[str], "str | bytes"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    with quick_chain():
        yield Workshop(TINY, None, tmp_path_factory.mktemp("formats") / "tiny")


def put(*pairs: tuple[str, str]) -> Change:
    """The text with some parts replaced, each of which must be there."""

    def change(text: str) -> str:
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        return text

    return change


def add(more: str) -> Change:
    return lambda text: text + more


def without(first: str, last: str) -> Change:
    """The text without what stands from one line up to another."""
    return lambda text: text[: text.index(first)] + text[text.index(last) :]


def nested(line: str, depth: int, end: str) -> str:
    rows = [" " * (12 + k) + line for k in range(depth)]
    return "\n".join([*rows, " " * (12 + depth) + end, ""])


def problems_in(shop: Workshop) -> list[Problem]:
    files = shop.files()
    return [p for p in problems_of(files, loaded_of(files)) if p.severity == "error"]


NOISE = random.Random(1).randbytes(20_000)
DOUBLE = 'phrase dbl act (a: act) "twice {a}"\n    run a\n    run a\n'

# What is done to which file, the code of a problem it gives, and the file that it is found in.
BAD: dict[str, tuple[str, Change, str, str]] = {
    "bytes that are no text": (RULES, lambda _: NOISE, "file-not-text", RULES),
    "cards that are no text": (CARDS, lambda _: NOISE, "file-not-text", CARDS),
    "a deck that is no text": (DECK, lambda _: NOISE, "file-not-text", DECK),
    "text in another coding": (RULES, lambda t: t.encode("utf-16"), "file-not-text", RULES),
    "a NUL": (RULES, put(("gauge points", "gauge po\0ints")), "letter-invisible", RULES),
    "no rules": (RULES, lambda _: "", "no-format", RULES),
    "no words": (WORDS, lambda _: "", "unread-text", CARDS),
    "no cards": (CARDS, lambda _: "", "unknown-card", DECK),
    "an empty deck": (DECK, lambda _: "", "deck-illegal", DECK),
    "a huge line": (RULES, add("# " + "x" * 200_000), "line-too-long", RULES),
    "500 brackets": (
        RULES, put((HAND, HAND[:-1] + "(" * 500 + "3" + ")" * 500)), "nested-too-deep", RULES,
    ),
    "a hundred levels": (
        RULES, put((ROUND, nested("if round is 1", 100, "raise round by 1"))),
        "nested-too-deep", RULES,
    ),
    "loops in loops": (
        RULES, put((ROUND, nested("each player", 25, "raise round by 1"))),
        "nested-too-deep", RULES,
    ),
    "sets in sets": (
        RULES,
        put((
            "if round is more than 20",
            "if " + "there is (cards in first's deck + first's hand) where " * 9 + "round is 99",
        )),
        "too-much-work", RULES,
    ),
    "a doubling property": (
        RULES,
        put((
            "property rival of",
            "".join(f"property q{i} of player means q{i + 1} + q{i + 1}\n" for i in range(30))
            + "property q30 of player means 3\nproperty rival of",
        )),
        "too-much-work", RULES,
    ),
    "a chain of properties": (
        RULES,
        put((
            "property rival of",
            "".join(f"property q{i} of player means q{i + 1}\n" for i in range(600))
            + "property q600 of player means 3\nproperty rival of",
        )),
        "nested-too-deep", RULES,
    ),
    "a property of itself": (RULES, put((STRIKES, "starts as its might")), "property-cycle", RULES),
    "a parameter of itself": (
        RULES, put((HAND, "parameter hand_size = limit\nparameter limit = hand_size")),
        "parameter-cycle", RULES,
    ),
    "labels of two windows": (
        WORDS, add('label arriving "Arriving:" in entering where champion is this\n'),
        "label-idle", CARDS,
    ),
    "a text that doubles": (WORDS, add(DOUBLE), "text-too-large", CARDS),
    "a phrase that is its slot": (
        WORDS, add('phrase e1 effect (a: effect) "{a}": run a\n'), "phrase-reads-itself", WORDS,
    ),
    "a move set off by moves": (
        RULES, add("when moved: move top of first's deck to first's bin\n"),
        "rule-sets-itself-off", RULES,
    ),
    "what no pass asks": (
        RULES, add("instead of pass: raise round by 1\n"), "no-meaning", RULES,
    ),
    "a number of 41 digits": (
        RULES, put(("raise round by 1", "raise round by 1" + "0" * 40)), "number-too-long", RULES,
    ),
    "no turn": (RULES, without("\nturn\n", "\nwindow entering"), "no-turn", RULES),
    "no deck": (RULES, without("\ndeck\n", "\nsetup"), "no-deck", RULES),
    "no zones": (RULES, without("zone deck", "\ngauge points"), "unknown-name", RULES),
    "two formats": (
        WORDS, add('format "Other" seats 3 language en\n'), "declared-twice", WORDS,
    ),
    "nobody plays": (RULES, put(("seats 2", "seats 0")), "wrong-seats", RULES),
    "everybody plays": (RULES, put(("seats 2", "seats 99999999999")), "wrong-seats", RULES),
    "a range without end": (
        RULES, put(("cites TD-TURN-06", "cites TD-TURN-06..999999999999")), "wrong-range", RULES,
    ),
    "a range backwards": (
        RULES, put(("cites TD-TURN-06", "cites TD-TURN-06..01")), "wrong-range", RULES,
    ),
    "a range without numbers": (
        RULES, put(("cites TD-TURN-06", "cites TD-TURN..06")), "wrong-range", RULES,
    ),
    "one value twice": (RULES, put(("blue \"Blue\"", "red \"Blue\"")), "declared-twice", RULES),
    "one field twice": (
        RULES, put(("    rank number\n", "    rank number\n" * 2)), "declared-twice", RULES,
    ),
    "one phase twice": (
        RULES, put((
            "    phase fight\n",
            "    phase muster\n        raise round by 1\n    phase fight\n",
        )),
        "declared-twice", RULES,
    ),
    "numbers by what is none": (
        RULES, put(("number per colour", "number per color")), "unknown-value", RULES,
    ),
    "a zone for what is none": (
        RULES, put(("holds Fighter", "holds Fihgter")), "unknown-kind", RULES,
    ),
    "an unknown kind": (
        CARDS, put(("kind     Fighter", "kind     Fihgter")), "unknown-kind", CARDS,
    ),
    "no kind": (CARDS, put(("    kind     Fighter\n", "")), "no-kind", CARDS),
    "one code twice": (CARDS, put(("Td-2", "Td-1")), "code-twice", CARDS),
    "no such card": (DECK, put(("Td-1", "Td-99")), "unknown-card", DECK),
    "a wrong name": (DECK, add("1 Bear Td-2\n"), "wrong-name", DECK),
    "too large a deck": (DECK, put(("2 ", "99999 ")), "deck-too-large", DECK),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_it_gives_a_located_problem(shop: Workshop, name: str) -> None:
    file, change, code, where = BAD[name]
    changed = {shop.folder / file: change}
    if name == "labels of two windows":
        changed[shop.folder / CARDS] = put(("While trading: your", "While trading: Arriving: your"))
    if name == "a text that doubles":
        changed[shop.folder / CARDS] = put((LABEL, LABEL.replace("gain", "twice " * 22 + "gain")))
    try:
        for path, each in changed.items():
            found = each(shop.originals[path].decode())
            path.write_bytes(found if isinstance(found, bytes) else found.encode())
        with in_time():
            problems = problems_in(shop)
    finally:
        for path in changed:
            path.write_bytes(shop.originals[path])
    assert not unlocated(problems)
    told = [(p.code, p.file) for p in problems]
    assert (code, str(shop.folder / where)) in told, told


@pytest.mark.parametrize(("depth", "is_legal"), [(7, True), (8, False)])
def test_each_sentence_has_a_bound_of_its_own(shop: Workshop, depth: int, is_legal: bool) -> None:
    """Two cards that write out several hundred phrases each, or over a thousand each."""
    texts = [LABEL.replace("gain 2", "twice " * depth + f"gain {n}") for n in (2, 3)]
    two = (LABEL, texts[0]), ("Throw away 2 cards.", texts[1].partition(": ")[2].capitalize())
    try:
        for file, change in ((WORDS, add(DOUBLE)), (CARDS, put(*two))):
            text = change(shop.originals[shop.folder / file].decode())
            (shop.folder / file).write_text(str(text), encoding="utf-8")
        told = [(problem.code, problem.line) for problem in problems_in(shop)]
    finally:
        for file in (WORDS, CARDS):
            (shop.folder / file).write_bytes(shop.originals[shop.folder / file])
    lines = {line for code, line in told if code == "text-too-large"}
    assert not told if is_legal else len(lines) == 2, told


def test_the_rules_have_a_bound_of_phrases_apart_from_sentences(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What sentences write out does not count for the rules, nor the other way round."""
    monkeypatch.setattr(context, "MOST_PHRASES", 5)
    monkeypatch.setattr(context, "MOST_OF_SENTENCE", 3)
    ruleset = loaded_of(shop.files()).ruleset
    assert ruleset is not None
    r, span = context.Resolver(ruleset), Span("a.rules", 7, 1, 7, 2)

    def spend(count: int) -> list[bool]:
        return [r.may_spend(span) for _ in range(count)]

    assert spend(2) == [True] * 2
    for name in ("one", "other"):
        may, found = r.known_unit(name, partial(spend, 5))
        assert may == [True] * 3 + [False] * 2
        assert [(p.code, p.line) for p in found.problems] == [("text-too-large", 7)]
    assert spend(5) == [True] * 3 + [False] * 2
    assert [(p.code, p.line) for p in r.problems] == [("text-too-large", 7)]


# ---- what only playing shows

FAULTS: dict[str, tuple[Change, str, str]] = {
    "verbs that call each other": (
        put(
            (
                "to fight_over by player\n",
                "to fight_over by player\nto ping by player\n    do pong by player\n"
                "to pong by player\n    do ping by player\n",
            ),
            (ROUND, ROUND + "            do ping by first\n"),
        ),
        "endless-rule", " p",
    ),
    "a rule that sets itself off": (
        add("when hurt: do hurt with 1 by player\n"), "endless-rule", "hurt",
    ),
    "a check that never ends": (
        add("check more when round is more than 0\n    raise round by 1\n"),
        "endless-rule", "raise round",
    ),
    "a loop that never ends": (
        put((ROUND, "            repeat while round is 1\n                raise round by 0\n")),
        "endless-rule", "repeat",
    ),
    "a number that grows": (
        put((
            ROUND,
            "            repeat up to 1000 times\n"
            "                raise round by round * round + 1\n",
        )),
        "number-too-large", "raise round",
    ),
    "a huge number of the rules": (
        put((ROUND, "            set round to 999999999999999 * 999999999999999\n")),
        "number-too-large", "set round",
    ),
    "a division by zero": (
        put(("raise round by 1", "raise round by 1 / (round - round)")),
        "division-by-zero", "raise round",
    ),
    "a property divided by zero": (
        put((STRIKES, "starts as 10 / (its rank - its rank)")), "division-by-zero", "",
    ),
    "a choice by nobody": (
        put(
            ("note tired", "note someone: player or none shared\nnote tired"),
            (UNWANTED, UNWANTED + " by someone"),
        ),
        "no-player", "choose",
    ),
    "more numbers than can be offered": (
        put((ROUND, f"{ROUND}            choose a number from 0 to round * 1000 as bid\n")),
        "too-many-numbers", "choose a number",
    ),
    "a full zone": (put((BIN, BIN.replace("pile", "slots 1"))), "zone-full", "move"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_it_stops_the_game_at_the_rule(shop: Workshop, name: str) -> None:
    change, code, line = FAULTS[name]
    path = shop.folder / RULES
    text = change(shop.originals[path].decode())
    assert isinstance(text, str)
    with shop.changed(path, text.encode()), in_time():
        rules = shop.rules()
        games: list[ps.Game] = []
        with pytest.raises(ps.RuleFault) as raised:
            for seed in range(5):
                games.append(rules.new_game(seed))
                play(games[-1], random.Random(seed), 10 * DECISIONS)
    problem = raised.value.problem
    assert problem.code == code
    assert problem.file == str(path)
    assert line in text.splitlines()[problem.line - 1]
    if games:  # nothing is lost: the game stands where it stood before
        game = games[-1]
        assert ps.replay(game.transcript(), rules) == game


PLAYED: dict[str, Change] = {
    "zones called like Python": lambda t: t.replace(" bin", " lambda").replace("might", "None"),
    "names with underscores": lambda t: (
        t.replace(" bin", " __class__")
        .replace("might", "__init__")
        .replace("tired", "__builtins__")
    ),
    "names like generated ones": lambda t: (
        t.replace("tired", "f0").replace("amount", "S").replace("newcomer", "w1")
    ),
    "39 brackets": lambda t: t.replace("= 3 ", "= 3 ").replace(
        "raise round by 1", "raise round by " + "(" * 39 + "1" + ")" * 39
    ),
    "a deck of nothing but its top": lambda t: t.replace(
        "move top (hand_size - count of hand)", "move top 999999999999999"
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_it_can_be_played(shop: Workshop, name: str) -> None:
    paths = [shop.folder / file for file in (RULES, WORDS, CARDS)]
    try:
        for path in paths:
            path.write_text(PLAYED[name](shop.originals[path].decode()), encoding="utf-8")
        with in_time():
            assert shop.run_format(random.Random(3)) == "played"
    finally:
        for path in paths:
            path.write_bytes(shop.originals[path])


def test_a_card_of_10_000_sentences_is_read(shop: Workshop) -> None:
    path = shop.folder / CARDS
    line = f"    says     {LABEL}\n"
    text = shop.originals[path].decode().replace(line, line * 10_000)
    with shop.changed(path, text.encode()), in_time():
        assert not loaded_of(shop.files()).problems


def test_each_broken_rule_of_a_deck_is_named(shop: Workshop) -> None:
    rules = shop.rules()
    with pytest.raises(ps.RulesError) as raised:
        rules.new_game(decks={"Td-3": 7})
    told = " ".join(problem.message for problem in raised.value.problems)
    for rule in ("exactly 8 cards", "at most 3 cards per name", "at least 1 Fighter where"):
        assert rule in told
