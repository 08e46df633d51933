"""A noise term: lines of a par file whose values are estimated."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from jug.model.parameters import Entry

PROCESS_NAMES = {
    **{"red": "red noise", "dm": "DM noise", "chrom": "chromatic noise", "sw": "solar-wind noise"},
    "qp": "quasi-periodic DM noise",
}


class NoiseTerm(NamedTuple):
    """A noise term that a model has or lacks.

    Parameters
    ----------
    name : str
        ``red noise``, ``ECORR -f L-wide``.
    word : str
        Of `jug.fitting.noise_choice.words.TERM_WORDS`.
    lines : tuple of str
        Lines of a par file, with ``{KEYWORD}`` in place of the values that are estimated.
    start : dict of str to float
        Start values by keyword, par units, the amplitude first.
    """

    name: str
    word: str
    lines: tuple[str, ...]
    start: dict[str, float]

    @property
    def amplitude(self) -> str:
        """Keyword of the amplitude or size."""
        return next(iter(self.start))

    @property
    def spectral_index(self) -> str | None:
        """Keyword of the spectral index; None without one."""
        return next((key for key in self.start if key.endswith(("GAM", "RNIDX"))), None)

    @property
    def frequencies(self) -> int | None:
        """The number of frequencies of its power law; None where no line has it."""
        last = self.lines[-1].split() if self.word in ("band", "group") else []
        every = [line.split() for line in self.lines]
        counts = [words[1] for words in every if words[0].endswith("C") and words[0].startswith("TN")]
        text = last[-1] if last else next(iter(counts), "")
        return int(float(text)) if text else None

    def lines_with(self, values: Mapping[str, float] | None = None) -> list[str]:
        """Return the lines with values by keyword, par units; with the start values for those that are absent."""
        text = {key: f"{value:.12g}" for key, value in {**self.start, **(values or {})}.items()}
        return [line.format(**text) for line in self.lines]

    def with_frequencies(self, number: int) -> "NoiseTerm":
        """Return the term with another number of frequencies."""
        if self.word in ("band", "group"):
            return self._replace(lines=(f"{self.lines[0].rsplit(' ', 1)[0]} {number}",))
        lines = []
        for line in self.lines:
            words = line.split()
            count = words[0].startswith("TN") and words[0].endswith("C")
            lines.append(f"{words[0]} {number}" if count else line)
        return self._replace(lines=tuple(lines))


def term_of_entries(name: str, word: str, entries: Iterable[Entry]) -> NoiseTerm:
    """Make a term of the lines of a model, one value each.

    Parameters
    ----------
    name, word : str
    entries : iterable of Entry

    Returns
    -------
    NoiseTerm
    """
    lines, start = [], {}
    for e in entries:
        keyword = e.param.name
        before = f"{keyword} {e.selector}" if e.selector else e.name
        if e.param.sampled:
            start[keyword] = float(e.value.hi)
            lines.append(f"{before} {{{keyword}}}")
        else:
            lines.append(f"{before} {e.text()}")
    return NoiseTerm(name, word, tuple(lines), start)


def term_on_one_line(name: str, word: str, head: str, values: tuple[float, float], frequencies: int) -> NoiseTerm:
    """Make a term of a line TNBANDNOISE or TNGROUPNOISE.

    Parameters
    ----------
    name, word : str
    head : str
        The line up to the amplitude.
    values : (float, float)
        Start values: log10 of the amplitude, and the spectral index.
    frequencies : int

    Returns
    -------
    NoiseTerm
    """
    amplitude, index = ("TNBANDAMP", "TNBANDGAM") if word == "band" else ("TNGROUPAMP", "TNGROUPGAM")
    line = f"{head} {{{amplitude}}} {{{index}}} {frequencies}"
    return NoiseTerm(name, word, (line,), {amplitude: values[0], index: values[1]})
