"""The coefficients of noise processes given the data, with all other parameters integrated over or fixed.

1. the normal equations of the coefficients, after elimination of timing parameters and epochs: `equations_of_processes`
2. at the noise of the model: `conditional`; with a free variance at each frequency: `free_spectrum` (the draws:
   `variance_draws`; files: `free_spectrum_files`)
"""
