"""Power-law Gaussian processes on a Fourier basis: red, DM and chromatic noise.

delay(t) = g(t) sum_k [a_k sin(2 pi f_k t) + b_k cos(2 pi f_k t)],   <a_k^2> = <b_k^2> = P(f_k) df_k

P(f) = A^2 / (12 pi^2) fyr^(gamma - 3) f^-gamma,   fyr = 1 / 365.25 d

f_k = k / T, k = 1 .. C, T the span of the TDB times or as given (TSPAN, yr); with FLOG n, n frequencies in
logarithmic steps from FACTOR^-n / T up to 1 / T come before them. g is 1 for red noise, (1400 MHz / f)^2 for DM noise
and (1400 MHz / f)^TNCHROMIDX for chromatic noise, all at barycentric frequency. Lentati et al. 2014, MNRAS 437, 3004;
van Haasteren & Vallisneri 2014, PRD 90, 104012.

RNAMP and RNIDX are tempo's form of the red noise: A = RNAMP 2 pi sqrt(3) / (86400 x 365.24 x 1e6), gamma = -RNIDX.
TNREDFLOW (tempo2) is log10 of what multiplies every frequency of the red noise, TNREDCORNER (tempo2) the frequency
where it flattens, times T; with it the spectrum is

P(f) = A^2 / (12 pi^2) fyr^-3 [(1 + (fyr / fc)^(gamma/2)) / (1 + (f / fc)^(gamma/2))]^2,   fc = TNREDCORNER / T

tempo2 takes T from START and FINISH, a year of 3.16e7 s, and its TNDMAmp without the 12 pi^2 on a basis
1/(2.41e-4 f^2): the convention ``TNDM`` of `jug.model.reading.conventions`.
"""

from collections.abc import Callable
from math import pi, sqrt
from types import ModuleType
from typing import Any

from jug.core.constants import YEAR
from jug.model.components.chromatic.form import TNCHROMIDX, power
from jug.model.declare import Array, Columns, Component, Dense, Family, OwnColumns, Param, Values

F_REF_HZ = 1.4e9
"""Frequency at which chromatic processes have the amplitude of a red one (PINT 1.1.8, enterprise)."""

RNAMP_TO_A = 2.0 * pi * sqrt(3.0) / (86400.0 * 365.24 * 1e6)
"""RNAMP (us yr^1/2) to A, with tempo's year of 365.24 d."""

TEMPO2_DM_SHIFT = -1.6375326182133982
"""log10 A of DM noise, PINT's less tempo2's: sqrt(12) pi K / (1.4e9)^2 with K = 1e12/2.41e-4."""

MOST = 3000
"""Frequencies of one process at most: their Gram matrix takes 0.3 GB, and its factor seconds."""

LOG10_A, INDEX, YEARS = (None, 10.0), (-30.0, 30.0), (1e-6, 1e6)
"""What log10 of an amplitude, a spectral index, and a span in years may be."""

MOST_LOG = 100
"""Logarithmic frequencies at most: with their usual step the lowest is then 2^-100 / T."""

Law = Callable[[ModuleType, Values], tuple[Array, Array]]
"""log10 of the amplitude, and the spectral index."""


def spectrum(xp: ModuleType, f: Array, log10_a: Array, gamma: Array) -> Array:
    """Power-law spectral density, s^3, at ``f`` (Hz)."""
    return 10.0 ** (2.0 * log10_a) / (12.0 * pi**2) * YEAR**3 * (f * YEAR) ** (-gamma)


def flattened(xp: ModuleType, f: Array, log10_a: Array, gamma: Array, corner: Array) -> Array:
    """Spectral density, s^3, that is flat below ``corner`` (Hz) and passes through the power law's at 1/yr.

    It is the power law where the corner is 0, whatever the index (tempo2 has no corner then).
    """
    half, there = 0.5 * gamma, corner > 0.0
    low = xp.where(there, (YEAR * xp.where(there, corner, 1.0)) ** half, 0.0)
    ratio = (low + 1.0) / (low + (YEAR * f) ** half)
    return 10.0 ** (2.0 * log10_a) / (12.0 * pi**2) * YEAR**3 * ratio**2


def modes(xp: ModuleType, x: Columns, tag: str, factor: Array) -> Dense:
    """Sines and cosines at the process's frequencies, times ``factor``: (n, 2 m)."""
    grid = x.noise[tag]
    phase = 2.0 * pi * (x.tdb[:-1] - grid.start)[:, None] * grid.frequency
    both = xp.concatenate([xp.sin(phase), xp.cos(phase)], axis=1)
    return Dense(both * factor[:, None])


def variances(xp: ModuleType, x: Columns, tag: str, density: Array) -> Array:
    """Prior variance of each mode, s^2, (2 m,), where the spectral density at the frequencies is ``density``."""
    one = density * x.noise[tag].width
    return xp.concatenate([one, one])


def grid_check(prefix: str) -> Callable[[Values], tuple[str, int, str] | None]:
    """The check (`Component.check`) of what a process's frequencies come from."""

    def check(p: Values) -> tuple[str, int, str] | None:
        for name, least in (("RNAMP", 0.0), (f"{prefix}FLOG_FACTOR", 1.0)):
            if name in p and not p[name] > least:
                return name, 0, f"must be above {least:g}"
        return None

    return check


