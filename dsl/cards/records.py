"""Printed cards from a database: records of JSON as cards of a format.

A format says in `printed.yaml` where in a record each field of a card stands, and what in it
says nothing. A card whose record says anything else is none: nothing printed is dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ..loading.documents import Document, read_json, read_yaml
from ..loading.library import MAPPING, FormatFiles
from ..loading.source import Source
from ..nodes.base import Span, Word
from ..nodes.dataclass import dataclass, replace
from ..nodes.declarations import CardDeclaration, PlainField
from ..nodes.files import Card, CardField
from ..problems.problem import MOST_PROBLEMS, Advice, Problem, more_below
from ..ruleset.ruleset import Ruleset
from ..syntax.parse import LONGEST_LINE, MOST_LETTERS
from ..syntax.rows import lines_of
from ..vocabulary.vocabulary import Vocabulary
from .mapping_checks import Seen, wrong_key, wrong_names

MOST = 640  # records of which all become cards
KEY_IN_SAY = re.compile(r"\{([^\W\d]\w*)\}")
SHOWN = 200  # letters of what is left out
SHOWN_PATHS = 8
WRITTEN = {  # as files of cards have it
    "code": re.compile(r"[A-Za-z][A-Za-z0-9]*-[A-Za-z0-9]+"),
    "name": re.compile(r'[^"\n]*[^"\s][^"\n]*'),
    "kind": re.compile(r".+"),
}


class Kind(BaseModel):
    """Where the kind of a card stands, and what kind of the format each is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field(alias="from")
    known: dict[str, str] = Field(alias="is")


class Rows(BaseModel):
    """A field with a line for each member of a list, as far as they fit. In `say`, `{key}` stands
    for what a member has there; a member that is no record of its own is `{it}`. With `reads` a
    line is only what reads as that category; what stands behind it is a line of the field
    `behind`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    each: str
    say: str
    where: dict[str, str | int] = Field(default_factory=dict[str, str | int])
    reads: str = ""
    behind: str = ""

    @field_validator("say")
    @classmethod
    def says_keys(cls, say: str) -> str:
        """Braces are around keys, and nowhere else."""
        if set("{}") & set(KEY_IN_SAY.sub("", say)):
            raise ValueError("In `say`, braces are around a key of a member, like {text}")
        return say

    def filled(self, member: Any) -> str | None:
        """The line of a member; None if something in it is neither a text nor a whole number."""
        known: Any = member if is_group(member) else {"it": member}
        found = {key: look_up(known, key) for key in KEY_IN_SAY.findall(self.say)}
        said = {key: "" if one is None else field_text(one) for key, one in found.items()}
        if None in said.values():
            return None
        return KEY_IN_SAY.sub(lambda key: said[key[1]] or "", self.say)


class Mapping(BaseModel):
    """Where in a record each field of a card stands: a path of keys with dots. `beside` names
    what says nothing that is played, whatever is in it, or nothing as long as it is so (`{key}`
    stands for what the record has there); `blank` is how a record writes that there is nothing.
    What no path names is told once and left out if `unknown` is `told`. `misspelt` are letters
    that the records have where the cards have others.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    group: str = ""
    kind: Kind
    fields: dict[str, str | Rows | list[Rows]]
    beside: dict[str, str | int | None] = Field(default_factory=dict[str, str | int | None])
    blank: str = ""
    misspelt: dict[str, str] = Field(default_factory=dict[str, str])
    unknown: Literal["told", "refused"] = "refused"

    def names(self, path: str) -> bool:
        """Whether the mapping speaks of a path, or of something inside it."""
        known = [self.code, self.name, self.group, self.kind.path, *self.beside]
        known += [one if isinstance(one, str) else one.each for _, one in self.sources()]
        return any(one == path or one.startswith(f"{path}.") for one in known)

    def spelt(self, text: str) -> str:
        """A text of a record as the card has it."""
        for wrong, right in self.misspelt.items():
            text = text.replace(wrong, right)
        return text

    def rows(self) -> Iterator[tuple[str, int, Rows]]:
        """Every line that is made of the members of a list: its field, and which of its places."""
        for field, source in self.fields.items():
            for number, one in enumerate(source if isinstance(source, list) else [source]):
                if isinstance(one, Rows):
                    yield field, number, one

    def sources(self) -> Iterator[tuple[str, str | Rows]]:
        """Every field with each place it is taken from."""
        for field, source in self.fields.items():
            for one in source if isinstance(source, list) else [source]:
                yield field, one


