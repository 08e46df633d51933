"""Everyday tasks of the tutorials of PINT and libstempo and of users: each in at most five lines, or in one command.

Each task is run as it stands, in an empty folder, with the paths of example pulsars in PAR, TIM (NGC 6440E), BINARY,
BINARY_TIM (a binary with DMX) and WB, WB_TIM (wideband data).
"""

import json
import shlex
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from copies import example

import jug
from jug.cli import command as cli
from jug.sampling import priors

matplotlib.use("Agg")

LINES = 5

FILES = dict(
    zip(
        ("PAR", "TIM", "BINARY", "BINARY_TIM", "WB", "WB_TIM"),
        map(str, (*example("NGC6440E"), *example("J0613-sim"), *example("test-wb-0"))),
        strict=True,
    )
)

API = {
    "fit and read a value with its uncertainty": """
model, toas = jug.load(PAR, TIM)
result = jug.fit(model, toas)
print(result.summary())
found = abs(result.values["F0"] - 61.485476554) < 1e-8 and result.errors["F0"] > 0
""",
    "the weighted rms of residuals before and after": """
result = jug.fit(*jug.load(PAR, TIM))
found = result.prefit_residuals.wrms_s > result.residuals.wrms_s
""",
    "chi2, degrees of freedom, and whether it is a good fit": """
result = jug.fit(*jug.load(PAR, TIM))
found = result.chi2 / result.dof < 1.2 and result.verdict.good
""",
    "uncertainties scaled by the reduced chi2": """
result = jug.fit(*jug.load(PAR, TIM))
found = result.scaled().errors["F0"] > result.errors["F0"]
""",
    "correlations of the parameters": """
result = jug.fit(*jug.load(PAR, TIM))
i, j = (result.names.index(name) for name in ("F0", "F1"))
found = abs(result.correlation[i, j]) < 1
""",
    "which parameters are free, and free others": """
model, toas = jug.load(PAR, TIM)
found = "F0" in model.free and "F0" not in model.freeze("F0").free
found = found and jug.fit(model, toas, free=["F0", "F1"]).names == ("F0", "F1")
""",
    "add a parameter and fit it": """
model, toas = jug.load(PAR, TIM)
result = jug.fit(model.add("F2"), toas)
found = "F2" in result.errors
""",
    "add a JUMP for a range of frequencies": """
model, toas = jug.load(PAR, TIM)
result = jug.fit(model.add("JUMP FREQ 1000 1900"), toas)
found = "JUMP1" in result.values
""",
    "remove a parameter, set another": """
model, toas = jug.load(PAR, TIM)
model = model.remove("NE_SW").set(F1=-1.2e-15)
found = model.values["F1"] == -1.2e-15
""",
    "make DMX bins from the TOAs": """
model, toas = jug.load(PAR, TIM)
model = model.add_dmx(toas, days=30)
found = any(name.startswith("DMX_") for name in model.free)
""",
    "test whether a term is needed": """
model, toas = jug.load(PAR, TIM)
test = jug.ftest(model, toas, add=["F2", "PX"])
print(test.summary())
found = test["F2"] is not None
""",
    "a map of chi2 over two parameters": """
model, toas = jug.load(PAR, TIM)
f0 = model.values["F0"] + np.linspace(-3e-10, 3e-10, 5)
grid = jug.grid(model, toas, {"F0": f0, "DM": np.linspace(223.9, 224.3, 5)})
found = grid.map.shape == (5, 5)
""",
    "the design matrix with names": """
model, toas = jug.load(PAR, TIM)
design = jug.design_matrix(model, toas)
found = design.matrix.shape[0] == len(toas)
""",
    "the delay of each term": """
terms = jug.delays(*jug.load(PAR, TIM))
found = terms["dispersion"].min() > 0 and "solar-system Shapiro" in terms.names
""",
    "barycentric times as a column": """
table = jug.columns(*jug.load(PAR, TIM), "mjd,bat,tdb")
found = abs(table["bat"] - table["mjd"]).max() < 0.01
""",
    "residuals as a CSV, a FITS and a parquet file": """
table = jug.columns(*jug.load(PAR, TIM), "mjd,freq,res,err,site")
for ending in ("csv", "fits", "parquet"):
    table.write(f"residuals.{ending}")
found = Path("residuals.parquet").exists()
""",
    "fit part of the TOAs": """
model, toas = jug.load(PAR, TIM)
late = toas.select(toas.mjd > 53600)
found = jug.fit(model, late, free=["F0", "DM"]).dof < 62 and len(late) < len(toas)
""",
    "delete TOAs and write those that are left": """
model, toas = jug.load(PAR, TIM)
jug.write_tim(toas.delete([0, 5]), "clean.tim")
found = len(jug.read_tim("clean.tim")) == 60
""",
    "write the new par file": """
result = jug.fit(*jug.load(PAR, TIM))
jug.write_par(result.model, "post.par")
found = jug.load_model("post.par").values["F0"] == result.values["F0"]
""",
    "pictures of residuals and of delays": """
model, toas = jug.load(PAR, TIM)
jug.plot_residuals(jug.fit(model, toas), toas, "residuals.png")
jug.plot_delays(model, toas, "delays.pdf")
found = Path("residuals.png").exists() and Path("delays.pdf").exists()
""",
    "simulated TOAs with noise": """
model = jug.load_model(PAR)
toas = jug.simulate(model, start=53500, stop=54500, n_toa=50, error_us=20, noise=True, seed=1)
found = jug.fit(model, toas).converged
""",
    "masses and other derived quantities": """
result = jug.fit(*jug.load(BINARY, BINARY_TIM))
found = jug.derived(result)["MASS_FUNCTION"].value > 0 and jug.derived(result)["AGE"].value > 0
""",
    "orbital phases": """
model, toas = jug.load(BINARY, BINARY_TIM)
phase = jug.orbital_phase(model, toas).value
found = ((phase >= 0) & (phase < 1)).all()
""",
    "another binary model": """
model, toas = jug.load(BINARY, BINARY_TIM)
other = jug.convert_binary(model, "DD", toas=toas)
found = other.change_ns < 100
""",
    "ecliptic coordinates": """
model = jug.convert_frame(jug.load_model(PAR), "ecliptic").model
found = "ELONG" in model.values
""",
    "another epoch": """
result = jug.fit(*jug.load(PAR, TIM))
moved = jug.move_epochs(result, {"PEPOCH": 54000})
found = moved.model.values["PEPOCH"] == 54000
""",
    "compare two models in sigma and in ns": """
model, toas = jug.load(PAR, TIM)
result = jug.fit(model, toas)
print(jug.compare(model, result.model, toas=toas).summary())
found = True
""",
    "a wideband fit": """
model, toas = jug.load(WB, WB_TIM)
result = jug.fit(model, toas)
found = result.residuals.dm is not None and len(result.residuals.dm) == len(toas)
""",
    "a fit that outliers do not pull": """
model, toas = jug.load(PAR, TIM)
result = jug.fit(model, toas, robust="huber")
found = (result.weights <= 1).all()
""",
    "outliers": """
model, toas = jug.load(PAR, TIM)
found = jug.outliers(model, toas).summary() != ""
""",
    "the logarithm of the likelihood at a vector": """
likelihood = jug.likelihood(*jug.load(PAR, TIM))
found = np.isfinite(likelihood(np.zeros(len(likelihood.names))))
""",
    "the table of a paper": """
result = jug.fit(*jug.load(PAR, TIM))
found = "begin{table}" in jug.publish(result)
""",
    "select TOAs by an expression": """
model, toas = jug.load(PAR, TIM)
found = len(toas["mjd > 53600 & error < 20"]) == toas.mask("mjd > 53600 & error < 20").sum() > 0
""",
    "set and remove flags": """
model, toas = jug.load(PAR, TIM)
flagged = toas.with_flag("-cut", "bad", "freq < 1800")
found = (flagged.flags["cut"] == "bad").any() and "cut" not in flagged.without_flag("-cut").flags
""",
    "take an edit back": """
model, toas = jug.load(PAR, TIM)
found = len(toas.delete("error > 20")) < len(toas) == len(toas.delete("error > 20").undo())
""",
    "merge two sets of TOAs": """
model, toas = jug.load(PAR, TIM)
both = toas.select("mjd < 53600").merge(toas.select("mjd >= 53600"))
found = len(both) == len(toas) and abs(jug.fit(model, both).chi2 - jug.fit(model, toas).chi2) < 1e-6
""",
    "add a turn": """
model, toas = jug.load(PAR, TIM)
turned = jug.residuals(model, toas.with_turns(1, "mjd > 54000")).time_s - jug.residuals(model, toas).time_s
found = abs(np.ptp(turned) - 1 / model.values["F0"]) < 1e-6
""",
    "pulse numbers into a tim file": """
model, toas = jug.load(PAR, TIM)
numbers = jug.residuals(model, toas).pulse_number
jug.write_tim(toas.with_pulse_numbers(numbers), "numbered.tim")
found = (jug.read_tim("numbered.tim").flag("pn").astype(int) == numbers).all()
""",
    "sinusoids, and the noise that they stand for": """
model, toas = jug.load(PAR, TIM)
waves = jug.fit(model.add_waves("WaveX", 4, np.ptp(toas.mjd)), toas)
found = "TNREDAMP" in waves.model.waves_to_noise("WaveX")
""",
    "what a noise code asks of a pulsar": """
model, toas = jug.load(PAR, TIM)
data = jug.pulsar_data(jug.fit(model, toas), toas)
found = data.direction.shape == (62, 3) and data.sun_and_planets()[1].shape == (62, 9, 6)
""",
    "tables of a result and of TOAs": """
model, toas = jug.load(PAR, TIM)
result = jug.fit(model, toas)
found = result.to_table()["unit"][result.to_pandas().index == "F0"] == "Hz" and len(toas.to_table()) == len(toas)
json.dumps(result.to_json())
""",
    "one parameter with its unit": """
f0 = jug.fit(*jug.load(PAR, TIM))["F0"]
print(f0.text, f0.error, f0.unit, f0.quantity)
found = f0.value == f0.quantity.to_value("Hz") and f0.free
""",
    "a posterior with priors": """
model, toas = jug.load(PAR, TIM)
likelihood = jug.likelihood(model.add("EFAC TEL gbt 1.0"), toas, free=["F0"])
log_p = jug.posterior(likelihood, {"EFAC1": priors.log_uniform(0.5, 2.0)})
found = np.isfinite(log_p(log_p.start)) and "log10_EFAC1" in log_p.samples(log_p.start[None])
""",
}

