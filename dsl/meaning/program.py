"""The order in which a ruleset gets its meaning, and the program that comes out."""

from __future__ import annotations

from ..ir import ir
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node, walk
from ..nodes.expressions import Use
from ..problems.problem import Problem
from ..ruleset.ruleset import Ruleset, range_problems
from .abilities import abilities_of, collect_abilities, granted_uses, lower_abilities
from .cards import card_tables
from .context import CardDefinition, CaughtRule, Meaning, Scope
from .decks import lower_decks
from .declared import (
    declare_fields,
    declare_zones,
    lower_ranking,
    refuse_unread,
)
from .events import caught_rule, lower_verb
from .moments import note_moments
from .parts import LISTS, part_lists, part_tables
from .properties import lower_property
from .structure import lower_action, lower_game, lower_settle, lower_window
from .tags import tag_lists
from .terms import lower_records
from .vocabulary_check import check_vocabulary


def program_of(ruleset: Ruleset, cards: list[CardDefinition]) -> tuple[ir.Program, Meaning]:
    """The program, and the meaning it came from with all problems found on the way.

    A rule that an effect sets up for a time is met while effects are lowered, when some
    events are
    lowered already; then everything is lowered a second time with those rules known.
    """
    m = one_pass(ruleset, cards, [], {}, {})
    lasting = [rule for rule in m.caught if rule.lasting]
    skips = {name: f for name, f in m.fields.items() if name.startswith("skip_")}
    granted = granted_uses(m)
    if lasting or skips or granted:
        m = one_pass(ruleset, cards, lasting, skips, granted)
    return assemble(m), m


def one_pass(
    ruleset: Ruleset,
    cards: list[CardDefinition],
    lasting: list[CaughtRule],
    skips: dict[str, ir.FieldSpec],
    granted: dict[Use, None],
) -> Meaning:
    m = Meaning(ruleset, cards)
    m.place(ruleset.format.span)  # place 0: of what the language does of its own accord
    m.extra.update({"slot:items": {}, "slot:turned": {}, "granted": granted})
    m.fields.update(skips)
    for manner in ruleset.inside(s.RoleManner):
        m.role(str(manner.word))
    for cites in ruleset.inside(s.Cites):
        m.problems += range_problems(cites)
    declare_zones(m)
    declare_fields(m)
    note_moments(m)
    refuse_unread(m)
    m.extra["allow_beats_forbid"] = allow_is_stronger(m)
    for node in ruleset.declarations:
        catch_declared(m, node)
    m.caught += lasting
    card_tables(m)
    part_tables(m)
    collect_abilities(m)
    refuse_unfired(m)
    lower_everything(m)
    lower_records(m)
    m.problems += m.kept
    return m


def allow_is_stronger(m: Meaning) -> bool:
    found = m.ruleset.one(d.PrecedenceDeclaration)
    words = [str(word) for word in found.words] if found is not None else []
    return "allow" in words and words.index("allow") < words.index("forbid")


def catch_declared(m: Meaning, node: Node) -> None:
    """Rules at the top of a file speak for the game itself."""
    if isinstance(node, s.WhileRule):
        text = "A `while` of the rules has no card to speak for; write it into a property."
        m.problem("no-meaning", text, node.span)
    elif isinstance(node, s.Rule):
        refuse_end(m, node)
        m.caught.append(caught_rule(node, Scope()))


def refuse_end(m: Meaning, node: s.Rule) -> None:
    """What stands in the rules or on a card has no end of its own."""
    for tail in getattr(node, "tails", ()):
        if isinstance(tail, s.UntilTail):
            m.problem("how-long", "A rule that stands has no `until`.", tail.span)


def refuse_unfired(m: Meaning) -> None:
    """Rules about moves and passing that no move and no window asks."""
    for rule in m.caught:
        heard = ("when", "forbid", "allow")
        if rule.event in ("moved", "pass") and rule.kind not in heard:
            text = f"There is no meaning for `{rule.kind}` of `{rule.event}`."
            m.problem("no-meaning", text, rule.node.span)


def lower_everything(m: Meaning) -> None:
    rules = m.ruleset
    for verb in rules.all(d.VerbDeclaration):
        lower_verb(m, verb)
    for action in rules.all(d.ActionDeclaration):
        lower_action(m, action)
    for window in rules.all(d.WindowDeclaration):
        lower_window(m, window)
    for ranking in rules.all(d.RankingDeclaration):
        lower_ranking(m, ranking)
    for item in rules.all(d.PropertyDeclaration):
        lower_property(m, item)
    lower_decks(m)
    lower_game(m)
    lower_settle(m)
    lower_abilities(m)
    check_vocabulary(m)


