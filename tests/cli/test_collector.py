"""The collector of reference cycles rests in a process of the command, and is left alone where main is only called."""

from collections.abc import Callable

import pytest

CODE = """
import gc, sys
from jug.cli.command import main
sys.argv = ["jug", "--version"]
usual = gc.get_threshold()
try:
    main({})
except SystemExit:
    print(gc.get_threshold() == usual, gc.isenabled(), gc.get_threshold()[0])
"""


@pytest.mark.parametrize(("argument", "left_alone"), [("", "False True 100000"), ("sys.argv[1:]", "True True 700")])
def test_collector(run_python: Callable[[str], str], argument: str, left_alone: str) -> None:
    said = run_python(CODE.format(argument)).splitlines()[-1]
    assert said.split()[:2] == left_alone.split()[:2]
    assert argument or said == left_alone
