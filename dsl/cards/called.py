"""What is offered on cards, in the words of the format's own language: fields, kinds, symbols."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..nodes import declarations as d
from ..nodes.dataclass import dataclass
from ..problems.similar import nearest
from ..ruleset.ruleset import Ruleset
from ..vocabulary.titles import as_field, titles_in

IDS = "en"  # the language in which rules name things


@dataclass(frozen=True, slots=True)
class Called:
    """Names of things as cards of a format write them; in English as the rules do."""

    ruleset: Ruleset

    @property
    def language(self) -> str:
        return self.ruleset.languages[0]

    def titles(self, kind: str, name: str) -> list[str]:
        """What all languages call a thing, the format's own first."""
        every = titles_in(self.ruleset)
        tongues = [self.language, *(one for one in every if one != self.language)]
        return [title for one in tongues for title in every.get(one, {}).get((kind, name), ())]

    def own(self, kind: str, name: str, node: d.CardDeclaration | d.ValueItem | None) -> str:
        """What the format's own language calls a thing; its name in English."""
        if self.language == IDS:
            return name.rpartition(".")[2]
        told = titles_in(self.ruleset).get(self.language, {}).get((kind, name), ())
        titles = getattr(node, "titles", None)
        plain = getattr(titles, "names", titles) or ()
        return str(next(iter((*told, *plain)), name.rpartition(".")[2]))

    def field(self, name: str) -> str:
        return as_field(self.own("field", name, None))

    def kind(self, name: str) -> str:
        found = self.ruleset.names("card kind").get(name)
        return self.own("card", name, found if isinstance(found, d.CardDeclaration) else None)

    def symbol(self, values: d.ValuesDeclaration, item: d.ValueItem) -> str:
        return self.own("value", f"{values.name}.{item.name}", item)

    def near_field(self, word: str, names: Iterable[str]) -> tuple[str, str]:
        """The field that was probably meant, and what a language calls it; none: two empty ones."""
        known = {name: name for name in names}
        for name in [*known]:
            known |= {as_field(title): name for title in self.titles("field", name)}
        near = nearest(word, known) or ""
        return known.get(near, ""), near

    def near_kind(self, word: str, kinds: Iterable[d.CardDeclaration]) -> str | None:
        """The kind of card that was probably meant, by its name or a title of it."""
        own = {str(title) for one in kinds if one.titles is not None for title in one.titles.names}
        names = {str(one.name) for one in kinds}
        told = {title for name in names for title in self.titles("card", name)}
        return nearest(word, names) or nearest(word, own | told)


def unaccented(text: str) -> str:
    """A text without the accents of its letters."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
