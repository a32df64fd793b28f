"""What formats take of libraries: the words of some languages and parts, about things that the
format has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeVar

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node, Word, rebuild, walk
from ..nodes.dataclass import dataclass
from ..nodes.edits import ExtendSaysEdit
from ..nodes.libraries import (
    ForEveryDeclaration,
    LibraryDeclaration,
    RoleDeclaration,
    UseDeclaration,
)
from ..nodes.titles import TextLine, TitlesDeclaration
from ..problems.articles import an
from ..problems.problem import Advice, Label, Problem, Problems, Remedy
from ..vocabulary.lexicon import LIST_OF, OR_NONE, PLAYER, PRIMITIVES, TERM, TERMS
from ..vocabulary.reading import SENTENCES
from .extension import replace_words
from .ruleset import Absent, Ruleset, categories_of, name_of
from .seats import seats_of
from .templates import SLOT, SORTS, Thing, Things, in_language, instances, said_of

SPOKEN = (d.PhraseDeclaration, d.LabelDeclaration, d.KeywordDeclaration)
SLOT_TYPES = ("number", "signed", "name", "word", "player", "card", "keyword", "sentence")
OFFERED = (
    *SPOKEN, d.AuditedDeclaration, d.CategoryDeclaration, d.PaidDeclaration, ForEveryDeclaration,
)  # fmt: skip
GIVEN = frozenset({*PRIMITIVES, PLAYER, "phase", "zone", "keyword", "yes or no"})
KINDS: dict[str, tuple[type[Node], ...]] = {  # what a role may be
    "zone": (d.ZoneDeclaration, d.PropertyDeclaration),
    "note": (d.NoteDeclaration, d.PropertyDeclaration),
    "step": (s.PhaseStatement, s.StepStatement),
}
N = TypeVar("N", bound=Node)
Missing = dict[str, tuple[str, Remedy]]  # what words are about that is not there: why, what mends


@dataclass(frozen=True, slots=True)
class Library:
    """The declarations of a library, by the names of its files without their ending."""

    name: str
    parts: Mapping[str, Sequence[Node]]

    def all(self, kind: type[N]) -> list[N]:
        return [node for part in self.parts.values() for node in part if isinstance(node, kind)]

    @property
    def languages(self) -> tuple[str, ...]:
        heads = self.all(LibraryDeclaration)
        return tuple(map(str, heads[0].languages)) if heads else ("en",)

    @property
    def files(self) -> frozenset[str]:
        return frozenset(node.span.file for part in self.parts.values() for node in part)

    def groups(self) -> dict[str, list[d.Declaration]]:
        """What each of its parts declares, without those that only say it in another language."""
        found: dict[str, list[d.Declaration]] = {}
        for name, part in self.parts.items():
            declared: list[d.Declaration] = [n for n in part if isinstance(n, OFFERED)]
            if declared:
                found[name] = declared
        return found


@dataclass(slots=True)
class Taken:
    """What a format takes of libraries beside its own declarations, and the words that it does
    without for want of what they are about.
    """

    own: list[Node]
    nodes: list[Node] = field(default_factory=list[Node])
    problems: Problems = field(default_factory=Problems)
    homes: dict[str, str] = field(default_factory=dict[str, str])
    spoken: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    left_out: list[Absent] = field(default_factory=list[Absent])


def take(taken: Taken, use: UseDeclaration, library: Library, things: Things) -> None:
    """Adds what one `use` takes."""
    for word in use.languages:
        if word not in library.languages:
            taken.problems.unknown("unknown-language", "language", word, library.languages)
    groups = library.groups()
    for word in use.parts:
        if word not in groups:
            taken.problems.unknown("unknown-library-part", f"part of {library.name}", word, groups)
    chosen = use.parts or tuple(map(Word, groups))
    declared = [node for name in chosen for node in groups.get(str(name), ())]
    roles = bound_roles(taken, use, library, things)
    names = {role: Word(thing.name) for role, thing in roles.items()}
    missing = {**missing_roles(library, roles), **no_opponent(library.name, things)}
    seen: set[tuple[str, str, str]] = set()
    for node in spoken_in(declared, library, {*map(str, use.languages)}):
        about = without_missing(taken, node, missing)
        if about is None:
            continue
        new = replace_words(about, names)
        phrases = instances(new, things) if isinstance(new, ForEveryDeclaration) else (new,)
        for one in phrases:
            if isinstance(one, d.PhraseDeclaration):
                one = unsaid(said_of(one, roles, things), seen)
            if one is not None:
                taken.nodes.append(one)
    taken.homes |= dict.fromkeys(library.files, library.languages[0])
    taken.spoken |= {(file, str(word)) for file in library.files for word in use.languages}
    titles = (node for node in library.all(TitlesDeclaration))
    taken.nodes += [node for node in titles if node.language in use.languages]


def bound_roles(
    taken: Taken, use: UseDeclaration, library: Library, things: Things
) -> dict[str, Thing]:
    """What plays each role: what the format says, or what is called like it."""
    known = {str(role.name): role for role in library.all(RoleDeclaration)}
    said = {str(binding.role): binding.name for binding in use.roles}
    for binding in use.roles:
        if binding.role not in known:
            taken.problems.unknown("unknown-library-role", "role", binding.role, known)
    found: dict[str, Thing] = {}
    for name, role in known.items():
        word = said.get(name, role.name)
        fitting = things.named_as(str(word), KINDS[str(role.what)])
        if fitting is not None:
            found[name] = Thing(str(role.what), str(word), fitting)
        elif name in said:
            names = [str(name_of(node)) for node in things.of_kinds(KINDS[str(role.what)])]
            taken.problems.unknown("unknown-name", str(role.what), word, names)
    return found


def spoken_in(
    declared: Iterable[d.Declaration], library: Library, languages: Collection[str]
) -> Iterator[d.Declaration]:
    """Declarations with their patterns of some languages; without those that have none."""
    more: dict[str, list[d.Say]] = {}
    for edit in library.all(ExtendSaysEdit):
        more.setdefault(str(edit.name), []).extend(edit.says)
    first = Word(library.languages[0])

    def said(node: Node) -> Node:
        if not isinstance(node, (*SPOKEN, d.AuditedDeclaration)):
            return node
        says = (*node.says, *more.get(str(name_of(node)), ()))
        tagged = (in_language(say, first) for say in says)
        return replace(node, says=tuple(say for say in tagged if say.language in languages))

    for node in declared:
        new = rebuild(node, said)
        if isinstance(new, ForEveryDeclaration):
            phrases = tuple(phrase for phrase in new.phrases if phrase.says)
            new = replace(new, phrases=phrases) if phrases else None
        elif isinstance(new, (*SPOKEN, d.AuditedDeclaration)) and not new.says:
            new = None
        if new is not None:
            yield new


def missing_roles(library: Library, roles: Collection[str]) -> Missing:
    """The roles that nothing plays."""
    return {
        str(role.name): (
            f"The words of {library.name} for this need "
            f'{an(role.what)} "{role.name}": {role.title}.',
            Advice(
                f"Say behind `use {library.name}` which it is: `with {role.name}` and its name."
            ),
        )
        for role in library.all(RoleDeclaration)
        if str(role.name) not in roles
    }


def no_opponent(library: str, things: Things) -> Missing:
    """Where more than two may play, nobody is the opponent."""
    heads = [node for node in things.nodes if isinstance(node, d.FormatDeclaration)]
    most = max((seats_of(head)[-1] for head in heads if seats_of(head)), default=2)
    if most <= 2:
        return {}
    text = f"Up to {most} play, so the words of {library} for one opponent are not here."
    return {"opponent": (text, Advice('Write "each other player".'))}


def without_missing(taken: Taken, node: d.Declaration, missing: Missing) -> d.Declaration | None:
    """A declaration without the phrases that need what is missing."""
    if isinstance(node, ForEveryDeclaration):
        phrases = [without_missing(taken, phrase, missing) for phrase in node.phrases]
        kept = tuple(p for p in phrases if isinstance(p, d.PhraseDeclaration))
        return replace(node, phrases=kept) if kept else None
    name = next((name for name in missing if mentions(node, name)), None)
    if name is None:
        return node
    if isinstance(node, d.PhraseDeclaration):
        taken.left_out.append(Absent(node.says, *missing[name]))
    return None


def mentions(node: Node, role: str) -> bool:
    """Whether a declaration is about what plays a role, or about somebody called so."""
    if replace_words(node, {role: Word("")}) != node:
        return True
    patterns = (part.pattern for part in walk(node) if isinstance(part, d.Say))
    return any(slot[1] == role for pattern in patterns for slot in SLOT.finditer(pattern))


def unsaid(
    phrase: d.PhraseDeclaration, seen: set[tuple[str, str, str]]
) -> d.PhraseDeclaration | None:
    """A phrase without the patterns that another one of its category had before."""
    kept: list[d.Say] = []
    for say in phrase.says:
        key = str(say.category or phrase.category), str(say.language), say.pattern.lower()
        if key not in seen:
            kept.append(say)
        seen.add(key)
    return replace(phrase, says=tuple(kept)) if kept else None


# ---- what a format declares itself


def give_way(taken: Taken) -> None:
    """Takes out what the format declares by the same name, which is a mistake, and what it says of
    categories itself.
    """
    pairs = {pair for node in taken.own for pair in inclusions_in(node)}
    taken.nodes = [new for node in taken.nodes for new in without_inclusions(node, pairs)]
    known = {(type(node), str(name_of(node))): node for node in taken.nodes}
    for node in taken.own:
        old = known.get((type(node), str(name_of(node))))
        if isinstance(node, SPOKEN) and old is not None:
            taken.nodes = [one for one in taken.nodes if one is not old]
            what = type(node).__name__.removesuffix("Declaration").lower()
            text = f'The library has {an(what)} "{node.name}" already.'
            mend = f"redefine {what} {node.name}"
            label = Label(old.span, "in the library")
            head = replace(
                node.span, end_line=node.name.span.end_line, end_column=node.name.span.end_column
            )
            taken.problems.report("in-library", text, head, mend, label)


def misplaced(own: Iterable[Node]) -> Iterator[Problem]:
    """What only a library says, and things of a sort that there is not."""
    for node in own:
        if isinstance(node, (LibraryDeclaration, RoleDeclaration)):
            text = "A format is no library: only a library has a head and roles of its own."
            yield Problem("only-in-library", text, node.span)
        elif isinstance(node, ForEveryDeclaration) and node.what not in SORTS:
            known = ", ".join(SORTS)
            text = f'I know no sort of things "{node.what}". Known here: {known}.'
            yield Problem("unknown-sort", text, node.what.span)
        elif isinstance(node, ForEveryDeclaration) and (word := hidden_type(node)) is not None:
            text = f'"{word}" is what a slot takes; here it would stand for each {node.what}.'
            yield Problem("reserved-name", text, word.span, "thing")


def hidden_type(node: ForEveryDeclaration) -> Word | None:
    """The name of the thing, where the slots of its phrases mean a type by it."""
    slots = (slot.type for phrase in node.phrases for slot in phrase.parameters)
    types = {str(getattr(one, "word", "")) for one in slots}
    return node.name if node.name in SLOT_TYPES and node.name in types else None


def inclusions_in(node: Node) -> Iterator[tuple[str, str]]:
    """The categories that a declaration makes part of others."""
    if isinstance(node, d.CategoryDeclaration):
        yield from ((str(node.name), str(inner)) for inner in node.included)


def without_inclusions(node: Node, pairs: Collection[tuple[str, str]]) -> Iterator[Node]:
    """A declaration; one of categories without some pairs."""
    if not isinstance(node, d.CategoryDeclaration):
        yield node
        return
    outer = str(node.name)
    kept = tuple(word for word in node.included if (outer, str(word)) not in pairs)
    if kept:
        yield node if len(kept) == len(node.included) else replace(node, included=kept)


def with_library_mends(ruleset: Ruleset, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems of patterns; where the other pattern is a library's, the way out is without it."""
    files = ruleset.origin.libraries if ruleset.origin is not None else ()
    for problem in problems:
        there = [label.span for label in problem.labels if label.span.file in files]
        if problem.code == "equal-patterns" and there and problem.file not in files:
            lines = {span.line for span in there}
            named = (n for n in ruleset.all(d.PhraseDeclaration) if n.span.file == there[0].file)
            name = next((n.name for n in named if n.span.line in lines), None)
            way = Advice(f"Write `remove {name}` in your rules, or other words here.")
            problem = replace(problem, remedy=way) if name else problem
        yield problem


