"""Derived quantities: published values, and uncertainties against a sample."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import orbits
import pytest
from astropy.coordinates import SkyCoord
from orbits import ECLIPTIC, Size

import jug
from jug.analysis.derived import derived_quantities
from jug.analysis.derived.galaxy import TO_GALACTIC, galactic, line_of_sight_acceleration
from jug.cli import command as cli
from jug.conversion.error_propagation import NamedNumbers, Propagation, jacobian
from jug.errors import InputError
from jug.model.mass_function import companion_mass

B1913 = """BINARY DD
PB 0.322997448918 1 3e-12
A1 2.341776 1 2e-6
ECC 0.6171340 1 4e-7
OM 292.54450 1 8e-5
OMDOT 4.226585 1 4e-6
T0 52144.90097849 1 3e-8
PBDOT -2.423e-12 1 1e-15
"""


def test_the_hulse_taylor_pulsar() -> None:
    """Weisberg & Huang 2016, ApJ 829, 55: total mass 2.828378(7), mass function 0.132166."""
    found = jug.derived(orbits.model(B1913))
    assert found["MTOT_OMDOT"].value == pytest.approx(2.828378, abs=5e-5)
    assert found["MTOT_OMDOT"].error == pytest.approx(5e-6, rel=0.3)
    assert found["MASS_FUNCTION"].value == pytest.approx(0.132166, abs=1e-6)
    assert "MP" not in found


def test_only_what_the_quantities_read_is_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two evaluations for each of some ten parameters, not for each that the model has."""
    moved: list[set[str]] = []

    def watched(
        of: Callable[[NamedNumbers], Mapping[str, float]], at: NamedNumbers, uncertain: Propagation
    ) -> tuple[tuple[str, ...], np.ndarray]:
        moved.append(set(at))
        return jacobian(of, at, uncertain)

    monkeypatch.setattr(derived_quantities, "jacobian", watched)
    found = jug.derived(jug.load_model(jug.data.example("B1855+09-dfg12")[0]))
    assert moved == [{"F0", "F1", "PB", "A1", "M2", "SINI", "PX", "PMRA", "PMDEC"}]
    assert found["MP"].error is not None


def test_masses_from_a_shapiro_delay_in_any_form() -> None:
    ellipse = orbits.kepler_lines(Size(0.323, 2.34, 0.1))
    plain = jug.derived(orbits.model("BINARY DD\n" + ellipse + "M2 1.39 1 0.01\nSINI 0.73 1 0.01\n"))["MP"]
    ratio = float(0.73 / (1 + np.sqrt(1 - 0.73**2)))
    other = orbits.model("BINARY DDH\n" + ellipse + f"H3 {1.39 * 4.925490947e-6 * ratio**3!r} 1\nSTIG {ratio!r} 1\n")
    assert jug.derived(other)["MP"].value == pytest.approx(plain.value, rel=1e-6)
    rng = np.random.default_rng(1)
    m2, s = rng.normal(1.39, 0.01, 40000), rng.normal(0.73, 0.01, 40000)
    f = jug.derived(orbits.model(B1913))["MASS_FUNCTION"].value
    f *= (2.34 / 2.341776) ** 3 * (0.322997448918 / 0.323) ** 2
    assert plain.error == pytest.approx(np.std(np.sqrt((m2 * s) ** 3 / f) - m2), rel=0.03)


@pytest.mark.parametrize("sini", [1.0, 0.5])
def test_companion_mass_solves_the_mass_function(sini: float) -> None:
    for f in (1e-9, 1e-4, 0.13, 5.0):
        m = companion_mass(f, sini)
        assert (m * sini) ** 3 / (1.4 + m) ** 2 == pytest.approx(f, rel=1e-12)


def test_period_derivatives_by_motion() -> None:
    """mu = 125.05 mas/yr at 1/2.1 kpc: mu^2 d / c = 2.43e-18/s per (mas/yr)^2 kpc."""
    found = jug.derived(orbits.model(B1913))
    shklovskii = found["PBDOT_SHKLOVSKII"].value
    rate = 2.43e-21 * (52.7**2 + 113.4**2) / 2.1
    assert shklovskii == pytest.approx(rate * 0.322997 * 86400, rel=5e-3)
    rest = found["PBDOT_INTRINSIC"].value + shklovskii + found["PBDOT_GALAXY"].value
    assert rest == pytest.approx(-2.423e-12, rel=1e-12)
    assert "PBDOT_GALAXY" in jug.derived(orbits.model(B1913, ECLIPTIC))


