"""Mutated real files and made-up ones: read, or refused with file and line; nothing else, and never for long."""

import os
import random
import re
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jug
from jug.errors import InputError, InputWarning
from jug.io.tim.read import read_tim
from jug.io.tim.write import write_raw_toas

EXAMPLES = Path(__file__).resolve().parents[2] / "data" / "examples"
TIMS = [
    *("NGC6440E.tim", "J1028-5819-example.tim", "waves_withpn.tim", "test-wb-0.tim"),
    *("reference/test2.tim", "reference/parkes.toa", "reference/NGC6440E.itoa", "reference/testtimes.tim"),
]
PARS = sorted(path.name for path in EXAMPLES.glob("*.par"))
PAIRS, SEED = int(os.environ.get("JUG_PAIRS", "2000")), int(os.environ.get("JUG_SEED", "1"))
"""Size and seed of the long studies."""

SLOW_S = 5.0
"""No file of some hundred lines may take longer; the machine may be busy."""

COMMANDS = [
    *("FORMAT 1", "FORMAT 2", "MODE 1", "SKIP", "NOSKIP", "END", "TIME 1", "TIME -1", "EFAC 2", "EQUAD 1", "EMIN 3"),
    *("EMAX 5", "FMIN 1000", "FMAX 1500", "ESET 2", "EFLOOR 1", "SIGMA 4", "INFO x", "TRACK -2", "JUMP", "PHASE 1"),
    *("INCLUDE a.tim", "INCLUDE no.tim", "INCLUDE", "EFAC", "EFAC nan", "TIME 1e999", "C", "#", "CC x", "PHASE 0.5"),
]
PIECES = [*"0123456789.-+eED \t#", "nan", "inf", "1e999", "-fe", "-pn", "\x00", "é", "\r", "\n", "  ", "_", "1_0", "::"]


def mutated(text: str, rng: random.Random, extra: list[str], wounds: int = 6) -> str:
    """A text with one to ``wounds`` small wounds."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, wounds)):
        i = rng.randrange(len(lines))
        line, wound = lines[i], rng.randrange(9)
        at = rng.randrange(len(line) + 1)
        if wound == 0:
            lines[i] = line[:at]
        elif wound == 1:
            lines[i] = line[:at] + rng.choice(PIECES) + line[at:]
        elif wound == 2:
            lines[i] = line[:at] + rng.choice(PIECES) + line[at + 1 :]
        elif wound == 3:
            words = line.split()
            rng.shuffle(words)
            lines[i] = " ".join(words)
        elif wound == 4:
            del lines[i]
            lines = lines or [""]
        elif wound == 5:
            lines.insert(i, lines[rng.randrange(len(lines))])
        elif wound == 6:
            lines.insert(i, rng.choice(extra))
        elif wound == 7:
            words = line.split() or [""]
            words[rng.randrange(len(words))] = rng.choice(PIECES) * rng.randint(1, 3)
            lines[i] = " ".join(words)
        else:
            lines[i] = line.swapcase() if rng.random() < 0.5 else line[at:] + line[:at]
    return "\n".join(lines)


def try_tim(path: Path) -> tuple[bool, list[str]]:
    """Whether a tim file is read, and what is wrong: what is read must come back from what is written."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        try:
            raw = read_tim(path)
        except InputError as error:
            return False, [*(text for one in error.problems for text in misplaced(str(one), path)), *slow(start)]
        late = slow(start)
        copy = path.with_name("copy.tim")
        write_raw_toas(raw, copy)
        again = read_tim(copy)
    same = {
        "day": again.times.day.tolist() == raw.times.day.tolist(),
        "sec": again.times.sec.hi.tolist() == raw.times.sec.hi.tolist(),
        "offset": again.offset_s.tolist() == raw.offset_s.tolist(),
        "error": again.error_s.tolist() == raw.error_s.tolist(),
        "deleted": len(again.deleted or ()) == len(raw.deleted or ()),
    }
    return True, [*late, *(f"{name} does not come back" for name, good in same.items() if not good)]


