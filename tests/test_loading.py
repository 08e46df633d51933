"""Files to model and TOAs: clock rules, refusals and remarks; and the process around the command."""

import inspect
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from copies import example

import jug
from jug import __main__ as process
from jug import loading
from jug.cli import command as commands
from jug.cli.common import streams
from jug.cli.common.exit_codes import ExitCode
from jug.errors import BackendError, InputError, ParError, Problem, Where
from jug.obs.clock import ClockRules


@pytest.mark.parametrize(
    ("asked", "word", "corrects", "rules"),
    [
        ((False, None, False), "", True, ClockRules(strict=False, hold=True, none=False)),
        ((True, None, False), "", True, ClockRules(strict=True, hold=True, none=False)),
        ((False, None, False), "ZERO", True, ClockRules(strict=False, hold=False, none=False)),
        ((True, True, False), "ZERO", False, ClockRules(strict=True, hold=True, none=True)),
        ((False, False, False), "HOLD", True, ClockRules(strict=False, hold=False, none=False)),
        ((True, None, True), "HOLD", True, ClockRules(strict=True, hold=False, none=False)),
    ],
)
def test_an_option_of_the_clocks_goes_before_the_convention(
    asked: tuple[Any, ...], word: str, corrects: bool, rules: ClockRules
) -> None:
    settings = SimpleNamespace(conventions={"CLOCKENDS": word} if word else {}, corrects_clocks=corrects)
    assert loading._clock_rules(SimpleNamespace(settings=settings), *asked) == rules  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [jug.load, jug.prepare])
def test_clocks_are_neither_strict_nor_zero_beyond_their_ends(function: Any) -> None:
    """A warning and the nearest value, as in PINT."""
    given = inspect.signature(function).parameters
    assert [given[name].default for name in ("strict_clock", "hold_clock", "zero_clock")] == [False, None, False]


def test_arguments_of_prepare_that_are_none() -> None:
    model = jug.load_model(example("NGC6440E")[0])
    with pytest.raises(TypeError, match=r"^raw is 'a.tim', not RawTOAs$"):
        jug.prepare(model, "a.tim")  # type: ignore[arg-type]


def test_a_dialect_is_noted_in_small_letters() -> None:
    assert jug.load_model(example("NGC6440E")[0], dialect="PINT").settings.dialect == "pint"
    assert jug.load_model(example("NGC6440E")[0]).settings.dialect == "jug"


def test_no_toas_are_refused_at_their_file() -> None:
    none = SimpleNamespace(deleted=None, files=("a.tim", "b.tim"))
    raw = type("Raw", (SimpleNamespace,), {"__len__": lambda _: 0})
    for files, said in (("a.tim", "b.tim"), "a.tim: there are no TOAs"), ((), "there are no TOAs"):
        with pytest.raises(jug.InputError, match=f"^{said}$"):
            loading._require_toas(raw(**(vars(none) | {"files": files})))
    out = jug.read_tim(example("NGC6440E")[1])
    with pytest.raises(
        jug.InputError, match=r"^\S*NGC6440E.tim:\d+: all \d+ TOAs are commented out or deleted: '.*'; restore"
    ):
        loading._require_toas(out.delete(slice(None)))


def test_a_remark_that_stands_in_the_model_is_not_repeated() -> None:
    model = SimpleNamespace(settings=SimpleNamespace(assumed=("no clock", "EPHEM")))
    told = ("a.par: no clock for it", "other", "a.par: EPHEM is DE421")
    assert loading._new_notes(told, model) == ("other",)  # type: ignore[arg-type]


def test_times_at_the_barycentre_of_a_tcb_model_are_told_at_the_first_of_them() -> None:
    def noted(at: list[bool], from_tcb: bool) -> list[str]:
        raw = SimpleNamespace(where=lambda i: Where("a.tim", i + 1))
        toas = SimpleNamespace(at_barycentre=np.array(at), raw=raw)
        model = SimpleNamespace(settings=SimpleNamespace(from_tcb=from_tcb))
        with warnings.catch_warnings(record=True, action="always") as told:
            loading._note_tdb(model, toas)  # type: ignore[arg-type]
        return [str(one.message) for one in told]

    [text] = noted([False, True, True], True)
    assert text.startswith("a.tim:2: the par file was in TCB: times at the barycentre are nevertheless taken as TDB")
    assert noted([False, False], True) == noted([False, True], False) == []


def test_an_error_of_several_problems() -> None:
    """Its parts are those of the first; its arguments, with which a pickle makes it again, are its text."""
    several = [Problem("one", Where("a.par", 3)), Problem("two", None, "do it")]
    error = ParError.of(several)
    assert (type(error), error.problems, error.why, error.hint) == (ParError, tuple(several), "one", "")
    assert str(error) == "a.par:3: one\ntwo; do it"
    assert InputError("why", Where("a.par", 3), "hint").args == ("a.par:3: why; hint",)
    assert BackendError("why").args == ("why", "use backend='numpy'")


@pytest.mark.parametrize("code", [ExitCode.DONE, ExitCode.NOT_CONVERGED, ExitCode.INTERRUPTED])
def test_the_command_watches_interrupts_until_its_end(monkeypatch: pytest.MonkeyPatch, code: ExitCode) -> None:
    """After an interrupt the process ends at once; else what libraries have registered for the end is done first."""
    order: list[str] = []

    def noting(name: str, result: object = None) -> Any:
        return lambda *_: order.append(name) or result

    monkeypatch.setattr(process, "watch_interrupts", noting("watch"))
    monkeypatch.setattr(process, "ignore_interrupts", noting("ignore"))
    monkeypatch.setattr(commands, "main", noting("main", code))
    monkeypatch.setattr(streams, "end_at_once", noting("at once"))
    monkeypatch.setattr(streams, "drop_unwritten_errors", noting("drop"))
    monkeypatch.setattr(process, "end_as_a_whole", noting("prepare"))
    monkeypatch.setattr(process, "all_done", lambda done: order.append(f"done {done}"))
    with pytest.raises(SystemExit) as ended:
        process.run_process()
    assert ended.value.code == code
    at_once = ["at once"] if code == ExitCode.INTERRUPTED else []
    assert order == ["prepare", "watch", "main", *at_once, "drop", "ignore", f"done {code}"]
