"""Words that restrict: no text of a card means the same without one."""

from __future__ import annotations

from functools import cache

import pytest
from places import RULESETS
from vocabularies import problems_of, vocabulary_of

from playsheet.dsl.vocabulary.vocabulary import Vocabulary
from playsheet.interpreter.runtime.readings import FREE
from playsheet.interpreter.runtime.rules import load
from playsheet.lab.coverage.audit import Audit


@cache
def shipped(name: str) -> tuple[Vocabulary, dict[str, None]]:
    """The vocabulary of a format and the texts of its cards."""
    rules = load(name)
    fields = rules.edition.contents.wordbook.text_fields
    texts = dict.fromkeys(
        text
        for card in rules.cards
        for line in card.lines
        if len(parts := line.strip().split(None, 1)) == 2 and fields.get(parts[0]) in FREE
        for text in (parts[1],)
    )
    return rules.edition.vocabulary(), texts


AUDITED = [
    path.name
    for path in sorted(RULESETS.iterdir())
    if any("\naudited " in file.read_text("utf-8") for file in path.glob("*.rules"))
]


@pytest.mark.parametrize("name", AUDITED)
def test_no_card_means_the_same_without_a_watched_word(name: str) -> None:
    vocabulary, texts = shipped(name)
    audit = Audit(vocabulary.lexicon)
    assert {text: found for text in texts if (found := audit.of_text(text))} == {}
    assert audit.words > 10, "too few to say anything"


SWALLOWING = r"""
audited "(each|every)", "next", "in any order"
label on_play "[On Play]" told
phrase act_now effect (a: act) "{a}": run a
phrase draw act (n: number = 1) "draw [{n}]": stop
"""


@pytest.mark.parametrize(
    ("phrase", "swallowed"),
    [
        ('phrase sow act "sow [in any order]": stop', True),
        ('phrase sow act "sow", "sow in any order": stop', True),
        ('phrase sow act "sow (a|every) field": stop', True),
        ('phrase sow act "sow (each|every) field": stop', False),
        ('phrase sow act "next sow every field", "sow every next field": stop', False),
        ('phrase sow act (n: number = 1) "sow every field", "sow {n} field(s)": stop', False),
        ('label later "[Next]", "[Later]" told', True),
    ],
)
def test_a_watched_word_stands_in_all_forms_of_a_phrase(phrase: str, swallowed: bool) -> None:
    problems = problems_of(SWALLOWING + phrase)
    assert ("word-swallowed" in [problem.code for problem in problems]) == swallowed


def test_a_word_that_two_phrases_share_changes_what_is_read() -> None:
    phrases = 'phrase sow act "sow": stop\nphrase sow_sorted act "sow in any order": stop\n'
    audit = Audit(vocabulary_of(SWALLOWING + phrases).lexicon)
    assert audit.of_text("Sow in any order.") == []
    assert audit.words == 1


def test_a_text_that_reads_alike_without_a_word_is_told() -> None:
    unwatched = SWALLOWING.replace('"next", ', "")
    lexicon = vocabulary_of(unwatched + 'phrase sow act "sow [next]": stop').lexicon
    assert Audit(lexicon).of_text("Sow next.") == []
    lexicon.audited = vocabulary_of(SWALLOWING).lexicon.audited
    assert Audit(lexicon).of_text("Sow next.") == ["next"]
