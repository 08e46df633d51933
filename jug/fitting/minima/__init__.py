"""Other minima of chi2: where a model has known further solutions, and along weakly determined directions.

The steps of a search, in order, and where each is:
1. starts at known further solutions: `orientation` (KIN, KOM), `orbits` (PB, T0, OM, M2, SINI), `glitches` (GLEP, GLTD)
2. starts (`start`) drawn from the covariance along weakly determined directions: `draws`
3. a fit from each; fits that agree are merged; then starts at the known further solutions of new minima: `search`
4. how each minimum is related to the lowest, in words: `relation`
5. the lowest is the result of the fit, all are `FitResult.minima`: `jug.fitting.findings.minimum`
"""
