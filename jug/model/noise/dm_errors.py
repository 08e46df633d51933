"""White noise of wideband data: rescaled uncertainties of the measured DMs (ScaleDmError in PINT).

sigma^2 = DMEFAC^2 (e^2 + DMEQUAD^2)

e is the uncertainty -pp_dme of the TOA and DMEQUAD is in pc cm^-3. Every DMEQUAD that covers a TOA is added in
quadrature, then every DMEFAC is multiplied (PINT 1.1.8). Alam et al. 2021, ApJS 252, 5, section 4.
"""

from jug.core.array import Float, Toa
from jug.model.declare import Columns, Component, Namespace, Param, Values, member_values, selected_family
from jug.model.noise.white import FACTOR, positive_factors, product_of_members

DMEFAC = Param(
    "DMEFAC",
    "",
    "Factor of the uncertainties of measured DMs",
    0,
    family=selected_family(),
    fit=False,
    sampled=True,
    bounds=FACTOR,
)
DMEQUAD = Param(
    "DMEQUAD",
    "pc cm^-3",
    "Added to the uncertainties of measured DMs in quadrature",
    -1,
    family=selected_family(),
    fit=False,
    sampled=True,
    bounds=(0.0, 1e6),
)


def dm_scale(xp: Namespace, p: Values, x: Columns, sigma: Float[Toa]) -> Float[Toa]:
    """Rescale the uncertainties of measured DMs: DMEFAC sqrt(sigma^2 + DMEQUAD^2).

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns
    sigma : (n,) array
        Uncertainties, pc cm^-3.

    Returns
    -------
    (n,) array
        pc cm^-3.
    """
    square = sigma * sigma
    if "DMEQUAD" in p:
        square = square + member_values(xp, p["DMEQUAD"] ** 2, x.selections["DMEQUAD"])
    factor = product_of_members(xp, p["DMEFAC"], x.selections["DMEFAC"]) if "DMEFAC" in p else 1.0
    return factor * xp.sqrt(square)


COMPONENT = Component(
    "noise of measured DMs",
    (DMEFAC, DMEQUAD),
    dm_scale=dm_scale,
    check=positive_factors("DMEFAC"),
    triggers=("DMEFAC", "DMEQUAD"),
)
