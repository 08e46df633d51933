"""Which par file belongs to which tim file, what a configuration says, and what is wrong, all at once."""

from pathlib import Path

import pytest

import jug
from jug.data import open_files
from jug.errors import Problem
from jug.pulsars.configuration.ephemerides import missing_ephemerides
from jug.pulsars.configuration.pairs import ParAndTim, folder_names, par_files, with_tim_files
from jug.pulsars.configuration.plan import plan_jobs
from jug.pulsars.jobs.job import Job

PAR = "PSR {psr}\nF0 1\nPEPOCH 54000\nEPHEM DE421\n"


def written(folder: Path, *names: str, psr: str = "") -> list[Path]:
    """Empty tim files, and par files of the pulsar that their name begins with."""
    paths = [folder / name for name in names]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAR.format(psr=psr or path.stem.split("_")[0]) if path.suffix == ".par" else "FORMAT 1\n")
    return [path for path in paths if path.suffix == ".par"]


@pytest.mark.parametrize(
    ("files", "tim"),
    [
        (("a.par", "a.tim", "a.gls.tim"), "a.tim"),
        (("J1_v1.gls.par", "J1_v1.tim", "b.par"), "J1_v1.tim"),
        (("J1.basic.par", "J1.wb.tim", "b.par"), "J1.wb.tim"),
        (("J1713+0747_fit.par", "J1713+0747.tim", "b.par"), "J1713+0747.tim"),
        (("B1855+09_x.par", "1855+09.Rcvr.tim", "b.par"), "1855+09.Rcvr.tim"),
        (("a.par", "anything.tim"), "anything.tim"),
    ],
)
def test_the_tim_file_of_a_par_file(tmp_path: Path, files: tuple[str, ...], tim: str) -> None:
    pars = written(tmp_path, *files)
    assert next(iter(with_tim_files(pars))) == ParAndTim(tmp_path / files[0], tmp_path / tim)


def test_none_and_several(tmp_path: Path) -> None:
    pars = written(tmp_path, "J1.par", "J1a.tim", "J1b.tim", "x/J2.par")
    first, second = with_tim_files(pars)
    assert isinstance(first, Problem)
    assert isinstance(second, Problem)
    assert first.why == "2 tim files suit this par file (J1a.tim, J1b.tim)"
    assert second.why == "no tim file belongs to this par file"


def test_par_files_of_a_folder(tmp_path: Path) -> None:
    pars = written(tmp_path, "J1/J1.par", "J1/J1.tim", "J2/J2.par")
    assert par_files(tmp_path) == pars
    own = written(tmp_path, "J3.par")
    assert par_files(tmp_path) == own


def test_folders_are_named_after_the_pulsar_or_the_par_file(tmp_path: Path) -> None:
    tim = tmp_path / "a.tim"
    one, two, three = (ParAndTim(path, tim) for path in written(tmp_path, "J1_a.par", "J1_b.par", "J2.par"))
    assert folder_names([one, two, three]) == {one: "J1_a", two: "J1_b", three: "J2"}
    (odd,) = written(tmp_path, "odd.par", psr="../x")
    assert folder_names([ParAndTim(odd, tim)]) == {ParAndTim(odd, tim): "_x"}


