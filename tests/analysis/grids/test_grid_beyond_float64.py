"""A grid in F0 whose uncertainty is below the spacing of float64: axes, map, text and picture."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.grids.axis_values import evenly_spaced
from jug.cli.grid import axes_of
from jug.core.doubledouble import to_fraction


@pytest.fixture(scope="module")
def precise() -> tuple[jug.FitResult, jug.TOAs]:
    """F0 of 327 Hz to 1.3e-14 Hz; float64 holds it to 5.7e-14 Hz."""
    model = jug.load(*example("NGC6440E"))[0].set(F0="326.6005670874").with_free(["F0", "F1", "DM"])
    freq = np.tile([800.0, 1400.0], 150)
    toas = jug.simulate(model, start=53000, stop=58000, n_toa=300, freq_mhz=freq, error_us=0.05, noise=True, seed=1)
    result = jug.fit(model, toas, backend="numpy")
    assert result.errors["F0"] < 0.5 * np.spacing(result.values["F0"])
    return result, toas


@pytest.fixture(scope="module")
def mapped(precise: tuple[jug.FitResult, jug.TOAs]) -> jug.Grid:
    result, toas = precise
    return jug.grid(result.model, toas, jug.grid_axes(result, "F0"), backend="numpy")


def test_axis_and_map_are_those_of_a_parabola(precise: tuple[jug.FitResult, jug.TOAs], mapped: jug.Grid) -> None:
    """chi2 rises by k^2 at k standard deviations: F0 is linear, so to the rounding of chi2, 1e-3 at 16."""
    result, _ = precise
    sigmas = mapped.offsets["F0"] / result.errors["F0"]
    np.testing.assert_allclose(sigmas, np.linspace(-4.0, 4.0, 61), rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(mapped.map - result.chi2, sigmas**2, rtol=0.0, atol=1e-3)
    assert len(set(mapped.axes["F0"].tolist())) < 10


def test_summary_and_file_have_all_digits(precise, mapped, tmp_path) -> None:
    result, _ = precise
    said = mapped.summary().split("F0 = ")[1].split("\n")[0]
    assert abs(Decimal(said) - Decimal(result["F0"].text)) < Decimal(str(0.01 * result.errors["F0"]))
    mapped.save(tmp_path / "map.npz")
    with np.load(tmp_path / "map.npz") as kept:
        np.testing.assert_array_equal(kept["offset_F0"], mapped.offsets["F0"])


def test_values_may_be_text_decimals_or_long_numbers(precise) -> None:
    result, toas = precise
    exact = [Decimal(result["F0"].text) + k * Decimal("2e-14") for k in (-1, 0, 1)]
    found = jug.grid(result.model, toas, {"F0": exact}, backend="numpy")
    again = jug.grid(result.model, toas, {"F0": [str(one) for one in exact]}, backend="numpy")
    np.testing.assert_array_equal(found.map, again.map)
    if np.finfo(np.longdouble).eps < 1e-18:
        long = jug.grid(result.model, toas, {"F0": np.array([np.longdouble(str(one)) for one in exact])})
        np.testing.assert_allclose(long.offsets["F0"], found.offsets["F0"], rtol=0.0, atol=3e-17)
    written = axes_of([f"F0={exact[0]}:{exact[2]}:3"])
    assert np.array_equal(jug.grid(result.model, toas, written, backend="numpy").offsets["F0"], found.offsets["F0"])


def test_numbers_that_float64_makes_equal_are_refused(precise) -> None:
    result, toas = precise
    axis = result.values["F0"] + np.array([-1, 0, 1]) * result.errors["F0"]
    with pytest.raises(jug.FitError, match=r"3 values of F0 are 1 different numbers .*5.7e-14 Hz.*text or Decimal"):
        jug.grid(result.model, toas, {"F0": axis})
    with pytest.raises(jug.FitError, match="must be finite numbers in one dimension, not 'some'"):
        jug.grid(result.model, toas, {"F0": ["some", "words"]})


def test_picture_draws_distances_from_a_round_value(precise, mapped) -> None:
    axes = jug.plot_grid(mapped).axes[0]
    words, _, rest = axes.get_xlabel().partition(" (")
    assert rest == "10⁻¹⁴ Hz)"
    reference = Decimal(words.removeprefix("F0 − "))
    own = to_fraction(mapped.model.entries["F0"].value)
    x = axes.lines[0].get_xdata()
    np.testing.assert_allclose(x, mapped.offsets["F0"] + float(own - Fraction(reference)), rtol=0.0, atol=1e-24)
    assert len(set(x.tolist())) == 61


@pytest.mark.parametrize(("steps", "exact"), [(1000, True), (1001, False)])
def test_axes_are_decimals_from_a_thousandth_of_a_step_on(steps: int, exact: bool) -> None:
    """Near 1 float64 is spaced by 2^-52: a thousandth of a step of 1000 of these."""
    step = Fraction(steps, 2**52)
    found = evenly_spaced(1 - 2 * step, Fraction(1), 3)
    assert isinstance(found, list) is exact
    assert [Fraction(value) for value in found] == pytest.approx([1 - 2 * step, 1 - step, 1], abs=1e-16)
