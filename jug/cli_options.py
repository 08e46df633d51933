"""Options that several commands take."""

import argparse


def add_ignore_option(parser: argparse.ArgumentParser) -> None:
    """Let a command leave out lines of the par file on purpose."""
    parser.add_argument(
        "--ignore", metavar="KEY", action="append", default=[], help="leave this keyword's lines out of the model (WX*)"
    )


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Let a command take a folder of data."""
    parser.add_argument("--data", metavar="DIR", help="search this folder for data first (instead of JUG_DATA)")
