"""Write docs/terms.md and docs/conventions.md from the tables of the package: ``python docs/make_terms.py``."""

from pathlib import Path

from jug.model.pages.conventions_page import conventions_page
from jug.model.pages.terms_page import terms_page

if __name__ == "__main__":
    Path(__file__).with_name("terms.md").write_text(terms_page())
    Path(__file__).with_name("conventions.md").write_text(conventions_page())
