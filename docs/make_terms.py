"""Write docs/terms.md from the registry of components: ``python docs/make_terms.py``."""

from pathlib import Path

from jug.model.programs.terms_page import terms_page

if __name__ == "__main__":
    Path(__file__).with_name("terms.md").write_text(terms_page())
