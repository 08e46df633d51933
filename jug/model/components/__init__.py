"""The terms of the timing model, one file each; `jug.model.registry` orders them, noise included.

1. the direction: `astrometry`, `no_position`; from the site to the barycentre: `doppler`, `satjump` (clock offsets),
   `roemer`, `troposphere`, `solar_shapiro`
2. the medium and the orbit (folders): `solar_wind`, `dispersion`, `binary`, `chromatic`
3. further delays: `fd`, `fdjump`, `wavex`; `waves`: sinusoids of DM and CM
4. phase: `spin`, `glitch`, `piecewise`, `wave`, `ifunc`, `jump`, `phase_offset`
"""
