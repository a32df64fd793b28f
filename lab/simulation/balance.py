"""What the sums of a run say of a format's balance: who wins, and what each card adds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...dsl.nodes.dataclass import dataclass
from .intervals import Difference, Share, Test, difference, is_better
from .tally import TENTHS, Tally

FEW = 20  # games in which a card came to hand, and in which it did not: fewer say nothing of it


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card. Shares of the seats that won: of those with the card in the deck, of those into
    whose hand it came, of those who played it. `adds`: what coming to hand adds to not coming, in
    the same decks; None where that is not known.
    """

    code: str
    decks: tuple[str, ...]
    in_deck: Share
    drawn: Share
    played: Share
    adds: Difference | None


def card_rows(tally: Tally, contents: Mapping[str, Collection[str]]) -> list[CardRow]:
    """All cards of the decks that were played, of which `contents` has the codes, and whatever
    else came to a hand; first what adds most.
    """
    codes: dict[str, set[str]] = {}
    for deck, members in contents.items():
        for code in members:
            codes.setdefault(code, set()).add(deck)
    for deck, code, _ in tally.cards:
        codes.setdefault(code, set()).add(deck)
    rows = [card_row(tally, code, sorted(decks)) for code, decks in codes.items()]
    return sorted(rows, key=lambda row: (-row.adds.value if row.adds else 9.0, row.code))


def card_row(tally: Tally, code: str, decks: Sequence[str]) -> CardRow:
    """One card in some decks."""
    strata: list[tuple[Share, Share]] = []
    whole, drawn, played = Share(0, 0), Share(0, 0), Share(0, 0)
    for deck in decks:
        mine = deck_share(tally, deck)
        one = Share(tally.cards[(deck, code, "won drawn")], tally.cards[(deck, code, "drawn")])
        used = Share(tally.cards[(deck, code, "won played")], tally.cards[(deck, code, "played")])
        strata.append((one, Share(mine.won - one.won, mine.of - one.of)))
        whole, drawn, played = joined(whole, mine), joined(drawn, one), joined(played, used)
    enough = drawn.of >= FEW and whole.of - drawn.of >= FEW
    return CardRow(code, tuple(decks), whole, drawn, played, difference(strata) if enough else None)


def joined(one: Share, other: Share) -> Share:
    """Two shares of different games."""
    return Share(one.won + other.won, one.of + other.of)


def deck_share(tally: Tally, deck: str) -> Share:
    """What the seats that played a deck won; of a deck of the table, all seats."""
    own = share_of(tally.decks, deck)
    return own if own.of else whole_share(tally)


def whole_share(tally: Tally) -> Share:
    """What all seats won."""
    found = Share(0, 0)
    for name in sorted({name for name, _ in tally.seats}):
        found = joined(found, share_of(tally.seats, name))
    return found


def share_of(counts: Mapping[tuple[str, ...], int], name: str) -> Share:
    """What a name won of what it played."""
    return Share(counts.get((name, "won"), 0), counts.get((name, "played"), 0))


def pair_share(tally: Tally, kind: str, one: str, other: str) -> Share:
    """What one won against another, of all games: of two decks, or two bots."""
    key = (kind, one, other)
    return Share(tally.pairs[(*key, "won")], tally.pairs[(*key, "games")])


def tests(tally: Tally, kind: str) -> list[tuple[str, str, Test]]:
    """Each pair of decks or bots that met, once, the clearest first."""
    names = sorted({key[1] for key in tally.pairs if key[0] == kind})
    found: list[tuple[str, str, Test]] = []
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            numbers = [
                tally.pairs[(kind, one, other, what)] for what in ("games", "decided", "won")
            ]
            if numbers[0]:
                found.append((one, other, is_better(*numbers)))
    return sorted(found, key=lambda row: -abs(row[2].share.value - 0.5))


def leader_shares(tally: Tally) -> list[Share]:
    """By tenth of a game, how often who was ahead then has won."""
    return [
        Share(tally.leads[(tenth, "won")], tally.leads[(tenth, "ahead")]) for tenth in range(TENTHS)
    ]


def settled_by(tally: Tally) -> list[float]:
    """By tenth, the share of games in which the winner was ahead from its beginning on; in the end
    all.
    """
    games = max(tally.valued, 1)
    counts = [tally.settled[tenth] for tenth in range(TENTHS + 1)]
    return [sum(counts[: tenth + 1]) / games for tenth in range(TENTHS + 1)]
