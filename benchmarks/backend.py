"""NumPy against JAX for one evaluate-and-step, by n_toa and n_par: the source of `jug.fitting.choose`.

    python benchmarks/backend.py [--rounds 7] [--json out.json]

Per size: seconds of one warm evaluate-and-step on each backend (the least of the rounds, the two in turn, in one
process), what the first call costs with its compilation, and from both what a fit of four steps costs in a fresh
process, the import of JAX included. Columns are spin, position, dispersion and overlapping jumps: a dense matrix.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

import jug
from jug.fitting.backend import kernels
from jug.io.par import ParFile, parse_line
from jug.model.anchor import make_anchor
from jug.times import add_seconds

SIZES = [
    *[(62, 5), (300, 10), (1000, 10), (1000, 30), (4000, 30), (4000, 90)],
    *[(20000, 30), (20000, 100), (100000, 30), (100000, 100), (1000000, 20)],
]

STEPS = 4
"""Evaluations of an ordinary fit."""

BASE = """PSR BENCH
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
DM 223.9 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
"""


def problem(n_toa: int, n_par: int) -> tuple[jug.TimingModel, jug.TOAs]:
    """A simulated pulsar with as many free parameters as asked for."""
    jumps = [f"JUMP MJD {54000 + 20 * i} {56000 - 17 * i} 0.0 1" for i in range(n_par - 5)]
    text = BASE.splitlines() + jumps
    par = ParFile("bench.par", tuple(parse_line(i + 1, line) for i, line in enumerate(text)))
    model = jug.load_model(par)
    mjd = np.linspace(53900, 56100, n_toa)
    raw = jug.simulate(model, mjd[:50], freq_mhz=1400.0, site="gbt").raw
    many = raw.take(np.zeros(n_toa, dtype=int))
    toas = jug.prepare(model, replace(many, times=add_seconds(many.times, (mjd - mjd[0]) * 86400.0)))
    return model, toas


def time_backend(name: str, model: jug.TimingModel, toas: jug.TOAs) -> tuple[float, Callable[[], float]]:
    """First-call seconds, and a function that does one warm evaluate-and-step."""
    run = kernels(name, model.components, model.layout)
    anchor = make_anchor(model, toas)
    reference = run.to_device(anchor.reference)
    sigma = toas.error_s * anchor.reference.rate
    dx = np.zeros(len(model.free))

    def once() -> float:
        start = time.perf_counter()
        evaluation = run.evaluate(reference, dx)
        np.asarray(run.step(evaluation.blocks, evaluation.turns, sigma, 0.0).dx)
        return time.perf_counter() - start

    return once(), once


def import_seconds() -> float:
    """CPU seconds of importing jax in a fresh process."""
    code = "import time; import numpy; t = time.process_time(); import jax.numpy; print(time.process_time() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3))


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--json")
    args = options.parse_args()
    imported = import_seconds()
    print(f"importing jax: {imported:.2f} s of CPU")
    print("  n_toa n_par     n p^2  numpy ms    jax ms numpy/jax  first s cold numpy cold jax")
    rows = []
    for n_toa, n_par in SIZES:
        model, toas = problem(n_toa, n_par)
        _, with_numpy = time_backend("numpy", model, toas)
        first, with_jax = time_backend("jax", model, toas)
        best = np.min([(with_numpy(), with_jax()) for _ in range(args.rounds)], axis=0)
        work = n_toa * n_par**2
        rows.append({"n_toa": n_toa, "n_par": n_par, "numpy_s": best[0], "jax_s": best[1], "first_s": first})
        print(
            f"{n_toa:>7} {n_par:>5} {work:>9.1e} {1e3 * best[0]:>9.2f} {1e3 * best[1]:>9.2f} "
            f"{best[0] / best[1]:>9.2f} {first:>8.2f} {STEPS * best[0]:>10.2f} "
            f"{imported + first + (STEPS - 1) * best[1]:>8.2f}"
        )
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"import_s": imported, "rows": rows}, out, indent=1)


if __name__ == "__main__":
    main()