@dataclass(frozen=True, slots=True)
class Untaken:
    """What a record says and no field of a card takes. `like` is a field made of other
    members of the same list.
    """

    path: str
    text: str
    like: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """A card of a record, the group it belongs to, and what of the record it lacks."""

    card: Card
    group: str
    untaken: tuple[Untaken, ...] = ()
    unknown: tuple[str, ...] = ()


def read_mapping(
    source: Source, fields: dict[str, set[str]] | None = None
) -> tuple[Mapping | None, list[Problem]]:
    """What `printed.yaml` says, or what is wrong with it; with the fields of each kind of card
    also which of them there are not.
    """
    text, problems = source.decoded()
    if problems:
        return None, problems
    document = read_yaml(text, source.name)
    if isinstance(document, Problem):
        return None, [document]
    try:
        mapping = Mapping.model_validate(document.value)
        found = wrong_names(document, mapping.kind.known, fields) if fields else ()
        return mapping, [*found]
    except ValidationError as error:
        keys = (wrong_key(document, one) for one in error.errors())
        strange = next((one for one in keys if one is not None), None)
        if strange is not None:
            return None, [strange]
        detail = max(error.errors(), key=lambda one: len(one["loc"]))  # of alternatives, furthest
        span, said = document.at(detail["loc"]), str(detail["msg"]).removeprefix("Value error, ")
        if detail["type"] == "missing":
            said = f"There is no {detail['loc'][-1]} here"
        return None, [Problem("bad-mapping", f"{said}.", span)]


def records_of(
    sources: FormatFiles, records: list[Source], fields: dict[str, set[str]], known: set[str]
) -> tuple[list[Card], dict[str, Problem], list[Problem]]:
    """The cards of files of records, each code once. Of many, only those that decks name and
    those whose codes the format's own cards have; none that says what no field takes: why, by
    code, and whatever else is wrong.
    """
    place = Span(records[0].name, 1, 1, 1, 2)
    way = sources.mapping()
    if way is None:
        text = f"{sources.name} does not say in {MAPPING} how records become cards."
        advice = Advice(f"Write {MAPPING} beside the rules.")
        return [], {}, [Problem("bad-mapping", text, place, advice)]
    mapping, problems = read_mapping(way, fields)
    cards: dict[str, Printed] = {}
    seen = Seen()
    for source in records if mapping is not None else ():
        assert mapping is not None
        printed, found = read_printed(source, mapping, fields, seen)
        problems += found
        others = [one for one in printed if not is_first(cards, one)]
        problems += said_again(others, Span(source.name, 1, 1, 1, 2))
    problems += [] if mapping is None else never_said(mapping, seen, way)
    wanted = [*cards.values()]
    if len(cards) > MOST:
        named = known | codes_in(sources.every_deck())
        wanted = [
            one
            for code, one in cards.items()
            if code in named or {code.lower(), str(one.card.name).lower()} & sources.wanted
        ]
        text = f"Of {len(cards):,} records, the {len(wanted)} that cards or decks name are here."
        problems.append(
            Problem(
                "records-left",
                text,
                place,
                Advice("Name with `--decks` the decks that are played."),
                "warning",
            )
        )
    left = {str(one.card.code): left_out(one) for one in wanted if one.untaken}
    return [one.card for one in wanted if not one.untaken], left, problems


def is_first(cards: dict[str, Printed], one: Printed) -> bool:
    """Takes a card unless one of its code is there; False where that one says something else."""
    first = cards.setdefault(str(one.card.code), one)
    return first.card.name == one.card.name and first.card.fields == one.card.fields


def said_again(others: list[Printed], place: Span) -> list[Problem]:
    """Records that say another card of a code that was said before, all told at once."""
    if not others:
        return []
    shown = ", ".join(f'{one.card.code} "{one.card.name}"' for one in others[:SHOWN_PATHS])
    more = ", .." if len(others) > SHOWN_PATHS else ""
    text = (
        f"A record before says another card of the same code, and that one is taken: {shown}{more}."
    )
    return [Problem("code-twice", text, others[0].card.span or place, severity="warning")]


def never_said(mapping: Mapping, seen: Seen, way: Source) -> Iterator[Problem]:
    """What lines of fields are made of and no record has."""
    document = read_yaml(way.text, way.name)
    for name, number, source in mapping.rows() if isinstance(document, Document) else ():
        wanted = KEY_IN_SAY.findall(source.say)
        rows = (name, number, source.each)
        assert isinstance(document, Document)
        yield from seen.never_said(rows, wanted, source.say, document)


def left_out(one: Printed) -> Problem:
    first = one.untaken[0]
    said = first.text if len(first.text) <= SHOWN else f"{first.text[:SHOWN]}.."
    text = f'"{one.card.name}" is left out: no field takes {first.path}, "{said}".'
    return Problem("record-untaken", text, one.card.span, severity="warning")


