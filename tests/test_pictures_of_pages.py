"""The pictures that docs/make_pictures.py draws are in docs/, small, and on the pages about export and folding."""

import re
import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
MAKER = runpy.run_path(str(DOCS / "make_pictures.py"), run_name="make_pictures")
LARGEST_KB = 150
"""Of a picture; a page has up to three."""


def test_each_picture_is_small_and_on_a_page() -> None:
    pages = "".join((DOCS / page).read_text() for page in ("export.md", "folding.md"))
    shown = re.findall(r"^!\[([^\]]{20,})\]\((\w+\.png)\)$", pages, re.MULTILINE)
    assert sorted(name for _, name in shown) == sorted(MAKER["MADE"])
    for name in MAKER["MADE"]:
        assert (DOCS / name).read_bytes()[:4] == b"\x89PNG"
        assert (DOCS / name).stat().st_size < 1000 * LARGEST_KB


@pytest.mark.long
def test_the_script_draws_them(tmp_path: Path) -> None:
    """Their sizes in pixels are those of the pictures in docs/; fonts differ between machines."""
    MAKER["main"](tmp_path)
    for name in MAKER["MADE"]:
        assert (tmp_path / name).read_bytes()[16:24] == (DOCS / name).read_bytes()[16:24]
