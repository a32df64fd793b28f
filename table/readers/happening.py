"""Events of the record as one reader is told them, as plain data of the contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...dsl.ir.ir import NO_NUMBER
from ...dsl.ir.names import ABILITY_USED, ELIMINATED
from ...interpreter.knowledge.record import Event, GameRecorder
from ...interpreter.messages.events import CHANGES_NOTHING, EventMessages
from ...interpreter.messages.message import Message, marked
from ...interpreter.messages.values import meant_by
from ...interpreter.messages.wording import titled
from .figures import until_said
from .following import Following
from .playing import Playing
from .reader import Reader
from .seeing import Plain, is_told
from .speaking import Speaking


class Happening:
    """Makes an event of each entry of the record that the reader is told of; a method for each
    kind, which gives None where there is nothing to tell.
    """

    def __init__(
        self, playing: Playing, reader: Reader, following: Following, speaking: Speaking
    ) -> None:
        self.playing, self.reader = playing, reader
        self.following, self.speaking = following, speaking
        self.setup = playing.setup
        self.program = playing.setup.match.program
        self.wording = speaking.wording
        self.messages = EventMessages(
            playing.setup, self.wording.language, short=True, reader=reader.side
        )
        self.known: Sequence[int] = ()
        figures = playing.printed.figures.items()
        self.figures = {name: figure.word for name, figure in figures}
        self.was: str | None = None
        self.was_known = False
        self.verbs: list[str] = []  # that are being carried out, the innermost last
        titles = {**playing.setup.words.titles, **self.wording.tongue.titles}
        self.titled_steps = {key[6:] for key in titles if key.startswith("phase ")}

    def told(self, number: int, recorder: GameRecorder, message: Message | None) -> Plain | None:
        """What the reader is told of an event, which has `message` if any; ids follow it."""
        event = recorder.events[number]
        self.known = recorder.knowledge[number]
        if event.kind == "move":
            card = int(event.values[0])
            self.was_known = self.following.knows(card, self.following.before)
            self.was = self.following.move(event, number, recorder)
        elif event.kind == "shuffle":
            self.following.shuffle(event, number, recorder)
        elif event.kind == "reveal":
            self.following.show(event, number, recorder)
        else:
            self.following.before = self.known
        method: Callable[[Event], Plain | None] | None
        method = getattr(self, f"of_{event.kind}", None)
        found = method(event) if method is not None else None
        if found is None:
            return None
        if "text" not in found and message is not None:
            found["text"] = self.text(message)
        clauses = self.program.places[event.place].clauses if event.place > 0 else ()
        if clauses:
            found["clauses"] = [*clauses]
        carried = self.playing.log.of_events()[number]
        source = self.speaking.source(*carried[-1], self.known) if carried else None
        if source is not None:
            found["source"] = source
        if event.kind == "move":
            self.tell_more(found, event, carried[-1][0] if source is not None else -1)
        return found

    def text(self, message: Message) -> list[Any]:
        """The line of the log, as far as the reader may know it."""
        text = message.text if self.reader.sees(message.seen) else message.hidden
        return self.speaking.pieces(text or "", self.known)

    def card(self, card: object) -> Plain:
        """A card of an event."""
        return self.speaking.card(int(str(card)), self.known)

    def seat(self, seat: object) -> str | None:
        """The name of a seat; None for nobody."""
        number = int(str(seat))
        return self.setup.seats[number] if number >= 0 else None

    def value(self, kind: str, value: object) -> Any:
        """A value of the contract."""
        number = int(str(value))
        if kind == "number":
            return None if number == NO_NUMBER else number
        if kind == "truth":
            return bool(number)
        if number < 0:
            return None
        if kind == "card":
            return {"card": self.following.id_of(number, self.known)}
        if kind == "player":
            return {"seat": self.seat(number)}
        return self.speaking.plain(self.wording.value(kind, number, marked), self.known)

    # ---- choices

    def of_ask(self, event: Event) -> Plain | None:
        """A choice, whether there was another option or not."""
        seat, number, picked = map(int, event.values[:3])
        if seat < 0:
            return None
        site = self.program.sites[number]
        meant = meant_by(site, picked)
        path = self.messages.steps[-1] if self.messages.steps else ""
        prompt = titled(self.wording.label(site.prompt)) or self.wording.stage(path)
        found: Plain = {"kind": "choice", "seat": self.seat(seat), "prompt": prompt}
        found["option"] = None
        said = "?"
        if self.reader.sees(event.seen):
            card = self.wording.card_of(meant, self.messages.waiting)
            mention = self.unseen if card >= 0 and self.following.is_held(card) else marked
            said = self.wording.option(meant, self.messages.waiting, mention)
            if mention is not marked and meant.label and meant.thing >= 0:
                said = self.wording.label(meant.label)  # of what, the events behind it tell
            if meant.kind == "record" and not self.reader.is_seat(seat):
                said = "?"
            found["option"] = self.speaking.plain(said, self.known)
            if meant.label:
                found["do"] = self.wording.label(meant.label)
            if card >= 0:
                found["cards"] = [self.card(card) if mention is marked else {}]
            if meant.passes:
                found["passes"] = True
        parts = {"who": self.seat(seat), "prompt": prompt, "option": said}
        key = "ask" if said != prompt and not (meant.label and meant.thing >= 0) else "did"
        line = self.messages.line("ask hidden" if said == "?" else key, **parts)
        found["text"] = self.speaking.pieces(line, self.known)
        return found

    of_forced = of_ask

    def unseen(self, card: int, tail: str) -> str:
        """A card that somebody takes out of his hand."""
        return self.wording.say("a card")

    # ---- cards

    def of_move(self, event: Event) -> Plain:
        """A card went from a zone to another."""
        card, source, owner, target, to, position, _, turned = event.values
        found: Plain = {"kind": "move", "card": self.card(card)}
        if self.was is not None:
            found["was"] = self.was
        found["start"] = {"zone": str(source), "of": self.seat(owner)}
        end: Plain = {"zone": str(target), "of": self.seat(to)}
        spec = self.program.zones[str(target)]
        if spec.tells_apart:
            end["at"] = str(position)
        found["end"] = end
        if spec.orientations:
            found["turned"] = spec.orientations[int(turned)]
        return found

    def tell_more(self, found: Plain, event: Event, by: int) -> None:
        """Of a card that moved: what the reader could point at and knew is named, also where it
        went out of his sight; and what a thing left the table by: the card whose text is carried
        out, and the verbs with a title.
        """
        card, source, _, target = event.values[:4]
        if "was" in found and "code" not in found["card"] and self.was_known:
            found["text"][0] = self.speaking.named(int(card))
        start, end = (self.program.zones[str(name)] for name in (source, target))
        if not start.keeps_object or end.keeps_object:
            return
        names = [self.verb_title(one) for one in self.verbs]
        verbs = ", ".join(dict.fromkeys(one for one in names if one))
        cause = marked(by, f": {verbs}" if verbs else "") if by >= 0 else verbs
        if cause:
            found["cause"] = self.speaking.plain(cause, self.known)
            line = self.wording.say("short cause", cause=cause)
            found["text"] += self.speaking.pieces(line, self.known)

    def verb_title(self, name: str) -> str:
        """What a verb is called for those who play; empty where the rules do not say."""
        key = f"verb {name}"
        own: str = self.wording.tongue.titles.get(key, "")
        return own or self.setup.words.titles.get(key, "")

    def note_verb(self, name: str, stage: str) -> None:
        """Keeps which verbs are being carried out."""
        if stage == "begins":
            self.verbs.append(name)
        elif stage == "ends":
            while self.verbs and self.verbs.pop() != name:
                pass

    def of_face(self, event: Event) -> Plain:
        """A card was turned over."""
        card, face = event.values
        side = "up" if int(face) == 1 else "down"
        return {"kind": "face", "card": self.card(card), "face": side}

    def of_turn(self, event: Event) -> Plain:
        """A card was turned."""
        card, turned = event.values
        names = next((z.orientations for z in self.program.zones.values() if z.orientations), ())
        name = names[int(turned)] if int(turned) < len(names) else str(turned)
        return {"kind": "turn", "card": self.card(card), "turned": name}

    def of_attach(self, event: Event) -> Plain:
        """A card was attached to another."""
        to = self.following.id_of(int(event.values[1]), self.known)
        return {"kind": "attach", "card": self.card(event.values[0]), "to": to}

    def of_detach(self, event: Event) -> Plain:
        """A card is attached to nothing any more."""
        return {"kind": "attach", "card": self.card(event.values[0]), "to": None}

    def of_reveal(self, event: Event) -> Plain | None:
        """Cards were shown; who saw that there were none is told nothing."""
        seat, *cards = event.values
        seen = self.reader.sees(event.seen)
        if seen and not cards:
            return None
        shown = [self.card(card) for card in cards] if seen else []
        return {"kind": "show", "cards": shown, "to": self.seat(seat)}

    def of_shuffle(self, event: Event) -> Plain:
        """A zone was shuffled."""
        zone, owner = event.values[:2]
        text = self.messages.line("shuffle", zone=self.messages.zone(zone, owner))
        return {"kind": "shuffle", "zone": str(zone), "of": self.seat(owner), "text": [text]}

    def of_give(self, event: Event) -> Plain | None:
        """A card changed hands."""
        card, old, new = event.values
        found: Plain = {"kind": "give", "card": self.card(card)}
        if not found["card"]:
            return None
        return {**found, "start": self.seat(old), "end": self.seat(new)}

    # ---- values

    def of_change(self, event: Event) -> Plain | None:
        """A value with a title changed."""
        name, owner, old, new = event.values
        spec = self.program.fields[str(name)]
        if not is_told(str(name), spec) or not (self.reader.sees(event.seen)):
            return None
        found: Plain = {"kind": "value", "name": spec.title if spec.printed else str(name)}
        if spec.per == "card":
            found["card"] = self.card(owner)
            if not found["card"]:
                return None
        elif spec.per == "player":
            found["seat"] = self.seat(owner)
        side = self.reader.side
        if spec.seen_from and side not in (-1, self.messages.sides[spec.seen_from]):
            old, new = -int(old), -int(new)
        found["old"], found["new"] = self.value(spec.type, old), self.value(spec.type, new)
        return found

    def of_modify(self, event: Event) -> Plain | None:
        """A change of a figure began, or a card became something or gained words."""
        _, target, *_, moment, _ = event.values
        until = None
        if int(moment) >= 0:
            until = until_said(self.wording, self.program.moments[int(moment)])
        return self.modified(event, int(target), until)

    def of_expire(self, event: Event) -> Plain | None:
        """It ended."""
        name, key = str(event.values[0]), int(event.values[1])
        target = self.messages.targets.get((name, key))
        return None if target is None else self.modified(event, target, None)

    def modified(self, event: Event, target: int, until: str | None) -> Plain | None:
        name, _, operation, amount, *_ = event.values
        kind = self.setup.words.lists.get(str(name), "number")
        nothing = CHANGES_NOTHING.get(str(operation)) == amount
        if nothing or (str(name) not in self.figures and kind.partition(":")[0] not in TOLD_LISTS):
            return None
        spec = self.program.properties[str(name)]
        card = target // spec.width if spec.of == "part" else target
        if spec.of not in ("card", "part") or card < 0:
            return None
        found: Plain = {"kind": event.kind, "name": self.figures.get(str(name), spec.word)}
        found["card"] = self.card(card)
        if not found["card"]:
            return None
        found["how"], found["until"] = str(operation), until
        plain = kind == "number" or kind.startswith("kind:")
        if kind == "copy":
            found["amount"] = self.setup.words.cards[-2 - int(amount)].name
        else:
            found["amount"] = int(amount) if plain else self.value(kind, amount)
        return found

    # ---- effects, steps, the end

    def of_queue(self, event: Event) -> Plain | None:
        """An effect waits."""
        return self.effect("wait", event)

    def of_trigger(self, event: Event) -> Plain | None:
        """It is carried out."""
        return self.effect("trigger", event)

    def effect(self, kind: str, event: Event) -> Plain | None:
        name, *arguments = event.values
        number = self.program.triggers.index(str(name))
        card = int(arguments[0]) if arguments else -1
        ability = self.program.trigger_abilities[number]
        source = self.speaking.source(card, ability, self.known)
        return None if source is None else {"kind": kind, "effect": source}

    def of_verb(self, event: Event) -> Plain | None:
        """A sentence was used, or a player is out; all other verbs are the rules' own."""
        name, stage, *arguments = event.values
        self.note_verb(str(name), str(stage))
        if stage != "begins":
            return None
        if name == ABILITY_USED:
            card, ability = map(int, arguments[1:3])
            source = self.speaking.source(card, ability, self.known)
            return None if source is None else {"kind": "use", "effect": source}
        if name == ELIMINATED:
            return {"kind": "out", "seat": self.seat(arguments[0])}
        return None

    def of_enter(self, event: Event) -> Plain | None:
        """A phase or step with a title begins."""
        path, player = event.values
        if str(path) not in self.titled_steps:
            return None
        title, turn = self.wording.stage(str(path)), self.messages.turns.turn
        step = {"kind": "step", "step": str(path), "title": title}
        return {**step, "of": self.seat(player), "turn": turn}

    def of_end(self, event: Event) -> Plain:
        """The game is over."""
        rows = zip(self.setup.seats, map(int, event.values), strict=False)
        return {"kind": "end", "places": dict(rows)}


TOLD_LISTS = ("kind", "copy", "keyword")  # what cards become, and words that they gain
