"""`jug.grid`: chi2 over a grid of some parameters, the others fitted again at every point.

`grid_axes` and `axis_values` make the axes, `grid` the grid, `all_points` chi2 at all its points, from where
`predicted_starts` says, and `grid_points` at some of them, by the steps of `quasi_newton`, with NumPy or by
`compiled_points`. `grid_task` is what they have in common, `grid_result` what `grid` returns.
"""
