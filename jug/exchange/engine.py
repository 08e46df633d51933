"""The timing engine of a pulsar: the exact change of residuals with the parameters, for samplers of other programs.

With delta the change of the parameters ``fitpars`` in PINT's units, the change of the residuals is

    dr(delta) = (phase(theta + delta) - phase(theta)) / F0 - delta[Offset]

It is computed as a change, so that no digits are lost, and for any size of delta; ``-design_matrix()`` is its slope at
0. The members are those of the timing engines of nltiming and metapulsar. There "jug" means another program, so this
one has the name ``jug-timing``.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from jug.conversion.error_propagation import model_of
from jug.core.array import Datum, Float, Parameter, Toa
from jug.core.namespace import Namespace
from jug.errors import BackendError, InputError
from jug.exchange.centering import GaugeProvenance, ResidualCentering, gauge_of, residual_centering
from jug.exchange.parameter_facts import pint_scale
from jug.exchange.record import PROGRAM, PulsarRecord, pulsar_record, with_free_offset
from jug.exchange.record_layout import DATA_SET
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.anchor import Reference, make_anchor
from jug.model.evaluation.chain import change_of_phase, forward
from jug.model.parameters import unpack
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.compute.jax_protocol import DeviceArray

ROUNDED_S = 1e-10
"""A parameter is critical if the rounding of its value to float64 changes a residual by more than this, s."""


class TimingEngine:
    """The change of residuals with the parameters; what `jug.engine` returns.

    Parameters
    ----------
    model : TimingModel
        With a free overall phase.
    toas : TOAs
    record : PulsarRecord
        The record at the model's values.
    """

    engine_name = PROGRAM
    nonlinear_params = None

    def __init__(self, model: TimingModel, toas: TOAs, record: PulsarRecord) -> None:
        self.model, self.record = model, record
        self.fitpars = record.fitpars
        self._reference = make_anchor(model, toas).reference._replace(prior=None)  # no array that JAX takes
        self._f0 = float(model.entries["F0"].value.hi)
        self._scale = np.array([model.entries[n].scale / pint_scale(model.entries[n]) for n in model.free])
        self._timing = np.array([self.fitpars.index(name) for name in model.free], dtype=np.intp)
        self._offset = self.fitpars.index("Offset") if "Offset" in self.fitpars else None

    def __repr__(self) -> str:
        return f"TimingEngine of PSR {self.record.name}: {toa_count(len(self.record))}, {len(self.fitpars)} parameters"

    @property
    def native_units(self) -> Mapping[str, str]:
        """PINT's labels of the units of the parameters, in the order of ``fitpars``."""
        return {name: str(self.record.parameters[name].units) for name in self.fitpars}

    @property
    def residual_centering(self) -> Mapping[str, ResidualCentering]:
        """The mean that was removed from the residuals of the record, by data set."""
        return {DATA_SET: residual_centering(self.record.centered)}

    def gauge_provenance(self) -> GaugeProvenance:
        """Describe the mean that was removed from the residuals, in the older words of nltiming and metapulsar.

        Returns
        -------
        GaugeProvenance
        """
        return gauge_of(self.record.centered)

    @property
    def gauge_applied(self) -> bool:
        """False: no mean is removed from the changes of residuals that this engine computes."""
        return self.gauge_provenance().export != "none"

    def reference_theta(self) -> Float[Parameter]:
        """Return the values at which delta is 0, rounded to float64.

        Returns
        -------
        (k,) array
            PINT's units, in the order of ``fitpars``.
        """
        return np.array([float(self.record.parameters[name].value) for name in self.fitpars])

    def reference_theta_exact(self) -> Mapping[str, str]:
        """Return, with all digits, the values at which delta is 0.

        Returns
        -------
        dict of str to str
            Decimal text, PINT's units, in the order of ``fitpars``.
        """
        return {name: self.record.parameters[name].value for name in self.fitpars}

    def design_matrix(self, params: object = None) -> Float[Datum, Parameter]:
        """Return the design matrix at the reference, (n, k), s per PINT unit.

        Parameters
        ----------
        params : None
            Other values of the parameters are not supported: make another engine at them.

        Returns
        -------
        (n, k) array
            s per PINT unit.

        Raises
        ------
        InputError
            Other values are given.
        """
        if params is not None:
            raise InputError(
                "the design matrix is that of the reference values", hint="make an engine of model.set(...)"
            )
        return self.record.mmat

    def residual_jacobian(self, params: object = None) -> Float[Datum, Parameter]:
        """Return the slope of `residual_delta` at 0: minus the design matrix.

        Parameters
        ----------
        params : None
            As in `design_matrix`.

        Returns
        -------
        (n, k) array
            s per PINT unit.
        """
        return -self.design_matrix(params)

    def residual_delta(self, delta: ArrayLike) -> Float[Toa]:
        """Compute the change of the residuals with the parameters, with NumPy.

        Parameters
        ----------
        delta : (k,) array
            Change of ``fitpars``, PINT's units.

        Returns
        -------
        (n,) array
            s; 0 for a change of 0.

        Raises
        ------
        InputError
            Another number of values.
        """
        change = np.asarray(delta, dtype=np.float64)
        self._check_shape(change.shape)
        return np.asarray(self._change_of_residuals(np, change, self._reference))

    def residual_delta_jax(self, delta: "DeviceArray") -> "DeviceArray":
        """Compute the change of the residuals with JAX, compiled; it can be differentiated and mapped.

        Parameters
        ----------
        delta : (k,) array of JAX
            Change of ``fitpars``, PINT's units.

        Returns
        -------
        (n,) array of JAX
            s.

        Raises
        ------
        BackendError
            JAX cannot be imported; delta is not of float64.
        InputError
            The number of values is wrong, which JAX would not detect.
        """
        from jug.compute.jax_import import import_jax

        jax = import_jax()
        self._check_shape(np.shape(delta))
        if isinstance(delta, jax.Array) and delta.dtype != np.float64:
            hint = "call jax.config.update('jax_enable_x64', True) before the sampler makes its first array"
            raise BackendError(f"delta is of {delta.dtype}, not float64", hint)
        with jax.enable_x64(True):
            found: DeviceArray = self._compiled(delta, self._reference)  # type: ignore[operator]
            return found

    def identically_linear_fitpars(self) -> tuple[str, ...]:
        """Return the parameters in which the residuals are linear at any values of the others: the overall phase.

        Returns
        -------
        tuple of str
        """
        return tuple(name for name in self.fitpars if name in ("Offset", "PHOFF"))

    def precision_critical_fitpars(self) -> frozenset[str]:
        """Return the parameters for which the rounding of the value to float64 changes a residual by more than 0.1 ns.

        Returns
        -------
        frozenset of str
        """
        rounding = np.abs(self.reference_theta()) * 0.5 * np.finfo(np.float64).eps
        moved = rounding * np.max(np.abs(self.record.mmat), axis=0)
        return frozenset(name for name, size in zip(self.fitpars, moved, strict=True) if size > ROUNDED_S)

    def binary_chart_capability(self, *request: object, **options: object) -> None:
        """Return None: the engine has no other coordinates of the orbit.

        Parameters
        ----------
        *request, **options : object
            Not used.

        Returns
        -------
        None
        """

    def _check_shape(self, shape: tuple[int, ...]) -> None:
        """Raise an error unless there is one value for each of ``fitpars``."""
        if shape != (len(self.fitpars),):
            raise InputError(f"delta has the shape {shape}, not ({len(self.fitpars)},)", hint="see fitpars")

    @cached_property
    def _compiled(self) -> object:
        from jug.compute.jax_import import import_jax

        jax = import_jax()
        return jax.jit(lambda delta, ref: self._change_of_residuals(jax.numpy, delta, ref))

    def _change_of_residuals(self, xp: Namespace, delta: Float[Parameter], ref: Reference) -> Float[Toa]:
        """The change of the residuals, s."""
        components = self.model.components
        p, d = unpack(xp, self.model.layout, ref.p0, delta[self._timing] * self._scale)
        change = change_of_phase(xp, components, p, d, forward(xp, components, p, ref.x), ref)
        if self._offset is None:  # PHOFF: phases count from the TZR point, as in the matrix
            relative: Float[Toa] = (change[:-1] - change[-1]) / self._f0
            return relative
        found: Float[Toa] = change[:-1] / self._f0 - delta[self._offset]
        return found


