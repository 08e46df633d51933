"""The map of the sky: Mollweide's projection, its lines, and the pulsars on it."""

import math
import re

import pytest

from jug.pulsars.sky_map import _xy, sky_map


@pytest.mark.parametrize("dec", [0.0, 0.3, -0.7, 1.2, 1.5])
def test_areas_are_those_of_the_sky(dec: float) -> None:
    """The part of the ellipse below a declination is (1 + sin dec) / 2: height h has (a + sin a cos a) / pi + 1/2."""
    height = 1.0 - (_xy(math.pi, dec)[1] - 36.0) / 180.0
    a = math.asin(height)
    assert (a + math.sin(a) * math.cos(a)) / math.pi == pytest.approx(0.5 * math.sin(dec), abs=1e-9)
    half = (_xy(1e-9, dec)[0] - 36.0 - 360.0) / 360.0  # the right end is right ascension 0
    assert half == pytest.approx(math.cos(a), abs=1e-6)


def test_places_on_the_map() -> None:
    """12 h in the middle, right ascension to the left, the poles above and below; 0 h at an end, also as 24 h."""
    assert _xy(math.pi, 0.0) == pytest.approx((396.0, 216.0))
    assert _xy(1.5 * math.pi, 0.0) == pytest.approx((216.0, 216.0))
    assert _xy(0.5 * math.pi, 0.0) == pytest.approx((576.0, 216.0))
    assert _xy(1.0, 0.5 * math.pi) == pytest.approx((396.0, 36.0))
    assert _xy(1.0, -0.5 * math.pi) == pytest.approx((396.0, 396.0))
    assert _xy(3.0 * math.pi, 0.0) == pytest.approx(_xy(math.pi, 0.0))
    assert _xy(0.0, 0.0)[0] == pytest.approx(756.0)


def test_the_lines_of_the_map() -> None:
    """Every 30 degrees and 4 hours, from pole to pole, with labels left of an end and beside the equator."""
    text = sky_map([])
    assert text.startswith('<svg viewBox="0 0 792 432" role="img" class="sky"><title>Map of the sky: right ascension')
    assert '<ellipse cx="396" cy="216" rx="360" ry="180" class="edge"/>' in text
    labels = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"([^>]*)>([^<]*)</text>', text)
    assert [word for *_, word in labels] == [
        "-60°", "-30°", "0°", "+30°", "+60°", "4 h", "8 h", "12 h", "16 h", "20 h",
    ]  # fmt: skip
    assert labels[2][:3] == ("34.0", "216.0", ' text-anchor="end"')
    assert labels[7][:2] == ("399.0", "213.0")
    lines = re.findall(r'<polyline points="([^"]*)"/>', text)
    assert [len(line.split()) for line in lines] == [2] * 5 + [91] * 5
    assert lines[2] == "756.0,216.0 36.0,216.0"
    assert lines[7].split()[0] == "396.0,396.0"
    assert lines[7].split()[45] == "396.0,216.0"
    assert lines[7].split()[-1] == "396.0,36.0"


def test_pulsars_on_the_map() -> None:
    """One without a position is left out; names are escaped."""
    text = sky_map([("J1<2", "a&b.html", math.pi, 0.0), ("J3", "c.html", float("nan"), float("nan"))])
    dot = '<title>J1&lt;2</title><circle cx="396.0" cy="216.0" r="5"/></a>'
    assert text.endswith(f'<a href="a&amp;b.html" aria-label="J1&lt;2">{dot}</svg>')
    assert "J3" not in text
