"""A binary model as another one, with the covariance and the change of the residuals.

`binaries` is the list of steps of `jug.convert_binary`. `orbital_forms` converts numbers by way of one general orbit:
`laplace_elements` and `left_out_term` for orbits of low eccentricity, `radial_drift` where the eccentricity is small
beside its change, `companion_forms` for the Shapiro delay, masses and orientation; `orbit_values` has frequencies and
other epochs. `binary_values` makes exact values and uncertainties, `binary_lines` the model with its lines.
"""