def engine(source: TimingModel | FitResult, toas: TOAs, *, files: Files | None = None) -> TimingEngine:
    """Make the timing engine of a pulsar for the samplers of other programs.

    Parameters
    ----------
    source : TimingModel or FitResult
        The reference of the engine is at its values.
    toas : TOAs
    files : Files, optional
        Finds the ephemeris, by default `jug.data.open_files`.

    Returns
    -------
    TimingEngine
        ``.residual_delta(delta)``, ``.residual_delta_jax``, ``.design_matrix()``, ``.fitpars``, ``.native_units``.

    Raises
    ------
    InputError
        As `jug.pulsar_record`.

    Examples
    --------
    >>> import jug, numpy as np
    >>> live = jug.engine(*jug.load(*jug.data.example("NGC6440E")))
    >>> live.fitpars, live.native_units["F0"], live.reference_theta_exact()["F0"], live.design_matrix().shape
    (('Offset', 'RAJ', 'DECJ', 'F0', 'F1', 'DM'), 'Hz', '61.485476554', (62, 6))
    >>> delta = 1e-12 * live.reference_theta() * (np.array(live.fitpars) == "F0")
    >>> bool(np.allclose(live.residual_delta(delta), live.residual_jacobian() @ delta, rtol=1e-6))
    True
    >>> live.identically_linear_fitpars(), live.gauge_applied, sorted(live.precision_critical_fitpars())
    (('Offset',), False, ['F0'])
    >>> list(live.residual_centering), live.gauge_provenance().export
    (['single'], 'none')
    """
    record = pulsar_record(source, toas, files=files)
    return TimingEngine(with_free_offset(model_of(source)), toas, record)
