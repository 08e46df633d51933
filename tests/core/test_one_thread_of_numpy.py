"""When NumPy is loaded with one thread of BLAS."""

import sys

import pytest

from jug.core.execution import threads


@pytest.mark.parametrize(("given", "loaded"), [({}, True), ({threads.THREAD_VARIABLES[0]: "2"}, False)])
def test_a_number_of_threads_that_the_user_has_set_stays(
    given: dict[str, str], loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the variables is enough; without them all are set while NumPy is loaded, and none afterwards."""
    seen: list[list[str | None]] = []
    for name in threads.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delitem(sys.modules, "numpy")
    monkeypatch.setattr(threads, "_given_one", False)
    environ = threads.os.environ
    monkeypatch.setattr(
        threads, "import_module", lambda name: seen.append([environ.get(one) for one in threads.THREAD_VARIABLES])
    )
    threads.load_numpy_with_one_thread()
    assert seen == ([["1"] * len(threads.THREAD_VARIABLES)] if loaded else [])
    assert threads._given_one is loaded
    assert {name: environ[name] for name in threads.THREAD_VARIABLES if name in environ} == given
