"""``docs/performance.md`` and its picture, from the figures of `run.py`."""

from pathlib import Path
from typing import Any

import numpy as np
from floors import floors

STAGES = (
    ("preparation", "TOA preparation"),
    ("residuals", "residuals"),
    ("design matrix", "design matrix"),
    ("step", "one fit step"),
    ("fit", "fit, warm"),
    ("first fit", "fit, the first in a process"),
    ("likelihood, noise held", "log-likelihood of a vector, noise fixed"),
    ("likelihood and gradient, noise held", "with its gradient"),
    ("likelihood, noise free", "log-likelihood of a vector, noise free"),
    ("likelihood and gradient, noise free", "with its gradient"),
    ("grid point", "chi2 with refit, a point of a grid"),
    ("peak_mb", "peak memory, MB"),
)
"""Keys of `stages.py` and what they are called."""

SECTIONS = {
    "likelihoods": (
        "The noise likelihood of B1855+09 9-yr, timing marginalised",
        """Made by `python benchmarks/likelihoods.py`: CPU time of one thread, 14 parameters of the noise. A
program that is not installed has no figure (discovery is in no package registry). The floor of a leapfrog step is one
gradient.""",
    ),
    "correlated": (
        "Many TOAs with ECORR, red and DM noise",
        """Made by `python benchmarks/correlated.py`: CPU time of one thread, 50 parameters, 30 frequencies of
each process, NumPy. The floor of an iteration is the Gram product of all columns. Exponents of the time since the row
before: white, correlated.""",
    ),
    "array": (
        "A whole array",
        """Made by `python benchmarks/many_pulsars.py`. The floor of a run is the time of the single fits,
divided by the number of processes.""",
    ),
}
"""Tables that other benchmarks make: their titles, and what they are."""

INTRO = """# Performance

`python benchmarks/run.py --page docs/performance.md` writes this page. It runs jug and PINT (and tempo2, if on the
PATH) alternately, each in its own processes. Times are wall-clock times, the shortest of three rounds, except where CPU
time is stated. Times of the likelihood are the median of 100 calls after the first. Ratios are more portable between
machines than seconds. The floor of a figure is a lower limit of its time: the necessary flops at the rate of a Gram
product, and the necessary bytes at that of memory (`benchmarks/floors.py`). The number in brackets is the time of the
faster backend divided by the floor.

The environment sets no number of threads. OpenBLAS then starts threads when Python imports NumPy, which wait actively:
about 50 ms of CPU of an import of NumPy, 100 of one of jug. With OMP_NUM_THREADS=1, and in the command `jug`, there are
none.
"""


ALT = (
    "Wall-clock time of TOA preparation, residuals, step and fit against the number of TOAs, with 10 and with 100 "
    "parameters: NumPy drawn through, JAX dashed, the fit of PINT dotted"
)
"""What the picture shows, in words."""


def page(figures: dict[str, Any]) -> str:
    """The page, Markdown."""
    m = figures["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in m["versions"].items())
    gram, copy = m["gram_flops"], m["copy_bytes"]
    end = m.get("load at the end", float("nan"))
    parts = [
        INTRO,
        f"Measured {m['date']}: {m['cores']} cores ({m['machine']}), load {m['load']:.1f} before and {end:.1f} after, "
        f"Python {m['python']}, {versions}. A Gram product of 20,000 x 200 runs at {gram / 1e9:.0f} Gflop/s, a copy in "
        f"memory at {copy / 1e9:.1f} GB/s.\n",
        _processes(figures),
        _command(figures.get("command", "")),
        *(_pulsar(name, found, m) for name, found in figures["pulsars"].items()),
        *(f"## {title}\n\n{about}\n\n{figures[key]}\n" for key, (title, about) in SECTIONS.items() if key in figures),
        _simulated(figures, gram, copy),
        _growth(figures["simulated"]),
        f"![{ALT}](performance.png)\n",
    ]
    return "\n".join(part for part in parts if part)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; the first column is text."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def seconds(value: float | None) -> str:
    """A time with a unit that suits."""
    if value is None:
        return ""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.1g} s"


