"""What may be named at a place of a file of looks, by the line that it is in."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes import declarations as d
from ..index.index import Index
from ..index.mentions import DRAWN, PROPERTY
from ..index.things import FIELD, PART, VALUE

KINDS = {  # by the word that a line begins with
    "row": ("zone",),
    "between": DRAWN,
    "beside": ("gauge", "note", PROPERTY),
    "hide": DRAWN,
    "colour": (VALUE,),
    "symbol": (VALUE,),
}
FACE = "face"


def named_in_looks(index: Index, before: str) -> Iterator[tuple[str, str]]:
    """The kinds and names of what may stand behind the words of a line."""
    first, *rest = before.split() or [""]
    if first == FACE and ":" not in before:
        yield from (("card kind", name) for name in index.names.get("card kind", ()))
    elif first == FACE:
        yield from on_face(index, rest[0].rstrip(":") if rest else "")
    last = before.rsplit(",", 1)[-1].split()
    for kind in KINDS.get(first, ()) if "is" not in last else ():
        yield from ((kind, name) for name in index.names.get(kind, ()))


def on_face(index: Index, name: str) -> Iterator[tuple[str, str]]:
    """The fields and properties of a kind of card."""
    rules = index.loaded.ruleset
    kind = rules.find(d.CardDeclaration, name) if rules is not None else None
    for field in kind.fields if kind is not None else ():
        yield PART if isinstance(field, d.PartField) else FIELD, str(getattr(field, "name", ""))
    for property_ in index.names.get(PROPERTY, ()):
        every = (getattr(one.node, "of", "") for one in index.things[PROPERTY, property_])
        if any(str(of) in (name, "card") for of in every):
            yield PROPERTY, property_
