"""What is printed on the cards of a format, for those who show them: fields in words, texts with
the places of their sentences, figures that can change, and what words of cards mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import cast

from ...dsl.cards.definition import CardDefinition
from ...dsl.ir import ir
from ...dsl.ir.traverse import all_nodes
from ...dsl.ir.wordbook import Wordbook
from ...dsl.nodes import declarations as d
from ...dsl.nodes.attributes import TruthType
from ...dsl.nodes.base import Node, Span
from ...dsl.nodes.base import walk as nodes_in
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Sentence
from ...dsl.nodes.statements import Cites
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.ruleset.ledger import read_ledger
from ...dsl.typed import values as v
from ...dsl.typed.rules import PropertyMeaning
from ...dsl.typed.walk import walk
from ..messages.wording import say
from ..runtime.edition import Edition
from .meaning import Meaning, meaning_of

PART = "printed"  # of what an edition keeps
SIGN = re.compile(r"\\[\\{}\[\]()|]")  # a sign that stands for itself
GROUP = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
PRIVATE = 0xE000  # where such signs are kept apart
Said = tuple[int, int, int]  # from, to (behind the last sign), the number of the sentence


@dataclass(frozen=True, slots=True)
class TextPrint:
    """One text of a card in its field."""

    field: str
    text: str
    sentences: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class CardPrint:
    """A card: its fields without texts, in words or as a number, and its texts."""

    fields: dict[str, str | int]
    texts: tuple[TextPrint, ...]


@dataclass(frozen=True, slots=True)
class FigurePrint:
    """A property that is a printed number before anything changes it. `kind`: of which kind of card
    ("": of all); `function` works it out. `hides`: it looks at cards that somebody may not see.
    """

    word: str
    kind: str
    prints: str
    part: str
    function: str
    hides: bool


@dataclass(frozen=True, slots=True)
class FormatPrint:
    """`kinds`: the fields of each kind of card; `figures` by property; `terms`: meanings by what
    is printed.
    """

    kinds: dict[str, tuple[str, ...]]
    cards: tuple[CardPrint, ...]
    figures: dict[str, FigurePrint]
    terms: dict[str, str] = field(default_factory=dict[str, str])


def printed_of(edition: Edition) -> FormatPrint:
    """What is printed in a format; kept with what else was worked out from its files."""
    found = edition.cache.read(PART)
    if isinstance(found, FormatPrint):
        return found
    found = Printing(edition).format()
    edition.cache.write(PART, found)
    return found


class Printing:
    """Works it out from what the format means."""

    def __init__(self, edition: Edition) -> None:
        self.words: Wordbook = edition.contents.wordbook
        self.program = edition.contents.program
        self.meaning: Meaning = meaning_of(edition, self.program.seats)
        ledger = edition.files.ledger
        self.clauses = read_ledger(ledger)[0].clauses if ledger is not None else {}
        self.declared: dict[str, d.PlainField] = {}
        self.kinds: dict[str, list[str]] = {}
        self.numbers = {
            (one.sentence.labels, one.sentence.effect): int(one.id)
            for one in self.meaning.format.abilities
        }
        for kind in self.meaning.format.ruleset.all(d.CardDeclaration):
            fields = self.kinds.setdefault(str(kind.name), [])
            for one in kind.fields:
                inner = one.fields if isinstance(one, d.PartField) else (one,)
                plain = [each for each in inner if isinstance(each, d.PlainField)]
                self.declared |= {str(each.name): each for each in plain}
                parts = self.words.parts[str(one.name)] if isinstance(one, d.PartField) else ()
                fields += parts or [str(each.name) for each in plain]

    def format(self) -> FormatPrint:
        """All of it."""
        cards = tuple(map(self.card, self.meaning.format.cards))
        kinds = {kind: tuple(dict.fromkeys(fields)) for kind, fields in self.kinds.items()}
        figures = {str(key): one for key, one in self.figures()}
        return FormatPrint(kinds, cards, figures, self.terms())

    # ---- cards

    def card(self, card: CardDefinition) -> CardPrint:
        """What is printed on one."""
        fields: dict[str, str | int] = {}
        for name, value in card.fields.items():
            if isinstance(value, list):  # of its parts
                rows = cast(list[dict[str, object]], value)
                for part, row in zip(self.words.parts[name], rows, strict=True):
                    said = (str(self.value(inner, one)) for inner, one in row.items())
                    fields[part] = ", ".join(filter(None, said))
            else:
                fields[name] = self.value(name, value)
        texts = [one for name, text in card.texts.items() for one in self.texts(name, text)]
        return CardPrint({name: one for name, one in fields.items() if one != ""}, tuple(texts))

    def value(self, name: str, value: object) -> str | int:
        """What stands in a field."""
        declared = self.declared.get(name)
        kind = str(getattr(declared.type, "word", "")) if declared is not None else ""
        if declared is not None and isinstance(declared.type, TruthType):
            return say("en", "yes") if value else ""
        if isinstance(value, tuple):
            members = [str(self.value(name, one)) for one in cast(tuple[object, ...], value)]
            if declared is not None and declared.per is not None:
                called = self.words.symbols[str(declared.per)]
                members = [f"{one} {said}" for one, said in zip(called, members, strict=True)]
            return ", ".join(one for one in members if one)
        if isinstance(value, int):
            texts = self.words.symbols.get(kind, ())
            return texts[value] if 0 <= value < len(texts) else "" if value < -99999 else value
        if isinstance(value, Node):
            return self.meaning.source(value.span)
        return str(value) if isinstance(value, str) else ""

    def texts(self, name: str, text: object) -> Iterator[TextPrint]:
        """The texts of a field, a line of the file each."""
        return (self.text(name, together) for together in by_line(text))

    def text(self, name: str, sentences: list[Sentence]) -> TextPrint:
        """Sentences side by side, with what stands between and behind them."""
        said, places = "", list[Said]()
        for number, one in enumerate(sentences):
            begin = len(said)
            said += self.meaning.source(one.span)
            places.append((begin, len(said), self.numbers.get((one.labels, one.effect), -1)))
            last = number + 1 == len(sentences)
            until = (1 << 30) if last else sentences[number + 1].span.column
            span, line = one.span, one.span.end_line
            rest = self.meaning.source(Span(span.file, line, span.end_column, line, until))
            if last:
                rest = rest[:1] if rest[:1] in (".", "!", ")") else ""
            said += rest + ("" if last else " ")
        return TextPrint(name, said, tuple(places))

    # ---- figures and terms

    def figures(self) -> Iterator[tuple[object, FigurePrint]]:
        """The properties of cards and their parts that read one printed number, but for those that
        another one of them starts as.
        """
        inner = {
            one.property
            for known in self.meaning.format.properties.values()
            for one in self.of_subject(known)
            if isinstance(one, v.Property) and known.base.type.kind == "number"
        }
        for key, known in self.meaning.format.properties.items():
            if key in inner or known.base.type.kind != "number" or key.of in ("game", "player"):
                continue
            fields = {str(one) for one in self.reads(known)}
            if len(fields) == 1:
                kind = "" if key.of == "card" or known.part is not None else str(key.of)
                part = "" if known.part is None else str(known.part)
                function = f"property:{key.name}:{key.of}"
                yield (
                    key,
                    FigurePrint(
                        str(key.name), kind, fields.pop(), part, function, self.hides(function)
                    ),
                )

    def hides(self, function: str) -> bool:
        """Whether a function looks at cards of zones that not everybody sees, or at a note that not
        everybody reads; how many cards there are, or whether a card is there, is no secret. A card
        that speaks from where it is hidden would make what it changes known, and does not count.
        """
        program = self.meaning.program
        secret = {name for name, zone in program.zones.items() if zone.seen != "all"}
        known, ahead, looks = set[str](), [function], False
        while ahead and not looks:
            name = ahead.pop()
            if name in known:
                continue
            known.add(name)
            nodes = [*all_nodes(program.functions[name].value)]
            counted = [one.of for one in nodes if isinstance(one, ir.Count | ir.Contains)]
            for one in nodes:
                if isinstance(one, ir.Apply):
                    ahead.append(one.function)
                elif isinstance(one, ir.ApplyDispatch):
                    ahead += program.dispatch[one.table]
                elif isinstance(one, ir.Field):
                    spec = program.fields.get(one.name)
                    looks = looks or (spec is not None and spec.is_kept_secret)
                elif isinstance(one, ir.Zone) and one.name in secret:
                    looks = looks or not any(one is other for other in counted)
        return looks

    def terms(self) -> dict[str, str]:
        """What each keyword means, by what is printed for it: its reminder, else what the ledger
        says of the clauses that it cites.
        """
        found: dict[str, str] = {}
        meanings = {str(one.name): self.means(one) for one in self.keywords()}
        for one in self.keywords():
            said = [plain_pattern(str(say.pattern)) for say in one.says if say.language is None]
            found |= {text: meanings[str(one.name)] for text in said if text}
        for ability in self.meaning.format.abilities:
            said = self.words.abilities[int(ability.id)].rstrip(".")
            if said:
                found[said] = meanings.get(str(ability.sentence.effect.phrase), "")
        return {said: means for said, means in found.items() if means}

    def keywords(self) -> Iterable[d.KeywordDeclaration]:
        """The keywords of the format."""
        return self.meaning.format.ruleset.all(d.KeywordDeclaration)

    def means(self, keyword: d.KeywordDeclaration) -> str:
        """What a keyword means; empty where nothing says it."""
        reminders = keyword.reminders.says if keyword.reminders is not None else ()
        texts = (plain_pattern(str(say.pattern)) for say in reminders if say.language is None)
        said = next(filter(None, texts), "")
        if said:
            return f"{said[0].upper()}{said[1:].rstrip('.')}."
        cited = dict.fromkeys(
            clause
            for node in nodes_in(keyword)
            if isinstance(node, Cites)
            for clause in clauses_of(node)
        )
        return " ".join(self.clauses[one].statement for one in cited if one in self.clauses)

    def reads(self, known: PropertyMeaning) -> Iterator[object]:
        """The fields of what has a property that its value before all changes reads."""
        for one in self.of_subject(known):
            if isinstance(one, v.Property):
                yield from self.reads(self.meaning.format.properties[one.property])
            elif isinstance(one, v.CardField | v.PartField | v.FieldEntry):
                yield one.field

    def of_subject(self, known: PropertyMeaning) -> Iterator[v.Form]:
        """What is read of that itself, as far as it is a number."""
        for one in walk(known.base):
            of = one.part if isinstance(one, v.PartField) else None
            of = one.card if isinstance(one, v.CardField | v.FieldEntry) else of
            of = one.of if isinstance(one, v.Property) else of
            if of is None or not isinstance(of.form, v.Local):
                continue
            if of.form.binding is known.subject and self.is_number(one):
                yield one

    def is_number(self, form: v.Form) -> bool:
        """Whether what is read is a number."""
        if isinstance(form, v.Property):
            return self.meaning.format.properties[form.property].type.kind == "number"
        declared = self.declared.get(str(getattr(form, "field", "")))
        return declared is not None and str(getattr(declared.type, "word", "")) == "number"


def by_line(text: object) -> Iterator[list[Sentence]]:
    """The sentences of a text of a card, those together that stand on one line of the file."""
    sentences: list[Sentence] = [*getattr(text, "sentences", ())]
    while sentences:
        together = [sentences.pop(0)]
        while sentences and goes_on(together[-1].span, sentences[0].span):
            together.append(sentences.pop(0))
        yield together


def goes_on(one: Span, other: Span) -> bool:
    """Whether a sentence stands on the line where another one ends."""
    return (one.file, one.end_line) == (other.file, other.line)


def plain_pattern(pattern: str) -> str:
    """A pattern as a sentence: with what may be left out, the first of what it may say instead;
    empty where it has a slot.
    """
    text = SIGN.sub(lambda found: chr(PRIVATE + ord(found[0][1])), pattern)
    while (simpler := GROUP.sub(lambda found: found[1].split("|")[0], text)) != text:
        text = simpler
    if "{" in text:
        return ""
    return "".join(chr(ord(c) - PRIVATE) if ord(c) >= PRIVATE else c for c in text).strip()
