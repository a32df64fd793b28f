"""What is shown to those who see it, and what is known of cards that should be unknown."""

from __future__ import annotations

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..problems.problem import Advice, Label, Problems
from ..typed import statements as st
from ..typed import values as v
from ..typed.format import Format
from ..typed.statements import Block
from ..typed.values import At, Value
from .deciding.terms import Terms
from .survey import everything, in_order, inside, of_kinds, parts_in

ORDERED = ("pile", "queue")


def tellings(format: Format, _: Terms, found: Problems) -> None:
    """Cards that are shown to those who see them, piles that are not shuffled, and zones that say
    two things of who sees their cards.
    """
    for zone in format.ruleset.all(d.ZoneDeclaration):
        seen_both_ways(zone, found)
    drawn = drawn_from(format)
    unshuffled_decks(format, drawn, found)
    for part in parts_in(format):
        for reveal, at in of_kinds(part.body, st.Reveal):
            nothing_new(format, reveal, at, found)
        for shuffle, at in of_kinds(part.body, st.Shuffle):
            shuffled_in_sight(format, shuffle, at, found)
        if part.kind != "sentence":
            unshuffled(format, part.body, drawn, found)


def seen_both_ways(zone: d.ZoneDeclaration, found: Problems) -> None:
    faces = [one for one in zone.attributes if isinstance(one, attrs.FaceAttribute)]
    seen = [one for one in zone.attributes if isinstance(one, attrs.SeenAttribute)]
    for face in faces:
        for one in seen:
            if face.word == "down" and one.word == "all":
                text = "Cards that lie face down here are seen by all, so nothing hides them."
                label = Label(face.span, "face down")
                fix = "seen by knowers"
                found.report("seen-anyway", text, one.span, fix, label, severity="warning")
            if face.word == "up" and one.word in ("nobody", "owner", "others"):
                text = f"Cards that lie face up here are seen by {one.word} only."
                label = Label(one.span, "who sees them")
                found.report("seen-anyway", text, face.span, "face down", label, severity="warning")


def nothing_new(format: Format, reveal: st.Reveal, at: At, found: Problems) -> None:
    """All see the cards already, or the one seat does that they are shown to."""
    cards = reveal.cards
    spec = format.zones.get(cards.zone)
    if spec is None:
        return
    own = spec.seen == "owner" and spec.per_player and reveal.seat is not None
    mine = own and cards.owner is not None and same(cards.owner, reveal.seat)
    if spec.seen == "all" or mine:
        who = "Everybody sees" if spec.seen == "all" else "This player sees"
        text = f'{who} the cards of "{cards.zone}" already: nothing is shown here.'
        label = Label(format.zone_places[cards.zone].span, "who sees them")
        fix = "Leave it out, or let fewer see the zone."
        found.report("shows-nothing", text, at.span, Advice(fix), label, severity="warning")


def same(one: Value, other: Value | None) -> bool:
    return other is not None and one.form == other.form


def unshuffled(format: Format, body: Block, drawn: set[str], found: Problems) -> None:
    """A whole zone that somebody sees goes into a pile that nobody sees, and nothing shuffles it
    afterwards.
    """
    shuffled: set[str] = set()
    for line, at in reversed([*in_order(body)]):
        if isinstance(line, st.Shuffle):
            shuffled.add(str(line.place[0]))
        if not isinstance(line, st.Move) or line.place is None or line.where == "under":
            continue
        zone = str(line.place[0])
        before = format.zones.get(str(line.cards.zone))
        if before is not None and before.seen == "nobody":
            continue  # as it lay there nobody knew it
        if zone in drawn and zone not in shuffled and is_whole(line.cards):
            text = f'The cards of "{line.cards.zone}" are known, and "{zone}" is not shuffled.'
            fix = Advice(f"Write behind it: `shuffle {zone}`.")
            found.report("not-shuffled", text, at.span, fix, severity="warning")


def drawn_from(format: Format) -> set[str]:
    """The piles that nobody sees of which the topmost or lowest cards are taken."""
    parts = [*everything(format)]
    ends = [part.of for part in (*inside(v.Some, *parts), *inside(v.End, *parts))]
    hidden = {name for name, spec in format.zones.items() if spec.seen == "nobody"}
    return {of.zone for of in ends if of.zone in hidden and format.zones[of.zone].kind in ORDERED}


def unshuffled_decks(format: Format, drawn: set[str], found: Problems) -> None:
    """Decks that lie as they are written down when the game begins."""
    verbs = {verb.event.name: verb.body or () for verb in format.course.verbs}
    setup = () if format.course.setup is None else format.course.setup[0]
    shuffled = shuffled_by(setup, verbs)
    for part in format.course.deck.parts:
        if part.zone in drawn - shuffled:
            text = f'Nothing shuffles "{part.zone}", so its cards lie as the deck names them.'
            span = format.zone_places[part.zone].span
            fix = Advice(f"Write in the setup: `shuffle {part.zone}`.")
            found.report("not-shuffled", text, span, fix, severity="warning")


def shuffled_by(body: Block, verbs: dict[str, Block]) -> set[str]:
    """The zones that a block shuffles, itself or by the verbs that it does, in every case."""
    found: set[str] = set()
    for line, _ in in_order(body, every_case=True):
        if isinstance(line, st.Shuffle):
            found.add(str(line.place[0]))
        elif isinstance(line, st.Do) and line.verb in verbs:
            others = {name: verb for name, verb in verbs.items() if name != line.verb}
            found |= shuffled_by(verbs[line.verb], others)
    return found


def shuffled_in_sight(format: Format, move: st.Shuffle, at: At, found: Problems) -> None:
    """Everybody sees where each card comes to lie."""
    zone = str(move.place[0])
    if format.zones[zone].seen == "all":
        text = f'Everybody sees the cards of "{zone}", so shuffling it hides nothing.'
        label = Label(format.zone_places[zone].span, "who sees them")
        fix = Advice("Leave it out, or let fewer see the zone.")
        found.report("seen-anyway", text, at.span, fix, label, severity="warning")


def is_whole(cards: Value) -> bool:
    """Whether all cards of a zone are meant."""
    return cards.place is not None and isinstance(cards.form, v.Zone)
