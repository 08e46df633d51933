"""Options of an update, and the result for each file."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from jug.core.execution.progress import Progress
from jug.data.catalogue import base_addresses
from jug.data.fetch import TIMEOUT_S, report_nothing

FETCHED, WOULD, NO_CHANGE, CURRENT, PUT_ASIDE, FAILED = (
    "fetched",
    "to fetch",
    "no change",
    "current",
    "put aside",
    "failed",
)


class Outcome(NamedTuple):
    """The result of an update for one file.

    Attributes
    ----------
    name : str
    done : str
        `FETCHED`, `WOULD` (a dry run), `NO_CHANGE`, `CURRENT` (not fetched: current by its publisher's list),
        `PUT_ASIDE` or `FAILED`.
    text : str
        What was done with the file, or what is wrong with it, in one sentence.
    """

    name: str
    done: str
    text: str


@dataclass(frozen=True)
class UpdateOptions:
    """The options of an update.

    Parameters
    ----------
    bases : mapping of str to str
        As `jug.data.catalogue.BASES`.
    force : bool
        Fetch also files that are current.
    accept : collection of str
        Files that may change the past.
    dry_run : bool
        Report what would be done, and change nothing.
    timeout : float
        Seconds to wait for a server.
    progress : Progress
    """

    bases: Mapping[str, str] = field(default_factory=base_addresses)
    force: bool = False
    accept: Collection[str] = ()
    dry_run: bool = False
    timeout: float = TIMEOUT_S
    progress: Progress = report_nothing
