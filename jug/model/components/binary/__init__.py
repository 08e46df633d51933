"""Binary models, one file each, and the files that they share.

The models are `bt`, `btj`, `dd` (also DDS and DDH), `ddgr`, `ddk`, `ell1`, `ell1h`, `ell1k`, `mss`; T2: `t2` (with T0),
`t2_low_eccentricity` (with TASC), `t2_companions`; `outer`: the outer orbit of a triple.

The shared files are `params` (parameters), `orbit` (orbital phase), `kepler` (Kepler's equation), `inverse` (inverse
timing formula), `ellipse`, `keplerian` and `laplace` (delays by orbital elements), `shapiro`, `kopeikin` and `parallax`
(orientation on the sky), `jumps`, `mean_motion` (a constant angular frequency), `rows` (chain rule), and `impossible`
(values with which a formula has no result).
"""
