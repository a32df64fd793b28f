"""Random nodes of every class, made from the types of their fields."""

from __future__ import annotations

import types
import typing
from dataclasses import fields
from functools import cache
from typing import Any

from hypothesis import strategies as st

from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import edits as ed
from playsheet.dsl.nodes import expressions as e
from playsheet.dsl.nodes import files as f
from playsheet.dsl.nodes import statements as s
from playsheet.dsl.nodes import titles as t
from playsheet.dsl.nodes.base import NOWHERE, Node, Word

NAMES = ("alpha", "beta", "gamma", "hand_size", "Kind", "x1", "slots", "boss")
PREPOSITIONS = (
    "of", "for", "with", "onto", "from", "by", "against", "to", "at", "using",
)  # fmt: skip
ATOMS = (e.Name, e.Number, e.String, e.Bracket)
SIMPLE = (
    s.MoveStatement, s.TurnStatement, s.ShuffleStatement, s.RevealStatement, s.ShowStatement,
    s.ArrangeStatement, s.ChooseStatement, s.LetStatement, s.ChangeStatement, s.SetStatement,
    s.GrantStatement, s.VoidStatement, s.RunStatement, s.AssignStatement, s.PayStatement,
    s.DoStatement, s.AnnounceStatement, s.OpenStatement, s.LeaveStatement, s.SkipStatement,
    s.StopStatement, s.FailStatement, s.RandomStatement, s.EndGameStatement,
)  # fmt: skip
COMPOUND = (
    s.PhaseStatement, s.StepStatement, s.IfStatement, s.EachStatement, s.ForStatement,
    s.RepeatStatement, s.OfferStatement, s.TogetherStatement, s.ChooseOneStatement,
    s.TryStatement, s.WhenRule, s.BeforeRule, s.InsteadRule, s.ForbidRule, s.AllowRule,
    s.WhileRule,
)  # fmt: skip
EXPRESSIONS = (
    *ATOMS, e.Of, e.Its, e.Index, e.Where, e.Within, e.Count, e.Total, e.Highest, e.Lowest,
    e.Top, e.Bottom, e.Exists, e.OrExpression, e.AndExpression, e.NotExpression,
    e.IsExpression, e.IsNotExpression, e.AtLeastExpression, e.AtMostExpression,
    e.MoreExpression, e.LessExpression, e.OneOfExpression, e.HasExpression,
    e.HasNoExpression, e.FitsExpression, e.MatchesExpression, e.ContainsExpression,
    e.SharesExpression,
    e.CanExpression, e.Add, e.Subtract, e.Times, e.Divide, e.Negative,
)  # fmt: skip
DECLARATIONS = (
    d.FormatDeclaration, d.ZoneDeclaration, d.GaugeDeclaration, d.NoteDeclaration,
    d.ValuesDeclaration, d.CardDeclaration, d.PropertyDeclaration, d.OptionDeclaration,
    d.ParameterDeclaration, d.DeckDeclaration, d.SetupDeclaration, d.TurnDeclaration,
    d.RankingDeclaration, d.TriggersDeclaration, d.PrecedenceDeclaration, d.WindowDeclaration,
    d.ActionDeclaration, d.VerbDeclaration, d.CheckDeclaration, d.KeywordDeclaration,
    d.LabelDeclaration, d.PhraseDeclaration, ed.RenameEdit, ed.AliasEdit, ed.RemoveEdit,
    ed.ReorderEdit, ed.ReplaceEdit, ed.InsertEdit, ed.ExtendCardEdit, ed.ExtendWindowEdit,
    ed.ExtendSaysEdit, ed.SetParameterEdit, ed.RedefineEdit, t.TitlesDeclaration,
    ed.ExtendValuesEdit, ed.ExtendPropertyEdit, ed.ExtendDeckEdit,
)  # fmt: skip
REDEFINED = (
    d.ZoneDeclaration, d.GaugeDeclaration, d.NoteDeclaration, d.PropertyDeclaration,
    d.ActionDeclaration, d.VerbDeclaration, d.WindowDeclaration, d.CheckDeclaration,
    d.DeckDeclaration, d.LabelDeclaration, d.RankingDeclaration, d.TriggersDeclaration,
    d.PhraseDeclaration, d.SetupDeclaration,
)  # fmt: skip
KINDS: dict[type[Node], tuple[type[Node], ...]] = {
    e.Expression: EXPRESSIONS,
    s.Statement: (s.Line, *COMPOUND),
    s.EachMode: (s.TogetherMode, s.SecretlyMode, s.StartingMode, s.AnyOrderMode, s.NewestMode,
                 s.ByPhaseMode),
    s.Manner: (s.FaceManner, s.RoleManner, s.TurnedManner),
    s.Tail: (s.UntilTail, s.TagTail, s.IfTail),
    s.Moment: (s.EndMoment, s.StartMoment, s.EventMoment, s.ConditionMoment),
    s.ChooseOption: (s.ByOption, s.SecretlyOption, s.AskingOption),
    s.GameEnd: (s.WonEnd, s.DrawnEnd, s.RankedEnd),
    d.Type: (d.PlainType, d.ListType, d.MaybeType, d.TruthType),
    d.Field: (d.PlainField, d.PartField),
    d.Ordering: (d.FirstOrdering, d.ChooserOrdering, d.OldestOrdering, d.NewestOrdering,
                 d.AskedOrdering),
    d.LabelMode: (d.WhenMode, d.WhileMode, d.WindowMode, d.ToldMode),
    d.Declaration: REDEFINED,
    f.Value: (f.NumberValue, f.WordValue, f.StringValue),
    f.Piece: (f.FillerPiece, f.NothingPiece, f.CardPiece),
    f.Facing: (f.FaceFacing, f.TurnedFacing),
    f.Fact: (f.SeedFact, f.OptionFact, f.DecksFact, f.PhaseFact, f.ValueFact, f.HoldsFact,
             f.DeckFact),
    f.Deed: (f.ChoosesDeed, f.PassesDeed, f.RunsDeed),
    f.Claim: (f.ConditionClaim, f.HoldsClaim, f.WonClaim, f.DrawnClaim, f.GoesOnClaim,
              f.LegalClaim, f.BreaksClaim, f.MayClaim, f.MayNotClaim, f.DecidesClaim,
              f.SeesClaim, f.NotSeesClaim, f.ReadsClaim, f.NotReadsClaim, f.OrderClaim,
              f.NeverClaim),
}  # fmt: skip
# The tuples that may be empty; all others have one member or two.
MAY_BE_EMPTY = {
    "attributes", "tails", "arguments", "modes", "options", "manners", "parameters", "deeds",
    "facts", "fields",
}  # fmt: skip
NEVER_EMPTY = {
    (d.WindowDeclaration, "attributes"), (s.TurnStatement, "manners"),
    (s.ChooseOneStatement, "options"), (d.CardDeclaration, "fields"),
    (d.PartField, "fields"), (ed.ExtendCardEdit, "fields"), (f.Card, "fields"),
}  # fmt: skip

