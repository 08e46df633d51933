"""Which tests to run for a function: a map of what each test calls, and the order that finds a fault soonest."""

import itertools
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

NEAR, FAR = 24, 10
"""Tests kept per function, from the folder of tests that mirrors its own and from others."""

SECONDS = 60.0
"""Tests of one function take no longer than this in all."""

TOGETHER = 3.0
"""The cases of a parametrised test count as one test where they take no longer than this in all, s."""


class Covering(NamedTuple):
    """What each test calls.

    Parameters
    ----------
    seconds : dict
        Time of each test, by its id.
    calls : dict
        Ids of the tests chosen for each function, by ``file::qualified name``; quickest first.
    """

    seconds: dict[str, float]
    calls: dict[str, list[str]]

    def tests_for(self, path: str, function: str) -> list[str]:
        """Tests of a function, quickest first; of a module those of all its functions.

        A function that has moved since the map was made is found by its name.
        """
        if function and (found := self.calls.get(f"{path}::{function}")):
            return found
        inside = [tests for name, tests in self.calls.items() if name.startswith(f"{path}::{function}")]
        last = function.rpartition(".")[2].lstrip("_")
        if not inside and last:
            inside = [t for name, t in self.calls.items() if re.split(r"[.:]+_*", name)[-1] == last]
        every = {test for tests in inside for test in tests}
        return _within_time(sorted(every, key=self.seconds.__getitem__), self.seconds)[: NEAR + FAR]


def _within_time(tests: list[str], seconds: dict[str, float]) -> list[str]:
    total = itertools.accumulate(seconds[test] for test in tests)
    return [test for i, (test, t) in enumerate(zip(tests, total, strict=True)) if t < SECONDS or i == 0]


def _mirrors(test: str, path: str) -> bool:
    """Whether a test lies in the folder of tests that has the name of the folder of the source."""
    return test.split("/")[1] == (path.split("/")[1] if path.count("/") > 1 else "")


def chosen(path: str, tests: list[str], seconds: dict[str, float]) -> list[str]:
    """Of all tests that call a function a few: the quickest near it, and the quickest of each other file in turn."""
    tests = sorted(tests, key=seconds.__getitem__)
    near = _within_time([t for t in tests if _mirrors(t, path)], seconds)[:NEAR]
    files: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        if not _mirrors(test, path):
            files[test.partition("::")[0]].append(test)
    turns = itertools.zip_longest(*files.values())
    far = [test for turn in turns for test in turn if test][:FAR]
    return _within_time([*near, *sorted(far, key=seconds.__getitem__)], seconds)


def covering_of(notes: list[Path]) -> Covering:
    """The map from the notes that the plugin `covering` wrote."""
    noted = {test: note for file in notes for test, note in json.loads(file.read_text()).items()}
    whole: dict[str, float] = defaultdict(float)
    for test, (took, _) in noted.items():
        whole[test.partition("[")[0]] += took
    seconds: dict[str, float] = {}
    calls: dict[str, set[str]] = defaultdict(set)
    for test, (took, functions) in noted.items():
        base = test.partition("[")[0]
        name, time = (base, whole[base]) if whole[base] <= TOGETHER else (test, took)
        seconds[name] = round(time, 2)
        for function in functions:
            calls[function].add(name)
    few = {name: chosen(name.partition("::")[0], sorted(tests), seconds) for name, tests in calls.items()}
    return Covering(seconds, few)


def completed(new: Covering, old: Covering) -> Covering:
    """The new map, and the tests of the files that it has no test of as they are in the old one."""
    files = {test.partition("::")[0] for test in new.seconds}
    kept = {test: time for test, time in old.seconds.items() if test.partition("::")[0] not in files}
    seconds = {**kept, **new.seconds}
    few = {}
    for name in sorted({*new.calls, *old.calls}):
        tests = {*new.calls.get(name, ()), *(test for test in old.calls.get(name, ()) if test in kept)}
        if tests:
            few[name] = chosen(name.partition("::")[0], sorted(tests), seconds)
    return Covering(seconds, few)


def write(covering: Covering, file: Path) -> None:
    """Write the map: a line a function, tests by number."""
    used = sorted(covering.seconds)
    number = {test: i for i, test in enumerate(used)}
    tests = ",\n".join(json.dumps([test, covering.seconds[test]]) for test in used)
    calls = ",\n".join(
        f"{json.dumps(name)}: {json.dumps([number[t] for t in of], separators=(',', ':'))}"
        for name, of in sorted(covering.calls.items())
    )
    file.write_text(f'{{"tests": [\n{tests}\n],\n"calls": {{\n{calls}\n}}}}\n')


def read(file: Path) -> Covering:
    """Read the map."""
    stored = json.loads(file.read_text())
    names = [name for name, _ in stored["tests"]]
    return Covering(dict(stored["tests"]), {name: [names[i] for i in of] for name, of in stored["calls"].items()})
