"""Noise terms, declared as model components are: white errors rescaled, epochs correlated, Gaussian processes.

They give no delay. A white term gives ``scale``, the uncertainties after it; a correlated one gives ``basis`` (columns
in s for a unit coefficient) and ``weights`` (prior variances of the coefficients).
"""
