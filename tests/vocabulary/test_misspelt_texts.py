"""A misspelt word in the text of a card is met with the right suggestion in nine of ten
single-letter mistakes. A sample of places; `pytest --full` tries more.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from places import TINY
from sampling import sampled
from test_misspelt_names import FORMATS, misspell

from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import Loaded, parse_all
from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import files
from playsheet.dsl.nodes.base import Word

SAMPLE = sampled(40, 120)
WORDS = re.compile(r"[^\W\d_]{4,}")
SLOTS = re.compile(r"\{[^}]*\}")


def printed_words(loaded: Loaded) -> set[str]:
    """The words that phrases and labels of a format are printed with, in small letters."""
    assert loaded.ruleset is not None
    titles = [
        str(say.pattern)
        for kind in (d.PhraseDeclaration, d.LabelDeclaration, d.KeywordDeclaration)
        for item in loaded.ruleset.all(kind)
        for say in item.says
    ]
    return {word.lower() for title in titles for word in WORDS.findall(SLOTS.sub(" ", title))}


def texts_of(loaded: Loaded) -> list[Word]:
    """The texts of cards that the vocabulary reads."""
    assert loaded.vocabulary is not None
    nodes, _ = parse_all("cards", loaded.files.cards)
    values = [line.value for card in nodes if isinstance(card, files.Card) for line in card.fields]
    return [value for value in values if loaded.vocabulary.read_text(value).status == "read"]


@pytest.mark.parametrize("form", [str(TINY), *FORMATS], ids=lambda form: Path(form).name)
def test_a_misspelt_word_of_a_card_is_recognised(form: str) -> None:
    loaded = loaded_of(sources_of(form))
    assert loaded.vocabulary is not None
    known = printed_words(loaded)
    places = [
        (text, match)
        for text in texts_of(loaded)
        for match in WORDS.finditer(str(text))
        if match[0].lower() in known
    ]
    if not places:
        pytest.skip("the cards of this format say nothing")
    rnd = random.Random(20)
    wrong: list[str] = []
    tried = 0
    for text, match in rnd.choices(places, k=SAMPLE):
        word = misspell(match[0], rnd)
        if word.lower() in known:
            continue  # another word of the format: what was meant cannot be told
        damaged = Word(str(text)[: match.start()] + word + str(text)[match.end() :], text.span)
        reading = loaded.vocabulary.read_text(damaged)
        if reading.status == "read":
            continue  # a name of the card's own, between words that fit around any name
        tried += 1
        problem = loaded.vocabulary.problem_of(reading, damaged)
        offered = {offer.lower() for offer in (*problem.message.split('"'), problem.mend)}
        if match[0].lower() not in offered:
            wrong.append(f"{match[0]} -> {word}: {problem.message} | {problem.mend}")
    assert tried > SAMPLE * 0.8
    assert len(wrong) <= 0.1 * tried, "\n".join([f"{len(wrong)} of {tried}", *wrong])
