"""The result of a grid: maps of chi2 over the grid's axes."""

import io
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from jug.analysis.grids.axis_values import text_of
from jug.core.array import Array, Bool, Float, N
from jug.core.display.shown import Shown, TextRow
from jug.errors import FitError
from jug.io.files import write_bytes
from jug.model.timing_model import TimingModel


@dataclass(frozen=True, eq=False, repr=False)
class Grid(Shown):
    """chi2 over a grid; maps have one axis for each parameter, in the order of ``axes``.

    Parameters
    ----------
    model : TimingModel
        The model around which it was made.
    axes : dict of str to (m,) array
        The parameters on the grid, par units, as the nearest float64.
    linear : (m,) or (m1, m2) array
        chi2 of the linear model with the other parameters refitted.
    chi2 : array of the same shape, or None
        chi2 of residuals at the refitted parameters; None if only the linear map was requested.
    fall : array of the same shape, or None
        Decrease of chi2 that a further step would give, which measures the accuracy of the refit.
    converged : bool array of the same shape, or None
    fitted : dict of str to array of the same shape
        The refitted parameters, par units.
    confirmed : float
        Largest difference of chi2 from that of residuals at a new anchor, of the first, last and best point.
    offsets : dict of str to (m,) array
        The parameters on the grid minus their value in ``model``, par units; exact where float64 rounds F0.
    model_chi2 : float
        chi2 of ``model``, in which the other parameters are fitted; NaN if it is not known.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> result = jug.fit(model, toas)
    >>> f0 = result.values["F0"]
    >>> found = jug.grid(result.model, toas, {"F0": [f0 - 2e-11, f0, f0 + 2e-11]}, backend="numpy")
    >>> found.names, found.map.shape, found.delta.round(1).tolist()
    (('F0',), (3,), [1.2, 0.0, 1.2])
    >>> found.best["F0"] == f0, found.at_edge
    (True, ())
    >>> found.save("chi2.npz")
    >>> found.summary().splitlines()[0]
    'PSR 1748-2021E: chi2 over 3 F0 points'
    """

    model: TimingModel
    axes: dict[str, Float[N]]
    linear: Array
    chi2: Array | None
    fall: Array | None
    converged: Bool[N] | None
    fitted: dict[str, Array]
    confirmed: float
    offsets: dict[str, Float[N]]
    model_chi2: float = np.nan

    def _shown(self) -> tuple[str, list[TextRow]]:
        ranges = [
            (name, f"{self._text(name, np.argmin(axis))} to {self._text(name, np.argmax(axis))}", f"{len(axis)}")
            for name, axis in self.offsets.items()
        ]
        if not np.any(np.isfinite(self.map)):
            return f"Grid of PSR {self.model.psr}: no point converged", [*ranges]
        first, *rest = self.summary().splitlines()
        return f"Grid of {first}", [*ranges, *((line,) for line in rest)]

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters on the grid."""
        return tuple(self.axes)

    @property
    def map(self) -> Array:
        """chi2 after the refits, NaN at points that did not converge; without refits `linear`. No unit."""
        if self.chi2 is None or self.converged is None:
            return self.linear
        return np.where(self.converged, self.chi2, np.nan)

    @property
    def delta(self) -> Array:
        """`map` minus its smallest value, no unit.

        Raises
        ------
        FitError
            No point has converged.
        """
        if not np.any(np.isfinite(self.map)):
            raise FitError("no point of the grid converged")
        return np.asarray(self.map - np.nanmin(self.map))

    @property
    def best(self) -> dict[str, float]:
        """The parameters on the grid at the point of smallest chi2, by name, par units."""
        where = np.unravel_index(int(np.nanargmin(self.delta)), self.map.shape)
        return {name: float(axis[i]) for (name, axis), i in zip(self.axes.items(), where, strict=True)}

    @property
    def at_edge(self) -> tuple[str, ...]:
        """The parameters whose best value is at an end of their axis, unless it is a bound (SINI 1)."""
        least = np.unravel_index(int(np.nanargmin(self.delta)), self.map.shape)
        ends = [
            (n, a[i]) for i, (n, a) in zip(least, self.axes.items(), strict=True) if i in (0, len(a) - 1) and len(a) > 1
        ]
        return tuple(name for name, end in ends if end not in self.model.entries[name].param.bounds)

    def _text(self, name: str, i: int | np.integer) -> str:
        """Value i on an axis, with the digits that its steps require."""
        nearest, offsets = self.axes[name], self.offsets[name]
        steps = np.abs(np.diff(offsets))
        step = float(steps.min()) if len(steps) else 0.0
        return text_of(self.model.entries[name], float(nearest[i]), float(offsets[i]), step)

    def summary(self) -> str:
        """Format the size, the smallest chi2 and its place, and the accuracy of the map as text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        size = " x ".join(f"{len(axis)} {name}" for name, axis in self.axes.items())
        least = np.unravel_index(int(np.nanargmin(self.delta)), self.map.shape)
        where = ", ".join(f"{name} = {self._text(name, i)}" for name, i in zip(self.names, least, strict=True))
        edge = ", at the edge of the grid" if self.at_edge else ""
        least_chi2 = f"least chi2 {np.nanmin(self.map):.4f} at {where}{edge}"
        lines = [f"PSR {self.model.psr}: chi2 over {size} points", least_chi2]
        if self.chi2 is None or self.converged is None or self.fall is None:
            return "\n".join([*lines, "linear model only"])
        missed = int(np.sum(~self.converged))
        lines.append(f"{self.converged.size - missed} points converged, {missed} did not")
        if missed < self.converged.size:
            left = float(np.max(self.fall[self.converged]))
            lines.append(f"chi2 left to gain by a further step: {left:.1g} at most")
        return "\n".join([*lines, f"chi2 of exact residuals at three points: within {self.confirmed:.1g}"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write everything as an npz file.

        It has ``axis_NAME``, ``offset_NAME``, ``chi2``, ``linear``, ``converged``, ``fitted_NAME``.

        Parameters
        ----------
        path : str or path

        Raises
        ------
        InputError
            The file cannot be written.
        """
        # numpy.savez has, besides the arrays, a keyword argument of another type
        arrays: dict[str, Any] = {f"axis_{name}": axis for name, axis in self.axes.items()}
        arrays |= {f"offset_{name}": axis for name, axis in self.offsets.items()}
        arrays["linear"] = self.linear
        if self.chi2 is not None:
            arrays |= {"chi2": self.chi2, "fall": self.fall, "converged": self.converged}
            arrays |= {f"fitted_{name}": value for name, value in self.fitted.items()}
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        write_bytes(path, buffer.getvalue())
