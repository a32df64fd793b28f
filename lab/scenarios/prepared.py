"""A format made ready to play scenarios: its program over the cards they need, compiled once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

from ...dsl.cards.definition import CardDefinition
from ...dsl.cards.memo import Memo
from ...dsl.ir import ir
from ...dsl.ir.deck import Deck, DeckPart
from ...dsl.lower.context import Lowering, lower_value
from ...dsl.lower.lower import lower_into
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Word, first_of
from ...dsl.nodes.expressions import Sentence, Text, Use
from ...dsl.problems.problem import Problem, Problems, unknown
from ...dsl.resolve.context import Scope
from ...dsl.resolve.findings import Findings
from ...dsl.resolve.resolve import found_on, resolve_format, resolve_rules
from ...dsl.resolve.values.coercions import condition, resolve, resolve_set
from ...dsl.resolve.values.names import phase_number
from ...dsl.ruleset.reads import Reads
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.typed.abilities import Ability
from ...dsl.typed.types import PLAYER, Type
from ...dsl.typed.values import Constant, Value
from ...dsl.vocabulary.titles import texts_in
from ...dsl.vocabulary.vocabulary import Vocabulary
from ...interpreter.backend.compile import LazyCode
from ...interpreter.backend.writer import Variant
from ...interpreter.messages.wording import ASKED, engine_of
from ...interpreter.reference.evaluator import Evaluator as Evaluating
from ...interpreter.runtime.chance import Chance
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rules import seat_names

BUDGET = 20_000  # between two choices; scenarios are short, and a mutant may never end


class Asked:
    """What is asked while a file of scenarios is read: of the rules, of the pool, of words."""

    def __init__(self) -> None:
        self.rules = Reads()
        self.cards = Reads()
        self.words = Reads()


def written(memo: Memo, tree: Text | Use, category: str) -> str:
    """How a keyword or record is printed."""
    return memo.vocabulary.write(tree, None, category)


class Evaluator(Evaluating):
    """Values of expressions in a state; counts the rules they pass."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.passed: Counter[int] = Counter()

    def value(self, e: ir.Expression, env: dict[str, Any]) -> Any:
        if isinstance(e, ir.Mark):
            self.passed[e.place] += 1
        return super().value(e, env)


def texts_by_language(ruleset: Ruleset) -> dict[str, str]:
    """Prompts and labels as the rules have them, by how the languages say them."""
    found: dict[str, str] = {}
    for language in ruleset.languages:
        found |= {engine_of(language)[text]: text for text in ASKED}
    for texts in texts_in(ruleset).values():
        found |= {said: text for text, said in texts.items()}
    return found


