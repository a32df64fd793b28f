"""Tables, parts of cards and keywords on them that are declared so that nothing could use them."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes.base import Word
from ..nodes.expressions import Bracket, Where
from ..problems.articles import an
from ..problems.problem import Advice, Label, Problem, unknown
from ..ruleset.duplicates import doubles
from ..ruleset.ruleset import Ruleset, once
from ..ruleset.shapes import every_field, flat, has_commas, has_word, is_card_type, plain_fields
from ..syntax.print_files import print_node

OWNERS = ("player", "game", "card", "cards")  # what has properties besides cards and parts
DONE = ("text", "effect", "cost")  # what a part cannot say


def part_problems(ruleset: Ruleset) -> list[Problem]:
    """Whatever is wrong with parts before a card is read."""
    parts: dict[str, d.PartField] = {}
    problems = list(table_problems(ruleset))
    for kind in ruleset.all(d.CardDeclaration):
        inside = [field for field in kind.fields if isinstance(field, d.PartField)]
        if inside:
            problems += doubles("fields", (named(field) for field in kind.fields))
        for part in inside:
            problems += problems_of(ruleset, part)
            if str(part.name) in parts:
                problems += other_part(parts[str(part.name)], part)
        for part in inside:
            parts.setdefault(str(part.name), part)
    problems += owners(ruleset, parts)
    for keyword in ruleset.all(d.KeywordDeclaration):
        problems += keyword_problems(ruleset, parts, keyword)
    return problems


def table_problems(ruleset: Ruleset) -> Iterator[Problem]:
    """The entries of a table are plain values: nothing is said, and there are no several."""
    for _, part, field in every_field(ruleset):
        if field.per is None or part is not None or is_card_type(ruleset, field.type):
            continue
        many = isinstance(field.type, attrs.ListType)
        if many or not (isinstance(field.type, attrs.TruthType) or has_commas(ruleset, field.type)):
            kind = print_node(field.type).strip()
            text = f'An entry of the table "{field.name}" is one plain value and no {kind}.'
            advice = f"Make it a list of phrases, each with a slot for its {field.per}."
            yield Problem("no-meaning", text, field.type.span, Advice(advice))


def named(field: d.Field) -> Word:
    assert isinstance(field, (d.PlainField, d.PartField))
    return field.name


def other_part(first: d.PartField, part: d.PartField) -> Iterator[Problem]:
    """Kinds of card may share a part; then it is the same."""
    if (first.per, first.fields) != (part.per, part.fields):
        text = f'Two kinds of card have a part "{part.name}", and the two differ.'
        label = Label(first.name.span, "the first one")
        mend = "Give both the same fields, or one another name."
        yield Problem("declared-twice", text, part.name.span, Advice(mend), labels=(label,))


def problems_of(ruleset: Ruleset, part: d.PartField) -> Iterator[Problem]:
    values = ruleset.names("values")
    if str(part.per) not in values:
        yield unknown("unknown-value", "set of values", part.per, part.per.span, values)
    if part.name in values or part.name in ruleset.names("card kind"):
        text = f'"{part.name}" is the name of values or of a kind of card already.'
        yield Problem("declared-twice", text, part.name.span, Advice("Rename one of them."))
    yield from doubles("fields", (named(field) for field in part.fields))
    optional: Word | None = None
    for field in part.fields:
        yield from field_problems(ruleset, part, field)
        if isinstance(field, d.PlainField) and has_word(field, "optional"):
            optional = field.name
        elif optional is not None:
            text = f'"{optional}" may be left out, so it stands behind what may not.'
            yield Problem("no-meaning", text, optional.span, Advice("Change their order."))


def field_problems(ruleset: Ruleset, part: d.PartField, field: d.Field) -> Iterator[Problem]:
    """The fields of a part stand on one line, one behind the other."""
    word = named(field)
    if not isinstance(field, d.PlainField):
        text = "A part has no parts."
        yield Problem("no-meaning", text, word.span, Advice("Make it a part of the card."))
        return
    kind = str(getattr(field.type, "word", ""))
    if field.per is not None:
        text = "A field of a part is one value."
        yield Problem("no-meaning", text, field.per.span, Advice("Make a field for each."))
    if kind in DONE:
        text = f"A part says no {kind}."
        yield Problem("no-meaning", text, field.span, f"{word} list of keyword optional")
    for attribute in field.attributes:
        if isinstance(attribute, attrs.StartsAttribute):
            text = "A field of a part has no start."
            yield Problem("no-meaning", text, attribute.span, "optional")
    last = field is part.fields[-1]
    if isinstance(field.type, attrs.ListType) and has_commas(ruleset, field.type) and not last:
        text = "A list with commas stands last in its part."
        yield Problem("no-meaning", text, word.span, Advice("Change their order."))


def owners(ruleset: Ruleset, parts: dict[str, d.PartField]) -> Iterator[Problem]:
    """What a property is declared of."""
    known = [*OWNERS, *ruleset.names("card kind"), *parts]
    for item in ruleset.all(d.PropertyDeclaration):
        if str(item.of) not in known:
            what = "thing with properties"
            yield unknown("unknown-owner", what, item.of, item.of.span, known)


# ---- keywords


def keyword_problems(
    ruleset: Ruleset, parts: dict[str, d.PartField], keyword: d.KeywordDeclaration
) -> Iterator[Problem]:
    if keyword.on is None:
        return
    on, kinds = str(keyword.on), ruleset.names("card kind")
    if on not in parts and on not in kinds:
        what, known = "kind of card or part of one", [*kinds, *parts]
        yield unknown("unknown-owner", what, on, keyword.on.span, known)
    elif on in parts:
        if not lists_of_keywords(ruleset, parts[on]):
            text = f"No {on} has a list of keywords, so none could have this one."
            advice = f"Give the part {on} a field such as `skills list of keyword optional`."
            yield Problem("wrong-bearer", text, keyword.on.span, Advice(advice))
        done = flat(keyword.body.statements) if keyword.body is not None else []
        if not all(isinstance(one, ru.Rule) for one in done):
            text = f"A keyword of {an(on)} is made of rules; nobody would carry this out."
            advice = Advice("Say in a rule what happens when: the condition names `holder`.")
            yield Problem("cannot-stand", text, keyword.name.span, advice)


def lists_of_keywords(ruleset: Ruleset, part: d.PartField) -> list[Word]:
    """What says which keywords a part has: properties of it, then fields."""
    words = [name for name, of in properties_of_keywords(ruleset) if of == part.name]
    return words + [field.name for field in plain_fields(part) if is_keywords(field)]


@once
def properties_of_keywords(ruleset: Ruleset) -> list[tuple[Word, Word]]:
    """The properties that are lists of keywords, and what has them."""
    every = ruleset.all(d.PropertyDeclaration)
    return [(item.name, item.of) for item in every if starts_as_keywords(ruleset, item)]


def is_keywords(field: d.PlainField) -> bool:
    return isinstance(field.type, attrs.ListType) and field.type.word == "keyword"


def starts_as_keywords(
    ruleset: Ruleset, item: d.PropertyDeclaration, seen: tuple[str, ...] = ()
) -> bool:
    """Whether a property is a list of keywords, seen from its text: working it out could need
    the answer.
    """
    lines = item.body.lines if isinstance(item.body, d.PipelineBody) else ()
    plain = [line.value for line in lines if isinstance(line, d.StartsLine)]
    value = item.body.value if isinstance(item.body, d.MeansBody) else None
    value = plain[0] if plain else value
    while isinstance(value, (Where, Bracket)):
        value = value.of if isinstance(value, Where) else value.inner
    word = str(getattr(value, "word", ""))
    if not word or word in seen:
        return False
    if any(is_keywords(f) for _, _, f in every_field(ruleset) if f.name == word):
        return True
    others = ruleset.properties().get(word, [])
    return any(starts_as_keywords(ruleset, other, (*seen, word)) for other in others)
