"""CPU time of a point of `jug.grid` on NumPy and JAX, beside one evaluation of chi2 and its slope.

    OMP_NUM_THREADS=1 python benchmarks/grids.py

Prints a table for 64 points (8 x 8) of two parameters within 2.7 standard deviations, and for each further point up to
289 (17 x 17) over the same range. The grid's own preparation, which does not depend on the number of points, is in the
first figures: the fit of the other parameters, anchors, the noise factored once, and three points that are checked from
new anchors. The floor is one evaluation a point: `value_and_grad` of a likelihood with fixed noise, compiled by JAX.
Each figure is the least of five calls after the first, in one process on one thread.
"""

import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

EXAMPLES = {
    "NGC6440E": ("F0", "DM"),
    "test-wb-0": ("F0", "DM"),
    "J0613-sim": ("A1", "F1"),
    "B1855+09": ("M2", "SINI"),
    "J1713+0747-11yr": ("KIN", "KOM"),
}
SMALL, LARGE = 8, 17


def cpu_ms(run: Callable[[], Any]) -> float:
    """The least of five calls after the first."""
    run()
    times = []
    for _ in range(5):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


def row(name: str, model: Any, toas: Any, names: tuple[str, str]) -> str:
    """A row of the table."""
    import jug

    result = jug.fit(model, toas, backend="numpy")
    axes = {key: values[4:21] for key, values in jug.grid_axes(result, names).items()}
    few = {key: [values[i] for i in np.linspace(0, LARGE - 1, SMALL).astype(int)] for key, values in axes.items()}
    cells = []
    for backend in ("numpy", "jax"):
        made = partial(jug.grid, result.model, toas, backend=backend)
        small, large = (cpu_ms(partial(made, of)) for of in (few, axes))
        cells += [small / SMALL**2, (large - small) / (LARGE**2 - SMALL**2)]
    like = jug.likelihood(result.model, toas, noise=(), backend="jax")
    cells.append(cpu_ms(lambda: [like.value_and_grad(like.start) for _ in range(20)]) / 20)
    figures = " | ".join(f"{cell:.3g}" for cell in (cells[0], cells[2], cells[1], cells[3], cells[4]))
    return f"| {name}, {' and '.join(names)} | {len(toas):,} | {len(model.free)} | {figures} |"


def main() -> None:
    """Print the table."""
    from drawn_pulsars import J0613_SIZED, pulsar
    from stages import simulated

    import jug

    warnings.simplefilter("ignore")
    print("| | TOAs | parameters | 64 points, NumPy | JAX | a further point, NumPy | JAX | one evaluation |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, names in EXAMPLES.items():
        print(row(name, *jug.load(*jug.data.example(name)), names), flush=True)
    print(row("simulated, white noise", *simulated(10_000, 20), ("F0", "DM")), flush=True)
    print(row("simulated, of the size of J0613-0200 9-yr", *pulsar(J0613_SIZED), ("F0", "DM")), flush=True)


if __name__ == "__main__":
    main()
