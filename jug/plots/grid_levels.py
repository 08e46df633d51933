"""Which levels of confidence a picture of a grid has: none where the least value on the map is no minimum of chi2."""

import numpy as np

from jug.analysis.grids.grid_result import Grid

EXCESS_SHARE = 0.25
"""Share of the rise of a level by which the least value on the map may lie above chi2 of the model. In one parameter it
is 0.25 at most where steps are one standard deviation, and the level of 68.27% is at a rise of 1."""


def levels_that_hold(grid: Grid, heights: dict[float, str]) -> tuple[dict[float, str], str]:
    """Choose the levels that can be drawn, and say why others are left out.

    Parameters
    ----------
    grid : Grid
    heights : dict of float to str
        Levels by the rise of chi2 above its least value.

    Returns
    -------
    levels : dict of float to str
        Those that hold: all, none where the least value lies at the edge of the grid, else those that are high beside
        what the least value on the map is above chi2 of the model.
    why : str
        Why some are left out, empty where none is.
    """
    if grid.at_edge:
        return {}, "least value at the edge of the grid"
    excess = float(np.nanmin(grid.map)) - grid.model_chi2
    kept = {rise: words for rise, words in heights.items() if not excess > EXCESS_SHARE * rise}
    return kept, "" if len(kept) == len(heights) else f"least value on the grid {excess:.3g} above χ² of the model"