# ---- words that nothing on a card asks for


def asked_for(nodes: Sequence[Node], files: Collection[str]) -> list[Node]:
    """Declarations without the words of libraries that no card could say here: nothing fills one
    of their slots, or nothing asks for what they are.
    """
    kept = list(nodes)
    while True:
        known, asked = {*GIVEN, TERMS}, {*SENTENCES, *types_in(kept)}
        asked |= {TERM} if TERMS in asked else set()
        pairs = [pair for node in kept for pair in inclusions_in(node)]
        while any(outer in asked and inner not in asked for outer, inner in pairs):
            asked |= {inner for outer, inner in pairs if outer in asked}
        for node in kept:
            if isinstance(node, d.PhraseDeclaration):
                known |= {*categories_of(node)}
            elif isinstance(node, (d.ValuesDeclaration, d.CategoryDeclaration)):
                known.add(str(node.name))
        new = [sayable(n, known, asked) if n.span.file in files else n for n in kept]
        found = [node for node in new if node is not None]
        if len(found) == len(kept) and all(a is b for a, b in zip(found, kept, strict=True)):
            return found
        kept = found


def types_in(nodes: Iterable[Node]) -> Iterator[str]:
    """What slots of phrases and fields of cards ask for."""
    asking = (d.PhraseDeclaration, d.KeywordDeclaration, d.CardDeclaration)
    for node in nodes:
        if isinstance(node, asking):
            parts = node.fields if isinstance(node, d.CardDeclaration) else node.parameters
            for part in walk(*parts):
                if isinstance(part, attrs.Type):
                    yield str(getattr(part, "word", ""))


