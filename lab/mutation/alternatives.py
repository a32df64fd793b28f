"""Which other word of a format could stand in a word's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.resolve.resolve import resolve_rules
from ...dsl.ruleset.ruleset import Ruleset, phases_of
from ...dsl.ruleset.shapes import per_of
from .kinds import truths_of_kinds
from .tallies import tallies_of

OPPOSITE = {
    "player": "opponent",
    "opponent": "player",
    "you": "opponent",
    "yes": "no",
    "no": "yes",
    "face_up": "face_down",
    "face_down": "face_up",
}


@dataclass(slots=True)
class Alternatives:
    """For each zone, player, window and moment of a format the next of its sort."""

    zones: dict[str, str] = field(default_factory=dict[str, str])
    players: list[str] = field(default_factory=list[str])
    windows: dict[str, str] = field(default_factory=dict[str, str])
    moments: dict[str, str] = field(default_factory=dict[str, str])  # the end of another
    orientations: dict[str, str] = field(default_factory=dict[str, str])
    lists: dict[str, str] = field(default_factory=dict[str, str])  # what `grant` changes
    tags: dict[str, str] = field(default_factory=dict[str, str])
    truths: dict[str, str] = field(default_factory=dict[str, str])  # of the same owner
    phases: dict[str, str] = field(default_factory=dict[str, str])
    # of hidden zones the other one; "" where nobody sees the cards, however they lie
    faces: dict[str, str] = field(default_factory=dict[str, str])
    hands: bool = False  # owner and keeper may be two
    several: bool = False  # whether more than two may play
    unordered: set[str] = field(default_factory=set[str])  # zones without top and bottom
    truths_of_kinds: dict[str, str] = field(default_factory=dict[str, str])  # with their kinds
    tallies: frozenset[str] = frozenset()  # numbers of which only counts whether they are 0

    @property
    def things(self) -> dict[str, str]:
        """For what may stand behind an owner."""
        return {**self.phases, **self.truths, **self.zones}

    def name(self, word: Word) -> e.Expression | None:
        """Another name for a bare word: the other player, another zone, the opposite."""
        text = str(word)
        if self.several and OPPOSITE.get(text) == "opponent":
            return e.NextPlayer(Word("next", word.span), span=word.span)
        other = OPPOSITE.get(text) or self.things.get(text)
        if other is not None:
            return e.Name(Word(other, word.span), span=word.span)
        if text in self.players:
            if len(self.players) > 1:
                return e.Name(Word(after(self.players, text), word.span), span=word.span)
            plain = e.Name(word, span=word.span)
            if self.several:
                return e.NextOf(plain, Word("next", word.span), span=word.span)
            return e.Of(plain, Word("opponent", word.span), span=word.span)
        return None


def after(items: Sequence[str], item: str) -> str:
    """The next one, going round."""
    return items[(items.index(item) + 1) % len(items)]


def alternatives_of(ruleset: Ruleset) -> Alternatives:
    """The same for a format, worked out."""
    found = Alternatives()
    groups: dict[str, list[str]] = {}
    for name, zone in ruleset.names("zone").items():
        groups.setdefault(per_of(zone), []).append(name)
    for group in groups.values():
        found.zones |= circle(group)
    found.lists = circle(lists_of(ruleset))
    tagged = (*ruleset.all(d.PhraseDeclaration), *ruleset.all(d.LabelDeclaration))
    tags = dict.fromkeys(str(one.tag) for one in tagged if one.tag is not None)
    found.tags = circle([*tags])
    found.windows = circle([*ruleset.names("window")])
    for group in truths_of(ruleset).values():
        found.truths |= circle(group)
    beside: dict[str, list[str]] = {}
    for name, (path, _) in phases_of(ruleset).items():
        if name == path.rpartition(".")[2]:
            beside.setdefault(path.rpartition(".")[0], []).append(name)
    for group in beside.values():
        found.phases |= circle(group)
    found.players = players_of(ruleset)
    found.tallies, found.truths_of_kinds = tallies_of(ruleset), truths_of_kinds(ruleset)
    found.several = ruleset.seats[-1] > 2
    found.hands = bool(ruleset.inside(s.GiveStatement, attrs.SpeakAttribute))
    paths = [path for name, (path, _) in phases_of(ruleset).items() if name == path]
    ends = ["turn", *(path for path in paths if "." not in path)]
    found.moments = {end: ends[end == ends[0]] for end in ends if len(ends) > 1}
    for zone in ruleset.all(d.ZoneDeclaration):
        seen, up = seen_by(zone), is_face_up(zone)
        if seen != "all" and (seen or not up):
            other = "down" if up else "up"
            found.faces[str(zone.name)] = "" if seen == "nobody" else other
        for attribute in zone.attributes:
            if isinstance(attribute, attrs.KindAttribute) and attribute.word == "group":
                found.unordered.add(str(zone.name))
            if isinstance(attribute, attrs.TurnedAttribute):
                found.orientations |= circle([str(word) for word in attribute.words])
    return found


def circle(names: Sequence[str]) -> dict[str, str]:
    """Each name with the next one, where there are several."""
    return {name: after(names, name) for name in names} if len(names) > 1 else {}


def seen_by(zone: d.ZoneDeclaration) -> str:
    """Who sees the cards of a zone; "" where it says nothing of it."""
    return next((str(a.word) for a in zone.attributes if isinstance(a, attrs.SeenAttribute)), "")


def is_face_up(zone: d.ZoneDeclaration) -> bool:
    """Whether cards lie face up there unless something else is said."""
    faces = (str(a.word) for a in zone.attributes if isinstance(a, attrs.FaceAttribute))
    return next(faces, "up" if seen_by(zone) == "all" else "down") == "up"


def truths_of(ruleset: Ruleset) -> dict[str, list[str]]:
    """The notes and properties that are yes or no, by whose they are."""
    found: dict[str, list[str]] = {}
    for note in ruleset.all(d.NoteDeclaration):
        if isinstance(note.type, attrs.TruthType):
            found.setdefault(per_of(note), []).append(str(note.name))
    for known in resolve_rules(ruleset).resolver.properties.values():
        if known.type.kind == "truth" and not known.type.many:
            found.setdefault(str(known.id.of), []).append(str(known.id.name))
    return found


def lists_of(ruleset: Ruleset) -> list[str]:
    """The properties that some `grant` or `void` changes."""
    targets = [
        part.to if isinstance(part, s.GrantStatement) else part.what
        for part in ruleset.inside(s.GrantStatement, s.VoidStatement)
    ]
    words = {str(target.word) for target in targets if isinstance(target, e.Of)}
    return [name for name in ruleset.properties() if name in words]


def players_of(ruleset: Ruleset) -> list[str]:
    """The shared notes and properties of the game that are one player."""
    found: list[str] = []
    for note in ruleset.all(d.NoteDeclaration):
        word = getattr(note.type, "word", "")
        if word == "player" and per_of(note) == "game":
            found.append(str(note.name))
    for item in ruleset.all(d.PropertyDeclaration):
        means = item.body.value if isinstance(item.body, d.MeansBody) else None
        if item.of == "game" and means is not None and is_player(means, found):
            found.append(str(item.name))
    return found


def is_player(node: e.Expression, known: Sequence[str]) -> bool:
    if isinstance(node, e.Of):
        return str(node.word) in ("opponent", "owner", "keeper", *known)
    return isinstance(node, e.Name) and str(node.word) in ("player", "opponent", *known)
