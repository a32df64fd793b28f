"""The events of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...dsl.ir.ir import Moment
from ...dsl.ir.names import ABILITY_USED, MISFIRE
from ..knowledge.record import Event, GameRecorder, TurnCounter, Value
from ..runtime.game_setup import GameSetup
from .message import Message, bare, marked
from .values import Wording

# Kinds of option whose text names a card that others may not know.
HIDDEN_KINDS = ("record",)
CHANGES_NOTHING = {"raise": 0, "lower": 0, "multiply": 1, "divide": 1}
QUIET = ("shuffle", "queue", "verb", "random", "expire")  # left out while playing


class EventMessages:
    """Makes messages of the events of a recorder, in order, each once; a method for each kind
    of event. Things are called as in the rules, or in a language. `short`: for those who play.
    """

    def __init__(self, setup: GameSetup, language: str = "", short: bool = False) -> None:
        words = setup.edition.contents.wordbook
        self.words = words
        self.match = setup.match
        self.program = setup.match.program
        seats = [name if short else bare(name) for name in setup.seats]
        self.wording = Wording(words, setup.match, seats, language)
        self.language = language
        self.short = short
        self.last_turn = 0
        self.all_seats = (1 << len(setup.seats)) - 1
        self.turns = TurnCounter(words.phases)
        self.steps: list[str] = []
        self.waiting: list[tuple[int, ...]] = []
        if setup.base is not None:
            self.waiting = [tuple(e) for e in setup.base[setup.match.layout.queue]]
        self.triggers = {name: i for i, name in enumerate(self.program.triggers)}
        self.done = 0  # events that have their message
        self.targets: dict[tuple[str, int], int] = {}

    def more(self, recorder: GameRecorder) -> Iterator[Message]:
        """The messages of the events since the last call."""
        while self.done < len(recorder.events):
            event, known = recorder.events[self.done], recorder.knowledge[self.done]
            if self.done in recorder.targets:
                key, target = recorder.targets[self.done]
                self.targets[key] = target
            self.done += 1
            method: Callable[[Event], Message | None] = getattr(self, event.kind)
            message = method(event)
            if message is None:
                continue
            if self.short and event.kind in QUIET:
                message = Message("", event.seen)
            clauses = self.program.places[event.place].clauses if event.place > 0 else ()
            yield replace(message, known=message.known or known, clauses=clauses)

    # ---- small parts

    def line(self, key: str, **parts: object) -> str:
        """A line of what happened, in the language."""
        short = f"short {key}"
        has_short = self.short and short in self.wording.engine
        return self.wording.say(short if has_short else key, **parts)

    def called(self, kind: str, name: str) -> str:
        """A thing of the rules: by its id in the file, by its title elsewhere."""
        if not self.language:
            return name
        return self.wording.field(name) if kind == "field" else self.wording.title(kind, name)

    def card(self, value: Value) -> str:
        return marked(int(value)) if int(value) >= 0 else self.wording.say("none")

    def cards(self, values: Sequence[Value]) -> str:
        return ", ".join(map(self.card, values)) or self.wording.say("nothing")

    def seat(self, value: Value) -> str:
        return self.wording.seat(int(value))

    def whose(self, thing: str, owner: Value) -> str:
        if int(owner) < 0:
            return thing
        return self.wording.say("whose", owner=self.seat(owner), thing=thing)

    def zone(self, name: Value, owner: Value) -> str:
        return self.whose(self.called("zone", str(name)), owner)

    def where(self) -> str:
        """The turn and the step that is open."""
        step = self.steps[-1] if self.steps else ""
        return self.line("where", turn=self.turns.turn, step=self.step(step) or "-")

    def step(self, path: str) -> str:
        return self.wording.step_title(path) if self.language and path else path

    # ---- choices and chance

    def ask(self, event: Event) -> Message:
        seat, site, picked, index, count = map(int, event.values)
        return self.answered("ask", event, (seat, site, picked), (index + 1, count))

    def forced(self, event: Event) -> Message:
        seat, site, picked = map(int, event.values)
        return self.answered("forced", event, (seat, site, picked), None)

    def answered(
        self, kind: str, event: Event, given: tuple[int, int, int], count: tuple[int, int] | None
    ) -> Message:
        seat, site, picked = given
        meant = self.wording.meant(site, picked)
        option = self.wording.option(meant, self.waiting, marked)
        prompt = self.program.sites[site].prompt
        prompt = self.wording.label(prompt) if self.language else prompt
        prompt = prompt.replace('"', "'").replace("\n", " ")
        who = self.seat(seat)
        asks = {"who": who, "where": self.where(), "prompt": prompt}
        if self.short:
            path = self.steps[-1] if self.steps else ""
            asks["prompt"] = prompt or self.step(path).replace("_", " ")
        numbered = option
        if count is not None and not self.short:
            numbered = self.line("picked", index=count[0], count=count[1], option=option)
        seen = "?" if meant.kind in HIDDEN_KINDS else option
        prompt = prompt or self.where()
        turn = self.turns.turn
        short = self.wording.say("answer", turn=turn, who=who, prompt=prompt, option=option)
        return Message(
            "" if self.short else self.line(kind, option=numbered, **asks),
            event.seen,
            asker=seat,
            outside=self.line("ask", option=seen, **asks),
            hidden=self.line("ask", option="?", **asks),
            short=short if kind == "ask" else None,
        )

    def random(self, event: Event) -> Message:
        outcome, count = event.values
        text = self.line("chance", outcome=outcome, count=count)
        outside = self.line("chance hidden", count=count)
        return Message(text, event.seen, asker=-2, outside=outside)

    def shuffle(self, event: Event) -> Message:
        zone, owner, *cards = event.values
        text = self.line("shuffle", zone=self.zone(zone, owner))
        order = " ".join(f"#{card}" for card in cards)
        return Message(f"{text}: {order}", event.seen, hidden=text)

    # ---- cards

    def move(self, event: Event) -> Message:
        card, source, owner, zone, to, position, face, turned = event.values
        spec = self.program.zones[str(zone)]
        text = self.line(
            "move", card=self.card(card), source=self.zone(source, owner), zone=self.zone(zone, to)
        )
        if position != "top":
            text += self.wording.say("under" if position == "bottom" else str(position))
        if int(face) != spec.face:
            text += self.facing(int(face))
        if spec.orientations:
            text += f" {self.called('turned', spec.orientations[int(turned)])}"
        known = [0] * len(self.match.cards)
        known[int(card)] = event.seen
        return Message(text, self.all_seats, tuple(known))

    def facing(self, face: int) -> str:
        return self.wording.say("face up" if face == 1 else "face down")

    def face(self, event: Event) -> Message:
        card, face = event.values
        text = self.line("turn", card=self.card(card), how=self.facing(int(face)))
        return Message(text, self.all_seats)

    def turn(self, event: Event) -> Message:
        card, turned = event.values
        names = next((z.orientations for z in self.program.zones.values() if z.orientations), ())
        name = names[int(turned)] if int(turned) < len(names) else str(turned)
        how = f" {self.called('turned', name)}"
        return Message(self.line("turn", card=self.card(card), how=how), self.all_seats)

    def reveal(self, event: Event) -> Message:
        seat, *cards = event.values
        to = self.seat(seat) if int(seat) >= 0 else self.wording.say("all")
        hidden = self.line("reveal hidden", who=to)
        text = self.line("reveal", cards=self.cards(cards), who=to)
        return Message(text, event.seen, hidden=hidden, always_seen=True)

    # ---- values

    def change(self, event: Event) -> Message | None:
        name, owner, old, new = event.values
        spec = self.program.fields[str(name)]
        if spec.quiet or spec.secret == "inner":
            return None
        what = self.called("field", str(name))
        if spec.per == "card":
            what = self.wording.say("of", thing=what, owner=self.card(owner))
        elif spec.per == "player":
            what = self.whose(what, owner)
        before, after = (self.wording.value(spec.type, int(v), marked) for v in (old, new))
        text = self.line("change", what=what, old=before, new=after)
        return Message(text, event.seen, named=self.short and spec.per == "card")

    def modify(self, event: Event) -> Message | None:
        _, target, operation, amount, moment, tag = event.values
        if CHANGES_NOTHING.get(str(operation)) == amount:
            return None
        text = self.changed("modify", event, int(target))
        if int(moment) >= 0:
            until = self.moment(self.program.moments[int(moment)])
            text += self.wording.say("until", moment=until)
        return Message(text + (self.wording.say("as", tag=tag) if tag else ""), event.seen)

    def moment(self, moment: Moment) -> str:
        """`turn`, a phase or step, `verb x`."""
        if not self.language or moment.kind == "game":
            return str(moment)
        if moment.kind == "turn":
            return self.wording.say("the turn")
        name = moment.name
        return self.called("verb", name) if moment.kind == "verb" else self.wording.step(name)

    def expire(self, event: Event) -> Message | None:
        name, key, operation, amount, *_ = event.values
        if CHANGES_NOTHING.get(str(operation)) == amount:
            return None
        target = self.targets.get((str(name), int(key)), int(key))
        return Message(self.changed("expire", event, target), event.seen)

    def changed(self, key: str, event: Event, target: int) -> str:
        """What was modified, and how much or by which member of a list."""
        name, _, operation, amount, *_ = event.values
        how, kind = "", self.words.lists.get(str(name), "number")
        if operation != "void":
            how = f" {self.wording.value(kind, int(amount), marked)}"
        what = self.modified(str(name), target)
        operated = self.wording.say(f"operation {operation}")
        return self.line(key, what=what, operation=operated, amount=how)

    def modified(self, name: str, target: int) -> str:
        """A property, and whose."""
        spec = self.program.properties[name]
        called, of = self.called("property", spec.word), spec.of
        if of == "card":
            owner = self.card(target)
        elif of == "player":
            owner = self.seat(target)
        elif of == "part":
            owner = self.wording.value(f"part:{spec.part}", target, marked)
        else:
            return called
        return self.wording.say("of", thing=called, owner=owner)

    # ---- triggers, steps, verbs, the end

    def entry_of(self, event: Event) -> tuple[int, ...]:
        name, *arguments = event.values
        return (self.triggers[str(name)], *map(int, arguments))

    def queue(self, event: Event) -> Message:
        entry = self.entry_of(event)
        self.waiting.append(entry)
        what = self.wording.waiting(entry, marked)
        return Message(self.line("wait", what=what), event.seen)

    def trigger(self, event: Event) -> Message:
        entry = self.entry_of(event)
        if entry in self.waiting:
            self.waiting.remove(entry)
        what = self.wording.waiting(entry, marked)
        return Message(self.line("resolve", what=what), event.seen)

    def enter(self, event: Event) -> Message:
        path, player = event.values
        self.turns.enter(str(path), int(player))
        self.steps.append(str(path))
        if self.short:
            return self.new_turn(event)
        whose = f" {self.seat(player)}" if int(player) >= 0 else ""
        return Message(f"{self.where()}{whose}", event.seen)

    def new_turn(self, event: Event) -> Message:
        """While playing, only turns have a message, not each step."""
        turn = self.turns.turn
        is_new = turn not in (0, self.last_turn)
        self.last_turn = turn
        return Message(self.line("where", turn=turn) if is_new else "", event.seen)

    def leave(self, event: Event) -> None:
        path = str(event.values[0])
        while path in self.steps and self.steps.pop() != path:
            pass

    def verb(self, event: Event) -> Message | None:
        name, stage, *arguments = event.values
        if stage == "ends":
            return None
        if name == ABILITY_USED:
            _, card, ability = map(int, arguments)
            what = self.wording.spoken(card, ability, marked)
            return Message(self.line("use", what=what), event.seen)
        if name == MISFIRE:
            return Message(self.line("misfire"), event.seen)
        verb = self.verb_title(str(name))
        parts = [verb, *self.arguments(str(name), [int(a) for a in arguments])]
        if stage != "begins":
            parts.append(self.wording.say(f"stage {stage}"))
        return Message(self.line("verb", what=" ".join(parts)), event.seen)

    def verb_title(self, name: str) -> str:
        """A verb, or an action, whose events are those of a verb."""
        kind = "action" if f"action {name}" in self.wording.tongue.titles else "verb"
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
                texts = [self.wording.value(kind.rstrip("*"), v, marked) for v in taken]
                what = ", ".join(texts) or self.wording.say("nothing")
                yield f"{self.wording.say(f'to {preposition}')} {what}"
        yield from (f"{self.wording.say('to with')} {value}" for value in values[at:])

    def end(self, event: Event) -> Message:
        winner = int(event.values[0])
        key = "end won" if winner >= 0 else "end drawn"
        text = self.line(key, who=self.seat(winner))
        return Message(text, event.seen, short=f"t{self.turns.turn} {text}")
