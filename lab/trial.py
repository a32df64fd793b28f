"""Trials of mutants: which scenarios could notice a change of the rules, and whether one does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..dsl.cardfile import CardReader
from ..dsl.load import parse_all
from ..dsl.meaning.context import CardDefinition
from ..dsl.nodes import declarations as d
from ..dsl.nodes import files
from ..dsl.nodes import statements as s
from ..dsl.nodes.base import Node, rebuild
from ..dsl.nodes.expressions import Expression, Slot, Use
from ..dsl.problems import has_errors
from ..dsl.ruleset import Ruleset
from ..dsl.soundness import soundness
from ..interpreter.faults import CannotCompile
from .cast import Cast, Casting
from .mutants import Mutant, mutants_of, mutated
from .rule_lines import Key, RuleLine, executed, key_of, lines_of, phrases_of
from .scenario import Result, Suite, run_casting
from .stage import Stage

WORDS = (d.PhraseDeclaration, d.KeywordDeclaration, d.LabelDeclaration)
HEADED = (
    d.ActionDeclaration,
    d.WindowDeclaration,
    d.VerbDeclaration,
    d.PropertyDeclaration,
    d.RankingDeclaration,
    d.SetupDeclaration,
)  # nothing in them happens unless their head has run
CARD_SHAPES = (
    d.CardDeclaration,
    d.ValuesDeclaration,
)  # cards are read again when these change
LOCAL = (d.SetupDeclaration, d.TurnDeclaration, d.DeckDeclaration, d.RankingDeclaration)


@dataclass(slots=True)
class Verdict:
    """`killed_by` are numbers of scenarios.

    A mutant that `check` refuses, or whose program is the same as before, is not `valid`.
    """

    mutant: int
    valid: bool
    lines: frozenset[Key]
    killed_by: list[int] = field(default_factory=list[int])

    @property
    def killed(self) -> bool:
        return bool(self.killed_by)


class Trial:
    """The scenarios of a format, run once on the rules as they are, then on mutants of them."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        ruleset = suite.loaded.ruleset
        assert ruleset is not None
        self.ruleset: Ruleset = ruleset
        self.own = frozenset(str(path) for path in suite.loaded.sources.rules)
        self.lines = lines_of(ruleset, self.own)
        self._mutants: list[Mutant] | None = None
        self.stage = suite.stage(counts_lines=True)
        self.results: list[Result] = []
        self.ran: list[set[Key]] = []
        self.phrases: list[set[str]] = []
        for casting in suite.castings:
            result = run_casting(self.stage, casting, suite.ledger)
            phrases = self.phrases_in(casting)
            places = self.stage.program.places
            self.results.append(result)
            self.phrases.append(phrases)
            self.ran.append(executed(self.lines, places, result.lines, phrases))
        self.passing = [k for k, result in enumerate(self.results) if result.passed]
        self._cards: list[files.Card] | None = None

    def phrases_in(self, casting: Casting) -> set[str]:
        """What the cards of a scenario are written in."""
        numbers = {m.definition for group in casting.groups for m in group.members}
        numbers |= {n for deck in casting.decks.values() for n in deck} | {
            *(casting.deck or ())
        }
        found: set[str] = set()
        for number in numbers:
            found |= phrases_of(self.suite.cast.pool[number])
        return found

    @property
    def mutants(self) -> list[Mutant]:
        """All mutants of the format's own rules."""
        if self._mutants is None:
            self._mutants = mutants_of(self.ruleset, self.own)
        return self._mutants

    # ---- who could notice

    def witnesses(self, mutant: Mutant) -> list[int]:
        """The passing scenarios in which a mutant could make a difference."""
        declaration = self.ruleset.declarations[mutant.declaration]
        if isinstance(declaration, WORDS):
            name = str(declaration.name)
            return [
                k
                for k in self.passing
                if name in self.phrases[k] or self.ran[k] & mutant.lines
            ]
        keys: set[Key] | None = None
        if isinstance(declaration, HEADED):
            keys = {key_of(declaration.span)}
        elif isinstance(declaration, d.TurnDeclaration):
            keys = {*mutant.lines, *self.around(declaration, mutant)}
        if keys is None:
            return list(self.passing)
        return [k for k in self.passing if self.ran[k] & keys]

    def around(self, turn: Node, mutant: Mutant) -> set[Key]:
        """The offers and choices that ask for what is inside them before it runs."""
        return {
            key_of(node.span)
            for node in enclosing(turn, mutant)
            if isinstance(node, (s.OfferStatement, s.ChooseOneStatement, s.TryStatement))
        }

    # ---- running

    def verdict(
        self, mutant: Mutant, witnesses: Sequence[int], also: Iterable[int] = ()
    ) -> Verdict:
        """Whether a mutant is sound, and which scenario turns red: the first, and all of `also`."""
        verdict = Verdict(mutant.number, False, mutant.lines)
        ruleset = mutated(self.ruleset, mutant)
        declaration = self.ruleset.declarations[mutant.declaration]
        castings, pool = self.recast(ruleset, declaration)
        if pool is None:
            return verdict
        if isinstance(declaration, (d.PhraseDeclaration, d.KeywordDeclaration)):
            pool = with_defaults(pool, declaration, ruleset)
        assert self.suite.loaded.vocabulary is not None
        extra = self.others(declaration) if castings is self.suite.castings else []
        try:
            stage = Stage(
                ruleset, self.suite.loaded.vocabulary, [*pool, *extra], original=self.stage
            )
            sound = not has_errors(stage.problems)
            if sound:
                sound = not has_errors(soundness(ruleset, stage.meaning))
            verdict.valid = sound and (bool(extra) or stage.program != self.stage.program)
            if verdict.valid:
                self.run_all(stage, castings, verdict, witnesses, set(also))
        except CannotCompile:
            verdict.valid = False
        return verdict

    def run_all(
        self,
        stage: Stage,
        castings: list[Casting],
        verdict: Verdict,
        witnesses: Sequence[int],
        also: set[int],
    ) -> None:
        near = verdict.lines
        first = sorted(witnesses, key=lambda k: (k not in also, not self.ran[k] & near))
        for number in first:
            if verdict.killed_by and number not in also:
                return
            if is_red(stage, castings[number]):
                verdict.killed_by.append(number)

    def others(self, declaration: Node) -> list[CardDefinition]:
        """Cards beyond those of the scenarios on which `check` would find a mutant wanting."""
        known = {(str(card.code), id(card)) for card in self.suite.cast.pool}
        rest = [c for c in self.suite.loaded.cards if (str(c.code), id(c)) not in known]
        if isinstance(declaration, WORDS):
            return [card for card in rest if str(declaration.name) in phrases_of(card)]
        return []

    # ---- cards that must be read again

    def recast(
        self, ruleset: Ruleset, declaration: Node
    ) -> tuple[list[Casting], list[CardDefinition] | None]:
        """The scenarios' cards; read again where the shape of cards has changed."""
        suite = self.suite
        if not isinstance(declaration, CARD_SHAPES):
            return suite.castings, suite.cast.pool
        assert suite.loaded.vocabulary is not None
        if self._cards is None:
            nodes, _ = parse_all("cards", suite.loaded.sources.cards)
            self._cards = [node for node in nodes if isinstance(node, files.Card)]
        reader = CardReader(ruleset, suite.loaded.vocabulary)
        read = [reader.read(card) for card in self._cards]
        cards = [card for card in read if card is not None]
        if has_errors(reader.problems):
            return suite.castings, None
        cast = Cast(ruleset, suite.loaded.vocabulary, cards, suite.cast.decks)
        castings = [cast.casting_of(casting.scenario) for casting in suite.castings]
        return castings, cast.pool


def is_red(stage: Stage, casting: Casting) -> bool:
    """Whether a scenario fails; whatever breaks under a mutant is a failure."""
    try:
        return not run_casting(stage, casting).passed
    except CannotCompile:
        raise
    except Exception:  # the contract between the floors holds for sound rules only
        return True


def enclosing(root: Node, mutant: Mutant) -> list[Node]:
    """The nodes around what a mutant changes, outermost first."""
    from ..dsl.nodes.base import parts_of

    path: list[Node] = []

    def find(node: Node) -> bool:
        path.append(node)
        if node is mutant.old or any(find(part) for part in parts_of(node)):
            return True
        path.pop()
        return False

    return path if find(root) else []


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
        return tuple(changed_value(item, change) for item in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return rebuild(value, change) if isinstance(value, Node) else value


__all__ = ["RuleLine", "Trial", "Verdict"]
