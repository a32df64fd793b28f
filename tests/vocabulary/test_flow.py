"""Texts whose sentences go on with each other: paragraphs, reminders, records."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner
from vocabularies import vocabulary_of

import playsheet.api as ps
from playsheet.cli import main
from playsheet.dsl.cards.memo import Key
from playsheet.dsl.cards.records import MOST
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.dsl.nodes.base import walk
from playsheet.dsl.nodes.expressions import Text, Use
from playsheet.dsl.vocabulary.reading import Reading
from playsheet.dsl.vocabulary.vocabulary import Vocabulary
from playsheet.interpreter.runtime.edition import Edition
from playsheet.lab.coverage.understanding import held_out

FLOWING = r"""
audited "may", "each"
label on_play "[On Play]" told
label your_turn "[Your Turn]" told
keyword Guard (n: number) "<Guard {n}>" reminder "prevents {n} damage [each turn]"
keyword Swift "<Swift>"
phrase just effect (d: deeds) "{d}": run d
phrase one deeds (a: act) "{a}": run a
phrase more deeds (a: act, d: deeds) "{a}. {d}"
    run a
    run d
phrase draw act (n: number) "draw {n} [card(s)]": stop
phrase take act (n: name) "take \[{n}\]": stop
"""
V = vocabulary_of(FLOWING)


def read(text: str) -> list[tuple[list[str], list[str]]]:
    """Labels and phrases of each sentence, for a text with one reading."""
    found = V.read_text(text)
    assert found.status == "read", (found.understood, found.failed_word, found.trees)
    tree = found.trees[0]
    assert isinstance(tree, Text)
    return [
        (
            [str(word) for word in sentence.labels],
            [str(n.phrase) for n in walk(sentence) if isinstance(n, Use)],
        )
        for sentence in tree.sentences
    ]


def test_sentences_behind_a_label_belong_to_it() -> None:
    text = "[On Play] Draw 1 card. Draw 2 cards.[Your Turn] Draw 3 cards."
    first, second = read(text)
    assert first == (["on_play"], ["just", "more", "draw", "one", "draw"])
    assert second == (["your_turn"], ["just", "one", "draw"])


def test_a_row_of_keywords_ends_with_its_line() -> None:
    rows = read("<Guard 2> <Swift>\nDraw 1 card.\n[On Play] Draw 2 cards")
    assert [phrases[0] for _, phrases in rows] == ["Guard", "Swift", "just", "just"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("<Guard 2> (Prevents 2 damage.)", "read"),
        ("<Guard 2>. (Prevents 2 damage each turn)", "read"),
        ("<Guard 2> (Prevents 3 damage.)", "unread"),
        ("<Swift> (Prevents 2 damage.)", "unread"),
        ("Draw 2 cards. (Prevents 2 damage.)", "unread"),
        ("<Guard 2> (Prevents 2 damage.)[On Play] Draw 1.", "read"),
    ],
)
def test_brackets_hold_what_is_declared_and_the_same_numbers(text: str, status: str) -> None:
    assert V.read_text(text).status == status


def test_a_name_in_brackets_needs_no_card_of_that_name() -> None:
    assert read("Take [Dr. Who (Old)]. Draw 1.")[0][1][2] == "take"


def test_halves_by_groups() -> None:
    used = [frozenset({"a"}), frozenset({"b"}), frozenset({"a"}), None]
    assert held_out(used).kept == (False, False, False, False)
    assert held_out(used, ["x", "x", "y", "z"]).kept == (True, False, True, False)


# ---- records of printed cards

RULES = r"""
format "Small" seats 2
zone deck "deck" per player pile face down seen by nobody
zone hand "hand" per player group seen by owner
card Thing "Thing"
    level number
    does text optional
deck
    exactly 2 cards
    starts in deck
setup
    each player: move top 1 of deck to hand
turn
    phase main
        each player
            each cards in hand as one: run one's does
            end game won by player
phrase just effect (d: deeds) "{d}": run d
phrase one deeds (a: act) "{a}": run a
phrase more deeds (a: act, d: deeds) "{a}. {d}"
    run a
    run d
phrase draw act (n: number) "draw {n}": move top n of deck to hand
"""
MAPPING = """
code: id
name: title
group: set
kind: {from: type, is: {T: Thing}}
beside: {artist: , stats.limit: 4}
blank: "-"
fields:
  level: stats.level
  does: {each: boxes, where: {kind: main}, say: "{text}"}
