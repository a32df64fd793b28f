"""Mistakes on cards: in their words, their figures, and what they wait for or need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from ...dsl.nodes import declarations as d
from ...dsl.nodes import files, modes
from ...dsl.nodes.base import Node, Word
from ...dsl.resolve.values.coercions import conjuncts
from .facts import Facts
from .slip import Slip, Slips, misspelt, said

WORD = re.compile(r"\b[a-záéíóúñ]{5,}\b")
NUMBER = re.compile(r"\d+")
FAR = 7  # so much more than what is printed, a figure is one that no card has
QUOTED = re.compile(r'"([^"]+)"')
MAY = re.compile(r"\b[Yy]ou may ")
UP_TO = re.compile(r"\bup to (?=\d)")
THEIRS = re.compile(r"\b[Yy]our opponent's ")


def lines_of(node: Node, facts: Facts, texts: bool) -> Iterator[files.CardField]:
    """The lines of a card that are texts, or those that are not."""
    if isinstance(node, files.Card):
        for line in node.fields:
            field = facts.fields.get(str(line.name))
            if field is not None and (str(getattr(field.type, "word", "")) == "text") == texts:
                yield line


def other_line(line: files.CardField, text: str) -> files.CardField:
    return replace(line, value=Word(text, line.value.span))


def rewording(wanted: re.Pattern[str], put: Callable[[re.Match[str]], str], knowable: bool):
    """A method that changes the first place of a text that fits."""

    def slips(node: Node, facts: Facts) -> Slips:
        for line in lines_of(node, facts, True):
            bare = QUOTED.sub(lambda found: "#" * len(found[0]), str(line.value))
            found = wanted.search(bare)
            if found is not None:
                text = f"{line.value[: found.start()]}{put(found)}{line.value[found.end() :]}"
                yield Slip(line, other_line(line, capital(text)), knowable)

    return slips


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


misspelt_words = rewording(WORD, lambda found: misspelt(found[0]), True)
one_more = rewording(NUMBER, lambda found: str(int(found[0]) + 1), False)
no_choice = rewording(MAY, lambda found: "", False)
no_bound = rewording(UP_TO, lambda found: "", False)
wrong_side = rewording(THEIRS, lambda found: "your ", False)


def repeated_sentences(node: Node, facts: Facts) -> Slips:
    """A card says the same sentence twice."""
    if isinstance(node, files.Card):
        for line in lines_of(node, facts, True):
            at = node.fields.index(line)
            fields = (*node.fields[: at + 1], line, *node.fields[at + 1 :])
            yield Slip(node, replace(node, fields=fields), True)


def swapped_figures(node: Node, facts: Facts) -> Slips:
    """Two figures of a card in each other's line."""
    lines = [x for x in lines_of(node, facts, False) if x.key is None and str(x.value).isdigit()]
    if isinstance(node, files.Card) and len(lines) > 1 and lines[0].value != lines[1].value:
        one, two = lines[:2]
        new = {id(one): other_line(one, str(two.value)), id(two): other_line(two, str(one.value))}
        yield Slip(node, replace(node, fields=tuple(new.get(id(x), x) for x in node.fields)))


def unmet_requirements(node: Node, facts: Facts) -> Slips:
    """A card needs what no card of the format is."""
    names = {str(card.name) for card in facts.cards}
    for line in lines_of(node, facts, False):
        field = facts.fields[str(line.name)]
        if str(getattr(field.type, "word", "")) not in facts.requirements:
            continue
        text, found = str(line.value), NUMBER.search(str(line.value))
        quoted = next((x for x in QUOTED.finditer(text) if x[1] in names), None)
        own = str(node.name) if isinstance(node, files.Card) else ""
        first = max((name for name in names if text.startswith(name)), key=len, default="")
        if quoted is not None:
            new = f'{text[: quoted.start()]}"{misspelt(quoted[1])}"{text[quoted.end() :]}'
            yield Slip(line, other_line(line, new), True)
        elif first and first != own:
            yield Slip(line, other_line(line, own + text[len(first) :]), True)
        elif found is not None and '"' not in text and not any(name in text for name in names):
            more = str(int(found[0]) + FAR)
            new = f"{text[: found.start()]}{more}{text[found.end() :]}"
            yield Slip(line, other_line(line, new), True)


def never_heard(node: Node, facts: Facts) -> Slips:
    """A sentence of a card waits for what happens to other kinds of cards."""
    if not isinstance(node, files.Card):
        return
    kind = next((str(x.value) for x in node.fields if x.name == "kind"), "")
    labels = {printed(one): one for one in facts.ruleset.all(d.LabelDeclaration) if printed(one)}
    for line in lines_of(node, facts, True):
        text = str(line.value)
        mine = next((name for name in labels if text.startswith(name)), None)
        if mine is None or not isinstance(labels[mine].mode, modes.WhenMode):
            continue
        for name, label in labels.items():
            if is_about_other(label, kind, facts):
                yield Slip(line, other_line(line, name + text[len(mine) :]), True)
                break


def printed(label: d.LabelDeclaration) -> str:
    """The words of a label, if they are always the same."""
    text = str(label.says[0].pattern) if label.says else ""
    return text if not set(text) & set("{}()|\\") else ""


def is_about_other(label: d.LabelDeclaration, kind: str, facts: Facts) -> bool:
    """Whether a label waits for what is done to its own card, of another kind."""
    mode = label.mode
    if not isinstance(mode, modes.WhenMode) or mode.condition is None:
        return False
    verb = facts.verbs.get(str(mode.event))
    kinds = [str(getattr(one.type, "word", "")) for one in verb.parameters] if verb else []
    wanted = [one for one in kinds if one in facts.kinds]
    own = any(said(one).endswith(" is this") for one in conjuncts(mode.condition))
    return own and bool(wanted) and kind in facts.kinds and kind not in wanted
