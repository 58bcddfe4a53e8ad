"""Each benchmark starts as its page in docs says, and those that can be short print their figures and end."""

import importlib
import json
import pkgutil
import re
from pathlib import Path

import pytest

import benchmarks
from tests.forks import ROOT, Forks

MODULES = sorted(one.name for one in pkgutil.iter_modules(benchmarks.__path__))
# What is run, with the options that make it short; all others need a server, a browser or minutes.
SHORT = {
    "activation_times": ["--rounds", "1"],
    "batch_sizes": ["--rounds", "1", "--most", "16"],
    "cell_speed": ["--rounds", "1"],
    "faults": ["--seeds", "1"],
    "looking": ["--rounds", "1", "--steps", "3"],
    "site_learning": ["--turns", "1", "--cell", "gru"],
    "site_training": ["--seconds", "0.05", "--cell", "rnn"],
    "slips": ["--seeds", "1"],
    "training_speed": ["--rounds", "1", "--seconds", "0.05", "--cell", "gru", "--hidden", "64"],
}
# In one process, also where a benchmark measures in processes of its own.
RUN = """
import contextlib, importlib, io, json, os, sys, tempfile, traceback

root, asked = sys.argv[1], json.loads(sys.argv[2])
os.chdir(root)
sys.path.insert(0, root)
os.environ["RNNVIZ_RUNS"] = tempfile.mkdtemp()
told = {}
for name, options in asked.items():
    module = importlib.import_module(f"benchmarks.{name}")
    if name == "cell_speed":
        module.in_own_process = lambda _threads, rounds, module=module: module.measure(rounds)
    elif name == "training_speed":
        module.in_own_process = lambda *how, module=module: module.measure(tempfile.mkdtemp(), *how)
    sys.argv = [name, *options]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            module.main()
        except BaseException:
            traceback.print_exc(file=out)
    told[name] = out.getvalue()
print(json.dumps(told))
"""


def programs() -> list[str]:
    """Those that are run by their name; the others are parts of them."""
    texts = {
        name: (Path(benchmarks.__path__[0]) / f"{name}.py").read_text("utf-8") for name in MODULES
    }
    return [name for name, text in texts.items() if "def main()" in text]


def test_every_benchmark_says_how_it_is_run_before_it_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in MODULES:
        importlib.import_module(f"benchmarks.{name}")
    for name in programs():
        module = importlib.import_module(f"benchmarks.{name}")
        monkeypatch.setattr("sys.argv", [name, "--help"])
        with pytest.raises(SystemExit) as ended:
            module.main()
        assert ended.value.code == 0
        assert f"usage: {name}" in capsys.readouterr().out, name


def test_a_benchmark_that_can_be_short_prints_its_figures_and_ends(
    forks: Forks, tmp_path: Path
) -> None:
    told = json.loads(forks.run(RUN, tmp_path, str(ROOT), json.dumps(SHORT)).splitlines()[-1])
    assert told.keys() == SHORT.keys()
    for printed in told.values():
        assert "Traceback" not in printed, printed
        assert len(re.findall(r"\d[\d,.e+-]*", printed)) >= 3, printed


def test_what_docs_name_as_a_benchmark_is_one_and_each_is_named() -> None:
    page = (ROOT / "docs" / "measured.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    # It takes the pictures of the docs, and measures nothing.
    assert named == {*programs()} - {"pictures"}
