"""The pages of jug in a browser, at the widths of a telephone, a desk and a wall.

The report of a fit, that of a release of an array, the index of the array, and the page of jug doctor.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from chromium import Chromium
from copies import EXAMPLES, example
from matplotlib.image import imread

import jug

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::jug.JugWarning")]

WIDTHS = (400, 1280, 2560)
PAGES = ("fit", "large", "wideband", "release", "index", "doctor")
LEAST = 4.5
"""Contrast of text that WCAG 2 asks for (1.4.3)."""

ARRAY = f"""
pulsars = ["{EXAMPLES}/NGC6440E.par", "{EXAMPLES}/J0613-sim.par", "{EXAMPLES}/test-wb-0.par", "broken.par"]
[cut]
some = "mjd < 53500"
[outliers]
confirm = 0
[ftest]
add = ["F2"]
[compare]
with = "earlier"
[check]
ephem = "DE440"
[notes]
lines = "a note on the array"
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages by name; of the array one pulsar has failed."""
    folder = tmp_path_factory.mktemp("pages")
    for name, pulsar in (("fit", "NGC6440E"), ("large", "B1855+09_NANOGrav_9yv1"), ("wideband", "test-wb-0")):
        jug.fit(*jug.load(*example(pulsar))).report(folder / f"{name}.html", command=["jug", "fit", pulsar])
    (folder / "doctor.html").write_text(jug.doctor(*example("B1855+09_NANOGrav_9yv1")).html)
    (folder / "earlier").mkdir()
    jug.write_par(jug.load_model(example("NGC6440E")[0]).set(F0="61.48547652"), folder / "earlier" / "1748-2021E.par")
    (folder / "broken.par").write_text("PSR J0000+0000\nF0 1\nUNHEARD 1\n")
    (folder / "broken.tim").write_text("FORMAT 1\na 1400 55000.0 1 gbt\n")
    (folder / "run.toml").write_text(ARRAY)
    jug.run(folder / "run.toml", folder / "array")
    named = {"release": folder / "array" / "1748-2021E" / "report.html", "index": folder / "array" / "index.html"}
    return {name: named.get(name, folder / f"{name}.html") for name in PAGES}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    found = Chromium(tmp_path_factory.mktemp("user"))
    yield found
    found.driver.quit()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_at_every_width(browser: Chromium, pages: dict[str, Path], name: str, width: int) -> None:
    """No word in the console, no request but for the page, nothing beyond its right edge; on a dark screen too."""
    for dark in (False, True):
        browser.open(pages[name], width, dark=dark)
        browser.says("document.querySelectorAll('details').forEach((part) => part.open = true)")
        assert browser.says("jugWide()") == []
        assert browser.says("jugBroken()") == []
        faint = browser.says(f"jugFaint({LEAST})")
        assert faint["found"] == []
        assert faint["texts"] > 20
        labels = browser.says(f"jugBadLabels({LEAST})")
        assert labels["found"] == []
        assert (labels["texts"] > 10) is (name not in ("index", "doctor"))
        assert browser.requests() == [pages[name].as_uri()]
        assert browser.complaints() == []


@pytest.mark.parametrize("name", PAGES)
def test_every_control_is_reached_by_keyboard(browser: Chromium, pages: dict[str, Path], name: str) -> None:
    """Also those in folded sections, once these are open; and one sees where the focus is (WCAG 2.4.7, 1.4.11)."""
    browser.open(pages[name])
    browser.says("document.querySelectorAll('details').forEach((part) => part.open = true)")
    met = list(browser.by_tab())
    assert browser.says("jugUnmet()") == []
    assert len(met) > 3
    assert [one["name"] for one in met if not one["outlined"] or one["ratio"] < 3.0] == []


def test_a_section_opens_by_keyboard(browser: Chromium, pages: dict[str, Path]) -> None:
    browser.open(pages["large"])
    browser.says("document.querySelector('details:not([open]) summary').focus()")
    closed = browser.says("document.querySelectorAll('details:not([open])').length")
    browser.press("ENTER")
    assert browser.says("document.querySelectorAll('details:not([open])').length") == closed - 1


def test_a_chart_is_read_by_keyboard(browser: Chromium, pages: dict[str, Path]) -> None:
    """From TOA to TOA, nearer and back, to another choice; and a group of TOAs is switched off."""
    browser.open(pages["large"])
    point, status = "document.querySelector('.point').textContent", "document.querySelector('.status').textContent"
    browser.says("document.querySelector('canvas.plot').focus()")
    browser.press("ARROW_RIGHT")
    first = browser.says(point)
    browser.press("ARROW_RIGHT")
    assert first.startswith("TOA ")
    assert browser.says(point) != first
    whole = browser.says(status)
    browser.press("+")
    assert browser.says(status) != whole
    browser.press("0")
    assert browser.says(status) == whole
    browser.says("document.querySelector('.legend button').focus()")
    browser.press("SPACE")
    assert browser.says("document.querySelector('.legend button').ariaPressed") == "false"
    assert browser.says(status) != whole
    browser.says("document.querySelector('.chart select[name=x]').focus()")
    browser.press("ARROW_DOWN")
    assert browser.says("document.querySelector('.chart select[name=x]').value") == "1"
    assert browser.complaints() == []


def test_the_index_is_sorted_by_keyboard(browser: Chromium, pages: dict[str, Path]) -> None:
    browser.open(pages["index"])
    toas = "[...document.querySelectorAll('tbody tr')].map((row) => Number(row.cells[1].dataset.value ?? NaN))"
    browser.says("document.querySelectorAll('th button')[1].focus()")
    browser.press("ENTER")
    up = [n for n in browser.says(toas) if n is not None]
    browser.press("ENTER")
    down = [n for n in browser.says(toas) if n is not None]
    assert up == sorted(up)
    assert down == up[::-1]
    assert len(up) == 3
    assert browser.says("document.querySelectorAll('th')[1].ariaSort") == "descending"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_makes_sheets_of_paper(browser: Chromium, pages: dict[str, Path], name: str) -> None:
    """Folded sections are open on paper, hence more sheets than one, 9 for 72 ranges of DMX; after it they close."""
    browser.open(pages[name])
    closed = browser.says("document.querySelectorAll('details:not([open])').length")
    paper, sheets = browser.pdf()
    assert paper.startswith(b"%PDF")
    assert (1 if name == "index" else 3) <= sheets <= {"index": 2, "doctor": 16}.get(name, 11)
    assert browser.says("document.querySelectorAll('details:not([open])').length") == closed


EDGES = """[...document.querySelectorAll('.wide')].filter(jugSeen).map((one) => {
  const box = one.getBoundingClientRect(), ends = [box.left, box.right, box.top + scrollY, box.bottom + scrollY];
  return [one.scrollWidth > one.clientWidth, ...ends.map(Math.round)];
})"""
"""Of each table that may scroll whether it does, and its box in the page, pixels."""


def test_a_table_that_goes_on_beyond_its_edge_has_a_shade_there(
    browser: Chromium, pages: dict[str, Path], tmp_path: Path
) -> None:
    """On a telephone, of a quarter of full scale or more at the right edge; a table that is shown whole has none."""
    browser.command("Emulation.setScrollbarsHidden", hidden=True)
    for width in (400, 1280):
        browser.open(pages["fit"], width)
        browser.picture(tmp_path / "page.png")
        seen, boxes = imread(tmp_path / "page.png")[..., 0], browser.says(EDGES)
        assert len(boxes) > 3
        assert any(goes_on for goes_on, *_ in boxes) is (width == 400)
        for goes_on, left, right, top, bottom in boxes:
            assert bool(np.median(seen[top:bottom, right - 1]) < 0.75) is goes_on
            assert np.median(seen[top:bottom, left]) > 0.98
    browser.command("Emulation.setScrollbarsHidden", hidden=False)


@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_larger_on_paper_than_its_headings(browser: Chromium, pages: dict[str, Path], name: str) -> None:
    """Tables of pairs had the size of the screen, larger than the text around them."""
    browser.open(pages[name])
    browser.command("Emulation.setEmulatedMedia", media="print")
    sizes = "[...document.querySelectorAll('td, th, p, li')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert max(browser.says(sizes)) == pytest.approx(12.0)  # 9 points
    assert browser.says("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)") > 12.0


@pytest.mark.parametrize("name", PAGES)
def test_no_table_is_wider_than_paper(browser: Chromium, pages: dict[str, Path], name: str) -> None:
    """Of A4 without its margins, 180 mm, of the index 267 mm: a wider one is cut, or all is drawn smaller."""
    browser.open(pages[name], 1009 if name == "index" else 680)
    browser.says("document.querySelectorAll('details').forEach((part) => part.open = true)")
    browser.command("Emulation.setEmulatedMedia", media="print")
    assert browser.says("jugWide()") == []


@pytest.mark.parametrize("width", WIDTHS)
def test_charts_on_paper_do_not_depend_on_the_window(browser: Chromium, pages: dict[str, Path], width: int) -> None:
    """180 mm by 66 mm, three on a sheet, at three dots for a pixel of the screen, and no text over another."""
    browser.open(pages["large"], width)
    browser.says("dispatchEvent(new Event('beforeprint'))")
    canvas = "document.querySelector('canvas.plot')"
    assert (browser.says(f"{canvas}.width"), browser.says(f"{canvas}.height")) == (3 * 680, 3 * 249)
    assert browser.says(f"jugBadLabels({LEAST})")["found"] == []


BAD = """<!DOCTYPE html><html lang="en"><body style="background: #fff"><p style="color: #999">faint</p>
<p style="color: #767676">just dark enough</p><table><thead><tr><th style="width: 1px; word-break: break-all">head</th>
</tr></thead></table><div style="width: 3000px">wide</div><button tabindex="-1">never reached</button>
<a href="#x" style="outline: none">unseen</a><button>reached</button><canvas width="100" height="30"></canvas>
<img src="absent.png" alt=""><script>
const pen = document.querySelector("canvas").getContext("2d");
for (const [x, y] of [[5, 12], [9, 12], [90, 25]]) pen.fillText("label", x, y);
console.error("a word");
</script></body></html>"""


def test_what_is_wrong_is_seen(browser: Chromium, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text(BAD)
    browser.open(page)
    assert [text.split()[1] for text in browser.says(f"jugFaint({LEAST})")["found"]] == ["p"]
    assert "div wide" in browser.says("jugWide()")
    assert browser.says("jugBroken()") == ["head"]
    met = list(browser.by_tab())
    assert browser.says("jugUnmet()") == ["button never reached"]
    assert {one["name"] for one in met if not one["outlined"]} == {"a unseen"}
    assert [text.split(":")[0] for text in browser.says(f"jugBadLabels({LEAST})")["found"]] == [
        "over one another",
        "outside",
    ]
    assert [url.rpartition("/")[2] for url in browser.requests()] == ["bad.html", "absent.png"]
    assert any("a word" in message for message in browser.complaints())
