"""In which order several sentences of cards meet an event.

Of each card comes first what it prints first about the event, then what it prints second, and so
on; within such a round, and for keywords of parts of cards, as the files of the rules have the
lines that say so. Which other cards there are changes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace

from ..nodes.dataclass import dataclass
from .abilities import Ability
from .format import Format
from .rules import Rule, RuleKind, Trigger
from .values import At

About = tuple[str, RuleKind]


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a sentence does about an event: by a rule in its text, or by its label (`trigger`).

    `only` and `later`: the cards by number that print it in this round, which is not the first, and
    those that print it in another than this, which is the first.
    """

    rule: Rule
    ability: Ability
    trigger: Trigger | None = None
    only: tuple[int, ...] = ()
    later: tuple[int, ...] = ()

    @property
    def at(self) -> At:
        """The line of the rules that says so."""
        return self.rule.at if self.trigger is None else self.trigger.at


def reactions_of(format: Format) -> dict[About, list[Reaction]]:
    """What sentences do about each event."""
    found: dict[About, list[Reaction]] = defaultdict(list)
    for ability, meaning in zip(format.abilities, format.sentences, strict=True):
        for trigger in meaning.triggers:
            found[trigger.rule.event.name, "when"].append(Reaction(trigger.rule, ability, trigger))
    by_text = {one.sentence: one for one in format.abilities}
    for rule in format.rules:
        if rule.said is not None:
            found[rule.event.name, rule.kind].append(Reaction(rule, by_text[rule.said.sentence]))
    key, sayings = as_declared(format), sentences_of_cards(format)
    for (event, kind), some in found.items():
        some.sort(key=key)
        if kind in ("when", "before"):
            found[event, kind] = in_rounds(some, sayings)
    return found


def as_declared(format: Format) -> Callable[[Reaction], tuple[object, ...]]:
    """A key that sorts as the files of the rules have the lines, and then by what is said."""
    files: dict[str, int] = {}
    for node in format.ruleset.declarations:
        files.setdefault(node.span.file, len(files))

    def key(one: Reaction) -> tuple[object, ...]:
        span = one.at.span
        return files.get(span.file, -1), span.line, span.column, repr(one.ability.sentence)

    return key


def sentences_of_cards(format: Format) -> dict[int, list[Ability]]:
    """What each card prints, by its number, in the order of its text."""
    found: dict[int, list[Ability]] = defaultdict(list)
    for _, card, ability in format.said:
        found[card].append(ability)
    return found


def in_rounds(some: list[Reaction], sayings: dict[int, list[Ability]]) -> list[Reaction]:
    """The same, once for each round in which cards print them."""
    abilities = {one.ability.id: one.ability for one in some}
    often = Counter(card for one in abilities.values() for card in one.bearers)
    later: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for card in (card for card, number in often.items() if number > 1):
        said = dict.fromkeys(one.id for one in sayings[card] if one.id in abilities)
        for number, ability in enumerate(said):
            if number > 0:
                later[ability][number].append(card)
    if not later:
        return some
    found: dict[int, list[Reaction]] = defaultdict(list)
    for one in some:
        rounds = later.get(one.ability.id, {})
        cards = sorted(card for among in rounds.values() for card in among)
        found[0].append(replace(one, later=tuple(cards)))
        for number, among in rounds.items():
            found[number].append(replace(one, only=tuple(sorted(among))))
    return [one for number in sorted(found) for one in found[number]]
