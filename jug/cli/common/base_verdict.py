"""A warning where an analysis begins with a fit that is not good."""

from typing import TYPE_CHECKING

from jug.cli.common.streams import print_warning

if TYPE_CHECKING:
    from jug.fitting.result.fit_result import FitResult


def warn_of_base_fit(base: "FitResult") -> None:
    """Write the verdict on a fit to standard error, if it is not good.

    Parameters
    ----------
    base : FitResult
        The fit of the unchanged model to all TOAs.
    """
    verdict = base.verdict
    if not verdict.good:
        print_warning(f"warning: the fit is not good ({verdict.name}): {verdict.sentence}; {verdict.next}")
