"""The mutation script on a package of two functions, and (mark ``mutation``) on jug."""

import os
import subprocess
import sys
from pathlib import Path

import choosing
import mutants
import pytest
import run
from equivalent import EQUIVALENT

SOURCE = '''"""A docstring with 1 + 1."""

def larger(a: int | None, b: int) -> bool:
    return a > b

def half(x: float) -> float:
    if x != x:
        raise ValueError(f"no number: {x + 1}")
    return x / 2
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


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A repository of one package with one module, and its tests."""
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
    assert not [m for m in edits.values() if "None" in m.new]
    assert edits[SURVIVES].applied(SOURCE) == SOURCE.replace("a > b", "(a >= b)")
    assert edits[SURVIVES].function == "larger"


def test_the_order_stays_where_another_file_changes(tiny: Path) -> None:
    before = list(found(tiny))
    (tiny / "tiny/core/sums.py").write_text(SOURCE.replace("\n\n", "\n\n\n"))
    (tiny / "tiny/other").mkdir()
    (tiny / "tiny/other/more.py").write_text("def f(x):\n    return -x\n")
    after = list(found(tiny))
    assert [key for key in after if key in before] == before
    assert "return -x -> return (x)" in after


def test_what_is_killed_and_what_survives(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """By the tests that the map names; by those of the folder where the map knows nothing; and not twice."""
    room = tmp_path_factory.mktemp("notes")
    recorded = ["-p", "covering", "--covering-to", str(room / "notes.json"), "--covering-of", "tiny"]
    path = os.pathsep.join(map(str, (tiny, run.HERE)))
    command = [sys.executable, "-m", "pytest", "-q", f"--rootdir={tiny}", *recorded]
    subprocess.run(command, cwd=tiny, env={**os.environ, "PYTHONPATH": path}, check=True, stdout=subprocess.DEVNULL)
    choosing.write(choosing.covering_of([room / "notes.json"]), room / "map.json")
    covering = choosing.read(room / "map.json")
    assert covering.tests_for("tiny/core/sums.py", "larger") == ["tests/core/test_sums.py::test_larger"]
    assert len(covering.tests_for("tiny/core/sums.py", "half")) == 2

    edits = found(tiny)
    some = [edits[KILLED[0]], edits[SURVIVES], edits[KILLED[2]]]
    state = room / "state"
    for known in (covering, choosing.Covering({}, {})):
        verdicts = run.run(tiny, some, known, jobs=2, state=state)
        assert [v.verdict for v in verdicts] == [run.KILLED, run.SURVIVED, run.KILLED]
        assert verdicts[0].by == "tests/core/test_sums.py::test_half"
    assert len(state.read_text().splitlines()) == 3  # the second time they were known
    state.unlink()
    assert run.run(tiny, some[:2], choosing.Covering({}, {}))[1].verdict == run.SURVIVED
    said = run.table(verdicts)
    assert "3 mutants, 2 killed, 1 left" in said
    assert f"survived: tiny/core/sums.py::larger: {SURVIVES}" in said


def test_a_map_is_completed_by_the_files_that_were_not_recorded_again() -> None:
    old = choosing.Covering(
        {"tests/core/test_a.py::one": 1.0, "tests/core/test_b.py::two": 2.0},
        {"jug/core/x.py::f": ["tests/core/test_a.py::one", "tests/core/test_b.py::two"]},
    )
    new = choosing.Covering({"tests/core/test_a.py::three": 3.0}, {"jug/core/x.py::g": ["tests/core/test_a.py::three"]})
    found = choosing.completed(new, old)
    assert found.seconds == {"tests/core/test_b.py::two": 2.0, "tests/core/test_a.py::three": 3.0}
    assert found.calls == {
        "jug/core/x.py::f": ["tests/core/test_b.py::two"],
        "jug/core/x.py::g": ["tests/core/test_a.py::three"],
    }


def test_a_test_that_fails_anyway_kills_nothing(tiny: Path) -> None:
    (tiny / "tests/core/test_sums.py").write_text(TESTS + "\ndef test_wrong():\n    assert half(2.0) == 2.0\n")
    [verdict] = run.run(tiny, [found(tiny)[SURVIVES]], choosing.Covering({}, {}))
    assert verdict.verdict == run.BROKEN


def test_every_equivalent_mutant_has_a_proof() -> None:
    assert all(len(proof) > 30 and proof.endswith(".") for proof in EQUIVALENT.values())


@pytest.mark.mutation
def test_of_twenty_mutants_at_most_one_survives() -> None:
    verdicts = run.run(run.ROOT, list(run.to_run(run.ROOT / "jug", 1, 20)), choosing.read(run.COVERING), jobs=2)
    assert sum(v.verdict != run.KILLED for v in verdicts) <= 1, run.table(verdicts)