class PreparedRules:
    """One ruleset with a pool of cards. Expressions of scenarios are resolved in it. Without
    errors it has a program, made when it is first asked for. `original`: the rules that these
    are a mutant of. They are prepared for the smallest number of seats; `for_seats` gives those for
    another one.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        vocabulary: Vocabulary,
        pool: list[CardDefinition],
        *,
        counts_lines: bool = False,
        original: PreparedRules | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.vocabulary = vocabulary
        self.pool = pool
        self.players = seat_names(ruleset.seats[0])
        self.is_mutant = original is not None  # scenarios were checked on the original
        self.asked: Asked | None = None  # by what is read now
        self.names: dict[int, tuple[set[str], Reads]] = {}  # of options, by the card
        self.found: dict[int, tuple[Findings, Reads]] = {}  # by cards
        self.settings: dict[str, int] = {}  # of options, whatever a scenario says of them
        self.texts = original.texts if original is not None else texts_by_language(ruleset)
        self.variant = Variant(True, counts_lines, seek=True, marks=counts_lines)
        self.resolver = resolve_rules(ruleset).resolver
        self.format = resolve_format(ruleset, pool)
        self.problems: list[Problem] = list(self.format.problems)
        self.lowering = Lowering(self.format, len(self.players))
        self._evaluator: Evaluator | None = None
        self._others: dict[int, PreparedRules] = {}

    def for_seats(self, seats: int) -> PreparedRules:
        """The same rules where so many play."""
        if seats == len(self.players):
            return self
        if seats not in self._others:
            other = copy(self)
            other.players = seat_names(seats)
            other.lowering, other._evaluator = Lowering(self.format, seats), None
            for made in ("program", "compiled", "compiled_for_chance"):
                other.__dict__.pop(made, None)
            other.names = {}
            self._others[seats] = other
        return self._others[seats]

    def found_on(self, number: int) -> tuple[Findings, Reads]:
        """What comes up with a card of the pool, and all that it asks of the rules."""
        if number not in self.found:
            reads = Reads()
            with self.ruleset.noting(reads):
                found = found_on(self.resolver, self.pool[number], *self.said)
            self.found[number] = found, reads
        return self.found[number]

    @cached_property
    def said(self) -> tuple[dict[Sentence, Ability], dict[Use, Use]]:
        """The sentences and records of the pool."""
        sentences = {one.sentence: one for one in self.format.abilities}
        return sentences, {one.use: one.use for one in self.format.records}

    def option_names(self, card: int, work: Callable[[PreparedRules, int], set[str]]) -> set[str]:
        """The names of options that are due to a card of the pool (-1: to none), worked out once;
        whoever is the first to ask does not depend on them, but on how they are written.
        """
        asked = self.asked
        if card not in self.names:
            with self.ruleset.noting(None):
                self.asked = Asked()
                self.names[card] = work(self, card), self.asked.words
                self.asked = asked
        names, words = self.names[card]
        if asked is not None:
            asked.words.join(words)
        return names

    def written(self, tree: Text | Use, category: str = "") -> str:
        """How a keyword or record is printed."""
        text = self.vocabulary.write(tree, None, category)
        if self.asked is not None:
            self.asked.words.note(text, written, tree, category)
        return text

    @contextmanager
    def noting(self, asked: Asked | None, cards: Iterable[int]) -> Generator[None]:
        """Notes what is asked of the rules and of words meanwhile, and what some cards of the pool
        ask of the rules.
        """
        if asked is not None:
            assert self.program  # is made apart
            for number in cards:
                asked.rules.join(self.found_on(number)[1])
        self.asked = asked
        try:
            with self.ruleset.noting(asked and asked.rules):
                yield
        finally:
            self.asked = None

    def scope(self) -> Scope:
        """The names that scenarios know besides those of the rules: their players."""
        names = enumerate(self.players)
        return Scope(locals={name: Value(Constant(k), PLAYER) for k, name in names})

    def code(self, value: Value) -> ir.Expression:
        """What works a value out in a state of this program."""
        assert self.program
        return lower_value(self.lowering, value, {})

    def deck_rules(self) -> list[str]:
        """What the rules for decks say."""
        declared = self.ruleset.all(d.DeckDeclaration)  # noted: others may say something else
        return [rule.text for rule in self.program.deck.rules] if declared else []

    def names_of_cards(self, numbers: Iterable[int]) -> set[str]:
        """The names and codes of some cards of the pool; of all where rules may bring in any."""
        cards = self.pool if self.brings_any else map(self.pool.__getitem__, numbers)
        return {text for one in cards for text in (str(one.name), str(one.code))}

    @property
    def brings_any(self) -> bool:
        """Whether rules may ask for cards that nothing names."""
        return "print" in self.format.features

    @cached_property
    def steps(self) -> list[str]:
        """The paths of all phases and steps, the set-up first."""
        setup = self.ruleset.one(d.SetupDeclaration)
        return [*(["setup"] if setup else []), *map(str, self.format.steps)]

    def steps_called(self, text: str) -> list[str]:
        """The step of a path, or all those of a name."""
        alike = [step for step in self.steps if step.rpartition(".")[2] == text]
        return [text] if text in self.steps else alike

    def phase_number(self, path: str) -> int:
        """The number of the phase that a step is in; -1 for the set-up."""
        step = self.resolver.steps.get(path)
        return -1 if step is None else phase_number(self.resolver, step.id)

    @cached_property
    def in_window(self) -> dict[str, list[Ability]]:
        """The abilities that each window offers; "": those that none does."""
        found: dict[str, list[Ability]] = {}
        for ability in self.format.abilities:
            found.setdefault(ability.window, []).append(ability)
        return found

    # ---- running

    @cached_property
    def program(self) -> ir.Program:
        return replace(lower_into(self.lowering), pays_rounds=True)  # whatever cards it names

    @cached_property
    def compiled(self) -> LazyCode:
        return LazyCode(self.program, self.variant)

    @cached_property
    def compiled_for_chance(self) -> LazyCode:
        """The same that asks what chance brings."""
        return LazyCode(self.program, replace(self.variant, chance=True))

    def match(
        self,
        cards: Sequence[tuple[int, int]],
        starts: Mapping[tuple[str, int], Sequence[int]],
        chance: Chance | None = None,
    ) -> Match:
        """A match of some cards (definition, seat) that lie bottom first where `starts` says."""

        def known_code(program: ir.Program, variant: Variant) -> LazyCode:
            return self.compiled_for_chance if variant.chance else self.compiled

        budget = BUDGET
        return Match(self.program, cards, starts, budget=budget, compile=known_code, chance=chance)

    @property
    def evaluator(self) -> Evaluator:
        """Evaluates expressions, knowing every name that scenarios have brought in."""
        if self._evaluator is None:
            self._evaluator = Evaluator(self.program)
        if len(self.lowering.names) > len(self._evaluator.program.names):
            names = tuple(self.lowering.names)
            self._evaluator.program = replace(self._evaluator.program, names=names)
        return self._evaluator


class Reader:
    """Reads the words of a scenario as some rules understand them; `problems` is what is wrong
    with them.
    """

    def __init__(self, rules: PreparedRules, problems: Problems | None = None) -> None:
        self.rules = rules
        self.problems = Problems() if problems is None else problems

    def resolve(self, node: e.Expression, expected: Type | None = None) -> Value:
        """The value of an expression."""
        return self.tried(resolve, node, self.rules.scope(), expected)

    def condition(self, node: e.Expression) -> Value:
        """The same where yes or no is asked for."""
        return self.tried(condition, node, self.rules.scope())

    def members(self, node: e.Expression) -> Value:
        """A set; of one thing the set of it."""
        return self.tried(resolve_set, node, self.rules.scope())

    def tried(self, read: Callable[..., Value], *given: object) -> Value:
        """What a function of the resolver makes of a node; its problems are the scenario's."""
        with self.rules.resolver.trial() as found:
            value = read(self.rules.resolver, *given)
        self.problems += found
        return value

    def seat(self, word: Word) -> int:
        """The seat of a player's name; -1 and a problem for any other."""
        return seat_of(self.rules.players, word, self.problems)

    def step(self, path: s.Path) -> str:
        """The full path of a phase or step named by its path, or alone where only one has the
        name; empty and a problem for any other.
        """
        text, known = str(path), self.rules.steps_called(str(path))
        if len(known) == 1:
            return known[0]
        if known:
            message = f'Several steps are called "{text}": {", ".join(known)}. Say which.'
            self.problems.report("ambiguous-step", message, path.span, known[0])
        else:
            what, steps = "phase or step", self.rules.steps
            self.problems.append(unknown("unknown-step", what, text, path.span, steps))
        return ""


def seat_of(players: Sequence[str], word: Word, problems: Problems) -> int:
    """The seat of a player's name; -1 and a problem for any other."""
    if str(word) in players:
        return players.index(str(word))
    problems.unknown("unknown-player", "player", word, players)
    return -1


def declared_deck(ruleset: Ruleset) -> Deck:
    """The parts that decks have, without what lets cards into them."""
    nodes = ruleset.all(d.DeckDeclaration)
    starts = [(node, first_of(d.StartsInLine, node.lines)) for node in nodes]
    return Deck(
        parts=tuple(
            DeckPart(str(node.name or ""), str(line.zone), "", node.table is not None)
            for node, line in starts
            if line is not None
        )
    )
