"""Where the formats and texts lie that the tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets"
LIBRARIES = ROOT / "libraries"
CARDTEXT = ROOT / "cardtext"
FORMATS = ROOT / "tests" / "formats"  # formats that only the tests play
TINY, MASKS, SKIRMISH, CLANS = (FORMATS / name for name in ("tiny", "masks", "skirmish", "clans"))
TINIER = FORMATS / "tinier"
IDENTITY = ROOT / "tests" / "syntax" / "identity"  # every construct of the language
