"""Sentences as players and other languages say them, each with the one that says it here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..nodes.dataclass import dataclass
from ..problems.similar import NUMBERS
from .broken_row import Case, Fix

THING = r"[A-Za-z_]\w*(?:(?:'s|(?<=s)') \w+)*"  # `coins`, `first's opponent's hand`
COUNT = rf"(?:\d+|a|an|{'|'.join(NUMBERS)})"
START = r"(?:(?<=[:;]\s)|^\s*)(?:the )?"
CARDS = rf"(?:(?:top|bottom)(?: {COUNT})? of {THING}|{THING})"  # `top 3 of deck`
NO_COUNT = r"(?<!top )(?<!count )(?<!bottom )\b(?!(?:number|amount|size|sum|first|last)\b)"
CHANGE = "A change is told with its gauge first. Write: `{line}`."
SAY = "Write: `{line}`."
ENDING = "`end game` ends it. Write: `{line}`."
LISTED = "What is declared behind one another has no commas. Write: `{line}`."


@dataclass(frozen=True, slots=True)
class Habit:
    """What a pattern finds is written otherwise here: as `said`, with the pattern's groups."""

    pattern: re.Pattern[str]
    said: str
    message: str = SAY


def habit(pattern: str, said: str, message: str = SAY) -> Habit:
    """`{start}`, `{thing}`, `{cards}` and `{count}` stand for what they are called."""
    for name, text in (("start", START), ("thing", THING), ("cards", CARDS), ("count", COUNT)):
        pattern = pattern.replace(f"{{{name}}}", text)
    return Habit(re.compile(pattern), said, message)