def told(config: Path) -> list[str]:
    with pytest.raises(jug.InputError) as error:
        jug.run(config, config.parent / "out")
    assert not (config.parent / "out").exists()
    return str(error.value).splitlines()


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    written(tmp_path, "J1.par", "J1.tim", "J2.par", "x/J3.par", "x/J3.tim", "y/J3.par", "y/J3.tim")
    config = tmp_path / "array.toml"
    config.write_text(
        'pulsars = ["*.par", "*/*.par", "none*.par"]\nloud = 3\n[fit]\nfreezedegenerate = true\nmax_iter = "many"\n'
        "threshold = -1\n[noize]\n[pulsar.J9.fit]\nmax_iter = 3\n[pulsar.a]\npar = 'J1.par'\n[pulsar.b]\n"
        "par = 'no.par'\ntim = 'J1.tim'\n[limits]\nseconds = -1\n"
    )
    at = f"{config}:"
    assert told(config) == [
        f"{at}2: no step or option is called loud: 'loud = 3'; did you mean load?",
        f"{at}4: no option is called fit.freezedegenerate: 'freezedegenerate = true'; did you mean freeze_degenerate?",
        f"{at}5: fit.max_iter is 'many': 'max_iter = \"many\"'; it is a whole number",
        f"{at}6: no option is called fit.threshold: 'threshold = -1'; known are free, backend, max_iter, scale_errors, "
        "robust, freeze_degenerate, search",
        f"{at}7: no step or option is called noize: '[noize]'; did you mean noise or notes?",
        f"{at}16: limits.seconds is -1: 'seconds = -1'; it is a number above 0, in s",
        f"{at}10: pulsar.a has par without tim: '[pulsar.a]'; name both files, or neither",
        f"{at}1: pulsars: no file is called 'none*.par': "
        '\'pulsars = ["*.par", "*/*.par", "none*.par"]\'; correct the pattern',
        f"{tmp_path}/J2.par: no tim file belongs to this par file; give it the par file's name, or list the pair in a "
        "configuration ([pulsar.NAME] par = ..., tim = ...)",
        f"{at}12: pulsar.b: there is no file {tmp_path}/no.par: '[pulsar.b]'; correct its name",
        f"{tmp_path}/y/J3.par: its results would go into the same folder J3 as those of {tmp_path}/x/J3.par; rename "
        "one of the par files, or list both with names of your own",
        f"{at}8: pulsar.J9: no par file has this name: '[pulsar.J9.fit]'; there are J1, J3, b, no",
    ]
    (tmp_path / "J1.par").write_text(PAR.format(psr="J1").replace("DE421", "DE430"))
    (tmp_path / "J2.tim").write_text("FORMAT 1\n")
    config.write_text('pulsars = "J?.par"\nloud = 3\n[load]\nephem = 3\n')
    first, second, third = told(config)
    assert first.startswith(f"{at}2: no step or option is called loud")
    assert second.startswith(f"{at}4: load.ephem is 3")
    assert third.startswith(f"{tmp_path}/J1.par:4: the ephemeris DE430 is not at hand")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pulsars = [", "this is not TOML"),
        (f"a = {'9' * 5000}\n", "this is not TOML"),
        ("pulsars = 3\n", "pulsars is 3"),
        ("pulsar = 3\n", "pulsar is a table of tables"),
        ("fit = 3\n", "fit is a table"),
        ("\n[limits]\nmemory_gb = 1e-300\n", "array.toml:3: limits.memory_gb is 1e-300: 'memory_gb = 1e-300'; it is a"),
        ("[limits]\nseconds = 0\n", "array.toml:2: limits.seconds is 0: 'seconds = 0'; it is a number above 0"),
        ("\npulsars = '*'\n", "array.toml:2: pulsars: '*' names array.toml too, which is no par file"),
    ],
)
def test_what_is_no_configuration(tmp_path: Path, text: str, said: str) -> None:
    config = tmp_path / "array.toml"
    config.write_text(text)
    assert any(said in line for line in told(config))


def test_texts_and_files_are_checked_before_the_work(tmp_path: Path) -> None:
    """Selections, terms, kinds of noise, words of a list, shares, and what options name."""
    written(tmp_path, "J1.par", "J1.tim")
    config = tmp_path / "array.toml"
    config.write_text(
        '[cut]\nlate = "mjd <"\ngood = ["-snr < 8 & site gbt", "name a.ff"]\n[ftest]\nadd = ["F2", "FD1-3", "FDD1"]\n'
        '[noise]\nadd = "white,purple"\n[fit]\nrobust = "hubert"\n[model]\nadd = ["JUMP -fe L", "EPHEM DE440", "nix"]\n'
        'free = ["F0", "DMX_*", "PXX"]\n'
        "[outliers]\nthreshold = 80\n[dmx]\ndays = 0\nfrequency_ratio = 0.5\n[compare]\nwith = 'v1'\n"
        "[load]\nmore_tims = 'b.tim'\n[pulsar.J1]\nfit = {max_itr = 3}\nnoise = {timing = 'x'}\n"
    )
    at = f"{config}:"
    found = told(config)
    assert [line.partition("; ")[0] for line in found] == [
        f"{at}2: cut.late: selection 'mjd <', character 6: a number is expected: 'late = \"mjd <\"'",
        f'{at}5: ftest.add: unknown keyword \'FDD1\': \'add = ["F2", "FD1-3", "FDD1"]\'',
        f"{at}7: noise.add: no noise 'purple' can be added: 'add = \"white,purple\"'",
        f"{at}9: fit.robust is 'hubert': 'robust = \"hubert\"'",
        f'{at}11: model.add: unknown keyword \'NIX\': \'add = ["JUMP -fe L", "EPHEM DE440", "nix"]\'',
        f'{at}12: model.free: unknown keyword \'PXX\': \'free = ["F0", "DMX_*", "PXX"]\'',
        f"{at}14: outliers.threshold is 80: 'threshold = 80'",
        f"{at}16: dmx.days is 0: 'days = 0'",
        f"{at}17: dmx.frequency_ratio is 0.5: 'frequency_ratio = 0.5'",
        f"{at}23: no option is called pulsar.J1.fit.max_itr: 'fit = {{max_itr = 3}}'",
        f"{at}24: pulsar.J1.noise.timing is 'x': \"noise = {{timing = 'x'}}\"",
        f"{tmp_path}/v1: there is no such folder",
        f"{tmp_path}/b.tim: there is no such tim file",
    ]
    assert "did you mean FD1" in found[1]
    assert "--ignore" not in "".join(found), "the advice is for a configuration, and not for a par file"


