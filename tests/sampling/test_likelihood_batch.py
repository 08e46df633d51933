"""Likelihoods of several pulsars in one call: the numbers of single calls, with padding and on several devices."""

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from noise_sets import SETS

import jug
from jug.compute import compile_cache
from jug.core.execution import memory
from jug.sampling.batches import batch_group, batch_structure

CHROMATIC = ("CM 0.01 1", "TNCHROMIDX 4 1", "TNCHROMAMP -12.5", "TNCHROMGAM 2", "TNCHROMC 5")
LINES = SETS | {"chromatic": (*SETS["ecorr"], *CHROMATIC), "by duration": ("TNSECORR -fe L 0.8", *SETS["red"])}
VECTORS = {"all": {}, "fixed noise": {"noise": ()}, "noise alone": {"free": ()}, "marginal": {"marginal": True}}


def away(like, seed: int, m: int = 0, reach: float = 0.3):
    """A vector, or m of them, off the start and inside the range."""
    size = np.where(np.arange(len(like.names)) < like.vector.n_timing, reach, 0.05 * np.abs(like.start))
    rng = np.random.default_rng(seed)
    return like.start + size * rng.uniform(-1.0, 1.0, ((m, len(like.names)) if m else len(like.names)))


def largest_differences(likes, m: int = 0, reach: float = 0.3) -> tuple[float, float]:
    """Between a batch and single calls: of values (relative), and of gradients, relative or for a standard error."""
    batch = jug.likelihood_batch(likes)
    at = [away(like, seed, m, reach) for seed, like in enumerate(likes)]
    values, slopes = batch.value_and_grad(at)
    by_value, by_slope = [0.0], [0.0]
    assert values.shape == ((len(likes), m) if m else (len(likes),))
    for i, (like, theta) in enumerate(zip(likes, at, strict=True)):
        assert slopes[i].shape == theta.shape
        for j, one in enumerate(np.atleast_2d(theta)):
            value, slope = like.value_and_grad(one)
            by_value.append(abs(np.atleast_1d(values[i])[j] / value - 1.0))
            by_slope.append(
                float(np.max(np.abs(np.atleast_2d(slopes[i])[j] - slope)) / max(1.0, np.max(np.abs(slope))))
            )
    return max(by_value), max(by_slope)


def assert_same(likes, m: int = 0, reach: float = 0.3) -> None:
    value, slope = largest_differences(likes, m, reach)
    assert value < 1e-10
    assert slope < 1e-8


