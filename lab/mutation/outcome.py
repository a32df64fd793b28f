"""Whether a mutant is one at all, and which scenarios turn red under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...dsl.cards.cardfile import CardReader
from ...dsl.cards.definition import CardDefinition
from ...dsl.cards.printed_lines import printed_fields, unprinted
from ...dsl.loading.load import parse_all, symbols_of, without_edit
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Node, rebuild
from ...dsl.nodes.expressions import Expression, Slot, Use
from ...dsl.problems.problem import has_errors
from ...dsl.resolve.soundness import soundness
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.vocabulary.vocabulary import Vocabulary, build_vocabulary
from ...interpreter.runtime.faults import CannotCompile
from ..coverage.rule_lines import members
from ..scenarios.prepared import Stage
from ..scenarios.scenario import run_casting
from ..scenarios.scenario_cards import Cast, Casting, nameless
from .baseline import Trial
from .mutants import EDIT, Mutant, mutated

CARD_SHAPES = (
    d.CardDeclaration,
    d.ValuesDeclaration,
)  # cards are read again when these change
BATCHES = (
    6,
    24,
)  # so many scenarios are tried before the rest, each lot with its own cards only


@dataclass(slots=True)
class Verdict:
    """`killed_by` is the number of a scenario.

    A mutant that `check` refuses, or whose program is the same as before, is not `valid`.
    """

    mutant: int
    valid: bool
    killed_by: int | None = None

    @property
    def killed(self) -> bool:
        return self.killed_by is not None


@dataclass(frozen=True, slots=True)
class Troupe:
    """The rules of a mutant, and the scenarios with their cards as these rules have them."""

    ruleset: Ruleset
    castings: list[Casting]
    pool: list[CardDefinition]
    vocabulary: Vocabulary | None = None  # where it is another one


class Judge:
    """Tries mutants of the rules of a trial."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        loaded = trial.suite.loaded
        assert loaded.vocabulary is not None
        self.vocabulary = loaded.vocabulary
        pool = trial.suite.cast.pool
        known = {id(card) for card in pool}
        self.others = [card for card in loaded.cards if id(card) not in known]
        self._cards: list[files.Card] | None = None
        self._whole: Stage | None = None

    def verdict(self, mutant: Mutant, witnesses: Sequence[int]) -> Verdict:
        """Which scenario turns red under a mutant: the first that does."""
        verdict = self.first_red(mutant, witnesses)
        if verdict.valid and not verdict.killed:
            troupe = self.troupe_of(mutant)
            verdict.valid = troupe is not None and self.is_mutant(troupe)
        return verdict

    def first_red(self, mutant: Mutant, witnesses: Sequence[int]) -> Verdict:
        """The same, without looking at cards that no witness has: where none turns red, `valid`
        says only that the rules pass with the cards of the witnesses.
        """
        verdict = Verdict(mutant.number, False)
        troupe = self.troupe_of(mutant)
        if troupe is None:
            return verdict
        try:
            for lot in lots(self.in_order(mutant, witnesses)):
                stage = self.stage(troupe, lot)
                if not is_sound(stage):
                    return verdict
                red = (n for n in lot if is_red(stage, troupe.castings[n]))
                verdict.killed_by = next(red, None)
                if verdict.killed:
                    break
            verdict.valid = True
        except CannotCompile:
            return Verdict(mutant.number, False)
        return verdict

    def in_order(self, mutant: Mutant, witnesses: Sequence[int]) -> list[int]:
        """First those that name a clause of the line, then those that ran it, or a line that
        speaks of what it declares.
        """
        trial = self.trial
        clauses = trial.clauses_of(mutant)
        users = trial.users(mutant)

        def late(number: int) -> tuple[bool, bool, bool]:
            names = not clauses.isdisjoint(trial.results[number].covers)
            ran = trial.ran[number]
            return not names, ran.isdisjoint(mutant.lines), ran.isdisjoint(users)

        return sorted(witnesses, key=late)

    def stage(self, troupe: Troupe, lot: Iterable[int]) -> Stage:
        """The stage of some scenarios: all other cards are there by name only."""
        needed = set[int]().union(*(troupe.castings[number].needs for number in lot))
        pool = [
            card if number in needed else nameless(card)
            for number, card in enumerate(troupe.pool)
        ]
        if troupe.vocabulary is not None:
            return Stage(troupe.ruleset, troupe.vocabulary, pool)
        return Stage(troupe.ruleset, self.vocabulary, pool, original=self.trial.stage)

    def is_mutant(self, troupe: Troupe) -> bool:
        """Whether `check` lets the rules pass with all cards, and they mean something else."""
        if troupe.vocabulary is not None:
            stage = Stage(troupe.ruleset, troupe.vocabulary, troupe.pool)
            return is_sound(stage) and not self.newly_unused(stage)
        if self._whole is None:
            cards = [*self.trial.suite.cast.pool, *self.others]
            self._whole = Stage(self.trial.ruleset, self.vocabulary, cards)
        cards = [*troupe.pool, *self.others]
        stage = Stage(troupe.ruleset, self.vocabulary, cards, original=self._whole)
        return is_sound(stage) and stage.program != self._whole.program

    def newly_unused(self, stage: Stage) -> bool:
        """Whether `check` would find something left over that was used before."""
        before = self.trial.stage
        known = {p.message for p in soundness(before.format)}
        return any(p.message not in known for p in soundness(stage.format))

    # ---- the cards of a mutant

    def troupe_of(self, mutant: Mutant) -> Troupe | None:
        """The scenarios under a mutant; None when its cards cannot be read."""
        trial = self.trial
        if mutant.declaration == EDIT:
            return self.unedited(mutant)
        ruleset = mutated(trial.ruleset, mutant)
        declaration = trial.ruleset.declarations[mutant.declaration]
        if isinstance(declaration, CARD_SHAPES):
            return self.read_again(ruleset)
        pool = trial.suite.cast.pool
        if isinstance(declaration, (d.PhraseDeclaration, d.KeywordDeclaration)):
            pool = with_defaults(pool, declaration, ruleset)
        return Troupe(ruleset, trial.suite.castings, pool)

    def unedited(self, mutant: Mutant) -> Troupe | None:
        """The scenarios without one edit of the parent: cards may be written in other words."""
        assert mutant.old is not None
        ruleset = without_edit(self.trial.ruleset, mutant.old)
        if ruleset is None:
            return None
        names = {str(card.name) for card in self.trial.suite.loaded.cards}
        declared, symbols = ruleset.all(d.Declaration), symbols_of(ruleset)
        vocabulary, found = build_vocabulary(declared, names, ruleset.languages, symbols)
        return None if has_errors(found) else self.read_again(ruleset, vocabulary)

    def read_again(
        self, ruleset: Ruleset, vocabulary: Vocabulary | None = None
    ) -> Troupe | None:
        """The cards read by another shape of cards, or in other words."""
        suite, words = self.trial.suite, vocabulary or self.vocabulary
        if self._cards is None:
            nodes, _ = parse_all("cards", suite.loaded.files.every_cards())
            self._cards = [node for node in nodes if isinstance(node, files.Card)]
        reader, titled = CardReader(ruleset, words), printed_fields(ruleset)
        read = [reader.read(unprinted(card, titled)) for card in self._cards]
        cards = [card for card in read if card is not None]
        if has_errors(reader.problems):
            return None
        cast = Cast(ruleset, words, cards, suite.cast.decks)
        castings = [cast.casting_of(casting.scenario) for casting in suite.castings]
        return Troupe(ruleset, castings, cast.pool, vocabulary)


def is_sound(stage: Stage) -> bool:
    """Whether `check` would let these rules pass."""
    return not has_errors(stage.problems) and not has_errors(soundness(stage.format))


def is_red(stage: Stage, casting: Casting) -> bool:
    """Whether a scenario fails; whatever breaks under a mutant is a failure."""
    try:
        return not run_casting(stage, casting).passed
    except CannotCompile:
        raise
    except Exception:  # what the floors promise each other holds for sound rules only
        return True


def lots(order: Sequence[int]) -> Iterator[Sequence[int]]:
    """Scenarios in lots that grow; one empty lot when there are none."""
    start = 0
    for size in BATCHES:
        yield order[start : start + size]
        start += size
        if start >= len(order):
            return
    yield order[start:]


# ---- defaults of slots


def with_defaults(
    pool: list[CardDefinition],
    old: d.PhraseDeclaration | d.KeywordDeclaration,
    ruleset: Ruleset,
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
