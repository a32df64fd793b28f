"""What a page and a server say to each other: over the socket of a table, and before it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from .decks import DeckRows
from .events import Beat
from .formats import OptionKind
from .parts import Number, Part, Place, SeatName
from .views import At, View

LONGEST_TEXT = 300
LONGEST_GAME = 4_000_000  # bytes of a saved game
MOST_PICKS = 200
MOST_MINUTES = 600
MOST_OPTIONS = 200  # of the rules, that are set for a game

Short = Annotated[str, Field(max_length=40)]
Token = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
ChoiceId = Annotated[str, Field(max_length=32)]
Asking = Annotated[str, Field(max_length=LONGEST_TEXT)]
OptionName = Annotated[str, Field(max_length=100)]
SetNumber = Annotated[int, Field(ge=-(10**15), le=10**15)]


# ---- from the page


class Join(Part):
    """The first message of a socket: to sit down with a token, or to watch without one."""

    t: Literal["join"]
    table: Short
    token: Token = ""
    language: Short | None = None


class Answer(Part):
    """An answer to the open choice: option `i`; or of several things all that are picked, in any
    order, by the options of the first choice, after which the choice ends if it may.
    """

    t: Literal["answer"]
    choice: ChoiceId
    i: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    picks: Annotated[list[int], Field(max_length=MOST_PICKS)] | None = None


class Undo(Part):
    """To take the last of one's own answers back; free, or the other players are asked."""

    t: Literal["undo"]


class Agree(Part):
    """What a player says to a request of another one."""

    t: Literal["agree"]
    request: Annotated[str, Field(max_length=16)]
    yes: bool


Scope = Literal["effect", "question", "turn"]


class Yield(Part):
    """To give the same answer for the rest of the turn. `effect`: to the open choice, which is a
    yes or no to an effect of a card, whenever that asks. `question`: to pass whenever the rules
    ask this for an action. `turn`: to pass whenever they ask for one.
    """

    t: Literal["yield"]
    choice: ChoiceId
    i: Annotated[int, Field(ge=0, le=1_000_000)]
    scope: Scope = "effect"


class Unyield(Part):
    """To be asked again."""

    t: Literal["unyield"]
    id: Annotated[str, Field(max_length=16)]


class Concede(Part):
    """To give the game up."""

    t: Literal["concede"]


class Substitute(Part):
    """To let a bot play on for a player who has left, until he comes back."""

    t: Literal["substitute"]
    seat: SeatName


class Rematch(Part):
    """To play once more, when the game is over; it begins when all people at the table want it."""

    t: Literal["rematch"]


class Why(Part):
    """Why an event happened (by its `n`), why a value is what it is (`text`), or, with neither, why
    the open question is asked.
    """

    t: Literal["why"]
    event: Number | None = None
    text: Asking | None = None


class WhyNot(Part):
    """Why something is not offered: what it is called, `Attack: Wolf`."""

    t: Literal["why_not"]
    text: Asking


class Hint(Part):
    """What a bot would do."""

    t: Literal["hint"]
    choice: ChoiceId


class Log(Part):
    """Beats before one that is known."""

    t: Literal["log"]
    before: Number


class Link(Part):
    """A beat as who watches counts them, for a link that anybody may have."""

    t: Literal["link"]
    beat: Number


class Past(Part):
    """The table as it was behind a beat; behind one in the middle of an answer, as it was when
    somebody was asked next.
    """

    t: Literal["past"]
    beat: Number


Request = Annotated[
    Join
    | Answer
    | Undo
    | Agree
    | Yield
    | Unyield
    | Concede
    | Substitute
    | Rematch
    | Why
    | WhyNot
    | Hint
    | Log
    | Link
    | Past,
    Field(discriminator="t"),
]
REQUEST: TypeAdapter[Any] = TypeAdapter(Request)


# ---- from the server


class TakenBack(Part):
    """A player took an answer back behind a beat, and the game goes on otherwise."""

    by: SeatName
    behind: Number


class Whole(Part):
    """The table from here on, whatever was shown before: after joining, a take-back, a rematch.
    `beats` are the last ones, to be shown in the log; nothing of it plays. `undone`: who took
    answers back, if that is why. `taken_back`: all that was, as far as the game still goes there.
    """

    t: Literal["view"]
    view: View
    beats: list[Beat]
    undone: SeatName | None = None
    taken_back: list[TakenBack]


class Beats(Part):
    """What happened, and the table behind it."""

    t: Literal["beats"]
    beats: list[Beat]
    view: View


class Stale(Part):
    """Another choice is open than the one that was answered. The table as it is follows."""

    t: Literal["stale"]
    at: At


class Refused(Part):
    """What was asked for is not done, and why. `code` is a word for programs."""

    t: Literal["refused"]
    code: str
    text: str


class Chair(Part):
    """A seat of a table: who plays it, and whether he is there."""

    name: SeatName
    kind: Literal["human", "bot"]
    bot: str | None
    here: bool


class OpenRequest(Part):
    """A player asks the others: to take back, to play again. `waits`: who has not said yes."""

    id: str
    what: Literal["undo", "rematch"]
    by: SeatName
    waits: list[SeatName]


class Yielded(Part):
    """An answer that is given for a player until the turn ends, and how far it goes."""

    id: str
    scope: Scope
    prompt: str
    says: str | None
    card: str | None
    option: str


class Clock(Part):
    """The seconds that a player has left to choose in, and whether they are running now."""

    seat: SeatName
    left: float
    runs: bool


