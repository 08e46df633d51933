"""Whether ``backend="auto"`` takes the faster backend: fits of drawn pulsars and of the examples on both.

    python benchmarks/selector.py [--drawn 40] [--seed 0] [--sizes 60 30000] [--threads 1 2] [--tune]
                                  [--save FILE | --measured FILE]

The drawn pulsars are of all kinds (`drawn_pulsars`: sizes, DMX, sines, jumps, binaries, wideband, ECORR, red and DM
noise); besides them there are the examples, and a pulsar of the size of J0613-0200. "cold" is the first fit of a fresh
process without compiled code, import and compilation included; "cached" that of a fresh process that finds compiled
code on the disk; "warm" a later fit in a process that has used both backends in turn, the least of several. With one
thread the figures are CPU seconds on one core, with two they are wall-clock seconds on two cores, with the threads that
jug takes by itself.

The regret is the time of what auto takes over that of the better backend. Where the backends take different numbers of
evaluations, these are printed: a fit along a flat valley takes hundreds, by the last bits of its numbers, and which
backend is faster cannot be told before. ``--tune`` measures this machine first; else the table at hand serves.
``--save`` writes the measured times, and ``--measured`` judges them again, so that a new table is tried without new
measurements.
"""

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import drawn_pulsars

EXAMPLES = Path(__file__).resolve().parent.parent / "data" / "examples"

FILES = {
    "NGC6440E": ("NGC6440E.par", "NGC6440E.tim"),
    "B1855+09 9-yr": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
    "B1855+09 dfg+12": ("B1855+09_NANOGrav_dfg+12_TAI.par", "B1855+09_NANOGrav_dfg+12.tim"),
    "J0613-sim": ("J0613-sim.par", "J0613-sim.tim"),
    "J0740+6620 wideband": ("J0740+6620.FCP+21.wb.DMX3.0.par", "J0740+6620.FCP+21.wb.tim"),
    "J1028-5819": ("J1028-5819-example.par", "J1028-5819-example.tim"),
    "J1614-2230 wideband": ("J1614-2230_NANOGrav_12yv3.wb.gls.par", "J1614-2230_NANOGrav_12yv3.wb.tim"),
    "test-wb-0": ("test-wb-0.par", "test-wb-0.tim"),
}

STATES = ("cold", "cached", "warm")

SHARE = 1.2
"""The aim for the regret."""

BACKENDS = ("numpy", "jax")

LEAST_FITS, FITS, SECONDS = 3, 15, 4.0
"""Warm fits on each backend: at least and at most so many, and for so long on both."""

Times = dict[str, dict[str, list[float]]]
"""By number of threads and state: seconds with NumPy and with JAX."""


def worker(first: str, later: int, pulsar: str, cores: bool) -> None:
    """Print the seconds of the first fit, those of later fits on both backends, and the size of the fit.

    Later fits alternate between the backends: where JAX is warm, NumPy computes in a process that has used JAX too, and
    finds its memory as JAX has left it. A load of the machine then meets both.
    """
    from jug.fitting.backend_choice import fit_size
    from jug.fitting.fit import fit
    from jug.model.evaluation.anchor import make_anchor

    with open(pulsar, "rb") as file:
        model, toas = pickle.load(file)
    warnings.simplefilter("ignore")
    read = time.perf_counter if cores else time.process_time

    def timed(backend: str) -> float:
        start = read()
        evaluations[backend] = fit(model, toas, backend=backend).n_iter + 1
        return read() - start

    evaluations: dict[str, int] = {}
    found: dict[str, Any] = {"first": timed(first), "warm": []}
    if later:
        times = [[timed(name) for name in BACKENDS] for _ in range(LEAST_FITS)]
        while len(times) < FITS and sum(map(sum, times)) < SECONDS:
            times.append([timed(name) for name in BACKENDS])
        found["warm"] = [min(one) for one in zip(*times, strict=True)]
    size = fit_size(model, make_anchor(model, toas))
    print(json.dumps({**found, "size": size._asdict(), "evaluations": list(evaluations.values())}))


def run(first: str, later: int, pulsar: Path, threads: int, cache: str) -> dict[str, Any]:
    """The worker's numbers, from a process of its own."""
    words = [sys.executable, __file__, "--worker", first, str(later), str(pulsar), str(threads)]
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))[:threads]
        words = ["taskset", "-c", ",".join(map(str, cores)), *words]
    environment = {key: value for key, value in os.environ.items() if not key.endswith("_NUM_THREADS")}
    environment["JUG_CACHE"] = cache
    if threads == 1:
        environment["OMP_NUM_THREADS"] = "1"
    return json.loads(subprocess.check_output(words, env=environment, timeout=900).splitlines()[-1])


