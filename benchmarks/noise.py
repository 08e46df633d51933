"""CPU time of `jug.noise` on B1855+09: one start, then ten starts with profiles, each twice in a process of its own.

    python benchmarks/noise.py

Each process begins without compiled code. Printed: s of CPU from the files to the par file, s of a second call in the
same process, and how often the likelihood was evaluated with its gradient, which costs 7.6 ms on the machine of the
other benchmarks: the lower limit of a search that evaluates as often. Errors (differences of gradients) are the rest.
"""

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


def main() -> None:
    """Run and print."""
    print(" first/s second/s  evaluations  log likel.  options")
    for options in ("dict(starts=1)", "dict(starts=10, profiles=True)"):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "JUG_CACHE": folder, "OMP_NUM_THREADS": "1"}
            words = [sys.executable, "-c", LINES, options, str(Path(folder, "noisy.par"))]
            done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
            print(done.stdout.rstrip(), " ", options)


if __name__ == "__main__":
    main()
