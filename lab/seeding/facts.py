"""What is known of a format before mistakes are made in it: names, uses, ranges, who sees what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from ...dsl.cards.definition import CardDefinition
from ...dsl.loading.load import Loaded
from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import modes
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node
from ...dsl.resolve.resolve import resolve_rules
from ...dsl.ruleset.inheritance import heritage_of
from ...dsl.ruleset.ruleset import BUILT_IN, Ruleset
from ...dsl.ruleset.shapes import per_of
from ..coverage.rule_lines import citing, lines_of
from ..mutation.alternatives import Alternatives, alternatives_of, circle, is_face_up, seen_by

CATCHING = (ru.WhenRule, ru.BeforeRule, ru.InsteadRule, ru.ForbidRule, ru.AllowRule, modes.WhenMode)
CONDITIONED = (d.ActionDeclaration, ru.ForbidRule, ru.AllowRule, s.OfferStatement)


class Facts:
    """The facts of a format that is sound."""

    def __init__(self, loaded: Loaded) -> None:
        assert loaded.ruleset is not None
        self.loaded = loaded
        self.ruleset: Ruleset = loaded.ruleset
        self.cards: list[CardDefinition] = loaded.cards

    # ---- names

    @cached_property
    def words(self) -> Alternatives:
        return alternatives_of(self.ruleset)

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name of the rules."""
        every = (name for names in self.ruleset.by_kind.values() for name in names)
        return frozenset((*every, *self.ruleset.properties(), *self.fields, *BUILT_IN))

    @cached_property
    def fields(self) -> dict[str, d.PlainField]:
        return {str(field.name): field for field in self.ruleset.inside(d.PlainField)}

    @cached_property
    def zones(self) -> dict[str, d.ZoneDeclaration]:
        return {str(zone.name): zone for zone in self.ruleset.all(d.ZoneDeclaration)}

    @cached_property
    def gauges(self) -> dict[str, d.GaugeDeclaration]:
        return {str(one.name): one for one in self.ruleset.all(d.GaugeDeclaration)}

    @cached_property
    def other_gauges(self) -> dict[str, str]:
        """For each gauge the next one that is kept for the same."""
        groups: dict[str, list[str]] = {}
        for name, gauge in self.gauges.items():
            groups.setdefault(per_of(gauge), []).append(name)
        return {a: b for group in groups.values() for a, b in circle(group).items()}

    @cached_property
    def other_verbs(self) -> dict[str, str]:
        """For each verb the next one that takes the same."""
        groups: dict[object, list[str]] = {}
        for verb in self.ruleset.all(d.VerbDeclaration):
            takes = tuple((str(one.preposition), one.type) for one in verb.parameters)
            groups.setdefault(takes, []).append(str(verb.name))
        return {a: b for group in groups.values() for a, b in circle(group).items()}

    @cached_property
    def other_numbers(self) -> dict[str, str]:
        """For each number of a thing the next number of the same thing."""
        groups: dict[str, list[str]] = {}
        for known in resolve_rules(self.ruleset).resolver.properties.values():
            if known.type.kind == "number" and not known.type.many:
                groups.setdefault(str(known.id.of), []).append(str(known.id.name))
        return {a: b for group in groups.values() for a, b in circle(group).items()}

    @cached_property
    def requirements(self) -> frozenset[str]:
        """The categories of phrases that say what another card must be, as ways of evolving do."""
        found: set[str] = set()
        for phrase in self.ruleset.all(d.PhraseDeclaration):
            filters = {p.name for p in phrase.parameters if getattr(p.type, "word", "") == "filter"}
            value = getattr(phrase.body, "value", None)
            found |= {str(phrase.category)} if getattr(value, "word", "") in filters else set()
        return frozenset(found)

    @cached_property
    def kinds(self) -> list[str]:
        return [*self.ruleset.names("card kind")]

    # ---- uses

    @cached_property
    def done(self) -> Counter[str]:
        """How often each verb is done or announced."""
        return Counter(
            str(one.verb) for one in self.ruleset.inside(s.DoStatement, s.AnnounceStatement)
        )

    @cached_property
    def caught(self) -> Counter[str]:
        """How often something waits for each event."""
        return Counter(str(one.event) for one in self.ruleset.inside(*CATCHING))

    @cached_property
    def opened(self) -> Counter[str]:
        return Counter(str(one.window) for one in self.ruleset.inside(s.OpenStatement))

    @cached_property
    def read(self) -> Counter[str]:
        """How often each name stands in an expression."""
        return Counter(str(one.word) for one in self.ruleset.inside(e.Name, e.Of, e.Its))

    @cached_property
    def asked_keywords(self) -> Counter[str]:
        """How often each keyword is asked for."""
        tests = self.ruleset.inside(e.HasExpression, e.HasNoExpression)
        return Counter(str(getattr(one.right, "word", "")) for one in tests)

    @cached_property
    def entries(self) -> Counter[str]:
        """How often cards are put into each zone."""
        found = Counter(map(place_name, self.ruleset.inside(s.MoveStatement)))
        found.update(map(place_name, self.ruleset.inside(s.AssignStatement, s.PayStatement)))
        lines = self.ruleset.inside(d.StartsInLine, d.BringsLine)
        found.update(str(line.zone) for line in lines)
        return found

    @cached_property
    def is_moved_anywhere(self) -> bool:
        """Whether a card may say where others go."""
        return any(name not in self.zones for name in self.entries)

    @cached_property
    def verbs(self) -> dict[str, d.VerbDeclaration]:
        return {str(verb.name): verb for verb in self.ruleset.all(d.VerbDeclaration)}

    @cached_property
    def symbols(self) -> dict[str, tuple[str, ...]]:
        """For each symbol those of its list."""
        lists = [tuple(str(x.name) for x in v.items) for v in self.ruleset.all(d.ValuesDeclaration)]
        return {name: names for names in lists for name in names}

    @cached_property
    def once_cited(self) -> frozenset[str]:
        """Clauses of the format that one line alone cites and that something must cite."""
        ledger = heritage_of(self.loaded.files)[0].ledger
        if ledger is None:
            return frozenset()
        cited = citing(lines_of(self.ruleset))
        return frozenset(name for name in ledger.testable if len(cited.get(name, ())) == 1)

    # ---- ranges

    def low_of(self, node: e.Expression) -> int | None:
        """What a number is never below, if its form says so."""
        if isinstance(node, e.Bracket):
            return self.low_of(node.inner)
        if isinstance(node, e.Count):
            return 0
        gauge = self.gauges.get(str(getattr(node, "word", "")))
        return range_of(gauge)[0] if gauge is not None else None

    def high_of(self, node: e.Expression) -> int | None:
        gauge = self.gauges.get(str(getattr(node, "word", "")))
        return range_of(gauge)[1] if gauge is not None else None

    # ---- who sees what

    @cached_property
    def hidden(self) -> list[str]:
        """The zones of a player that the others do not see, those like a hand first."""
        found = [
            name
            for name, zone in self.zones.items()
            if per_of(zone) == "player"
            and seen_by(zone) not in ("all", "others")
            and not is_face_up(zone)
            and not any(isinstance(a, attrs.AttachedAttribute) for a in zone.attributes)
        ]
        return sorted(found, key=lambda name: (not is_group(self.zones[name]), -self.read[name]))

    @cached_property
    def told(self) -> frozenset[str]:
        """Zones whose cards are asked for where a player is asked or offered something."""
        found: set[str] = set()
        for node in self.ruleset.inside(*CONDITIONED):
            for name in ("needs", "condition", "offers"):
                part = getattr(node, name, None)
                found |= zones_read(part, self.zones) if isinstance(part, e.Expression) else set()
        return frozenset(found)

    @cached_property
    def mixed(self) -> list[str]:
        """The hidden zones that decks of cards of any kind start in."""
        decks = self.ruleset.all(d.DeckDeclaration) if len(self.kinds) > 1 else ()
        open_ = [x for x in decks if not any(isinstance(one, d.OnlyLine) for one in x.lines)]
        lines = (one for deck in open_ for one in deck.lines)
        starts = {str(one.zone) for one in lines if isinstance(one, d.StartsInLine)}
        return [name for name in self.hidden if name in starts]

    def hidden_card(self) -> str:
        """A set of cards of a kind that only one player may know."""
        cards = f"{self.kinds[0]} in opponent's {self.hidden[0]}"
        if len(self.kinds) > 1:
            return cards
        names = (n for n, f in self.fields.items() if str(getattr(f.type, "word", "")) == "number")
        name = next(names, "")
        test = f"its {name} is more than 1" if name else "it is face_down"
        return f"{cards} where {test}"


