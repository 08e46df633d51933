"""Where the numbers of a report come from: files, data files with their dates, conventions, versions, the command."""

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from shlex import join

from jug.conversion.writing import par_text
from jug.core.times import mjd_with_date
from jug.fitting.result.fit_result import FitResult
from jug.fitting.result.report import COMPUTED_BY, computed_with, orientation_note
from jug.model.reading.dialects.convention_table import CONVENTIONS
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.page.package_versions import version_lines
from jug.text.html.document import html_text
from jug.text.html.tables import PageTable, pairs_html, section, table_html
from jug.text.name_lists import comma_list

POST_FIT = "Post-fit par file"
"""Title of the last section."""

MOST_FITTED_NAMED = 12
"""Largest number of fitted parameters that are named."""


def data_section(result: FitResult) -> str:
    """Return HTML with the data files and the dates until which they are valid."""
    rows = [
        (
            one.what,
            one.name,
            one.source,
            "" if one.good_until_mjd is None else f"MJD {mjd_with_date(one.good_until_mjd)}",
            str(one.n_beyond or ""),
        )
        for one in result.uses
    ]
    head = ("Data file for", "File", "From", "Holds to", "TOAs beyond")
    note = "".join(orientation_note(result.uses))
    return section("Data files", table_html(PageTable("Data files", note, head, rows, "<<<<>")))


def conventions_section(model: TimingModel) -> str:
    """Return HTML with the conventions that affect the files."""
    chosen = model.settings.conventions
    rows = [
        (name, chosen[name], one.what) for name, one in CONVENTIONS.items() if name in chosen and one.applies(model.par)
    ]
    note = f"The files were read as {model.settings.dialect} reads them. Listed is what matters for these files."
    return section("Conventions", table_html(PageTable("Conventions", note, ("Name", "Word", "About"), rows, "<<<")))


def reproduce_section(result: FitResult, toas: TOAs, command: Sequence[str], *, dated: bool) -> str:
    """Return HTML with what is needed to repeat the fit: command, files, time, versions, and the par files.

    Without a command the model may have been changed after it was read, so the pre-fit par file is included too.

    Parameters
    ----------
    result : FitResult
    toas : TOAs
    command : sequence of str
        The words of the command; empty for a fit from Python.
    dated : bool
        Whether the time is included.

    Returns
    -------
    str
    """
    model = result.prefit
    rows = [
        ("Command", join(command) if command else "none: the fit was made from Python"),
        ("Par file", model.par.path if command else f"{model.par.path}; the model that was fitted stands below"),
        ("Tim files", ", ".join(toas.raw.files)),
        ("Fitted", f"{len(result.names)} parameters: {comma_list(list(result.names), MOST_FITTED_NAMED)}"),
        (COMPUTED_BY, f"{computed_with(result.backend)}: {result.backend_reason}"),
        *([("This page made", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC")] if dated else []),
        ("Versions", ", ".join(version_lines())),
        ("Machine", f"{platform.system()} {platform.machine()}"),
    ]
    before = "" if command else _par_section("Pre-fit par file", model)
    return section("To reproduce", pairs_html("To reproduce", rows)) + before + _par_section(POST_FIT, result.model)


def _par_section(title: str, model: TimingModel) -> str:
    par = f'<pre class="wide par" tabindex="0">{html_text(par_text(model))}</pre>'
    return section(title, par, folded=True)
