"""The order in which a format is resolved, and the typed format that comes out."""

from __future__ import annotations

from contextlib import nullcontext

from ..cards.definition import CardDefinition
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import rules as ru
from ..nodes import statements as s
from ..ruleset.ruleset import Ruleset, range_problems
from ..ruleset.shapes import holds_stacks
from ..typed.format import Course, Format
from ..typed.rules import AbilityMeaning
from ..typed.values import Property, Value, local
from ..typed.walk import walk
from . import specs, structure
from .abilities import collect_abilities, resolve_ability
from .columns import columns_of, companions_of, part_columns_of
from .context import Resolver, Scope
from .decks import resolve_decks
from .events import event_of
from .rules import add_rules_of_format
from .sentences import is_run
from .statements import cards, changes, choices, loops, statements
from .statements.moments import ends_for_player, plain_end
from .values import conditions, expressions
from .values.cards import keywords_of, text_fields, width_of
from .values.conditions import tags_declared
from .values.properties import resolve_property
from .values.records import resolve_records
from .vocabulary_check import check_vocabulary

TOPICS = (cards, changes, choices, conditions, expressions, loops, statements)  # enter themselves


def resolve_format(ruleset: Ruleset, cards: list[CardDefinition]) -> Format:
    """Binds every name of a format and its cards, and finds every problem. Raises
    RecursionError where texts nest too deep.
    """
    return resolve_into(Resolver(ruleset, cards))


def resolve_into(r: Resolver) -> Format:
    """The same, for those who have more to resolve with it."""
    ruleset = r.ruleset
    declare(r)
    columns = [*columns_of(r), *part_columns_of(r)]
    companions = companions_of(r)
    said = collect_abilities(r)
    add_rules_of_format(r, ruleset.declarations)
    course = resolve_course(r)
    sentences = resolve_sentences(r, 0)
    printed = list(r.abilities.values())
    declared = ruleset.all(d.WindowDeclaration)
    windows = [structure.resolve_window(r, node, printed) for node in declared]
    limits = {str(x.name): specs.zone_limit(r, x) for x in ruleset.all(d.ZoneDeclaration)}
    check_vocabulary(r)
    records = resolve_records(r)
    sentences += resolve_sentences(r, len(sentences))
    holders = {part: local(holder) for part, holder in r.holders.items()}
    keywords = {part: keywords_of(r, holder) for part, holder in holders.items()}
    add_standing_changes(r)
    check_cycles(r)
    return Format(
        ruleset=ruleset,
        cards=r.cards,
        zones=r.zones,
        gauges=r.gauges,
        resets=r.resets,
        limits={name: limit for name, limit in limits.items() if limit is not None},
        moments=list(r.moments),
        features=set(r.features),
        roles=tuple(r.roles),
        steps={step.id: step.node for step in r.steps.values()},
        skips=r.skips,
        texts=tuple(r.texts),
        slots=tuple(r.slots),
        tags=tuple(tags_declared(r)),
        widths={part: width_of(r, part) for part in r.parts},
        columns=columns,
        companions=companions,
        course=course,
        windows=windows,
        properties={known.id: known for known in r.properties.values()},
        rules=r.rules,
        moved=event_of(r, "moved"),
        passed=event_of(r, "pass"),
        allow_beats_forbid=allow_beats_forbid(r),
        role_zones=role_zones(r),
        stacks=stacked_zones(r),
        abilities=list(r.abilities.values()),
        sentences=sentences,
        records=records,
        keywords=keywords,
        text_fields=tuple(text_fields(r)),
        said=tuple(said),
        run=frozenset(a.id for a in r.abilities.values() if is_run(a)),
        named_keywords=frozenset(r.named_keywords),
        used=r.used,
        blamed=r.blamed,
        problems=[*r.problems, *r.kept],
    )


def stacked_zones(r: Resolver) -> frozenset[str]:
    """The zones whose cards make stacks."""
    zones = r.ruleset.all(d.ZoneDeclaration)
    return frozenset(str(zone.name) for zone in zones if holds_stacks(zone))


