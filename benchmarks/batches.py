"""CPU time of a pulsar in `jug.likelihood_batch`, and of one of 64 points of a large pulsar beside its products.

    OMP_NUM_THREADS=1 python benchmarks/batches.py

The first table has simulated realisations of one pulsar, each with data of its own: ms of a single call of each
likelihood on JAX, and of a pulsar in a batch. The second has B1855+09 with its noise free: ms of the gradient by a
single call under ``jax.jit``, of one of 64 points under ``jax.vmap``, and of what a point cannot do without, measured
with NumPy and SciPy on one thread. With the timing marginalised this is the Gram product of all columns at the weights
of the point, and F R^T, whose rows are the slopes by the variances of the TOAs (`jug.model.covariance.gaussian`): each
as a product of two matrices, as XLA forms it, and as BLAS can at best, which knows that the first is symmetric (dsyrk)
and that R is triangular (dtrmm). Each figure is the median of rounds in turn, after the first call, in one process.
"""

import os
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np

NOISE = ("EFAC MJD 40000 70000 1.1", "TNREDAMP -13.2", "TNREDGAM 3", "TNREDC 15")
CASES: dict[str, tuple[str, tuple[str, ...], dict[str, Any], tuple[int, ...]]] = {
    "NGC6440E": ("NGC6440E", (), {}, (8, 64)),
    "test-wb-0 (wideband)": ("test-wb-0", (), {}, (8, 64)),
    "J0613-sim": ("J0613-sim", (), {}, (8, 64)),
    "J0613-sim, EFAC and red noise, `marginal=True`": ("J0613-sim", NOISE, {"marginal": True}, (8, 64)),
    "B1855+09": ("B1855+09", (), {}, (8,)),
    "B1855+09, `marginal=True`": ("B1855+09", (), {"marginal": True}, (8,)),
}
LONGEST_S, ROUNDS = 20.0, 15


def medians(runs: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """CPU seconds of each, called in turn after a first call."""
    for run in runs.values():
        run()
    times: dict[str, list[float]] = {name: [] for name in runs}
    end = time.process_time() + LONGEST_S
    while len(times[next(iter(runs))]) < ROUNDS and time.process_time() < end:
        for name, run in runs.items():
            start = time.process_time()
            run()
            times[name].append(time.process_time() - start)
    return {name: statistics.median(of) for name, of in times.items()}


def several_pulsars(title: str, case: tuple[str, tuple[str, ...], dict[str, Any], tuple[int, ...]]) -> str:
    """A row of the first table."""
    import jug

    name, lines, vector, sizes = case
    model, toas = jug.load(*jug.data.example(name))
    model = model.add(list(lines)) if lines else model
    sets = [jug.simulate(model, toas, noise=True, seed=seed) for seed in range(max(sizes))]
    likes = [jug.likelihood(model, one, backend="jax", **vector) for one in sets]
    of_value: list[list[float]] = []
    of_gradient: list[list[float]] = []
    for count in sizes:
        some = likes[:count]
        batch, start = jug.likelihood_batch(some), [like.start for like in some]
        found = medians(
            {
                "value": lambda some=some: [like(like.start) for like in some],
                "in a batch": lambda batch=batch, start=start: batch(start),
                "gradient": lambda some=some: [like.value_and_grad(like.start) for like in some],
                "gradient in a batch": lambda batch=batch, start=start: batch.value_and_grad(start),
            }
        )
        ms = [1e3 * value / count for value in found.values()]
        of_value.append(ms[:2])
        of_gradient.append(ms[2:])
    cells = [cell for rows in (of_value, of_gradient) for cell in (rows[-1][0], *(row[1] for row in rows))]
    shown = " | ".join(f"{cell:.3g}" for cell in cells)
    return f"| {title} | {len(toas):,} | {len(likes[0].names)} | {shown} |"


def points_of_one_pulsar(vector: dict[str, Any], count: int = 64) -> str:
    """A row of the second table."""
    import jax
    from scipy.linalg.blas import dsyrk, dtrmm

    import jug

    jax.config.update("jax_enable_x64", True)
    like = jug.likelihood(*jug.load(*jug.data.example("B1855+09")), backend="jax", **vector)
    options = {"xla_cpu_use_fusion_emitters": False}
    at = np.tile(like.start, (count, 1))
    one = jax.jit(jax.value_and_grad(like), compiler_options=options)
    many = jax.jit(jax.vmap(jax.value_and_grad(like)), compiler_options=options)
    basis = np.array(like._made().data.prior.basis)
    n, k = basis.shape
    rng = np.random.default_rng(1)
    root, w, weighted = np.tril(rng.normal(size=(k, k))), rng.uniform(1.0, 2.0, n), np.empty_like(basis)
    in_columns, turned = np.asfortranarray(basis), np.ascontiguousarray(basis.T)
    gram = jax.jit(lambda w: turned @ (w[:, None] * basis), compiler_options=options)
    slopes = jax.jit(lambda root: basis @ root.T, compiler_options=options)
    found = medians(
        {
            "single": lambda: jax.block_until_ready(one(at[0])),
            "of 64": lambda: jax.block_until_ready(many(at)),
            "XLA's gram": lambda: jax.block_until_ready(gram(w)),
            "XLA's slopes": lambda: jax.block_until_ready(slopes(root)),
            "gram": lambda: basis.T @ np.multiply(basis, w[:, None], out=weighted),
            "slopes": lambda: basis @ root.T,
            "least gram": lambda: dsyrk(1.0, in_columns, trans=1),
            "least slopes": lambda: dtrmm(1.0, root, in_columns, side=1, lower=1, trans_a=1),
        }
    )
    found["of 64"] /= count
    ms = {name: 1e3 * value for name, value in found.items()}
    products, least = ms["XLA's gram"] + ms["XLA's slopes"], ms["least gram"] + ms["least slopes"]
    return (
        f"| {vector or 'timing free'} | {n:,} x {k} | {ms['single']:.2f} | {ms['of 64']:.2f} "
        f"({ms['of 64'] / ms['single']:.2f}) | {products:.2f} ({ms['of 64'] / products:.2f}) | "
        f"{ms['gram'] + ms['slopes']:.2f} | {least:.2f} |"
    )


def main() -> None:
    """Print the tables."""
    warnings.simplefilter("ignore")
    print("| | TOAs | elements | value | of 8 | of 64 | with gradient | of 8 | of 64 |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for title, case in CASES.items():
        print(several_pulsars(title, case), flush=True)
    print()
    print("| | matrix | single | of 64 points (ratio) | two products, XLA (ratio) | NumPy | dsyrk and dtrmm |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for vector in ({"marginal": True}, {}):
        print(points_of_one_pulsar(vector), flush=True)


if __name__ == "__main__":
    main()
