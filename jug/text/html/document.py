"""A page of HTML from its parts; all text is escaped, and a policy in the page forbids every request."""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape

from jug.text.control_characters import escape_controls
from jug.text.html.style import PAGE_STYLE
from jug.version import __version__


def html_text(text: str) -> str:
    """Escape a text for HTML, and its control characters as in a terminal."""
    return escape(escape_controls(text))


def html_sentence(text: str) -> str:
    """Escape a sentence for HTML, with the text between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html_text(text))


def html_page(title: str, body: str, *, style: str = "", script: str = "") -> str:
    """Make a page of HTML.

    Parameters
    ----------
    title : str
    body : str
        HTML.
    style : str
        Follows the style sheet of all pages.
    script : str
        JavaScript that runs at the end of the page. The policy of the page has its digest and allows no other script.

    Returns
    -------
    str
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    end = ""
    if script:
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        end = f"<script>{script}</script>\n"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{html_text(title)}</title>\n<style>{PAGE_STYLE}{style}</style>\n</head>\n<body>\n"
        f"{body}\n<footer><p>jug {html_text(__version__)}</p></footer>\n{end}</body>\n</html>\n"
    )