def zones_read(node: Node, zones: Iterable[str]) -> set[str]:
    """The zones whose cards an expression looks at, not only how many there are."""
    if isinstance(node, e.Count) and not isinstance(node.of, (e.Where, e.Within)):
        return set()
    found = {str(getattr(node, "word", ""))} & {*zones}
    for name in ("of", "condition", "place", "left", "right", "value", "inner", "owner"):
        part = getattr(node, name, None)
        found |= zones_read(part, zones) if isinstance(part, Node) else set()
    return found


def place_name(node: s.MoveStatement | s.AssignStatement | s.PayStatement) -> str:
    return str(getattr(node.place, "word", ""))


def range_of(gauge: d.GaugeDeclaration) -> tuple[int | None, int | None]:
    found = (a for a in gauge.attributes if isinstance(a, attrs.RangeAttribute))
    one = next(found, None)
    return (one.low, one.high) if one is not None else (None, None)


def is_group(zone: d.ZoneDeclaration) -> bool:
    """Whether the cards of a zone have no order, as those of a hand."""
    return any(isinstance(a, attrs.KindAttribute) and a.word == "group" for a in zone.attributes)


def holds_of(zone: d.ZoneDeclaration) -> attrs.HoldsAttribute | None:
    found = (a for a in zone.attributes if isinstance(a, attrs.HoldsAttribute))
    return next(found, None)
