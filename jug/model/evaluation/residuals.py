"""Residuals of a model on TOAs, in phase and in time, with chi2, log-likelihood and weighted rms."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Float, Int, Toa
from jug.core.blocks import Block, Dense
from jug.core.display.shown import Shown, TextRow
from jug.core.display.with_units import WithUnits
from jug.core.execution.blas_threads import blas_threads
from jug.errors import FitError
from jug.model.covariance.log_likelihood import log_likelihood
from jug.model.covariance.noise import strong_noise_error
from jug.model.covariance.realisation import Realisation, Realisations
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.evaluation.evaluate import dm_residuals
from jug.model.evaluation.measured_dms import DMResiduals
from jug.model.evaluation.weighted_rms import weighted_rms
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count


@dataclass(frozen=True, eq=False, repr=False)
class Residuals(Shown, WithUnits):
    """Residuals in the order of the TOAs.

    Parameters
    ----------
    time_s : (n,) array
        Observed less predicted time, s, positive for a late pulse: phase over the spin frequency F0 + F1 (TDB -
        PEPOCH) + ... at each TOA (PINT 1.1.8), or over F0 (tempo2; the convention ``RATE`` F0).
    phase : (n,) array
        Phase residuals, turns, of the same sign.
    error_s : (n,) array
        Uncertainties of the TOAs with EFAC and EQUAD applied, s.
    pulse_number : (n,) int64 array
        Turns since the TZR point.
    rate_hz : (n,) array
        Spin frequency at each TOA, Hz.
    n_free : int
        Free parameters of the model, for `dof`.
    mean_removed : bool
        Whether the mean phase was subtracted, weighted by 1/error_s^2 (PINT 1.1.8), or not weighted (tempo2; the
        convention ``MEAN`` PLAIN).
    chi2 : float
        r^T C^-1 r, C the covariance of the noise; (residual / uncertainty)^2 summed when it is white. Of TOAs and
        measured DMs together for wideband data.
    log_likelihood : float
        -(chi2 + log det C) / 2 with times in s and DMs in pc cm^-3. Correlated noise and the overall offset are
        marginalised in every model (`jug.model.covariance.log_likelihood.log_likelihood`).
    noise : dict of str to Realisation
        Most probable realisation of each correlated process, by name (``ECORR``, ``RED``, ``DM``, ...), s;
        computed at first use.
    dm : DMResiduals or None
        Residuals of the measured DMs of wideband data.
    subtracted : tuple of str
        The noise processes whose realisations are subtracted (`less`).

    Examples
    --------
    >>> import jug
    >>> found = jug.residuals(*jug.load(*jug.data.example("NGC6440E")))
    >>> f"{found.wrms_s * 1e6:.1f} us, chi2 {found.chi2:.0f} for {found.dof}"
    '1090.6 us, chi2 157921 for 56'
    >>> found.n_data, found.quantity("time_s").unit, found.whitened.shape
    (62, Unit("s"), (62,))
    >>> found.white().subtracted, found.less().subtracted
    ((), ())
    """

    time_s: Float[Toa]
    phase: Float[Toa]
    error_s: Float[Toa]
    pulse_number: Int[Toa]
    rate_hz: Float[Toa]
    n_free: int
    mean_removed: bool
    chi2: float
    log_likelihood: float
    noise: Mapping[str, Realisation] = field(default_factory=dict)
    dm: DMResiduals | None = None
    subtracted: tuple[str, ...] = ()

    def _shown(self) -> tuple[str, list[TextRow]]:
        rows: list[TextRow] = [
            ("wrms", f"{self.wrms_s * 1e6:.4g} us"),
            ("chi2", f"{self.chi2:.2f} for {self.dof} degrees of freedom"),
            ("log-likelihood", f"{self.log_likelihood:.4f}"),
            ("error_s", f"median {np.median(self.error_s) * 1e6:.4g} us" if len(self) else "none"),
        ]
        rows += [("noise", ", ".join(self.noise))] if self.noise else []
        rows += [("subtracted", ", ".join(self.subtracted))] if self.subtracted else []
        rows += [("DM residuals", f"wrms {self.dm.wrms:.4g} pc cm^-3")] if self.dm is not None else []
        return f"Residuals of {toa_count(len(self))}", rows

    def less(self, names: Iterable[str] | None = None) -> "Residuals":
        """Subtract the most probable realisations of noise processes, and then the weighted mean.

        Times, phases and DMs change; chi2, the likelihood and the realisations remain those of the whole model. A
        process that is already subtracted is not subtracted again. The mean of the rest is the offset that the
        processes had absorbed; it is subtracted only where `mean_removed` is set (tempo2 subtracts it too, unweighted).

        Parameters
        ----------
        names : str or iterable of str, optional
            Names of processes, as in `noise`; BAND stands for all of BAND1, BAND2, ..., and GROUP likewise.
            When absent, all processes.

        Returns
        -------
        Residuals

        Raises
        ------
        FitError
            A name that is not a process of the model.
        """
        names = self.noise if names is None else [names] if isinstance(names, str) else names
        wanted = [process for name in names for process in self._processes(name)]
        gone = [name for name in dict.fromkeys(wanted) if name not in self.subtracted]
        delay, dm = np.zeros(len(self)), self.dm
        for name in gone:
            delay = delay + self.noise[name].time_s
            dm = None if dm is None else replace(dm, value=dm.value - self.noise[name].dm)
        left = replace(self._shifted_by(-delay), dm=dm, subtracted=(*self.subtracted, *gone))
        return left._without_mean() if gone else left

    def white(self) -> "Residuals":
        """Subtract every correlated process, and then the weighted mean.

        Returns
        -------
        Residuals
            The mean is subtracted only where `mean_removed` is set, also where there is no process.
        """
        return self.less()._without_mean()

    @property
    def whitened(self) -> Float[Toa]:
        """The `white` residuals divided by their uncertainties, (n,), no unit."""
        return self.white().time_s / self.error_s

    def _processes(self, name: str) -> list[str]:
        """The process of this name, or the numbered processes of this name."""
        own = [q for q in self.noise if name.upper() in (q, q.rstrip("0123456789"))]
        if own:
            return own
        raise FitError(f"there is no noise process {name!r}; the model has {', '.join(self.noise) or 'none'}")

    def _without_mean(self) -> "Residuals":
        """Subtract the weighted mean, where it is one of the unknowns."""
        if not self.mean_removed:
            return self
        w = 1.0 / self.error_s**2
        return self._shifted_by(-np.full(len(self), np.sum(w * self.time_s) / np.sum(w)))

    def _shifted_by(self, seconds: Float[Toa]) -> "Residuals":
        return replace(self, time_s=self.time_s + seconds, phase=self.phase + seconds * self.rate_hz)

    @property
    def dof(self) -> int:
        """Degrees of freedom: number of data less free parameters, less one where the mean is removed."""
        return self.n_data - self.n_free - int(self.mean_removed)

    @property
    def n_data(self) -> int:
        """Number of data: TOAs, and measured DMs."""
        return len(self.time_s) + (len(self.dm) if self.dm else 0)

    @property
    def wrms_s(self) -> float:
        """Root of the weighted mean square about the weighted mean, s."""
        return weighted_rms(self.time_s, self.error_s)

    def __len__(self) -> int:
        return len(self.time_s)


@without_numpy_warnings
def residuals(model: TimingModel, toas: TOAs, *, subtract: Iterable[str] = (), whiten: bool = False) -> Residuals:
    """Evaluate the residuals of a timing model, exact to 0.1 ps.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    subtract : iterable of str
        Correlated noise processes whose most probable realisations are subtracted, by name: ``["RED", "DM"]``
        (`Residuals.less`).
    whiten : bool
        Whether to subtract all of them (`Residuals.white`).

    Returns
    -------
    Residuals

    Raises
    ------
    InputError
        TOAs that were prepared for another ephemeris than the model's.
    FitError
        A name that is not a process of the model.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.residuals(model, toas)
    >>> found.time_s.shape
    (62,)
    >>> f"weighted rms {1e6 * found.wrms_s:.1f} us"
    'weighted rms 1090.6 us'
    """
    anchor = make_anchor(model, toas)
    with blas_threads(len(toas), len(model.free), algebra=True):
        found = residuals_at_anchor(model, anchor).less(subtract)
        return found.white() if whiten else found


@without_numpy_warnings
def residuals_at_anchor(
    model: TimingModel, anchor: Anchor, timing: Callable[[], tuple[Block, ...]] = tuple
) -> Residuals:
    """Return the residuals at an anchor.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of this model.
    timing : callable
        Gives the columns of the fitted parameters, tuple of blocks, when a noise realisation is asked for; the errors
        of the realisations then include their uncertainty.

    Returns
    -------
    Residuals

    Raises
    ------
    FitError
        The noise is so strong that the likelihood is not finite.
    """
    ref, n = anchor.reference, len(anchor.reference.residual)
    sigmas, sigma = anchor.noise.sigma, anchor.noise.sigma[:n]
    phase = ref.residual
    if model.removes_mean:
        w = 1.0 / sigma**2
        phase = phase - np.sum(w * phase) / np.sum(w)
    time_s = phase / ref.rate
    rows, dm = time_s, None
    if len(sigmas) > n:
        dm = DMResiduals(dm_residuals(np, model.components, ref.p0, anchor.state), sigmas[n:])
        rows = np.concatenate([time_s, dm.value])
    offset_mask = np.ones_like(rows) if ref.offset_mask is None else ref.offset_mask
    mask = offset_mask if model.removes_mean else None
    rate = ref.rate if dm is None else np.concatenate([ref.rate, np.ones(n)])  # in turns, as the prior of the reference
    try:
        chi2, likelihood = log_likelihood(rows, sigmas, ref.prior, mask, rate, n)
    except np.linalg.LinAlgError:
        chi2 = likelihood = np.nan
    if ref.prior is not None and not np.isfinite(likelihood):
        raise strong_noise_error(model, anchor.noise)
    if model.removes_mean and model.settings.conventions.get("MEAN") == "PLAIN":
        phase = phase - np.mean(phase)
        time_s = phase / ref.rate
    offset = () if mask is None else (Dense(mask[:, None]),)
    return Residuals(
        time_s,
        phase,
        sigma,
        anchor.pulse_number,
        ref.rate,
        len(model.free),
        model.removes_mean,
        chi2,
        likelihood,
        Realisations(rows, anchor.noise, offset, timing, n),
        dm,
    )
