"""What data say of parameters, by derivatives: the expected information, and how fitted values follow data and noise.

- `fisher`: the Fisher matrix of timing and noise parameters, with the projected inverse covariance of
  `projected_covariance`
- `fit_gradient`: derivatives of the values of a fit, by `slopes_of_fit`
- `variance_slopes`: derivatives of the noise covariance
"""
