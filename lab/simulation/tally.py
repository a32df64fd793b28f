"""How games went, one by one and summed up: sums of parts of a run can be added in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from ...dsl.nodes.dataclass import dataclass

MOST_KEPT = 1_000  # games with a fault, and games that were stopped, that are kept one by one
TENTHS = 10  # of a game's decisions, at each of which it is asked who is ahead

Counts = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the events of a game told, as docs/scale.md defines it. By seat the codes of the cards
    that came into its hand (`drawn`) and that it played (`played`), each once; `leads`: at the
    beginning of each tenth of the game the seat whose position was worth most, -1: none.
    """

    drawn: tuple[tuple[str, ...], ...] = ()
    played: tuple[tuple[str, ...], ...] = ()
    leads: tuple[int, ...] = ()


@dataclass(slots=True)
class Outcome:
    """How one game went. `owners`: whose the decks are, -1 the table's; `first`: the seat that
    began, -1: nobody; `turns` -1: not looked at; `asks`: the rule that asked when the cap came;
    `seen`: None where its events were not looked at.
    """

    number: int
    seed: int
    decks: tuple[str, ...]
    bots: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    decisions: int = 0
    seconds: float = 0.0
    winners: tuple[int, ...] = ()
    reason: str = ""
    fault: str = ""
    capped: bool = False
    asks: str = ""
    first: int = -1
    turns: int = -1
    keywords: tuple[tuple[str, int], ...] = ()
    seen: Seen | None = None

    @property
    def is_finished(self) -> bool:
        """Whether it came to an end of its own."""
        return not self.fault and not self.capped

    def deck_of(self, seat: int) -> str:
        """The deck that a seat played, the table's where seats have none."""
        for wanted in (seat, -1):
            if wanted in self.owners:
                return self.decks[self.owners.index(wanted)]
        return ""


@dataclass(slots=True)
class Speed:
    """Decisions, and the seconds of processor time that they took."""

    decisions: int = 0
    seconds: float = 0.0


