"""Noise that decreases with the duration of an observation: jitter of many pulses (TNSQ and TNSECORR of tempo2).

    TNSQ -flag value log10_s      sigma^2 += 10^(2 TNSQ) / t       after EFAC and EQUAD
    TNSECORR -flag value us       C_ij += s_i s_j, s = TNSECORR / sqrt(t / 3600 s), i and j of one epoch

t is the duration of the TOA's observation in s, its flag -tobs. The epochs are those of `ecorr`, by the convention
ECORR. The realisation is named SECORR. Where a TOA has both TNSECORR and ECORR, the variances add up. This is the
definition of code in the style of TempoNest (getNGSJitterMatrix). MeerKAT data with observations of 256 s use TNSECORR.

The fit of tempo2 itself (t2fit_nestlike.C) takes s of the first TOA for all TOAs of an epoch, which is the same where
their durations are equal. It ignores ECORR for a TOA with both. tempo2 takes 1 s for ``-tobs UNKNOWN``, and divides by
0 without the flag; in jug both are errors that name the TOA. PINT 1.1.8 does not have these terms.
"""

from jug.core.array import Float, Member, Toa
from jug.model.declare import (
    Binned,
    Columns,
    ColumnsMaker,
    Component,
    Namespace,
    OwnColumns,
    Param,
    ToaRows,
    Values,
    member_values,
    selected_family,
)
from jug.model.noise.white import LOG10_S_BOUNDS

HOUR_S = 3600.0
"""Length of an hour, s."""

TNSQ = Param(
    "TNSQ",
    "",
    "log10 of the EQUAD in s of an observation of 1 s",
    0,
    family=selected_family(),
    fit=False,
    sampled=True,
    bounds=LOG10_S_BOUNDS,
)
TNSECORR = Param(
    "TNSECORR",
    "us",
    "Noise common to an epoch, for an observation of 1 h",
    1,
    family=selected_family(),
    fit=False,
    sampled=True,
    bounds=(0.0, 1e12),
)


def white_columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the column of durations for TNSQ.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``tobs_TNSQ``: duration of each observation, (n + 1,) s; 1 where TNSQ does not select the TOA.
    """
    return OwnColumns(noise={"tobs_TNSQ": rows.positive_flag("tobs", "TNSQ")})


def scale(xp: Namespace, p: Values, x: Columns, sigma: Float[Toa]) -> Float[Toa]:
    """Rescale uncertainties: sqrt(sigma^2 + 10^(2 TNSQ) / t).

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns
    sigma : (n,) array
        Uncertainties, s.

    Returns
    -------
    (n,) array
        s.
    """
    return xp.sqrt(
        sigma * sigma + member_values(xp, 10.0 ** (2.0 * p["TNSQ"]), x.selections["TNSQ"]) / x.noise["tobs_TNSQ"]
    )


def _epochs(any_flag: bool) -> ColumnsMaker:
    def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
        layers = rows.epochs("TNSECORR", any_flag=any_flag)
        return OwnColumns(
            epochs={"TNSECORR": layers}, noise={"tobs_TNSECORR": rows.positive_flag("tobs", "TNSECORR")[:-1]}
        )

    return columns


def basis(xp: Namespace, p: Values, x: Columns) -> tuple[Binned, ...]:
    """Form one column for each epoch: 1 / sqrt(t / 1 h) on its TOAs, else 0.

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns

    Returns
    -------
    tuple of Binned
        One for each layer.
    """
    out = []
    share = xp.sqrt(HOUR_S / x.noise["tobs_TNSECORR"])
    for index, owner in x.epochs["TNSECORR"]:
        k = owner.shape[0]
        out.append(Binned(index, xp.where(index < k, share, 0.0), xp.zeros(k)))
    return tuple(out)


def weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Member], ...]:
    """Compute the prior variances TNSECORR^2 of the epochs.

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns

    Returns
    -------
    tuple of (k,) arrays
        One for each layer, s^2.
    """
    return tuple(p["TNSECORR"][layer.owner] ** 2 for layer in x.epochs["TNSECORR"])


def _component(name: str, word: str, any_flag: bool) -> Component:
    return Component(
        name,
        (TNSECORR,),
        columns=_epochs(any_flag),
        basis=basis,
        weights=weights,
        triggers=("TNSECORR",),
        options=(("@ECORR", (word,)),),
        process="SECORR",
    )


WHITE = Component("white noise by duration", (TNSQ,), columns=white_columns, scale=scale, triggers=("TNSQ",))
ECORR_BY_DURATION = _component("ECORR by duration", "PINT", False)
TEMPO2_EPOCHS = _component("ECORR by duration, tempo2's epochs", "TEMPO2", True)
