"""Reading cards: each field by the type its kind declares, texts by the format's
vocabulary.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from ..ir.ir import missing_of
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import files
from ..nodes.base import Node, Word
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Text, Use
from ..problems.problem import MOST_PROBLEMS, Label, Problem, Problems, has_errors
from ..problems.similar import NUMBERS, nearest, said_otherwise
from ..ruleset.reads import Reads
from ..ruleset.remembered import Remembered
from ..ruleset.ruleset import Ruleset, once
from ..ruleset.shapes import field_names, has_commas, has_word, is_card_type
from ..syntax.print_files import print_node
from ..syntax.rows import before_remark
from ..vocabulary.lexicon import truth_words
from ..vocabulary.reading import singles
from ..vocabulary.titles import titles_in
from ..vocabulary.tokens import part_span
from .called import Called, unaccented
from .definition import CardDefinition
from .memo import Key, Memo
from .records import parted

DONE = ("cost", "effect")  # fields that hold one phrase to be run
NOTHING = ("", "-")  # what is printed where a card has nothing
FIRST = "the first one"
LOOK_ALIKE = str.maketrans("lIOo", "1100")  # letters that one takes for figures
PAIR = re.compile(r"^\s*(\S+?)\s*:?\s+([+-]?\w+)\s*$")


@dataclass(frozen=True, slots=True, eq=False)
class CardRead:
    """A card as it was read, with what was used of the texts that are known."""

    memo: Memo
    used: dict[Key, None]
    definition: CardDefinition


class CardsRead(Remembered[CardRead]):
    """The cards of a format as they were read, with all that was asked of its rules meanwhile."""

    def __init__(self, reads: Reads) -> None:
        super().__init__()
        self.reads = reads


def follow_cards(ruleset: Ruleset, older: Ruleset) -> None:
    """Cards that were read for older rules stay as they are where these answer the same to all
    that was asked.
    """
    known: CardsRead | None = older.known.get(CardsRead)
    if known is None or CardsRead in ruleset.known:
        return
    if known.reads.hold(ruleset, ruleset.held):
        found = ruleset.known[CardsRead] = CardsRead(known.reads.copy())
        found.now, found.before = {**known.now}, {**known.before}


@once
def titles_of_kinds(ruleset: Ruleset) -> dict[str, set[str]]:
    """What kinds of card are called, in all languages, in small letters."""
    further, found = [*titles_in(ruleset).values()], dict[str, set[str]]()
    for kind in ruleset.all(d.CardDeclaration):
        own = kind.titles.names if kind.titles is not None else ()
        more = (t for titles in further for t in titles.get(("card", str(kind.name)), ()))
        found[str(kind.name)] = {title.lower() for title in (*own, *more)}
    return found


@dataclass(slots=True)
class CardReader:
    """Reads cards of one format; gathers problems."""

    ruleset: Ruleset
    memo: Memo
    problems: Problems = field(default_factory=Problems)
    codes: dict[str, files.Card] = field(default_factory=dict[str, files.Card])
    printed: bool = False  # the card is a record: its texts have no places of their own
    spoken: str = ""  # the language of the card that is read, if not the format's own

    @property
    def called(self) -> Called:
        """What is offered in place of what is wrong is called."""
        return Called(self.ruleset, self.spoken)

    def read_all(self, cards: Iterable[files.Card]) -> list[CardDefinition]:
        """What can be read of some cards; of a file with very many mistakes only the first."""
        found: list[CardDefinition] = []
        wrong = Counter[str]()  # cards, by file
        known: CardsRead = self.ruleset.known.setdefault(CardsRead, CardsRead(Reads()))
        known.renew()
        with self.ruleset.noting(known.reads):
            for card in cards:
                if wrong[card.span.file] > MOST_PROBLEMS + 1:
                    continue
                before = len(self.problems)
                definition = self.read_known(card, known)
                found += [] if definition is None else [definition]
                wrong[card.span.file] += has_errors(self.problems[before:])
        return found

    def read_known(self, card: files.Card, known: CardsRead) -> CardDefinition | None:
        """A card; one with which nothing is wrong is read once with the same rules and words."""
        found, memo = known.find(card), self.memo
        if found is not None and found.memo is memo and str(card.code) not in self.codes:
            self.codes[str(card.code)] = card
            memo.used |= found.used
            return found.definition
        before, used = len(self.problems), memo.used
        memo.used = {}
        definition = self.read(card)
        if definition is not None and len(self.problems) == before:
            known.put(card, CardRead(memo, memo.used, definition))
        memo.used = used | memo.used
        return definition

    def read(self, card: files.Card) -> CardDefinition | None:
        old = self.codes.get(str(card.code))
        if old is not None:
            text, first = (f"Two cards have the code {card.code}.", Label(old.code.span, FIRST))
            free = self.free_code(str(card.code))
            self.problems.report("code-twice", text, card.code.span, free, first)
            return None
        self.codes[str(card.code)] = card
        self.spoken = "" if self.printed else Called(self.ruleset).spoken_on(card)
        if self.has_colons(card):
            return None
        kind = self.kind_of(card)
        if kind is None:
            return None
        result = CardDefinition(card.name, card.code, str(kind.name), span=card.span)
        lines: dict[str, list[files.CardField]] = {}
        vocabulary = self.memo.vocabulary
        for line in (part for one in card.fields for part in parted(one, vocabulary)):
            if line.name != "kind":
                lines.setdefault(str(line.name), []).append(line)
        called = self.called
        fields = {str(f.name): f for f in kind.fields if isinstance(f, d.PlainField)}
        parts = {str(f.name): f for f in kind.fields if isinstance(f, d.PartField)}
        for name, part in parts.items():
            self.read_parts(result, part, lines.pop(name, []))
        known, meant = [*fields, *parts], set[str | None]()
        for name, found in lines.items():
            if name not in fields:
                meaning, near = called.near_field(name, known)
                meant.add(meaning)
                self.refuse_field(found[0].name, kind, [near] if near else known)
            else:
                self.read_field(result, fields[name], found)
        for name, declared in fields.items():
            if name not in lines and name not in meant:
                self.missing(card, result, declared)
        return result

    def refuse_field(self, name: Word, kind: d.CardDeclaration, known: list[str]) -> None:
        """A field that cards of a kind do not have; cards of another one may."""
        every = self.ruleset.all(d.CardDeclaration)
        called = self.called
        have = [called.kind(str(one.name)) for one in every if name in field_names(one)]
        of = called.kind(str(kind.name))
        if have:
            text = f'Cards of the kind {of} have no "{name}"; {" and ".join(have)} has it.'
            self.problems.report("unknown-field", text, name.span)
        else:
            shown = known if len(known) == 1 else [called.field(one) for one in known]
            self.problems.unknown("unknown-field", f"field of the kind {of}", name, shown)

    def has_colons(self, card: files.Card) -> bool:
        """Whether names of fields have a `:` behind them, which is a mistake."""
        wrong = [line for line in card.fields if line.value.startswith(":")]
        for line in wrong:
            name, value = line.name.span, line.value.span
            text = f"No `:` stands behind the name of a field. Write: `{line.name}`."
            span = replace(name, end_line=value.line, end_column=value.column + 1)
            self.problems.report("colon-extra", text, span, str(line.name))
        return bool(wrong)

    def free_code(self, code: str) -> str:
        """The first code behind those that begin alike."""
        stem = code.rstrip("0123456789")
        ends = [known.removeprefix(stem) for known in self.codes if known.startswith(stem)]
        return f"{stem}{1 + max((int(end) for end in ends if end.isdecimal()), default=0)}"

    def kind_of(self, card: files.Card) -> d.CardDeclaration | None:
        kinds = {str(k.name): k for k in self.ruleset.all(d.CardDeclaration)}
        line = next((f for f in card.fields if f.name == "kind"), None)
        if line is None:
            if len(kinds) == 1:
                return next(iter(kinds.values()))
            if not self.refuse_other_word(card, kinds):
                self.refuse_no_kind(card, kinds)
            return None
        titles = titles_of_kinds(self.ruleset)
        for name, kind in kinds.items():
            if line.value == name or line.value.lower() in titles[name]:
                return kind
        called, word = self.called, self.plain(line)
        near = called.near_kind(word, kinds.values())
        known = [near] if near else [called.kind(name) for name in kinds]
        self.problems.unknown("unknown-kind", "kind of card", word, known)
        return None

    def refuse_other_word(self, card: files.Card, kinds: Mapping[str, d.CardDeclaration]) -> bool:
        """Whether a card says its kind behind another word than that for it; told there."""
        known = {name for kind in kinds.values() for name in field_names(kind)}
        titles = titles_of_kinds(self.ruleset)
        for line in card.fields:
            said = str(self.plain(line))
            names_one = said in kinds or any(said.lower() in titles[name] for name in kinds)
            if names_one and str(line.name) not in known:
                word = self.called.field("kind")
                text = f'What kind of card it is stands behind `{word}`, not "{line.name}".'
                self.problems.report("unknown-field", text, line.name.span, word)
                return True
        return False

    def refuse_no_kind(self, card: files.Card, kinds: Mapping[str, d.CardDeclaration]) -> None:
        """A card without its kind: one is offered that has most of its fields and lacks fewest."""
        given = {str(line.name) for line in card.fields}

        def strange(kind: d.CardDeclaration) -> tuple[int, int]:
            own = field_names(kind)
            return len(given - own), len(own - given)

        text = f'"{card.name}" does not say what kind of card it is.'
        likeliest = min(kinds, key=lambda name: strange(kinds[name]), default="")
        line = f"{self.called.field('kind')}  {self.called.kind(likeliest)}" if likeliest else ""
        text += f" Write below it, indented: `{line}`." if line else ""
        mend = f"{card.code}\n    {line}" if line else ""
        self.problems.report("no-kind", text, card.code.span, mend)

    def plain(self, line: files.CardField) -> Word:
        """The value without a comment behind it."""
        text = before_remark(str(line.value))
        return line.value if text == str(line.value) else Word(text, line.value.span)

    def missing(self, card: files.Card, result: CardDefinition, declared: d.PlainField) -> None:
        """A field with a start has it; a text, list or optional field may be left out."""
        for attribute in declared.attributes:
            if isinstance(attribute, attrs.StartsAttribute):
                word = Word(print_node(attribute.value).strip(), declared.name.span)
                result.fields[str(declared.name)] = self.value(declared.type, word)
                return
            if isinstance(attribute, attrs.KindAttribute) and attribute.word == "optional":
                return
        self.refuse_missing(card, str(declared.name), self.example_of(declared.type))

    def refuse_missing(self, card: files.Card | CardDefinition, name: str, example: str) -> None:
        """A card without a field; with an example of what could stand there, a line to write."""
        name = self.called.field(name)
        text, line = f'"{card.name}" has no {name}.', f"{name}  {example}"
        text += f" Write below it, indented: `{line}`." if example else ""
        mend = f"{card.code}\n    {line}" if example else ""
        self.problems.report("field-missing", text, card.code.span, mend)

    def example_of(self, type_: attrs.Type) -> str:
        """A value of a type, as it would be written; nothing where the author alone knows one."""
        if isinstance(type_, attrs.TruthType):
            return truth_words(self.called.language)[0]
        word = str(type_.word) if isinstance(type_, attrs.PlainType) else ""
        values = self.ruleset.names("values").get(word)
        if isinstance(values, d.ValuesDeclaration) and values.items:
            return self.called.symbol(values, values.items[0])
        return "1" if word == "number" else ""

    def read_field(
        self, result: CardDefinition, declared: d.PlainField, lines: list[files.CardField]
    ) -> None:
        name = str(declared.name)
        words = [self.plain(line) for line in lines]
        if declared.per is None and self.is_nothing(declared.type, words):
            many = isinstance(declared.type, attrs.ListType)
            if not many and not has_word(declared, "optional"):
                text = f'"{result.name}" has no {name}, and {name} is not declared `optional`.'
                example = self.example_of(declared.type)
                self.problems.report("field-missing", text, words[0].span, example)
        elif declared.per is not None:
            result.fields[name] = self.table(declared, lines, words)
        elif isinstance(declared.type, attrs.PlainType) and declared.type.word == "text":
            self.text(result, name, words)
        elif isinstance(declared.type, attrs.PlainType) and declared.type.word in DONE:
            tree = self.tree(words[0], str(declared.type.word))
            if isinstance(tree, Use):
                result.texts[name] = Text((Sentence((), tree, span=words[0].span),))
        elif isinstance(declared.type, attrs.ListType):
            result.fields[name] = self.members(declared.type, words)
        else:
            if len(lines) > 1:
                text = f"{name} is given twice."
                self.problems.report("given-twice", text, lines[1].name.span)
            result.fields[name] = self.value(declared.type, words[0])

    def read_parts(
        self, result: CardDefinition, part: d.PartField, lines: list[files.CardField]
    ) -> None:
        """`branch[spring] 3, Sweet`: the fields of a part in their order, by commas."""
        values = self.ruleset.find(d.ValuesDeclaration, part.per)
        assert values is not None
        found: dict[int, dict[str, object]] = {}
        names = [str(item.name) for item in values.items]
        for line in lines:
            number = symbol_number(values, str(line.key or ""))
            if number is None:
                word, place = line.key or line.value, line.name.span
                self.problems.unknown("unknown-value", str(part.per), word, names, place)
            elif number in found:
                text = f"{part.name}[{line.key}] is given twice."
                self.problems.report("given-twice", text, line.name.span)
            else:
                found[number] = self.read_part(part, self.plain(line))
        needed = any(not has_word(field, "optional") for field in part.fields)
        for number, name in enumerate(names):
            if number not in found and needed:
                plain = [field for field in part.fields if isinstance(field, d.PlainField)]
                examples = [self.example_of(field.type) for field in plain]
                example = ", ".join(examples) if all(examples) else ""
                self.refuse_missing(result, f"{part.name}[{name}]", example)
        result.fields[str(part.name)] = [found.get(k, {}) for k in range(len(names))]

    def read_part(self, part: d.PartField, word: Word) -> dict[str, object]:
        """The fields of one part; the last one takes the rest of the line."""
        fields = [field for field in part.fields if isinstance(field, d.PlainField)]
        pieces = split_at(word, ",", len(fields) - 1)
        found: dict[str, object] = {}
        for one, piece in zip(fields, pieces, strict=False):
            type_, name = one.type, str(one.name)
            if isinstance(type_, attrs.ListType):
                found[name] = self.members(type_, [piece])
            elif not self.is_nothing(type_, [piece]):
                found[name] = self.value(type_, piece)
        for one in fields:
            if str(one.name) not in found and not has_word(one, "optional"):
                text = f"This {part.name} has no {one.name}."
                wanted = ", ".join(str(f.name) for f in fields)
                text += f" Its line says, parted by commas: {wanted}."
                missing = [self.example_of(f.type) for f in fields[len(pieces) :]]
                mend = ", ".join([str(word), *missing]) if missing and all(missing) else ""
                self.problems.report("field-missing", text, word.span, mend)
        return found

    def is_nothing(self, type_: attrs.Type, words: list[Word]) -> bool:
        """Whether a card says that it has none of this: with `-`, unless that is a symbol."""
        if isinstance(type_, attrs.MaybeType) or any(str(word) not in NOTHING for word in words):
            return False
        values = self.ruleset.find(d.ValuesDeclaration, getattr(type_, "word", Word("")))
        return values is None or symbol_number(values, str(words[0])) is None

    def members(self, type_: attrs.Type, words: list[Word]) -> tuple[object, ...]:
        """The values of a list; phrases are parted by " / ", plain values by commas."""
        if self.is_nothing(type_, words):
            return ()
        sign = "," if has_commas(self.ruleset, type_) else " / "
        parts = (part for word in words for part in split_at(word, sign, -1))
        return tuple(self.value(type_, part) for part in parts if part)

    def text(self, result: CardDefinition, name: str, words: list[Word]) -> None:
        sentences: list[Node] = []
        for word in words:
            tree = self.tree(word)
            if isinstance(tree, Text):
                sentences += [one for said in tree.sentences for one in singles(said)]
        result.texts[name] = Text(tuple(sentences))  # pyright: ignore[reportArgumentType]

    def tree(self, word: Word, category: str = "") -> Node | None:
        """What a text says, or a phrase of a category; it may be known from before. Nothing is
        said of a category that is none: that is told where the field is declared.
        """
        if category and not self.memo.vocabulary.lexicon.is_type(category):
            return None
        is_record = self.printed and not category
        found = self.memo.read(word, category, is_record=is_record)
        if not isinstance(found, Problem):
            return found
        self.problems.append(replace(found, span=word.span) if is_record else found)
        return None

    def table(
        self, declared: d.PlainField, lines: list[files.CardField], words: list[Word]
    ) -> tuple[object, ...]:
        """`A 360, B 230`, `3: 10, 4: 20`, or a line for each: `attack[A] 360`."""
        assert declared.per is not None
        values = self.ruleset.find(d.ValuesDeclaration, declared.per)
        if values is None:
            known = self.ruleset.names("values")
            self.problems.unknown("unknown-value", "set of values", declared.per, known)
            return ()
        found: dict[int, object] = {}
        for line, word in zip(lines, words, strict=True):
            pairs = [(line.key, word)] if line.key is not None else self.pairs(word)
            for key, value in pairs:
                number = symbol_number(values, str(key))
                if number is None:
                    what, names = (str(declared.per), [str(item.name) for item in values.items])
                    self.problems.unknown("unknown-value", what, key, names, word.span)
                else:
                    found[number] = self.value(declared.type, value)
        for number, item in enumerate(values.items):
            if number not in found:
                text = f"{self.called.field(str(declared.name))} has no entry for {item.name}."
                example = self.example_of(declared.type)
                entry = f"{item.name} {example}" if example else ""
                text += f" Write: `{entry}`." if entry else ""
                last, is_list = words[-1], entry and lines[-1].key is None
                mend = f"{last}, {entry}" if is_list else ""
                self.problems.report("entry-missing", text, last.span, mend)
        return tuple(found.get(k, -1) for k in range(len(values.items)))

    def pairs(self, word: Word) -> list[tuple[str, Word]]:
        found: list[tuple[str, Word]] = []
        parts = str(word).split(",")
        for part in parts:
            match = PAIR.match(part)
            if match is None:
                text = f'An entry is a name and a value, not "{part.strip()}".'
                turned = [re.sub(r"^\s*(\S+)\s+(\S+)\s*$", r"\2 \1", one) for one in parts]
                right = all(map(PAIR.match, turned)) and turned != parts
                mend = ", ".join(turned) if right else ""
                self.problems.report("bad-entry", text, word.span, mend)
            else:
                found.append((match[1], Word(match[2], word.span)))
        return found

    def value(self, type_: attrs.Type, word: Word) -> object:
        """One value of a type; a wrong one is reported and becomes none."""
        if isinstance(type_, attrs.TruthType):
            for language in ("en", *self.ruleset.languages):
                if str(word) in truth_words(language):
                    return int(str(word) == truth_words(language)[0])
            text = f'"{word}" is neither yes nor no.'
            known = truth_words(self.called.language)
            text += f" Write `{known[0]}` or `{known[1]}`."
            mend = said_otherwise(str(word), ("yes", "no")) or nearest(str(word), known) or ""
            mend = known[mend == "no"] if mend in ("yes", "no") else mend
            mend = mend or next((one for one in known if unaccented(one) == word), "")
            self.problems.report("not-yes-or-no", text, word.span, mend)
            return 0
        assert isinstance(type_, (attrs.PlainType, attrs.ListType, attrs.MaybeType))
        if isinstance(type_, attrs.MaybeType) and str(word) in ("none", "-"):
            return missing_of(str(type_.word))
        name = str(type_.word)
        if name == "number":
            if re.fullmatch(r"[+-]?\d{1,7}", str(word)):
                return int(word)
            digits = str(word).translate(LOOK_ALIKE)
            mend = digits if digits.isdecimal() else str(NUMBERS.get(str(word).lower(), ""))
            self.problems.report("not-a-number", f'"{word}" is no number.', word.span, mend)
            return 0
        values = self.ruleset.find(d.ValuesDeclaration, name)
        if values is not None:
            number = symbol_number(values, str(word))
            if number is None:
                known = [str(t) for item in values.items for t in (item.name, *item.titles)]
                near = nearest(word, known)
                shown = [self.called.symbol(values, item) for item in values.items]
                called = self.called.field(name)
                self.problems.unknown("unknown-value", called, word, [near] if near else shown)
            return -1 if number is None else number
        if name in ("name", "word"):
            return str(word).strip('"')
        if is_card_type(self.ruleset, type_):
            return word
        return self.tree(word, name)


def split_at(word: Word, sign: str, most: int) -> list[Word]:
    """A text taken apart at a sign, at most so often; each piece at its own place."""
    pieces: list[Word] = []
    start = 0
    for text in str(word).split(sign, most):
        skip = len(text) - len(text.lstrip())
        inner, at = text.strip(), start + skip
        pieces.append(Word(inner, part_span(word, at, at + len(inner))))
        start += len(text) + len(sign)
    return pieces


def symbol_number(values: d.ValuesDeclaration, text: str) -> int | None:
    """The place of a symbol by its name or any of its printed titles."""
    for number, item in enumerate(values.items):
        if item.name == text or text.lower() in (str(t).lower() for t in item.titles):
            return number
    return None
