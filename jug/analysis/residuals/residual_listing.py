"""Residuals as columns of text."""

from jug.analysis.residuals.averaging import Averaged
from jug.core.array import Float, Toa
from jug.core.times import format_mjds
from jug.model.evaluation.residuals import Residuals
from jug.obs.toas import TOAs
from jug.text.text_table import align_columns

LISTING_HEAD = ("# mjd", "residual_us", "error_us", "freq_mhz", "site", "name")
DM_HEAD = ("dm_residual", "dm_error")
AVERAGED_HEAD = ("# mjd", "residual_us", "error_us", "freq_mhz", "toas")


def residual_table(toas: TOAs, residuals: Residuals) -> str:
    """Format the residuals as text: a header that begins with ``#``, then one line for each TOA.

    The columns are site arrival time as written (MJD), residual and uncertainty (us), frequency (MHz), site and name;
    for wideband data also the DM's residual and uncertainty (pc cm^-3).

    Parameters
    ----------
    toas : TOAs
    residuals : Residuals
        Of these TOAs.

    Returns
    -------
    str
        Without a newline at the end.
    """
    columns = [
        format_mjds(toas.raw.times),
        *_timing_columns(residuals.time_s, residuals.error_s, toas.freq_hz),
        list(toas.site_names),
        [name or "-" for name in toas.names],
    ]
    if residuals.dm is None:
        return _table(LISTING_HEAD, columns)
    columns += [[f"{value:.7f}" for value in part.tolist()] for part in (residuals.dm.value, residuals.dm.error)]
    return _table((*LISTING_HEAD, *DM_HEAD), columns)


def averaged_table(averaged: Averaged) -> str:
    """Format a line for each epoch: corrected MJD, residual and uncertainty (us), frequency (MHz), number of TOAs."""
    columns = [
        [f"{mjd:.9f}" for mjd in averaged.mjd.tolist()],
        *_timing_columns(averaged.time_s, averaged.error_s, averaged.freq_hz),
        [str(len(members)) for members in averaged.members],
    ]
    return _table(AVERAGED_HEAD, columns)


def _timing_columns(time_s: Float[Toa], error_s: Float[Toa], freq_hz: Float[Toa]) -> list[list[str]]:
    return [
        [f"{value * 1e6:.6f}" for value in time_s.tolist()],
        [f"{value * 1e6:.4f}" for value in error_s.tolist()],
        [f"{value / 1e6:.10g}" for value in freq_hz.tolist()],
    ]


def _table(head: tuple[str, ...], columns: list[list[str]]) -> str:
    """Format columns with their titles: numbers aligned right, words aligned left."""
    whole = [[title, *column] for title, column in zip(head, columns, strict=True)]
    widths = [max(map(len, column)) for column in whole]
    sides = ["<" if title in ("# mjd", "site", "name") else ">" for title in head]
    return "\n".join(align_columns(zip(*whole, strict=True), widths, sides))
