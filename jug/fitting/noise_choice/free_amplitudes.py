"""A free spectrum: an amplitude for each frequency in place of a power law, with a prior.

The coefficients of frequency k have the prior variance rho_k^2 in place of P(f_k) df_k, uniform in log10 rho
(Taylor et al. 2013, PRD 87, 104035; `log10_rho` of enterprise). log L is that at the best rho, with all else fixed:

    2 d log L / d phi_j = (a_j / phi_j)^2 - 1 / phi_j + (S^-1)_jj / phi_j^2,   S = Phi^-1 + M,   a = S^-1 d

with M and d as in `jug.fitting.noise_choice.conditional`. A par file cannot describe such a spectrum, so that it is
compared but not taken.
"""

from collections.abc import Iterator

import numpy as np

from jug.core.array import Float, Harmonic, Mode
from jug.core.execution.progress import report
from jug.core.execution.threads import limit_new_blas
from jug.fitting.noise_choice.conditional import ConditionalNoise
from jug.fitting.noise_choice.criteria import ChoiceRule, score
from jug.fitting.noise_choice.model_forms import Chosen, ModelForm
from jug.fitting.noise_choice.term import NoiseTerm
from jug.sampling.coordinates import LN10

WITH_FREE_AMPLITUDES = ("red", "dm", "chrom", "sw")
"""Words of the processes that have sines and cosines of the same frequencies, in this order."""

LOG10_RHO_RANGE = (-10.0, -4.0)
"""Range of the prior, rho in s."""


def compare_free_amplitudes(chosen: Chosen, words: tuple[str, ...], rule: ChoiceRule) -> Chosen:
    """Compare each chosen process with free amplitudes at its frequencies.

    Parameters
    ----------
    chosen : Chosen
    words : tuple of str
    rule : ChoiceRule

    Returns
    -------
    Chosen
        The same model.
    """
    for form in _free_forms(chosen, rule) if "free" in words else ():
        chosen = chosen.with_form(form, rule)
    return chosen


def _free_forms(chosen: Chosen, rule: ChoiceRule) -> Iterator[ModelForm]:
    for term in chosen.trial.terms:
        if term.word in WITH_FREE_AMPLITUDES:
            report(f"free amplitudes of {term.name}", 0)
            form = _free_form(chosen, term, rule)
            if form is not None:
                yield form


def _free_form(chosen: Chosen, term: NoiseTerm, rule: ChoiceRule) -> ModelForm | None:
    """Free amplitudes in place of a term; None where it has too many columns."""
    models, trial = chosen.models, chosen.trial
    rest = [one for one in trial.terms if one.name != term.name]
    without = models.at(models.prepare(rest), trial.values)
    conditional = models.conditional(without, term)
    if conditional is None:
        return None
    own = conditional.columns.variance(trial.term_values(term))
    half = len(own) // 2
    gain, rho = best_amplitudes(conditional, 0.5 * np.log10(np.maximum(own[:half], 1e-300)))
    n_parameters = chosen.score.n_parameters - len(trial.term_values(term)) + len(rho)
    found = score(without.log_likelihood + gain, n_parameters, models.n_data, None)
    name = f"{term.name} with {half} free amplitudes"
    return ModelForm(name, models, None, found, found.by(rule, chosen.score))


def best_amplitudes(conditional: ConditionalNoise, start: Float[Harmonic]) -> tuple[float, Float[Harmonic]]:
    """Find the amplitudes of the largest likelihood.

    Parameters
    ----------
    conditional : ConditionalNoise
        With m sines, then m cosines.
    start : (m,) array
        log10 rho to begin with, rho in s.

    Returns
    -------
    log_likelihood : float
        The largest log-likelihood minus the log-likelihood without the process.
    log10_rho : (m,) array
        Within `LOG10_RHO_RANGE`.
    """
    from scipy.optimize import minimize

    limit_new_blas()
    low, high = LOG10_RHO_RANGE
    bounds, start = [(low, high)] * len(start), np.clip(start, low, high)
    end = minimize(lambda at: _downhill(conditional, at), start, jac=True, method="L-BFGS-B", bounds=bounds)
    return -float(end.fun), end.x


def _downhill(conditional: ConditionalNoise, log10_rho: Float[Harmonic]) -> tuple[float, Float[Harmonic]]:
    """-log L and its slope."""
    phi = 10.0 ** (2.0 * np.concatenate([log10_rho, log10_rho]))
    slope = 2.0 * LN10 * phi * slope_by_variance(conditional, phi)
    half = len(log10_rho)
    return -conditional.of_variance(phi), -(slope[:half] + slope[half:])


def slope_by_variance(conditional: ConditionalNoise, phi: Float[Mode]) -> Float[Mode]:
    """Differentiate log L by the prior variances.

    Parameters
    ----------
    conditional : ConditionalNoise
    phi : (m,) array
        s^2.

    Returns
    -------
    (m,) array
        s^-2.
    """
    s = np.sqrt(phi)
    inverse = np.linalg.inv(s[:, None] * conditional.m * s + np.eye(len(phi)))
    a = s * (inverse @ (s * conditional.d))
    slope: Float[Mode] = 0.5 * ((a / phi) ** 2 - (1.0 - np.diag(inverse)) / phi)
    return slope
