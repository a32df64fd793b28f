"""The manual tells the truth: every example is run, every list is compared with the code."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from guides import DOCS, WALKS, Block, blocks_of, do_step
from manual_blocks import CHAPTERS, Example, all_blocks, examples, extended, load_example, of_kind
from places import ROOT, RULESETS

from playsheet.dsl.cards import deckfile
from playsheet.dsl.consistency.consistency import inconsistencies
from playsheet.dsl.loading import documents, source
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.nodes.expressions import Expression, Name, Slot
from playsheet.dsl.nodes.statements import Line, Statement
from playsheet.dsl.problems import problem, similar
from playsheet.dsl.resolve import resolve
from playsheet.dsl.resolve.context import EXPECTING, STATEMENTS, VALUES
from playsheet.dsl.ruleset import clauses, seats
from playsheet.dsl.ruleset.inheritance import Heritage
from playsheet.dsl.ruleset.ruleset import BUILT_IN
from playsheet.dsl.syntax import parse
from playsheet.dsl.syntax.build import Builder
from playsheet.dsl.syntax.grammar import classes_of, grammar_text
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.print_files import print_nodes
from playsheet.dsl.syntax.reader import Stop, read, words_of
from playsheet.dsl.vocabulary import chart, patterns
from playsheet.interpreter.runtime import match
from playsheet.interpreter.transcript import save
from playsheet.lab.scenarios import cases
from playsheet.lab.scenarios.scenario import run_scenarios

# What only says that an example leaves something unused; a whole format must not.
LOOSE = """
    window-never-opened action-never-offered verb-never-done verb-never-caught never-used
    label-never-used sentence-never-run
"""
ELSEWHERE = frozenset({Name, Line, Slot})  # nodes whose meaning stands in no table
KINDS = """
    rules-base cards-base deck-base rules cards scenario rules-error
    cards-error scenario-error extend-error rules-parse cards-parse scenario-parse
    deck-parse rules-extend form names text
"""


def rule_name(kind: type[Node]) -> str:
    """What the grammar calls a class of nodes."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def lacking() -> set[str]:
    """The statements and expressions that no function gives a meaning."""
    assert resolve.TOPICS  # each enters what it resolves
    known: dict[type[Node], object] = {**STATEMENTS, **VALUES, **EXPECTING}
    forms = {k for k in classes_of("rules").values() if issubclass(k, (Statement, Expression))}
    bases = {k for k in forms if any(o is not k and issubclass(o, k) for o in forms)}
    return {rule_name(kind) for kind in forms - bases - set(known) - ELSEWHERE}


