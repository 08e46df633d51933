"""Likelihoods of several pulsars, or of many realisations of one, evaluated together by JAX.

`likelihood_batch` is what a caller has, `batch_vectors` reads thetas. `batch_structure` finds which likelihoods have
one structure, with `padded_data`. `batch_group` evaluates those of one: `pulsars_function` of `stacked_data`.
"""
