"""Whether a mutant is one at all, and which scenarios turn red under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ...dsl.cards.cardfile import CardReader
from ...dsl.cards.definition import CardDefinition
from ...dsl.cards.memo import Memo
from ...dsl.cards.printed_lines import printed_fields, unprinted
from ...dsl.cards.table import cards_in
from ...dsl.loading.load import symbols_of, without_edit
from ...dsl.loading.parsed import parse_all
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Node, rebuild
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Expression, Slot, Use
from ...dsl.problems.problem import has_errors
from ...dsl.resolve.resolve import follow
from ...dsl.resolve.soundness import soundness
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.vocabulary.vocabulary import Vocabulary, build_vocabulary
from ...interpreter.runtime.faults import CannotCompile
from ..branches.games import KeptGames
from ..scenarios.cards import members, nameless
from ..scenarios.cases import Case, case_of
from ..scenarios.pool import CardPool
from ..scenarios.prepared import PreparedRules
from ..scenarios.scenario import run_case
from .baseline import Baseline
from .mutants import EDIT, Mutant, mutated

CARD_SHAPES = (d.CardDeclaration, d.ValuesDeclaration)  # cards are read again for these
BATCHES = (6, 24)  # scenarios tried before the rest, each batch with its own cards only


@dataclass(slots=True)
class Outcome:
    """What came of a mutant; `killed_by` is the number of a scenario, `branch` the name of a
    blessed branch that noticed it where no scenario did.

    A mutant that `check` refuses, or whose program is the same as before, is not `valid`.
    """

    valid: bool
    killed_by: int | None = None
    branch: str = ""

    @property
    def killed(self) -> bool:
        return self.killed_by is not None or bool(self.branch)


@dataclass(frozen=True, slots=True)
class MutatedRules:
    """The rules of a mutant, and the scenarios with their cards as these rules have them."""

    ruleset: Ruleset
    cases: list[Case]
    pool: list[CardDefinition]
    vocabulary: Vocabulary | None = None  # where it is another one


REFUSED = (CannotCompile, RecursionError)  # what `check` tells of rules that stand too deep


class MutantRunner:
    """Runs the scenarios of a baseline on mutants of its rules."""

    def __init__(self, baseline: Baseline) -> None:
        self.baseline = baseline
        loaded = baseline.suite.loaded
        assert loaded.vocabulary is not None
        self.vocabulary = loaded.vocabulary
        self.numbers = {id(card): n for n, card in enumerate(baseline.suite.pool.used)}

    def outcome(self, mutant: Mutant, affected: Sequence[int]) -> Outcome:
        """Which of the scenarios that a mutant affects fails first; where none does, which of the
        branches.
        """
        outcome = self.first_failing(mutant, affected)
        if outcome.valid and not outcome.killed:
            rules = self.mutated(mutant)
            try:
                whole = None if rules is None else self.if_mutant(rules)
            except REFUSED:
                whole = None
            outcome.valid = whole is not None
            if whole is not None and not self.is_read_again(mutant):
                matters = self.baseline.matters(mutant)
                outcome.branch = self.branches.differing(whole, matters)
        return outcome

    def first_failing(self, mutant: Mutant, affected: Sequence[int]) -> Outcome:
        """The same, without a look at cards in none of the scenarios: where none fails, `valid`
        says only that the rules pass with the cards of the scenarios.
        """
        outcome = Outcome(False)
        rules = self.mutated(mutant)
        if rules is None:
            return outcome
        try:
            for batch in batches(self.in_order(mutant, affected)):
                prepared = self.prepared(rules, batch)
                if not is_sound(prepared):
                    return outcome
                failing = (n for n in batch if fails(prepared, rules.cases[n]))
                outcome.killed_by = next(failing, None)
                if outcome.killed:
                    break
            outcome.valid = True
        except REFUSED:
            return Outcome(False)
        return outcome

    def in_order(self, mutant: Mutant, affected: Sequence[int]) -> list[int]:
        """First those that name a clause of the line, then those that ran it, or a line that
        uses what it declares.
        """
        baseline = self.baseline
        clauses, users = baseline.clauses_of(mutant), baseline.users(mutant)

        def late(number: int) -> tuple[bool, bool, bool]:
            names = not clauses.isdisjoint(baseline.results[number].covers)
            ran = baseline.ran[number]
            return not names, ran.isdisjoint(mutant.lines), ran.isdisjoint(users)

        return sorted(affected, key=late)

    def prepared(self, rules: MutatedRules, batch: Iterable[int]) -> PreparedRules:
        """The rules for some scenarios: all other cards are there by name only."""
        needed = set[int]().union(*(rules.cases[number].needs for number in batch))
        same = rules.pool is self.baseline.suite.pool.used
        cards = [*(self.unneeded if same else map(nameless, rules.pool))]
        for number in needed:
            cards[number] = rules.pool[number]
        if rules.vocabulary is not None:
            return PreparedRules(rules.ruleset, rules.vocabulary, cards)
        original = self.baseline.rules
        return PreparedRules(rules.ruleset, self.vocabulary, cards, original=original)

    @cached_property
    def unneeded(self) -> list[CardDefinition]:
        """The cards of the scenarios as they are where none of them is needed."""
        return [*map(nameless, self.baseline.suite.pool.used)]

    @cached_property
    def whole(self) -> PreparedRules:
        """The rules as they are with all cards."""
        cards = self.all_cards(self.baseline.suite.pool.used)
        return PreparedRules(self.baseline.ruleset, self.vocabulary, cards)

    def all_cards(self, pool: Sequence[CardDefinition]) -> list[CardDefinition]:
        """The cards of the format in their order, which is that of what happens at once, with those
        of a `pool` in place of those of the scenarios; behind them what only scenarios have.
        """
        every, left = list[CardDefinition](), dict(enumerate(pool))
        for card in self.baseline.suite.loaded.cards:
            every.append(left.pop(self.numbers.get(id(card), -1), card))
        return [*every, *left.values()]

    @cached_property
    def branches(self) -> KeptGames:
        """The blessed branches of the format."""
        return KeptGames(self.baseline.suite.loaded, self.whole, self.baseline.lines)

    def if_mutant(self, rules: MutatedRules) -> PreparedRules | None:
        """The rules with all cards, if `check` lets them pass and they mean something else."""
        if rules.vocabulary is not None:
            prepared = PreparedRules(rules.ruleset, rules.vocabulary, rules.pool)
            return prepared if is_sound(prepared) and not self.newly_unused(prepared) else None
        cards, original = self.all_cards(rules.pool), self.whole
        prepared = PreparedRules(rules.ruleset, self.vocabulary, cards, original=original)
        most = self.baseline.ruleset.seats[-1]  # with few seats the next is the one before too
        program = original.for_seats(most).program
        is_other = is_sound(prepared) and prepared.for_seats(most).program != program
        return prepared if is_other else None

    def newly_unused(self, rules: PreparedRules) -> bool:
        """Whether `check` would find something left over that was used before."""
        before = self.baseline.rules
        known = {p.message for p in soundness(before.format)}
        return any(p.message not in known for p in soundness(rules.format))

    # ---- the cards of a mutant

    def mutated(self, mutant: Mutant) -> MutatedRules | None:
        """The scenarios under a mutant; None when its cards cannot be read."""
        baseline = self.baseline
        if mutant.declaration == EDIT:
            return self.unedited(mutant)
        ruleset = mutated(baseline.ruleset, mutant)
        follow(ruleset, baseline.ruleset)
        if self.is_read_again(mutant):
            return self.read_again(ruleset)
        declaration = baseline.ruleset.declarations[mutant.declaration]
        pool = baseline.suite.pool.used
        if isinstance(declaration, (d.PhraseDeclaration, d.KeywordDeclaration)):
            pool = with_defaults(pool, declaration, ruleset)
        return MutatedRules(ruleset, baseline.suite.cases, pool)

    def is_read_again(self, mutant: Mutant) -> bool:
        """Whether its cards are others than before, in another order."""
        edited = mutant.declaration == EDIT
        declared = self.baseline.ruleset.declarations
        return edited or isinstance(declared[mutant.declaration], CARD_SHAPES)

    def unedited(self, mutant: Mutant) -> MutatedRules | None:
        """The scenarios without one edit of the parent: cards may be written in other words."""
        assert mutant.old is not None
        ruleset = without_edit(self.baseline.ruleset, mutant.old)
        if ruleset is None:
            return None
        names = {str(card.name) for card in self.baseline.suite.loaded.cards}
        declared, symbols = ruleset.all(d.Declaration), symbols_of(ruleset)
        vocabulary, found = build_vocabulary(declared, names, ruleset.languages, symbols)
        return None if has_errors(found) else self.read_again(ruleset, vocabulary)

    @cached_property
    def card_nodes(self) -> list[files.Card]:
        """The cards of the format as they are in its files."""
        nodes, _ = parse_all("cards", self.baseline.suite.loaded.files.every_cards())
        return [*cards_in(nodes)]

    def read_again(
        self, ruleset: Ruleset, vocabulary: Vocabulary | None = None
    ) -> MutatedRules | None:
        """The cards read by another shape of cards, or in other words."""
        suite, words = self.baseline.suite, vocabulary or self.vocabulary
        reader, titled = CardReader(ruleset, Memo(words)), printed_fields(ruleset)
        read = [reader.read(unprinted(card, titled)) for card in self.card_nodes]
        cards = [card for card in read if card is not None]
        if has_errors(reader.problems):
            return None
        pool = CardPool(ruleset, words, cards, suite.pool.decks)
        cases = [case_of(pool, case.scenario) for case in suite.cases]
        return MutatedRules(ruleset, cases, pool.used, vocabulary)


def is_sound(rules: PreparedRules) -> bool:
    """Whether `check` would let these rules pass."""
    found = has_errors(rules.problems)
    return not found and not has_errors(soundness(rules.format))


def fails(rules: PreparedRules, case: Case) -> bool:
    """Whether a scenario fails; whatever breaks under a mutant is a failure."""
    try:
        return not run_case(rules, case).passed
    except CannotCompile:
        raise
    except Exception:  # what the floors promise each other holds for sound rules only
        return True


def batches(order: Sequence[int]) -> Iterator[Sequence[int]]:
    """Scenarios in batches that grow; an empty one when there are none."""
    start = 0
    for size in BATCHES:
        yield order[start : start + size]
        start += size
        if start >= len(order):
            return
    yield order[start:]


# ---- defaults of slots


def with_defaults(
    pool: list[CardDefinition], old: d.PhraseDeclaration | d.KeywordDeclaration, ruleset: Ruleset
) -> list[CardDefinition]:
    """Cards that leave a slot to its default get the default of now."""
    name = str(old.name)
    new = ruleset.names("phrase").get(name) or ruleset.names("keyword").get(name)
    if not isinstance(new, (d.PhraseDeclaration, d.KeywordDeclaration)):
        return pool
    defaults = {
        str(p.name): p.default
        for p, q in zip(new.parameters, old.parameters, strict=True)
        if p.default is not None and p.default != q.default
    }
    if not defaults:
        return pool

    def change(node: Node) -> Node:
        if not isinstance(node, Use) or node.phrase != name:
            return node
        return replace(node, slots=tuple(filled(slot, defaults) for slot in node.slots))

    return [with_change(card, change) for card in pool]


def filled(slot: Slot, defaults: dict[str, Expression]) -> Slot:
    if slot.given or str(slot.name) not in defaults:
        return slot
    return replace(slot, value=defaults[str(slot.name)])


def with_change(card: CardDefinition, change: Callable[[Node], Node]) -> CardDefinition:
    texts = {name: rebuild(text, change) for name, text in card.texts.items()}
    fields = {name: changed_value(value, change) for name, value in card.fields.items()}
    return replace(card, texts=texts, fields=fields)


def changed_value(value: object, change: Callable[[Node], Node]) -> object:
    if isinstance(value, tuple):
        return tuple(changed_value(item, change) for item in members(value))  # pyright: ignore[reportUnknownArgumentType]
    return rebuild(value, change) if isinstance(value, Node) else value
