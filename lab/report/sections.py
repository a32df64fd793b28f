"""The parts of the page, each a heading, a sentence, pictures; nothing where nothing is known."""

from __future__ import annotations

from collections.abc import Sequence

from ..simulation.ahead import PLAYED_ON
from ..simulation.balance import (
    FEW,
    CardRow,
    card_rows,
    deck_share,
    leader_shares,
    pair_share,
    settled_by,
    share_of,
    tests,
)
from ..simulation.intervals import Share, Test
from ..simulation.tally import TENTHS, Tally
from .html import Html, Piece, percent, signed, tag
from .pictures import bar_row, curves, difference_rows, histogram, matrix, rows_of, share_rows
from .wording import Words

MOST_SHOWN = 12  # cards in a picture, of those that add and of those that take; pairs; ends
MOST_IN_MATRIX = 16  # decks
MOST_CLAUSES = 2  # of those behind one end


def section(title: str, told: str, *inside: Piece) -> Html:
    """A part of the page."""
    return tag("section", tag("h2", title), tag("p", told, class_="soft"), inside)


def part(title: str, *inside: Piece) -> Html:
    """A part of a section."""
    return tag("div", tag("h3", title), inside)


# ---- who wins


def winners(tally: Tally, words: Words) -> Html:
    """Shares of wins by deck, seat and bot."""
    even = 1 / len(words.seats)
    told = (
        "How many of its games each has won; a draw is no win. The bar is where the true share "
        f"lies in 95 of 100 cases, the dashed line is {percent(even)}: what everybody would win "
        "if nothing made a difference."
    )
    seats = [
        (f"seat {number + 1} ({name})", share_of(tally.seats, str(number)))
        for number, name in enumerate(words.seats)
    ]
    if tally.led:
        seats.append(("who had the first step", Share(tally.first_won, tally.led)))
    parts: list[Html] = []
    decks = [name for name in sorted({name for name, _ in tally.decks})]
    if len(decks) > 1:
        rows = [(name, deck_share(tally, name)) for name in decks]
        rows.sort(key=lambda row: -row[1].value)
        parts.append(part("By deck", share_rows(rows, even)))
    parts.append(part("By seat", share_rows(seats, even)))
    bots = sorted({name for name, _ in tally.bots})
    if len(bots) > 1:
        parts.append(
            part("By bot", share_rows([(name, share_of(tally.bots, name)) for name in bots], even))
        )
    return section("Who wins", told, *parts)


def versus(tally: Tally, words: Words) -> Html | None:
    """Decks and bots against each other, and whether one is better."""
    decks = sorted({key[1] for key in tally.pairs if key[0] == "deck"})
    parts: list[Html] = []
    if len(decks) > 1:
        shown = decks[:MOST_IN_MATRIX]
        shares = {
            (one, other): pair_share(tally, "deck", one, other) for one in shown for other in shown
        }
        more = len(decks) - len(shown)
        told = (
            "A row's deck has won so many of 100 games against a column's; bold where it is sure "
            "which is ahead." + (f" {more} more decks are not shown." if more else "")
        )
        parts.append(tag("p", told, class_="soft"))
        parts.append(matrix(shown, shares))
    for kind in ("deck", "bot"):
        found = tests(tally, kind)
        if found:
            title = "Is one deck better?" if kind == "deck" else "Is one bot better?"
            parts.append(part(title, test_list(found)))
    if not parts:
        return None
    told = (
        "Better means: wins at least 55 of 100 games that one of the two wins. The test (Wald's, "
        "5 % error) may be looked at after any game: if it is open, play about as many more games "
        "of the pair as it says."
    )
    return section("One against another", told, *parts)


def test_list(found: Sequence[tuple[str, str, Test]]) -> Html:
    """What is known of each pair."""
    rows: list[Html] = []
    for one, other, test in found[:MOST_SHOWN]:
        low, high = test.share.span
        texts = {
            "better": f"{one} is better",
            "worse": f"{other} is better",
            "level": "neither is better",
        }
        open_text = f"open: about {test.needed:,} games more" if test.needed else "open"
        rows.append(
            tag(
                "tr",
                tag("th", f"{one} against {other}", scope="row"),
                cell(f"{test.won:,} to {test.decided - test.won:,}", "won"),
                cell(f"{percent(low, 1)} to {percent(high, 1)}", "share, 95 %"),
                cell(texts.get(test.found, open_text), "so"),
            )
        )
    head = [tag("th", text, scope="col") for text in ("", "won", "share, 95 %", "so")]
    table = tag("table", tag("thead", tag("tr", head)), tag("tbody", rows), class_="list")
    more = len(found) - len(rows)
    return tag(
        "div", table, tag("p", f"{more} more pairs are closer.", class_="soft") if more else None
    )


def cell(text: Piece, what: str, number: bool = False) -> Html:
    """A cell of a list, that says what it is where there are no columns."""
    return tag("td", text, data_is=what, class_="number" if number else None)


# ---- how games go


def lengths(tally: Tally) -> Html | None:
    """How long games are."""
    if not tally.lengths:
        return None
    parts = [part("Decisions of all players", histogram(tally.lengths, "decisions"))]
    if any(tally.turns):
        parts.append(part("Turns", histogram(tally.turns, "turns")))
    return section(
        "How long games are", "The stronger bars are the middle half of all games.", *parts
    )


