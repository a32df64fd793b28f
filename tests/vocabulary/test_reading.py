"""Card text becomes trees: each word has its place in one, or in a diagnosis."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import sampled
from vocabularies import FORTY, vocabulary_of

from playsheet.dsl.nodes.base import Node, Span, Word, walk
from playsheet.dsl.nodes.expressions import Name, Number, Slot, String, Text, Use
from playsheet.dsl.vocabulary.vocabulary import Vocabulary

V = vocabulary_of(FORTY)


def brief(node: Node) -> str:
    """A tree on one line: `draw(2)`; a default has a question mark."""
    if isinstance(node, Text):
        return "; ".join(
            ("aside " if s.aside else "") + "".join(f"{w} > " for w in s.labels) + brief(s.effect)
            for s in node.sentences
        )
    if isinstance(node, Use):
        slots = [brief(s.value) + ("" if s.given else "?") for s in node.slots]
        return f"{node.phrase}({', '.join(slots)})" if slots else str(node.phrase)
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, String):
        return f'"{node.text}"'
    assert isinstance(node, Name)
    return str(node.word)


def read(text: str, category: str = "", vocabulary: Vocabulary = V) -> str:
    """The one reading of a text, or why there is not one."""
    reader = vocabulary.read_phrase if category else vocabulary.read_text
    found = reader(*((text, category) if category else (text,)))
    if found.status == "read":
        return brief(found.trees[0])
    return f"{found.status} {len(found.trees) or found.failed_word}"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Draw 2 cards.", "draw(2)"),
        ("draw 1 card. shuffle your deck", "draw(1); shuffle"),
        ("[On Play] [Once Per Turn] recover 30 points.", "on_play > once > recover(30)"),
        ("When evolving: draw 1 card.", "evolving > draw(1)"),
        ("<Blocker>. When evolving: revive.", "Blocker; evolving > revive(10?)"),
        ("<Blocker>, <Security Attack -1> and <Piercing>.", "list(Blocker, Attack(-1), Piercing)"),
        (
            "<Recovery 1 (Deck)> (draw 1 card. revive.)",
            "Recovery(1); aside draw(1); aside revive(10?)",
        ),
        (
            "revive. (Turbo Support Phase: discarding 1 card)",
            "revive(10?); aside turbo(support, discard(1))",
        ),
        (
            "boost +100 OR draw 1 card OR revive",
            "either(boost(you?, 100), either(draw(1), revive(10?)))",
        ),
        ("boost opponent power 50", "boost(opponent, 50)"),
        (
            "if it is the Evolution Phase, evolve by card",
            "only_if(in_place(evolution), choose_way(by_card))",
        ),
        ("move everything to your DARK AREA", "move_all(dark_area)"),
        ("it gains <Blocker> until the next turn ends", "lend(this_one, Blocker, next_turn)"),
        (
            "all your fighters of level champion or less with no cards beneath get \u22125 power",
            "change(all_of(filtered(filtered(yours, of_level(Champion)), bare)), -5, always?)",
        ),
        ("draw 1 for each of red fighters in play cards", "draw(every(1, coloured(red)))"),
        ("", ""),
    ],
)
def test_a_text_is_read_as_this_tree(text: str, tree: str) -> None:
    assert read(text) == tree


@pytest.mark.parametrize(
    ("text", "category", "tree"),
    [
        ("Ember + OOX", "way", 'way_of("Ember", list(upright, upright, rotated))'),
        ("Ember Fox + O X + pay 2, O and X", "way",
         'way_of("Ember Fox", list(upright, rotated, fee(2), upright, rotated))'),
        ("ember fox", "way", 'way_of("Ember Fox", list?)'),
        ("Ember + Winning Percentage: 40%!", "way",
         'way_of("Ember", list(partner("Winning Percentage: 40%!")))'),
        ("Blaze + O / Dr. Kabuto + X", "list of way",
         'list(way_of("Blaze", list(upright)), way_of("Dr. Kabuto", list(rotated)))'),
        ("called Old Ver. 2 (Red Frame)", "filter", 'named("Old Ver. 2 (Red Frame)")'),
        ('called "Unknown Name"', "filter", 'named("Unknown Name")'),
        ('called "BLAZE"', "filter", 'named("Blaze")'),
        ("called d\u2010reaper's zone", "filter", "unread d"),
        ("called D-Reaper\u2019s Zone", "filter", 'named("D-Reaper\'s Zone")'),
        ("discarding 2 cards.", "cost", "discard(2)"),
        ("-3", "signed", "-3"),
        ("+3", "number", "unread +3"),
        ("3", "signed", "3"),
        ("Blue", "color", "blue"),
        ("by evolution card", "method", "by_card"),
        ("<Blocker>, <Piercing>", "list of keyword", "list(Blocker, Piercing)"),
        ("red, blue and green", "list of color", "list(red, blue, green)"),
        ("OX", "list of term", "list(upright, rotated)"),
        ("ox", "terms", "unread ox"),
        ("opponent", "player", "opponent"),
        ("99999999999999999999", "number", "unread 99999999999999999999"),
        ("\u00b2", "number", "unread \u00b2"),
    ],
)  # fmt: skip
def test_a_field_is_read_as_this_tree(text: str, category: str, tree: str) -> None:
    assert read(text, category) == tree


def test_a_name_with_a_stop_does_not_end_the_sentence() -> None:
    assert read("destroy all your fighters called Dr. Kabuto. revive.") == (
        'destroy(all_of(filtered(yours, named("Dr. Kabuto")))); revive(10?)'
    )


def test_a_stop_at_the_end_of_a_name_also_ends_the_sentence() -> None:
    assert read("destroy all your fighters called Stone Jr. revive.") == (
        'destroy(all_of(filtered(yours, named("Stone Jr.")))); revive(10?)'
    )


def test_a_stop_inside_a_pattern_does_not_end_the_sentence() -> None:
    rules = 'phrase up effect (n: number) "Lv. {n} up": stop\nphrase no effect "no": stop\n'
    assert read("Lv. 4 up. no.", vocabulary=vocabulary_of(rules)) == "up(4); no"


def test_brackets_may_be_words_of_a_phrase_or_an_aside() -> None:
    rules = (
        "values level = C | M\n"
        'phrase hit effect (n: name, l: level) "hit {n} ({l})": stop\n'
        'phrase no effect "no": stop\n'
    )
    vocabulary = vocabulary_of(rules)
    assert read('hit "a. b" (C). no (no). (no.)', vocabulary=vocabulary) == (
        'hit("a. b", C); no; aside no; aside no'
    )


def test_a_keyword_may_stand_in_quotes_with_a_stop_inside() -> None:
    rules = (
        'keyword Slow "slow"\nkeyword Late (n: number) "late {n}"\n'
        'phrase turn effect (k: keyword) "it becomes {k}": stop\n'
        'phrase hit effect (n: name) "hit {n}": stop\n'
    )
    vocabulary = vocabulary_of(rules)
    text = 'It becomes "Slow." It becomes \u201clate 2.\u201d Hit "slow one".'
    assert read(text, vocabulary=vocabulary) == 'turn(Slow); turn(Late(2)); hit("slow one")'


def test_the_hyphen_of_a_fragment_may_stand_outside_its_quotes() -> None:
    vocabulary = vocabulary_of('phrase hit effect (n: name) "hit {n}": stop\n')
    text = 'Hit -"fox". Hit "dr"-. Hit "-a-".'
    assert read(text, vocabulary=vocabulary) == 'hit("-fox"); hit("dr-"); hit("-a-")'


def test_a_factor_is_a_sign_and_a_number_and_lists_may_have_an_ampersand() -> None:
    rules = (
        "values color = red | blue\n"
        'phrase scale effect (c: list of color, n: number) "{c} x{n}": stop\n'
    )
    vocabulary = vocabulary_of(rules)
    assert read("Red & blue x100.", vocabulary=vocabulary) == "scale(list(red, blue), 100)"


def test_a_keyword_of_parts_is_no_sentence() -> None:
    rules = (
        'values arm = left | right\ncard Robot "Robot"\n    part hand per arm\n'
        "        does list of keyword optional\n"
        'keyword Grip on hand "grip"\nkeyword Tall "tall"\n'
    )
    vocabulary = vocabulary_of(rules)
    assert read("grip", "keyword", vocabulary) == "Grip"
    assert read("tall", vocabulary=vocabulary) == "Tall"
    assert read("grip", vocabulary=vocabulary).startswith("unread")


def test_direct_and_indirect_left_recursion() -> None:
    rules = (
        'phrase a aa (b: bb) "{b} x" means none\nphrase b bb (a: aa) "{a} y" means none\n'
        'phrase z bb "z" means none\nphrase c aa (a: aa) "{a} w" means none\n'
    )
    vocabulary = vocabulary_of(rules)
    assert read("z x y x w w y x", "aa", vocabulary) == "a(b(c(c(a(b(a(z)))))))"


def test_two_readings_are_both_kept() -> None:
    found = V.read_text("by suspending this fighter: draw 1 card OR revive")
    assert [brief(tree) for tree in found.trees] == [
        "paid(rest, either(draw(1), revive(10?)))",
        "either(paid(rest, draw(1)), revive(10?))",
    ] or [brief(tree) for tree in found.trees] == [
        "either(paid(rest, draw(1)), revive(10?))",
        "paid(rest, either(draw(1), revive(10?)))",
    ]


def test_equal_trees_count_once() -> None:
    rules = 'phrase go effect (n: number = 1) "go [far] [far] {n}", "go far {n}": stop\n'
    assert read("go far 2", vocabulary=vocabulary_of(rules)) == "go(2)"


def test_what_is_unsaid_is_an_assumption() -> None:
    found = V.read_text("this fighter gets +100 power. boost power 50.")
    assert found.assumptions == ("change: d is always", "boost: who is you")
    tree = found.trees[0]
    unsaid = [n for n in walk(tree) if isinstance(n, Slot) and not n.given]
    assert [str(slot.name) for slot in unsaid] == ["d", "who"]


# ---- languages

TWO = """
keyword Sky "sky"
label evolving "When evolving:", es "Al evolucionar:" told
phrase recover effect (n: number) "recover {n} points", es "recupera {n} puntos": stop
phrase discard cost (n: number) "discard {n} card(s)", es "descarta {n} carta(s)": stop
phrase upright term "O" takes 1 card
phrase fee term (c: cost) "{c}" takes 1 card
phrase way_of way (b: name, t: terms) "{b} + {t}" means none
phrase paid effect (c: cost, e: effect) "{c}: {e}": stop
phrase lend effect (k: keyword) "gain {k}", es "gana {k}": stop
phrase only effect es "solo aqu\u00ed": stop
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("When evolving: recover 20 points.", "Al evolucionar: recupera 20 puntos."),
        ("discard 2 cards: gain sky", "Descarta 2 cartas: gana sky"),
    ],
)
def test_two_languages_give_equal_trees(one: str, other: str) -> None:
    vocabulary = vocabulary_of(TWO, languages=("en", "es"))
    english, spanish = vocabulary.read_text(one), vocabulary.read_text(other)
    assert english.trees == spanish.trees and english.status == "read"
    assert vocabulary.read_text(one, "es").status == "unread"
    assert vocabulary.read_text(other, "es").trees == english.trees
    assert vocabulary.read_text(vocabulary.write(english.trees[0], "es"), "es") == english


