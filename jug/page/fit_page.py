"""`jug.write_report`: the report of a fit as one page of HTML."""

from collections.abc import Sequence

from jug.analysis.derived.derived_quantities import DerivedQuantities, derived
from jug.core.arguments.kinds import expect
from jug.errors import JugError
from jug.fitting.result.fit_result import FitResult
from jug.io.files import write_text
from jug.io.page_names import check_page_name
from jug.io.stream_names import TextTarget, Writable
from jug.obs.toas import TOAs
from jug.page.chart import CHART_STYLE
from jug.page.chart_html import charts_html, script
from jug.page.fit_charts import fit_charts
from jug.page.fit_sections import (
    derived_section,
    summary_section,
    verdict_section,
    warnings_section,
)
from jug.page.parameter_sections import parameter_sections
from jug.page.provenance import conventions_section, data_section, reproduce_section
from jug.text.html.document import html_page, html_text
from jug.text.html.tables import section, section_id
from jug.text.name_lists import toa_count

LINKS = (
    ("Verdict", "verdict"),
    ("Summary", "summary"),
    ("Charts", "charts"),
    ("Parameters", "parameters"),
    ("Noise parameters", "noise-parameters"),
    ("Derived quantities", "derived-quantities"),
    ("Warnings", "warnings"),
    ("Data files", "data-files"),
    ("Conventions", "conventions"),
    ("To reproduce", "to-reproduce"),
)


def write_report(
    result: FitResult,
    path: TextTarget,
    *,
    toas: TOAs | None = None,
    command: Sequence[str] = (),
    dated: bool = True,
    sections: Sequence[tuple[str, str]] = (),
) -> None:
    """Write the report of a fit as one self-contained page of HTML, which makes no request to other machines.

    It has the verdict, the summary, charts of all TOAs with zoom and hover, all parameters, noise, derived quantities,
    warnings, data files with their dates, conventions, versions, the post-fit par file, and a style for paper.

    Parameters
    ----------
    result : FitResult
    path : path-like, or an open text file
        The file to write. Its name ends in .html or .htm; a browser makes a PDF of the page.
    toas : TOAs, optional
        The TOAs of the fit. Needed only for a result from another process, which has no TOAs.
    command : sequence of str
        The words of the command that made the fit; they are shown on the page.
    dated : bool
        Whether the page has the date when it was made. Without it, the same fit gives the same page to the last byte.
    sections : sequence of (str, str)
        Further sections, which stand after the parameters: the title of each, and its HTML (`jug.text.html`).

    Raises
    ------
    JugError
        The result has no TOAs and none are given, or their number differs from that of the fit.
    InputError
        The file cannot be written, or its name has another ending.

    Examples
    --------
    >>> import jug, tempfile, pathlib
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> page = pathlib.Path(tempfile.mkdtemp()) / "fit.html"
    >>> jug.write_report(jug.fit(model, toas), page)
    >>> "Verdict: good" in page.read_text(encoding="utf-8")
    True
    """
    expect(result=(result, FitResult))
    if not isinstance(path, Writable):
        check_page_name(path)
    write_text(path, fit_page(result, toas, derived(result), command, dated=dated, more=sections))


def fit_page(
    result: FitResult,
    toas: TOAs | None,
    quantities: DerivedQuantities,
    command: Sequence[str] = (),
    *,
    dated: bool = True,
    more: Sequence[tuple[str, str]] = (),
) -> str:
    """Format the report of a fit as a page of HTML.

    Parameters
    ----------
    result : FitResult
    toas : TOAs or None
    quantities : DerivedQuantities
    command : sequence of str
    dated : bool
    more : sequence of (str, str)
        ``sections`` of `write_report`.

    Returns
    -------
    str

    Raises
    ------
    JugError
        As `write_report`.
    """
    if toas is None:
        if result.fit_end is None:
            raise JugError("this result does not have the TOAs of the fit: give them, toas=toas")
        toas = result.fit_end.toas
    expect(toas=(toas, TOAs))
    if len(toas) != len(result.residuals):
        raise JugError(f"the fit had {toa_count(len(result.residuals))}, these are {len(toas)}: give those of the fit")
    name = f"PSR {result.model.psr or '(no name)'}"
    tables, charts = fit_charts(result, toas)
    sections = (
        verdict_section(result),
        summary_section(result, toas),
        section("Charts", f"{_WITHOUT_SCRIPT}{charts_html(tables, charts)}"),
        parameter_sections(result),
        derived_section(quantities),
        *(text for _, text in more),
        warnings_section(result),
        data_section(result),
        conventions_section(result.model),
        reproduce_section(result, toas, command, dated=dated),
    )
    main = f'<main id="main" tabindex="-1">{"".join(sections)}</main>'
    body = [
        '<a class="skip" href="#main">Skip to the verdict</a>',
        f"<header><h1>{html_text(name)}: report of a fit</h1></header>",
        f'<nav aria-label="Sections"><p>{_links(more, main)}</p></nav>',
        main,
    ]
    return html_page(f"{name}: report of a fit", "\n".join(body), style=CHART_STYLE, script=script())


_WITHOUT_SCRIPT = "<noscript><p>The charts need JavaScript, which this browser does not run.</p></noscript>"


def _links(more: Sequence[tuple[str, str]], main: str) -> str:
    """Links to the sections of the page, in their order."""
    known = [*LINKS[:-4], *((title, section_id(title)) for title, _ in more), *LINKS[-4:]]
    return " ".join(f'<a href="#{where}">{word}</a>' for word, where in known if f'id="{where}"' in main)
