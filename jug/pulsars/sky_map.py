"""A map of the sky with the pulsars of a run, as SVG: Mollweide's projection of right ascension and declination."""

import math
from collections.abc import Iterable, Iterator
from html import escape

from jug.text.control_characters import escape_controls

MAP_WIDTH, MAP_HEIGHT = 720.0, 360.0
"""Size of the map, in units of its drawing."""

MAP_MARGIN = 36.0
"""Space around the map for the labels of the lines."""

STEP_RAD = math.pi / 90.0
"""Distance of the points of a line of the grid, rad."""


def sky_map(places: Iterable[tuple[str, str, float, float]]) -> str:
    """Return a map of the sky with the pulsars, as SVG.

    Parameters
    ----------
    places : iterable of tuples
        Name, address of the page, right ascension and declination (rad) of each pulsar. One without a position is left
        out.

    Returns
    -------
    str
        An ``svg`` element; right ascension grows to the left, with 12 h in the middle.
    """
    inside = "".join(_pulsar(*place) for place in places if math.isfinite(place[2]))
    box = f"0 0 {MAP_WIDTH + 2 * MAP_MARGIN:.0f} {MAP_HEIGHT + 2 * MAP_MARGIN:.0f}"
    title = "<title>Map of the sky: right ascension to the left, 12 h in the middle</title>"
    return f'<svg viewBox="{box}" role="img" class="sky">{title}{"".join(_grid())}{inside}</svg>'


def _xy(ra: float, dec: float) -> tuple[float, float]:
    """The place on the map of a direction, rad. The auxiliary angle of the projection is found by Newton's method."""
    t = dec
    if abs(dec) < 0.5 * math.pi - 1e-9:
        for _ in range(20):
            t -= (2 * t + math.sin(2 * t) - math.pi * math.sin(dec)) / (2 + 2 * math.cos(2 * t))
    x = -(((ra - math.pi) + math.pi) % (2 * math.pi) - math.pi) / math.pi * math.cos(t)
    return MAP_MARGIN + 0.5 * MAP_WIDTH * (1 + x), MAP_MARGIN + 0.5 * MAP_HEIGHT * (1 - math.sin(t))


def _grid() -> Iterator[str]:
    """The outline, and labelled lines every 30 degrees of declination and every 4 h of right ascension."""
    middle = f'cx="{MAP_MARGIN + MAP_WIDTH / 2:.0f}" cy="{MAP_MARGIN + MAP_HEIGHT / 2:.0f}"'
    yield f'<ellipse {middle} rx="{MAP_WIDTH / 2:.0f}" ry="{MAP_HEIGHT / 2:.0f}" class="edge"/>'
    for degrees in range(-60, 90, 30):
        dec = math.radians(degrees)
        yield _line((_xy(1e-9, dec), _xy(2 * math.pi - 1e-9, dec)))
        x, y, shown = *_xy(2 * math.pi - 1e-9, dec), f"{degrees:+d}" if degrees else "0"
        yield f'<text x="{x - 2:.1f}" y="{y:.1f}" text-anchor="end">{shown}°</text>'
    for hours in range(4, 24, 4):
        ra = hours * math.pi / 12
        yield _line(_xy(ra, -0.5 * math.pi + k * STEP_RAD) for k in range(91))
        x, y = _xy(ra, 0.0)
        yield f'<text x="{x + 3:.1f}" y="{y - 3:.1f}">{hours} h</text>'


def _line(points: Iterable[tuple[float, float]]) -> str:
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _pulsar(name: str, address: str, ra: float, dec: float) -> str:
    x, y = _xy(ra, dec)
    shown = escape(escape_controls(name))
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    return f'<a href="{escape(address)}" aria-label="{shown}"><title>{shown}</title>{dot}</a>'
