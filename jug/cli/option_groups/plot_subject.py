"""The first arguments of the function of a kind of ``jug plot``: a model, a fit, a grid or a prediction."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import flags_of, free_of, names_of, times_of
from jug.cli.common.streams import print_warning
from jug.errors import InputError
from jug.plots.kinds import PictureKind

if TYPE_CHECKING:
    from jug.analysis.grids.grid_result import Grid
    from jug.analysis.prediction.prediction_result import Prediction
    from jug.fitting.result.fit_result import FitResult
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

N_TIMES = 101
"""Number of times of a prediction without ``--at``. The first time is that of the first TOA; the last
time is half the span of the TOAs after the last TOA."""

MOST_AXES = 2
"""Largest number of axes of a grid that can be drawn."""


def check_subject(args: argparse.Namespace, kind: PictureKind) -> None:
    """Refuse options that do not go with a kind of picture, before the work.

    Parameters
    ----------
    args : argparse.Namespace
    kind : PictureKind

    Raises
    ------
    InputError
    """
    if args.stage is not None and args.stage not in kind.stages:
        takes = f"it takes {', '.join(kind.stages)}"
        raise InputError(f"--stage {args.stage} is not for --kind {args.kind}", hint=takes)
    flags_of(args.flags)  # refused before the fit
    if args.free is not None and args.stage == "pre":
        why = "--free is for a fit, and nothing is fitted with --stage pre"
        raise InputError(why, hint="leave one of them out")
    names = [word.partition("=")[0].strip().upper() for word in _words(args)] if kind.subject == "grid" else []
    if twice := next((name for i, name in enumerate(names) if name in names[:i]), ""):
        raise InputError(f"--params names {twice} twice", hint="name each parameter once")
    if kind.subject == "grid" and not 1 <= (number := len(_words(args))) <= MOST_AXES:
        hint = "as --params M2,SINI or --params M2=0.2:0.3:20"
        raise InputError(f"--kind grid draws one or two parameters, here {number}", hint=hint)


def subject_of(
    args: argparse.Namespace, kind: PictureKind, what: "TimingModel | FitResult", toas: "TOAs"
) -> tuple[object, ...]:
    """Return the first arguments of the function of a kind.

    Parameters
    ----------
    args : argparse.Namespace
    kind : PictureKind
    what : TimingModel or FitResult
        A model if nothing is fitted (``--stage pre``).
    toas : TOAs

    Returns
    -------
    tuple
    """
    from jug.fitting.result.fit_result import FitResult

    if kind.subject == "toas":
        return what, toas
    if kind.subject == "model":
        return what.model if isinstance(what, FitResult) else what, toas
    if not isinstance(what, FitResult) or kind.subject in ("values", "fit"):
        return (what,)
    return (_grid(args, what, toas) if kind.subject == "grid" else _prediction(args, what, toas),)


def _words(args: argparse.Namespace) -> list[str]:
    return [] if args.params is None else names_of(args.params, "parameter", "--params M2,SINI")


def _grid(args: argparse.Namespace, result: "FitResult", toas: "TOAs") -> "Grid":
    """A grid about the fit. An axis without a range in ``--params`` gets its range from the uncertainty."""
    from jug.analysis.grids.grid import grid
    from jug.analysis.grids.grid_axes import AXIS_POINTS, grid_axes
    from jug.cli.grid import axes_of

    words = _words(args)
    plain = [word.upper() for word in words if "=" not in word]
    axes = axes_of([word for word in words if "=" in word])
    made = grid_axes(result, plain)
    if len(plain) < len(words):  # the other axis has a range: as many points as in a grid of two
        made = {name: values[:: max(1, len(values) // AXIS_POINTS[MOST_AXES])] for name, values in made.items()}
    ordered = {name: (axes | made)[name] for word in words if (name := word.partition("=")[0].strip().upper())}
    return grid(result.model, toas, ordered, free=free_of(args.free), backend=args.backend)


def _prediction(args: argparse.Namespace, result: "FitResult", toas: "TOAs") -> "Prediction":
    import numpy as np

    from jug.analysis.prediction.prediction import predict
    from jug.data import open_files

    first, last = float(toas.mjd.min()), float(toas.mjd.max())
    mjd = np.linspace(first, last + 0.5 * (last - first), N_TIMES) if args.at is None else times_of(args.at)
    freq_mhz = _median_mhz(toas) if args.freq is None else args.freq
    site, flags = args.site or "@", flags_of(args.flags)
    found = predict(result, toas, mjd=mjd, site=site, freq_mhz=freq_mhz, flags=flags, files=open_files(args.data))
    for note in found.notes:
        print_warning(f"note: {note}")
    return found


def _median_mhz(toas: "TOAs") -> float:
    """The lower median of the finite frequencies of the TOAs, MHz; 0, for an infinite frequency, if there are none."""
    import numpy as np

    known = toas.freq_hz[np.isfinite(toas.freq_hz)]
    return float(np.quantile(known, 0.5, method="lower")) / 1e6 if len(known) else 0.0
