"""From a clock reading at a telescope to the solar-system barycentre.

1. sites: `sites` (positions, names, clock files), `unknown_sites` (one error for all that are not known)
2. clocks: `clock` (to UTC), `clock_coverage` and `strict_clock` (TOAs that clock files do not cover), `clock_words` (of
   CLK), `tt_bipm` (from TT(TAI) to TT(BIPM))
3. time scales: `timescale` (from UTC to TT and TDB), `time_ephemeris` and `time_quadrature` (TIMEEPH IF99)
4. the Earth: `eop` (Earth orientation, leap seconds), `earth` (a site in the celestial frame), `smooth` and
   `spline_coefficients` (slow series from a table)
5. Sun and planets: `ephemeris`, from an SPK kernel or from `coefficients` of `chebyshev` series; `masses`;
   `other_ephemerides` in place of one that is not at hand; `ephemeris_problems`
6. `barycentre`: these steps for all TOAs at once; the result: `toas`
7. TOAs: `editable_toas` (edits as methods), `merging`, `receivers` (with which each was recorded), `stored_toas` and
   `stored_columns` (a folder of them); for display: `toa_about`, `toa_summary`, `toa_table`
8. selections: `selection` (of a line of the par file), `expression`, with `expression_hints` and `no_toas`
9. files: `files` (the interface by which data files are found), `integrity` (the files that come with jug)
"""
