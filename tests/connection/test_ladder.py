"""The parameters that a phase connection may add, and their order."""

from campaigns import pulsar

from jug.connection.ladder import additions


def names(free: tuple[str, ...], *lines: str) -> list[str]:
    """All parameters that may be added to these."""
    model = pulsar(3600.0, 3600.0, 100.0, 0.0, lines).with_free(free)
    return [name for group in additions(model) for name in group]


def test_a_derivative_comes_after_what_it_is_of() -> None:
    """In a year with the position free F2 was as good as F1, and was freed in its place where F1 was fixed at 0."""
    assert "F1" in names(("F0", "RAJ", "DECJ"))
    assert "F2" not in names(("F0", "RAJ", "DECJ"))
    assert "F2" in names(("F0", "F1"))


def test_a_change_of_the_period_comes_after_the_period() -> None:
    orbit = ("BINARY ELL1", "PB 1.5", "A1 2", "TASC 56500", "EPS1 0", "EPS2 0", "PBDOT 0")
    assert "PBDOT" not in names(("F0",), *orbit)
    assert "PBDOT" in names(("F0", "PB"), *orbit)
