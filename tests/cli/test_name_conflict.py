"""The other program called jug is seen where its installer left its folder, and nowhere else."""

from pathlib import Path

import pytest

from jug.cli.process import name_conflict as name_conflict


@pytest.mark.parametrize(
    "folder", ["jug-2.7.0.dist-info", "Jug-1.6.8-py3.6.egg-info", "jug-2.3.1-py3.10.egg-info", "JUG-2.0.dist-info"]
)
def test_the_other_jug_is_seen(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir()
    said = name_conflict.name_conflict([str(tmp_path / "not there"), str(tmp_path)])
    for words in (folder, str(tmp_path), "pip uninstall --yes jug jug-timing"):
        assert words in said


@pytest.mark.parametrize("folder", ["jug_timing-0.1.0.dist-info", "jug", "juggler-1.0.dist-info", "jug-tools.txt"])
def test_its_neighbours_are_not_taken_for_it(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir()
    assert name_conflict.name_conflict([str(tmp_path)]) == ""


def test_this_installation_is_whole() -> None:
    """The package is found from the file of the function."""
    assert name_conflict.name_conflict([]) == ""


def test_an_installation_that_the_other_has_taken_files_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_conflict, "__file__", str(tmp_path / "jug" / "cli" / "process" / "name_conflict.py"))
    assert "files of jug-timing are gone" in name_conflict.name_conflict([])