@pytest.fixture(scope="module")
def realisations():
    """Eight simulated realisations of one pulsar, each about its own fit."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    model = jug.fit(model, toas).model
    sets = [jug.simulate(model, toas, noise=True, seed=seed) for seed in range(8)]
    return [jug.likelihood(jug.fit(model, one).model, one, backend="jax") for one in sets]


@pytest.mark.parametrize("m", [0, 3])
def test_realisations_of_one_pulsar(realisations, m: int) -> None:
    """One group, which is not padded; one vector for each or several."""
    assert_same(realisations, m)
    batch = jug.likelihood_batch(realisations)
    assert batch.groups == (tuple(range(8)),)
    at = np.stack([away(like, 1, m) for like in realisations])
    np.testing.assert_allclose(batch(at), batch.value_and_grad(at)[0], rtol=1e-12)


def sizes_of(make, name: str, sizes: tuple[int, ...], **vector):
    return [jug.likelihood(*make(*LINES[name], n=n, seed=n), backend="jax", **vector) for n in sizes]


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize(
    ("name", "vector"),
    [("all", "all"), ("all", "marginal"), ("all", "fixed noise"), ("white", "noise alone"), ("phoff", "fixed noise")],
)
def test_pulsars_of_different_sizes(epochs_of_three, name: str, vector: str) -> None:
    """57 and 63 TOAs have one padded structure, with 19 and 21 epochs."""
    likes = sizes_of(epochs_of_three, name, (57, 63), **VECTORS[vector])
    assert_same(likes)
    assert jug.likelihood_batch(likes).groups == ((0, 1),)


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("vector", ["all", "fixed noise"])
def test_measured_dms(wideband_of, vector: str) -> None:
    noise = "DMEFAC -fe L 1.2", "DMEQUAD -fe L 2e-4", "TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10"
    pairs = [wideband_of(*SETS["ecorr"], *noise, n=n, seed=n) for n in (56, 60)]
    likes = [jug.likelihood(*pair, backend="jax", **VECTORS[vector]) for pair in pairs]
    assert_same(likes)
    assert jug.likelihood_batch(likes).groups == ((0, 1),)


@pytest.mark.usefixtures("quickly_compiled")
def test_parameters_that_change_columns(epochs_of_three) -> None:
    """The columns of added rows count as 0 at every theta."""
    likes = sizes_of(epochs_of_three, "chromatic", (57, 63))
    assert likes[0].vector.live_basis
    assert_same(likes, reach=1e-6)
    assert jug.likelihood_batch(likes).groups == ((0, 1),)


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("name", ["overlapping ecorr", "by duration"])
def test_noise_that_cannot_be_padded(epochs_of_three, name: str) -> None:
    """Epochs that share TOAs, and tables of the noise: a group for each size, and one for two of the same size."""
    likes = sizes_of(epochs_of_three, name, (57, 63))
    again = jug.likelihood(*epochs_of_three(*LINES[name], n=57, seed=9), backend="jax")
    assert_same([*likes, again])
    assert jug.likelihood_batch([*likes, again]).groups == ((0, 2), (1,))


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("vector", [{}, {"marginal": True}], ids=["all", "marginal"])
def test_a_millisecond_pulsar_with_noise(vector: dict[str, bool]) -> None:
    """More TOAs than are evaluated together: one after the other in one call."""
    model, toas = jug.load(*jug.data.example("J0613-sim"))
    model = model.add(["EFAC MJD 40000 70000 1.1", "TNREDAMP -13.2", "TNREDGAM 3", "TNREDC 10"])
    sets = [jug.simulate(model, toas, noise=True, seed=1), toas[:1430]]
    likes = [jug.likelihood(model, one, backend="jax", **vector) for one in sets]
    assert_same(likes)
    assert jug.likelihood_batch(likes).groups == ((0, 1),)


@pytest.mark.usefixtures("quickly_compiled")
def test_different_structures_in_one_list(realisations, epochs_of_three) -> None:
    """Results stay in the order of the likelihoods; vectors of different lengths make lists of arrays."""
    other = sizes_of(epochs_of_three, "red", (57, 63))
    likes = [realisations[0], other[0], realisations[1], other[1]]
    assert_same(likes)
    assert_same(likes, m=2)
    batch = jug.likelihood_batch(likes)
    assert batch.groups == ((0, 2), (1, 3))
    assert [len(start) for start in batch.start] == [len(like.names) for like in likes]
    assert repr(batch).splitlines()[0] == "Batch of 4 likelihoods in 2 groups"
    assert "57 to 63 TOAs" in repr(batch)


def test_large_pulsars_are_not_padded_on_a_cpu(epochs_of_three, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_structure, "MOST_PADDED", 60)
    likes = sizes_of(epochs_of_three, "white", (57, 60, 63))
    assert jug.likelihood_batch(likes).groups == ((0, 1), (2,))


@pytest.mark.usefixtures("quickly_compiled")
def test_arrays_of_jax(realisations, epochs_of_three) -> None:
    """Under ``jit`` and ``grad``, from the first call on; a list where the vectors differ in length."""
    import jax

    batch, other = jug.likelihood_batch(realisations[:3]), sizes_of(epochs_of_three, "white", (57,))[0]
    mixed = jug.likelihood_batch([realisations[0], other])
    at, starts = batch.start + 0.1, [realisations[0].start, other.start]
    with jax.enable_x64(True):
        traced = jax.jit(jax.value_and_grad(lambda thetas: jax.numpy.sum(batch(thetas))))
        total, slopes = traced(jax.numpy.asarray(at))
        several = jax.jit(mixed)([jax.numpy.asarray(start) for start in starts])
        twice = batch(jax.numpy.asarray(np.stack([at, at], axis=1)))
        with pytest.raises(jug.FitError, match="thetas is one vector"):
            batch(jax.numpy.asarray(1.0))
        with pytest.raises(jug.FitError, match=r"theta of likelihood 0 .* has the shape \(4,\)"):
            batch(jax.numpy.asarray(at[:, 1:]))
    values, wanted = batch.value_and_grad(at)
    assert float(total) == pytest.approx(np.sum(values), rel=1e-12)
    np.testing.assert_allclose(slopes, wanted, rtol=1e-8, atol=1e-8)  # rounding, per standard deviation
    np.testing.assert_allclose(several, mixed(starts), rtol=1e-12)
    np.testing.assert_allclose(twice, np.stack([values, values], axis=1), rtol=1e-12)
    with jax.enable_x64(False), pytest.raises(jug.BackendError, match="theta is float32, not float64"):
        batch(jax.numpy.asarray(at))


@pytest.mark.usefixtures("quickly_compiled")
def test_little_memory_takes_fewer_at_once(realisations, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of eight pulsars at a time, or two of three vectors: the rest is smaller."""
    for room, count, m in ((3, 8, 0), (2, 3, 3)):
        monkeypatch.setattr(batch_group, "points_at_once", lambda *_, room=room: room)
        value, slope = largest_differences(realisations[:count], m)
        assert value < 1e-10
        assert slope < 1e-8


