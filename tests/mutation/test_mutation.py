"""The mutation script on a package of two functions, and (mark ``mutation``) on jug."""

import json
import os
import subprocess
import sys
from pathlib import Path

import choosing
import finding
import mutants
import pytest
import run
from equivalent import EQUIVALENT
from statements import at_line, digests, statements

SOURCE = '''"""A docstring with 1 + 1."""

from typing import Protocol

def larger(a: int | None, b: int) -> bool:
    return a > b

def half(x: float) -> float:
    if x != x:
        raise ValueError(f"no number: {x + 1}")
    return x / 2

class Halves(Protocol):
    def half(self, x: float, times: int = 7) -> float: ...
'''
TESTS = """import pytest
from tiny.core.sums import half, larger

def test_larger():
    assert larger(2, 1)
    assert not larger(1, 2)

def test_half():
    assert half(3.0) == 1.5

def test_what_is_no_number():
    with pytest.raises(ValueError):
        half(float("nan"))
"""
KILLED = ("return x / 2 -> return (x * 2)", "return x / 2 -> return x / 3", "if x != x: -> if (x == x):")
SURVIVES = "return a > b -> return (a >= b)"
STALE = 0.2
"""The part of the functions that the map may not know, and of its files of tests that may be gone."""

NOTHING_KNOWN = choosing.Covering({}, {}, {})


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of one package with one module, and its tests, which need no plugin of pytest."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for folder, name, text in (("tiny/core", "sums.py", SOURCE), ("tests/core", "test_sums.py", TESTS)):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).write_text(text)
    return tmp_path


def found(root: Path) -> dict[str, mutants.Mutant]:
    """Edits of the package, by the lines before and after."""
    return {m.key.split(": ", 1)[1]: m for m in mutants.in_order(root / "tiny", 1)}


def test_messages_annotations_and_docstrings_are_left_alone(tiny: Path) -> None:
    edits = found(tiny)
    assert {*KILLED, SURVIVES} <= set(edits)
    assert not [key for key in edits if "docstring" in key or ("x + 1" in key.split(" -> ")[0] and "pass" not in key)]
    assert not [m for m in edits.values() if "None" in m.new or m.new == "8"]
    assert edits[SURVIVES].applied(SOURCE) == SOURCE.replace("a > b", "(a >= b)")
    assert edits[SURVIVES].function == "larger"


def test_large_round_integers_are_doubled(tiny: Path) -> None:
    """Not years, lines of a file, numbers with more than two digits, and what is not an integer."""
    (tiny / "tiny/core/sums.py").write_text("A = 50_000_000\nB = 9000\nC = 51544\nD = 1e6\nE = 20_000\nF = True\n")
    changed = [
        (m.key.split(": ")[1].split(" = ")[0], m.new) for m in mutants.mutants_of(tiny / "tiny/core/sums.py", tiny)
    ]
    assert changed == [
        ("A", "100000000"),
        ("B", "9001"),
        ("C", "51545"),
        ("D", "1000001.0"),
        ("E", "40000"),
        ("F", "False"),
    ]


def test_the_strict_flag_of_zip_is_left_alone(tiny: Path) -> None:
    """Where it is set; a flag that is not set is changed."""
    (tiny / "tiny/core/sums.py").write_text("def f(a, b):\n    return g(zip(a, b, strict=True), strict=False)\n")
    assert [m.new for m in mutants.mutants_of(tiny / "tiny/core/sums.py", tiny) if "strict" not in m.new] == ["True"]


def test_the_order_stays_where_another_file_changes(tiny: Path) -> None:
    before = list(found(tiny))
    (tiny / "tiny/core/sums.py").write_text(SOURCE.replace("\n\n", "\n\n\n"))
    (tiny / "tiny/other").mkdir()
    (tiny / "tiny/other/more.py").write_text("def f(x):\n    return -x\n")
    after = list(found(tiny))
    assert [key for key in after if key in before] == before
    assert "return -x -> return (x)" in after


