"""One match: a compiled program, its cards, and the engines that play its states.

    match = Match(program, cards, starts)
    state = match.new_state(seed=7)          # cards in their first zones, nothing has run
    match.begin(state)                       # up to the first choice
    while state[SEAT] >= 0:                  # -1: over, see state[RESULT]
        match.apply(state, 0)                # answers state[OPTIONS][0]

A `RuleFault` may leave the state half changed: whoever needs it whole keeps a clone or the
answers so far. A state changes over between variants at any choice. Cell `RECORDER` holds a
`Recorder` once a recording variant has touched the state; other variants neither need nor
feed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, cast

from ...dsl.ir.ir import NONE, Invariant, Program
from ...dsl.ir.names import OWNED, OWNER, PLACE, field_table
from ...dsl.ir.standing import Groups
from ...dsl.nodes.dataclass import dataclass
from ..backend.compile import Code, Compiled, LazyCode, Row, Variant, compile_plan, new_plan
from ..backend.layout import OPTIONS, RECORDER, RESULT, RNG, SEAT, SEQUENCE, SITE, STACK, State
from ..backend.writer import Plan
from ..knowledge.record import GameRecorder, Recorder
from ..transcript.state_json import state_from_plain, state_to_plain
from .chance import Chance
from .faults import CannotCompile, GameOver, RuleFault, StepNotReached
from .natives import BUILTINS, GENERATED, NATIVES, layer_plans
from .of_program import NOWHERE, entry, of_program, picked
from .rng import below, shuffle, start

PLAIN = Variant()
RECORDING = Variant(record=True)
BUDGET = 200_000
Rest = tuple[int, int, int]  # what is left of the budgets, steps and looks; what changed since
MOST_LOOKS = 5_000_000  # members of sets that are looked at, times all cards there are


Compile = Callable[[Program, Variant], Code]
Broken = tuple[Invariant, tuple[int, ...]]  # what does not hold, and for whom


@dataclass(frozen=True, slots=True)
class Engine:
    """The functions of one variant. `lines[place]` counts runs of a `Line` in the variant
    that does. Those that are `stopping`, in a variant that records, stop before each choice, also
    before one with a single option: the same events and states follow from that option, 0, and
    the same faults if it goes on with what they give.
    """

    begin: Callable[[State], None]
    apply: Callable[[State, int], None]
    begin_stopping: Callable[[State], Rest]
    apply_stopping: Callable[..., Rest]  # state, option, what the answer before has left
    clone: Callable[[State], State]
    seek: Callable[[State, int, int], bool]
    lines: list[int]
    namespace: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pause:
    """One frame of a state: the procedure and the step that it is the body of ("": of none), the
    place of its rule and its live locals by name.
    """

    procedure: str
    step: str
    place: int
    values: dict[str, int | tuple[int, ...]]


def _engine_in(namespace: dict[str, Any], lines: list[int]) -> Engine:
    return Engine(
        namespace["begin"],
        namespace["apply"],
        namespace["begin_stopping"],
        namespace["apply_stopping"],
        namespace["clone"],
        namespace["seek"],
        lines,
        namespace,
    )


class Match:
    """`cards` is (definition index, owner seat; -1: the table's) by instance id; `starts` where
    they lie, bottom to top.

    Every card must lie in one zone; a shared zone has owner -1. `budget` bounds the loop
    heads and calls between two choices. `compile` may be replaced by a caching one. Variants that
    ask what chance brings ask `chance`.
    """

    def __init__(
        self,
        program: Program,
        cards: Sequence[tuple[int, int]],
        starts: Mapping[tuple[str, int], Sequence[int]],
        *,
        budget: int = BUDGET,
        compile: Compile | None = None,
        chance: Chance | None = None,
    ) -> None:
        self.program = program
        self.chance = chance or Chance()
        self._shared = of_program(program)
        self.layout = self._shared.layout
        self.cards = tuple(cards)
        self.starts = {zone: tuple(members) for zone, members in starts.items()}
        if sorted(c for members in self.starts.values() for c in members) != [*range(len(cards))]:
            raise CannotCompile("each card must lie in exactly one zone")
        self.budget = budget
        self.lies: Sequence[int] | None = None  # of one that was dealt: see `dealt`
        self._dealt_from: Match | None = None
        self._is_stale = False
        self._compile = compile or self._compile_from_plan
        self._plans: dict[bool, Plan] = {}
        self._compiled: dict[Variant, Code] = {}
        self._engines: dict[Variant, Engine] = {}
        self._plain: Engine | None = None
        self._names: dict[str, Any] | None = None  # see `_printed`
        self._unbegun: dict[bool, State] = {}  # recorded or not, from these starts:
        self._begins_with: Mapping[tuple[str, int], Sequence[int]] = self.starts

    @cached_property
    def tables(self) -> dict[str, list[Any]]:
        """Each table by instance id, with one entry more, read for card -1."""
        if self._dealt_from is not None and self.lies is not None:
            return self._dealt_tables(self._dealt_from, self.lies)
        tables, shared = dict[str, list[Any]](), self._shared
        numbers = [definition for definition, _ in self.cards]
        for name, column in self.program.tables.items():
            tables[name] = found = [column[number] for number in numbers]
            found += shared.tables.get(name, ())
            sets = name in shared.with_sets and any(isinstance(value, tuple) for value in found)
            found.append(() if sets else NONE)
        tables[OWNER] = [*(owner for _, owner in self.cards), NONE]
        return tables

    # ---- engines

    def _compile_from_plan(self, program: Program, variant: Variant) -> Compiled:
        if variant.marks not in self._plans:
            self._plans[variant.marks] = new_plan(program, variant.marks)
        return compile_plan(self._plans[variant.marks], variant)

    def compiled(self, variant: Variant = PLAIN) -> Code:
        """The generated code of a variant, made when first asked for."""
        if variant not in self._compiled:
            self._compiled[variant] = self._compile(self.program, variant)
        return self._compiled[variant]

    def engine(self, variant: Variant = PLAIN) -> Engine:
        """The functions of a variant, made when first asked for; take them out of the loop
        for speed.
        """
        if self._is_stale:
            self._refresh()
        engine = self._engines.get(variant)
        if engine is None:
            engine = self._engines[variant] = self._new_engine(variant)
            if not isinstance(self.compiled(variant), LazyCode):
                self._plain = self._engines.get(PLAIN)
        elif engine.namespace["M"] is not self:  # another match has played since
            engine.namespace.update(self._own(self.compiled(variant), engine.lines))
        return engine

    def _own(self, code: Code, lines: list[int]) -> dict[str, Any]:
        """What generated code has of this match alone."""
        return {
            "M": self,
            "H": lines,
            "budget": self.budget,
            "most_looks": MOST_LOOKS // max(len(self.cards), 1),
            "new_recorder": self.new_recorder,
            "changed": -1,
            "last": None,
            **{f"d{i}": one.due(self.bearers) for i, one in enumerate(code.watched)},
            **self._printed(code),
            **self._together(code),
        }

    def _together(self, code: Code) -> dict[str, frozenset[int]]:
        """The unions of sets of bearers that generated code of this variant asks for."""
        return {f"u{i}": self.united(groups) for i, groups in enumerate(code.unions)}

    def _new_engine(self, variant: Variant) -> Engine:
        compiled = self.compiled(variant)
        lines = [0] * len(self.program.places)
        if isinstance(compiled, LazyCode) and compiled.namespace is not None:
            compiled.namespace.update(self._own(compiled, lines))
            return _engine_in(compiled.namespace, lines)
        namespace: dict[str, Any] = {
            "__builtins__": BUILTINS,
            "F": compiled.symbols.codes,
            "L": layer_plans(self.program, compiled.symbols.tags),
            "N": compiled.line_places,
            "Z": self._zone_numbers(),
            "W": compiled.left,
            "E": compiled.ended,
            "below": below,
            "shuffle": shuffle,
            "RuleFault": RuleFault,
            "GameOver": GameOver,
            **self._own(compiled, lines),
            **GENERATED,
            **{f"h_{name}": helper for name, (helper, _) in NATIVES.items()},
        }
        for i, values in enumerate(self.program.lists.values()):
            namespace[f"g{i}"] = (*values, NONE)
            namespace[f"j{i}"] = (*values, ())
        seats = self.program.seats
        for steps in range(seats):
            following = ((seat + steps) % seats for seat in range(seats))
            namespace[f"o{steps}"] = (*following, NONE)
        compiled.enter(namespace)
        return _engine_in(namespace, lines)

    def _zone_numbers(self) -> list[int]:
        """By cell of a state: the number of the zone whose list lies there, else -1."""
        numbers = {name: i for i, name in enumerate(self.layout.zones)}
        found = self.layout.zone_at
        return [numbers[found[i][0]] if i in found else NONE for i in range(self.layout.size)]

    @cached_property
    def entries(self) -> dict[str, list[Any]]:
        """The same tables for reading one member: index -1, card -1 and a card that has no
        such entry read -1.
        """
        if self._dealt_from is not None and self.lies is not None:
            of, lies = self._dealt_from.entries, self.lies
            return picked(lies, of) | {OWNER: of[OWNER]}
        count, shared = len(self.cards), self._shared
        behind = len(next(iter(shared.tables.values()), ())) + 1
        nowhere: list[Any] = [NOWHERE] * (count + behind)
        return {
            name: [*map(entry, values[:count]), *shared.entries.get(name, ()), NOWHERE]
            if name in shared.with_sets
            else nowhere
            for name, values in self.tables.items()
        }

    @cached_property
    def bearers(self) -> list[tuple[int, ...]]:
        """The cards of each of the program's sets of bearers."""
        if self._dealt_from is not None and self.lies is not None:
            place_of = sorted(range(len(self.lies)), key=self.lies.__getitem__)
            return [tuple(sorted([place_of[c] for c in one])) for one in self._dealt_from.bearers]
        found = defaultdict[int, list[int]](list)  # most sets of a large pool have no card here
        for card, (definition, _) in enumerate(self.cards):
            for group in self._shared.groups.get(definition, ()):
                found[group].append(card)
        return [tuple(found.get(group, ())) for group in range(len(self.program.bearers))]

    @property
    def with_sets(self) -> frozenset[str]:
        """The tables that hold sets; by the program, as a match may have none of its cards."""
        return self._shared.with_sets

    def united(self, groups: Groups) -> frozenset[int]:
        """The cards of some sets of bearers."""
        sets = self.bearers
        return frozenset(card for group in groups for card in sets[group])

    def without_engines(self) -> None:
        """Forgets its engines, which have read its tables: for a copy that has others."""
        self._engines, self._plain, self._names, self._unbegun = {}, None, None, {}

    def dealt(self, lies: Sequence[int], into: Match | None = None) -> Match:
        """The same match with other cards in their places: by card which one lies there, of the
        same owner. `into`: a match that was dealt before, which becomes this one and is much
        faster to have; its games are over then. What generated code reads of cards is worked out
        when an engine is asked for.
        """
        found = copy(self) if into is None else into
        if into is None:
            found.without_engines()
        found._unbegun, found._plain = {}, None
        found.lies, found._dealt_from, found._is_stale = lies, self, True
        found.cards = tuple(
            (self.cards[card][0], owner) for card, (_, owner) in zip(lies, self.cards, strict=True)
        )
        found._names = None
        for name in ("tables", "entries", "bearers"):
            found.__dict__.pop(name, None)
        return found

    def _dealt_tables(self, of: Match, lies: Sequence[int]) -> dict[str, list[Any]]:
        """The tables of one that was dealt."""
        tables = picked(lies, of.tables) | {OWNER: of.tables[OWNER]}
        place_of = sorted(range(len(lies)), key=lies.__getitem__)
        for field, _ in self.program.deck.brings:  # these name cards
            values = tables[field_table(field)]
            values[: len(lies)] = [
                place_of[card] if isinstance(card, int) and card >= 0 else card
                for card in values[: len(lies)]
            ]
        return tables

    def _refresh(self) -> None:
        """Lets the engines read the cards as they lie now."""
        self._is_stale = False
        for variant, engine in self._engines.items():
            code = self.compiled(variant)
            engine.namespace.update(self._printed(code) | self._together(code), last=None)

    def _printed(self, code: Code) -> dict[str, Any]:
        """What generated code of any variant reads of cards, by the names that it has there."""
        if self._names is None:
            shared, bearers = self._shared, self.bearers
            names: dict[str, Any] = dict(zip(shared.bearing, bearers, strict=True))
            names.update(zip(shared.borne, map(frozenset, bearers), strict=True))
            for i, name in enumerate(code.symbols.tables):
                names[f"t{i}"], names[f"x{i}"] = self.tables[name], self.entries[name]
            self._names = names
        return self._names

    def new_recorder(self, state: State) -> Recorder:
        """A recorder that knows what the state shows now."""
        return Recorder(self.layout, self.compiled(RECORDING).symbols, state, len(self.cards))

    def new_game_recorder(self, state: State) -> GameRecorder:
        """The same for a whole game."""
        symbols = self.compiled(RECORDING).symbols
        return GameRecorder(self.layout, symbols, state, len(self.cards))

    # ---- playing

    def new_state(self, seed: int, recorded: bool = False) -> State:
        """A state whose game has not begun; one that is recorded has a `GameRecorder`."""
        if self._begins_with is not self.starts:
            self._unbegun, self._begins_with = {}, self.starts
        if recorded not in self._unbegun:
            self._unbegun[recorded] = self._first_state(recorded)
        state = self.layout.clone(self._unbegun[recorded])
        state[RNG] = start(seed)
        return state

    def _first_state(self, recorded: bool) -> State:
        found = self.layout.new_state(len(self.cards), self.starts, 0)
        for slot in self.layout.fields.values():
            if slot.spec.printed:
                column = self.tables[slot.spec.printed]
                found[slot.index] = [*column[: len(self.cards)], column[-1]]
        if recorded:
            found[RECORDER] = self.new_game_recorder(found)
        return found

    def begin(self, state: State, variant: Variant = PLAIN) -> None:
        """Runs up to the first choice or the end."""
        self.engine(variant).begin(state)

    def apply(self, state: State, index: int, variant: Variant = PLAIN) -> None:
        """Answers the choice with `state[OPTIONS][index]` and runs up to the next one or
        the end.
        """
        engine = self._plain if variant is PLAIN else None
        (engine or self.engine(variant)).apply(state, index)

    def begin_at(
        self, state: State, path: str, player: int = -1, variant: Variant | None = None
    ) -> None:
        """Runs from the start of step `path` (of `player`, -1: the first come to) to the
        first choice.

        Nothing before it is played: what the game needs must be in the state already.
        Raises `StepNotReached`.
        """
        variant = variant or Variant(seek=True)
        number = self.compiled(variant).symbols.path_numbers.get(path, -1)
        if number < 0 or not self.engine(variant).seek(state, number, player):
            raise StepNotReached(path, player)

    def clone(self, state: State) -> State:
        """An independent copy."""
        return self.engine(PLAIN).clone(state)

    def why(self, state: State) -> tuple[Pause, ...]:
        """The rules that wait, outermost first: "why am I asked this"."""
        table = self.compiled(PLAIN).continuations
        return tuple(self._pause(table[int(frame[0])], frame) for frame in state[STACK])

    def _pause(self, row: Row, frame: tuple[Any, ...]) -> Pause:
        values = dict(zip(row.values, frame[1:], strict=True))
        return Pause(row.procedure, row.step, row.place, values)

    # ---- invariants

    def is_at_rest(self, state: State) -> bool:
        """Whether a choice is open at which nothing is half done and no effect waits: where
        invariants are asked.
        """
        return state[SITE] in self.program.settled and not state[self.layout.queue]

    def broken(self, state: State, variant: Variant = PLAIN) -> list[Broken]:
        """The invariants that do not hold in a state, at rest or not."""
        engine, found = self.engine(variant), list[Broken]()
        functions = self.compiled(variant).symbols.functions
        for invariant in self.program.invariants:
            members = engine.namespace[f"f{functions[invariant.function]}"](state)
            if members:
                found.append((invariant, tuple(members)))
        return found

    # ---- comparing and saving

    def same(self, left: State, right: State) -> bool:
        """Whether two states are equal; what was recorded does not count."""
        return left[:RECORDER] == right[:RECORDER] and left[RESULT:] == right[RESULT:]

    def state_key(self, state: State) -> tuple[object, ...]:
        """All that makes a state, hashable; equal in every process."""
        cells = [
            tuple(cast(list[int], cell)) if isinstance(cell, list) else cell
            for cell in state[SEQUENCE:]
        ]
        end = NONE if state[RESULT] is None else state[RESULT]
        return (*state[STACK], *state[SEAT:OPTIONS], state[RNG], end, *cells)

    def hash(self, state: State) -> int:
        """The hash of `state_key`."""
        return hash(self.state_key(state))

    def to_plain(self, state: State) -> dict[str, Any]:
        """The state as JSON values under the names of the rules, for a save that outlives
        an edit.
        """
        return state_to_plain(self.layout, self.compiled(PLAIN), state)

    def from_plain(self, plain: Mapping[str, Any]) -> State:
        """The state of a save; raises `SaveMismatch` when the rules no longer fit it."""
        return state_from_plain(self.layout, self.compiled(PLAIN), len(self.cards), plain)

    # ---- reading and arranging by name (views, scenarios)

    def field(self, state: State, name: str, owner: int = -1) -> int:
        """The value of a field (or of a column such as `FACE`) of the game, a seat or a
        card.
        """
        slot = self.layout.field_slot(name)
        if slot.spec.per == "card":
            return state[slot.index][owner]
        return state[slot.index + owner] if slot.spec.per == "player" else state[slot.index]

    def set_fact(self, table: str, card: int, value: int) -> None:
        """Writes what only the match knows of a card, such as the part of a deck it came in,
        into a table; before the first game, for a table says the same in all of them.
        """
        self.tables[table][card] = value

    def set_field(self, state: State, name: str, value: int, owner: int = -1) -> None:
        """Sets a field from outside the rules; no event, no bounds."""
        slot = self.layout.field_slot(name)
        if slot.spec.per == "card":
            cells = state[slot.index] = state[slot.index].copy()
            cells[owner] = value
        else:
            state[slot.index + (owner if slot.spec.per == "player" else 0)] = value

    def zone(self, state: State, name: str, owner: int = -1) -> list[int]:
        """The live list of a zone, bottom first."""
        return state[self.layout.zone_index(name, owner)]

    def owner(self, state: State, card: int) -> int:
        """Whose a card is now; -1: nobody's."""
        slot = self.layout.fields.get(OWNED)
        return self.cards[card][1] if slot is None else state[slot.index][card]

    def lies_in(self, state: State, card: int) -> tuple[str, int]:
        """The zone and its owner (-1: shared) where a card lies."""
        return self.layout.zone_at[state[self.layout.columns[PLACE]][card]]
