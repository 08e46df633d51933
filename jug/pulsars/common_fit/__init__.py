"""Parameters that several pulsars have in common, fitted to all of them together.

`common_fit` fits them, from the `profile` of chi2 of each pulsar; `common_result` is what it returns.
"""
