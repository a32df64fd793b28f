"""What an option costs and what it asks next, tried on a copy of the game, as far as the seat that
chooses could know it: up to anything that comes by chance, is shown, is somebody else's, or follows
from a card that the seat does not know or a note that it may not read. Nothing is tried where
somebody's secret choice may not be carried out yet.
"""

from __future__ import annotations

from ...dsl.ir.names import ABILITY_USED
from ...interpreter.backend.layout import SEAT, SITE, STACK, State
from ...interpreter.knowledge.carried import CarriedLog, watch
from ...interpreter.knowledge.record import Entry
from ...interpreter.questions.sight import Unseen
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.match import RECORDING
from .guarding import guarded_match
from .seeing import Seeing, is_told

STOPS = frozenset(("asked", "forced", "random", "shuffled", "revealed", "triggered", "ended"))
UNSURE = frozenset(("random", "shuffled", "revealed", "ended"))
MOST_OPTIONS = 60  # that are tried at one choice


class Trying:
    """Tries the options of one choice."""

    def __init__(self, seeing: Seeing, seat: int) -> None:
        self.seeing, self.seat = seeing, seat
        self.tried = 0
        self.fields = seeing.match.compiled(RECORDING).symbols.fields

    def option(self, index: int) -> tuple[dict[str, int], str | None]:
        """By gauge how much lower it is at once, and the kind of the next choice."""
        self.tried += 1
        if self.tried > MOST_OPTIONS:
            return {}, None
        seeing = self.seeing
        guarded = guarded_match(seeing.match)
        if guarded.is_secretive(seeing.state):
            return {}, None
        with guarded.looking(seeing.unknown) as engine:
            state: State = engine.clone(seeing.state)
            guarded.hide(state, seeing.unknown, seeing.legible)
            log = watch(seeing.setup, state, seeing.playing.log.procedures)
            try:
                engine.apply(state, index)
            except RuleFault:
                return {}, None
            except Unseen:  # what was done before is certain
                return self.costs(log), None
            return self.costs(log), self.then(log, state)

    def costs(self, log: CarriedLog) -> dict[str, int]:
        """The gauges that are lower before anything else is asked or carried out."""
        before = self.seeing.playing.log.now()
        found: dict[str, int] = {}
        for number, (entry, carried) in enumerate(log.fresh_entries()):
            if number and (self.stops(entry) or len(carried) > len(before)):
                break
            if entry[0] == "changed":
                name, lower = self.lowered(entry)
                if name:
                    found[name] = found.get(name, 0) + lower
        return {name: lower for name, lower in found.items() if lower > 0}

    def stops(self, entry: Entry) -> bool:
        """Whether the seat cannot be sure of what comes with or behind an entry."""
        name, *arguments = entry
        if name == "announced":
            return self.seeing.playing.log.procedures.verbs[int(arguments[0])] == ABILITY_USED
        if name in ("moved", "swapped"):
            return not self.seeing.knows(int(arguments[0]))
        return name in STOPS

    def lowered(self, entry: Entry) -> tuple[str, int]:
        """The gauge that a change makes lower, and by how much for the seat; else no name."""
        number, owner = int(entry[1]), int(entry[2])
        name, spec = self.fields[number]
        mine = spec.per == "game" or (spec.per == "player" and owner == self.seat)
        if not mine or spec.low is None or not is_told(name, spec) or spec.is_kept_secret:
            return "", 0
        old, new = int(entry[3]), int(entry[4])
        turned = self.seeing.legible.turned_round(spec)
        return name, (new - old) if turned else (old - new)

    def then(self, log: CarriedLog, state: State) -> str | None:
        """The kind of the choice that follows at once, within what the option sets off: whether
        others had something to do behind it is not for this seat to know.
        """
        before, after = self.seeing.state[STACK], state[STACK]
        if int(state[SEAT]) != self.seat or len(after) <= len(before):
            return None
        for number, (entry, _) in enumerate(log.fresh_entries()):
            if entry[0] in UNSURE or (entry[0] in ("moved", "swapped") and self.stops(entry)):
                return None
            if number and entry[0] in ("asked", "forced") and int(entry[1]) != self.seat:
                return None
        return self.seeing.program.sites[int(state[SITE])].kind
