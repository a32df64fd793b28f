"""Loading, playing, saving and refusing: the front door for programs."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random

import playing
import pytest

import playsheet.api as ps

# ---- playing


@playing.IN_EVERY_FORMAT
def test_a_game_comes_to_an_end(rules: ps.Rules) -> None:
    game = playing.play(rules.new_game(seed=7), 1)
    assert game.is_over()
    assert len(game.legal_actions()) == 0
    assert game.choice is None
    assert game.result in (("draw",), *(("win", seat) for seat in game.seats))
    assert game.reason is not None
    assert game.reasons == ()


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    one, two = (playing.play(playing.shipped().new_game(seed=5), 2) for _ in range(2))
    assert one == two and hash(one) == hash(two)
    other = playing.shipped().new_game(seed=6)
    assert other != one


def test_seats_have_names() -> None:
    assert playing.tiny().new_game().seats == ("ana", "bo")
    game = playing.play(playing.tiny().new_game(seats=("Zoe", "The Bo")), 3)
    assert game.result in (("draw",), ("win", "Zoe"), ("win", "The Bo"))


ECHO = """
phrase echo effect "answers twice"
    when hurt where champion is this: raise points by 1
    when hurt where champion is this: raise round by 1
"""


def test_waiting_effects_of_one_card_are_told_apart(tmp_path: Path) -> None:
    change = ("# What the cards of the tiny duel may say.", ECHO)
    place = playing.changed_format(tmp_path, change, file="words.rules")
    own = tmp_path / "own.cards"
    own.write_text(
        'card "Echo" My-2\n    kind Fighter\n    colour red\n    rank 1\n'
        "    strikes red 120, blue 20\n    says Answers twice. After the fight: gain 1 points. "
        "After the fight: gain 2 points.\n",
        encoding="utf-8",
    )
    rules = ps.load(place, cards=own)
    asked = set[str]()
    for seed in range(8):
        game = rules.new_game(seed=seed, decks={"My-2": 3, "Td-3": 2, "Td-5": 3})
        chance = Random(seed)
        while game.choice is not None:
            if game.choice.prompt.endswith("Which effect first?"):
                options = game.choice.options
                assert len(set(options)) == len(options)
                asked |= {*options}
            game.apply(chance.randrange(len(game.legal_actions())))
    assert {"Echo: Answers twice 1", "Echo: Answers twice 2"} <= {o.replace(".", "") for o in asked}
    assert any("gain 1 points" in option.lower() for option in asked)


def test_an_option_is_a_switch_of_the_game() -> None:
    rules = playing.tiny()
    assert rules.options == {"long_game": False}
    for given in (True, "on", 1):
        game = rules.new_game(options={"long_game": given})
        assert game.options == {"long_game": 1}
        assert game.view("ana")["players"]["bo"]["fields"]["points"] == 9
    assert rules.new_game().view("ana")["players"]["bo"]["fields"]["points"] == 5


def test_decks_are_named_or_given() -> None:
    rules = playing.tiny()
    assert rules.decks == ("plain", "second")
    assert rules.new_game().decks == ("plain", "second")
    assert rules.new_game(decks="second").decks == ("second", "second")
    cards = {"Td-1": 3, "Td-3": 2, "Td-5": 2, "Td-6": 1}
    given = rules.new_game(seed=4, decks=[cards, "second"])
    assert given == rules.new_game(seed=4, decks=("plain", "second"))
    path = playing.FORMATS / "tiny" / "decks" / "plain.deck"
    assert rules.new_game(seed=4, decks=[str(path), "second"]) == given


def test_a_clone_goes_its_own_way() -> None:
    game = playing.play(playing.shipped().new_game(seed=1), 1, 40)
    before = game.to_json()
    for twin in (game.clone(), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        playing.play(twin, 9)
        assert twin != game
        assert game.to_json() == before


def test_recording_changes_nothing_but_its_cost() -> None:
    plain = playing.play(playing.shipped().new_game(seed=3), 3)
    recorded = playing.play(playing.shipped().new_game(seed=3, record=True), 3)
    assert plain == recorded
    assert plain.view("bo") == recorded.view("bo")
    assert plain.transcript() == recorded.transcript()
    assert plain.turn == recorded.turn > 0


# ---- choices


def test_a_choice_tells_who_what_and_why() -> None:
    game = playing.tiny().new_game(seed=3)
    choice = game.choice
    assert choice is not None
    assert choice.seat in game.seats
    assert choice.prompt == "muster, swap: Change your hand" or "muster" in choice.prompt
    assert choice.clause is not None and choice.clause.startswith("TD-TURN")
    assert len(choice.options) == len(game.legal_actions()) == len(choice.actions)
    assert choice.passing == len(choice.options) - 1
    assert choice.options[choice.passing] in ("decline", "done", "pass")
    assert game.reasons[0].rule == "game"
    assert all(reason.line > 0 for reason in game.reasons)


def test_a_choice_keeps_its_texts_when_the_game_goes_on() -> None:
    game = playing.shipped().new_game(seed=3)
    for _ in range(60):
        now, later = game.choice, game.clone().choice
        assert now is not None and later is not None
        expected = (now.prompt, now.options, now.clause, now.may_pass)
        late = game.choice
        game.apply(game.legal_actions()[-1])
        assert late is not None
        assert (late.prompt, late.options, late.clause, late.may_pass) == expected


def test_cards_of_one_name_show_their_codes() -> None:
    rules = playing.shipped()
    names = [card.name for card in rules.cards]
    shared = {name for name in names if names.count(name) > 1}
    assert shared
    seen: set[str] = set()
    for seed in range(4):
        game, chance = rules.new_game(seed=seed), Random(seed)
        while not game.is_over():
            assert game.choice is not None
            for option in game.choice.details:
                if option.card is not None:
                    assert option.card.partition(" (")[0] in names or option.card in names
                    assert option.card not in shared
                    seen.add(option.card)
            game.apply(chance.randrange(len(game.legal_actions())))
    assert any(card.endswith(")") for card in seen)


# ---- wrong use


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"decks": ("plian", "second")}, 'Did you mean "plain"'),
        ({"decks": ("plain",) * 3}, "2 seats, and 3 decks"),
        ({"decks": 7}, "Decks are a list"),
        ({"decks": {"Td-11": 8}}, 'Did you mean "Td-1"'),
        ({"decks": {"Td-1": 0}}, "not 0"),
        ({"decks": {"Td-1": "x"}}, "says how many of each"),
        ({"decks": "missing.deck"}, "no file"),
        ({"options": {"long_gane": 1}}, 'Did you mean "long_game"'),
        ({"options": {"long_game": 2}}, "on or off"),
        ({"options": []}, "a value for each name"),
        ({"seats": ("a", "a")}, "same name"),
        ({"seats": ("a", "b\n")}, "cannot be the name"),
        ({"seats": ("a", "")}, "cannot be the name"),
        ({"seats": "ab"}, "list of 2 names"),
        ({"seats": True}, "list of 2 names"),
        ({"seats": ("a",)}, "2 seats, not 1"),
        ({"seed": "x"}, "whole number"),
        ({"seed": 10**40}, "at most 30 digits"),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(ps.WrongUse, match=told):
        playing.tiny().new_game(**arguments)  # pyright: ignore[reportArgumentType]


def test_number_options_have_bounds() -> None:
    rules = playing.shipped()
    numbers = [name for name, value in rules.options.items() if value is not bool(value)]
    name = next(iter(numbers), None) or next(
        name for name, value in rules.options.items() if not isinstance(value, bool)
    )
    assert rules.new_game(options={name: 3}).options[name] == 3
    assert rules.new_game(options={name: "3"}).options[name] == 3
    for wrong in (-1, 10**9, "x", 1.5, None, True):
        with pytest.raises(ps.WrongUse, match="whole number"):
            rules.new_game(options={name: wrong})


def test_an_action_that_is_not_there_changes_nothing() -> None:
    game = playing.tiny().new_game()
    before = game.to_json()
    for wrong in (-1, len(game.legal_actions()), 10**9):
        with pytest.raises(ps.WrongUse, match="no action"):
            game.apply(wrong)
    assert game.to_json() == before
    playing.play(game)
    with pytest.raises(ps.WrongUse, match="over"):
        game.apply(0)


def test_an_unknown_format_or_seat_is_told() -> None:
    with pytest.raises(ps.WrongUse, match="Did you mean"):
        ps.load(playing.SHIPPED + "x")
    with pytest.raises(ps.WrongUse, match="no folder"):
        ps.load("nowhere/at_all")
    with pytest.raises(ps.WrongUse, match="no seat"):
        playing.tiny().new_game().view("bob")


def test_an_illegal_deck_names_every_rule_it_breaks() -> None:
    with pytest.raises(ps.RulesError) as error:
        playing.tiny().new_game(decks=({"Td-3": 4}, "plain"))
    messages = [problem.message for problem in error.value.problems]
    assert len(messages) == 3
    for rule in ("exactly 8 cards", "at most 3 cards per name", "at least 1 Fighter"):
        assert any(rule in message for message in messages)
    assert all(problem.labels[0].span.line > 0 for problem in error.value.problems)


def test_a_broken_deck_file_is_told_with_its_place(tmp_path: Path) -> None:
    place = playing.changed_format(tmp_path, ("starts 5", "starts 5"))
    deck = place / "decks" / "plain.deck"
    deck.write_text("3 Cub Td-1\n2 Cat Td-3\n3 Growl Td-55\n", encoding="utf-8")
    with pytest.raises(ps.RulesError) as error:
        ps.load(place)
    found = [(problem.code, problem.file, problem.line) for problem in error.value.problems]
    assert found == [("wrong-name", str(deck), 2), ("unknown-card", str(deck), 3)]
    assert [problem.code for problem in ps.check(place)] == ["wrong-name", "unknown-card"]


def test_decks_of_ones_own_are_added(tmp_path: Path) -> None:
    (tmp_path / "mine.deck").write_text("3 Td-1\n2 Td-3\n3 Td-5\n", encoding="utf-8")
    rules = ps.load(playing.FORMATS / "tiny", decks=tmp_path)
    assert rules.decks == ("plain", "second", "mine")
    game = playing.play(rules.new_game(decks=("mine", "plain")), 5)
    assert ps.replay(game.transcript(), rules) == game
    assert ps.replay(game.transcript()) == game  # the transcript holds the list


def test_cards_of_ones_own_are_added(tmp_path: Path) -> None:
    path = tmp_path / "mine.cards"
    path.write_text(
        'card "Lynx" My-1\n    kind Fighter\n    colour red\n    rank 1\n'
        "    strikes red 120, blue 20\n",
        encoding="utf-8",
    )
    rules = ps.load(playing.FORMATS / "tiny", cards=path)
    assert [card.name for card in rules.cards if card.code == "My-1"] == ["Lynx"]
    game = playing.play(rules.new_game(decks={"My-1": 3, "Td-3": 2, "Td-5": 3}), 3)
    assert ps.replay(game.transcript(), rules) == game
    with pytest.raises(ps.WrongUse, match="no file or folder"):
        ps.load(playing.FORMATS / "tiny", cards=tmp_path / "mine.deck", decks=None)


# ---- faults of rules

ENDLESS = (
    "ranking most_points",
    "check never_quiet when round is 2\n    set first to first's opponent\n\nranking most_points",
)


def test_a_rule_without_end_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    rules = ps.load(playing.changed_format(tmp_path, ENDLESS))
    for record in (False, True):
        game = rules.new_game(seed=1, record=record)
        before = game.clone()
        with pytest.raises(ps.RuleFault) as fault:
            while not game.is_over():
                before = game.clone()
                game.apply(game.legal_actions()[-1])
        problem = fault.value.problem
        assert problem.code == "endless-rule"
        assert problem.file.endswith("tiny.rules")
        line = Path(problem.file).read_text(encoding="utf-8").splitlines()[problem.line - 1]
        assert line == "    set first to first's opponent"
        assert game == before and game.answers == before.answers
        assert game.transcript() == before.transcript()
        assert "result unfinished" in game.transcript()


ROUND = "            raise round by 1\n"
ROUNDS = """            raise round by 0
            repeat while first is not none
                repeat up to 3 times
                    raise first's points by 0
                    announce fight_over by first
