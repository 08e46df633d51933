"""Quasi-periodic DM noise: a Gaussian process with a period and a limited coherence time, on a Fourier basis.

delay(t) = (1400 MHz / f)^2 sum_k [a_k sin(2 pi f_k t) + b_k cos(2 pi f_k t)],   <a_k^2> = <b_k^2> = P(f_k) df_k
P(f) = A^2 / (sqrt(2 pi) s) {exp[-(f - f0)^2 / 2 s^2] + exp[-(f + f0)^2 / 2 s^2] + 1e-10},   s^2 = w^2 + (1 / 2T)^2

log10 A is TNQPDMAMP, A the rms of the delay at 1400 MHz in s; f0 is TNQPDMFREQ and w TNQPDMWIDTH, in 1/yr. f_k = k / T,
k = 1 .. TNQPDMC (100 when absent), as those of `fourier`; f is at the barycentre. 1 / 2T is the resolution of these
frequencies; 1e-10 keeps variances far from the line above 0. The covariance oscillates and decays with the time
difference tau,

k(tau) = A^2 exp[-(2 pi s tau)^2 / 2] cos(2 pi f0 tau)

(Wilson & Adams 2013, ICML 28, 1067, with one component). The keywords are jug's own.
"""

from dataclasses import replace
from math import pi, sqrt

from jug.core.array import Float, Mode
from jug.model.declare import ByName, Columns, Component, Dense, Namespace, OwnColumns, Param, ToaRows, Values
from jug.model.noise.fourier import F_REF_HZ, LOG10_A, YEARS, count_param, modes, variances

QP_TAG = "QPDM"
"""Name of the process."""

_MOST_PER_YEAR = 1e3
"""Largest frequency, and width, of the line, 1/yr."""

FAR_FROM_LINE = 1e-10
"""Density far from the line over that at its peak: without it the slope of log L by a variance would be infinite."""


def _sampled_param(name: str, unit: str, doc: str, bounds: tuple[float | None, float]) -> Param:
    """A parameter of the spectrum; a frequency scales as the inverse of time."""
    power = -1 if unit else 0
    return Param(name, unit, doc, power, fit=False, sampled=True, bounds=bounds, programs=())


PARAMS = (
    _sampled_param("TNQPDMAMP", "", "log10 of the rms of the quasi-periodic DM noise at 1400 MHz, s", LOG10_A),
    _sampled_param("TNQPDMFREQ", "1/yr", "Frequency of the quasi-periodic DM noise", (0.0, _MOST_PER_YEAR)),
    _sampled_param("TNQPDMWIDTH", "1/yr", "Width of the line of the quasi-periodic DM noise", (0.0, _MOST_PER_YEAR)),
    replace(count_param("TNQPDMC", "Number of frequencies of the quasi-periodic DM noise"), programs=()),
    Param("TNQPDMTSPAN", "yr", "Span T of the quasi-periodic DM noise", 1, fit=False, bounds=YEARS, programs=()),
)


def _columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    return OwnColumns(grids={QP_TAG: rows.frequencies(QP_TAG, "TNQPDM", 100)})


def _basis(xp: Namespace, p: Values, x: Columns) -> tuple[Dense, ...]:
    return (modes(xp, x, QP_TAG, (F_REF_HZ * x.inv_freq[:-1]) ** 2),)


def _weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Mode], ...]:
    grid = x.grids[QP_TAG]
    f0, width = p["TNQPDMFREQ"], p["TNQPDMWIDTH"]  # Hz
    s = xp.sqrt(width**2 + (0.5 / grid.span) ** 2)
    line = xp.exp(-0.5 * ((grid.frequency - f0) / s) ** 2) + xp.exp(-0.5 * ((grid.frequency + f0) / s) ** 2)
    density = 10.0 ** (2.0 * p["TNQPDMAMP"]) / (sqrt(2.0 * pi) * s) * (line + FAR_FROM_LINE)
    return (variances(xp, x, QP_TAG, density),)


def _check(p: ByName) -> tuple[str, int, str] | None:
    return ("TNQPDMFREQ", 0, "must be above 0") if not p["TNQPDMFREQ"] > 0.0 else None


COMPONENT = Component(
    "quasi-periodic DM noise",
    PARAMS,
    columns=_columns,
    basis=_basis,
    weights=_weights,
    check=_check,
    triggers=("TNQPDMAMP",),
    needs=("TNQPDMAMP", "TNQPDMFREQ", "TNQPDMWIDTH"),
    process=QP_TAG,
    dispersive=True,
)
