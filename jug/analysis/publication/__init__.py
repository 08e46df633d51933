"""A solution as a table for a paper.

1. `rounding`: a value with as many digits as its uncertainty allows, and the uncertainty in brackets: 1.2345(6)
2. `groups`: the rows of the table: data, measured, set and derived quantities, noise, assumptions;
   `labels`: names of parameters
3. `citations`: the papers on its ephemeris, time scale and binary model
4. `as_latex`, `as_markdown`, `as_json`: the table as text; `latex_pages`: tables that fit on pages
5. `solution`: `jug.publish`
"""