class Carried(Part):
    """A game that goes on by other rules than it began with, for the `number`th time: of its
    answers `kept` could be given again. A page asks for what the format says of itself once more
    when the number is another.
    """

    number: Number
    kept: Number
    of: Number


class TableNow(Part):
    """The table around the game: who is there, what is asked of whom besides the game, what is
    answered by itself (of the reader's own seat alone). `clocks`: of the people, where the table
    has any. `paused`: why it does not go on, if so. `outdated`: new tables have other rules,
    this one those that it was begun with. `carried`: its author took it to other rules.
    """

    t: Literal["table"]
    table: str
    format: str
    title: str
    chairs: list[Chair]
    watchers: Number
    requests: list[OpenRequest]
    yields: list[Yielded]
    thinking: list[SeatName]
    clocks: list[Clock]
    paused: str | None
    outdated: bool = False
    carried: Carried | None = None
    over: bool


class Reason(Part):
    """A line of an answer, with the lines that it comes from."""

    text: str
    value: str | None
    file: str | None
    line: int | None
    clauses: list[str]
    children: list[Reason]


class Because(Part):
    """Why, or why not."""

    t: Literal["why", "why_not"]
    asked: str
    answer: Reason


class Weighed(Part):
    """An option as a bot sees it: how often of a hundred playouts it was tried, and what share of
    those was won (a draw is a half, a position is worth what the rules say).
    """

    i: Number
    text: str
    on: list[Place]
    tried: float
    worth: float | None


class Hinted(Part):
    """What a bot would do, and what it goes by, the best first."""

    t: Literal["hint"]
    choice: str
    i: Number
    bot: str
    weighed: list[Weighed]


class Earlier(Part):
    """Beats that were asked for, oldest first; `first`: there are none before them."""

    t: Literal["log"]
    beats: list[Beat]
    first: bool


class Earliest(Part):
    """The table as it was behind a beat. Nothing can be chosen in it."""

    t: Literal["past"]
    beat: Number
    view: View


class Linked(Part):
    """The beat of the public in which what was asked for lies."""

    t: Literal["link"]
    beat: Number


Message = Annotated[
    Whole | Beats | Stale | Refused | TableNow | Because | Hinted | Earlier | Linked | Earliest,
    Field(description="What a server sends, by `t`."),
]
MESSAGE: TypeAdapter[Any] = TypeAdapter(Message)


# ---- before there is a table: over HTTP


class FormatRow(Part):
    """A format in the lobby. `decks` are those of players, `table_decks` those of the table."""

    name: str
    title: str
    seats: tuple[Number, Number]
    languages: list[str]
    decks: list[str]
    table_decks: list[str]
    options: dict[str, OptionKind]


class Lobby(Part):
    """`GET /api/lobby`: what can be played, and against whom; `wait`: as in a new table for which
    nothing else is said.
    """

    formats: list[FormatRow]
    bots: list[str]
    wait: bool


class NewSeat(Part):
    """A seat of a new table: a name, who plays (`human` or a bot of the lobby), and a deck of the
    format by its name, or `cards` of a deck of one's own.
    """

    name: Annotated[str, Field(max_length=40)] | None = None
    plays: Annotated[str, Field(max_length=40)] = "human"
    deck: Annotated[str, Field(max_length=100)] | None = None
    cards: DeckRows | None = None


class NewTable(Part):
    """`POST /api/tables`: a new game. `seed`: what chance comes from, else by chance. `wait`: a
    seat with one possible answer is not told apart by the time it takes; else as the server was
    started. `minutes`: that each person has to choose in, for the whole game; who has used them up
    has lost. `options`: those of the rules that are to stand otherwise than unless set.
    """

    format: Annotated[str, Field(max_length=300)]
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=12)]
    options: dict[OptionName, bool | SetNumber] = Field(default={}, max_length=MOST_OPTIONS)
    table_deck: Annotated[str, Field(max_length=100)] | None = None
    seed: Annotated[int, Field(ge=0, le=10**12)] | None = None
    wait: bool | None = None
    minutes: Annotated[float, Field(gt=0, le=MOST_MINUTES)] | None = None


class Ticket(Part):
    """What somebody needs to sit down: a link with an unguessable token behind its `#`."""

    name: SeatName
    token: str
    link: str


class Opened(Part):
    """The answer: the table, what each person needs, and the link for those who watch."""

    table: str
    seats: list[Ticket]
    watch: str


class Wrong(Part):
    """What was wrong with a request over HTTP."""

    error: str


# ---- a page on its own


class Frame(Part):
    """A step of a replay: what happened, and what is different in the table behind it: the fields
    of the view that are other than before; of its `zones` those that are. The first has all.
    """

    beats: list[Beat]
    changed: dict[str, Any]


class Line(Part):
    """A line of the rules or of a card, as it stands there, and what it cites."""

    text: str
    file: str | None
    line: int | None
    clauses: list[str]


class Recording(Part):
    """A whole game for one reader; in a page of its own it is the content of
    `<script type="application/gzip" id="replay">`, packed and written in base64. `all_hands`: it
    holds what every seat had. `behind`: for each event, by its number from 1, the places in `lines`
    of what brought it about, the innermost first; none where that is hidden. `steps`: for each
    beat, the line of the file with the choice that is open behind it, if one was answered; nothing
    in a recording for one seat. `taken_back`: as at a table.
    """

    t: Literal["replay"]
    v: Literal[1]
    file: str
    all_hands: bool
    schema_: Annotated[dict[str, Any], Field(alias="schema")]
    frames: list[Frame]
    lines: list[Line]
    behind: list[list[int]]
    steps: list[Number | None]
    taken_back: list[TakenBack]
