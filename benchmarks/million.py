"""10^6 TOAs x 100 parameters from simulated arrays: peak memory of a fit, and time per iteration over its floor.

    python benchmarks/million.py [--toas 1000000] [--rounds 3] [--backends numpy,jax] [--cores 1]

The floor of an iteration is the Gram product of the (n, k) design matrix at the measured rate of dgemm, and one write
and one read of that matrix at the measured rates of memory. Each backend runs in a process of its own, the least of
the rounds: on one core in CPU seconds; on several in seconds of wall clock, the floor's product on as many threads (one
core writes and reads). Peak memory is that of the whole process, making the TOAs included.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")

BASE = """PSR MILLION
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
PMRA 3.0 1
PMDEC -5.0 1
PX 1.0 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
POSEPOCH 55000
DM 223.9 1
DM1 1e-4 1
DM2 1e-5 1
DMEPOCH 55000
FD1 1e-5 1
FD2 1e-6 1
FD3 1e-6 1
BINARY ELL1
PB 12.3 1
A1 9.2 1
TASC 55001.2 1
EPS1 1e-5 1
EPS2 2e-5 1
WXEPOCH 55000
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400
"""

RECEIVERS = 13


def par(n_par: int, kind: str) -> Any:
    """A par file with this many free parameters, from 32 on.

    Position to binary, jumps between receivers, and DMX bins ("dmx", as a timing array has them) or sines and cosines
    ("waves", all columns dense).
    """
    from jug.io.par import parse_lines

    lines = BASE.splitlines() + [f"JUMP -fe r{j} 0.0 1" for j in range(1, RECEIVERS)]
    left = n_par - 18 - (RECEIVERS - 1)
    if kind == "dmx":
        lines = [line for line in lines if not line.startswith("DM2")]
        edges = [53890.0 + 2220.0 * j / (left + 1) for j in range(left + 2)]
        for j in range(left + 1):
            low, high = f"DMXR1_{j + 1:04d} {edges[j]}", f"DMXR2_{j + 1:04d} {edges[j + 1] - 1e-6}"
            lines += [f"DMX_{j + 1:04d} 1e-4 {int(j > 0)}", low, high]
        lines += ["FD4 1e-7 1"]
        return parse_lines(lines, "million.par")
    pairs, odd = divmod(left, 2)
    lines += ["FD4 1e-7 1"] * odd
    for j in range(1, pairs + 1):
        name = f"{j:04d}"
        lines += [f"WXFREQ_{name} {(j + 3) / 2200.0!r}", f"WXSIN_{name} 1e-7 1", f"WXCOS_{name} 1e-7 1"]
    return parse_lines(lines, "million.par")


def problem(n_toa: int, n_par: int, kind: str) -> tuple[Any, Any]:
    """A model and as many TOAs, made as arrays."""
    import numpy as np

    import jug
    from jug.core.times import add_seconds, take

    model = jug.load_model(par(n_par, kind))
    mjd = np.linspace(53900.0, 56100.0, n_toa)
    few = 4 * RECEIVERS
    flags = {"fe": [f"r{i % RECEIVERS}" for i in range(few)]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.ClockWarning)
        raw = jug.simulate(model, mjd[:few], freq_mhz=np.linspace(700, 2500, few), flags=flags).raw
        many = raw.take(np.arange(n_toa) % few)
        times = add_seconds(take(raw.times, np.zeros(n_toa, dtype=int)), (mjd - mjd[0]) * 86400.0)
        toas = jug.simulate(model, replace(many, times=times), noise=True, seed=1)
    return model, toas


def memory() -> float:
    """Peak memory of this process, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


Stopwatch = Callable[[], float]


def floor(n_toa: int, n_par: int, read: Stopwatch) -> dict[str, float]:
    """Seconds of the Gram product, of a write and of a read of the design matrix, from measured rates."""
    import numpy as np

    rows = min(n_toa, 100_000)
    a = np.random.default_rng(0).random((rows, n_par))
    b = a + 1.0
    runs = {"gram": lambda: a.T @ b, "write": lambda: b.fill(1.0), "read": lambda: a.sum()}
    return {name: _least(run, read) * n_toa / rows for name, run in runs.items()}