def sayable(node: Node, known: set[str], asked: set[str]) -> Node | None:
    """A phrase with the patterns that something asks for; None if it has none, or a slot that
    nothing fills.
    """
    if isinstance(node, d.CategoryDeclaration):
        lost = {pair for pair in inclusions_in(node) if pair[1] not in known}
        return next(without_inclusions(node, lost), None) if node.name in asked else None
    if isinstance(node, d.PaidDeclaration):
        return node if node.name in asked else None
    if not isinstance(node, d.PhraseDeclaration):
        return node
    for name in types_in((node,)):
        if name.removeprefix(LIST_OF).removesuffix(OR_NONE) not in known:
            return None
    says = tuple(say for say in node.says if str(say.category or node.category) in asked)
    if len(says) == len(node.says):
        return node
    return replace(node, says=says) if says else None


def asked_texts(nodes: Sequence[Node], files: Collection[str]) -> list[Node]:
    """Declarations with those titles of libraries alone that the rules need, and that no title of
    the format gives.
    """
    words = {str(word) for node in nodes if node.span.file in files for word in texts_in(node)}
    given = {
        (str(node.language), str(line.text))
        for node in nodes
        if isinstance(node, TitlesDeclaration) and node.span.file not in files
        for line in node.lines
        if isinstance(line, TextLine)
    }
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, TitlesDeclaration) and node.span.file in files:
            lines = tuple(
                line
                for line in node.lines
                if isinstance(line, TextLine)
                and line.text in words
                and (str(node.language), str(line.text)) not in given
            )
            if lines:
                found.append(replace(node, lines=lines))
        else:
            found.append(node)
    return found


def texts_in(node: Node) -> Iterator[str]:
    """What a declaration asks players."""
    asked = (
        *(s.AskingOption, s.OfferStatement, s.OptionItem),
        *(s.ChooseOneStatement, s.ChooseSeveralStatement),
    )
    for part in walk(node):
        if isinstance(part, asked):
            for name in ("prompt", "label", "asking"):
                text = getattr(part, name, None)
                if isinstance(text, str):
                    yield text
