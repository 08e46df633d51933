"""Sphinx settings of the documentation site: ``sphinx-build -W -b html docs OUT``, without a network.

The packages are those of the extra ``docs``. `site_sources.py` has what is made at build time.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import site_sources
from sphinx.application import Sphinx

import jug

project = "jug"
author = "The jug developers"
version = release = jug.__version__
copyright = author

extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "myst_nb"]
exclude_patterns = ["_build"]
default_role = "autolink"

myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autosummary_generate = False
autodoc_typehints = "none"
numpydoc_show_class_members = False
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # links in prose are checked; not every name in a docstring has a page

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = f"jug {release}"
html_copy_source = False
html_show_sphinx = False


def _sources(app: Sphinx, docname: str, content: list[str]) -> None:
    """Point links at the copies, and add the lists of pages that are made from the package and from the index."""
    content[0] = site_sources.relinked(content[0], f"docs/{app.env.doc2path(docname, False)}")
    if docname == "glossary":
        content[0] = site_sources.glossary(content[0])
    if docname == "index":
        content[0] += site_sources.menu(content[0])
    if docname == "api":
        content[0] += site_sources.api_lists(jug)


def _left_out(app: Sphinx, what: str, name: str, found: object, skip: bool, options: object) -> bool | None:
    """Fields of a NamedTuple without words of their own: the class describes them."""
    return True if (getattr(found, "__doc__", "") or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> None:
    """Copy and write what the site has beside docs/*.md, before Sphinx looks for pages."""
    site_sources.copy_pages()
    site_sources.write_api_pages(jug)
    app.connect("source-read", _sources)
    app.connect("autodoc-skip-member", _left_out)
