"""The result of a fit (`fit_result`), and what is made of it.

`report`, `parameter_table`, `family_table`, `noise_table`: its report; `as_json`, `as_table`: for other programs.
`protocol` declares what these read of a result.
"""
