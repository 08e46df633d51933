"""Names that cannot be those of folders of pulsars."""

from pathlib import Path

import pytest

from jug.errors import Where
from jug.pulsars.configuration.pairs import ParAndTim
from jug.pulsars.configuration.plan import _conflicts, folder_problem


@pytest.mark.parametrize("name", ["slurm", "SLURM", "manifest.json", "index.html", "a/b", ".."])
def test_names_with_another_meaning(name: str) -> None:
    pair = ParAndTim(Path("/x/a.par"), Path("/x/a.tim"))
    assert folder_problem(name)
    (problem,) = _conflicts({pair: name})
    assert problem == (
        f"its folder would be called {name}", Where("/x/a.par"),
        "rename the par file, or the table [pulsar.NAME] that lists it",
    )  # fmt: skip


def test_two_pulsars_of_one_folder() -> None:
    """Also if the names differ only in upper and lower case; the second is told."""
    first, second = (ParAndTim(Path(f"/x/{name}.par"), Path("/x/a.tim")) for name in "ab")
    (problem,) = _conflicts({first: "J1", second: "j1"})
    assert problem.why == "its results would go into the same folder j1 as those of /x/a.par"
    assert problem.where == Where("/x/b.par")
    assert list(_conflicts({first: "J1", second: "J2"})) == []
