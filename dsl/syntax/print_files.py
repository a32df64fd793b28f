"""The printer's front door, and how cards, decks, scenarios and read card texts are written."""

from __future__ import annotations

from collections.abc import Iterable

from ..nodes import declarations as d
from ..nodes import files as f
from ..nodes import texts as t
from ..nodes.base import Node
from .print_declarations import file_rows
from .print_expressions import mark_of
from .print_forms import add_forms, text_of
from .print_statements import ROWS, Row, rows_of, rows_of_all

INDENT = "    "
FIELD_WIDTH = 12


def print_node(node: Node) -> str:
    """The canonical text of any node; reading it again gives an equal node."""
    return "\n".join(row_text(row) for row in rows_of(node))


def print_nodes(nodes: Iterable[Node]) -> str:
    """The canonical text of a whole file."""
    return "".join(f"{print_node(node)}\n" for node in nodes)


def row_text(row: Row) -> str:
    level, text = row
    return INDENT * level + text


# ---- cards and decks


def field_head(node: f.CardField) -> str:
    return f"{node.name}[{node.key}]" if node.key is not None else str(node.name)


def card_field(node: f.CardField, width: int = FIELD_WIDTH) -> str:
    return f"{field_head(node):<{width}} {node.value}".rstrip()


def card_rows(node: f.Card, level: int) -> list[Row]:
    width = max([FIELD_WIDTH, *(len(field_head(part)) for part in node.fields)])
    head = (level, f'card "{node.name}" {node.code}')
    return [head, *((level + 1, card_field(part, width)) for part in node.fields)]


# ---- scenarios


def place_text(node: f.Place) -> str:
    text = str(node.words[0])
    for word in node.words[1:]:
        text = f"{text}{mark_of(text)} {word}"
    return text


def scenario_rows(node: f.Scenario, level: int) -> list[Row]:
    covers = f" covers {', '.join(node.covers.clauses)}" if node.covers else ""
    rows = [(level, f'scenario "{node.title}"{covers}')]
    if node.format is not None:
        rows.append((level + 1, f"format {node.format}"))
    rows += part_rows("given", node.facts, level + 1)
    return rows + rows_of_all(node.rounds, level + 1)


def round_rows(node: f.Round, level: int) -> list[Row]:
    return part_rows("when", node.deeds, level) + part_rows("then", node.claims, level)


def part_rows(word: str, parts: Iterable[Node], level: int) -> list[Row]:
    """`given a; b`, then `and c`: parts that stood on one line of the text stay together."""
    rows: list[Row] = []
    last_line = 0
    for part in parts:
        if rows and part.span.line and part.span.line == last_line:
            rows[-1] = (level, f"{rows[-1][1]}; {text_of(part)}")
        else:
            rows.append((level, f"{'and' if rows else word} {text_of(part)}"))
        last_line = part.span.end_line
    return rows


def sentence_text(node: t.Sentence) -> str:
    text = " ".join([*(f"{label}:" for label in node.labels), text_of(node.effect)])
    return f"({text})" if node.aside else text


HOLDS = "{place:postfix} holds {pieces}<< {facing}>>"
add_forms(
    {
        f.CardField: card_field,
        f.Card: "card {name:text} {code}",
        f.DeckHeader: "{part}:",
        f.DeckLine: "{number}<< {name}>> {code}",
        f.NumberValue: "{number}",
        f.WordValue: "{word}",
        f.StringValue: "{text:text}",
        f.Place: place_text,
        f.WithField: "with {field}<<[{key}]>> {value}",
        f.FillerPiece: "{number} cards",
        f.NothingPiece: "nothing",
        f.Under: "onto {name:text}<< {fields| }>>",
        f.CardPiece: "<<{number} >>{name:text}<< {fields| }>><< {unders| }>>",
        f.Pieces: "{pieces|, }",
        f.FaceFacing: "face {word}",
        f.TurnedFacing: "turned {word}",
        f.SeedFact: "seed {number}",
        f.OptionFact: "option {name} {value}",
        f.DecksFact: "decks {names|, }",
        f.PhaseFact: "phase {path}<< of {player}>>",
        f.ValueFact: "{place} is {values|, }",
        f.HoldsFact: "{place} holds {pieces}<< {facing}>>",
        f.DeckFact: "the deck<<'s {part}>> holds {pieces}",
        f.Picked: "{values| }",
        f.ChoosesDeed: "{player} chooses {picks| then }",
        f.PassesDeed: "{player} passes",
        f.RunsDeed: "play runs to {path}<< of {player}>>",
        f.ConditionClaim: "{condition:expression}",
        f.HoldsClaim: HOLDS,
        f.WonClaim: "the game is won by {player}",
        f.DrawnClaim: "the game is drawn",
        f.GoesOnClaim: "the game goes on",
        f.LegalClaim: "the deck is legal",
        f.BreaksClaim: "the deck breaks {text:text}",
        f.MayClaim: "{player} may {picks| then }",
        f.MayNotClaim: "{player} may not {picks| then }",
        f.DecidesClaim: "{player} decides<< {prompt:text}>>",
        f.SeesClaim: "{player} sees {card:text} in {place:postfix}",
        f.NotSeesClaim: "{player} does not see {card:text} in {place:postfix}",
        f.ReadsClaim: "{player} sees {place}",
        f.NotReadsClaim: "{player} does not see {place}",
        f.Happening: "{path}<< {card:text}>><< of {player}>>",
        f.OrderClaim: "in order {happenings|, }",
        f.NeverClaim: "never {happening}",
        t.Sentence: sentence_text,
        t.Text: "{sentences| }",
    }
)


def deck_rows(node: f.Deck, level: int) -> list[Row]:
    return rows_of_all(node.lines, level)


ROWS[d.RulesFile] = file_rows
ROWS[f.Card] = card_rows
ROWS[f.Deck] = deck_rows
ROWS[f.Scenario] = scenario_rows
ROWS[f.Round] = round_rows
