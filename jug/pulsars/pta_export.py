"""The files of all pulsars of an array: par, tim, records for other programs, one noise dictionary."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from jug.conversion.noise_dictionary import dictionary_of
from jug.conversion.writing import write_par, write_tim
from jug.core.arguments.kinds import path_text
from jug.core.arguments.named import no_such_name
from jug.exchange.feather import export
from jug.io.files import write_text
from jug.io.folders import make_folder
from jug.pulsars.array_pulsar import ArrayPulsar
from jug.pulsars.configuration.pairs import safe_name
from jug.text.strict_json import json_text

EXPORT_KINDS = ("par", "tim", "noise", "feather")
NOISE_FILE = "noise_dictionary.json"


def export_array(pulsars: Iterable[ArrayPulsar], folder: str | PathLike[str], what: Iterable[str]) -> tuple[Path, ...]:
    """Write the files of all pulsars.

    Parameters
    ----------
    pulsars : iterable of ArrayPulsar
    folder : path
        The folder; it is made.
    what : iterable of str
        Kinds of files: ``par``, ``tim``, ``noise``, ``feather``.

    Returns
    -------
    tuple of Path

    Raises
    ------
    InputError
        No such kind of file, or a file cannot be written.
    """
    kinds, place, written = list(what), Path(path_text(folder)), []
    for kind in kinds:
        if kind not in EXPORT_KINDS:
            raise no_such_name("kind of file", kind, EXPORT_KINDS)
    make_folder(place, parents=True)
    noise: dict[str, float] = {}
    for one in pulsars:
        path = place / safe_name(one.name)
        if "par" in kinds:
            written.append(Path(f"{path}.par"))
            write_par(one.model, written[-1])
        if "tim" in kinds:
            written.append(Path(f"{path}.tim"))
            write_tim(one.toas, written[-1])
        if "feather" in kinds:
            written.append(Path(f"{path}.feather"))
            export(one.source, one.toas, written[-1])
        if "noise" in kinds:
            noise |= dictionary_of(one.model)[0]
    if "noise" in kinds:
        written.append(place / NOISE_FILE)
        write_text(written[-1], json_text(noise) + "\n")
    return tuple(written)