class Tally:
    """The sums of many games. All counters but `lengths` are of finished games.

    `seats`, `decks` and `bots` count played, won and drawn: by (name, what). `pairs`: games by
    ("deck" or "bot", name, another's, what): a seat of each is compared, one pair of seats a game;
    `decided` if one of the two has won. `cards`: seats by (deck, code, what) where what is drawn,
    won drawn, played, won played. `leads`: games by (tenth, what) with somebody ahead, who then has
    won; `settled`: games by the tenth from which on the winner was ahead.
    """

    COUNTERS = (
        *("reasons", "keywords", "keyword_games", "seats", "decks", "bots", "pairs", "cards"),
        *("lengths", "turns", "leads", "settled"),
    )
    SUMS = (
        *("games", "finished", "faults", "capped", "draws", "shared", "decisions", "turn_sum"),
        *("turn_games", "led", "first_won", "observed", "valued"),
    )

    def __init__(self) -> None:
        self.games = self.finished = self.faults = self.capped = self.draws = self.shared = 0
        self.decisions = self.turn_sum = self.turn_games = self.led = self.first_won = 0
        self.observed = self.valued = 0
        self.reasons, self.keywords, self.keyword_games = Counts(), Counts(), Counts()
        self.seats, self.decks, self.bots = Counts(), Counts(), Counts()
        self.pairs, self.cards = Counts(), Counts()
        self.lengths, self.turns, self.settled = Counter[int](), Counter[int](), Counter[int]()
        self.leads = Counter[tuple[int, str]]()
        self.fault_list: list[Outcome] = []
        self.capped_list: list[Outcome] = []
        self.plain, self.recorded = Speed(), Speed()

    # ---- adding

    def add(self, one: Outcome) -> None:
        """Counts a game."""
        self.games += 1
        speed = self.plain if one.turns < 0 else self.recorded
        speed.decisions += one.decisions
        speed.seconds += one.seconds
        if one.fault:
            self.faults += 1
            keep(self.fault_list, [one])
        elif one.capped:
            self.capped += 1
            keep(self.capped_list, [one])
        else:
            self._add_finished(one)

    def _add_finished(self, one: Outcome) -> None:
        self.finished += 1
        self.decisions += one.decisions
        self.lengths[one.decisions] += 1
        self.reasons[(one.reason,)] += 1
        self.draws += not one.winners
        self.shared += len(one.winners) > 1
        if one.turns >= 0:
            self.turn_sum, self.turn_games = self.turn_sum + one.turns, self.turn_games + 1
            self.turns[one.turns] += 1
        if one.first >= 0:
            self.led += 1
            self.first_won += one.first in one.winners
        for name, times in one.keywords:
            self.keywords[(name,)] += times
            self.keyword_games[(name,)] += times > 0
        for seat, name in enumerate(one.bots):
            self._add_seat(one, seat, name)
        self._add_pairs(one)
        if one.seen is not None:
            self._add_seen(one, one.seen)

    def _add_seat(self, one: Outcome, seat: int, bot: str) -> None:
        rows = [(self.seats, str(seat)), (self.bots, bot)]
        if seat in one.owners:
            rows.append((self.decks, one.deck_of(seat)))
        for counts, name in rows:
            counts[(name, "played")] += 1
            counts[(name, "won")] += seat in one.winners
            counts[(name, "drawn")] += not one.winners

    def _add_pairs(self, one: Outcome) -> None:
        decks = [one.deck_of(seat) if seat in one.owners else "" for seat in range(len(one.bots))]
        for kind, names in (("deck", decks), ("bot", one.bots)):
            known = sorted({*names} - {""})
            for name, against in permutations(known, 2):
                won, lost = (
                    chosen(names, who, one.number) in one.winners for who in (name, against)
                )
                counts, key = self.pairs, (kind, name, against)
                counts[(*key, "games")] += 1
                counts[(*key, "won")] += won and not lost
                counts[(*key, "decided")] += won != lost

    def _add_seen(self, one: Outcome, seen: Seen) -> None:
        self.observed += 1
        for what, seats in (("drawn", seen.drawn), ("played", seen.played)):
            for seat, codes in enumerate(seats):
                deck, won = one.deck_of(seat), seat in one.winners
                for code in codes:
                    self.cards[(deck, code, what)] += 1
                    self.cards[(deck, code, f"won {what}")] += won
        if len(one.winners) != 1 or not seen.leads:
            return
        self.valued += 1
        last = 0
        for tenth, seat in enumerate(seen.leads):
            if seat >= 0:
                self.leads[(tenth, "ahead")] += 1
                self.leads[(tenth, "won")] += seat in one.winners
            if seat not in one.winners:
                last = tenth + 1
        self.settled[last] += 1

    def merge(self, other: Tally) -> None:
        """Adds the sums of other games."""
        for name in self.SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in self.COUNTERS:
            getattr(self, name).update(getattr(other, name))
        keep(self.fault_list, other.fault_list)
        keep(self.capped_list, other.capped_list)
        for mine, theirs in ((self.plain, other.plain), (self.recorded, other.recorded)):
            mine.decisions += theirs.decisions
            mine.seconds += theirs.seconds

    # ---- reading

    def decisions_per_second(self, jobs: int) -> float:
        """Decisions in a second of processor time, by all processes together. Games played for the
        record of their events count only if there are no others.
        """
        timed = self.plain if self.plain.decisions else self.recorded
        return timed.decisions * jobs / max(timed.seconds, 1e-9)

    def rows(self, counts: Mapping[tuple[str, ...], int]) -> dict[str, dict[str, int]]:
        """`seats`, `decks` or `bots` by name."""
        found: dict[str, dict[str, int]] = {}
        for (name, what), number in sorted(counts.items()):
            found.setdefault(name, {"played": 0, "won": 0, "drawn": 0})[what] = number
        return found

    def endings(self) -> dict[str, int]:
        """How many games ended by each clause, the most frequent first."""
        found = sorted(self.reasons.items(), key=lambda row: (-row[1], row[0]))
        return {reason: number for (reason,), number in found}

    def by_keyword(self) -> dict[str, int]:
        """How often the rules of each keyword happened, of those that have rules."""
        return {name: number for (name,), number in sorted(self.keywords.items())}

    def as_json(self, name: str, jobs: int) -> dict[str, object]:
        """The sums as programs read them."""
        decks = self.rows(self.decks)
        faults = [("fault", one, one.fault) for one in self.fault_list]
        capped = [("asks", one, one.asks) for one in self.capped_list]
        return {
            "format": name,
            "games": self.games,
            "finished": self.finished,
            "faults": self.faults,
            "capped": self.capped,
            "mean_decisions": mean(self.decisions, self.finished),
            "mean_turns": mean(self.turn_sum, self.turn_games),
            "first_player_win_share": mean(self.first_won, self.led, 4),
            "victory": self.endings(),
            "decisions_per_s": round(self.decisions_per_second(jobs)),
            "keywords": self.by_keyword(),
            "draws": self.draws,
            "shared": self.shared,
            "decks": {
                deck: {"played": row["played"], "won": row["won"]} for deck, row in decks.items()
            },
            "bots": self.rows(self.bots),
            "fault_list": [*listed(faults)],
            "capped_list": [*listed(capped)],
        }


def chosen(names: Sequence[str], name: str, number: int) -> int:
    """A seat of a name in game `number`: each of them in turn."""
    seats = [seat for seat, found in enumerate(names) if found == name]
    return seats[number // len(names) % len(seats)]


def keep(kept: list[Outcome], more: list[Outcome]) -> None:
    """Adds games to a list of the first ones."""
    if more:
        kept.extend(more)
        kept.sort(key=lambda one: one.number)
        del kept[MOST_KEPT:]


def listed(rows: list[tuple[str, Outcome, str]]) -> Iterator[dict[str, object]]:
    """Games one by one, with what was told of each."""
    for what, one, text in rows:
        yield {"seed": one.seed, "decks": [*one.decks], what: text}


def mean(total: int, count: int, digits: int = 1) -> float | None:
    """A mean; None of nothing."""
    return round(total / count, digits) if count else None
