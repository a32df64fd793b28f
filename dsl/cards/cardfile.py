"""Reading cards: each field by the type its kind declares, texts by the format's
vocabulary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ..ir.ir import missing_of
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import files
from ..nodes.base import Node, Word, word_at
from ..nodes.expressions import Sentence, Text, Use
from ..problems.problem import Label, Problem, unknown
from ..ruleset.ruleset import Ruleset
from ..ruleset.shapes import is_card_type
from ..vocabulary.lexicon import truth_words
from ..vocabulary.reading import singles
from ..vocabulary.titles import titles_in
from ..vocabulary.vocabulary import Vocabulary
from .definition import CardDefinition
from .memo import Memo
from .part_checks import is_optional

PAIR = re.compile(r"^\s*(\S+?)\s*:?\s+([+-]?\w+)\s*$")


@dataclass(slots=True)
class CardReader:
    """Reads cards of one format; gathers problems."""

    ruleset: Ruleset
    vocabulary: Vocabulary
    problems: list[Problem] = field(default_factory=list[Problem])
    codes: dict[str, files.Card] = field(default_factory=dict[str, files.Card])
    memo: Memo = field(default_factory=Memo)
    printed: bool = False  # the card is a record: its texts have no places of their own

    def read(self, card: files.Card) -> CardDefinition | None:
        old = self.codes.get(str(card.code))
        if old is not None:
            text = f"Two cards have the code {card.code}."
            self.problems.append(
                Problem(
                    "code-twice",
                    text,
                    card.code.span,
                    "Give one of them another code.",
                    labels=(Label(old.code.span, "the first one"),),
                )
            )
            return None
        self.codes[str(card.code)] = card
        kind = self.kind_of(card)
        if kind is None:
            return None
        result = CardDefinition(card.name, card.code, str(kind.name), span=card.span)
        lines: dict[str, list[files.CardField]] = {}
        for line in card.fields:
            if line.name != "kind":
                lines.setdefault(str(line.name), []).append(line)
        fields = {str(f.name): f for f in kind.fields if isinstance(f, d.PlainField)}
        parts = {str(f.name): f for f in kind.fields if isinstance(f, d.PartField)}
        for name, part in parts.items():
            self.read_parts(result, part, lines.pop(name, []))
        for name, found in lines.items():
            if name not in fields:
                self.problems.append(
                    unknown(
                        "unknown-field",
                        f"field of a {kind.name}",
                        name,
                        found[0].name.span,
                        [*fields, *parts],
                    )
                )
            else:
                self.read_field(result, fields[name], found)
        for name, declared in fields.items():
            if name not in lines:
                self.missing(card, result, declared)
        return result

    def kind_of(self, card: files.Card) -> d.CardDeclaration | None:
        kinds = {str(k.name): k for k in self.ruleset.all(d.CardDeclaration)}
        line = next((f for f in card.fields if f.name == "kind"), None)
        if line is None:
            if len(kinds) == 1:
                return next(iter(kinds.values()))
            text = f'"{card.name}" does not say what kind of card it is.'
            mend = f"kind  {next(iter(kinds), '..')}"
            self.problems.append(Problem("no-kind", text, card.span, mend))
            return None
        for kind in kinds.values():
            titles = (
                [str(t).lower() for t in kind.titles.names]
                if kind.titles is not None
                else []
            )
            titles += [text.lower() for text in self.further_titles(str(kind.name))]
            if line.value == kind.name or str(line.value).lower() in titles:
                return kind
        value = self.plain(line)
        self.problems.append(
            unknown("unknown-kind", "kind of card", str(value), value.span, kinds)
        )
        return None

    def further_titles(self, kind: str) -> list[str]:
        """What other languages call a kind of card."""
        found = titles_in(self.ruleset).values()
        return [text for titles in found for text in titles.get(("card", kind), ())]

    def plain(self, line: files.CardField) -> Word:
        """The value without a comment behind it."""
        text = str(line.value)
        quoted = False
        for k, sign in enumerate(text):
            if sign == '"':
                quoted = not quoted
            elif sign == "#" and not quoted and (k == 0 or text[k - 1] in " \t"):
                return word_at(text[:k].rstrip(), line.value.span)
        return line.value

    def missing(
        self, card: files.Card, result: CardDefinition, declared: d.PlainField
    ) -> None:
        """A field with a start has it; a text, list or optional field may be left out."""
        for attribute in declared.attributes:
            if isinstance(attribute, attrs.StartsAttribute):
                from ..syntax.print_files import print_node

                word = word_at(print_node(attribute.value).strip(), declared.name.span)
                result.fields[str(declared.name)] = self.value(declared.type, word)
                return
            if isinstance(attribute, attrs.KindAttribute) and attribute.word == "optional":
                return
        text = f'"{card.name}" has no {declared.name}.'
        mend = f"{declared.name}  .."
        self.problems.append(Problem("field-missing", text, card.name.span, mend))

    def read_field(
        self, result: CardDefinition, declared: d.PlainField, lines: list[files.CardField]
    ) -> None:
        name = str(declared.name)
        words = [self.plain(line) for line in lines]
        if declared.per is not None:
            result.fields[name] = self.table(declared, lines, words)
        elif isinstance(declared.type, attrs.PlainType) and declared.type.word == "text":
            self.text(result, name, words)
        elif isinstance(declared.type, attrs.PlainType) and declared.type.word in (
            "cost",
            "effect",
        ):
            self.sentence(result, name, str(declared.type.word), words[0])
        elif isinstance(declared.type, attrs.ListType):
            items = [
                part for word in words for part in self.items(declared.type.word, word)
            ]
            result.fields[name] = tuple(self.value(declared.type, item) for item in items)
        else:
            if len(lines) > 1:
                text = f"{name} is given twice."
                self.problems.append(Problem("given-twice", text, lines[1].name.span))
            result.fields[name] = self.value(declared.type, words[0])

    def read_parts(
        self, result: CardDefinition, part: d.PartField, lines: list[files.CardField]
    ) -> None:
        """`branch[spring] 3, Sweet`: the fields of a part in their order, by commas."""
        values = self.ruleset.names("values").get(str(part.per))
        assert isinstance(values, d.ValuesDeclaration)
        found: dict[int, dict[str, object]] = {}
        names = [str(item.name) for item in values.items]
        for line in lines:
            number = symbol_number(values, str(line.key or ""))
            if number is None:
                wrong = unknown(
                    "unknown-value",
                    str(part.per),
                    str(line.key or line.value),
                    line.name.span,
                    names,
                )
                self.problems.append(wrong)
            elif number in found:
                text = f"{part.name}[{line.key}] is given twice."
                self.problems.append(Problem("given-twice", text, line.name.span))
            else:
                found[number] = self.read_part(part, self.plain(line))
        for number, name in enumerate(names):
            if number not in found:
                text = f'"{result.name}" has no {part.name}[{name}].'
                mend = f"{part.name}[{name}]  .."
                self.problems.append(Problem("field-missing", text, result.name.span, mend))
                found[number] = {}
        result.fields[str(part.name)] = [found[k] for k in range(len(names))]

    def read_part(self, part: d.PartField, word: Word) -> dict[str, object]:
        """The fields of one part; the last one takes the rest of the line."""
        fields = [field for field in part.fields if isinstance(field, d.PlainField)]
        pieces = split_at(word, ",", len(fields) - 1)
        found: dict[str, object] = {}
        for one, piece in zip(fields, pieces, strict=False):
            if isinstance(one.type, attrs.ListType):
                items = self.items(one.type.word, piece)
                found[str(one.name)] = tuple(self.value(one.type, item) for item in items)
            else:
                found[str(one.name)] = self.value(one.type, piece)
        for one in fields[len(pieces) :]:
            if not is_optional(one):
                text = f"This {part.name} has no {one.name}."
                mend = ", ".join(str(f.name) for f in fields)
                self.problems.append(Problem("field-missing", text, word.span, mend))
        return found

    def items(self, type_: Word, word: Word) -> list[Word]:
        """Phrases are parted by " / ", plain values by commas."""
        plain = str(type_) in ("number", "name", "word") or str(
            type_
        ) in self.ruleset.names("values")
        sign = "," if plain else " / "
        return [part for part in split_at(word, sign, -1) if part]

    def text(self, result: CardDefinition, name: str, words: list[Word]) -> None:
        sentences: list[Node] = []
        for word in words:
            tree = self.printed_text(word) if self.printed else self.written_text(word)
            if tree is None:
                continue
            sentences += [one for sentence in tree.sentences for one in singles(sentence)]
        result.texts[name] = Text(tuple(sentences))  # pyright: ignore[reportArgumentType]

    def written_text(self, word: Word) -> Text | None:
        reading = self.vocabulary.read_text(word)
        tree = reading.trees[0] if reading.status == "read" else None
        if isinstance(tree, Text):
            return tree
        self.problems.append(self.vocabulary.problem_of(reading, word))
        return None

    def printed_text(self, word: Word) -> Text | None:
        """The same for a text of a record, which may be known from before."""
        text = str(word)
        known = self.memo.get(text)
        if known is None:
            reading = self.vocabulary.read_text(text)
            tree = reading.trees[0] if reading.status == "read" else None
            known = (
                tree
                if isinstance(tree, Text)
                else self.vocabulary.problem_of(reading, text)
            )
            self.memo.put(text, known)
        if isinstance(known, Text):
            return known
        self.problems.append(replace(known, span=word.span))
        return None

    def sentence(
        self, result: CardDefinition, name: str, category: str, word: Word
    ) -> None:
        """A field that holds one phrase to be run."""
        tree = self.phrase(category, word)
        if isinstance(tree, Use):
            result.texts[name] = Text((Sentence((), tree, span=word.span),))

    def table(
        self, declared: d.PlainField, lines: list[files.CardField], words: list[Word]
    ) -> tuple[object, ...]:
        """`A 360, B 230`, `3: 10, 4: 20`, or a line for each: `attack[A] 360`."""
        values = self.ruleset.names("values").get(str(declared.per))
        if not isinstance(values, d.ValuesDeclaration):
            assert declared.per is not None
            known = self.ruleset.names("values")
            per = declared.per
            self.problems.append(
                unknown("unknown-value", "set of values", str(per), per.span, known)
            )
            return ()
        found: dict[int, object] = {}
        for line, word in zip(lines, words, strict=True):
            pairs = [(line.key, word)] if line.key is not None else self.pairs(word)
            for key, value in pairs:
                number = symbol_number(values, str(key))
                if number is None:
                    names = [str(item.name) for item in values.items]
                    self.problems.append(
                        unknown(
                            "unknown-value", str(declared.per), str(key), word.span, names
                        )
                    )
                else:
                    found[number] = self.value(declared.type, value)
        for number, item in enumerate(values.items):
            if number not in found:
                text = f"{declared.name} has no entry for {item.name}."
                self.problems.append(
                    Problem("entry-missing", text, lines[0].span, f"{item.name}: ..")
                )
        return tuple(found.get(k, -1) for k in range(len(values.items)))

    def pairs(self, word: Word) -> list[tuple[str, Word]]:
        found: list[tuple[str, Word]] = []
        for part in str(word).split(","):
            match = PAIR.match(part)
            if match is None:
                text = f'I expected "NAME VALUE" here, not "{part.strip()}".'
                self.problems.append(Problem("bad-entry", text, word.span, "A 360, B 230"))
            else:
                found.append((match[1], word_at(match[2], word.span)))
        return found

    def value(self, type_: attrs.Type, word: Word) -> object:
        """One value of a type; a wrong one is reported and becomes none."""
        if isinstance(type_, attrs.TruthType):
            for language in ("en", *self.ruleset.languages):
                if str(word) in truth_words(language):
                    return int(str(word) == truth_words(language)[0])
            self.problems.append(
                Problem(
                    "not-yes-or-no", f'"{word}" is neither yes nor no.', word.span, "yes"
                )
            )
            return 0
        assert isinstance(type_, (attrs.PlainType, attrs.ListType, attrs.MaybeType))
        if isinstance(type_, attrs.MaybeType) and str(word) in ("none", "-"):
            return missing_of(str(type_.word))
        name = str(type_.word)
        if name == "number":
            return self.number(word)
        values = self.ruleset.names("values").get(name)
        if isinstance(values, d.ValuesDeclaration):
            number = symbol_number(values, str(word))
            if number is None:
                known = [
                    t
                    for item in values.items
                    for t in (str(item.name), *map(str, item.titles))
                ]
                self.problems.append(
                    unknown("unknown-value", name, str(word), word.span, known)
                )
            return -1 if number is None else number
        if name in ("name", "word"):
            return str(word).strip('"')
        if is_card_type(self.ruleset, type_):
            return word
        return self.phrase(name, word)

    def number(self, word: Word) -> int:
        if re.fullmatch(r"[+-]?\d{1,7}", str(word)):
            return int(word)
        text = f'"{word}" is no number.'
        self.problems.append(Problem("not-a-number", text, word.span))
        return 0

    def phrase(self, category: str, word: Word) -> object:
        reading = self.vocabulary.read_phrase(word, category)
        if reading.status != "read":
            self.problems.append(self.vocabulary.problem_of(reading, word))
            return None
        return reading.trees[0]


def split_at(word: Word, sign: str, most: int) -> list[Word]:
    """A text taken apart at a sign, at most so often; each piece at its own place."""
    pieces: list[Word] = []
    start = 0
    for text in str(word).split(sign, most):
        skip = len(text) - len(text.lstrip())
        span, inner = word.span, text.strip()
        first = span.column + start + skip
        place = type(span)(span.file, span.line, first, span.line, first + len(inner))
        pieces.append(word_at(inner, place))
        start += len(text) + len(sign)
    return pieces


def symbol_number(values: d.ValuesDeclaration, text: str) -> int | None:
    """The place of a symbol by its name or any of its printed titles."""
    for number, item in enumerate(values.items):
        if item.name == text or text.lower() in (str(t).lower() for t in item.titles):
            return number
    return None
