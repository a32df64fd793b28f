"""The scenarios of a format on the rules as they are: what each of them runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path

from ...dsl.loading.source import Source
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, parts_of
from ...dsl.ruleset.ruleset import Ruleset
from ..coverage.rule_lines import Key, executed, inherited_lines, key_of, lines_of
from ..scenarios.cards import phrases_of
from ..scenarios.scenario import Result, Suite, run_case
from .mutants import EDIT, Mutant, mutants_of

WORDS = (d.PhraseDeclaration, d.KeywordDeclaration, d.LabelDeclaration)
HEADED = (  # nothing in them happens unless their head has run
    d.ActionDeclaration, d.WindowDeclaration, d.VerbDeclaration, d.PropertyDeclaration,
    d.RankingDeclaration, d.SetupDeclaration,
)  # fmt: skip


# What asks for what is inside it before that runs.
ASKING = (s.OfferStatement, s.ChooseOneStatement, s.ChooseSeveralStatement, s.TryStatement)


class Baseline:
    """The scenarios of a format, run once on the rules as they are, with the lines they ran."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        ruleset = suite.loaded.ruleset
        assert ruleset is not None
        self.ruleset: Ruleset = ruleset
        self.own = own_files(suite.loaded.files.rules, ruleset)
        more = inherited_lines(ruleset, self.own, suite.inheritance.meant_by())
        self.lines = lines_of(ruleset, self.own) | more
        self.inherited = frozenset(more)
        self._cited: dict[frozenset[Key], set[str]] = {}
        self.rules = suite.prepared(counts_lines=True)
        self.results: list[Result] = []
        self.ran: list[set[Key]] = []
        self.phrases: list[set[str]] = []
        for case in suite.cases:
            result = run_case(self.rules, case)
            cards = (suite.pool.used[number] for number in case.needs)
            phrases = set[str]().union(*map(phrases_of, cards))
            ran = executed(self.lines, self.rules.program.places, result.lines, phrases)
            if case.inherited and not result.passed:  # it shows a difference, and nothing else
                result.covers, ran = (), set[Key]()
            self.results.append(result)
            self.phrases.append(phrases)
            self.ran.append(ran)
        self.often = Counter(line for lines in self.ran for line in lines)
        self.passing = [k for k, result in enumerate(self.results) if result.passed]

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All mutants of the format's own rules, and of what it takes over word for word."""
        return mutants_of(self.ruleset, self.own, self.inherited)

    # ---- who could notice

    def affected(self, mutant: Mutant) -> list[int]:
        """The passing scenarios in which a mutant could make a difference."""
        matters = self.matters(mutant)
        return [k for k in self.passing if matters(self.phrases[k], self.ran[k])]

    def matters(self, mutant: Mutant) -> Callable[[set[str], set[Key]], bool]:
        """Whether a mutant could make a difference to what has some phrases and ran some lines."""
        if mutant.declaration == EDIT:
            return lambda phrases, ran: True
        declaration = self.ruleset.declarations[mutant.declaration]
        if isinstance(declaration, WORDS):
            name, lines = str(declaration.name), mutant.lines
            return lambda phrases, ran: name in phrases or not ran.isdisjoint(lines)
        keys: set[Key] | None = None
        if isinstance(declaration, HEADED):
            head = key_of(declaration.span)  # a parent's, where the child extends it
            keys = {head} if head in self.lines else None
        elif isinstance(declaration, d.TurnDeclaration):
            keys = {*mutant.lines, *self.around(declaration, mutant)}
        return lambda phrases, ran: keys is None or not ran.isdisjoint(keys)

    def clauses_of(self, mutant: Mutant) -> set[str]:
        """What the lines of a mutant cite; looked up once for lines that many mutants are of."""
        found = self._cited.get(mutant.lines)
        if found is None:
            lines = (self.lines[key] for key in mutant.lines if key in self.lines)
            found = set[str]().union(*(line.clauses for line in lines))
            self._cited[mutant.lines] = found
        return found

    @cached_property
    def lines_with(self) -> dict[str, set[Key]]:
        """The lines that each name is used in."""
        found: dict[str, set[Key]] = {}
        for part in self.ruleset.inside(e.Name, e.Of, e.Its):
            found.setdefault(str(part.word), set()).add(key_of(part.span))
        return found

    def users(self, mutant: Mutant) -> set[Key]:
        """The lines that use what the declaration of a mutant declares."""
        if mutant.declaration == EDIT:
            return set()
        name = getattr(self.ruleset.declarations[mutant.declaration], "name", "")
        return self.lines_with.get(str(name), set())

    def around(self, turn: Node, mutant: Mutant) -> set[Key]:
        """The offers and choices that ask for what is inside them before it runs."""
        return {key_of(node.span) for node in enclosing(turn, mutant) if isinstance(node, ASKING)}


def own_files(rules: Iterable[Source], ruleset: Ruleset) -> frozenset[str]:
    """The format's own files: what lies beside its head, not what it takes from a parent."""
    folder = Path(ruleset.format.span.file).parent
    return frozenset(rule.name for rule in rules if rule.path.parent == folder)


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
