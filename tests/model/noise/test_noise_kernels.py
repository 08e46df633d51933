"""Kernels and checks of noise terms at their limits: TOAs of no epoch, ends of bands, least values."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import jug
from jug.core.constants import DAY, YEAR
from jug.model.declare import Columns, EpochLayer, Values
from jug.model.evaluation import noise_grids
from jug.model.evaluation.noise_grids import interpolation_from_nodes
from jug.model.noise import band_and_group, band_dm, duration, ecorr, fourier, quasi_periodic, solar_wind_nodes, white
from jug.model.noise.power_law import corner_spectrum, spectrum


def columns(**own: object) -> Columns:
    return cast(Columns, SimpleNamespace(**own))


def values(**own: object) -> Values:
    return cast(Values, {name: np.asarray(value, dtype=float) for name, value in own.items()})


@pytest.mark.parametrize(("module", "name"), [(ecorr, "ECORR"), (duration, "TNSECORR")])
def test_a_toa_of_no_epoch_has_no_column(module: Any, name: str) -> None:
    """Three epochs of two members, and a TOA of none (index 3): 0 there, 1 or sqrt(1 h / t) elsewhere."""
    layer = EpochLayer(np.array([0, 1, 1, 2, 3], dtype=np.int32), np.array([0, 1, 0], dtype=np.int32))
    x = columns(epochs={name: (layer,)}, noise={"tobs_TNSECORR": np.array([3600.0, 900.0, 900.0, 14400.0, 900.0])})
    (block,) = module.basis(np, values(), x)
    expected = [1.0, 1.0, 1.0, 1.0, 0.0] if module is ecorr else [1.0, 2.0, 2.0, 0.5, 0.0]
    assert block.values.tolist() == expected
    assert block.shift.tolist() == [0.0, 0.0, 0.0]
    assert module.weights(np, values(**{name: [2e-6, 3e-6]}), x)[0] == pytest.approx([4e-12, 9e-12, 4e-12], rel=1e-12)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"TDSWDT": 0.5}, None),
        ({"TDSWDT": 0.0}, ("TDSWDT", 0, "must be positive")),
        ({"TDSWDT": 30.0 * DAY, "TDSWNODE": [1.0, 2.0]}, None),
        ({"TDSWDT": 30.0 * DAY, "TDSWNODE": [1.0]}, ("TDSWNODE", 0, "must be two different times or more")),
        ({"TDSWDT": 30.0 * DAY, "TDSWNODE": [1.0, 2.0, 1.0]}, ("TDSWNODE", 0, "must be two different times or more")),
        ({"TDSWDT": 31.0 * DAY, "TDSWNODE": [1.0, 2.0]}, ("TDSWDT", 0, "excludes TDSWNODE")),
        ({"TDSWDT": 1.0, "TDSWNU": 2.5}, None),
        ({"TDSWDT": 1.0, "TDSWNU": 1.0}, ("TDSWNU", 0, "must be 0.5, 1.5 or 2.5")),
    ],
)
def test_nodes_that_can_be_used(given: dict[str, Any], found: object) -> None:
    assert solar_wind_nodes.check(cast(Any, values(**given))) == found


@pytest.mark.parametrize("step_d", [None, 0.0, 1e-3])
def test_steps_that_would_make_too_many_nodes_are_refused(step_d: float | None) -> None:
    """Of ten days; 0.001 d is 10,000 nodes."""
    model: Any = SimpleNamespace(entries={}, epoch_day=55000)
    tdb = np.array([0.0, 10.0 * DAY])
    with pytest.raises(jug.ParError, match=r"^more than \d+ nodes of noise; put them further apart$"):
        interpolation_from_nodes(model, tdb, np.zeros(0), "TDSWNODE", step_d, "LINEAR")
    assert len(interpolation_from_nodes(model, tdb, np.zeros(0), "TDSWNODE", 5.0, "LINEAR")[1]) == 3


@pytest.mark.parametrize(
    ("check", "given", "found"),
    [
        (band_and_group.BAND_NOISE.check, {"TNBANDLOW": [1.0, 2.0], "TNBANDHIGH": [1.5, 2.0]}, ("TNBANDLOW", 1)),
        (band_and_group.BAND_NOISE.check, {"TNBANDLOW": [1.0], "TNBANDHIGH": [1.5]}, None),
        (band_dm.check, {"TNBANDDMAMP": [0.0], "TNBANDDMGAM": [0.0]}, ("TNBANDDMAMP", 0)),
        (band_dm.check, {"TNBANDDMAMP": [0.0], "TNBANDDMGAM": [3.0]}, None),
        (band_dm.check, {"TNBANDDMAMP": [-13.0], "TNBANDDMGAM": [0.0]}, None),
        (band_dm.check, {"TNBANDDMAMP": [-13.0, -13.0], "TNBANDDMGAM": [3.0, 3.0]}, ("TNBANDDMAMP", 1)),
        (quasi_periodic.COMPONENT.check, {"TNQPDMFREQ": 0.0}, ("TNQPDMFREQ", 0)),
        (quasi_periodic.COMPONENT.check, {"TNQPDMFREQ": 1e-9}, None),
        (fourier.grid_check("TNRED"), {"RNAMP": 0.0}, ("RNAMP", 0)),
        (fourier.grid_check("TNRED"), {"RNAMP": 0.5, "TNREDFLOG_FACTOR": 1.001}, None),
        (fourier.grid_check("TNRED"), {"TNREDFLOG_FACTOR": 1.0}, ("TNREDFLOG_FACTOR", 0)),
        (white.positive_factors("EFAC"), {"EFAC": [1.0, 1e-12]}, None),
        (white.positive_factors("EFAC"), {"EFAC": [1.0, 0.9e-12]}, ("EFAC", 1)),
        (white.positive_factors("TNGLOBALEF"), {"TNGLOBALEF": 0.0}, ("TNGLOBALEF", 0)),
    ],
)
def test_values_at_the_limits(check: Any, given: dict[str, Any], found: tuple[str, int] | None) -> None:
    said = check(values(**given))
    assert (said[:2] if said else None) == found


def test_what_is_reported_of_a_factor() -> None:
    said = [white.positive_factors("EFAC")(cast(Any, values(EFAC=[v]))) for v in (0.0, -1.0, 1e-13)]
    assert [one and one[2] for one in said] == ["must be positive", "must be positive", "must be at least 1e-12"]


def test_ends_of_bands_are_outside() -> None:
    """tempo2 takes TOAs with low < f < high."""
    mhz = np.array([999.0, 1000.0, 1001.0, 1800.0, 1801.0, 10000.0])

    class Grid(SimpleNamespace):
        def _replace(self, inside: object) -> object:
            return inside

    rows = SimpleNamespace(
        toas=SimpleNamespace(freq_hz=mhz * 1e6),
        values=lambda name: {"TNBANDLOW": [1000.0], "TNBANDHIGH": [1800.0]}.get(name, [7.0]),
        harmonics=lambda tag, number: Grid(number=number),
    )
    one = band_and_group.band_columns(np, cast(Any, rows)).grids
    three = band_dm.columns(np, cast(Any, rows)).grids
    assert {tag: np.flatnonzero(cast(Any, inside)).tolist() for tag, inside in one.items()} == {"BAND1": [2]}
    assert {tag: np.flatnonzero(cast(Any, inside)).tolist() for tag, inside in three.items()} == {
        "BANDDM1": [0], "BANDDM2": [2], "BANDDM3": [4]
    }  # fmt: skip


def test_a_corner_flattens_the_spectrum_and_leaves_it_at_a_year() -> None:
    """Far below the corner fc it is flat, [1 + (1/yr / fc)^(g/2)]^2 times the density at 1/yr."""
    f, gamma, corner = np.array([1e-4, 1e-3, 1.0]) / YEAR, 3.0, 0.5 / YEAR
    at_a_year = spectrum(np, np.array([1.0 / YEAR]), -13.0, gamma)[0]
    found = corner_spectrum(np, f, -13.0, gamma, corner)
    assert found[2] == pytest.approx(at_a_year, rel=1e-12)
    assert found[0] == pytest.approx(at_a_year * (1.0 + 2.0**1.5) ** 2, rel=1e-5)
    np.testing.assert_allclose(corner_spectrum(np, f, -13.0, gamma, 0.0), spectrum(np, f, -13.0, gamma), rtol=1e-12)
    assert corner_spectrum(np, f, -13.0, gamma, 1e-2 / YEAR)[0] < spectrum(np, f, -13.0, gamma)[0]


def test_as_many_nodes_as_the_limit_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four steps of 2.5 d in ten days."""
    monkeypatch.setattr(noise_grids, "MOST_NODES", 4)
    model: Any = SimpleNamespace(entries={}, epoch_day=55000)
    tdb = np.array([0.0, 10.0 * DAY])
    assert len(interpolation_from_nodes(model, tdb, np.zeros(0), "TDSWNODE", 2.5, "LINEAR")[1]) == 5
    with pytest.raises(jug.ParError, match=r"^more than 4 nodes of noise"):
        interpolation_from_nodes(model, tdb, np.zeros(0), "TDSWNODE", 2.4, "LINEAR")


@pytest.mark.parametrize("most", [32, 31])
def test_frequencies_of_a_process_are_counted_with_the_tzr_point(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sine and a cosine of each of four, for three TOAs and the TZR point: 32 numbers."""
    monkeypatch.setattr(noise_grids, "MOST_NUMBERS", most)
    found, where = (np.arange(1.0, 5.0), np.ones(4)), jug.errors.Where("a.par")
    if most == 32:
        assert len(noise_grids.fourier_grid(np.arange(3.0), 2.0, found, "RED", where).frequency) == 4
    else:
        with pytest.raises(jug.ParError, match="4 frequencies of the noise process RED are too many for 3 TOAs"):
            noise_grids.fourier_grid(np.arange(3.0), 2.0, found, "RED", where)
