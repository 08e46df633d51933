"""The par file of a plain pulsar, position, spin and DM free; tests and benchmarks add the lines they are about."""

PULSAR = """PSR J1748-2021
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
DM 223.9 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400
"""
