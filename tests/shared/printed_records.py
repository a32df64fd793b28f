"""How records of printed cards become cards of the tiny duel, and three of them."""

MAPPING, RECORDS = "printed.yaml", "printed.jsonl"
MAP = """code: id
name: title
group: set
kind: {from: type, is: {Fighter: Fighter, Trick: Trick}}
beside: {artist: , stats.limit: 4}
blank: "-"
fields:
  colour: colour
  rank: stats.rank
  strikes: {each: strikes, say: "{colour} {amount}"}
  says: {each: texts, where: {box: main}, say: "{text}"}
  does: {each: texts, where: {box: does}, say: "{text}"}
  cost: cost
"""
PRINTED = (
    """{"id": "Td-2", "title": "Pup", "set": "A", "type": "Fighter", "colour": "blue", "stats":
    {"rank": 1, "limit": 4}, "strikes": [{"colour": "red", "amount": 60}, {"colour": "blue",
    "amount": 90}], "texts": [{"box": "main", "text": "When it enters: gain 2 points."}]}""",
    """{"id": "Td-21", "title": "Crane", "type": "Fighter", "colour": "red", "stats": {"rank": 2},
    "strikes": [{"colour": "red", "amount": 170}, {"colour": "blue", "amount": 120}],
    "artist": "\\u00e9", "texts": []}""",
    """{"id": "Td-5", "title": "Growl", "type": "Trick", "cost": "discard a card", "texts": [{"box":
    "does", "text": "Your champion gains 40 might."}], "colour": null, "stats": {}}""",
)