def test_the_first_come_from_all_parts_of_the_package(tiny: Path) -> None:
    """Each folder directly in the package has one edit before any has two; then the folders in them take turns."""
    folders = ("core", "core/deep", "core/other", "io", "model", "model/terms")
    for folder in folders:
        (tiny / "tiny" / folder).mkdir(exist_ok=True)
        (tiny / "tiny" / folder / "sums.py").write_text("def f(x):\n    return -x + 1\n")
    for seed in range(5):
        paths = [Path(m.path).parent.as_posix().removeprefix("tiny/") for m in mutants.in_order(tiny / "tiny", seed)]
        assert {path.partition("/")[0] for path in paths[:3]} == {"core", "io", "model"}
        assert {path.partition("/")[0] for path in paths[3:5]} == {"core", "model"}
        assert sorted(paths[:6]) == sorted(folders)


def test_what_is_killed_and_what_survives(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """By the tests that the map names; by those of the folder where the map knows nothing; and not twice."""
    room = tmp_path_factory.mktemp("notes")
    recorded = ["-p", "covering", "--covering-to", str(room / "notes.json"), "--covering-of", "tiny"]
    path = os.pathsep.join(map(str, (tiny, run.HERE)))
    command = [sys.executable, "-m", "pytest", "-q", f"--rootdir={tiny}", *recorded]
    env = {**os.environ, "PYTHONPATH": path}
    subprocess.run(command, cwd=tiny, env=env, check=True, timeout=300, stdout=subprocess.DEVNULL)
    choosing.write(choosing.covering_of([room / "notes.json"], tiny / "tiny"), room / "map.json")
    covering = choosing.read(room / "map.json")
    assert covering.tests_for("tiny/core/sums.py", "larger") == ["tests/core/test_sums.py::test_larger"]
    assert len(covering.tests_for("tiny/core/sums.py", "half")) == 2
    assert covering.unknown(tiny / "tiny") == {}

    edits = found(tiny)
    some = [edits[KILLED[0]], edits[SURVIVES], edits[KILLED[2]]]
    state = room / "state"
    for known in (covering, NOTHING_KNOWN):
        verdicts = run.run(tiny, some, known, jobs=2, state=state)
        assert [v.verdict for v in verdicts] == [run.KILLED, run.SURVIVED, run.KILLED]
        assert verdicts[0].by == "tests/core/test_sums.py::test_half"
    assert len(state.read_text().splitlines()) == 3  # the second time they were known
    state.unlink()
    assert run.run(tiny, some[:2], NOTHING_KNOWN)[1].verdict == run.SURVIVED
    said = run.table(verdicts)
    assert "3 mutants, 2 killed, 1 left" in said
    assert f"survived: tiny/core/sums.py::larger: {SURVIVES}" in said


def test_a_map_is_completed_by_the_files_that_were_not_recorded_again() -> None:
    one, two, three = "tests/core/test_a.py::one", "tests/core/test_b.py::two", "tests/core/test_a.py::three"
    f, g, gone, unknown = (f"jug/core/x.py::{name}" for name in ("f", "g", "gone", "unknown"))
    old = choosing.Covering(
        {one: 1.0, two: 2.0}, {"jug/x.py::f": [one, two], gone: [two]}, {"jug/x.py::f": "1", gone: "3"}
    )
    new = choosing.Covering({three: 3.0}, {g: [three]}, {f: "1", g: "2", unknown: "4"})
    found = choosing.completed(new, old)
    assert found.seconds == {two: 2.0, three: 3.0}
    assert found.calls == {f: [two], g: [three]}  # f was in another file
    assert found.digests == {f: "1", g: "2"}


def test_statements_keep_their_names_where_lines_move() -> None:
    names = [(s.function, s.text) for s in statements(SOURCE)]
    assert names == [("larger", "return a > b"), ("half", "if x != x:"),
                     ("half", 'raise ValueError(f"no number: {x + 1}")'), ("half", "return x / 2")]  # fmt: skip
    assert [(s.function, s.text) for s in statements("\n\n" + SOURCE)] == names
    assert at_line(SOURCE, 10).text == names[2][1]
    assert at_line(SOURCE, 1) is None


def test_a_statement_that_few_tests_reach_has_tests_of_its_own(tmp_path: Path) -> None:
    """Thirty quick tests run the function, one slow one gets to the statement; so does the map when it is read back."""
    (tmp_path / "jug/core").mkdir(parents=True)
    (tmp_path / "jug/core/x.py").write_text("def f(x):\n    if x:\n        return 1\n    return 2\n")
    quick = {f"tests/core/test_x.py::quick_{i}": [0.01, [0, 2]] for i in range(30)}
    slow = "tests/core/test_slow.py::slow"
    names = [f"jug/core/x.py::f: {text}" for text in ("if x:", "return 1", "return 2")]
    notes = {"statements": names, "tests": {**quick, slow: [5.0, [0, 1]]}}
    (tmp_path / "notes.json").write_text(json.dumps(notes))
    choosing.write(choosing.covering_of([tmp_path / "notes.json"], tmp_path / "jug"), tmp_path / "map.json")
    covering = choosing.read(tmp_path / "map.json")
    assert covering.tests_for("jug/core/x.py", "f", "return 1") == [slow]
    assert covering.tests_for("jug/core/x.py", "f", "if x:")[-1] == slow  # the quick ones first


def test_a_function_in_a_renamed_file_is_known_by_its_digest(tmp_path: Path) -> None:
    package = tmp_path / "jug"
    (package / "core").mkdir(parents=True)
    (package / "core/new.py").write_text("def f(x):\n    return x\n\ndef other(x):\n    return -x\n")
    digest = digests((package / "core/new.py").read_text())["f"]
    covering = choosing.Covering({"t": 1.0}, {"jug/old.py::f": ["t"]}, {"jug/old.py::f": digest})
    assert covering.tests_for("jug/core/new.py", "f", digest=digest) == ["t"]
    assert covering.tests_for("jug/core/old.py", "f") == ["t"]  # a moved file with a changed function
    assert covering.unknown(package) == {"jug/core/new.py": ["other"]}


def test_files_of_tests_that_name_a_function(tmp_path: Path) -> None:
    texts = {
        "a": "from tiny.core import other, sums\nsums.half(1.0)\nsums.half(2.0)\n",
        "b": "import tiny.core.sums\n",
        "c": "half(1)\n",
        "d": "import sums\n",
        "e": "calculate(strict_half=True)\n",
    }
    (tmp_path / "tests").mkdir()
    for name, text in texts.items():
        (tmp_path / f"tests/test_{name}.py").write_text(text)
    found = finding.naming(tmp_path, "tiny/core/sums.py", "half", "def half(x, strict_half=False):")
    assert found == [f"tests/test_{name}.py" for name in "aebc"]


def test_the_map_of_tests_is_of_this_package() -> None:
    """A map that has gone stale shows mutants to the wrong tests: they look alive. CONTRIBUTING has the commands."""
    covering = choosing.read(run.COVERING)
    unknown = covering.unknown(run.ROOT / "jug")
    count = sum(map(len, unknown.values()))
    assert count <= STALE * len(covering.digests), f"{count} functions of {len(unknown)} files are unknown: {unknown}"
    noted = {test.partition("::")[0] for test in covering.seconds}
    gone = sorted(file for file in noted if not (run.ROOT / file).is_file())
    assert len(gone) <= STALE * len(noted), f"files of tests in the map that are no longer there: {gone}"


def test_a_test_that_fails_anyway_kills_nothing(tiny: Path) -> None:
    (tiny / "tests/core/test_sums.py").write_text(TESTS + "\ndef test_wrong():\n    assert half(2.0) == 2.0\n")
    edits = found(tiny)
    some = [edits[SURVIVES], edits[KILLED[0]]]
    assert [v.verdict for v in run.run(tiny, some, NOTHING_KNOWN)] == [run.SURVIVED, run.KILLED]


def test_every_equivalent_mutant_has_a_proof() -> None:
    assert all(len(proof) > 30 and proof.endswith(".") for proof in EQUIVALENT.values())


def test_every_equivalent_mutant_is_one_of_the_package() -> None:
    """After a change of names an old key proves nothing: the mutant of the new name would be run."""
    files = {key.partition("::")[0] for key in EQUIVALENT}
    keys = {mutant.key for file in files for mutant in mutants.mutants_of(run.ROOT / file, run.ROOT)}
    assert sorted(EQUIVALENT.keys() - keys) == []


@pytest.mark.mutation
def test_of_twenty_mutants_at_most_one_survives() -> None:
    verdicts = run.run(run.ROOT, list(run.to_run(run.ROOT / "jug", 1, 20)), choosing.read(run.COVERING), jobs=2)
    assert sum(v.verdict != run.KILLED for v in verdicts) <= 1, run.table(verdicts)
