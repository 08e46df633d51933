"""A fit of 10^7 white TOAs from mapped columns: memory of the process, under a limit of its data, and time.

    python benchmarks/ten_million.py [--toas 10000000] [--limit-mb 2000] [--folder FOLDER]

One process simulates the TOAs in parts of 100,000 and stores them (`jug.store_toas`), another one opens and fits them
and writes the report and the verdict, each under RLIMIT_DATA: private memory of the process, which mapped files are no
part of. Peaks are of RssAnon, the resident part of it, read from /proc every 10 ms (Linux). The folder, with 200 bytes
a TOA, is kept where it is named, and used again.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PART_ROWS = 100_000

PAR = """PSR TENMILLION
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
PMRA 3.0 1
PMDEC -5.0 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
POSEPOCH 55000
DM 223.9 1
DM1 1e-4 1
DMEPOCH 55000
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400
JUMP -fe r1 0.0 1
JUMP -fe r2 0.0 1
"""

RECEIVERS = 5


def load() -> Any:
    """The model, of ten free parameters."""
    import jug
    from jug.io.par import parse_lines

    return jug.load_model(parse_lines(PAR.splitlines(), "ten_million.par"))


def parts(model: Any, n_toa: int) -> Iterator[Any]:
    """Simulated TOAs with white noise, part by part."""
    import numpy as np

    import jug

    for start in range(0, n_toa, PART_ROWS):
        rows = np.arange(start, min(start + PART_ROWS, n_toa))
        mjd, freq_mhz = 53900.0 + 2200.0 * rows / n_toa, 700.0 + 1800.0 * (rows % 52) / 51.0
        flags = {"fe": [f"r{i}" for i in (rows % RECEIVERS).tolist()]}
        yield jug.simulate(model, mjd, freq_mhz=freq_mhz, flags=flags, noise=True, seed=start + 1)


def store(n_toa: int, folder: str) -> dict[str, Any]:
    """Make and store the TOAs."""
    import jug

    return {"n_toa": len(jug.store_toas(folder, parts(load(), n_toa)))}


def fit(n_toa: int, folder: str) -> dict[str, Any]:
    """Open and fit the TOAs, with report and verdict."""
    import jug

    toas = jug.open_toas(folder)
    wall, cpu = time.perf_counter(), time.process_time()
    result = jug.fit(load(), toas, profile=True)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(result.summary(), file=sys.stderr)
    stages = [tuple(stage) for stage in result.profile]
    return {
        "n_toa": len(toas),
        "fit_s": wall,
        "fit_cpu_s": cpu,
        "chi2": result.chi2,
        "dof": result.dof,
        "stages": stages,
    }


WORK = {"store": store, "fit": fit}


def anonymous_mb(pid: int) -> float:
    """Resident private memory of a process, MB; 0 where it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon")), 0.0)


def run(work: str, n_toa: int, folder: str, limit_mb: int) -> dict[str, Any]:
    """The figures of one process, with its peak of private memory and its CPU time."""
    words = [sys.executable, __file__, "--worker", work, "--toas", str(n_toa), "--folder", folder]
    words += ["--limit-mb", str(limit_mb)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    peak = [0.0]

    def watch() -> None:
        while process.poll() is None:
            peak[0] = max(peak[0], anonymous_mb(process.pid))
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.perf_counter()
    text = process.communicate()[0]
    watcher.join()
    if process.returncode:
        raise SystemExit(f"{work} ended with code {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found: dict[str, Any] = json.loads(text.splitlines()[-1])
    return {**found, "peak_mb": peak[0], "cpu_s": spent, "wall_s": time.perf_counter() - start}


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--toas", type=int, default=10_000_000)
    options.add_argument("--limit-mb", type=int, default=2000)
    options.add_argument("--folder")
    options.add_argument("--worker", choices=WORK, help=argparse.SUPPRESS)
    args = options.parse_args()
    if args.worker:
        resource.setrlimit(resource.RLIMIT_DATA, (args.limit_mb * 10**6,) * 2)
        warnings.simplefilter("ignore")
        print(json.dumps(WORK[args.worker](args.toas, args.folder)))
        return
    with tempfile.TemporaryDirectory() as made:
        folder = args.folder or made
        for work in ("fit",) if (Path(folder) / "toas.json").exists() else WORK:
            got = run(work, args.toas, folder, args.limit_mb)
            print(f"{work}: {got['n_toa']} TOAs under RLIMIT_DATA {args.limit_mb} MB: peak of RssAnon ", end="")
            print(f"{got['peak_mb']:.0f} MB, {got['cpu_s']:.0f} s of CPU, {got['wall_s']:.0f} s", flush=True)
            for name, calls, seconds in got.get("stages", ()):
                print(f"    {name:<40} {calls:>3} {seconds:>8.2f} s", flush=True)


if __name__ == "__main__":
    main()