COMMANDS = {
    "fit, write everything": "jug fit PAR TIM -o post.par --plot fit.png --json fit.json",
    "residuals in columns": "jug residuals PAR TIM --columns mjd,freq,res,err,flag:fe -o residuals.fits",
    "what the model is": "jug show PAR TIM",
    "add a parameter to a par file": "jug edit PAR --add F2 --set NE_SW=5 -o new.par",
    "delete TOAs by an expression": "jug edit PAR --tim TIM --delete 'error > 20' --tim-output clean.tim",
    "compare par files": "jug compare PAR PAR --tim TIM",
    "simulate": "jug simulate PAR -o out.tim --seed 1",
    "a table for a paper": "jug publish PAR TIM --format markdown -o table.md",
    "a par file for tempo2": "jug convert PAR --to tempo2 -o tempo2.par",
    "what each line does": "jug doctor PAR TIM",
    "derived quantities": "jug derived BINARY",
    "until when clock files hold": "jug data status TIM",
}


def test_there_are_enough() -> None:
    assert len(API) + len(COMMANDS) >= 30
    assert {name: code for name, code in API.items() if len(code.strip().splitlines()) > LINES} == {}


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("task", API)
def test_in_a_few_lines(task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"jug": jug, "np": np, "json": json, "priors": priors, "Path": Path, **FILES}
    exec(compile(API[task], task, "exec"), names)
    assert names["found"]


@pytest.mark.parametrize("task", COMMANDS)
def test_in_one_command(
    task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [FILES.get(word, word) for word in shlex.split(COMMANDS[task])[1:]]
    assert cli.main(words) in (0, 1)
    outputs = [word for word in words if Path(word).suffix and "=" not in word and Path(word).parent == Path()]
    assert [name for name in outputs if not (tmp_path / name).stat().st_size] == []
    for name in outputs:
        if name.endswith(".json"):
            json.loads((tmp_path / name).read_text())
    assert outputs or capsys.readouterr().out
