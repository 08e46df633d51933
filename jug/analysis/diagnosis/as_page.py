"""A diagnosis as a self-contained page of HTML (`jug.text.html`): headings, tables and folded sections, no script."""

from pathlib import Path

from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.tables import headline, tables
from jug.text.html.document import html_page, html_sentence, html_text
from jug.text.html.tables import section, section_id, table_html


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
    links = " ".join(f'<a href="#{section_id(title)}">{html_text(table.title)}</a>' for title, table in every.items())
    parts = "".join(section(title, table_html(table)) for title, table in every.items())
    names = [Path(file).name for file in (found.par, found.tim) if file]
    about = "".join(f"<p>{html_text(line)}</p>" for line in headline(found))
    body = [
        '<a class="skip" href="#main">Skip to the decisions</a>',
        f"<header><h1>jug doctor: {html_text(' with '.join(names))}</h1>{about}</header>",
        f'<nav aria-label="Sections"><p><a href="#main">Decisions</a> {links}</p></nav>',
        f'<main id="main" tabindex="-1">{_decisions(found)}{parts}</main>',
    ]
    return html_page(f"jug doctor: {found.par}", "\n".join(body))


def _decisions(found: Report) -> str:
    if not found.decisions:
        return "<h2>Decisions</h2><p>Nothing has to be decided.</p>"
    items = "".join(f"<li>{html_sentence(text)}</li>" for text in found.decisions)
    return f'<section class="decision"><h2>Decisions that are needed</h2><ol>{items}</ol></section>'
