"""A list of the TOAs that a run has left out."""

from jug.analysis.outliers.outlier_result import CUT_FLAG
from jug.obs.toas import TOAs

MOST_CUT_ROWS = 200
"""Largest number of left-out TOAs that the report lists; toas.tim has all."""


def cut_rows(toas: TOAs) -> list[tuple[str, str, str, str]]:
    """List the TOAs that were left out: reason, file, MJD and frequency.

    Parameters
    ----------
    toas : TOAs
        The TOAs that are left, with the deleted ones in ``raw``.

    Returns
    -------
    list of tuple of str
        At most ``MOST_CUT_ROWS``, by reason and date.
    """
    gone = toas.raw.deleted
    if gone is None:
        return []
    reasons = gone.flag(CUT_FLAG).tolist()
    mjd = gone.times.day + gone.times.sec.hi / 86400.0
    rows = [
        (reason, float(day), name, float(hz) / 1e6)
        for reason, day, name, hz in zip(reasons, mjd, gone.name, gone.freq_hz, strict=True)
        if reason
    ]
    return [(reason, name, f"{day:.4f}", f"{mhz:.1f}") for reason, day, name, mhz in sorted(rows)[:MOST_CUT_ROWS]]
