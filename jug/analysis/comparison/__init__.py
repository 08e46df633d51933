"""`jug.compare`: the differences between two models.

`comparison` finds them, of values (`value_difference`), of DMX bins with the same dates (`matched_bins`), and of
residuals; `comparison_result` is what it returns, `comparison_table` its text.
"""
