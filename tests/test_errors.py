"""Errors that go to another process say there what they said here."""

import pickle

from jug.errors import BackendError


def test_a_backend_error_comes_out_of_a_pickle_as_it_was() -> None:
    reason = "JAX finds no device", "use NumPy"
    error = BackendError(*reason)
    copy = pickle.loads(pickle.dumps(error))
    assert error.args == copy.args == (copy.why, copy.hint) == reason
    assert str(copy) == "JAX finds no device; use NumPy"
