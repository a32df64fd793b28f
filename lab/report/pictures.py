"""Pictures: graphics are SVG and stretch with the page, their words are text beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from ...dsl.nodes.dataclass import dataclass
from ..simulation.intervals import Difference, Share
from .html import Html, Piece, percent, signed, tag

BINS = 30  # of a histogram, at most
NEARLY = 0.99  # of all games
WIDE = 100.0  # the width of a picture, in its own units


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a picture: what it is of, what is shown, what is said behind it."""

    label: Piece
    graphic: Html
    said: str


def picture(height: float, *inside: Html, label: str) -> Html:
    """A graphic that is as wide as there is room; whoever cannot see it is told the label."""
    return tag(
        "svg",
        *inside,
        viewBox=f"0 0 {WIDE:g} {height:g}",
        preserveAspectRatio="none",
        role="img",
        aria_label=label,
    )


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> Html:
    """A line of a kind, as wide as the style says, however the picture is stretched."""
    found = {"x1": x, "y1": y, "x2": to_x, "y2": to_y}
    rounded = {key: f"{value:.2f}" for key, value in found.items()}
    return tag("line", class_=kind, **rounded)


def bar(x: float, y: float, width: float, height: float, kind: str, title: str = "") -> Html:
    """A bar; its title is told where the pointer rests."""
    found = {"x": x, "y": y, "width": max(width, 0), "height": max(height, 0)}
    rounded = {key: f"{value:.2f}" for key, value in found.items()}
    if not title:
        return tag("rect", class_=kind, **rounded)
    plain = str(tag("rect", class_=kind, **rounded))
    return Html(plain.removesuffix("/>") + f">{tag('title', title)}</rect>")


def rows_of(rows: Sequence[Row], ticks: Sequence[str] = ()) -> Html:
    """Rows one below the other, and the scale that they share."""
    parts = [
        tag(
            "div",
            tag("div", row.label, class_="label"),
            tag("div", row.graphic, class_="graphic"),
            tag("div", row.said, class_="said"),
            class_="row",
        )
        for row in rows
    ]
    if ticks:
        scale = tag("div", (tag("span", text) for text in ticks), class_="ticks")
        empty = tag("div", class_="label"), tag("div", class_="said")
        parts.append(tag("div", empty[0], scale, empty[1], class_="row scale"))
    return tag("div", parts, class_="rows")


@dataclass(frozen=True, slots=True)
class Scale:
    """What a row of intervals reaches from and to, and where nothing would be special."""

    low: float
    high: float
    middle: float

    def at(self, value: float) -> float:
        """Where a value stands in a picture."""
        return WIDE * min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    @property
    def ticks(self) -> list[str]:
        """What is written below."""
        if self.low < 0:
            return [signed(self.low), "0", signed(self.high)]
        return [percent(self.low), percent(self.middle), percent(self.high)]


def scale_of(values: Iterable[float], middle: float) -> Scale:
    """A scale with a middle, wide enough for some values, in steps of five of a hundred."""
    reach = max([0.1, *(abs(value - middle) for value in values)])
    reach = ceil(reach * 20) / 20
    if middle <= 0:
        return Scale(-reach, reach, 0)
    reach = min(reach, max(middle, 1 - middle))
    return Scale(max(0.0, middle - reach), min(1.0, middle + reach), middle)


def interval(low: float, value: float, high: float, said: str, scale: Scale) -> Html:
    """A value with its interval."""
    middle = scale.middle
    kind = "even" if low <= middle <= high else "above" if value > middle else "below"
    at = scale.at(value)
    inside = (
        line(0, 5, WIDE, 5, "faint"),
        line(scale.at(middle), 0, scale.at(middle), 10, "middle"),
        line(scale.at(low), 5, scale.at(high), 5, f"span {kind}"),
        line(at - 0.01, 5, at + 0.01, 5, f"dot {kind}"),
    )
    return picture(10, *inside, label=said)


def share_rows(rows: Sequence[tuple[Piece, Share]], middle: float) -> Html:
    """Shares with their intervals; `middle`: what they would be if nothing made a difference."""
    scale = scale_of((end for _, share in rows for end in share.span), middle)
    found: list[Row] = []
    for label, share in rows:
        low, high = share.span
        said = f"{percent(share.value, 1)} of {share.of:,}"
        told = f"{said}, between {percent(low, 1)} and {percent(high, 1)}"
        found.append(Row(label, interval(low, share.value, high, told, scale), said))
    return rows_of(found, scale.ticks)


def difference_rows(rows: Sequence[tuple[Piece, Difference]]) -> Html:
    """Differences of shares with their intervals."""
    scale = scale_of((end for _, one in rows for end in (one.low, one.high)), 0)
    found: list[Row] = []
    for label, one in rows:
        told = f"{signed(one.value)}, between {signed(one.low)} and {signed(one.high)}"
        found.append(
            Row(label, interval(one.low, one.value, one.high, told, scale), signed(one.value))
        )
    return rows_of(found, scale.ticks)


