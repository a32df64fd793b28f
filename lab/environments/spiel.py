"""A format as a game of OpenSpiel: chance in nodes of its own, so that algorithms walk the tree.

A shuffle is a node for each card that is laid, a draw is one; who knows the same has the same state
of information.
"""

# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false
# The library is an extra, which a check of types may have to do without.
from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pyspiel

from ...interpreter.backend.layout import OPTIONS, SEAT, State
from ...interpreter.backend.writer import Variant
from ...interpreter.knowledge.view import View
from ...interpreter.runtime.chance import Chance
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.transcript import story_of
from ..bots.choosing import CAP
from ..bots.worth import rewards

ACTIONS = 256
OUTCOMES = 1024  # of one draw of chance, at most
ASKING = Variant(record=True, chance=True)

TABLES: dict[str, Any] = {}  # by the names of the games: what unpickles, finds them

Returns = Callable[[Game], Sequence[float]]  # what a game that is over is worth to each seat


class Wanted(Exception):
    """Chance has to bring one of so many outcomes."""


class Outcomes(Chance):
    """Chance as a tree has it: what was said, then it is asked for more."""

    def __init__(self) -> None:
        self.said: list[int] = []
        self.used = 0

    def below(self, count: int) -> int:
        """The next outcome of so many. Raises `Wanted`."""
        if count < 2:
            return 0
        if self.used == len(self.said):
            raise Wanted(count)
        self.used += 1
        return self.said[self.used - 1]

    def drawn(self, state: State, members: Sequence[int], draw: int) -> int:
        """See `Chance`."""
        return members[self.below(len(members))]

    def shuffle(self, state: State, cell: int) -> None:
        """See `Chance`."""
        cards: list[int] = state[cell]
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


class Table:
    """What all states of a game share."""

    def __init__(
        self, name: str, rules: Rules, returns: Returns | None, given: dict[str, Any]
    ) -> None:
        first = rules.new_setup(0, given.get("decks"), given.get("options"), given.get("seats"))
        old, self.chance = first.match, Outcomes()
        match = Match(
            *(old.program, old.cards, old.starts),
            compile=rules.edition.compiled,
            chance=self.chance,
        )
        self.engine = match.engine(ASKING)
        self.setup = replace(first, match=match, _engines={True: self.engine}, _wordings={})
        self.name, self.returns = name, returns

    def __reduce__(self) -> tuple[Any, ...]:
        return (table_of, (self.name,))

    def after(self, state: State, action: int, said: list[int]) -> State:
        """The state behind an action (-1: the beginning) and some outcomes. Raises `Wanted`."""
        self.chance.said, self.chance.used = said, 0
        found = self.engine.clone(state)
        if action < 0:
            self.engine.begin(found)
        else:
            self.engine.apply(found, action)
        return found

    def known(self, state: State, seat: int) -> str:
        """All that a seat saw, and what it sees."""
        story = story_of(self.setup, state, seat, None)
        return "\n".join([*story, str(View(self.setup, state, seat).whole())])

    def worth(self, state: State) -> list[float]:
        """What the end of a game brings, zeros before it."""
        if self.returns is not None and state[SEAT] < 0:
            return [*map(float, self.returns(Game(self.setup, state)))]
        found = rewards(state, len(self.setup.seats))
        return [2 * one - 1 for one in found] if found else [0.0] * len(self.setup.seats)


def table_of(name: str) -> Table:
    """That of a game by its name."""
    return TABLES[name]


class Held:
    """A state, and what has happened behind it that waits for chance. `way`: all that led here."""

    def __init__(self, table: Table, way: tuple[int, ...] = ()) -> None:
        self.table, self.way = table, ()
        self.state, self.action, self.said = table.setup.unbegun_state(True), -1, list[int]()
        self.go_on()
        for number in way:
            self.then(number)

    def go_on(self) -> None:
        """To the next choice, unless chance has to bring one of `wanted` outcomes first."""
        try:
            self.state, self.wanted = self.table.after(self.state, self.action, self.said), 0
        except Wanted as error:
            self.wanted = error.args[0]

    def then(self, number: int) -> None:
        """An outcome of chance, or an action."""
        self.way += (number,)
        if self.wanted:
            self.said = [*self.said, number]
        else:
            self.action, self.said = number, []
        self.go_on()

    def __deepcopy__(self, _: object) -> Held:
        return copy(self)  # what it holds is replaced, never changed

    def __reduce__(self) -> tuple[Any, ...]:
        return (Held, (self.table, self.way))


class FormatState(pyspiel.State):
    """A state as OpenSpiel asks for one."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self.held = Held(table)

    def current_player(self) -> int:
        seat: int = self.held.state[SEAT]
        if self.held.wanted:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:
        count = min(len(self.held.state[OPTIONS]), self.get_game().num_distinct_actions())
        return [*range(count)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.held.wanted
        return [(number, 1 / count) for number in range(count)]

    def _apply_action(self, action: int) -> None:
        self.held.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action} of {self.held.wanted}"
        choice = Game(self.held.table.setup, self.held.state).choice
        assert choice is not None
        return f"{action}: {choice.options[action]}"

    def is_terminal(self) -> bool:
        return not self.held.wanted and self.held.state[SEAT] < 0

    def returns(self) -> list[float]:
        return self.held.table.worth(self.held.state)

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class Observer:
    """What a seat knows, as text."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, Any]()

    def set_from(self, state: FormatState, player: int) -> None:
        pass  # there are no tensors

    def string_from(self, state: FormatState, player: int) -> str:
        return state.held.table.known(state.held.state, player)


def spiel_game(
    rules: Rules,
    *,
    name: str = "",
    actions: int = ACTIONS,
    returns: Returns | None = None,
    utility: tuple[float, float] = (-1.0, 1.0),
    **given: Any,
) -> Any:
    """A format as a game of OpenSpiel, which `pyspiel.load_game` knows by its name from then on:
    `playsheet_` and that of the format, if none is given. An action is the number of an option;
    only so many of a choice can be taken. `returns` says what the end is worth to each seat, from
    the least to the most of `utility` and zero in all; else 1 to the first place, -1 to the last.
    `decks`, `options`, `seats` as for `new_game`.
    """
    short = name or f"playsheet_{rules.name}"
    table = TABLES[short] = Table(short, rules, returns, given)
    seats, kind, low, high = len(table.setup.seats), pyspiel.GameType, *utility
    type_ = kind(
        short_name=short,
        long_name=rules.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=OUTCOMES,
        num_players=seats,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0,
        max_game_length=CAP,
    )

    class FormatGame(pyspiel.Game):
        """The game that OpenSpiel makes by its name."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(type_, info, params or {})

        def new_initial_state(self) -> FormatState:
            return FormatState(self, table)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer()

    pyspiel.register_game(type_, FormatGame)
    return FormatGame()
