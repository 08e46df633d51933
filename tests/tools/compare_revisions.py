"""Compare two revisions of jug to the last bit: residuals, chi2, fitted values and par text of every example.

    python tests/tools/compare_revisions.py OLD NEW [--backend numpy jax] [--only NAME ...]

OLD and NEW are checkouts (folders). Each runs in a process of its own, on the files of this checkout; an example that
OLD or NEW does not have is left out, with a line. The exit code is 0 where every number is equal, and 1 with a list of
what differs and by how much.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from jug.data.examples import EXAMPLES as PAIRS  # noqa: E402

AT_HAND = ("DE421", "DE440")
"""Ephemerides that come with jug; an example with another one is computed with DE440."""

CODE = """
import json, sys, warnings
warnings.simplefilter("ignore")
import jug, numpy as np
par, tim, backend, out, ephem = sys.argv[1:6]
ignore = ["TIMEEPH"] if "waves" in par else []  # IF99, which old revisions refuse
model, toas = jug.load(par, tim, ignore=ignore, ephem=ephem or None)
before = jug.residuals(model, toas)
start = {"prefit residuals": [float(x).hex() for x in before.time_s], "prefit chi2": float(before.chi2).hex()}
try:
    result = jug.fit(model, toas, free=model.free or ["F0", "F1"], backend=backend)
except jug.errors.FitError as error:  # few TOAs of many: some parameters have no effect
    print(json.dumps({**start, "refused": str(error)}))
    sys.exit()
jug.write_par(result.model, out)
exact = {name: [entry.value.hi.hex(), entry.value.lo.hex()] for name, entry in result.model.entries.items()
         if hasattr(entry.value, "hi")}
print(json.dumps({
    **start,
    "residuals": [float(x).hex() for x in result.residuals.time_s],
    "chi2": float(result.chi2).hex(),
    "iterations": result.n_iter,
    "stop": result.stop.name,
    "values": exact,
    "errors": {name: float(x).hex() for name, x in result.errors.items()},
    "par": open(out).read(),
}))
"""


def ephemeris_for(par: Path) -> str:
    """DE440 for a par file whose ephemeris is not at hand, else nothing."""
    found = re.search(r"(?m)^EPHEM\s+(\S+)", par.read_text())
    return "DE440" if found and found[1] not in AT_HAND else ""


def lacks(checkout: Path, name: str) -> bool:
    """Whether a checkout does not have the files of an example."""
    return not all((checkout / "data" / "examples" / file).exists() for file in PAIRS[name])


def run(checkout: Path, name: str, backend: str, folder: Path) -> dict[str, object]:
    """Every number of one example, from the code of one checkout."""
    par, tim = (ROOT / "data" / "examples" / file for file in PAIRS[name])
    out = folder / f"{checkout.resolve().name}-{name}-{backend}.par"
    env = {**os.environ, "PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", CODE, str(par), str(tim), backend, str(out), ephemeris_for(par)],
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    if ran.returncode:
        raise SystemExit(f"{checkout}: {name} with {backend} failed\n{ran.stderr[-2000:]}")
    found: dict[str, object] = json.loads(ran.stdout)
    return found


def differences(old: object, new: object, where: str) -> list[str]:
    """What differs between two results, one line each, with the size of numbers that differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = [*old, *(key for key in new if key not in old)]
        return [line for key in keys for line in differences(old.get(key), new.get(key), f"{where} {key}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        off = [(abs(float.fromhex(a) - float.fromhex(b))) for a, b in zip(old, new, strict=True) if a != b]
        return [f"{where}: {len(off)} of {len(old)} differ, by {max(off):.3g} at most"] if off else []
    return [] if old == new else [f"{where}: {str(old)[:60]!r} became {str(new)[:60]!r}"]


def main() -> int:
    """Run the comparison."""
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--backend", nargs="+", default=["numpy"], choices=("numpy", "jax"))
    parser.add_argument("--only", nargs="+", default=list(PAIRS), choices=tuple(PAIRS))
    args = parser.parse_args()
    for checkout in (args.old, args.new):
        if not (checkout / "jug").is_dir():
            parser.error(f"{checkout} is not a folder with a checkout of jug")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in args.only:
            without = [str(checkout) for checkout in (args.old, args.new) if lacks(checkout, name)]
            if without:
                sys.stdout.write(f"{name}: left out, not in {' and '.join(without)}\n")
                continue
            for backend in args.backend:
                old, new = (run(checkout.resolve(), name, backend, Path(folder)) for checkout in (args.old, args.new))
                lines = differences(old, new, f"{name} {backend}")
                found += lines
                sys.stdout.write(f"{name} {backend}: {'equal to the last bit' if not lines else 'differs'}\n")
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
