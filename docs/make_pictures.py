"""Draw the pictures of the pages, from real and simulated data: ``python docs/make_pictures.py [FOLDER]``.

Most are what a command on the page draws (`command_pictures.py`). Those of the pages about export and folding are
drawn here, those of the how-to pages in `page_pictures.py`, that of performance from the table of its page. They are
those of docs/ unless a folder is given. It takes a minute, and needs no network. That of the report needs
Debian's chromium. The picture of the folders of the package is drawn by `make_structure.py`.
"""

import shutil
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import command_pictures
import numpy as np
import page
import page_pictures
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import jug
from jug.core.times import to_mjd
from jug.exchange.feather import read_record
from jug.plots.pictures import COLOURS

DOCS = Path(__file__).resolve().parent
WIDTH_IN, HEIGHT_IN, DPI = 7.5, 4.4, 100
YEAR_D = 365.25
MADE = {
    "export.png": "what the record of B1855+09 has",
    "phase.png": "the Doppler shift of J1748-2021E at Green Bank",
    "polyco.png": "how near polycos of J0740+6620 are to the model",
    "predictor.png": "the phase of J1748-2021E across a band, and how near its predictor is to the model",
    "bary.png": "from Green Bank to the barycentre, for J1748-2021E",
}
"""The pictures of this file and what they show."""

PERFORMANCE = "performance.png"
"""Drawn from the table of simulated pulsars of docs/performance.md."""


def panels(titles: Sequence[str], share_x: bool = False) -> tuple[Figure, list[Axes]]:
    """A figure with one panel for each title, below each other."""
    figure = Figure(figsize=(WIDTH_IN, HEIGHT_IN), dpi=DPI, layout="constrained")
    axes = list(np.atleast_1d(figure.subplots(len(titles), sharex=share_x)))
    for axis, title in zip(axes, titles, strict=True):
        axis.set_title(title, loc="left", fontsize=10)
        axis.tick_params(labelsize=8)
        axis.grid(alpha=0.25)
    return figure, axes


def legend_beside(axis: Axes) -> None:
    """Name the lines of a panel at its right, where no line is."""
    axis.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)


def years(seconds: np.ndarray) -> np.ndarray:
    """Years of MJDs in s."""
    return 2000.0 + (seconds / 86400.0 - 51544.5) / YEAR_D


def export() -> Figure:
    """Residuals and columns of the matrix, as a reader of the file finds them."""
    with tempfile.TemporaryDirectory() as folder:
        jug.export(*jug.load(*jug.data.example("B1855+09")), Path(folder, "B1855+09.feather"))
        record = read_record(Path(folder, "B1855+09.feather"))
    figure, (above, below) = panels(
        [
            "PSR B1855+09: residuals, in a colour for each of backend_flags",
            "change of the residuals where a parameter grows by its uncertainty: -Mmat times it",
        ],
        True,
    )
    year = years(record.toas)
    for colour, name in zip(COLOURS, np.unique(record.backend_flags), strict=False):
        rows = record.backend_flags == name
        above.errorbar(
            year[rows],
            1e6 * record.residuals[rows],
            1e6 * record.toaerrs[rows],
            fmt=".",
            ms=2,
            lw=0.4,
            color=colour,
            label=name,
        )
    above.set_ylabel("residual (µs)")
    legend_beside(above)
    order = np.argsort(record.toas)
    for colour, name in zip(COLOURS, ("PX", "PMELAT", "SINI"), strict=False):
        sigma = float(record.parameters[name].uncertainty or 0.0)
        moved = -record.mmat[order, record.fitpars.index(name)] * sigma
        style = {"marker": ".", "ms": 2, "ls": ""} if name == "SINI" else {"lw": 1.2}
        below.plot(year[order], 1e9 * moved, color=colour, label=name, **style)
    below.set_ylabel("change (ns)")
    below.set_xlabel("year")
    legend_beside(below)
    return figure


def phase() -> Figure:
    """The Doppler shift in a year and in two days."""
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    figure, (above, below) = panels(
        [
            "PSR J1748-2021E at Green Bank, a year",
            "PSR J1748-2021E at Green Bank (gbt) and at the geocentre (geocenter), two days",
        ]
    )
    year = np.linspace(53750.0, 53750.0 + YEAR_D, 600)
    found = jug.phase(model, year, site="gbt", freq_mhz=1400.0)
    above.plot(year, 1e4 * found.doppler, color=COLOURS[0], lw=1.2)
    days = np.linspace(0.0, 2.0, 200)
    for colour, site in zip(COLOURS, ("gbt", "geocenter"), strict=False):
        spin = jug.phase(model, 53801.0 + days, site=site, freq_mhz=1400.0).frequency_hz
        below.plot(days, spin, color=colour, lw=1.2, label=site)
    above.set_ylabel("Doppler shift (1e-4)")
    above.set_xlabel("MJD")
    below.set_ylabel("spin frequency (Hz)")
    below.ticklabel_format(axis="y", useOffset=False)
    below.set_xlabel("days since MJD 53801")
    legend_beside(below)
    return figure


