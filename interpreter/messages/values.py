"""Names, values and options of one setup in words. Who hears them decides what a card is
called: `mention(card, tail)` gives its name with what is said of it, or hides both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...dsl.ir.ir import NO_NUMBER, Site
from ...dsl.ir.names import SETUP
from ...dsl.ir.options import SHARES, ZERO, unpacked
from ...dsl.ir.wordbook import Tongue, Wordbook
from ..backend.layout import PICKED, State
from ..runtime.match import Match
from .wording import asked, engine_of, say, titled

Mention = Callable[[int, str], str]


class Meant(NamedTuple):
    """What an option stands for: a label, and a thing of a kind (-1: none)."""

    label: str
    kind: str
    thing: int
    passes: bool = False


class Wording:
    """The words of a format for the seats of one setup, in one of its languages; in none,
    they are as the rules have them.
    """

    def __init__(
        self, words: Wordbook, match: Match, seats: Sequence[str], language: str = ""
    ) -> None:
        self.words = words
        self.match = match
        self.seats = tuple(seats)
        self.language = language
        self.tongue = words.tongues.get(language) or plain_tongue(words)
        self.program = match.program
        self.triggers = match.program.trigger_abilities

    # ---- single things

    def card(self, card: int) -> str:
        """The name of a card, with its code if others share the name."""
        return self.printed(self.match.cards[card][0])

    def printed(self, number: int) -> str:
        """The same of a card by its number in the format."""
        card = self.words.cards[number]
        shared = card.name in self.words.shared_names
        return f"{card.name} ({card.code})" if shared else card.name

    def seat(self, seat: int) -> str:
        return self.seats[seat] if 0 <= seat < len(self.seats) else self.say("nobody")

    @property
    def engine(self) -> dict[str, str]:
        """What the engine says in the language."""
        return engine_of(self.language)

    def say(self, key: str, **parts: object) -> str:
        return say(self.language, key, **parts)

    def title(self, kind: str, name: str) -> str:
        """What a thing of the rules is called."""
        key = f"{kind} {name}"
        found = self.tongue.titles.get(key) or self.words.titles.get(key)
        return found or titled(name)

    def field(self, name: str) -> str:
        """What a gauge, a note or an option is called."""
        for key in (f"gauge {name}", f"note {name}"):
            found = self.tongue.titles.get(key) or self.words.titles.get(key)
            if found:
                return found
        return titled(name)

    def label(self, text: str) -> str:
        """A prompt or the label of an option."""
        return self.tongue.texts.get(text) or asked(self.language, text)

    def zone(self, name: str, owner: int) -> str:
        """`ana's hand`."""
        return self.whose(self.title("zone", name), owner)

    def whose(self, thing: str, owner: int) -> str:
        """A thing of a seat; of nobody (-1) the thing alone."""
        return self.say("whose", owner=self.seat(owner), thing=thing) if owner >= 0 else thing

    def sentence(self, ability: int) -> str:
        """An ability as it was read."""
        known = 0 <= ability < len(self.tongue.abilities)
        return self.tongue.abilities[ability] if known else ""

    def part(self, name: str, part: int, mention: Mention) -> str:
        """`"Wolf" blow Sword`: a part of a card, behind the card's name."""
        names = self.tongue.parts.get(name, ("",))
        card, place = divmod(part, len(names))
        return mention(card, f" {names[place]}")

    def value(self, kind: str, number: int, mention: Mention) -> str:
        """A value of some kind."""
        head, _, of = kind.partition(":")
        if head == "number":
            return self.say("none") if number == NO_NUMBER else str(number)
        if head == "copy":
            return f'"{self.words.cards[-2 - number].name}"'
        if number < 0:
            return self.say("none")
        match head:
            case "card":
                return mention(number, "")
            case "print":
                return self.printed(number)
            case "player":
                return self.seat(number)
            case "truth":
                return self.say("yes" if number else "no")
            case "symbol":
                return _entry(self.tongue.symbols.get(of, ()), number)
            case "name":
                return _entry(self.program.names, number)
            case "record":
                return _entry(self.tongue.records, number)
            case "part":
                return self.part(of, number, mention)
            case "keyword":
                return self.sentence(number).rstrip(".")
            case "phase":
                return self.step(_entry(self.words.phases, number))
            case _:
                return str(number)

    # ---- options

    def card_of(self, meant: Meant, queue: Sequence[Sequence[int]]) -> int:
        """The card an option is about; -1 if it is about none."""
        if meant.thing < 0:
            return -1
        if meant.kind == "ability":
            return self.ability_used(meant.thing)[1]
        if meant.kind == "trigger":
            return int(queue[meant.thing][1])
        head, _, of = meant.kind.partition(":")
        if head == "part":
            return meant.thing // len(self.words.parts[of])
        return meant.thing if meant.kind == "card" else -1

    def option(self, meant: Meant, queue: Sequence[Sequence[int]], mention: Mention) -> str:
        """The text of an option."""
        label = self.label(meant.label)
        if meant.thing < 0 and meant.kind != "number":
            return label or self.say("none")
        if meant.kind == "ability":
            ability, card = self.ability_used(meant.thing)
            element = self.spoken(card, ability, mention)
        elif meant.kind == "trigger":
            element = self.waiting(queue[meant.thing], mention)
        else:
            element = self.value(meant.kind, meant.thing, mention)
        return self.say("doing", label=label, element=element) if label else element

    def ability_used(self, thing: int) -> tuple[int, int]:
        """The ability and the card that an option to use an ability is about."""
        return unpacked(thing, len(self.words.abilities))

    def waiting(self, entry: Sequence[int], mention: Mention) -> str:
        """A trigger that waits: its card, and what it says."""
        ability = self.triggers[int(entry[0])]
        if len(entry) < 2 or int(entry[1]) < 0:
            return self.sentence(ability)
        return self.spoken(int(entry[1]), ability, mention)

    def spoken(self, card: int, ability: int, mention: Mention) -> str:
        """An ability of a card: the card, and what it says."""
        sentence = self.sentence(ability)
        return mention(card, f": {sentence}" if sentence else "")

    # ---- where we are

    def step_of(self, state: State) -> str:
        """The path of the innermost step in which a state waits."""
        found = ""
        for pause in self.match.why(state):
            found = pause.step or found
        return found

    def step(self, path: str) -> str:
        """A phase or step by itself."""
        if path == SETUP:
            return self.say(SETUP)
        known = self.tongue.titles.get(f"phase {path}")
        return known or self.words.steps.get(path, titled(path))

    def step_title(self, path: str) -> str:
        """`main phase, start`."""
        parts = path.split(".")
        paths = [".".join(parts[: i + 1]) for i in range(len(parts))]
        return ", ".join(map(self.step, paths))

    def stage(self, path: str) -> str:
        """The same for those who play: without the steps that have no title, if others have one."""
        parts = path.split(".")
        paths = [".".join(parts[: i + 1]) for i in range(len(parts))]
        titles = self.tongue.titles, self.words.titles
        named = [one for one in paths if any(f"phase {one}" in each for each in titles)]
        return ", ".join(map(self.step, named or paths[-1:]))

    def prompt(self, site: Site, state: State) -> str:
        """What a player is asked, and when; of several picks, which one it is."""
        prompt = titled(self.label(site.prompt))
        if len(state[PICKED] or ()) == 3 and state[PICKED][2] > 1:
            before, least, most = state[PICKED]
            key = "picking" if least == most else "picking up to"
            prompt = self.say(key, prompt=prompt, number=before + 1, count=most)
        step = self.step_title(self.step_of(state))
        return self.say("asking", step=step, prompt=prompt) if step and prompt else prompt or step


def meant_by(site: Site, option: int) -> Meant:
    """What an option of a site is about."""
    if option < 0:
        return Meant(site.passing or "pass", "nothing", -1, True)
    if site.kind == "label":
        return Meant(site.labels[option], "nothing", -1)
    if site.kind == "action":
        action, thing = unpacked(option, len(site.labels))
        return Meant(site.labels[action], site.element_kinds[action], thing)
    if site.kind.startswith("share:"):
        share, thing = unpacked(option, SHARES)
        return Meant(str(share), site.kind.removeprefix("share:"), thing)
    if site.kind == "chosen_number":
        return Meant("", "number", option - ZERO)
    return Meant("", site.kind, option)


def plain_tongue(words: Wordbook) -> Tongue:
    """How the rules themselves say it."""
    return Tongue(
        symbols=words.symbols, abilities=words.abilities, records=words.records, parts=words.parts
    )


def _entry(names: Sequence[str], number: int) -> str:
    return str(names[number]) if number < len(names) else str(number)
