"""Noise parameters on a ridge of the likelihood: small groups of TOAs, of which EFAC and EQUAD act nearly alike."""

import warnings

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.fitting.noise.coordinates import A_FACTOR, A_LOG_SIZE, A_POSITIVE, A_SIZE, ANY_OTHER, Coordinates
from jug.fitting.noise.maximum import Maximum, Point
from jug.fitting.noise.result import NoiseFit
from jug.fitting.noise.ridges import _stays_below, ridge_joins
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

TIED = Coordinates(  # a factor, its EQUAD, an amplitude, its index, a frequency of a line
    kind=np.array([A_FACTOR, A_SIZE, A_LOG_SIZE, ANY_OTHER, A_POSITIVE]),
    zero=np.array([-1.0, 0.5, -14.0, 0.0, 0.0]),
    partner=np.array([-1, -1, 3, -1, -1]),
    tilt=np.array([0.0, 0.0, 0.7, 0.0, 0.0]),
    width=np.ones(5),
    low=np.array([0.005, 1e-6, 1e-6, 0.0, -3.0]),
    high=np.array([9.0, 9.0, 9.0, 7.0, 3.0]),
    multiplier=np.array([-1, 0, -1, -1, -1]),
    total=np.full(5, -1),
    error=np.array([0.0, 1.5, 0.0, 0.0, 0.0]),
)
THETA = np.array([1.3, 20.0, -13.5, 2.5, 0.8])


@pytest.mark.parametrize("i", [None, 0, 1, 2])
def test_coordinates_of_tied_parameters_go_both_ways(i: int | None) -> None:
    edges = TIED if i is None else TIED.alone(i, TIED.x(THETA))
    x = edges.x(THETA)
    np.testing.assert_allclose(edges.theta(x), THETA, rtol=1e-12)
    step = 1e-6
    shifts = [(edges.theta(x + step * one) - edges.theta(x - step * one)) / (2.0 * step) for one in np.eye(5)]
    np.testing.assert_allclose(edges.jacobian(x), np.array(shifts).T, rtol=1e-7, atol=1e-7)


def test_an_equad_alone_leaves_the_sum_as_it_is() -> None:
    """The sum is EFAC^2 (e^2 + EQUAD^2), with e = 10^1.5; the range of EQUAD ends where EFAC comes to its edge."""
    edges = TIED.alone(1, TIED.x(THETA))
    x, e = edges.x(THETA), 10.0**1.5
    sums = []
    for value in (1.0, x[1], edges.high[1]):
        x[1] = value
        factor, equad = edges.theta(x)[:2]
        sums.append(factor**2 * (e**2 + equad**2))
    np.testing.assert_allclose(sums, sums[1], rtol=1e-12)
    assert factor == pytest.approx(0.1 * np.sqrt(np.expm1(2.0 * 0.005)))


def test_one_of_two_has_the_sum_of_both() -> None:
    """The variance of a TOA of uncertainty e: EFAC^2 (e^2 + EQUAD^2)."""
    e = 10.0**1.5
    wanted = THETA[0] ** 2 * (e**2 + THETA[1] ** 2)
    without, least = (TIED.theta(end) for end in TIED.other_ends(1, TIED.x(THETA)))
    assert without[0] ** 2 * e**2 == pytest.approx(wanted, rel=1e-9)
    assert without[1] < 1e-2
    assert (least[0] * least[1]) ** 2 == pytest.approx(wanted, rel=1e-9)
    assert least[0] == pytest.approx(0.01, rel=0.01)


class Valley:
    """-log L of two elements: a valley along a circle, with a bump on it at 45 degrees."""

    def __init__(self, bump: float) -> None:
        self.bump = bump
        self.coordinates = TIED._replace(low=np.full(2, -9.0), high=np.full(2, 9.0))

    def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        r, angle = float(np.hypot(*x)), float(np.arctan2(x[1], x[0]))
        hill = self.bump * np.exp(-8.0 * (angle - 0.25 * np.pi) ** 2)
        outwards, along = x / r, np.array([-x[1], x[0]]) / r**2
        slope = 400.0 * (r - 1.0) * outwards - 16.0 * (angle - 0.25 * np.pi) * hill * along
        return 200.0 * (r - 1.0) ** 2 + hill, slope


@pytest.mark.parametrize(("bump", "one"), [(0.0, True), (0.08, True), (0.3, False), (5.0, False)])
def test_a_curved_ridge_joins_two_maxima(bump: float, one: bool) -> None:
    """The straight way between its ends is 17 lower in log L."""
    valley = Valley(bump)
    a, b = (
        Maximum(Point(x, *valley(x)), np.array([0.1, 0.1]), np.ones(2, dtype=bool), np.eye(2), True)
        for x in (np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    )
    assert ridge_joins(valley, a, b) == one  # type: ignore[arg-type]


def small_group(spread: float, seed: int = 3) -> tuple[TimingModel, TOAs]:
    """100 TOAs of one backend, and 15 of another one whose uncertainties differ by a share."""
    rng = np.random.default_rng(seed)
    error = np.concatenate([10.0 ** rng.uniform(-0.5, 0.5, 100), 1.0 + spread * rng.uniform(-1.0, 1.0, 15)])
    where = np.argsort(mjd := np.concatenate([np.linspace(54000, 56000, 100), np.linspace(54007, 55980, 15)]))
    fe = np.array(["L"] * 100 + ["S"] * 15)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par("EFAC -fe L 1.2", "EQUAD -fe L 0.4", "EFAC -fe S 1.1", "EQUAD -fe S 0.7"))
        flags = {"fe": fe[where].tolist()}
        toas = jug.simulate(model, mjd[where], error_us=error[where], flags=flags, noise=True, seed=seed)
    return model, toas