def process(name: str, prefix: str, tag: str, params: tuple[Param, ...], factor: Any, **more: Any) -> Component:
    """A power-law process.

    Parameters
    ----------
    name, tag : str
        Of the component, and of the process.
    prefix : str
        What the keywords of its grid begin with.
    params : tuple of Param
        Amplitude and index first (`keywords`).
    factor : callable
        ``(xp, p, x) -> (n,)``: g.
    law : callable, optional
        log10 A and gamma from ``(xp, p)``; the two parameters themselves when absent.
    default : int, optional
        C where it is not given.
    """
    amp, gam = params[0].name, params[1].name
    default = more.pop("default", 30)
    law: Law = more.pop("law", lambda xp, p: (p[amp], p[gam]))
    corner, flow = f"{prefix}CORNER", f"{prefix}FLOW"
    check = grid_check(prefix)

    def columns(xp: ModuleType, rows: Any) -> OwnColumns:
        return OwnColumns(noise={tag: rows.frequencies(tag, prefix, default, 10.0 ** (rows.number(flow) or 0.0))})

    def basis(xp: ModuleType, p: Values, x: Columns) -> tuple[Dense, ...]:
        return (modes(xp, x, tag, factor(xp, p, x)),)

    def weights(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, ...]:
        f, (log10_a, gamma) = x.noise[tag].frequency, law(xp, p)
        if corner in p:
            return (variances(xp, x, tag, flattened(xp, f, log10_a, gamma, p[corner] / x.noise[tag].span)),)
        return (variances(xp, x, tag, spectrum(xp, f, log10_a, gamma)),)

    return Component(
        name,
        params,
        columns=columns,
        basis=basis,
        weights=weights,
        check=check,
        triggers=(amp,),
        needs=(amp, gam),
        process=tag,
        **more,
    )


def counted(name: str, doc: str, *, least: int = 1, most: int = MOST, family: Family | None = None) -> Param:
    """A number of frequencies."""
    return Param(name, "", doc, 0, codec="int", family=family, fit=False, bounds=(float(least), float(most)))


def keywords(prefix: str, what: str, *, span: bool = True) -> tuple[Param, ...]:
    """Amplitude and index of a process, and what its grid of frequencies is."""
    own = (
        Param(f"{prefix}AMP", "", f"log10 of the amplitude of the {what}", 0, fit=False, sampled=True, bounds=LOG10_A),
        Param(f"{prefix}GAM", "", f"Spectral index of the {what}", 0, fit=False, sampled=True, bounds=INDEX),
        counted(f"{prefix}C", f"Number of frequencies of the {what}"),
        counted(f"{prefix}FLOG", f"Number of logarithmic frequencies below 1/T of the {what}", least=0, most=MOST_LOG),
        Param(
            f"{prefix}FLOG_FACTOR",
            "",
            f"Step of the logarithmic frequencies of the {what}",
            0,
            fit=False,
            bounds=(None, 1e3),
        ),
    )
    return (*own, Param(f"{prefix}TSPAN", "yr", f"Span T of the {what}", 1, fit=False, bounds=YEARS)) if span else own


def achromatic(xp: ModuleType, p: Values, x: Columns) -> Array:
    """1 on every TOA, (n,)."""
    return xp.ones(x.tdb.shape[0] - 1)


def _dispersive(xp: ModuleType, p: Values, x: Columns) -> Array:
    return (F_REF_HZ * x.inv_freq[:-1]) ** 2


def _chromatic(xp: ModuleType, p: Values, x: Columns) -> Array:
    return power(xp, F_REF_HZ * x.inv_freq[:-1], p["TNCHROMIDX"])


def _tempo2_dm(xp: ModuleType, p: Values) -> tuple[Array, Array]:
    return p["TNDMAMP"] + TEMPO2_DM_SHIFT, p["TNDMGAM"]


def _tempo(xp: ModuleType, p: Values) -> tuple[Array, Array]:
    return xp.log10(p["RNAMP"] * RNAMP_TO_A), -p["RNIDX"]


_TEMPO2_RED = (
    Param("TNREDFLOW", "", "log10 of a factor of the frequencies of the red noise", 0, fit=False, bounds=(-5.0, 5.0)),
    Param(
        "TNREDCORNER",
        "",
        "Frequency below which the red noise is flat, times T",
        0,
        fit=False,
        sampled=True,
        bounds=(0.0, 1e9),
    ),
)
_RNAMP = (
    Param("RNAMP", "", "Amplitude of the red noise, us yr^1/2", 0, fit=False, sampled=True, bounds=(None, 1e20)),
    Param("RNIDX", "", "Spectral index of the red noise, negative", 0, fit=False, sampled=True, bounds=INDEX),
)
_RED = (*keywords("TNRED", "red noise"), *_TEMPO2_RED)
_DM = keywords("TNDM", "DM noise")
_CHROM = (*keywords("TNCHROM", "chromatic noise"), TNCHROMIDX)
_BY_PINT, _BY_TEMPO2 = (("@TNDM", ("PINT",)),), (("@TNDM", ("TEMPO2",)),)

RED = process("red noise", "TNRED", "RED", _RED, achromatic)
RNAMP_RED = process(
    "red noise, tempo's form",
    "TNRED",
    "RED",
    (*_RNAMP, *_RED[2:]),
    achromatic,
    law=_tempo,
    yields_to=("TNREDAMP",),
)
DM = process("DM noise", "TNDM", "DM", _DM, _dispersive, dispersive=True, options=_BY_PINT)
DM_TEMPO2 = process(
    "DM noise, tempo2's amplitude",
    "TNDM",
    "DM",
    _DM,
    _dispersive,
    law=_tempo2_dm,
    dispersive=True,
    options=_BY_TEMPO2,
)
CHROM = process("chromatic noise", "TNCHROM", "CHROM", _CHROM, _chromatic)
