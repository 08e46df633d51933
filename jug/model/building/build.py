"""From the lines of a par file to a timing model, step by step.

Every line is one of: a comment; a setting; a description, which is written back without effect; a parameter of a
component in the registry; a line that switches off a term jug does not have; a keyword that is not supported (an error
that names it); or unknown (an error with the nearest known keywords). No line that changes the model is skipped.
"""

from collections.abc import Mapping

from jug.io.par import ParFile
from jug.model.known_terms import terms_for
from jug.model.parameters import Entry
from jug.model.reading.absent_lines import note_absent_lines, note_tzrfreq
from jug.model.reading.assembly.assembly import assemble_parts
from jug.model.reading.dialects.conventions import read_conventions
from jug.model.reading.findings import Findings
from jug.model.reading.lines.entries import read_par_entries
from jug.model.reading.lines.keywords import switches_off
from jug.model.reading.lines.periods import with_frequencies
from jug.model.reading.plain_values import with_plain_values
from jug.model.reading.same_selection import with_each_selection_once
from jug.model.reading.settings import read_settings
from jug.model.reading.spin_epoch import with_spin_epoch
from jug.model.registry import every_term
from jug.model.settings import Settings
from jug.model.timing_model import TimingModel


def build(par: ParFile, *, convention: Mapping[str, str] | None = None) -> TimingModel:
    """Make a timing model from a par file.

    Parameters
    ----------
    par : ParFile
        The lines, as `jug.io.par.read_par` gives them.
    convention : dict, optional
        Choices where programs differ, by name (`jug.model.reading.dialects.conventions`).

    Returns
    -------
    TimingModel
        In the units of the par file, TDB or TCB (`Settings.units`).

    Raises
    ------
    ParError
        With file and line, for every line that cannot be used and every missing parameter (`ParError.problems`).

    Warns
    -----
    InputWarning
        For conventions that jug assumes because a line is absent, and for lines that a fit does not follow.
    """
    conventions, findings = read_conventions(convention), Findings()
    par = with_frequencies(par, findings)
    if any(line.key.startswith("JUMP_") for line in par):
        from jug.model.reading.dialects.tempo_jumps import with_tempo_jumps  # rare

        par = with_tempo_jumps(par, findings)
    settings = read_settings(par, conventions, findings)
    registry = terms_for(line for line in par if not switches_off(line.key, line.args))
    entries = with_spin_epoch(par, read_par_entries(par, registry, findings), findings)
    entries = with_plain_values(par, entries, findings)
    entries = with_each_selection_once(par, entries, findings)
    if par.find("PAASCNODE"):
        from jug.model.reading.orbits.paascnode import note_paascnode  # rare

        note_paascnode(par, entries, findings)
    if len({"M2", "SINI", "SHAPMAX"}.intersection(entries)) == 1:
        from jug.model.reading.orbits.half_shapiro import note_half_shapiro  # rare

        note_half_shapiro(par, entries, findings)
    note_absent_lines(par, entries, findings)
    note_tzrfreq(par, entries, findings)
    return TimingModel(*assemble_parts(findings.without_repeated(par), settings, entries, registry, findings))


def assemble(par: ParFile, settings: Settings, entries: Mapping[str, Entry]) -> TimingModel:
    """Make a timing model from values (`jug.model.reading.assembly.assembly.assemble_parts`).

    Parameters
    ----------
    par : ParFile
        The lines that the entries name, for messages and for writing.
    settings : Settings
    entries : dict of str to Entry
        The parameters that are given, in the order of the par file.

    Returns
    -------
    TimingModel

    Raises
    ------
    ParError
        Parameters that no component of the model takes, that are missing, or have a value out of range.
    """
    return TimingModel(*assemble_parts(par, settings, entries, every_term()))
