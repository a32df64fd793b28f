"""Categories of phrases: which there are, what they include, which are carried out, which paid."""

from __future__ import annotations

from ..nodes import declarations as d
from .ruleset import CATEGORIES, Ruleset, categories_of, once


@once
def done_categories(ruleset: Ruleset) -> frozenset[str]:
    """The categories of phrases that are carried out."""
    phrases = ruleset.all(d.PhraseDeclaration)
    done = (p for p in phrases if isinstance(p.body, d.EffectBody))
    found = {kind for p in done for kind in categories_of(p)}
    outer = (one for one, inner in inclusions(ruleset).items() if not found.isdisjoint(inner))
    return frozenset({"effect", *found, *outer})


@once
def categories(ruleset: Ruleset) -> frozenset[str]:
    """What phrases are of, and what the language itself knows."""
    phrases = ruleset.all(d.PhraseDeclaration)
    own = (kind for p in phrases for kind in categories_of(p))
    return frozenset((*CATEGORIES, *own, *inclusions(ruleset)))


@once
def inclusions(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """The categories that include others: each with all that is of it, itself too."""
    direct: dict[str, set[str]] = {}
    for node in ruleset.all(d.CategoryDeclaration):
        direct.setdefault(str(node.name), set()).update(map(str, node.included))
    found: dict[str, frozenset[str]] = {}
    for name in direct:
        inner = [name]
        for one in inner:
            inner += sorted(direct.get(one, set()) - {*inner})
        found[name] = frozenset(inner)
    return found


def included(ruleset: Ruleset, category: str) -> frozenset[str]:
    """A category, and all that it includes."""
    return inclusions(ruleset).get(category, frozenset({category}))


@once
def paid_categories(ruleset: Ruleset) -> frozenset[str]:
    """The categories whose phrases are paid: costs, what is declared so, and all they include."""
    declared = (str(node.name) for node in ruleset.all(d.PaidDeclaration))
    return frozenset(one for name in ("cost", *declared) for one in included(ruleset, name))