misspelt: {"&#160;": " ", "drwa": "draw"}
"""


def records(tmp_path: Path, *texts: str) -> Path:
    (tmp_path / "small.rules").write_text(RULES)
    (tmp_path / "printed.yaml").write_text(MAPPING)
    rows = [
        {
            "id": f"X-{at}",
            "title": f"Card {at}",
            "type": "T",
            "set": "X",
            "stats": {"level": at},
            "boxes": [{"kind": "main", "text": text}],
        }
        for at, text in enumerate(texts, 1)
    ]
    path = tmp_path / "all.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_what_a_database_misspells_is_read_as_the_card_has_it(tmp_path: Path) -> None:
    loaded = load(sources_of(tmp_path, records(tmp_path, "drwa&#160;1.", "Drawn 1.")))
    assert [str(card.code) for card in loaded.cards] == ["X-1"]


def test_records_become_cards_and_the_unread_are_left_out(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1. Draw 1.", "Dance.", "Draw 2.")
    loaded = load(sources_of(tmp_path, path))
    assert loaded.usable
    assert [str(card.code) for card in loaded.cards] == ["X-1", "X-3"]
    (told,) = [p for p in loaded.problems if p.code == "unread-text"]
    assert (told.severity, told.span.line) == ("warning", 2)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, ""),
        ({"stats": {"level": 1, "limit": 4, "art": "", "foil": "-"}, "artist": "A"}, ""),
        ({"stats": {"level": 1, "limit": 9}}, 'stats.limit, "9"'),
        ({"stats": {"level": 1, "flies": True}}, 'stats.flies, "True"'),
        ({"boxes": [{"kind": "back", "text": "Draw 1."}]}, 'boxes, kind back, "Draw 1."'),
        ({"type": "U"}, 'type, "U"'),
    ],
)
def test_a_record_that_says_more_is_left_out(
    tmp_path: Path, more: dict[str, object], told: str
) -> None:
    path = records(tmp_path, "Draw 1.")
    path.write_text(json.dumps(json.loads(path.read_text()) | more) + "\n")
    loaded = load(sources_of(tmp_path, path))
    left = [p.message for p in loaded.problems if p.code == "record-untaken"]
    assert left == ([f'"Card 1" is left out: no field takes {told}.'] if told else [])
    assert len(loaded.cards) == (not told)


@pytest.mark.parametrize(
    ("line", "more", "left_out"),
    [
        ("art:", {"stats": {"level": 1, "art": {"by": "A", "of": ["B"]}}}, False),
        ("art: 1", {"stats": {"level": 1, "art": {"by": "A"}}}, True),
        ('again: "{title}"', {"stats": {"level": 1, "again": "Card 1"}}, False),
        ('again: "{title}"', {"stats": {"level": 1, "again": "Card 2"}}, True),
    ],
)
def test_what_says_nothing_may_be_a_group_or_said_again(
    tmp_path: Path, line: str, more: dict[str, object], left_out: bool
) -> None:
    path = records(tmp_path, "Draw 1.")
    path.write_text(json.dumps(json.loads(path.read_text()) | more) + "\n")
    mapping = MAPPING.replace("beside: {artist: ,", f"beside:\n  stats.{line}\n  artist:\n ")
    (tmp_path / "printed.yaml").write_text(mapping.replace("  stats.limit: 4}", "  stats.limit: 4"))
    assert len(load(sources_of(tmp_path, path)).cards) == (not left_out)


def test_what_no_path_names_may_be_told_once(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1.", "Draw 2.", "Draw 3.")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[0]["shop"] = {"price": 3}
    rows[1]["shop"] = {"price": 4}
    rows[2]["boxes"] = [{"kind": "back", "text": "Draw 1."}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert len(load(sources_of(tmp_path, path)).cards) == 0
    (tmp_path / "printed.yaml").write_text(f"{MAPPING}\nunknown: told\n")
    loaded = load(sources_of(tmp_path, path))
    assert [str(card.code) for card in loaded.cards] == ["X-1", "X-2"]
    told = [p for p in loaded.problems if p.code == "record-keys-unknown"]
    assert [p.message for p in told] == ["No field takes what these records say at shop.price (2)."]


def test_what_stands_behind_a_phrase_is_a_line_of_another_field(tmp_path: Path) -> None:
    path = records(tmp_path, "Costs 2 Costs 3. Draw 1.", "Draw 1.", "Costs 4", "Costs 5 Dance.")
    rules = RULES.replace("    does text", "    prices list of price optional\n    does text")
    rules += 'phrase price_of price (n: number) "costs {n}[.]" means n\n'
    (tmp_path / "small.rules").write_text(rules)
    lists = '{each: boxes, where: {kind: main}, say: "{text}", reads: price, behind: does}'
    plain = 'does: {each: boxes, where: {kind: main}, say: "{text}"}'
    (tmp_path / "printed.yaml").write_text(MAPPING.replace(plain, f"prices: {lists}"))
    loaded = load(sources_of(tmp_path, path))
    prices = [(str(card.code), len(card.fields["prices"])) for card in loaded.cards]
    assert prices == [("X-1", 2), ("X-3", 1)]
    assert len(loaded.cards[0].texts["does"].sentences) == 1
    result = CliRunner().invoke(main, ["read", str(tmp_path), str(path)])
    assert "unread    X-2 prices  Draw 1." in result.output
    assert "unread    X-4 does  Dance." in result.output
    assert "Of 4 cards with texts, 2 read whole, 50.0 %." in result.output


def test_a_field_may_be_taken_from_several_lists(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1.")
    lists = '[{each: boxes, where: {kind: main}, say: "{text}"}, {each: more, say: "{it}"}]'
    mapping = MAPPING.replace('{each: boxes, where: {kind: main}, say: "{text}"}', lists)
    (tmp_path / "printed.yaml").write_text(mapping)
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"boxes": [], "more": ["Draw 2."]}) + "\n")
    loaded = load(sources_of(tmp_path, path))
    assert loaded.usable and not loaded.problems
    assert loaded.memo is not None and "Draw 2." in texts(loaded.memo.known)


@pytest.mark.parametrize(
    "say",
    ["{text:>99999999}", "{text.__class__}", "{text[0]}", "{0}", "{", "}", "{}", "{text!r}", "{{"],
)
def test_what_a_line_says_is_put_in_between_braces_and_never_formatted(
    tmp_path: Path, say: str
) -> None:
    path = records(tmp_path, "Draw 1.")
    (tmp_path / "printed.yaml").write_text(MAPPING.replace("{text}", say))
    (problem,) = load(sources_of(tmp_path, path)).problems
    assert (problem.code, problem.line) == ("bad-mapping", 10)


def test_a_line_that_is_said_many_times_is_too_long(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1. " * 50)
    (tmp_path / "printed.yaml").write_text(MAPPING.replace("{text}", "{text} " * 20))
    (problem,) = load(sources_of(tmp_path, path)).problems
    assert (problem.code, problem.line) == ("line-too-long", 1)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"id": "X 1"}, "bad-record"),
        ({"id": True}, "bad-record"),
        ({"title": 'The "One"'}, "bad-record"),
        ({"title": "Two\nlines"}, "bad-record"),
        ({"title": ""}, "bad-record"),
        ({"type": ["T"]}, "bad-record"),
        ({"stats": {"level": True}}, "record-untaken"),
        ({"stats": {"level": [{"a": 1}]}}, "record-untaken"),
        ({"boxes": [{"kind": "main", "text": {"a": "Draw 1."}}]}, "record-untaken"),
        ({"boxes": [{"kind": "main", "text": "x" * 5_000}]}, "line-too-long"),
    ],
)
def test_a_record_is_written_as_cards_are(
    tmp_path: Path, changed: dict[str, object], told: str
) -> None:
    path = records(tmp_path, "Draw 1.")
    path.write_text(json.dumps(json.loads(path.read_text()) | changed) + "\n")
    loaded = load(sources_of(tmp_path, path))
    assert [problem.code for problem in loaded.problems] == [told]
    assert not loaded.cards


def test_a_deck_says_why_a_card_that_is_printed_is_not_there(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1.", "Dance.", "Draw 1.")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[2]["boxes"] = [{"kind": "back", "text": "Draw 1."}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    deck = tmp_path.parent / f"{tmp_path.name}.deck"  # not one of the format
    deck.write_text("1 X-1\n1 X-2\n1 X-3\n1 X-4\n")
    result = CliRunner().invoke(
        main, ["check", str(tmp_path), "--cards", str(path), "--decks", str(deck)]
    )
    assert [line for line in result.output.splitlines() if line.startswith("error")] == [
        "error[card-left-out]: A record has X-2, but it is left out.",
        "error[card-left-out]: A record has X-3, but it is left out.",
        'error[unknown-card]: I know no card "X-4" here. Did you mean "X-1"?',
    ]
    assert 'no field takes boxes, kind back, "Draw 1."' in result.output
    rules = ps.load(tmp_path, path)
    with pytest.raises(ps.WrongUse, match=r'^A record has X-3, but it is left out\. "Card 3" is'):
        rules.new_game(decks=[{"X-3": 2}, {"X-1": 2}])
    with pytest.raises(ps.RulesError, match="A record has X-2, but it is left out"):
        rules.new_game(decks=[deck, deck])


def test_a_text_that_no_field_takes_is_unread(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1.")
    path.write_text(path.read_text().replace("main", "back"))
    result = CliRunner().invoke(main, ["read", str(tmp_path), str(path)])
    assert "unread    X-1 boxes, kind back  Draw 1." in result.output
    assert "1 text: 0 read, 0 ambiguous, 1 unread" in result.output
    assert "Of 1 card with texts, 0 read whole, 0.0 %." in result.output


def texts(known: Iterable[Key]) -> set[str]:
    return {text for _, text, _ in known}


def test_a_changed_record_is_the_only_one_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    read: list[str] = []
    read_text = Vocabulary.read_text

    def counted(self: Vocabulary, text: str, language: str | None = None) -> Reading:
        read.append(text)
        return read_text(self, text, language)

    monkeypatch.setattr(Vocabulary, "read_text", counted)
    load(sources_of(tmp_path, records(tmp_path, "Draw 1.", "Draw 2.")))
    loaded = load(sources_of(tmp_path, records(tmp_path, "Draw 1.", "Draw 3.")))
    assert loaded.memo is not None and texts(loaded.memo.known) >= {"Draw 1.", "Draw 3."}
    assert read == ["Draw 1.", "Draw 2.", "Draw 3."]


def test_a_format_without_a_mapping_says_so(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1.")
    (tmp_path / "printed.yaml").unlink()
    problems = load(sources_of(tmp_path, path)).problems
    assert "bad-mapping" in [problem.code for problem in problems]


SCENARIO = """
scenario "What a Thing does"
    given phase main; ana's hand holds "X-1", "X-2"; ana's deck holds 5 cards
    when play runs to main
    then count of ana's hand is 2
