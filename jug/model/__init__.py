"""The timing model, in the order in which one folder may import another.

Folders: `declare` says what a term is; `components` and `noise` are the terms, `registry` lists them, and `term_index`,
which is generated, has their keywords. `programs`: what other programs read; `reading`: from the lines of a par file to
the parts of a model; `editing`: changes of these parts. `covariance`: correlated noise; `evaluation`: a model at TOAs;
`building`: a model from files; `checks` of a model with its TOAs; `pages` of the documentation.

Files:

1. `settings`, `parameters` (every value; `value_text`: one from text), `slots` (the parameters of a keyword),
   `known_terms` (the terms that a par file may use); `parts`: all parts of a model
2. `timing_model`: the model; `editable`, `editable_groups`: the edits as its methods
3. what it gives to users: `parameter_value`, `setting_value`, `parameter_rows`
4. `direction` (to the pulsar), `epochs` (of simultaneous TOAs), `mass_function`
5. `fit_lines`: the results of a fit in its model
"""
