"""The whole chain: from the files of a format to a checked program."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from . import ir
from .bounds import bound_problems
from .cardfile import CardReader
from .doubles import double_problems
from .extend import extend
from .library import FormatFiles, shipped_formats
from .meaning.context import CardDefinition, Meaning
from .meaning.program import program_of
from .nodes import files
from .nodes.attributes import Attribute, LanguageAttribute
from .nodes.base import Node, Word
from .nodes.declarations import Declaration, FormatDeclaration, ZoneDeclaration
from .parse import parse_file, read_source
from .part_checks import part_problems
from .printed import printed_fields, unprinted
from .problems import Problem, has_errors, sort_problems, unknown
from .ruleset import Origin, Ruleset, collect, languages_of, phases_of
from .soundness import soundness
from .tongues import title_problems, titled_values
from .vocabulary import Vocabulary, build_vocabulary

MISSING = ("no-turn",)  # said only where nothing was misread


@dataclass(slots=True)
class Loaded:
    """A format as far as it could be understood, and every problem found on the way."""

    files: FormatFiles
    problems: list[Problem]
    ruleset: Ruleset | None = None
    vocabulary: Vocabulary | None = None
    cards: list[CardDefinition] = field(default_factory=list[CardDefinition])
    meaning: Meaning | None = None
    program: ir.Program | None = None

    @property
    def usable(self) -> bool:
        return self.program is not None and not has_errors(self.problems)


def load(sources: FormatFiles) -> Loaded:
    """parse -> extend -> collect -> vocabulary -> cards -> meaning -> soundness."""
    nodes, problems, origin = declarations_of(sources)
    ruleset, found = collect(
        titled_values(nodes), str(sources.rules[0]) if sources.rules else sources.name
    )
    if has_errors(problems):  # what could not be read is not missing
        found = [problem for problem in found if problem.code not in MISSING]
    problems += found
    loaded = Loaded(sources, problems, ruleset)
    if ruleset is None:
        return finish(loaded)
    ruleset.origin = origin
    homes = origin.homes if origin is not None else {}
    card_nodes, found = parse_all("cards", sources.every_cards())
    problems += found
    printed = printed_fields(ruleset)
    cards = [
        unprinted(node, printed) for node in card_nodes if isinstance(node, files.Card)
    ]
    names = {str(card.name) for card in cards}
    problems += [*part_problems(ruleset), *title_problems(ruleset, homes)]
    loaded.vocabulary, found = build_vocabulary(
        ruleset.all(Declaration), names, ruleset.languages, symbols_of(ruleset)
    )
    problems += found
    if has_errors(problems):  # what comes later would only repeat it
        return finish(loaded)
    return give_meaning(loaded, ruleset, loaded.vocabulary, cards)


def declarations_of(
    sources: FormatFiles,
) -> tuple[list[Node], list[Problem], Origin | None]:
    """What a format declares: its own, on top of what it inherits and edits."""
    own, problems = parse_all("rules", sources.rules)
    if sources.parent is None:
        return own, [*problems, *missing_parent(own)], None
    inherited, found, older = declarations_of(sources.parent)
    problems = [*found, *problems]
    homes = (homes_of(inherited) if older is None else older.homes) | homes_of(own)
    origin = Origin(tuple(inherited), tuple(own), homes)
    nodes, found = extended(origin)
    return nodes, [*problems, *found], origin


def extended(origin: Origin) -> tuple[list[Node], list[Problem]]:
    """The declarations of a parent with the child's on top."""
    nodes, found = extend(origin.inherited, origin.own)
    parents = (n for n in origin.inherited if isinstance(n, FormatDeclaration))
    old = next(parents, None)
    if old is not None:
        nodes = [
            inheriting(n, old) if isinstance(n, FormatDeclaration) else n for n in nodes
        ]
    return nodes, found


def without_edit(ruleset: Ruleset, edit: Node) -> Ruleset | None:
    """The rules as they would be had one edit of the parent not been made; None if they would
    make no sense.
    """
    assert ruleset.origin is not None
    own = tuple(node for node in ruleset.origin.own if node is not edit)
    nodes, problems = extended(Origin(ruleset.origin.inherited, own))
    found, more = collect(titled_values(nodes), ruleset.format.span.file)
    return None if has_errors([*problems, *more]) else found


def inheriting(child: FormatDeclaration, parent: FormatDeclaration) -> FormatDeclaration:
    """What the child's first line does not say is as the parent's says it."""
    said = {type(attribute) for attribute in child.attributes}
    more = tuple(a for a in parent.attributes if type(a) not in said)
    own = tuple(speaking(a, languages_of(parent)) for a in child.attributes)
    return replace(child, attributes=(*own, *more))


def speaking(attribute: Attribute, inherited: tuple[str, ...]) -> Attribute:
    """The languages of a child, and behind them those of its parent: it has its cards."""
    if not isinstance(attribute, LanguageAttribute):
        return attribute
    own = attribute.words.words
    more = tuple(Word(name) for name in inherited if name not in own)
    return replace(attribute, words=replace(attribute.words, words=(*own, *more)))


def missing_parent(nodes: list[Node]) -> list[Problem]:
    """A format that extends one which is neither shipped nor a folder beside its own."""
    return [
        unknown(
            "unknown-parent", "format", node.parent, node.parent.span, shipped_formats()
        )
        for node in nodes
        if isinstance(node, FormatDeclaration) and node.parent is not None
    ]


def homes_of(nodes: list[Node]) -> dict[str, str]:
    """The first language of a format for each of the files that its declarations stand in."""
    line = next((node for node in nodes if isinstance(node, FormatDeclaration)), None)
    return dict.fromkeys((node.span.file for node in nodes), languages_of(line)[0])


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
