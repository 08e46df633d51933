"""The result of `jug.choose_noise`."""

import textwrap
from dataclasses import dataclass
from math import isfinite

from jug.core.display.fields_shown import FieldsShown
from jug.core.display.shown import REPORT_WIDTH
from jug.fitting.noise.result import NoiseFit
from jug.fitting.noise_choice.model_rows import ModelRow
from jug.fitting.noise_choice.reasons import CRITERION_TITLES
from jug.fitting.noise_choice.term_rows import TermRow
from jug.model.timing_model import TimingModel
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite
from jug.text.text_table import table

NAME_WIDTH = 38
"""Columns of the name of a model."""


LEGEND = (
    "AIC, BIC, log Z: less those of the model marked *. LR: twice the change of log L by the term.",
    "log B: of the evidence with the term over that without it, by Savage and Dickey.",
)


@dataclass(frozen=True, eq=False, repr=False)
class NoiseChoice(FieldsShown):
    """The noise terms that the data need, as `jug.choose_noise` returns them.

    Parameters
    ----------
    model : TimingModel
        With the chosen terms, their values and uncertainties, and the timing parameters fitted with them.
    chosen : tuple of str
        Names of the chosen terms: ``red noise``, ``ECORR -f L-wide``.
    terms : tuple of TermRow
        All candidate terms, the chosen ones first, each with its reason.
    models : tuple of ModelRow
        All models that were compared.
    left_out : dict of str to str
        Noise that cannot be a term, with the reason.
    criterion, threshold, prior_set, direction : str, float, str, str
        The rule and the direction of the choice.
    noise : NoiseFit or None
        The parameters of the chosen model; None where their errors cannot be given (`notes`).
    n_data : int
        TOAs and measured DMs.
    seconds : float
        Time that the choice took, s.
    notes : tuple of str
        Sentences on forms that are better, and on errors that cannot be given.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.choose_noise(model, toas, "red,dm")
    >>> found.chosen, found.converged
    ((), True)
    >>> found.summary().splitlines()[0], found.to_json()["chosen"]
    ('PSR 1748-2021E', [])
    """

    model: TimingModel
    chosen: tuple[str, ...]
    terms: tuple[TermRow, ...]
    models: tuple[ModelRow, ...]
    left_out: dict[str, str]
    criterion: str
    threshold: float
    prior_set: str
    direction: str
    noise: NoiseFit | None
    n_data: int
    seconds: float
    notes: tuple[str, ...] = ()

    @property
    def converged(self) -> bool:
        """Whether the parameters of the chosen model have converged."""
        return self.noise is not None and self.noise.converged

    def summary(self) -> str:
        """Return the choice as text: the models, the terms with their reasons, the parameters.

        Returns
        -------
        str
            Several lines of at most 100 columns, without a newline at the end.
        """
        rule = f"{self.direction} selection; {CRITERION_TITLES[self.criterion]} must be smaller by {self.threshold:g}"
        taken = [row.name for row in self.models if row.taken]
        chosen = "; ".join([", ".join(self.chosen) or "none of the terms", *taken])
        lines = [f"PSR {self.model.psr or '(no name)'}", "", *_wrapped(f"Noise chosen  {chosen}", 14)]
        lines += [f"How           {rule}; priors of log Z: {self.prior_set}", ""]
        lines += [_models(self.models, self.terms), "", *LEGEND, "", "Terms"]
        for row in self.terms:
            lines += _wrapped(f"  {'+' if row.chosen else '-'} {row.name}: {row.reason}", 6)
        lines += [line for name, why in self.left_out.items() for line in _wrapped(f"  not tried, {name}: {why}", 6)]
        lines += [line for note in self.notes for line in _wrapped(f"Note: {note}", 6)]
        return "\n".join(lines if self.noise is None else [*lines, "", self.noise.summary()])

    def to_json(self) -> JsonObject:
        """Return the choice as values for JSON.

        Returns
        -------
        dict
            ``chosen``, ``terms``, ``models``, ``left_out``, how it was chosen; ``parameters``, ``log_likelihood`` and
            the other values of `NoiseFit`.
        """
        own = {
            "psr": self.model.psr,
            "chosen": list(self.chosen),
            "terms": [_plain(row._asdict()) for row in self.terms],
            "models": [_plain(row._asdict()) for row in self.models],
            "left_out": self.left_out,
            "criterion": self.criterion,
            "threshold": self.threshold,
            "prior_set": self.prior_set,
            "direction": self.direction,
            "n_data": self.n_data,
        }
        fitted = {} if self.noise is None else self.noise.to_json()
        notes = [*self.notes, *([] if self.noise is None else self.noise.notes)]
        found: JsonObject = without_nonfinite({**fitted, **own, "notes": notes, "seconds": self.seconds})
        return found


def _plain(row: dict[str, object]) -> dict[str, object]:
    return {key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()}


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, REPORT_WIDTH, subsequent_indent=" " * indent, break_long_words=False)


def _models(rows: tuple[ModelRow, ...], terms: tuple[TermRow, ...]) -> str:
    """The table of the models; the one with which the others are compared has a mark."""
    zero = next((row for row in rows if row.kind == "chosen"), rows[0])
    by_term, cells = {term.name: term for term in terms}, []
    for row in rows:
        name = ("* " if row is zero else "> " if row.taken else "  ") + row.name
        cut = name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 3]}..."
        if row.problem:
            cells.append((cut, "", "none", "", "", "", "", ""))
            continue
        evidence = ""
        if row.log_evidence is not None and zero.log_evidence is not None:
            evidence = f"{row.log_evidence - zero.log_evidence:.2f}"
        numbers = f"{row.aic - zero.aic:.1f}", f"{row.bic - zero.bic:.1f}"
        own = by_term.get(row.term)
        ratio = "" if own is None else f"{own.likelihood_ratio:.1f}"
        bayes = "" if own is None or own.log_savage_dickey is None else f"{own.log_savage_dickey:.1f}"
        cells.append((cut, str(row.n_parameters), f"{row.log_likelihood:.2f}", *numbers, evidence, ratio, bayes))
    return table(("  model", "k", "log L", "AIC", "BIC", "log Z", "LR", "log B"), cells, "<>>>>>>>")