def test_galactic_coordinates() -> None:
    """Against astropy, whose axes are those of FK5: 0.02 arcsec, 1e-7 rad, from those of the ICRS."""
    for ra, dec in ((266.405, -28.936), (192.859, 27.128), (83.6, 22.0), (10.0, -75.0), (300.0, 60.0)):
        there = SkyCoord(ra, dec, unit="deg").galactic
        direction = SkyCoord(ra, dec, unit="deg").cartesian.xyz.value
        l_rad, b_rad = galactic(direction)
        assert b_rad == pytest.approx(there.b.rad, abs=2e-7)
        assert np.cos(b_rad) * np.sin(l_rad - there.l.rad) == pytest.approx(0.0, abs=2e-7)
        assert np.cos(l_rad - there.l.rad) > 0.0 or abs(b_rad) > 1.57
    np.testing.assert_allclose(TO_GALACTIC @ TO_GALACTIC.T, np.eye(3), atol=1e-14)


def test_acceleration_in_the_galaxy() -> None:
    """A flat rotation curve: v0^2 / R towards the centre, of the pulsar less of the Sun; and Kz at the pole."""
    kpc, c, r0, v0 = 3.0856775814913673e19, 299792458.0, 8.178, 236.9e3
    centre = np.pi
    for l_rad, d in ((0.0, 2.0), (centre, 2.0), (0.7, 1.3), (-2.0, 3.0)):
        pulsar = np.array([r0 - d * np.cos(l_rad), d * np.sin(l_rad)])
        inward = -pulsar * v0**2 / (pulsar @ pulsar) + np.array([v0**2 / r0, 0.0])
        along = inward @ np.array([-np.cos(l_rad), np.sin(l_rad)]) / kpc / c
        assert line_of_sight_acceleration(l_rad, 0.0, d) == pytest.approx(along, rel=1e-10, abs=0.0)
    kz = (2.27 * 0.5 + 3.68 * (1.0 - np.exp(-4.31 * 0.5))) * 1e-11
    for pole in (np.pi / 2, -np.pi / 2):
        assert line_of_sight_acceleration(0.0, pole, 0.5) == pytest.approx(-kz / c, rel=1e-10, abs=0.0)
    assert abs(line_of_sight_acceleration(0.3, 0.0, 1e-6)) < 1e-24


@pytest.mark.parametrize("more", ["", "PBDOT 1e-9\n", "FB0 3.583304e-5\nFB1 -1e-20\n"])
def test_orbital_phase_and_periastra(more: str) -> None:
    lines = orbits.kepler_lines(Size(0.323, 1e-3, 0.3))
    model = orbits.model("BINARY DD\n" + (more + lines.split("\n", 1)[1] if "FB0" in more else lines + more))
    when = jug.periastron_times(model, 55000.0, 55003.0).value
    assert len(when) in (9, 10)
    np.testing.assert_allclose(np.diff(when), 0.323, rtol=1e-6)
    toas = jug.simulate(model, when, freq_mhz=0.0, site="@")
    phase = jug.orbital_phase(model, toas).value
    assert np.all(np.minimum(phase, 1 - phase) < 1e-6)
    later = jug.orbital_phase(model, jug.simulate(model, when + 0.323 / 4, freq_mhz=0.0, site="@")).value
    np.testing.assert_allclose(later, 0.25, atol=2e-6)


