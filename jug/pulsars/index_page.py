"""The page of a run: a table of all pulsars, sortable by any column, and a map of the sky, without any request."""

from collections.abc import Sequence
from urllib.parse import quote

from jug.pulsars.jobs.pulsar_outcome import PULSAR_DONE, PulsarOutcome
from jug.pulsars.one_pulsar.outputs import LOG, REPORT
from jug.pulsars.sky_map import sky_map
from jug.text.html.document import html_page, html_text
from jug.text.html.tables import class_of
from jug.text.name_lists import counted_noun

STYLE = """
th button { font: inherit; font-weight: bold; background: none; border: 0; padding: 0; color: inherit;
  cursor: pointer; }
th[aria-sort=ascending] button::after { content: " \\25B2"; }
th[aria-sort=descending] button::after { content: " \\25BC"; }
.sky { max-width: 50rem; width: 100%; min-width: 34rem; display: block; }
.sky .edge, .sky polyline { fill: none; stroke: currentColor; stroke-opacity: 0.4; }
.sky text { font-size: 12px; fill: currentColor; }
.sky circle { fill: #b34700; stroke: currentColor; }
@media screen and (max-width: 60rem) { td:last-child { min-width: 34rem; } }
@media print { @page { size: A4 landscape; } .sky { min-width: 0; } }
"""

SCRIPT = """
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table"), body = table.tBodies[0];
    const column = head.cellIndex, up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const rows = [...body.rows].sort((a, b) => {
      const x = value(a), y = value(b), numbers = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
      if (x === "" || y === "") return (x === "") - (y === "");
      return (up ? 1 : -1) * (numbers ? x - y : x.localeCompare(y));
    });
    body.append(...rows);
  });
}
"""

INDEX_HEADS = (
    "Pulsar",
    "TOAs",
    "Cut",
    "First MJD",
    "Last MJD",
    "wrms us",
    "chi2",
    "dof",
    "chi2/dof",
    "Verdict",
    "Sigma",
    "Why",
)
KEYS = ("n_toa", "n_cut", "first_mjd", "last_mjd", "wrms_us", "chi2", "dof", "reduced_chi2")
FORMATS = ("d", "d", ".1f", ".1f", ".4g", ".1f", "d", ".4f")


def index_page(outcomes: Sequence[PulsarOutcome]) -> str:
    """Return the page of a run as HTML.

    Parameters
    ----------
    outcomes : sequence of PulsarOutcome

    Returns
    -------
    str
        HTML.
    """
    done, title = sum(one.succeeded for one in outcomes), counted_noun(len(outcomes), "pulsar")
    places = [
        (one.name, _page(one), one.numbers["ra_rad"], one.numbers["dec_rad"])
        for one in outcomes
        if isinstance(one.numbers.get("ra_rad"), float) and isinstance(one.numbers.get("dec_rad"), float)
    ]
    head = "".join(f'<th scope="col"><button type="button">{html_text(word)}</button></th>' for word in INDEX_HEADS)
    body = (
        f"<header><h1>{title}</h1><p>{done} of {len(outcomes)} done. A click on the head of a column "
        "sorts by it; Sigma is the largest change of a parameter since the earlier release. "
        '<a href="manifest.json">manifest.json</a> has every file and what it came from.</p></header>\n'
        '<main><div class="wide" role="region" tabindex="0" aria-label="Pulsars"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{''.join(map(_row, outcomes))}</tbody></table></div>\n"
        f'<h2>Sky</h2><div class="wide" role="region" tabindex="0" aria-label="Sky">{sky_map(places)}</div></main>'
    )
    return html_page(title, body, style=STYLE, script=SCRIPT)


def _page(outcome: PulsarOutcome) -> str:
    """The address of the report of a pulsar, or of its log if it has no report."""
    return f"{quote(outcome.name)}/{REPORT if REPORT in outcome.outputs else LOG}"


def _row(outcome: PulsarOutcome) -> str:
    numbers = [_number(outcome.numbers.get(key), form) for key, form in zip(KEYS, FORMATS, strict=True)]
    verdict = str(outcome.numbers.get("verdict", "")) if outcome.state == PULSAR_DONE else outcome.state
    good = outcome.state == PULSAR_DONE and outcome.numbers.get("good")
    checks = found if isinstance(found := outcome.numbers.get("to_check"), list) else []
    reasons = ["" if good else outcome.reason, f"to check: {', '.join(map(str, checks))}" if checks else ""]
    why = "; ".join(filter(None, reasons))
    change = _number(outcome.numbers.get("worst_change_sigma"), ".2f")
    name = f'<th scope="row"><a href="{html_text(_page(outcome))}">{html_text(outcome.name)}</a></th>'
    broken = html_text(verdict).replace("_", "_<wbr>")  # a long name leaves room for the reasons
    words = (f"<td>{broken}</td>", change, f"<td{class_of(why)}>{html_text(why)}</td>")
    return f"<tr>{name}{''.join((*numbers, *words))}</tr>\n"


def _number(value: object, form: str) -> str:
    """A cell with a number, and all its digits for sorting."""
    if not isinstance(value, int | float) or (isinstance(value, int) and value.bit_length() > 63):
        return '<td class="number"></td>'
    return f'<td class="number" data-value="{value!r}">{value:{form}}</td>'