def _least(run: Callable[[], Any], read: Stopwatch, rounds: int = 5) -> float:
    times = []
    for _ in range(rounds):
        start = read()
        run()
        times.append(read() - start)
    return min(times)


def measure(backend: str, kind: str, n_toa: int, n_par: int, rounds: int, read: Stopwatch) -> dict[str, Any]:
    """Peak memory of a fit, then the time of an iteration; in this process."""
    import numpy as np

    import jug
    from jug.compute.kernels import kernels
    from jug.model.evaluation.anchor import make_anchor

    start = read()
    model, toas = problem(n_toa, n_par, kind)
    made = memory()
    prepared = read()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.FitWarning)
        result = jug.fit(model, toas, backend=backend, profile=True)
    fitted, peak = read(), memory()
    run = kernels(backend, model.components, model.layout)
    anchor = make_anchor(model, toas)
    placed = run.to_device(anchor.reference)
    dx = np.zeros(len(model.free))
    once = _least(lambda: run.iteration(placed, dx, 0.0), read, rounds)
    return {
        "backend": backend,
        "prepare_s": prepared - start,
        "fit_s": fitted - prepared,
        "iterations": result.n_iter,
        "converged": result.converged,
        "iteration_s": once,
        "made_mb": made,
        "peak_mb": peak,
        "stages": [tuple(stage) for stage in result.profile],
        **floor(n_toa, n_par, read),
    }


def main() -> None:
    """Print the ratios."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--toas", type=int, default=1_000_000)
    options.add_argument("--parameters", type=int, default=100)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--backends", default="numpy,jax")
    options.add_argument("--cores", type=int, default=1)
    options.add_argument("--kinds", default="dmx,waves")
    options.add_argument("--worker", help=argparse.SUPPRESS)
    args = options.parse_args()
    if args.worker:
        stopwatch = time.process_time if args.cores == 1 else time.perf_counter
        print(json.dumps(measure(args.worker, args.kinds, args.toas, args.parameters, args.rounds, stopwatch)))
        return
    for kind in args.kinds.split(","):
        for backend in args.backends.split(","):
            report(backend, kind, args)


def report(backend: str, kind: str, args: argparse.Namespace) -> None:
    """Measure one backend in a process of its own, and print it."""
    words = [sys.executable, __file__, "--worker", backend, "--kinds", kind, "--toas", str(args.toas)]
    words += ["--parameters", str(args.parameters), "--rounds", str(args.rounds), "--cores", str(args.cores)]
    if hasattr(os, "sched_setaffinity"):
        words = ["taskset", "-c", f"0-{args.cores - 1}", *words]
    threads = dict.fromkeys(THREADS, str(args.cores))
    got = json.loads(subprocess.check_output(words, env={**os.environ, **threads}).splitlines()[-1])
    least = got["gram"] + got["write"] + got["read"]
    print(f"{backend}, {kind}: {args.toas} TOAs x {args.parameters} parameters, {got['iterations']} steps")
    print(f"  peak memory {got['peak_mb']:.0f} MB ({got['made_mb']:.0f} MB for making the TOAs)")
    print(f"  an iteration {got['iteration_s']:.2f} s = {got['iteration_s'] / least:.2f} x its floor {least:.2f} s")
    print(f"    (Gram product {got['gram']:.2f} s, write {got['write']:.2f} s, read {got['read']:.2f} s)")
    print(f"  making the TOAs {got['prepare_s']:.1f} s, the fit {got['fit_s']:.1f} s")
    for name, calls, seconds in got["stages"]:
        print(f"    {name:<28} {calls:>5} {seconds:>8.2f} s", flush=True)


if __name__ == "__main__":
    main()