CARDS_MOVE = "Cards are moved from one zone to another. Write: `{line}`."
COUNTED = "How many there are is counted. Write: `{line}`."
IN_TURN = "Statements on one line are parted by `;`. Write: `{line}`."
CHANCE = "Chance picks with `random`. Write: `{line}`."
ALL_OF_IT = "A zone named alone is all its cards. Write: `{line}`."
SEEN = "`show` lets somebody see cards. Write: `{line}`."
HIS = rf"({COUNT}) ([a-z]\w*)"
OF_RULES = (
    habit(r"{start}(?:player|he|she) draws? (?:1|an?|one) cards?\b", "move top of deck to hand",
          CARDS_MOVE),
    habit(r"{start}(?:player|he|she) draws? ({count}|[a-z]\w*) cards?\b",
          r"move top \1 of deck to hand", CARDS_MOVE),
    habit(r"\b(each player(?: starting with \w+)?),? draws? (?:1|an?|one) cards?\b",
          r"\1: move top of deck to hand", CARDS_MOVE),
    habit(r"\b(each player(?: starting with \w+)?),? draws? ({count}|[a-z]\w*) cards?\b",
          r"\1: move top \2 of deck to hand", CARDS_MOVE),
    habit(r"{start}deal (?:1|an?|one) cards? to (each player)\b", r"\1: move top of deck to hand",
          CARDS_MOVE),
    habit(r"{start}deal ({count}) cards? to (each player)\b",
          r"\2: move top \1 of deck to hand", CARDS_MOVE),
    habit(r"{start}(?:move|put|place) ({count}) (cards?) (?:from|of|in) ({thing}) (?:in)?to "
          r"({thing})$", r"choose \1 \2 in \3 as given; move given to \4",
          "Which cards they are is chosen first. Write: `{line}`."),
    habit(r"{start}(?:move|put|place) (?:a )?random cards? (?:from|of|in) ({thing}) to ",
          r"random lucky from \1; move lucky to ", CHANCE),
    habit(r"{start}(?:choose )?(?:1 |one |a )?random (player|opponent)s? as (\w+)",
          r"random \2 from \1s", CHANCE),
    habit(r"{start}(?:choose )?(?:1 |one |a )?random (player|opponent)s?(?= *(?:;|$))",
          r"random picked from \1s", CHANCE),
    habit(r"{start}(?:choose )?(?:1 |one |a )?random \w+ (?:from|of|in|out of) ({thing}) as (\w+)",
          r"random \2 from \1", CHANCE),
    habit(r"{start}choose (?:1 |one |a )?random \w+ (?:from|of|in|out of) ({thing})",
          r"random picked from \1", CHANCE),
    habit(r"{start}(?:move|put|place) (?:all|every|each) (?:cards? )?(?:of|in|from) ({thing}) "
          r"(?=to|under|onto)", r"move \1 ", ALL_OF_IT),
    habit(rf"{{start}}(player|opponent|owner) (?:loses?|pays?|spends?) {HIS}",
          r"lower \1's \3 by \2", CHANGE),
    habit(rf"{{start}}(player|opponent|owner) (?:gains?|gets?|earns?) {HIS}",
          r"raise \1's \3 by \2", CHANGE),
    habit(r"{start}(?:player )?(?:looks?|peeks?) at (.+)$", r"show \1 to player", SEEN),
    habit(r"{start}(?:player )?reveals? (.+) to ({thing})$", r"show \1 to \2", SEEN),
    habit(r"{start}win(?: the game)?$", "end game won by player", ENDING),
    habit(r"{start}lose the game$", "end game won by opponent", ENDING),
    habit(r"\b(?:there (?:is|are) )?no cards? (?:left )?in ({thing})", r"\1 is empty"),
    habit(r"\bif ({thing}) (empty|none)\b", r"if \1 is \2"),
    habit(r"\bis not equal to\b", "is not"),
    habit(r"\bis (?:less|smaller|fewer) than or equal to\b", "is at most"),
    habit(r"\bis (?:more|greater|larger|higher) than or equal to\b", "is at least"),
    habit(r"\b({thing}) (?:count|size|length)\b", r"count of \1", COUNTED),
    habit(r" asks? (?=\")", " asking ", "What a player is asked stands behind `asking`. "
          "Write: `{line}`."),
    habit(r"^(parameter \w+):", r"\1 =", "Its value stands behind `=`. Write: `{line}`."),
    habit(r"^(\s+)by (?:the )?(?:lowest|fewest|least|smallest) (.+)$", r"\1by \2 lower wins"),
    habit(r"^(\s+)by (?:the )?(?:highest|most|greatest) (.+)$", r"\1by \2 higher wins"),
    habit(r"^(\s+)by (\w+) of (\w+) (?=higher|lower)", r"\1by total \2 of \3 ",
          "What several cards have is added up: `total`. Write: `{line}`."),
    habit(r"{start}\bdraws? (?:1|an?|one) cards?\b", "move top of deck to hand", CARDS_MOVE),
    habit(r"{start}\bdraws? ({count}|[a-z]\w*) cards?\b", r"move top \1 of deck to hand",
          CARDS_MOVE),
    habit(r"{start}\b(?:gain|get|earn|add)s? ({count}) ({thing})", r"raise \2 by \1", CHANGE),
    habit(r"{start}\b(?:lose|pay|spend)s? ({count}) ({thing})", r"lower \2 by \1", CHANGE),
    habit(r"{start}\badd ({count}) to ({thing})", r"raise \2 by \1", CHANGE),
    habit(r"{start}\b(?:subtract|remove|take) ({count}) from ({thing})", r"lower \2 by \1", CHANGE),
    habit(r"{start}\b(?:raise|lower|increase|decrease|reduce) ({thing}) to\b", r"set \1 to",
          "`to` sets a value, `by` changes it. Write: `{line}`."),
    habit(r"{start}({thing}) (?:is|becomes|be) (?=[a-z0-9])", r"set \1 to ",
          "A change is told with a verb. Write: `{line}`."),
    habit(r"{start}({thing})\s*\+\+", r"raise \1 by 1", CHANGE),
    habit(r"{start}({thing})\s*--", r"lower \1 by 1", CHANGE),
    habit(r"{start}give (.+) until\b", r"grant \1 until",
          "What lasts for a time is granted. Write: `{line}`."),
    habit(r"(\S+)\s+from {thing}(?=\s+(?:to|onto|under)\b)", r"\1",
          "Where a card comes from is where it lies. Write: `{line}`."),
    habit(r"\b(?:move|put|place) ({cards}) on(?:to)? (?:the )?top of\b", r"move \1 to",
          "`to` lays a card on top, `under` at the bottom. Write: `{line}`."),
    habit(r"\b(?:move|put|place) ({cards}) (?:on|at|to) (?:the )?bottom of\b", r"move \1 under",
          "`to` lays a card on top, `under` at the bottom. Write: `{line}`."),
    habit(r"\bshuffle ({thing}) into ({thing})", r"move \1 to \2; shuffle \2",
          "One zone is shuffled, after the cards have moved there. Write: `{line}`."),
    habit(r"{start}({thing})\(\)", r"do \1", "A call starts with `do`. Write: `{line}`."),
    habit(r"{start}({thing})\(([^(),]+)\)", r"do \1 with \2",
          "A call starts with `do`, and says with what. Write: `{line}`."),
    habit(r"{start}({thing}) wins?(?: the game)?\b", r"end game won by \1", ENDING),
    habit(r"{start}({thing}) loses?(?: the game)?\b", r"end game won by \1's opponent", ENDING),
    habit(r"{start}(?:game over|the game ends|the game is drawn)\b", "end game drawn", ENDING),
    habit(r"{start}set ({thing}) to (?:a )?random (player|[a-z]\w*?)s?$",
          r"random picked from \2s; set \1 to picked",
          "Chance picks with `random`. Write: `{line}`."),
    habit(r"{start}(?:take|put|place|bring|return|add) (.+?) (?:into|in|on|onto|to) ({thing})$",
          r"move \1 to \2", CARDS_MOVE),
    habit(r"^(action \w+ [^:]*?) (?:if|when|requires)\b", r"\1 needs",
          "An action says what it `needs`. Write: `{line}`."),
    habit(r"\b(?:any|some|a) player's (\w+) (?:is|are)\b", r"there is player where its \1 is"),
    habit(r"\brepeat ({thing}|\d+) times\b", r"repeat up to \1 times"),
    habit(r"(?:,\s*)?\s\b(?:and then|then|and)\s+(?=[a-z])", "; ", IN_TURN),
    habit(r"\s*,\s+(?=[a-z])", "; ", IN_TURN),
    habit(r"^(\s*)(.*?)\beach player's ", r"\1each player: \2",
          "Each player does it for himself. Write: `{line}`."),
    habit(r"{start}all(?= [A-Za-z])", "each", "The word is `each`. Write: `{line}`."),
    habit(r"{start}({thing}) may (?=\")", r"offer \1 ",
          "What a player may do is offered. Write: `{line}`."),
    habit(r"\b(?:this|the current) turn\b", "until end of turn"),
    habit(r"\b(opponent|player|owner|holder) (?=[a-z])", r"\1's ",
          "What belongs to somebody is written with 's. Write: `{line}`."),
    habit(NO_COUNT + r"([a-z]\w*) of ((?:top|bottom) of {thing})", r"(\2)'s \1",
          "What belongs to somebody is written with 's. Write: `{line}`."),
    habit(NO_COUNT + r"([a-z]\w*) of ({thing})", r"\2's \1",
          "What belongs to somebody is written with 's. Write: `{line}`."),
    habit(r"\b({thing}) has ([A-Z]\w*) is\b", r"(\1 has \2) is",
          "A condition that is compared stands in brackets. Write: `{line}`."),
    habit(r"\b({thing}) is in ({thing})", r"\2 has \1",
          "A zone has a card in it. Write: `{line}`."),
    habit(r"\b({thing}) has at least ({count}) cards?\b", r"count of \1 is at least \2", COUNTED),
    habit(r"\b({thing}) has at most ({count}) cards?\b", r"count of \1 is at most \2", COUNTED),
    habit(r"\b({thing}) has (?:exactly )?({count}) cards?\b", r"count of \1 is \2", COUNTED),
    habit(r"\b({thing}) has more than ({count}) cards?\b", r"count of \1 is more than \2", COUNTED),
    habit(r"\bwith (\w+) (\w+)\b", r"where its \1 is \2",
          "What a card must be stands behind `where`. Write: `{line}`."),
    habit(r"^(check \w+) if\b", r"\1 when", "A check says `when`. Write: `{line}`."),
    habit(r"^(?:on|upon|after)\b", "when", "The word is `when`. Write: `{line}`."),
    habit(r"^(property .*?) =(?= )", r"\1 means", "A property `means` its value. Write: `{line}`."),
    habit(r"^(window .*?) for (?:all|every|each|both)(?: the)? players?\b", r"\1",
          "A window that is not `alone` is open for all players. Write: `{line}`."),
    habit(r"\bfor (?:each|every) player\b", "per player",
          "Each has one `per player`. Write: `{line}`."),
    habit(r"\b(\d+)\s*(?:-|to|\.\.\.|\u2013)\s*(\d+|any)\b", r"\1..\2",
          "A range is written with two dots. Write: `{line}`."),
    habit(r"\b(\d+)\.\.(?![.\w-])", r"\1..any",
          "A range without an end goes up to `any`. Write: `{line}`."),
    habit(r"^(\s+)(?:max|maximum|no more than|up to) (?=\d)", r"\1at most "),
    habit(r"^(\s+)(?:min|minimum|no fewer than|no less than) (?=\d)", r"\1at least "),
    habit(r"^(\s+)(?:the )?(?:highest|most|more|greatest) ({thing}) wins\b",
          r"\1by \2 higher wins"),
    habit(r"^(\s+)(?:the )?(?:lowest|least|fewest|smallest) ({thing}) wins\b",
          r"\1by \2 lower wins"),
    habit(r"\bstarts (?:at|with|as) (?=\d)", "starts ", "Write: `{line}`."),
    habit(r"\b(offers \w+(?:, \w+)*),? (?:and|or) (?=\w)", r"\1, "),
    habit(r"^(values \w+):", r"\1 =", "Values stand behind `=`. Write: `{line}`."),
    habit(r"^(\s+)start in\b", r"\1starts in"),
    habit(r"\brandom (\w+) (?:of|in|among|out of) ", r"random \1 from ",
          "Chance picks `from`. Write: `{line}`."),
)  # fmt: skip
OF_SCENARIOS = (
    habit(r"(?<=\w) has (?:exactly )?(\d+|no|an?|one) (cards?)\b", r" holds \1 \2",
          "A zone `holds` cards. Write: `{line}`."),
    habit(r"\b([a-z]\w*) has (\d+) ([a-z]\w*)", r"\1's \3 is \2",
          "What a player has is his. Write: `{line}`."),
    habit(r"(\"[^\"]*\") (?:is )?(?:in|on) ({thing})", r"\2 holds \1",
          "A zone `holds` cards. Write: `{line}`."),
    habit(r"\bholds ([A-Z]\w*(?: [A-Z]\w*)*)", r'holds "\1"',
          "A card's name stands in quotes. Write: `{line}`."),
    habit(r"^(\s+(?:when|and) \w+) (?!chooses|passes)[a-z]+s(?= \")", r"\1 chooses",
          "What is done is an option that a player `chooses`. Write: `{line}`."),
    habit(r"^(\s+)when\b", r"\1and", "What comes next stands behind `and`. Write: `{line}`."),
    habit(r"^scenario ([^\"]+?)\s*$", r'scenario "\1"',
          "A title stands in quotes. Write: `{line}`."),
    habit(r"(?<=\w) has (?=\d|\"|nothing)", " holds ", "A zone `holds` cards. Write: `{line}`."),
    habit(r"\s*,\s+(?=[a-z])", "; ", "Facts and claims are parted by `;`. Write: `{line}`."),
    habit(r"\s+and\s+", "; ",
          "On one line facts and claims are parted by `;`. Write: `{line}`."),
    habit(r"(?<=\w) (?:plays|picks|selects|uses|takes|does)(?= )", " chooses",
          "What is done is an option that a player `chooses`. Write: `{line}`."),
    habit(r"\b(\w+) (?:wins|won|has won)(?: the game)?\b", r"the game is won by \1"),
    habit(r"\b(\w+) is asked\b", r"\1 decides"),
    habit(r"\b(\w+) can not\b|\b(\w+) cannot\b|\b(\w+) can't\b", r"\1\2\3 may not"),
    habit(r"\b(\w+) can\b", r"\1 may"),
)  # fmt: skip
HABITS = {"rules": OF_RULES, "scenario": OF_SCENARIOS}