words = st.sampled_from(NAMES).map(Word)
texts = st.text("ab {}'#:;(é.", max_size=6).map(Word)
numbers = st.integers(0, 99)
signed = st.integers(-9, 99)
clauses = st.sampled_from(["HC-PREP-01", "DB-X-2..3", "DCG-A1-07"]).map(Word)


def one_of_kinds(*kinds: type[Node]) -> st.SearchStrategy[Any]:
    return st.sampled_from(kinds).flatmap(nodes)


def words_from(*texts: str) -> st.SearchStrategy[Word]:
    return st.sampled_from(texts).map(Word)


def tuples(
    of: st.SearchStrategy[Any], least: int = 0, most: int = 2
) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


def atoms() -> st.SearchStrategy[Any]:
    return one_of_kinds(*ATOMS)


def amounts() -> st.SearchStrategy[Any]:
    return one_of_kinds(e.Name, e.Number)


def lines() -> st.SearchStrategy[Any]:
    simple = tuples(one_of_kinds(*SIMPLE), 1, 2)
    return st.builds(s.Line, simple, st.none() | nodes(s.Cites))


def statements() -> st.SearchStrategy[Any]:
    return st.integers(0, 5).flatmap(
        lambda pick: one_of_kinds(*COMPOUND) if pick == 0 else lines()
    )


def nested_blocks() -> st.SearchStrategy[Any]:
    return st.builds(s.Block, tuples(statements(), 1, 2))


def inline_blocks() -> st.SearchStrategy[Any]:
    simple = tuples(one_of_kinds(*SIMPLE), 1, 2)
    return st.builds(s.Block, simple, st.just(True), st.none() | nodes(s.Cites))


def blocks() -> st.SearchStrategy[Any]:
    return st.booleans().flatmap(
        lambda inline: inline_blocks() if inline else nested_blocks()
    )


@st.composite
def actions(draw: st.DrawFn) -> d.ActionDeclaration:
    offers = draw(st.booleans())
    pays = draw(st.booleans())
    return d.ActionDeclaration(
        draw(words),
        draw(st.none() | texts),
        draw(nodes_of(e.Expression)) if offers else None,
        draw(words) if offers else None,
        draw(st.none() | nodes_of(e.Expression)),
        draw(st.none() | nodes(s.Cites)),
        draw(blocks()) if pays else None,
        draw(nested_blocks() if pays else blocks()),
    )


