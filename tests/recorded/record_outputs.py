"""The outputs of the recorded lines: ``python tests/recorded/record_outputs.py [NAME ...]`` records them again.

Look at what has changed (``git diff tests/recorded/outputs``) before it is committed: each line that differs is what
users will see otherwise than before.
"""

import contextlib
import io
import os
import shlex
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / folder) for folder in ("inputs", "oracles", "support"))]  # as pytest
from compare_outputs import masked, texts_of_figure  # noqa: E402
from copies import example  # noqa: E402
from recorded_lines import BAD_TIM, EXAMPLES, LINES, PARS, PICTURES, TIMS  # noqa: E402

OUTPUTS = HERE / "outputs"
TEXTS = (".par", ".tim", ".html", ".json", ".csv", ".dat", ".pred", ".tex", ".md")
"""Endings of files that are recorded."""


def said(words: list[str]) -> str:
    """What a command prints, with its exit code."""
    from jug.cli import command

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            code = command.main(words)
        except SystemExit as error:  # argparse, of words that it does not know
            code = error.code
    printed, complained = (stream.buffer.getvalue().decode() for stream in (out, err))
    return f"exit code {code}\n{printed}" + (f"--- standard error\n{complained}" if complained else "")


def inputs(folder: Path) -> Path:
    """Write the files that the lines read."""
    for short, name in EXAMPLES.items():
        for path, kind in zip(example(name), ("par", "tim"), strict=True):
            shutil.copyfile(path, folder / f"{short}.{kind}")
    for name, text in PARS.items():
        (folder / name).write_text(text)
    (folder / "bad.tim").write_text(BAD_TIM)
    (folder / "few.tim").write_text("".join((folder / "ngc.tim").read_text().splitlines(keepends=True)[:2]))
    (folder / "times.txt").write_text("55000.25\n55100.5\n2010-01-01T12:00:00\n")
    with contextlib.chdir(folder):
        for name, words in TIMS.items():
            said(["simulate", *shlex.split(words), "-o", name])
    return folder


def output(name: str, made: Path, folder: Path) -> str:
    """What the line of a name prints and writes, in a new folder with the inputs."""
    shutil.copytree(made, folder, dirs_exist_ok=True)
    there = set(folder.rglob("*"))
    with contextlib.chdir(folder):
        text = said(shlex.split(LINES[name]))
        for file in sorted(set(folder.rglob("*")) - there):
            if file.suffix in TEXTS and file.is_file() and (file.parent == folder or file.suffix != ".html"):
                text += f"\n--- {file.relative_to(folder)}\n{file.read_text()}"
    return masked(text.replace(str(folder), "<folder>"))


def picture(name: str, made: Path, folder: Path) -> str:
    """What the picture of a name shows."""
    from matplotlib.figure import Figure

    shutil.copytree(made, folder, dirs_exist_ok=True)
    pulsar, *options = shlex.split(PICTURES[name])
    figures = []
    with contextlib.chdir(folder), mock.patch.object(Figure, "savefig", lambda self, *_, **__: figures.append(self)):
        text = said(["plot", f"{pulsar}.par", f"{pulsar}.tim", "--kind", name.split()[1], *options, "-o", "out.png"])
    return masked("\n".join([text, *(line for figure in figures[-1:] for line in texts_of_figure(figure))]))


def recorded(name: str, made: Path, folder: Path) -> str:
    """The output of a line, or the contents of a picture."""
    return (output if name in LINES else picture)(name, made, folder)


def file_of(name: str) -> Path:
    """The file with the recorded output of a line or picture."""
    return OUTPUTS / f"{name.replace(' ', '_')}.txt"


def main() -> None:
    """Record all outputs, or those of some names."""
    from offline import no_network, set_up

    OUTPUTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as room_name:
        room = Path(room_name)
        set_up(room)
        os.environ.pop("PINT_CLOCK_OVERRIDE", None)
        os.environ["JUG_CACHE"] = str(room / "cache")
        (room / "made").mkdir()
        with no_network():
            made = inputs(room / "made")
            for name in sys.argv[1:] or [*LINES, *PICTURES]:
                file_of(name).write_text(recorded(name, made, room / name))


if __name__ == "__main__":
    main()
