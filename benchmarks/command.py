"""CPU time of the command `jug fit` on the examples, stage by stage, beside its floor; ratios to another revision.

    python benchmarks/command.py [--rounds 9] [--against CHECKOUT] [--threads 1]

Every run is a process of its own, in turn with the others, pinned to one core where the system allows it; a figure is
the median. The floor is a Python process that imports numpy, erfa and jplephem and reads the bytes of the two files.
``--against`` names the folder of another revision: its whole processes run in turn with those of this one, on the
files of this checkout, and the ratio is the median of the pairs. ``--threads 0`` leaves the number of BLAS threads
open.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from whole_process import ROOT, installed

FILES = {
    "NGC6440E": ("NGC6440E.par", "NGC6440E.tim"),
    "B1855+09 9-yr (GLS)": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
    "J0613-sim": ("J0613-sim.par", "J0613-sim.tim"),
    "J1028-5819": ("J1028-5819-example.par", "J1028-5819-example.tim"),
    "test-wb-0 (wideband)": ("test-wb-0.par", "test-wb-0.tim"),
}

STAGES = """
import json, sys, time
found = [("start of Python", time.process_time())]
def lap(name):
    found.append((name, time.process_time()))
from jug.cli.command import parser
from jug.cli.process.collector import collect_rarely
from jug.core.execution.threads import load_numpy_with_one_thread
collect_rarely()
args = parser("fit", others=False).parse_args(["fit", *sys.argv[1:3]])
lap("command line")
load_numpy_with_one_thread()
import numpy, erfa, jplephem.spk
lap("numpy, erfa, jplephem")
from jug.analysis.derived.derived_quantities import derived
from jug.cli.option_groups.fit_outputs import fit_report
from jug.cli.common.inputs import load_inputs
from jug.fitting.fit import fit
import jug.loading
lap("modules of jug")
model, toas = load_inputs(args)
lap("reading and preparation")
result = fit(model, toas)
lap("fit")
result.verdict
lap("verdict")
quantities = derived(result)
lap("derived quantities")
fit_report(result, quantities)
lap("report")
seconds = [b - a for (_, a), (_, b) in zip([("", 0.0), *found], found)]
print(json.dumps({name: t for (name, _), t in zip(found, seconds)}))
"""

WHOLE = ("-m", "jug", "fit")
FLOOR = ("-c", "import sys; import numpy, erfa, jplephem.spk; [open(name, 'rb').read() for name in sys.argv[1:]]")


def run(words: tuple[str, ...], files: tuple[str, ...], checkout: Path, threads: int) -> tuple[float, str]:
    """CPU seconds of one process, and what it printed."""
    environment = {**installed(), "PYTHONPATH": str(checkout)}
    environment.pop("OMP_NUM_THREADS", None)
    if threads:
        environment["OMP_NUM_THREADS"] = str(threads)
    paths = [str(ROOT / "data" / "examples" / name) for name in files]
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *words, *paths],
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
        cwd=checkout,
    )
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4]), done.stdout


def stages(files: tuple[str, ...], rounds: int, threads: int) -> dict[str, float]:
    """Median CPU seconds of each stage."""
    found = [json.loads(run(("-c", STAGES), files, ROOT, threads)[1].splitlines()[-1]) for _ in range(rounds)]
    return {name: statistics.median(one[name] for one in found) for name in found[0]}


def whole(files: tuple[str, ...], rounds: int, threads: int, against: Path | None) -> dict[str, float]:
    """Median CPU seconds of the whole process and of its floor; the ratio to the other revision, pair by pair."""
    for checkout in filter(None, (ROOT, against)):
        run(WHOLE, files, checkout, threads)  # compiles
    ours, floors, ratios = [], [], []
    for _ in range(rounds):
        ours.append(run(WHOLE, files, ROOT, threads)[0])
        floors.append(run(FLOOR, files, ROOT, threads)[0])
        if against:
            ratios.append(ours[-1] / run(WHOLE, files, against, threads)[0])
    found = {"whole": statistics.median(ours), "floor": statistics.median(floors)}
    return found | ({"ratio": statistics.median(ratios)} if against else {})


def section(rounds: int = 9, threads: int = 1, against: Path | None = None) -> str:
    """The table, Markdown."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores and threads:
        os.sched_setaffinity(0, {max(cores)})
    try:
        each = {name: stages(files, rounds, threads) for name, files in FILES.items()}
        all_of = {name: whole(files, rounds, threads, against) for name, files in FILES.items()}
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    head = ["ms of CPU", *FILES]
    rows = [[stage, *(f"{1e3 * each[name][stage]:.1f}" for name in FILES)] for stage in next(iter(each.values()))]
    rows.append(["whole process", *(f"{1e3 * all_of[name]['whole']:.0f}" for name in FILES)])
    rows.append(["floor", *(f"{1e3 * all_of[name]['floor']:.0f}" for name in FILES)])
    rows.append(["whole process / floor", *(f"{v['whole'] / v['floor']:.2f}" for v in all_of.values())])
    if against:
        rows.append(["this revision / the other", *(f"{all_of[name]['ratio']:.2f}" for name in FILES)])
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--against", type=Path)
    given = options.parse_args()
    print(section(given.rounds, given.threads, given.against and given.against.resolve()))


if __name__ == "__main__":
    main()
