"""DM noise that is independent in each of three bands (TNBANDDM of tempo2 and TempoNest).

    TNBANDDM log10_A gamma C

The line declares three independent processes, BANDDM1, BANDDM2 and BANDDM3, with one amplitude and index. They apply to
TOAs below 1000 MHz, from 1000 to 1800 MHz and from 1800 to 10000 MHz at the site, ends excluded. The delays are those
of DM noise in `fourier`, with the frequencies k / T, k = 1 .. C; T is the span of all TOAs. log10_A has tempo2's
definition, whatever the convention TNDM is, since only tempo2 has the term (tempo2's year is 3.16e7 s, that of jug
365.25 d). An amplitude and an index that are both 0 switch the term off in tempo2; in jug they are an error.
"""

from jug.core.array import Float, Mode
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Dense,
    Family,
    Namespace,
    OwnColumns,
    Param,
    ToaRows,
    Values,
    line_family,
)
from jug.model.noise.fourier import F_REF_HZ, INDICES, LOG10_A, TEMPO2_DM_SHIFT, count_param, modes, variances
from jug.model.noise.power_law import spectrum

BANDS_MHZ = ((0.0, 1000.0), (1000.0, 1800.0), (1800.0, 10000.0))
"""Limits of the bands, MHz."""


def _family_at(place: int) -> Family:
    return line_family("TNBANDDM", place, counted=True)


AMP = Param(
    "TNBANDDMAMP",
    "",
    "log10 of the amplitude of the DM noise in bands",
    0,
    family=_family_at(0),
    fit=False,
    sampled=True,
    bounds=LOG10_A,
)
GAM = Param(
    "TNBANDDMGAM",
    "",
    "Spectral index of the DM noise in bands",
    0,
    family=_family_at(1),
    fit=False,
    sampled=True,
    bounds=INDICES,
)
N_FREQUENCIES = count_param("TNBANDDMC", "Number of frequencies of the DM noise in bands", family=_family_at(2))


def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the columns of the three bands.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        For each band its `FourierGrid`, with ``inside`` 1 for TOAs in the band and 0 for others, (n,).
    """
    mhz = rows.toas.freq_hz / 1e6
    grids = {}
    for number, (low, high) in enumerate(BANDS_MHZ, 1):
        inside = (mhz > low) & (mhz < high)
        grid = rows.harmonics(f"BANDDM{number}", int(rows.values("TNBANDDMC")[0]))
        grids[f"BANDDM{number}"] = grid._replace(inside=inside.astype(float))
    return OwnColumns(grids=grids)


def basis(xp: Namespace, p: Values, x: Columns) -> tuple[Dense, ...]:
    """Evaluate sines and cosines in each band, times (1400 MHz / f)^2.

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns

    Returns
    -------
    tuple of Dense
        Three, (n, 2 C) each, s.
    """
    factor = (F_REF_HZ * x.inv_freq[:-1]) ** 2
    return tuple(modes(xp, x, tag, x.grids[tag].acts * factor) for tag in TAGS)


def weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Mode], ...]:
    """Compute the prior variances of the coefficients, equal in all bands.

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns

    Returns
    -------
    tuple of (2 C,) arrays
        Three.
    """
    log10_a, gamma = p["TNBANDDMAMP"][0] + TEMPO2_DM_SHIFT, p["TNBANDDMGAM"][0]
    return tuple(variances(xp, x, tag, spectrum(xp, x.grids[tag].frequency, log10_a, gamma)) for tag in TAGS)


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report a second line TNBANDDM, or an amplitude and an index that are both 0."""
    if len(p["TNBANDDMAMP"]) > 1:
        return "TNBANDDMAMP", 1, "is of a second line TNBANDDM: a par file can have one"
    if p["TNBANDDMAMP"][0] == 0.0 and p["TNBANDDMGAM"][0] == 0.0:
        return "TNBANDDMAMP", 0, "and the index of 0 switch the noise off in tempo2: take the line out"
    return None


TAGS = tuple(f"BANDDM{j}" for j in range(1, len(BANDS_MHZ) + 1))

COMPONENT = Component(
    "DM noise in bands",
    (AMP, GAM, N_FREQUENCIES),
    columns=columns,
    basis=basis,
    weights=weights,
    check=check,
    triggers=("TNBANDDMAMP",),
    process="BANDDM",
    numbered=True,
    dispersive=True,
)
