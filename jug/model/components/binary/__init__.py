"""Binary models, each in one file; the pieces they share in `orbit`, `kepler`, `inverse`, `keplerian`, `laplace`,
`shapiro`, `kopeikin` and `rows`.
"""

from jug.model.components.binary import bt, dd, ddgr, ddk, ell1, ell1h, ell1k
from jug.model.declare import Component

COMPONENTS: tuple[Component, ...] = (
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
)
"""Every model of one orbit; BINARY chooses."""
