"""From entries to the parts of a timing model: its components, defaults, and checks that they fit together."""

from collections.abc import Mapping
from dataclasses import replace

from jug.io.par import ParFile
from jug.model.declare import Component
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.reading.assembly.absent_processes import without_absent_processes
from jug.model.reading.assembly.choice import choose_components, without_superseded
from jug.model.reading.assembly.defaults import with_default_values, with_group_members
from jug.model.reading.assembly.noise_lines import resolve_noise_lines
from jug.model.reading.assembly.unused import without_unused
from jug.model.reading.assembly.values import check_bounds, check_components
from jug.model.reading.findings import Findings
from jug.model.reading.orbits.absent_shapiro import without_absent_shapiro
from jug.model.reading.orbits.general_orbit import without_lone_angle
from jug.model.settings import Settings


def assemble_parts(
    par: ParFile,
    settings: Settings,
    entries: Mapping[str, Entry],
    registry: tuple[Component, ...],
    findings: Findings | None = None,
) -> ModelParts:
    """Make the parts of a model from values: choose components, check that values fit together, add defaults.

    Parameters
    ----------
    par : ParFile
        The lines that the entries name, for messages and for writing.
    settings : Settings
    entries : dict of str to Entry
        The parameters that are given, in the order of the par file.
    registry : tuple of Component
        The terms to choose from, in the order of evaluation.
    findings : Findings, optional
        The findings of earlier steps.
    Returns
    -------
    ModelParts

    Raises
    ------
    ParError
        Parameters that no component of the model takes, that are missing, or have a value out of range; and the
        problems of earlier steps.
    """
    findings = findings or Findings()
    entries = without_absent_processes(par, entries, findings)
    entries = without_absent_shapiro(par, entries, findings)
    entries = without_superseded(par, entries, registry, settings.conventions, findings)
    entries = without_lone_angle(par, entries, findings)
    components = choose_components(par, entries, registry, settings.conventions, findings)
    entries = without_unused(par, entries, components, findings)
    check_bounds(par, entries, findings)
    entries = resolve_noise_lines(par, entries, findings)
    entries = with_default_values(par, entries, components, findings)
    entries = with_group_members(par, entries, components, findings)
    check_components(ModelParts(par, settings, components, entries), findings)
    findings.conclude()
    assumed = tuple(dict.fromkeys((*settings.assumed, *findings.assumed)))
    warned = tuple(dict.fromkeys((*settings.warned, *findings.warned)))
    return ModelParts(par, replace(settings, assumed=assumed, warned=warned), components, entries)
