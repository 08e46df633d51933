"""``jug plot``: draw one picture of a pulsar. ``--kind`` chooses what it shows."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.drawing import draw_each
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
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_report, print_to_stderr
from jug.cli.option_groups.plot_subject import check_subject, subject_of
from jug.errors import InputError
from jug.plots.kinds import PICTURE_KINDS, PictureKind
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from jug.fitting.result.fit_result import FitResult
    from jug.model.timing_model import TimingModel

STAGES_DRAWN = ("both", "pre", "post")

OF_THE_SUBJECT = ("params", "at", "site", "freq", "flags")
"""Options that define the first arguments of the function of a kind (`subject_of`)."""

_KIND_LIST = "; ".join(f"{name}: {kind.description}" for name, kind in PICTURE_KINDS.items())


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = f"Draw a picture of a pulsar, after a fit or before it. The kinds are {_KIND_LIST}."
    parser.epilog = TABLE
    add_inputs(parser)
    help_text = "what to draw (residuals)"
    parser.add_argument("--kind", choices=tuple(PICTURE_KINDS), default="residuals", metavar="KIND", help=help_text)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the picture: .png, .pdf, .svg and others"
    )
    help_text = (
        "before and after a fit, before it (the model of the par file; nothing is fitted), or after it (both, where "
        "the kind draws both, else post)"
    )
    parser.add_argument("--stage", choices=STAGES_DRAWN, help=help_text)
    parser.add_argument("--colour", metavar="WORD", help="colours by a flag (fe, be, ...), site, freq or none (auto)")
    add_noise_options(parser)
    help_text = "of correlation: the fitted parameters to draw (all); of grid: one or two of them, or M2=FROM:TO:N"
    parser.add_argument("--params", metavar="M2,SINI", help=help_text)
    help_text = "of prediction: times, MJDs or dates, or FROM:TO:N (from the first TOA to half the span after the last)"
    parser.add_argument("--at", metavar="FROM:TO:N", help=help_text)
    parser.add_argument("--site", metavar="SITE", help="of prediction: observatory (the barycentre)")
    help_text = "of prediction: observing frequency, 0 for an infinite one (the median of the TOAs)"
    parser.add_argument("--freq", type=float, metavar="MHZ", help=help_text)
    help_text = "of prediction: flags of the TOAs to come, so that JUMPs act: '-fe L-wide' (none)"
    parser.add_argument("--flags", metavar="'KEY VALUE'", help=help_text)
    help_text = "screen, one-column, two-column (of a journal), or a style sheet of matplotlib (screen)"
    parser.add_argument("--style", default="screen", metavar="NAME", help=help_text)
    parser.add_argument("--title", metavar="TEXT", help="above the picture (the pulsar and what is drawn); '' for none")
    add_free_option(parser)
    add_backend_option(parser)
    parser.add_argument("--json", action="store_true", help="print as JSON what is drawn: title, axes, file")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit if the picture shows a fit, draw, and print what is drawn."""
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
        made.append(kind.draw_function(*subject, args.output, **kind.fixed, **choices))

    code = draw_each(args, (), (args.output, draw))
    if made:
        content = _content(args, model.psr, made[0])
        head = content["title"] or f"PSR {model.psr or '(no name)'}"
        text = f"{head}: {kind.description}, in {args.output}"
        print_report(args, text_with_reading(text, model), json_with_reading(content, model))
    if end is not ExitCode.DONE:
        print_to_stderr("error: the fit that is drawn did not converge")
    return code if code is not ExitCode.DONE else end


def _choices(args: argparse.Namespace, kind: PictureKind) -> dict[str, object]:
    """The keywords for the function of a kind; an option that it does not take is refused."""
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
    if kind.subject == "fit" and args.params is not None:
        chosen["names"] = names_of(args.params.upper(), "parameter", "--params M2,SINI")
    title = None if args.title is None else args.title.strip()
    return {**chosen, "style": args.style, "title": title}


def _content(args: argparse.Namespace, psr: str, figure: "Figure") -> JsonObject:
    """What is drawn, for JSON: title and labels of each panel."""
    axes = [{"x": ax.get_xlabel(), "y": ax.get_ylabel().replace("\n", " ")} for ax in figure.axes]
    title = figure.get_suptitle().replace("\n", " ")
    return {"psr": psr, "kind": args.kind, "file": args.output, "title": title, "axes": axes}
