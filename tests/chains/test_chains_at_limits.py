"""Parts of chains by themselves: stages, metric, starts, rounds, verdicts at their limits, states that do not fit."""

from dataclasses import replace
from types import SimpleNamespace as Made
from typing import Any, cast

import numpy as np
import pytest

import jug
from jug.chains import running
from jug.chains.at_draws import choose_draws, models_at
from jug.chains.fingerprint import data_fingerprint
from jug.chains.kernel import ChainState, Metric, NutsDraws, first_step, new_state
from jug.chains.mode import WIDEST_Z, PosteriorMode, mode_of, one_peak, peaks_of, root_about
from jug.chains.nested import _indices_of_equal_weight
from jug.chains.nuts import _start
from jug.chains.result import Chains
from jug.chains.run_json import run_from_json, run_to_json, without_draws
from jug.chains.running import Run, carry_out, new_run
from jug.chains.sample import _refuse_other_run
from jug.chains.stages import WEIGHT_BEFORE, RunStage, next_stage, reset_moments, stages_of
from jug.chains.unit_cube import cube_of
from jug.chains.verdict import ChainVerdictKind
from jug.errors import FitError, InputError


def test_a_run_has_four_parts_before_the_draws_that_count() -> None:
    assert stages_of(100, 7) == (
        RunStage(15, True, False), RunStage(25, True, True), RunStage(35, True, True), RunStage(25, True, False),
        RunStage(7, False, False),
    )  # fmt: skip
    run = new_run(100, 7, (None, None), Metric(np.zeros(1), np.eye(1), one_peak(np.zeros(1), np.eye(1))))  # type: ignore[arg-type]
    assert (run.n_before, run.n_left) == (0, 214)
    later = run._replace(stage=2, done=(30, 35))
    assert (later.n_before, later.n_left) == (40, 5 + 2 * 32)


def test_the_step_size_begins_again_with_empty_moments() -> None:
    """Dual averaging: log of the step, its average, count, error, and a centre ten times larger (Hoffman & Gelman)."""
    np.testing.assert_allclose(first_step(0.5), [np.log(0.5), 0.0, 1.0, 0.0, np.log(5.0)])
    state = reset_moments(new_state(np.ones(2), 3.0, np.ones(2))._replace(counted=9.0, mean=np.ones(2)), 0.5)
    np.testing.assert_allclose(state.step, [np.log(0.5), np.log(0.5), 1.0, 0.0, np.log(5.0)])
    assert (state.counted, state.mean.tolist(), state.spread.tolist()) == (0.0, [0.0, 0.0], [[0.0] * 2] * 2)


def test_a_metric_is_that_of_all_draws_and_of_the_one_before() -> None:
    """Two chains of 10 and 30 draws; the covariance 1 of before counts for 20 draws and 1 for each parameter."""
    rng = np.random.default_rng(1)
    drawn = [rng.normal(size=(n, 2)) * [3.0, 0.5] + shift for n, shift in ((10, 1.0), (30, -1.0))]
    states = []
    for w in drawn:
        away = w - w.mean(axis=0)
        state = new_state(np.array([1.0, 2.0]), 0.0, np.array([0.5, -0.25]))
        step = np.array([0.0, np.log(0.3), 5.0, 1.0, 2.0])
        states.append(state._replace(counted=float(len(w)), mean=w.mean(axis=0), spread=away.T @ away, step=step))
    root = np.array([[2.0, 0.0], [1.0, 3.0]])
    metric = Metric(np.zeros(2), root, one_peak(np.zeros(2), root))
    both = np.concatenate(drawn)
    before = WEIGHT_BEFORE + 2
    covariance = (40.0 * np.cov(both.T, bias=True) + before * np.eye(2)) / (40.0 + before)
    chains, after = next_stage(states, metric, True)
    np.testing.assert_allclose(after.root @ after.root.T, root @ covariance @ root.T, rtol=1e-12)
    for one, old in zip(chains, states, strict=True):
        np.testing.assert_allclose(after.root @ one.w, root @ old.w)  # the same point
        np.testing.assert_allclose(np.linalg.solve(after.root.T, one.slope), np.linalg.solve(root.T, old.slope))
        assert (one.step[0], one.step[2]) == (pytest.approx(np.log(0.3)), 1.0)
    same, kept = next_stage(states, metric, False)
    assert kept is metric
    np.testing.assert_allclose(same[0].w, states[0].w)


