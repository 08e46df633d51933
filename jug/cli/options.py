"""Options that several commands take."""

import argparse


def add_ignore_option(parser: argparse.ArgumentParser) -> None:
    """Let a command leave out lines of the par file on purpose."""
    parser.add_argument(
        "--ignore",
        metavar="KEY",
        action="append",
        default=[],
        help="leave this keyword's lines out of the model, or with * all that begin so (WX*); may be repeated",
    )


def add_convention_option(parser: argparse.ArgumentParser) -> None:
    """Let a command choose between what programs mean by the same line."""
    parser.add_argument(
        "--convention",
        metavar="NAME=WORD",
        action="append",
        default=[],
        help="read noise lines as another program: TNDM=tempo2, EQUAD=outside, ECORR=tempo2",
    )


def conventions_of(words: list[str]) -> dict[str, str]:
    """The choices of the options; a word without ``=`` chooses nothing that exists."""
    return {name: word for name, _, word in (text.partition("=") for text in words)}


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Let a command take a folder of data."""
    parser.add_argument("--data", metavar="DIR", help="search this folder for data first (instead of JUG_DATA)")


def add_noise_options(parser: argparse.ArgumentParser, where: str = "") -> None:
    """What is done to residuals because of noise."""
    parser.add_argument("--subtract", metavar="RED,DM,...", help=f"{where}residuals less these noise processes")
    parser.add_argument("--whiten", action="store_true", help=f"{where}residuals less every correlated noise process")
    parser.add_argument("--average", action="store_true", help=f"{where}residuals averaged over the epochs of ECORR")
