"""Noise terms, declared as the components of the timing model: white noise, ECORR and Gaussian processes.

Noise terms give no delay. A white-noise term has ``scale``, which maps uncertainties to rescaled ones. A term of
correlated noise has ``basis``, the columns in s for unit coefficients, and ``weights``, the prior variances of the
coefficients.
"""
