"""The parts of the summary of a fit: residuals, noise, and the data files that they depend on."""

import math
from textwrap import shorten, wrap

from jug.core.decimal_text import fixed_point
from jug.core.display.shown import REPORT_WIDTH
from jug.core.times import mjd_with_date
from jug.fitting.findings.fit_verdict import FitVerdict
from jug.fitting.result.parameter_table import FIXED_POINT, exponent_of
from jug.model.evaluation.residuals import Residuals
from jug.model.reading.dialects.conventions import other_words
from jug.model.timing_model import TimingModel
from jug.obs.files import EARTH_ORIENTATION, DataUse
from jug.obs.toa_summary import ToaSummary
from jug.text.text_table import table

DATA_HEAD = ("Data file for", "File", "From", "Holds to", "TOAs beyond")

SHORTEST_FOLDER = 16
"""Least number of characters of a folder that are shown."""

COMPUTED_BY = "Computed by"
"""Title of the line with the library that computed, NumPy or JAX."""

REPORT_TITLE = 26
"""Width of a title, characters."""


def residual_lines(before: Residuals, after: Residuals, toas: ToaSummary | None = None) -> list[str]:
    """Return the TOAs and the weighted rms before and after a fit, for measured DMs too.

    Parameters
    ----------
    before, after : Residuals
    toas : ToaSummary, optional
        Adds span, sites and receivers.

    Returns
    -------
    list of str
        Lines of the summary.
    """
    return [
        f"Number of TOAs            {len(after)}",
        *(line for title, text in (toas.lines() if toas else ()) for line in titled_lines(title, text)),
        *_wideband_lines(before, after),
        f"Weighted rms, pre-fit     {_microseconds(before)} us",
        f"Weighted rms, post-fit    {_microseconds(after)} us",
    ]


def titled_lines(title: str, text: str) -> list[str]:
    """Return a title and its text as lines of at most 100 characters.

    Parameters
    ----------
    title, text : str

    Returns
    -------
    list of str
    """
    return wrap(
        f"{title:{REPORT_TITLE}}{text}", REPORT_WIDTH, subsequent_indent=" " * REPORT_TITLE, break_on_hyphens=False
    )


