"""Set the free parameters of a fit, and check that there are some, and enough data for them."""

from collections.abc import Iterable

from jug.core.arguments.kinds import expect
from jug.errors import FitError
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import counted_noun, toa_count


def model_to_fit(model: TimingModel, toas: TOAs, free: Iterable[str] | None, wideband: bool | None) -> TimingModel:
    """Set the free parameters, and whether measured DMs are fitted.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    free : iterable of str or None
        Names of the free parameters; None: those of the model.
    wideband : bool or None
        Whether measured DMs are fitted; None: by the setting of the model.

    Returns
    -------
    TimingModel

    Raises
    ------
    KindError
        An argument that is not a model, or not TOAs.
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    model = model if free is None else model.with_free(free)
    return model if wideband is None else model.with_wideband(wideband)


def flagged_noise(model: TimingModel) -> tuple[str, ...]:
    """Return the names of the noise parameters whose lines have a fit flag."""
    expect(model=(model, TimingModel))
    return tuple(e.name for e in model.entries.values() if e.flag_not_used and e.param.sampled)


def check_counts(model: TimingModel, toas: TOAs, n_data: int) -> None:
    """Refuse a fit without free parameters, or with fewer data than parameters.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    n_data : int
        Number of TOAs and of measured DMs.

    Raises
    ------
    FitError
        The message says what to do.
    """
    k, n_toa = len(model.free), len(toas)
    if k == 0:
        raise FitError(
            f"{model.par.path}: no parameter is free; set fit flags to 1 in the par file, or name some with --free "
            "(free=[...])"
        )
    if n_data < k + int(model.removes_mean):
        last = toas.raw.where(n_toa - 1)
        raise FitError(
            f"{last.path}:{last.line}: {toa_count(n_toa)} in all cannot determine {counted_noun(k, 'parameter')}"
            f"{' and the mean' if model.removes_mean else ''}; free fewer parameters or add TOAs; "
            "`jug plot --stage pre` draws the residuals without a fit"
        )
