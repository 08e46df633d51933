"""A grid of chi2 against ordinary fits at its points, the linear model, other executors, and its errors."""

import concurrent.futures
import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np
import pytest
from copies import example
from noise_sets import SETS

import jug
from jug.analysis.grids import grid as grid_module
from jug.cli.command import main
from jug.cli.grid import axes_of

BINARY = ("BINARY ELL1", "PB 5.7 1", "A1 7.1 1", "TASC 55000.3 1", "EPS1 1e-5 1", "EPS2 -2e-5 1", "M2 0.3", "SINI 0.98")


class Elsewhere(Executor):
    """Does what it is given at once, as another process would: from pickled copies."""

    def submit(self, function, /, *args, **kwargs):
        done: Future = Future()
        function, args = pickle.loads(pickle.dumps((function, args)))
        done.set_result(function(*args, **kwargs))
        return done


@pytest.fixture(scope="module")
def binary(epochs_of_three):
    model, toas = epochs_of_three(*BINARY, *SETS["all"], n=180)
    return jug.fit(model, toas).model, toas, {"SINI": np.array([0.95, 0.98, 0.995]), "M2": np.array([0.2, 0.32])}


@pytest.fixture(scope="module")
def mapped(binary):
    return jug.grid(*binary, backend="numpy")


def test_points_are_those_of_fits(binary, mapped):
    model, toas, axes = binary
    assert mapped.converged.all()
    assert np.max(mapped.fall) < 1e-5
    assert mapped.confirmed < 1e-3
    for i, sini in enumerate(axes["SINI"]):
        for j, m2 in enumerate(axes["M2"]):
            want = jug.fit(model.with_values({"SINI": sini, "M2": m2}), toas)
            assert mapped.chi2[i, j] == pytest.approx(want.chi2, abs=1e-4)
            for name in ("A1", "F0", "EPS1"):
                apart = abs(mapped.fitted[name][i, j] - want.values[name])
                assert apart < 0.01 * want.errors[name] + np.spacing(want.values[name]), name
    i, j = np.unravel_index(np.argmin(mapped.chi2), mapped.chi2.shape)
    assert mapped.best == {"SINI": axes["SINI"][i], "M2": axes["M2"][j]}


def test_the_map_is_about_the_best_fit_of_the_others():
    """From a position that is off by 20 and 15 uncertainties: the model and the linear map are those from the fit."""
    model, toas = jug.load(*example("NGC6440E"))
    fitted = jug.fit(model, toas, backend="numpy").model
    others = [name for name in model.free if name != "F1"]
    axis = {"F1": fitted.values["F1"] + 2e-17 * np.array([-1.0, 0.0, 1.0])}
    aside = fitted.moved({"RAJ": 1e-3 / 3600.0, "DECJ": 0.5 / 3600.0})
    want, far = (jug.grid(m, toas, axis, exact=False) for m in (fitted, aside))
    assert far.linear == pytest.approx(want.linear, abs=1e-4)
    for name in others:
        apart = abs(far.model.values[name] - fitted.values[name])
        assert apart < 0.01 * fitted.errors[name], name


def test_backends_and_executors_agree(binary, mapped):
    model, toas, axes = binary
    with ThreadPoolExecutor(2) as pool:
        threads = jug.grid(model, toas, axes, backend="numpy", executor=pool)
    for other in (threads, jug.grid(model, toas, axes, backend="jax", executor=Elsewhere())):
        np.testing.assert_allclose(other.chi2, mapped.chi2, atol=1e-4)
        assert other.converged.all()


def test_linear_where_the_model_is(epochs_of_three):
    model, toas = epochs_of_three(*SETS["all"], n=90)
    model = jug.fit(model, toas).model
    axes = {"F1": model.values["F1"] + model.errors["F1"] * np.array([-2.0, 0.0, 1.0])}
    both, linear = jug.grid(model, toas, axes), jug.grid(model, toas, axes, exact=False)
    np.testing.assert_allclose(linear.linear, both.chi2, atol=1e-4)
    np.testing.assert_allclose(linear.delta, [4.0, 0.0, 1.0], atol=1e-3)
    assert linear.chi2 is None


def test_a_point_that_does_not_settle_is_fitted(binary, monkeypatch):
    model, toas, axes = binary
    monkeypatch.setattr("jug.analysis.grids.grid_points.MOST_EVALUATIONS", 1)
    slow = jug.grid(model, toas, {"SINI": axes["SINI"][:1], "M2": axes["M2"][:1]}, backend="numpy")
    want = jug.fit(model.with_values({"SINI": 0.95, "M2": 0.2}), toas)
    assert slow.converged.all()
    assert slow.chi2[0, 0] == pytest.approx(want.chi2, abs=1e-5)


