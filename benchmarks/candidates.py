"""Tests of terms and of files, against the time of one fit.

    python benchmarks/candidates.py

Print the CPU time of a fit of B1855+09, of `jug.ftest` with 20 candidates (and its base fit), of `jug.outliers` for
all files and epochs, each without refits, and their ratios to the fit: the least of five rounds, alternating.
"""

import sys
import warnings
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

import jug  # noqa: E402
import jug.data  # noqa: E402

TERMS = ["F2", "F2+F3", "DM1", "DM1+DM2", "FD4-8", "A1DOT", "PBDOT", "OMDOT", "EDOT", "NE_SW1", "CM", "XPBDOT"]
TERMS += ["JUMP -f 430_PUPPI", "JUMP -fe 430", "JUMP -be PUPPI", "PHOFF"]
ROUNDS = 5


def main() -> None:
    """Time the three in turn, and print them."""
    warnings.simplefilter("ignore")
    model, toas = jug.load(*jug.data.example("B1855+09"))
    base = jug.fit(model, toas, backend="numpy")
    runs = {
        "fit": lambda: jug.fit(model, toas, backend="numpy"),
        "ftest, 20 candidates": lambda: jug.ftest(model, toas, add=TERMS, confirm=False, backend="numpy"),
        "outliers, files and epochs": lambda: jug.outliers(base, toas, confirm=0),
    }
    least = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            start = process_time()
            run()
            least[name] = min(least[name], process_time() - start)
    for name, seconds in least.items():
        print(f"{name:28} {1e3 * seconds:8.1f} ms  {seconds / least['fit']:5.2f} fits")


if __name__ == "__main__":
    main()
