"""The covariance C of the data: white uncertainties, correlated noise, and the linear algebra with C in factors."""
