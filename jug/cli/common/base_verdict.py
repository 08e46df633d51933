"""The verdict on the fit that an analysis begins with."""

from typing import TYPE_CHECKING

from jug.cli.common.streams import caution

if TYPE_CHECKING:
    from jug.fitting.result.fit_result import FitResult


def complain_of_base(base: "FitResult") -> None:
    """Write the verdict on a fit to standard error where it is not good.

    Parameters
    ----------
    base : FitResult
        With all TOAs, and the model as it is.
    """
    verdict = base.verdict
    if not verdict.good:
        caution(f"warning: the fit is not good ({verdict.name}): {verdict.sentence}; {verdict.next}")