def test_a_missing_ephemeris_is_told_before_the_work(tmp_path: Path) -> None:
    (par,) = written(tmp_path, "J1.par", "J1.tim")
    par.write_text(PAR.format(psr="J1").replace("DE421", "DE430"))
    with pytest.raises(jug.InputError, match=r"J1.par:4: the ephemeris DE430 is not at hand; `jug data update DE430`"):
        jug.run(par, tmp_path / "out")
    with pytest.raises(jug.InputError, match=r"the ephemeris DE500 is not at hand; load.ephem = DE440 takes another"):
        jug.run(par, tmp_path / "out", settings={"load": {"ephem": "DE500"}})
    assert not (tmp_path / "out").exists()


def test_an_ephemeris_that_jug_fit_reads_is_not_missing(tmp_path: Path) -> None:
    """A short span of one that is at hand, and a kernel beside the par file, for which jug run did nothing."""
    pars = written(tmp_path, "J1.par", "J2.par", "J3.par")
    (tmp_path / "own.bsp").write_bytes(b"")
    for par, name in zip(pars, ("DE440S", "own.bsp", "none.bsp"), strict=True):
        par.write_text(par.read_text().replace("DE421", name))
    found = missing_ephemerides([Job(par.stem, str(par), "", {}, "") for par in pars], open_files())
    assert [problem.why for problem in found] == ["the ephemeris none.bsp is not at hand"]


def test_options_of_one_pulsar_and_of_the_call_take_precedence(tmp_path: Path) -> None:
    written(tmp_path, "J1.par", "J1.tim", "J2.par", "J2.tim")
    config = tmp_path / "array.toml"
    config.write_text("[fit]\nmax_iter = 1\nrobust = 'huber'\n[pulsar.J2.fit]\nmax_iter = 2\n[pulsar.J2.dmx]\n")
    one, two = plan_jobs([config], tmp_path / "out", {"fit": {"robust": "none"}})
    assert one.settings == {"fit": {"max_iter": 1, "robust": "none"}}
    assert two.settings == {"fit": {"max_iter": 2, "robust": "none"}, "dmx": {}}
    with pytest.raises(jug.InputError, match=r"no option is called fit\.fast"):
        plan_jobs([config], tmp_path / "out", {"fit": {"fast": True}})


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("nothing", "there is no such file or folder"),
        ("empty", "this folder has no par files"),
        ("J1.tim", "this is a tim file"),
    ],
)
def test_sources_that_are_none(tmp_path: Path, source: str, said: str) -> None:
    written(tmp_path, "J1.par", "J1.tim")
    (tmp_path / "empty").mkdir()
    with pytest.raises(jug.InputError, match=said):
        jug.run([tmp_path / "J1.par", tmp_path / source], tmp_path / "out")
    with pytest.raises(jug.InputError, match="there is no par file"):
        jug.run([], tmp_path / "out")
    with pytest.raises(jug.InputError, match="a name of what to run is empty; write"):
        jug.run("", tmp_path / "out")
    with pytest.raises(jug.InputError, match="jobs is 0"):
        jug.run(tmp_path / "J1.par", tmp_path / "out", jobs=0)


def test_a_link_to_nowhere_is_no_folder(tmp_path: Path) -> None:
    (par,) = written(tmp_path, "J1.par", "J1.tim")
    (tmp_path / "out").symlink_to(tmp_path / "nowhere")
    with pytest.raises(jug.InputError, match="cannot write: this is a link, but not to a folder; name a folder"):
        jug.run(par, tmp_path / "out")
