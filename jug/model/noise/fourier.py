"""Power-law noise on a Fourier basis: red, DM, chromatic (PLRedNoise, PLDMNoise and PLChromNoise in PINT).

delay(t) = g(t) sum_k [a_k sin(2 pi f_k t) + b_k cos(2 pi f_k t)],   <a_k^2> = <b_k^2> = P(f_k) df_k
P(f) = A^2 / (12 pi^2) fyr^(gamma - 3) f^-gamma,   fyr = 1 / 365.25 d

a_k and b_k are in s, P in s^3, f_k and df_k in Hz. f_k = k / T, k = 1 .. C; T is the span of the TDB times, or the
value given (TSPAN, yr). With FLOG n, n logarithmic frequencies from FACTOR^-n / T up to 1 / T come before them. g is 1
for red noise, (1400 MHz / f)^2 for DM noise and (1400 MHz / f)^TNCHROMIDX for chromatic noise, with f at the
barycentre. Lentati et al. 2014, MNRAS 437, 3004; van Haasteren & Vallisneri 2014, PRD 90, 104012.

RNAMP and RNIDX are tempo's form of the red noise: A = RNAMP 2 pi sqrt(3) / (86400 x 365.24 x 1e6), gamma = -RNIDX. Two
keywords are tempo2's: TNREDFLOW is log10 of a factor of every frequency of the red noise, and TNREDCORNER is the
frequency below which the spectrum is flat, times T. TNDMCORNER is jug's, and is the same for DM noise. With a corner

P(f) = A^2 / (12 pi^2) fyr^-3 [(1 + (fyr / fc)^(gamma/2)) / (1 + (f / fc)^(gamma/2))]^2,   fc = CORNER / T

tempo2 takes T from START and FINISH, and a year of 3.16e7 s. Its TNDMAmp is defined without the factor 12 pi^2, on a
basis 1/(2.41e-4 f^2); the convention ``TNDM`` of `jug.model.reading.dialects.conventions` chooses between the
definitions.
"""

from collections.abc import Callable
from math import pi, sqrt
from typing import TypedDict, Unpack

from jug.core.array import Float, Harmonic, Mode, Toa
from jug.core.fourier_basis import fourier_basis
from jug.model.components.chromatic.form import TNCHROMIDX, power_or_limit
from jug.model.declare import (
    ByName,
    Check,
    Columns,
    Component,
    Dense,
    Family,
    Namespace,
    Options,
    OwnColumns,
    Param,
    ToaRows,
    Values,
)
from jug.model.noise.power_law import corner_spectrum, spectrum

F_REF_HZ = 1.4e9
"""Frequency at which DM and chromatic noise have the amplitude of red noise, Hz (PINT 1.1.8, enterprise)."""

RNAMP_TO_A = 2.0 * pi * sqrt(3.0) / (86400.0 * 365.24 * 1e6)
"""A for RNAMP = 1 us yr^1/2, with tempo's year of 365.24 d."""

TEMPO2_DM_SHIFT = -1.6375326182133982
"""log10 A of DM noise, PINT's minus tempo2's: log10 of sqrt(12) pi K / (1.4e9)^2 with K = 1e12/2.41e-4 (f in Hz)."""

MOST_FREQUENCIES = 3000
"""Largest number of frequencies of one process: the Gram matrix takes 0.3 GB, its factorisation seconds."""

LOG10_A, INDICES, YEARS = (None, 10.0), (-30.0, 30.0), (1e-6, 1e6)
"""Bounds of log10 of an amplitude, of a spectral index, and of a span in years."""

MOST_LOG = 100
"""Largest number of logarithmic frequencies: with the usual step of 2 the lowest is then 2^-100 / T."""

Law = Callable[[Namespace, Values], tuple[Float[()], Float[()]]]
"""A function that gives log10 of the amplitude, and the spectral index, from the parameters."""

Factor = Callable[[Namespace, Values, Columns], Float[Toa]]
"""A function of ``(xp, p, x)`` that gives g on each TOA."""