"""


@pytest.mark.parametrize("record", [False, True])
def test_what_comes_round_again_and_again_is_named(tmp_path: Path, record: bool) -> None:
    """Beside the line that was reached when the game was stopped."""
    rules = ps.load(playing.changed_format(tmp_path, (ROUND, ROUNDS)))
    with pytest.raises(ps.RuleFault) as fault:
        playing.follow(rules.new_game(seed=1, record=record), [0] * 60)
    (again,) = fault.value.problem.labels
    rows = Path(again.span.file).read_text(encoding="utf-8").splitlines()
    assert again.note == "this comes round again and again"
    assert rows[again.span.line - 1].strip() == "to fight_over by player"
    assert rows[fault.value.problem.line - 1].strip().startswith("repeat")


CHECKS = """check tidy when round is 9
    set first to first's opponent
check odd when %s
    set first to first's opponent

ranking most_points"""


@pytest.mark.parametrize(
    ("condition", "code"),
    [("round // (round - 2) is 7", "division-by-zero"), ("round is 2", "endless-rule")],
)
def test_a_fault_in_a_check_is_placed_in_that_check(
    tmp_path: Path, condition: str, code: str
) -> None:
    checks = ("ranking most_points", CHECKS % condition.replace("//", "/"))
    rules = ps.load(playing.changed_format(tmp_path, checks))
    game = rules.new_game(seed=1)
    with pytest.raises(ps.RuleFault) as fault:
        playing.play(game, 1)
    problem = fault.value.problem
    text = (tmp_path / "changed" / "tiny.rules").read_text(encoding="utf-8")
    first = text[: text.index("check odd")].count("\n") + 1
    assert (problem.code, problem.line in (first, first + 1)) == (code, True)


def test_a_fault_before_the_first_choice_is_told_too(tmp_path: Path) -> None:
    at_once = (ENDLESS[0], ENDLESS[1].replace("round is 2", "round is 1").replace("to 2", "to 1"))
    rules = ps.load(playing.changed_format(tmp_path, at_once))
    with pytest.raises(ps.RuleFault):
        rules.new_game()


# ---- checking and reading


def test_formats_are_found_and_clean() -> None:
    assert ps.formats() == sorted(ps.formats())
    assert ps.check(playing.FORMATS / "tiny") == []


def test_a_mistake_in_the_rules_stops_loading(tmp_path: Path) -> None:
    place = playing.changed_format(
        tmp_path, ("move top hand_size of deck", "move top hand_sise of deck")
    )
    with pytest.raises(ps.RulesError) as error:
        ps.load(place)
    assert error.value.problems[0].line > 0
    assert "hand_size" in error.value.problems[0].message
    assert [p.code for p in ps.check(place)] == [p.code for p in error.value.problems]


def test_wrong_words_of_scenarios_are_told_without_playing_them(tmp_path: Path) -> None:
    place = playing.changed_format(tmp_path, ("starts 5", "starts 5"))
    (place / "scenarios").mkdir()
    text = """scenario "One"
    given first is nobody_known
    when ana chooses "No such words"
    then ana's points is 5
