"""Why a term was chosen or not, in words."""

from jug.fitting.noise_choice.adding import Added
from jug.fitting.noise_choice.criteria import ChoiceRule

CRITERION_TITLES = {"bic": "BIC", "aic": "AIC", "evidence": "-2 log Z"}

MUCH_ALONE = 10.0
"""Gain of log L alone, and factor over that beside the chosen terms, from which these are said to take its place."""


def reason_of_choice(one: Added, alone: float, worth: float, rule: ChoiceRule, chosen: bool) -> str:
    """Say why.

    Parameters
    ----------
    one : Added
        With and without the term, beside the other chosen ones.
    alone : float
        Gain of log L of the term beside none of them, at least.
    worth : float
        By how much the criterion is better with the term.
    rule : ChoiceRule
    chosen : bool

    Returns
    -------
    str
        A sentence without a full stop.
    """
    title, count = CRITERION_TITLES[rule.criterion], len(one.term.start)
    parameters = "1 parameter" if count == 1 else f"{count} parameters"
    if one.trial is None:
        said = "its best size is 0"
    else:
        rises = f"log L {'falls' if chosen else 'rises'} by {one.gain:.1f}"
        said = f"{rises} {'without its' if chosen else 'with its'} {parameters}"
        better = "better" if worth >= 0.0 else "worse"
        limit = "" if chosen else f", where {rule.threshold:g} are asked for" if worth >= 0.0 else ""
        said += f": {title} is {better} by {abs(worth):.1f} with it{limit}"
    if not chosen and alone > MUCH_ALONE and alone > MUCH_ALONE * one.gain:
        said += f"; without the chosen terms log L would rise by {alone:.0f}: they take its place"
    return said
