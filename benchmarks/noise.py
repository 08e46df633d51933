"""CPU time of `jug.noise` on B1855+09: one start, then ten starts with profiles, each twice in a process of its own.

    python benchmarks/noise.py [--large] [--pint SECONDS]

``--large`` adds simulated sets of 7,422 TOAs with ECORR, without and with red and DM noise, and of 100,000 with all:
CPU and wall-clock time, and peak memory. ``--pint`` adds PINT's own fit of the same noise parameters of B1855+09, which
is ended after so many seconds.

Each process begins without compiled code. Printed: s of CPU from the files to the par file, s of a second call in the
same process, and how often the likelihood was evaluated with its gradient, which costs 7.6 ms on the machine of the
other benchmarks: the lower limit of a search that evaluates as often. Errors (differences of gradients) are the rest.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LINES = """
import sys, time, warnings
began = time.process_time()
import jug
warnings.simplefilter("ignore", jug.JugWarning)
model, toas = jug.load(*jug.data.example("B1855+09"))
found = jug.noise(model, toas, **eval(sys.argv[1]))
jug.write_par(found.model, sys.argv[2])
first = time.process_time()
again = jug.noise(model, toas, **eval(sys.argv[1]))
second = time.process_time() - first
print(f"{first - began:8.2f} {second:8.2f} {again.n_calls:12d} {found.log_likelihood:12.4f}")
"""


LARGE = """
import sys, time, warnings, resource
sys.path.insert(0, sys.argv[1])
import numpy as np
import jug, correlated, million
from dataclasses import replace
from jug.core.times import add_seconds, take
from jug.io.par import parse_lines
warnings.simplefilter("ignore", jug.JugWarning)
n, per_epoch, kind = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
noise = [line for line in correlated.NOISE.splitlines() if kind == "all" or not line.startswith("TN")]
lines = [line.text for line in million.par(correlated.PARAMETERS, "waves")]
model = jug.load_model(parse_lines([*lines, *noise, "EFAC -f all 1.1", "EQUAD -f all 0.1"], "large.par"))
few, mjd = per_epoch * million.RECEIVERS, np.linspace(53900.0, 56100.0, n // per_epoch).repeat(per_epoch)
at = np.arange(few)
flags = {"fe": [f"r{i // per_epoch}" for i in at], "f": ["all"] * few}
freq = np.linspace(700, 2500, per_epoch)[at % per_epoch]
raw = jug.simulate(model, mjd[:few], freq_mhz=freq, flags=flags, error_us=0.1 + 0.3 * (at % 7)).raw
times = add_seconds(take(raw.times, np.zeros(n, dtype=int)), (mjd - mjd[0]) * 86400.0)
toas = jug.simulate(model, replace(raw.take(np.arange(n) % few), times=times), noise=True, seed=1)
cpu, wall = time.process_time(), time.perf_counter()
found = jug.noise(model, toas)
cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
gb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
print(f"{n:8d} {kind:6s} {cpu:8.1f} {wall:8.1f} {gb:6.2f} {found.n_calls:12d}")
"""

PINT = """
import sys, time, warnings, logging
warnings.simplefilter("ignore")
import jug
from loguru import logger
logger.remove()
import pint.models, pint.fitter
model, toas = pint.models.get_model_and_toas(*map(str, jug.data.example("B1855+09")), usepickle=False)
for name in model.params:
    if name.startswith(("EFAC", "EQUAD", "ECORR", "TNREDAMP", "TNREDGAM")):
        model[name].frozen = False
fitter = pint.fitter.DownhillGLSFitter(toas, model)
began = time.process_time()
fitter.fit_toas()
print(f"PINT: {time.process_time() - began:.0f} s, log likelihood {fitter.resids.lnlikelihood():.4f}")
"""


def in_a_process(code: str, *words: object, limit: float | None = None) -> str:
    """What a process without compiled code prints; why it did not end."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "JUG_CACHE": folder, "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-c", code, *map(str, words), str(Path(folder, "noisy.par"))]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return f"not ended after {limit:.0f} s"
        return (done.stdout if done.returncode == 0 else done.stderr).rstrip().split("\n")[-1]


def main() -> None:
    """Run and print."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--large", action="store_true")
    asked.add_argument("--pint", type=float)
    args = asked.parse_args()
    print(" first/s second/s  evaluations  log likel.  options")
    for options in ("dict(starts=1)", "dict(starts=10, profiles=True)"):
        print(in_a_process(LINES, options), " ", options, flush=True)
    if args.large:
        print("    TOAs noise     CPU/s   wall/s     GB  evaluations")
        for n, per_epoch, kind in ((7422, 6, "ecorr"), (7422, 6, "all"), (100_000, 20, "all")):
            print(in_a_process(LARGE, Path(__file__).parent, n, per_epoch, kind), flush=True)
    if args.pint:
        print("PINT's fit of the same parameters:", in_a_process(PINT, limit=args.pint), flush=True)


if __name__ == "__main__":
    main()
