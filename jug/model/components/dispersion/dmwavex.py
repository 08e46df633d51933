"""Sinusoids of the dispersion measure at given frequencies (DMWaveX in PINT).

DM(t) += sum_i DMWXSIN_i sin(2 pi DMWXFREQ_i (t - DMWXEPOCH)) + DMWXCOS_i cos(2 pi DMWXFREQ_i (t - DMWXEPOCH))

DMWXSIN and DMWXCOS are in pc cm^-3, DMWXFREQ in 1/d. t is the TDB at the observatory (PINT 1.1.8; tempo2 does not have
the term). The frequencies can be fitted. Susobhanan et al. 2024, ApJ 971, 150, section 2.3.
"""

from jug.model.components.waves import waves_of
from jug.model.declare import dispersive_component

DM_WAVES = waves_of("DM", "DMWX", "pc cm^-3", -1)

COMPONENT = dispersive_component(
    "DMWaveX", DM_WAVES.params, DM_WAVES.measure, DM_WAVES.partials, triggers=DM_WAVES.triggers
)
