"""The numbers of an earlier run for a pulsar: TOAs, left-out TOAs, chi2, F-tests, verdict."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import outcome_of
from jug.pulsars.jobs.state import read_state
from jug.text.json_types import JsonObject


def earlier_numbers(folder: str, name: str) -> JsonObject:
    """Read the numbers of a pulsar from the folder of an earlier run.

    Parameters
    ----------
    folder : str
        Folder of the earlier run; a folder of par files has no numbers.
    name : str
        Name of the pulsar's folder.

    Returns
    -------
    dict
        As `PulsarOutcome.numbers`; empty if there are none.
    """
    try:
        return outcome_of(read_state(Job(name, "", "", {}, str(Path(folder) / name)))).numbers
    except (KeyError, TypeError, ValueError, OverflowError):
        return {}


def number_changes(earlier: Mapping[str, object], now: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """List the differences between the numbers of two runs.

    Parameters
    ----------
    earlier, now : mapping
        As returned by `earlier_numbers`.

    Yields
    ------
    tuple of str
        Title of the number, its earlier value, and its value now.
    """
    for key, (title, form) in SHOWN_NUMBERS.items():
        old, new = (_text(one.get(key), form) for one in (earlier, now))
        if old != new:
            yield title, old, new
    cuts = [cut if isinstance(cut, dict) else {} for cut in (earlier.get("cut"), now.get("cut"))]
    for reason in dict.fromkeys([*cuts[0], *cuts[1]]):
        old, new = (str(cut.get(reason, 0)) for cut in cuts)
        if old != new:
            yield f"TOAs left out, -cut {reason}", old, new


def _text(value: object, form: str) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "" if value is None else format(value, form)


SHOWN_NUMBERS = {
    "n_toa": ("TOAs", "d"),
    "n_free": ("free parameters", "d"),
    "first_mjd": ("first MJD", ".2f"),
    "last_mjd": ("last MJD", ".2f"),
    "wrms_us": ("wrms, us", ".4g"),
    "reduced_chi2": ("reduced chi2", ".4f"),
    "verdict": ("verdict", ""),
    "significant": ("significant terms of F-tests", ""),
    "to_check": ("checks to look at", ""),
}
"""Title and format of each number, by its key."""
