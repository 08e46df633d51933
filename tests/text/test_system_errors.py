"""Errors of the operating system in one sentence."""

import errno
import os

import pytest

from jug.text.system_errors import HINT_BY_ERRNO, error_hint, explain_error


def test_the_file_what_is_wrong_and_what_to_do() -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a.par")
    assert explain_error(full) == f"a.par: {os.strerror(errno.ENOSPC)}; free some space, or write elsewhere"
    assert error_hint(full) == HINT_BY_ERRNO[errno.ENOSPC]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError("no number"), "no number"),
        (OSError(errno.EACCES, "Permission denied"), "Permission denied"),
        (OSError(errno.EACCES, "Permission denied", b"b.tim"), "b.tim: Permission denied"),
    ],
)
def test_what_there_is_no_cure_for(error: OSError, said: str) -> None:
    assert error_hint(error) == ""
    assert explain_error(error) == said
