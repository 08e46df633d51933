"""The result of `jug.ftest`: a row for each candidate, as numbers, text and JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from textwrap import fill, wrap

from jug.analysis.term_tests.term_test import TermTest
from jug.core.display.fields_shown import FieldsShown
from jug.core.display.shown import REPORT_WIDTH
from jug.errors import NoSuchNameError
from jug.fitting.result.fit_result import FitResult
from jug.text.json_types import JsonObject
from jug.text.text_table import table

KEPT_TOGETHER = "\N{NO-BREAK SPACE}"
"""Replaces a blank at which no line may be broken, until the lines are made."""


@dataclass(frozen=True, repr=False)
class FTest(FieldsShown):
    """Tests of terms, all relative to one fit; the result of `jug.ftest`.

    Parameters
    ----------
    base : FitResult
        The fit of the unchanged model.
    tests : tuple of TermTest
        In the order of the arguments.
    threshold : float
        Probability below which a term is significant.

    Examples
    --------
    >>> import jug
    >>> found = jug.ftest(*jug.load(*jug.data.example("NGC6440E")), add=["PX"])
    >>> found["PX"].significant, found.summary().splitlines()[0]
    (False, 'Fit of the model as it is: chi2 59.5744, degrees of freedom 56')
    >>> list(found.to_json())
    ['threshold', 'chi2', 'dof', 'verdict', 'tests']
    """

    base: FitResult
    tests: tuple[TermTest, ...]
    threshold: float

    def __getitem__(self, term: str) -> TermTest:
        """The first test of a term.

        Raises
        ------
        NoSuchNameError
            The term was not tested.
        """
        return next((test for test in self.tests if test.term == term), None) or self._missing(term)

    def _missing(self, term: str) -> TermTest:
        raise NoSuchNameError(f"{term!r} was not tested; tested were {', '.join(test.term for test in self.tests)}")

    def summary(self) -> str:
        """Format the tests as a table of text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        head = ("", "term", "Delta chi2", "dof", "F", "probability", "Delta AIC", "Delta BIC", "", "value")
        base = self.base
        lines = [
            f"Fit of the model as it is: chi2 {base.chi2:.4f}, degrees of freedom {base.dof}",
            *(
                []
                if base.verdict.good
                else wrap(f"It is not good ({base.verdict.name}): {base.verdict.sentence}", REPORT_WIDTH)
            ),
            f"Significant: probability below {self.threshold:g}",
            "",
            table(head, [_cells(test) for test in self.tests if not test.problem], "<<>>>>>><<", width=REPORT_WIDTH),
        ]
        lines = [line.replace(KEPT_TOGETHER, " ") for line in lines]
        problems = [f"{test.action} {test.term}: not tested, {test.problem}" for test in self.tests if test.problem]
        lines += [fill(text, REPORT_WIDTH, subsequent_indent="  ", break_on_hyphens=False) for text in problems]
        if not all(test.confirmed or test.problem for test in self.tests):
            lines += ["", "(linear): from the linear model about this fit, not confirmed by a whole fit."]
        return "\n".join(lines)

    def to_json(self) -> JsonObject:
        """Convert the tests to values for JSON.

        Returns
        -------
        dict
            ``threshold``, ``chi2``, ``dof`` and ``verdict`` of the fit, and ``tests``, a list with the fields of
            `TermTest`; numbers that are not finite are None.
        """
        tests = [{name: _plain(value) for name, value in vars(test).items()} for test in self.tests]
        base = self.base
        own = {"chi2": base.chi2, "dof": base.dof, "verdict": base.verdict.to_json()}
        return {"threshold": self.threshold, **own, "tests": tests}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return None if isinstance(value, float) and not isfinite(value) else value


def _cells(test: TermTest) -> tuple[str, ...]:
    """The cells of one row."""
    each = [f"{name} = {test.values[name]:.6g} {_error(test.errors[name])}" for name in test.values]
    shown = ", ".join(text.replace(" ", KEPT_TOGETHER) for text in each)
    shown = f"with {', '.join(test.left_out)}" if test.left_out else shown
    remark = ("significant" if test.significant else "") + ("" if test.confirmed else " (linear)")
    return (
        test.action,
        test.term,
        f"{round(test.delta_chi2, 4) + 0.0:.4f}",
        str(test.n_parameters),
        f"{test.f:.4g}",
        f"{test.probability:.3g}",
        f"{test.delta_aic:.2f}",
        f"{test.delta_bic:.2f}",
        remark.strip(),
        shown,
    )


def _error(error: float) -> str:
    """An uncertainty as text; a parameter that the fit has fixed has none."""
    return f"+- {error:.2g}" if isfinite(error) else "(undetermined)"