def modes(xp: Namespace, x: Columns, tag: str, factor: Float[Toa]) -> Dense:
    """Sines and cosines at the frequencies of a process, times a factor for each TOA.

    Parameters
    ----------
    xp : Namespace
    x : Columns
        Has the `FourierGrid` of the process, with m frequencies.
    tag : str
        Name of the process.
    factor : (n,) array
        g.

    Returns
    -------
    Dense
        (n, 2 m): m sines, then m cosines.
    """
    grid = x.grids[tag]
    return Dense(fourier_basis(xp, x.tdb[:-1] - grid.start, grid.frequency, factor))


def variances(xp: Namespace, x: Columns, tag: str, density: Float[Harmonic]) -> Float[Mode]:
    """Prior variance of each mode.

    Parameters
    ----------
    xp : Namespace
    x, tag
        As in `modes`.
    density : (m,) array
        Spectral density at the frequencies of the process, s^3.

    Returns
    -------
    (2 m,) array
        s^2.
    """
    one = density * x.grids[tag].width
    return xp.concatenate([one, one])


def grid_check(prefix: str) -> Check:
    """Make the check (`Component.check`) of the frequencies of a process; ``prefix`` begins its keywords."""

    def check(p: ByName) -> tuple[str, int, str] | None:
        for name, least in (("RNAMP", 0.0), (f"{prefix}FLOG_FACTOR", 1.0)):
            if name in p and not p[name] > least:
                return name, 0, f"must be above {least:g}"
        return None

    return check


class ProcessFields(TypedDict, total=False):
    """Fields of `Component` in which processes differ."""

    options: Options
    yields_to: tuple[str, ...]
    dispersive: bool


def power_law_process(
    name: str,
    prefix: str,
    tag: str,
    params: tuple[Param, ...],
    factor: Factor,
    *,
    law: Law | None = None,
    default: int = 30,
    **more: Unpack[ProcessFields],
) -> Component:
    """Make the component of a power-law process.

    Parameters
    ----------
    name, tag : str
        Name of the component, and of the process.
    prefix : str
        Beginning of the keywords for the frequencies.
    params : tuple of Param
        The parameters, amplitude and index first (`process_params`).
    factor : callable
        ``(xp, p, x) -> (n,)``: g.
    law : callable, optional
        log10 A and gamma from ``(xp, p)``; when absent they are the first two parameters.
    default : int
        C when it is not given.
    **more
        Other fields of `Component`.

    Returns
    -------
    Component
    """
    amp, gam, corner, flow = params[0].name, params[1].name, f"{prefix}CORNER", f"{prefix}FLOW"

    def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
        return OwnColumns(grids={tag: rows.frequencies(tag, prefix, default, 10.0 ** (rows.number(flow) or 0.0))})

    def basis(xp: Namespace, p: Values, x: Columns) -> tuple[Dense, ...]:
        return (modes(xp, x, tag, factor(xp, p, x)),)

    def weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Mode], ...]:
        grid, (log10_a, gamma) = x.grids[tag], law(xp, p) if law else (p[amp], p[gam])
        if corner in p:
            return (variances(xp, x, tag, corner_spectrum(xp, grid.frequency, log10_a, gamma, p[corner] / grid.span)),)
        return (variances(xp, x, tag, spectrum(xp, grid.frequency, log10_a, gamma)),)

    return Component(
        name,
        params,
        columns=columns,
        basis=basis,
        weights=weights,
        check=grid_check(prefix),
        triggers=(amp,),
        needs=(amp, gam),
        process=tag,
        **more,
    )


def count_param(
    name: str, doc: str, *, least: int = 1, most: int = MOST_FREQUENCIES, family: Family | None = None
) -> Param:
    """Declare a parameter that is a number of frequencies.

    Parameters
    ----------
    name, doc, family
        As in `Param`.
    least, most : int
        Smallest and largest number.

    Returns
    -------
    Param
    """
    return Param(name, "", doc, 0, codec="int", family=family, fit=False, bounds=(float(least), float(most)))


