"""Each format as a rulebook: clauses with their rules and scenarios, cards as they are read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from pictures import line_picture
from pieces import block, code, contents, escaped, page, table

from playsheet import api
from playsheet.desk.explained import (
    CardRecord,
    Explainer,
    OptionRecord,
    Where,
    options_of,
    scenarios_by_clause,
    where_cited,
)
from playsheet.desk.lines import lines_of_cards
from playsheet.dsl.loading.kept import load_usable
from playsheet.dsl.loading.library import FormatFiles, sources_of
from playsheet.dsl.loading.source import Source
from playsheet.dsl.ruleset.ledger import Clause, read_ledger

Pages = dict[str, str]  # by their path without an ending
CARDS, SCENARIOS = "cards-", "scenarios-"  # how the names of these pages begin
OPTIONS = (
    "What the rulebook leaves to the players, or leaves more than one reading: scenarios say "
    "`given option NAME on`, a format that extends this one `set parameter NAME = yes`."
)
BLOCK = re.compile(r"^(?=scenario )", re.MULTILINE)


def rulebooks(names: list[str]) -> Pages:
    """All pages of some formats, and the list of them."""
    found: Pages = {}
    rows: list[tuple[str, ...]] = []
    for name in names:
        book = Rulebook(name, {*names})
        found |= book.pages()
        rows.append((f"[{escaped(book.title)}]({name}/index.md)", *map(str, book.counts())))
    about = (
        "What ships, each as a rulebook made from its own files: every clause with the lines of "
        "the rules that carry it out and the scenarios that hold it to them, every card with its "
        "text and how that is read."
    )
    heads = ("format", "cards", "clauses", "scenarios")
    inside = contents(f"{name}/index" for name in names)
    found["formats/index"] = page("# Formats", about, table(heads, rows), inside)
    return found


class Rulebook:
    """The pages of one format. `built`: the formats that have pages, to which one may link."""

    def __init__(self, name: str, built: set[str]) -> None:
        self.name, self.built = name, built
        self.files: FormatFiles = sources_of(name)
        self.ready = load_usable(self.files, whole=True)
        assert self.ready.ruleset is not None, f"{name} has errors"
        self.title = api.load(name).title
        ledger = self.files.ledger
        self.clauses = read_ledger(ledger)[0].clauses if ledger is not None else {}
        self.cited = where_cited(self.files.every_rules())
        self.covered = scenarios_by_clause(self.files.scenarios)
        self.parts = {source.name: [*scenarios_in(source)] for source in self.files.scenarios}
        self.options = options_of(self.ready)
        assert self.ready.format is not None
        self.lines = lines_of_cards(self.ready.format)
        self.places = self.places_of_cards()

    def places_of_cards(self) -> dict[str, str]:
        """Where the cards of the format's own files stand, by their names: the first of each."""
        own = {source.name for source in self.files.cards}
        found: dict[str, str] = {}
        for card in self.ready.cards:
            if card.span.file in own:
                file = f"{CARDS}{Path(card.span.file).stem}.html"
                found.setdefault(str(card.name), f"{file}#{self.card_anchor(str(card.code))}")
        return found

    def card_anchor(self, code: str) -> str:
        return label("card", self.name, code)

    def counts(self) -> tuple[int, int, int]:
        """Cards, clauses, scenarios."""
        cards = sum(len(found) for found in self.own_cards().values())
        return cards, len(self.clauses), sum(map(len, self.parts.values()))

    def own_cards(self) -> dict[str, list[str]]:
        """The cards of each of its files, as pages show them."""
        explainer = Explainer(self.ready)
        own = {source.name for source in self.files.cards}
        found: dict[str, list[str]] = defaultdict(list)
        for card in self.ready.cards:
            if card.span.file in own:
                found[card.span.file].append(self.card_text(explainer.record(card)))
        return found

    def card_text(self, record: CardRecord) -> str:
        """A card as it is printed, how it is read, and the lines that it stands in."""
        rows = [f"({self.card_anchor(record.code)})="]
        rows.append(f"## {escaped(record.card)} {escaped(record.code)}")
        rows.append(block("cards", "\n".join(record.printed)))
        said: list[str] = []
        for reading in record.readings:
            said.append(f"- {code(reading.field)}, read as: {escaped(reading.canonical)}")
            said += [f"  - assumed: {escaped(text)}" for text in reading.assumptions]
        pictures = [line_picture(lines, record.card, self.places) for lines in self.lines]
        return page(*rows, "\n".join(said), *pictures)

    def pages(self) -> Pages:
        """The pages by their paths."""
        home = f"formats/{self.name}"
        found: Pages = {}
        for topic, clauses in self.topics().items():
            found[f"{home}/{topic.lower()}"] = self.topic_page(topic, clauses)
        for file, cards in self.own_cards().items():
            stem = Path(file).stem
            found[f"{home}/{CARDS}{stem}"] = page(f"# Cards: {escaped(stem)}", *cards)
        for file in self.parts:
            found[f"{home}/{SCENARIOS}{Path(file).stem}"] = self.scenario_page(file)
        inside = [path.rsplit("/", 1)[-1] for path in found]
        found[f"{home}/index"] = self.front(inside)
        return found

    def front(self, inside: list[str]) -> str:
        """The first page of the rulebook."""
        cards, clauses, scenarios = self.counts()
        parent = self.files.parent
        about = f"{cards} cards, {clauses} clauses, {scenarios} scenarios."
        if parent is not None:
            link = f"[{code(parent.name)}](../{parent.name}/index.md)"
            about += f" It extends {link if parent.name in self.built else code(parent.name)}."
        parts = [f"# {escaped(self.title)}", about, block("sh", f"playsheet play {self.name}")]
        for title, start in (("Clauses", ""), ("Cards", CARDS), ("Scenarios", SCENARIOS)):
            other = (CARDS, SCENARIOS) if not start else ()
            rows = [one for one in inside if one.startswith(start) and not one.startswith(other)]
            if rows:
                parts += [f"## {title}", "\n".join(f"- [](./{one}.md)" for one in rows)]
        if self.options:
            parts += ["## Options", OPTIONS]
            for option in self.options:
                parts += self.option(option)
        for source in self.files.decks:
            parts += [f"## Deck: {escaped(source.path.stem)}", block("deck", source.text)]
        return page(*parts, contents(inside))

    def option(self, option: OptionRecord) -> Iterator[str]:
        """What an option settles, and the clauses that leave it open."""
        yield f"({label('option', self.name, option.name)})="
        yield f"### {escaped(option.title)}"
        cites = ", ".join(self.clause_link(one) for one in option.clauses)
        yield f"{code(option.name)}, {escaped(option.start)} unless set.{cites and ' ' + cites}"
        yield escaped(option.note)

    def topics(self) -> dict[str, list[Clause]]:
        """The clauses by what stands in front of their numbers."""
        found: dict[str, list[Clause]] = defaultdict(list)
        for name, clause in self.clauses.items():
            found["-".join(name.split("-")[:2])].append(clause)
        return found

    def topic_page(self, topic: str, clauses: list[Clause]) -> str:
        """The clauses of a topic."""
        return page(f"# {topic}", *(part for one in clauses for part in self.clause(one)))

    def clause(self, clause: Clause) -> Iterator[str]:
        """What a clause says, and what implements it."""
        yield f"({clause_anchor(self.name, clause.id)})="
        yield f"## {clause.id}"
        yield escaped(clause.statement)
        if clause.same_as:
            yield f"The same as {', '.join(map(self.clause_above, clause.same_as))}."
        if clause.not_testable:
            yield f"*Not testable: {escaped(clause.not_testable)}*"
        ids = (clause.id, *clause.same_as)
        lines = [row for name in ids for row in self.cited.get(name, ())]
        if lines:
            yield block("rules", "\n".join(f"{row.text}  # {place_of(row)}" for row in lines))
        for option in self.options:
            if {*ids} & {*option.clauses}:
                link = f"[{escaped(option.title)}](#{label('option', self.name, option.name)})"
                yield f"Option: {link}, {escaped(option.start)} unless set."
        scenarios = [row for name in ids for row in self.covered.get(name, ())]
        if scenarios:
            yield "\n".join(f"- {self.scenario_link(row)}" for row in scenarios)

    def clause_link(self, clause: str) -> str:
        """A clause with a link to where it stands."""
        if clause in self.clauses:
            return f"[{clause}](#{clause_anchor(self.name, clause)})"
        return self.clause_above(clause)

    def clause_above(self, clause: str) -> str:
        """A clause of one of the formats that this one extends, with a link where it has a page."""
        above = self.files.parent
        while above is not None:
            known = read_ledger(above.ledger)[0].clauses if above.ledger is not None else {}
            if clause in known and above.name in self.built:
                return f"[{clause}](#{clause_anchor(above.name, clause)})"
            above = above.parent
        return code(clause)

    def scenario_link(self, where: Where) -> str:
        file, _, line = where.place.rpartition(":")
        return f"[{escaped(where.text)}](#{self.anchor(file, int(line))})"

    def anchor(self, file: str, line: int) -> str:
        return label("scenario", self.name, Path(file).stem, str(line))

    def scenario_page(self, file: str) -> str:
        """The scenarios of a file."""
        parts = [f"# Scenarios: {escaped(Path(file).stem)}"]
        for line, note, text in self.parts[file]:
            parts += [escaped(note)] if note else []
            parts += [f"({self.anchor(file, line)})=", block("scenario", text)]
        return page(*parts)


def clause_anchor(name: str, clause: str) -> str:
    """What links to a clause of a format."""
    return label("clause", name, clause)


def label(*parts: str) -> str:
    """What a place of a page is called: small letters, digits and single strokes, as Sphinx has
    them.
    """
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


def place_of(where: Where) -> str:
    """The last part of the path, and the line."""
    return Path(where.place).name


def scenarios_in(source: Source) -> Iterator[tuple[int, str, str]]:
    """Each scenario of a file: the number of its first line, the comments above it, its text."""
    line, note = 1, ""
    for text in BLOCK.split(source.text):
        rows = text.splitlines()
        end = len(rows)
        while end and not rows[end - 1].partition("#")[0].strip():
            end -= 1
        if text.startswith("scenario "):
            yield line, note, "\n".join(rows[:end])
        said = (row.strip("# -") for row in rows[end:])
        line, note = line + text.count("\n"), " ".join(filter(None, said))
