"""A diagnosis as a self-contained page of HTML (`jug.text.html`): headings, tables and folded sections, no script."""

from pathlib import Path

from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.tables import headline, tables, with_families
from jug.text.html.document import html_page, html_sentence, html_text
from jug.text.html.tables import PageTable, section, section_id, table_html

EVERY_LINE = "Every line of the par file"
"""Title of the folded section with all lines of long families."""

SAID_BESIDE = ("name", "kind", "keyword")
"""Columns beside which a page shows what a row is about."""


def diagnosis_page(found: Report) -> str:
    """Format a diagnosis as a page of HTML.

    Parameters
    ----------
    found : Report

    Returns
    -------
    str
    """
    every = {f"{table.title} ({len(table.rows)})": table for table in tables(found)}
    shorter = {title: _without_folders(with_families(table, found), found) for title, table in every.items()}
    links = " ".join(f'<a href="#{section_id(title)}">{html_text(table.title)}</a>' for title, table in every.items())
    parts = "".join(section(title, table_html(_what_beside_name(table))) for title, table in shorter.items())
    for title, table in every.items():
        if len(shorter[title].rows) < len(table.rows):
            parts += section(EVERY_LINE, table_html(_what_beside_name(table)), folded=True)
    names = [Path(file).name for file in (found.par, found.tim) if file]
    about = "".join(f"<p>{html_text(line)}</p>" for line in headline(found))
    body = [
        '<a class="skip" href="#main">Skip to the decisions</a>',
        f"<header><h1>jug doctor: {html_text(' with '.join(names))}</h1>{about}</header>",
        f'<nav aria-label="Sections"><p><a href="#main">Decisions</a> {links}</p></nav>',
        f'<main id="main" tabindex="-1">{_decisions(found)}{parts}</main>',
    ]
    return html_page(f"jug doctor: {found.par}", "\n".join(body))


def _without_folders(one: PageTable, found: Report) -> PageTable:
    """Replace the paths of the examined files, which are at the top of the page, by their names."""
    folders = {f"{Path(file).parent}/" for file in (found.par, found.tim) if file}
    if "where" not in one.head:
        return one
    at = one.head.index("where")
    rows = []
    for row in one.rows:
        folder = next((folder for folder in folders if row[at].startswith(folder)), "")
        rows.append((*row[:at], row[at].removeprefix(folder), *row[at + 1 :]))
    return one._replace(rows=rows)


def _what_beside_name(one: PageTable) -> PageTable:
    """Remove empty columns, and move ``what`` beside the name, since a narrow page shows the first columns."""
    shown = [i for i, word in enumerate(one.head) if word or any(row[i] for row in one.rows)]
    named = [at for at, i in enumerate(shown) if one.head[i] in SAID_BESIDE]
    if named and one.head[shown[-1]] == "what":
        shown.insert(named[0] + 1, shown.pop())
    head, *rows = (tuple(row[i] for i in shown) for row in (one.head, *one.rows))
    return one._replace(head=head, rows=rows, sides="".join(one.sides[i] for i in shown))


def _decisions(found: Report) -> str:
    if not found.decisions:
        return "<h2>Decisions</h2><p>Nothing has to be decided.</p>"
    items = "".join(f"<li>{html_sentence(text)}</li>" for text in found.decisions)
    return f'<section class="decision"><h2>Decisions that are needed</h2><ol>{items}</ol></section>'