@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_corners_of_correlated_parameters_need_no_whole_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """DMX_0001 and FD1 of B1855+09: 4 sigma of both raise chi2 by 5e4, and a whole step leaves the model's range."""
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    result, whole = jug.fit(model, toas), []
    fitted = grid_module._by_fit
    monkeypatch.setattr(grid_module, "_by_fit", lambda *rest: (whole.append(rest[-1]), fitted(*rest)))
    axes = {name: axis[::8] for name, axis in jug.grid_axes(result, ["DMX_0001", "FD1"]).items()}
    found = jug.grid(result.model, toas, axes, backend="numpy")
    assert found.converged.all()
    assert found.delta.max() > 1e4
    assert whole == []  # of 16; 11 without shorter steps
    for i, j in ((0, 1), (1, 3)):
        here = {name: axis[k] for (name, axis), k in zip(axes.items(), (i, j), strict=True)}
        want = jug.fit(result.model.with_values(here).freeze(*here), toas).chi2
        assert found.chi2[i, j] == pytest.approx(want, abs=1e-4 * found.delta[i, j])  # predicted to 1e-5 of the rise


def test_threads_are_those_the_user_gives(simulated, monkeypatch):
    model, toas = simulated()
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", None)
    assert jug.grid(model, toas, {"DM": [223.9, 223.91]}, backend="numpy").converged.all()


def test_nothing_else_to_fit(simulated):
    model, toas = simulated()
    model = model.with_free([])
    found = jug.grid(model, toas, {"DM": [223.9, 223.91]})
    want = [jug.residuals(model.with_values({"DM": dm}), toas).chi2 for dm in (223.9, 223.91)]
    np.testing.assert_allclose(found.chi2, want, rtol=1e-6)


@pytest.mark.parametrize(
    ("axes", "words"),
    [
        ({}, "needs a parameter"),
        ({"M3": [1.0]}, "no parameter 'M3'"),
        ({"PEPOCH": [55000.0]}, "cannot be fitted"),
        ({"SINI": [0.9, 1.1]}, "outside its range"),
        ({"SINI": [0.9, np.nan]}, "finite"),
    ],
)
def test_axes_that_are_none(binary, axes, words):
    model, toas, _ = binary
    with pytest.raises(jug.FitError, match=words):
        jug.grid(model, toas, axes)


def test_saved_and_drawn(mapped, tmp_path):
    mapped.save(tmp_path / "grid.npz")
    with np.load(tmp_path / "grid.npz") as again:
        np.testing.assert_array_equal(again["chi2"], mapped.chi2)
        np.testing.assert_array_equal(again["axis_M2"], mapped.axes["M2"])
        assert again["fitted_F0"].shape == mapped.chi2.shape
    jug.plot_grid(mapped, tmp_path / "grid.png")
    assert (tmp_path / "grid.png").stat().st_size > 10_000
    assert "6 points converged" in mapped.summary()


def test_words_of_the_command():
    assert list(axes_of(["m2=0.2:0.3:3"])["M2"]) == pytest.approx([0.2, 0.25, 0.3])
    for word in ("M2", "M2=1:2", "M2=1:2:x", "M2=1:2:0", "=1:2:3"):
        with pytest.raises(jug.InputError, match="is not an axis"):
            axes_of([word])
    with pytest.raises(jug.InputError, match="more than"):
        axes_of(["M2=0:1:2000", "SINI=0:1:2000"])


def test_the_command(tmp_path, capsys, embedded_only):
    par, tim = map(str, example("NGC6440E"))
    out, picture = tmp_path / "f.npz", tmp_path / "f.png"
    words = ["F0=61.4854765543:61.4854765545:3", "DM=223.7:224.1:2", "--plot", str(picture), "-o", str(out)]
    assert main(["grid", par, tim, *words]) == 0
    assert "3 F0 x 2 DM points" in capsys.readouterr().out
    assert picture.exists()
    assert out.exists()
    assert main(["grid", par, tim, "NONE=1:2:3"]) == 2
    assert "has no parameter 'NONE'" in capsys.readouterr().err


def test_a_warning_is_at_the_line_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stood at a line of jug."""
    monkeypatch.setattr("jug.analysis.grids.grid.CHI2_AGREEMENT", -1.0)
    model, toas = jug.load(*example("NGC6440E"))
    with pytest.warns(jug.FitWarning, match="from that of its exact residuals") as said:
        jug.grid(model, toas, {"F0": [model.values["F0"], model.values["F0"] + 1e-11]})
    assert said[0].filename == __file__
