"""What the engine says in English: its questions, the parts of lines, the words of a table."""

from __future__ import annotations

# A line of a transcript is named by what happened; `short` ones are for those who play.
WORDS: dict[str, str] = {
    # ---- what is asked
    "pass": "pass",
    "done": "done",
    "decline": "decline",
    "Use an ability": "Use an ability",
    "Which effect first?": "Which effect first?",
    "Which next?": "Which next?",
    "Next card": "Next card",
    "Pay with": "Pay with",
    "Your choice": "Your choice",
    # ---- parts of sentences
    "none": "none",
    "yes": "yes",
    "no": "no",
    "nobody": "nobody",
    "nothing": "nothing",
    "all": "all",
    "a card": "a card",
    "whose": "{owner}'s {thing}",
    "of": "{thing} of {owner}",
    "in": "{card}, {zone}",
    "doing": "{label}: {element}",
    "asking": "{step}: {prompt}",
    # ---- what stands in front of what a verb is about
    "to of": "of",
    "to for": "for",
    "to with": "with",
    "to onto": "onto",
    "to from": "from",
    "to by": "by",
    "to against": "against",
    "to to": "to",
    "to at": "at",
    "to using": "using",
    # ---- lines of a transcript
    "setup": "setup",
    "where": "t{turn} {step}",
    "ask": 'ask {who} {where} "{prompt}" {option}',
    "picked": "{index} of {count}: {option}",
    "forced": 'forced {who} {where} "{prompt}" {option}',
    "answer": "t{turn} {who}: {prompt} -> {option}",
    "chance": "chance {outcome} among {count}",
    "chance hidden": "chance among {count}",
    "shuffle": "shuffle {zone}",
    "move": "move {card} {source} -> {zone}",
    "under": " under",
    "onto": " onto",
    "face up": " face up",
    "face down": " face down",
    "turn": "turn {card}{how}",
    "reveal": "reveal {cards} to {who}",
    "reveal hidden": "reveal cards to {who}",
    "change": "change {what} {old} -> {new}",
    "modify": "modify {what} {operation}{amount}",
    "until": " until {moment}",
    "as": " as {tag}",
    "the turn": "turn",
    "expire": "expire {what} {operation}{amount}",
    "wait": "wait {what}",
    "resolve": "resolve {what}",
    "verb": "verb {what}",
    "end won": "end won by {who}",
    "end drawn": "end drawn",
    "seen by": " (seen by {who})",
    "result win": "result win {who}",
    "result draw": "result draw",
    "result unfinished": "result unfinished",
    "operation set": "set",
    "operation raise": "raise",
    "operation multiply": "multiply",
    "operation lower": "lower",
    "operation divide": "divide",
    "operation grant": "grant",
    "operation void": "void",
    "stage prevented": "prevented",
    "stage replaced": "replaced",
    "stage misfired": "misfired",
    # ---- what a player is told while playing
    "short ask": "{who}: {prompt} -> {option}",
    "short where": "-- turn {turn}",
    "short move": "{card}: {source} -> {zone}",
    "short change": "{what} {old} -> {new}",
    "short end won": "The game is over: won by {who}",
    "short end drawn": "The game is over: drawn",
    # ---- the table
    "turn of table": "turn {turn}",
    "you": "{who} (you)",
    "the table": "the table",
    "empty": "empty",
    "1 card": "1 card",
    "cards": "{count} cards",
    "on": "{card} on {others}",
    "up": "face up",
    "down": "face down",
    "times": "{line} ({count} times)",
    # ---- the end
    "won": "{who} has won.",
    "drawn": "The game is drawn.",
    "unfinished": "The game is unfinished.",
    "stops": "The game stops here, unfinished.",
    "saved": "Saved to {file}.",
    # ---- what may be typed
    "help": """\
  3            take option 3
  why          the clause and the rule behind this question
  show CARD    what is printed on a card
  table        the table again
  log          what happened so far, as far as you may know
  undo         back to your last answer
  save FILE    save the game so far
  quit         stop here
  ?            this list""",
    "typed": "help why show table log undo save quit",
}
