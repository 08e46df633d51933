"""The result of `jug.run`: the outcome of each pulsar, as a table and as JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jug.core.arguments.named import no_such_name
from jug.core.display.fields_shown import FieldsShown
from jug.pulsars.jobs.pulsar_outcome import PULSAR_DONE, PULSAR_FAILED, PULSAR_NOT_CONVERGED, PulsarOutcome
from jug.text.json_types import JsonObject
from jug.text.name_lists import counted_noun
from jug.text.text_table import table


@dataclass(frozen=True, repr=False)
class ArrayRun(FieldsShown):
    """The outcome of each pulsar of a run.

    Parameters
    ----------
    folder : Path
        The folder of the results.
    outcomes : tuple of PulsarOutcome
        In the order of their names.
    seconds : float
        Wall time of the run, s.
    """

    folder: Path
    outcomes: tuple[PulsarOutcome, ...]
    seconds: float

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[PulsarOutcome]:
        return iter(self.outcomes)

    def __getitem__(self, name: str) -> PulsarOutcome:
        """Return the outcome of a pulsar, by the name of its folder.

        Raises
        ------
        NoSuchNameError
            No pulsar has this name.
        """
        for outcome in self.outcomes:
            if outcome.name == name:
                return outcome
        raise no_such_name("pulsar", name, [outcome.name for outcome in self.outcomes])

    @property
    def failed(self) -> tuple[PulsarOutcome, ...]:
        """The pulsars without a converged fit."""
        return tuple(outcome for outcome in self.outcomes if not outcome.succeeded)

    def summary(self) -> str:
        """Return a table of all pulsars, with the reasons of those that failed.

        Returns
        -------
        str
            Lines, without a newline at the end.
        """
        head = ("Pulsar", "TOAs", "cut", "Span yr", "wrms us", "chi2/dof", "Verdict", "s")
        rows = [_row(outcome) for outcome in self.outcomes]
        lines = [table(head, rows, "<>>>>><>"), "", f"{self._counts()} Results: {self.folder}"]
        for outcome in self.failed:
            first, *more = outcome.reason.splitlines() or [""]
            lines += ["", f"{outcome.name}: {outcome.state}: {first}", *(f"  {line}" for line in more)]
        return "\n".join(lines)

    def _counts(self) -> str:
        n = {
            state: sum(one.state == state for one in self.outcomes)
            for state in (PULSAR_DONE, PULSAR_NOT_CONVERGED, PULSAR_FAILED)
        }
        bad = sum(one.state == PULSAR_DONE and not one.numbers["good"] for one in self.outcomes)
        reused = sum(one.reused for one in self.outcomes)
        words = [f"{n[PULSAR_DONE]} of {counted_noun(len(self), 'pulsar')} done"]
        words += [f"{bad} of them with a verdict to look at"] * bool(bad)
        words += [f"{n[PULSAR_NOT_CONVERGED]} not converged"] * bool(n[PULSAR_NOT_CONVERGED])
        words += [f"{n[PULSAR_FAILED]} failed"] * bool(n[PULSAR_FAILED])
        words += [f"{reused} as before"] * bool(reused)
        return f"{', '.join(words)}, in {self.seconds:.1f} s."

    def to_json(self) -> JsonObject:
        """Return the run as numbers, texts, lists and dicts.

        Returns
        -------
        dict
            ``pulsars`` has for each: ``state``, ``reason``, ``numbers``, ``seconds``, ``reused``.
        """
        kept = ("state", "reason", "numbers", "seconds", "reused")
        return {
            "folder": str(self.folder),
            "seconds": self.seconds,
            "pulsars": {one.name: {key: getattr(one, key) for key in kept} for one in self.outcomes},
        }


def _row(outcome: PulsarOutcome) -> tuple[str, ...]:
    n = outcome.numbers
    seconds = "as before" if outcome.reused else f"{outcome.seconds:.1f}"
    if not n:
        return (outcome.name, "", "", "", "", "", outcome.state, seconds)
    ratio = _digits(n["reduced_chi2"] if n["dof"] > 0 else None, ".3f")
    dated = n["first_mjd"] is not None and n["last_mjd"] is not None
    span = _digits((n["last_mjd"] - n["first_mjd"]) / 365.25 if dated else None, ".1f")
    state = n["verdict"] if outcome.state == PULSAR_DONE else outcome.state
    return (outcome.name, str(n["n_toa"]), str(n["n_cut"]), span, _digits(n["wrms_us"], ".4g"), ratio, state, seconds)


def _digits(value: float | None, form: str) -> str:
    """A number as text; empty for None, which stands for a number that was not finite."""
    return "" if value is None else format(value, form)
