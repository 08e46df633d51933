"""Pulsars for other programs: records that enterprise, discovery and psrdata read.

1. `parameter_facts`: values and uncertainties as decimal text, in PINT's units
2. `record`: the arrays and facts of a pulsar
3. `record_layout`: the columns and metadata of a record, and back
4. `feather`: a record as a feather file, and back
5. `enterprise`: the pulsar object of enterprise, without a file
6. `centering`, `engine`: the change of residuals with the parameters, for samplers
"""
