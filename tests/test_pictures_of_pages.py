"""The pictures that docs/make_pictures.py draws are in docs/, small, and on its pages."""

import re
import runpy
import shutil
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURES = runpy.run_path(str(DOCS / "page_pictures.py"), run_name="page_pictures")
MAKER = runpy.run_path(str(DOCS / "make_pictures.py"), run_name="make_pictures")
DRAWN = (*MAKER["MADE"], *PICTURES["PICTURES"], PICTURES["REPORT"])
PERFORMANCE = "performance.png"
"""Drawn with the figures of the benchmarks."""

LARGEST_KB = 150
"""Of a picture; a page has up to three."""


def test_each_picture_is_small_and_on_a_page() -> None:
    pages = "".join(page.read_text() for page in DOCS.glob("*.md"))
    shown = re.findall(r"^!\[([^\]]{20,})\]\(([\w/]+\.png)\)$", pages, re.MULTILINE)
    assert {name for _, name in shown} == {*DRAWN, PERFORMANCE}
    assert {path.relative_to(DOCS).as_posix() for path in [*DOCS.glob("*.png"), *DOCS.glob("pictures/*")]} == {
        name for _, name in shown
    }
    for name in DRAWN:
        assert (DOCS / name).read_bytes()[:4] == b"\x89PNG"
        assert (DOCS / name).stat().st_size < 1000 * LARGEST_KB


@pytest.mark.long
def test_the_script_draws_them(tmp_path: Path) -> None:
    """Their sizes in pixels are those of the pictures in docs/; fonts differ between machines."""
    MAKER["main"](tmp_path)
    for name in DRAWN:
        if name == PICTURES["REPORT"] and shutil.which("chromium") is None:
            continue
        assert (tmp_path / name).read_bytes()[16:24] == (DOCS / name).read_bytes()[16:24]