@st.composite
def checks(draw: st.DrawFn) -> d.CheckDeclaration:
    each = draw(st.booleans())
    return d.CheckDeclaration(
        draw(words),
        draw(nodes_of(e.Expression)) if each else None,
        draw(words) if each else None,
        draw(nodes_of(e.Expression)),
        draw(st.none() | nodes(s.Cites)),
        draw(blocks()),
    )


@st.composite
def values(draw: st.DrawFn) -> d.ValuesDeclaration:
    items = draw(tuples(nodes(d.ValueItem), 1, 3))
    ordered = len(items) > 1 and draw(st.booleans())
    return d.ValuesDeclaration(
        draw(words), items, ordered, draw(st.none() | nodes(s.Cites))
    )


def attributes(*kinds: type[Node]) -> st.SearchStrategy[Any]:
    return tuples(one_of_kinds(*kinds))


def starts(kind: type[Node]) -> st.SearchStrategy[Any]:
    """The attribute as a gauge has it, or as a note and a field have it."""
    if kind is d.GaugeDeclaration:
        number = nodes(e.Number)
        return st.builds(d.StartsAttribute, number | st.builds(e.Negative, number))
    return st.builds(d.StartsAttribute, atoms())


def plain_kind() -> st.SearchStrategy[Any]:
    return st.builds(d.KindAttribute, words)


ATTRIBUTES: dict[type[Node], tuple[type[Node], ...]] = {
    d.FormatDeclaration: (d.SeatsAttribute, d.LanguageAttribute, d.VersionAttribute),
    d.ZoneDeclaration: (d.PerAttribute, d.FaceAttribute, d.SeenAttribute, d.CountedAttribute,
                        d.HoldsAttribute, d.TurnedAttribute, d.AttachedAttribute,
                        d.KindAttribute, d.SizeAttribute),
    d.GaugeDeclaration: (d.PerAttribute, d.RangeAttribute, d.SeenFromAttribute,
                         d.UntilAttribute),
    d.NoteDeclaration: (d.PerAttribute, d.UntilAttribute, d.SeenAttribute),
    d.WindowDeclaration: (d.AloneAttribute, d.BeginsAttribute, d.OneEachAttribute,
                          d.ManyEachAttribute, d.EmptyTurnsAttribute, d.AllPassedAttribute,
                          d.EndsWhenAttribute),
}  # fmt: skip


def attributes_of(kind: type[Node]) -> st.SearchStrategy[Any]:
    if kind is ed.ExtendWindowEdit:
        return tuples(one_of_kinds(*ATTRIBUTES[d.WindowDeclaration]))
    if kind is d.PlainField:
        return tuples(starts(kind) | plain_kind())
    some = one_of_kinds(*ATTRIBUTES[kind])
    if kind in (d.GaugeDeclaration, d.NoteDeclaration):
        some = some | starts(kind) | plain_kind()
    return tuples(some, 1 if kind is d.WindowDeclaration else 0)


