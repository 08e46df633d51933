"""Derived quantities against `pint.derived_quantities` of PINT 1.1.8, live."""

import warnings

import oracle  # noqa: F401  (sets PINT up without a network)
import orbits
import pytest
from orbits import Size

import jug

BODY = "BINARY DD\n" + orbits.kepler_lines(Size(12.327, 9.2307, 0.21)) + "M2 0.31 1 0.01\nSINI 0.97 1 0.01\n"


def test_masses_and_period_derivatives() -> None:
    """PINT has T_sun of its own constants: 1e-9 of a mass."""
    model = orbits.model(BODY + "OMDOT 0.11 1 1e-3\nPBDOT 1e-13 1 1e-14\n")
    found = {name: q.value for name, q in jug.derived(model).items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from astropy import units as u
        from pint import derived_quantities as pint

        pb, x, mp, m2 = 12.327 * u.day, 9.2307 * 299792458 * u.m, 1.4 * u.Msun, 0.31 * u.Msun
        theirs = {
            "MASS_FUNCTION": pint.mass_funct(pb, x).to_value(u.Msun),
            "M2_MIN": pint.companion_mass(pb, x, i=90 * u.deg, mp=mp).to_value(u.Msun),
            "M2_MEDIAN": pint.companion_mass(pb, x, i=60 * u.deg, mp=mp).to_value(u.Msun),
            "MP": pint.pulsar_mass(pb, x, m2, 75.9301 * u.deg).to_value(u.Msun),
            "MTOT_OMDOT": pint.omdot_to_mtot(0.11 * u.deg / u.yr, pb, 0.21 * u.dimensionless_unscaled).to_value(u.Msun),
        }
        pm, distance = (52.7**2 + 113.4**2) ** 0.5 * u.mas / u.yr, u.kpc / 2.1
        theirs["PBDOT_SHKLOVSKII"] = float((pint.shklovskii_factor(pm, distance) * pb).decompose().value)
    for name, value in theirs.items():
        assert found[name] == pytest.approx(value, rel=1e-5 if name == "MP" else 1e-8), name
