"""A text that is not read names the word where it stopped, and what was probably meant."""

from __future__ import annotations

import random
import string

import pytest
from vocabularies import FORTY, vocabulary_of

from playsheet.dsl.errors.sample_phrases import Samples, sayings_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.dsl.nodes.base import Span, Word
from playsheet.dsl.vocabulary.tokens import cut

V = vocabulary_of(FORTY)
# A text of every phrase of the vocabulary, with the patterns its words come from.
TEXTS = (
    ("[On Play] 1 of your fighters gets +100 power for the turn.", ""),
    ("[Your Turn] [Once Per Turn] all your opponent's fighters get -50 power.", ""),
    ("When evolving: recover 30 points.", ""),
    ("<Recovery 2 (Deck)>. <Piercing>.", ""),
    ("this fighter gains <Security Attack +1> until the next turn ends.", ""),
    ("it gains <Blocker>.", ""),
    ("destroy 2 of red fighters in play of level Champion or lower.", ""),
    ("destroy all your fighters with 300 power or less with no cards beneath.", ""),
    ("draw 2 cards. shuffle your deck.", ""),
    ("reveal the top 3 cards of your deck.", ""),
    ("move everything to your hand.", ""),
    ("evolve by evolution card.", ""),
    ("boost opponent power 50 OR revive with 20.", ""),
    ("if you control 2 or more your fighters, draw 1 card.", ""),
    ("if you have 20 points or less, revive.", ""),
    ("if it is the evolution phase, recover 5 points.", ""),
    ("by discarding 2 cards: revive.", ""),
    ("by suspending this fighter: draw 1 for each of your fighters cards.", ""),
    ("Turbo support phase: discarding 1 card", "play"),
    ("Ember + O + pay 2", "way"),
    ("called Ember Fox", "filter"),
)


def misspelt(word: str, chance: random.Random) -> str:
    """The word with one letter wrong, missing, too many, or two exchanged."""
    at = chance.randrange(len(word))
    letter = chance.choice(string.ascii_lowercase)
    kinds = [
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
    ]
    return chance.choice(kinds)


def literal_places(text: str) -> list[tuple[int, int]]:
    """The words of two and more letters."""
    words = cut(text)
    return [
        (words.starts[at], words.ends[at])
        for at, key in enumerate(words.keys)
        if len(key) > 1 and key.isalpha()
    ]


def test_a_misspelt_word_is_found_nine_times_in_ten() -> None:
    chance = random.Random(7)
    found, told, wrong = 0, 0, list[str]()
    for text, category in TEXTS:
        for start, end in literal_places(text):
            for _ in range(6):
                word = text[start:end]
                changed = text[:start] + misspelt(word, chance) + text[end:]
                reading = V.read_phrase(changed, category) if category else V.read_text(changed)
                if reading.status != "unread":
                    continue
                told += 1
                right = reading.suggestion.lower() == word.lower()
                right = right and reading.failed_at == start
                found += right
                if not right:
                    wrong.append(f"{changed!r}: {reading.suggestion!r}")
    assert told > 400
    assert found / told >= 0.9, f"{found} of {told}: {wrong[:20]}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "drwa 2 cards",
            'I do not know "drwa" here. Did you mean "draw"? The nearest phrase is "draw 2 cards".',
        ),
        (
            "draw 2 cards twice",
            'I read "draw 2 cards" and then do not know "twice". '
            'The nearest phrase is "draw 2 cards".',
        ),
        (
            "shuffle your",
            'The text ends after "shuffle your", and there should be more. '
            'Did you mean "your deck"? The nearest phrase is "shuffle your deck".',
        ),
        (
            "[On Play] play 2 cards",
            'I read "[On Play]" and then do not know "play". The nearest phrase is "draw 2 cards".',
        ),
        ("revive. . revive", "This full stop ends no sentence."),
        ("revive ()", "There is nothing in these brackets."),
        ("zork", 'I do not know "zork" here. No phrase of this format is near it.'),
        (
            "destroy all your fighters called Blase",
            'I read "destroy all your fighters called" and then do not know "Blase". '
            'Did you mean "Blaze"? The nearest phrase is "called Blaze".',
        ),
        ("revive (zork)", 'I do not know "zork" here. No phrase of this format is near it.'),
    ],
)
def test_the_message_says_what_was_read_and_what_is_near(text: str, message: str) -> None:
    reading = V.read_text(text)
    problem = V.problem_of(reading, text)
    assert problem.message == message
    assert "{" not in problem.mend  # a pattern is nothing to type


@pytest.mark.parametrize("name", ["guilds", "hipercoliseo"])
def test_every_phrase_has_a_text_that_one_can_type(name: str) -> None:
    """With the number of the text that was meant, in each language of the format."""
    vocabulary = load(sources_of(name)).vocabulary
    assert vocabulary is not None
    lexicon = vocabulary.lexicon
    without, patterns = [], 0
    for language in lexicon.languages:
        samples = Samples(lexicon, language, [3])
        for phrase in lexicon.phrases.values():
            for saying in sayings_of(lexicon, phrase, language):
                text = samples.text(phrase, str(saying.pattern.text))
                patterns += 1
                if not text or "{n}" in text:
                    without.append(str(saying.pattern.text))
    assert patterns > 100
    assert without == []


def test_a_mend_in_place_of_a_word_is_read() -> None:
    """The nearest phrase is offered there only if the whole is read then."""
    for text in ("draw 2 cards twice", "shuffle", "[On Play] play 2 cards", "oops"):
        reading = V.read_text(text)
        if reading.instead:
            start, end = reading.failed_at, reading.failed_at + len(reading.failed_word)
            row = text[:start] + reading.instead + text[end:]
            assert V.read_text(row).status == "read", row
        assert not reading.instead or not reading.suggestion
    assert V.problem_of(V.read_text("draw 2 cards twice"), "draw 2 cards twice").mend == ""


def test_the_place_is_that_of_the_word() -> None:
    text = Word("revive. draw 2 crads", Span("a.cards", 7, 20, 7, 40))
    reading = V.read_text(text)
    problem = V.problem_of(reading, text)
    assert (reading.failed_at, reading.failed_word) == (15, "crads")
    assert (problem.code, problem.line) == ("unread-text", 7)
    assert (problem.column, problem.end_column, problem.mend) == (35, 40, "cards")


def test_two_readings_are_shown_with_the_phrases_that_differ() -> None:
    text = "by suspending this fighter: draw 1 card OR revive"
    problem = V.problem_of(V.read_text(text), text)
    assert problem.code == "ambiguous-text"
    assert "in 2 ways" in problem.message
    assert "{{by {suspending this fighter}: {draw 1 card}} OR {revive}}" in problem.message
    assert {label.note for label in problem.labels} == {
        "paid is declared here",
        "either is declared here",
    }


def test_a_category_or_language_that_is_not_there_is_told() -> None:
    assert "fliter" in V.problem_of(V.read_phrase("x", "fliter"), "x").message
    assert "fr" in V.problem_of(V.read_text("x", "fr"), "x").message
