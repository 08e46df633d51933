"""Whether ``backend="auto"`` takes the faster backend: fits on both over a grid of sizes, cold, from the disk and warm.

    python benchmarks/selector.py [--small | --drawn N [--seed S]] [--tune] [--cores] [--rounds 2]

CPU seconds of `jug.fit` on one core, the least of the rounds; with ``--cores`` wall-clock seconds on all of them.
"cold" is a fresh process without compiled code, import and compilation included; "kept" a fresh process that finds
compiled code on the disk; "warm" a later fit in the same process. For each, what auto takes is held against the
better of the two; the aim is at most 1.2 times as long on 90 % of the grid and never twice. ``--tune`` measures this
machine first; else the table at hand serves. ``--drawn`` takes sizes drawn at random, which no table was made from,
in place of the fixed grid.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from random import Random

GRID = [(n, k) for n in (60, 300, 1000, 4000, 20_000) for k in (8, 30, 100) if n > 2 * k]
GRID += [(4000, 250), (100_000, 20), (100_000, 100), (300_000, 60)]
SMALL = [(60, 8), (1000, 30), (4000, 100)]

STATES = ("cold", "kept", "warm")

SMALLEST, LARGEST, MOST = (60, 8), (300_000, 250), 2e7
"""Least and most TOAs and parameters of sizes that are drawn, and their product at most."""


def drawn(count: int, seed: int) -> list[tuple[int, int]]:
    """Sizes, uniform in their logarithms."""
    random, sizes = Random(seed), []
    while len(sizes) < count:
        n, k = (round(low * (high / low) ** random.random()) for low, high in zip(SMALLEST, LARGEST, strict=True))
        if 2 * k < n and n * k < MOST:
            sizes.append((n, k))
    return sizes


def worker(backend: str, n_toa: int, n_par: int, rounds: int, cores: bool) -> None:
    """Print seconds of the first fit and of a later one."""
    from jug.fitting.fit import fit
    from jug.machine.tuning import pulsar

    model, toas = pulsar(n_toa, n_par)
    warnings.simplefilter("ignore")
    read = time.perf_counter if cores else time.process_time
    times = []
    for _ in range(1 + max(2, rounds)):
        start = read()
        fit(model, toas, backend=backend)
        times.append(read() - start)
    print(json.dumps({"first": times[0], "warm": min(times[1:])}))


def run(backend: str, n_toa: int, n_par: int, rounds: int, cores: bool, cache: str) -> dict[str, float]:
    """The worker's numbers, from a process of its own."""
    words = [sys.executable, __file__, "--worker", backend, str(n_toa), str(n_par), "--rounds", str(rounds)]
    environment = {**os.environ, "JUG_CACHE": cache}
    if cores:
        words.append("--cores")
    else:
        words = ["taskset", "-c", "0", *words] if hasattr(os, "sched_setaffinity") else words
        environment["OMP_NUM_THREADS"] = "1"
    return json.loads(subprocess.check_output(words, env=environment).splitlines()[-1])


def measure(n_toa: int, n_par: int, rounds: int, cores: bool) -> dict[str, tuple[float, float]]:
    """Seconds with NumPy and JAX in each state."""
    with_numpy, cold, kept = [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            with_numpy.append(run("numpy", n_toa, n_par, rounds, cores, cache))
            cold.append(run("jax", n_toa, n_par, rounds, cores, cache))
            kept.append(run("jax", n_toa, n_par, rounds, cores, cache))
    first = min(r["first"] for r in with_numpy)
    warm = min(r["warm"] for r in with_numpy), min(r["warm"] for r in (*cold, *kept))
    return {
        "cold": (first, min(r["first"] for r in cold)),
        "kept": (first, min(r["first"] for r in kept)),
        "warm": warm,
    }


def main() -> None:
    """Print the table and the fractions."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--small", action="store_true", help="three sizes only")
    options.add_argument("--drawn", type=int, default=0, help="so many sizes drawn at random")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--cores", action="store_true", help="wall clock on all cores, not CPU time on one")
    options.add_argument("--tune", action="store_true", help="measure this machine first, and go by that")
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    args = options.parse_args()
    if args.worker:
        worker(args.worker[0], int(args.worker[1]), int(args.worker[2]), args.rounds, args.cores)
        return
    from jug.compute.cost_model import costs
    from jug.compute.selector import COLD, WARM, CompileState, choose
    from jug.machine.tuning import measure as tuned

    stopwatch = time.perf_counter if args.cores else time.process_time
    table = tuned(print, stopwatch) if args.tune else costs()
    if args.tune:
        print(table)
    states = dict(zip(STATES, (COLD, CompileState(on_disk=True), WARM), strict=True))
    ratios: dict[str, list[float]] = {state: [] for state in STATES}
    print(f"costs: {table.source}\n  n_toa n_par state  numpy s    jax s  auto    over the better")
    for n_toa, n_par in drawn(args.drawn, args.seed) if args.drawn else SMALL if args.small else GRID:
        for state, (with_numpy, with_jax) in measure(n_toa, n_par, args.rounds, args.cores).items():
            taken = choose(n_toa, n_par, state=states[state], table=table).backend
            ratio = (with_jax if taken == "jax" else with_numpy) / min(with_numpy, with_jax)
            ratios[state].append(ratio)
            print(
                f"{n_toa:>7} {n_par:>5} {state}  {with_numpy:8.4f} {with_jax:8.4f}  {taken:<6} {ratio:6.2f}", flush=True
            )
    for state, found in ratios.items():
        near = sum(r <= 1.2 for r in found) / len(found)
        print(f"{state}: within 20 % on {100 * near:.0f} % of {len(found)} sizes, at worst {max(found):.2f} times")


if __name__ == "__main__":
    main()