def valley(z: np.ndarray) -> tuple[float, np.ndarray]:
    """A Gaussian of width 0.5 in one coordinate, flat in the other, high as 7 at (1, 0)."""
    return 7.0 - 2.0 * float((z[0] - 1.0) ** 2), np.array([-4.0 * (z[0] - 1.0), 0.0])


def test_the_scale_about_a_maximum_is_that_of_the_second_derivatives() -> None:
    np.testing.assert_allclose(root_about(valley, np.zeros(2)), np.diag([0.5, WIDEST_Z]), rtol=1e-9)
    mode = mode_of(valley, np.array([[3.0, 0.0], [1.5, 2.0]]))
    assert mode.z[0] == pytest.approx(1.0, abs=1e-2)
    assert mode.value == pytest.approx(7.0, abs=1e-3)
    assert mode.ends.shape == (2, 2)
    assert mode.heights == pytest.approx([7.0, 7.0], abs=1e-3)


def test_at_most_eight_maxima_are_jumped_between() -> None:
    """More than 3 widths apart, and less than the given height below the highest."""
    ends = 10.0 * np.arange(10.0)[:, None]
    heights = -np.arange(10.0)
    mode = PosteriorMode(ends[0], np.eye(1), 0.0, ends, heights)
    assert len(peaks_of(lambda z: (0.0, -z), mode, 30.0).place) == 8
    assert peaks_of(lambda z: (0.0, -z), mode, 3.0).place[:, 0].tolist() == [0.0, 10.0, 20.0]
    near = mode._replace(ends=np.array([[0.0], [3.0], [3.1]]), heights=np.array([0.0, -0.1, -0.2]))
    assert peaks_of(lambda z: (0.0, -z), near, 30.0).place[:, 0].tolist() == [0.0, 3.1]


def test_chains_begin_about_the_maxima_in_turn() -> None:
    """1.5 widths away in the mean; nearer where the density is too low there, or not finite."""
    ends, heights = np.array([[0.0, 0.0], [50.0, 0.0], [90.0, 0.0]]), np.array([0.0, -29.0, -31.0])
    mode = PosteriorMode(ends[0], np.eye(2), 0.0, ends, heights)

    def flat(z: np.ndarray) -> tuple[float, np.ndarray]:
        return -29.0, np.ones(2)

    starts = [_start(flat, mode, 7, i) for i in range(4)]
    assert [round(one.w[0] / 50.0) for one in starts] == [0, 1, 0, 1]
    expected = 1.5 * np.random.default_rng([7, 2]).normal(size=2)
    np.testing.assert_allclose(starts[2].w, expected)
    assert (starts[2].value, starts[2].slope.tolist()) == (-29.0, [1.0, 1.0])

    def low(z: np.ndarray) -> tuple[float, np.ndarray]:
        inside = np.hypot(*z) < 0.8 * np.hypot(*expected)
        return (-36.0 if not inside else -35.9), np.ones(2)  # 30 and 3 for each of two parameters: -36 is too low

    np.testing.assert_allclose(_start(low, mode, 7, 2).w, 0.7 * expected)
    with pytest.raises(FitError, match="not finite about its maximum; check the priors"):
        _start(lambda z: (0.0, np.full(2, np.nan)), mode, 7, 2)


def advance(state: Any, metric: Any, chain: int, first: int, count: int, adapting: bool) -> Any:
    """Each draw is its own number, plus 1000 for the second chain."""
    number = np.arange(first, first + count) + 1000.0 * chain
    whole = np.ones(count, dtype=np.int64)
    state = state._replace(counted=state.counted + count, spread=state.spread + count)
    return state, NutsDraws(number[:, None], number, np.ones(count), whole, whole, 0 * whole)


