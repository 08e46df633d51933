"""The pictures of the first pages and of the how-to pages; `make_pictures.py` writes them."""

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
    "a wrong RAJ: a sine of a year": {"RAJ": 5e-6},
    "a wrong F0: a line": {"F0": 1e-9},
    "a wrong F1: a parabola": {"F1": 5e-17},
    "a wrong DM: one delay for each frequency": {"DM": 0.6},
}
"""What is added to a parameter of NGC 6440E, in the unit of `TimingModel.values`: h, Hz, Hz/s, pc cm^-3."""


def ngc6440e() -> Figure:
    """The first fit."""
    result, toas = _fitted("NGC6440E")
    return jug.plot_residuals(result, toas)


def wrong_parameters() -> Figure:
    """Residuals of the fitted model with one parameter moved, and of the fit."""
    result, toas = _fitted("NGC6440E")
    figure = Figure(figsize=(7.5, 6.0), layout="constrained")
    axes = list(figure.subplots(len(WRONG) + 1, sharex=True))
    models = {title: _moved(result.model, change) for title, change in WRONG.items()}
    for axis, (title, model) in zip(axes, {**models, "the fit: no shape is left": result.model}.items(), strict=True):
        _by_frequency(axis, toas, 1e6 * jug.residuals(model, toas).time_s, title)
    axes[len(WRONG) // 2].set_ylabel("residual (µs)")
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
        figure.subplots(2, sharex=True),
        {"without a JUMP": model, "with JUMP -f UHF": model.add("JUMP -f UHF")}.items(),
        strict=True,
    ):
        residual = 1e6 * jug.fit(fitted, toas).residuals.time_s
        for colour, receiver in zip(COLOURS, ("L", "UHF"), strict=False):
            rows = toas.flag("f") == receiver
            _points(panel, toas, rows, residual, colour, receiver)
        panel.set_title(title, loc="left", fontsize=10)
        panel.set_ylabel("residual (µs)")
    panel.set_xlabel("MJD")
    figure.legend(*panel.get_legend_handles_labels(), fontsize=8, ncols=2, loc="outside lower center")
    return figure


def white() -> Figure:
    """Averages of B1855+09 without its correlated noise."""
    result, toas = _fitted("B1855+09")
    return jug.plot_residuals(result, toas, whiten=True, average=True)


def normal_quantiles() -> Figure:
    """Standardised residuals of B1855+09."""
    result, toas = _fitted("B1855+09")
    return jug.plot_qq(result, toas)


def realisations() -> Figure:
    """The noise of B1855+09."""
    result, toas = _fitted("B1855+09")
    return jug.plot_noise(result, toas)


def chi2_map() -> Figure:
    """F0 and F1 of NGC 6440E."""
    result, toas = _fitted("NGC6440E")
    return jug.plot_grid(jug.grid(result.model, toas, jug.grid_axes(result, ["F0", "F1"])))


def prediction() -> Figure:
    """How long NGC 6440E is predicted."""
    result, toas = _fitted("NGC6440E")
    return jug.plot_prediction(jug.predict(result, toas, mjd=np.linspace(54200.0, 62000.0, 80)))


def noise_check() -> Figure:
    """The tests of the noise of NGC 6440E."""
    return jug.plot_noise_check(jug.check_noise(*jug.load(*jug.data.example("NGC6440E"))))


def backend_check() -> Figure:
    """The tests of EFAC, EQUAD and ECORR of each backend, estimated from TOAs of B1855+09."""
    model, toas = jug.load(*jug.data.example("B1855+09-dfg12"))
    return jug.plot_noise_check(jug.check_noise(jug.noise(model, toas, add="white,ecorr").model, toas))


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


def photograph_report(path: Path) -> bool:
    """Open the page of the first fit in Chromium, without a window, and write what it shows.

    Parameters
    ----------
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
        page = Path(folder, "fit.html")
        result, toas = _fitted("NGC6440E")
        jug.write_report(result, page, toas=toas, command=["fit", "NGC6440E.par", "NGC6440E.tim"])
        shown = ("--hide-scrollbars", "--window-size=1000,1300", f"--user-data-dir={folder}/user")
        words = [program, "--headless", "--no-sandbox", "--disable-gpu", *shown, f"--screenshot={path}", page.as_uri()]
        subprocess.run(words, check=True, capture_output=True, timeout=120)
    return True


REPORT = "pictures/report.png"
"""The picture of `photograph_report`, in docs/."""

PICTURES = {
    "ngc6440e.png": ngc6440e,
    "pictures/wrong_parameters.png": wrong_parameters,
    "pictures/missing_jump.png": missing_jump,
    "pictures/white.png": white,
    "pictures/normal_quantiles.png": normal_quantiles,
    "pictures/realisations.png": realisations,
    "pictures/chi2_map.png": chi2_map,
    "pictures/prediction.png": prediction,
    "pictures/noise_check.png": noise_check,
    "pictures/backend_check.png": backend_check,
}
"""Where each lies in docs/, and what draws it."""
