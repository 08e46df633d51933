"""Which tests to run for a function: a map of what each test runs, and the order that finds a fault soonest."""

import itertools
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from statements import digests

NEAR, FAR = 24, 10
"""Tests kept per function, from the folder of tests that mirrors its own and from others."""

ENOUGH = 12
"""A statement to which fewer of the tests of its function come has so many tests of its own, where there are: two
thirds from near, one third from other folders."""

OF_RARE = 3
"""Tests of each rarely reached statement that are added to those of its function."""

SECONDS = 60.0
"""Tests of one function take no longer than this in all."""

TOGETHER = 3.0
"""The cases of a parametrised test count as one test where they take no longer than this in all, s."""


class Covering(NamedTuple):
    """What each test runs.

    Parameters
    ----------
    seconds : dict
        Time of each test, by its id.
    calls : dict
        Ids of the tests chosen for each function, by ``file::qualified name``, quickest first; and for a statement, by
        ``file::qualified name: first line``, where few of those tests come to it.
    digests : dict
        A digest of each function of the package as it was, by ``file::qualified name``.
    """

    seconds: dict[str, float]
    calls: dict[str, list[str]]
    digests: dict[str, str]

    def name_of(self, path: str, function: str, digest: str) -> str:
        """The name of a function in the map: its own, or that of the same function in a file of another name."""
        name = f"{path}::{function}"
        if name in self.digests:
            return name
        same = [other for other, known in self.digests.items() if digest and known == digest]
        moved = [other for other in self.digests if Path(other).name == Path(name).name]
        return min([*same] or [*moved] or [""], key=lambda other: (other.rpartition("::")[2] != function, other))

    def tests_for(self, path: str, function: str, text: str = "", digest: str = "") -> list[str]:
        """Tests of a statement or else of its function, quickest first; of a module those of all its functions.

        To those of a function come some of each of its statements that few tests reach: a condition that is wrong shows
        in the tests that take the rare way.
        """
        name = self.name_of(path, function, digest) if function else ""
        if name and (found := self.calls.get(f"{name}: {text}")):
            return found
        if name and (found := self.calls.get(name)):
            rare = [tests[:OF_RARE] for other, tests in self.calls.items() if other.startswith(f"{name}: ")]
            return _within_time(list(dict.fromkeys((*found, *itertools.chain(*rare)))), self.seconds)
        inside = [tests for other, tests in self.calls.items() if other.startswith(f"{path}::{function}")]
        every = {test for tests in inside for test in tests}
        return _within_time(sorted(every, key=self.seconds.__getitem__), self.seconds)[: NEAR + FAR]

    def unknown(self, package: Path) -> dict[str, list[str]]:
        """Functions of the package that the map does not know, neither by name nor by digest, by file."""
        found, moved, known = {}, {Path(name).name for name in self.digests}, {*self.digests.values()}
        for file in sorted(package.rglob("*.py")):
            path, now = file.relative_to(package.parent).as_posix(), digests(file.read_text())
            new = [name for name, digest in now.items() if digest not in known and f"{file.name}::{name}" not in moved]
            found.update({path: new} if new else {})
        return found


def _within_time(tests: list[str], seconds: dict[str, float]) -> list[str]:
    total = itertools.accumulate(seconds[test] for test in tests)
    return [test for i, (test, t) in enumerate(zip(tests, total, strict=True)) if t < SECONDS or i == 0]


def _mirrors(test: str, path: str) -> bool:
    """Whether a test lies in the folder of tests that has the name of the folder of the source."""
    return test.split("/")[1] == (path.split("/")[1] if path.count("/") > 1 else "")