def test_too_little_memory_is_said(realisations, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SMALL_MB", 0)
    monkeypatch.setattr(memory, "memory_left", lambda: 0.1)
    batch = jug.likelihood_batch(realisations)
    with pytest.raises(jug.JugError, match=r"8 likelihoods in one batch need .* take fewer in a batch"):
        batch(batch.start)


def test_outside_the_range_and_not_a_number(realisations) -> None:
    """-inf, as the likelihood itself; the others keep their values."""
    batch = jug.likelihood_batch(realisations[:3])
    at, low = batch.start, realisations[0].low
    assert not np.all(np.isfinite(low)) or np.any(low > -np.inf)
    at[0], at[1, 2] = np.where(np.isfinite(low), low - 1.0, at[0]), np.nan
    values, slopes = batch.value_and_grad(at)
    assert values[1] == realisations[1](at[1]) == -np.inf
    np.testing.assert_allclose(values[[0, 2]], [realisations[i](at[i]) for i in (0, 2)], rtol=1e-10)
    np.testing.assert_array_equal(slopes[1], realisations[1].value_and_grad(at[1])[1])


def test_pickled_and_in_threads(realisations) -> None:
    batch = jug.likelihood_batch(realisations)
    wanted = batch(batch.start)
    again = pickle.loads(pickle.dumps(batch))
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(again, [batch.start] * 8):
            np.testing.assert_array_equal(found, wanted)


def test_code_is_found_on_the_disk(
    realisations, quickly_compiled: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "cache"))
    batch = jug.likelihood_batch(realisations[:4])
    wanted = batch.value_and_grad(batch.start)
    assert len(list((tmp_path / "cache" / "jax").glob("code-*"))) == 1

    def fails(*_):
        raise RuntimeError("compiled")

    monkeypatch.setattr(compile_cache, "_compile_with_options", fails)
    found = jug.likelihood_batch(realisations[4:]).value_and_grad(batch.start)
    again = jug.likelihood_batch(realisations[:4]).value_and_grad(batch.start)
    assert not np.array_equal(found[0], wanted[0])
    np.testing.assert_array_equal(again[0], wanted[0])
    np.testing.assert_array_equal(again[1], wanted[1])


PROGRAM = """
import json
import jax
import numpy as np
import jug

model, toas = jug.load(*jug.data.example("NGC6440E"))
model = jug.fit(model, toas).model
sets = [toas, *(jug.simulate(model, toas, noise=True, seed=seed) for seed in range(9)), toas[:57]]
likes = [jug.likelihood(model, one, backend="jax") for one in sets]
batch = jug.likelihood_batch(likes)
values, slopes = batch.value_and_grad(batch.start)
twice = batch([[x] * 2 for x in batch.start])
print(json.dumps([len(jax.devices()), values.tolist(), slopes.tolist(), twice.tolist()]))
"""


def test_eight_devices() -> None:
    """11 pulsars are no multiple of 8; 1e-12: a vectorised loop over fewer of them adds up in another order."""
    found = []
    for count in (1, 8):
        environment = {**os.environ, "XLA_FLAGS": f"--xla_force_host_platform_device_count={count}"}
        words = [sys.executable, "-c", PROGRAM]
        told = subprocess.run(words, env=environment, capture_output=True, check=True, timeout=300)
        devices, *arrays = json.loads(told.stdout.splitlines()[-1])
        assert devices == count
        found.append([np.array(one) for one in arrays])
    assert [one.shape for one in found[1]] == [(11,), (11, 5), (11, 2)]
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-12, atol=1e-10)


WRONG = {
    "none": (lambda likes: jug.likelihood_batch([]), "a batch of no likelihoods; give one or more, as jug.likelihood"),
    "one": (lambda likes: jug.likelihood_batch(likes[0]), "likelihoods is a Likelihood, not a list of them; give"),
    "a model": (lambda likes: jug.likelihood_batch([likes[0], 3]), r"likelihoods\[1\] is 3, not Likelihood"),
    "a vector": (
        lambda likes: jug.likelihood_batch(likes)(likes[0].start),
        "thetas is one vector, not one for each likelihood; give them as",
    ),
    "a row": (
        lambda likes: jug.likelihood_batch(likes)([likes[0].start]),
        "thetas has 1 row for 2 likelihoods; give one",
    ),
    "an element": (
        lambda likes: jug.likelihood_batch(likes).value_and_grad([likes[0].start, likes[1].start[1:]]),
        r"theta of likelihood 1 \(PSR .*\) has the shape \(4,\); the one wanted is \(5,\), in the order of lik.*1\].n",
    ),
    "numbers of vectors": (
        lambda likes: jug.likelihood_batch(likes)([np.zeros((2, 5)), np.zeros((3, 5))]),
        r"theta of likelihood 1 .* has the shape \(3, 5\); the one wanted is \(2, 5\)",
    ),
    "no vectors": (lambda likes: jug.likelihood_batch(likes)(np.zeros((2, 0, 5))), r"has the shape \(0, 5\)"),
    "words": (lambda likes: jug.likelihood_batch(likes)(["a", "b"]), "thetas are not arrays of numbers; give them as"),
    "a number": (lambda likes: jug.likelihood_batch(likes)(3.0), "thetas are not arrays of numbers"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_said(realisations, case: str) -> None:
    call, why = WRONG[case]
    with pytest.raises(jug.JugError, match=why):
        call(realisations[:2])


def test_numpy_has_no_batches() -> None:
    like = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")), backend="numpy")
    with pytest.raises(jug.BackendError, match=r"a batch, with likelihood 0, needs JAX.*use backend='auto'"):
        jug.likelihood_batch([like])
