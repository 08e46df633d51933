"""Further sections of the report of a pulsar of a run: checks, changes, cut TOAs, noise, tests, notes."""

from collections.abc import Iterator, Sequence

from jug.analysis.comparison.comparison_result import Comparison
from jug.pulsars.one_pulsar.checks import ReleaseCheck
from jug.pulsars.one_pulsar.cut_rows import cut_rows
from jug.pulsars.one_pulsar.earlier_numbers import number_changes
from jug.pulsars.one_pulsar.pulsar_results import PulsarResults, outcome_numbers
from jug.text.html.document import html_text
from jug.text.html.tables import PageTable, section, table_html


def run_sections(done: PulsarResults, notes: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the sections of the steps that were done.

    Parameters
    ----------
    done : Done
    notes : sequence of str
        The notes of the configuration on this pulsar.

    Returns
    -------
    tuple of (str, str)
        The title of each, and its HTML.
    """
    return tuple(_sections(done, notes))


def _sections(done: PulsarResults, notes: Sequence[str]) -> Iterator[tuple[str, str]]:
    if done.checks:
        yield "Checks", section("Checks", _checks(done.checks))
    if done.changes is not None:
        yield "Changes", section("Changes", _numbers(done) + _changes(done.changes))
    if done.cut:
        rows = [(reason, str(count)) for reason, count in done.cut.items()]
        note = "They are in toas.tim, as comments with the flag -cut."
        counts = table_html(PageTable("Cut TOAs", note, ("Reason", "TOAs"), rows, "<>"))
        each = cut_rows(done.toas)
        note = f"The first {len(each)} of {sum(done.cut.values())}." if len(each) < sum(done.cut.values()) else ""
        head = ("Reason", "File", "MJD", "Frequency, MHz")
        yield "Cut TOAs", section("Cut TOAs", counts + table_html(PageTable("Each of them", note, head, each, "<<>>")))
    if done.noise is not None:
        yield "Noise estimate", section("Noise estimate", _lines(done.noise.summary()))
    if done.tests is not None:
        yield "Tests of terms", section("Tests of terms", _lines(done.tests.summary()))
    if notes:
        yield "Notes", section("Notes", f"<ul>{''.join(f'<li>{html_text(note)}</li>' for note in notes)}</ul>")


def _lines(text: str) -> str:
    return f'<pre class="wide" tabindex="0">{html_text(text)}</pre>'


def _checks(found: Sequence[ReleaseCheck]) -> str:
    rows = [("" if one.good else "!", one.name, one.found, "" if one.good else one.wanted) for one in found]
    bad = sum(not one.good for one in found)
    note = f"{bad} of {len(found)} need a look." if bad else f"All {len(found)} are as they should be."
    return table_html(PageTable("Checks", note, ("", "Check", "Found", "Wanted"), rows, "<<<<"))


def _numbers(done: PulsarResults) -> str:
    """A table of numbers, left-out TOAs and F-tests that differ from those of the earlier release."""
    rows = list(number_changes(done.earlier, outcome_numbers(done))) if done.earlier else []
    note = "TOAs, residuals, excisions, outliers and F-tests that are not as they were."
    return (
        table_html(PageTable("Changes of the data and tests", note, ("Quantity", "Earlier", "Now"), rows, "<>>"))
        if rows
        else ""
    )


def _changes(found: Comparison) -> str:
    ends = ("DMXR1", "DMXR2")
    values = sorted((one for one in found.values if one.family not in ends), key=lambda one: -one.sigma)
    rows = [
        (one.name, one.first, one.second, f"{one.difference:.3g}", one.unit, *map(_sigma, one[6:8])) for one in values
    ]
    head = ("Parameter", "Earlier", "Now", "Difference", "Unit", "Earlier sigma", "Sigma now")
    words = [(key, *pair) for key, pair in found.words.items()]
    parts = [table_html(PageTable("Changes of parameters", "The largest change first.", head, rows, "<>>><>>"))]
    if words:
        note = "Settings that differ."
        parts.append(table_html(PageTable("Changes of settings", note, ("Keyword", "Earlier", "Now"), words, "<<<")))
    for title, names in (("No longer there", found.only_first), ("New", found.only_second)):
        if names:
            parts.append(f"<p>{title}: {html_text(', '.join(names))}.</p>")
    parts += [f"<p>{html_text(note[:1].upper() + note[1:])}.</p>" for note in found.notes]
    if found.change_rms_ns is not None:
        size = f"{found.change_ns:.3g} ns at most, {found.change_rms_ns:.3g} ns rms"
        parts.append(f"<p>The residuals of these TOAs differ by {size}.</p>")
    return "".join(parts)


def _sigma(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else ""
