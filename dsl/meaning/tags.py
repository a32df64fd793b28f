"""Tags: words of the format's own by which rules tell sentences and phrases apart."""

from __future__ import annotations

from ..ir import ir
from ..ir.types import TRUTH, UNKNOWN, Type
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes.base import Word, walk, word_at
from .context import FALSE, Meaning, Value
from .expressions import words


def tags_declared(m: Meaning) -> list[str]:
    """Every tag of a phrase, in order of the text."""
    tags = [str(p.tag) for p in m.ruleset.all(d.PhraseDeclaration) if p.tag is not None]
    return list(dict.fromkeys(tags))


def tags_of(m: Meaning, use: e.Use) -> set[str]:
    """The tags of a phrase and of the phrases inside it."""
    found: set[str] = set()
    for part in walk(use):
        if isinstance(part, e.Use):
            phrase = m.ruleset.names("phrase").get(str(part.phrase))
            if isinstance(phrase, d.PhraseDeclaration) and phrase.tag is not None:
                found.add(str(phrase.tag))
    return found


def of_sentence(m: Meaning, owner: Value, word: Word) -> Value:
    """`its tags`; `its aside`: whether a sentence is printed in brackets."""
    if word == "tags":
        return Value(owner.code, Type("tags", owner.type.kind))
    if word == "aside" and owner.type.kind == "sentence":
        aside = ir.Compare("==", ir.Entry("aside_of", owner.code), ir.Int(1))
        return Value(aside, TRUTH)
    known = ["tags", "aside"] if owner.type.kind == "sentence" else ["tags"]
    m.unknown("unknown-field", f"word about a {owner.type.one}", word, known)
    return Value(ir.Int(ir.NONE), UNKNOWN)


def has_tag(m: Meaning, left: Value, right: e.Expression) -> ir.Expression:
    """`its tags has void`"""
    known = tags_declared(m)
    if not isinstance(right, e.Name) or str(right.word) not in known:
        word = (
            right.word if isinstance(right, e.Name) else word_at(words(right), right.span)
        )
        m.unknown("unknown-tag", "tag of a phrase", word, known)
        return FALSE
    m.used.add(f"tag {right.word}")
    return ir.Compare(
        "==", ir.Entry(tag_list(left.type.of, str(right.word)), left.code), ir.Int(1)
    )


def tag_list(kind: str, tag: str) -> str:
    """The list of the program that says which sentences (or records) have a tag."""
    return f"{kind}_tagged_{tag}"


def tag_lists(m: Meaning) -> dict[str, tuple[object, ...]]:
    """Those lists, and which sentences are asides."""
    from .abilities import abilities_of

    abilities = list(abilities_of(m).values())
    found: dict[str, tuple[object, ...]] = {
        "aside_of": tuple(int(a.sentence.aside) for a in abilities)
    }
    for tag in tags_declared(m):
        said = [int(tag in tags_of(m, a.sentence.effect)) for a in abilities]
        found[tag_list("sentence", tag)] = tuple(said)
        printed = [int(tag in tags_of(m, use)) for use in m.record_list]
        found[tag_list("record", tag)] = tuple(printed)
    return found
