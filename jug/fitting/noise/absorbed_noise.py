"""Correlated noise that free timing parameters can fit: red noise with WaveX, DM noise with DMX.

With flat priors of the timing parameters M, the data show only the part of a process F that M cannot fit. Of a mode f
this share is |f - P f|^2 / |f|^2, both divided by the uncertainties, with P the projection on the columns of M.
"""

from collections.abc import Iterable, Mapping

import numpy as np

from jug.core.array import Datum, Float, Mode, Parameter
from jug.core.blocks import to_dense
from jug.errors import FitError
from jug.fitting.noise.competing_parameters import COMPETING_PARAMETERS, TAGS_OF_PROCESSES, CompetingParameters
from jug.model.covariance.noise import Noise, noise_of
from jug.model.evaluation.chain import forward
from jug.model.evaluation.columns import make_columns
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SHARE_NOT_ABSORBED = 0.01
"""Least mean share of the modes of a process that timing parameters cannot fit; with less the process is refused. Then
only modes of the highest frequencies are left."""

LEAST_MEMBERS = 5
"""Least number of parameters that can fit a process."""

LEAST_SINGULAR_VALUE = 1e-12
"""Least singular value of the scaled columns, relative to the largest; smaller ones are rounding."""


def refuse_absorbed_noise(
    model: TimingModel, toas: TOAs, names: Iterable[str] | None, titles: Mapping[str, str]
) -> None:
    """Refuse a process if free sinusoids, nodes or bins can fit all but a share of `SHARE_NOT_ABSORBED`.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    names : iterable of str or None
        The noise parameters to estimate; None: all.
    titles : mapping of str to str
        Names of the processes, by the beginning of their keywords.

    Raises
    ------
    FitError
    """
    chosen = model.entries if names is None else names
    noise: Noise | None = None
    for e in (model.entries[name] for name in chosen):
        prefix = e.param.name.removesuffix("AMP")
        if not e.param.name.endswith("AMP") or prefix not in TAGS_OF_PROCESSES:
            continue
        for competitors in COMPETING_PARAMETERS[TAGS_OF_PROCESSES[prefix]]:
            members = [one for one in model.entries.values() if one.free and one.param.name in competitors.keywords]
            if len(members) < LEAST_MEMBERS:
                continue
            noise = noise or _evaluate_noise(model, toas)
            left = _share_left(noise, TAGS_OF_PROCESSES[prefix], _columns(model, toas, members))
            if left < SHARE_NOT_ABSORBED:
                absorbed = f"{_names_of_competitors(competitors, members)} take {100.0 * (1.0 - left):.4g}%"
                why = f"the data do not determine {e.name}: the free {absorbed} of {titles[prefix]}"
                raise FitError(f"{why}; take one of the two out")


def _names_of_competitors(competitors: CompetingParameters, members: list[Entry]) -> str:
    """Text such as ``WaveX (WXSIN_0001 to WXSIN_0050, WXCOS_0001 to WXCOS_0050)``."""
    by_keyword = [[e.name for e in members if e.param.name == keyword] for keyword in competitors.keywords]
    text = ", ".join(f"{names[0]} to {names[-1]}" for names in by_keyword if names)
    return f"{competitors.name} ({text})" if competitors.name else text


def _evaluate_noise(model: TimingModel, toas: TOAs) -> Noise:
    p = model.kernel_values
    state = forward(np, model.components, p, make_columns(model, toas))
    return noise_of(np, model.components, p, state.x)


def _columns(model: TimingModel, toas: TOAs, members: list[Entry]) -> Float[Datum, Parameter]:
    """The columns of these parameters, and of the timing parameters that cannot fit a process."""
    competing = {keyword for kinds in COMPETING_PARAMETERS.values() for kind in kinds for keyword in kind.keywords}
    others = [name for name in model.free if model.entries[name].param.name not in competing]
    found = design_matrix(model.with_free([*(e.name for e in members), *others]), toas)
    return found.matrix if found.dm is None else np.concatenate([found.matrix, found.dm])


def _share_left(noise: Noise, tag: str, columns: Float[Datum, Parameter]) -> float:
    """Mean share of the modes of a process that the columns cannot fit; 1 for a process without modes."""
    weight = 1.0 / noise.sigma[:, None]
    modes = [to_dense(process.block) for process in noise.processes if process.name == tag]
    if not modes:
        return 1.0
    scaled, white = _unit_columns(columns * weight), _unit_columns(np.concatenate(modes, axis=1) * weight)
    left, values, _ = np.linalg.svd(scaled, full_matrices=False)
    basis = left[:, values > LEAST_SINGULAR_VALUE * values[0]]
    rest = white - basis @ (basis.T @ white)
    return float(np.mean(np.sum(rest * rest, axis=0)))


def _unit_columns(columns: Float[Datum, Mode]) -> Float[Datum, Mode]:
    """Columns scaled to length 1. Columns that are zero are left out."""
    length = np.linalg.norm(columns, axis=0)
    return np.asarray(columns[:, length > 0.0] / length[length > 0.0])
