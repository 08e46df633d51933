"""``jug plot``: draw one picture of a pulsar, of a kind that is asked for."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.drawing import drawn
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import (
    add_backend_option,
    add_free_option,
    add_noise_options,
    free_of,
    names_of,
    subtract_of,
)
from jug.cli.common.outputs import check_outputs
from jug.cli.common.reading import headed, with_reading
from jug.cli.common.streams import complain, print_report
from jug.cli.plot_subject import check_subject, subject_of
from jug.errors import InputError
from jug.plots.kinds import PICTURE_KINDS, PictureKind
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from jug.fitting.result.fit_result import FitResult
    from jug.model.timing_model import TimingModel

STAGES_DRAWN = ("both", "pre", "post")

OF_THE_SUBJECT = ("params", "at", "site", "freq", "flags")
"""Choices that make what the function of a kind is given."""

_KIND_LIST = "; ".join(f"{name}: {kind.says}" for name, kind in PICTURE_KINDS.items())


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = f"Draw a picture of a pulsar, after a fit or before it. The kinds are {_KIND_LIST}."
    parser.epilog = TABLE
    add_inputs(parser)
    told = "what to draw (residuals)"
    parser.add_argument("--kind", choices=tuple(PICTURE_KINDS), default="residuals", metavar="KIND", help=told)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the picture: .png, .pdf, .svg and others"
    )
    told = (
        "before and after a fit, before it (the model of the par file; nothing is fitted), or after it (both, where "
        "the kind draws both, else post)"
    )
    parser.add_argument("--stage", choices=STAGES_DRAWN, help=told)
    parser.add_argument("--colour", metavar="WORD", help="colours by a flag (fe, be, ...), site, freq or none (auto)")
    add_noise_options(parser)
    told = "of correlation: the fitted parameters to draw (all); of grid: one or two of them, or M2=FROM:TO:N"
    parser.add_argument("--params", metavar="M2,SINI", help=told)
    told = "of prediction: times, MJDs or dates, or FROM:TO:N (from the first TOA to half the span after the last)"
    parser.add_argument("--at", metavar="FROM:TO:N", help=told)
    parser.add_argument("--site", metavar="SITE", help="of prediction: observatory (the barycentre)")
    told = "of prediction: observing frequency, 0 for an infinite one (the median of the TOAs)"
    parser.add_argument("--freq", type=float, metavar="MHZ", help=told)
    told = "of prediction: flags of the TOAs to come, so that JUMPs act: '-fe L-wide' (none)"
    parser.add_argument("--flags", metavar="'KEY VALUE'", help=told)
    told = "screen, one-column, two-column (of a journal), or a style sheet of matplotlib (screen)"
    parser.add_argument("--style", default="screen", metavar="NAME", help=told)
    parser.add_argument("--title", metavar="TEXT", help="above the picture (the pulsar and what is drawn); '' for none")
    add_free_option(parser)
    add_backend_option(parser)
    parser.add_argument("--json", action="store_true", help="say as JSON what is drawn: title, axes, file")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit where the picture is of a fit, draw, and say what is drawn."""
    check_outputs(args, (args.output,))
    from jug.plots.pictures import check_picture

    kind = PICTURE_KINDS[args.kind]
    choices = _choices(args, kind)
    check_subject(args, kind)
    check_picture(args.output)
    model, toas = load_inputs(args)
    what: TimingModel | FitResult = model
    end = ExitCode.DONE
    if args.stage != "pre":
        from jug.fitting.fit import fit

        what = fit(model, toas, free=free_of(args.free), backend=args.backend)
        end = ExitCode.DONE if what.converged else ExitCode.NOT_CONVERGED
    made: list[Figure] = []

    def draw() -> None:
        subject = subject_of(args, kind, what, toas)
        made.append(kind.drawn_by(*subject, args.output, **kind.fixed, **choices))

    code = drawn(args, (), (args.output, draw))
    if made:
        content = _content(args, model.psr, made[0])
        head = content["title"] or f"PSR {model.psr or '(no name)'}"
        text = f"{head}: {kind.says}, in {args.output}"
        print_report(args, headed(text, model), with_reading(content, model))
    if end is not ExitCode.DONE:
        complain("error: the fit that is drawn did not converge")
    return code if code is not ExitCode.DONE else end


def _choices(args: argparse.Namespace, kind: PictureKind) -> dict[str, object]:
    """The arguments of the function of a kind; a choice that it does not take is refused."""
    given: dict[str, object] = {
        "colour": args.colour,
        "subtract": subtract_of(args.subtract) or None,
        "whiten": args.whiten or None,
        "average": args.average or None,
        "stage": args.stage if "both" in kind.stages else None,
        "params": args.params,
        "at": args.at,
        "site": args.site,
        "freq": args.freq,
        "flags": args.flags,
    }
    takes = kind.takes.split()
    for name, value in given.items():
        if value is not None and name not in takes:
            options = ", ".join(f"--{name}" for name in takes) or "none of these"
            raise InputError(f"--{name} is not for --kind {args.kind}", hint=f"it takes {options}")
    chosen = {name: value for name, value in given.items() if value is not None and name not in OF_THE_SUBJECT}
    if kind.of == "fit" and args.params is not None:
        chosen["names"] = names_of(args.params.upper(), "parameter", "--params M2,SINI")
    title = None if args.title is None else args.title.strip()
    return {**chosen, "style": args.style, "title": title}


def _content(args: argparse.Namespace, psr: str, figure: "Figure") -> JsonObject:
    """What is drawn, for JSON: title and the labels of each panel."""
    axes = [{"x": ax.get_xlabel(), "y": ax.get_ylabel().replace("\n", " ")} for ax in figure.axes]
    title = figure.get_suptitle().replace("\n", " ")
    return {"psr": psr, "kind": args.kind, "file": args.output, "title": title, "axes": axes}
