"""The sections of a report of a fit: verdict, summary, derived quantities, warnings."""

from jug.analysis.derived.derived_quantities import DerivedQuantities
from jug.analysis.derived.derived_report import derived_numbers
from jug.fitting.result.fit_result import FitResult
from jug.obs.toa_summary import toa_summary
from jug.obs.toas import TOAs
from jug.text.html.document import html_sentence, html_text
from jug.text.html.tables import PageTable, pairs_html, section, table_html


def verdict_section(result: FitResult) -> str:
    """Return HTML with the verdict and its next step, the other findings, and the reason why the fit ended."""
    found = result.verdict
    parts = [f"<h2>Verdict: {html_text(found.name)}</h2><p>{html_sentence(found.sentence)}</p>"]
    if not found.good:
        parts.append(f"<p><strong>Next:</strong> {html_sentence(found.next)}</p>")
    also = [f"{one.kind.value}: {one.sentence}{f'. Next: {one.next}' if one.next else ''}" for one in found.also]
    also += [f"fixed by the fit: {one.name}: {one.why}" for one in result.frozen]
    if also:
        parts.append(f"<p>Also:</p><ul>{''.join(f'<li>{html_sentence(text)}</li>' for text in also)}</ul>")
    end = result.stop.value
    parts.append(f"<p>The fit {'has ' if end.startswith('not ') else ''}{html_text(end)}</p>")
    return f'<section id="verdict" class="{"good" if found.good else "decision"}">{"".join(parts)}</section>\n'


def summary_section(result: FitResult, toas: TOAs) -> str:
    """Return HTML with the numbers of the summary: TOAs, weighted rms, chi2 and others.

    Parameters
    ----------
    result : FitResult
    toas : TOAs

    Returns
    -------
    str
        HTML.
    """
    before, after = result.prefit_residuals, result.residuals
    rows = [("Number of TOAs", str(len(toas))), *(result.toa_summary or toa_summary(toas)).lines()]
    rows += [
        ("Weighted rms, pre-fit", f"{before.wrms_s * 1e6:.4g} µs"),
        ("Weighted rms, post-fit", f"{after.wrms_s * 1e6:.4g} µs"),
    ]
    if after.noise:
        rows.append(("Weighted rms without correlated noise", f"{after.white().wrms_s * 1e6:.4g} µs"))
    if after.dm is not None and before.dm is not None:
        rows.append(("Measured DMs", str(len(after.dm))))
        rows.append(("DM weighted rms", f"{before.dm.wrms:.4g} before, {after.dm.wrms:.4g} pc cm⁻³ after the fit"))
    reduced = f"{result.reduced_chi2:.4f}" if result.dof > 0 else "undefined"
    rows += [
        ("chi2", f"{result.chi2:.4f}"),
        ("Degrees of freedom", str(result.dof)),
        ("Reduced chi2", reduced),
        ("Log-likelihood", f"{result.log_likelihood:.4f}"),
        ("Iterations", str(result.n_iter)),
    ]
    if result.robust:
        rows.append(("Robust fit", "; ".join(line.strip() for line in result.robust.lines(result.chi2, result.dof))))
    return section("Summary", pairs_html("Summary", rows))


def derived_section(found: DerivedQuantities) -> str:
    """Return HTML with the derived quantities, and a sentence for each that cannot be derived."""
    rows = [(*row, q.doc) for row, q in zip(derived_numbers(found), found.values(), strict=True)]
    head = ("Quantity", "Value", "Uncertainty", "Unit", "What it is")
    table = table_html(PageTable("Derived quantities", "", head, rows, "<>><<")) if rows else ""
    absent = "".join(f"<p>{html_text(sentence)}</p>" for sentence in found.absent.values())
    return section("Derived quantities", table + absent) if table or absent else ""


def warnings_section(result: FitResult) -> str:
    """Return HTML with the assumptions, and the warnings in reading and fitting."""
    settings = result.model.settings
    notes = (*settings.assumed, *settings.warned, *result.warnings)
    if not notes:
        return section("Warnings", "<p>None.</p>")
    return section("Warnings", f"<ul>{''.join(f'<li>{html_sentence(note)}</li>' for note in notes)}</ul>")
