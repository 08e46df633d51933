"""Par files as PINT, tempo2 and tempo read them.

`dialects` converts line by line, and collects the result in `dialect_sheet`. `dialect_parameters` writes lines of
parameters by the rules of `dialect_rules` and `pint_rules`, with `jumps_of_tempo` and `sine_of_tempo2`;
`dialect_settings` writes the other lines, and those that the program needs, with `gaps_of_pint`.
"""
