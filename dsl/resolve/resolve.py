"""The order in which a format is resolved, and the typed format that comes out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ..cards.definition import CardDefinition
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import modes
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node
from ..nodes.base import walk as walk_nodes
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Use
from ..nodes.groups import GroupsDeclaration
from ..nodes.invariants import InvariantDeclaration
from ..problems.problem import Advice
from ..ruleset.clauses import range_problems
from ..ruleset.ruleset import Ruleset, once, phases_of
from ..typed import ids
from ..typed import values as v
from ..typed.abilities import Ability
from ..typed.format import Column, Course, Format, WindowMeaning, ZoneLimit
from ..typed.records import RecordMeaning
from ..typed.rules import AbilityMeaning, PropertyMeaning, Standing
from ..typed.values import Value, constant, local
from . import specs, structure
from .abilities import add_rule_of_format, collect_abilities, meaning_of_ability, part_holder
from .asking import asked_in
from .beforehand import Beforehand
from .columns import columns_of, companions_of, declare_fields, every_field_of, part_columns_of
from .context import CardField, Resolved, Resolver, Scope, at
from .decks import resolve_decks
from .events import OTHER_EVENTS, event_of
from .findings import Brought, Findings, Unit
from .sentences import is_run, part_of_keyword
from .statements import becoming, cards, changes, choices, loops, statements, trials
from .statements.moments import ends_for_player, plain_end
from .structure import resolve_windows
from .values import conditions, expressions
from .values.cards import changeable_fields, keywords_of, text_fields, width_of
from .values.coercions import words
from .values.conditions import tags_declared
from .values.groups import check_groups
from .values.properties import resolve_properties
from .values.records import meaning_of_record
from .vocabulary_check import check_vocabulary

M = TypeVar("M")
N = TypeVar("N", bound=Node)
TOPICS = (
    becoming,
    cards,
    changes,
    choices,
    conditions,
    expressions,
    loops,
    statements,
    trials,
)  # enter themselves


@dataclass(slots=True, eq=False)
class RulesMeaning:
    """What the rules of a format mean, whatever cards they are played with; and what came up in
    each of their parts.
    """

    resolver: Resolver
    declared: Unit[None]
    rules: Unit[None]
    course: Unit[Course]
    vocabulary: Unit[dict[str, list[object]]]  # what each phrase asks and does
    keywords: Unit[dict[str, Value | None]]  # by part of cards


def follow(ruleset: Ruleset, older: Ruleset) -> None:
    """Sentences that were resolved for older rules, or in another process, stay as they are where
    these answer the same to all that was asked.
    """
    resolved = older.known.get(Resolved)
    if resolved is not None and Resolver not in ruleset.known:
        ruleset.known[follow] = resolved


@once
def resolve_rules(ruleset: Ruleset) -> RulesMeaning:
    """Binds every name of the rules. Raises RecursionError where texts nest too deep."""
    r = Resolver(ruleset, ruleset.known.pop(follow, None))
    return RulesMeaning(
        r,
        r.unit(lambda: declare(r)),
        r.unit(lambda: resolve_standing(r)),
        r.unit(lambda: resolve_course(r)),
        r.unit(lambda: check_vocabulary(r)),
        r.unit(lambda: {part: keywords_of(r, local(part_holder(r, part))) for part in r.parts}),
    )


def resolve_format(ruleset: Ruleset, cards: list[CardDefinition]) -> Format:
    """Binds every name and finds every problem. RecursionError where texts nest too deep."""
    rules = resolve_rules(ruleset)
    r, found = rules.resolver, Findings()
    found.take(rules.declared)
    columns, companions, said = resolve_printed(r, found, cards)
    found.take(rules.rules)
    course = found.take(rules.course)
    sentences, windows, records = resolve_said(rules, found)
    properties, bearing, made = resolve_changes(r, found)
    abilities = numbered(r, found, said)
    known = properties | made | {one.id: one for one in bearing.values()}
    sentences = Beforehand(r, course, known).asked(abilities.values(), sentences)
    return Format(
        ruleset=ruleset,
        cards=cards,
        zones=r.zones,
        zone_places={str(zone.name): at(zone) for zone in ruleset.all(d.ZoneDeclaration)},
        gauges=r.gauges,
        resets=r.resets,
        limits=found.take(r.unit(lambda: zone_limits(r))),
        moments=[*found.moments],
        features={*found.features},
        roles=tuple(r.roles),
        steps={r.steps[path].id: node for path, node in phases_of(ruleset).values()},
        skips=found.skips,
        texts=tuple(found.texts),
        slots=tuple(found.slots),
        tags=tuple(tags_declared(ruleset)),
        widths={part: width_of(r, part) for part in r.parts},
        columns=columns,
        companions=companions,
        changeable=changeable_fields(r),
        course=course,
        windows=windows,
        properties=properties,
        rules=found.rules,
        watches=found.watches,
        events={name: event_of(r, name) for name in OTHER_EVENTS},
        precedence=specs.precedence(r),
        role_zones=role_zones(r),
        abilities=[*abilities.values()],
        sentences=sentences,
        records=records,
        keywords=found.take(rules.keywords),
        text_fields=tuple(text_fields(r)),
        said=tuple((name, card, abilities[sentence]) for name, card, sentence in said),
        run=frozenset(one.id for one in abilities.values() if is_run(one)),
        named_keywords=frozenset(found.named_keywords),
        bearing=bearing,
        made=made,
        gained=frozenset(abilities[one].id for one in found.gained),
        lost=frozenset(one.id for one in abilities.values() if may_be_lost(found, one)),
        gains=found.gains,
        givers=givers(found, abilities),
        unsaid=unsaid(rules.vocabulary[0], found),
        used=found.used,
        blamed={abilities[sentence].id for sentence in found.blamed},
        problems=[*found.problems, *r.kept],
    )


def resolve_said(
    rules: RulesMeaning, found: Findings
) -> tuple[list[AbilityMeaning], list[WindowMeaning], list[RecordMeaning]]:
    """The sentences and records that have come up so far and bring each other up, and what
    windows offer.
    """
    r, sentences = rules.resolver, resolve_sentences(rules.resolver, found, 0)
    windows = resolve_offers(r, found)
    found.take(rules.vocabulary)
    records = resolve_records(r, found)
    return [*sentences, *resolve_sentences(r, found, len(sentences))], windows, records


Properties = dict[ids.PropertyId, PropertyMeaning]


def resolve_changes(
    r: Resolver, found: Findings
) -> tuple[Properties, dict[str, PropertyMeaning], Properties]:
    """The properties with what changes them while something lasts, the keywords with who has
    them, and what cards may be made.
    """
    properties = {known.id: known for known in r.properties.values()}
    bearing = {ids.bearing(name): one for name, one in keywords_of_cards(r).items()}
    place = at(r.ruleset.format)
    made = {
        key: PropertyMeaning(key, None, None, Value(v.Constant(0), type_), place)
        for key, type_ in found.made.items()
    }
    known = properties | bearing | made
    found.take(r.unit(lambda: add_standing_changes(r, found.standing, known)))
    found.take(r.unit(lambda: check_cycles(r, known, found)))
    keywords = {key.name: known[key] for key in bearing}
    return {key: known[key] for key in properties}, keywords, {key: known[key] for key in made}


def keywords_of_cards(r: Resolver) -> dict[str, PropertyMeaning]:
    """The keywords that cards may have, each as a property that sentences raise."""
    nodes = {name: at(node) for name, node in r.names("keyword").items()}
    return {
        name: PropertyMeaning(ids.bearing(name), None, None, constant(0), place)
        for name, place in nodes.items()
        if not part_of_keyword(r, name)
    }


def resolve_offers(r: Resolver, found: Findings) -> list[WindowMeaning]:
    """What windows offer, with the sentences that came up so far."""
    printed = [*found.abilities.values()]
    return found.take(r.unit(lambda: resolve_windows(r, printed)))


Printed = tuple[list[Column], dict[str, list[int]], list[tuple[str, int, Sentence]]]


def resolve_printed(r: Resolver, found: Findings, cards: list[CardDefinition]) -> Printed:
    """What is printed in all fields of some cards."""
    printed, more = r.unit(lambda: resolve_fields(r, cards, every_field_of(r)))
    found.add(more)
    return printed


def resolve_fields(r: Resolver, cards: list[CardDefinition], fields: list[CardField]) -> Printed:
    """The columns of some fields, the cards that come along, and who says what."""
    columns = [*columns_of(r, cards, fields), *part_columns_of(r, cards, fields)]
    return columns, companions_of(r, cards, fields), collect_abilities(r, cards, fields)


def found_in_rules(ruleset: Ruleset) -> Findings:
    """What comes up in the rules, whatever cards there are."""
    rules, found = resolve_rules(ruleset), Findings()
    for unit in (rules.declared, rules.rules, rules.course, rules.vocabulary, rules.keywords):
        found.add(unit[1])
    return found


def found_on(
    r: Resolver,
    card: CardDefinition,
    abilities: Mapping[Sentence, Ability],
    records: Mapping[Use, Use],
) -> Findings:
    """What comes up where only this card is resolved, by itself or by what it brings up. What
    was resolved as one of these is not resolved again for being printed elsewhere.
    """
    fields, found = r.fields.get(card.kind, []), Findings()
    found.take(r.unit(lambda: resolve_fields(r, [card], fields)))
    said, uses = 0, 0
    while said < len(found.abilities) or uses < len(found.records):
        for sentence, one in [*found.abilities.items()][said:]:
            found.take(meaning_of_ability(r, abilities.get(sentence, one)))
            said += 1
        for use in [*found.records][uses:]:
            found.take(meaning_of_record(r, records.get(use, use)))
            uses += 1
    return found


def numbered(
    r: Resolver, found: Findings, said: list[tuple[str, int, Sentence]]
) -> dict[Sentence, Ability]:
    """The sentences of a format in order, with the cards that say them."""
    found.take(r.unit(lambda: refuse_lost(r, found)))
    bearers: dict[Sentence, dict[int, None]] = {}
    for _, card, sentence in said:
        bearers.setdefault(sentence, {})[card] = None
    return {
        sentence: replace(one, id=ids.AbilityId(number), bearers=[*bearers.get(sentence, ())])
        for number, (sentence, one) in enumerate(found.abilities.items())
    }


def givers(found: Findings, abilities: Mapping[Sentence, Ability]) -> dict[Brought, list[int]]:
    """The cards that print a sentence or one that brings it up, or sets up what lasts; without
    what the rules bring up, for whatever cards.
    """
    brings: dict[Sentence | None, list[Brought]] = defaultdict(list)
    cards: dict[Brought, set[int]] = {key: set(one.bearers) for key, one in abilities.items()}
    for thing, sources in found.brought.items():
        cards.setdefault(thing, set())
        for source in sources:
            brings[source].append(thing)
    anyones, waiting = set[Brought](), brings[None]
    while waiting:
        thing = waiting.pop()
        if thing not in anyones:
            anyones.add(thing)
            waiting += brings.get(thing, ()) if isinstance(thing, Sentence) else ()
    more = [*abilities]
    while more:
        source = more.pop()
        for thing in brings.get(source, ()):
            if not cards[source] <= cards[thing]:
                cards[thing] |= cards[source]
                more += [thing] if isinstance(thing, Sentence) else []
    return {thing: sorted(found) for thing, found in cards.items() if thing not in anyones}


def unsaid(spoken: dict[str, list[object]], found: Findings) -> tuple[object, ...]:
    """What the phrases, keywords and labels ask and do that no card says."""
    uses = (*found.records, *(one.sentence for one in found.abilities.values()))
    said = {str(part.phrase) for use in uses for part in walk_nodes(use) if isinstance(part, Use)}
    said |= {str(label.name) for one in found.abilities.values() for label in one.labels}
    return tuple(part for name, parts in spoken.items() if name not in said for part in parts)


def may_be_lost(found: Findings, ability: Ability) -> bool:
    """Whether some effect takes a sentence, or the keyword that it is, from cards."""
    said = ability.sentence
    return not ability.part and (said in found.lost or str(said.effect.phrase) in found.lost)


def refuse_lost(r: Resolver, found: Findings) -> None:
    """What is carried out where it is said cannot be lost: cards have what waits, stands, or is
    offered.
    """
    for ability in found.abilities.values():
        if may_be_lost(found, ability) and is_run(ability):
            said = ability.sentence
            span = found.lost.get(said) or found.lost[str(said.effect.phrase)]
            text = f"`{words(said.effect)}` is carried out where it is said; no card can lose it."
            r.problem("cannot-lose", text, span)


def zone_limits(r: Resolver) -> dict[str, ZoneLimit]:
    """How many cards may lie in the zones that say so."""
    zones = r.ruleset.all(d.ZoneDeclaration)
    limits = {str(zone.name): specs.zone_limit(r, zone) for zone in zones}
    return {name: limit for name, limit in limits.items() if limit is not None}


def resolve_standing(r: Resolver) -> None:
    """The rules that stand at the top of files."""
    for node in r.ruleset.declarations:
        if isinstance(node, ru.Rule):
            r.known_declaration(node, partial(add_rule_of_format, r, node))


def resolve_course(r: Resolver) -> Course:
    """What is done and asked in the course of a game, in the order in which it is resolved."""
    rules = r.ruleset

    def each(kind: type[N], work: Callable[[Resolver, N], M]) -> list[M]:
        return [r.known_declaration(node, partial(work, r, node)) for node in rules.all(kind)]

    verbs = each(d.VerbDeclaration, structure.resolve_verb)
    actions = each(d.ActionDeclaration, structure.resolve_action)
    for node in rules.all(GroupsDeclaration):
        check_groups(r, node)
    rankings = each(d.RankingDeclaration, structure.resolve_ranking)
    resolve_properties(r)
    for blank in rules.all(d.BlankDeclaration):
        structure.check_blank(r, blank)
    deck = resolve_decks(r)
    setup = next(iter(each(d.SetupDeclaration, structure.resolve_setup)), None)
    turn = next(iter(each(d.TurnDeclaration, structure.resolve_turn)), None)
    checks = each(d.CheckDeclaration, structure.resolve_check)
    held = each(InvariantDeclaration, structure.resolve_invariant)
    order = structure.resolve_order(r)
    return Course(verbs, actions, rankings, deck, setup, turn, checks, held, order)


def declare(r: Resolver) -> None:
    """Zones, gauges, notes and options, and the moments that rules name."""
    rules = r.ruleset
    for cites in rules.inside(s.Cites):
        r.problems += range_problems(cites)
    declare_fields(r)
    for zone in rules.all(d.ZoneDeclaration):
        r.zones[str(zone.name)] = specs.zone_spec(r, zone)
    specs.resolve_attached(r)
    for gauge in rules.all(d.GaugeDeclaration):
        r.gauges[str(gauge.name)] = specs.gauge_spec(r, gauge)
    for note in rules.all(d.NoteDeclaration):
        r.gauges[str(note.name)] = specs.note_spec(r, note)
    for option in rules.all(d.OptionDeclaration):
        specs.check_option(r, option)
    for tail in rules.inside(s.UntilTail, d.UntilBody):
        of = tail.moment.of if isinstance(tail.moment, s.EndMoment) else None
        if isinstance(of, e.Name) and (of.word in r.steps or of.word == "turn"):
            plain_end(r, of, Scope())
        if isinstance(of, e.Of) and str(of.word) in r.steps:
            with r.trial():
                ends_for_player(r, of, None, Scope())
    specs.refuse_unread(r)
    if structure.uses_phase(r):
        r.features.add("phase")
    for name in (*rules.names("verb"), *rules.names("action")):
        event_of(r, name)  # what comes up there is of no rule that asks for it first


def role_zones(r: Resolver) -> frozenset[str]:
    """The zones into which some statement moves cards in a role."""
    return frozenset(
        str(getattr(move.place, "word", ""))
        for move in r.ruleset.inside(s.MoveStatement)
        if any(isinstance(manner, modes.RoleManner) for manner in move.manners)
    )


def resolve_sentences(r: Resolver, found: Findings, known: int) -> list[AbilityMeaning]:
    """Those behind the first `known`; resolving one may bring up keywords that it grants."""
    sentences: list[AbilityMeaning] = []
    while known + len(sentences) < len(found.abilities):
        for ability in [*found.abilities.values()][known + len(sentences) :]:
            sentences.append(found.take(meaning_of_ability(r, ability), ability.sentence))
    return sentences


def resolve_records(r: Resolver, found: Findings) -> list[RecordMeaning]:
    """What can be asked of every record; resolving one may bring up others."""
    records: list[RecordMeaning] = []
    while len(records) < len(found.records):
        for use in [*found.records][len(records) :]:
            meaning = found.take(meaning_of_record(r, use))
            records.append(replace(meaning, id=ids.RecordId(len(records))))
    return records


def add_standing_changes(r: Resolver, changes: Iterable[Standing], properties: Properties) -> None:
    """Each change that holds while something lasts joins the property that it changes."""
    for change in changes:
        known = properties.get(change.property)
        if known is None:
            continue
        if known.type.many:
            text = "A list is changed by `grant` and `void` only, for a time."
            advice = Advice(
                "Say it where something happens, with an end such as `until end of turn`."
            )
            r.problem("cannot-stand", text, change.at.span, advice)
        else:
            standing = (*known.standing, change)
            properties[change.property] = replace(known, standing=standing)


# the property that is needed, the sentence whose change needs it if one does
Need = tuple[ids.PropertyId, Sentence | None]


def check_cycles(r: Resolver, properties: Properties, found: Findings) -> None:
    """Properties that need themselves through what changes them."""
    abilities, given = found.abilities, needs_of_gained(found)
    needs: dict[ids.PropertyId, list[Need]] = {}
    for key, known in properties.items():
        needs[key] = [(other, None) for other in asked_in(known.base)]
        for change in known.standing:
            target = () if change.target is None else (change.target,)
            inside = asked_in(change.condition, change.amount, *target)
            sentence = None if change.said is None else change.said.sentence
            needs[key] += [(other, sentence) for other in inside]
            needs[key] += given.get(sentence, ()) if sentence is not None else ()
    done: set[ids.PropertyId] = set()

    def visit(need: Need, path: list[Need]) -> None:
        """A way back to a property is the fault of a sentence on the way."""
        key, keys = need[0], [one for one, _ in path]
        if key in keys:
            circle = path[keys.index(key) :]
            chain = " -> ".join(map(str, [*(one for one, _ in circle), key]))
            blamed = [sentence for _, sentence in (*circle[1:], need) if sentence is not None]
            with r.blaming(abilities[blamed[-1]]) if blamed else nullcontext():
                text = f"This property needs itself: {chain}."
                r.problem("property-cycle", text, properties[key].at.span)
        elif key not in done:
            done.add(key)
            for other in needs.get(key, ()):
                visit(other, [*path, need])

    for key in needs:
        visit((key, None), [])


def needs_of_gained(found: Findings) -> dict[Sentence, list[Need]]:
    """What is asked for a card to have a sentence that stands given; also for the sentence that
    gives it.
    """
    needs: dict[Sentence, list[Need]] = {}
    for gain in reversed(found.gains):
        outer = None if gain.said is None else gain.said.sentence
        mine = [(one, outer) for one in asked_in(gain.condition, gain.target)]
        lost = (sentence for sentence in found.abilities if gain.takes(sentence))
        for sentence in (*gain.sentences, *lost):
            needs.setdefault(sentence, []).extend(mine)
    return needs
