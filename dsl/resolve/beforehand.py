"""Whether anything could come of what a sentence does, as a condition that changes nothing: that
some statement of it could happen now. What a player cannot know, what depends on chance, on a
choice or on what happens first counts as if it could be so: what is offered tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from ..nodes.dataclass import dataclass
from ..typed import ids
from ..typed import statements as t
from ..typed import truths as tr
from ..typed import values as v
from ..typed.abilities import Ability
from ..typed.format import Course
from ..typed.rules import SPEAKER, THIS, AbilityMeaning, PropertyMeaning
from ..typed.statements import Block, Statement
from ..typed.truths import FALSE, TRUE, conjunction, disjunction, is_false, is_true, truth
from ..typed.types import TRUTH
from ..typed.values import NONE, Binding, Value, constant
from ..typed.walk import free_bindings, walk
from .abilities import card_scope
from .asking import asked_in
from .context import Resolver
from .statements.done import NOTHING, OF_CARDS, is_told
from .values.secrets import is_secret, sees, speaker

Properties = Mapping[ids.PropertyId, PropertyMeaning]
FIXED = frozenset((THIS, SPEAKER))
LOOPS = (t.Repeat, t.While, t.Each, t.EachInAnyOrder, t.EachPlayer)
LONGEST = 500  # parts of a condition
SEARCHES = (v.Where, v.ForEach, v.Total, v.Extreme, tr.Exists)
OPAQUE = (tr.RecordHolds, tr.Fits, tr.Laid, tr.Payable, tr.CanBeDone, tr.CanAct, tr.CanDo)


Pair = tuple[Value, Value]  # whether something may be so, and whether it may be not so


@dataclass(slots=True)
class Names:
    """What is known at a point of a block if nothing has happened before it: what names stand for;
    whether what was chosen is there; what truths may be, of names and notes; which gauges and
    notes have changed, though that counts as nothing that happens.
    """

    known: dict[Binding, Value] = field(default_factory=dict[Binding, Value])
    there: dict[Binding, Value] = field(default_factory=dict[Binding, Value])
    truths: dict[Binding | ids.GaugeId, Pair] = field(
        default_factory=dict["Binding | ids.GaugeId", Pair]
    )
    changed: set[ids.GaugeId] = field(default_factory=set[ids.GaugeId])

    def inside(self) -> Names:
        """The same at the start of a block in this one."""
        return Names({**self.known}, {**self.there}, {**self.truths}, {*self.changed})

    def forget(self, binding: Binding) -> None:
        """It stands for something else from now on."""
        for known in (self.known, self.there, self.truths):
            known.pop(binding, None)

    def change(self, gauges: Iterable[ids.GaugeId]) -> None:
        """They are nobody knows what from now on."""
        for gauge in gauges:
            self.changed.add(gauge)
            self.truths.pop(gauge, None)

    def truth(self, key: Binding | ids.GaugeId) -> Pair:
        """What a truth may be: a note that was not changed is as it is now."""
        if key in self.truths:
            return self.truths[key]
        if isinstance(key, Binding) or key in self.changed:
            return TRUE, TRUE
        now = truth(v.Gauge(key, None))
        return now, truth(tr.Not(now))

    def leave(self, ways: Sequence[tuple[Value, Names]]) -> None:
        """Behind blocks of which one was passed, each if something may be so."""
        every = [names for _, names in ways]
        changed = set[ids.GaugeId]().union(*(names.changed for names in every))
        for key in dict.fromkeys(key for names in every for key in names.truths):
            pairs = [(may, names.truth(key)) for may, names in ways]
            parts = [[conjunction(may, pair[at]) for may, pair in pairs] for at in (0, 1)]
            self.truths[key] = short(any_of(parts[0])), short(any_of(parts[1]))
        for binding in dict.fromkeys(key for names in every for key in (*names.known, *self.known)):
            if any(names.known.get(binding) != every[0].known.get(binding) for names in every):
                self.known.pop(binding, None)
        for binding in dict.fromkeys(key for names in every for key in names.there):
            found = [names.there.get(binding, FALSE) for names in every]
            self.there[binding] = any_of(found)
            if any(binding in names.known for names in every):
                self.there[binding] = TRUE
        self.changed |= changed


class Beforehand:
    """Works it out for the sentences of a format whose properties are all known."""

    def __init__(self, r: Resolver, course: Course, properties: Properties) -> None:
        self.r, self.properties = r, properties
        self.bodies = {str(verb.node.name): verb.body or () for verb in course.verbs}
        self.scope = card_scope()
        self.read: dict[ids.PropertyId, frozenset[ids.GaugeId]] = {}

    def asked(
        self, abilities: Iterable[Ability], sentences: Iterable[AbilityMeaning]
    ) -> list[AbilityMeaning]:
        """The sentences; those that are never offered in vain ask for it."""
        pairs = zip(abilities, sentences, strict=True)
        return [self.of_sentence(*pair) if pair[0].is_useful else pair[1] for pair in pairs]

    def of_sentence(self, ability: Ability, sentence: AbilityMeaning) -> AbilityMeaning:
        test = short(self.block(sentence.body or (), Names()))
        return replace(sentence, usable=conjunction(sentence.usable, test))

    # ---- statements

    def block(self, block: Block, names: Names) -> Value:
        """Whether some statement of a block may happen. As long as none before it does, all is as
        it is now, but for what `names` says.
        """
        found = FALSE
        for node in block:
            found = disjunction(found, self.one(node, names))
            if is_true(found):
                break
        return found

    def one(self, node: Statement, names: Names) -> Value:
        match node:
            case t.Line():
                return disjunction(self.block(node.before, names), self.block(node.does, names))
            case t.Inline() | t.Together():
                return self.block(node.body, names)
            case t.For():
                if node.binding is not None:
                    self.let(node.binding, node.player, names)
                return self.block(node.body, names)
            case t.If():
                return self.either(node, names)
            case t.Offer():
                open_ = self.maybe(node.open, True, names)
                done = self.inside(node.body, open_, names)
                return disjunction(done, self.inside(node.otherwise, TRUE, names))
            case t.ChooseOne():
                return self.one_of(node, names)
            case _ if isinstance(node, LOOPS):
                return self.loop(node, names)
            case t.Change() if not is_told(self.r, node):
                return self.note(node, names)
            case t.Change() | t.Modify():
                holds = TRUE if node.condition is None else self.maybe(node.condition, True, names)
                owner = TRUE if node.owner is None else self.exists(node.owner, names)
                return conjunction(owner, holds)
            case t.Do():
                return self.verb(node, names)
            case _ if isinstance(node, NOTHING):
                return self.chosen(node, names)
            case _ if isinstance(node, OF_CARDS):
                return self.exists(node.cards, names)
            case _:
                return TRUE

    def chosen(self, node: Statement, names: Names) -> Value:
        """What only gives a name is nothing that happens, but a search shows cards."""
        match node:
            case t.Let():
                self.let(node.binding, node.value, names)
            case t.Choose():
                there = TRUE if node.exact else self.exists(node.members, names)
                names.forget(node.binding)
                names.there[node.binding] = there
                return there if node.searches else FALSE
            case t.Random():
                there = self.exists(node.of, names)
                names.forget(node.binding)
                names.there[node.binding] = there
            case _:
                pass
        return FALSE

    def let(self, binding: Binding, value: Value, names: Names) -> None:
        known, there = self.known(value, names), self.exists(value, names)
        pair = self.pair(value, names)
        names.forget(binding)
        if value.type == TRUTH:
            names.truths[binding] = pair
        elif known is not None:
            names.known[binding] = known
        elif value.type.kind == "card":
            names.there[binding] = there

    def note(self, node: t.Change, names: Names) -> Value:
        """What only rules ask for is nothing that happens."""
        pair = self.pair(node.amount, names)
        names.change((node.gauge,))
        plain = node.owner is None and node.side is None and node.condition is None
        if plain and node.operation == "set" and node.amount.type == TRUTH:
            names.truths[node.gauge] = pair
        return FALSE

    def either(self, node: t.If, names: Names) -> Value:
        one, other = names.inside(), names.inside()
        yes, no = self.pair(node.condition, names)
        then = conjunction(yes, self.block(node.then, one))
        otherwise = conjunction(no, self.block(node.otherwise, other))
        names.leave(((yes, one), (no, other)))
        return disjunction(then, otherwise)

    def inside(self, block: Block, may: Value, names: Names) -> Value:
        """In a block that is passed only if something may be so, or else left out."""
        inner = names.inside()
        found = self.block(block, inner)
        names.leave(((may, inner), (TRUE, names.inside())))
        return conjunction(may, found)

    def one_of(self, node: t.ChooseOne, names: Names) -> Value:
        found = FALSE
        for option in node.options:
            open_ = self.maybe(option.open, True, names)
            found = disjunction(found, self.inside(option.body, open_, names))
        return found

    def loop(self, node: Statement, names: Names) -> Value:
        """Once at least, and from any time on: what one time changes is not known in the next."""
        assert isinstance(node, LOOPS)
        for part in walk(node):
            if isinstance(part, (t.Change, t.Do)):
                names.change(self.changes(part))
            elif isinstance(part, (t.Let, t.Choose, t.Random)):
                names.forget(part.binding)
        may = TRUE
        match node:
            case t.Repeat():
                may = self.maybe(truth(tr.Compare(">", node.times, constant(0))), True, names)
            case t.While():
                may = self.maybe(node.condition, True, names)
            case t.Each() | t.EachInAnyOrder():
                may = self.exists(node.of, names)
            case _:
                pass
        return self.inside(node.body, may, names)

    def verb(self, node: t.Do, names: Names) -> Value:
        """A verb happens if the first card or cards with which it is done are there."""
        cards = (one for one in node.arguments if one.type.kind == "card")
        found = next((self.exists(one, names) for one in cards), TRUE)
        names.change(self.changes(node))
        return found

    def changes(self, node: t.Change | t.Do) -> set[ids.GaugeId]:
        """The gauges and notes that a statement changes by itself."""
        found: set[ids.GaugeId] = set()
        ahead: list[Statement] = [node]
        done: set[str] = set()
        while ahead:
            for part in walk(ahead.pop()):
                if isinstance(part, t.Change):
                    found.add(part.gauge)
                elif isinstance(part, t.Do) and part.verb not in done:
                    done.add(part.verb)
                    ahead += self.bodies.get(part.verb, ())
        return found

    # ---- values

    def exists(self, value: Value, names: Names) -> Value:
        """Whether there may be anything of these cards, or this card."""
        match value.form:
            case v.Local(binding) if binding in names.there:
                return names.there[binding]
            case v.Local(binding) if binding in names.known:
                return self.exists(names.known[binding], names)
            case v.AsSet(inner) | v.Marked(_, inner):
                return self.exists(inner, names)
            case v.Some(_, inner) | v.End(_, inner):
                return self.exists(inner, names)
            case v.Join(left, right):
                return disjunction(self.exists(left, names), self.exists(right, names))
            case v.Where(_, of, _) if self.known(value, names) is None:
                return self.exists(of, names)
            case _ if value.type.many:
                return self.maybe(tr.is_some(value), True, names)
            case _ if value.type.kind == "card" and value.type.maybe:
                there = truth(tr.Compare("!=", value, constant(NONE)))
                return self.maybe(there, True, names)
            case _:
                return TRUE

    def maybe(self, value: Value, wanted: bool, names: Names) -> Value:
        """Whether a truth may be so, or not so."""
        match value.form:
            case tr.And(left, right) | tr.Or(left, right):
                parts = self.maybe(left, wanted, names), self.maybe(right, wanted, names)
                both = isinstance(value.form, tr.And) == wanted
                return conjunction(*parts) if both else disjunction(*parts)
            case tr.Not(inner):
                return self.maybe(inner, not wanted, names)
            case v.Local(binding) if binding in names.truths:
                return names.truth(binding)[not wanted]
            case v.Gauge(gauge, None, None) if gauge in names.changed:
                return names.truth(gauge)[not wanted]
            case _:
                known = self.known(value, names)
                if known is None:
                    return TRUE
                return known if wanted else opposite(known)

    def pair(self, value: Value, names: Names) -> Pair:
        """Whether a truth may be so, and whether it may be not so."""
        if value.type.kind != "truth":
            return TRUE, TRUE
        return self.maybe(value, True, names), self.maybe(value, False, names)

    def known(self, value: Value, names: Names) -> Value | None:
        """The same as it is now, of what a card says and its player knows; None where that may
        be otherwise when it is asked for.
        """
        free = free_bindings(value) - FIXED
        while free:
            given = next((one for one in free if one in names.known), None)
            if given is None:
                return None
            value = replace(value, form=v.With(given, names.known[given], value))
            free = free_bindings(value) - FIXED
        if self.is_hidden(value) or not is_plain(value):
            return None
        if names.changed and not names.changed.isdisjoint(self.gauges_read(value)):
            return None
        return value

    def is_hidden(self, value: Value) -> bool:
        """Whether a value follows from cards that the player cannot see; how many lie in a zone
        all know.
        """
        counted = {id(part.of) for part in walk(value) if isinstance(part, v.Count)}
        parts = [part for part in walk(value) if id(part) not in counted]
        return any(self.looks_inside(part) for part in parts)

    def looks_inside(self, part: object) -> bool:
        if isinstance(part, Value) and isinstance(part.form, v.Zone):
            unseen = is_secret(self.r, part.zone, self.scope)
            return unseen and not sees(self.r, part.zone, part.owner, self.scope.player)
        if not isinstance(part, v.Property):
            return False
        for look in self.r.looked.get(str(part.property), ()):
            own = look.own and part.of is not None
            whose = speaker(self.r, part.of, self.scope) if own and part.of is not None else None
            unseen = is_secret(self.r, look.zone, self.scope)
            if unseen and not sees(self.r, look.zone, whose, self.scope.player):
                return True
        return False

    def gauges_read(self, value: Value) -> frozenset[ids.GaugeId]:
        """The gauges and notes from which a value follows, also by way of properties."""
        found = {part.gauge for part in walk(value) if isinstance(part, v.Gauge)}
        for one in asked_in(value):
            found |= self.gauges_of(one)
        return frozenset(found)

    def gauges_of(self, key: ids.PropertyId) -> frozenset[ids.GaugeId]:
        """Those of a property, with all that may change it while something lasts."""
        if key not in self.read:
            ahead, done = [key], {key}
            found: set[ids.GaugeId] = set()
            while ahead:
                for value in self.makes(ahead.pop()):
                    found |= {part.gauge for part in walk(value) if isinstance(part, v.Gauge)}
                    more = [one for one in asked_in(value) if one not in done]
                    done.update(more)
                    ahead += more
            self.read[key] = frozenset(found)
        return self.read[key]

    def makes(self, key: ids.PropertyId) -> Iterator[Value]:
        known = self.properties.get(key)
        if known is not None:
            yield known.base
            for standing in known.standing:
                yield from (standing.amount, standing.condition)
                yield from () if standing.target is None else (standing.target,)


def is_plain(value: Value) -> bool:
    """Whether it is soon worked out: it looks through no set for each member of another one, and
    asks nothing of printed phrases, of actions and of verbs.
    """
    parts = [*walk(value)]
    inside = (part.condition for part in parts if isinstance(part, (v.Where, tr.Exists)))
    nested = (isinstance(part, SEARCHES) for one in inside for part in walk(one))
    return not any(nested) and not any(isinstance(part, OPAQUE) for part in parts)


def short(value: Value) -> Value:
    """The same, if it is not too long to be asked again and again; else it may be so."""
    return value if sum(1 for _ in walk(value)) <= LONGEST else TRUE


def any_of(values: Iterable[Value]) -> Value:
    """One of some truths at least."""
    found = FALSE
    for value in values:
        found = disjunction(found, value)
    return found


def opposite(value: Value) -> Value:
    """That a truth is not so."""
    if is_true(value) or is_false(value):
        return FALSE if is_true(value) else TRUE
    return truth(tr.Not(value))
