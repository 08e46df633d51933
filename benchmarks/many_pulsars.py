"""`jug run` of a whole simulated array against `jug fit --report` of each pulsar alone, on the same files, in one run.

    python benchmarks/many_pulsars.py [--folder FOLDER] [--pulsars 67] [--toas 10000] [--jobs 2]

The array is that of ``tests/pulsars/fifteen_years.py``; a folder that has it already is taken as it is. The floor of a
run is the CPU time of the single fits, divided by the number of processes.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from whole_process import ROOT, installed

sys.path.insert(0, str(ROOT / "tests" / "pulsars"))
from fifteen_years import N_PULSARS, N_TOA, make_pulsar


class Cost(NamedTuple):
    """Wall and CPU time, s."""

    wall_s: float
    cpu_s: float


def cost(*words: str) -> Cost:
    """What a command costs."""
    before, start = os.times(), time.monotonic()
    env = {**installed(), "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-m", "jug", *words], check=True, stdout=subprocess.DEVNULL, env=env, timeout=3600)
    after = os.times()
    return Cost(time.monotonic() - start, sum(after[2:4]) - sum(before[2:4]))


def section(pulsars: int = N_PULSARS, toas: int = N_TOA, jobs: int = 2, folder: Path | None = None) -> str:
    """The table and what follows from it, Markdown."""
    with tempfile.TemporaryDirectory() as room:
        folder = folder or Path(room) / "array"
        if not folder.is_dir():
            folder.mkdir(parents=True)
            for number in range(pulsars):
                make_pulsar(folder, number, toas)
        pars = sorted(folder.glob("*.par"))
        out, page = f"{room}/out", f"{room}/report.html"
        cost("fit", str(pars[0]), str(pars[0].with_suffix(".tim")), "--report", page)  # compiles
        single = [cost("fit", str(par), str(par.with_suffix(".tim")), "--report", page) for par in pars]
        whole = cost("run", str(folder), "-o", out, "--jobs", str(jobs))
        second = cost("run", str(folder), "-o", out, "--jobs", str(jobs))
        verified = cost("run", "--verify", "-o", out, "--jobs", str(jobs))
    wall, cpu = (sum(getattr(one, kind) for one in single) for kind in ("wall_s", "cpu_s"))
    lines = [f"| {len(pars)} pulsars of {toas:,} TOAs | wall s | CPU s |", "|---|---:|---:|"]
    lines.append(f"| single fits with report, one after the other | {wall:.1f} | {cpu:.1f} |")
    for name, one in (
        (f"`jug run --jobs {jobs}`", whole),
        ("a second run", second),
        ("`jug run --verify`", verified),
    ):
        lines.append(f"| {name} | {one.wall_s:.1f} | {one.cpu_s:.1f} |")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
    lines.append(f"\nRun / (single fits / {jobs}): {whole.wall_s * jobs / wall:.2f} in wall time;")
    lines.append(f"run / single fits in CPU time: {whole.cpu_s / cpu:.2f}. Largest process: {most:.2f} GB.")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path)
    options.add_argument("--pulsars", type=int, default=N_PULSARS)
    options.add_argument("--toas", type=int, default=N_TOA)
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    print(section(given.pulsars, given.toas, given.jobs, given.folder))


if __name__ == "__main__":
    main()
