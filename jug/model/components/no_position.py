"""The direction of a pulsar whose par file gives no position, for times that are all at the barycentre.

There the position and the velocity of the observatory are zero, so that Roemer delay, Shapiro delay and Doppler shift
are zero in any direction (PINT 1.1.8 has no such terms without astrometry). The direction here is the x axis of the
ICRS. `jug.model.evaluation.toas_match.with_position` refuses a TOA at an observatory.
"""

from jug.core.array import Float, Row, Xyz
from jug.model.declare import Columns, Component, Namespace, OwnColumns, ToaRows, Values

_EQUATORIAL_NAMES = ("RAJ", "DECJ", "PMRA", "PMDEC", "PMRA2", "PMDEC2")
OF_A_POSITION = (*_EQUATORIAL_NAMES, "ELONG", "ELAT", "PMELONG", "PMELAT", "PMELONG2", "PMELAT2")
"""The parameters of both frames (`jug.model.components.astrometry`), one of which is enough to need a position."""


def signal(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Float[Row, Xyz], Float[Row, Xyz]]:
    """The x axis on every row, (n, 3), and its change since the columns were made, zero, (n, 3)."""
    shift = 0.0 * x.r_obs
    return x.tables["n_origin"] + shift, shift


def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the column of the direction.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``n_origin``: the x axis, (3,).
    """
    return OwnColumns(tables={"n_origin": xp.array([1.0, 0.0, 0.0])})


COMPONENT = Component(
    "no position",
    signal=signal,
    columns=columns,
    signal_name="n",
    second_signal_name="n_shift",
    unless=OF_A_POSITION,
)
