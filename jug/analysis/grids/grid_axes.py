"""The axes of a grid around fitted values, with widths from the uncertainties."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from jug.analysis.grids.axis_values import evenly_spaced
from jug.core.arguments.kinds import expect, read_names
from jug.core.array import Float, N
from jug.core.doubledouble import to_fraction
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.text.name_lists import comma_list

AXIS_REACH = 4.0
"""Distance from the fitted value to each end of an axis, standard deviations."""

AXIS_POINTS = {1: 61, 2: 25}
"""Number of values of each parameter, by the number of parameters."""


def grid_axes(
    result: FitResult, names: str | Iterable[str], *, sigmas: float = AXIS_REACH
) -> dict[str, Float[N] | list[Decimal]]:
    """Make the axes of a grid around the values of a fit.

    Parameters
    ----------
    result : FitResult
    names : str or iterable of str
        Fitted parameters, as ``["M2", "SINI"]``.
    sigmas : float
        Standard deviations from the fitted value to each end; an axis ends at the bounds of its parameter.

    Returns
    -------
    dict of str to (m,) array, or list of Decimal
        For `jug.grid`: values by name, par units; 61 of one parameter, 25 of each of two, 9 of each of more. They are
        `decimal.Decimal` if their spacing is below the resolution of float64.

    Raises
    ------
    InputError
        A parameter was not fitted.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> axes = jug.grid_axes(jug.fit(model, toas), ["F0", "DM"])
    >>> {name: len(values) for name, values in axes.items()}
    {'F0': 25, 'DM': 25}
    """
    expect(result=(result, FitResult))
    wanted = tuple(dict.fromkeys(name.upper() for name in read_names(names, "names of parameters")))
    axes = {}
    for name in wanted:
        if name not in result.names:
            hint = f"fitted are {comma_list(result.names, 12)}"
            raise InputError(f"{name} is not fitted, so that its uncertainty gives no range for a grid", hint=hint)
        entry, reach = result.model.entries[name], Fraction(sigmas * result.errors[name])
        value, (low, high) = to_fraction(entry.value), entry.param.bounds
        first = value - reach if low is None else max(Fraction(low), value - reach)
        last = value + reach if high is None else min(Fraction(high), value + reach)
        axes[name] = evenly_spaced(first, last, AXIS_POINTS.get(len(wanted), 9))
    return axes