def test_lists_are_joined_in_each_language_and_signs_belong_to_all() -> None:
    vocabulary = vocabulary_of(TWO, languages=("en", "es"))
    english = vocabulary.read_phrase("Ember + OO and discard 1 card", "way")
    spanish = vocabulary.read_phrase("Ember + OO y descarta 1 carta", "way")
    assert english.status == "read" and english.trees == spanish.trees


def test_one_sentence_is_in_one_language() -> None:
    vocabulary = vocabulary_of(TWO, languages=("en", "es"))
    assert read("discard 1 card: recupera 2 puntos", vocabulary=vocabulary) == "unread recupera"
    assert read("solo aqu\u00ed. recover 2 points", vocabulary=vocabulary) == "only; recover(2)"


# ---- what holds for all texts


def test_no_word_is_left_out() -> None:
    """A word put in or taken out anywhere gives another tree or none at all."""
    texts = [
        "[On Play] 1 of your fighters with 300 power or less gains <Blocker> for the turn.",
        "if you control 2 or more blue fighters in play, by discarding 1 card: revive.",
        "boost opponent power +100. reveal the top 3 cards of your deck. (draw 1 card)",
    ]
    optional = {"power", "s", "cards", "card", "gains", ".", "opponent"}
    for text in texts:
        whole = V.read_text(text)
        assert whole.status == "read"
        words = text.split()
        for at, word in enumerate(words):
            fewer = V.read_text(" ".join(words[:at] + words[at + 1 :]))
            assert word in optional or fewer.trees != whole.trees, (text, word)
            more = V.read_text(" ".join([*words[:at], "zork", *words[at:]]))
            assert more.status == "unread" and "zork" in more.failed_word, (text, at)