def title(thing: Block | Example) -> str:
    return thing.title


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples, so that what they share is read once."""
    return tmp_path_factory.mktemp("manual")


def test_every_block_says_what_it_is() -> None:
    unknown = [
        f"{b.title}: {b.kind or 'nothing'}" for b in all_blocks() if b.kind not in KINDS.split()
    ]
    assert not unknown


def test_the_example_format_is_whole(home: Path) -> None:
    block = Block(home / "none.md", 0, "", "rules", "", "", "")
    loaded = load_example(home, [block], [])
    assert [(p.line, p.message) for p in loaded.problems] == []


@pytest.mark.parametrize("example", examples(), ids=title)
def test_an_example_runs(example: Example, home: Path) -> None:
    loaded = load_example(home, example.rules, example.cards, example.scenarios)
    loose = LOOSE if not example.scenarios else ""
    errors = [p for p in loaded.problems if p.severity == "error"]
    serious = [p for p in errors if p.code not in loose.split()]
    assert [(p.line, p.code, p.message) for p in serious] == []
    if not example.scenarios:
        return
    results = run_scenarios(loaded)
    assert results
    for result in results:
        assert result.passed, f"{result.name}\n{result.message}"


@pytest.mark.parametrize("block", of_kind("rules-error", "cards-error"), ids=title)
def test_a_mistake_has_its_message(block: Block, home: Path) -> None:
    rules, cards = ([block], []) if block.kind == "rules-error" else ([], [block])
    loaded = load_example(home, rules, cards)
    problems = [*loaded.problems]
    if loaded.format is not None and loaded.usable:
        problems += inconsistencies(loaded.format, Heritage())
    found = [
        (p.code, p.message)
        for p in problems
        if p.code not in LOOSE.split() or p.code == block.argument
    ]
    assert block.argument in [code for code, _ in found], found
    if block.quote:
        assert block.quote in [m for code, m in found if code == block.argument]


@pytest.mark.parametrize("block", of_kind("extend-error"), ids=title)
def test_a_mistaken_edit_has_its_message(block: Block) -> None:
    found = [(p.code, p.message) for p in extended(block)[1]]
    assert block.argument in [code for code, _ in found], found
    if block.quote:
        assert block.quote in [message for _, message in found]


@pytest.mark.parametrize("block", of_kind("scenario-error"), ids=title)
def test_a_mistake_in_a_scenario_has_its_message(block: Block, home: Path) -> None:
    near = [b for b in all_blocks() if (b.path, b.section) == (block.path, block.section)]
    rules = [b for b in near if b.kind == "rules"]
    cards = [b for b in near if b.kind == "cards"]
    results = run_scenarios(load_example(home, rules, cards, [block]))
    found = [(p.code, p.message) for result in results for p in result.problems]
    assert block.argument in [code for code, _ in found], found
    if block.quote:
        assert block.quote in [m for code, m in found if code == block.argument]


@pytest.mark.parametrize(
    "block", of_kind("rules-parse", "cards-parse", "scenario-parse", "deck-parse"), ids=title
)
def test_what_is_only_said_can_be_read(block: Block) -> None:
    kind = block.kind.removesuffix("-parse")
    nodes, problems = parse_file(kind, block.text, block.path.name)
    assert [(p.line + block.line, p.message) for p in problems] == []
    assert nodes
    assert parse_file(kind, print_nodes(nodes), block.path.name)[0] == nodes


def test_every_construct_has_a_meaning() -> None:
    assert not lacking()


# ---- lists that the code knows too


def listed(argument: str) -> set[str]:
    """The words of a list of the manual."""
    [block] = [b for b in of_kind("names") if b.argument == argument]
    words = block.text.split()
    assert len(words) == len(set(words)), "a word stands twice"
    return set(words)


# Texts with a name "zz" in each place where a name may stand.
PLACES = {
    "expression": """
        if zz is 1: stop | if 1 is zz: stop | if zz: stop | if a and zz: stop
        move zz to hand | move hand to zz | move top 2 of zz to hand | shuffle zz
        if count of zz is 1: stop | set x to zz | do x of zz | choose 2 zz in hand as x
        raise zz by 1 | let x be zz + 1 | each zz as x: stop
    """,
    "owned": "if a's zz is 1: stop | if there is a where its zz is 1: stop",
    "local": "let zz be 1 | choose 1 card in hand as zz | random zz from x",
    "called": "do zz | announce zz | open zz | leave zz | skip zz | pay x to y as zz",
}
DECLARED = """
    zone zz pile | gauge zz 0..5 | note zz: number | values zz = a | option zz on
    parameter zz = 3 | window zz alone | to zz by player | label zz "x" told
    keyword zz "x" | phrase zz effect "x": stop | values x = zz | values x = a < zz
    when zz: stop | window x alone offers zz | property zz of player means a
"""
BODIES = {
    "field": "card x\n    zz number\n",
    "counted": "deck\n    exactly 3 zz\n",
    "phase": "turn\n    phase zz: stop\n",
    "step": "turn\n    step zz: stop\n",
    "kind": "card zz\n    x number\n",
}


def texts_of(place: str) -> list[str]:
    if place in BODIES:
        return [BODIES[place]]
    if place == "declared":
        rows = DECLARED.strip().splitlines()
        return [f"{part.strip()}\n" for row in rows for part in row.split(" | ")]
    rows = PLACES[place].strip().splitlines()
    return [f"setup\n    {part.strip()}\n" for row in rows for part in row.split(" | ")]


def renamed(thing: Any, word: str) -> Any:
    """Nodes with the name "zz" replaced."""
    if isinstance(thing, str):
        return word if thing == "zz" else thing
    if isinstance(thing, (tuple, list)):
        return type(thing)(renamed(part, word) for part in thing)
    if isinstance(thing, Node):
        parts = {f.name: renamed(getattr(thing, f.name), word) for f in fields(thing)}
        return replace(thing, **{k: v for k, v in parts.items() if k != "span"})
    return thing


def built(text: str) -> list[Node] | None:
    found = read("rules", text, Builder("place", 1, "rules").build)
    return None if isinstance(found, Stop) else found.value


def is_name(text: str, word: str) -> bool:
    """Whether a word can stand for "zz" and is taken for a name."""
    plain = built(text)
    assert plain is not None, text
    return built(text.replace("zz", word)) == renamed(plain, word)


def reserved(place: str) -> set[str]:
    words = [word for word in words_of("rules").values() if word.isalpha()]
    return {w for w in words for text in texts_of(place) if not is_name(text, w)}


@pytest.mark.parametrize("place", ["expression", "field", "counted"])
def test_reserved_words_are_listed(place: str) -> None:
    assert reserved(place) == listed(place)


@pytest.mark.parametrize("place", ["owned", "local", "called", "declared", "phase", "step", "kind"])
def test_everywhere_else_any_word_is_a_name(place: str) -> None:
    assert reserved(place) == set()


def test_the_words_with_a_fixed_meaning_are_listed() -> None:
    assert listed("built-in") == BUILT_IN


def test_the_events_are_listed() -> None:
    code = (ROOT / "interpreter" / "knowledge" / "record.py").read_text(encoding="utf-8")
    assert listed("events") == set(re.findall(r'_add\(\s*"(\w+)"', code))


def test_the_limits_are_told() -> None:
    told = (DOCS / "language" / "running.md").read_text(encoding="utf-8")
    limits = {
        "a file": source.MOST_BYTES,
        "a line": parse.LONGEST_LINE,
        "a text of YAML or JSON": documents.LONGEST_TEXT,
        "a ledger, a map of records, a record": documents.WRITTEN.letters,
        "parts of one": documents.WRITTEN.parts,
        "a saved game": save.LIMITS.letters,
        "lists in lists of one": documents.DEEPEST,
        "an indentation": parse.DEEPEST_INDENT,
        "brackets in brackets": parse.DEEPEST_BRACKETS,
        "mistakes told of one file": problem.MOST_PROBLEMS,
        "digits of a number": parse.LARGEST,
        "cards of a deck": deckfile.MOST_CARDS,
        "cards laid out in a scenario": cases.MOST_CARDS,
        "letters of a word that something is offered for": similar.LONGEST,
        "seats of a game": seats.MOST_SEATS,
        "clauses of one range": clauses.MOST_CLAUSES,
        "forms of a pattern": patterns.MOST_FORMS,
        "words of a sentence of a card": chart.LONGEST,
        "steps of rules between two choices": match.BUDGET,
        "members of sets looked at between two choices, times the cards of the match": (
            match.MOST_LOOKS
        ),
    }
    for what, number in limits.items():
        assert re.search(rf"^\| {what} \| {number:,}\b", told, re.MULTILINE), what


# ---- sections


# Words that are checked where they stand, not by the grammar.
WORDS_OF_PLACES = """
    pile stack queue group slots of stacks shared nobody owner others all knowers up down
    sentence effect higher lower yes player card cards optional changeable kind name stop
    keeper table empty paid
    oldest newest first chooses on off payable changes uses
    use once this next previous players
