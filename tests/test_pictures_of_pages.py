"""The pictures of the pages: drawn by docs/make_pictures.py or by a command on a page, small, with words for them."""

import re
import runpy
import shutil
from pathlib import Path

import pytest
from pictures_alike import differing, limit

import jug

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PICTURES = runpy.run_path(str(DOCS / "page_pictures.py"), run_name="page_pictures")
COMMANDS = runpy.run_path(str(DOCS / "command_pictures.py"), run_name="command_pictures")
MAKER = runpy.run_path(str(DOCS / "make_pictures.py"), run_name="make_pictures")
DRAWN = (*MAKER["MADE"], MAKER["PERFORMANCE"], *PICTURES["PICTURES"], *COMMANDS["COMMANDS"])
REPORT = "pictures/report.png"
OF_ALL_PAGES = {*DRAWN, "pictures/structure.png"}
"""With that of the folders, which `docs/make_structure.py` draws (`test_structure_page.py`)."""

LARGEST_KB = 200
"""Of a picture; a page has up to four."""

LEAST_WORDS = 12
"""Of the text that stands for a picture: what is drawn, and what is seen."""


def shown() -> list[tuple[str, str, str]]:
    """Page, words and path in docs/ of each picture of docs/ and of README.md."""
    pages = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
    return [
        (page.name, words, (page.parent / path).relative_to(DOCS).as_posix())
        for page in pages
        for words, path in re.findall(r"!\[([^\]]*)\]\(([\w/]+\.\w+)\)", page.read_text())
    ]


def test_each_picture_is_small_on_a_page_and_drawn_by_a_script_or_a_command() -> None:
    assert {path for _, _, path in shown()} == OF_ALL_PAGES
    assert {
        path.relative_to(DOCS).as_posix() for path in [*DOCS.glob("*.png"), *DOCS.glob("pictures/*")]
    } == OF_ALL_PAGES
    for name in OF_ALL_PAGES:
        assert (DOCS / name).read_bytes()[:4] == b"\x89PNG"
        assert (DOCS / name).stat().st_size < 1000 * LARGEST_KB


def test_the_words_of_a_picture_say_what_is_seen() -> None:
    """They are no repetition of each other: a picture on two pages has the same words in docs/."""
    assert {(page, words) for page, words, _ in shown() if len(words.split()) < LEAST_WORDS} == set()
    in_docs = {(words, path) for page, words, path in shown() if page != "README.md"}
    assert len(in_docs) == len(OF_ALL_PAGES) == len({words for words, _ in in_docs})


def test_the_page_of_a_command_shows_its_picture_and_names_the_file() -> None:
    """Another page may show it too; the words around the picture name the file that the command writes."""
    on_page = {(page, path) for page, _, path in shown()}
    for path, (page, made) in COMMANDS["COMMANDS"].items():
        assert (page, path) in on_page
        assert [block for block in COMMANDS["shell_lines"](page) if f" {made}" in block] != []
        assert f"`{made}`" in (DOCS / page).read_text()


def test_the_page_of_performance_has_every_curve_of_its_picture() -> None:
    """The times of its table; those of a fit of a million TOAs with 100 parameters stand in its text too."""
    page = runpy.run_path(str(ROOT / "benchmarks" / "page.py"), run_name="page")
    text = (DOCS / "performance.md").read_text()
    times = page["times_of"](text)
    assert {name for curves in times.values() for name in curves} == set(page["CURVES"])
    for name in ("fit", "fit, JAX"):
        toas, seconds = times[100][name][-1]
        assert toas == 1_000_000
        assert f"| {seconds:.2f} s |" in text
    assert page["ALT"] in text


@pytest.mark.long
def test_the_script_draws_them(tmp_path: Path) -> None:
    """As they are in docs/; that of a browser, whose fonts differ between machines, in its size alone."""
    MAKER["main"](tmp_path)
    shares = {name: differing(tmp_path / name, DOCS / name) for name in DRAWN if name != REPORT}
    assert {name for name, share in shares.items() if share > limit(DOCS / name)} == set(), shares
    if shutil.which("chromium"):
        assert (tmp_path / REPORT).read_bytes()[16:24] == (DOCS / REPORT).read_bytes()[16:24]


def test_a_picture_with_other_words_or_sizes_is_seen(tmp_path: Path) -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    names = {name: tmp_path / f"{name}.png" for name in ("drawn", "again", "words", "style")}
    for name, title in (("drawn", "62 TOAs before"), ("again", "62 TOAs before"), ("words", "noise of 62 TOAs")):
        jug.plot_residuals(model, toas, names[name], title=title)
    jug.plot_residuals(model, toas, names["style"], style="one-column")
    assert differing(names["drawn"], names["again"]) == 0.0
    assert limit(names["drawn"]) < differing(names["drawn"], names["words"]) < 0.01
    assert differing(names["drawn"], names["style"]) == 1.0
