"""A cluster of dask.distributed as a pool: a scheduler at an address, and workers that it knows."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from typing import Any

from ...dsl.loading.library import WrongUse
from .pools import PoolLost

ANSWERS_S = 10  # that a scheduler may take to answer, and workers to come
BENEATH = ("distributed", "tornado")  # which would tell, too, that somebody is gone


class Cluster:
    """The workers of a scheduler, like `tcp://10.0.0.5:8786`. Raises `WrongUse` where there are
    none, or no dask.distributed.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed  # late, as it is optional
        except ImportError:
            package = __name__.partition(".")[0]
            text = f"A cluster needs dask.distributed: pip install '{package}[cluster]'."
            raise WrongUse(text) from None
        self.address = address
        for name in [*logging.root.manager.loggerDict]:
            if name.partition(".")[0] in BENEATH:  # what happens is told by us
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self.client: Any = distributed.Client(address, timeout=ANSWERS_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WrongUse(
                f"There is no answer from a cluster at {address}: {said_of(error)}."
            ) from None
        try:
            self.client.wait_for_workers(1, timeout=ANSWERS_S)
        except (OSError, TimeoutError):
            self.client.close()
            raise WrongUse(f"There is a scheduler at {address}, but it has no worker.") from None
        self.slots = max(1, sum(self.client.nthreads().values()))
        self.executor: Executor = self.client.get_executor(pure=False)
        self.lost = (distributed.KilledWorker, CancelledError)

    def submit(self, do: Callable[..., Any], *given: Any) -> Future[Any]:
        """Has something done. Raises `PoolLost`."""
        try:
            return self.executor.submit(do, *given)
        except Exception:  # a client that was closed meanwhile has no error of its own
            self.look()
            raise

    def look(self) -> None:
        """Raises `PoolLost` where the scheduler does not answer."""
        if self.client.status != "running":
            self.wait()

    def wait(self) -> None:
        """Waits for a scheduler that may come again, and for a worker. Raises `PoolLost`."""
        until = time.monotonic() + ANSWERS_S
        while self.client.status != "running":
            if self.client.status == "closed" or time.monotonic() > until:
                raise PoolLost(f"The scheduler at {self.address} does not answer any more.")
            time.sleep(0.1)
        try:
            self.client.wait_for_workers(1, timeout=ANSWERS_S)
        except (OSError, TimeoutError):
            raise PoolLost(f"The scheduler at {self.address} has no worker any more.") from None

    def close(self) -> None:
        """Lets go of what waits and of the scheduler, which may be gone already."""
        with suppress(Exception):
            self.executor.shutdown(wait=False)
        with suppress(Exception):
            self.client.close(timeout=2)


def said_of(error: BaseException) -> str:
    """The first line of what an error says."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
