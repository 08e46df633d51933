"""The timing model, in the order in which one folder may import another.

`declare` says what a term is; `components` and `noise` are the terms, `registry` lists them. `programs`: what other
programs read; `reading`: from the lines of a par file to the parts of a model; `editing`: changes of these parts;
`timing_model`: the model, with the edits as its methods (`editable`). `covariance`: correlated noise; `evaluation`: a
model at TOAs; `building`: a model from files; `checks` of a model with its TOAs; `pages` of the documentation.
"""
