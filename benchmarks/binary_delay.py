"""One evaluation of each binary delay in NumPy, and of its partials, for 10,000 TOAs.

    python benchmarks/binary_delay.py [--toas 10000] [--rounds 200]

Milliseconds of this process's own time, the least of the rounds, beside one sine and one cosine of as many numbers and
the steps that Kepler's equation takes. The target is 3 ms for DD; 1.6 ms have been seen (one of two virtual cores).
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from jug.model.components.binary.kepler import KEPLER_STEPS

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "inputs"))

import orbits
from orbits import Size

ELLIPSE = orbits.kepler_lines(Size(1.7, 3.4, 0.3)) + "M2 0.3\n"
CIRCLE = orbits.circle_lines(Size(1.7, 3.4, 1e-4))
MODELS = {
    "BT": orbits.kepler_lines(Size(1.7, 3.4, 0.3)) + "OMDOT 1\n",
    "DD": ELLIPSE + "SINI 0.97\nOMDOT 1\nGAMMA 1e-3\nA0 1e-6\n",
    "DDGR": orbits.kepler_lines(Size(1.7, 3.4, 0.3)) + "M2 1.3\nMTOT 2.8\n",
    "DDK": ELLIPSE + "KIN 70\nKOM 80\n",
    "DDS": ELLIPSE + "SHAPMAX 3.5\n",
    "DDH": orbits.kepler_lines(Size(1.7, 3.4, 0.3)) + "H3 3e-7\nSTIG 0.7\n",
    "MSS": ELLIPSE + "SINI 0.97\n",
    "T2": ELLIPSE + "SINI KIN\nKIN 70\nKOM 80\n",
    "ELL1": CIRCLE + "M2 0.3\nSINI 0.97\n",
    "ELL1H": CIRCLE + "H3 3e-7\nSTIG 0.7\n",
    "ELL1k": CIRCLE + "OMDOT 10\n",
}


def least(run: Callable[[], object], rounds: int) -> float:
    """Milliseconds of processor time of the fastest of the rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--toas", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=200)
    args = parser.parse_args()
    numbers = np.random.default_rng(1).uniform(-3, 3, args.toas)
    pair = least(lambda: (np.sin(numbers), np.cos(numbers)), args.rounds)
    print(f"{args.toas} TOAs; a sine and a cosine: {pair:.2f} ms; Kepler steps: {KEPLER_STEPS}")
    for name, body in MODELS.items():
        model = orbits.model(f"BINARY {name}\n{body}")
        c, (p, x, t) = orbits.binary(model), orbits.kernel_arguments(model, args.toas)
        delay = least(lambda c=c, p=p, x=x, t=t: c.delay(np, p, x, t), args.rounds)
        partials = least(lambda c=c, p=p, x=x, t=t: c.partials(np, p, x, t), args.rounds)
        print(f"{name:6s} delay {delay:6.2f} ms   partials {partials:6.2f} ms")


if __name__ == "__main__":
    main()
