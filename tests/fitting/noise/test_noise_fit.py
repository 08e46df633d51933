"""`jug.noise`: truth, profiles and limits by SciPy, priors, what it refuses; the maximum: `test_dense_covariance`."""

import warnings

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.fitting.noise.result import NoiseFit
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

LINES = ("EFAC -fe L 1.3", "EQUAD -fe L 1.5", "ECORR -fe U 1.2", "TNREDAMP -12.3", "TNREDGAM 3.1", "TNREDC 6")
Simulated = tuple[TimingModel, TOAs]


def simulated(*lines: str, n: int = 240, seed: int = 5) -> Simulated:
    """TOAs in epochs of three, of two receivers, with uncertainties of 0.3 to 3 us and the noise of the lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par(*lines))
        mjd = np.repeat(np.linspace(54000, 56000, n // 3), 3) + np.tile([0.0, 2e-6, 5e-6], n // 3)
        fe = ["LU"[(i // 3) % 2] for i in range(n)]
        freq = [(1400.0, 430.0)[(i // 3) % 2] + 50.0 * (i % 3) for i in range(n)]
        error = 10.0 ** np.random.default_rng(seed).uniform(-0.5, 0.5, n)
        return model, jug.simulate(model, mjd, freq_mhz=freq, error_us=error, flags={"fe": fe}, noise=True, seed=seed)


@pytest.fixture(scope="module")
def case() -> tuple[NoiseFit, TOAs]:
    model, toas = simulated(*LINES)
    return jug.noise(model, toas, starts=4), toas


def test_the_error_of_a_profile_is_half_of_its_interval(case: tuple[NoiseFit, TOAs]) -> None:
    """Where a profile is no parabola; else that of the second derivatives."""
    found, _ = case
    errors = np.sqrt(np.diag(found.covariance))
    assert [name for name in found.names if found.intervals[name].profiled] == ["TNREDAMP", "TNREDGAM"]
    for name, one in found.intervals.items():
        interval = 0.5 * ((one.high or 0.0) - (one.low or 0.0))
        by_hessian = errors[found.names.index(name)]
        assert one.error == pytest.approx(interval if one.profiled else by_hessian)


def test_a_second_fit_of_the_result_finds_the_same() -> None:
    """Where the timing model is not linear: with the timing fit that came before the noise it was 5e-3 errors away."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        whole, toas = jug.load(*jug.data.example("B1855+09"))
        model = whole.with_free([name for name in whole.free if not name.startswith("DMX")])
        some = toas.select(slice(None, None, 12))
        found = jug.noise(model, some, starts=1, profiles=False)
        again = jug.noise(found.model, some, free=found.names, starts=1, profiles=False)
    assert again.log_likelihood == pytest.approx(found.log_likelihood, abs=1e-3)
    errors = np.array(list(found.errors.values()))
    moved = (np.array(list(again.values.values())) - np.array(list(found.values.values()))) / errors
    np.testing.assert_allclose(moved[np.isfinite(errors)], 0.0, atol=1e-3)


def test_the_truth_is_found(case: tuple[NoiseFit, TOAs]) -> None:
    found, _ = case
    truth = {"EFAC1": 1.3, "EQUAD1": 1.5, "ECORR1": 1.2, "TNREDAMP": -12.3, "TNREDGAM": 3.1}
    assert set(found.names) == set(truth)
    pulls = [(found.values[name] - truth[name]) / found.errors[name] for name in truth]
    assert np.max(np.abs(pulls)) < 3.5


def test_profiles_fall_by_one_half() -> None:
    """The ends of an interval, with the other parameter at its best by SciPy."""
    from scipy.optimize import minimize_scalar

    model, toas = simulated("EFAC -fe L 1.3", "EQUAD -fe L 1.5", n=120)
    found = jug.noise(model, toas, starts=2, profiles=True)
    like = jug.likelihood(found.model, toas, marginal=True, noise=("EFAC1", "EQUAD1"))
    for name, i in (("EFAC1", 0), ("EQUAD1", 1)):
        one = found.intervals[name]
        assert one.profiled
        other = 1 - i
        for end in (one.low, one.high):
            if end in (None, 0.0):
                continue
            at = np.full(2, float(end))  # type: ignore[arg-type]

            def value(x: float, at: np.ndarray = at, other: int = other) -> float:
                at[other] = abs(x)
                return -like(at)

            middle = found.values[("EFAC1", "EQUAD1")[other]]
            low = minimize_scalar(value, bounds=(0.3 * middle, 2.0 * middle), method="bounded", options={"xatol": 1e-6})
            assert found.log_likelihood + low.fun == pytest.approx(0.5, rel=0.02), (name, end)


