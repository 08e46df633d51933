"""A diagnosis as a self-contained page of HTML.

No script, no picture and no request: headings, tables and folded sections, which a keyboard opens. Contrast is 7:1 or
more, also on a dark screen, and nothing is said by colour alone. All text from files is escaped.
"""

from html import escape

from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.tables import ReportTable, headline, tables
from jug.text.control_characters import escaped
from jug.version import __version__

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 1rem 2rem;
  color: #111; background: #fff; }
h1, h2 { line-height: 1.2; }
a { color: #003a8c; }
table { border-collapse: collapse; font-size: 0.9rem; width: 100%; }
caption { text-align: left; padding: 0.3rem 0; }
th, td { border-bottom: 1px solid #767676; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.decision { border-left: 0.3rem solid #8a1c00; padding-left: 0.8rem; }
summary { cursor: pointer; font-size: 1.3rem; font-weight: bold; margin: 1rem 0 0.5rem; }
:focus-visible { outline: 3px solid #003a8c; outline-offset: 2px; }
.wide { overflow-x: auto; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
@media (prefers-color-scheme: dark) {
  body { color: #f2f2f2; background: #121212; }
  a, :focus-visible { color: #a9c9ff; outline-color: #a9c9ff; }
  .decision { border-color: #ffb199; }
}
@media print {
  body { color: #000; background: #fff; max-width: none; padding: 0; font-size: 9pt; }
  nav, .skip { display: none; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
}
"""
"""The style sheet; it refers to nothing outside the page."""


def diagnosis_page(found: Report) -> str:
    """Format a diagnosis as a page of HTML.

    Parameters
    ----------
    found : Report

    Returns
    -------
    str
    """
    title = f"jug doctor: {found.par}"
    every = tables(found)
    links = " ".join(f'<a href="#{_id(t)}">{_text(t.title)}</a>' for t in every)
    first, *more = headline(found)
    body = [
        '<a class="skip" href="#main">Skip to the decisions</a>',
        f"<header><h1>{_text(first)}</h1>{''.join(f'<p>{_text(line)}</p>' for line in more)}</header>",
        f'<nav aria-label="Sections"><p><a href="#main">Decisions</a> {links}</p></nav>',
        f'<main id="main" tabindex="-1">{_decisions(found)}{"".join(map(_section, every))}</main>',
        f"<footer><p>jug {_text(__version__)}</p></footer>",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return escape(escaped(text))


def _id(one: ReportTable) -> str:
    return one.title.lower().replace(" ", "-")


def _decisions(found: Report) -> str:
    if not found.decisions:
        return "<h2>Decisions</h2><p>Nothing has to be decided.</p>"
    items = "".join(f"<li>{_text(text)}</li>" for text in found.decisions)
    return f'<section class="decision"><h2>Decisions that are needed</h2><ol>{items}</ol></section>'


def _section(one: ReportTable) -> str:
    head = "".join(f'<th scope="col">{_text(word) or "decision"}</th>' for word in one.head)
    rows = "".join(f"<tr>{_cells(one, row)}</tr>\n" for row in one.rows)
    caption = f"<caption>{_text(one.note)}</caption>" if one.note else ""
    return (
        f'<details open id="{_id(one)}"><summary>{_text(one.title)} ({len(one.rows)})</summary><div class="wide" '
        f'role="region" tabindex="0" aria-label="{_text(one.title)}"><table>{caption}<thead><tr>{head}</tr></thead>\n'
        f"<tbody>{rows}</tbody></table></div></details>\n"
    )


def _cells(one: ReportTable, row: tuple[str, ...]) -> str:
    cells = []
    for word, head, side in zip(row, one.head, one.sides, strict=True):
        text = "needed" if word == "!" and not head else word
        cells.append(f'<td class="number">{_text(text)}</td>' if side == ">" else f"<td>{_text(text)}</td>")
    return "".join(cells)
