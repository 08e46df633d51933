"""Writing par and tim files: all lines of the input in their order; only changed lines are rewritten."""

from os import PathLike

from jug.conversion.dialects.dialects import Converted, convert
from jug.conversion.par_file_text.par_lines import par_rows
from jug.conversion.par_file_text.rounding import round_model
from jug.conversion.units import model_in_units
from jug.core.arguments.kinds import expect
from jug.core.execution.given_warnings import give_warning
from jug.data import open_files
from jug.errors import InputError, InputWarning
from jug.io.files import write_text
from jug.io.stream_names import TextTarget, Writable
from jug.io.tim import write as tim_write
from jug.io.tim.raw_toas import RawTOAs
from jug.model.reading.settings import TIME_UNITS
from jug.model.timing_model import TimingModel
from jug.obs.sites import find_site
from jug.obs.toas import TOAs


def par_text(model: TimingModel) -> str:
    """Return the par file of a model as text.

    Comments, order and spelling of the file that the model was read from are kept. The line of an unchanged parameter
    is unchanged. A changed parameter is written with all its digits, so that reading it back gives the same model to
    the last bit.
    """
    return "\n".join(row.text for row in par_rows(model)) + "\n"


def write_par(
    model: TimingModel,
    path: TextTarget,
    dialect: str = "jug",
    *,
    units: str = "TDB",
    round_values: bool = False,
    leave_out: bool = False,
) -> None:
    """Write the par file of a model; the file appears whole or not at all.

    Parameters
    ----------
    model : TimingModel
    path : path, or an open text file (``io.StringIO``)
    dialect : str
        ``"jug"``, ``"pint"``, ``"tempo2"`` or ``"tempo"``: keywords, units and angles as that program reads them, and
        every line whose absence would have another meaning there. A warning is given for each remaining difference.
    units : str
        ``"TDB"``, or ``"TCB"`` for jug and tempo2.
    round_values : bool
        Round values to the second digit of their uncertainty; otherwise every digit is written.
    leave_out : bool
        Write the file even if the program lacks a term of the model: its lines become comments, a warning names them.

    Raises
    ------
    InputError
        The program lacks a term of the model, and ``leave_out`` is False; the dialect is unknown.
    OSError
        The folder or file cannot be written.

    Examples
    --------
    >>> import jug, tempfile
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jug.write_par(model, f"{folder}/new.par")
    ...     jug.load_model(f"{folder}/new.par").values == model.values
    True
    """
    expect(model=(model, TimingModel), path=(path, (str, PathLike, Writable)))
    write_text(path, par_text_as(model, dialect, units, round_values, leave_out))


def par_text_as(model: TimingModel, dialect: str, units: str, round_values: bool, leave_out: bool) -> str:
    """Format the par file that `write_par` writes, with the same warnings.

    Parameters
    ----------
    model : TimingModel
    dialect, units : str
    round_values, leave_out : bool
        As in `write_par`.

    Returns
    -------
    str

    Raises
    ------
    InputError
        As in `write_par`, or units that the dialect does not have.
    """
    model = round_model(model) if round_values else model
    if units.upper() not in TIME_UNITS or (units.upper() == "TCB" and dialect not in ("jug", "tempo2")):
        raise InputError(f"no UNITS {units} for {dialect}", hint="TDB for all, TCB for jug and tempo2")
    if dialect == "jug":
        found = Converted(par_text(model_in_units(model, units)), ())
    else:
        found = convert(model, dialect, units=units.upper(), leave_out=leave_out)
    for note in found.notes:
        give_warning(InputWarning(f"{model.par.path}: {note}"))
    return found.text


def write_tim(toas: TOAs | RawTOAs, path: TextTarget, *, form: str = "tempo2") -> None:
    """Write TOAs as a tim file, the deleted ones as comments.

    Parameters
    ----------
    toas : TOAs or RawTOAs
    path : path, or an open text file (``io.StringIO``)
    form : {"tempo2", "princeton"}
        ``FORMAT 1`` with all digits, which reads back to the same TOAs; or Princeton's fixed columns, which have no
        room for flags and for more than 14 decimals of a day (an `InputWarning` lists the losses).

    Raises
    ------
    InputError
        The format cannot represent a TOA, or the file cannot be written.

    Examples
    --------
    >>> import jug, tempfile
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jug.write_tim(toas, f"{folder}/new.tim")
    ...     len(jug.read_tim(f"{folder}/new.tim"))
    62
    """
    expect(toas=(toas, (TOAs, RawTOAs)), path=(path, (str, PathLike, Writable)))
    raw = toas.raw if isinstance(toas, TOAs) else toas
    codes = (
        {site: find_site(site, None, open_files()).tempo_code for site in raw.site.values}
        if form == "princeton"
        else None
    )
    tim_write.write_raw_toas(raw, path, form=form, codes=codes)