def test_a_size_that_is_not_there_gets_an_upper_limit() -> None:
    """ECORR of 0 at the maximum: log L falls by 1.353 (95%, one side) up to the limit."""
    from scipy.optimize import minimize_scalar

    made, toas = simulated("EFAC -fe U 1", n=180, seed=8)
    model = made.add("ECORR -fe U 0.5")
    found = jug.noise(model, toas, starts=3)
    one = found.intervals["ECORR1"]
    assert (one.value, one.error) == (0.0, None)
    assert np.isnan(found.errors["ECORR1"])
    assert one.upper_limit is not None
    assert found.model.values["ECORR1"] == 0.0
    like = jug.likelihood(found.model, toas, marginal=True, noise=("EFAC1", "ECORR1"))
    limit = one.upper_limit
    best = minimize_scalar(lambda x: -like([x, limit]), bounds=(0.5, 2.0), method="bounded")
    assert found.log_likelihood + best.fun == pytest.approx(1.353, rel=0.02)
    assert "95%: below" in found.summary()
    assert found.to_json()["parameters"]["ECORR1"]["upper_limit"] == limit


def test_a_process_that_is_not_there_has_no_spectral_index() -> None:
    made, toas = simulated("EFAC -fe L 1", n=120, seed=6)
    found = jug.noise(made.add(["TNREDAMP -13", "TNREDGAM 3", "TNREDC 5"]), toas, starts=3)
    amplitude, index = found.intervals["TNREDAMP"], found.intervals["TNREDGAM"]
    assert amplitude.error is None
    assert amplitude.upper_limit is not None
    assert not index.determined
    assert "the process is not found" in found.summary()
    assert any("take its lines out" in note for note in found.notes)


def test_timing_fitted_along_is_the_joint_maximum() -> None:
    """The gradient of log L by timing and noise parameters together, in standard errors."""
    model, toas = simulated(*LINES[:3], n=150)
    found = jug.noise(model, toas, timing="fitted", starts=2)
    assert found.converged
    assert found.n_starts == 2
    assert found.fit is not None
    like = jug.likelihood(found.model, toas)
    slope = like.value_and_grad(like.start)[1]
    sizes = np.array([1.0 if name in model.free else found.errors[name] for name in like.names])
    np.testing.assert_allclose(slope * sizes, 0.0, atol=5e-3)
    assert found.log_likelihood == pytest.approx(found.fit.log_likelihood, abs=1e-4)


def test_a_prior_moves_the_maximum(case: tuple[NoiseFit, TOAs]) -> None:
    """A normal prior and a likelihood that is nearly one: the weighted mean."""
    found, toas = case
    value, error = found.values["EFAC1"], found.errors["EFAC1"]
    given = {"EFAC1": jug.sampling.priors.normal(value + error, error)}
    moved = jug.noise(found.model, toas, priors=given, starts=1, profiles=False)
    assert (moved.values["EFAC1"] - value) / error == pytest.approx(0.5, abs=0.15)
    assert moved.errors["EFAC1"] / error == pytest.approx(0.5**0.5, abs=0.1)
    by_keyword = jug.noise(found.model, toas, priors={"efac": given["EFAC1"]}, starts=1, profiles=False)
    assert by_keyword.values == moved.values
    assert "of maximum posterior density" in moved.summary()
    assert moved.to_json()["priors"] == {"EFAC1": jug.sampling.prior_text.prior_text(given["EFAC1"])}
    with pytest.raises(jug.FitError, match="a prior of F0, which is not among those asked for: EFAC1, "):
        jug.noise(found.model, toas, priors={"F0": given["EFAC1"]}, starts=1)


@pytest.mark.long
def test_pulls_of_simulated_pulsars_are_normal() -> None:
    """40 pulsars with EFAC, EQUAD, ECORR and red noise: mean and scatter of (value - truth) / error, and coverage."""
    truth = {"EFAC1": 1.3, "EQUAD1": 1.5, "ECORR1": 1.2, "TNREDAMP": -12.3, "TNREDGAM": 3.1}
    pulls = []
    for seed in range(40):
        model, toas = simulated(*LINES, seed=100 + seed)
        found = jug.noise(model, toas, starts=1, profiles=False)
        pulls.append([(found.values[name] - truth[name]) / found.errors[name] for name in truth])
    at = np.array(pulls)
    n = np.count_nonzero(np.isfinite(at), axis=0)
    assert np.all(n >= 38)  # at an edge there is no error
    assert np.all(np.abs(np.nanmean(at, axis=0)) < 4.0 / np.sqrt(n))
    inside = np.nanmean(np.abs(at) < 1.0, axis=0)
    assert np.all(np.abs(inside - 0.683) < 3.5 * np.sqrt(0.683 * 0.317 / n)), inside


