"""A format made ready to play scenarios: its program over the cards they need, compiled once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...dsl.ir import ir
from ...dsl.ir.types import PLAYER
from ...dsl.meaning.abilities import granted_uses
from ...dsl.meaning.context import CardDefinition, Meaning, Scope, Value
from ...dsl.meaning.program import assemble, one_pass, program_of
from ...dsl.problems.problem import Problem
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.vocabulary.titles import texts_in
from ...dsl.vocabulary.vocabulary import Vocabulary
from ...interpreter.backend.compile import Compiled, compile_program
from ...interpreter.backend.layout import State
from ...interpreter.backend.writer import Variant
from ...interpreter.messages.wording import ASKED, engine_of
from ...interpreter.reference.walker import Walker
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rules import seat_names

BUDGET = 20_000  # between two choices; scenarios are short, and a mutant may never end


class Evaluator(Walker):
    """Values of expressions in a state, by the reference semantics; counts the rules they pass."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program, {}, (), [])
        self.passed: Counter[int] = Counter()

    def look_at(self, match: Match, state: State) -> None:
        """Values are those of this state from now on."""
        self.tables: Mapping[str, Sequence[Any]] = match.tables
        self.cards: Sequence[tuple[int, int]] = match.cards
        self.state = state

    def value(self, e: ir.Expression, env: dict[str, Any]) -> Any:
        if isinstance(e, ir.Mark):
            self.passed[e.place] += 1
        return super().value(e, env)


def said_in(ruleset: Ruleset) -> dict[str, str]:
    """Prompts and labels as the rules have them, by how the languages say them."""
    found: dict[str, str] = {}
    for language in ruleset.languages:
        found |= {engine_of(language)[text]: text for text in ASKED}
    for texts in texts_in(ruleset).values():
        found |= {said: text for text, said in texts.items()}
    return found


def lowered(
    ruleset: Ruleset, pool: list[CardDefinition], original: Stage | None
) -> tuple[ir.Program, Meaning]:
    """The program of a ruleset; one pass does for a mutant that sets up what the original does."""
    if original is None or original.lasting or original.granted:
        return program_of(ruleset, pool)
    meaning = one_pass(ruleset, pool, [], original.skips, {})
    if not same_set_up(meaning, original):
        return program_of(ruleset, pool)
    return assemble(meaning), meaning


def same_set_up(meaning: Meaning, original: Stage) -> bool:
    """Whether nothing needs a second pass that the original does without."""
    if lasting_rules(meaning) or granted_uses(meaning):
        return False
    return skip_fields(meaning).keys() == original.skips.keys()


def lasting_rules(meaning: Meaning) -> bool:
    """Whether some effect sets up a rule for a time."""
    return any(rule.lasting for rule in meaning.caught)


def skip_fields(meaning: Meaning) -> dict[str, ir.FieldSpec]:
    """The fields of steps that can be skipped."""
    return {name: f for name, f in meaning.fields.items() if name.startswith("skip_")}


class Stage:
    """One ruleset with a pool of cards. Expressions of scenarios are lowered into its meaning."""

    def __init__(
        self,
        ruleset: Ruleset,
        vocabulary: Vocabulary,
        pool: list[CardDefinition],
        *,
        counts_lines: bool = False,
        original: Stage | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.vocabulary = vocabulary
        self.pool = pool
        self.players = seat_names(ruleset.seats)
        self.is_mutant = (
            original is not None
        )  # scenarios were checked on the rules as they are
        self.option_names: set[str] | None = None
        self.said = said_in(ruleset) if original is None else original.said
        self.variant = Variant(True, counts_lines, seek=True, marks=counts_lines)
        self.program, self.meaning = lowered(ruleset, pool, original)
        self.lasting = lasting_rules(self.meaning)
        self.granted = bool(granted_uses(self.meaning))
        self.skips = skip_fields(self.meaning)
        self.problems: list[Problem] = list(self.meaning.problems)
        self._compiled: Compiled | None = None
        self._evaluator: Evaluator | None = None

    # ---- lowering

    def scope(self) -> Scope:
        """The names that scenarios know besides those of the rules: their players."""
        names = enumerate(self.players)
        return Scope(locals={name: Value(ir.Int(seat), PLAYER) for seat, name in names})

    def problems_since(self, start: int) -> list[Problem]:
        """The problems that lowering has found since there were `start`; they are taken off."""
        found = self.meaning.problems[start:]
        del self.meaning.problems[start:]
        return found

    # ---- running

    def compiled(self) -> Compiled:
        if self._compiled is None:
            self._compiled = compile_program(self.program, self.variant)
        return self._compiled

    def match(
        self,
        cards: Sequence[tuple[int, int]],
        starts: Mapping[tuple[str, int], Sequence[int]],
    ) -> Match:
        return Match(self.program, cards, starts, budget=BUDGET, compile=self._compile)

    def _compile(self, program: ir.Program, variant: Variant) -> Compiled:
        return self.compiled()

    @property
    def evaluator(self) -> Evaluator:
        """Evaluates expressions, knowing every name that scenarios have brought in."""
        if self._evaluator is None:
            self._evaluator = Evaluator(self.program)
        if len(self.meaning.names) > len(self._evaluator.program.names):
            names = tuple(self.meaning.names)
            self._evaluator.program = replace(self._evaluator.program, names=names)
        return self._evaluator