def note_lines(note: str) -> list[str]:
    """Return a note as indented lines of at most 100 characters; a longer word is not broken.

    Parameters
    ----------
    note : str

    Returns
    -------
    list of str
    """
    return wrap(f"  {note}", REPORT_WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def backend_line(backend: str, reason: str) -> str:
    """Return the library that computed, and the reason for this choice, in one line.

    Parameters
    ----------
    backend, reason : str

    Returns
    -------
    str
        It does not have the word backend, which is also the instrument behind a receiver.
    """
    text = f"{computed_with(backend)}: {reason.partition(';')[0]}"
    return f"{COMPUTED_BY:{REPORT_TITLE}}{shorten(text, REPORT_WIDTH - REPORT_TITLE, placeholder=' ...')}"


def computed_with(backend: str) -> str:
    """Return the name of the library that computes: NumPy or JAX.

    Parameters
    ----------
    backend : {"numpy", "jax"}

    Returns
    -------
    str
    """
    return {"numpy": "NumPy", "jax": "JAX"}.get(backend, backend)


def _wideband_lines(before: Residuals, after: Residuals) -> list[str]:
    """Return the number of measured DMs and their weighted rms; no line for TOAs alone."""
    if before.dm is None or after.dm is None:
        return []
    return [
        f"Measured DMs              {len(after.dm)}, fitted with the TOAs (wideband)",
        f"DM weighted rms, pre-fit  {before.dm.wrms:.4e} pc cm^-3",
        f"DM weighted rms, post-fit {after.dm.wrms:.4e} pc cm^-3",
    ]


def noise_lines(model: TimingModel, after: Residuals) -> list[str]:
    """Return the noise terms of a model, their conventions, and the log-likelihood.

    Parameters
    ----------
    model : TimingModel
    after : Residuals
        Of the model.

    Returns
    -------
    list of str
        Lines of the summary; none where the model has no noise term.
    """
    noise = [c for c in model.components if c.scale is not None or c.dm_scale is not None or c.process]
    if not noise:
        return []
    chosen = ", ".join(f"{name} {model.settings.conventions[name]}" for name in ("ECORR", "EQUAD", "TNDM"))
    return [
        *titled_lines("Noise", ", ".join(c.name for c in noise)),
        f"                          conventions {chosen}",
        f"Log-likelihood            {after.log_likelihood:.4f}",
    ]


def errors_line(reduced_chi2: float, *, scaled: bool, robust: bool) -> str:
    """Return the line on the uncertainties of a fit.

    Parameters
    ----------
    reduced_chi2 : float
        No unit.
    scaled : bool
        Whether they have been multiplied by sqrt(reduced chi2).
    robust : bool
        Whether the fit was robust.

    Returns
    -------
    str
    """
    if robust:
        return "Uncertainties of an M-estimator (Huber 1981, section 7.6), with the scale of the residuals."
    if scaled:
        return f"Uncertainties multiplied by sqrt(reduced chi2) = {math.sqrt(reduced_chi2):.4f}."
    return "Uncertainties as they come, not scaled by sqrt(reduced chi2)."


def verdict_lines(verdict: FitVerdict) -> list[str]:
    """Return the verdict on a fit, the next step, and the other findings.

    Parameters
    ----------
    verdict : FitVerdict

    Returns
    -------
    list of str
        Lines of the summary.
    """
    parts = [("Verdict", f"{verdict.name}: {verdict.sentence}")]
    parts += [] if verdict.good else [("Next", verdict.next)]
    parts += [("Also", f"{one.kind.value}: {one.sentence}") for one in verdict.also]
    return [
        line
        for head, text in parts
        for line in wrap(text, REPORT_WIDTH, initial_indent=f"{head:26}", subsequent_indent=26 * " ")
    ]


def reading_lines(model: TimingModel) -> list[str]:
    """Return the program as which the files were read, and the conventions that differ from jug's and have an effect.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    list of str
        Lines of the summary; none where all conventions are jug's.
    """
    words = other_words(model.par, model.settings.conventions)
    if model.settings.dialect == "jug" and not words:
        return []
    text = ", ".join(f"{name} {word}" for name, word in words.items())
    more = wrap(f"conventions {text}", 90, initial_indent=26 * " ", subsequent_indent=26 * " ") if text else []
    return [f"Read as                   {model.settings.dialect}", *more]


def data_table(uses: tuple[DataUse, ...], *, whole: bool = False) -> str:
    """Return one line for each data file: what it is for, its source, and the date up to which it is valid.

    Parameters
    ----------
    uses : tuple of DataUse
    whole : bool
        Do not shorten long paths, however wide the table becomes.

    Returns
    -------
    str
    """
    rows = [(use.what, use.name, use.source, _date_in_words(use.good_until_mjd), use.n_beyond or "") for use in uses]
    over = max(map(len, table(DATA_HEAD, rows).split("\n"))) - REPORT_WIDTH
    if over > 0 and not whole:
        most = max(max(len(use.source) for use in uses) - over, SHORTEST_FOLDER)
        rows = [(what, name, _end_of_path(source, most), date, n) for what, name, source, date, n in rows]
    return "\n".join([table(DATA_HEAD, rows), *orientation_note(uses)])


def orientation_note(uses: tuple[DataUse, ...]) -> list[str]:
    """Return the sentence on the date to which Earth orientation holds; none where no site on Earth needs it.

    Parameters
    ----------
    uses : tuple of DataUse

    Returns
    -------
    list of str
    """
    there = any(use.what == EARTH_ORIENTATION for use in uses)
    return ["Earth orientation holds to the last day that was measured; after it predictions are used."] * there


def _end_of_path(path: str, most: int) -> str:
    """The end of a path that is longer than a number of characters."""
    return path if len(path) <= most else f"...{path[3 - most :]}"


def _date_in_words(mjd: float | None) -> str:
    return "" if mjd is None else f"MJD {mjd_with_date(mjd)}"


def _microseconds(residuals: Residuals) -> str:
    value = residuals.wrms_s * 1e6
    if value < FIXED_POINT:
        return f"{value:.3e}"
    return fixed_point(value, max(3, 3 - exponent_of(value, 4)))
