"""What is written from a tree is read as that tree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import sampled
from vocabularies import NAMES, SYMBOLS, vocabulary_of

from playsheet.dsl.nodes.base import Word
from playsheet.dsl.nodes.expressions import (
    Expression,
    Name,
    Number,
    Sentence,
    Slot,
    String,
    Text,
    Use,
)

RULES = """
values color = red "Red" also "crimson" | blue "deep blue"
keyword Blocker "<Blocker>"
keyword Attack (n: signed) "<Security Attack {n}>"
label on_play "[On Play]", es "[Al jugar]" told
label once "[Once Per Turn]", es "[Una vez]" told
phrase yours cards "your fighters", es "tus luchadores" means none
phrase coloured cards (c: color) "{c} fighters", es "luchadores {c}" means none
phrase some_of target (n: number, s: cards) "{n} of {s}", es "{n} de {s}" means none
phrase named target (n: name) "the card {n}", es "la carta {n}" means none
phrase for_turn duration "for the turn", es "por este turno" until end of turn
phrase upright term "O" takes 1 card
phrase rotated term "X" takes 1 card
phrase partner term (n: name) "{n}" takes 1 card
phrase fee term (n: number) "pay {n}", es "paga {n}" takes n cards
phrase way_of way (b: name, t: terms) "{b} + {t}", "{b}" means none
phrase change effect (t: target, n: signed, d: duration = always)
    "{t} get[s] {n} power [{d}]", es "{t} gana[n] {n} de poder [{d}]": stop
phrase lend effect (t: target, k: keyword) "(give|lend) {k} to {t}", es "da {k} a {t}": stop
phrase draw effect (n: number) "draw {n} card(s)", es "roba {n} carta(s)": stop
phrase boost effect (who: player = you, n: signed)
    "boost [{who}] [power] {n}", es "sube [{who}] {n}": stop
phrase revive effect (n: number = 10) "revive [with {n}]", es "revive [con {n}]": stop
phrase go effect (z: zone) "go to the {z}", es "ve a {z}": stop
phrase either effect (a: effect, b: effect) "{a} OR {b}", es "{a} O BIEN {b}": stop
""".replace("\n    ", " ")  # fmt: skip
V = vocabulary_of(RULES, languages=("en", "es"))
ALWAYS, YOU, TEN = Name(Word("always")), Name(Word("you")), Number(10)


def use(word: str, **slots: Expression | None) -> Use:
    """A tree; a slot of None is left to its default."""
    defaults: dict[str, Expression] = {"d": ALWAYS, "who": YOU, "n": TEN, "t": Use(Word("list"))}
    filled = [
        Slot(Word(name), defaults[name] if value is None else value, value is not None)
        for name, value in slots.items()
    ]
    return Use(Word(word), tuple(filled))


def listed(items: list[Use]) -> Use:
    slots = [Slot(Word(str(at)), item) for at, item in enumerate(items)]
    return Use(Word("list"), tuple(slots))


def symbol(*words: str) -> st.SearchStrategy[Name]:
    return st.sampled_from([Name(Word(word)) for word in words])


numbers = st.integers(0, 9999).map(Number)
signed = st.integers(-9999, 9999).map(Number)
some_name = st.sampled_from([String(Word(name)) for name in (*NAMES, "Nobody of. (Note)")])
cards = st.just(use("yours")) | st.builds(lambda c: use("coloured", c=c), symbol("red", "blue"))
targets = st.builds(lambda n, s: use("some_of", n=n, s=s), numbers, cards) | st.builds(
    lambda n: use("named", n=n), some_name
)
keywords = st.just(use("Blocker")) | st.builds(lambda n: use("Attack", n=n), signed)
terms = st.one_of(
    st.sampled_from([use("upright"), use("rotated")]),
    st.builds(lambda n: use("fee", n=n), numbers),
    st.builds(lambda n: use("partner", n=n), some_name),
)
ways = st.builds(
    lambda b, t: use("way_of", b=b, t=listed(t) if t else None),
    some_name,
    st.lists(terms, max_size=6),
)
simple = st.one_of(
    keywords,
    st.builds(
        lambda t, n, d: use("change", t=t, n=n, d=d),
        targets,
        signed,
        st.none() | st.just(use("for_turn")),
    ),
    st.builds(lambda t, k: use("lend", t=t, k=k), targets, keywords),
    st.builds(lambda n: use("draw", n=n), numbers),
    st.builds(lambda w, n: use("boost", who=w, n=n), st.none() | symbol("you", "opponent"), signed),
    st.builds(lambda n: use("revive", n=n), st.none() | numbers),
    st.builds(lambda z: use("go", z=z), symbol(*SYMBOLS["zone"].values())),
)
effects = st.recursive(
    simple, lambda rest: st.builds(lambda a, b: use("either", a=a, b=b), simple, rest), max_leaves=4
)
sentences = st.builds(
    lambda labels, effect, aside: Sentence(tuple(labels), effect, aside),
    st.lists(st.sampled_from([Word("on_play"), Word("once")]), max_size=2),
    effects | st.lists(keywords, min_size=2, max_size=3).map(listed),
    st.booleans(),
)
texts = st.lists(sentences, max_size=4).map(lambda found: Text(tuple(found)))


@settings(max_examples=sampled(60, 150))
@given(texts, st.sampled_from(["en", "es"]))
def test_a_written_text_is_read_as_its_tree(tree: Text, language: str) -> None:
    text = V.write(tree, language)
    assert V.read_text(text, language).trees == (tree,), text
    assert V.read_text(text).trees == (tree,), text
    assert V.write(V.read_text(text).trees[0], language) == text


@settings(max_examples=sampled(40, 100))
@given(ways, st.sampled_from(["en", "es"]))
def test_a_written_field_is_read_as_its_tree(tree: Use, language: str) -> None:
    text = V.write(tree, language, "way")
    assert V.read_phrase(text, "way", language).trees == (tree,), text


@settings(max_examples=sampled(25, 60))
@given(st.lists(ways, min_size=1, max_size=3).map(listed))
def test_a_written_list_is_read_as_its_tree(tree: Use) -> None:
    text = V.write(tree, category="list of way")
    assert V.read_phrase(text, "list of way").trees == (tree,), text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("DRAW  1 card", "draw 1 card."),
        ("draw 2 card", "draw 2 cards."),
        ("1 of crimson fighters get 50 power", "1 of Red fighters gets +50 power."),
        ("2 of your fighters gets -5 power for the turn",
         "2 of your fighters get -5 power for the turn."),
        ("lend <blocker> to the card ember fox", "give <Blocker> to the card Ember Fox."),
        ("boost power 5 or boost opponent 6", "boost +5 OR boost opponent +6."),
        ("[On play] <Blocker> and <Security Attack 1>",
         "[On Play] <Blocker>, <Security Attack +1>."),
        ("revive with 10 (draw 1 card.)", "revive with 10. (draw 1 card)"),
    ],
)  # fmt: skip
def test_a_text_is_written_in_one_way(text: str, canonical: str) -> None:
    reading = V.read_text(text)
    assert reading.status == "read"
    assert V.write(reading.trees[0]) == canonical
