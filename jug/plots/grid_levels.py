"""Which levels of confidence are valid on a grid. None is valid if the least value on the map is not a minimum."""

import numpy as np

from jug.analysis.grids.grid_result import Grid

EXCESS_SHARE = 0.25
"""The least value on the map may lie above chi2 of the model by this share of the rise of a level. With steps of one
standard deviation in one parameter it lies at most 0.25 above, and the level of 68.27% has a rise of 1."""


def valid_levels(grid: Grid, heights: dict[float, str]) -> tuple[dict[float, str], str]:
    """Choose the levels that are valid on a grid, and say why others are left out.

    Parameters
    ----------
    grid : Grid
    heights : dict of float to str
        Levels by the rise of chi2 above its least value.

    Returns
    -------
    levels : dict of float to str
        None if the least value lies at the edge of the grid; else those whose rise is large against the excess of the
        least value on the map over chi2 of the model.
    why : str
        Why levels are left out; empty if all are valid.
    """
    if grid.at_edge:
        return {}, "least value at the edge of the grid"
    excess = float(np.nanmin(grid.map)) - grid.model_chi2
    kept = {rise: words for rise, words in heights.items() if not excess > EXCESS_SHARE * rise}
    return kept, "" if len(kept) == len(heights) else f"least value on the grid {excess:.3g} above χ² of the model"
