"""The mean that was removed from stored residuals, in the words of readers of records and of samplers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ResidualCentering:
    """The mean that was removed from the residuals of a data set: the four words of psrdata's SPEC (section 4).

    Parameters
    ----------
    stored_residuals : {"none", "mean_removed"}
        For the residuals of the record.
    stored_weighted : bool or None
        Whether the mean was weighted; None where none was removed.
    standard_output : {"none", "mean_removed"}
        For the residuals that jug reports.
    standard_weighted : bool or None
        Whether that mean was weighted; None where none was removed.
    """

    stored_residuals: str
    stored_weighted: bool | None
    standard_output: str
    standard_weighted: bool | None


@dataclass(frozen=True)
class GaugeProvenance:
    """The same in the older words of nltiming and metapulsar, from before psrdata's SPEC.

    Parameters
    ----------
    export : {"none"}
        Nothing is removed from the changes of residuals that an engine computes.
    reference_mode : {"none", "mean"}
        Whether a mean was removed from the residuals of the record.
    reference_weighted : bool or None
    reporting_mode : {"none", "mean"}
        Whether a mean is removed from the residuals that jug reports.
    reporting_weighted : bool or None
    """

    export: str
    reference_mode: str
    reference_weighted: bool | None
    reporting_mode: str
    reporting_weighted: bool | None


def residual_centering(centered: bool) -> ResidualCentering:
    """Describe which mean was removed from the residuals of a record.

    Parameters
    ----------
    centered : bool
        Whether their weighted mean is removed.

    Returns
    -------
    ResidualCentering
    """
    how, weighted = ("mean_removed", True) if centered else ("none", None)
    return ResidualCentering(how, weighted, how, weighted)


def gauge_of(centered: bool) -> GaugeProvenance:
    """Describe the same in the older words.

    Parameters
    ----------
    centered : bool
        Whether their weighted mean is removed.

    Returns
    -------
    GaugeProvenance
    """
    how, weighted = ("mean", True) if centered else ("none", None)
    return GaugeProvenance("none", how, weighted, how, weighted)
