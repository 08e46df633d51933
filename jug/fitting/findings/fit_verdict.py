"""The findings of a verdict (gaps, flat directions and signals), and the verdict itself."""

from typing import NamedTuple

from jug.core.display.fields_shown import fields_text
from jug.fitting.findings.kinds import Reason, VerdictKind
from jug.text.json_types import JsonObject
from jug.text.name_lists import name_list


class DoubtfulGap(NamedTuple):
    """A gap between TOAs across which another number of turns would fit about as well.

    Parameters
    ----------
    before, after : float
        MJD of the TOAs before and after it.
    n_toa : int
        Number of TOAs on the side with fewer.
    delta_chi2 : float
        Change of chi2 by one more or one fewer turn there after a linear refit; negative where it fits better.
    turns : int
        0. Where only turns at several gaps together fit as well, the number at this gap; ``delta_chi2`` is then the
        change by all of them.
    """

    before: float
    after: float
    n_toa: int
    delta_chi2: float
    turns: int = 0


class FlatDirection(NamedTuple):
    """Degenerate parameters, or one that the data hardly determine.

    Parameters
    ----------
    names : tuple of str
        The parameters; the first is one that the fit can fix. ``Offset`` is the overall phase.
    correlation : float
        Correlation of the first with the combination of the others, sqrt(R^2); NaN for a single parameter, 0 where no
        TOA depends on it.
    """

    names: tuple[str, ...]
    correlation: float

    @property
    def sentence(self) -> str:
        """The finding in words."""
        if self.correlation == 0.0:
            return f"no TOA depends on {self.names[0]}"
        if len(self.names) == 1 or self.correlation != self.correlation:
            return f"the data hardly determine {name_list(self.names)}"
        below_one = 1.0 - self.correlation
        close = "1" if below_one < 1e-15 else f"1 - {below_one:.1g}"
        return f"the data do not tell {name_list(_by_family(self.names))} apart (correlation {close})"


class LeftSignal(NamedTuple):
    """A signal that is left in the residuals.

    Parameters
    ----------
    kind : str
        ``"yearly"``, ``"orbital"``, ``"daily"``, ``"secular"``, ``"chromatic"`` (with radio frequency), ``"offset"``
        (of the TOAs of a flag value or site), ``"step"`` (in time at a date), ``"periodic"`` (of any period) or
        ``"glitch"`` (a change of the spin frequency at a date).
    form : str
        Its description in words.
    amplitude_s : float
        Root of the weighted mean square of the part that the fitted parameters cannot absorb, s.
    delta_chi2 : float
        Decrease of chi2 with it in the linear model.
    probability : float
        Probability of so large a decrease by chance in any of the signals that were tried.
    parameter : str
        The parameter that would absorb most of it; "" where none is known.
    line : str
        Its par line, for a JUMP that the model does not have; the lines of an orbit or of a glitch, with commas between
        them; else "".
    """

    kind: str
    form: str
    amplitude_s: float
    delta_chi2: float
    probability: float
    parameter: str = ""
    line: str = ""

    @property
    def sentence(self) -> str:
        """The finding in words."""
        found = (
            f"{self.form} of {self.amplitude_s * 1e6:.3g} us rms is left (probability by chance {self.probability:.1g})"
        )
        return found + (f"; {self.parameter} would take it" if self.parameter else "")


class FitVerdict(NamedTuple):
    """The verdict on a fit: name, sentence, next step and findings.

    Parameters
    ----------
    kind : VerdictKind
        The most important finding.
    sentence, next : str
        The finding in words, and the advice.
    also : tuple of Reason
        Other findings, each with ``kind``, ``sentence`` and ``next``.
    chi2_probability : float
        Probability of a chi2 at least as large if model and uncertainties are right; NaN without degrees of freedom.
    runs_probability : float
        Probability of so few changes of sign in the whitened residuals by chance; NaN with too few TOAs.
    gaps : tuple of DoubtfulGap
    n_doubtful : int
        TOAs whose pulse number is in doubt.
    flat : tuple of FlatDirection
    signals : tuple of LeftSignal
        The most significant first.
    at_bound : tuple of str
        Parameters that stay at a bound of their range while chi2 falls beyond it.
    n_duplicates : int
        TOAs that agree with an earlier one in time, frequency, uncertainty and site.

    Examples
    --------
    >>> import jug
    >>> verdict = jug.fit(*jug.load(*jug.data.example("NGC6440E"))).verdict
    >>> verdict.name, verdict.good, verdict.undetermined, verdict.signals
    ('good', True, (), ())
    >>> verdict.to_json()["sentence"] == verdict.sentence
    True
    """

    kind: VerdictKind
    sentence: str
    next: str
    also: tuple[Reason, ...] = ()
    chi2_probability: float = float("nan")
    runs_probability: float = float("nan")
    gaps: tuple[DoubtfulGap, ...] = ()
    n_doubtful: int = 0
    flat: tuple[FlatDirection, ...] = ()
    signals: tuple[LeftSignal, ...] = ()
    at_bound: tuple[str, ...] = ()
    n_duplicates: int = 0

    def __repr__(self) -> str:
        return fields_text(self)

    @property
    def name(self) -> str:
        """Name of the verdict, as in reports and JSON."""
        return self.kind.value

    @property
    def good(self) -> bool:
        """Whether the fit can be used as it is."""
        return self.kind.good

    @property
    def undetermined(self) -> tuple[str, ...]:
        """The parameters in flat directions, and those at a bound: their uncertainties have no meaning."""
        names = dict.fromkeys([*(name for flat in self.flat for name in flat.names), *self.at_bound])
        return tuple(name for name in names if name != "Offset")

    def to_json(self) -> JsonObject:
        """Return the verdict as texts, numbers, lists and dicts; a number that is not finite becomes None.

        Returns
        -------
        dict
            ``name``, ``good``, ``sentence``, ``next``, ``also`` and the findings.
        """
        return {
            "name": self.name,
            "good": self.good,
            "sentence": self.sentence,
            "next": self.next,
            "also": [{"name": one.kind.value, "sentence": one.sentence, "next": one.next} for one in self.also],
            "chi2_probability": _number(self.chi2_probability),
            "runs_probability": _number(self.runs_probability),
            "gaps": [_plain(gap) for gap in self.gaps],
            "n_doubtful": self.n_doubtful,
            "flat": [_plain(flat) for flat in self.flat],
            "undetermined": list(self.undetermined),
            "signals": [_plain(signal) for signal in self.signals],
            "n_duplicates": self.n_duplicates,
        }


def _by_family(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names; for more than three members of a family with ranges, as DMX, their number and the family's name."""
    families = [name.partition("_")[0] for name in names]
    many = {own for own in families if families.count(own) > 3}
    words = (f"{families.count(own)} {own}" if own in many else name for own, name in zip(families, names, strict=True))
    return tuple(dict.fromkeys(words))


def _plain(finding: DoubtfulGap | FlatDirection | LeftSignal) -> JsonObject:
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in finding._asdict().items()}
    return {key: _number(value) if isinstance(value, float) else value for key, value in values.items()}


def _number(value: float) -> float | None:
    return float(value) if abs(value) < float("inf") else None
