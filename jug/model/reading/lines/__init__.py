"""The lines of a par file that give parameters: keyword, selector, value, fit flag and uncertainty.

Before a line is read::

    ignored_lines       lines that the caller ignores become comments
    periods             lines P0 and P1 become lines F0 and F1

`entries` reads each line that gives parameters::

    keywords            is it a description, or a line that switches a term off?
    slots               which parameter is it: DM, order 1 (`jug.model.slots`)
    unknown             if it is not one: the error, with the nearest keywords
    lines               selector, value, fit flag and uncertainty: Entry("DM1", order=1, free=True)
    extra_words         words after the value that no reader takes
    trailing_words      words after the uncertainty, as a unit
    fdjump_scale        FDJUMP_SCALE that agrees with FDJUMPLOG

`spellings` gives the keyword for an alias.
"""
