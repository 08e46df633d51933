"""The numerical kernels of a fit on NumPy and JAX, and the choice between them."""
