"""The sections of a report of a fit: verdict, summary, parameters, derived quantities, noise, warnings."""

from math import nan

from jug.analysis.derived_quantities import DerivedQuantities
from jug.analysis.derived_report import derived_numbers
from jug.fitting.result.fit_result import FitResult
from jug.fitting.result.parameter_table import PARAMETER_HEAD, parameter_cells
from jug.obs.toa_summary import toa_summary
from jug.obs.toas import TOAs
from jug.text.html.document import html_sentence, html_text
from jug.text.html.tables import PageTable, pairs_html, section, table_html

SIDES = "<<>>>><"

MOST_OPEN_MEMBERS = 8
"""A family with more members than this has a folded section of its own."""


def verdict_section(result: FitResult) -> str:
    """The verdict with the next step, the other findings, and the reason why the fit ended, as HTML."""
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
    """Number of TOAs, weighted rms, chi2 and the rest of the summary's numbers.

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


def parameter_sections(result: FitResult) -> str:
    """A table of the parameters, one of each large family, and one of the noise, as HTML."""
    errors, undetermined = {name: result.errors[name] for name in result.names}, result.verdict.undetermined
    along = {name: one.error or nan for name, one in result.noise_intervals.items()}
    every = {name: entry for name, entry in result.model.entries.items() if entry.line is not None or name in errors}
    noise = {name for name, entry in every.items() if entry.param.sampled}
    of_family = dict[str, set[str]]()
    for name, entry in every.items():
        of_family.setdefault(entry.param.name, set()).add(name)
    families = {key: kept for key, kept in of_family.items() if len(kept) > MOST_OPEN_MEMBERS and not kept & noise}
    members = noise.union(*families.values())

    def table(title: str, kept: set[str], note: str = "", *, folded: bool = False) -> str:
        left_out = set(result.model.entries) - kept
        rows = parameter_cells(result.prefit, result.model, {**errors, **along}, undetermined, left_out=left_out)
        if not rows:
            return ""
        one = PageTable(title, note, PARAMETER_HEAD, rows, SIDES)
        return section(f"{title} ({len(rows)})", table_html(one), folded=folded, name=title)

    scaled = "are multiplied by" if result.errors_scaled else "are not scaled by"
    note = (
        f"Uncertainties {scaled} the root of the reduced chi2; those of RAJ are in seconds of time, "
        "those of DECJ in arcseconds."
    )
    parts = [table("Parameters", set(every) - members, note)]
    parts += [table(f"Family {key}", kept, folded=True) for key, kept in families.items()]
    return "".join(parts) + table("Noise parameters", noise, _noise_note(result))


def _noise_note(result: FitResult) -> str:
    found = [f"{name} by maximum likelihood" for name in result.noise_intervals]
    chosen = result.model.settings.conventions
    words = ", ".join(f"{name} {chosen[name]}" for name in ("ECORR", "EQUAD", "TNDM") if name in chosen)
    return f"Conventions {words}. {'Fitted along: ' + ', '.join(found) + '.' if found else ''}".strip()


def derived_section(found: DerivedQuantities) -> str:
    """The derived quantities, and a sentence for each that does not exist, as HTML."""
    rows = [(*row, q.doc) for row, q in zip(derived_numbers(found), found.values(), strict=True)]
    head = ("Quantity", "Value", "Uncertainty", "Unit", "What it is")
    table = table_html(PageTable("Derived quantities", "", head, rows, "<>><<")) if rows else ""
    absent = "".join(f"<p>{html_text(sentence)}</p>" for sentence in found.absent.values())
    return section("Derived quantities", table + absent) if table or absent else ""


def warnings_section(result: FitResult) -> str:
    """What was assumed, and the warnings, as HTML."""
    notes = (*result.model.settings.assumed, *result.warnings)
    if not notes:
        return section("Warnings", "<p>None.</p>")
    return section("Warnings", f"<ul>{''.join(f'<li>{html_sentence(note)}</li>' for note in notes)}</ul>")
