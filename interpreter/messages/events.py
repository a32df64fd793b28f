"""The events of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from ...dsl.ir.ir import STEP_START, Moment
from ...dsl.ir.names import ABILITY_USED, ELIMINATED, MISFIRE
from ...dsl.ir.wordbook import Wordbook
from ..backend.layout import State
from ..knowledge.record import Event, GameRecorder, Value
from ..knowledge.turns import TurnCounter
from ..runtime.match import Match
from .message import Message, bare, marked
from .values import Wording, meant_by

# Kinds of option whose text names a card that others may not know.
HIDDEN_KINDS = ("record",)
CHANGES_NOTHING = {"raise": 0, "lower": 0, "multiply": 1, "divide": 1}
UNTIL = {STEP_START: "until start", "event": "until event", "condition": "while so"}
MOST_PLAIN = 2  # places of which the first alone says all
SIGNS = (" ", "+", "-")
QUIET = ("shuffle", "queue", "verb", "random", "expire")  # left out while playing


class Played(Protocol):
    """A game as its messages need it: `base` is the state that it begins with, None if it begins
    with the setup.
    """

    @property
    def words(self) -> Wordbook: ...
    @property
    def match(self) -> Match: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def base(self) -> State | None: ...


class EventMessages:
    """Makes messages of the events of a recorder, in order, each once; a method for each kind
    of event, which may give its text alone. Things are called as in the rules, or in a language.
    `short`: for those who play. `reader`: the seat that reads them (-1: anybody), which matters
    for numbers with two sides.
    """

    def __init__(
        self, setup: Played, language: str = "", short: bool = False, reader: int = -1
    ) -> None:
        self.words = words = setup.words
        self.match = setup.match
        self.program = setup.match.program
        seats = [name if short else bare(name) for name in setup.seats]
        self.wording = Wording(words, setup.match, seats, language)
        self.language = language
        self.short = short
        self.reader = reader
        self.sides = {spec.seen_from: -1 for spec in self.program.fields.values()}
        for note in filter(None, self.sides):
            spec = self.program.fields[note]
            self.sides[note] = (
                spec.start if setup.base is None else self.match.field(setup.base, note, -1)
            )
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
            method: Callable[[Event], Message | str | None] = getattr(self, event.kind)
            message = method(event)
            if message is None:
                continue
            if isinstance(message, str):
                message = Message(message, event.seen)
            if self.short and event.kind in QUIET and ELIMINATED not in event.values[:1]:
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

    def value(self, kind: str, value: Value) -> str:
        return self.wording.value(kind, int(value), marked)

    def values(self, kind: str, values: Sequence[Value]) -> str:
        return ", ".join(self.value(kind, v) for v in values) or self.wording.say("nothing")

    def card(self, value: Value) -> str:
        return self.value("card", value)

    def seat(self, value: Value) -> str:
        return self.wording.seat(int(value))

    def zone(self, name: Value, owner: Value) -> str:
        return self.wording.whose(self.called("zone", str(name)), int(owner))

    def where(self) -> str:
        """The turn and the step that is open."""
        step = self.steps[-1] if self.steps else ""
        return self.line("where", turn=self.turns.turn, step=self.step(step) or "-")

    def hidden(self, asks: dict[str, str]) -> str:
        """A choice of which only that it was made is known."""
        if self.short:
            return self.wording.say("short ask hidden", who=asks["who"], prompt=asks["prompt"])
        return self.line("ask", option="?", **asks)

    def stage(self, path: str) -> str:
        return self.wording.stage(path) if self.language and path else path

    def step(self, path: str) -> str:
        return self.wording.step_title(path) if self.language and path else path

    # ---- choices and chance

    def ask(self, event: Event) -> Message:
        """A choice that was made, by a player or because there was only one option."""
        seat, site, picked, *count = map(int, event.values)
        asked = self.program.sites[site]
        meant = meant_by(asked, picked)
        option = self.wording.option(meant, self.waiting, marked)
        prompt = self.wording.label(asked.prompt) if self.language else asked.prompt
        prompt = prompt.replace('"', "'").replace("\n", " ")
        who = self.seat(seat)
        asks = {"who": who, "where": self.where(), "prompt": prompt}
        if self.short:
            path = self.steps[-1] if self.steps else ""
            asks["prompt"] = prompt or self.stage(path).replace("_", " ")
        numbered = option
        if count and not self.short:
            numbered = self.line("picked", index=count[0] + 1, count=count[1], option=option)
        seen = "?" if meant.kind in HIDDEN_KINDS else option
        prompt = prompt or self.where()
        turn = self.turns.turn
        short = self.wording.say("answer", turn=turn, who=who, prompt=prompt, option=option)
        return Message(
            "" if self.short else self.line(event.kind, option=numbered, **asks),
            event.seen,
            asker=seat,
            outside=self.line("ask", option=seen, **asks),
            hidden=self.hidden(asks),
            short=short,
            forced=not count,
            pick=site if asked.several else -1,
            ends=meant.passes,
        )

    forced = ask

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

    def attach(self, event: Event) -> str:
        card, bearer = event.values
        return self.line("attach", card=self.card(card), bearer=self.card(bearer))

    def detach(self, event: Event) -> str:
        return self.line("detach", card=self.card(event.values[0]))

    def reveal(self, event: Event) -> Message:
        seat, *cards = event.values
        to = self.seat(seat) if int(seat) >= 0 else self.wording.say("all")
        hidden = self.line("reveal hidden", who=to)
        text = self.line("reveal", cards=self.values("card", cards), who=to)
        return Message(text, event.seen, hidden=hidden, always_seen=True)

    def give(self, event: Event) -> Message:
        card, old, new = event.values
        text = self.line("give", card=self.card(card), old=self.seat(old), new=self.seat(new))
        return Message(text, event.seen, named=self.short)

    # ---- values

    def change(self, event: Event) -> Message | None:
        name, owner, old, new = event.values
        spec = self.program.fields[str(name)]
        if name in self.sides:
            self.sides[str(name)] = int(new)
        if spec.seen_from and self.reader not in (-1, self.sides[spec.seen_from]):
            old, new = -int(old), -int(new)
        if spec.quiet or spec.secret == "inner":
            return None
        what = spec.title if spec.printed else self.called("field", str(name))
        if spec.per == "card":
            what = self.wording.say("of", thing=what, owner=self.card(owner))
        elif spec.per == "player":
            what = self.wording.whose(what, int(owner))
        before, after = (self.value(spec.type, v) for v in (old, new))
        began = self.short and before == self.wording.say("none")
        key = "begin" if began else "change"
        text = self.line(key, what=what, old=before, new=after)
        return Message(text, event.seen, named=self.short and spec.per == "card")

    def modify(self, event: Event) -> str | None:
        _, target, _, _, moment, tag = event.values
        tail = ""
        if int(moment) >= 0:
            known = self.program.moments[int(moment)]
            tail = self.wording.say(UNTIL.get(known.kind, "until"), moment=self.moment(known))
        tail += self.wording.say("as", tag=tag) if tag and not self.short else ""
        return self.changed(event, int(target), tail)

    def moment(self, moment: Moment) -> str:
        """`turn`, a phase or step, `verb x`."""
        if not self.language or moment.kind == "game":
            text = str(moment._replace(seat=-1)).removeprefix("start of ")
            return text if moment.seat < 0 else f"{text} of {self.seat(moment.seat)}"
        if moment.kind == "condition":
            return ""
        if moment.kind == "turn":
            return self.line("the turn")
        name = moment.name.partition(":")[0]
        of_verb = moment.kind in ("verb", "event")
        called = self.called("verb", name) if of_verb else self.wording.step(name)
        if self.short and not of_verb:
            called = self.wording.stage(name)
        whose = self.wording.whose(called, moment.seat)
        ends = self.short and not of_verb and moment.kind != STEP_START
        return self.wording.say("short step end", step=whose) if ends else whose

    def expire(self, event: Event) -> str | None:
        name, key, *_ = event.values
        return self.changed(event, self.targets.get((str(name), int(key)), int(key)))

    def changed(self, event: Event, target: int, tail: str = "") -> str | None:
        """What was modified, and how much or by which member of a list; None if that is nothing."""
        name, _, operation, amount, *_ = event.values
        if CHANGES_NOTHING.get(str(operation)) == amount:
            return None
        how, kind = "", self.words.lists.get(str(name), "number")
        what = self.modified(str(name), target)
        head, _, of = kind.partition(":")
        if head in ("kind", "copy"):  # what a card is made
            operation = "copy" if head == "copy" else "be" if int(amount) else "cease"
            what = self.card(target)
            how = f" {self.called('card', of) if of else self.value(kind, amount)}"
        elif operation != "void":
            if self.short and operation == "raise" and int(amount) < 0:
                operation, amount = "lower", -int(amount)
            how = f" {self.value(kind, amount)}"
        operated = self.line(f"operation {operation}")
        if operated[-1:] in SIGNS:  # before the number itself
            how = how.lstrip()
        return self.line(event.kind, what=what, operation=operated, amount=how) + tail

    def modified(self, name: str, target: int) -> str:
        """A property, and whose."""
        spec = self.program.properties[name]
        called = self.called("property", spec.word)
        if spec.of not in ("card", "player", "part"):
            return called
        kind = f"part:{spec.part}" if spec.of == "part" else spec.of
        return self.wording.say("of", thing=called, owner=self.value(kind, target))

    # ---- triggers, steps, verbs, the end

    def queue(self, event: Event) -> str:
        """A trigger waits, or waits no longer."""
        name, *arguments = event.values
        entry = (self.triggers[str(name)], *map(int, arguments))
        if event.kind == "queue":
            self.waiting.append(entry)
        elif entry in self.waiting:
            self.waiting.remove(entry)
        key = "wait" if event.kind == "queue" else "resolve"
        return self.line(key, what=self.wording.waiting(entry, marked))

    trigger = queue

    def enter(self, event: Event) -> str:
        path, player = event.values
        self.turns.enter(str(path), int(player))
        self.steps.append(str(path))
        if self.short:
            return self.new_turn()
        whose = f" {self.seat(player)}" if int(player) >= 0 else ""
        return f"{self.where()}{whose}"

    def new_turn(self) -> str:
        """While playing, only turns have a message, not each step."""
        turn = self.turns.turn
        is_new = turn not in (0, self.last_turn)
        self.last_turn = turn
        return self.line("where", turn=turn) if is_new else ""

    def leave(self, event: Event) -> None:
        path = str(event.values[0])
        while path in self.steps and self.steps.pop() != path:
            pass

    def verb(self, event: Event) -> Message | None:
        """For all: whoever did not see the cards in it reads that it was some card."""
        text = self.verb_text(event)
        return None if text is None else Message(text, self.all_seats)

    def verb_text(self, event: Event) -> str | None:
        name, stage, *arguments = event.values
        if stage == "ends":
            return None
        if name == ABILITY_USED:
            _, card, ability = map(int, arguments)
            return self.line("use", what=self.wording.spoken(card, ability, marked))
        if name == MISFIRE:
            return self.line("misfire")
        if name == ELIMINATED:
            return self.line("eliminated", who=self.seat(arguments[0]))
        # the events of an action are those of a verb
        kind = "action" if f"action {name}" in self.wording.tongue.titles else "verb"
        parts = [self.called(kind, str(name)), *self.arguments(str(name), [*map(int, arguments)])]
        if stage != "begins":
            parts.append(self.wording.say(f"stage {stage}"))
        return self.line("verb", what=" ".join(parts))

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
                what = self.values(kind.rstrip("*"), taken)
                yield f"{self.wording.say(f'to {preposition}')} {what}"
        yield from (f"{self.wording.say('to with')} {value}" for value in values[at:])

    def end(self, event: Event) -> Message:
        by_place: dict[int, list[str]] = {}
        for seat, place in enumerate(map(int, event.values)):
            by_place.setdefault(place, []).append(self.seat(seat))
        order = [", ".join(by_place[place]) for place in sorted(by_place)]
        text = self.line("end won", who=order[0]) if order else self.line("end drawn")
        if len(order) > MOST_PLAIN:
            text += "".join(self.wording.say("end then", who=who) for who in order[1:])
        return Message(text, event.seen, short=f"t{self.turns.turn} {text}")
