"""What a process remembers never shows: after any edit it finds what a new process would find."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from places import FORMATS
from sampling import is_full, sampled
from small_edits import changed, files_in, small_edits

from playsheet.dsl.cards.cardfile import CardReader
from playsheet.dsl.cards.definition import CardDefinition
from playsheet.dsl.consistency import conditions, pool
from playsheet.dsl.consistency.latest import Looked
from playsheet.dsl.loading import blocks, kept, load, memory, parsed
from playsheet.dsl.loading.library import FormatFiles, sources_of
from playsheet.dsl.nodes.files import Card
from playsheet.dsl.problems.problem import Problem, RulesError
from playsheet.dsl.resolve.context import Resolved, Resolver
from playsheet.dsl.resolve.resolve import resolve_rules
from playsheet.dsl.ruleset.ruleset import Ruleset
from playsheet.dsl.typed.types import CARD, PLAYER
from playsheet.interpreter.runtime import checking
from playsheet.lab.benchmarks import edits
from playsheet.lab.checking import worded, world
from playsheet.lab.scenarios import scenario
from playsheet.lab.workspace import Workspace

ROUNDS = sampled(9, 24)


def change_number(text: str, chance: random.Random) -> str:
    found = [*re.finditer(r"\d+", text)]
    match = chance.choice(found) if found else None
    if match is None:
        return text
    return text[: match.start()] + str(chance.randrange(12)) + text[match.end() :]


def lines_changed(
    change: Callable[[list[str], int, random.Random], None],
) -> Callable[[str, random.Random], str]:
    def changed(text: str, chance: random.Random) -> str:
        lines = text.split("\n")
        change(lines, chance.randrange(len(lines)), chance)
        return "\n".join(lines)

    return changed


def swap(lines: list[str], at: int, chance: random.Random) -> None:
    other = chance.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def swap_words(lines: list[str], at: int, chance: random.Random) -> None:
    words = lines[at].split(" ")
    chance.shuffle(words)
    lines[at] = " ".join(words)


KINDS = (
    change_number,
    change_number,
    lines_changed(lambda lines, at, _: lines.insert(at, "")),
    lines_changed(lambda lines, at, _: lines.insert(at, lines[at])),
    lines_changed(lambda lines, at, _: lines.__delitem__(at)),
    lines_changed(swap),
    lines_changed(swap_words),
)


def tiny(folder: Path) -> Path:
    """A copy of the small format."""
    return shutil.copytree(FORMATS / "tiny", folder / "tiny")


def forget() -> None:
    """As in a new process."""
    latest = (conditions.LATEST.known, pool.DIGESTS.known, pool.HOLDS.known, world.LATEST)
    loads = (load.LATEST, load.RULES, load.VOCABULARIES, kept.LOADED, checking.LEGAL)
    for remembered in (*loads, parsed.LATEST, scenario.PREPARED, *latest):
        remembered.found.clear()
    blocks.blocks_in.cache_clear()
    memory.MEMORY.looked_for.clear()
    memory.MEMORY.meant.clear()
    for one in (load.SAID, *Looked.every):
        one.renew()
        one.renew()


def found_by(workspace: Workspace) -> tuple[list[Problem], object, list[str]]:
    """The problems, the program, and how the scenarios went."""
    problems = workspace.check()
    loaded = kept.loaded_of(sources_of(workspace.name), keep=False)
    results: list[str] = []
    if loaded.usable:
        for source in loaded.files.scenarios:
            results += [f"{one.name}: {one.message}" for one in workspace.run(source.name)]
    return problems, loaded.program, results


@pytest.mark.parametrize("seed", range(3))
def test_after_an_edit_a_process_finds_what_a_new_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    folder, chance = tiny(tmp_path), random.Random(seed)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    usable = 0
    for _ in range(ROUNDS // 3):
        path = chance.choice(files)
        if chance.random() < 0.4:  # back to what it was
            path.write_text(texts[path], encoding="utf-8")
        else:
            changed = chance.choice(KINDS)(path.read_text(encoding="utf-8"), chance)
            path.write_text(changed, encoding="utf-8")
        monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
        resident = found_by(Workspace(folder))
        forget()
        assert found_by(Workspace(folder)) == resident, path  # with what is on the disk
        forget()
        monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "before"))
        known = Workspace(folder, keep=True)  # with what was kept before the edit
        assert found_by(known) == resident, path
        forget()
        monkeypatch.setenv("PLAYSHEET_CACHE", "")
        assert found_by(Workspace(folder)) == resident, path  # with nothing
        usable += resident[1] is not None
        for file in files:  # most mistakes hide the others
            if resident[1] is None and chance.random() < 0.8:
                file.write_text(texts[file], encoding="utf-8")
    assert usable > 0


def test_the_cost_of_edits_is_measured(tmp_path: Path) -> None:
    """Each figure is there; how they compare is for the benchmark, not for a test."""
    report = edits.measure_edits(str(tiny(tmp_path)), count=1)
    assert report is not None and report.cold_s > 0
    for cost in (report.card, report.rule):
        assert cost.resident_s > 0 and cost.fresh_s > 0
        assert cost.fresh_ratio == pytest.approx(cost.fresh_s / report.cold_s, rel=0.2)


def test_no_edit_is_measured_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    place = tiny(tmp_path)
    lost = next(place.rglob("*.scenario"))
    lost.unlink()
    lost.mkdir()
    with pytest.raises(RulesError, match="no ordinary file"):
        edits.measure_edits(str(place))


def test_a_phrase_that_only_a_scenario_uses_is_looked_at_again(tmp_path: Path) -> None:
    """Its body decides whether what the scenario prints on a card means anything."""
    place = tmp_path / "tiny"
    shutil.copytree(FORMATS / "tiny", place)
    words, fight = place / "words.rules", place / "scenarios" / "fight.scenario"
    old = words.read_text(encoding="utf-8")
    praise = 'phrase praise act (w: whose) "praise {w}": raise '
    words.write_text(f"{old}{praise}points by 3\n", encoding="utf-8")
    said = fight.read_text(encoding="utf-8").replace("gain 3 points.", "praise your.")
    fight.write_text(said, encoding="utf-8")
    workspace = Workspace(place)
    assert workspace.check() == []
    words.write_text(f"{old}{praise}w's rank by 1\n", encoding="utf-8")
    assert [problem.code for problem in workspace.check()] == ["unknown-name"]


ASKS = """
gauge depth per player 0..9 starts 1
property deep of player means depth
when pass where player's depth is at least 7: raise points by 1
when pass where player's deep is less than player's depth: raise points by 1
when pass: set depth to 3
"""


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        ("0..9 starts", "0..6 starts", {"player's depth is at least 7"}),
        ("means depth", "means depth * depth", set[str]()),
    ],
)
def test_a_condition_is_decided_anew_when_something_that_it_asks_for_changes(
    tmp_path: Path, old: str, new: str, more: set[str]
) -> None:
    place = tiny(tmp_path)
    rules, workspace = place / "words.rules", Workspace(place)
    before = rules.read_text(encoding="utf-8") + ASKS
    never = {"player's deep is less than player's depth"}
    rules.write_text(before, encoding="utf-8")
    assert decided_in(workspace, rules) == never
    rules.write_text("# A line.\n" + before, encoding="utf-8")
    assert decided_in(workspace, rules) == never
    rules.write_text(before.replace(old, new), encoding="utf-8")
    assert decided_in(workspace, rules) == more | (never if more else set())


def decided_in(workspace: Workspace, file: Path) -> set[str]:
    """The conditions that are said to be decided, as they stand in a file."""
    lines = file.read_text(encoding="utf-8").split("\n")
    found = (one.span for one in workspace.check() if one.code == "condition-decided")
    return {lines[span.line - 1][span.column - 1 : span.end_column - 1] for span in found}


def test_a_file_that_cannot_be_read_for_a_while_forgets_nothing(tmp_path: Path) -> None:
    """Between two edits a file may be broken; what was resolved before serves afterwards."""
    place = tiny(tmp_path)
    words, workspace = place / "words.rules", Workspace(place)
    old = words.read_text(encoding="utf-8")
    assert workspace.check() == []
    before = resolver_of(place).units
    words.write_text(old + '"', encoding="utf-8")
    assert workspace.check() != []
    more = 'phrase idle act "do nothing of note": raise points by 0\n'
    words.write_text(old + more, encoding="utf-8")
    assert all(problem.severity == "warning" for problem in workspace.check())
    after = resolver_of(place)
    assert str(after.ruleset.names("phrase").keys()).count("idle") == 1
    again = [key for key, unit in after.units.items() if unit is not before.get(key)]
    assert again == [("PhraseDeclaration", str(words), "idle", 1)] and len(after.units) > 1


def test_a_new_process_resolves_only_what_an_edit_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tiny(tmp_path)
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    cards = next(place.rglob("*.cards"))
    assert Workspace(place, keep=True).check() == []
    for _ in range(2):  # what is known goes on from process to process
        forget()
        kept_before = memory.MEMORY.recall(str(place))
        assert kept_before is not None
        known = load.LATEST.put(str(place), kept_before.ruleset).known[Resolved].units
        text = cards.read_text(encoding="utf-8")
        cards.write_text(re.sub(r"(?m)[2-8]\b(?=.*\.$)", "9", text, count=1), encoding="utf-8")
        assert cards.read_text(encoding="utf-8") != text
        workspace = Workspace(place, keep=True)
        assert workspace.check() == []
        now = resolver_of(place).units
        assert 0 < sum(now[key] is not known.get(key) for key in now) <= 2 < len(now)


def test_a_new_process_reads_rules_only_where_they_are_not_those_that_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, work, read = tiny(tmp_path), load.rules_of, list[str]()
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    assert Workspace(place, keep=True).check() == []

    def noted(sources: FormatFiles) -> tuple[Ruleset | None, list[Problem]]:
        read.append(sources.name)
        return work(sources)

    monkeypatch.setattr(load, "rules_of", noted)
    for file, text, times in (
        ("cards/tiny.cards", "\n# New\n", 0),
        ("tiny.rules", '\nzone chest "Chest"\n', 1),
        ("tiny.rules", "", 0),
        ("tiny.rules", "\nzone", 1),
    ):
        path = place / file
        before = path.read_text(encoding="utf-8")
        path.write_text(before + text, encoding="utf-8")
        forget()
        found = Workspace(place, keep=True).check()
        assert len(read) == times and bool(found) == ("zone" in text)
        read.clear()
        path.write_text(before, encoding="utf-8")


def test_what_is_known_is_kept_again_once_much_of_it_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, kept_as = tiny(tmp_path), tmp_path / "cache" / "formats"
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    assert Workspace(place, keep=True).check() == []
    (path,) = kept_as.glob("*-memory")
    cards, before = place / "cards" / "tiny.cards", path.read_bytes()
    text = cards.read_text(encoding="utf-8")
    for number, worth, again in ((3, memory.WORTH, False), (4, 1, True), (4, 1, False)):
        forget()
        monkeypatch.setattr(memory, "WORTH", worth)
        cards.write_text(text.replace("gain 2", f"gain {number}"), encoding="utf-8")
        assert Workspace(place, keep=True).check() == []
        assert (path.read_bytes() != before) is again
        before = path.read_bytes()


@pytest.mark.parametrize("stays", [True, False])
def test_scenarios_that_an_edit_does_not_concern_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stays: bool
) -> None:
    """Also where what the rules mean was found in the cache: there it is without its `format`."""
    place, looks, read = tiny(tmp_path), list[object](), worded.suite_of
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    assert Workspace(place, keep=True).check() == []
    forget()

    def noted(*given: Any, **more: Any) -> scenario.Suite:
        looks.append(given)
        return read(*given, **more)

    monkeypatch.setattr(worded, "suite_of", noted)
    workspace, cards = Workspace(place, keep=True), next(place.rglob("*.cards"))
    old = cards.read_text(encoding="utf-8")
    for text in (old, f"# Red\n{old}", old, f"# Blue\n{old}", f"# Red\n{old}", old):
        cards.write_text(text, encoding="utf-8")
        assert workspace.check() == []
        if not stays:
            forget()
    assert looks == []
    (tmp_path / "cache" / "formats").rename(tmp_path / "gone")
    assert workspace.check() == [] and len(looks) == 1


OFFERED = """phrase offer act "offer it"
    choose one
        option "Take it": raise points by 1
        option "Leave it": raise points by 2
