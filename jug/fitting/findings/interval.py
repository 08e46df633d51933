"""What the data say of one noise parameter: error, interval and limits."""

from typing import NamedTuple


class Interval(NamedTuple):
    """What the data say of one parameter, par units.

    Parameters
    ----------
    value : float
        0 (or the least log10) of a size that is not found.
    error : float or None
        Standard error; where the profile likelihood is no parabola the mean distance of the ends of its 68% interval.
        None at an edge, and where a size has no upper end.
    low, high : float or None
        Ends of the 68% interval of the profile likelihood, where one was made; an end that the range cuts is None.
    upper_limit, lower_limit : float or None
        95% limits of a parameter at an edge of its range, or of which the profile reaches zero within one standard
        error.
    profiled : bool
    determined : bool
        False for the spectral index of a process that is not found.
    reason : str or None
        Why the data leave the parameter open at one end or more, where that is known.
    """

    value: float
    error: float | None
    low: float | None = None
    high: float | None = None
    upper_limit: float | None = None
    lower_limit: float | None = None
    profiled: bool = False
    determined: bool = True
    reason: str | None = None
