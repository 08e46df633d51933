"""Parameters stay inside their bounds during a fit, and the result says which one ended at its bound."""

import warnings

import numpy as np
import orbits
import pytest
from orbits import Size
from simulated_sets import par

import jug
from jug.compute.solver import Normal
from jug.errors import FitWarning, InputWarning, ParError
from jug.least_squares.bounds import Box, bounded_step, box
from jug.model.reading.assembly.values import POSITIVE_INSTEAD


def fitted(body: str, error_us: float, seed: int, **changed: float) -> jug.FitResult:
    model = orbits.model(body)
    mjd = np.sort(np.random.default_rng(seed).uniform(53000, 57000, 400))
    toas = jug.simulate(model, mjd, freq_mhz=1400.0, error_us=error_us, noise=True, seed=seed)
    return jug.fit(model.with_values(changed), toas, backend="numpy")


def test_a_mass_that_noise_pulls_below_zero() -> None:
    """Of no companion's mass the noise makes a negative one in every second set."""
    body = "BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 0.1)) + "M2 0.0 1\nSINI 0.9\n"
    at_bound = []
    for seed in range(6):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", FitWarning)
            result = fitted(body, 5.0, seed)
        assert result.converged
        assert result.values["M2"] >= 0.0
        assert np.all(np.isfinite(result.residuals.time_s))
        assert bool(result.at_bound) == any("M2 is at its bound" in str(w.message) for w in told)
        at_bound.append(result.at_bound == ("M2",))
        assert at_bound[-1] == (result.values["M2"] == 0.0)
    assert any(at_bound)
    assert not all(at_bound)


def test_the_border_is_passed_on_the_way_to_a_value_inside() -> None:
    """From SINI far below, the linear step goes beyond 1; the fit comes back."""
    body = "BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 2e-3)) + "M2 0.25 1\nSINI 0.999 1\n"
    result = fitted(body, 0.3, 2, SINI=0.9, M2=0.4)
    assert result.converged
    assert result.at_bound == ()
    assert abs(result.values["SINI"] - 0.999) < 5 * result.errors["SINI"]


@pytest.mark.filterwarnings("ignore::jug.errors.FitWarning")
@pytest.mark.parametrize(
    ("name", "pair"),
    [("DD", "M2 0.3 1\nSINI 0.5 1\n"), ("DDS", "M2 0.3 1\nSHAPMAX 1 1\n"), ("DDH", "H3 1e-8 1\nSTIGMA 0.3 1\n")],
)
def test_a_shapiro_delay_below_the_noise_is_told_by_name(name: str, pair: str) -> None:
    """A mass and an inclination of which only a product is seen, if that.

    How many steps the fit takes along their flat valley depends on rounding (33 to 253); it does not run out of them.
    """
    body = f"BINARY {name}\n" + orbits.kepler_lines(Size(12.3, 9.2, 0.1)) + pair
    result = fitted(body, 5.0, 2)
    shape = pair.splitlines()[1].split()[0]
    assert result.verdict.name == "flat_direction"
    assert shape in result.verdict.undetermined
    assert result.converged
    assert np.all(np.isfinite(result.residuals.time_s))


@pytest.mark.parametrize("line", ["ECC 1.0", "ECC -0.1", "A1 -3"])
def test_values_outside_are_refused_with_their_line(line: str) -> None:
    lines = orbits.kepler_lines(Size(12.3, 9.2, 0.1)).splitlines()
    kept = [text for text in lines if text.split()[0] != line.split()[0]]
    with pytest.raises(ParError, match=rf"binary\.par:\d+.*{line.split()[0]}"):
        orbits.model("BINARY DD\n" + "\n".join([*kept, line]) + "\n")