def test_rounds_take_the_draws_of_each_chain_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the warm-up do not count; the kept ones are in z = mode + root w. Each minute the run is stored."""
    times = iter(np.arange(0.0, 1e6, 10.0))
    monkeypatch.setattr(running, "perf_counter", lambda: float(next(times)))
    metric = Metric(np.array([5.0]), np.array([[2.0]]), one_peak(np.zeros(1), np.eye(1)))
    stored: list[Run] = []
    begun = new_run(20, 7, tuple(new_state(np.zeros(1), 0.0, np.zeros(1)) for _ in range(2)), metric)
    done = carry_out(begun, cast(Any, advance), stored.append)
    assert [one.value.tolist() for one in done.kept] == [list(range(20, 27)), list(range(1020, 1027))]
    z = done.metric.mode + done.metric.root[0] * done.kept[0].value
    np.testing.assert_allclose(done.kept[0].w[:, 0], z)
    assert (done.n_left, done.stage, done.done) == (0, 4, (7, 7))
    assert (done.seconds, len(stored)) == (270.0, 9)  # 27 rounds; two of them are 60 s apart, three 90 s


def test_an_interrupted_run_is_stored() -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    metric = Metric(np.zeros(1), np.eye(1), one_peak(np.zeros(1), np.eye(1)))
    stored: list[Run] = []
    begun = new_run(20, 7, (new_state(np.zeros(1), 0.0, np.zeros(1)),), metric)
    with pytest.raises(KeyboardInterrupt):
        carry_out(begun, interrupted, stored.append)
    assert stored == [begun]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"stage": 5}, "stage"), ({"stage": -1}, "stage"), ({"warmup": -1}, "stage"), ({"draws": -1}, "stage"),
        ({"done": [16]}, "done"), ({"done": [-1]}, "done"), ({"done": [0, 0]}, "done"),
        ({"root": [[float("nan")]]}, "root"), ({"root": [[1.0, 0.0]]}, "root"),
    ],
)  # fmt: skip
def test_states_that_do_not_fit(change: dict[str, Any], what: str) -> None:
    metric = Metric(np.zeros(1), np.eye(1), one_peak(np.zeros(1), np.eye(1)))
    run = new_run(100, 7, (new_state(np.zeros(1), 0.0, np.zeros(1)),), metric)._replace(done=(15,), seconds=3.5)
    content = run_to_json(run)
    again = run_from_json(content)
    assert (again.done, again.stage, again.seconds, again.n_left) == ((15,), 0, 3.5, 92)
    assert isinstance(again.chains[0], ChainState)
    with pytest.raises(ValueError, match=f"another {what}"):
        run_from_json({**content, **change})
    for name in ("w", "step", "spread"):
        wrong = {**content["chains"][0], name: [float("inf")] * np.size(content["chains"][0][name])}
        with pytest.raises(ValueError, match=f"another {name}"):
            run_from_json({**content, "chains": [wrong]})
    assert [len(one.value) for one in without_draws(run).kept] == [0]


def test_weighted_samples_become_as_many_draws_as_they_are_worth() -> None:
    """(sum w)^2 / sum w^2: 4 of equal weights, 1 of a single one; of weights 2, 1, 1 a half is the first."""
    rng = np.random.default_rng(1)
    assert sorted(_indices_of_equal_weight(np.full(4, 0.3), rng).tolist()) == [0, 1, 2, 3]
    assert _indices_of_equal_weight(np.array([0.0, 1.0, 0.0]), rng).tolist() == [1]
    many = np.concatenate([np.full(1000, 2.0), np.full(2000, 1.0)])
    found = _indices_of_equal_weight(many, rng)
    assert len(found) == int(4000**2 / 6000)
    assert np.count_nonzero(found < 1000) == pytest.approx(len(found) / 2, abs=1.0)


def chains(**own: Any) -> Chains:
    values = np.arange(24.0).reshape(2, 6, 2)
    plain, none = np.zeros((2, 6)), np.zeros((2, 6), dtype=bool)
    fields: dict[str, Any] = {
        "psr": "X", "names": ("A", "B"), "units": ("", "us"), "labels": ("A", "B -f x"), "values": values,
        "log_likelihood": plain, "log_posterior": -np.abs(np.arange(12.0).reshape(2, 6) - 7.0), "acceptance": plain,
        "steps": np.full((2, 6), 3), "divergent": none, "at_limit": none, "priors": {}, "settings": {"chains": 1},
    }  # fmt: skip
    return Chains(**{**fields, **own})


def test_numbers_of_draws() -> None:
    """The best one is the eighth; quantiles are of all chains."""
    found = chains()
    assert found.best == {"A": 14.0, "B": 15.0}
    assert found.mean == {"A": 11.0, "B": 12.0}
    assert found.std["A"] == pytest.approx(np.std(np.arange(0.0, 24.0, 2.0)))
    np.testing.assert_allclose(found.covariance, np.full((2, 2), np.var(np.arange(0.0, 24.0, 2.0), ddof=1)))
    one = found.to_json()["parameters"]["B"]
    np.testing.assert_allclose(
        one["quantiles"], np.quantile(np.arange(1.0, 24.0, 2.0), [0.025, 0.16, 0.5, 0.84, 0.975])
    )
    assert (one["unit"], one["line"], found.to_json()["mean_steps"]) == ("us", "B -f x", 3.0)
    assert "2 chains of 6 draws" in found.summary()
    by_chain = ("values", "log_likelihood", "log_posterior", "acceptance", "steps", "divergent", "at_limit")
    single = replace(found, **{name: getattr(found, name)[:1] for name in by_chain})
    assert "1 chain of 6 draws" in single.summary()
    assert "Evidence    ln Z = -3.500 +- 0.125" in chains(evidence=(-3.5, 0.125)).summary()
    assert chains(evidence=(-3.5, 0.125)).verdict.kind is ChainVerdictKind.TOO_FEW


def test_chains_of_another_run_are_not_continued() -> None:
    settings = {"seed": 1, "data": "a"}
    with pytest.raises(InputError, match="they have no state"):
        _refuse_other_run(chains(), settings, "a.feather")
    stateful = chains(run=Made(left=0), settings={"seed": 1, "data": "b", "more": 3})
    with pytest.raises(InputError, match="of another run: data differs"):
        _refuse_other_run(stateful, settings, "a.feather")
    with pytest.raises(InputError, match="of another run: seed, data differ;"):
        _refuse_other_run(stateful, {"seed": 2, "data": "a"}, "a.feather")
    assert _refuse_other_run(stateful, {"seed": 1}, "a.feather") is None  # type: ignore[func-returns-value]


def test_a_cube_of_priors() -> None:
    """Uniform shares; a Gaussian cut at one width below its mean; a prior that is not normalised is refused."""
    flat = Made(low=2.0, high=6.0, per_sigma=0.0, mean=0.0, constant=-np.log(4.0))
    normal = Made(low=-1.0, high=np.inf, per_sigma=0.5, mean=1.0, constant=0.0)
    cube = cube_of(cast(Any, Made(names=("A", "B"), _priors=Made(elements=(flat, normal)))))
    np.testing.assert_allclose(cube(np.array([0.0, 0.0])), [2.0, -1.0])
    median = cube(np.array([0.25, 0.5]))
    assert median[0] == 3.0
    assert median[1] == pytest.approx(1.0 + 2.0 * 0.2001, abs=1e-3)  # Phi^-1(0.5794): 0.1587 + 0.8413 / 2
    loose = Made(low=2.0, high=6.0, per_sigma=0.0, mean=0.0, constant=0.0)
    with pytest.raises(FitError, match="the prior of A is not normalised"):
        cube_of(cast(Any, Made(names=("A",), _priors=Made(elements=(loose,)))))


def test_a_fingerprint_is_of_the_data_and_of_the_flags() -> None:
    """Not of the values, where chains begin."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    first = data_fingerprint(model, toas)
    assert len(first) == 16
    assert data_fingerprint(model.set(F1=-1e-15), toas) == first
    others = [(model.freeze("F1"), toas), (model, toas[:-1]), (model, replace(toas, raw=toas.raw))]
    assert [data_fingerprint(*one) == first for one in others] == [False, False, True]


def test_models_of_draws() -> None:
    """A coordinate log10_EQUAD1 is the logarithm of EQUAD1; draws of all chains stand one after the other."""
    model = jug.load_model(jug.data.example("NGC6440E")[0]).add("EFAC -f x 1").add("EQUAD -f x 1")
    drawn = np.array([[[1.0, -1.0], [1.5, 2.0]], [[2.0, 0.0], [0.5, 0.5]]])
    found = chains(names=("EFAC1", "log10_EQUAD1"), values=drawn)
    values = [(one.values["EFAC1"], one.values["EQUAD1"]) for one in models_at(found, model, np.array([0, 1, 3]))]
    assert values == [pytest.approx(pair) for pair in ((1.0, 0.1), (1.5, 100.0), (0.5, 10.0**0.5))]
    assert choose_draws(found, 4, 0).tolist() == [0, 1, 2, 3]
    three = choose_draws(found, 3, 0)
    assert len(set(three.tolist())) == 3
    assert three.tolist() == sorted(three.tolist())
    with pytest.raises(FitError, match="the chains have EFAC1, EQUAD1, which the model lacks"):
        list(models_at(found, model.remove("EFAC1", "EQUAD1"), np.array([0])))
