"""Comparisons: is, at least, has, fits, matches, shares."""

from __future__ import annotations

from typing import Any

from ..ir import ir
from ..ir.types import NUMBER, Type
from ..nodes import expressions as e
from .context import FALSE, TRUE, Meaning, Scope, Value
from .expressions import (
    as_number,
    first_number,
    lower,
    lower_set,
    player_of,
    this_of,
    words,
)
from .secrets import check_secret


def compare(m: Meaning, node: Any, scope: Scope) -> ir.Expression:
    if isinstance(node, e.IsExpression):
        return is_(m, node.left, node.right, scope)
    if isinstance(node, e.IsNotExpression):
        return ir.Not(is_(m, node.left, node.right, scope))
    if isinstance(node, e.OneOfExpression):
        code: ir.Expression = FALSE
        for value in reversed(node.values):
            test = is_(m, node.left, value, scope)
            code = test if code == FALSE else ir.Or(test, code)
        return code
    if isinstance(node, (e.HasExpression, e.HasNoExpression)):
        code = has(m, node, scope)
        return ir.Not(code) if isinstance(node, e.HasNoExpression) else code
    if isinstance(node, e.FitsExpression):
        from .terms import fits

        return fits(m, node, scope)
    if isinstance(node, (e.MatchesExpression, e.ContainsExpression)):
        return matches(m, node, scope)
    if isinstance(node, e.SharesExpression):
        return shares(m, node, scope)
    if isinstance(node, e.CanExpression):
        m.problem("no-meaning", f"`{words(node)}` has no meaning here.", node.span)
        return FALSE
    return order(m, node, scope)


def order(m: Meaning, node: Any, scope: Scope) -> ir.Expression:
    sign = {
        e.AtLeastExpression: ">=",
        e.AtMostExpression: "<=",
        e.MoreExpression: ">",
        e.LessExpression: "<",
    }[type(node)]
    left = lower(m, node.left, scope)
    right = lower(m, node.right, scope, left.type.one)
    symbols = [side.type for side in (left, right) if side.type.kind == "symbol"]
    opens = [side for side in (left, right) if side.type.kind == "unknown"]
    # What fills an open slot is compared again, as itself, where it stands.
    counted = opens and symbols and first_number(m, symbols[0].of) is not None
    if symbols and len(symbols) + len(opens) == 2 and not counted:
        values = m.values_of(symbols[0].of)
        if symbols[0].of != symbols[-1].of:
            m.problem(
                "mixed-comparison",
                f"A {left.type} and a {right.type} have no order.",
                node.span,
            )
        elif values is not None and not values.ordered:
            m.problem(
                "no-order",
                f"The {symbols[0].of}s have no order.",
                node.span,
                "Declare them with < instead of |.",
            )
        return ir.Compare(sign, left.code, right.code)
    sides = [
        value.code
        if value.type.kind == "number" and value.type.maybe
        else as_number(m, value, at)
        for value, at in ((left, node.left), (right, node.right))
    ]
    return ir.Compare(sign, *sides)


def is_(
    m: Meaning, left_node: e.Expression, right_node: e.Expression, scope: Scope
) -> ir.Expression:
    left = lower(m, left_node, scope)
    if left.type.kind == "tags":
        text = "There may be several tags; ask for one of them with `has`."
        m.problem("set-is", text, right_node.span, "its tags has ..")
        return FALSE
    if isinstance(right_node, e.Name) and right_node.word == "payable":
        from .terms import payable_terms

        return payable_terms(m, left, scope, left_node.span)
    if left.type.many:
        return set_is(m, left, right_node, scope)
    right = lower(m, right_node, scope, left.type)
    if left.type.kind == "text" and right.type.kind == "none":
        return ir.Compare("==", ir.Count(left.code), ir.Int(0))
    pair = (left.type.kind, right.type.kind)
    if pair in (("card", "kind"), ("card", "name")):
        check_secret(m, left, "name or kind", left_node.span, scope)
    if pair == ("card", "kind"):
        return ir.Compare("==", ir.Table("kind", left.code), right.code)
    if pair == ("card", "name"):
        return ir.Compare("==", ir.Table("name", left.code), right.code)
    if pair == ("card", "face"):
        m.flags.add("face")
        return ir.Compare("==", ir.Field("face", left.code), right.code)
    if pair == ("card", "turned"):
        m.flags.add("turned")
        return ir.Compare("==", ir.Field("turned", left.code), right.code)
    if pair == ("card", "role"):
        m.flags.add("role")
        return ir.Compare("==", ir.Field("role", left.code), right.code)
    if right.type.many:
        if right.type.kind == "empty" and left.type.kind != "unknown":
            m.problem(
                "not-a-set",
                f"`{words(left_node)}` is one {left.type}; only a set is empty.",
                left_node.span,
                f"{words(left_node)} is none",
            )
        return FALSE
    check_pair(m, left, right, left_node, right_node)
    code = left.code
    if pair == ("symbol", "number"):
        code = as_number(m, left, left_node)
    if isinstance(code, ir.Int) and isinstance(right.code, ir.Int):
        return TRUE if code == right.code else FALSE
    return ir.Compare("==", code, right.code)


