"""The edits of a model by the options of ``jug edit``."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import names_of
from jug.cli.edits.dmx import dmx_keywords, rules_of
from jug.cli.edits.toas import prepared_toas
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel


def edited_model(
    model: "TimingModel", kind: str, values: list[str], args: argparse.Namespace, notes: list[str]
) -> "TimingModel":
    """Make the edits of one kind and return the edited model.

    Parameters
    ----------
    model : TimingModel
    kind : str
        The option, as ``"add_dmx"``.
    values : list of str
        Its values, in the order of the command line.
    args : argparse.Namespace
    notes : list of str
        The notes of a change of epochs are appended to it.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        A value that the option does not take.
    """
    if kind == "add":
        return model.add(values)
    if kind == "set":
        return model.set(**dict(_assignment(text) for text in values))
    if kind == "epoch":
        return _model_at_epochs(model, dict(_assignment(text, "--epoch PEPOCH=56000") for text in values), args, notes)
    if kind == "add_dmx":
        return _model_with_dmx(model, values, args)
    if kind == "add_waves":
        for text in values:
            model = model.add_waves(*_waves(text))
        return model
    if kind == "waves_to_noise":
        for text in values:
            model = model.waves_to_noise(text, without_year=not args.with_year)
        return model
    names = [name for text in values for name in names_of(text, "parameter", f"--{kind} F1,PX")]
    if kind == "remove":
        return model.remove(*names)
    return model.free(*names) if kind == "free" else model.freeze(*names)


def _assignment(text: str, example: str = "--set F1=-1.2e-15") -> tuple[str, str]:
    """Read NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InputError(f"{example.split()[0]} {text!r} has no value", hint=f"as in {example}")
    return name.strip(), value.strip()


def _waves(text: str) -> tuple[str, int, float]:
    """Read KIND=N:DAYS: kind, number of frequencies, and span in d."""
    kind, _, rest = text.partition("=")
    number, _, days = rest.partition(":")
    try:
        return kind.strip(), int(number), float(days)
    except ValueError:
        raise InputError(f"--add-waves {text!r} is not KIND=N:DAYS", hint="as in --add-waves WaveX=30:4000") from None


def _model_at_epochs(
    model: "TimingModel", epochs: dict[str, str], args: argparse.Namespace, notes: list[str]
) -> "TimingModel":
    """The model with its epochs moved."""
    from jug.conversion.epochs.epochs import move_epochs
    from jug.conversion.toa_covariance import with_toa_covariance
    from jug.model.building.tim_jumps import with_tim_jumps

    added: set[str] = set()
    if not args.tim:
        found = move_epochs(model, epochs)
    else:
        toas = prepared_toas(model, args.tim, args)
        jumping = with_tim_jumps(model, toas.raw)
        added = set(jumping.entries) - set(model.entries)
        found = move_epochs(with_toa_covariance(jumping, toas), epochs, toas=toas)
    notes += found.notes
    if found.change_ns is not None:
        notes.append(f"residuals change by {found.change_ns:.2g} ns at most, {found.change_rms_ns:.2g} ns rms")
    return found.model.remove(*added) if added else found.model


def _model_with_dmx(model: "TimingModel", tims: list[str], args: argparse.Namespace) -> "TimingModel":
    """The model with DMX in bins made from the TOAs of one tim file."""
    if len(tims) > 1:
        raise InputError("--add-dmx is given twice", hint="put INCLUDE lines for both into one tim file")
    toas, numbers = prepared_toas(model, tims[0], args), dmx_keywords(args)
    return model.add_dmx(toas, rules=rules_of(args), custom=(), **numbers)
