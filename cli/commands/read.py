"""`playsheet read`: how effect texts are understood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ...dsl.cards.printed_lines import unprinted
from ...dsl.cards.records import field_text, parted, read_mapping, read_printed
from ...dsl.cards.table import cards_in
from ...dsl.loading.documents import read_json
from ...dsl.loading.library import RECORDS
from ...dsl.loading.source import Source
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, has_errors
from ...dsl.syntax.parse import parse_file
from ...dsl.syntax.rows import lines_of
from ...interpreter.runtime.readings import FREE
from ...interpreter.runtime.rules import Rules, load
from ...lab.coverage.understanding import Holdout, Understood, held_out, most_common, understand
from ...lab.work import Progress
from ..progress import progress
from ..targets import CARDS, FORMAT, known_name
from ..words import AS_JSON, Findings, count_of, print_json, text_of_file

PRINTED = re.compile(r'(?:"[^"]*"|[^"#]|(?<=\S)#|")*')


@dataclass(frozen=True, slots=True)
class Given:
    """A text to be read; `field` is the field it stands in, None if that is not known; `card` the
    code of the card it is printed on, if it is on one. `homeless`: why it cannot be read, where no
    field takes it.
    """

    id: str
    text: str
    field: str | None = None
    card: str = ""
    group: str = ""
    homeless: str = ""


@click.command("read")
@click.argument("name", metavar="FORMAT", type=FORMAT)
@click.argument("file", required=False, type=click.Path(allow_dash=True))
@CARDS
@click.option("--field", metavar="NAME", help="The field all texts stand in.")
@click.option(
    "--holdout",
    is_flag=True,
    help="Read each half of a FILE with the words of the other; printed cards by their sets.",
)
@click.option("--audit", is_flag=True, help="Look for words that leave no trace.")
@click.option(
    "--gaps", type=click.IntRange(1), metavar="N", help="Show only where reading stops most."
)
@AS_JSON
def command(
    name: str,
    file: str | None,
    cards: str | None,
    field: str | None,
    holdout: bool,
    audit: bool,
    gaps: int | None,
    as_json: bool,
) -> None:
    """Show how texts are understood: their usual wording, and what was assumed."""
    rules = load(name, cards)
    if field is not None:
        known_name("field for text", field, rules.edition.contents.wordbook.text_fields)
    if holdout and file is None:
        raise click.UsageError("--holdout parts the texts of a FILE in two halves.")
    own = texts_of_cards(rules) if file is None else texts_of_file(rules, file)
    given = [*different(own)] if holdout else [*own]
    with progress("texts") as tick:
        found = [*understood(rules, given, field, audit, tick)]
    counts = Counter(known.status for known in found)
    for count, where in most_common(found, gaps) if gaps is not None else ():
        click.echo(f"{count:>5}  {where}")
    for one, known in zip(given, found, strict=True) if gaps is None else ():
        if as_json:
            print_json(record_of(one, known), indent=None)
        else:
            click.echo(text_of(one, known))
    click.echo(summary(counts), err=as_json)
    if any(one.card for one in given) and not holdout:
        click.echo(cards_read(given, found), err=as_json)
    if audit:
        click.echo(audited(found), err=as_json)
    if holdout:
        used = [known.used for known in found]
        groups = [one.group for one in given] if any(one.group for one in given) else []
        click.echo(halves(held_out(used, groups)), err=as_json)
    if counts["unread"] or counts["ambiguous"] or any(known.swallowed for known in found):
        raise SystemExit(1)


def understood(
    rules: Rules, given: list[Given], field: str | None, audit: bool, tick: Progress
) -> Iterator[Understood]:
    """How each text is understood, in order."""
    asked = [(one.text, field or one.field) for one in given if not one.homeless]
    found = understand(rules, asked, audit, tick)
    for one in given:
        homeless = Understood("unread", (), (), one.homeless, None)
        yield homeless if one.homeless else next(found)


def plain(text: str) -> str:
    return " ".join(text.lower().split())


def record_of(given: Given, found: Understood) -> dict[str, object]:
    """How one text was understood, for programs: one record a line."""
    written = found.written
    return {
        "id": given.id,
        "text": given.text,
        "status": found.status,
        "readings": len(written),
        "canonical": written[0] if len(written) == 1 else None,
        "alternatives": written if len(written) > 1 else (),
        "assumptions": found.assumptions,
        "problem": found.problem or None,
        "swallowed": found.swallowed,
    }


def text_of(given: Given, found: Understood) -> str:
    """The same for a reader."""
    rows = [f"{found.status:<10}{given.id}  {given.text}"]
    if len(found.written) > 1:
        rows += [f"          either: {text}" for text in found.written]
    elif found.written and plain(found.written[0]) != plain(given.text):
        rows.append(f"          = {found.written[0]}")
    rows += [f"          assumed: {text}" for text in found.assumptions]
    rows += [f"          {found.problem}"] if found.problem else []
    rows += [f"          without a trace: {word}" for word in found.swallowed]
    return "\n".join(rows)


def summary(counts: Counter[str]) -> str:
    total = sum(counts.values())
    share = f", {100 * counts['read'] / total:.1f} % read" if total else ""
    rest = f"{counts['ambiguous']:,} ambiguous, {counts['unread']:,} unread"
    return f"{count_of(total, 'text')}: {counts['read']:,} read, {rest}{share}."


def cards_read(given: list[Given], found: list[Understood]) -> str:
    """How many of the cards are read in every text."""
    cards = {one.card for one in given} - {""}
    partly = {
        one.card
        for one, known in zip(given, found, strict=True)
        if known.status != "read" or known.swallowed
    }
    whole, total = len(cards - partly), len(cards)
    share = 100 * whole / total
    return f"Of {count_of(total, 'card')} with texts, {whole:,} read whole, {share:.1f} %."


def audited(found: Iterable[Understood]) -> str:
    """What the audit found."""
    known = [*found]
    bad = sum(bool(one.swallowed) for one in known)
    words = sum(one.audited for one in known)
    return f"Audit: {words:,} words looked for; {bad} texts mean the same without one."


def halves(found: Holdout) -> str:
    """How much each half understands of the other."""
    one, other = ("{} of {}".format(*found.half(side)) for side in (0, 1))
    return (
        f"The first half with the words of the second: {one}. "
        f"The second half with the words of the first: {other}. Held out: {found.share:.1f} %."
    )


def different(given: Iterator[Given]) -> Iterator[Given]:
    """Each text once."""
    seen: set[str] = set()
    for one in given:
        if plain(one.text) not in seen:
            seen.add(plain(one.text))
            yield one


# ---- where texts come from


def texts_of_cards(rules: Rules) -> Iterator[Given]:
    """The texts of the format's own cards."""
    for card in rules.cards:
        yield from texts_of_nodes(rules, "\n".join(card.lines), card.code)


