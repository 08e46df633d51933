"""A solution as a table for a paper.

1. `rounding`: a value with the digits that its uncertainty leaves, and the uncertainty in brackets: 1.2345(6)
2. `groups`: what is in the table: data, measured, set and derived quantities, noise, assumptions
3. `citations`: whose ephemeris, time scale and binary model it is
4. `as_latex`, `as_markdown`, `as_json`: the table as text
5. `solution`: `jug.publish`
"""
