"""A timing model from the lines of a par file (`build`), and from those that block nothing (`blocking_lines`).

What a model then takes from the tim file: the JUMPs between commands (`tim_jumps`), and the range of dates that the par
file asks for (`fit_range`, `range_cut`). The steps from lines to parameters are those of `jug.model.reading`.
"""
