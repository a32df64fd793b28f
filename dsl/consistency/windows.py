"""Windows that players cannot leave."""

from __future__ import annotations

from ..nodes import attributes as attrs
from ..nodes.base import first_of
from ..problems.problem import Label, Problems
from ..typed.format import Format, WindowMeaning
from ..typed.rules import Rule
from ..typed.values import Text, Value
from .decide import is_impossible
from .formulas import Formula, joined, opposite
from .terms import Around, Terms


def windows(format: Format, terms: Terms, found: Problems) -> None:
    """Windows of many actions in which nobody may ever pass, and that nothing else ends."""
    rules = [rule for rule in format.rules if rule.kind == "forbid" and rule.event.name == "pass"]
    for window in format.windows:
        many = first_of(attrs.ManyEachAttribute, window.node.attributes)
        if many is None or window.ends is not None:
            continue
        for rule in rules:
            if rule.said is None and rule.lasting is None and always(rule, window, terms):
                text = f'Nobody may ever pass in "{window.node.name}", and nothing else ends it.'
                label = Label(window.node.name.span, "many actions each")
                fix = "forbid pass where .. and CONDITION"
                found.report("never-passed", text, rule.at.span, fix, label, severity="warning")


def always(rule: Rule, window: WindowMeaning, terms: Terms) -> bool:
    """Whether a rule holds in a window whatever happens."""
    name = rule.event.binding("window")
    around: Around = {name: (Value(Text(str(window.node.name)), name.type), {})}
    formula: Formula = joined(
        True, terms.formula(rule.standing, around), terms.formula(rule.condition, around)
    )
    return formula is True or is_impossible(opposite(formula), terms.domains)
