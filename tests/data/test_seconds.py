"""`jug data update --timeout`: 30 s when absent, and a number of seconds."""

import argparse

import pytest

from jug.cli.data_commands.update import add_options


def asked(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_options(parser)
    return parser.parse_args(list(words))


def test_what_is_asked_for_when_nothing_is() -> None:
    found = asked()
    assert found.timeout == 30.0
    assert (found.dry_run, found.force, found.accept, found.base, found.names) == (False, False, [], [], [])


def test_the_help_has_the_same_number() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser)
    assert "longest wait for a server, s (30)" in " ".join(parser.format_help().split())


@pytest.mark.parametrize(("word", "seconds"), [("1", 1.0), ("0.25", 0.25), ("999999", 999999.0)])
def test_a_number_of_seconds(word: str, seconds: float) -> None:
    assert asked("--timeout", word).timeout == seconds


@pytest.mark.parametrize("word", ["0", "-1", "1e6", "soon", "nan"])
def test_what_is_none(word: str) -> None:
    with pytest.raises(argparse.ArgumentError, match="is not a number of seconds"):
        asked("--timeout", word)
