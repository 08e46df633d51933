"""The par file of a model: its lines and what stands in them.

`par_lines` has the text of each line with its parameters, `rounding` rounds values for people, `zero_of_phase` has the
lines of the TZR point, and `explicit` writes out every default.
"""
