"""The recipe "Adding a model term" of docs/architecture.md, followed literally in a copy of the package."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from copies import ROOT

RECIPE = (ROOT / "docs" / "architecture.md").read_text().partition("## Adding a model term\n")[2].partition("\n## ")[0]
COPIED = ("jug", "tests", "docs", "pyproject.toml", "README.md")
LINKED = ("data", "examples", "benchmarks", "CHANGELOG.md", "CONTRIBUTING.md")

USE = """
import numpy as np
import jug
from jug.conversion.writing import par_text
from jug.data import example
from jug.io.par import parse_lines

par, tim = example("NGC6440E")
lines = [*par.read_text().splitlines(), "SINWAVE_AMP 2e-4 1", "SINWAVE_FREQ 0.0123 1"]
model, toas = jug.load(parse_lines(lines, "sine.par"), tim)
assert [name for name in model.free if "SINWAVE" in name] == ["SINWAVE_AMP", "SINWAVE_FREQ"]
assert np.ptp(jug.delays(model, toas)["sinusoid"]) > 3e-4
made = jug.simulate(model, toas.mjd, freq_mhz=toas.freq_hz / 1e6, error_us=toas.error_s * 1e6, site="gbt", seed=1)
result = jug.fit(model.with_values({"SINWAVE_AMP": 1.5e-4, "SINWAVE_FREQ": 0.01231}), made)
for name in ("SINWAVE_AMP", "SINWAVE_FREQ"):
    off = abs(result.model.values[name] - model.values[name]) / result.model.errors[name]
    assert off < 4.0, (name, off)
again = jug.load_model(parse_lines(par_text(result.model).splitlines(), "again.par"))
assert again.values == result.model.values
"""


def block(language: str) -> str:
    """The one fenced block of a language in the recipe."""
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", RECIPE, re.MULTILINE | re.DOTALL)
    return str(found)


def replace_once(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new))


def run(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, so that it imports the copy's ``jug``."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the term of the recipe."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    [[home, name]] = re.findall(r"in `(jug/model/components/)`, here `(\w+\.py)`", RECIPE)
    (folder / home / name).write_text(block("python"))
    term = Path(name).stem
    [after] = re.findall(r"here after `([\w.]+)`", RECIPE)
    registry = folder / "jug" / "model" / "registry.py"
    replace_once(registry, f'    "{after}",\n', f'    "{after}",\n    "{term}.COMPONENT",\n')
    [[listed, neighbour]] = re.findall(r"here `(\w+)` after `(\w+)`\.$", RECIPE, re.MULTILINE)
    replace_once(folder / home / "__init__.py", f"`{neighbour}`;", f"`{neighbour}`, `{listed}`;")
    [entry] = re.findall(r"into\s+`ABSENT`, here `([^`]+)`", RECIPE)
    numbers = folder / "tests" / "model" / "declare" / "test_declared_numbers.py"
    replace_once(numbers, '    "T0X": "T0",', f'    {entry}, "T0X": "T0",')
    return folder


@pytest.mark.long
def test_the_recipe_is_complete(copy: Path) -> None:
    """Its file, its entry and its commands, and nothing else: all tests that it names pass."""
    for command in block("sh").splitlines():
        program, *words = shlex.split(command)
        assert program == "python"
        done = run(copy, [sys.executable, *words])
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "SINWAVE_FREQ" in (copy / "docs" / "terms.md").read_text()


@pytest.mark.long
def test_the_new_term_is_read_fitted_and_written(copy: Path) -> None:
    done = run(copy, [sys.executable, "-W", "ignore", "-c", USE])
    assert done.returncode == 0, done.stderr[-3000:]
