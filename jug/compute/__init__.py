"""The numerical kernels of a fit on NumPy and JAX, and the choice between them; integer least squares.

1. one iteration: `kernels` (the interface), `numpy_kernels`, `jax_kernels`
2. from a design matrix to a step: `normal_equations`, `elimination`, `solver`, `whitening`
3. many rows with correlated noise: `correlated_iteration` and `chunked_reference` with NumPy; with JAX
   `coupled_function`, `coupled_sums` and `coupled_step`
4. what JAX compiles: `jax_functions`; `padding`, `structure_padding`: sizes that several pulsars share;
   `on_device`: the data on its device; `devices`: several of them
5. compiled code of earlier processes: `stored_code`, `compile_cache`, `entry_sums` (checksums)
6. JAX itself: `jax_import`, `jax_protocol` (its types), `xla_flags`
7. which backend is quicker: `selector`, `cost_model`, `cost_tables`, `cost_json`; `backend_names`
8. whole turns that change chi2 least: `lattice`, `enumeration`
"""
