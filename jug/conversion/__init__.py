"""Conversion of models and par files to other programs, units, frames, epochs and binary models; and their writing.

- other parameters for the same pulsar: `binaries`, `epochs`, `frames` (folders); `units` (TCB and TDB).
  `converted_model` is the model that they give, `error_propagation` the covariance of its parameters, which
  `toa_covariance` takes from TOAs
- files: `writing` writes par and tim files; `par_file_text` (a folder) has the lines of a par file, `dialects` (a
  folder) the lines that PINT, tempo2 and tempo read
- noise dictionaries of enterprise: `noise_dictionary`, with the names in `enterprise_keys`
"""
