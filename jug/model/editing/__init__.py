"""Editing a timing model: each function takes the parts of a model and the edit, and gives the parts of another one.

The steps of an edit::

    names         the parameters that a name, a pattern or a line with its selection stands for
    adding        a new line is read as in a par file, and inserted after the last line of its member, group,
                  family or component
    dmx, dmx_bins, paired_bins
                  DMX in bins made from TOAs
    noise_groups, noise_lines, noise_to_add
                  noise of each backend, and power-law processes
    waves         sinusoids from span and number; noise_of_waves: the noise that they stand for
    removing      lines, and all parameters of a member of a group
    values        new values, words and settings on existing lines
    flags         which parameters are free
    series        no order of a series is skipped
    setting_lines lines of settings and descriptions
    reassembly    components, defaults, checks of `jug.model.reading.assembly.assembly`; errors in the words of an edit

`jug.model.editable.EditableModel` has them as methods of a model. Lines that an edit does not touch stay as they are,
to the letter, and so do the fitted values of the other parameters.
"""