def process_params(prefix: str, what: str, *, span: bool = True) -> tuple[Param, ...]:
    """Declare the parameters of a process: amplitude and index, then those of its frequencies.

    Parameters
    ----------
    prefix : str
        Beginning of the keywords.
    what : str
        The process in the descriptions, for instance ``"red noise"``.
    span : bool
        Whether the span T can be given.

    Returns
    -------
    tuple of Param
    """
    own = (
        Param(f"{prefix}AMP", "", f"log10 of the amplitude of the {what}", 0, fit=False, sampled=True, bounds=LOG10_A),
        Param(f"{prefix}GAM", "", f"Spectral index of the {what}", 0, fit=False, sampled=True, bounds=INDICES),
        count_param(f"{prefix}C", f"Number of frequencies of the {what}"),
        count_param(
            f"{prefix}FLOG", f"Number of logarithmic frequencies below 1/T of the {what}", least=0, most=MOST_LOG
        ),
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


def _achromatic(xp: Namespace, p: Values, x: Columns) -> Float[Toa]:
    return xp.ones(x.tdb.shape[0] - 1)


def _dispersive(xp: Namespace, p: Values, x: Columns) -> Float[Toa]:
    return (F_REF_HZ * x.inv_freq[:-1]) ** 2


def _chromatic(xp: Namespace, p: Values, x: Columns) -> Float[Toa]:
    return power_or_limit(xp, F_REF_HZ * x.inv_freq[:-1], p["TNCHROMIDX"])


def _tempo2_dm(xp: Namespace, p: Values) -> tuple[Float[()], Float[()]]:
    return p["TNDMAMP"] + TEMPO2_DM_SHIFT, p["TNDMGAM"]


def _tempo(xp: Namespace, p: Values) -> tuple[Float[()], Float[()]]:
    return xp.log10(p["RNAMP"] * RNAMP_TO_A), -p["RNIDX"]


def _corner(prefix: str, what: str, programs: tuple[str, ...] | None = None) -> Param:
    doc = f"Frequency below which the {what} is flat, times T"
    return Param(f"{prefix}CORNER", "", doc, 0, fit=False, sampled=True, bounds=(0.0, 1e9), programs=programs)


_TEMPO2_RED = (
    Param("TNREDFLOW", "", "log10 of a factor of the frequencies of the red noise", 0, fit=False, bounds=(-5.0, 5.0)),
    _corner("TNRED", "red noise"),
)
_RNAMP = (
    Param("RNAMP", "", "Amplitude of the red noise, us yr^1/2", 0, fit=False, sampled=True, bounds=(0.0, 1e20)),
    Param("RNIDX", "", "Spectral index of the red noise, negative", 0, fit=False, sampled=True, bounds=INDICES),
)
_TNRED = (*process_params("TNRED", "red noise"), *_TEMPO2_RED)
_DM = (*process_params("TNDM", "DM noise"), _corner("TNDM", "DM noise", ()))
_CHROM = (*process_params("TNCHROM", "chromatic noise"), TNCHROMIDX)
_BY_PINT, _BY_TEMPO2 = (("@TNDM", ("PINT",)),), (("@TNDM", ("TEMPO2",)),)

RED_NOISE = power_law_process("red noise", "TNRED", "RED", _TNRED, _achromatic)
RED_NOISE_RNAMP = power_law_process(
    "red noise, tempo's form", "TNRED", "RED", (*_RNAMP, *_TNRED[2:]), _achromatic, law=_tempo, yields_to=("TNREDAMP",)
)
DM_NOISE = power_law_process("DM noise", "TNDM", "DM", _DM, _dispersive, dispersive=True, options=_BY_PINT)
DM_NOISE_TEMPO2 = power_law_process(
    "DM noise, tempo2's amplitude", "TNDM", "DM", _DM, _dispersive, law=_tempo2_dm, dispersive=True, options=_BY_TEMPO2
)
CHROM_NOISE = power_law_process("chromatic noise", "TNCHROM", "CHROM", _CHROM, _chromatic)
