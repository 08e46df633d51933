"""Write the index of terms, jug/model/term_index.py, and docs/terms.md and docs/conventions.md from the tables of the
package: ``python docs/make_terms.py``.
"""

from pathlib import Path

from jug.model.pages.term_index_file import term_index

if __name__ == "__main__":
    docs = Path(__file__).parent
    (docs.parent / "jug" / "model" / "term_index.py").write_text(term_index())
    from jug.model.pages.conventions_page import conventions_page  # both pages read the index
    from jug.model.pages.terms_page import terms_page

    (docs / "terms.md").write_text(terms_page())
    (docs / "conventions.md").write_text(conventions_page())
