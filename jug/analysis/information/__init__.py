"""Derivatives of likelihoods and fits: the expected information, and derivatives of fitted values by their input.

- `fisher`: the Fisher matrix of timing and noise parameters, with the projected inverse covariance of
  `projected_covariance`
- `fit_gradient`: derivatives of the values of a fit, by `slopes_of_fit`
- `variance_slopes`: derivatives of the noise covariance
"""