def look_at(record: dict[str, Any], mapping: Mapping, seen: Seen) -> None:
    """Notes what the members of lists in a record have."""
    for name, number, source in mapping.rows():
        for member in members(look_up(record, source.each), mapping.blank):
            said = cast(dict[str, Any], member) if is_group(member) else {"it": member}
            if all(look_up(said, key) == value for key, value in source.where.items()):
                seen.note((name, number, source.each), said)


def codes_in(decks: list[Source]) -> set[str]:
    """The words of deck files: what cards they name is among them."""
    return {word for source in decks for word in source.text.split()}


def fields_of(ruleset: Ruleset) -> dict[str, set[str]]:
    """The fields of each kind of card."""
    return {
        str(kind.name): {str(field.name) for field in kind.fields if isinstance(field, PlainField)}
        for kind in ruleset.all(CardDeclaration)
    }


def read_printed(
    records: Source, mapping: Mapping, fields: dict[str, set[str]], seen: Seen | None = None
) -> tuple[list[Printed], list[Problem]]:
    """The cards of a file of records; `fields` are those of each kind of card. A kind that is
    not among them takes all that the mapping has. `seen` is told what members of lists have.
    """
    text, problems = records.decoded()
    found: list[Printed] = []
    if problems:
        return found, problems
    letters = wrong = 0
    for number, line in enumerate(lines_of(text), 1):
        if not line.strip():
            continue
        span = Span(records.name, number, 1, number, len(line) + 1)
        document = read_json(line, records.name, number)
        if seen is not None and isinstance(document, Document):
            look_at(document.group, mapping, seen)
        one = document if isinstance(document, Problem) else printed(document, mapping, fields)
        if isinstance(one, Printed):
            letters += sum(len(field.value) for field in one.card.fields)
            found.append(one)
        else:
            problems.append(one)
            wrong += one.severity == "error"
        if wrong > MOST_PROBLEMS:
            problems.append(more_below(span))
            break
        if letters > MOST_LETTERS:
            message = f"These cards have more than {MOST_LETTERS:,} letters."
            problems.append(Problem("file-too-large", message, span))
            break
    return found, [*problems, *unknown_keys(found, Span(records.name, 1, 1, 1, 2))]


def printed(document: Document, mapping: Mapping, fields: dict[str, set[str]]) -> Printed | Problem:
    """The card of a record, or why it is none."""
    record, span = document.group, document.at(())
    needed = {"code": mapping.code, "name": mapping.name, "kind": mapping.kind.path}
    missing = [what for what, path in needed.items() if look_up(record, path) is None]
    if missing:
        message = f"This record is no card: it has no {missing[0]}."
        return Problem("bad-record", message, span, severity="warning")
    for what, path in needed.items():
        said = look_up(record, path)
        if not isinstance(said, str) or not WRITTEN[what].fullmatch(said):
            place = document.at(path.split("."))
            return Problem("bad-record", f"This is no {what} that a card can have.", place)
    code, name, title = (str(look_up(record, path)) for path in needed.values())
    kind = mapping.kind.known.get(title, title)
    place = document.at(mapping.kind.path.split("."))
    lines, untaken = [new_line("kind", kind, place)], list[Untaken]()
    if title not in mapping.kind.known:
        untaken.append(Untaken(mapping.kind.path, title))
    taken = fields.get(kind, mapping.fields)
    for field, source in mapping.sources():
        if field in taken:
            said = (mapping.spelt(one) for one in values(record, source, mapping.blank))
            place = document.at(source.split(".")) if isinstance(source, str) else span
            lines += [new_line(field, one, place, source) for one in said]
    too_long = next((line for line in lines if len(line.value) > LONGEST_LINE), None)
    if too_long is not None:
        message = f"{too_long.name} would have {len(too_long.value):,} letters"
        return Problem("line-too-long", f"{message}; {LONGEST_LINE:,} are allowed.", span)
    untaken += leftovers(record, mapping, taken)
    card = Card(Word(name, span), Word(code, span), tuple(lines), span=span)
    group = field_text(look_up(record, mapping.group)) or ""
    unknown = tuple(path for path, _ in leaves(record) if is_unknown(mapping, path))
    return Printed(card, group, tuple(untaken), unknown)


