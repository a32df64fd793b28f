"""Cards, sentences and records as tables and functions of the program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ..ir import ir
from ..ir.names import COPY, ITEMS, TURNED_TERMS, brings_table, engine_name, field_table
from ..nodes.base import Node, walk
from ..nodes.expressions import Sentence, String, Use
from ..typed.abilities import Ability
from ..typed.records import RecordMeaning
from ..typed.rules import SPEAKER, THIS, AbilityMeaning, Said
from ..typed.values import Value
from .context import TRUE, Env, Frame, Lowering, conjunction, lower_block, lower_value
from .events import ability_procedure
from .speakers import said_function, within_limit
from .structure import label_number, window_table
from .values import LISTS, keyword_table, runs_table, slot_list, tagged_list

OWN = ("this", "player")
RECORD = ("player", "this")
OWN_ENV: Env = {THIS: ir.Local("this"), SPEAKER: ir.Local("player")}
RECORD_TABLES = ("condition", "fits", "candidates", "payable", "laid")
ASSIGN_TABLES = ("assignable", "laid_for")  # of those who assign what lies there


# ---- cards


def card_tables(b: Lowering) -> None:
    """One table a field, filled from the cards; texts become ability numbers."""
    cards, kinds = b.format.cards, list(b.format.ruleset.names("card kind"))
    b.tables["kind"] = [kinds.index(card.kind) for card in cards]
    b.tables["name"] = [b.name_index(str(card.name)) for card in cards]
    said = [[*walk(*card.texts.values())] for card in cards]
    b.tables["code"] = [b.name_index(str(card.code)) for card in cards]
    if b.has_copies:
        b.tables[COPY] = [-2 - number for number in range(len(cards))]
    b.tables["mentions"] = [mentions_of(b, card) for card in said]
    lists: dict[object, int] = {}
    for column in b.format.columns:
        entries = [as_numbers(b, entry) for entry in column.entries]
        if column.lists:
            parts = cast(list[tuple[object, ...]], entries)
            entries = [tuple(lists.setdefault(x, len(lists)) for x in p) for p in parts]
        b.tables[field_table(column.field, column.part)] = [*entries]
    b.lists[LISTS] = tuple(lists)
    for name, entries in b.format.companions.items():
        b.table(field_table(name))
        b.tables[brings_table(name)] = [*entries]
    for name in b.format.text_fields:
        for table in (field_table(name), runs_table(name)):
            b.tables[table] = no_sentences(b)
    for keyword in sorted(b.format.named_keywords):
        b.tables[engine_name("names in", keyword)] = [names_in(b, card, keyword) for card in said]


def no_sentences(b: Lowering) -> list[object]:
    """A table of sentences before any is entered."""
    return [() for _ in b.format.cards]


def as_numbers(b: Lowering, entry: object) -> object:
    """Plain data with names, phrases and sentences as numbers."""
    if isinstance(entry, tuple):
        return tuple(as_numbers(b, one) for one in cast(tuple[object, ...], entry))
    if isinstance(entry, (Sentence, Use)):
        return b.numbers[entry]
    return b.name_index(entry) if isinstance(entry, str) else entry


def mentions_of(b: Lowering, nodes: list[Node]) -> tuple[int, ...]:
    """The names that stand in the texts of a card, each once, and in angle brackets the
    phrases and keywords.
    """
    texts = [str(node.text) for node in nodes if isinstance(node, String)]
    texts += [f"<{node.phrase}>" for node in nodes if isinstance(node, Use)]
    return tuple(b.name_index(text) for text in dict.fromkeys(texts))


def names_in(b: Lowering, nodes: list[Node], keyword: str) -> tuple[int, ...]:
    """The names in the slots of a keyword that a card has, by the nodes of its texts."""
    uses = [node for node in nodes if isinstance(node, Use) and node.phrase == keyword]
    inside = (node for use in uses for node in walk(use))
    return tuple(b.name_index(str(x.text)) for x in inside if isinstance(x, String))


# ---- sentences


def sentence_tables(b: Lowering) -> None:
    """Which sentences cards say, in which fields and windows, and which keywords they have."""
    abilities, keywords = b.format.abilities, list(b.format.ruleset.names("keyword"))
    for name, number, ability in b.format.said:
        add_to(b, field_table(name), number, ability.id)
        if ability.id in b.format.run:
            add_to(b, runs_table(name), number, ability.id)
    numbers: list[object] = []
    for ability in abilities:
        word = str(ability.sentence.effect.phrase)
        numbers.append(keywords.index(word) if word in keywords else ir.NONE)
        if ability.window:
            for card in ability.bearers:
                add_to(b, window_table(ability.window), card, ability.id)
        if word in keywords and not ability.sentence.beneath:
            table = b.table(keyword_table(word))
            for card in ability.bearers:
                table[card] = 1
    b.lists["keyword_of"] = tuple(numbers)
    b.lists["aside_of"] = tuple(int(a.sentence.aside) for a in abilities)
    tagged(b, "sentence", [b.format.tags_of_sentence(a) for a in abilities])
    tagged(b, "record", [b.format.tags_of(record.use) for record in b.format.records])


def tagged(b: Lowering, kind: str, tags: list[frozenset[str]]) -> None:
    for tag in b.format.tags:
        b.lists[tagged_list(kind, tag)] = tuple(int(tag in one) for one in tags)


def add_to(b: Lowering, table: str, card: int, ability: int) -> None:
    if table not in b.tables:
        b.tables[table] = no_sentences(b)
    entries = b.tables[table]
    entries[card] = (*cast(tuple[int, ...], entries[card]), ability)


def lower_sentences(b: Lowering) -> None:
    """`ability:n(this, player)` for each sentence that is ever run, what it demands, and whether
    it may be used in a window.
    """
    names: list[str] = []
    payable: list[str] = []
    usable: list[str] = []
    labels: list[object] = []
    for ability, sentence in zip(b.format.abilities, b.format.sentences, strict=True):
        runs = sentence.body is not None
        names.append(lower_sentence(b, ability, sentence) if runs else "")
        demand = lower_value(b, sentence.demand, OWN_ENV) if runs else TRUE
        name = engine_name("payable ability", ability.id)
        payable.append(b.function(name, OWN, demand) if runs else "")
        label = ability.window_label
        if label is None:
            usable.append("")
            labels.append(ir.NONE)
            continue
        labels.append(label_number(b, str(label.name), ability.sentence.beneath))
        usable.append(lower_usable(b, ability, sentence))
    b.dispatch["ability"], b.dispatch["payable_ability"] = names, payable
    if any(usable):
        b.dispatch["usable"] = usable
    b.lists["label_of"] = tuple(labels) if any(usable) else ()


def lower_sentence(b: Lowering, ability: Ability, sentence: AbilityMeaning) -> str:
    places = [b.place(at) for at in sentence.lines]
    frame = Frame(dict(OWN_ENV), ability=ability.id)
    body = lower_block(b, sentence.body or (), frame)
    whole = (ir.Line(b.happens(ability.id)), *map(ir.Line, places), *body)
    name = ability_procedure(ability.id)
    return b.procedure(name, OWN, whole, places[0])


def lower_usable(b: Lowering, ability: Ability, sentence: AbilityMeaning) -> str:
    limit = within_limit(b, ability.id, ir.Local("this"))
    has: ir.Expression = TRUE
    if ability.id in b.format.lost:
        times = ir.Apply(said_function(b, Said(ability.sentence), True), (ir.Local("this"),))
        has = ir.Compare(">", times, ir.Int(0))
    test = conjunction(limit, has, lower_value(b, sentence.usable, OWN_ENV))
    return b.function(engine_name("usable", ability.id), OWN, test)


# ---- records


def lower_records(b: Lowering) -> None:
    """The functions behind every record, and its slots."""
    records = b.format.records
    assigns = "assign" in b.format.features
    for name in (*RECORD_TABLES, *ASSIGN_TABLES) if assigns else RECORD_TABLES:
        b.dispatch[name] = [""] * len(records)
    items: list[object] = [()] * len(records)
    turned: list[object] = [ir.NONE] * len(records)
    slots: dict[str, list[object]] = {name: [ir.NONE] * len(records) for name in b.format.slots}
    for number, record in enumerate(records):
        items[number] = as_numbers(b, record.terms or ())
        turned[number] = record.orientation
        for name, entry in record.slots.items():
            slots[name][number] = as_numbers(b, entry)
        lower_record(b, record)
    b.lists[ITEMS], b.lists[TURNED_TERMS] = tuple(items), tuple(turned)
    b.lists |= {slot_list(name): tuple(entries) for name, entries in slots.items()}


def lower_record(b: Lowering, record: RecordMeaning) -> None:
    env: Env = {**OWN_ENV, record.card: ir.Local("card")}

    def put(table: str, parameters: Iterable[str], value: Value, is_set: bool) -> None:
        code = lower_value(b, value, env)
        put_code(b, record, table, (*parameters, *RECORD), code, is_set)

    if record.holds is not None:
        put("condition", (), record.holds, False)
    if record.fits is not None:
        put("fits", ("card",), record.fits, False)
    if record.candidates is not None:
        put("candidates", (), record.candidates, True)
    if record.terms is not None:
        lower_terms(b, record, env)


def put_code(
    b: Lowering,
    record: RecordMeaning,
    table: str,
    parameters: tuple[str, ...],
    code: ir.Expression,
    is_set: bool = False,
) -> None:
    name = b.function(engine_name(table, record.id), parameters, code, is_set)
    b.dispatch[table][record.id] = name


def lower_terms(b: Lowering, record: RecordMeaning, env: Env) -> None:
    """`payable(start, out, ..)`: terms from number `start` on can be met without the card `out`;
    `laid(cards, ..)`: cards that lie there meet all terms.
    """
    sets = tuple(
        open_set(b, lower_value(b, term.members, env), k) for k, term in enumerate(record.open)
    )
    payable: ir.Expression = ir.Matches(sets) if sets else TRUE
    put_code(b, record, "payable", ("start", "out", *RECORD), payable)
    laid: list[ir.Expression] = []
    for term in record.laid:
        it = b.fresh("it")
        test = lower_value(b, term.condition, {**env, term.each: ir.Local(it)})
        laid.append(ir.Select(it, ir.Local("cards"), test))
    count = ir.Count(ir.Local("cards"))
    enough = ir.Compare("==", count, ir.Int(len(record.laid)))
    whole = conjunction(enough, ir.Matches(tuple(laid))) if laid else enough
    put_code(b, record, "laid", ("cards", *RECORD), whole)
    if "assign" in b.format.features:
        lower_assigned(b, record, laid)


def lower_assigned(b: Lowering, record: RecordMeaning, laid: list[ir.Expression]) -> None:
    """`assignable(start, cards, ..)`: terms from number `start` on can be met with these cards;
    `laid_for(number, cards, ..)`: which of them could be laid for one term.
    """
    start, number = ir.Local("start"), ir.Local("number")
    left: list[ir.Expression] = []
    found: ir.Expression = ir.Items(())
    for k, cards in enumerate(laid):
        met = ir.Compare("<", ir.Int(k), start)
        left.append(ir.Either(met, ir.Items((ir.Int(-2 - k),)), cards))
        found = ir.Either(ir.Compare("==", number, ir.Int(k)), cards, found)
    whole = ir.Matches(tuple(left)) if left else TRUE
    put_code(b, record, "assignable", ("start", "cards", *RECORD), whole)
    put_code(b, record, "laid_for", ("number", "cards", *RECORD), found, True)


def open_set(b: Lowering, members: ir.Expression, k: int) -> ir.Expression:
    """Who could pay term number k; a term already paid is met by a stand-in of its own."""
    it = b.fresh("it")
    free = ir.And(
        ir.Compare("!=", ir.Local(it), ir.Local("out")),
        ir.Compare("!=", ir.Local(it), ir.Local("this")),
    )
    paid = ir.Compare("<", ir.Int(k), ir.Local("start"))
    return ir.Either(paid, ir.Items((ir.Int(-2 - k),)), ir.Select(it, members, free))
