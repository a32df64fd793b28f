"""A game that OpenSpiel and we both know, and the file that says what is called what.

game       what OpenSpiel loads
format     ours; with `decks` and `options`, if it needs them
chance     what outcomes of chance are written as, and which card or member that is here:
           `card` the code of a card that is dealt, `pick` the number of a member; with `random`
           the members to begin with where theirs leaves nothing to chance
reshuffles whether theirs shuffles more than once
actions    what an action of theirs is written as, and what it may be called here: options that
           are chosen one after the other have " > " between them
seldom     actions of theirs that end most games too early, avoided in every second one
wants      a number in the text of their states, `{seat}` for a player's: in every second game
           players mostly do what makes theirs the lowest
words      tables for the above: "{rank:ranks}" is what the table `ranks` has for the group `rank`
returns    what of a player is the return: `of`, less `from`; or `from` less it, if it `falls`;
           or with `zone` the cards there, each at its `worth`, counted against the player
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as File
from random import Random
from typing import Any

import pyspiel
import yaml

import playsheet.api as ps
from playsheet.interpreter.runtime.game_setup import GameSetup
from playsheet.interpreter.runtime.match import RECORDING, Match
from playsheet.interpreter.runtime.rules import begun

Path = tuple[str, ...]  # options that are chosen one after the other
NEXT = " > "
OFTEN = 0.97  # how often what is done seldom is not done, in a game that avoids it
MOSTLY = 0.8  # how often what a player wants is done


class Differs(AssertionError):
    """The two games are not the same game."""


@dataclass
class Playout:
    """A game of theirs: its outcomes of chance, and what was done at each decision, by seat."""

    outcomes: list[int]
    deeds: list[dict[int, int]]


@dataclass
class Chance:
    """What chance decides in one of our games: the cards of each shuffle by their codes, from the
    top down as far as they matter, and the members that are picked.
    """

    codes: list[str]  # of the cards of the match
    shuffles: list[list[str]] = field(default_factory=lambda: [[]])
    picks: list[int] = field(default_factory=list[int])

    def shuffle(self, cards: list[int], state: int) -> int:
        """Lays the cards that come next on top, as far as they are here."""
        above, rest = list[int](), list(cards)
        for code in self.shuffles.pop(0) if self.shuffles else ():
            card = next((card for card in rest if self.codes[card] == code), None)
            if card is None:
                raise Differs(f"{code} is dealt there, and is not among the shuffled cards here")
            rest.remove(card)
            above.insert(0, card)
        cards[:] = [*rest, *above]
        return state

    def below(self, state: int, count: int) -> tuple[int, int]:
        """The member that is picked next."""
        return (self.picks.pop(0) if self.picks else 0), state

    def copy(self) -> Chance:
        return Chance(self.codes, [[*codes] for codes in self.shuffles], [*self.picks])


class Word(str):
    """What a group matched; a table may have another word for it."""

    tables: dict[str, dict[str, str]]

    def __format__(self, table: str) -> str:
        return str(self.tables[table][self] if table else self)


class Peer:
    """Both games, and the words between them."""

    def __init__(self, file: File) -> None:
        self.plan: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
        self.game = pyspiel.load_game(self.plan["game"])
        self.rules = ps.load(self.plan["format"])
        self.actions = [
            (re.compile(pattern), [tuple(name.split(NEXT)) for name in names])
            for pattern, *names in self.plan["actions"]
        ]
        self.beginnings = [
            re.compile(re.sub(r"\\\{.*?\\\}", ".+", re.escape(NEXT.join(name[:count]))))
            for _, names in self.actions
            for name in names
            for count in range(1, len(name))
        ]
        self.chance = Chance([])
        self.avoids = False
        self.strives = False

    def say(self, text: str, found: re.Match[str]) -> str:
        """A text of the plan with the words for what was matched."""
        words = {group: Word(value or "") for group, value in found.groupdict().items()}
        for word in words.values():
            word.tables = self.plan.get("words", {})
        return text.format(**words)

    def names_of(self, text: str) -> list[Path]:
        """What an action of theirs may be called here."""
        for pattern, names in self.actions:
            found = pattern.fullmatch(text)
            if found is not None:
                return [tuple(self.say(part, found) for part in name) for name in names]
        raise Differs(f"nothing is known of the action {text!r}")

    # ---- their game

    @property
    def has_states(self) -> bool:
        """Whether theirs says itself all that a player has seen."""
        return bool(self.game.get_type().provides_information_state_string)

    def play(self, chance: Random) -> Playout:
        """A game of theirs at random."""
        found = Playout([], [])
        self.avoids = chance.random() < 0.5
        self.strives = "wants" in self.plan and chance.random() < 0.5
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = chance.choice([one for one, _ in state.chance_outcomes()])
                found.outcomes.append(action)
                state.apply_action(action)
            else:
                deed = {p: self.pick(state, p, chance) for p in deciding(state)}
                found.deeds.append(deed)
                take(state, deed)
        return found

    def pick(self, state: Any, seat: int, chance: Random) -> int:
        """One of the actions at random; what is done `seldom` is avoided in every second game."""
        legal = state.legal_actions(seat)
        seldom = self.plan.get("seldom")
        if seldom and self.avoids:
            often = [a for a in legal if not re.fullmatch(seldom, state.action_to_string(seat, a))]
            legal = often if often and chance.random() < OFTEN else legal
        if self.strives and len(legal) > 1 and chance.random() < MOSTLY:
            left = {action: self.left_by(state, seat, action) for action in legal}
            legal = [action for action in legal if left[action] == min(left.values())]
        return chance.choice(legal)

    def left_by(self, state: Any, seat: int, action: int) -> int:
        """The number that a player wants to be low, after an action."""
        found = re.search(self.plan["wants"].format(seat=seat), str(state.child(action)))
        assert found is not None
        return int(found[1])

    def laid_out(self, playout: Playout) -> Chance:
        """The chance of our game that is the chance of theirs."""
        codes = [self.rules.cards[number].code for number, _ in self.match.cards]
        found = Chance(codes, picks=[*self.plan.get("random", ())])
        state, last = self.game.new_initial_state(), -1
        outcomes, deeds = iter(playout.outcomes), iter(playout.deeds)
        while not state.is_terminal():
            if not state.is_chance_node():
                deed = next(deeds, None)
                if deed is None:
                    break
                take(state, deed)
                continue
            action, count = next(outcomes, None), len(state.chance_outcomes())
            if action is None:
                break
            text = state.action_to_string(pyspiel.PlayerId.CHANCE, action)
            for pattern, what, name in self.plan["chance"]:
                matched = re.fullmatch(pattern, text)
                if matched is None:
                    continue
                said = self.say(name, matched)
                if what == "pick":
                    found.picks.append(int(said))
                    break
                if self.plan.get("reshuffles") and last >= 0 and count != last - 1:
                    found.shuffles.append([])
                last = count
                found.shuffles[-1].append(said)
                break
            else:
                raise Differs(f"nothing is known of the outcome {text!r}")
            state.apply_action(action)
        return found

    # ---- our game

    @cached_property
    def setup(self) -> GameSetup:
        plan = self.plan
        return self.rules.new_setup(0, plan.get("decks"), plan.get("options"), None)

    @cached_property
    def match(self) -> Match:
        """The match of all our games; its chance is `self.chance`."""
        names = self.setup.match.engine(RECORDING).namespace
        names["shuffle"] = lambda cards, state: self.chance.shuffle(cards, state)
        names["below"] = lambda state, count: self.chance.below(state, count)
        return self.setup.match

    def new_game(self, playout: Playout) -> ps.Game:
        """Our game at its first choice, with the chance of theirs."""
        self.chance = self.laid_out(playout)
        return begun(self.setup, record=True)

    def offered(self, game: ps.Game, said: Path = ()) -> dict[Path, tuple[int, ...]]:
        """The answers that may be given now, by what they are called."""
        found: dict[Path, tuple[int, ...]] = {}
        choice = game.choice
        assert choice is not None
        for action, text in enumerate(choice.options):
            path = (*said, text)
            if not any(begin.fullmatch(NEXT.join(path)) for begin in self.beginnings):
                found[path] = (action,)
                continue
            further, chance = game.clone(), self.chance.copy()
            further.apply(action)
            if further.choice is None or further.choice.seat != choice.seat:
                raise Differs(f"{path} asks nothing more")
            for more, actions in self.offered(further, path).items():
                found[more] = (action, *actions)
            self.chance = chance
        return found

    def returns(self, game: ps.Game) -> list[float]:
        """What our game is worth to each player, as theirs counts it."""
        plan = self.plan["returns"]
        seats = range(self.game.num_players())
        return [float(self.return_of(plan, game, seat)) for seat in seats]

    def return_of(self, plan: dict[str, Any], game: ps.Game, seat: int) -> int:
        view = game.view(game.seats[seat])
        if "zone" in plan:
            [zone] = (
                zone
                for zone in view["zones"]
                if zone["zone"] == plan["zone"] and zone["owner"] == game.seats[seat]
            )
            return -sum(plan["worth"][card["code"]] for card in zone["cards"])
        fields = {**view["fields"], **view["players"][game.seats[seat]]["fields"]}
        value = fields[plan["of"]] - plan.get("from", 0)
        return -value if plan.get("falls") else value


def deciding(state: Any) -> list[int]:
    """The seats that decide now."""
    if state.is_simultaneous_node():
        return [*range(state.num_players())]
    return [state.current_player()]


def take(state: Any, deed: dict[int, int]) -> None:
    """Does what the players did."""
    if state.is_simultaneous_node():
        state.apply_actions([deed[p] for p in range(state.num_players())])
    else:
        state.apply_action(next(iter(deed.values())))