def set_is(
    m: Meaning, left: Value, right_node: e.Expression, scope: Scope
) -> ir.Expression:
    right = lower(m, right_node, scope, left.type.one)
    if right.type.kind == "empty":
        return ir.Compare("==", ir.Count(left.code), ir.Int(0))
    if right.type.kind == "none":
        m.problem("set-is-none", "A set is empty, not none.", right_node.span, "is empty")
        return FALSE
    if right.type.many:
        return ir.Native("same_members", (left.code, right.code))
    if left.type.one == right.type.one and left.type.kind == "symbol":
        text = (
            f"These are {left.type}, and `is` compares one; `has` looks for one of several."
        )
        m.problem("set-is", text, right_node.span, f"its {left.type.of}, or `has`")
        return FALSE
    if right.type.kind in ("face", "kind", "role"):
        m.problem(
            "set-is",
            "Ask this of one card, or write: there is .. where ..",
            right_node.span,
        )
        return FALSE
    return (
        ir.Compare("==", ir.Count(left.code), ir.Int(0))
        if right.type.kind == "unknown"
        else FALSE
    )


def matches(
    m: Meaning, node: e.MatchesExpression | e.ContainsExpression, scope: Scope
) -> ir.Expression:
    """`its name matches "-dramon"`: every name of the cards that has the fragment where the
    hyphens allow. `its traits contains "drag"`: every name that has the fragment anywhere.
    """
    inside = isinstance(node, e.ContainsExpression)
    left = lower(m, node.left, scope)
    right = lower(m, node.right, scope)
    if {left.type.kind, right.type.kind} - {"name", "unknown"} or right.type.many:
        word = "contains" if inside else "matches"
        text = f"`{word}` compares a name with a fragment of one."
        m.problem("mixed-comparison", text, node.span)
        return FALSE
    if not isinstance(right.code, ir.Int):
        if scope.language != "open" and right.type.kind == "name":
            text = "A fragment is printed: quoted here, or what fills a slot of a card."
            m.problem("not-a-constant", text, node.right.span)
        return FALSE
    if inside:
        found = names_with(m, right.code.value)
    else:
        of_codes = getattr(node.left, "word", "") == "code"
        found = fitting_names(m, right.code.value, of_codes)
    if not left.type.many:
        return ir.Contains(found, left.code)
    name = m.fresh("it")
    return ir.Exists(name, left.code, ir.Contains(found, ir.Local(name)))


def fitting_names(m: Meaning, number: int, codes: bool = False) -> ir.Items:
    """The names of cards, or their codes, that have a fragment in them; worked out once for
    each fragment.
    """
    table = "fitting codes" if codes else "fitting"
    known: dict[int, ir.Items] = m.extra.setdefault(table, {})  # pyright: ignore[reportAssignmentType]
    if number not in known:
        fragment = list(m.names)[number]
        inside = fragment.strip("-").lower()
        starts, ends = not fragment.startswith("-"), not fragment.endswith("-")
        fitting = {
            m.name_index(name)
            for name in dict.fromkeys(
                str(card.code if codes else card.name) for card in m.cards
            )
            if inside in name.lower()
            and (not starts or name.lower().startswith(inside))
            and (not ends or name.lower().endswith(inside))
        }
        known[number] = ir.Items(tuple(ir.Int(k) for k in sorted(fitting)))
    return known[number]


def names_with(m: Meaning, number: int) -> ir.Items:
    """The names of any kind that have a fragment anywhere in them."""
    known: dict[int, ir.Items] = m.extra.setdefault("holding", {})  # pyright: ignore[reportAssignmentType]
    if number not in known:
        names = list(m.names)
        fragment = names[number].lower()
        found = [k for k, name in enumerate(names) if fragment in name.lower()]
        known[number] = ir.Items(tuple(ir.Int(k) for k in found))
    return known[number]


def shares(m: Meaning, node: e.SharesExpression, scope: Scope) -> ir.Expression:
    """Both have the value, or lists that have a member in common."""
    from .expressions import as_set, property_or_field

    sides = [lower(m, side, scope) for side in (node.left, node.right)]
    left, right = (
        as_set(m, property_or_field(m, side, node.word, scope), at)
        for side, at in zip(sides, (node.left, node.right), strict=True)
    )
    if "unknown" not in (left.type.kind, right.type.kind) and left.type != right.type:
        text = f"The {node.word} of one is {left.type}, of the other {right.type}."
        m.problem("mixed-comparison", text, node.span)
    name = m.fresh("it")
    return ir.Exists(name, left.code, ir.Contains(right.code, ir.Local(name)))


SAME = {
    ("number", "symbol"),
    ("symbol", "number"),
    ("phase", "phase"),
    ("rule", "rule"),
    ("place", "place"),
    ("window", "window"),
}