def bar_row(label: Piece, share: float, said: str) -> Row:
    """A share as a bar."""
    inside = (bar(0, 1, WIDE, 8, "back"), bar(0, 1, WIDE * share, 8, "bar"))
    return Row(label, picture(10, *inside, label=said), said)


def histogram(counts: Mapping[int, int], unit: str) -> Html:
    """How often each number came, in bins of one width; the middle half of all is stronger. What is
    far behind nearly all others is put into the last bin.
    """
    first, last, nearly = min(counts), max(counts), quantile(counts, NEARLY)
    if first == last:
        return tag("p", f"All games have {first:,} {unit}.")
    folded = last - first > 2 * (nearly - first + 1)
    end = nearly if folded else last
    width = max(1, ceil((end - first + 1) / BINS))
    bins = [0] * ((end - first) // width + 1)
    for number, times in counts.items():
        bins[min((number - first) // width, len(bins) - 1)] += times
    most, step = max(bins), WIDE / len(bins)
    low, high = quantile(counts, 0.25), quantile(counts, 0.75)
    bars: list[Html] = []
    for place, times in enumerate(bins):
        start, stop = first + place * width, first + (place + 1) * width - 1
        kind = "bar" if stop >= low and start <= high else "outer"
        span = f"{start:,}" if width == 1 else f"{start:,} to {stop:,}"
        if folded and place == len(bins) - 1:
            span = f"{start:,} and more"
        told = f"{span} {unit}: {times:,} games"
        height = 38 * times / most
        bars.append(bar(place * step, 40 - height, step * 0.9, height, kind, told))
    middle = quantile(counts, 0.5)
    told = f"Half of the games have {low:,} to {high:,} {unit}, the median is {middle:,}"
    told += f"; the longest has {last:,}." if folded else "."
    ticks = [f"{first:,}", f"{(first + end) // 2:,}", f"{end:,}{' and more' if folded else ''}"]
    return tag(
        "figure",
        tag("div", picture(40, *bars, label=told), class_="histogram"),
        tag("div", (tag("span", text) for text in ticks), class_="ticks"),
        tag("figcaption", told),
    )


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The smallest number that at least this share of all do not exceed."""
    wanted, seen = share * sum(counts.values()), 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    raise ValueError("nothing was counted")


def curve(values: Sequence[float], kind: str) -> Html:
    """Values between 0 and 1 from left to right."""
    step = WIDE / max(len(values) - 1, 1)
    points = " ".join(f"{i * step:.2f},{40 * (1 - value):.2f}" for i, value in enumerate(values))
    return tag("polyline", class_=kind, points=points)


def curves(named: Mapping[str, tuple[str, Sequence[float]]], ticks: Sequence[str]) -> Html:
    """Curves over one scale from 0 to 100 %, each with a kind that the style colours."""
    lines = [line(0, y, WIDE, y, "faint") for y in (0.2, 10, 20, 30, 39.8)]
    told = "; ".join(
        f"{name}: {', '.join(percent(value) for value in values)}"
        for name, (_, values) in named.items()
    )
    inside = [*lines, *(curve(values, kind) for kind, values in named.values())]
    scale = tag("div", (tag("span", text) for text in ("100 %", "50 %", "0 %")), class_="up")
    keys = [tag("span", name, class_=f"key {kind}") for name, (kind, _) in named.items()]
    return tag(
        "figure",
        tag("div", keys, class_="keys"),
        tag(
            "div",
            scale,
            tag("div", picture(40, *inside, label=told), class_="curves"),
            class_="plot",
        ),
        tag("div", (tag("span", text) for text in ticks), class_="ticks inset"),
    )


def matrix(names: Sequence[str], shares: Mapping[tuple[str, str], Share]) -> Html:
    """What each name of the rows won against each of the columns."""
    numbers = {name: place for place, name in enumerate(names, 1)}
    head = [tag("th", "", scope="col")]
    head += [tag("th", numbers[name], scope="col", title=name) for name in names]
    rows: list[Html] = []
    for name in names:
        cells = [tag("th", f"{numbers[name]} {name}", scope="row")]
        for other in names:
            share = shares.get((name, other), Share(0, 0))
            if name == other or not share.of:
                cells.append(tag("td", "\N{MIDDLE DOT}", class_="none"))
                continue
            low, high = share.span
            strength = round(min(1.0, abs(share.value - 0.5) * 4) * 100)
            kind = "above" if share.value > 0.5 else "below"
            told = f"{name} won {share.won:,} of {share.of:,} against {other}"
            told += f": {percent(low)} to {percent(high)}"
            is_sure = low > 0.5 or high < 0.5
            text = tag("b" if is_sure else "span", f"{100 * share.value:.0f}")
            cells.append(tag("td", text, class_=kind, style=f"--s:{strength}%", title=told))
        rows.append(tag("tr", cells))
    table = tag(
        "table",
        tag("thead", tag("tr", head)),
        tag("tbody", rows),
        class_="matrix",
        style=f"--n:{len(names)}",
    )
    return tag(
        "div", table, class_="scroll", tabindex=0, role="region", aria_label="Matrix of decks"
    )
