"""Which noise terms the data need; the steps of `jug.fitting.choose_noise.choose_noise`, as `choosing` takes them.

1. the timing parameters with the noise of the model: `jug.fitting.fit`; all models are linear about these values
2. the candidate terms, the model without them, and what cannot be one, with the reason: `terms`, `term`, `words`
3. a model with some of the terms: `noise_models` makes it, `trial` is its maximum
4. a term that is added: its likelihood with all else fixed, on a grid: `term_columns`, `conditional`; the maximum from
   there: `adding`
5. AIC, BIC, evidence: `criteria`, `evidence`, `priors`; the Savage-Dickey ratio: `savage_dickey`
6. forward or backward: `search`, `forward`
7. forms of the terms: numbers of frequencies, a corner, a chromatic index: `variants`; free amplitudes:
   `free_amplitudes`; DMX or sinusoids in place of a process: `alternatives`; the comparison of each: `model_forms`
8. the table, and the reasons in words: `model_rows`, `term_rows`, `reasons`, `result`
"""
