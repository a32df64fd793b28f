"""The scenarios of a format on the rules as they are: what each of them runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, parts_of
from ...dsl.ruleset.ruleset import Ruleset
from ..coverage.rule_lines import (
    Key,
    executed,
    inherited_lines,
    key_of,
    lines_of,
    phrases_of,
)
from ..scenarios.scenario import Result, Suite, run_casting
from ..scenarios.scenario_cards import Casting
from .mutants import EDIT, Mutant, mutants_of

WORDS = (d.PhraseDeclaration, d.KeywordDeclaration, d.LabelDeclaration)
HEADED = (
    d.ActionDeclaration,
    d.WindowDeclaration,
    d.VerbDeclaration,
    d.PropertyDeclaration,
    d.RankingDeclaration,
    d.SetupDeclaration,
)  # nothing in them happens unless their head has run


class Trial:
    """The scenarios of a format, run once on the rules as they are, with the lines they ran."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        ruleset = suite.loaded.ruleset
        assert ruleset is not None
        self.ruleset: Ruleset = ruleset
        self.own = own_files(suite.loaded.files.rules, ruleset)
        more = inherited_lines(ruleset, self.own, suite.heritage.meant_by())
        self.lines = lines_of(ruleset, self.own) | more
        self.inherited = frozenset(more)
        self._mutants: list[Mutant] | None = None
        self._users: dict[str, set[Key]] | None = None
        self._cited: dict[frozenset[Key], set[str]] = {}
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
        self.drop_what_is_different()
        self.often = Counter(line for lines in self.ran for line in lines)
        self.passing = [k for k, result in enumerate(self.results) if result.passed]

    def drop_what_is_different(self) -> None:
        """A parent's scenario that fails here tells what is different, and counts for nothing."""
        for number, casting in enumerate(self.suite.castings):
            if casting.inherited and not self.results[number].passed:
                self.results[number].covers = ()
                self.ran[number] = set()

    def phrases_in(self, casting: Casting) -> set[str]:
        """What the cards of a scenario are written in."""
        found: set[str] = set()
        for number in casting.needs:
            found |= phrases_of(self.suite.cast.pool[number])
        return found

    @property
    def mutants(self) -> list[Mutant]:
        """All mutants of the format's own rules, and of what it takes over word for word."""
        if self._mutants is None:
            self._mutants = mutants_of(self.ruleset, self.own, self.inherited)
        return self._mutants

    # ---- who could notice

    def witnesses(self, mutant: Mutant) -> list[int]:
        """The passing scenarios in which a mutant could make a difference."""
        if mutant.declaration == EDIT:
            return list(self.passing)
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
            head = key_of(declaration.span)  # a parent's, where the child extends it
            keys = {head} if head in self.lines else None
        elif isinstance(declaration, d.TurnDeclaration):
            keys = {*mutant.lines, *self.around(declaration, mutant)}
        if keys is None:
            return list(self.passing)
        return [k for k in self.passing if self.ran[k] & keys]

    def clauses_of(self, mutant: Mutant) -> set[str]:
        """What the lines of a mutant cite; looked up once for lines that many mutants are of."""
        found = self._cited.get(mutant.lines)
        if found is None:
            lines = (self.lines[key] for key in mutant.lines if key in self.lines)
            found = set[str]().union(*(line.clauses for line in lines))
            self._cited[mutant.lines] = found
        return found

    def users(self, mutant: Mutant) -> set[Key]:
        """The lines that speak of what the declaration of a mutant declares."""
        if self._users is None:
            self._users = {}
            for part in self.ruleset.inside(e.Name, e.Of, e.Its):
                self._users.setdefault(str(part.word), set()).add(key_of(part.span))
        if mutant.declaration == EDIT:
            return set()
        name = getattr(self.ruleset.declarations[mutant.declaration], "name", "")
        return self._users.get(str(name), set())

    def around(self, turn: Node, mutant: Mutant) -> set[Key]:
        """The offers and choices that ask for what is inside them before it runs."""
        return {
            key_of(node.span)
            for node in enclosing(turn, mutant)
            if isinstance(node, (s.OfferStatement, s.ChooseOneStatement, s.TryStatement))
        }


def own_files(rules: Iterable[Path], ruleset: Ruleset) -> frozenset[str]:
    """The format's own files: what lies beside its head, not what it takes from a parent."""
    folder = Path(ruleset.format.span.file).parent
    return frozenset(str(path) for path in rules if path.parent == folder)


def enclosing(root: Node, mutant: Mutant) -> list[Node]:
    """The nodes around what a mutant changes, outermost first."""
    path: list[Node] = []

    def find(node: Node) -> bool:
        path.append(node)
        if node is mutant.old or any(find(part) for part in parts_of(node)):
            return True
        path.pop()
        return False

    return path if find(root) else []