"""
OWN = """
card "First" X-1
    kind Thing
    level 1
    does draw 1
card "Second" X-2
    kind Thing
    level 2
card "Third" X-3
    kind Thing
    level 3
"""


def test_scenarios_run_on_records_in_place_of_cards(tmp_path: Path) -> None:
    texts = ("Draw 1.", "Dance.", *(["Draw 2."] * MOST))
    path = records(tmp_path, *texts)
    (tmp_path / "own.cards").write_text(OWN)
    (tmp_path / "a.scenario").write_text(SCENARIO)
    words = ["test", str(tmp_path), "--cards", str(path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0
    assert "2 cards as printed; in the format's own words: X-2." in result.output
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)["cards"]
    assert [codes for file, codes in found.items() if file == str(path)] == [["X-1", "X-3"]]
    assert "as printed" not in CliRunner().invoke(main, words[:2]).output


def test_of_many_records_those_of_a_deck_file_are_played(tmp_path: Path) -> None:
    path = records(tmp_path, *["Draw 1."] * (MOST + 1))
    deck = tmp_path / "mine.deck"
    deck.write_text("2 Card 7 X-7\n")
    for words in (["simulate", "--games", "1"], ["play", "--seats", "random,random"]):
        command = [
            *words[:1],
            str(tmp_path),
            *words[1:],
            "--cards",
            str(path),
            "--decks",
            str(deck),
        ]
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 0, result.output


def test_of_many_records_what_is_kept_is_kept_by_the_cards_that_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if the cards of one question are what another is answered with."""
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path / "cache"))
    path = records(tmp_path, *["Draw 1."] * (MOST + 1))
    for code in ("X-7", "X-9"):
        files = sources_of(str(tmp_path), str(path))
        files.wanted = frozenset([code.lower()])
        assert [card.code for card in Edition(files).contents.wordbook.cards] == [code]


