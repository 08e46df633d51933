"""The outcome of one pulsar of a run."""

from collections.abc import Mapping
from typing import NamedTuple

from jug.text.json_types import JsonObject

PULSAR_DONE, PULSAR_NOT_CONVERGED, PULSAR_FAILED = "done", "not converged", "failed"

NUMBER_KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("psr", "verdict"), str),
    **dict.fromkeys(("n_toa", "n_cut", "n_free", "dof"), int),
    **dict.fromkeys(
        ("first_mjd", "last_mjd", "wrms_us", "chi2", "reduced_chi2", "ra_rad", "dec_rad", "worst_change_sigma"),
        (int, float, type(None)),
    ),
    "good": bool,
    **dict.fromkeys(("significant", "to_check"), list),
    "cut": dict,
}
"""The types of `PulsarOutcome.numbers`. A failed pulsar has no numbers."""


class PulsarOutcome(NamedTuple):
    """The outcome of one pulsar.

    Attributes
    ----------
    name : str
        Name of its folder.
    state : str
        ``"done"``, ``"not converged"`` or ``"failed"``.
    reason : str
        Why it failed; else the sentence of the verdict.
    numbers : dict
        For the table: ``n_toa``, ``n_cut``, ``first_mjd``, ``last_mjd``, ``wrms_us``, ``chi2``, ``dof``,
        ``reduced_chi2``, ``verdict``, ``good``, ``ra_rad``, ``dec_rad``, ``significant`` (terms of F-tests).
    seconds : float
        Wall time of the work, s; if the results existed already, that of the run that made them.
    outputs : dict of str to str
        The sha256 of each file in its folder.
    inputs, data : dict of str to str
        The sha256 of the files that were read.
    reused : bool
        Whether the results existed already.
    """

    name: str
    state: str
    reason: str
    numbers: JsonObject
    seconds: float = 0.0
    outputs: Mapping[str, str] = {}
    inputs: Mapping[str, str] = {}
    data: Mapping[str, str] = {}
    reused: bool = False

    @property
    def succeeded(self) -> bool:
        """Whether the fits of the pulsar converged and all its files were written."""
        return self.state == PULSAR_DONE


def failed_outcome(name: str, reason: str, seconds: float = 0.0) -> PulsarOutcome:
    """Return the outcome of a pulsar that has no results.

    Parameters
    ----------
    name, reason : str
    seconds : float
        Wall time, s.

    Returns
    -------
    PulsarOutcome
    """
    return PulsarOutcome(name, PULSAR_FAILED, reason, {}, seconds)


def outcome_of(content: JsonObject) -> PulsarOutcome:
    """Read an outcome from JSON of ``outcome._asdict()``.

    Parameters
    ----------
    content : dict

    Returns
    -------
    PulsarOutcome

    Raises
    ------
    KeyError, TypeError, ValueError
        Not an outcome.
    """
    name, state, reason = (str(content[key]) for key in ("name", "state", "reason"))
    if state not in (PULSAR_DONE, PULSAR_NOT_CONVERGED, PULSAR_FAILED):
        raise ValueError(state)
    outputs, inputs, data = (
        {str(key): str(sha) for key, sha in dict(content[kind]).items()} for kind in ("outputs", "inputs", "data")
    )
    numbers = dict(content["numbers"])
    if numbers or state != PULSAR_FAILED:
        for key, kind in NUMBER_KINDS.items():
            if not isinstance(numbers[key], kind) or abs(numbers[key] if isinstance(numbers[key], int) else 0) > 2**53:
                raise ValueError(key)
    return PulsarOutcome(name, state, reason, numbers, float(content["seconds"]), outputs, inputs, data)
