"""Conversion of binary models: values, uncertainties with their covariance, and the change of the residuals."""

from dataclasses import dataclass

import numpy as np

from jug.conversion.binaries.binary_lines import lost_parameters_text, with_binary
from jug.conversion.binaries.binary_values import convert_values, covariance_of
from jug.conversion.binaries.orbital_forms import FORMS
from jug.conversion.binaries.radial_drift import drifting_path
from jug.conversion.error_propagation import model_of, propagation
from jug.core.array import Float, K, Toa
from jug.core.constants import DAY, DEG, MAS
from jug.core.display.fields_shown import FieldsShown
from jug.core.doubledouble import double_double
from jug.core.execution.given_warnings import give_warning
from jug.core.times import Times
from jug.data import open_files
from jug.errors import InputError, InputWarning
from jug.fitting.result.fit_result import FitResult
from jug.io.tim.raw_toas import make_toas
from jug.model.evaluation.residual_change import residual_change
from jug.model.evaluation.toas_at_barycentre import toas_at_barycentre
from jug.model.timing_model import TimingModel
from jug.obs.clock import LENIENT
from jug.obs.files import Files
from jug.obs.toas import TOAs

PIECEWISE_MODELS = ("BTJ", "BT_PIECEWISE")
SPAN_D = 3652.5
"""Days about PEPOCH over which the change is measured when no TOAs are given."""

SAMPLES = 400
"""Number of times at which two orbits are compared."""

LEAST_CHANGE_S = 1e-9
"""Change of the delay, s, above which a conversion gives a warning."""


@dataclass(frozen=True, eq=False, repr=False)
class ConvertedBinary(FieldsShown):
    """A model with another binary model.

    Parameters
    ----------
    model : TimingModel
        Values, fit flags and uncertainties converted.
    names : tuple of str
        The uncertain parameters of the new model.
    covariance : (k, k) array
        Covariance of `names`, in the units of `TimingModel.errors`.
    change_ns : float
        Largest change of a residual, ns, after subtraction of the mean.
    change_rms_ns : float
        Root mean square of the change, ns.
    dropped : tuple of str
        Parameters of the old model that the new one lacks, or that it computes from the masses with another value
        (DDGR); and EPS1DOT, EPS2DOT and KOM where their effect differs by more than 1 ns.
    """

    model: TimingModel
    names: tuple[str, ...]
    covariance: Float[K, K]
    change_ns: float
    change_rms_ns: float
    dropped: tuple[str, ...] = ()


def convert_binary(
    source: TimingModel | FitResult,
    form: str,
    *,
    toas: TOAs | None = None,
    kom: float = 0.0,
    files: Files | None = None,
) -> ConvertedBinary:
    """Express a binary model in another parametrisation.

    Parameters
    ----------
    source : TimingModel or FitResult
        A fit has a covariance; the uncertainties of a model are taken as independent.
    form : str
        BT, DD, DDS, DDH, DDK, DDGR, ELL1, ELL1H, ELL1k, T2 or MSS.
    toas : TOAs, optional
        TOAs for the change of the residuals; when absent, ten years about PEPOCH at the barycentre are used.
    kom : float
        Position angle of the node (deg) for DDK, when the model has none.
    files : Files, optional
        Finds clock files and ephemerides.

    Returns
    -------
    ConvertedBinary

    Raises
    ------
    InputError
        The model cannot be converted to this form; the message names what is missing.

    Warns
    -----
    InputWarning
        Parameters that the new model lacks; a comment in the new par file has their values. EPS1DOT and EPS2DOT where
        the error of the new model exceeds 1 ns, a new ECC that passes 0, and an annual-orbital parallax above 1 ns
        that is left out.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("J0613-sim")[0])
    >>> found = jug.convert_binary(model, "DD")
    >>> found.model.entries["BINARY"].word, found.change_ns < 10.0
    ('DD', True)
    """
    model = model_of(source)
    target = form.upper()
    _check_target(form)
    uncertain = propagation(source)
    new = convert_values(model, uncertain, _form(model), target, kom)
    if new.lost or new.implied:
        give_warning(InputWarning(f"{model.par.path}: {lost_parameters_text(model, form, new)}"))
    converted = with_binary(model, form, new)
    names, covariance = covariance_of(converted, new, uncertain)
    change = _change_of_residuals(model, converted, toas, files)
    partly = (*_warn_about_drift(model, converted, toas), *_warn_about_node(model, converted))
    dropped = tuple(dict.fromkeys([*(e.name for e in new.lost), *new.implied, *partly]))
    return ConvertedBinary(converted, names, covariance, float(np.max(np.abs(change))), float(np.std(change)), dropped)


