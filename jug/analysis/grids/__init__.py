"""`jug.grid`: chi2 over a grid of some parameters, the others fitted again at every point.

`grid_axes` and `axis_values` make the axes, `grid` the grid, `grid_points` chi2 at its points; `grid_result` is what it
returns.
"""
