"""jug, PINT, and tempo2 where it is on the PATH, side by side in one run: the source of ``docs/performance.md``.

    python benchmarks/run.py [--quick] [--no-pint] [--largest 1000000] [--json out.json] [--page docs/performance.md]

Every program and pulsar runs in processes of its own, in turn. ``--quick`` leaves out what takes minutes: pulsars of
more than 10,000 TOAs, and all rounds but one. Without ``--page`` the page is printed.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import command
import correlated
import likelihoods
import numpy as np
from page import page, picture
from whole_process import PAIRS, ROOT, cpu_s, installed

JUG = "from jug.__main__ import run_process; run_process()"
PINT = "from pint.scripts.pintempo import main; main()"
IMPORTS = {
    "jug": "from jug import fit, load",
    "PINT": "import pint.models, pint.fitter",
    "floor": "import numpy, erfa, jplephem.spk",
}

SIZES = [
    *[(1_000, 10), (10_000, 10), (100_000, 10), (1_000_000, 10)],
    *[(10_000, 100), (100_000, 100), (1_000_000, 100), (10_000, 500)],
]
"""TOAs and free parameters of the simulated pulsars."""

WITH_PINT = {(1_000, 10), (10_000, 10)}
WITH_JAX = {(10_000, 100), (100_000, 100), (1_000_000, 100)}


def stages(program: str, *words: object) -> dict[str, float]:
    """What `stages.py` prints; empty where it fails."""
    start = time.perf_counter()
    command = [sys.executable, "-W", "ignore", str(ROOT / "benchmarks" / "stages.py"), program, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=installed())
    print(
        f"{program} {' '.join(Path(str(w)).name for w in words)}: {time.perf_counter() - start:.0f} s", file=sys.stderr
    )
    if done.returncode != 0:
        print(done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return {}
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def whole(par: Path, tim: Path, more: tuple[str, ...], rounds: int, pint: bool) -> dict[str, float]:
    """Median CPU seconds of one process that fits, each program in turn."""
    times: dict[str, list[float]] = {}
    failed: dict[str, str] = {}
    for _ in range(rounds):
        times.setdefault("jug", []).append(cpu_s(JUG, "fit", str(par), str(tim)))
        if pint and "PINT" not in failed:
            try:
                times.setdefault("PINT", []).append(cpu_s(PINT, *more, str(par), str(tim)))
            except subprocess.SubprocessError as reason:  # PINT does not read every file
                failed["PINT"] = str(reason)
                print(f"PINT, {par.name}: {reason}", file=sys.stderr)
        if shutil.which("tempo2"):
            before = os.times()
            subprocess.run(["tempo2", "-f", str(par), str(tim)], capture_output=True, check=False, timeout=300)
            times.setdefault("tempo2", []).append(sum(os.times()[2:4]) - sum(before[2:4]))
    return {name: statistics.median(found) for name, found in times.items() if found}


def machine() -> dict[str, Any]:
    """What it ran on, and the rates that the floors are from."""
    a = np.random.default_rng(1).normal(size=(20_000, 200))
    gram = min(_seconds(lambda: a.T @ a) for _ in range(5))
    big = np.ones(20_000_000)
    copy = min(_seconds(lambda: np.copyto(big[:10_000_000], big[10_000_000:])) for _ in range(5))
    names = ("jug-timing", "numpy", "jax", "pint-pulsar", "astropy")
    return {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in names},
        "load": os.getloadavg()[0],
        "gram_flops": 2.0 * a.size * a.shape[1] / gram,
        "copy_bytes": 2.0 * 8.0 * 1e7 / copy,
        "date": time.strftime("%Y-%m-%d"),
    }


def imported_mb() -> float:
    """Peak memory of a process that imports what jug needs, and no more."""
    words = [sys.executable, "-c", f"{IMPORTS['floor']}, resource; print(open('/proc/self/status').read())"]
    if not Path("/proc/self/status").exists():
        return 0.0
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return int(said.split("VmHWM:")[1].split()[0]) / 1024.0


def _version(name: str) -> str:
    if name == "jug-timing":
        from jug import __version__

        return __version__
    return version(name)


def _seconds(run: Any) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure(args: argparse.Namespace, room: Path) -> dict[str, Any]:
    """All figures; they are kept in ``--json`` as they come."""
    rounds = 1 if args.quick else 3
    out: dict[str, Any] = {"machine": machine(), "start-up": {}, "whole": {}, "pulsars": {}, "simulated": []}
    for name, code in IMPORTS.items():
        if args.pint or name != "PINT":
            out["start-up"][name] = statistics.median(cpu_s(code) for _ in range(rounds))
    out["machine"]["import_mb"] = imported_mb()
    out["command"] = command.section(2 * rounds + 1)
    for name, (copy, there, more) in pulsars(room).items():
        out["whole"][name] = whole(copy, there, more, rounds, args.pint)
        programs = ("jug", "jax", *(("pint",) if args.pint else ()))
        out["pulsars"][name] = {program: stages(program, copy, there) for program in programs}
        keep(args, out)
    sections = {"likelihoods": likelihoods.section}
    if not args.quick:
        sections["correlated"] = lambda: correlated.section((10_000, 100_000, args.largest), rounds)
        words = [
            sys.executable,
            str(ROOT / "benchmarks" / "many_pulsars.py"),
        ]  # its own process has its own peak memory
        sections["array"] = lambda: subprocess.check_output(words, text=True, env=installed()).strip()
    for name, made in sections.items():
        out[name] = made()
        keep(args, out)
    for n, p in SIZES:
        if n > (10_000 if args.quick else args.largest):
            continue
        row: dict[str, Any] = {"n_toa": n, "n_par": p, "jug": stages("jug", n, p)}
        if (n, p) in WITH_JAX:
            row["jax"] = stages("jax", n, p)
        if args.pint and (n, p) in WITH_PINT:
            stages("write", n, p, room)
            row["pint"] = stages("pint", room / f"{n}x{p}.par", room / f"{n}x{p}.tim")
        out["simulated"].append(row)
        keep(args, out)
    out["machine"]["load at the end"] = os.getloadavg()[0]
    return out


def pulsars(room: Path) -> dict[str, tuple[Path, Path, tuple[str, ...]]]:
    """Par file, tim file and PINT's options of the pulsars that are measured stage by stage."""
    from drawn_pulsars import J0613_SIZED, pulsar

    import jug

    found = {}
    for name, (par, tim, more) in (PAIRS | {"test-wb-0 (wideband)": ("test-wb-0.par", "test-wb-0.tim", ())}).items():
        copy = room / par
        copy.write_text((ROOT / "data" / "examples" / par).read_text().replace("DE436", "DE440"))
        found[name] = (copy, ROOT / "data" / "examples" / tim, more)
    model, toas = pulsar(J0613_SIZED)
    files = room / "sized.par", room / "sized.tim"
    jug.write_par(model, files[0])
    jug.write_tim(toas, files[1])
    return {**found, "simulated, of the size of J0613-0200 9-yr (GLS)": (*files, ("--gls",))}


def keep(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    """Write the figures, if a file for them is named."""
    if args.json:
        Path(args.json).write_text(json.dumps(figures, indent=1))


def main() -> None:
    """Measure, and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-pint", dest="pint", action="store_false")
    parser.add_argument("--largest", type=int, default=1_000_000, help="TOAs of the largest simulated pulsar")
    parser.add_argument("--json", help="write the figures there; with --from: read them, and measure nothing")
    parser.add_argument("--from", dest="again", action="store_true", help="make the page from --json")
    parser.add_argument("--page", help="write the page there, and the picture beside it")
    args = parser.parse_args()
    if args.again:
        figures = json.loads(Path(args.json).read_text())
    else:
        with tempfile.TemporaryDirectory() as room:
            if args.pint:
                import offline

                offline.set_up(Path(room) / "offline")
                import oracle

                oracle.fill_cache()  # what PINT would download
            figures = measure(args, Path(room))
        keep(args, figures)
    if args.page:
        written = page(figures)
        Path(args.page).write_text(written)
        picture(written, Path(args.page).with_suffix(".png"))
    else:
        print(page(figures))


if __name__ == "__main__":
    main()
