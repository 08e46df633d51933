"""One binary model as another: values, uncertainties with their covariance, and how much the residuals change."""

import warnings
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from jug.analysis.error_propagation import Propagation, jacobian, propagation
from jug.analysis.simulation import simulate
from jug.conversion.orbital_forms import FORMS, conversion
from jug.conversion.par_lines import rows
from jug.core.doubledouble import DoubleDouble, add_float, dd, format
from jug.errors import FitWarning, InputError
from jug.fitting.fit import fit
from jug.fitting.result import FitResult
from jug.io.codecs import CODECS
from jug.io.par import ParFile, parse_line, parse_lines
from jug.model.components.binary import COMPONENTS
from jug.model.evaluation.residuals import residuals
from jug.model.parameters import Entry
from jug.model.reading.build import build
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs

EPOCHS = ("T0", "TASC")
SAME = {"XPBDOT": ("XPBDOT", "PBDOT"), "XOMDOT": ("XOMDOT", "OMDOT")}
"""What of a model without DDGR's masses becomes what there is beyond general relativity."""

PIECES = ("BTJ", "BT_PIECEWISE")
SPAN_D = 3652.5
"""Days about PEPOCH over which the change is measured when no TOAs are given."""

SAMPLES = 400


@dataclass(frozen=True, eq=False)
class ConvertedBinary:
    """A model with another binary model.

    Parameters
    ----------
    model : TimingModel
        Values, fit flags and uncertainties converted.
    names : tuple of str
        The uncertain parameters of the new model.
    covariance : (k, k) array
        Of these, in the units of `TimingModel.errors`.
    change_ns : float
        Largest change of a residual, ns, the mean removed.
    change_rms_ns : float
        Its root mean square.
    """

    model: TimingModel
    names: tuple[str, ...]
    covariance: NDArray[np.float64]
    change_ns: float
    change_rms_ns: float


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
        A fit brings its covariance; of a model the uncertainties are taken as independent.
    form : str
        BT, DD, DDS, DDH, DDK, DDGR, ELL1, ELL1H, ELL1k, T2 or MSS.
    toas : TOAs, optional
        Where the change of the residuals is measured; over ten years about PEPOCH at the barycentre when absent.
    kom : float
        Position angle of the node (deg) for DDK, when the model has none.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    ConvertedBinary

    Raises
    ------
    InputError
        A model that has no such form, with what is missing.
    """
    model = source.model if isinstance(source, FitResult) else source
    target = form.upper()
    if target not in FORMS:
        why = ", whose pieces and jumps no other model has" if target in PIECES else ""
        raise InputError(f"a binary cannot be converted to {form}{why}", hint=f"it is one of {', '.join(FORMS)}")
    name = _form(model)
    mapping = conversion(name, target, kom)
    own = _binary_entries(model)
    epoch = "TASC" if "TASC" in own else "T0"
    given = {key: float(value) for key, value in model.values.items() if key in own or key.startswith("PM")}
    given = {key: value for key, value in given.items() if not model.entries[key].word}
    if "PB" in own and "FB0" in own:
        del given["FB0"]
    at = {**given, epoch: 0.0}
    uncertain = propagation(source)
    inside = Propagation(uncertain.names, uncertain.covariance)
    quantities, matrix = jacobian(mapping, at, inside)
    new = mapping(at)
    _, slopes = jacobian(mapping, at, _any_step(model, at))
    free = {q: _moves(q, model, row) for q, row in zip(quantities, slopes, strict=True)}
    errors = np.sqrt(np.maximum(np.diag(matrix @ uncertain.covariance @ matrix.T), 0.0))
    exact = _exact(model, own, at, new, epoch)
    entries = {q: (exact[q], free[q], float(errors[i])) for i, q in enumerate(quantities) if not q.startswith("PM")}
    converted = build(_par(model, form, own, entries))
    names, covariance = _covariance(converted, quantities, matrix, uncertain)
    change = _change(model, converted, toas, files)
    return ConvertedBinary(converted, names, covariance, float(np.max(np.abs(change))), float(np.std(change)))


def with_covariance(model: TimingModel, toas: TOAs) -> TimingModel | FitResult:
    """A model with the covariance that TOAs give its free parameters, at its own values; without any, the model."""
    if not model.free:
        return model
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        return replace(fit(model, toas, backend="numpy", max_iter=0), model=model)


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


def _binary_entries(model: TimingModel) -> dict[str, Entry]:
    """The entries that the binary component takes."""
    params = {q for c in model.components if c in COMPONENTS for q in c.params}
    return {name: e for name, e in model.entries.items() if e.param in params}


def _any_step(model: TimingModel, at: dict[str, float]) -> Propagation:
    """Steps of the free parameters that tell what depends on them, whatever their uncertainties."""
    names = tuple(name for name in at if model.entries[name].free)
    return Propagation(names, np.diag([(1e-5 * abs(at[name]) or 1e-12) ** 2 for name in names]))


def _moves(quantity: str, model: TimingModel, slopes: NDArray[np.float64]) -> bool:
    """Whether a fit is to move it: it depends on what a fit moved, and was free itself if it was there before."""
    was = [model.entries[name] for name in SAME.get(quantity, (quantity,)) if name in model.entries]
    return bool(np.any(slopes != 0.0)) and (not was or any(e.free for e in was))


def _exact(
    model: TimingModel, own: dict[str, Entry], at: dict[str, float], new: dict[str, float], epoch: str
) -> dict[str, DoubleDouble]:
    """Values in double-double: those that stay keep their digits, epochs are moved."""
    out = {}
    for name, value in new.items():
        if name in EPOCHS:
            out[name] = add_float(model.entries[epoch].value, value)
        elif name in own and at[name] == value:
            out[name] = own[name].value
        else:
            out[name] = dd(value)
    return out


def _par(
    model: TimingModel, form: str, own: dict[str, Entry], new: dict[str, tuple[DoubleDouble, bool, float]]
) -> ParFile:
    """The par file with the lines of the old binary model replaced at the place of its BINARY line."""
    keys = {key for e in own.values() for key in (e.name, e.param.name, *e.param.aliases)}
    kept: list[str] = []
    for row in rows(model):
        key = parse_line(0, row.text).key
        if key == "BINARY":
            kept += _lines(form, new)
        elif key not in keys:
            kept.append(row.text)
    return parse_lines(kept, model.par.path)


def _lines(form: str, new: dict[str, tuple[DoubleDouble, bool, float]]) -> list[str]:
    declared = {q.name: q for c in COMPONENTS for q in c.params}
    lines = [f"BINARY          {form}"]
    if form.upper() == "T2" and "KIN" in new:
        lines.append("SINI            KIN")
    for name, (value, free, error) in new.items():
        param = declared.get(name)
        default = param.default if param is not None else None
        if default is not None and value.hi == default and not free and error == 0.0:
            continue
        text = CODECS["mjd"].format(value) if name in EPOCHS else format(value)
        if param is not None and param.tiny and abs(value.hi) > 1e-7:
            raise InputError(f"{name} = {value.hi} would be read in units of 1e-{param.tiny}")
        lines.append(f"{name:<15} {text} {int(free)} {error!r}" if error else f"{name:<15} {text} {int(free)}")
    return lines


def _covariance(
    model: TimingModel, quantities: tuple[str, ...], matrix: NDArray[np.float64], uncertain: Propagation
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Covariance of every uncertain parameter of the new model, in the units of its uncertainties."""
    inside = set(quantities)
    others = [name for name in uncertain.names if name not in inside and name in model.entries]
    rows = [np.where(np.array(uncertain.names) == name, 1.0, 0.0) for name in others]
    everything = np.concatenate([np.array(rows).reshape(len(others), len(uncertain.names)), matrix])
    full = everything @ uncertain.covariance @ everything.T
    names = [*others, *quantities]
    chosen = [i for i, name in enumerate(names) if name in model.entries and full[i, i] > 0.0]
    unit = np.array([model.entries[names[i]].codec.error_ratio for i in chosen])
    return tuple(names[i] for i in chosen), full[np.ix_(chosen, chosen)] / np.outer(unit, unit)


def _change(old: TimingModel, new: TimingModel, toas: TOAs | None, files: Files | None) -> NDArray[np.float64]:
    """Residuals of the new model less those of the old one, ns, about their mean."""
    if toas is None:
        epoch = float(old.entries["PEPOCH"].value.hi)
        rng = np.random.default_rng(1)
        when = np.sort(rng.uniform(epoch - SPAN_D / 2, epoch + SPAN_D / 2, SAMPLES))
        toas = simulate(old, when, freq_mhz=0.0, site="@", files=files)
    f0 = float(old.entries["F0"].value.hi)
    turns = residuals(new, toas).phase - residuals(old, toas).phase
    turns = turns - turns[0]
    turns = turns - np.rint(turns)
    return np.asarray((turns - np.mean(turns)) / f0 * 1e9)
