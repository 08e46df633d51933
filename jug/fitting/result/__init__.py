"""The result of a fit (`fit_result`), its report and its tables.

`report`, `parameter_table`, `family_table`, `noise_table`: the report; `as_json`, `as_table`: for other programs.
`protocol` declares the attributes of a result that these read.
"""
