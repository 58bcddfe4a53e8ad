"""What is installed: a wheel with everything that the app needs, and what it says of its versions."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.serving import HOST, ROOT
from tests.systems import needs_posix

PLACES = {"rnnviz": "rnnviz", "pages": "rnnviz/_app/pages"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as found:
        found.extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.fixture(scope="module")
def about(wheel: Path) -> Message:
    (path,) = wheel.glob("*.dist-info/METADATA")
    return message_from_bytes(path.read_bytes())


def test_the_wheel_has_every_file_of_the_app_and_nothing_beside_rnnviz(wheel: Path) -> None:
    for folder, place in PLACES.items():
        for path in (ROOT / folder).rglob("*"):
            is_left_out = "__pycache__" in path.parts or path.name.endswith(".d.ts")
            if path.is_file() and not is_left_out:
                there = wheel / place / path.relative_to(ROOT / folder)
                assert there.read_bytes() == path.read_bytes(), there
    for name in ("app.py", ".streamlit/config.toml"):
        assert (wheel / "rnnviz/_app" / name).read_bytes() == (ROOT / name).read_bytes()
    tops = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"rnnviz"}


def test_bounds_are_asked_for_that_hold_what_requirements_txt_pins(about: Message) -> None:
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pinned = [Requirement(line) for line in lines if line and not line.startswith("#")]
    pins = {one.name: str(one.specifier).removeprefix("==") for one in pinned}
    needed = [Requirement(line) for line in about.get_all("Requires-Dist", [])]
    of_extras = [one for one in needed if one.marker and "extra" in str(one.marker)]
    app = {one.name: one for one in of_extras if "app" in str(one.marker)}
    core = {one.name: one for one in needed if one not in of_extras}
    # The wheel brings the font that these make.
    assert set(pins) - set(app) == {"ziamath", "fonttools"}
    assert core.keys() < app.keys() == app.keys() & pins.keys()
    assert core.keys().isdisjoint({"streamlit", "torch"})
    for one in (*app.values(), *core.values()):
        assert one.specifier.contains(pins[one.name]), one
        # A researcher's own version of what others use as well stays where it is.
        assert not str(one.specifier).startswith("==") or one.name == "streamlit", one
    assert all(one.extras == app[one.name].extras for one in pinned if one.name in app)
    here = {"extra": "app", "sys_platform": "win32"}
    left_out = [name for name, one in app.items() if one.marker and not one.marker.evaluate(here)]
    assert left_out == ["uvloop"]


def test_the_package_says_what_it_is_and_that_it_has_types(wheel: Path, about: Message) -> None:
    told = about.get_payload(decode=True)
    assert told == (ROOT / "README.md").read_bytes()
    assert about["Description-Content-Type"] == "text/markdown"
    assert "Typing :: Typed" in about.get_all("Classifier", [])
    assert (wheel / "rnnviz" / "py.typed").exists()
    assert not list(wheel.rglob("*.d.ts"))


def test_the_citation_and_the_changes_name_the_version_and_its_day(about: Message) -> None:
    version = about["Version"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [version]
    changes = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    # The newest that is released is this one, and both say when.
    (released,) = re.findall(r"^date-released: (.+)$", citation, re.MULTILINE)
    assert next(one for one in changes if one != "Unreleased") == f"{version} - {released}"


CORE_ALONE = """
import sys
from importlib.machinery import PathFinder

core = set(sys.argv[1].split(","))

class CoreAlone(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        found = super().find_spec(name, path, target)
        is_added = found and "site-packages" in str(found.origin)
        return None if is_added and name.partition(".")[0] not in core else found

sys.meta_path.remove(PathFinder)
sys.meta_path.append(CoreAlone)
import rnnviz
print(sorted(core & set(sys.modules)))
from rnnviz.__main__ import main
model, page = sys.argv[2:]
assert main(["look", model, "abra", "--out", page, "--language", "zh-Hans", "--quiet"]) == 0
assert main(["trainings"]) == 0
assert main(["train", "helicopter"]) == 1
"""


def test_the_core_needs_what_it_names_and_imports_nothing_in_vain(
    wheel: Path, about: Message, tmp_path: Path
) -> None:
    needed = [Requirement(line) for line in about.get_all("Requires-Dist", [])]
    core = [one.name for one in needed if not one.marker]
    model = wheel / "rnnviz" / "presets" / "abracadabra-gru.safetensors"
    done = subprocess.run(
        [sys.executable, "-c", CORE_ALONE, ",".join(core), str(model), str(tmp_path / "page")],
        env=os.environ | {"PYTHONPATH": str(wheel), "RNNVIZ_RUNS": str(tmp_path / "runs")},
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("['numpy', 'regex']\n")
    assert "pip install torch" in done.stderr
    assert json.dumps("隐藏状态")[1:-1] in (tmp_path / "page").read_text("utf-8")


def interrupt(command: subprocess.Popen[bytes]) -> None:
    """What a terminal does at Ctrl-C, to all that it started."""
    os.killpg(command.pid, signal.SIGINT)


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (subprocess.Popen.terminate, 128 + signal.SIGTERM),
        pytest.param(interrupt, 128 + signal.SIGINT, marks=needs_posix),
        (subprocess.Popen.kill, None),
    ],
)
def test_the_installed_command_starts_the_app_which_ends_with_it(
    wheel: Path, tmp_path: Path, end: Callable[[subprocess.Popen[bytes]], None], status: int | None
) -> None:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    homes = {"RNNVIZ_RUNS": str(tmp_path / "runs"), "RNNVIZ_ROOMS": str(tmp_path / "rooms")}
    log = tmp_path / "log"
    with log.open("wb") as output:
        command = subprocess.Popen(
            [sys.executable, "-m", "rnnviz", "run", "--port", str(port)],
            cwd=tmp_path,
            env=os.environ | homes | {"PYTHONPATH": str(wheel)},
            stdout=output,
            stderr=subprocess.STDOUT,
            process_group=0,
        )
    try:
        deadline = time.monotonic() + 120
        while not (page := answered(f"http://{HOST}:{port}/step")):
            assert command.poll() is None, log.read_text("utf-8")
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert b"/stage-assets/" in page
        end(command)
        # Windows ends a process only as if it were killed.
        if status and sys.platform != "win32":
            assert command.wait(60) == status
        while answered(f"http://{HOST}:{port}/step"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    finally:
        command.kill()
        command.wait()
    # Two lines say where it is; an orderly end needs no words.
    assert len(log.read_text("utf-8").split("\n\n")) == 3, log.read_text("utf-8")


def answered(url: str) -> bytes:
    """The answer; nothing where there is no server."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return bytes(answer.read())
    except OSError:
        return b""
