"""Fits with ECORR, red and DM noise beside the same fits with white noise: CPU time and peak memory, in one run.

    python benchmarks/correlated.py [--toas 10000,100000,1000000] [--rounds 3] [--checkout FOLDER]

The pulsar of `million.py` has 50 parameters, 20 TOAs an epoch, and 30 frequencies of red and of DM noise. Each fit runs
in a process of its own, white and correlated in turn; an iteration is the least of the rounds. The floor of an
iteration is the Gram product of all columns, those of the noise too. ``--checkout`` measures the jug of another
folder.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import million

PARAMETERS, SUBBANDS, N_FREQUENCIES = 50, 20, 30
NOISE = f"""ECORR -f all 0.3
TNREDAMP -13.5
TNREDGAM 3.5
TNREDC {N_FREQUENCIES}
TNDMAMP -13.5
TNDMGAM 3.0
TNDMC {N_FREQUENCIES}"""
KINDS = ("white", "correlated")


def problem(n_toa: int, kind: str) -> tuple[Any, Any]:
    """A model with white or correlated noise, and its TOAs with white noise."""
    from dataclasses import replace

    import numpy as np

    import jug
    from jug.core.times import add_seconds, take
    from jug.io.par import parse_lines

    lines = [line.text for line in million.par(PARAMETERS, "waves")]
    model = jug.load_model(parse_lines(lines + NOISE.splitlines() * (kind == "correlated"), "correlated.par"))
    white = jug.load_model(parse_lines(lines, "correlated.par"))
    mjd = np.linspace(53900.0, 56100.0, n_toa // SUBBANDS).repeat(SUBBANDS)
    few = SUBBANDS * million.RECEIVERS
    flags = {"fe": [f"r{i // SUBBANDS}" for i in range(few)], "f": ["all"] * few}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.ClockWarning)
        raw = jug.simulate(
            white, mjd[:few], freq_mhz=np.linspace(700, 2500, SUBBANDS)[np.arange(few) % SUBBANDS], flags=flags
        ).raw
        many = raw.take(np.arange(n_toa) % few)
        times = add_seconds(take(raw.times, np.zeros(n_toa, dtype=int)), (mjd - mjd[0]) * 86400.0)
        return model, jug.simulate(white, replace(many, times=times), noise=True, seed=1)


def measure(n_toa: int, kind: str, rounds: int) -> dict[str, float]:
    """CPU seconds of a fit and of one iteration, and the peak memory, MB; in this process."""
    import time

    import numpy as np

    import jug
    from jug.compute.kernels import kernels
    from jug.model.evaluation.anchor import make_anchor

    model, toas = problem(n_toa, kind)
    made = million.memory()
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.FitWarning)
        result = jug.fit(model, toas, backend="numpy", profile=True)
    fit_s, peak = time.process_time() - start, million.memory()
    run = kernels("numpy", model.components, model.layout)
    reference = run.to_device(make_anchor(model, toas).reference)
    dx = np.zeros(len(model.free))
    once = million._least(lambda: run.iteration(reference, dx, 0.0), time.process_time, rounds)
    for stage in result.profile:
        print(*stage, file=sys.stderr)
    columns = PARAMETERS + 1 + 4 * N_FREQUENCIES * (kind == "correlated")
    floor = million.floor(n_toa, columns, time.process_time)["gram"]
    return {"fit_s": fit_s, "iteration_s": once, "n_iter": result.n_iter, "made": made, "peak": peak, "floor": floor}


def run(n_toa: int, kind: str, rounds: int, checkout: Path) -> dict[str, float]:
    """The figures of one process."""
    words = [sys.executable, __file__, "--worker", kind, "--toas", str(n_toa), "--rounds", str(rounds)]
    environment = {**os.environ, **dict.fromkeys(million.THREADS, "1"), "PYTHONPATH": str(checkout)}
    found: dict[str, float] = json.loads(subprocess.check_output(words, env=environment).splitlines()[-1])
    return found


def section(sizes: tuple[int, ...], rounds: int = 3) -> str:
    """The table, Markdown: a row for each size, with the growth since the size before."""
    head = ["TOAs", "fit, white", "fit, correlated", "ratio", "iteration, correlated", "its floor", "MB", "exponents"]
    lines, before = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)], None
    for n_toa in sizes:
        found = {kind: run(n_toa, kind, rounds, Path(__file__).resolve().parent.parent) for kind in KINDS}
        white, noisy = (found[kind] for kind in KINDS)
        grown = ""
        if before:
            size = math.log(n_toa / before[0])
            grown = ", ".join(f"{math.log(found[k]['fit_s'] / before[1][k]['fit_s']) / size:.2f}" for k in KINDS)
        above = noisy["iteration_s"] / noisy["floor"]
        cells = [f"{n_toa:,}", f"{white['fit_s']:.2f} s", f"{noisy['fit_s']:.2f} s"]
        cells += [f"{noisy['fit_s'] / white['fit_s']:.2f}", f"{1e3 * noisy['iteration_s']:.0f} ms"]
        cells += [f"{1e3 * noisy['floor']:.0f} ms ({above:.1f})", f"{noisy['peak']:.0f}", grown]
        lines.append("| " + " | ".join(cells) + " |")
        before = n_toa, found
    return "\n".join(lines)


def main() -> None:
    """Print a row for each size, and the exponents of the growth between the last two sizes."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--toas", default="10000,100000,1000000")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--checkout", type=Path, default=Path(__file__).resolve().parent.parent)
    options.add_argument("--worker", help=argparse.SUPPRESS)
    args = options.parse_args()
    if args.worker:
        print(json.dumps(measure(int(args.toas), args.worker, args.rounds)))
        return
    before: tuple[int, dict[str, dict[str, float]]] | None = None
    for n_toa in map(int, args.toas.split(",")):
        found = {kind: run(n_toa, kind, args.rounds, args.checkout.resolve()) for kind in KINDS}
        for kind, got in found.items():
            above = got["iteration_s"] / got["floor"]
            print(f"{n_toa} TOAs, {kind}: fit {got['fit_s']:.2f} s of CPU ({got['n_iter']:.0f} steps), ", end="")
            print(f"an iteration {got['iteration_s']:.3f} s = {above:.1f} x its floor, {got['peak']:.0f} MB")
        ratio = found["correlated"]["fit_s"] / found["white"]["fit_s"]
        print(f"{n_toa} TOAs: correlated / white {ratio:.2f}", flush=True)
        if before:
            for kind in KINDS:
                grown = math.log(found[kind]["fit_s"] / before[1][kind]["fit_s"]) / math.log(n_toa / before[0])
                print(f"  {kind}: exponent of the time from {before[0]} TOAs on {grown:.2f}", flush=True)
        before = n_toa, found


if __name__ == "__main__":
    main()
