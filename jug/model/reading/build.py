"""From the lines of a par file to a timing model, step by step.

Every line is one of: a comment; a setting; a description, which is written back without effect; a parameter of a
component in the registry; a line that switches off a term jug does not have; a keyword that is not supported (an error
that names it); or unknown (an error with the nearest known keywords). No line that changes the model is skipped.
"""

from collections.abc import Mapping
from dataclasses import replace

from jug.io.par import ParFile
from jug.model.declare import Component
from jug.model.parameters import Entry
from jug.model.reading.absent_processes import without_absent_processes
from jug.model.reading.choice import choose_components, without_superseded
from jug.model.reading.conventions import read_conventions
from jug.model.reading.defaults import with_default_values, with_group_members
from jug.model.reading.entries import read_par_entries
from jug.model.reading.findings import Findings
from jug.model.reading.noise_lines import resolve_noise_lines
from jug.model.reading.paascnode import note_paascnode
from jug.model.reading.periods import with_frequencies
from jug.model.reading.settings import read_settings
from jug.model.reading.spin_epoch import with_spin_epoch
from jug.model.reading.unused import without_unused
from jug.model.reading.values import check_bounds, check_components
from jug.model.registry import REGISTRY
from jug.model.timing_model import Settings, TimingModel


def build(
    par: ParFile, registry: tuple[Component, ...] = REGISTRY, *, convention: Mapping[str, str] | None = None
) -> TimingModel:
    """Make a timing model from a par file.

    Parameters
    ----------
    par : ParFile
        The lines, as `jug.io.par.read_par` gives them.
    registry : tuple of Component
        The terms to choose from, in the order of evaluation.
    convention : dict, optional
        Choices where programs differ, by name (`jug.model.reading.conventions`).

    Returns
    -------
    TimingModel
        In the units of the par file, TDB or TCB (`Settings.units`).

    Raises
    ------
    ParError
        With file and line, for every line that cannot be used, and for parameters that are missing
        (`ParError.problems`).

    Warns
    -----
    InputWarning
        For conventions that jug assumes because a line is absent, and for lines that a fit does not follow.
    """
    conventions, findings = read_conventions(convention), Findings()
    par = with_frequencies(par, findings)
    settings = read_settings(par, conventions, findings)
    entries = with_spin_epoch(par, read_par_entries(par, registry, findings), findings)
    note_paascnode(par, entries, findings)
    return assemble(findings.without_repeated(par), settings, entries, registry, findings)


def assemble(
    par: ParFile,
    settings: Settings,
    entries: Mapping[str, Entry],
    registry: tuple[Component, ...] = REGISTRY,
    findings: Findings | None = None,
) -> TimingModel:
    """Make a timing model from values: choose its components, refuse what does not fit together, add defaults.

    Parameters
    ----------
    par : ParFile
        The lines that the entries name, for messages and for writing.
    settings : Settings
    entries : dict of str to Entry
        The parameters that are given, in the order of the par file.
    registry : tuple of Component
    findings : Findings, optional
        What was found before.

    Returns
    -------
    TimingModel

    Raises
    ------
    ParError
        Parameters that no component of the model takes, that are missing, or have a value out of range; and what was
        found before.
    """
    findings = findings or Findings()
    entries = without_absent_processes(par, entries, findings)
    entries = without_superseded(par, entries, registry, settings.conventions, findings)
    components = choose_components(par, entries, registry, settings.conventions, findings)
    entries = without_unused(par, entries, components, registry, findings)
    check_bounds(par, entries, findings)
    entries = resolve_noise_lines(par, entries, findings)
    entries = with_default_values(par, entries, components, findings)
    entries = with_group_members(par, entries, components, findings)
    model = TimingModel(par, settings, components, entries)
    check_components(model, findings)
    findings.conclude()
    assumed = tuple(dict.fromkeys((*settings.assumed, *findings.assumed)))
    return replace(model, settings=replace(settings, assumed=assumed))
