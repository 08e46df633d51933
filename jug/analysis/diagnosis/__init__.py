"""The examination of a par and a tim file by `jug.doctor`; `examine.examined` lists the steps.

The steps, each one file::

    reading             the files as far as they can be read, and the problems that prevent the rest
    unreadable          the lines of the tim file that cannot be read
    consequences        the lines that are left out together with a line that makes the par file unusable
    without_warnings    models and TOAs made again, without warnings
    line_uses           the use of every line of the par file: parameter, alias, no effect, not understood
    parameter_effects   which parameters act on these TOAs
    differences         lines that are absent, and what each program uses instead; the effect of each difference between
                        programs on the residuals, from other_readings of the files
    unread_lines        terms that a program does not read
    unused_parameters   parameters that the binary model does not have, with the size of their effect
    effect              the size of a change of the residuals, before and after a refit
    tim_file            the TOAs: duplicates, frequencies, uncertainties, order, commands
    range_of_fit        TOAs outside START and FINISH with fit flag 1
    selections          selectors that match nothing, flags that nothing selects, date ranges
    coverage            sites, spans, and the clock files that cover them
    rows, report        the findings, and the decisions that are needed
    tables              as tables of words
    as_text, as_json, as_page
    diagnosis           the result: `Diagnosis`

`jug.conversion.par_file_text.explicit` writes the par file that states every default.
"""
