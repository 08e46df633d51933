"""Room for the texts at the top of a panel."""

import pytest

from jug.plots.panels import write_on_top


@pytest.mark.parametrize(
    ("left", "right", "lines"), [("a", "b", 1), ("a", "b\nc", 2), ("a\nb", "c", 2), ("", "a\nb\nc", 3)]
)
@pytest.mark.parametrize("scale", ["linear", "log"])
def test_the_axis_grows_by_the_lines_of_the_longer_text(left: str, right: str, lines: int, scale: str) -> None:
    """On a logarithmic axis by the same share of its length on paper."""
    from math import log

    from matplotlib.figure import Figure

    def share(one: str, other: str) -> float:
        ax = Figure(figsize=(8.0, 4.0)).subplots()
        ax.set_yscale(scale)
        ax.set_ylim(1.0, 10.0)
        write_on_top(ax, one, other)
        top = ax.get_ylim()[1]
        assert ax.get_ylim()[0] == 1.0
        return (top - 10.0) / 9.0 if scale == "linear" else log(top / 10.0) / log(10.0)

    assert share(left, right) == pytest.approx(lines * share("a", ""), rel=1e-9)
    assert share("a", "") > 0.0
