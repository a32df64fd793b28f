"""How declarations and edits of a parent format are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes import titles as t
from ..nodes.base import Node
from ..nodes.expressions import Negative
from .print_forms import add_forms, expression_text, text_of
from .print_statements import CITES, ROWS, WHERE, Row, rows_of, rows_of_all, with_body

NAMED = "{name}<< {titles}>><< {attributes| }>>" + CITES
OFFERS = "<< offers {offers}>>"


def range_text(low: int, high: int | None) -> str:
    return f"{low}..{'any' if high is None else high}"


def range_attribute(node: d.RangeAttribute) -> str:
    return range_text(node.low, node.high)


def starts_attribute(node: d.StartsAttribute) -> str:
    slot = "unary" if isinstance(node.value, Negative) else "atom"
    return f"starts {expression_text(node.value, slot)}"


def number_value(node: d.NumberValue) -> str:
    return f"{node.number} {range_text(node.low, node.high)}"


def values_declaration(node: d.ValuesDeclaration) -> str:
    return f"values {node.name} = {value_items(node)}"


def extend_values_edit(node: ed.ExtendValuesEdit) -> str:
    return f"extend values {node.name} {'<' if node.ordered else '|'} {value_items(node)}"


def value_items(node: d.ValuesDeclaration | ed.ExtendValuesEdit) -> str:
    items = (" < " if node.ordered else " | ").join(text_of(item) for item in node.items)
    return f"{items}  {text_of(node.cites)}" if node.cites else items


add_forms(
    {
        d.Words: "{words|, }",
        d.Path: "{words|.}",
        d.SeatsAttribute: "seats {number}",
        d.LanguageAttribute: "language {words}",
        d.VersionAttribute: "version {text:text}",
        d.PerAttribute: "per {word}",
        d.FaceAttribute: "face {word}",
        d.SeenAttribute: "seen by {word}",
        d.CountedAttribute: "counted by {word}",
        d.HoldsAttribute: "holds {kind}<< up to {limit:sum}>>" + WHERE,
        d.TurnedAttribute: "turned {words||}",
        d.AttachedAttribute: "attached to {word}",
        d.KindAttribute: "{word}<< of {of}>>",
        d.SizeAttribute: "{number}",
        d.RangeAttribute: range_attribute,
        d.StartsAttribute: starts_attribute,
        d.SeenFromAttribute: "seen from {word}",
        d.UntilAttribute: "until {moment}",
        d.PlainType: "{word}",
        d.ListType: "list of {word}",
        d.MaybeType: "{word} or none",
        d.TruthType: "yes or no",
        d.FormatDeclaration: "format {title:text}<< extends {parent}>><< {attributes| }>>",
        d.ZoneDeclaration: "zone " + NAMED,
        d.GaugeDeclaration: "gauge " + NAMED,
        d.NoteDeclaration: "note {name}<< {titles}>>: {type}<< {attributes| }>>" + CITES,
        d.ValueItem: "{name}<< {titles:text| also }>>",
        d.ValuesDeclaration: values_declaration,
        d.PlainField: "{name} {type}<< per {per}>><< {attributes| }>>" + CITES,
        d.PartField: "part {name} per {per}" + CITES,
        d.CardDeclaration: "card {name}<< {titles}>>" + CITES,
        d.MeansBody: "means {value:set}" + CITES,
        d.StartsLine: "starts as {value:set}" + CITES,
        d.CaseLine: "if {condition:expression}: starts as {value:set}" + CITES,
        d.OperationItem: "{word}<<{last?} last only>>",
        d.Layer: "{operations| and }",
        d.OrderLine: "order {layers|, }" + CITES,
        d.RoundsLine: "rounds {word}" + CITES,
        d.FloorLine: "never below {number}" + CITES,
        d.PropertyDeclaration: "property {name} of {of}",
        d.SwitchValue: "{word}",
        d.NumberValue: number_value,
        d.OptionDeclaration: "option {name}<< {title:text}>> {value}" + CITES,
        d.ParameterDeclaration: "parameter {name} = {value}" + CITES,
        d.CountLine: "{count} {number:atom} {kind}<< per {per}>><< where {where:expression}>>"
        "<< if {condition:expression}>>" + CITES,
        d.OnlyLine: "only {of:set}<< if {condition:expression}>>" + CITES,
        d.StartsInLine: "starts in {zone}" + CITES,
        d.BringsLine: "brings its {field} to {zone}" + CITES,
        d.DeckDeclaration: "deck<< {name}>>" + CITES,
        d.SetupDeclaration: "setup" + CITES,
        d.TurnDeclaration: "turn<< {title:text}>>" + CITES,
        d.RankingLine: "by {value:sum}<< missing counts {missing}>> {wins} wins" + CITES,
        d.RankingDeclaration: "ranking {name}" + CITES,
        d.SettleLine: "settle after {word}" + CITES,
        d.FirstOrdering: "{player:inset} first",
        d.ChooserOrdering: "{word} chooses",
        d.OldestOrdering: "oldest",
        d.NewestOrdering: "newest",
        d.AskedOrdering: "asked {player:inset}",
        d.TriggerOrderLine: "order {orderings|, }" + CITES,
        d.TriggersDeclaration: "triggers" + CITES,
        d.PrecedenceDeclaration: "precedence {words| beats }" + CITES,
        d.AloneAttribute: "alone",
        d.BeginsAttribute: "begins with {player:inset}",
        d.OneEachAttribute: "one action each",
        d.ManyEachAttribute: "many actions each",
        d.AllPassedAttribute: "ends when all passed",
        d.EndsWhenAttribute: "ends when {condition:expression}",
        d.WindowDeclaration: "window {name}<< {title:text}>> {attributes| }"
        + OFFERS
        + CITES,
        d.ActionDeclaration: "action {name}<< {label:text}>><< offers {offers:set} as {element}>>"
        "<< needs {needs:expression}>>" + CITES,
        d.VerbParameter: "{preposition} {name}<<: {type}>>",
        d.VerbDeclaration: "to {name}<< {parameters| }>>" + CITES,
        d.CheckDeclaration: "check {name}<< each {each:set} as {element}>>"
        " when {condition:expression}" + CITES,
        d.Parameter: "{name}: {type}<< = {default:atom}>>",
        d.FixedSlot: "{name} is {value}",
        d.Say: "<<{language} >>{pattern:text}<< where {fixed| and }>>",
        d.Reminders: "reminder {says|, }",
        d.AuditedDeclaration: "audited {says|, }" + CITES,
        d.KeywordDeclaration: "keyword {name}<< ({parameters|, })>><< on {on}>>"
        " {says|, }<< {reminders}>>" + CITES,
        d.WhenMode: "when {event}" + WHERE,
        d.WhileMode: "while {condition:expression}",
        d.WindowMode: "in {window}" + WHERE + "<< told{told?}>>",
        d.ToldMode: "told",
        d.Limit: "limits {number} per {per}",
        d.LabelDeclaration: "label {name} {says|, }<< {mode}>><< {limit}>>" + CITES,
        d.TakesBody: "takes {amount:amount} {of:set}<< {manners| }>>" + CITES,
        d.UntilBody: "until {moment}" + CITES,
        d.PhraseDeclaration: "phrase {name} {category}<< ({parameters|, })>>"
        "<< tagged {tag}>> {says|, }<< {reminders}>>",
        ed.RenameEdit: "rename {old} to {new}<< {titles}>>" + CITES,
        ed.AliasEdit: "alias {titles} for {word}" + CITES,
        ed.RemoveEdit: "remove {path}" + CITES,
        ed.ReorderEdit: "reorder {path} {where} {target}" + CITES,
        ed.ReplaceEdit: "replace {path}",
        ed.InsertEdit: "insert {where} {path}",
        ed.ExtendCardEdit: "extend card {name}",
        ed.ExtendWindowEdit: "extend window {name}<< {attributes| }>>" + OFFERS + CITES,
        ed.ExtendValuesEdit: extend_values_edit,
        ed.ExtendPropertyEdit: "extend property {name} of {of}" + CITES,
        ed.ExtendDeckEdit: "extend deck<< {name}>>" + CITES,
        ed.ExtendSaysEdit: "extend {what} {name} {says|, }" + CITES,
        ed.SetParameterEdit: "set parameter {name} = {value}" + CITES,
        t.TitleLine: "{what} {path} {titles}",
        t.TextLine: "{text:text} as {said:text}",
        t.TitlesDeclaration: "titles {language}" + CITES,
    }
)


def empty_turns(node: d.EmptyTurnsAttribute) -> str:
    word = "turn" if node.number == 1 else "turns"
    opening = " except the opening" if node.except_opening else ""
    return f"ends after {node.number} empty {word}{opening}"


def headed(member: str) -> Callable[[Any, int], list[Row]]:
    """A header, then the rows of a tuple of nodes one level deeper."""

    def write(node: Any, level: int) -> list[Row]:
        return [(level, text_of(node)), *rows_of_all(getattr(node, member), level + 1)]

    return write


def bodied(node: Any, level: int) -> list[Row]:
    return with_body(text_of(node), level, node.body)


def property_rows(node: d.PropertyDeclaration, level: int) -> list[Row]:
    head = text_of(node)
    if isinstance(node.body, d.MeansBody):
        return [(level, f"{head} {text_of(node.body)}")]
    if node.body.cites:
        head = f"{head}  {text_of(node.body.cites)}"
    return [(level, head), *rows_of_all(node.body.lines, level + 1)]


def action_rows(node: d.ActionDeclaration, level: int) -> list[Row]:
    if node.pays is None:
        return bodied(node, level)
    pays = with_body("pays", level + 1, node.pays)
    return [(level, text_of(node)), *pays, *rows_of_all(node.body.statements, level + 1)]


def phrase_rows(node: d.PhraseDeclaration, level: int) -> list[Row]:
    head = text_of(node)
    if not isinstance(node.body, d.EffectBody):
        return [(level, f"{head} {text_of(node.body)}")]
    if node.body.cites:
        head = f"{head}  {text_of(node.body.cites)}"
    return with_body(head, level, node.body.body)


def pipeline_rows(node: d.PipelineBody, level: int) -> list[Row]:
    return rows_of_all(node.lines, level)


def effect_rows(node: d.EffectBody, level: int) -> list[Row]:
    return rows_of(node.body, level)


def redefine_rows(node: ed.RedefineEdit, level: int) -> list[Row]:
    (first, text), *rest = rows_of(node.declaration, level)
    return [(first, f"redefine {text}"), *rest]


def file_rows(node: d.RulesFile, level: int) -> list[Row]:
    return rows_of_all(node.declarations, level)


add_forms({d.EmptyTurnsAttribute: empty_turns})
_headed: dict[type[Node], str] = {
    d.PartField: "fields",
    d.CardDeclaration: "fields",
    d.DeckDeclaration: "lines",
    d.RankingDeclaration: "lines",
    d.TriggersDeclaration: "lines",
    ed.ReplaceEdit: "body",
    ed.InsertEdit: "body",
    ed.ExtendCardEdit: "fields",
    t.TitlesDeclaration: "lines",
    ed.ExtendPropertyEdit: "lines",
    ed.ExtendDeckEdit: "lines",
}
ROWS.update({kind: headed(member) for kind, member in _headed.items()})
for _kind in (
    d.SetupDeclaration, d.TurnDeclaration, d.VerbDeclaration, d.CheckDeclaration,
    d.KeywordDeclaration,
):  # fmt: skip
    ROWS[_kind] = bodied
ROWS[d.PropertyDeclaration] = property_rows
ROWS[d.PipelineBody] = pipeline_rows
ROWS[d.EffectBody] = effect_rows
ROWS[d.ActionDeclaration] = action_rows
ROWS[d.PhraseDeclaration] = phrase_rows
ROWS[ed.RedefineEdit] = redefine_rows
