"""The examination of a par and a tim file by `jug.doctor`; `examine.doctor` is the list of steps.

The steps, each one file::

    reading       the files as far as they can be read, and the problems that are in the way
    consequences    the lines that are left out together with one that blocks the par file
    quiet           models and TOAs made without warnings
    line_uses     every line of the par file: used as what, alias of what, without effect, not understood
    acting          which parameters act on these TOAs
    absent_lines  lines that are absent, and what each program takes then
    differences   what each difference between programs does to the residuals, by other_readings of the files
    unread_lines    terms that a program does not read
    unused_parameters  what the binary model lacks, with its size
    effect          the size of a change of the residuals, before and after a refit
    tim_file      the TOAs: duplicates, frequencies, uncertainties, order, commands
    range_of_fit  TOAs outside START and FINISH with fit flag 1
    selections    selectors that match nothing, flags that nothing selects, date ranges
    coverage      sites, spans, and the clock files that cover them
    rows, report  what is found, and what has to be decided
    tables          as tables of words
    as_text, as_json, as_page
    diagnosis     the result: `Diagnosis`

`jug.conversion.explicit` writes the par file in which every default stands.
"""