def habit_fixes(case: Case) -> Iterator[Fix]:
    """Only those with which the row is right."""
    for one in HABITS.get(case.kind, ()):
        for found in one.pattern.finditer(case.bare, 0, case.end):
            start, end = found.span()
            mend = expanded(case, one, found).lstrip()
            start += len(found[0]) - len(found[0].lstrip()) if one.said[:1] != ";" else 0
            fix = Fix("habit-foreign", one.message, start, end, mend, 2)
            if case.is_right(fix):
                yield fix
    yield from listed_fixes(case)
    yield from otherwise_fixes(case)
    yield from joined_fixes(case)


def expanded(case: Case, one: Habit, found: re.Match[str]) -> str:
    """What is written instead, with numbers as digits and texts as they stand."""

    def group(number: int) -> str:
        start, end = found.span(number)
        text = case.row[start:end] if start >= 0 else ""
        return str(NUMBERS.get(text, 1 if text in ("a", "an") else text))

    return re.sub(r"\\(\d)", lambda ref: group(int(ref[1])), one.said)


def listed_fixes(case: Case) -> Iterator[Fix]:
    """Commas between the attributes of a declaration, or between its values."""
    if case.kind != "rules" or not re.match(r"\w", case.row):
        return
    commas = [found.span() for found in re.finditer(r"\s*,\s*", case.bare[: case.end])]
    for sign, message in ((" ", LISTED), (" | ", "Values are parted by `|`. Write: `{line}`.")):
        if not commas or case.at > commas[-1][1]:
            return
        start, end = commas[0][0], commas[-1][1]
        mend = re.sub(r"\s*,\s*", sign, case.row[start:end])
        fix = Fix("comma-extra", message, start, end, mend, 2)
        if case.is_right(fix):
            yield fix


def otherwise_fixes(case: Case) -> Iterator[Fix]:
    """`if a: b else c` on one line."""
    found = re.search(r"\s+(?:else|otherwise):?\s+", case.bare[: case.end])
    if case.kind != "rules" or not found or not re.match(r"\s*if\b", case.bare):
        return
    indent = re.match(r"\s*", case.row)
    mend = f"\n{indent[0] if indent else ''}otherwise: "
    message = "`otherwise` begins a line of its own, below its `if`."
    fix = Fix("otherwise-own-line", message, *found.span(), mend, 2)
    if case.is_right(fix):
        yield fix


def joined_fixes(case: Case) -> Iterator[Fix]:
    """`zone draw pile "Draw pile"`: a name of several words."""
    found = re.match(r"\w+ ([a-z]\w*(?: [a-z]\w*)+)(?= \")", case.bare)
    if found and case.kind == "rules":
        message = "A name is one word, joined by `_`. Write: `{line}`."
        mend = found[1].replace(" ", "_")
        fix = Fix("name-joined", message, *found.span(1), mend, 2)
        if case.is_right(fix):
            yield fix
