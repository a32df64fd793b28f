"""The whole page: one file that asks for nothing else, neither script nor font nor picture."""

from __future__ import annotations

from importlib.resources import files

from ...dsl.loading.library import program_version
from ...interpreter.runtime.rules import Rules
from ..simulation.carried import Work
from ..simulation.tally import Tally
from . import sections
from .html import Html, Piece, percent, tag
from .wording import Words, words_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
MOST_TOLD = 5


def page_of(rules: Rules, work: Work, tally: Tally) -> str:
    """The page of a run."""
    words = words_of(rules, work)
    style = files(__package__ or "").joinpath("style.css").read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("link", rel="icon", href="data:,"),
        tag("title", f"{words.title}: balance"),
        tag("style", Html(style)),
    )
    body = tag("body", tag("main", heading(words, work, tally), *parts(words, work, tally)))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def parts(words: Words, work: Work, tally: Tally) -> list[Html]:
    """All sections that have something to say."""
    found = [
        sections.winners(tally, words) if tally.finished else None,
        sections.versus(tally, words),
        sections.lengths(tally),
        sections.endings(tally, words),
        sections.decided(tally, words) if tally.finished else None,
        sections.cards(tally, words),
        sections.keywords(tally),
        method(words, work),
    ]
    return [one for one in found if one is not None]


def heading(words: Words, work: Work, tally: Tally) -> Html:
    """What was played, and the figures that matter most."""
    plan = work.plan
    bots = ", ".join(dict.fromkeys(plan.bots))
    seats = len(words.seats)
    told = (
        f"{tally.games:,} games of {seats} {'player' if seats == 1 else 'players'}, bots: {bots}."
    )
    mean = tally.decisions / max(tally.finished, 1)
    tiles: list[tuple[str, str]] = [
        (f"{tally.finished:,}", "games finished"),
        (f"{mean:,.0f}", "decisions a game"),
    ]
    if tally.turn_games and tally.turn_sum:
        tiles.append((f"{tally.turn_sum / tally.turn_games:.1f}", "turns a game"))
    if tally.led:
        share = tally.first_won / tally.led
        tiles.append((percent(share, 1), "won by who had the first step"))
    tiles.append((percent(tally.draws / max(tally.finished, 1), 1), "drawn"))
    boxes = [tag("div", tag("b", value), tag("span", text), class_="tile") for value, text in tiles]
    return tag(
        "header",
        tag("h1", words.title),
        tag("p", told, class_="soft"),
        tag("div", boxes, class_="tiles"),
        wrong(tally),
    )


def wrong(tally: Tally) -> Html | None:
    """Games that came to no end of their own."""
    if not tally.faults and not tally.capped:
        return None
    texts: list[Piece] = []
    for one in tally.fault_list[:MOST_TOLD]:
        texts.append(tag("p", f"Seed {one.seed}, decks {', '.join(one.decks)}: {one.fault}"))
    for one in tally.capped_list[:MOST_TOLD]:
        told = f"{one.asks} still asked after {one.decisions:,} decisions"
        texts.append(tag("p", f"Seed {one.seed}, decks {', '.join(one.decks)}: {told}"))
    stopped = f"{tally.faults:,} games were stopped by a fault, {tally.capped:,} by the cap"
    said = f"{stopped}; they count nowhere below."
    return tag("div", tag("p", tag("b", said)), texts, class_="wrong")


def method(words: Words, work: Work) -> Html:
    """How it was measured, so that it can be measured again."""
    plan = work.plan
    rotate = "; bots change seats from game to game" if plan.rotate else ""
    options = "".join(f", {name}={value}" for name, value in sorted(work.options.items()))
    told = (
        f"Format {words.name}{options}, files {work.digest}, seeds {plan.seed} to "
        f"{plan.seed + plan.games - 1}, version {program_version()}{rotate}."
    )
    return sections.section(
        "How it was measured",
        told,
        tag(
            "p",
            "A card is drawn by whose hand it comes into, and played by the player from whose hand "
            "it goes to the table, or who takes an action with it in hand. Intervals are Wilson's; "
            "what a card adds is weighted over decks as Mantel and Haenszel do.",
            class_="soft",
        ),
    )
