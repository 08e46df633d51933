"""The numerical kernels of a fit on NumPy and JAX, and the choice between them; integer least squares.

`kernels` makes the kernels of a backend, from `numpy_kernels` or from `jax_kernels`, which uses `padding`,
`compile_cache` and `jax_import`.
`normal_equations`, `elimination`, `whitening`, `solver`: from a design matrix to a step. `selector`, `cost_model`:
which backend is quicker. `lattice`, `enumeration`: whole turns that change chi2 least.
"""