"""
    (place / "scenarios" / "one.scenario").write_text(text, encoding="utf-8")
    told = [(problem.code, problem.line) for problem in ps.check(place)]
    assert told == [("unknown-name", 2), ("unknown-choice", 3)]


def test_a_scenario_picks_what_its_own_cards_offer(tmp_path: Path) -> None:
    """Unknown is what only a card of another scenario offers, and the name of one."""
    place = playing.changed_format(tmp_path)
    (place / "scenarios").mkdir()
    text = """scenario "One"
    given first is ana; ana's hand holds "Wolf"
    when ana chooses "OFFERED"
    then the game goes on
scenario "Two"
    given first is ana
    when ana chooses "OFFERED"
    then the game goes on
"""
    for name in ("Wolf 1", "Wolf"):
        said = text.replace("OFFERED", name)
        (place / "scenarios" / "one.scenario").write_text(said, encoding="utf-8")
        assert [(one.code, one.line) for one in ps.check(place)] == [("unknown-choice", 7)]


def test_a_text_is_read_in_every_field_it_fits() -> None:
    rules = playing.tiny()
    found = rules.read("Gain 2 points.")
    assert len(found) == 1 and found.status == "read"
    assert set(found[0].fields) == {"says", "does"}
    assert found[0].canonical.lower() == "gain 2 points."
    assert len(rules.read("Gain 2 points.", field="says")) == 1
    nothing = rules.read("Gain two apples.")
    assert len(nothing) == 0 and nothing.status == "unread"
    assert nothing.problem is not None
    with pytest.raises(ps.WrongUse, match="no field"):
        rules.read("x", field="sings")


def test_a_word_that_only_one_card_has_may_be_misspelt(tmp_path: Path) -> None:
    """Of an open list: one letter from a word that several cards have; others are left alone."""
    place = playing.changed_format(
        tmp_path, ("    rank number\n", "    rank number\n    tribe word optional\n")
    )
    cards = place / "cards" / "tiny.cards"
    plain = cards.read_text(encoding="utf-8")
    for said, told in (
        ("felime", ["word-once"]),
        ("feline", []),
        ("canine", []),
        ("Feline", ["word-once"]),
    ):
        text = plain
        for name, tribe in (("Cub", "feline"), ("Bear", "feline"), ("Wolf", said)):
            head = next(line for line in text.splitlines() if f'card "{name}"' in line)
            text = text.replace(head, f"{head}\n    tribe {tribe}")
        cards.write_text(text, encoding="utf-8")
        problems = [one for one in ps.check(place) if one.code != "never-used"]
        assert [problem.code for problem in problems] == told, said
        assert all(problem.mend == "feline" for problem in problems)
        lines = text.splitlines()
        assert all(lines[p.line - 1][p.column - 1 : p.end_column - 1] == said for p in problems)
        cards.write_text(text.replace("rank     2", "rank     two"), encoding="utf-8")
        assert [one.code for one in ps.check(place) if one.code == "word-once"] == told
