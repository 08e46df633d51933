"""CPU time of `jug.noise` on B1855+09: one start, then ten starts with profiles, each twice in a process of its own.

    python benchmarks/noise.py [--large] [--pint SECONDS]

``--large`` adds simulated sets of 7,422 TOAs with ECORR, without and with red and DM noise, and of 100,000 with all:
CPU and wall-clock time, and peak memory. ``--pint`` adds PINT's own fit of timing and noise parameters, offline (see
``tests/support/offline.py``), beside that of jug: of 300 simulated TOAs with EFAC, EQUAD and ECORR, and of B1855+09
with its red noise fixed. A fit that has not ended after so many seconds is killed.

Each process begins without compiled code. Printed: s of CPU from the files to the par file, s of a second call in the
same process, and how often the likelihood was evaluated with its gradient, which costs 7.6 ms on the machine of the
other benchmarks: the lower limit of a search that evaluates as often. Errors (differences of gradients) are the rest.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from whole_process import installed

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

PINT_FITS = ("EFAC", "EQUAD", "ECORR")
"""Noise that PINT 1.1.8 fits; TNREDAMP and TNREDGAM it refuses as unfittable."""

PINT = f"""
import sys, time, warnings
warnings.simplefilter("ignore")
from loguru import logger
logger.remove()
import pint.models, pint.fitter
model, toas = pint.models.get_model_and_toas(sys.argv[1], sys.argv[2], usepickle=False)
for name in model.params:
    if name.startswith({PINT_FITS}):
        model[name].frozen = False
fitter = pint.fitter.DownhillGLSFitter(toas, model)
began = time.process_time()
fitter.fit_toas()
cpu = time.process_time() - began
found = [fitter.model[name] for name in sorted(model.params) if name.startswith({PINT_FITS})]
values = ", ".join(f"{{one.name}} {{one.value:.4f}} +- {{one.uncertainty_value:.4f}}" for one in found)
print(f"PINT {{cpu:8.2f}} s of CPU, log L {{fitter.resids.lnlikelihood():.4f}}: {{values}}")
"""

JUG_AS_PINT = """
import sys, time, warnings
import jug
warnings.simplefilter("ignore", jug.JugWarning)
model, toas = jug.load(sys.argv[1], sys.argv[2])
began = time.process_time()
found = jug.noise(model, toas, free="white,ecorr", timing="fitted", starts=1)
cpu = time.process_time() - began
values = ", ".join(f"{n} {found.values[n]:.4f} +- {found.errors[n]:.4f}" for n in sorted(found.names))
print(f"jug  {cpu:8.2f} s of CPU, log L {found.log_likelihood:.4f}: {values}")
"""


def in_a_process(code: str, *words: object, limit: float | None = None) -> str:
    """What a process without compiled code prints; why it did not end."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**installed(), "JUG_CACHE": folder, "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-c", code, *map(str, words), str(Path(folder, "noisy.par"))]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return f"not ended after {limit:.0f} s"
        return (done.stdout if done.returncode == 0 else done.stderr).rstrip().split("\n")[-1]


def beside_pint(limit: float) -> None:
    """Print the fits of PINT, offline, and of jug in the same run."""
    import offline

    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        offline.set_up(room / "offline")
        import oracle

        oracle.fill_cache()  # what PINT would download
        simulated = white_set(room)
        print("300 simulated TOAs, timing and noise fitted:")
        for code in (JUG_AS_PINT, PINT):
            print(in_a_process(code, *simulated, limit=limit), flush=True)
        print("B1855+09, timing and white noise fitted, red noise fixed:")
        for code in (JUG_AS_PINT, PINT):
            print(in_a_process(code, *b1855(), limit=limit), flush=True)


def b1855() -> tuple[Path, Path]:
    """Par and tim file of B1855+09."""
    import jug

    par, tim = jug.data.example("B1855+09")
    return Path(par), Path(tim)


def white_set(room: Path) -> tuple[Path, Path]:
    """Write 300 simulated TOAs with EFAC and EQUAD of one backend, and EFAC and ECORR of another; their files."""
    import known_noise

    import jug

    made = known_noise.known(0, 1, room)
    model = made.model.remove("TNRED*").with_values({n: v for n, v in made.truth.items() if not n.startswith("TNRED")})
    jug.write_par(model, room / "white.par")
    jug.write_tim(jug.simulate(model, made.toas, noise=True, seed=1), room / "white.tim")
    return room / "white.par", room / "white.tim"


def main() -> None:
    """Run and print."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--large", action="store_true")
    asked.add_argument("--pint", type=float, metavar="SECONDS")
    args = asked.parse_args()
    print(" first/s second/s  evaluations  log likel.  options")
    for options in ("dict(starts=1)", "dict(starts=10, profiles=True)"):
        print(in_a_process(LINES, options), " ", options, flush=True)
    if args.large:
        print("    TOAs noise     CPU/s   wall/s     GB  evaluations")
        for n, per_epoch, kind in ((7422, 6, "ecorr"), (7422, 6, "all"), (100_000, 20, "all")):
            print(in_a_process(LARGE, Path(__file__).parent, n, per_epoch, kind), flush=True)
    if args.pint:
        beside_pint(args.pint)


if __name__ == "__main__":
    main()