def measured(pulsar: Path, threads: int) -> tuple[dict[str, list[float]], dict[str, Any]]:
    """Seconds with NumPy and JAX in each state; the size of the fit and its evaluations with NumPy and with JAX."""
    kinds = (("numpy", 0), ("jax", 0), ("jax", 1))
    with tempfile.TemporaryDirectory() as cache:
        with_numpy, cold, cached = (run(first, later, pulsar, threads, cache) for first, later in kinds)
    times = {
        "cold": [with_numpy["first"], cold["first"]],
        "cached": [with_numpy["first"], cached["first"]],
        "warm": cached["warm"],
    }
    return times, {"size": cached["size"], "evaluations": [*with_numpy["evaluations"], *cold["evaluations"]]}


def pulsars(count: int, seed: int, sizes: list[int], folder: Path) -> dict[str, Path]:
    """Write the pulsars, prepared, to files."""
    import jug

    found: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, (par, tim) in FILES.items():
            found[name] = jug.load(EXAMPLES / par, EXAMPLES / tim, ephem="DE440")
    found["J0613-0200 9-yr size"] = drawn_pulsars.pulsar(drawn_pulsars.J0613_SIZED)
    for number, sample in enumerate(drawn_pulsars.drawn(count, seed, *sizes), 1):
        found[f"{number}: {sample}"] = drawn_pulsars.pulsar(sample)
    files = {name: folder / f"{number}.pickle" for number, name in enumerate(found)}
    for name, file in files.items():
        file.write_bytes(pickle.dumps(found[name]))
    return files


def measure(count: int, seed: int, sizes: list[int], threads: list[int]) -> list[dict[str, Any]]:
    """The times of all pulsars: name, size, and seconds by threads, state and backend."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, file in pulsars(count, seed, sizes, Path(folder)).items():
            times: Times = {}
            for number in threads:
                times[str(number)], about = measured(file, number)
            rows.append({"name": name, **about, "times": times})
            print(name, times, flush=True, file=sys.stderr)
    return rows


def judged(rows: list[dict[str, Any]], table: Any) -> None:
    """Print the choice and its regret, a line for each pulsar, number of threads and state."""
    from jug.compute.cost_model import FitSize
    from jug.compute.selector import COLD, WARM, CompileState, choose

    states = dict(zip(STATES, (COLD, CompileState(on_disk=True), WARM), strict=True))
    regrets: dict[str, list[float]] = {}
    print(f"costs: {table.source}\nthreads state    numpy s    jax s  auto   regret  pulsar")
    for row in rows:
        apart = f" (evaluations: {row['evaluations']})" if len(set(row["evaluations"])) > 1 else ""
        for threads, times in row["times"].items():
            for state, (with_numpy, with_jax) in times.items():
                taken = choose(FitSize(**row["size"]), state=states[state], table=table).backend
                regret = (with_jax if taken == "jax" else with_numpy) / min(with_numpy, with_jax)
                regrets.setdefault(f"{threads} threads, {state}", []).append(regret)
                seconds = f"{with_numpy:8.4f} {with_jax:8.4f}"
                print(f"{threads:>7} {state:<7} {seconds}  {taken:<6} {regret:6.2f}  {row['name']}{apart}")
    for state, found in regrets.items():
        near = sum(one <= SHARE for one in found)
        print(f"{state}: regret at most {SHARE} for {near} of {len(found)} pulsars, at worst {max(found):.2f}")


def main() -> None:
    """Print the table and its summary."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--drawn", type=int, default=40, help="so many pulsars drawn at random")
    options.add_argument("--seed", type=int, default=0)
    least, most = drawn_pulsars.LEAST, drawn_pulsars.MOST
    options.add_argument("--sizes", type=int, nargs=2, default=[least, most], help="fewest and most TOAs")
    options.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    options.add_argument("--tune", action="store_true", help="measure this machine first, and go by that")
    options.add_argument("--save", type=Path, help="write the measured times to this file")
    options.add_argument("--measured", type=Path, help="take the times of this file")
    options.add_argument("--worker", nargs=4, help=argparse.SUPPRESS)
    args = options.parse_args()
    if args.worker:
        first, later, pulsar, threads = args.worker
        worker(first, int(later), pulsar, int(threads) > 1)
        return
    from jug.compute.cost_tables import costs
    from jug.machine.tuning import measure as tuned

    kinds = args.drawn, args.seed, args.sizes, args.threads
    rows = json.loads(args.measured.read_text()) if args.measured else measure(*kinds)
    if args.save:
        args.save.write_text(json.dumps(rows))
    judged(rows, tuned(print) if args.tune else costs())


if __name__ == "__main__":
    main()
