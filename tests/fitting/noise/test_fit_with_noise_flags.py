"""A fit of a par file whose noise lines have fit flags: timing and noise at the joint maximum."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from simulated_sets import par
from test_noise_fit import simulated

import jug
from jug.cli.command import main
from jug.fitting.result.as_json import to_json
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

FLAGGED = ("EFAC -fe L 1 1", "EQUAD -fe L 1 1", "ECORR -fe U 0.7 1", "EFAC -fe U 1")


def flagged(*lines: str) -> TimingModel:
    with pytest.warns(jug.InputWarning, match="make jug fit and jug noise estimate the noise"):
        return jug.load_model(par(*lines))


@pytest.fixture(scope="module")
def toas() -> TOAs:
    return simulated("EFAC -fe L 1.3", "EQUAD -fe L 1.5", "ECORR -fe U 1.2", n=180)[1]


def test_timing_and_noise_are_at_the_joint_maximum(toas: TOAs) -> None:
    model = flagged(*FLAGGED)
    result = jug.fit(model, toas)
    assert result.converged
    assert list(result.noise_intervals) == ["EFAC1", "EQUAD1", "ECORR1"]
    assert result.model.values["EFAC2"] == 1.0
    assert result.prefit.values["EFAC1"] == 1.0
    like = jug.likelihood(result.model, toas, noise=list(result.noise_intervals))
    slope = like.value_and_grad(like.start)[1]
    errors = {name: one.error for name, one in result.noise_intervals.items()}
    sizes = [errors.get(name, 1.0) for name in like.names]
    np.testing.assert_allclose(slope * np.array(sizes, dtype=float), 0.0, atol=5e-3)  # standard errors
    assert result.model.entries["EFAC1"].error == pytest.approx(errors["EFAC1"], rel=1e-5)
    other = jug.noise(model, toas, timing="fitted")
    assert other.log_likelihood == pytest.approx(result.log_likelihood, abs=1e-5)
    assert "Noise parameters of maximum likelihood" in result.summary()
    assert "1 of 2 estimated" in next(line for line in result.summary().splitlines() if line.startswith("EFAC "))
    assert set(to_json(result)["noise_parameters"]) == set(errors)  # type: ignore[arg-type]
    check_that_noise_is_found_by_name(result)
    lines = [line.split() for line in result.summary(full=True).splitlines() if line.endswith((" Y", " N"))]
    rows = {words[0]: words for words in lines}
    assert rows["EFAC1"][-1] == "Y", "estimated along"
    before, after, error, change = map(float, rows["EFAC1"][-5:-1])  # it had the value of the end twice, and N
    assert before == 1.0
    assert after == pytest.approx(result.model.values["EFAC1"], abs=0.1 * error)
    assert change == pytest.approx(after - before, abs=0.1 * error)
    assert rows["EFAC2"][-3:] == ["1", "1", "N"]


def check_that_noise_is_found_by_name(result: jug.FitResult) -> None:
    """Values and uncertainties of noise fitted along, after those of the timing, which alone have the covariance."""
    assert tuple(result.values) == tuple(result.errors) == (*result.names, "EFAC1", "EQUAD1", "ECORR1")
    assert len(result.covariance) == len(result.names)
    for name, one in result.noise_intervals.items():
        assert result.values[name] == pytest.approx(one.value, rel=1e-11)
        assert result.errors[name] == one.error
        assert result[name].free
        assert bool(result.to_pandas().free[name])
    assert not result["EFAC2"].free
    assert "EFAC1 -fe L" in repr(result)
    assert set(to_json(result)["values"]) == set(result.names)  # type: ignore[arg-type]
    edge = result.noise_intervals["ECORR1"]._replace(error=None)
    at_edge = replace(result, noise_intervals={**result.noise_intervals, "ECORR1": edge})
    assert np.isnan(at_edge.errors["ECORR1"])


def test_noise_stays_where_it_is_asked_for(toas: TOAs) -> None:
    model = flagged(*FLAGGED)
    for result in (jug.fit(model, toas, noise=False), jug.fit(model, toas, free=["F0", "F1"])):
        assert result.noise_intervals == {}
        assert result.model.values["EFAC1"] == 1.0
    with pytest.raises(jug.InputError, match="a robust fit estimates no noise"):
        jug.fit(model, toas, robust="huber")


def test_the_command_writes_them(toas: TOAs, tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    model = flagged(*FLAGGED)
    jug.write_par(model, folder / "a.par")
    jug.write_tim(toas, folder / "a.tim")
    assert main(["fit", str(folder / "a.par"), str(folder / "a.tim"), "-o", str(folder / "b.par")]) == 0
    assert "Noise parameters of maximum likelihood, fitted along" in capsys.readouterr().out
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        written = jug.load_model(folder / "b.par")
    assert written.values["ECORR1"] != 0.7
    assert written.entries["ECORR1"].error is not None
    assert written.entries["ECORR1"].flag_not_used
