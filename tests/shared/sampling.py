"""How much of what is sampled is tried: some of it, or with `pytest --full` all of it."""

import os

FULL = "PLAYSHEET_TEST_FULL"  # set by `--full`, for all processes of a run


def is_full() -> bool:
    """Whether everything is tried."""
    return bool(os.environ.get(FULL))


def sampled(some: int, whole: int) -> int:
    """A number of cases: `some` in every run, `whole` with `--full`."""
    return whole if is_full() else some
