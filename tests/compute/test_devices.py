"""Points of a batch on 8 devices: likelihoods to the last bit as on one, grids to the tolerance of their stop."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import jug
from jug.compute.devices import over_devices

PROGRAM = """
import json
import jax
import numpy as np
import jug

jax.config.update("jax_enable_x64", True)
model, toas = jug.load(*jug.data.example("NGC6440E"))
model = jug.fit(model, toas).model
like = jug.likelihood(model, toas, backend="jax")
points = like.start + np.random.default_rng(1).normal(size=(21, len(like.names)))
axis = [model.values["F0"] + k * 1e-12 for k in range(-5, 6)]
grid = jug.grid(model, toas, {"F0": axis}, backend="jax")
mesh = jax.sharding.Mesh(jax.devices(), ("points",))
rows = jax.sharding.PartitionSpec("points")
gradients = jax.jit(jax.shard_map(jax.vmap(jax.grad(like)), mesh=mesh, in_specs=rows, out_specs=rows, check_vma=False))
print(json.dumps({
    "devices": len(jax.devices()),
    "many": like.many(points).tolist(),
    "one": like.many(points[:1]).tolist(),
    "gradients": gradients(points[:16]).tolist(),
    "grid": grid.chi2.tolist(),
    "converged": bool(grid.converged.all()),
}))
"""


@pytest.fixture(scope="module")
def on_devices() -> dict[int, dict[str, object]]:
    """What the program prints with one device of the CPU and with eight."""
    found = {}
    for count in (1, 8):
        environment = {**os.environ, "XLA_FLAGS": f"--xla_force_host_platform_device_count={count}"}
        words = [sys.executable, "-c", PROGRAM]
        told = subprocess.run(words, env=environment, capture_output=True, check=True, timeout=300)
        found[count] = json.loads(told.stdout.splitlines()[-1])
        assert found[count]["devices"] == count
    return found


@pytest.mark.parametrize("what", ["many", "one"])
def test_likelihoods(on_devices: dict[int, dict[str, object]], what: str) -> None:
    """21 points are no multiple of 8, and one is less: the last point fills up, and is not returned again."""
    assert on_devices[8][what] == on_devices[1][what]


def test_likelihoods_are_those_of_single_calls(on_devices: dict[int, dict[str, object]]) -> None:
    """1e-12 of the value: a vectorised loop adds up in another order."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    like = jug.likelihood(jug.fit(model, toas).model, toas)
    points = like.start + np.random.default_rng(1).normal(size=(21, len(like.names)))
    np.testing.assert_allclose(on_devices[8]["many"], [like(point) for point in points], rtol=1e-12)


def test_gradients_under_shard_map(on_devices: dict[int, dict[str, object]]) -> None:
    """A user's own division of points among devices; 1e-10 sigma^-1 is rounding of sums over TOAs."""
    np.testing.assert_allclose(on_devices[8]["gradients"], on_devices[1]["gradients"], rtol=1e-10, atol=1e-10)


def test_grids(on_devices: dict[int, dict[str, object]]) -> None:
    """Steps of a point end at a predicted decrease of chi2 of 1e-5, and the chi2 found is closer than that."""
    assert on_devices[8]["converged"]
    np.testing.assert_allclose(on_devices[8]["grid"], on_devices[1]["grid"], rtol=0.0, atol=1e-5)


@pytest.mark.parametrize(("devices", "shown"), [(1, 7), (3, 9), (7, 7)])
def test_points_are_filled_up_to_a_multiple_of_the_devices(devices: int, shown: int) -> None:
    """One device gets the function itself; several have it divided by points, and none of the copies is returned."""
    divided, given = [], []

    def function(points: np.ndarray, shared: float) -> np.ndarray:
        given.append(len(points))
        return shared * points[:, 0]

    def shard_map(of: Any, **how: Any) -> Any:
        divided.append((how["mesh"], how["in_specs"], how["out_specs"]))
        return of

    sharding = SimpleNamespace(Mesh=lambda *of: of, PartitionSpec=lambda *axes: axes)
    jax: Any = SimpleNamespace(
        local_devices=lambda: [*range(devices)], sharding=sharding, shard_map=shard_map, numpy=np,
        tree=SimpleNamespace(map=lambda of, tree: of(tree)),
    )  # fmt: skip
    many = over_devices(jax, function)
    assert many(np.arange(14.0).reshape(7, 2), 3.0).tolist() == [6.0 * i for i in range(7)]
    assert (many is function, given) == (devices == 1, [shown])
    mesh = ([*range(devices)], ("points",))
    assert divided == ([] if devices == 1 else [(mesh, (("points",), ()), ("points",))])