def compared(found: NoiseFit, other: NoiseFit) -> None:
    """The same answer: values to a hundredth of an error, errors and limits to one hundredth of themselves."""
    assert other.converged == found.converged
    assert other.log_likelihood == pytest.approx(found.log_likelihood, abs=1e-4)
    assert other.notes == found.notes
    for name, one in found.intervals.items():
        again = other.intervals[name]
        assert again.value == pytest.approx(one.value, rel=1e-3, abs=0.01 * (one.error or 0.0))
        for field in ("error", "low", "high", "upper_limit", "lower_limit"):
            wanted = getattr(one, field)
            assert getattr(again, field) == (None if wanted is None else pytest.approx(wanted, rel=0.01, abs=1e-3))


@pytest.mark.parametrize("spread", [0.1, 0.15])
def test_a_small_group_of_like_uncertainties_has_one_answer(spread: float) -> None:
    model, toas = small_group(spread)
    found = jug.noise(model, toas, seed=0)
    assert found.converged
    assert len(found.maxima) == 1
    told = [note for note in found.notes if note.startswith("EFAC2 -fe S and EQUAD2 cannot be told apart")]
    assert len(told) == 1
    assert "the uncertainties of their 15 TOAs" in told[0]
    assert found.to_json()["parameters"]["EQUAD2"]["reason"] == told[0]
    assert found.intervals["EFAC1"].error is not None
    compared(found, jug.noise(model, toas, seed=1))
    compared(found, jug.noise(model, toas, starts=1))


@pytest.mark.parametrize("spread", [0.0, 1e-3])
def test_an_equad_of_equal_uncertainties_is_left_as_it_is(spread: float) -> None:
    model, toas = small_group(spread)
    found = jug.noise(model, toas, starts=2)
    assert found.converged
    assert found.names == ("EFAC1", "EQUAD1", "EFAC2")
    assert found.notes == (
        "EQUAD2 -fe S is left as it is: the uncertainties of its TOAs are equal, or nearly so: it acts as EFAC2 does",
    )
    assert found.model.values["EQUAD2"] == 0.7
    if spread == 0.0:
        with pytest.raises(jug.FitError, match="only a combination of EFAC2 and EQUAD2"):
            jug.noise(model, toas, free="white", starts=1)


@pytest.fixture(scope="module")
def wideband() -> tuple[TimingModel, TOAs]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.load(*jug.data.example("J1614-2230"), ephem="DE440")


def test_wideband_toas_of_two_small_backends_have_one_answer(wideband: tuple[TimingModel, TOAs]) -> None:
    """J1614-2230: points of the ridge were five maxima, of which most were not converged, by seed.

    Ends of profiles are those of SciPy in log EFAC and log EQUAD, from six starts: log L falls by 0.4967 at an EQUAD2
    of 0.117, by 0.5021 where EQUAD4 is 0.31, and by 0.2453 where EFAC3 is 0.05.
    """
    found = jug.noise(*wideband, seed=0)
    assert found.converged
    assert found.log_likelihood == pytest.approx(4697.7762, abs=1e-3)
    assert len(found.maxima) == 1
    said = found.intervals
    assert said["EQUAD2"].high == pytest.approx(0.1172, abs=2e-4)
    assert said["EQUAD4"].low == pytest.approx(0.3115, abs=2e-3)
    assert said["EFAC3"].low is None
    assert said["EFAC1"].upper_limit == pytest.approx(0.812, abs=0.005)
    assert (said["EQUAD1"].error, said["EQUAD4"].error, said["EQUAD4"].high) == (None, None, None)
    assert [note.split(":")[0].split(",")[0] for note in found.notes] == [
        "EFAC1 -f Rcvr1_2_GASP and EQUAD1 cannot be told apart",
        "EFAC3 -f Rcvr_800_GASP and EQUAD3 cannot be told apart",
        "EQUAD4 has no upper end",
    ]
    compared(found, jug.noise(*wideband, seed=4))
    compared(found, jug.noise(*wideband, starts=1))


@pytest.mark.parametrize("wall", [0.25, 0.5, 0.75])
def test_a_way_is_tried_at_its_quarters(wall: float) -> None:
    """A wall at one of them, and none beyond the ends, is a ridge."""

    def objective(x: np.ndarray) -> tuple[float, np.ndarray]:
        return float(abs(x[0] - wall) < 0.1), np.zeros(1)

    ends, scale = (np.zeros(1), np.ones(1)), np.ones(1)
    assert not _stays_below(objective, *ends, scale, 0.5, 0)  # type: ignore[arg-type]
    assert _stays_below(objective, *ends, scale, 1.0, 0)  # type: ignore[arg-type]
    assert _stays_below(objective, *(2.0 + end for end in ends), scale, 0.5, 0)  # type: ignore[arg-type]