def texts_of_nodes(rules: Rules, text: str, file: str) -> Iterator[Given]:
    """The texts of cards as they are written."""
    fields = rules.edition.contents.wordbook.text_fields
    nodes, problems = parse_file("cards", f"{text}\n", file)
    if problems:
        raise Findings(problems)
    for card in cards_in(nodes):
        printed = rules.edition.contents.wordbook.printed
        for line in unprinted(card, printed).fields:
            if fields.get(str(line.name)) in FREE:
                said = without_comment(str(line.value))
                name = str(line.name)
                yield Given(f"{card.code} {name}", said, name, str(card.code))


def without_comment(value: str) -> str:
    """The value of a field as far as it is printed."""
    found = PRINTED.match(value)
    return found[0].rstrip() if found is not None else value


def texts_of_file(rules: Rules, file: str) -> Iterator[Given]:
    """The texts of a file: of cards, records, or one a line."""
    text, ending = text_of_file(file), Path(file).suffix
    if ending == ".cards":
        yield from texts_of_nodes(rules, text, file)
    elif ending == RECORDS and is_printed(rules, text):
        yield from printed_texts(rules, Source(Path(file)))
    elif ending == RECORDS or (file == "-" and text.lstrip().startswith("{")):
        yield from records(text, file)
    else:
        for number, line in enumerate(lines_of(text), 1):
            if line.strip():
                yield Given(str(number), line.strip())


def records(text: str, file: str) -> Iterator[Given]:
    """A text for each line of JSON."""
    for number, line in enumerate(lines_of(text), 1):
        if not line.strip():
            continue
        document = read_json(line, file, number)
        if isinstance(document, Problem):
            raise Findings([document])
        found = document.group
        if not isinstance(found.get("text"), str):
            message = 'There is no "text" in this record.'
            raise Findings([Problem("bad-record", message, document.at(("text",)))])
        field = field_text(found.get("field"))
        yield Given(field_text(found.get("id")) or str(number), found["text"], field)


def is_printed(rules: Rules, text: str) -> bool:
    """Whether records are cards, and the format says how to read them."""
    first = next((line for line in lines_of(text) if line.strip()), "")
    document = read_json(first, "", 1)
    if isinstance(document, Problem):
        return False
    mapped = rules.edition.files.mapping() is not None
    return isinstance(document.value, dict) and "text" not in document.group and mapped


def printed_texts(rules: Rules, source: Source) -> Iterator[Given]:
    """The texts of printed cards, each with the set of its card."""
    place = rules.edition.files.mapping()
    assert place is not None
    mapping, problems = read_mapping(place)
    if mapping is None:
        raise Findings(problems)
    fields, vocabulary = rules.edition.contents.wordbook.text_fields, rules.edition.vocabulary()
    printed, problems = read_printed(source, mapping, {})
    if has_errors(problems):
        raise Findings(problems)
    for one in printed:
        code = str(one.card.code)
        for whole in one.card.fields:
            for line in parted(whole, vocabulary):
                name = str(line.name)
                if whole.reads is not None or fields.get(name) in FREE:
                    yield Given(f"{code} {name}", str(line.value), name, code, one.group)
        for left in one.untaken:
            if fields.get(left.like) in FREE:
                why = f"No field takes {left.path}."
                yield Given(f"{code} {left.path}", left.text, None, code, one.group, why)