def ratio(a: float | None, b: float | None) -> str:
    """a / b in words."""
    return "" if not a or not b else f"{a / b:.3g}"


def _processes(figures: dict[str, Any]) -> str:
    """Whole processes; their floor is to import numpy, erfa and jplephem, without which there are no data."""
    start = figures["start-up"]
    whole = {"import of what fits": start, **{f"fit of {name}": found for name, found in figures["whole"].items()}}
    rows = []
    for name, found in whole.items():
        ours, theirs = found["jug"], found.get("PINT")
        floor = f"{seconds(start['floor'])} ({ratio(ours, start['floor'])})"
        shown = (seconds(found.get(program)) for program in ("jug", "PINT", "tempo2"))
        rows.append([name, *shown, ratio(theirs, ours), floor])
    head = ["", "jug", "PINT", "tempo2", "PINT / jug", "floor: imports of numpy, erfa, jplephem (jug / floor)"]
    return "## A whole process, CPU time\n\n" + table(head, rows)


def _command(table_of_stages: str) -> str:
    """The stages of the command; a table that `command.py` made."""
    if not table_of_stages:
        return ""
    about = """## `jug fit`, stage by stage

Made by `python benchmarks/command.py`; with `--against CHECKOUT` it prints the ratios to another revision too. Each
run has one thread of BLAS and one core. The floor is a Python process that imports numpy, erfa and jplephem and reads
the bytes of the two files."""
    return f"{about}\n\n{table_of_stages}\n"


def _pulsar(name: str, found: dict[str, Any], machine: dict[str, Any]) -> str:
    ours, jax, theirs = (found.get(program, {}) for program in ("jug", "jax", "pint"))
    least = floors(ours, machine["gram_flops"], machine["copy_bytes"], machine["import_mb"]) if ours else {}
    rows = []
    for key, words in STAGES:
        values = [side.get(key) for side in (ours, jax, theirs)]
        if not any(values):
            continue
        shown = [f"{v:.0f}" if v and key == "peak_mb" else seconds(v) for v in values]
        best = min((v for v in values[:2] if v), default=None)
        floor = least.get(key)
        said = "" if floor is None else f"{floor:.0f}" if key == "peak_mb" else seconds(floor)
        rows.append([words, *shown, ratio(values[2], best), f"{said} ({ratio(best, floor)})" if said else ""])
    size = f"{ours.get('n_toa', 0):.0f} TOAs, {ours.get('n_par', 0):.0f} free parameters"
    return f"## {name}: {size}\n\n" + table(["", "NumPy", "JAX", "PINT", "PINT / jug", "floor (jug / floor)"], rows)


def _simulated(figures: dict[str, Any], gram: float, copy: float) -> str:
    """Simulated pulsars, with the floor of a step: the Gram product, one write and one read of the design matrix."""
    rows = []
    for row in figures["simulated"]:
        n, p = row["n_toa"], row["n_par"]
        floor = 2.0 * n * p * p / gram + 2.0 * 8.0 * n * p / copy
        ours, jax, theirs = (row.get(program, {}) for program in ("jug", "jax", "pint"))
        step = ours.get("step")
        rows.append(
            [
                f"{n:,} x {p}",
                *(seconds(ours.get(key)) for key in ("preparation", "residuals", "step")),
                f"{seconds(floor)} ({ratio(step, floor)})",
                seconds(jax.get("step")) + (f" ({ratio(jax['step'], floor)})" if jax else ""),
                *(seconds(side.get("fit")) for side in (ours, jax, theirs)),
                *(f"{side['peak_mb']:.0f}" if side else "" for side in (ours, jax, theirs)),
            ]
        )
    head = ["TOAs x parameters", "preparation", "residuals", "step", "floor (step / floor)", "step, JAX"]
    head += ["fit", "fit, JAX", "fit, PINT", "MB", "MB, JAX", "MB, PINT"]
    text = (
        "The floor of a step is the Gram product at the rate above, and one write and one read of the design matrix. "
        "On NumPy, chunks of more than 8,192 TOAs use two threads from 30 parameters and 1e6 TOAs x parameters on; "
        "JAX uses all cores.\n"
    )
    return f"## Simulated pulsars (white noise, dense columns)\n\n{text}\n" + table(head, rows)


