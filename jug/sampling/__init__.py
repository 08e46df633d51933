"""The log-likelihood as a function of a parameter vector, for samplers and optimisers.

1. the vector: `vector` (its parameters), `model_vector` (the model that it stands for)
2. `likelihood`: the function of the caller; `log_likelihood`: its formula with the gradient, for JAX
3. evaluated: `likelihood_functions`, `shared_state`; `call_backend` (NumPy or JAX); in NumPy: `numpy_density` and its
   `noise_terms`; compiled: `compiled_functions` of `compiled_data`, `one_by_one` (batches of many TOAs),
   `jax_of_likelihood` (the import of JAX); `batches` of several pulsars
4. special cases: `noise_likelihood` (noise alone, NumPy), `fixed_noise` (timing alone), `disjoint_columns` (DMX)
5. priors: `priors` (by name), `prior_sets` and `default_priors`, `prior_text` (words of options), `coordinates` (in
   which a prior is simple), `prior_vector` (of all elements)
6. `posterior`: likelihood and priors; its vector without bounds: `transforms`, `white_pairs`, `lone_scatter`, `pairing`
"""
