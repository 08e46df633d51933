"""Limits of a transfer: the largest file, the longest time, and the lowest speed."""

import time
from typing import NamedTuple

from jug.errors import DataError, Where

SLOWEST = 1000.0
"""Bytes a second, averaged over the timeout, below which a transfer is ended."""


class Limits(NamedTuple):
    """The largest file, bytes, and the longest transfer, s, that are accepted."""

    size: int
    seconds: float


LIST_LIMITS = Limits(2_000_000, 120.0)
"""Lists of files and of checksums; the IPTA's has 6 kB."""

CLOCK_LIMITS = Limits(50_000_000, 900.0)
"""Clock files; the largest has 0.5 MB."""

KERNEL_LIMITS = Limits(8_000_000_000, 12 * 3600.0)
"""Ephemerides and their archives; DE441 has 3.3 GB."""


class BrokenOffError(DataError):
    """The transfer began, and broke off or became too slow."""


def check_size(size: int, limits: Limits, url: str) -> None:
    """Raise an error for a file above the limit.

    Parameters
    ----------
    size : int
        Bytes that the server states or that have arrived.
    limits : Limits
    url : str

    Raises
    ------
    DataError
    """
    if size > limits.size:
        why = f"it is larger than {limits.size / 1e6:g} MB, the limit for such a file"
        raise DataError(why, Where(url), "the file was discarded; look at the address in a browser")


class TransferTimer:
    """Ends a transfer that is too slow, or takes longer than its limit."""

    def __init__(self, timeout: float, url: str, limits: Limits) -> None:
        self.timeout, self.url = timeout, url
        self.since, self.at = time.monotonic(), 0
        self.longest, self.end = limits.seconds, self.since + limits.seconds

    def check(self, done: int) -> None:
        """Check the speed once every `timeout` seconds."""
        now = time.monotonic()
        if now > self.end:
            why = f"the transfer takes longer than {self.longest:g} s"
            raise BrokenOffError(why, Where(self.url), "try again later; the file was discarded")
        if now - self.since < self.timeout:
            return
        speed = (done - self.at) / (now - self.since)
        if speed < SLOWEST:
            why = f"the server is too slow ({speed:.0f} bytes a second)"
            raise BrokenOffError(why, Where(self.url), "try again later; the file was discarded")
        self.since, self.at = now, done
