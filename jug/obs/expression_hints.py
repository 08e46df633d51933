"""Messages about expressions that probably do not select what was meant: absent flags, residuals, years."""

from collections.abc import Mapping
from datetime import date
from typing import Protocol

from jug.core.arguments.named import nearest_names
from jug.core.times import MJD_0

RESIDUAL_NAMES = ("res", "post", "pre", "resid", "residual")
"""Names of a residual in plk of tempo2 and in `jug residuals --columns`; TOAs have no residuals."""

BY_RESIDUALS = (
    "select by a mask, toas.select(abs(result.residuals.time_s) > 50e-6); on the command line by the number n that "
    "`jug residuals PAR TIM --columns n,res` lists, or see `jug outliers`"
)
"""How TOAs are selected by their residuals."""

YEARS_FOR_MJD = (1900.0, 2100.0)
"""Numbers after mjd that are probably years. As MJDs they are dates of 1864."""


class HasFlags(Protocol):
    """An object with flags."""

    @property
    def flags(self) -> Mapping[str, object]:
        """The flags by their key without the dash."""


def absent_flag(raw: HasFlags, key: str) -> str:
    """Return the warning about a flag that no TOA has, with the flags that there are.

    Parameters
    ----------
    raw : HasFlags
        As `jug.io.tim.raw_toas.RawTOAs`.
    key : str
        The flag without its dash.

    Returns
    -------
    str
    """
    known = nearest_names([f"-{name}" for name in raw.flags], f"-{key}") if raw.flags else "they have no flags"
    return f"no TOA has the flag -{key}; {known}"


def year_as_mjd(year: int) -> str:
    """Write the hint that a number after mjd is a year, with the MJD at which the year begins.

    Parameters
    ----------
    year : int

    Returns
    -------
    str
    """
    return f"MJD {year} is in 1864; the year {year} begins at MJD {date(year, 1, 1).toordinal() - MJD_0}"
