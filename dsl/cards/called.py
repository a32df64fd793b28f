"""What is offered on cards, in the language that they are written in: fields, kinds, symbols."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..nodes import declarations as d
from ..nodes import files
from ..nodes.dataclass import dataclass
from ..problems.similar import nearest
from ..ruleset.ruleset import Ruleset
from ..vocabulary.titles import as_field, titles_in

IDS = "en"  # the language in which rules name things


@dataclass(frozen=True, slots=True)
class Called:
    """Names of things as cards of a format write them; in English as the rules do. `spoken` is
    the language of a card, else it is the format's own.
    """

    ruleset: Ruleset
    spoken: str = ""

    @property
    def language(self) -> str:
        return self.spoken or self.ruleset.languages[0]

    def titles(self, kind: str, name: str) -> list[str]:
        """What all languages call a thing, the format's own first."""
        every = titles_in(self.ruleset)
        tongues = [self.language, *(one for one in every if one != self.language)]
        return [title for one in tongues for title in every.get(one, {}).get((kind, name), ())]

    def spoken_on(self, card: files.Card) -> str:
        """The language of most names of fields of a card, by how long they are as written; empty
        for the format's own.
        """
        widths = {str(f.name): f.name.span.end_column - f.name.span.column for f in card.fields}
        fits = {IDS: sum(len(name) == width for name, width in widths.items())}
        for language, told in titles_in(self.ruleset).items():
            named = {name: told.get(("field", name), ()) for name in widths}
            fits[language] = sum(
                any(len(as_field(title)) == widths[name] for title in titles)
                for name, titles in named.items()
            )
        own = self.ruleset.languages[0]
        best = max(fits, key=lambda one: (fits[one], one == own))
        return "" if fits[best] <= fits.get(own, 0) else best

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