def resolve_course(r: Resolver) -> Course:
    """What is done and asked in the course of a game, in the order in which it is resolved."""
    rules = r.ruleset
    verbs = [structure.resolve_verb(r, node) for node in rules.all(d.VerbDeclaration)]
    actions = [structure.resolve_action(r, node) for node in rules.all(d.ActionDeclaration)]
    rankings = [structure.resolve_ranking(r, node) for node in rules.all(d.RankingDeclaration)]
    for item in rules.all(d.PropertyDeclaration):
        resolve_property(r, item)
    deck = resolve_decks(r)
    setup = structure.resolve_part(r, d.SetupDeclaration, Scope(rule="setup"))
    turn = structure.resolve_part(r, d.TurnDeclaration, Scope(rule="turn", settles=True))
    checks = [structure.resolve_check(r, node) for node in rules.all(d.CheckDeclaration)]
    return Course(verbs, actions, rankings, deck, setup, turn, checks, structure.resolve_order(r))


def declare(r: Resolver) -> None:
    """Zones, gauges, notes and options, and the moments that rules name."""
    rules = r.ruleset
    for cites in rules.inside(s.Cites):
        r.problems += range_problems(cites)
    for zone in rules.all(d.ZoneDeclaration):
        r.zones[str(zone.name)] = specs.zone_spec(r, zone)
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
                ends_for_player(r, of, Scope())
    specs.refuse_unread(r)
    if structure.uses_phase(r):
        r.features.add("phase")


def allow_beats_forbid(r: Resolver) -> bool:
    found = r.ruleset.one(ru.PrecedenceDeclaration)
    words = [str(word) for word in found.words] if found is not None else []
    return "allow" in words and words.index("allow") < words.index("forbid")


def role_zones(r: Resolver) -> frozenset[str]:
    """The zones into which some statement moves cards in a role."""
    return frozenset(
        str(getattr(move.place, "word", ""))
        for move in r.ruleset.inside(s.MoveStatement)
        if any(isinstance(manner, s.RoleManner) for manner in move.manners)
    )


def resolve_sentences(r: Resolver, known: int) -> list[AbilityMeaning]:
    """Those behind the first `known`; resolving one may bring up keywords that it grants."""
    found: list[AbilityMeaning] = []
    while known + len(found) < len(r.abilities):
        for ability in list(r.abilities.values())[known + len(found) :]:
            found.append(resolve_ability(r, ability))
    return found


def add_standing_changes(r: Resolver) -> None:
    """Each change that holds while something lasts joins the property that it changes."""
    for change in r.standing:
        known = r.properties.get(str(change.property))
        if known is None:
            continue
        if known.type.many:
            text = "A list is changed by `grant` and `void` only, for a time."
            fix = "grant .. until end of turn"
            r.problem("cannot-stand", text, change.at.span, fix)
        else:
            known.standing = (*known.standing, change)


# the property that is needed, the ability whose change needs it or -1
Need = tuple[str, int]


def check_cycles(r: Resolver) -> None:
    """Properties that need themselves through what changes them."""
    needs: dict[str, list[Need]] = {}
    for key, known in r.properties.items():
        needs[key] = [(other, -1) for other in properties_in(known.base)]
        for change in known.standing:
            target = () if change.target is None else (change.target,)
            found = properties_in(change.condition, change.amount, *target)
            needs[key] += [(other, change.said.ability) for other in found]
    done: set[str] = set()

    def visit(need: Need, path: list[Need]) -> None:
        """A way back to a property is the fault of a sentence on the way."""
        key, keys = need[0], [one for one, _ in path]
        if key in keys:
            circle = path[keys.index(key) :]
            chain = " -> ".join([*(one for one, _ in circle), key])
            blamed = [ability for _, ability in (*circle[1:], need) if ability >= 0]
            abilities = list(r.abilities.values())
            with r.blaming(abilities[blamed[-1]]) if blamed else nullcontext():
                text = f"This property needs itself: {chain}."
                r.problem("property-cycle", text, r.properties[key].at.span)
        elif key not in done:
            done.add(key)
            for other in needs.get(key, ()):
                visit(other, [*path, need])

    for key in needs:
        visit((key, -1), [])


def properties_in(*values: Value) -> list[str]:
    found = (str(x.property) for x in walk(*values) if isinstance(x, Property))
    return list(dict.fromkeys(found))