def _warn_about_drift(model: TimingModel, converted: TimingModel, toas: TOAs | None) -> tuple[str, ...]:
    """Warn where the new model has EPS1DOT and EPS2DOT only in part, or PINT refuses it; return the lost rates."""
    path, form = drifting_path(model, converted, _days(model, toas)), converted.entries["BINARY"].word
    if path is None:
        return ()
    if path.error_s > LEAST_CHANGE_S:
        why = (
            f"{model.par.path}: BINARY {form} has {' and '.join(path.names)} of BINARY {model.entries['BINARY'].word} "
            "only in part, since its eccentricity and periastron change linearly: "
            f"{path.error_s * 1e9:.2g} ns at most. "
            "Keep the old model where that matters"
        )
        give_warning(InputWarning(why))
    if path.least_ecc < 0.0:
        why = (
            f"{model.par.path}: ECC of BINARY {form} falls below 0, to {path.least_ecc:.2g}, as EDOT has it; jug "
            "computes such an orbit, PINT refuses it. Keep the old model for PINT"
        )
        give_warning(InputWarning(why))
    return path.names if path.error_s > LEAST_CHANGE_S else ()


def _warn_about_node(model: TimingModel, converted: TimingModel) -> tuple[str, ...]:
    """Warn where the annual-orbital parallax, at most A1 / (d sin i) times 1 AU, is lost; return KOM then."""
    v, form = model.values, converted.entries["BINARY"].word
    if "KOM" not in model.entries or "KOM" in converted.entries:
        return ()
    size_s = float(v["A1"] * abs(v.get("PX", 0.0)) * MAS / abs(np.sin(v["KIN"] * DEG)))
    if size_s < LEAST_CHANGE_S:
        return ()
    why = (
        f"{model.par.path}: BINARY {form} has nothing for the annual-orbital parallax of KIN and KOM, "
        f"which is {size_s * 1e9:.2g} ns at most. Keep the old model where that matters"
    )
    give_warning(InputWarning(why))
    return ("KOM",)


def _days(model: TimingModel, toas: TOAs | None) -> Float[Toa]:
    """MJDs at which delays are compared: those of the TOAs, or over ten years about PEPOCH."""
    if toas is not None:
        return np.asarray(toas.mjd, dtype=np.float64)
    return float(model.entries["PEPOCH"].value.hi) + SPAN_D * np.linspace(-0.5, 0.5, SAMPLES)


def _check_target(form: str) -> None:
    if form.upper() not in FORMS:
        why = ", whose pieces and jumps no other model has" if form.upper() in PIECEWISE_MODELS else ""
        raise InputError(f"a binary cannot be converted to {form}{why}", hint=f"it is one of {', '.join(FORMS)}")


def _form(model: TimingModel) -> str:
    if "BINARY" not in model.entries:
        raise InputError("the model has no binary", hint="give a par file with a BINARY line")
    several = ("ORBWAVE", "T0X_", "BPJ", "PB_")
    if "BINARY2" in model.entries or any(key.startswith(several) for key in model.entries):
        raise InputError("only a model of one plain orbit can be converted", hint="take the other terms out first")
    word = {"BTX": "BT", "DDFWHE": "DDH"}.get(model.entries["BINARY"].word, model.entries["BINARY"].word)
    if word not in FORMS:
        raise InputError(f"BINARY {word} cannot be converted", hint=f"it can be one of {', '.join(FORMS)}")
    return word


def _change_of_residuals(old: TimingModel, new: TimingModel, toas: TOAs | None, files: Files | None) -> Float[Toa]:
    """Residuals of the new model less those of the old one, ns, about their mean."""
    if toas is None:
        epoch = float(old.entries["PEPOCH"].value.hi)
        rng = np.random.default_rng(1)
        when = np.sort(rng.uniform(epoch - SPAN_D / 2, epoch + SPAN_D / 2, SAMPLES))
        times = Times(np.floor(when).astype(np.int64), double_double(np.mod(when, 1.0) * DAY))
        raw = make_toas(times, freq_hz=np.inf, error_s=1e-6, site="@")
        toas = toas_at_barycentre(old, raw, open_files() if files is None else files, LENIENT)
    return residual_change(old, new, toas)