SPECIAL: dict[type[Node], st.SearchStrategy[Any]] = {
    s.Block: st.deferred(blocks),
    s.Line: st.deferred(lines),
    d.ActionDeclaration: st.deferred(actions),
    d.CheckDeclaration: st.deferred(checks),
    d.ValuesDeclaration: st.deferred(values),
}
FIELDS: dict[tuple[type[Node], str], st.SearchStrategy[Any]] = {
    (s.Cites, "clauses"): tuples(clauses, 1),
    (s.Titles, "names"): tuples(texts, 1),
    (d.ValueItem, "name"): words | numbers.map(lambda number: Word(str(number))),
    (d.ValueItem, "titles"): tuples(texts),
    (e.String, "text"): texts,
    (d.FormatDeclaration, "title"): texts,
    (d.VersionAttribute, "text"): texts,
    (d.TurnDeclaration, "title"): st.none() | texts,
    (d.OptionDeclaration, "title"): st.none() | texts,
    (d.WindowDeclaration, "title"): st.none() | texts,
    (d.Say, "pattern"): texts,
    (s.OfferStatement, "label"): texts,
    (s.OptionItem, "label"): texts,
    (s.FailStatement, "why"): st.none() | texts,
    (s.AskingOption, "prompt"): texts,
    (s.MoveStatement, "where"): words_from("to", "onto", "under"),
    (s.ChangeStatement, "operation"): words_from("raise", "lower", "multiply"),
    (s.Argument, "preposition"): words_from(*PREPOSITIONS),
    (d.VerbParameter, "preposition"): words_from(*PREPOSITIONS),
    (d.OperationItem, "word"): words | words_from("set", "raise", "multiply"),
    (ed.InsertEdit, "where"): words_from("before", "after", "into"),
    (ed.ReorderEdit, "where"): words_from("before", "after", "into"),
    (ed.ExtendSaysEdit, "what"): words_from("phrase", "label", "keyword"),
    (d.PrecedenceDeclaration, "words"): tuples(
        words_from("forbid", "instead", "allow"), 2, 3
    ),
    (d.FloorLine, "number"): signed,
    (d.RankingLine, "missing"): st.none() | signed,
    (d.RangeAttribute, "low"): signed,
    (d.RangeAttribute, "high"): st.none() | signed,
    (d.NumberValue, "low"): signed,
    (d.NumberValue, "high"): st.none() | signed,
    (d.Parameter, "default"): st.none() | st.deferred(atoms),
    (d.CountLine, "count"): st.sampled_from(
        [s.ExactlyCount(), s.AtLeastCount(), s.AtMostCount()]
    ),
    (d.CountLine, "number"): st.deferred(atoms),
    (d.TakesBody, "amount"): st.deferred(amounts),
    (s.RepeatTimes, "times"): st.deferred(atoms),
    (s.ChooseStatement, "count"): st.deferred(
        lambda: one_of_kinds(
            s.PlainCount, s.ExactlyCount, s.UpToCount, s.AnyCount, s.AtLeastCount
        )
    ),
    (s.ExactlyCount, "number"): st.deferred(lambda: nodes_of(e.Expression)),
    (s.AtLeastCount, "number"): st.deferred(lambda: nodes_of(e.Expression)),
    (d.VerbDeclaration, "body"): st.none() | st.deferred(nested_blocks),
    (d.EmptyTurnsAttribute, "number"): numbers,
    (t.TextLine, "text"): texts,
    (t.TextLine, "said"): texts,
    (f.Scenario, "title"): texts,
    (f.StringValue, "text"): texts,
    (f.NumberValue, "number"): signed,
    (f.CardPiece, "name"): texts,
    (f.BreaksClaim, "text"): texts,
    (f.DecidesClaim, "prompt"): st.none() | texts,
    (f.SeesClaim, "card"): texts,
    (f.NotSeesClaim, "card"): texts,
    (f.Happening, "card"): st.none() | texts,
    (f.Card, "name"): texts,
    (f.Card, "code"): words_from("St-1", "BT1-017"),
    (f.CardField, "name"): words_from("kind", "attack", "level_2"),
    (f.CardField, "value"): st.text("ab[]{}#:. ", max_size=9).map(
        lambda text: Word(text.strip().lstrip("#").strip())
    ),
    (f.DeckHeader, "part"): words_from("side", "main_2"),
    (f.DeckLine, "name"): st.none() | words_from("Agumon", "A B-1", "Winning: 60%!"),
    (f.DeckLine, "code"): words_from("St-1", "BT1-017"),
}


@cache
def nodes_of(kind: type[Node]) -> st.SearchStrategy[Any]:
    """Any node of a class that is only a base, mostly shallow ones of an expression."""
    if kind is e.Expression:
        shallow = one_of_kinds(e.Name, e.Number, e.Its, e.Name)
        deep = st.deferred(lambda: one_of_kinds(*EXPRESSIONS))
        return st.integers(0, 3).flatmap(lambda pick: deep if pick == 0 else shallow)
    return st.deferred(lambda: one_of_kinds(*KINDS[kind]))


@cache
def nodes(kind: type[Node]) -> st.SearchStrategy[Any]:
    """Random nodes of one class."""
    if kind in SPECIAL:
        return SPECIAL[kind]
    hints = typing.get_type_hints(kind)
    given: dict[str, Any] = {"span": st.just(NOWHERE)}
    for part in fields(kind):
        if part.name != "span":
            given[part.name] = field_strategy(kind, part.name, hints[part.name])
    return st.builds(kind, **given)


def field_strategy(kind: type[Node], name: str, hint: Any) -> st.SearchStrategy[Any]:
    if (kind, name) in FIELDS:
        return FIELDS[kind, name]
    if name == "attributes":
        return st.deferred(lambda: attributes_of(kind))
    if typing.get_origin(hint) is tuple:
        empty = name in MAY_BE_EMPTY and (kind, name) not in NEVER_EMPTY
        of = typing.get_args(hint)[0]
        return tuples(st.deferred(lambda: any_of(of)), 0 if empty else 1)
    return st.deferred(lambda: any_of(hint))


def any_of(hint: Any) -> st.SearchStrategy[Any]:
    """Anything of a type."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        options = typing.get_args(hint)
        return st.sampled_from(options).flatmap(any_of)
    if hint is type(None):
        return st.none()
    if hint is Word:
        return words
    if hint is bool:
        return st.booleans()
    if hint is int:
        return numbers
    return nodes_of(hint) if hint in KINDS else nodes(hint)