"""


@pytest.mark.parametrize("block", of_kind("form"), ids=title)
def test_a_form_is_made_of_words_of_the_language(block: Block) -> None:
    kinds = ("rules", "cards", "scenario", "deck")
    known = {word for kind in kinds for word in words_of(kind).values()}
    words = set(re.findall(r"(?<![\w\"'])[a-z]+(?![\w])", block.text))
    assert not words - known - set(WORDS_OF_PLACES.split())


SECTIONED = ("_declaration", "_statement", "_rule", "_edit")


def grammar_names() -> set[str]:
    """The rules and aliases of the grammar of .rules files."""
    text = grammar_text("rules")
    names = set(re.findall(r"^[!?]*([a-z]\w*)\s*:", text, re.MULTILINE))
    return names | set(re.findall(r"-> (\w+)", text))


def test_each_construct_has_a_section() -> None:
    heads = {
        word
        for path in CHAPTERS
        for row in path.read_text(encoding="utf-8").splitlines()
        if row.startswith("#")
        for word in re.findall(r"\w+", row)
    }
    made = grammar_names() & classes_of("rules").keys()
    wanted = {name for name in made if name.endswith(SECTIONED)}
    assert wanted - heads == set()


def test_each_section_is_called_like_a_rule_of_the_grammar() -> None:
    heads = {
        word
        for path in CHAPTERS
        for row in path.read_text(encoding="utf-8").splitlines()
        if row.startswith("## ")
        for word in re.findall(r"\w+", row)
        if word.endswith(SECTIONED)
    }
    assert heads - grammar_names() == set()


CLAUSE = re.compile(r"\b([A-Z]{2,4})((?:-[A-Z0-9]+)*)-(\d+)(?:\.\.(\d+))?\b")


def clauses_told() -> set[str]:
    """Every clause id of the manual, ranges by their ends."""
    found: set[str] = set()
    for path in CHAPTERS:
        for game, topic, first, last in CLAUSE.findall(path.read_text(encoding="utf-8")):
            found |= {f"{game}{topic}-{number}" for number in (first, last) if number}
    return found


def test_clauses_are_those_of_the_ledgers() -> None:
    known: set[str] = set()
    for path in sorted(RULESETS.glob("*/clauses.yaml")):
        known |= set(re.findall(r"^- id: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    games = {clause.partition("-")[0] for clause in known}
    told = {clause for clause in clauses_told() if clause.partition("-")[0] in games}
    assert told
    assert told - known == set()


LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    for file, anchor in LINK.findall(path.read_text(encoding="utf-8")):
        target = (path.parent / file).resolve() if file else path
        assert target.is_file(), file
        if anchor:
            assert anchor in anchors_of(target), f"{file}#{anchor}"


def anchors_of(path: Path) -> set[str]:
    """What a link may point to: headings and marks."""
    text = path.read_text(encoding="utf-8")
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-") for head in heads}
    return slugs | set(re.findall(r'<a id="([^"]+)"', text))


# ---- the tutorial and the guides


@pytest.mark.parametrize("path", WALKS, ids=lambda path: path.stem)
def test_what_a_guide_says_works_step_by_step(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks_of(path):
        do_step(block, tmp_path / "mygame")
