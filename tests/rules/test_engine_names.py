"""A name that an author gives may be any word, those that the engine uses too: the format plays
as it did, or is refused with a problem at the name.
"""

from __future__ import annotations

import ast
import re
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from places import FORMATS, ROOT
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.resolve.values.declared import SIMPLE
from playsheet.dsl.ruleset.ruleset import CATEGORIES, SIMPLE_TYPES

SPEAKING = ("dsl/resolve", "dsl/vocabulary", "dsl/lower", "dsl/ir", "interpreter")
WORD = re.compile(r"[a-z][a-z_]*")
QUOTED = re.compile(r'("[^"\n]*"|#[^\n]*)')
DECLARED = (
    r"^(?:option|parameter|zone|gauge|note|property|action|window|ranking|check|label|keyword"
    r"|phrase|to|values|card|deck)[ \t]+(\w+)",
    r"^ +(?:phase|step|part)[ \t]+(\w+)",
    r"^    (\w+) +(?:number|list|text|effect|name|card|cost|keyword|boon|\w+ optional)\b",
    r"\btagged (\w+)",
)
EVENT_FIELD = r"\b(\w+):"  # of a verb
LONGEST = 24
DECISIONS = 40


@cache
def engine_words() -> list[str]:
    """The words that stand in the code from the meaning of a text to play."""
    found: set[str] = set()
    for folder in SPEAKING:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
            for text in texts:
                if isinstance(text, str) and len(text) <= LONGEST:
                    found |= set(WORD.findall(text.replace(":", " ")))
                    found.add(text.strip(":").replace(":", "_").replace(" ", "_"))
    return sorted(word for word in found if WORD.fullmatch(word) and len(word) > 1)


@cache
def names_in(format: str) -> list[str]:
    """What an author has named in a format, but for what stands in cards and decks too."""
    folder = FORMATS / format
    rules = "\n".join(bare(path) for path in sorted(folder.glob("*.rules")))
    found: dict[str, None] = {}
    for pattern in DECLARED:
        found |= dict.fromkeys(re.findall(pattern, rules, re.MULTILINE))
    for line in re.findall(r"^to .*", rules, re.MULTILINE):
        found |= dict.fromkeys(re.findall(EVENT_FIELD, line))
    rest = [*folder.glob("cards/*"), *folder.glob("decks/*")]
    values = " ".join(re.sub(r"(?m)^ +\w+", "", path.read_text("utf-8")) for path in rest)
    printed = set(re.findall(r"\w+", values))
    return [name for name in found if name not in printed and name != "card"]


def bare(path: Path) -> str:
    """The text of a file without strings and comments."""
    return QUOTED.sub("", path.read_text(encoding="utf-8"))


def renamed(text: str, names: dict[str, str], everywhere: bool) -> str:
    """A text with other names outside strings; of cards only their fields."""
    one = r"\w+" if everywhere else r"(?m)^ +\w+"
    parts = QUOTED.split(text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(one, lambda found: changed(found[0], names), parts[i])
    return "".join(parts)


def changed(found: str, names: dict[str, str]) -> str:
    word = found.lstrip()
    return found.removesuffix(word) + names.get(word, word)


def write(format: str, folder: Path, names: dict[str, str]) -> Path:
    """A format with other names."""
    place = folder / "renamed"
    shutil.rmtree(place, ignore_errors=True)
    ignored = shutil.ignore_patterns("scenarios", "clauses.yaml")
    shutil.copytree(FORMATS / format, place, ignore=ignored)
    for path in (p for p in place.rglob("*.*") if p.suffix in (".rules", ".cards")):
        text = path.read_text(encoding="utf-8")
        path.write_text(renamed(text, names, path.suffix == ".rules"), encoding="utf-8")
    return place


def played(rules: ps.Rules) -> list[Any]:
    """How a game went, without a name: who was asked, among how many, and the last state."""
    deck = next(iter(rules.decks))
    game, chance, found = rules.new_game(seed=3, decks=deck), Random(3), list[Any]()
    while game.choice is not None and len(found) < DECISIONS:
        found.append((game.choice.seat, len(game.choice.options)))
        game.apply(chance.randrange(len(game.choice.options)))
    again = ps.replay(game.transcript(), rules=rules)
    assert again.transcript() == game.transcript()
    return [*found, game._setup.match.state_key(game._state)]


@cache
def as_written(format: str) -> list[Any]:
    return played(ps.load(FORMATS / format))


def assigned(format: str, shift: int) -> dict[str, str]:
    """Each name gets a word; over all shifts each name gets each word."""
    words, names = engine_words(), names_in(format)
    present = set(re.findall(r"\w+", "".join(map(bare, (FORMATS / format).glob("*.rules")))))
    step = max(1, len(words) // len(names))
    found: dict[str, str] = {}
    for k, name in enumerate(names):
        word = words[(k * step + shift) % len(words)]
        word = word.capitalize() if name[0].isupper() else word
        if word not in present and word not in found.values():
            found[name] = word
    return found


@pytest.mark.parametrize("format", ["tiny", "market", "masks", "skirmish", "gear"])
def test_any_word_of_the_engine_may_be_a_name(format: str, tmp_path: Path) -> None:
    shifts = [*range(len(engine_words()))]
    Random(7).shuffle(shifts)
    for shift in shifts[: sampled(3, len(shifts))]:
        names = assigned(format, shift)
        while True:
            place = write(format, tmp_path, names)
            try:
                rules = ps.load(place)
                break
            except ps.RulesError as error:
                refused = refused_names(error, place, names)
                assert refused, f"{names}: {error}"
                names = {k: v for k, v in names.items() if k not in refused}
        assert played(rules) == as_written(format), names


def refused_names(error: ps.RulesError, place: Path, names: dict[str, str]) -> set[str]:
    """The names in whose lines the problems are."""
    found: set[str] = set()
    places = [one for problem in error.problems for one in (problem, *problem.labels)]
    for span in (place.span for place in places):
        rows = Path(span.file).read_text(encoding="utf-8").splitlines()
        row = set(re.findall(r"\w+", rows[span.line - 1]))
        found |= {name for name, word in names.items() if word in row}
    return found


@pytest.mark.parametrize("word", sorted({*SIMPLE, *CATEGORIES}))
def test_a_type_of_the_language_is_no_type_of_an_author(word: str, tmp_path: Path) -> None:
    text = f'format "F" seats 2\nvalues {word} = one < two\ncard {word} "Card"\n    size number\n'
    (tmp_path / "f.rules").write_text(text, encoding="utf-8")
    with pytest.raises(ps.RulesError) as caught:
        ps.load(tmp_path)
    told = [(one.code, one.span.line) for one in caught.value.problems]
    assert {("reserved-name", 2), ("reserved-name", 3)} <= {*told}


def test_the_types_of_the_language_are_listed_once_more_where_names_are_checked() -> None:
    assert {*SIMPLE_TYPES} == {*SIMPLE}
