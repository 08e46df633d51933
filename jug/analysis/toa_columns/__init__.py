"""Tables with any columns of TOAs and residuals, in several formats.

1. `quantities`: the possible columns, each a function of the model, the TOAs and the residuals
2. `pattern`: lines of text with columns in braces
3. `table`: `jug.columns`, the table and its text
4. `files`: the table as text, CSV, FITS, parquet and feather
"""

TABLE_FORMATS = ("text", "csv", "fits", "parquet", "feather")