def leftovers(
    record: dict[str, Any], mapping: Mapping, taken: Collection[str]
) -> Iterator[Untaken]:
    """What a record says beyond the fields that are taken from it."""
    sources = [source for field, source in mapping.sources() if field in taken]
    sources += [mapping.code, mapping.name, mapping.group, mapping.kind.path]
    for path, value in leaves(record):
        if says_nothing(mapping, path, value, record) or is_unknown(mapping, path):
            continue
        for member in members(value, mapping.blank):
            if not any(takes(source, path, member) for source in sources):
                yield leftover(path, member, mapping)


def says_nothing(mapping: Mapping, path: str, value: Any, record: dict[str, Any]) -> bool:
    if path in mapping.beside and mapping.beside[path] is not None:
        known = mapping.beside[path]
        if isinstance(known, str):
            known = KEY_IN_SAY.sub(lambda key: str(look_up(record, key[1])), known)
        return value == known
    keys = path.split(".")
    above = (".".join(keys[:count]) for count in range(1, len(keys) + 1))
    return any(one in mapping.beside and mapping.beside[one] is None for one in above)


def is_unknown(mapping: Mapping, path: str) -> bool:
    """Whether a format leaves out what stands at a path, since it says nothing of it."""
    keys = path.split(".")
    above = (".".join(keys[:count]) for count in range(1, len(keys) + 1))
    return mapping.unknown == "told" and not all(mapping.names(one) for one in above)


def unknown_keys(printed: list[Printed], place: Span) -> list[Problem]:
    """What records say at paths that the format does not name, all told at once."""
    counts = Counter(path for one in printed for path in one.unknown)
    if not counts:
        return []
    paths = ", ".join(f"{path} ({count:,})" for path, count in counts.most_common(SHOWN_PATHS))
    text = f"No field takes what these records say at {paths}."
    return [
        Problem(
            "record-keys-unknown",
            text,
            place,
            Advice(f"Say in {MAPPING} which fields take them, or that none does."),
            "warning",
        )
    ]


def leaves(record: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every path of keys with what stands there, lists in one piece."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from leaves(cast(dict[str, Any], value), f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def takes(source: str | Rows, path: str, member: Any) -> bool:
    """Whether a line of a field is made of a value, or of a member of a list."""
    if isinstance(source, str):
        return source == path and field_text(member) is not None
    if source.each != path or source.filled(member) is None:
        return False
    return all(look_up(member, key) == value for key, value in source.where.items())


def leftover(path: str, member: Any, mapping: Mapping) -> Untaken:
    for field, source in mapping.sources():
        if isinstance(source, Rows) and source.each == path:
            which = "".join(f", {key} {look_up(member, key)}" for key in source.where)
            return Untaken(f"{path}{which}", source.filled(member) or "..", field)
    return Untaken(path, str(member))


def new_line(name: str, value: str, span: Span, source: str | Rows = "") -> CardField:
    line = CardField(Word(name), None, Word(value, span), span=span)
    if isinstance(source, str) or not source.reads:
        return line
    return replace(line, reads=Word(source.reads), behind=Word(source.behind))


def parted(line: CardField, vocabulary: Vocabulary) -> Iterator[CardField]:
    """The lines that a line of a record is: as often as its beginning reads as one of its
    category, and what stands behind.
    """
    rest = str(line.value)
    if line.reads is None or line.behind is None:
        yield line
        return
    plain = replace(line, reads=None, behind=None)
    while end := vocabulary.reads_until(rest, str(line.reads)):
        yield replace(plain, value=Word(rest[:end], line.value.span))
        rest = rest[end:].strip()
    if rest == line.value:
        yield plain
    elif rest.strip("."):
        yield replace(plain, name=line.behind, value=Word(rest, line.value.span))


def values(record: dict[str, Any], source: str | Rows, blank: str) -> Iterator[str]:
    """The lines of a field."""
    path = source if isinstance(source, str) else source.each
    said = members(look_up(record, path), blank)
    taken = [one for one in said if takes(source, path, one)]
    if isinstance(source, Rows):
        yield from (source.filled(one) or "" for one in taken)
    elif taken:
        yield ", ".join(map(str, taken))


def members(value: Any, blank: str) -> list[Any]:
    """What stands at a path, one by one, without what says that there is nothing."""
    found = cast(list[Any], value) if isinstance(value, list) else [value]
    return [one for one in found if one not in (None, "", blank)]


def field_text(value: Any) -> str | None:
    """A text or a whole number as a card has it; nothing else is a value of a field."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def is_group(value: Any) -> bool:
    return isinstance(value, dict)


def look_up(record: Any, path: str) -> Any:
    """What stands at a path of keys; None if there is nothing."""
    for key in path.split(".") if path else ():
        record = record.get(key) if isinstance(record, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return record if path else None  # pyright: ignore[reportUnknownVariableType]
