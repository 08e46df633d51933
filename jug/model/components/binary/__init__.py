"""Binary models, one file each, and the files that they share.

The models are `bt`, `btj`, `dd` (also DDS and DDH), `ddgr`, `ddk`, `ell1`, `ell1h`, `ell1k`, `mss`; T2: `t2` (with T0),
`t2_low_eccentricity` (with TASC), `t2_companions`; `outer`: the outer orbit of a triple.

The shared files are `params` (parameters), `orbit` (orbital phase), `kepler` (Kepler's equation), `inverse` (inverse
timing formula), `ellipse`, `keplerian` and `laplace` (delays by orbital elements), `shapiro`, `kopeikin` and `parallax`
(orientation on the sky), `jumps`, `mean_motion` (a constant angular frequency), `rows` (chain rule), and `impossible`
(values with which a formula has no result).
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
"""Every binary model. BINARY chooses one. BINARY2 chooses that of an outer orbit, which is evaluated first."""
