"""A timing model with other binary parameters, whose lines follow the BINARY line."""

from jug.conversion.binaries.binary_values import ORBIT_EPOCHS, BinaryValue, BinaryValues
from jug.conversion.par_file_text.par_lines import ParRow, format_line, par_rows, rewrite_rows
from jug.core.decimal_text import format
from jug.core.doubledouble import double_double
from jug.errors import InputError
from jug.io.codecs import CODECS
from jug.model.building.build import assemble
from jug.model.parameters import Entry
from jug.model.registry import binary_models
from jug.model.slots import find_slot
from jug.model.timing_model import TimingModel


def with_binary(model: TimingModel, form: str, new: BinaryValues) -> TimingModel:
    """Put converted values into a model.

    Parameters
    ----------
    model : TimingModel
    form : str
        The word for the BINARY line.
    new : BinaryValues

    Returns
    -------
    TimingModel
        With the converted values, also in its par file.

    Raises
    ------
    InputError, ParError
        A value that a par file cannot represent or the binary model refuses.
    """
    out: list[ParRow] = []
    for row in par_rows(model):
        name = row.entries[0].name if row.entries else ""
        if name == "BINARY":
            out += _binary_rows(row, form, new.values)
            out += [ParRow(None, (), f"# {lost_parameters_text(model, form, new)}")] if new.lost or new.implied else []
        elif name == "F0" and "F0" in new.values:
            out.append(_spin_row(row, new.values["F0"]))
        elif name not in new.old and not _would_repeat(row, new):
            out.append(row)
    made = rewrite_rows(model, out)
    return assemble(made.par, made.settings, made.entries)


def lost_parameters_text(model: TimingModel, form: str, new: BinaryValues) -> str:
    """Write which parameters of a model are not in its converted binary model, with their values.

    Parameters
    ----------
    model : TimingModel
        The old model.
    form : str
        The word for the BINARY line.
    new : BinaryValues

    Returns
    -------
    str
    """
    lost = ", ".join(f"{e.name} {e.text()}" for e in new.lost)
    computed = ", ".join(f"{name} {model.entries[name].text()} (here {new.implied[name]:.6g})" for name in new.implied)
    why = (
        f"nothing in BINARY {form} stands for it: {lost}" if lost else "",
        f"BINARY {form} computes another value from the masses: {computed}" if computed else "",
    )
    return f"left out, as {'; as '.join(filter(None, why))} of BINARY {model.entries['BINARY'].word}"


def _would_repeat(row: ParRow, new: BinaryValues) -> bool:
    """Whether a line without a parameter (``SINI KIN`` of DDK) has the keyword of a new one."""
    slot = (
        find_slot(row.line.key, binary_models()) if row.line is not None and row.line.key and not row.entries else None
    )
    return slot is not None and slot.param.name in new.values


def _spin_row(row: ParRow, new: BinaryValue) -> ParRow:
    e = row.entries[0]
    entry = Entry(e.name, e.param, e.order, new.value, new.error or None, e.free, flag_not_used=e.flag_not_used)
    comment = row.line.comment if row.line else ""
    return row._replace(entries=(entry,), text=format_line(row.line.key if row.line else e.name, [entry], comment))


def _binary_rows(row: ParRow, form: str, new: dict[str, BinaryValue]) -> list[ParRow]:
    """The line BINARY, and a line for each parameter that is free, uncertain, or not at its default."""
    out = [row._replace(entries=(_word("BINARY", form.upper()),), text=f"BINARY          {form}")]
    if form.upper() == "T2" and "KIN" in new:
        out.append(ParRow(None, (_word("SINI", "KIN"),), "SINI            KIN"))
    defaults = {q.name: q.default for c in binary_models() for q in c.params}
    for name, (value, free, error) in new.items():
        default = defaults.get(name)
        if name != "F0" and (default is None or value.hi != default or free or error):
            out.append(_row(name, BinaryValue(value, free, error)))
    return out


def _word(name: str, word: str) -> Entry:
    slot = find_slot(name, binary_models())
    assert slot is not None
    return Entry(name, slot.param, None, double_double(0.0), word=word)


def _row(name: str, new: BinaryValue) -> ParRow:
    """The line of a parameter of the binary model."""
    slot = find_slot(name, binary_models())
    assert slot is not None
    param, family = slot.param, slot.param.family
    if param.tiny and abs(new.value.hi) > 1e-7:
        raise InputError(f"{name} = {new.value.hi} would be read in units of 1e-{param.tiny}")
    order = slot.number - family.first if family is not None else None
    entry = Entry(name, param, order, new.value, new.error or None, new.free)
    text = CODECS["mjd"].format(new.value) if name in ORBIT_EPOCHS else format(new.value)
    error = f" {new.error!r}" if new.error else ""
    return ParRow(None, (entry,), f"{name:<15} {text} {int(new.free)}{error}")
