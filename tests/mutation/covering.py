"""A pytest plugin that notes, for each test, how long it took and which functions of a package it called.

``PYTHONPATH=tests/mutation python -m pytest -p covering --covering-to FILE --covering-of jug tests``
"""

import json
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

INNER = ("<lambda>", "<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>")


class Recorder:
    """What has been called since the last test began, and the notes of the tests before.

    Parameters
    ----------
    package : Path
        Folder of the package whose functions are noted.
    out : Path
        JSON file to write: per test its seconds and its functions as ``file::qualified name``.
    """

    def __init__(self, package: Path, out: Path) -> None:
        self.package, self.out = package.resolve(), out
        self.called: dict[int, CodeType] = {}
        self.notes: dict[str, tuple[float, list[str]]] = {}

    def see(self, frame: FrameType, event: str, arg: object) -> None:
        """Trace calls only: without a local trace function, lines cost nothing."""
        self.called[id(frame.f_code)] = frame.f_code

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note the calls of one test, its fixtures included."""
        self.called.clear()
        begun = time.perf_counter()
        sys.settrace(self.see)
        threading.settrace(self.see)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            names = {name for code in self.called.values() if (name := self._name(code))}
            self.notes[item.nodeid] = (round(time.perf_counter() - begun, 2), sorted(names))

    def _name(self, code: CodeType) -> str | None:
        path = Path(code.co_filename)
        if self.package not in path.parents:
            return None
        parts = code.co_qualname.split(".")
        outer = [p for p in parts[: next((i for i, p in enumerate(parts) if p in INNER), None)] if p != "<locals>"]
        return f"{path.relative_to(self.package.parent).as_posix()}::{'.'.join(outer)}"

    def pytest_sessionfinish(self) -> None:
        """Write the notes."""
        self.out.write_text(json.dumps(self.notes))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    parser.addoption("--covering-to", type=Path, help="file for what each test calls")
    parser.addoption("--covering-of", type=Path, help="folder of the package")


def pytest_configure(config: pytest.Config) -> None:
    """Record only where a file is given."""
    if out := config.getoption("--covering-to"):
        config.pluginmanager.register(Recorder(config.getoption("--covering-of"), out))