def hidden_fields(m: Meaning) -> None:
    """Notes of the engine's own that some construct asked for."""
    inner = "inner"
    if "phase" in m.flags:
        m.fields["phase"] = ir.FieldSpec(
            "phase", "game", ir.NONE, secret=inner, type="phase"
        )
    if "leaving" in m.flags:
        m.fields["leaving"] = ir.FieldSpec("leaving", "game", ir.NONE, secret=inner)
    if "role" in m.flags:
        m.fields["role"] = ir.FieldSpec("role", "card", ir.NONE, secret=inner)


def columns_of(m: Meaning) -> tuple[str, ...]:
    found = ["face"]
    if any(zone.orientations for zone in m.zones.values()):
        found.append("turned")
    if "entry" in m.flags or any(spec.of == "card" for spec in m.properties.values()):
        found.append("entry")
    return tuple(found)


def slot_lists(m: Meaning) -> dict[str, tuple[object, ...]]:
    """The slots of records as plain lists by record number."""
    count = len(m.record_list)
    lists: dict[str, tuple[object, ...]] = {}
    for key, entries in m.extra.items():
        if key.startswith("slot:") and isinstance(entries, dict):
            missing: object = () if key == "slot:items" else ir.NONE
            lists[key] = tuple(entries.get(k, missing) for k in range(count))  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]
    label_of = m.extra.get("label_of", ())
    lists |= tag_lists(m)
    lists["names"] = (tuple(dict.fromkeys(m.tables["name"])),)
    lists[LISTS] = part_lists(m)
    lists["keyword_of"] = keyword_numbers(m)
    lists["label_of"] = label_of if isinstance(label_of, tuple) else ()
    return lists


def keyword_numbers(m: Meaning) -> tuple[object, ...]:
    """The number of the keyword of each ability; -1 for sentences that are none."""
    known = list(m.ruleset.names("keyword"))
    words = [str(a.sentence.effect.phrase) for a in abilities_of(m).values()]
    return tuple(known.index(word) if word in known else ir.NONE for word in words)


def assemble(m: Meaning) -> ir.Program:
    hidden_fields(m)
    for table in ("condition", "fits", "candidates", "payable", "laid"):
        m.dispatch.setdefault(table, [])
    fill_gaps(m)
    abilities = {a.number: a for a in abilities_of(m).values()}
    extra: dict[str, object] = {
        "deck": m.extra.get("deck", ()),
        "deck_parts": m.extra.get("deck_parts", ()),
        "brings": m.extra.get("brings", ()),
        "abilities": tuple(a.sentence for a in abilities.values()),
        "roles": tuple(m.roles),
        "records": tuple(m.record_list),
        "phases": tuple(dict.fromkeys(path for path, _ in m.phases.values())),
    }
    return ir.Program(
        seats=m.ruleset.seats,
        fields=m.fields,
        zones=m.zones,
        properties=m.properties,
        moments=tuple(m.moments),
        functions=m.functions,
        procedures=m.procedures,
        triggers=tuple(m.triggers),
        dispatch={name: tuple(names) for name, names in m.dispatch.items()},
        tables={name: tuple(values) for name, values in m.tables.items()},
        names=tuple(m.names),
        sites=tuple(m.sites),
        places=tuple(m.places),
        columns=columns_of(m),
        bearers=tuple(m.bearers),
        lists=slot_lists(m),
        extra=extra,
    )


def fill_gaps(m: Meaning) -> None:
    """Where a dispatch table has nothing to say stands a function that says no, or a
    procedure that does nothing.
    """
    for table, names in m.dispatch.items():
        if "" not in names:
            continue
        name = f"no_{table}"
        known = next((n for n in names if n), "")
        if table == "ability":
            m.procedures[name] = ir.Procedure(name, ("this", "player"), (), 0)
        else:
            is_set = known in m.functions and m.functions[known].is_set
            parameters = m.functions[known].parameters if known else ()
            m.function(name, parameters, ir.Items(()) if is_set else ir.Int(0), is_set)
        m.dispatch[table] = [n or name for n in names]


__all__ = ["Problem", "program_of", "walk"]
