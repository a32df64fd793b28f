"""The whole chain: from the files of a format to a checked program."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import ir
from .bounds import bound_problems
from .cardfile import CardReader
from .doubles import double_problems
from .meaning.context import CardDefinition, Meaning
from .meaning.program import program_of
from .nodes import files
from .nodes.base import Node
from .nodes.declarations import Declaration, ZoneDeclaration
from .parse import parse_file, read_source
from .problems import Problem, has_errors, sort_problems
from .ruleset import Ruleset, collect, phases_of
from .soundness import soundness
from .vocabulary import Vocabulary, build_vocabulary

MISSING = ("no-turn",)  # said only where nothing was misread


@dataclass(slots=True)
class Sources:
    """Where a format's files lie: its id, its rules and cards, decks and scenarios, each in
    order.
    """

    name: str
    rules: list[Path]
    cards: list[Path]
    decks: list[Path] = field(default_factory=list[Path])
    scenarios: list[Path] = field(default_factory=list[Path])
    ledger: Path | None = None


@dataclass(slots=True)
class Loaded:
    """A format as far as it could be understood, and every problem found on the way."""

    sources: Sources
    problems: list[Problem]
    ruleset: Ruleset | None = None
    vocabulary: Vocabulary | None = None
    cards: list[CardDefinition] = field(default_factory=list[CardDefinition])
    meaning: Meaning | None = None
    program: ir.Program | None = None

    @property
    def usable(self) -> bool:
        return self.program is not None and not has_errors(self.problems)


def load(sources: Sources) -> Loaded:
    """parse -> collect -> vocabulary -> cards -> meaning -> soundness."""
    nodes, problems = parse_all("rules", sources.rules)
    ruleset, found = collect(
        nodes, str(sources.rules[0]) if sources.rules else sources.name
    )
    if has_errors(problems):  # what could not be read is not missing
        found = [problem for problem in found if problem.code not in MISSING]
    problems += found
    loaded = Loaded(sources, problems, ruleset)
    if ruleset is None:
        return finish(loaded)
    card_nodes, found = parse_all("cards", sources.cards)
    problems += found
    cards = [node for node in card_nodes if isinstance(node, files.Card)]
    names = {str(card.name) for card in cards}
    loaded.vocabulary, found = build_vocabulary(
        ruleset.all(Declaration), names, ruleset.languages, symbols_of(ruleset)
    )
    problems += found
    if has_errors(problems):  # what comes later would only repeat it
        return finish(loaded)
    return give_meaning(loaded, ruleset, loaded.vocabulary, cards)


def symbols_of(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """What slots of type phase and zone can be filled with: the printed text of each, and
    its id.
    """
    zones: dict[str, str] = {}
    for zone in ruleset.all(ZoneDeclaration):
        titles = zone.titles.names if zone.titles is not None else ()
        zones |= {text.lower(): str(zone.name) for text in (str(zone.name), *titles)}
    phases: dict[str, str] = {}
    for path, phase in phases_of(ruleset).values():
        titles = phase.titles.names if phase.titles is not None else ()
        phases |= {title.lower(): path.rpartition(".")[2] for title in titles}
    return {"zone": zones, "phase": phases}


def give_meaning(
    loaded: Loaded, ruleset: Ruleset, vocabulary: Vocabulary, cards: list[files.Card]
) -> Loaded:
    reader = CardReader(ruleset, vocabulary)
    read = [reader.read(card) for card in cards]
    loaded.cards = [card for card in read if card is not None]
    loaded.problems += reader.problems
    try:
        program, meaning = program_of(ruleset, loaded.cards)
    except (
        RecursionError
    ):  # every place known to nest is bounded; whatever else does ends here
        text = "The rules of this format stand too deep inside each other."
        loaded.problems.append(Problem("nested-too-deep", text, ruleset.format.span))
        return finish(loaded)
    loaded.meaning = meaning
    loaded.problems += meaning.problems
    if not has_errors(loaded.problems):
        loaded.problems += [*soundness(ruleset, meaning), *double_problems(ruleset)]
        loaded.problems += bound_problems(program)
    if not has_errors(loaded.problems):
        loaded.program = program
    return finish(loaded)


def finish(loaded: Loaded) -> Loaded:
    loaded.problems = sort_problems(loaded.problems)
    return loaded


def parse_all(kind: str, paths: list[Path]) -> tuple[list[Node], list[Problem]]:
    nodes: list[Node] = []
    problems: list[Problem] = []
    for path in paths:
        text, found = read_source(path)
        problems += found
        more, found = parse_file(kind, text, str(path))
        nodes += more
        problems += found
    return nodes, problems
