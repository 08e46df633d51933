"""`jug.publish`: a fitted solution as a table for a paper."""

from jug.analysis.derived.derived_quantities import derived
from jug.analysis.publication.as_json import as_json
from jug.analysis.publication.as_latex import latex
from jug.analysis.publication.as_markdown import markdown
from jug.analysis.publication.citations import citations
from jug.analysis.publication.groups import solution_groups
from jug.core.arguments.kinds import expect
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.version import __version__

TABLE_WRITERS = {"latex": latex, "markdown": markdown}
PUBLICATION_FORMATS = (*TABLE_WRITERS, "json")


def publish(result: FitResult, format: str = "latex") -> str:
    """Write a fitted solution as a table for a paper.

    Parameters
    ----------
    result : FitResult
    format : {"latex", "markdown", "json"}

    Returns
    -------
    str
        Measured values with as many digits as their uncertainties allow, as 1.2345(6); quantities that were set, noise,
        derived quantities, assumptions, and the papers to cite. Families of more than two free members (DMX) are
        one row. Without a newline at the end.

    Raises
    ------
    InputError
        The format is not one of these.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> print(jug.publish(jug.fit(model, toas), "markdown").splitlines()[16])
    | Right ascension (ICRS) at POSEPOCH | RAJ | 17:48:52.80035(14) | h:m:s |
    """
    expect(result=(result, FitResult))
    if format not in PUBLICATION_FORMATS:
        raise InputError(f"no format {format!r} of a table", hint=f"it may be {', '.join(PUBLICATION_FORMATS)}")
    found = derived(result)
    papers = citations(result.model, found)
    psr, rows, program = result.model.psr, solution_groups(result, found), f"jug-timing {__version__}"
    if format == "json":
        return as_json(psr, rows, papers, program, result.model.settings.dialect)
    return TABLE_WRITERS[format](psr, rows, papers, program)