def exponent(x: list[float], y: list[float]) -> str:
    """Slope of log y by log x, from the last two points."""
    return f"{np.log(y[-1] / y[-2]) / np.log(x[-1] / x[-2]):.2f}" if len(x) > 1 else ""


def _growth(rows: list[dict[str, Any]]) -> str:
    found = []
    for key, words in (
        ("preparation", "TOA preparation"),
        ("residuals", "residuals"),
        ("step", "step"),
        ("fit", "fit"),
    ):
        line = [words]
        for axis, fixed, value in (("n_toa", "n_par", 10), ("n_toa", "n_par", 100), ("n_par", "n_toa", 10_000)):
            some = sorted((r for r in rows if r[fixed] == value and r["jug"]), key=lambda r: r[axis])
            line.append(exponent([r[axis] for r in some], [r["jug"][key] for r in some]))
        found.append(line)
    head = ["growth exponent, NumPy", "TOAs, 10 parameters", "TOAs, 100 parameters", "parameters, 10,000 TOAs"]
    return "## Growth\n\nBetween the two largest sizes.\n\n" + table(head, found)


CURVES = {
    "preparation": ("C0", "-o", "TOA preparation"),
    "residuals": ("C1", "-o", "residuals"),
    "step": ("C2", "-o", "step, NumPy"),
    "step, JAX": ("C2", "--s", "step, JAX"),
    "fit": ("C3", "-o", "fit, NumPy"),
    "fit, JAX": ("C3", "--s", "fit, JAX"),
    "fit, PINT": ("C3", ":^", "fit, PINT"),
}
"""Columns of the table of simulated pulsars that the picture shows: colour, line with marker, words of the legend."""


def times_of(text: str) -> dict[int, dict[str, list[tuple[int, float]]]]:
    """Read the table of simulated pulsars of a page.

    Parameters
    ----------
    text : str
        The page, as `page` makes it.

    Returns
    -------
    dict of int to dict
        By the number of parameters, and by the head of a column: pairs of the number of TOAs and of seconds.
    """
    start = text.index("| TOAs x parameters |")
    lines = text[start:].split("\n\n")[0].splitlines()
    head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    found: dict[int, dict[str, list[tuple[int, float]]]] = {}
    for row in rows:
        n_toa, n_par = (int(number.replace(",", "")) for number in row[0].split(" x "))
        for name, cell in zip(head, row, strict=True):
            if name in CURVES and cell:
                value, unit = cell.split()[:2]
                time = float(value) * {"s": 1.0, "ms": 1e-3, "us": 1e-6}[unit]
                found.setdefault(n_par, {}).setdefault(name, []).append((n_toa, time))
    return found


def picture(text: str, path: Path) -> None:
    """Draw seconds of the stages against the number of TOAs, from the table of simulated pulsars of the page."""
    from matplotlib.figure import Figure

    figure, times = Figure(figsize=(9, 4.5), layout="constrained"), times_of(text)
    axes = figure.subplots(1, 2, sharex=True, sharey=True)
    for ax, n_par in zip(axes, (10, 100), strict=True):
        for name, points in times[n_par].items():
            colour, style, _ = CURVES[name]
            ax.loglog(*zip(*points, strict=True), style, color=colour, markersize=4)
        ax.set_title(f"{n_par} parameters")
        ax.set_xlabel("number of TOAs")
        ax.grid(alpha=0.3)
    axes[0].set_ylabel("wall-clock time (s)")
    for colour, style, words in CURVES.values():
        axes[0].plot([], [], style, color=colour, markersize=4, label=words)
    figure.legend(loc="outside lower center", ncols=4, fontsize=9, frameon=False)
    figure.savefig(path, dpi=130)
