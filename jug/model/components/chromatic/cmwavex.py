"""Sinusoids of the chromatic measure at given frequencies (CMWaveX in PINT).

CM(t) += sum_i CMWXSIN_i sin(2 pi CMWXFREQ_i (t - CMWXEPOCH)) + CMWXCOS_i cos(2 pi CMWXFREQ_i (t - CMWXEPOCH))

CMWXSIN and CMWXCOS are in pc cm^-3 MHz^-2, CMWXFREQ in 1/d. t is the TDB at the observatory (PINT 1.1.8). The delay by
a chromatic measure is that of `form`. The frequencies can be fitted.
"""

from jug.model.components.chromatic.form import CM_TIME_POWER, CM_UNIT, chromatic_component
from jug.model.components.waves import waves_of

CM_WAVES = waves_of("CM", "CMWX", CM_UNIT, CM_TIME_POWER)

COMPONENT = chromatic_component(
    "CMWaveX", CM_WAVES.params, CM_WAVES.measure, CM_WAVES.partials, triggers=CM_WAVES.triggers
)
