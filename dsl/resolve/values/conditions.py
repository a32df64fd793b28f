"""Comparisons: is, at least, has, fits, matches, shares."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes.base import Word
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.ruleset import Ruleset, once
from ...typed import ids
from ...typed import truths as tr
from ...typed.truths import FALSE, TRUE, disjunction, is_false, is_none, some_card_is, truth
from ...typed.types import PLAYERS, Type
from ...typed.values import Binding, Constant, Items, Keyword, Players, Printed, Text, Value, local
from ..context import VALUES, Resolver, Scope, resolves
from ..sentences import bearer_of, refuse_bearer
from .cards import keywords_of
from .coercions import (
    as_number,
    as_set,
    first_number,
    is_name,
    player_of,
    resolve,
    resolve_set,
    words,
)
from .declared import parameter_type
from .meant import field_meant, whole_span
from .members import member
from .phrases import sentences_of
from .records import payable_terms
from .secrets import look

OUT = "out"  # what a player is who is no longer in the game
KNOWN = (Constant, Text, Keyword)  # forms of which it is known what they are worth
ORDER_THEM = "Declare them with < instead of |."
Order = Literal[">=", "<=", ">", "<"]
ORDERS: dict[type[e.Expression], Order] = {
    e.AtLeastExpression: ">=",
    e.AtMostExpression: "<=",
    e.MoreExpression: ">",
    e.LessExpression: "<",
}
Aspect = Literal["kind", "name", "face", "turned", "role"]
ASPECTS: dict[str, Aspect] = {aspect: aspect for aspect in get_args(Aspect)}


@resolves(VALUES, e.IsExpression)
def is_expression(r: Resolver, node: e.IsExpression, scope: Scope) -> Value:
    return is_(r, node.left, node.right, scope)


@resolves(VALUES, e.IsNotExpression)
def is_not(r: Resolver, node: e.IsNotExpression, scope: Scope) -> Value:
    return truth(tr.Not(is_(r, node.left, node.right, scope)))


@resolves(VALUES, e.OneOfExpression)
def one_of(r: Resolver, node: e.OneOfExpression, scope: Scope) -> Value:
    found = FALSE
    for value in reversed(node.values):
        test = is_(r, node.left, value, scope)
        found = test if is_false(found) else truth(tr.Or(test, found))
    return found


@resolves(VALUES, e.CanExpression)
def can(r: Resolver, node: e.CanExpression, scope: Scope) -> Value:
    """Of a player or a card: whether an action would be offered, or a verb could be done."""
    subject, word = resolve(r, node.left, scope), node.word
    r.used.add(str(word))
    name, whose = str(word), subject if subject.type.kind == "player" else player_of(scope)
    if subject.type.kind not in ("player", "card") or subject.type.many:
        text = (
            f"`{words(node.left)}` is {an(subject.type)}; one player or one card can do something."
        )
        r.refuse(subject, "cannot-ask", text, node.left.span)
        return FALSE
    if scope.asked is not None and whose.form != scope.asked.form:
        text = "The options would betray what another player could do."
        fix = "Ask it where something is done, not where something is offered."
        r.problem("secret-leak", text, node.span, Advice(fix))
    given = None if subject.type.kind == "player" else subject
    action = r.ruleset.find(d.ActionDeclaration, name)
    if action is not None and (given is None or action.offers is not None):
        return truth(tr.CanAct(ids.ActionId(name), whose, given))
    parameters = r.ruleset.parameters_of(name)
    if parameters is None and action is None:
        r.unknown("unknown-verb", "verb or action", word, [*r.names("verb"), *r.names("action")])
        return FALSE
    arguments: list[Value] = []
    for parameter in parameters or ():
        wanted = parameter_type(r, parameter)
        if wanted.kind == "player":
            arguments.append(whose)
        elif given is not None and wanted.kind == "card" and not wanted.many:
            arguments.append(given)
            given = None
        else:
            given = subject
            break
    if given is not None or len(arguments) != len(parameters or ()):
        text = f'Who or what does "{name}" is not all that it takes, so this cannot be asked.'
        advice = Advice("Ask instead what it needs, such as whether a zone is empty.")
        r.problem("cannot-ask", text, node.span, advice)
        return FALSE
    return truth(tr.CanDo(ids.VerbId(name), tuple(arguments)))


@resolves(VALUES, *ORDERS)
def order(r: Resolver, node: Any, scope: Scope) -> Value:
    sign = ORDERS[type(node)]
    left = resolve(r, node.left, scope)
    right = resolve(r, node.right, scope, left.type.one)
    symbols = [side.type for side in (left, right) if side.type.kind == "symbol"]
    opens = [side for side in (left, right) if side.type.kind == "unknown"]
    # What fills an open slot is compared again, as itself, where it stands.
    counted = opens and symbols and first_number(r, symbols[0].of) is not None
    if symbols and len(symbols) + len(opens) == 2 and not counted:
        values = r.values_of(symbols[0].of)
        if symbols[0].of != symbols[-1].of:
            text = f"{an(left.type, True)} and {an(right.type)} have no order."
            r.problem("mixed-comparison", text, node.span)
        elif values is not None and not values.ordered:
            text, fix = f"The {symbols[0].of}s have no order.", ORDER_THEM
            r.problem("no-order", text, node.span, Advice(fix))
    else:
        left, right = (optional_number(r, left, node.left), optional_number(r, right, node.right))
    return truth(tr.Compare(sign, left, right))


def optional_number(r: Resolver, value: Value, node: e.Expression) -> Value:
    """A number, which may be none."""
    optional = value.type.kind == "number" and value.type.maybe
    return value if optional else as_number(r, value, node)


def is_(r: Resolver, left_node: e.Expression, right_node: e.Expression, scope: Scope) -> Value:
    left = resolve(r, left_node, scope)
    if left.type.kind == "tags":
        text = "There may be several tags; ask for one of them with `has`."
        whole = whole_span(left_node, right_node)
        r.problem("set-is", text, whole, f"{words(left_node)} has {words(right_node)}")
        return FALSE
    if is_name(right_node, "payable"):
        return payable_terms(r, left, scope, left_node.span)
    if left.type.many:
        return set_is(r, left, (left_node, right_node), scope)
    if left.type.kind == "player" and is_name(right_node, OUT) and OUT not in scope.locals:
        return truth(tr.Contains(Value(Players(out=True), PLAYERS), left))
    right = resolve(r, right_node, scope, left.type)
    if left.type.kind == "text" and right.type.kind == "none":
        return is_none(left)
    if left.type.kind == "print" and right.type.kind in ("kind", "name"):
        return truth(tr.CardIs(ASPECTS[right.type.kind], left, right))
    if left.type.kind == "card" and right.type.kind in ASPECTS:
        aspect = ASPECTS[right.type.kind]
        if aspect == "name" or (aspect == "kind" and left.type.of != right.type.of):
            look(r, left, "name or kind", left_node.span, scope)
        if aspect not in ("kind", "name"):
            r.features.add(aspect)
        return truth(tr.CardIs(aspect, left, right))
    if right.type.many:
        if right.type.kind == "empty" and left.type.kind != "unknown":
            text = f"`{words(left_node)}` is one {left.type}; only a set is empty."
            r.problem("not-a-set", text, right_node.span, "none")
        return FALSE
    check_pair(r, left, right, left_node, right_node)
    if (left.type.kind, right.type.kind) == ("symbol", "number"):
        left = as_number(r, left, left_node)
    if isinstance(left.form, KNOWN) and isinstance(right.form, KNOWN):
        return TRUE if left.form == right.form else FALSE
    return truth(tr.Compare("==", left, right))


def set_is(
    r: Resolver, left: Value, nodes: tuple[e.Expression, e.Expression], scope: Scope
) -> Value:
    left_node, right_node = nodes
    right = resolve(r, right_node, scope, left.type.one)
    if right.type.kind == "empty":
        return is_none(left)
    if right.type.kind == "none":
        text = "A set is empty, not none."
        r.problem("set-is-none", text, right_node.span, "empty")
    elif right.type.many:
        return truth(tr.SameMembers(left, right))
    elif left.type.one == right.type.one and left.type.kind == "symbol":
        text = f"These are {left.type}, and `is` compares one; `has` looks for one of several."
        whole = whole_span(left_node, right_node)
        r.problem("set-is", text, whole, f"{words(left_node)} has {words(right_node)}")
    elif right.type.kind in ("face", "kind", "role"):
        text = "Ask this of one card, or write it behind `there is`, with `where`."
        r.problem("set-is", text, right_node.span)
    elif right.type.kind == "unknown":
        return is_none(left)
    elif right.type.kind == "number":
        meant = f"count of {words(left_node)}"
        text = f"`{words(left_node)}` is a set, not a number. How many are in it: `{meant}`."
        r.problem("mixed-comparison", text, left_node.span, meant)
    return FALSE


@resolves(VALUES, e.MatchesExpression, e.ContainsExpression)
def matches(r: Resolver, node: e.MatchesExpression | e.ContainsExpression, scope: Scope) -> Value:
    """`its name matches "-dramon"`: every name of the cards that has the fragment where the
    hyphens allow. `its traits contains "drag"`: every name that has the fragment anywhere.
    """
    anywhere = isinstance(node, e.ContainsExpression)
    left, right = resolve(r, node.left, scope), resolve(r, node.right, scope)
    if {left.type.kind, right.type.kind} - {"name", "unknown"} or right.type.many:
        word = "contains" if anywhere else "matches"
        text = f"`{word}` compares a name with a fragment of one."
        r.problem("mixed-comparison", text, node.span)
        return FALSE
    if not isinstance(right.form, Text):
        if scope.language != "open" and right.type.kind == "name":
            text = "A fragment is printed: quoted here, or what fills a slot of a card."
            r.problem("not-a-constant", text, node.right.span)
        return FALSE
    of_codes = not anywhere and getattr(node.left, "word", "") == "code"
    names = Value(tr.FittingNames(right.form.text, of_codes, anywhere), left.type.set)
    if not left.type.many:
        return truth(tr.Contains(names, left))
    each = Binding("it", left.type.one)
    return truth(tr.Exists(each, left, truth(tr.Contains(names, local(each)))))


@resolves(VALUES, e.SharesExpression)
def shares(r: Resolver, node: e.SharesExpression, scope: Scope) -> Value:
    """Both have the value, or lists that have a member in common."""
    sides = [resolve(r, side, scope) for side in (node.left, node.right)]
    left, right = (
        as_set(r, member(r, side, node.word, scope), written)
        for side, written in zip(sides, (node.left, node.right), strict=True)
    )
    if "unknown" not in (left.type.kind, right.type.kind) and left.type != right.type:
        text = f"The {node.word} of one is {left.type}, of the other {right.type}."
        r.problem("mixed-comparison", text, node.span)
    each = Binding("it", left.type.one)
    return truth(tr.Exists(each, left, truth(tr.Contains(right, local(each)))))


def check_pair(
    r: Resolver, left: Value, right: Value, left_node: e.Expression, right_node: e.Expression
) -> None:
    one, other = left.type, right.type
    kinds = (one.kind, other.kind)
    if "unknown" in kinds or other.kind == "none" or kinds == ("number", "symbol"):
        return
    if kinds[0] == kinds[1]:
        fine, text = (
            kinds[0] != "symbol" or one.of == other.of,
            f"{an(one, True)} is never {an(other)}.",
        )
    elif kinds == ("symbol", "number"):
        fine = first_number(r, one.of) is not None
        text = f"`{words(right_node)}` is a number; `{words(left_node)}` is {an(one)}."
    else:
        fine, text = False, f"`{words(left_node)}` is {an(one)} and never {an(other)}."
    if not fine:
        mend = field_meant(r, left_node, one, other)
        text += f" Did you mean `{mend}`?" if mend else ""
        place = left_node if mend else right_node
        r.problem("mixed-comparison", text, place.span, mend)


# ---- has

Has = e.HasExpression | e.HasNoExpression


@resolves(VALUES, e.HasExpression)
def has(r: Resolver, node: Has, scope: Scope) -> Value:
    left = resolve(r, node.left, scope)
    if left.type.kind in ("card", "print") and not left.type.many:
        return has_keyword(r, left, node, scope)
    if left.type.kind == "tags":
        return has_tag(r, left, node.right)
    if left.type.kind in ("part", "keyword"):
        return part_has_keyword(r, left, node)
    members = resolve_set(r, node.left, scope)
    right = resolve(r, node.right, scope, members.type.one)
    is_mentions = isinstance(members.form, Printed) and members.form.word == "mentions"
    if is_mentions and isinstance(node.right, e.String):
        phrase_mentioned(r, node.right)
    tells = right.type.kind == "name" or right.type.of != members.type.of
    if right.type.kind in ("kind", "name") and members.type.kind == "card" and tells:
        look(r, members, "name or kind", node.left.span, scope)
    if right.type.kind == "kind":
        return some_card_is("kind", members, right)
    if right.type.kind == "name" and members.type.kind == "card":
        return some_card_is("name", members, right)
    if isinstance(members.form, Items) and isinstance(right.form, KNOWN):
        forms = [item.form for item in members.form.items]
        if all(isinstance(form, KNOWN) for form in forms):
            return TRUE if right.form in forms else FALSE
    return truth(tr.Contains(members, right))


def phrase_mentioned(r: Resolver, node: e.String) -> None:
    """A name in angle brackets is that of a phrase or keyword."""
    known = {**r.names("phrase"), **r.names("keyword")}
    inside = str(node.text)[1:-1]
    if f"<{inside}>" == node.text and inside not in known:
        r.unknown("unknown-phrase", "phrase", Word(inside, node.text.span), known)


@resolves(VALUES, e.HasNoExpression)
def has_no(r: Resolver, node: Has, scope: Scope) -> Value:
    return truth(tr.Not(has(r, node, scope)))


def keyword_named(r: Resolver, node: e.Expression) -> e.Name | None:
    """The name of a keyword; a problem where there is none."""
    known = r.names("keyword")
    if isinstance(node, e.Name) and str(node.word) in known:
        r.used.add(str(node.word))
        return node
    if isinstance(node, e.Name):
        r.unknown("unknown-keyword", "keyword", node.word, known)
    else:
        r.problem("not-a-keyword", f"`{words(node)}` is no keyword.", node.span)
    return None


def has_keyword(r: Resolver, left: Value, node: Has, scope: Scope) -> Value:
    """`card has Keyword`, or one of those that fill a slot."""
    macro = scope.macro(node.right)
    if macro is not None and macro.category == "keyword":
        look(r, left, words(node.right), node.left.span, scope)
        return has_one_of(left, resolve(r, node.right, scope))
    keyword = keyword_named(r, node.right)
    if keyword is None:
        return FALSE
    refuse_asked(r, keyword, left.type.of)
    look(r, left, str(keyword.word), node.left.span, scope)
    return truth(tr.HasKeyword(left, ids.KeywordId(str(keyword.word))))


def has_one_of(left: Value, keywords: Value) -> Value:
    """Whether a card has one of some keywords, with whatever slots."""
    result = FALSE
    for said in sentences_of(keywords):
        keyword = ids.KeywordId(str(said.effect.phrase))
        result = disjunction(result, truth(tr.HasKeyword(left, keyword)))
    return result


def refuse_asked(r: Resolver, keyword: e.Name, of: str) -> None:
    """A keyword that such a thing can never have."""
    on = bearer_of(r, str(keyword.word))
    if not of:  # a card of any kind
        of = "card" if on in r.parts else on
    refuse_bearer(r, e.Use(keyword.word, (), span=keyword.span), of)


def part_has_keyword(r: Resolver, left: Value, node: Has) -> Value:
    """`attack has Keyword`, `attack's abilities has Keyword`: with whatever slots."""
    members = left if left.type.kind == "keyword" else keywords_of(r, left)
    keyword = keyword_named(r, node.right)
    if keyword is None:
        return FALSE
    if left.type.kind == "part":
        refuse_asked(r, keyword, left.type.of)
    if members is None:
        text = f"{an(left.type.of, True)} has no list of keywords."
        r.problem("not-a-keyword", text, node.left.span)
        return FALSE
    each = Binding("it", members.type.one)
    number = list(r.names("keyword")).index(str(keyword.word))
    return truth(tr.Exists(each, members, truth(tr.IsKeyword(local(each), number))))


# ---- tags


@once
def tags_declared(ruleset: Ruleset) -> list[str]:
    """Every tag of phrases and labels, in order of the text."""
    tagged = (*ruleset.all(d.PhraseDeclaration), *ruleset.all(d.LabelDeclaration))
    return list(dict.fromkeys(str(one.tag) for one in tagged if one.tag is not None))


def has_tag(r: Resolver, left: Value, right: e.Expression) -> Value:
    """`its tags has void`"""
    known = tags_declared(r.ruleset)
    word = right.word if isinstance(right, e.Name) else Word(words(right), right.span)
    if not isinstance(right, e.Name) or str(word) not in known:
        r.unknown("unknown-tag", "tag of a phrase", word, known)
        return FALSE
    r.used.add(f"tag {word}")
    kind = "sentence" if left.type.of == "sentence" else "record"
    return truth(tr.HasTag(replace(left, type=Type(kind)), kind, str(word)))
