"""Lowering is total and silent: what resolves without a problem becomes code."""

from __future__ import annotations

import ast
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import playing
import pytest

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.names import ENTRY, field_table
from playsheet.dsl.ir.traverse import all_statements
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import Loaded, load
from playsheet.dsl.lower.context import Frame, Lowering, Needed, lower_block
from playsheet.dsl.lower.lower import lower_into
from playsheet.dsl.lower.speakers import any_of, sum_of, union_of
from playsheet.dsl.nodes import statements as s
from playsheet.dsl.nodes.declarations import VerbDeclaration
from playsheet.dsl.resolve.context import Resolver, Scope
from playsheet.dsl.resolve.resolve import resolve_format, resolve_rules
from playsheet.dsl.resolve.statements.blocks import block
from playsheet.dsl.resolve.values.coercions import words
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.typed.types import PLAYER, Type
from playsheet.dsl.typed.values import Binding, local
from playsheet.interpreter.reference.values import Values

ROOT = Path(__file__).parent
while not (ROOT / "pyproject.toml").is_file():
    ROOT = ROOT.parent
LOWER = sorted((ROOT / "dsl" / "lower").glob("*.py"))
PROGRAMS = 400  # of 10,000 with --full
BLOW = Type("part", "blow")


@pytest.mark.parametrize("path", LOWER, ids=lambda path: path.name)
def test_lowering_reports_no_problem_and_looks_no_name_up(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            assert not module.startswith(("problems", "resolve", "errors")), module
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("problem", "problems", "unknown"), node.lineno


# ---- random programs


class Writer:
    """Writes random expressions of a wanted type, and statements, for a verb of the skirmish."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)
        self.depth = 0
        self.lets = 0

    def pick(self, *makers: str | Callable[[], str]) -> str:
        """One of several ways to say it; deep inside only words."""
        plain = [one for one in makers if isinstance(one, str)]
        one = self.rnd.choice(plain if self.depth > 3 and plain else makers)
        if isinstance(one, str):
            return one
        self.depth += 1
        text = one()
        self.depth -= 1
        return text

    def number(self) -> str:
        return self.pick(
            "amount",
            "hand_size",
            "round",
            str(self.rnd.randint(0, 9)),
            lambda: f"{self.player()}'s life",
            lambda: f"count of {self.cards()}",
            lambda: f"total worth of ({self.creatures()})",
            lambda: f"highest worth of ({self.creatures()})",
            lambda: f"({self.number()} + {self.number()})",
            lambda: f"({self.number()} - {self.number()})",
            lambda: f"({self.number()} * {self.number()})",
            lambda: f"{self.blow()}'s power",
            lambda: f"{self.creature()}'s worth",
            lambda: f"-{self.number()}",
        )

    def player(self) -> str:
        return self.pick(
            "player",
            "opponent",
            "first",
            lambda: f"{self.player()}'s opponent",
            lambda: f"({self.creature()}'s owner)",
        )

    def creature(self) -> str:
        return self.pick("active", "opponent's active", lambda: f"{self.player()}'s active")

    def creatures(self) -> str:
        return self.pick("field", "players' field", lambda: f"{self.player()}'s field")

    def cards(self) -> str:
        return self.pick(
            "hand",
            "deck",
            lambda: f"{self.player()}'s bin",
            lambda: f"({self.cards()} + {self.cards()})",
            lambda: f"(Creature in {self.player()}'s hand)",
            lambda: f"top {self.rnd.randint(1, 3)} of {self.player()}'s deck",
            lambda: f"(cards in {self.player()}'s hand where {self.about_it()})",
        )

    def blow(self) -> str:
        return self.pick("mine", "player's chosen_blow", lambda: f"{self.creature()}'s blow[bow]")

    def side(self) -> str:
        return self.pick("sword", "staff", lambda: f"{self.blow()}'s side")

    def about_it(self) -> str:
        return self.pick(
            "it is Creature",
            'its name is "Cub"',
            lambda: f"its owner is {self.player()}",
            lambda: f"its name is {self.creature()}'s name",
        )

    def truth(self) -> str:
        return self.pick(
            "yes",
            lambda: (
                f"{self.number()} is {self.rnd.choice(('at least', 'at most'))} {self.number()}"
            ),
            lambda: f"{self.number()} is less than {self.number()}",
            lambda: f"{self.player()} is {self.player()}",
            lambda: f"not {self.truth()}",
            lambda: f"({self.truth()} and {self.truth()})",
            lambda: f"({self.truth()} or {self.truth()})",
            lambda: f"{self.creature()} is none",
            lambda: f"{self.blow()}'s side is {self.side()}",
            lambda: f"{self.blow()} has Drain",
            lambda: f"{self.creature()}'s kin has dragon",
            lambda: f"{self.cards()} is empty",
            lambda: f"(there is (Creature in hand where its worth is {self.number()}))",
            lambda: f"(there is player where its life is {self.number()})",
            lambda: f"{self.creature()} shares kin with {self.creature()}",
        )

    def block(self, indent: int) -> list[str]:
        count = self.rnd.randint(1, 3)
        return [row for _ in range(count) for row in self.statement(indent)]

    def statement(self, indent: int) -> list[str]:
        pad = " " * 4 * indent
        kind = self.rnd.randrange(16 if indent < 4 else 11)
        self.lets += 1
        match kind:
            case 0:
                return [f"{pad}raise {self.player()}'s life by {self.number()}"]
            case 1:
                return [f"{pad}set round to {self.number()} if {self.truth()}"]
            case 2:
                return [f"{pad}move top of {self.player()}'s deck to {self.player()}'s bin"]
            case 3:
                return [f"{pad}do hurt with {self.number()} by {self.player()}"]
            case 4:
                return [f"{pad}let n{self.lets} be {self.number()}"]
            case 5:
                chosen = f"choose up to 1 card in {self.player()}'s hand as c{self.lets}"
                return [f"{pad}{chosen}", f"{pad}move c{self.lets} to {self.player()}'s bin"]
            case 6:
                return [f"{pad}raise {self.blow()}'s power by {self.number()} until end of turn"]
            case 7:
                return [f"{pad}reveal {self.cards()}"]
            case 8:
                return [f"{pad}grant dragon to {self.creature()}'s kin until end of fight"]
            case 9:
                return [f"{pad}shuffle {self.player()}'s deck"]
            case 10:
                return [f"{pad}random r{self.lets} from {self.cards()}"]
            case 11:
                return [f"{pad}if {self.truth()}", *self.block(indent + 1)]
            case 12:
                return [f"{pad}for {self.player()}", *self.block(indent + 1)]
            case 13:
                return [f"{pad}each player starting with first", *self.block(indent + 1)]
            case 14:
                head = f"each {self.cards()} as e{self.lets}"
                return [f"{pad}{head}", *self.block(indent + 1)]
            case _:
                return [
                    f"{pad}repeat up to {self.rnd.randint(1, 3)} times",
                    *self.block(indent + 1),
                ]


@cache
def skirmish() -> tuple[Resolver, Lowering]:
    loaded = load(sources_of(str(ROOT / "tests" / "formats" / "skirmish")))
    assert loaded.ruleset is not None and loaded.usable
    resolver = resolve_rules(loaded.ruleset).resolver
    lowering = Lowering(resolve_format(loaded.ruleset, loaded.cards), 2)
    lower_into(lowering)
    return resolver, lowering


def body_of(text: str) -> s.Block:
    nodes, problems = parse_file("rules", text, "random.rules")
    assert not problems, problems[0].message + "\n" + text
    (verb,) = nodes
    assert isinstance(verb, VerbDeclaration) and verb.body is not None
    return verb.body


def run_one(seed: int) -> bool:
    """Whether a random program resolved without a problem; then it has been lowered."""
    resolver, lowering = skirmish()
    rows = Writer(seed).block(1)
    node = body_of("to wander with amount: number of mine: blow by player\n" + "\n".join(rows))
    names = {"amount": Type("number"), "mine": BLOW, "player": PLAYER}
    bindings = [Binding(name, type_) for name, type_ in names.items()]
    fields = {binding.name: local(binding) for binding in bindings}
    scope = Scope(fields["player"], locals=dict(fields))
    with resolver.trial() as problems:
        typed = block(resolver, node, scope)
    if problems:
        return False
    frame = Frame({binding: ir.Local(binding.name) for binding in bindings})
    assert lower_block(lowering, typed, frame)
    return True


def test_random_programs_that_resolve_are_lowered(request: pytest.FixtureRequest) -> None:
    """10,000 with --full."""
    count = 10_000 if request.config.getoption("--full", default=False) else PROGRAMS
    good = sum(run_one(seed) for seed in range(count))
    assert good >= 0.5 * count, f"{good} of {count} programs resolve"


TOWERS = """
format "Towers" seats 2
zone deck per player pile
zone left per player stack face up
zone right per player stack face up
card Block "Block"
    weight number
deck
    starts in deck
setup
    each player: move deck to left; swap left with right
turn
    end game drawn
"""


def test_stacks_swap_where_nothing_else_asks_for_objects(tmp_path: Path) -> None:
    (tmp_path / "towers.rules").write_text(TOWERS, encoding="utf-8")
    loaded = load(sources_of(tmp_path))
    assert [problem.message for problem in loaded.problems] == []
    assert loaded.program is not None and ENTRY in loaded.program.columns


def test_a_field_with_an_entry_for_each_symbol_can_be_asked_of_any_card() -> None:
    """Cards without the field have an entry for each as well, which says that it is missing."""
    edition = playing.tiny().edition
    rows: list[Any] = edition.contents.program.tables[field_table("strikes")]
    kinds = [card.kind for card in edition.contents.wordbook.cards]
    assert {*kinds} == {"Fighter", "Trick"} and {len(row) for row in rows} == {2}
    assert {row for row, kind in zip(rows, kinds, strict=True) if kind == "Trick"} == {
        (ir.NO_NUMBER, ir.NO_NUMBER)
    }


RIGHTS = """
cards Tool       | edge | says
    "Horn" Cl-20 | 1    | its bearer has 'When it comes: your beasts gain doomed this round.'
"""


def test_what_cards_gain_is_asked_for_only_beside_those_that_give_it(tmp_path: Path) -> None:
    """By a sentence of their own, by one that they give, or by a rule, for whatever cards."""
    shutil.copytree(ROOT / "tests" / "formats" / "clans", tmp_path / "clans")
    files = {"cards/more.cards": RIGHTS}
    files["more.rules"] = "when smitten: grant Loyal to players' camp until end of turn\n"
    for name, text in files.items():
        (tmp_path / "clans" / name).write_text(text, encoding="utf-8")
    loaded = load(sources_of(tmp_path / "clans"))
    assert [problem.message for problem in loaded.problems] == []
    assert loaded.format is not None
    codes = [card.code for card in loaded.cards]
    found = {
        words(ability.sentence): [codes[card] for card in cards]
        for ability in loaded.format.abilities
        if ability.id in loaded.format.gained
        for cards in [loaded.format.givers.get(ability.sentence)]
        if cards is not None
    }
    given = {text: cards for text, cards in found.items() if "(" not in text}
    assert given == {"Doomed": ["Cl-4", "Cl-20"]}  # the horn gives what gives it
    gained = {
        words(one.sentence) for one in loaded.format.abilities if one.id in loaded.format.gained
    }
    assert "Loyal" in gained  # which any beast may have by a rule


def test_of_very_many_sentences_a_match_is_asked_first_if_it_has_their_cards(
    tmp_path: Path,
) -> None:
    shutil.copytree(ROOT / "tests" / "formats" / "clans", tmp_path / "clans")
    rows = (f'"Ghost {n}" Gh-{n} | 1 | When somebody leaves: gain {n} life.' for n in range(2, 302))
    text = "\n    ".join(["cards Beast | might | says", *rows])
    (tmp_path / "clans" / "cards" / "more.cards").write_text(text + "\n", encoding="utf-8")
    program = load(sources_of(tmp_path / "clans")).program
    assert program is not None
    waiting = [
        (line, sum(isinstance(part, ir.Queue) for part in all_statements(line)))
        for line in program.procedures["eliminated"].body
    ]
    asked = [(line.condition, n) for line, n in waiting if n and isinstance(line, ir.If)]
    assert sum(n for _, n in asked) == 303  # with the three of the format
    assert len(asked) < 4
    for test, count in asked:
        assert isinstance(test, ir.Exists) and isinstance(test.of, ir.Bearers)
        assert len(program.bearers[test.of.group]) == count


def test_parts_side_by_side_give_what_they_give_one_by_one() -> None:
    """Whatever cards there are: those in the match, and those that a part does nothing without."""
    _, lowering = skirmish()
    program, rnd = lower_into(Lowering(lowering.format, 2)), random.Random(5)
    every, sets = range(len(lowering.format.cards)), list[ir.Expression]()
    needed = list[Needed]()
    for number in range(400):
        cards = sorted(rnd.sample(every, rnd.randint(1, 2)))
        sets.append(ir.Bearers(lowering.group(("side by side", number), cards)))
        needed.append(cards if rnd.random() < 0.97 else None)
    joined = union_of(lowering, [*zip(sets, needed, strict=True)])
    total = sum_of(lowering, [*zip(map(ir.Count, sets), needed, strict=True)])
    some = [ir.Exists("it", one, ir.Int(1)) for one in sets]
    known = any_of(lowering, [*zip(some, needed, strict=True)])
    program = replace(program, bearers=tuple(lowering.bearers))
    for size in (0, 1, 2, 3):
        cards = [(card, 0) for card in sorted(rnd.sample(every, size))]
        values = Values(program, {}, cards, [])
        members = [member for one in sets for member in values.value(one, {})]
        assert values.value(joined, {}) == members
        assert values.value(total, {}) == len(members)
        assert values.value(known, {}) == bool(members) == bool(size)


NERVES = """
property nerve of Beast
    starts as 2
    order raise
property calm of Beast
    starts as 2
    order raise
keyword Steady "steady"
    while always: raise this card's nerve by 1; raise this card's calm by 1
phrase act "hearten": raise players' camp's nerve by 1 until end of turn
when smitten: raise players' camp's calm by 1 until end of turn
"""
BEASTS = """
cards Beast      | might | says
    "Ox" Cl-20   | 1     | Steady.
    "Hare" Cl-21 | 1     | When it comes: hearten.
"""


def loaded_with(folder: Path, name: str, cards: str, rules: str) -> Loaded:
    """A small format with more cards and rules, in which there is no mistake."""
    shutil.copytree(ROOT / "tests" / "formats" / name, folder / name)
    (folder / name / "cards" / "more.cards").write_text(cards, encoding="utf-8")
    (folder / name / "more.rules").write_text(rules, encoding="utf-8")
    loaded = load(sources_of(folder / name))
    assert [problem.message for problem in loaded.problems] == []
    return loaded


def test_what_only_some_cards_change_is_asked_for_only_beside_these(tmp_path: Path) -> None:
    """Red if a match without them asks for more, or what rules change counts as theirs."""
    loaded = loaded_with(tmp_path, "clans", BEASTS, NERVES)
    assert loaded.program is not None
    codes, found = [card.code for card in loaded.cards], dict[str, list[str]]()
    for name, function in loaded.program.functions.items():
        assert not isinstance(function.value, ir.Pipeline)  # a mark stands before it
        value = function.value.value if isinstance(function.value, ir.Mark) else None
        if isinstance(value, ir.Either) and isinstance(value.condition, ir.Exists):
            assert isinstance(value.condition.of, ir.Bearers)
            assert isinstance(value.then, ir.Pipeline) and value.otherwise == value.then.base
            group = loaded.program.bearers[value.condition.of.group]
            found[name] = [codes[card] for card in group]
    assert [*found.values()] == [["Cl-20", "Cl-21"]]
    assert "nerve" in next(iter(found))


ZEAL = """
property zeal of player
    starts as 0
    order raise
keyword Ardent on blow "Ardent"
    when face_off where mine is holder: raise mine's bearer's owner's zeal by 1 until end of turn
phrase act "take heart": raise zeal by 1 until end of turn
"""
FIRE = """
cards Trick     | does
    "Fire" Sk-90 | Every blow of your creature gains Ardent.
    "Wine" Sk-91 | Take heart.
"""


def test_what_a_keyword_of_a_part_changes_any_card_may_come_to_change(tmp_path: Path) -> None:
    """Red if of those that change it only the card counts that says so itself."""
    loaded = loaded_with(tmp_path, "skirmish", FIRE, ZEAL)
    assert loaded.program is not None
    value = loaded.program.functions["property:zeal:player"].value
    assert isinstance(value, ir.Mark) and isinstance(value.value, ir.Pipeline)
