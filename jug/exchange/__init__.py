"""Pulsars for other programs: records that enterprise, discovery and psrdata read.

1. `parameter_facts`: values and uncertainties as decimal text, in PINT's units; `pulsar_data`: arrays of a pulsar, with
   the Sun and the planets (`sun_and_planets`)
2. `record`: the arrays and facts of a pulsar
3. `record_layout`: the columns and metadata of a record, and back; `checksum`: of a record
4. `feather`: a record as a feather file, and back
5. `enterprise`: the pulsar object of enterprise, without a file
6. `centering`, `engine`: how residuals change with the parameters, for samplers
7. `solution`, `solution_json`, `catalogue`: a fitted model as JSON, and as an entry of the pulsar catalogue,
   with its keywords (`catalogue_keywords`)
"""
