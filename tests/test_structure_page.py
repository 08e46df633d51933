"""docs/structure.md and its picture have the folders and imports of the code; docs/make_structure.py makes both.

Numbers of files and lines may differ a little: a change inside a file does not make the page stale.
"""

import re
import runpy
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from copies import ROOT
from pictures_alike import differing, limit

MAKER = runpy.run_path(str(ROOT / "docs" / "make_structure.py"), run_name="make_structure")
LAYOUT = runpy.run_path(str(ROOT / "docs" / "structure_picture.py"), run_name="structure_picture")
PAGE, PICTURE = MAKER["PAGE"], MAKER["PICTURE"]
AGAIN = "run: python docs/make_structure.py"
NUMBERS = re.compile(r" \| (\d+) \| ([\d,]+) \|")
SHARE, FEW_FILES, FEW_LINES = 0.15, 2, 100
"""How far numbers may be from the code: a share of them, and besides so many files and lines of a small folder."""

BOXES = {
    "a": LAYOUT["Drawn"](2, True, 3, 300, ("b", "c", "d")),
    "b": LAYOUT["Drawn"](1, True, 5, 900, ("c", "d")),
    "c": LAYOUT["Drawn"](1, False, 1, 40, ("d",)),
    "d": LAYOUT["Drawn"](0, True, 9, 1234, ()),
}


def near(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Whether numbers of files and lines are nearly those of the code."""
    apart = np.abs(np.subtract(one, other))
    return bool(np.all(apart <= SHARE * np.array(other) + (FEW_FILES, FEW_LINES)))


def numbers(page: str) -> list[tuple[int, int]]:
    """Files and lines of each row of the tables."""
    return [(int(files), int(lines.replace(",", ""))) for files, lines in NUMBERS.findall(page)]


def counts(drawn: dict[str, tuple]) -> list[tuple[int, int]]:
    """Files and lines of each box of the picture."""
    return [(box.files, box.lines) for box in drawn.values()]


def test_the_committed_page_fits_the_code() -> None:
    written, made = PAGE.read_text(), MAKER["page"]()
    assert NUMBERS.sub("", written) == NUMBERS.sub("", made), AGAIN
    assert len(numbers(made)) == sum(line.startswith("| ") for line in made.splitlines()) - len(("layers", "inner"))
    assert near(numbers(written), numbers(made)), AGAIN


def test_the_committed_picture_shows_the_code() -> None:
    shown, now = MAKER["drawn_in"](PICTURE), MAKER["boxes"]()
    assert {name: (*box[:2], box.imports) for name, box in shown.items()} == {
        name: (*box[:2], box.imports) for name, box in now.items()
    }, AGAIN
    assert near(counts(shown), counts(now)), AGAIN


def test_the_script_draws_it(tmp_path: Path) -> None:
    """What the file says that it shows, drawn again, is the picture."""
    MAKER["write_picture"](MAKER["drawn_in"](PICTURE), tmp_path / "again.png")
    assert differing(tmp_path / "again.png", PICTURE) <= limit(PICTURE), AGAIN


def test_all_arrows_go_down_and_cross_no_box() -> None:
    """Each leads from a higher row to a lower one; in a row it has a place of its own; all fit the width."""
    boxes = MAKER["boxes"]()
    arrows = LAYOUT["direct_imports"]({name: box.imports for name, box in boxes.items()})
    row = LAYOUT["heights"](boxes, arrows)
    assert all(row[name] > row[other] for name, box in boxes.items() for other in box.imports)
    ways = LAYOUT["ways_of"](row, arrows)
    widths = {name: LAYOUT["_width_in"](name, box) for name, box in boxes.items()}
    rows = LAYOUT["ordered"](row, ways)
    x = LAYOUT["centres"](rows, ways, widths)
    half = {place: 0.5 * widths.get(place, LAYOUT["ARROW_IN"]) for place in x}
    for one, other in ((one, other) for members in rows for one, other in combinations(members, 2)):
        assert abs(x[one] - x[other]) >= half[one] + half[other] + LAYOUT["APART_IN"] - 1e-6
    assert min(x[place] - half[place] for place in x) > LAYOUT["LEFT_IN"]
    assert max(x[place] + half[place] for place in x) < LAYOUT["WIDTH_IN"]


def test_direct_imports_lead_to_the_same_folders() -> None:
    assert LAYOUT["direct_imports"]({name: box.imports for name, box in BOXES.items()}) == {
        "a": ["b"],
        "b": ["c"],
        "c": ["d"],
        "d": [],
    }


def test_no_text_touches_another() -> None:
    """The widths of boxes are reckoned from the numbers of letters; here matplotlib measures the texts."""
    figure = LAYOUT["draw"](MAKER["boxes"]())
    figure.draw_without_rendering()
    [axis] = figure.axes
    extents = [(text.get_text(), text.get_window_extent()) for text in axis.texts]
    touching = [(a, b) for (a, one), (b, other) in combinations(extents, 2) if one.overlaps(other)]
    assert touching == []


@pytest.mark.parametrize("number", [3, 26, 144, 16_950, 1_000])
def test_numbers_have_two_digits(number: int) -> None:
    found = LAYOUT["rounded"](number)
    assert found == pytest.approx(number, rel=0.05)
    assert len(str(found).rstrip("0")) <= 2


def test_what_is_stale_is_seen() -> None:
    page = MAKER["page"]()
    assert NUMBERS.sub("", page) != NUMBERS.sub("", page.replace(" `obs`", "", 1))
    assert near([(40, 4_900)], [(39, 5_050)])
    assert not near([(40, 4_900)], [(39, 7_000)])
    assert not near([(10, 900)], [(20, 900)])
