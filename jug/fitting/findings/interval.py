"""Value, error, interval and limits of a noise parameter."""

from typing import NamedTuple


class Interval(NamedTuple):
    """Value, error, interval and limits of one parameter, par units.

    Parameters
    ----------
    value : float
        0 (or the least log10) for a size that the data do not show.
    error : float or None
        Standard error; where the profile likelihood is not a parabola, the mean distance of the ends of its 68%
        interval. None at an edge, and where a size has no upper end.
    low, high : float or None
        Ends of the 68% interval of the profile likelihood, where one was made; an end that the range cuts is None.
    upper_limit, lower_limit : float or None
        95% limits of a parameter at an edge of its range, or whose profile reaches zero within one standard error.
    profiled : bool
    determined : bool
        False for the spectral index of a process that the data do not show.
    reason : str or None
        Why the data do not limit the parameter on one side or both, where that is known.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.noise(model.add("EFAC TEL gbt 1"), toas).intervals["EFAC1"]
    >>> f"{found.value:.2f} +- {found.error:.2f}", found.profiled, found.upper_limit
    ('1.03 +- 0.10', False, None)
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
