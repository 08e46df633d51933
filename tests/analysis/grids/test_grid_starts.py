"""Where the points of a grid start: levels, polynomials between their points, and the way back from a poor start."""

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.grids import all_points, compiled_points, grid_points
from jug.analysis.grids.predicted_starts import levels_of


def polynomial(axes: list[np.ndarray]) -> np.ndarray:
    """Two parameters of each point, of degree 3 along each axis."""
    x, y = (a.ravel() for a in np.meshgrid(*axes, indexing="ij"))
    return np.stack([1.0 + x - 2.0 * y + x * x * y**3, x**3 - y * y], axis=1)


@pytest.mark.parametrize("turned", [False, True])
def test_polynomials_are_met(turned: bool) -> None:
    """Degree 3 by four values on each axis, in either order, and every point once."""
    axes = [np.linspace(-1.0, 2.0, 25), np.array([0.0, 0.3, 0.4, 1.0, 1.1, 1.7, 1.9, 2.0])]
    if turned:
        axes[0] = axes[0][::-1]
    levels, want = levels_of(axes), polynomial(axes)
    assert [len(level.places) for level in levels] == [16, 33, 55, 96]
    assert sorted(np.concatenate([level.places for level in levels])) == [*range(200)]
    known = np.full_like(want, np.nan)
    for level in levels:
        if level.by_axis:
            np.testing.assert_allclose(level.predict(known, level.places), want[level.places], atol=1e-12)
        known[level.places] = want[level.places]


def test_neighbours_are_the_nearest_values() -> None:
    """Of 9 values on the last but one level, the four about each value between them: |x| is met but for about 0."""
    axis = np.linspace(-1.0, 1.0, 25)
    *before, last = levels_of([axis])
    dx = np.full((25, 1), np.nan)
    places = np.concatenate([level.places for level in before])
    dx[places, 0] = np.abs(axis[places])
    apart = np.abs(last.predict(dx, last.places)[:, 0] - np.abs(axis[last.places]))
    assert np.array_equal(np.abs(axis[last.places][apart > 1e-12]) < 0.2, np.full(np.sum(apart > 1e-12), True))
    assert 0 < np.sum(apart > 1e-12) < 5


@pytest.mark.parametrize(
    ("axes", "sizes"),
    [
        ([np.arange(1.0)], [1]),
        ([np.array([1.0, 1.0, 0.0, 1.0, 0.5])], [5]),
        ([np.arange(4.0), np.arange(4.0)], [16]),
        ([np.arange(2.0), np.arange(9.0)], [8, 6, 4]),
        ([np.zeros(3), np.arange(5.0)], [4, 11]),
    ],
)
def test_levels_of_small_grids(axes: list[np.ndarray], sizes: list[int]) -> None:
    """One level where no axis has more than four values; values that are on an axis twice are one."""
    levels = levels_of(axes)
    assert [len(level.places) for level in levels] == sizes
    constant = np.ones((int(np.prod([len(axis) for axis in axes])), 1))
    for level in levels[1:]:
        np.testing.assert_allclose(level.predict(constant, level.places), 1.0, rtol=1e-13)


@pytest.fixture(scope="module")
def b1855():
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    return jug.fit(model, toas), toas


def evaluations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that gets an element for each evaluation of a point with NumPy."""
    counts: list[int] = []
    real = grid_points.chi2_and_slope
    monkeypatch.setattr(grid_points, "chi2_and_slope", lambda *given: (counts.append(1), real(*given))[1])
    return counts


@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_most_points_need_one_evaluation(b1855, monkeypatch) -> None:
    """F1 and FD1, nearly linear: 1.1 of 64 points; M2 and SINI: less than 1.9 (both 2 from the anchor's values)."""
    result, toas = b1855
    for names, most in ((("F1", "FD1"), 80), (("M2", "SINI"), 120)):
        counts = evaluations(monkeypatch)
        axes = {name: axis[1::3] for name, axis in jug.grid_axes(result, names).items()}
        found = jug.grid(result.model, toas, axes, backend="numpy")
        assert found.chi2.size == 64
        assert found.converged.all()
        assert sum(counts) <= most, names
    for i, j in ((2, 5), (6, 3)):  # of the last level
        here = {name: axis[k] for (name, axis), k in zip(axes.items(), (i, j), strict=True)}
        want = jug.fit(result.model.with_values(here).freeze(*here), toas).chi2
        assert found.chi2[i, j] == pytest.approx(want, abs=1e-4)


def test_a_poor_start_is_left(monkeypatch) -> None:
    """Starts that are off by 1e4 uncertainties: each point returns to the anchor, and ends where it did."""
    model, toas = jug.load(*example("NGC6440E"))
    result = jug.fit(model, toas)
    axes = {"F1": [result.values["F1"] + k * result.errors["F1"] for k in np.linspace(-2.0, 2.0, 12)]}
    want, starts = jug.grid(result.model, toas, axes, backend="numpy"), []
    real = all_points.refit_points

    def from_afar(task, change, start, many):
        far = 1e4 * np.sqrt(np.diag(task.inverse))
        starts.append(start)
        return real(task, change, start + far, many)

    monkeypatch.setattr(all_points, "refit_points", from_afar)
    counts = evaluations(monkeypatch)
    found = jug.grid(result.model, toas, axes, backend="numpy")
    assert len(np.concatenate(starts)) == 12
    assert found.converged.all()
    assert sum(counts) == 12 * 3  # the poor start, the anchor, and one step from there
    np.testing.assert_allclose(found.chi2, want.chi2, atol=1e-5)


@pytest.mark.filterwarnings("ignore::jug.FitWarning")
def test_places_without_a_point_are_not_evaluated() -> None:
    """13 points of 62 TOAs in batches of 16 of a chunk of 1008, and 3 of 1462 TOAs one by one: as with NumPy."""
    for name, free in (("NGC6440E", "F1"), ("J0613-sim", "F1")):
        model, toas = jug.load(*example(name))
        result = jug.fit(model, toas, backend="numpy")
        steps = np.linspace(-2.0, 2.0, 13 if name == "NGC6440E" else 3)
        axes = {free: [result.values[free] + k * result.errors[free] for k in steps]}
        numpy, jax = (jug.grid(result.model, toas, axes, backend=backend) for backend in ("numpy", "jax"))
        np.testing.assert_allclose(jax.chi2, numpy.chi2, atol=1e-5)
        np.testing.assert_allclose(jax.fall, numpy.fall, atol=1e-7)
        assert jax.converged.all()


def test_points_of_a_chunk_are_evaluated_together_on_a_gpu(monkeypatch) -> None:
    """The same chi2, where the points of a chunk are one batch; 5 of 7 places have a point in the second chunk."""
    model, toas = jug.load(*example("NGC6440E"))
    result = jug.fit(model, toas, backend="numpy")
    axes = {"F1": [result.values["F1"] + k * result.errors["F1"] for k in np.linspace(-2.0, 2.0, 4)]}
    axes["DM"] = [result.values["DM"] + k * result.errors["DM"] for k in (-1.0, 0.0, 1.0)]
    want = jug.grid(result.model, toas, axes, backend="jax")
    monkeypatch.setattr("jug.core.execution.memory.BATCH_BYTES", 8.0 * 62 * 60 * 7)
    monkeypatch.setattr(compiled_points, "_together", lambda task: task.chunk)
    found = jug.grid(result.model, toas, axes, backend="jax")
    assert found.converged.all()
    np.testing.assert_allclose(found.chi2, want.chi2, atol=1e-6)
