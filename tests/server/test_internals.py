"""What pages take from inside Streamlit and uvicorn, which may change it in any version."""

import re
from collections.abc import Iterator
from importlib.metadata import version

import pytest

from tests.serving import ROOT

IMPORT = re.compile(r"^(?:from|import) ((?:streamlit|uvicorn)\.[\w.]+)", re.MULTILINE)
# In which version each was read, and by which files it is reached. A new version is written here once these files have
# been held against it.
READ = {
    "streamlit": (
        "1.67.0",
        {
            "components.v2": {"packages.py"},
            "proto.ForwardMsg_pb2": {"arrivals.py", "visit.py"},
            "runtime": {
                "checkpoints.py",
                "own.py",
                "source.py",
                "uploads.py",
                "visit.py",
                "visitor.py",
                "visits.py",
            },
        },
    ),
    "uvicorn": (
        "0.54.0",
        {"lifespan": {"wire.py"}, "middleware": {"hosts.py", "wire.py"}, "protocols": {"wire.py"}},
    ),
}


def reached() -> Iterator[tuple[str, str, str]]:
    """The package, the module in it, and the file of ours."""
    for folder in ("pages", "rnnviz"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in IMPORT.findall(path.read_text("utf-8")):
                package, _, module = name.partition(".")
                yield package, module, path.name


@pytest.mark.parametrize("package", READ)
def test_what_is_reached_from_inside_was_read_in_the_version_that_is_installed(
    package: str,
) -> None:
    read_in, modules = READ[package]
    assert version(package) == read_in
    found: dict[str, set[str]] = {}
    for own, module, file in reached():
        if own == package:
            [known] = [
                name for name in modules if module == name or module.startswith(f"{name}.")
            ] or [module]
            found.setdefault(known, set()).add(file)
    assert found == modules
