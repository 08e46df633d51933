"""ELL1H: ELL1 with an orthometric Shapiro delay (BinaryELL1H in PINT).

The equations are those of Freire & Wex 2010, MNRAS 409, 199. The parameters choose the form of the Shapiro delay:

    H3           the third harmonic only, -(4/3) H3 sin 3 Phi
    H3, H4       the harmonics 3 to NHARMS, eq. 19
    H3, STIGMA   all harmonics, eq. 29; with ``ELL1H_SHAPIRO ABSORBED`` eq. 28, without the first two

H3 and H4 are in s; Phi is the orbital phase from the ascending node. NHARMS matters with H4 only. It is 7 when absent,
and at least 7, as in PINT 1.1.8; it is 4 in tempo2. tempo2 uses eq. 28; in PINT it is the option
``ell1h_shapiro="absorbed"``. H3 may be negative, since noise can make it so.
"""

from jug.core.array import Float, Row
from jug.model.components.binary import params, shapiro
from jug.model.components.binary.ell1 import ell1_component
from jug.model.components.binary.impossible import report_h4
from jug.model.components.binary.laplace import THIRD, Harmonics
from jug.model.components.binary.orbit import Orbit, Slopes
from jug.model.declare import Columns, Namespace, OwnColumns, Param, ToaRows, Values

ELL1H_SHAPIRO = Param(
    "ELL1H_SHAPIRO", "", "FULL (eq. 29, default) or ABSORBED (eq. 28)", 0, codec="str", fit=False, programs=()
)

LEAST_NHARMS = 7
"""Smallest number of the highest harmonic when H4 is given."""


def nharms_column(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make a table whose length is the number of harmonics, since kernels need static shapes.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``ell1h_harmonics``: zeros, (NHARMS,).
    """
    given = rows.values("NHARMS")
    count = max(LEAST_NHARMS, round(float(given[0]))) if len(given) else LEAST_NHARMS
    return OwnColumns(tables={"ell1h_harmonics": xp.zeros(count)})


def _h3(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Float[Row]:
    return -4.0 / 3.0 * p["H3"] * h.sin[2]


def _h3_slopes(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Slopes:
    return {"M": -4.0 * p["H3"] * h.cos[2], "h3": -4.0 / 3.0 * h.sin[2]}


def _h4(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Float[Row]:
    return shapiro.harmonics_from_third(xp, o.phase, p["H3"], p["H4"], x.tables["ell1h_harmonics"].shape[0])


def _h4_slopes(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Slopes:
    return shapiro.harmonics_slopes(xp, o.phase, p["H3"], p["H4"], x.tables["ell1h_harmonics"].shape[0])


def _stigma(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Float[Row]:
    return shapiro.orthometric(xp, h.sin[0], h.cos[0], p["H3"], p["STIGMA"])


def _stigma_slopes(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Slopes:
    return shapiro.orthometric_slopes(xp, h.sin[0], h.cos[0], p["H3"], p["STIGMA"])


def _stigma_absorbed(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Float[Row]:
    return shapiro.orthometric(xp, h.sin[0], h.cos[0], p["H3"], p["STIGMA"], absorbed=True)


def _stigma_absorbed_slopes(xp: Namespace, p: Values, x: Columns, o: Orbit, h: Harmonics) -> Slopes:
    return shapiro.orthometric_slopes(xp, h.sin[0], h.cos[0], p["H3"], p["STIGMA"], absorbed=True)


ELL1H_LINE = ("BINARY", ("ELL1H",))
ONLY_H3 = ell1_component(
    "binary ELL1H (H3)",
    (ELL1H_LINE,),
    (params.H3, params.NHARMS),
    THIRD,
    _h3,
    _h3_slopes,
    {"H3": {"h3": 1.0}},
    needs=("H3",),
    unless=("H4", "STIGMA"),
)
H3_H4 = ell1_component(
    "binary ELL1H (H3, H4)",
    (ELL1H_LINE,),
    (params.H3, params.H4, params.NHARMS),
    THIRD,
    _h4,
    _h4_slopes,
    {"H3": {"h3": 1.0}, "H4": {"h4": 1.0}},
    triggers=("H4",),
    needs=("H3",),
    unless=("STIGMA",),
    columns=nharms_column,
    check=report_h4,
)
FULL, ABSORBED = (
    ell1_component(
        f"binary ELL1H (H3, STIGMA{tail})",
        (ELL1H_LINE, ("ELL1H_SHAPIRO", words)),
        (params.H3, params.STIGMA, params.NHARMS, ELL1H_SHAPIRO),
        THIRD,
        shapiro_delay,
        shapiro_slopes,
        {"H3": {"h3": 1.0}, "STIGMA": {"stigma": 1.0}},
        triggers=("STIGMA",),
        needs=("H3",),
        unless=("H4",),
    )
    for words, tail, shapiro_delay, shapiro_slopes in (
        (("", "FULL"), "", _stigma, _stigma_slopes),
        (("ABSORBED",), ", absorbed", _stigma_absorbed, _stigma_absorbed_slopes),
    )
)
