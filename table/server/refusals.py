"""What a server answers instead of doing what was asked."""

from __future__ import annotations


class Refusal(Exception):
    """Something that is not done; `code` is a word for programs."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str]]:
        return Refusal, (self.code, self.text)  # from a worker to the server


class Stale(Exception):
    """Another choice is open than the one that was answered."""
