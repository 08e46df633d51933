"""A timing model from the lines of a par file (`build`), or from those without problems (`blocking_lines`).

After that come the JUMPs between commands of the tim file (`tim_jumps`), and the range of dates that the par file gives
(`fit_range`, `range_cut`). The steps from lines to parameters are those of `jug.model.reading`.
"""
