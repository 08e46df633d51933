"""The pictures of the how-to pages that no command draws, and that of a report; `make_pictures.py` writes them."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import jug
from jug.core.array import Bool, Float, Toa
from jug.plots.pictures import COLOURS

WRONG = {
    "RAJ too large by 0.018 s: a sine of a year": {"RAJ": 0.018 / 3600.0},
    "F0 too large by 1e-9 Hz: a line": {"F0": 1e-9},
    "F1 too large by 8e-17 Hz/s: a parabola": {"F1": 8e-17},
    "DM too large by 1 pc/cm³: one delay for each frequency": {"DM": 1.0},
}
"""What is added to a parameter of NGC 6440E, in the unit of `TimingModel.values`: h, Hz, Hz/s, pc cm^-3."""


def wrong_parameters() -> Figure:
    """Residuals of the fitted model with one parameter moved, and of the fit."""
    result, toas = _fitted("NGC6440E")
    figure = Figure(figsize=(7.5, 6.0), layout="constrained")
    axes = list(figure.subplots(len(WRONG) + 1, sharex=True, sharey=True))
    models = {title: _moved(result.model, change) for title, change in WRONG.items()}
    for axis, (title, model) in zip(axes, {**models, "the fit: no shape is left": result.model}.items(), strict=True):
        _by_frequency(axis, toas, 1e6 * jug.residuals(model, toas).time_s, title)
    axes[len(WRONG) // 2].set_ylabel("residual (µs), on the same scale in all panels")
    axes[-1].set_xlabel("MJD")
    figure.legend(*axes[0].get_legend_handles_labels(), fontsize=8, ncols=3, loc="outside lower center")
    return figure


def missing_jump() -> Figure:
    """The two receivers of the page about JUMPs, before and after."""
    model = jug.load_model(jug.data.example("J0613-sim")[0])
    truth = model.add("JUMP -f UHF 2e-5")
    bands = [(1300.0, 0.8, "L"), (1500.0, 0.8, "L"), (750.0, 1.5, "UHF"), (850.0, 1.5, "UHF")]
    toas = jug.campaign(truth, start=53500, stop=54500, cadence_d=10.0, bands_mhz=bands, seed=1)
    figure = Figure(figsize=(7.5, 4.4), layout="constrained")
    for panel, (title, fitted) in zip(
        figure.subplots(2, sharex=True, sharey=True),
        {"fitted without a JUMP": model, "fitted with JUMP -f UHF": model.add("JUMP -f UHF")}.items(),
        strict=True,
    ):
        residual = 1e6 * jug.fit(fitted, toas).residuals.time_s
        for colour, receiver in zip(COLOURS, ("L", "UHF"), strict=False):
            rows = toas.flag("f") == receiver
            _points(panel, toas, rows, residual, colour, f"-f {receiver}")
        panel.set_title(title, loc="left", fontsize=10)
        panel.set_ylabel("residual (µs)")
    panel.set_xlabel("MJD")
    figure.legend(*panel.get_legend_handles_labels(), fontsize=8, ncols=2, loc="outside lower center")
    return figure


def _fitted(name: str) -> tuple[jug.FitResult, jug.TOAs]:
    """The fit of an example, and its TOAs."""
    model, toas = jug.load(*jug.data.example(name))
    return jug.fit(model, toas), toas


def _moved(model: jug.TimingModel, change: dict[str, float]) -> jug.TimingModel:
    return model.with_values({name: model.values[name] + by for name, by in change.items()})


def _points(axis: Axes, toas: jug.TOAs, rows: Bool[Toa], residual_us: Float[Toa], colour: str, label: str) -> None:
    error_us = 1e6 * toas.error_s[rows]
    axis.errorbar(toas.mjd[rows], residual_us[rows], error_us, fmt=".", ms=3, lw=0.6, color=colour, label=label)


def _by_frequency(axis: Axes, toas: jug.TOAs, residual_us: Float[Toa], title: str) -> None:
    """Points with bars, in a colour for each of three ranges of frequency."""
    ranges: Sequence[tuple[float, float, str]] = [
        (0.0, 1.8, "below 1.8 GHz"),
        (1.8, 2.0, "1.8 to 2 GHz"),
        (2.0, np.inf, "above 2 GHz"),
    ]
    for colour, (low, high, label) in zip(COLOURS, ranges, strict=False):
        rows = (toas.freq_hz >= 1e9 * low) & (toas.freq_hz < 1e9 * high)
        _points(axis, toas, rows, residual_us, colour, label)
    axis.set_title(title, loc="left", fontsize=9)


def photograph(page: Path, path: Path) -> bool:
    """Open a page in Chromium, without a window, and write what it shows.

    Parameters
    ----------
    page : Path
        HTML.
    path : Path
        The picture to write.

    Returns
    -------
    bool
        Whether Chromium is there.
    """
    program = shutil.which("chromium")
    if program is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        shown = ("--hide-scrollbars", "--window-size=1000,1300", f"--user-data-dir={folder}/user")
        words = [program, "--headless", "--no-sandbox", "--disable-gpu", *shown, f"--screenshot={path}", page.as_uri()]
        subprocess.run(words, check=True, capture_output=True, timeout=120)
    return True


PICTURES = {"pictures/wrong_parameters.png": wrong_parameters, "pictures/missing_jump.png": missing_jump}
"""Where each lies in docs/, and what draws it."""