def test_uncertainties_of_phases_and_periastra() -> None:
    """Against a sample of T0, PB and PBDOT, 30,000 orbits from T0."""
    body = "BINARY DD\nPB 0.323 1 1e-9\nA1 2.3 1\nECC 0.6 1\nOM 290 1\nT0 45000.1 1 1e-5\nPBDOT -2e-12 1 1e-13\n"
    model = orbits.model(body)
    found = jug.periastron_times(model, 55000.0, 55000.6)
    k = np.rint((found.value[0] - 45000.1) / 0.323)
    rng = np.random.default_rng(3)
    t0, pb, pbdot = (rng.normal(at, s, 40000) for at, s in ((0.0, 1e-5), (0.0, 1e-9), (0.0, 1e-13)))
    moved = t0 + k * pb + 0.5 * 0.323 * pbdot * k**2
    assert found.error[0] == pytest.approx(np.std(moved), rel=0.02)
    toas = jug.simulate(model, found.value, freq_mhz=0.0, site="@")
    assert jug.orbital_phase(model, toas).error[0] == pytest.approx(np.std(moved) / 0.323, rel=0.02)


def test_periastra_of_masses_are_those_of_their_dd() -> None:
    lines = orbits.kepler_lines(Size(0.322997, 2.341776, 0.617134))
    ddgr = orbits.model("BINARY DDGR\n" + lines + "MTOT 2.8283 1 1e-4\nM2 1.387 1 1e-3\n")
    dd = jug.convert_binary(ddgr, "DD").model
    one, other = (jug.periastron_times(m, 65000.0, 65001.0).value for m in (ddgr, dd))
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)
    with pytest.raises(InputError, match="jumps"):
        jug.periastron_times(orbits.model("BINARY BTJ\nBPJEP_1 55000\n" + lines), 55000.0, 55001.0)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    par = orbits.written(tmp_path, B1913)
    assert cli.main(["derived", str(par), "--periastra", "55000", "55000.5"]) == 0
    out = capsys.readouterr().out
    for words in ("MTOT_OMDOT", "2.8283", "M2_MEDIAN", "PBDOT_GALAXY", "# periastron MJD"):
        assert words in out
    model = jug.load_model(par)
    jug.write_tim(jug.simulate(model, np.linspace(54000, 56000, 60), error_us=20.0), tmp_path / "made.tim")
    assert cli.main(["derived", str(par), str(tmp_path / "made.tim"), "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert len(content["orbital_phase"]["turns"]) == 60
    assert content["derived"]["MASS_FUNCTION"]["value"] == pytest.approx(0.132166, abs=1e-6)
    assert content["derived"]["MASS_FUNCTION"]["error"] > 0.0


def test_masses_of_ddgr_and_mss() -> None:
    """DDGR has the pulsar's mass as a difference; SHAPMAX of MSS is no inclination."""
    orbit = "PB 0.323\nA1 2.34\nECC 0.617\nT0 55001.2\nOM 33\n"
    found = jug.derived(orbits.model("BINARY DDGR\n" + orbit + "MTOT 2.8284 1 3e-4\nM2 1.3886 1 4e-4\n"))["MP"]
    assert found.value == pytest.approx(1.4398)
    assert found.error == pytest.approx(5e-4)
    companion = "M2 0.9\nSINI 0.99\n"
    plain = jug.derived(orbits.model("BINARY DD\n" + orbit + companion))["MP"].value
    assert jug.derived(orbits.model("BINARY MSS\n" + orbit + companion + "SHAPMAX 1e-6\n"))["MP"].value == plain


def test_without_a_binary() -> None:
    model = orbits.model("")
    assert "MASS_FUNCTION" not in jug.derived(model)
    with pytest.raises(InputError, match="no binary"):
        jug.periastron_times(model, 55000, 55001)
    with pytest.raises(InputError, match="no T0"):
        jug.periastron_times(orbits.model("BINARY ELL1\n" + orbits.circle_lines(Size(12.3, 9.2, 1e-4))), 55000, 55001)
    with pytest.raises(InputError, match="no binary"):
        jug.orbital_phase(model, jug.simulate(model, n_toa=3, site="@", freq_mhz=0.0))


def test_an_uncertainty_below_the_rounding_of_its_value() -> None:
    """F0 of a millisecond pulsar after twenty years: the step of a difference is then one of the value."""
    spread = Propagation(("F0",), np.array([[1e-17**2]]))
    names, matrix = jacobian(lambda at: {"P0": 1.0 / at["F0"]}, {"F0": 317.4}, spread)
    assert names == ("P0",)
    assert matrix[0, 0] == pytest.approx(-1.0 / 317.4**2, rel=1e-7)
