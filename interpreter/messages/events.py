"""The events of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..knowledge.record import Event, Value
from ..runtime.table import Sitting
from ..runtime.turns import TurnCounter
from ..transcript.game_recorder import Scribe
from .message import Told, bare, marked
from .values import Speech

UNTOLD = ("record",)  # kinds of option that tell of a card which the others may not know
QUIET = ("shuffle", "queue", "verb", "random", "expire")  # not told while playing


class Telling:
    """Tells the events of a scribe, in order, each once: as the rules call things, or in a
    language. `short`: as one is told who plays.
    """

    def __init__(self, sitting: Sitting, language: str = "", short: bool = False) -> None:
        words = sitting.edition.contents.wordbook
        self.words = words
        self.match = sitting.match
        self.program = sitting.match.program
        seats = [name if short else bare(name) for name in sitting.seats]
        self.speech = Speech(words, sitting.match, seats, language)
        self.language = language
        self.short = short
        self.told_turn = 0
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
            if told is not None and self.short and event.kind in QUIET:
                told = Told("", event.seen)
            if told is not None:
                clauses = (
                    self.program.places[event.place].clauses if event.place > 0 else ()
                )
                known = told.known or pages[self.page][1]
                yield replace(told, known=known, clauses=clauses)

    # ---- small parts

    def line(self, key: str, **parts: object) -> str:
        """A line of what happened, in the language."""
        short = f"short {key}"
        has_short = self.short and short in self.speech.engine
        return self.speech.say(short if has_short else key, **parts)

    def called(self, kind: str, name: str) -> str:
        """A thing of the rules: by its id in the file, by its title elsewhere."""
        if not self.language:
            return name
        return self.speech.field(name) if kind == "field" else self.speech.title(kind, name)

    def card(self, value: Value) -> str:
        return marked(int(value)) if int(value) >= 0 else self.speech.say("none")

    def cards(self, values: Sequence[Value]) -> str:
        return ", ".join(map(self.card, values)) or self.speech.say("nothing")

    def seat(self, value: Value) -> str:
        return self.speech.seat(int(value))

    def whose(self, thing: str, owner: Value) -> str:
        if int(owner) < 0:
            return thing
        return self.speech.say("whose", owner=self.seat(owner), thing=thing)

    def zone(self, name: Value, owner: Value) -> str:
        return self.whose(self.called("zone", str(name)), owner)

    def where(self) -> str:
        """The turn and the step that is open."""
        step = self.steps[-1] if self.steps else ""
        return self.line("where", turn=self.turns.turn, step=self.step(step) or "-")

    def step(self, path: str) -> str:
        return self.speech.step_title(path) if self.language and path else path

    # ---- choices and chance

    def ask(self, event: Event) -> Told:
        seat, site, picked, index, count = map(int, event.values)
        return self.answered("ask", event, (seat, site, picked), (index + 1, count))

    def forced(self, event: Event) -> Told:
        seat, site, picked = map(int, event.values)
        return self.answered("forced", event, (seat, site, picked), None)

    def answered(
        self,
        kind: str,
        event: Event,
        given: tuple[int, int, int],
        count: tuple[int, int] | None,
    ) -> Told:
        seat, site, picked = given
        meant = self.speech.meant(site, picked)
        option = self.speech.option(site, meant, self.queue, marked)
        prompt = self.program.sites[site].prompt
        prompt = self.speech.label(prompt) if self.language else prompt
        prompt = prompt.replace('"', "'").replace("\n", " ")
        who = self.seat(seat)
        asks = {"who": who, "where": self.where(), "prompt": prompt}
        if self.short:
            path = self.steps[-1] if self.steps else ""
            asks["prompt"] = prompt or self.step(path).replace("_", " ")
        numbered = option
        if count is not None and not self.short:
            numbered = self.line("picked", index=count[0], count=count[1], option=option)
        told = "?" if meant.kind in UNTOLD else option
        prompt = prompt or self.where()
        turn = self.turns.turn
        short = self.speech.say("answer", turn=turn, who=who, prompt=prompt, option=option)
        return Told(
            "" if self.short else self.line(kind, option=numbered, **asks),
            event.seen,
            asker=seat,
            outside=self.line("ask", option=told, **asks),
            hidden=self.line("ask", option="?", **asks),
            short=short if kind == "ask" else None,
        )

    def chance(self, event: Event) -> Told:
        outcome, count = event.values
        text = self.line("chance", outcome=outcome, count=count)
        outside = self.line("chance hidden", count=count)
        return Told(text, event.seen, asker=-2, outside=outside)

    def shuffle(self, event: Event) -> Told:
        zone, owner, *cards = event.values
        text = self.line("shuffle", zone=self.zone(zone, owner))
        order = " ".join(f"#{card}" for card in cards)
        return Told(f"{text}: {order}", event.seen, hidden=text)

    # ---- cards

    def move(self, event: Event) -> Told:
        card, source, owner, zone, to, position, face, turned = event.values
        spec = self.program.zones[str(zone)]
        text = self.line(
            "move",
            card=self.card(card),
            source=self.zone(source, owner),
            zone=self.zone(zone, to),
        )
        if position != "top":
            text += self.speech.say("onto" if position == "onto" else "under")
        if int(face) != spec.face:
            text += self.facing(int(face))
        if spec.orientations:
            text += f" {self.called('turned', spec.orientations[int(turned)])}"
        known = [0] * len(self.match.cards)
        known[int(card)] = event.seen
        return Told(text, self.all_seats, tuple(known))

    def facing(self, face: int) -> str:
        return self.speech.say("face up" if face == 1 else "face down")

    def face(self, event: Event) -> Told:
        card, face = event.values
        text = self.line("turn", card=self.card(card), how=self.facing(int(face)))
        return Told(text, self.all_seats)

    def rotate(self, event: Event) -> Told:
        card, turned = event.values
        names = next(
            (z.orientations for z in self.program.zones.values() if z.orientations), ()
        )
        name = names[int(turned)] if int(turned) < len(names) else str(turned)
        how = f" {self.called('turned', name)}"
        return Told(self.line("turn", card=self.card(card), how=how), self.all_seats)

    def reveal(self, event: Event) -> Told:
        seat, *cards = event.values
        to = self.seat(seat) if int(seat) >= 0 else self.speech.say("all")
        hidden = self.line("reveal hidden", who=to)
        text = self.line("reveal", cards=self.cards(cards), who=to)
        return Told(text, event.seen, hidden=hidden, always_seen=True)

    # ---- values

    def change(self, event: Event) -> Told | None:
        name, owner, old, new = event.values
        spec = self.program.fields[str(name)]
        if spec.secret == "inner":
            return None
        what = self.called("field", str(name))
        if spec.per == "card":
            what = self.speech.say("of", thing=what, owner=self.card(owner))
        elif spec.per == "player":
            what = self.whose(what, owner)
        before, after = (self.speech.value(spec.type, int(v), marked) for v in (old, new))
        text = self.line("change", what=what, old=before, new=after)
        return Told(text, event.seen, named=self.short and spec.per == "card")

    def modify(self, event: Event) -> Told:
        name, target, operation, amount, moment, tag = event.values
        text = self.line(
            "modify",
            what=self.modified(str(name), int(target)),
            operation=self.speech.say(f"operation {operation}"),
            amount=self.amount(str(name), str(operation), int(amount)),
        )
        if moment:
            text += self.speech.say("until", moment=self.moment(str(moment)))
        return Told(text + (self.speech.say("as", tag=tag) if tag else ""), event.seen)

    def moment(self, moment: str) -> str:
        """`turn`, a phase or step, `verb x`."""
        kind, _, verb = moment.partition(" ")
        if not self.language:
            return moment
        if moment == "turn":
            return self.speech.say("the turn")
        return self.called("verb", verb) if kind == "verb" else self.speech.step(moment)

    def expire(self, event: Event) -> Told:
        name, key, operation, amount, *_ = event.values
        target = self.targets.get((str(name), int(key)), int(key))
        text = self.line(
            "expire",
            what=self.modified(str(name), target),
            operation=self.speech.say(f"operation {operation}"),
            amount=self.amount(str(name), str(operation), int(amount)),
        )
        return Told(text, event.seen)

    def amount(self, name: str, operation: str, amount: int) -> str:
        """How much, or which member of a list."""
        if operation == "void":
            return ""
        return f" {self.speech.value(self.words.lists.get(name, 'number'), amount, marked)}"

    def modified(self, name: str, target: int) -> str:
        """A property, and whose."""
        word, _, thing = name.partition(".")
        of = self.program.properties[name].of
        called = self.called("property", word)
        if of == "card":
            owner = self.card(target)
        elif of == "player":
            owner = self.seat(target)
        elif of == "part":
            owner = self.speech.value(f"part:{thing}", target, marked)
        else:
            return called
        return self.speech.say("of", thing=called, owner=owner)

    # ---- triggers, steps, verbs, the end

    def entry(self, event: Event) -> tuple[int, ...]:
        name, *arguments = event.values
        return (self.triggers[str(name)], *map(int, arguments))

    def waits(self, event: Event) -> Told:
        entry = self.entry(event)
        self.queue.append(entry)
        what = self.speech.waiting(entry, marked)
        return Told(self.line("wait", what=what), event.seen)

    def resolves(self, event: Event) -> Told:
        entry = self.entry(event)
        if entry in self.queue:
            self.queue.remove(entry)
        what = self.speech.waiting(entry, marked)
        return Told(self.line("resolve", what=what), event.seen)

    def enter(self, event: Event) -> Told:
        path, player = event.values
        self.turns.enter(str(path), int(player))
        self.steps.append(str(path))
        if self.short:
            return self.new_turn(event)
        whose = f" {self.seat(player)}" if int(player) >= 0 else ""
        return Told(f"{self.where()}{whose}", event.seen)

    def new_turn(self, event: Event) -> Told:
        """While playing, turns are told and not each step."""
        turn = self.turns.turn
        is_new = turn not in (0, self.told_turn)
        self.told_turn = turn
        return Told(self.line("where", turn=turn) if is_new else "", event.seen)

    def leave(self, event: Event) -> None:
        path = str(event.values[0])
        while path in self.steps and self.steps.pop() != path:
            pass

    def verb(self, event: Event) -> Told | None:
        name, stage, *arguments = event.values
        if stage == "ends":
            return None
        verb = self.verb_title(str(name))
        parts = [verb, *self.arguments(str(name), [int(a) for a in arguments])]
        if stage != "begins":
            parts.append(self.speech.say(f"stage {stage}"))
        return Told(self.line("verb", what=" ".join(parts)), event.seen)

    def verb_title(self, name: str) -> str:
        """A verb, or an action, which is told like one."""
        kind = "action" if f"action {name}" in self.speech.tongue.titles else "verb"
        return self.called(kind, name)

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
                what = ", ".join(texts) or self.speech.say("nothing")
                yield f"{self.speech.say(f'to {preposition}')} {what}"
        yield from (f"{self.speech.say('to with')} {value}" for value in values[at:])

    def end(self, event: Event) -> Told:
        winner = int(event.values[0])
        key = "end won" if winner >= 0 else "end drawn"
        text = self.line(key, who=self.seat(winner))
        return Told(text, event.seen, short=f"t{self.turns.turn} {text}")
