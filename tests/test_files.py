"""What the product writes goes through `rnnviz.files`, which swaps: nobody finds half a file."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rnnviz import files
from tests.serving import ROOT
from tests.systems import needs_posix

WRITER = "rnnviz/files.py"
OPENS = {"open", "fdopen", "ZipFile"}
# Methods of paths and arrays.
METHODS = {"write_text", "write_bytes", "rename", "symlink_to", "hardlink_to", "tofile"}
FUNCTIONS = {
    "json.dump", "marshal.dump", "pickle.dump", "np.save", "np.savetxt", "np.savez",
    "np.savez_compressed", "os.link", "os.rename", "os.renames", "os.replace", "os.symlink",
    "os.truncate", "save_file", "shutil.copy", "shutil.copy2", "shutil.copyfile",
    "shutil.copytree", "shutil.move", "tempfile.NamedTemporaryFile", "tempfile.mkstemp",
    "torch.save",
}  # fmt: skip
IN_MEMORY = "writes into a buffer in memory"
EXCEPTIONS = {
    ("rnnviz/export/numbers.py", "np.savez"): IN_MEMORY,
    ("rnnviz/export/torch_script.py", "np.savez"): IN_MEMORY,
    ("rnnviz/export/torch_script.py", "zipfile.ZipFile"): IN_MEMORY,
    ("rnnviz/training/torch_weights.py", "torch.save"): IN_MEMORY,
    ("rnnviz/hall/on_disk.py", "path.open"): "empties a room that cannot be removed",
    (
        "rnnviz/training/store.py",
        "os.truncate",
    ): "shortens a count of attempts, whole or not at all",
    ("rnnviz/hall/votes.py", "self._journal.replace"): "a method of journals",
    ("rnnviz/notebook/loop.py", "self._place.replace"): "a method of places",
    ("rnnviz/address/visits.py", "os.link"): "gives whole files a second name",
    ("rnnviz/address/visits.py", "shutil.copy2"): "the same, where a disk has no second names",
    ("rnnviz/address/visits.py", "shutil.copytree"): "the same, for a folder",
}


def writers(code: str) -> Iterator[str]:
    """The calls that write files other than by `rnnviz.files`."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            name = called.rpartition(".")[2]
            # A text's `replace` takes two arguments, a date's takes names.
            is_moved = name == "replace" and "." in called and len(node.args) == 1
            if (
                called in FUNCTIONS
                or name in METHODS
                or (name in OPENS and opens_to_write(node))
                or (is_moved and not node.keywords)
            ):
                yield called


def opens_to_write(call: ast.Call) -> bool:
    given = [*call.args, *(word.value for word in call.keywords)]
    if any(ast.unparse(one) == "os.devnull" for one in given):
        return False
    modes = [one.value for one in given if isinstance(one, ast.Constant)]
    flags = " ".join(map(ast.unparse, given))
    return any(
        isinstance(mode, str) and set(mode) <= set("rwxabt+") and set(mode) & set("wxa+")
        for mode in modes
    ) or any(flag in flags for flag in ("O_WRONLY", "O_RDWR"))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('open(path, "w")', ["open"]),
        ('path.open(mode="ab")', ["path.open"]),
        ("os.open(path, os.O_CREAT | os.O_WRONLY)", ["os.open"]),
        ('gzip.open(path, "wt")', ["gzip.open"]),
        ('zipfile.ZipFile(path, "w")', ["zipfile.ZipFile"]),
        ('(folder / name).write_text("x")', ["(folder / name).write_text"]),
        ("json.dump(value, file)", ["json.dump"]),
        ("aside.replace(path)", ["aside.replace"]),
        ('path.open("rb")', []),
        ("os.open(os.devnull, os.O_WRONLY)", []),
        ('text.replace("a", "b"); moment.replace(tzinfo=None); json.dumps(value)', []),
    ],
)
def test_what_writes_a_file_is_recognised(code: str, found: list[str]) -> None:
    assert list(writers(code)) == found


def test_all_of_the_product_writes_through_one_module() -> None:
    sources = [ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "rnnviz").rglob("*.py")]
    found = {
        (path.relative_to(ROOT).as_posix(), called)
        for path in sources
        for called in writers(path.read_text("utf-8"))
    }
    elsewhere = {(path, called) for path, called in found if path != WRITER}
    assert elsewhere == EXCEPTIONS.keys()
    assert elsewhere != found


@needs_posix
def test_a_pipe_or_a_device_is_never_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match=r"pipe"):
        files.put(pipe, b"data")
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
