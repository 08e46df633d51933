"""The options of ``jug edit --add-dmx`` for the bins. They become keywords of ``model.add_dmx``."""

import argparse
from typing import NamedTuple

from jug.errors import InputError


class DmxOption(NamedTuple):
    """One option: its keyword of ``model.add_dmx``, metavar, the rules to which it belongs (empty: both), and help."""

    keyword: str
    metavar: str
    rules: str
    help: str


DMX_OPTIONS = {
    "--dmx-days": DmxOption("days", "DAYS", "", "width of a bin (6.5, Arecibo 0.5; rules of pint: 15)"),
    "--dmx-pad": DmxOption("pad_days", "DAYS", "nanograv", "from the ends of a bin to its first and last TOA (0.05)"),
    "--dmx-ratio": DmxOption(
        "frequency_ratio", "RATIO", "nanograv", "of the highest to the lowest frequency, at least (1.1)"
    ),
    "--dmx-solar-wind": DmxOption(
        "solar_wind_us", "US", "nanograv", "a change of the solar wind's delay that splits a bin (0.1)"
    ),
    "--dmx-divide": DmxOption("divide_mhz", "MHZ", "pint", "a bin has TOAs below and above it (1000)"),
}
"""The options whose value is a number."""


def add_dmx_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the bins.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument("--dmx-rules", choices=("nanograv", "pint"), help="of --add-dmx (nanograv)")
    for option, one in DMX_OPTIONS.items():
        rules = f", rules {one.rules}" if one.rules else ""
        text = f"of --add-dmx{rules}: {one.help}"
        parser.add_argument(option, type=float, metavar=one.metavar, dest=f"dmx_{one.keyword}", help=text)


def dmx_keywords(args: argparse.Namespace) -> dict[str, float]:
    """Collect the numbers that the options give, as keywords of ``model.add_dmx``.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    dict of str to float
        In the units of the options.

    Raises
    ------
    InputError
        An option without --add-dmx, or an option that belongs to other rules than those of the bins.
    """
    given = {option: one for option, one in DMX_OPTIONS.items() if getattr(args, f"dmx_{one.keyword}") is not None}
    asked = any(kind == "add_dmx" for kind, _ in args.edits)
    if not asked and (given or args.dmx_rules):
        raise InputError(f"{next(iter(given), '--dmx-rules')} is an option of --add-dmx", hint="give --add-dmx TIM too")
    rules = rules_of(args)
    for option, one in given.items():
        if one.rules not in ("", rules):
            raise InputError(f"{option} belongs to the rules of {one.rules}, not to those of {rules}")
    return {one.keyword: getattr(args, f"dmx_{one.keyword}") for one in given.values()}


def rules_of(args: argparse.Namespace) -> str:
    """The name of the rules by which bins are made."""
    return args.dmx_rules or "nanograv"
