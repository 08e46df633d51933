"""The vector theta of a likelihood, and the timing model that it stands for: NumPy alone, without JAX."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from jug.core.array import Float, Parameter
from jug.core.display.shown import Shown, TextRow
from jug.errors import FitError
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.vector import Vector, moved
from jug.text.name_lists import comma_list, toa_count


class ModelVector(Shown):
    """The elements of theta, their ranges, and the way from theta to a model and back; `Likelihood` has it."""

    vector: Vector
    _model: TimingModel
    _made_of: tuple[TimingModel, TOAs, tuple[str, ...] | None, bool, dict[str, tuple[float, float]], str]

    def _shown(self) -> tuple[str, list[TextRow]]:
        model, toas, *_ = self._made_of
        title = f"Likelihood of PSR {model.psr or '(no name)'}: {len(self.names)} elements, {toa_count(len(toas))}"
        elements = zip(self.names, self.start.tolist(), self.units, strict=True)
        return title, [(name, f"{x:.6g}", f"1 is {unit}" if unit else "") for name, x, unit in elements]

    @property
    def toas(self) -> TOAs:
        """The TOAs."""
        return self._made_of[1]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the elements of theta."""
        return self.vector.names

    @property
    def units(self) -> tuple[str, ...]:
        """The change of a parameter for a step of 1 of its element of theta, as text; for noise the unit alone."""
        return self.vector.units

    @property
    def start(self) -> Float[Parameter]:
        """theta of the model as it was given, (k,), in `units`."""
        return self.vector.origin.copy()

    @property
    def low(self) -> Float[Parameter]:
        """Least theta, (k,), in `units`."""
        return self.vector.low

    @property
    def high(self) -> Float[Parameter]:
        """Greatest theta, (k,), in `units`."""
        return self.vector.high

    @property
    def covariance(self) -> Float[Parameter, Parameter]:
        """Covariance of the timing parameters' theta in the linear model, (n_timing, n_timing), in `units`."""
        return self.vector.covariance

    def values(self, theta: ArrayLike) -> dict[str, float]:
        """Give the values of the parameters at theta.

        Parameters
        ----------
        theta : (k,) array
            In the units of `units`, in the order of `names`.

        Returns
        -------
        dict of str to float
            By the names in `names`, in the units of `TimingModel.values` (RAJ in hours, F0 in Hz). `model` has all
            digits.

        Raises
        ------
        FitError
            theta has another shape.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> print(f"F0 = {log_l.values(log_l.start)['F0']:.10f} Hz")
        F0 = 61.4854765540 Hz
        """
        found = self.model(theta).values
        return {name: found[name] for name in self.names}

    def model(self, theta: ArrayLike) -> TimingModel:
        """Make the timing model at theta, with all digits.

        Parameters
        ----------
        theta : (k,) array
            In the units of `units`, in the order of `names`.

        Returns
        -------
        TimingModel

        Raises
        ------
        FitError
            theta has another shape.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> log_l = jug.likelihood(model, toas)
        >>> log_l.model(log_l.start).values["DM"] == model.values["DM"]
        True
        """
        at = np.asarray(theta, dtype=np.float64)
        self._require(at.shape, 1)
        change = (at - self.vector.origin) * self.vector.scale
        return moved(self._model, self.names, change)

    def theta(self, values: Mapping[str, float]) -> Float[Parameter]:
        """Make theta of some values, the other parameters at `start`.

        Parameters
        ----------
        values : mapping of str to float
            By the names of parameters, in the units of `values`.

        Returns
        -------
        ndarray, shape (k,)
            Timing parameters as offsets in units of their uncertainties, noise parameters as values.

        Raises
        ------
        FitError
            A parameter that is not varied.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> at = log_l.theta({"DM": 224.2})
        >>> at.shape, round(log_l.values(at)["DM"], 9)
        ((5,), 224.2)
        >>> bool((log_l.low < at).all()), bool((at < log_l.high).all())
        (True, True)
        """
        theta = self.start
        for given, value in values.items():
            entry = self._model.entry(given)
            if entry.name not in self.names:
                raise FitError(f"{entry.name} is not varied; there are {comma_list(self.names, 12)}")
            i = self.names.index(entry.name)
            theta[i] += (float(value) - entry.value.hi - entry.value.lo) * entry.scale / self.vector.scale[i]
        return theta

    def _require(self, shape: tuple[int, ...], n_axes: int) -> None:
        """Refuse a theta of the wrong shape: (k,), or (m, k) for ``n_axes`` 2."""
        k = len(self.names)
        if len(shape) == n_axes and shape[-1] == k:
            return
        wanted = f"({k},)" if n_axes == 1 else f"(m, {k}), a vector of parameters in each row"
        others = "; for many vectors at once there is many(thetas), or jax.vmap of it" if n_axes == 1 else ""
        raise FitError(f"theta has the shape {shape}; the one wanted is {wanted}, in the order of names{others}")
