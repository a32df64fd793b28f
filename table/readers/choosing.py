"""What a seat is asked now, as plain data of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...interpreter.backend.layout import OPTIONS
from ...interpreter.messages.message import marked
from ...interpreter.messages.values import Meant, meant_by
from ...interpreter.messages.wording import titled
from ...interpreter.runtime.choice import Choice, Option, OptionTexts
from .seeing import Plain, Seeing
from .trying import Trying


class Choosing:
    """The open choice of the seat that reads."""

    def __init__(self, seeing: Seeing) -> None:
        self.seeing = seeing
        self.playing = seeing.playing
        self.setup, self.state = seeing.setup, seeing.state
        self.wording = seeing.wording
        self.asker = self.playing.asked
        self.choice = Choice(self.setup, lambda _: self.state, self.state, self.wording.language)
        self.site = seeing.program.sites[self.playing.question()[1]]
        self.queue = self.state[seeing.match.layout.queue]
        self.meant = [meant_by(self.site, option) for option in self.state[OPTIONS]]
        self.cards = [self.wording.card_of(one, self.queue) for one in self.meant]

    def plain(self, identity: str, together: bool) -> Plain:
        """All of it."""
        place = self.seeing.program.places[self.site.place]
        now = self.seeing.resolving()
        found: Plain = {
            "id": identity,
            "seat": self.setup.seats[self.asker],
            "kind": self.site.kind,
            "prompt": self.choice.prompt,
            "asks": titled(self.wording.label(self.site.prompt)) or self.choice.prompt,
            "secret": self.site.secret,
            "together": together,
            "pays": self.site.pays,
            "back": self.playing.free_back(self.asker),
            "clause": self.choice.clause,
            "rule": rule_place(place.file, place.line),
            "options": self.options(),
        }
        if now:
            found["source"] = now[-1]
            found["effect_of"] = now[-1].get("of")
        if self.choice.picked is not None:
            picked, least, most = self.choice.picked
            found["picks"] = {"picked": picked, "least": max(least, 0), "most": most}
            found["picked"] = self.picked(picked)
        if self.choice.split is not None:
            left, behind, least, most = self.choice.split
            split = {"left": left, "behind": behind, "least": least}
            found["split"] = {**split, "most": None if most < 0 else most}
        return found

    def picked(self, count: int) -> list[str]:
        """The cards that were picked already."""
        asks = [event for event in self.playing.recorder.events if event.kind == "ask"]
        mine = [one.values[2] for one in asks[len(asks) - count :]] if self.is_of_cards else []
        found = (self.seeing.id_of(int(card)) for card in mine)
        return [one for one in found if one is not None]

    @property
    def is_of_cards(self) -> bool:
        """Whether what is chosen is a card."""
        return self.site.kind == "card"

    # ---- options

    def options(self) -> list[Plain]:
        """The options, those that come to the same together."""
        wording, state = self.wording, self.state
        known = OptionTexts(self.setup, wording, self.asker, lambda _: state).all()
        groups: dict[object, list[int]] = {}
        for number, one in enumerate(known):
            groups.setdefault(self.group_of(number, one), []).append(number)
        trying = Trying(self.seeing, self.asker)
        return [self.option(same, known[same[0]], trying) for same in groups.values()]

    def group_of(self, number: int, option: Option) -> object:
        """Equal for options between which there is nothing to choose."""
        card = self.cards[number]
        if card >= 0 and not self.seeing.knows(card) and self.seeing.id_of(card) is None:
            zone, owner = self.seeing.match.lies_in(self.state, card)
            if not self.seeing.program.zones[zone].tells_apart:
                return zone, owner, option.label
        return option.text, option.passes

    def option(self, same: Sequence[int], known: Option, trying: Trying) -> Plain:
        """One option, for all that come to the same."""
        first = same[0]
        meant, card = self.meant[first], self.cards[first]
        found: Plain = {"i": first, "same": [*same], "text": known.text}
        if known.label:
            found["do"] = known.label
        if known.passes:
            found["passes"] = True
            found["means"] = self.means()
        elif card >= 0:
            found["on"] = self.places(same)
            if (
                not self.is_followed(card)
                and not self.seeing.program.zones[
                    self.seeing.match.lies_in(self.state, card)[0]
                ].tells_apart
            ):
                found["text"] = self.hidden_text(meant)
        elif meant.kind == "player" and meant.thing >= 0:
            found["on"] = [{"seat": self.setup.seats[meant.thing]}]
        elif meant.thing >= 0 or meant.kind == "number":
            found["value"] = self.value(meant)
        costs, then = trying.option(first)
        if costs:
            found["costs"] = costs
        if then is not None:
            found["then"] = then
        return found

    def hidden_text(self, meant: Meant) -> str:
        """What is said of one of several hidden cards."""
        text = self.wording.option(meant, self.queue, marked)
        return self.seeing.speaking.plain(text, self.seeing.known)

    def is_followed(self, card: int) -> bool:
        """Whether the seat can point at a card."""
        return self.seeing.id_of(card) is not None

    def places(self, same: Sequence[int]) -> list[Plain]:
        """What on the table options are about, for each of them; for hidden cards once."""
        found: list[Plain] = []
        for number in same:
            card = self.cards[number]
            identity = self.seeing.id_of(card)
            if identity is not None:
                found.append({"card": identity})
                continue
            zone, owner = self.seeing.match.lies_in(self.state, card)
            of = self.seeing.seat(owner)
            if not self.seeing.program.zones[zone].tells_apart:
                return [{"zone": zone, "of": of, "hidden": len(same)}]
            members = self.seeing.match.zone(self.state, zone, owner)
            found.append({"zone": zone, "of": of, "place": members.index(card)})
        return found

    def value(self, meant: Meant) -> Any:
        """What is chosen, where it is no thing of the table."""
        if meant.kind in ("number", "truth"):
            return self.seeing.value(meant.kind, meant.thing)
        return self.wording.value(meant.kind, meant.thing, self.seeing.mention)

    def means(self) -> str | None:
        """What it ends to pass here."""
        if self.choice.picked is not None:
            return self.wording.say("ends picking", count=self.choice.picked[0])
        if self.site.kind != "action":
            return None
        step = self.wording.stage(self.wording.step_of(self.state))
        return self.wording.say("ends step", step=step) if step else None


def rule_place(file: str, line: int) -> Plain | None:
    """A line of the rules, without the folder it lies in."""
    return {"file": Path(file).name, "line": line} if file else None