def endings(tally: Tally, words: Words) -> Html | None:
    """What ends games."""
    if not tally.finished:
        return None
    rows = [
        bar_row(
            clause(reason, words),
            number / tally.finished,
            f"{percent(number / tally.finished, 1)}, {number:,}",
        )
        for reason, number in [*tally.endings().items()][:MOST_SHOWN]
    ]
    told = (
        "By the clause of the rulebook that the rule behind the end cites, or by the rule's place."
    )
    return section("How games end", told, rows_of(rows))


def clause(reason: str, words: Words) -> Html:
    """A clause, and what it says."""
    names = reason.split(", ")
    shown, more = names[:MOST_CLAUSES], len(names) - MOST_CLAUSES
    said = " ".join(words.clauses.get(name, "") for name in shown).strip()
    title = ", ".join(shown) + (f" and {more} more" if more > 0 else "")
    return tag("span", tag("b", title), tag("span", f" {said}", class_="soft") if said else None)


def decided(tally: Tally, words: Words) -> Html:
    """When games are decided."""
    title = "When games are decided"
    if not tally.valued:
        told = (
            "Not known: in none of the games in which it was looked at who is ahead, one player "
            "has won alone."
        )
        return section(title, told)
    shares = [share.value if share.of else 0.5 for share in leader_shares(tally)]
    settled = settled_by(tally)
    half = next(tenth for tenth, share in enumerate(settled) if share >= 0.5)
    way = (
        "by what the rules say a position is worth"
        if words.is_valued
        else f"by winning most of {PLAYED_ON} games that went on from there with other chance"
    )
    told = (
        f"Who is ahead, {way}, in "
        f"{tally.valued:,} games that one player won. In half of them the winner was ahead for "
        + (
            f"good after {half * 10} % of the game."
            if half < TENTHS
            else "good only at its very end."
        )
    )
    named = {
        "who is ahead now wins": ("first", [*shares, 1.0]),
        "the winner is ahead for good": ("second", settled),
    }
    return section(title, told, curves(named, ["beginning", "half of the game", "end"]))


def keywords(tally: Tally) -> Html | None:
    """How often keywords happen."""
    if not tally.keywords or not tally.finished:
        return None
    rows: list[tuple[float, str, str]] = []
    for name, times in tally.by_keyword().items():
        share = tally.keyword_games[(name,)] / tally.finished
        rows.append((share, name, f"{percent(share)}, {times / tally.finished:.2f} a game"))
    rows.sort(key=lambda row: (-row[0], row[1]))
    told = "In how many games the rules of a keyword happened, and how often in a game."
    return section(
        "Keywords", told, rows_of([bar_row(name, share, said) for share, name, said in rows])
    )


# ---- cards


def cards(tally: Tally, words: Words) -> Html | None:
    """What each card adds."""
    if not tally.observed:
        return None
    rows = card_rows(tally, words.contents)
    known = [row for row in rows if row.adds is not None]
    told = (
        "What it adds when a card comes to a player's hand: the share of wins of those who had it "
        "there, less the share of those with the same deck to whom it did not come, in points of a "
        "hundred. Longer games bring more cards to hand, whoever wins; and of a hundred cards that "
        "add nothing, five are coloured by chance. Cards with fewer than "
        f"{FEW} games on either side are left out."
    )
    parts: list[Html] = []
    if known:
        best, worst = known[:MOST_SHOWN], known[MOST_SHOWN:][-MOST_SHOWN:]
        parts.append(part("Most added", card_picture(best, words)))
        if worst:
            parts.append(part("Least added", card_picture(worst, words)))
    never = [row for row in rows if row.drawn.of and not row.played.of and row.in_deck.of]
    if never and any(row.played.of for row in rows):
        names = [tag("li", words.card(row.code)) for row in never]
        parts.append(part(f"Never played: {len(never)}", tag("ul", names, class_="plain")))
    parts.append(part("All cards", card_table(rows, words)))
    return section("What each card adds", told, *parts)


def card_picture(rows: Sequence[CardRow], words: Words) -> Html:
    """Differences of some cards."""
    return difference_rows(
        [(words.card(row.code), row.adds) for row in rows if row.adds is not None]
    )


def card_table(rows: Sequence[CardRow], words: Words) -> Html:
    """Everything that is known of each card."""
    titles = ("", "in deck", "won", "drawn", "won drawn", "played", "won played", "adds")
    head = [tag("th", text, scope="col", class_="number" if text else None) for text in titles]
    body: list[Html] = []
    for row in rows:
        shares = ((row.in_deck, "in deck", "won"), (row.drawn, "drawn", "won drawn"))
        cells = [tag("th", words.card(row.code), scope="row")]
        for share, number, won in (*shares, (row.played, "played", "won played")):
            cells.append(cell(f"{share.of:,}", number, True))
            cells.append(cell(percent(share.value, 1) if share.of else "-", won, True))
        cells.append(cell(adds_said(row), "adds", True))
        body.append(tag("tr", cells))
    return tag("table", tag("thead", tag("tr", head)), tag("tbody", body), class_="list")


def adds_said(row: CardRow) -> Html:
    """What a card adds, coloured where it is sure."""
    if row.adds is None:
        return tag("span", "-")
    kind = ("gains" if row.adds.value > 0 else "loses") if row.adds.is_sure else None
    half = 100 * (row.adds.high - row.adds.low) / 2
    text = f"{signed(row.adds.value)} \N{PLUS-MINUS SIGN} {half:.1f}"
    return tag("span", text, class_=kind)