def test_a_printed_card_is_explained(tmp_path: Path) -> None:
    path = records(tmp_path, *["Draw 2."] * (MOST + 1))
    words = ["explain", "Card 9", "--of", str(tmp_path), "--cards", str(path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert 'card "Card 9" X-9' in result.output and "n: 2" in result.output


def test_a_name_in_a_scenario_means_the_formats_own_card(tmp_path: Path) -> None:
    (tmp_path / "own.cards").write_text(OWN)
    (tmp_path / "a.scenario").write_text(SCENARIO.replace('"X-1", "X-2"', '"First", "Second"'))
    path = records(tmp_path, "Draw 1.", "Draw 1.", "Draw 1.", "Draw 2.")
    path.write_text(path.read_text().replace('"Card 4"', '"Second"'))
    checked = CliRunner().invoke(main, ["check", str(tmp_path), "--cards", str(path)])
    assert checked.exit_code == 0, checked.output
    tested = CliRunner().invoke(main, ["test", str(tmp_path), "--cards", str(path)])
    assert "1 scenario: 1 passed." in tested.output


WAITING = r"""
label grown "[Grown]" when growing where card is this
to growing of card: Thing by player
to wake of card: Thing by player
    announce growing of card by player
    announce resting of card by player
phrase on_growth effect (d: deeds) "when this grows, {d}"
    when growing where card is this: run d
to resting of card: Thing by player
phrase on_rest effect (d: deeds) "when this rests, {d}"
    when resting where card is this: run d
"""


def test_rules_wait_behind_a_label_for_the_same_event_only(tmp_path: Path) -> None:
    path = records(tmp_path, "[Grown] When this grows, draw 1.", "[Grown] When this rests, draw 1.")
    rules = RULES.replace("run one's does", "do wake of one by player")
    (tmp_path / "small.rules").write_text(rules + WAITING)
    loaded = load(sources_of(tmp_path, path))
    assert [str(card.code) for card in loaded.cards] == ["X-1"]
    (tmp_path / "own.cards").write_text(OWN.replace("draw 1", "[Grown] When this rests, draw 1"))
    problems = load(sources_of(tmp_path)).problems
    assert [p.code for p in problems if p.severity == "error"] == ["waits-twice"]


IDLE = r"""
label shown "[Shown]" told
label held "[Held]" while always
label shown_held "[Shown] [Held]" while not always
"""


def test_a_label_that_says_nothing_is_refused(tmp_path: Path) -> None:
    path = records(tmp_path, "[Shown] Draw 1.", "[Held] [Shown] Draw 1.", "[Shown] [Held] Draw 1.")
    rules = (tmp_path / "small.rules").read_text()
    (tmp_path / "small.rules").write_text(rules + IDLE)
    loaded = load(sources_of(tmp_path, path))
    assert [str(card.code) for card in loaded.cards] == ["X-1"]
    (tmp_path / "own.cards").write_text(OWN.replace("draw 1", "[Held] [Shown] Draw 1"))
    assert "label-idle" in [problem.code for problem in load(sources_of(tmp_path)).problems]


def test_of_two_labels_that_begin_alike_the_longer_is_meant() -> None:
    both = vocabulary_of(FLOWING + IDLE).read_text("[Shown] [Held] Draw 1.")
    (tree,) = both.trees
    assert isinstance(tree, Text)
    assert tree.sentences[0].labels == ("shown_held",)


def test_a_record_with_a_sentence_that_nothing_runs_is_left_out(tmp_path: Path) -> None:
    path = records(tmp_path, "Draw 1.", "[Grown] Draw 1.")
    rules = RULES.replace("each cards in hand as one: run one's does", "do wake of top of hand")
    (tmp_path / "small.rules").write_text(rules + WAITING)
    loaded = load(sources_of(tmp_path, path))
    assert [str(card.code) for card in loaded.cards] == ["X-2"]
    assert loaded.usable
    assert "no-meaning" in [problem.code for problem in loaded.problems]
