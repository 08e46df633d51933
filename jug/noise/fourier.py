"""Power-law Gaussian processes on a Fourier basis: red, DM, chromatic and solar-wind noise.

delay(t) = g(t) sum_k [a_k sin(2 pi f_k t) + b_k cos(2 pi f_k t)],   <a_k^2> = <b_k^2> = P(f_k) df_k

P(f) = A^2 / (12 pi^2) fyr^(gamma - 3) f^-gamma,   fyr = 1 / 365.25 d

f_k = k / T, k = 1 .. C, T the span of the TDB times or as given (TSPAN, yr); with FLOG n, n frequencies in
logarithmic steps from FACTOR^-n / T up to 1 / T come before them. g is 1 for red noise, (1400 MHz / f)^2 for DM noise,
(1400 MHz / f)^TNCHROMIDX for chromatic noise, all at barycentric frequency, and the solar wind's delay for 1 electron
per cm^3 for TNSW. Lentati et al. 2014, MNRAS 437, 3004; van Haasteren & Vallisneri 2014, PRD 90, 104012. RNAMP and
RNIDX are tempo's form of the red noise: A = RNAMP 2 pi sqrt(3) / (86400 x 365.24 x 1e6), gamma = -RNIDX. tempo2
takes T from START and FINISH, and its TNDMAmp without the 12 pi^2 on a basis 1/(2.41e-4 f^2): the convention ``TNDM``
of `jug.model.conventions`.
"""

from math import pi, sqrt
from types import ModuleType
from typing import Any

from jug.constants import YEAR
from jug.model.declare import Array, Columns, Component, Dense, Param, Values

F_REF_HZ = 1.4e9
"""Frequency at which chromatic processes have the amplitude of a red one (PINT 1.1.8, enterprise)."""

RNAMP_TO_A = 2.0 * pi * sqrt(3.0) / (86400.0 * 365.24 * 1e6)
"""RNAMP (us yr^1/2) to A, with tempo's year of 365.24 d."""

TEMPO2_DM_SHIFT = -1.6375326182133982
"""log10 A of DM noise, PINT's less tempo2's: sqrt(12) pi K / (1.4e9)^2 with K = 1e12/2.41e-4."""


def spectrum(xp: ModuleType, f: Array, log10_a: Array, gamma: Array) -> Array:
    """Power-law spectral density, s^3, at ``f`` (Hz)."""
    return 10.0 ** (2.0 * log10_a) / (12.0 * pi**2) * YEAR**3 * (f * YEAR) ** (-gamma)


def modes(xp: ModuleType, x: Columns, tag: str, factor: Array) -> tuple[Dense, ...]:
    """Sines and cosines at the process's frequencies, times ``factor``: (n, 2 m)."""
    phase = 2.0 * pi * (x["tdb"][:-1] - x[f"start_{tag}"])[:, None] * x[f"freqs_{tag}"]
    both = xp.concatenate([xp.sin(phase), xp.cos(phase)], axis=1)
    return (Dense(both * factor[:, None]),)


def variances(xp: ModuleType, x: Columns, tag: str, log10_a: Array, gamma: Array) -> tuple[Array, ...]:
    """Prior variance of each mode, s^2: (2 m,)."""
    one = spectrum(xp, x[f"freqs_{tag}"], log10_a, gamma) * x[f"widths_{tag}"]
    return (xp.concatenate([one, one]),)


def _grid(tag: str, prefix: str, default: int) -> Any:
    def columns(xp: ModuleType, rows: Any) -> dict[str, Array]:
        return rows.frequencies(tag, prefix, default)

    return columns


def _params(prefix: str, what: str, span: bool = True) -> tuple[Param, ...]:
    own = (
        Param(f"{prefix}AMP", "", f"log10 of the amplitude of the {what}", 0, fit=False, sampled=True),
        Param(f"{prefix}GAM", "", f"Spectral index of the {what}", 0, fit=False, sampled=True),
        Param(f"{prefix}C", "", f"Number of frequencies of the {what}", 0, fit=False),
        Param(f"{prefix}FLOG", "", f"Number of logarithmic frequencies below 1/T of the {what}", 0, fit=False),
        Param(f"{prefix}FLOG_FACTOR", "", f"Step of the logarithmic frequencies of the {what}", 0, fit=False),
    )
    return (*own, Param(f"{prefix}TSPAN", "yr", f"Span T of the {what}", 1, fit=False)) if span else own


def _process(name: str, prefix: str, tag: str, what: str, factor: Any, default: int = 30, **more: Any) -> Component:
    amp, gam = f"{prefix}AMP", f"{prefix}GAM"

    def basis(xp: ModuleType, p: Values, x: Columns) -> tuple[Dense, ...]:
        return modes(xp, x, tag, factor(xp, p, x))

    def weights(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, ...]:
        return variances(xp, x, tag, p[amp], p[gam])

    params = _params(prefix, what, more.pop("span", True)) + more.pop("params", ())
    return Component(
        name,
        params,
        columns=_grid(tag, prefix, default),
        basis=basis,
        weights=weights,
        triggers=(amp,),
        needs=(amp, gam),
        process=tag,
        **more,
    )


def _one(xp: ModuleType, p: Values, x: Columns) -> Array:
    return xp.ones(x["tdb"].shape[0] - 1)


def _dispersive(xp: ModuleType, p: Values, x: Columns) -> Array:
    return (F_REF_HZ * x["inv_freq"][:-1]) ** 2


def _chromatic(xp: ModuleType, p: Values, x: Columns) -> Array:
    w = F_REF_HZ * x["inv_freq"][:-1]
    return xp.where(w > 0.0, xp.where(w > 0.0, w, 1.0) ** p["TNCHROMIDX"], 0.0)


RED = _process("red noise", "TNRED", "RED", "red noise", _one)
DM = _process("DM noise", "TNDM", "DM", "DM noise", _dispersive, dispersive=True, options=(("@TNDM", ("PINT",)),))


def _tempo2_dm_weights(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, ...]:
    return variances(xp, x, "DM", p["TNDMAMP"] + TEMPO2_DM_SHIFT, p["TNDMGAM"])


DM_TEMPO2 = Component(
    "DM noise, tempo2's amplitude",
    DM.params,
    columns=DM.columns,
    basis=DM.basis,
    weights=_tempo2_dm_weights,
    triggers=DM.triggers,
    needs=DM.needs,
    process="DM",
    dispersive=True,
    options=(("@TNDM", ("TEMPO2",)),),
)


def _tempo_weights(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, ...]:
    return variances(xp, x, "RED", xp.log10(p["RNAMP"] * RNAMP_TO_A), -p["RNIDX"])


RNAMP_RED = Component(
    "red noise, tempo's form",
    (
        Param("RNAMP", "", "Amplitude of the red noise, us yr^1/2", 0, fit=False, sampled=True),
        Param("RNIDX", "", "Spectral index of the red noise, negative", 0, fit=False, sampled=True),
        *RED.params[2:],
    ),
    columns=RED.columns,
    basis=RED.basis,
    weights=_tempo_weights,
    triggers=("RNAMP",),
    yields_to=("TNREDAMP",),
    needs=("RNAMP", "RNIDX"),
    process="RED",
)
