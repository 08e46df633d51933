"""Timing noise as harmonics of one frequency, with amplitudes in seconds, added to the phase (Wave in PINT).

phase += F0 sum_k [A_k sin(k w dt) + B_k cos(k w dt)]    turns,   dt = t - WAVEEPOCH,   w = WAVE_OM

The line ``WAVEk A B`` holds both amplitudes of harmonic k, in s. WAVE_OM is in rad/d. t is the time of emission (PINT
1.1.8; tempo2 takes the barycentric time). The factor is F0, not the frequency at the TOA (PINT and tempo2). Hobbs et
al. 2004, MNRAS 353, 1311, eq. 3.

The parameters are WAVE_SINk for A_k and WAVE_COSk for B_k. Both can be fitted: by a fit flag after the pair, ``WAVE1 A
B 1``, or all together by tempo2's ``WAVE_OM w 1``. That flag does not free WAVE_OM itself, which is fixed; a frequency
can be fitted with WaveX. PINT cannot fit the amplitudes.
"""

from jug.core.array import Float, Member, Row
from jug.core.sincos import waves
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    OwnColumns,
    Param,
    Partials,
    ToaRows,
    Values,
    evaluate_once,
    line_family,
    partials_by_spin,
)

PARAMS = (
    Param("WAVE_SIN", "s", "Sine amplitude of a harmonic: the first value of WAVEk", 1, family=line_family("WAVE", 0)),
    Param(
        "WAVE_COS", "s", "Cosine amplitude of a harmonic: the second value of WAVEk", 1, family=line_family("WAVE", 1)
    ),
    Param("WAVE_OM", "rad/d", "Angular frequency of the first harmonic", -1, fit=False, frees=("WAVE_SIN", "WAVE_COS")),
    Param("WAVEEPOCH", "MJD", "Epoch of the harmonics", 0, codec="mjd", default="PEPOCH", fit=False),
)


def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the table of the harmonics.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``wave_number``: the number k of each harmonic, (k,).
    """
    return OwnColumns(tables={"wave_number": xp.array([float(e.member or 0) for e in rows.members("WAVE_SIN")])})


def _waves(
    xp: Namespace, p: Values, x: Columns, t: Float[Row]
) -> tuple[Float[Row, Member], Float[Row, Member], Float[Member]]:
    """Sine and cosine of each harmonic, (n, k) each, and its angular frequency, (k,) rad/s."""
    w = x.tables["wave_number"] * p["WAVE_OM"]
    return *evaluate_once(x, "WAVE", lambda: waves(xp, w, t - p["WAVEEPOCH"])), w


def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Phase added by the harmonics, (n,) turns."""
    sine, cosine, _ = _waves(xp, p, x, t)
    turns: Float[Row] = p["F"][0] * (sine @ p["WAVE_SIN"] + cosine @ p["WAVE_COS"])
    return turns


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the phase by the amplitudes, (n, k) turns/s, by F, and by the time of emission, (n,) turns/s."""
    sine, cosine, w = _waves(xp, p, x, t)
    seconds = sine @ p["WAVE_SIN"] + cosine @ p["WAVE_COS"]
    return {
        "WAVE_SIN": p["F"][0] * sine,
        "WAVE_COS": p["F"][0] * cosine,
        "F": partials_by_spin(xp, seconds, p["F"].shape[0]),
        "t": p["F"][0] * (cosine @ (w * p["WAVE_SIN"]) - sine @ (w * p["WAVE_COS"])),
    }


COMPONENT = Component(
    "WAVE",
    PARAMS,
    phase=phase,
    partials=partials,
    columns=columns,
    triggers=("WAVE_SIN",),
    needs=("WAVE_OM",),
)
