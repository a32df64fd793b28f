"""What each seat is told of a game at the terminal: the same as at any other table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from ...dsl.nodes.dataclass import dataclass
from ...interpreter.messages.wording import say
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.rules import Rules
from ...table.readers.describing import schema_of
from ...table.readers.playing import Playing
from ...table.readers.reader import reader_of, seat_reader
from ...table.readers.stream import Stream

Plain = Mapping[str, Any]
Seat = str | None  # None: one who only looks on, and sees everything
TOLD = frozenset(
    ("choice", "value", "step", "wait", "trigger", "use", "end")
)  # to one who looks on


@dataclass(frozen=True, slots=True)
class Offered:
    """What may be chosen, for all options that come to the same: `numbers` are theirs."""

    numbers: tuple[int, ...]
    text: str


class Telling:
    """The streams of the seats that play here, in step with a game."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.schema: Plain = schema_of(rules, language)
        self.language = language
        self.playing: Playing | None = None
        self.streams: dict[Seat, Stream] = {}
        self.heard: dict[Seat, int] = {}  # by seat: events that it was shown
        looks = self.schema["looks"]
        left_out: Sequence[str] = looks["hidden"] if looks is not None else ()
        self.hidden = frozenset(left_out)  # zones and values that are not shown
        self.no_marks = frozenset(map(self.title, left_out))

    def told(self, game: Game, seat: Seat) -> Plain:
        """The view of a seat, by the contract of tables, as the game stands."""
        answers = game.answers
        done = len(self.playing.answers) if self.playing is not None else 0
        if self.playing is None or answers[:done] != (*self.playing.answers,):
            self.playing, self.streams = Playing(game.live()[0]), {}
        if seat not in self.streams:
            self.playing.restart(())
            self.streams = {one: self.stream(one) for one in {*self.heard, *self.streams, seat}}
        for index in answers[len(self.playing.answers) :]:
            self.playing.apply(index)
            for stream in self.streams.values():
                stream.advance()
        for one, stream in self.streams.items():  # less was heard where answers are taken back
            self.heard[one] = min(self.heard.get(one, 0), stream.events)
        return self.streams[seat].view()

    def stream(self, seat: Seat) -> Stream:
        assert self.playing is not None
        setup = self.playing.setup
        reader = reader_of(setup, "all") if seat is None else seat_reader(setup.seats.index(seat))
        stream = Stream(self.playing, reader, self.language)
        stream.advance()
        return stream

    # ---- what happened

    def news(self, game: Game, seat: Seat) -> list[str]:
        """What happened since this seat last heard of the game, a line each; for one who looks on
        without what can be seen on a table.
        """
        told = self.told(game, seat)
        names = dict(self.names(told))
        heard, self.heard[seat] = self.heard[seat], told["at"]["event"]
        events = [event for beat in self.streams[seat].beats for event in beat["events"]]
        fresh = (event for event in events if event["n"] > heard)
        lines = (self.line(one, names) for one in fresh if seat is not None or one["kind"] in TOLD)
        return [line for line in lines if line]

    def line(self, event: Plain, names: Mapping[str, str]) -> str:
        """An event in words; nothing for what the looks leave out."""
        if event["kind"] == "figure":
            figure = self.schema["figures"][event["name"]]["title"]
            card = names.get(event["card"])
            shown = card is not None and None not in (event["old"], event["new"])
            return f"{card}: {figure} {event['old']} -> {event['new']}" if shown else ""
        if event["kind"] == "value" and event["name"] in self.hidden:
            return ""
        return text_of(event.get("text", ()))

    # ---- in words

    def offered(self, told: Plain) -> list[Offered]:
        """The options of the open choice: how many are alike, what each costs, what a pass ends."""
        choice = told["choice"]
        ends = "picks" not in choice  # how many were picked is in the question already
        return [Offered(tuple(one["same"]), self.option(one, ends)) for one in choice["options"]]

    def option(self, option: Plain, ends: bool) -> str:
        text = str(option["text"])
        hidden = max((on.get("hidden", 0) for on in option.get("on", ())), default=0)
        if len(option["same"]) > 1 and not hidden:
            text = say(self.language, "alike", text=text, count=len(option["same"]))
        if ends and option.get("means"):
            text = f"{text}: {option['means']}"
        costs = [f"{self.title(name)} -{lower}" for name, lower in option.get("costs", {}).items()]
        return f"{text}  [{', '.join(costs)}]" if costs else text

    def title(self, value: str) -> str:
        """What a value is called."""
        known = self.schema["values"].get(value)
        return str(known["title"]) if known is not None else value

    def asks(self, told: Plain) -> str:
        """Whose effect asks, in the words of its card; nothing where the rules do."""
        source = told["choice"].get("source")
        if source is None:
            return ""
        card = self.schema["cards"][source["code"]]
        if "words" not in source:
            return str(card["name"])
        begin, end = source["words"]
        return f"{card['name']}: {card['texts'][source['text']]['text'][begin:end]}"

    def around(self, told: Plain) -> Iterator[str]:
        """What waits, and what points at what."""
        names = dict(self.names(told))
        for one in told["waiting"]:
            yield say(self.language, "waits", what=text_of(one["text"]))
        for link in told["links"]:
            end = link["end"].get("seat") or names.get(link["end"].get("card"))
            if end and link["start"] in names:
                yield f"{link['title']}: {names[link['start']]} -> {end}"

    def names(self, told: Plain) -> Iterator[tuple[str, str]]:
        """The names of cards by their ids."""
        for zone in told["zones"]:
            for thing in zone["objects"]:
                for card in thing["cards"]:
                    if "id" in card and "code" in card:
                        yield card["id"], str(self.schema["cards"][card["code"]]["name"])

    # ---- on the table

    def table(self, view: Plain, told: Plain) -> Plain:
        """A view of the game as it is shown: with the figures of cards, and without what the
        format keeps for itself.
        """
        zones = [
            {**zone, "cards": [*self.cards(zone["cards"], same)]}
            for zone, same in zip(view["zones"], told["zones"], strict=True)
            if zone["zone"] not in self.hidden or zone["count"]
        ]
        players = {
            one["name"]: {**view["players"][one["name"]], "fields": self.fields(one["values"])}
            for one in told["seats"]
        }
        fields = self.fields(told["values"])
        return {**view, "zones": zones, "fields": fields, "players": players}

    def fields(self, values: Plain) -> dict[str, object]:
        """Values with a title that the looks do not leave out."""
        rows = ((name, value) for name, value in values.items() if name not in self.hidden)
        return {name: plain_value(value) for name, value in rows}

    def cards(self, cards: Sequence[Plain | None], zone: Plain) -> Iterator[Plain | None]:
        """The cards of a zone, with what the contract tells of them."""
        turned: Plain = self.schema["zones"][zone["id"]]["turned"]
        usual = next(iter(turned), None)
        told = [(card, thing) for thing in zone["objects"] for card in thing["cards"]]
        for number, card in enumerate(cards):
            if card is None or len(told) != len(cards):  # of some only the number is told
                yield card and {**card, "fields": {}}
                continue
            same, thing = told[number]
            found = {**card, "fields": self.fields(same.get("values", {}))}
            if same is thing["cards"][-1]:
                marks = (mark for mark in thing.get("marks", ()) if mark not in self.no_marks)
                found["fields"] |= dict.fromkeys(marks, True)
                found["figures"] = [*self.figures_of(same["code"], thing)] if "code" in same else []
            if "turned" in card:
                found["turned"] = None if card["turned"] == usual else turned[card["turned"]]
            yield found

    def figures_of(self, code: str, thing: Plain) -> Iterator[str]:
        """`470 (430)`: a figure now, and what is printed if it is another."""
        looks, kind = self.schema["looks"], self.schema["cards"][code]["kind"]
        face = looks["faces"].get(kind) if looks is not None else None
        large = face["figure"] if face is not None else ()
        for word, rows in thing.get("figures", {}).items():
            known = self.schema["figures"][word]
            changed = any(row["now"] != row["printed"] for row in rows)
            unknown = any(row["now"] is None for row in rows)  # it hangs on cards not known
            if unknown or not (changed or known["prints"] in large):
                continue
            said = "/".join(map(figure, rows))
            yield said if known["prints"] in large else f"{known['title']} {said}"


def figure(row: Plain) -> str:
    """One figure."""
    now, printed = row["now"], row["printed"]
    return str(now) if printed in (now, None) else f"{now} ({printed})"


def plain_value(value: object) -> object:
    """A value of the contract in a word; a card that it names is told by links and marks."""
    if not isinstance(value, dict):
        return value
    return cast(Plain, value).get("seat")


def text_of(pieces: Iterable[Any]) -> str:
    """A text of the contract."""
    return "".join(str(one if isinstance(one, str) else one["text"]) for one in pieces)
