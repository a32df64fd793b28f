"""The vocabulary of a format: what its cards may say, read and written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors.text_fixes import advise, problem_of
from ..nodes.base import Node
from ..nodes.declarations import Declaration
from ..problems.problem import Problem
from ..ruleset.ruleset import Absent
from .chart import LONGEST, STRIDE, Chart
from .collect import Collector, Symbols
from .lexicon import LIST_OF, TERM, TERMS, Lexicon
from .reading import Failure, Reading, read_phrase, read_text
from .tokens import cut
from .writing import write


class Vocabulary:
    """Reads and writes card text. It can be pickled."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def read_text(self, text: str, language: str | None = None) -> Reading:
        """All readings of a text field, in one language or in each; the trees are Texts."""
        if language is not None and language not in self.lexicon.grammars:
            return Reading(reason=f'This format has no language "{language}".')
        found = read_text(self.lexicon, text, language)
        return advise(self.lexicon, found) if isinstance(found, Failure) else found

    def reads_until(self, text: str, category: str) -> int:
        """Where the longest beginning of a text ends that is a phrase of a category; 0: none."""
        words = cut(text, not self.lexicon.flows)
        ends = [0]
        for grammar in self.lexicon.grammars.values():
            number = grammar.numbers.get(category)
            if number is not None and 0 < len(words) <= LONGEST:
                chart = Chart(grammar, words)
                chart.read(category, 0)
                ends += [words.ends[end - 1] for end in chart.cells[number * STRIDE].ends]
        return max(ends)

    def read_phrase(self, text: str, category: str, language: str | None = None) -> Reading:
        """All readings of a text as one thing of a category or slot type.

        Lists are called `list of x`, lists of terms `terms`."""
        if language is not None and language not in self.lexicon.grammars:
            return Reading(reason=f'This format has no language "{language}".')
        category = TERMS if category == LIST_OF + TERM else category
        if not self.is_category(category):
            return Reading(reason=f'Nothing on cards of this format is a "{category}".')
        found = read_phrase(self.lexicon, text, category, language)
        return advise(self.lexicon, found) if isinstance(found, Failure) else found

    def is_category(self, category: str) -> bool:
        """Whether `read_phrase` knows a category."""
        return any(category in grammar.numbers for grammar in self.lexicon.grammars.values())

    def problem_of(self, reading: Reading, text: str) -> Problem:
        """The problem of a text that is unread or ambiguous."""
        return problem_of(self.lexicon, reading, text)

    def write(self, tree: Node, language: str | None = None, category: str = "") -> str:
        """The canonical text of a tree; reading it gives the tree again."""
        return write(self.lexicon, tree, language, category)


def build_vocabulary(
    declarations: Iterable[Declaration],
    names: Iterable[str],
    languages: Sequence[str],
    symbols: Symbols | None = None,
    absent: Iterable[Absent] = (),
) -> tuple[Vocabulary, list[Problem]]:
    """The vocabulary of a format's declarations, merged with those of its parents.

    `names` are the card names of the pool. `symbols` has, for further slot types such as
    phases, zones and kinds of card, the printed text of each and its id. Says without a
    language belong to the first of `languages`. `absent` are words that it would have.
    """
    collector = Collector(tuple(languages) or ("en",))
    collector.collect(list(declarations), list(names), symbols or {})
    collector.note_absent(absent)
    return Vocabulary(collector.lexicon), collector.problems
