"""EFAC and EQUAD of TOAs with equal uncertainties are degenerate: they are refused, or not estimated."""

from collections.abc import Iterable

from jug.errors import FitError
from jug.fitting.noise.white_degeneracy import LEAST_DIFFERENCE, WhiteDegeneracy

LEAST_INFORMATION = 0.01
"""Least `WhiteDegeneracy.information` at which an EQUAD that the caller has not named is estimated."""


def refuse_equal_uncertainties(found: Iterable[WhiteDegeneracy]) -> None:
    """Refuse parameters of which a combination has no effect.

    Parameters
    ----------
    found : iterable of WhiteDegeneracy

    Raises
    ------
    FitError
    """
    for one in found:
        if one.share < LEAST_DIFFERENCE:
            together = " and ".join([*one.others, one.name])
            raise FitError(
                f"the data determine only a combination of {together}: the uncertainties of their TOAs are all equal; "
                "fix one, or take the line out of the model"
            )


def indistinguishable_sizes(found: Iterable[WhiteDegeneracy]) -> dict[str, str]:
    """Find the sizes that are degenerate with other parameters, whatever the residuals are.

    Parameters
    ----------
    found : iterable of WhiteDegeneracy

    Returns
    -------
    dict of str to str
        The reason for each, by name.
    """
    same = [one for one in found if one.information < LEAST_INFORMATION or one.share < LEAST_DIFFERENCE]
    return {
        one.name: f"the uncertainties of its TOAs are equal, or nearly so: it acts as {' and '.join(one.others)} does"
        for one in same
    }
