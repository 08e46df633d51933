"""The result of `jug.doctor`: lines, absent lines, differences between programs, findings on the TOAs, decisions."""

from dataclasses import dataclass

from jug.analysis.diagnosis.rows import AbsentLine, ClockUse, Difference, Effect, Finding, LineUse, SiteSpan, Summary
from jug.conversion.par_file_text.explicit import Explicit
from jug.core.display.fields_shown import FieldsShown
from jug.model.reading.dialects.convention_table import CONVENTIONS

DECISION_NS = 1.0
"""A difference between programs needs a decision if its rms after a refit exceeds this, ns, ..."""

DECISION_SHARE = 0.01
"""... or if its rms before or after a refit exceeds this part of the median uncertainty of the TOAs. A difference
that a refit absorbs moves the fitted parameters."""

PROPORTIONAL = ("RATE",)
"""Differences that multiply each residual by nearly 1. They move the fitted parameters by a small part of their
uncertainties, and need a decision only if the residuals change by `DECISION_SHARE` of the uncertainty of the
TOAs."""


@dataclass(frozen=True, repr=False)
class Report(FieldsShown):
    """The result of `jug.doctor` as rows.

    Parameters
    ----------
    par : str
    tim : str or None
        Paths.
    lines : tuple of LineUse
        Every line of the par file that has a keyword, in the order of the file.
    absent : tuple of AbsentLine
    differences : tuple of Difference
        Differences with the largest rms after a refit come first.
    findings : tuple of Finding
        Findings that need a decision come first.
    summary : Summary or None
        None without a tim file that can be read.
    sites : tuple of SiteSpan
    data : tuple of ClockUse
    explicit : Explicit or None
        The par file that states every default (``.text``), and notes on it; None without a model.
    read_as : str
        The program whose conventions were used.
    """

    par: str
    tim: str | None
    lines: tuple[LineUse, ...]
    absent: tuple[AbsentLine, ...] = ()
    differences: tuple[Difference, ...] = ()
    findings: tuple[Finding, ...] = ()
    summary: Summary | None = None
    sites: tuple[SiteSpan, ...] = ()
    data: tuple[ClockUse, ...] = ()
    explicit: Explicit | None = None
    read_as: str = "jug"

    @property
    def least_ns(self) -> tuple[float, float]:
        """The rms before, and after a refit, above which a difference needs a decision, ns."""
        part = DECISION_SHARE * 1e3 * self.summary.median_error_us if self.summary else DECISION_NS
        return part, min(DECISION_NS, part)

    def needs_decision(self, difference: Difference) -> bool:
        """Whether a difference is larger than `least_ns` and no line or option has decided it.

        For a difference that is proportional to the residuals, the limit before a refit also holds after it.

        Parameters
        ----------
        difference : Difference

        Returns
        -------
        bool
        """
        effect, (before, after) = difference.effect, self.least_ns
        if difference.decided or effect is None:
            return False
        if difference.name in PROPORTIONAL:
            after = before
        return not (effect.rms_ns <= before and effect.refit_rms_ns <= after)

    @property
    def left_to_options(self) -> tuple[str, ...]:
        """The undecided conventions that no line of a par file can decide, as words of ``--convention`` in use."""
        open_ones = (d for d in self.differences if self.needs_decision(d) and d.name in CONVENTIONS)
        return tuple(dict.fromkeys(f"{d.name}={d.jug}" for d in open_ones if not CONVENTIONS[d.name].absent))

    @property
    def decisions(self) -> tuple[str, ...]:
        """The decisions that the user has to make, each with the option or line for it."""
        found = [f"{f'{q.where}: ' if q.where else ''}{q.what}: {q.decide}" for q in self.findings if q.decide]
        open_ones: dict[str, list[Difference]] = {}
        for d in self.differences:
            if self.needs_decision(d):
                open_ones.setdefault(d.name, []).append(d)
        for name, group in open_ones.items():
            words = "; ".join(f"{d.other} ({', '.join(d.programs)}: {_size(d.effect)})" for d in group)
            found.append(f"{name}: {group[0].jug}, or {words}: {group[0].decide}")
        return tuple(found)


def _size(effect: Effect | None) -> str:
    return f"{effect.rms_ns:.3g} ns rms, {effect.refit_rms_ns:.3g} ns after a refit" if effect else ""
