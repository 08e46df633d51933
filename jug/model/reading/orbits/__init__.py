"""Lines of orbits that are alone, absent, or of another form, and the sizes of what this changes.

`absent_shapiro`: H3 0 with STIG 0, by which there is no Shapiro delay. `half_shapiro`: M2 without SINI, SINI without
M2: the delay that remains, and the size with both. `general_orbit`: KIN without KOM, or KOM without KIN, in BINARY T2,
and parameters that its forms lack. Sizes for warnings: `shapiro_size` and `cut_sine` of Shapiro delays, `paascnode` of
what PAASCNODE of tempo would add, `unused_size` of a parameter that the binary model lacks.
"""
