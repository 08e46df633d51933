"""Checks of a timing model against TOAs: lines without effect, ranges that overlap, TOAs of another model.

1. `all_problems`: everything that blocks a par and a tim file, in one error
2. orbits: `low_eccentricity`, `general_binary` (the models in place of BINARY T2)
3. noise: `noise_lines` (lines that select no TOA or change nothing), `noise_in_seconds`
4. dates: `ranges` (DMX, CMX, SWX), `far_epochs` (a century from the TOAs)
5. `pulse_flags`: pulse numbers that only some TOAs have; `other_program`: differences from another program
"""
