"""A step of a fit with binned families, against the same step with dense columns; and the memory of the binned one.

    python benchmarks/binned.py [n_toa] [n_dmx] [n_jump] [--dense]

By default 100,000 TOAs, 500 DMX bins, 200 JUMPs and 20 other parameters. Each form runs in a process of its own, so
that the peak of the resident memory (which has Python and the TOAs in it) is its own. Print both and the ratio of the
times. Measured on two busy cores: step 8.4 times faster, with the evaluation 5.7 times; 229 against 1878 MB.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "inputs")]

import manybins  # noqa: E402

from jug.compute.kernels import kernels  # noqa: E402
from jug.compute.solver import dense_matrix  # noqa: E402
from jug.core.blocks import Dense  # noqa: E402
from jug.model.evaluation.anchor import make_anchor  # noqa: E402

REPEATS = 3


def peak_mb() -> float:
    """Greatest resident memory of this process so far, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def run(n_toa: int, n_dmx: int, n_jump: int, dense: bool) -> None:
    """Print seconds of evaluation and step (least of some) and the peak of memory."""
    with tempfile.TemporaryDirectory() as folder:
        model, toas = manybins.made(Path(folder), n_toa, n_dmx, n_jump)
    before = peak_mb()
    anchor = make_anchor(model, toas)
    kernel = kernels("numpy", model.components, model.layout)
    sigma = toas.error_s * anchor.reference.rate
    zero = np.zeros(len(model.free))
    evaluate, step = [], []
    for _ in range(REPEATS):
        start = time.perf_counter()
        combined = kernel.evaluate(anchor.reference, zero)
        blocks = (Dense(dense_matrix(combined.blocks)),) if dense else combined.blocks
        middle = time.perf_counter()
        kernel.step(blocks, combined.residual, sigma, None, 0.0)
        evaluate.append(middle - start)
        step.append(time.perf_counter() - middle)
    print(f"{min(evaluate):.4f} {min(step):.4f} {before:.0f} {peak_mb():.0f}")


def main(arguments: list[str]) -> None:
    """Run both forms, or the one that is asked for."""
    sizes = [int(word) for word in arguments if word.isdigit()] or [100_000, 500, 200]
    if "--dense" in arguments or "--binned" in arguments:
        run(*sizes, dense="--dense" in arguments)
        return
    found = {}
    for form in ("--binned", "--dense"):
        words = [sys.executable, __file__, *map(str, sizes), form]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        found[form] = [float(word) for word in done.stdout.split()]
        evaluate, step, before, peak = found[form]
        print(f"{form[2:]:<7} evaluation {evaluate:.3f} s, step {step:.3f} s, peak {peak:.0f} MB ({before:.0f} before)")
    times = {form: sum(numbers[:2]) for form, numbers in found.items()}
    print(f"step       {found['--dense'][1] / found['--binned'][1]:.1f} times faster")
    print(f"whole step {times['--dense'] / times['--binned']:.1f} times faster, evaluation included")


if __name__ == "__main__":
    main(sys.argv[1:])
