"""The log-likelihood as a function of a parameter vector, for samplers and optimisers."""