def polyco() -> Figure:
    """Distances of polycos from the model, for three lengths of a segment."""
    model = jug.load_model(jug.data.example("J0740+6620")[0], ephem="DE440")
    figure, (axis,) = panels(["PSR J0740+6620: polycos of 12 coefficients, with three lengths of a segment (--nspan)"])
    start, end = 57000.0, 57000.5
    hours = 12.0 * (np.arange(240) + 0.5) / 240.0
    times = start + hours / 24.0
    exact = jug.phase(model, times, site="gbt", freq_mhz=1400.0)
    for colour, minutes in zip(COLOURS, (360, 120, 60), strict=False):
        made = jug.polyco(model, start, end, site="gbt", freq_mhz=1400.0, nspan=minutes, ncoeff=12)
        found = made.phase(times)
        error = np.abs(_turns(found, exact))
        axis.semilogy(hours, np.maximum(error, 1e-13), color=colour, lw=1.0, label=f"{minutes} min")
    axis.axhline(1e-6, color="0.3", ls="--", lw=0.8)
    axis.text(0.0, 1.3e-6, "a warning follows above this", fontsize=8)
    axis.set_ylabel("|polyco less model| (turns)")
    axis.set_xlabel("hours since MJD 57000")
    legend_beside(axis)
    return figure


def predictor() -> Figure:
    """The phase across a band, and distances of a predictor from the model at three frequencies."""
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    made = jug.predictor(model, 53801.0, 53802.0, site="gbt", freq_mhz=(1200.0, 1600.0))
    titles = [
        "PSR J1748-2021E at Green Bank: phase at MJD 53801.5 less that at 1600 MHz",
        "predictor less model, at three frequencies",
    ]
    figure, (above, below) = panels(titles)
    band = np.linspace(1200.0, 1600.0, 81)
    turns = np.array([_turns(made.phase(["53801.5"], mhz), made.phase(["53801.5"], 1600.0))[0] for mhz in band])
    above.plot(band, turns, color=COLOURS[0], lw=1.2)
    hours = 24.0 * (np.arange(240) + 0.5) / 240.0
    for colour, mhz in zip(COLOURS, (1200.0, 1400.0, 1600.0), strict=False):
        times = 53801.0 + hours / 24.0
        exact = jug.phase(model, times, site="gbt", freq_mhz=mhz)
        error = 1e9 * _turns(made.phase(times, mhz), exact)
        below.plot(hours, error, color=colour, lw=1.0, label=f"{mhz:g} MHz")
    above.set_ylabel("phase (turns)")
    above.set_xlabel("radio frequency (MHz)")
    below.set_ylabel("difference (1e-9 turns)")
    below.set_xlabel("hours since MJD 53801")
    legend_beside(below)
    return figure


def bary() -> Figure:
    """What lies between the times of a site and of the barycentre."""
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    figure, (above, below) = panels(
        [
            "PSR J1748-2021E: TDB at the barycentre less UTC at Green Bank, a year",
            "the same at Green Bank less that at the geocentre, two days",
        ]
    )
    year = np.linspace(53750.0, 53750.0 + YEAR_D, 400)
    above.plot(year, _shift(model, year, "gbt"), color=COLOURS[0], lw=1.2)
    days = np.linspace(0.0, 2.0, 200)
    rotation = _shift(model, 53801.0 + days, "gbt") - _shift(model, 53801.0 + days, "geocenter")
    below.plot(days, 1e3 * rotation, color=COLOURS[1], lw=1.2)
    above.set_ylabel("difference (s)")
    above.set_xlabel("MJD")
    below.set_ylabel("difference (ms)")
    below.set_xlabel("days since MJD 53801")
    return figure


def _turns(one: jug.Phases, other: jug.Phases) -> np.ndarray:
    """Difference of phases, turns."""
    return (one.turn - other.turn) + (one.fraction - other.fraction)


def _shift(model: jug.TimingModel, mjd: np.ndarray, site: str) -> np.ndarray:
    """TDB at the barycentre less UTC at the site, s; to 1 us, as float64 holds an MJD."""
    there = np.asarray(to_mjd(jug.barycentric_times(model, mjd, site=site, freq_mhz=1400.0)))
    return (there - mjd) * 86400.0


def main(folder: Path) -> None:
    """Draw and write all."""
    warnings.simplefilter("ignore", jug.JugWarning)
    (folder / "pictures").mkdir(exist_ok=True)
    for name in MADE:
        globals()[name.removesuffix(".png")]().savefig(folder / name)
    for name, draw in page_pictures.PICTURES.items():
        draw().savefig(folder / name, dpi=DPI)
    page.picture((DOCS / PERFORMANCE).with_suffix(".md").read_text(), folder / PERFORMANCE)
    for name in sorted({name for name, _ in command_pictures.COMMANDS.values()}):
        _take_from_page(name, folder)


def _take_from_page(name: str, folder: Path) -> None:
    """Run the lines of a page, and copy the pictures that they draw; of a page of HTML what a browser shows."""
    wanted = {made: path for path, (page_name, made) in command_pictures.COMMANDS.items() if page_name == name}
    with tempfile.TemporaryDirectory() as room:
        command_pictures.run_page(name, set(wanted), Path(room))
        for made, path in wanted.items():
            if made.endswith(".png"):
                shutil.copyfile(Path(room, made), folder / path)
            elif not page_pictures.photograph(Path(room, made), folder / path):
                warnings.warn(f"{path} is left as it is: there is no chromium", stacklevel=1)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