def test_the_way_out_of_a_negative_size_or_eccentricity() -> None:
    """What the message says to write has the same Roemer delay, x [sin w (cos E - e) + sqrt(1 - e^2) cos w sin E]."""
    assert "OM + 180 deg" in POSITIVE_INSTEAD["A1"]
    assert "OM + 180 deg and T0 + PB / 2" in POSITIVE_INSTEAD["ECC"]
    m = np.linspace(0.0, 2.0 * np.pi, 50)

    def roemer(x: float, e: float, w: float, m: np.ndarray) -> np.ndarray:
        big = m.copy()
        for _ in range(50):
            big -= (big - e * np.sin(big) - m) / (1.0 - e * np.cos(big))
        return x * (np.sin(w) * (np.cos(big) - e) + np.sqrt(1.0 - e * e) * np.cos(w) * np.sin(big))

    np.testing.assert_allclose(roemer(-9.2, 0.3, 1.1, m), roemer(9.2, 0.3, 1.1 + np.pi, m), atol=1e-13)
    np.testing.assert_allclose(roemer(9.2, -0.3, 1.1, m), roemer(9.2, 0.3, 1.1 + np.pi, m - np.pi), atol=1e-13)


@pytest.mark.parametrize(("line", "other"), [("SINI 1.2", "M2 0.2"), ("M2 -0.1", "SINI 0.5")])
def test_values_that_a_fit_left_outside_are_evaluated(line: str, other: str) -> None:
    """They were refused; files in the wild have them, and the formula holds."""
    lines = orbits.kepler_lines(Size(12.3, 9.2, 0.1)).splitlines()
    kept = [text for text in lines if text.split()[0] != line.split()[0]]
    with pytest.warns(InputWarning, match=rf"binary\.par:\d+: {line} is outside its physical range"):
        orbits.model("BINARY DD\n" + "\n".join([*kept, line, other]) + "\n")


def test_a_step_that_ends_on_its_border_is_not_cut() -> None:
    """The bound is active only where the step would pass it."""
    reach = Box(np.array([-1.0]), np.array([2.0]))
    for step in (-1.0, 2.0):
        whole, first = reach.cut_at_bound(np.zeros(1), np.array([step]))
        assert (whole.tolist(), first) == ([step], None)
        cut, first = reach.cut_at_bound(np.zeros(1), np.array([np.nextafter(step, 9.0 * step)]))
        assert (cut.tolist(), first) == ([step], 0)


def test_a_step_is_cut_at_the_first_border() -> None:
    reach = Box(np.array([-1.0, -np.inf]), np.array([2.0, 0.5]))
    step, which = reach.cut_at_bound(np.array([0.0, 0.0]), np.array([4.0, 2.0]))
    np.testing.assert_allclose(step, [1.0, 0.5])
    assert which == 1
    step, which = reach.cut_at_bound(np.array([0.0, 0.0]), np.array([1.0, -20.0]))
    assert which is None
    np.testing.assert_allclose(step, [1.0, -20.0])
    assert reach.cut_at_bound(np.array([0.0, 0.0]), np.array([2.0, 0.1]))[1] is None  # it ends at the border


def test_a_cut_step_ends_at_its_border_to_the_last_bit() -> None:
    """11 x (0.1/11) is larger than 0.1 in float64: it would end beyond a border of 0.1."""
    step, which = Box(np.array([-1.0]), np.array([0.1])).cut_at_bound(np.zeros(1), np.array([11.0]))
    assert (step.tolist(), which) == ([0.1], 0)


@pytest.mark.parametrize("pull", [3.0, -3.0])
def test_a_parameter_at_its_bound_is_let_go_when_it_turns_inwards(pull: float) -> None:
    gram = np.array([[1.0, 0.3], [0.3, 1.0]])
    normal = Normal(gram, np.array([-pull, 0.2]), np.ones(2), 1.0, 0.0)
    step = bounded_step(normal, 0.0, (0,), (1.0,))
    assert step.columns == ((0,) if pull > 0 else ())
    if pull > 0:
        np.testing.assert_allclose(step.dx, [0.0, -0.2])
    else:
        np.testing.assert_allclose(step.dx, np.linalg.solve(gram, [pull, -0.2]))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 3e-6)), "OM and T0 are nearly degenerate.* 7.4e-13 ns"),
        (
            "BINARY BT\n" + orbits.kepler_lines(Size(12.3, 9.2, 3e-6)).replace("57 1", "57 0"),
            "OM and T0 are poorly defined",
        ),
        ("BINARY ELL1\n" + orbits.circle_lines(Size(12.3, 30.0, 0.02)), r"x e\^4 = 4.8e\+03 ns"),
    ],
)
def test_a_form_that_does_not_suit_the_eccentricity_is_told(body: str, told: str) -> None:
    with pytest.warns(FitWarning, match=told):
        result = fitted(body, 1.0, 2)
    assert len(result.warnings) == 1


