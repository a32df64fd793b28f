"""The events of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .record import Event, Value
from .scribe import Scribe
from .sitting import Sitting
from .speech import Speech
from .told import Told, bare, marked
from .turns import TurnCounter

UNTOLD = ("record",)  # kinds of option that tell of a card which the others may not know


class Telling:
    """Tells the events of a scribe, in order, each once."""

    def __init__(self, sitting: Sitting) -> None:
        words = sitting.edition.contents.wordbook
        self.words = words
        self.match = sitting.match
        self.program = sitting.match.program
        self.speech = Speech(words, sitting.match, [bare(name) for name in sitting.seats])
        self.all_seats = (1 << len(sitting.seats)) - 1
        self.turns = TurnCounter(words.phases)
        self.steps: list[str] = []
        self.queue: list[tuple[int, ...]] = []
        if sitting.base is not None:
            self.queue = [tuple(e) for e in sitting.base[sitting.match.layout.queue]]
        self.triggers = {name: i for i, name in enumerate(self.program.triggers)}
        self.done = 0
        self.page = 0
        self.named = 0
        self.targets: dict[tuple[str, int], int] = {}
        self.tellers: dict[str, Callable[[Event], Told | None]] = {
            "ask": self.ask,
            "forced": self.forced,
            "move": self.move,
            "face": self.face,
            "turn": self.rotate,
            "change": self.change,
            "modify": self.modify,
            "expire": self.expire,
            "random": self.chance,
            "shuffle": self.shuffle,
            "reveal": self.reveal,
            "queue": self.waits,
            "trigger": self.resolves,
            "enter": self.enter,
            "leave": self.leave,
            "verb": self.verb,
            "end": self.end,
        }

    def more(self, scribe: Scribe) -> Iterator[Told]:
        """The lines of the events that were not told yet."""
        while self.done < len(scribe.events):
            pages = scribe.knowledge
            while self.page + 1 < len(pages) and pages[self.page + 1][0] <= self.done:
                self.page += 1
            event = scribe.events[self.done]
            self.done += 1
            while (
                self.named < len(scribe.targets)
                and scribe.targets[self.named][0] < self.done
            ):
                _, key, target = scribe.targets[self.named]
                self.targets[key] = target
                self.named += 1
            told = self.tellers[event.kind](event)
            if told is not None:
                clauses = (
                    self.program.places[event.place].clauses if event.place > 0 else ()
                )
                known = told.known or pages[self.page][1]
                yield replace(told, known=known, clauses=clauses)

    # ---- small parts

    def card(self, value: Value) -> str:
        return marked(int(value)) if int(value) >= 0 else "none"

    def cards(self, values: Sequence[Value]) -> str:
        return ", ".join(self.card(value) for value in values) or "nothing"

    def seat(self, value: Value) -> str:
        return self.speech.seat(int(value))

    def zone(self, name: Value, owner: Value) -> str:
        return f"{self.seat(owner)}'s {name}" if int(owner) >= 0 else str(name)

    def where(self) -> str:
        """The turn and the step that is open."""
        return f"t{self.turns.turn} {self.steps[-1] if self.steps else '-'}"

    # ---- choices and chance

    def ask(self, event: Event) -> Told:
        seat, site, picked, index, count = map(int, event.values)
        return self.answered(
            "ask", event, (seat, site, picked), f"{index + 1} of {count}: "
        )

    def forced(self, event: Event) -> Told:
        seat, site, picked = map(int, event.values)
        return self.answered("forced", event, (seat, site, picked), "")

    def answered(
        self, kind: str, event: Event, given: tuple[int, int, int], count: str
    ) -> Told:
        seat, site, picked = given
        meant = self.speech.meant(site, picked)
        option = self.speech.option(site, meant, self.queue, marked)
        prompt = self.program.sites[site].prompt.replace('"', "'").replace("\n", " ")
        asks = f'{self.seat(seat)} {self.where()} "{prompt}"'
        told = "?" if meant.kind in UNTOLD else option
        short = (
            f"t{self.turns.turn} {self.seat(seat)}: {prompt or self.where()} -> {option}"
        )
        return Told(
            f"{kind} {asks} {count}{option}",
            event.seen,
            asker=seat,
            outside=f"ask {asks} {told}",
            hidden=f"ask {asks} ?",
            short=short if kind == "ask" else None,
        )

    def chance(self, event: Event) -> Told:
        outcome, count = event.values
        text = f"chance {outcome} among {count}"
        return Told(text, event.seen, asker=-2, outside=f"chance among {count}")

    def shuffle(self, event: Event) -> Told:
        zone, owner, *cards = event.values
        text = f"shuffle {self.zone(zone, owner)}"
        order = " ".join(f"#{card}" for card in cards)
        return Told(f"{text}: {order}", event.seen, hidden=text)

    # ---- cards

    def move(self, event: Event) -> Told:
        card, source, owner, zone, to, position, face, turned = event.values
        spec = self.program.zones[str(zone)]
        text = f"move {self.card(card)} {self.zone(source, owner)} -> {self.zone(zone, to)}"
        text += {"top": "", "bottom": " under", "onto": " onto"}[str(position)]
        if int(face) != spec.face:
            text += " face up" if int(face) == 1 else " face down"
        if spec.orientations:
            text += f" {spec.orientations[int(turned)]}"
        known = [0] * len(self.match.cards)
        known[int(card)] = event.seen
        return Told(text, self.all_seats, tuple(known))

    def face(self, event: Event) -> Told:
        card, face = event.values
        up = "up" if int(face) == 1 else "down"
        return Told(f"turn {self.card(card)} face {up}", self.all_seats)

    def rotate(self, event: Event) -> Told:
        card, turned = event.values
        names = next(
            (z.orientations for z in self.program.zones.values() if z.orientations), ()
        )
        name = names[int(turned)] if int(turned) < len(names) else str(turned)
        return Told(f"turn {self.card(card)} {name}", self.all_seats)

    def reveal(self, event: Event) -> Told:
        seat, *cards = event.values
        to = self.seat(seat) if int(seat) >= 0 else "all"
        hidden = f"reveal cards to {to}"
        text = f"reveal {self.cards(cards)} to {to}"
        return Told(text, event.seen, hidden=hidden, always_seen=True)

    # ---- values

    def change(self, event: Event) -> Told | None:
        name, owner, old, new = event.values
        spec = self.program.fields[str(name)]
        if spec.secret == "inner":
            return None
        whose = {"player": f"{self.seat(owner)}'s {name}", "game": str(name)}
        what = whose.get(spec.per) or f"{name} of {self.card(owner)}"
        before, after = (self.speech.value(spec.type, int(v), marked) for v in (old, new))
        return Told(f"change {what} {before} -> {after}", event.seen)

    def modify(self, event: Event) -> Told:
        name, target, operation, amount, moment, tag = event.values
        until = f" until {moment}" if moment else ""
        named = f" as {tag}" if tag else ""
        what = self.modified(str(name), int(target))
        by = self.amount(str(name), str(operation), int(amount))
        return Told(f"modify {what} {operation}{by}{until}{named}", event.seen)

    def expire(self, event: Event) -> Told:
        name, key, operation, amount, *_ = event.values
        target = self.targets.get((str(name), int(key)), int(key))
        what = self.modified(str(name), target)
        by = self.amount(str(name), str(operation), int(amount))
        return Told(f"expire {what} {operation}{by}", event.seen)

    def amount(self, name: str, operation: str, amount: int) -> str:
        """How much, or which member of a list."""
        if operation == "void":
            return ""
        return f" {self.speech.value(self.words.lists.get(name, 'number'), amount, marked)}"

    def modified(self, name: str, target: int) -> str:
        """A property, and whose."""
        word, _, thing = name.partition(".")
        of = self.program.properties[name].of
        if of == "card":
            return f"{word} of {self.card(target)}"
        if of == "player":
            return f"{word} of {self.seat(target)}"
        if of == "part":
            return f"{word} of {self.speech.value(f'part:{thing}', target, marked)}"
        return word

    # ---- triggers, steps, verbs, the end

    def entry(self, event: Event) -> tuple[int, ...]:
        name, *arguments = event.values
        return (self.triggers[str(name)], *map(int, arguments))

    def waits(self, event: Event) -> Told:
        entry = self.entry(event)
        self.queue.append(entry)
        return Told(f"wait {self.speech.waiting(entry, marked)}", event.seen)

    def resolves(self, event: Event) -> Told:
        entry = self.entry(event)
        if entry in self.queue:
            self.queue.remove(entry)
        return Told(f"resolve {self.speech.waiting(entry, marked)}", event.seen)

    def enter(self, event: Event) -> Told:
        path, player = event.values
        self.turns.enter(str(path), int(player))
        self.steps.append(str(path))
        whose = f" {self.seat(player)}" if int(player) >= 0 else ""
        return Told(f"{self.where()}{whose}", event.seen)

    def leave(self, event: Event) -> None:
        path = str(event.values[0])
        while path in self.steps and self.steps.pop() != path:
            pass

    def verb(self, event: Event) -> Told | None:
        name, stage, *arguments = event.values
        if stage == "ends":
            return None
        parts = [str(name), *self.arguments(str(name), [int(a) for a in arguments])]
        if stage != "begins":
            parts.append(str(stage))
        return Told(" ".join(("verb", *parts)), event.seen)

    def arguments(self, verb: str, values: Sequence[int]) -> Iterator[str]:
        """`of #17 by ana`; a set takes what the arguments around it leave."""
        known = self.words.verbs.get(verb, ())
        spare = len(values) - len(known)
        at = 0
        for preposition, kind in known:
            size = 1
            if kind.endswith("*"):
                size, spare = 1 + spare, 0
            taken, at = values[at : at + size], at + size
            if kind != "nothing":
                texts = [self.speech.value(kind.rstrip("*"), v, marked) for v in taken]
                yield f"{preposition} {', '.join(texts) or 'nothing'}"
        yield from (f"with {value}" for value in values[at:])

    def end(self, event: Event) -> Told:
        winner = int(event.values[0])
        text = f"end won by {self.seat(winner)}" if winner >= 0 else "end drawn"
        return Told(text, event.seen, short=f"t{self.turns.turn} {text}")
