"""Binary models, each in one file; the pieces they share in `orbit`, `kepler`, `inverse`, `ellipse`, `keplerian`,
`laplace`, `shapiro`, `kopeikin`, `parallax`, `jumps`, `steady` and `rows`.
"""

from jug.model.components.binary import (
    bt,
    btj,
    dd,
    ddgr,
    ddk,
    ell1,
    ell1h,
    ell1k,
    mss,
    outer,
    t2,
    t2_companions,
    t2_low_eccentricity,
)
from jug.model.declare import Component

COMPONENTS: tuple[Component, ...] = (
    *outer.COMPONENTS,
    ell1.ELL1,
    ell1.ELL1_FIRST,
    ell1h.ONLY_H3,
    ell1h.H3_H4,
    ell1h.FULL,
    ell1h.ABSORBED,
    ell1k.ELL1K,
    bt.BT,
    bt.BT_PIECEWISE,
    dd.DD,
    dd.DDS,
    dd.DDH,
    ddgr.DDGR,
    *ddk.COMPONENTS,
    *t2_companions.COMPONENTS,
    *t2.COMPONENTS,
    *t2_low_eccentricity.COMPONENTS,
    mss.MSS,
    btj.BTJ,
)
"""Every model; BINARY chooses one, BINARY2 that of an outer orbit, which comes first."""
