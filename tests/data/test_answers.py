"""What each status that a server may answer is taken for."""

from pathlib import Path

import pytest
from publisher import Publisher, refused

from jug.data.fetch import MissingError, TroubleError, fetch
from jug.errors import DataError

KINDS = {404: MissingError, 410: MissingError, 500: TroubleError, 503: TroubleError, 599: TroubleError}


@pytest.mark.parametrize("code", [300, 304, 399, 400, 403, 404, 410, 499, 500, 503, 599])
def test_a_status_that_is_an_error(publisher: Publisher, tmp_path: Path, code: int) -> None:
    """From 300 to 399 a redirect that cannot be followed, from 500 on trouble of the server; 404 and 410: no file."""
    publisher.files["/x"] = refused(code)
    with pytest.raises(DataError) as told:
        fetch(f"{publisher.base}/x", tmp_path / "x", timeout=5.0)
    assert type(told.value) is KINDS.get(code, DataError)
    redirect = f"the server answers {code}, a redirect that leads nowhere"
    assert (redirect in str(told.value)) == (code < 400)
    assert f"the server answers {code}" in str(told.value)
    assert ("try again later" in str(told.value)) == (code not in (404, 410))
    assert not (tmp_path / "x").exists()


def test_progress_is_told_by_name_with_what_has_come_and_will(publisher: Publisher, tmp_path: Path) -> None:
    """The last call has the whole size twice, also where the server has not stated it."""
    content = b"x" * 300_000
    publisher.files["/x"] = content
    told: list[tuple[str, int, int | None]] = []
    found = fetch(f"{publisher.base}/x", tmp_path / "y", timeout=5.0, progress=lambda *of: told.append(of))
    assert (tmp_path / "y").read_bytes() == content
    assert found.size == len(content)
    assert {name for name, _, _ in told} == {"y"}
    assert {total for _, _, total in told} == {len(content)}
    done = [n for _, n, _ in told]
    assert done == sorted(done)
    assert done[-1] == len(content)
