"""Noise parameters by maximum likelihood; the steps of `jug.fitting.fit_noise.noise`, in order.

1. which parameters: `chosen` (words as ``efac`` and ``red``, fit flags), `addition` (lines that are added). Noise that
   the data cannot show is refused: `identifiable`, `absorbed_noise`, `competing_parameters`, `refused_processes`,
   `equal_uncertainties` with `white_degeneracy`
2. the timing parameters with the noise of the model: `jug.fitting.fit`
3. the log-likelihood with its exact gradient: `jug.sampling.likelihood`, in coordinates with simple edges: `scales`
   finds their sizes, `coordinates` has the formulas, `objective` puts both together;
   `likelihood_backend` chooses NumPy or JAX; `lowest_value` keeps the lowest value of all evaluations
4. starts: `starts`; from each of them L-BFGS-B, then Newton steps: `maximum`, with second derivatives by differences of
   the gradient: `curvature`; all maxima: `search`; those that count as one: `ridges`
5. standard errors, profile likelihoods, upper limits: `intervals`; where a profile has fallen: `crossing` and
   `local_profile`, and `profile` where these do not converge;
   coordinates with the parameter alone: `profile_alone`. `estimate` has the steps 3 to 5
6. the timing parameters with the noise that was found: `with_timing`
7. the end: `conclusion`, with `reasons` why data do not determine a parameter; the result: `result`; lines without
   effect: `without_effect`; its text: `other_maxima`, `jug.fitting.result.noise_table`; the comment in the par
   file of a fit that has not converged: `not_converged_comment`

`jug.fit` of a model whose noise lines have fit flags does the same, with timing parameters and noise fitted in turn:
`alternating_fit`.
"""
