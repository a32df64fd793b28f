"""For whom sentences of cards speak: who prints or has gained them, who has a keyword, how often
a sentence may be used; and what of very many a match is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import TypeVar

from ..ir import ir
from ..ir.names import engine_name, uses_field
from ..ir.standing import FEW, pieces
from ..typed import ids
from ..typed.rules import SPEAKER, THIS, Gain, Said, Standing
from ..typed.statements import Lasting
from ..typed.truths import HasKeyword, KeywordForms
from ..typed.values import Binding, TimesKeyword, Value
from .context import (
    FALSE,
    TRUE,
    Env,
    Lowered,
    Lowering,
    Needed,
    code_of,
    conjunction,
    lower_value,
    speaker_of,
    speaks,
)
from .printed import in_print, printed, printing
from .values import card_of_part, disjunction, keyword_table
from .watches import givers_of, lasting_field, times_field

NOTHING, EMPTY = ir.Int(0), ir.Items(())
MANY = 16  # parts side by side; of more a match is asked if any of their cards is there
Part = TypeVar("Part")


def group_of(b: Lowering, said: Said) -> int:
    """The number under which the cards that bear a sentence are kept."""
    ability = ability_of(b, said)
    return b.group(("ability", ability), b.format.abilities[ability].bearers)


def ability_of(b: Lowering, said: Said) -> int:
    """The number of the sentence that a rule is part of."""
    return b.numbers[said.sentence]


def bear(b: Lowering, said: Said, fields: Env, bearer: ir.Expression) -> tuple[Env, ir.Expression]:
    """What the names of a sentence are for one that may bear it, and the test that it does."""
    if said.holder is None:
        env = {**fields, THIS: bearer, SPEAKER: speaker_of(b, bearer)}
        return env, prints(b, said, bearer)
    card = card_of_part(b, bearer, said.holder.type.of)
    env = {**fields, said.holder: bearer, THIS: card, SPEAKER: speaker_of(b, card)}
    return env, has_keyword(b, said.holder, ability_of(b, said), env)


def has_keyword(b: Lowering, holder: Binding, ability: int, env: Env) -> ir.Expression:
    """Whether a part has this keyword, with these slots, now."""
    keywords = b.format.keywords[holder.type.of]
    if keywords is None:
        return ir.Int(0)
    return ir.Contains(lower_value(b, keywords, env), ir.Int(ability))


# ---- very many of them


def needed(b: Lowering, said: Said | None, lasting: Lasting | None = None) -> Needed:
    """The cards without which a sentence speaks for nobody, or nothing sets up what lasts, if that
    is so for some.
    """
    if lasting is not None:
        return givers_of(b, lasting)
    if said is None or said.holder is not None or b.has_copies:
        return None
    if is_fixed(b, said):
        return b.format.abilities[ability_of(b, said)].bearers
    return givers_of(b, said.sentence)


def needed_to_run(b: Lowering, ability: int) -> Needed:
    """The cards without which a sentence is carried out for nobody; -1: what the rules do. The
    keywords of a part may be granted to those of any card.
    """
    if ability == ir.NONE or b.format.abilities[ability].part:
        return None
    return needed(b, Said(b.format.abilities[ability].sentence))


def any_needed(every: Iterable[Needed]) -> Needed:
    """The cards without which none of some things has any effect, if that is so for some."""
    found: set[int] = set()
    for cards in every:
        if cards is None:
            return None
        found.update(cards)
    return found


def side_by_side(
    b: Lowering,
    parts: Sequence[tuple[Part, Needed]],
    joined: Callable[[Sequence[Part]], Part],
    behind: Callable[[ir.Expression, Part], Part],
) -> Part:
    """Parts of the program joined in their order; very many of them are put behind the question
    whether the match has any of the cards that they need, some at a time, and these again, so that
    a match does not pay for the cards that it does not have.
    """
    level = [*parts]
    while len(parts) > MANY and len(level) > FEW:
        wider = [*_asked_together(b, level, joined, behind)]
        if len(wider) == len(level):
            break
        level = wider
    return joined([part for part, _ in level])


def _asked_together(
    b: Lowering,
    parts: Sequence[tuple[Part, Needed]],
    joined: Callable[[Sequence[Part]], Part],
    behind: Callable[[ir.Expression, Part], Part],
) -> Iterator[tuple[Part, Needed]]:
    for some in pieces(parts, lambda one: one[1] is not None, FEW):
        if len(some) == 1:
            yield some[0]
            continue
        cards = sorted({card for _, more in some for card in more or ()})
        yield behind(b.has_some(cards), joined([part for part, _ in some])), cards


def any_of(b: Lowering, parts: Sequence[tuple[ir.Expression, Needed]]) -> ir.Expression:
    """Whether any of very many is so."""
    return side_by_side(b, parts, lambda some: reduce(disjunction, some, FALSE), conjunction)


def sum_of(b: Lowering, parts: Sequence[tuple[ir.Expression, Needed]]) -> ir.Expression:
    """Very many added up."""

    def joined(some: Sequence[ir.Expression]) -> ir.Expression:
        return reduce(partial(ir.Arithmetic, "+"), some) if some else NOTHING

    return side_by_side(b, parts, joined, lambda there, part: ir.Either(there, part, NOTHING))


def union_of(b: Lowering, parts: Sequence[tuple[ir.Expression, Needed]]) -> ir.Expression:
    """Very many sets, one behind the other."""

    def joined(some: Sequence[ir.Expression]) -> ir.Expression:
        return reduce(ir.Join, some) if some else EMPTY

    return side_by_side(b, parts, joined, lambda there, part: ir.Either(there, part, EMPTY))


# ---- what cards gain


def set_up(
    b: Lowering, lasting: Lasting, fields: Env, player: ir.Expression
) -> tuple[Env, ir.Expression]:
    """An effect set the rule up for this player, and remembered its card."""
    mark = ir.Field(lasting_field(b, lasting), player)
    this = ir.Arithmetic("-", mark, ir.Int(1))
    return {**fields, THIS: this, SPEAKER: player}, ir.Compare(">", mark, ir.Int(0))


def is_fixed(b: Lowering, said: Said) -> bool:
    """Whether a sentence speaks for those that print it, and for nobody else."""
    ability = ability_of(b, said)
    return ability not in b.format.gained and ability not in b.format.lost


def speakers(b: Lowering, said: Said, one: ir.Expression | None = None) -> ir.Expression:
    """The cards for which a sentence speaks, each as often as it does: those that print it, and
    those that have gained it, unless they have lost it. `one`: no other card counts.
    """
    if is_fixed(b, said):
        return printing(b, group_of(b, said))
    if one is not None:
        return ir.Each(b.fresh("time"), ir.Range(times_said(b, said, one)), one)
    cards, some = ir.Apply(said_function(b, said, False), ()), b.has_some(needed(b, said))
    return cards if some == TRUE else ir.Either(some, cards, EMPTY)


def times_said(b: Lowering, said: Said, card: ir.Expression) -> ir.Expression:
    """How often a sentence that may be gained or lost speaks for a card."""
    times = ir.Apply(said_function(b, said, True), (card,))
    some = b.has_some(needed(b, said))
    return times if some == TRUE else ir.Either(some, times, NOTHING)


def said_function(b: Lowering, said: Said, times: bool) -> str:
    """The cards for which a sentence speaks, or (`times`) how often it does for one card: as it is
    printed, by what stands, and by what was gained and lost since, the newest last.
    """
    ability = ability_of(b, said)
    name = engine_name("times said" if times else "said by", ability)
    if name in b.functions:
        return name
    number, card = ir.Int([*b.properties].index(str(ids.GAINED))), ir.Local("card")
    own = own_times(b, said, card) if times else own_speakers(b, said)
    parts = [(own, needed(b, said))] + [
        (given(b, gain, card if times else None), needed(b, gain.said, gain.lasting))
        for gain in b.format.gains
        if any(b.numbers[one] == ability for one in gain.sentences)
    ]
    code = sum_of(b, parts) if times else union_of(b, parts)
    code = without_lost(b, ability, code, card if times else None)
    if times:
        code = ir.Native("times_said", (number, card, ir.Int(ability), code))
    else:
        code = ir.Native("said_by", (number, ir.Int(ability), code))
    return b.function(name, ("card",) if times else (), code, not times)


def without_lost(
    b: Lowering, ability: int, code: ir.Expression, card: ir.Expression | None
) -> ir.Expression:
    """The cards, or how often for one card, but for those that lack it by what stands."""
    one = ir.Local(b.fresh("it")) if card is None else card
    sentence = b.format.abilities[ability].sentence
    takers = [gain for gain in b.format.gains if gain.takes(sentence)]
    if not takers:
        return code
    lost = sum_of(b, [(given(b, g, one), needed(b, g.said, g.lasting)) for g in takers])
    has = ir.Compare("==", lost, ir.Int(0))
    if card is not None:
        return ir.Either(has, code, ir.Int(0))
    assert isinstance(one, ir.Local)
    return ir.Select(one.name, code, has)


def own_speakers(b: Lowering, said: Said) -> ir.Expression:
    """The cards that print a sentence."""
    borne = b.format.abilities[ability_of(b, said)].bearers
    return printing(b, group_of(b, said)) if borne else ir.Items(())


def own_times(b: Lowering, said: Said, card: ir.Expression) -> ir.Expression:
    """1 for a card that prints a sentence, else 0."""
    if not b.format.abilities[ability_of(b, said)].bearers:
        return ir.Int(0)
    return ir.Either(prints(b, said, card), ir.Int(1), ir.Int(0))


def prints(b: Lowering, said: Said, card: ir.Expression) -> ir.Expression:
    """Whether a card prints a sentence."""
    return ir.Compare("==", printed(b, b.bears(group_of(b, said)), card), ir.Int(1))


def given(b: Lowering, gain: Gain, card: ir.Expression | None) -> ir.Expression:
    """The cards to which something that stands gives its sentences, or how often to one card."""
    if gain.lasting is not None:
        return given_for_a_time(b, gain, gain.lasting, card)
    if gain.said is None:
        return given_to(b, gain, {}, card)
    name = b.fresh("giver")
    env, _ = bear(b, gain.said, {}, ir.Local(name))
    done = ir.Mark(b.happens(ability_of(b, gain.said)), TRUE)
    inner = given_to(b, gain, env, card, speaks(b, env[SPEAKER]), done)
    return (ir.Flatten if card is None else ir.Total)(name, speakers(b, gain.said), inner)


def given_to(
    b: Lowering,
    gain: Gain,
    env: Env,
    card: ir.Expression | None,
    active: ir.Expression = TRUE,
    done: ir.Expression = TRUE,
) -> ir.Expression:
    """The same for one for whom it speaks."""
    cards = lower_value(b, gain.target, env)
    holds = b.via((gain.at, *gain.via), lower_value(b, gain.condition, env))
    if card is None:
        return ir.Either(conjunction(active, holds, done), cards, ir.Items(()))
    test = conjunction(active, holds, ir.Contains(cards, card), done)
    return ir.Either(test, ir.Int(1), ir.Int(0))


def given_for_a_time(
    b: Lowering, gain: Gain, lasting: Lasting, card: ir.Expression | None
) -> ir.Expression:
    """The same where effects set it up, each as often as it did."""
    name, time = b.fresh("player"), b.fresh("time")
    env, active = set_up(b, lasting, {}, ir.Local(name))
    times = ir.Range(ir.Field(times_field(b, lasting), ir.Local(name)))
    inner = given_to(b, gain, env, card, active)
    if card is None:
        return ir.Flatten(name, b.players, ir.Flatten(time, times, inner))
    return ir.Total(name, b.players, ir.Total(time, times, inner))


# ---- keywords of cards


@code_of(KeywordForms)
def every_form(b: Lowering, value: Value, env: Env) -> ir.Expression:
    """The sentences that are a keyword, with whatever slots and labels."""
    form = value.form
    assert isinstance(form, KeywordForms)
    every = (one for one in b.format.abilities if one.sentence.effect.phrase == form.keyword)
    return ir.Items(tuple(ir.Int(one.id) for one in every))


@code_of(HasKeyword)
def card_has_keyword(b: Lowering, value: Value, env: Env) -> ir.Expression:
    """Whether a card has a keyword; mostly it is enough to look at what is printed on it."""
    form = value.form
    assert isinstance(form, HasKeyword)
    card, changes = lower_value(b, form.card, env), b.format.bearing[form.keyword].standing
    if form.card.type.kind == "print":
        b.table(keyword_table(form.keyword))
        return ir.Compare("==", in_print(keyword_table(form.keyword), card), ir.Int(1))
    if b.printed or not any(is_open(b, change) for change in changes):
        b.table(keyword_table(form.keyword))
        return ir.Compare("==", printed(b, keyword_table(form.keyword), card), ir.Int(1))
    return ir.Apply(has_function(b, form.keyword), (card,))


def has_function(b: Lowering, keyword: str) -> str:
    """Whether a card has a keyword, which may be for a while."""
    name = engine_name("has", keyword)
    if name not in b.functions:
        card, changes = ir.Local("card"), b.format.bearing[keyword].standing
        parts = [(bears_now(b, change, card), needed(b, change.said)) for change in changes]
        some = b.has_some(any_needed(cards for _, cards in parts))
        b.function(name, ("card",), conjunction(some, any_of(b, parts)))
    return name


def times_function(b: Lowering, keyword: str) -> str:
    """How often a card has a keyword: by each sentence that speaks for it."""
    name = engine_name("times", keyword)
    if name not in b.functions:
        card, changes = ir.Local("card"), b.format.bearing[keyword].standing
        parts = [(times_borne(b, change, card), needed(b, change.said)) for change in changes]
        some, times = b.has_some(any_needed(cards for _, cards in parts)), sum_of(b, parts)
        b.function(name, ("card",), times if some == TRUE else ir.Either(some, times, NOTHING))
    return name


def lower_keywords(b: Lowering) -> None:
    """What scenarios may ask of keywords that cards gain and lose, as far as no rule asks it."""
    for keyword, known in b.format.bearing.items():
        said = (change.said for change in known.standing)
        if any(one is not None and not is_fixed(b, one) for one in said):
            has_function(b, keyword)
            times_function(b, keyword)


def is_open(b: Lowering, change: Standing) -> bool:
    """Whether a card can have the keyword of a sentence otherwise than by printing it."""
    assert change.said is not None
    if not is_fixed(b, change.said) or change.said.sentence.beneath:
        return True
    env, _ = bear(b, change.said, {}, ir.Local("card"))
    return lower_value(b, change.condition, env) != TRUE


def bears_now(b: Lowering, change: Standing, card: ir.Expression) -> ir.Expression:
    """Whether a sentence with a keyword speaks for a card."""
    assert change.said is not None
    name = b.fresh("bearer")
    times, holds = borne_by(b, change, name)
    has = ir.Compare(">", times, ir.Int(0))
    if is_fixed(b, change.said):
        has = prints(b, change.said, ir.Local(name))
    if change.said.sentence.beneath:
        beneath = ir.Native("cards_beneath", (card,))
        return ir.Exists(name, beneath, conjunction(has, holds))
    return ir.Bind(name, card, conjunction(has, holds))


def borne_by(b: Lowering, change: Standing, bearer: str) -> tuple[ir.Expression, ir.Expression]:
    """How often a card has a sentence with a keyword, and whether it stands for it."""
    assert change.said is not None
    ability, card = ability_of(b, change.said), ir.Local(bearer)
    times = own_times(b, change.said, card)
    if not is_fixed(b, change.said):
        times = times_said(b, change.said, card)
    env, _ = bear(b, change.said, {}, card)
    done = ir.Mark(b.happens(ability), TRUE)
    holds = b.via(change.via, lower_value(b, change.condition, env))
    return times, conjunction(holds, done)


@code_of(TimesKeyword)
def times_keyword(b: Lowering, value: Value, env: Env) -> ir.Expression:
    form = value.form
    assert isinstance(form, TimesKeyword)
    return ir.Apply(times_function(b, form.keyword), (lower_value(b, form.card, env),))


def times_borne(b: Lowering, change: Standing, card: ir.Expression) -> ir.Expression:
    """How often a sentence with a keyword speaks for a card."""
    assert change.said is not None
    name = b.fresh("bearer")
    times, holds = borne_by(b, change, name)
    code = ir.Either(holds, times, ir.Int(0))
    if change.said.sentence.beneath:
        return ir.Total(name, ir.Native("cards_beneath", (card,)), code)
    return ir.Bind(name, card, code)


# ---- how often


def declare_limits(b: Lowering) -> None:
    """Abilities that no card has both share one note: few notes make small states."""
    taken: set[tuple[ids.Moment, int, int]] = set()
    for ability, sentence in zip(b.format.abilities, b.format.sentences, strict=True):
        if sentence.limit is None:
            continue
        until, number = sentence.limit.until, 0
        gained = ability.id in b.format.gained or ids.PRINT in b.format.made  # by whatever card
        cards = range(len(b.format.cards)) if gained else ability.bearers
        while any((until, number, card) in taken for card in cards):
            number += 1
        taken.update((until, number, card) for card in cards)
        step = str(until.step) if isinstance(until, ids.StepEnd) else ""
        name = b.limits[ability.id] = uses_field(step, number)
        b.fields.setdefault(
            name, ir.FieldSpec(name, "card", 0, 0, None, b.moment(until), secret="inner")
        )


def limit_fields(b: Lowering) -> list[str]:
    """The notes of all limits."""
    return list(dict.fromkeys(b.limits.values()))


def within_limit(b: Lowering, ability: int, this: ir.Expression) -> ir.Expression:
    limit = b.format.sentences[ability].limit
    if limit is None:
        return TRUE
    used = ir.Field(b.limits[ability], this)
    return ir.Compare("<", used, ir.Int(limit.number))


def undo_count(b: Lowering, ability: int, this: ir.Expression) -> Lowered:
    """Takes back that a sentence was used."""
    if ability not in b.limits:
        return []
    name = b.limits[ability]
    return [ir.Set(name, this, ir.Arithmetic("-", ir.Field(name, this), ir.Int(1)))]


def count_use(b: Lowering, ability: int, this: ir.Expression) -> Lowered:
    if ability not in b.limits:
        return []
    name = b.limits[ability]
    return [ir.Set(name, this, ir.Arithmetic("+", ir.Field(name, this), ir.Int(1)))]