"""


def test_labels_of_phrases_are_known_as_they_are_after_an_edit(tmp_path: Path) -> None:
    place = tiny(tmp_path)
    words, scenarios = place / "words.rules", place / "scenarios" / "labels.scenario"
    words.write_text(f"{words.read_text()}{OFFERED}", encoding="utf-8")
    workspace = Workspace(place)
    for label, known in (("Take it", True), ("Take that", False), ("Leave it", True)):
        text = f'given first is ana\n    when ana chooses "{label}"\n    then the game goes on\n'
        scenarios.write_text(f'scenario "What is offered"\n    {text}', encoding="utf-8")
        found = [(one.code, one.line) for one in workspace.check()]
        assert found == ([] if known else [("unknown-choice", 3)])
        assert worded.every_problem(sources_of(place)) == workspace.check()
    words.write_text(words.read_text().replace("Leave it", "Keep it"), encoding="utf-8")
    assert [(one.code, one.line) for one in workspace.check()] == [("unknown-choice", 3)]


FIRST = 'card "Cub" Td-1'
NEW = """card "New" Td-99
    kind     Fighter
    colour   blue
    rank     2
    strikes  red 200, blue 150
    says     When it enters: gain 2 points. When it enters: gain 3 points.
"""
MILD = """phrase calm act tagged mild "stay calm": raise points by 1
phrase calmly act "do what is mild": run (this's does where its tags has mild)
"""
TAGS = """scenario "What is mild" covers TD-CARD-01
    given first is ana; phase fight.trade; ana's hand holds "Growl" with does "Do what is mild."
    then ana may "Use a trick" "Growl"

scenario "What is sure"
    given first is ana; phase fight.trade; ana's hand holds "Growl"
    then ana may "Use a trick" "Growl"
"""
ABOUT_DECKS = [
    "A legal deck",
    "A deck of seven",
    "A deck of nine",
    "Four of a name",
    "No fighter of rank 1",
]


@pytest.mark.parametrize(
    ("file", "old", "new", "again"),
    [
        ("words.rules", "raise points by 1", "raise points by 3", []),
        ("words.rules", "do what is mild", "do what is soft", ["What is mild"]),
        ("words.rules", "phrase calm act", 'phrase new act "do it": pass\nphrase calm act', []),
        ("cards/tiny.cards", FIRST, NEW + FIRST, []),
        ("scenarios/tags.scenario", "with does", "with tells", ["What is mild"]),
        ("scenarios/tags.scenario", TAGS, f"# Tags\n\n{TAGS}", []),
        ("tiny.rules", "exactly 8 cards", "exactly 9 cards", ABOUT_DECKS),
    ],
)
def test_only_scenarios_that_asked_for_what_an_edit_changes_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, again: list[str]
) -> None:
    """Also not of their own file."""
    place, looks, read = tiny(tmp_path), list[str](), worded.suite_of
    (place / "scenarios" / "tags.scenario").write_text(TAGS, encoding="utf-8")
    (place / "words.rules").write_text((place / "words.rules").read_text() + MILD, encoding="utf-8")
    workspace, path = Workspace(place), place / file
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    assert workspace.check() == []

    def noted(*given: Any, **more: Any) -> scenario.Suite:
        suite = read(*given, **more)
        looks.extend(case.title for case in suite.cases)
        return suite

    monkeypatch.setattr(worded, "suite_of", noted)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    workspace.check()
    assert looks == again
    looks.clear()
    path.write_text(text, encoding="utf-8")
    assert workspace.check() == looks == []


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("raise points by 4", "raise points by 5", False),
        ("setup\n", "\n# The beginning\n\nsetup\n", False),
        ('| blue "Blue"', '| blue "Azure"', True),
        ("rank number", "rank number optional", True),
        ('card Trick "Trick"', 'card Trick "Ruse"', True),
    ],
)
def test_cards_are_read_again_only_where_rules_say_of_cards_what_they_did_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, again: bool
) -> None:
    place = tiny(tmp_path)
    path, workspace, read = place / "tiny.rules", Workspace(place), list[str]()
    assert workspace.check() == []
    text, work = path.read_text(encoding="utf-8"), CardReader.read

    def noted(reader: CardReader, card: Card) -> CardDefinition | None:
        read.append(str(card.name))
        return work(reader, card)

    monkeypatch.setattr(CardReader, "read", noted)
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    found = workspace.check()
    assert bool(read) == again
    forget()
    assert workspace.check() == found


def test_what_stands_for_something_is_the_same_again_with_its_old_type(tmp_path: Path) -> None:
    """Else sentences that were kept speak of what newer rules do not know."""
    resolver = resolver_of(tiny(tmp_path))
    one = resolver.binding("event", "card", type=CARD)
    assert resolver.binding("event", "card", type=PLAYER) is not one
    assert resolver.binding("event", "card", type=CARD) is one


def resolver_of(place: Path) -> Resolver:
    ruleset = kept.loaded_of(sources_of(place)).ruleset
    assert ruleset is not None
    return resolve_rules(ruleset).resolver


EXTRA = """scenario "What the others leave out"
    given first is ana; phase fight.trade; ana's hand holds "Growl"; decks plain, second
    and bo's ring holds "Wolf" with tired yes
    then ana may "Use a trick" "Growl"
    and bo's champion's might is 0
"""


@pytest.mark.parametrize("name", ["tiny", "tinier"])
def test_what_scenarios_say_is_looked_at_again_after_each_edit_that_concerns_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    tiny(tmp_path)
    place = tmp_path / name
    if name != "tiny":
        shutil.copytree(FORMATS / name, place)
    (tmp_path / "tiny" / "scenarios" / "extra.scenario").write_text(EXTRA, encoding="utf-8")
    texts = {path: path.read_text("utf-8") for path in files_in(tmp_path)}
    edits = small_edits(place, [] if name == "tiny" else [tmp_path / "tiny"])
    if not is_full():
        edits = random.Random(name).sample(edits, 30)
    workspace, cache = Workspace(place), str(tmp_path / "cache")
    monkeypatch.setenv("PLAYSHEET_CACHE", cache)
    assert all(problem.severity == "warning" for problem in workspace.check())
    for edit in edits:
        for path, text in edit.items():
            path.unlink() if text is None else path.write_text(text, encoding="utf-8")
        resident = workspace.check()
        forget()
        monkeypatch.setenv("PLAYSHEET_CACHE", "")
        assert Workspace(place).check() == resident, {
            path: text and changed(texts.get(path, ""), text) for path, text in edit.items()
        }
        forget()
        for path in edit:
            path.write_text(texts[path], encoding="utf-8") if path in texts else path.unlink()
        monkeypatch.setenv("PLAYSHEET_CACHE", cache)
        workspace.check()
