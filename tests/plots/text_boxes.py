"""The boxes that matplotlib's renderer gives the texts of a figure: which overlap, leave the canvas, cross a spine."""

from itertools import combinations

from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

SLACK = 1.0
"""Pixels by which boxes may touch: they have a border of about a pixel around the ink."""


def text_boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """Each visible text of a figure that is drawn, with its box in pixels."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    ticks, drawn = set(), []
    axes = [one for ax in figure.axes for one in (ax, *ax.child_axes)]
    for axis in (axis for ax in axes for axis in (ax.xaxis, ax.yaxis)):
        own = [label for tick in (*axis.majorTicks, *axis.minorTicks) for label in (tick.label1, tick.label2)]
        ticks.update(map(id, own))
        drawn += _in_view(axis)
    drawn += [text for text in figure.findobj(Text) if id(text) not in ticks]
    shown = [text for text in drawn if text.get_visible() and text.get_text().strip() and _on(text)]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in shown]


def _on(text: Text) -> bool:
    """Whether its panel shows axes at all."""
    return text.axes is None or text.axes.get_visible()


def _in_view(axis: Axis) -> list[Text]:
    low, high = sorted(axis.get_view_interval())
    margin = 1e-9 * (high - low)
    return [
        label
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
        if low - margin <= tick.get_loc() <= high + margin
        for label in (tick.label1, tick.label2)
    ]


def texts_across_spines(figure: Figure) -> list[str]:
    """The texts that are inside a panel in part, of a figure that is drawn."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    found = []
    for ax in figure.axes:
        panel = ax.get_window_extent(renderer)
        for text in ax.texts:
            box = text.get_window_extent(renderer)
            up = min(box.y1, panel.y1) - max(box.y0, panel.y0)
            across = min(box.x1, panel.x1) - max(box.x0, panel.x0)
            inside = up > box.height - SLACK and across > box.width - SLACK
            if text.get_visible() and min(up, across) > SLACK and not inside:
                found.append(text.get_text())
    return found


def faults(figure: Figure) -> list[str]:
    """Texts that overlap each other, leave the canvas or cross a spine of their panel, in words."""
    boxes = text_boxes(figure)
    width, height = figure.bbox.width, figure.bbox.height
    found = [
        f"{text!r} leaves the canvas"
        for text, box in boxes
        if min(box.x0, box.y0) < -SLACK or box.x1 > width + SLACK or box.y1 > height + SLACK
    ]
    for (one, first), (other, second) in combinations(boxes, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        up = min(first.y1, second.y1) - max(first.y0, second.y0)
        if across > SLACK and up > SLACK:
            found.append(f"{one!r} overlaps {other!r}")
    return found + [f"{text!r} crosses a spine" for text in texts_across_spines(figure)]