def chosen(name: str, tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """Of all tests that run a function or a statement a few: the quickest near it, and the quickest of other files."""
    path, _, inside = name.partition("::")
    near_most, far_most = (ENOUGH - ENOUGH // 3, ENOUGH // 3) if ": " in inside else (NEAR, FAR)
    ordered = sorted(tests, key=lambda test: (seconds[test], test))
    near = _within_time([t for t in ordered if _mirrors(t, path)], seconds)[:near_most]
    files: dict[str, list[str]] = defaultdict(list)
    for test in ordered:
        if not _mirrors(test, path):
            files[test.partition("::")[0]].append(test)
    turns = itertools.zip_longest(*files.values())
    far = [test for turn in turns for test in turn if test][:far_most]
    return _within_time([*near, *sorted(far, key=seconds.__getitem__)], seconds)


def covering_of(notes: list[Path], package: Path) -> Covering:
    """The map from the notes that the plugin `covering` wrote of a package as it is now."""
    whole: dict[str, float] = defaultdict(float)
    read = [json.loads(file.read_text()) for file in notes]
    noted = {test: note for of_one in read for test, note in of_one["tests"].items()}
    for test, (took, _) in noted.items():
        whole[test.partition("[")[0]] += took
    seconds: dict[str, float] = {}
    ran: dict[str, set[str]] = defaultdict(set)
    for of_one in read:
        names = of_one["statements"]
        for test, (took, numbers) in of_one["tests"].items():
            base = test.partition("[")[0]
            name, time = (base, whole[base]) if whole[base] <= TOGETHER else (test, took)
            seconds[name] = round(time, 2)
            for number in numbers:
                ran[names[number]].add(name)
    known = {
        f"{file.relative_to(package.parent).as_posix()}::{name}": digest
        for file in sorted(package.rglob("*.py"))
        for name, digest in digests(file.read_text()).items()
    }
    return Covering(seconds, _few(ran, seconds), known)


def _few(ran: dict[str, set[str]], seconds: dict[str, float]) -> dict[str, list[str]]:
    """Tests chosen for each function, and for its statements to which few of those come."""
    by_function: dict[str, set[str]] = defaultdict(set)
    for name, tests in ran.items():
        by_function[name.partition(": ")[0]] |= tests
    few = {name: chosen(name, tests, seconds) for name, tests in by_function.items()}
    for name, tests in ran.items():
        function = name.partition(": ")[0]
        if tests != by_function[function] and len(tests.intersection(few[function])) < ENOUGH:
            few[name] = chosen(name, tests, seconds)
    return few


def completed(new: Covering, old: Covering) -> Covering:
    """The new map, and the tests of the files that it has no test of as they are in the old one.

    A function that has another name by now brings its tests along. One that neither map knows stays unknown.
    """
    files = {test.partition("::")[0] for test in new.seconds}
    kept = {test: time for test, time in old.seconds.items() if test.partition("::")[0] not in files}
    seconds = {**kept, **new.seconds}
    now, before = _by_function(new), _by_function(old)
    few, known = {}, {}
    for name, digest in new.digests.items():
        was = old.name_of(*name.split("::"), digest)
        if was or name in now:
            known[name] = digest
        for text in {**now[name], **before[was]}:
            tests = {*now[name].get(text, ()), *(test for test in before[was].get(text, ()) if test in kept)}
            if tests:
                key = f"{name}: {text}" if text else name
                few[key] = chosen(key, tests, seconds)
    return Covering(seconds, few, known)


def _by_function(covering: Covering) -> dict[str, dict[str, list[str]]]:
    """The tests of each function, by the text of the statement; those of the whole function by the empty one."""
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for name, tests in sorted(covering.calls.items()):
        function, _, text = name.partition(": ")
        found[function][text] = tests
    return found


def write(covering: Covering, file: Path) -> None:
    """Write the map, tests by number: a line a function, with its digest, its tests, and those of its statements."""
    used = sorted(covering.seconds)
    number = {test: i for i, test in enumerate(used)}
    tests = ",\n".join(json.dumps([test, covering.seconds[test]]) for test in used)
    calls = _by_function(covering)
    lines = []
    for name, digest in sorted(covering.digests.items()):
        numbers = {text: [number[test] for test in of] for text, of in calls[name].items()}
        lines.append(f"{json.dumps(name)}: {json.dumps([digest, numbers], separators=(',', ':'))}")
    between = ",\n"
    file.write_text(f'{{"tests": [\n{tests}\n],\n"functions": {{\n{between.join(lines)}\n}}}}\n')


def read(file: Path) -> Covering:
    """Read the map."""
    stored = json.loads(file.read_text())
    names = [name for name, _ in stored["tests"]]
    calls = {
        f"{name}: {text}" if text else name: [names[i] for i in of]
        for name, (_, statements) in stored["functions"].items()
        for text, of in statements.items()
    }
    return Covering(dict(stored["tests"]), calls, {name: digest for name, (digest, _) in stored["functions"].items()})
