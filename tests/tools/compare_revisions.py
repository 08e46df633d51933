"""Compare two revisions of jug to the last bit: residuals, chi2, fitted values and par text of every example.

    python tests/tools/compare_revisions.py OLD NEW [--backend numpy jax] [--only NAME ...]

OLD and NEW are checkouts (folders). Each runs in a process of its own. The exit code is 0 where every number is equal,
and 1 with a list of what differs and by how much.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

PAIRS = {
    "NGC6440E": ("NGC6440E.par", "NGC6440E.tim"),
    "J1028-5819": ("J1028-5819-example.par", "J1028-5819-example.tim"),
    "J0613-sim": ("J0613-sim.par", "J0613-sim.tim"),
    "waves": ("waves.par", "waves_withpn.tim"),
    "test-wb-0": ("test-wb-0.par", "test-wb-0.tim"),
    "B1855+09": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
    "J1614-2230": ("J1614-2230_NANOGrav_12yv3.wb.gls.par", "J1614-2230_NANOGrav_12yv3.wb.tim"),
    "J0740+6620": ("J0740+6620.FCP+21.wb.DMX3.0.par", "J0740+6620.FCP+21.wb.tim"),
}
"""The example pulsars under data/examples, by name."""

CODE = """
import json, sys, warnings
warnings.simplefilter("ignore")
import jug, numpy as np
par, tim, backend = sys.argv[1:4]
ignore = ["TIMEEPH"] if "waves" in par else []  # IF99, which old revisions refuse
ephem = "DE440" if ".wb." in par else None  # DE436 and DE438 are not embedded
model, toas = jug.load(par, tim, ignore=ignore, ephem=ephem)
before = jug.residuals(model, toas)
result = jug.fit(model, toas, free=model.free or ["F0", "F1"], backend=backend)
jug.write_par(result.model, sys.argv[4])
exact = {name: [entry.value.hi.hex(), entry.value.lo.hex()] for name, entry in result.model.entries.items()
         if hasattr(entry.value, "hi")}
print(json.dumps({
    "prefit residuals": [float(x).hex() for x in before.time_s],
    "prefit chi2": float(before.chi2).hex(),
    "residuals": [float(x).hex() for x in result.residuals.time_s],
    "chi2": float(result.chi2).hex(),
    "iterations": result.n_iter,
    "stop": result.stop.name,
    "values": exact,
    "errors": {name: float(x).hex() for name, x in result.errors.items()},
    "par": open(sys.argv[4]).read(),
}))
"""


def run(checkout: Path, name: str, backend: str, folder: Path) -> dict[str, object]:
    """Every number of one example, from the code of one checkout."""
    examples = Path(__file__).resolve().parents[2] / "data" / "examples"
    par, tim = (str(examples / file) for file in PAIRS[name])
    out = folder / f"{checkout.resolve().name}-{name}-{backend}.par"
    env = {**os.environ, "PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", CODE, par, tim, backend, str(out)], env=env, cwd=folder, capture_output=True, text=True
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
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in args.only:
            for backend in args.backend:
                old, new = (run(checkout.resolve(), name, backend, Path(folder)) for checkout in (args.old, args.new))
                lines = differences(old, new, f"{name} {backend}")
                found += lines
                sys.stdout.write(f"{name} {backend}: {'equal to the last bit' if not lines else 'differs'}\n")
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
