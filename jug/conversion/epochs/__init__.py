"""A model with its values at other epochs, and their covariance.

`epochs` is the list of steps of `jug.move_epochs`. `epoch_values` has the formulas of a series and of a position,
`orbit_epochs` those of an orbit at another T0 or TASC; what binary models add to it is in `moved_anomaly` (MSS),
`moved_general` (T2), `moved_orientation` (DDK) and `moved_relativity` (DDGR).
"""
