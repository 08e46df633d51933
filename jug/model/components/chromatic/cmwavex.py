"""Waves of the chromatic measure at given frequencies.

CM(t) += sum_i CMWXSIN_i sin(2 pi CMWXFREQ_i (t - CMWXEPOCH)) + CMWXCOS_i cos(2 pi CMWXFREQ_i (t - CMWXEPOCH))

with the conventions of `form`; frequencies in 1/d, t the TOA's own TDB (PINT 1.1.8). The frequencies can be fitted
here.
"""

from jug.model.components.chromatic.form import CM_TIME_POWER, CM_UNIT, chromatic
from jug.model.components.waves import waves_of

CM = waves_of("CM", "CMWX", CM_UNIT, CM_TIME_POWER)

COMPONENT = chromatic("CMWaveX", CM.params, CM.measure, CM.partials, triggers=CM.triggers)
