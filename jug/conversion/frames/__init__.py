"""A position in equatorial coordinates as one in ecliptic coordinates, and back.

`frames` is the list of steps of `jug.convert_frame`. `frame_rotation` has the formulas and their Jacobian,
`frame_values` the values and uncertainties of a model, `frame_lines` the model with its lines.
"""
