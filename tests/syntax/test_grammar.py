"""The grammars hide no conflict, and words that mean different things give different nodes."""

from collections.abc import Iterator

import pytest
from places import IDENTITY

from playsheet.dsl.nodes.base import Node
from playsheet.dsl.syntax.blocks import blocks_of
from playsheet.dsl.syntax.build import Builder
from playsheet.dsl.syntax.grammar import grammar_text
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.reader import Driver, Stop, read, words_of
from playsheet.dsl.syntax.rows import lines_of
from playsheet.grammar.compiler import new_parser
from playsheet.grammar.loader import GRAMMARS

LONGEST_BLOCK = 14
PAIRS = """
choose exactly 2 cards in hand as x | choose up to 2 cards in hand as x
choose exactly 2 cards in hand as x | choose 2 cards in hand as x
choose at least 2 cards in hand as x | choose any number of cards in hand as x
choose 1 card in hand as x secretly | choose 1 card in hand as x by a
if a is b: stop | if a is not b: stop
if a is at least b: stop | if a is at most b: stop
if a is more than b: stop | if a is less than b: stop
if a has b: stop | if a has no b: stop
if there is a: stop | if there is no a: stop
if a and b: stop | if a or b: stop
if a: stop | if not a: stop
if a fits b: stop | if a matches b: stop
move a to b face up | move a to b face down
move a to b | move a onto b
move a onto b | move a under b
move top of a to b | move bottom of a to b
let x be highest level of a | let x be lowest level of a
let x be total level of a | let x be highest level of a
let x be a + b | let x be a - b
let x be a * b | let x be a / b
raise a by 1 | lower a by 1
raise a by 1 | multiply a by 1
do x of a | do x with a
do x | announce x
show a to b | arrange a by b
each a together: stop | each a secretly: stop
each a any order: stop | each a newest first: stop
repeat while 2: stop | repeat up to 2 times: stop
raise a by 1 until end of b | raise a by 1 until start of b
raise a by 1 until b | raise a by 1 until no longer b
end game drawn | end game won by a
end game won by a | end game ranked by a
when a: stop | before a: stop
instead of a: stop | instead of a optional: stop
forbid a | allow a
open a | leave a
leave a | skip a
stop | fail
"""
TOP_PAIRS = """
zone a face up | zone a face down
zone a seen by owner | zone a seen by all
zone a seen by all | zone a counted by all
zone a per player | zone a shared
option a on | option a off
values a = b < c | values a = b | c
note a: b | note a: list of b
note a: b or none | note a: b
gauge a 0..5 starts 1 | gauge a 0..5 starts -1
gauge a 0..5 | gauge a 0..any
window a alone | window a one action each
window a one action each | window a many actions each
window a ends when somebody passes | window a who passes is out
window a ends when somebody passes | window a ends when somebody passes, the first pass not counted
label a "b" when c | label a "b" while c
label a "b" when c | label a "b" in c
label a "b" | label a "b" told
phrase a b "c" means d | phrase a b "c" until d
phrase a b "c" until end of d | phrase a b "c" until d
precedence forbid beats instead | precedence instead beats forbid
reorder a before b | reorder b before a
extend phrase a "b" | extend label a "b"
set parameter a = 1 | parameter a = 1
keyword a on b "c" | keyword a "c"
"""
BODIES = {
    "property a of b": "order set | order raise\norder set, raise | order set and raise\n"
    "order set | order set last only\nrounds down | rounds up\nstarts as 1 | never below 1",
    "deck": "exactly 3 cards | at least 3 cards\nat least 3 cards | at most 3 cards\n"
    "exactly 3 cards if a | exactly 3 cards where a",
    "ranking a": "by b higher wins | by b lower wins",
    "triggers": "order oldest | order newest\norder a first | order a chooses\n"
    "settle after effect | settle after sentence",
    "card a": "b number | b number optional\nb number starts 1 | b number starts 2",
}


def pairs() -> list[tuple[str, str]]:
    found = [pair.split(" | ", 1) for pair in PAIRS.strip().splitlines()]
    texts = [(f"setup\n    {one}\n", f"setup\n    {other}\n") for one, other in found]
    for pair in TOP_PAIRS.strip().splitlines():
        one, other = pair.rsplit(" | ", 1) if "values" not in pair else pair.split(" | ", 1)
        texts.append((f"{one}\n", f"{other}\n"))
    for head, body in BODIES.items():
        for pair in body.splitlines():
            one, other = pair.split(" | ")
            texts.append((f"{head}\n    {one}\n", f"{head}\n    {other}\n"))
    return texts


def nodes_of(text: str) -> list[Node]:
    found, problems = parse_file("rules", text, "pair")
    assert not problems, (problems[0].message, text)
    return found


@pytest.mark.parametrize("kind", sorted(GRAMMARS))
def test_a_grammar_has_no_conflict(kind: str) -> None:
    new_parser(grammar_text(kind), strict=True)


@pytest.mark.parametrize(("one", "other"), pairs())
def test_alternatives_give_different_nodes(one: str, other: str) -> None:
    assert nodes_of(one) != nodes_of(other)


@pytest.mark.parametrize("kind", ["rules", "scenario"])
def test_no_word_of_the_language_can_be_another_unnoticed(kind: str) -> None:
    """Each fixed word of real texts, replaced by each other one its place allows."""
    seen: set[tuple[int, str]] = set()
    for path in sorted(IDENTITY.glob(f"*.{kind}")):
        for block in blocks_of(kind, lines_of(path.read_text(encoding="utf-8"))):
            lines = block.lines
            if len(lines) <= LONGEST_BLOCK:
                nodes = build(kind, lines)
                for changed in list(changed_blocks(kind, lines, seen)):
                    assert build(kind, changed) != nodes, "\n".join(changed)


def build(kind: str, lines: list[str]) -> list[Node]:
    """The nodes of a block; none if it cannot be read."""
    found = read(kind, "\n".join(lines) + "\n", Builder("block", 1, kind).build)
    return [] if isinstance(found, Stop) else found.value


def changed_blocks(kind: str, lines: list[str], seen: set[tuple[int, str]]) -> Iterator[list[str]]:
    """A block with one fixed word replaced; each word once in each state of the parser."""
    known = words_of(kind)
    driver = Driver(kind, "\n".join(lines) + "\n")
    for token in driver.tokens():
        mark = (driver.states[-1], token.kind)
        if token.kind in known and mark not in seen:
            seen.add(mark)
            for name in driver.accepts() & known.keys() - {token.kind}:
                row, column = lines[token.line - 1], token.column - 1
                changed = row[:column] + known[name] + row[column + len(token.text) :]
                yield [*lines[: token.line - 1], changed, *lines[token.line :]]
        driver.feed(token)
