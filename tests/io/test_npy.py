"""Arrays that are mapped are those of NumPy; every kind of damage is a ValueError."""

from pathlib import Path

import numpy as np
import pytest

from jug.io.npy import map_npy

GOOD = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    "array", [GOOD, np.asfortranarray(GOOD), GOOD.astype(np.float32), np.array([(b"AU", 1.5)], "S6,f8"), GOOD[0]]
)
def test_it_is_the_array_of_numpy(tmp_path: Path, array: np.ndarray) -> None:
    np.save(tmp_path / "a.npy", array)
    found = map_npy(tmp_path / "a.npy")
    np.testing.assert_array_equal(found, array)
    assert found.dtype == array.dtype
    assert not found.flags.writeable


@pytest.mark.parametrize("shape", [(0, 3), (0,)])
def test_an_empty_array(shape: tuple[int, ...], tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.zeros(shape))
    assert map_npy(tmp_path / "a.npy").shape == shape


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\x93NUMPY", b"\x93NUMPX"),
        (b"\x93NUMPY\x01", b"\x93NUMPY\x09"),
        (b"'<f8'", b"'|O' "),
        (b"(3, 4)", b"(-3,4)"),
        (b"(3, 4)", b"(3, 5)"),
        (b"(3, 4)", b"(3, (("),
        (b"(3, 4), }  ", b"(3, 1e999), }"),
        (b"descr", b"descx"),
    ],
)
def test_a_damaged_header(tmp_path: Path, old: bytes, new: bytes) -> None:
    np.save(tmp_path / "a.npy", GOOD)
    content = (tmp_path / "a.npy").read_bytes()
    assert old in content
    (tmp_path / "a.npy").write_bytes(content.replace(old, new))
    with pytest.raises(ValueError, match=r"."):
        map_npy(tmp_path / "a.npy")


@pytest.mark.parametrize("size", [0, 7, 9, 40, 150])
def test_a_file_that_is_cut(tmp_path: Path, size: int) -> None:
    np.save(tmp_path / "a.npy", GOOD)
    (tmp_path / "a.npy").write_bytes((tmp_path / "a.npy").read_bytes()[:size])
    with pytest.raises(ValueError, match=r"."):
        map_npy(tmp_path / "a.npy")
