"""What is installed beside rnnviz is named by its content: packages in requirements.lock, and actions."""

import re
import subprocess
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.systems import needs_posix

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ENTRY = re.compile(
    r"^(\S+)==(\S+?)( ; [^\n]*?)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)
# Of these each system and each choice of a computer has other files, under one version.
APART = ("torch", "triton", "nvidia-", "cuda-")


def pins() -> dict[str, str]:
    """What `make run` installs, and its version."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    asked = [Requirement(line) for line in lines if not line.startswith("#")]
    return {one.name: str(one.specifier).removeprefix("==") for one in asked}


def test_the_lock_has_each_pin_by_its_hash_and_nothing_without_one() -> None:
    found = ENTRY.findall(LOCK)
    # All of the file is entries: no address, no option, no line without a hash.
    assert "".join(match[0] for match in re.finditer(ENTRY, LOCK)) == LOCK
    locked = {(name, version) for name, version, *_ in found}
    assert {pin for pin in pins().items() if pin[0] != "torch"} <= locked
    assert not [name for name, *_ in found if name.startswith(APART)]


@needs_posix
@pytest.mark.parametrize("name", ["torch", "numpy"])
def test_of_what_is_resolved_torch_and_what_it_alone_brings_is_left_out(name: str) -> None:
    """The same words as in the Makefile."""
    made = (ROOT / "Makefile").read_text("utf-8").replace("$$", "$")
    [program] = re.findall(r"awk '([^']*)' \$\(VENV\)-lock", made)
    entries = f"{name}==1 \\\n    --hash=sha256:aa\nnvidia-cublas==1 ; x \\\n    --hash=sha256:bb\n"
    kept = subprocess.run(
        ["awk", program], input=entries, capture_output=True, text=True, check=True
    ).stdout
    assert kept == ("" if name == "torch" else "numpy==1 \\\n    --hash=sha256:aa\n")


def test_the_workflows_name_the_actions_by_their_commits() -> None:
    """What a tag or a branch means, its owner may change."""
    workflows = (ROOT / ".github" / "workflows").glob("*.yml")
    used = [
        line.partition("uses: ")[2]
        for path in workflows
        for line in path.read_text("utf-8").splitlines()
        if "uses: " in line
    ]
    assert not [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}  # v[\d.]+", one)]
    assert len(used) > 10
