"""`jug.outliers`: TOAs, files and epochs that do not belong to the fit of the others.

`outliers` looks for them, by the probability of `outlier_probability`; `outlier_result` is what it returns.
"""