def check_pair(
    m: Meaning, left: Value, right: Value, left_node: e.Expression, right_node: e.Expression
) -> None:
    kinds = (left.type.kind, right.type.kind)
    if "unknown" in kinds or right.type.kind == "none":
        return
    if left.type.kind == right.type.kind:
        if left.type.kind == "symbol" and left.type.of != right.type.of:
            text = f"A {left.type} is never a {right.type}."
            m.problem("mixed-comparison", text, right_node.span)
        return
    if kinds in SAME:
        if kinds == ("symbol", "number") and first_number(m, left.type.of) is None:
            text = (
                f"`{words(right_node)}` is a number; `{words(left_node)}` is a {left.type}."
            )
            m.problem("mixed-comparison", text, right_node.span)
        return
    text = f"`{words(left_node)}` is a {left.type} and never a {right.type}."
    m.problem("mixed-comparison", text, right_node.span)


def has(
    m: Meaning, node: e.HasExpression | e.HasNoExpression, scope: Scope
) -> ir.Expression:
    left = lower(m, node.left, scope)
    if left.type.kind == "card" and not left.type.many:
        return has_keyword(m, left, node, scope)
    if left.type.kind == "tags":
        from .tags import has_tag

        return has_tag(m, left, node.right)
    if left.type.kind in ("part", "keyword"):
        return part_has_keyword(m, left, node)
    members = lower_set(m, node.left, scope)
    right = lower(m, node.right, scope, members.type.one)
    if right.type.kind in ("kind", "name") and members.type.kind == "card":
        check_secret(m, members, "name or kind", node.left.span, scope)
    if right.type.kind == "kind":
        name = m.fresh("it")
        test = ir.Compare("==", ir.Table("kind", ir.Local(name)), right.code)
        return ir.Exists(name, members.code, test)
    if right.type.kind == "name" and members.type.kind == "card":
        name = m.fresh("it")
        test = ir.Compare("==", ir.Table("name", ir.Local(name)), right.code)
        return ir.Exists(name, members.code, test)
    known = members.code.items if isinstance(members.code, ir.Items) else None
    constant = known is not None and all(isinstance(item, ir.Int) for item in known)
    if known is not None and constant and isinstance(right.code, ir.Int):
        return TRUE if right.code in known else FALSE
    return ir.Contains(members.code, right.code)


def has_keyword(
    m: Meaning, left: Value, node: e.HasExpression | e.HasNoExpression, scope: Scope
) -> ir.Expression:
    """`card has Keyword`"""
    if isinstance(node.right, e.Name) and str(node.right.word) in m.ruleset.names(
        "keyword"
    ):
        m.used.add(str(node.right.word))
        refuse_asked(m, node.right, left.type.of)
        m.table(f"keyword_{node.right.word}")
        return ir.Compare(
            "==", ir.Table(f"keyword_{node.right.word}", left.code), ir.Int(1)
        )
    if isinstance(node.right, e.Name):
        known = list(m.ruleset.names("keyword"))
        m.unknown("unknown-keyword", "keyword", node.right.word, known)
    else:
        m.problem("not-a-keyword", f"`{words(node.right)}` is no keyword.", node.right.span)
    return FALSE


def refuse_asked(m: Meaning, keyword: e.Name, of: str) -> None:
    """A keyword that such a thing can never have."""
    from .abilities import bearer_of, refuse_bearer
    from .parts import part_fields

    on = bearer_of(m, str(keyword.word))
    if not of:  # a card of any kind
        of = "card" if on in part_fields(m) else on
    refuse_bearer(m, e.Use(keyword.word, (), span=keyword.span), of)


def part_has_keyword(
    m: Meaning, left: Value, node: e.HasExpression | e.HasNoExpression
) -> ir.Expression:
    """`attack has Keyword`, `attack's abilities has Keyword`: with whatever slots."""
    from .parts import keywords_of

    known = list(m.ruleset.names("keyword"))
    members = left.code if left.type.kind == "keyword" else keywords_of(m, left)
    if not isinstance(node.right, e.Name) or str(node.right.word) not in known:
        word = node.right.word if isinstance(node.right, e.Name) else None
        if word is not None:
            m.unknown("unknown-keyword", "keyword", word, known)
        else:
            text = f"`{words(node.right)}` is no keyword."
            m.problem("not-a-keyword", text, node.right.span)
        return FALSE
    m.used.add(str(node.right.word))
    if left.type.kind == "part":
        refuse_asked(m, node.right, left.type.of)
    if members is None:
        text = f"A {left.type.of} has no list of keywords."
        m.problem("not-a-keyword", text, node.left.span)
        return FALSE
    name = m.fresh("it")
    number = ir.Int(known.index(str(node.right.word)))
    same = ir.Compare("==", ir.Entry("keyword_of", ir.Local(name)), number)
    return ir.Exists(name, members, same)


__all__ = ["NUMBER", "Type", "compare", "player_of", "this_of"]
