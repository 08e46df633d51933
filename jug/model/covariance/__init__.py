"""The covariance of the data: white uncertainties, correlated noise, and the algebra without an n x n matrix."""