def test_a_form_that_suits_draws_no_warning() -> None:
    for body in (
        "BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 3e-3)),
        "BINARY ELL1\n" + orbits.circle_lines(Size(12.3, 30.0, 1e-4)),
        "BINARY DD\nPB 12.3 1\nA1 9.2 1\nT0 54990.1 1\nECC 0\n",
    ):
        assert fitted(body, 1.0, 2).warnings == ()


def test_a_phase_that_is_no_number_names_the_value_outside_its_bounds(simulated):
    orbit = ("BINARY DD", "PB 10", "A1 5", "T0 54000", "ECC 0.2", "OM 10", "M2 0.3", "SINI 0.9")
    model, toas = simulated(*orbit, n=20)
    with pytest.raises(jug.InputError, match=r"fit.par:21: .* not finite with SINI = 1.2, outside its bounds"):
        jug.residuals(model.with_values({"SINI": 1.2}), toas)


def test_a_value_beyond_a_bound_may_stay_where_it_is() -> None:
    """The change from the value reaches the other bound, and not back to the nearer one."""
    lines = ("BINARY DD", "PB 10", "A1 5", "T0 54000", "ECC 0.2 1", "OM 10")
    entries = [jug.load_model(par(*lines)).with_values({"ECC": value}).entries["ECC"] for value in (-0.25, 0.25, 1.5)]
    found = box(entries)
    scale, below, above = entries[0].scale, *entries[0].param.bounds
    assert found.low == pytest.approx(np.array([0.0, below - 0.25, below - 1.5]) * scale)
    assert found.high == pytest.approx(np.array([above + 0.25, above - 0.25, 0.0]) * scale)


def test_the_side_is_that_of_the_nearer_bound() -> None:
    """The lower one where both are as near."""
    reach = Box(np.array([-1.0, -np.inf, -1.0]), np.array([2.0, 3.0, np.inf]))
    assert [reach.side(0, np.array([x, 0.0, 0.0])) for x in (-1.0, 0.5, 0.6, 2.0)] == [-1.0, -1.0, 1.0, 1.0]
    assert (reach.side(1, np.zeros(3)), reach.side(2, np.zeros(3))) == (1.0, -1.0)


@pytest.mark.parametrize("damping", [0.0, 0.5])
@pytest.mark.parametrize(("columns", "outward"), [((), ()), ((1,), (1.0,))])
def test_the_predicted_decrease_is_that_of_the_linear_model(
    damping: float, columns: tuple[int, ...], outward: tuple[float, ...]
) -> None:
    """chi2 of y is chi2 + 2 s.y + y.G y; the step is in units that the scale takes off, damped or not."""
    gram, slope, scale = np.array([[1.0, 0.3], [0.3, 1.0]]), np.array([0.7, -0.2]), np.array([2.0, 5.0])
    found = bounded_step(Normal(gram, slope, scale, 1.0, 0.0), damping, columns, outward)
    y = found.dx * scale
    assert found.decrease == pytest.approx(-(2.0 * slope @ y + y @ gram @ y), rel=1e-12)
    if columns:
        assert y == pytest.approx([-0.7 / (1.0 + damping), 0.0])
    else:
        assert y == pytest.approx(np.linalg.solve(gram + damping * np.eye(2), -slope))


def test_a_box_without_parameters_cuts_nothing() -> None:
    none = np.zeros(0)
    step, first = Box(none, none).cut_at_bound(none, none)
    assert (len(step), first) == (0, None)


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_fit_of_nothing_but_a_shapiro_delay_that_is_not_seen_ends() -> None:
    """The size and the shape of the delay are held in turn, so that no parameter is left to fit."""
    model, toas = jug.load(*jug.data.example("J0613-sim"))
    model = jug.convert_binary(model, "ELL1").model.add(["M2 0.2", "SINI 0.9"]).with_free(["M2", "SINI"])
    before = jug.residuals(model, toas).chi2
    assert jug.fit(model, toas).chi2 <= before