def try_par(path: Path) -> tuple[bool, list[str]]:
    """Whether a par file is read, and what is wrong: what is read must come back from what is written."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        try:
            model = jug.load_model(path)
        except InputError as error:
            return False, [*(text for one in error.problems for text in misplaced(str(one), path)), *slow(start)]
        late = slow(start)
        copy = path.with_name("copy.par")
        jug.write_par(model, copy)
        again = jug.load_model(copy)
    before, after = ({name: e.value for name, e in one.entries.items()} for one in (model, again))
    return True, [*late, *([] if before == after else ["values do not come back"])]


def slow(start: float) -> list[str]:
    """A complaint where more than `SLOW_S` of CPU time have gone since ``start``."""
    spent = time.process_time() - start
    return [f"{spent:.1f} s"] if spent > SLOW_S else []


def misplaced(message: str, path: Path) -> list[str]:
    """A message names the file and a line of it, the last one for what the file lacks; and it is short."""
    good = (
        re.match(rf"{re.escape(str(path.parent))}/[^:]+:[1-9]\d*: ", message)
        and "\n" not in message
        and len(message) < len(str(path)) * 2 + 700
    )
    return [] if good else [message]


def originals(kind: str) -> tuple[list[str], list[str]]:
    """The texts that are mutated, and lines to put into them."""
    names = TIMS if kind == "tim" else PARS
    texts = [(EXAMPLES / name).read_text() for name in names]
    texts = ["\n".join(text.split("\n")[:150]) for text in texts] if kind == "tim" else texts
    keys = sorted({line.split()[0] for text in texts for line in text.split("\n") if line.split()})
    lines = [f"{key} {value}" for key in keys for value in ("1", "x", "", "1 1 1 1", "-1")]
    return texts, COMMANDS if kind == "tim" else lines


def run(folder: Path, number: int, seed: int, kind: str) -> tuple[int, list[str]]:
    """Mutate and read; how many were read."""
    texts, extra = originals(kind)
    rng = random.Random(seed)
    path = folder / f"a.{kind}"
    done, faults = 0, []
    for _ in range(number):
        path.write_bytes(mutated(rng.choice(texts), rng, extra).encode())
        before = path.read_bytes()
        read, wrong = (try_tim if kind == "tim" else try_par)(path)
        done += read
        faults += wrong if path.read_bytes() == before else [*wrong, "the file was changed"]
    return done, faults


@pytest.mark.parametrize("kind", ["tim", "par"])
def test_mutated_files(tmp_path: Path, kind: str, record_property: Callable[[str, object], None]) -> None:
    record_property("trials", 250)
    done, faults = run(tmp_path, 250, 1, kind)
    assert not faults
    assert 10 < done < 240, "the wounds are too deep or too slight"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEED + 1, SEED + 1 + max(1, PAIRS // 500)))
@pytest.mark.parametrize("kind", ["tim", "par"])
def test_mutated_files_long(
    tmp_path: Path, kind: str, seed: int, record_property: Callable[[str, object], None]
) -> None:
    """2,000 par and tim files; JUG_PAIRS and JUG_SEED change that, see `test_meaning`."""
    record_property("trials", min(PAIRS, 500))
    done, faults = run(tmp_path, min(PAIRS, 500), seed, kind)
    assert not faults
    assert 0.04 < done / min(PAIRS, 500) < 0.96, "the wounds are too deep or too slight"


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
made_lines = st.one_of(
    st.sampled_from(COMMANDS),
    words,
    st.lists(st.one_of(words, st.sampled_from(PIECES)), max_size=12).map(" ".join),
    st.tuples(words, st.floats().map(repr), st.floats().map(repr), st.floats().map(repr), words).map(" ".join),
    st.tuples(st.integers(40000, 60000), st.floats(1e-3, 1e3)).map(lambda t: f"a 1400 {t[0]}.5 {t[1]!r} gbt -fe x"),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(made_lines, max_size=12), format_1=st.booleans())
def test_made_up_tim_files(tmp_path: Path, lines: list[str], format_1: bool) -> None:
    path = tmp_path / "a.tim"
    path.write_bytes("\n".join(["FORMAT 1", *lines] if format_1 else lines).encode())
    assert not try_tim(path)[1]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.tuples(st.sampled_from(["F0", "RAJ", "PEPOCH", "DM", "JUMP", "DMX_0001", "UNITS"]), words)))
def test_made_up_par_files(tmp_path: Path, lines: list[tuple[str, str]]) -> None:
    path = tmp_path / "a.par"
    good = (EXAMPLES / "NGC6440E.par").read_text()
    path.write_bytes((good + "\n".join(f"{key} {word}" for key, word in lines)).encode())
    assert not try_par(path)[1]
