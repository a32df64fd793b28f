"""What a format says of itself for every table of it: see `formats.Schema`."""

from __future__ import annotations

from typing import Any

from ...dsl.cards.deckfile import DeckList
from ...dsl.ir.ir import ZoneSpec
from ...interpreter.messages.values import Wording
from ...interpreter.messages.wording import titled
from ...interpreter.questions.printed import CardPrint, FormatPrint, printed_of
from ...interpreter.runtime.rules import Rules
from ..contract.parts import VERSION
from .drawing import looks_in
from .seeing import is_told

Plain = dict[str, Any]


class Describing:
    """Describes a format in one of its languages."""

    def __init__(self, rules: Rules, language: str | None = None) -> None:
        self.rules = rules
        self.program = rules.edition.contents.program
        self.words = rules.edition.contents.wordbook
        self.printed: FormatPrint = printed_of(rules.edition)
        given = language if language in rules.languages else rules.languages[0]
        seats = rules.seat_numbers[0]
        owners = self.program.deck.owners(seats)
        nothing = rules.match_of((DeckList("", ()),) * len(owners), seats)  # there may be no deck
        self.wording = Wording(self.words, nothing, rules.seats, given)

    def plain(self) -> Plain:
        """The schema."""
        return {
            "v": VERSION,
            "format": self.rules.name,
            "title": self.rules.title,
            "rules": self.words.rules,
            "language": self.wording.language,
            "languages": [*self.rules.languages],
            "seats": [self.rules.seat_numbers[0], self.rules.seat_numbers[-1]],
            "looks": looks_in(self.rules.edition, self.wording),
            "steps": {path: self.wording.stage(path) for path in self.words.phases},
            "options": options_of(self.rules, self.wording.language),
            "zones": {name: self.zone(name, spec) for name, spec in self.program.zones.items()},
            "values": self.values(),
            "figures": self.figures(),
            "fields": self.fields(),
            "kinds": self.kinds(),
            "parts": {name: [*parts] for name, parts in self.words.parts.items()},
            "terms": self.printed.terms,
            "cards": {
                words.code: self.card(words.name, words.kind, card)
                for words, card in zip(self.words.cards, self.printed.cards, strict=True)
            },
        }

    def zone(self, name: str, spec: ZoneSpec) -> Plain:
        """A zone as it is declared."""
        return {
            "title": self.wording.title("zone", name),
            "per": "player" if spec.per_player else "table",
            "kind": spec.kind,
            "seen": spec.seen,
            "counted": spec.counted,
            "face": "up" if spec.face == 1 else "down",
            "places": spec.tells_apart,
            "objects": spec.keeps_object,
            "turned": {one: self.wording.title("turned", one) for one in spec.orientations},
            "attached": [*spec.attached],
        }

    def values(self) -> Plain:
        """The values that players care about."""
        found: Plain = {}
        for name, spec in self.program.fields.items():
            if is_told(name, spec):
                found[spec.title if spec.printed else name] = {
                    "title": spec.title if spec.printed else self.wording.field(name),
                    "per": spec.per,
                    "type": spec.type,
                    "gauge": spec.per != "card" and spec.low is not None,
                    "low": spec.low,
                    "high": spec.high,
                    "two_sided": bool(spec.seen_from),
                    "secret": spec.secret != "all",
                }
        return found

    def figures(self) -> Plain:
        """The figures of cards; of one word for several kinds only once."""
        found: Plain = {}
        for figure in self.printed.figures.values():
            kinds = [figure.kind] if figure.kind else []
            row = found.setdefault(
                figure.word,
                {
                    "title": self.wording.title("property", figure.word),
                    "of": [],
                    "prints": figure.prints,
                    "part": figure.part or None,
                },
            )
            row["of"] += kinds
        return found

    def fields(self) -> Plain:
        """The fields of cards."""
        texts = {text.field for card in self.printed.cards for text in card.texts}
        names = dict.fromkeys(name for fields in self.printed.kinds.values() for name in fields)
        called, titles = self.words.printed.titles, self.wording.tongue.titles
        return {
            name: {
                "title": titles.get(f"field {name}") or titled(called.get(name, name)),
                "type": self.words.text_fields.get(name, ""),
                "text": name in texts,
            }
            for name in names
        }

    def kinds(self) -> Plain:
        """The kinds of card."""
        return {
            kind: {"title": self.wording.title("card", kind), "fields": [*fields]}
            for kind, fields in self.printed.kinds.items()
        }

    def card(self, name: str, kind: str, card: CardPrint) -> Plain:
        """A card as it is printed."""
        texts = [
            {
                "field": text.field,
                "text": text.text,
                "sentences": [
                    {"words": [begin, end], "says": self.wording.sentence(ability)}
                    for begin, end, ability in text.sentences
                ],
            }
            for text in card.texts
        ]
        return {"name": name, "kind": kind, "fields": card.fields, "texts": texts}


def options_of(rules: Rules, language: str | None = None) -> Plain:
    """The options of a format, as declared; their titles in one of its languages."""
    contents = rules.edition.contents
    words, switches = contents.wordbook, contents.program.switches
    titles = dict(words.titles)
    if language in words.tongues:
        titles |= words.tongues[language].titles
    return {
        name: {
            "title": titles.get(f"option {name}") or titled(name),
            "value": value,
            "low": None if isinstance(value, bool) else switches[name].low,
            "high": None if isinstance(value, bool) else switches[name].high,
        }
        for name, value in rules.options.items()
    }


def schema_of(rules: Rules, language: str | None = None) -> Plain:
    """What a format says of itself, the same for all of its tables."""
    return Describing(rules, language).plain()