def test_flags_and_words_choose() -> None:
    from jug.fitting.noise.chosen import chosen_noise

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par(*LINES[:2], "ECORR -fe U 0.8 1", *LINES[3:]))
    assert chosen_noise(model, None) == ("ECORR1",)
    assert chosen_noise(model, ["red", "EFAC"]) == ("EFAC1", "TNREDAMP", "TNREDGAM")
    assert chosen_noise(model, ["EFAC -fe L"]) == ("EFAC1",)
    wideband = model.add(["DMEFAC -fe L 1.1", "DMEQUAD -fe L 1e-4"])
    assert chosen_noise(wideband, "dmefac") == ("DMEFAC1",)
    assert chosen_noise(wideband, "efac,dmequad") == ("EFAC1", "DMEFAC1", "DMEQUAD1")
    for words, said in (
        (["dm"], "no line of the model is dm noise"),
        (["F0"], "F0 is not a noise parameter"),
        (["QQ"], "words are efac"),
        ([], "names none"),
    ):
        with pytest.raises(jug.FitError, match=said):
            chosen_noise(model, words)


def test_what_the_data_cannot_show_is_refused() -> None:
    made, toas = simulated("EFAC -fe L 1", n=60)
    alone = toas.select(slice(None, None, 3))
    cases = {
        "no two of its TOAs are of one epoch": (made.add("ECORR -fe U 0.5"), alone, ["ecorr"]),
        "cannot be told from red noise": (
            made.add(["TNDMAMP -13", "TNDMGAM 3", "TNDMC 5"]),
            toas.select(toas.freq_hz == toas.freq_hz[0]),
            ["dm"],
        ),
        "no noise line": (made.remove("EFAC1"), toas, None),
    }
    for said, (model, some, free) in cases.items():
        with pytest.raises(jug.FitError, match=said):
            jug.noise(model, some, free=free, starts=1)
    for arguments, said in (({"timing": "held"}, "timing='held'"), ({"starts": 0}, "at least one")):
        with pytest.raises(jug.InputError, match=said):
            jug.noise(made, toas, **arguments)


def test_an_ecorr_of_single_toas_has_a_note() -> None:
    """Nothing is named, so that all lines are estimated that have an effect; `choose_noise` does not try the other."""
    made, toas = simulated("EFAC -fe L 1", "ECORR -fe U 1", n=60)
    lone = toas[(toas.flag("fe") == "U") | (np.arange(60) % 3 == 0)]
    model = made.add("ECORR -fe L 0.5")
    why = "no two of its TOAs are of one epoch, so that the data show no noise common to one"
    label = next(e.label for e in model.entries.values() if e.line and "ECORR -fe L" in e.line.text)
    found = jug.noise(model, lone, starts=1, profiles=False)
    assert found.notes == (f"{label} is left as it is: {why}",)
    assert found.to_json()["notes"] == list(found.notes)
    assert not jug.noise(model, lone, free="efac", starts=1, profiles=False).notes
    assert jug.choose_noise(model, lone, "ecorr").left_out["ECORR -fe L"] == why


def test_efac_and_equad_of_equal_uncertainties_are_refused_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 7,422 TOAs the search ended with EFAC1 1.1 +- 0.45. With a prior of one of the two there is an answer.

    An EQUAD that nobody names stays as it is, with a note.
    """
    from jug.fitting.noise import estimate

    made, some = simulated("EFAC -fe L 1.1", n=120)
    model, efac_of_u = made.add("EQUAD -fe L 0.5"), made.add(["EFAC -fe U 1", "EQUAD -fe L 0.5"])
    epochs, fe = some.mjd, [("L", "U")[(i // 3) % 2] for i in range(120)]
    toas = jug.simulate(made, epochs, freq_mhz=some.freq_hz / 1e6, error_us=1.0, flags={"fe": fe}, noise=True, seed=2)
    search = estimate.maxima_from

    def no_search(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(estimate, "maxima_from", no_search)
    for one in (model, efac_of_u):
        with pytest.raises(
            jug.FitError, match="only a combination of EFAC1 and EQUAD1: the uncertainties of their TOAs"
        ):
            jug.noise(one, toas, free="efac,equad", starts=1)
    monkeypatch.setattr(estimate, "maxima_from", search)
    alone = jug.noise(model, toas, starts=1)
    assert alone.names == ("EFAC1",)
    assert alone.notes == (
        "EQUAD1 -fe L is left as it is: the uncertainties of its TOAs are equal, or nearly so: it acts as EFAC1 does",
    )
    assert alone.model.values["EQUAD1"] == 0.5
    given = {"EFAC1": jug.sampling.priors.normal(1.0, 0.1)}
    assert jug.noise(model, toas, priors=given, starts=1, profiles=False).converged
    assert jug.noise(model, toas, free=["equad"], starts=1, profiles=False).names == ("EQUAD1",)


def test_words_in_a_text_are_those_of_a_list() -> None:
    """A text was read letter by letter, and ``e`` is a name of ECC."""
    model, toas = simulated("EFAC -fe L 1.2", "EQUAD -fe L 0.5", n=60)
    one, other = (
        jug.noise(model, toas, free=free, starts=1, profiles=False) for free in ("efac, equad", ["efac", "equad"])
    )
    assert one.names == other.names == ("EFAC1", "EQUAD1")
    assert one.values == other.values