def test_places_are_those_of_the_words() -> None:
    text = "shuffle your deck. 1 of your fighters gets +100 power"
    found = V.read_text(Word(text, Span("a.cards", 4, 10, 4, 10 + len(text))))
    for node in walk(found.trees[0]):
        if isinstance(node, Use) and node.phrase == "some_of":
            start = text.index("1 of")
            place = Span("a.cards", 4, 10 + start, 4, 10 + start + len("1 of your fighters"))
            assert node.span == place
        if isinstance(node, (Use, Number, Text)):
            assert node.span.line == 4


def test_a_vocabulary_can_be_pickled() -> None:
    text = "if you control 2 or more your fighters, draw 1 card."
    V.read_text(text)
    V.read_text("drwa 1")
    copy = pickle.loads(pickle.dumps(V))
    assert copy.read_text(text) == V.read_text(text)
    assert copy.read_text("drwa 1") == V.read_text("drwa 1")


@settings(max_examples=sampled(100, 300))
@given(st.text(max_size=40) | st.text(alphabet="draw1 card.()[]<>\"'OX+-,:", max_size=40))
def test_every_string_has_an_answer(text: str) -> None:
    for found in (V.read_text(text), V.read_phrase(text, "way")):
        if found.status != "read":
            problem = V.problem_of(found, text)
            assert problem.message and found.failed_at <= len(text)


def test_hostile_texts_end_soon() -> None:
    rules = (
        'phrase word aa "x" means none\n'
        'phrase pair aa (a: aa, b: aa) "{a} {b}" means none\n'
        'phrase twin aa (a: aa, b: aa) "{a} x {b}" means none\n'
        'phrase not aa (a: aa) "no {a}" means none\n'
    )
    vocabulary = vocabulary_of(rules)
    for text in (
        "x " * 40,
        "x " * 350,
        "no " * 390 + "x",
        "x " * 5000,
        "(" * 3000 + "x" + ")" * 3000,
    ):
        assert vocabulary.read_phrase(text, "aa").status in ("unread", "ambiguous")
        assert vocabulary.read_text(text).status == "unread"


def test_long_lists_are_read() -> None:
    colors = ["red", "blue", "green"] * 20
    found = V.read_phrase(", ".join(colors), "list of color")
    assert found.status == "read"
    chance = random.Random(1)
    letters = "".join(chance.choice("OX") for _ in range(300))
    assert V.read_phrase(letters, "terms").status == "read"
