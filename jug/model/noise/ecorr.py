"""ECORR: noise common to the TOAs of one epoch and one selection, as pulse jitter is (EcorrNoise in PINT).

C_ij += ECORR^2   for i, j of the same epoch

ECORR is in s here, in us in the par file. An epoch is a group of at least two TOAs of one selection, all less than 1 s
after the first of them (PINT 1.1.8, enterprise). Where selections overlap, a TOA is in an epoch of each, and the
variances add up. NANOGrav 9-yr: Arzoumanian et al. 2015, ApJ 813, 65, section 3.

With the convention ``ECORR`` TEMPO2 (`jug.model.reading.dialects.conventions`) an epoch is all TOAs within 1 s of a TOA
that a selection covers, also if the selection does not cover the others, and one TOA is enough. Where several lines
cover the first TOA the last line counts. A TOA is in one epoch only.
"""

from collections.abc import Callable

from jug.core.array import Float, Member
from jug.model.declare import Binned, Columns, Component, Namespace, OwnColumns, Param, ToaRows, Values, selected_family

ECORR = Param(
    "ECORR",
    "us",
    "Noise common to an epoch",
    1,
    family=selected_family(),
    aliases=("TNECORR",),
    fit=False,
    sampled=True,
    bounds=(0.0, 1e12),
)


def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the epochs of PINT.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``ECORR``: one `EpochLayer` for every set of disjoint selections: the epoch of each TOA, and the ECORR of each
        epoch.
    """
    return OwnColumns(epochs={"ECORR": rows.epochs("ECORR")})


def columns_tempo2(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the epochs of tempo2.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        As from `columns`.
    """
    return OwnColumns(epochs={"ECORR": rows.epochs("ECORR", any_flag=True)})


def basis(xp: Namespace, p: Values, x: Columns) -> tuple[Binned, ...]:
    """Form one column for each epoch: 1 on its TOAs, else 0.

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
    for index, owner in x.epochs["ECORR"]:
        k = owner.shape[0]
        out.append(Binned(index, xp.where(index < k, 1.0, 0.0), xp.zeros(k)))
    return tuple(out)


def weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Member], ...]:
    """Compute the prior variances ECORR^2 of the epochs.

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
    return tuple(p["ECORR"][layer.owner] ** 2 for layer in x.epochs["ECORR"])


def _component(name: str, word: str, found: Callable[..., OwnColumns]) -> Component:
    return Component(
        name,
        (ECORR,),
        columns=found,
        basis=basis,
        weights=weights,
        triggers=("ECORR",),
        options=(("@ECORR", (word,)),),
        process="ECORR",
    )


COMPONENT = _component("ECORR", "PINT", columns)
TEMPO2_COMPONENT = _component("ECORR, tempo2's epochs", "TEMPO2", columns_tempo2)
