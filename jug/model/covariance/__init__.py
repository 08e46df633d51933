"""The covariance C of the data: white uncertainties, correlated noise, and the linear algebra with C in factors.

1. `noise`: the noise of a model on TOAs: uncertainties, processes with bases and priors; `plain_prior`: the processes
   for a likelihood
2. epochs (ECORR), factored one by one: `epoch_inverse` (the interface), `disjoint_epochs`, `linked_epochs` and
   `linked_inverse` (epochs that share TOAs), `chunked_epochs`, `sparse_epochs`
3. normal equations with the noise marginalised: `marginalisation`; `equations_with_noise` and `basis_elimination` (with
   a basis), `chunked_equations` (of many rows)
4. products in them: `binned_products`, `self_product`, `triangular`
5. sums of the noise alone: `noise_sums`; taken over by the next anchor of a fit: `sums_for_next_anchor`
6. the likelihood: `gaussian` (formulas), `log_density`, `repeated_density` (many variances), `log_likelihood` (with an
   offset)
7. results: `realisation` (of each process), `leave_out` (the effect of leaving data out)
"""
