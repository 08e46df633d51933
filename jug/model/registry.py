"""Every term of the timing model, in the order of evaluation.

A new term is one file in `jug.model.components` and one entry in `REGISTRY`. Its place in the tuple is its place in the
evaluation. A component that provides a signal comes before those that use it. A delay is evaluated at the time from
which the delays before it are subtracted, in PINT 1.1.8's order. The phase terms come last.
"""

from collections.abc import Iterable

from jug.model.components import (
    astrometry,
    binary,
    doppler,
    fd,
    fdjump,
    glitch,
    ifunc,
    jump,
    no_position,
    phase_offset,
    piecewise,
    roemer,
    satjump,
    solar_shapiro,
    spin,
    troposphere,
    wave,
    wavex,
)
from jug.model.components.chromatic import cm, cmwavex, cmx, dips, fddc, gaus, gauss
from jug.model.components.dispersion import annual, dmjump, dmmodel, dmwavex, dmx, taylor
from jug.model.components.solar_wind import segments, wind
from jug.model.declare import Component
from jug.model.noise import (
    band_and_group,
    band_dm,
    dm_errors,
    duration,
    ecorr,
    fourier,
    quasi_periodic,
    solar_wind,
    solar_wind_nodes,
    white,
)

REGISTRY: tuple[Component, ...] = (
    astrometry.EQUATORIAL_COMPONENT,
    astrometry.ECLIPTIC_COMPONENT,
    *astrometry.AT_BARYCENTRE,
    no_position.COMPONENT,
    doppler.COMPONENT,
    satjump.COMPONENT,
    roemer.COMPONENT,
    troposphere.COMPONENT,
    solar_shapiro.COMPONENT,
    wind.SQUARE,
    wind.POWER,
    segments.COMPONENT,
    taylor.TAYLOR,
    taylor.POLYNOMIAL,
    annual.COMPONENT,
    dmmodel.COMPONENT,
    dmmodel.FROM_NUMBER,
    dmx.COMPONENT,
    dmjump.MEASURED,
    fd.BEFORE_ORBIT,
    *binary.COMPONENTS,
    fd.COMPONENT,
    fddc.COMPONENT,
    wavex.COMPONENT,
    fdjump.LOG_COMPONENT,
    fdjump.LINEAR_COMPONENT,
    dmjump.WITH_DELAY,
    cm.COMPONENT,
    cmx.COMPONENT,
    cmwavex.COMPONENT,
    dmwavex.COMPONENT,
    dips.COMPONENT,
    gauss.COMPONENT,
    spin.COMPONENT,
    glitch.COMPONENT,
    piecewise.COMPONENT,
    wave.COMPONENT,
    ifunc.PRECEDING_COMPONENT,
    ifunc.SINC_COMPONENT,
    ifunc.LINEAR_COMPONENT,
    jump.COMPONENT,
    gaus.COMPONENT,
    phase_offset.COMPONENT,
    white.GLOBAL_COMPONENT,
    white.COMPONENT,
    white.OUTSIDE_COMPONENT,
    white.TEMPO2_COMPONENT,
    duration.WHITE,
    dm_errors.COMPONENT,
    ecorr.COMPONENT,
    ecorr.TEMPO2_COMPONENT,
    duration.ECORR_BY_DURATION,
    duration.TEMPO2_EPOCHS,
    fourier.RED_NOISE,
    fourier.RED_NOISE_RNAMP,
    fourier.DM_NOISE,
    fourier.DM_NOISE_TEMPO2,
    fourier.CHROM_NOISE,
    quasi_periodic.COMPONENT,
    solar_wind.SQUARE_NOISE,
    solar_wind.POWER_NOISE,
    *solar_wind_nodes.COMPONENTS,
    band_and_group.BAND_NOISE,
    band_and_group.GROUP_NOISE,
    band_dm.COMPONENT,
)
"""Every term, in the order of evaluation."""


_BY_NAME = {c.name: c for c in REGISTRY}


def components_named(names: Iterable[str]) -> tuple[Component, ...]:
    """Return the terms with these names.

    Objects that go to another process carry the names of their components, because the functions of a component
    cannot be pickled.

    Parameters
    ----------
    names : iterable of str
        `Component.name` of each term.

    Returns
    -------
    tuple of Component
        In the order of the names.

    Raises
    ------
    KeyError
        A name that is not in the registry.
    """
    return tuple(_BY_NAME[name] for name in names)
