"""What the engine itself says, one table a language; the rest are words of the format."""

from __future__ import annotations

ENGINE: dict[str, dict[str, str]] = {
    "en": {
        "pass": "pass",
        "done": "done",
        "decline": "decline",
        "none": "none",
        "yes": "yes",
        "no": "no",
        "nobody": "nobody",
        "all": "all",
        "a card": "a card",
        "whose": "{owner}'s {thing}",
        "in": "{card}, {zone}",
        "doing": "{label}: {element}",
        "asking": "{step}: {prompt}",
        "Use an ability": "Use an ability",
        "Which effect first?": "Which effect first?",
    },
}


def say(language: str, text: str, **parts: str) -> str:
    """A text of the engine in a language; a text the table lacks is the format's own."""
    table = ENGINE.get(language, ENGINE["en"])
    found = table.get(text, text)
    return found.format(**parts) if parts else found


def titled(text: str) -> str:
    """A prompt; what is a name of the rules (`draw_pile`) as a reader would say it."""
    return text.replace("_", " ") if text.isidentifier() else text
