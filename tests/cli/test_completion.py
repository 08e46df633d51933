"""Completion: bash completes words here; the scripts for zsh and fish, which few machines have, are read."""

import subprocess
from pathlib import Path

import pytest

from jug.cli import command as cli

DRIVER = """source /dev/stdin
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shtab_jug
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""The last word is that which is completed, as bash does where Tab is pressed."""


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command prints."""
    assert cli.main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["pub"], {"publish"}),
        (["fit", "--scale"], {"--scale-errors"}),
        (["fit", "--backend", "n"], {"numpy"}),
        (["data", "up"], {"update"}),
        (["fit", "J17"], {"J1713.par", "J1713.tim"}),
        (["fit", "J1713.par", "J1713.t"], {"J1713.tim"}),
        (["fit", "J1713.par", "J1713.tim", "-o", "J1713.p"], {"J1713.par"}),
        (["derived", "J1713.par", "J1713.t"], {"J1713.tim"}),
    ],
)
def test_bash_completes(words: list[str], wanted: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command, an option, a choice, a subcommand, and names of files, of arguments and of options."""
    for name in ("J1713.par", "J1713.tim", "notes.txt"):
        (tmp_path / name).touch()
    command = ["bash", "--norc", "-c", DRIVER, "bash", "jug", *words]
    done = subprocess.run(
        command, input=script("bash", capsys).encode(), capture_output=True, check=True, timeout=60, cwd=tmp_path
    )
    assert set(done.stdout.decode().split()) == wanted


@pytest.mark.parametrize(
    ("shell", "commands", "option", "files"),
    [
        (
            "zsh",
            "publish) _arguments -C -s $_shtab_jug_publish_options",
            '"--columns[',
            r'":par file\: the timing model:_files"',
        ),
        (
            "fish",
            "-n '_shtab_jug_using; and test $_shtab_jug_npos -eq 0' -a publish",
            "-n '_shtab_jug_using residuals' -l columns -x",
            'fit; and test $_shtab_jug_npos -eq 0\' -ka "(__fish_complete_path (commandline -ct))"',
        ),
    ],
)
def test_scripts_of_other_shells_have_commands_options_and_files(
    shell: str, commands: str, option: str, files: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    for part in (commands, option, files):
        assert part in text
