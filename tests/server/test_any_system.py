"""rnnviz needs nothing that only POSIX has: it is taken away, and everything still works.

`tests/elsewhere` takes it away, in a process of its own and in those that it starts.
"""

import ast
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from rnnviz import files
from rnnviz.training import Runs, TrainingConfig
from tests.elsewhere.lacks import is_missing, lacks
from tests.server.test_hall import post
from tests.serving import ROOT, start_server

ELSEWHERE = str(ROOT / "tests" / "elsewhere")
SOURCES = [
    ROOT / "app.py",
    *sorted((ROOT / "rnnviz").rglob("*.py")),
    *sorted((ROOT / "pages").rglob("*.py")),
]
# The errors by which a module learns that a system lacks something.
MISSED = {"ImportError", "AttributeError"}
SMALL = TrainingConfig(corpus="brackets", hidden_size=8, batch_size=2, sequence_length=8, steps=150)


def said(program: str, *arguments: object, code: int = 0) -> str:
    """What a program of ours says where there is no POSIX."""
    path = os.pathsep.join((ELSEWHERE, str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout


def test_what_is_taken_away_is_what_windows_lacks() -> None:
    assert {"fork", "nice", "geteuid", "pread", "O_DIRECTORY", "killpg"} <= lacks("os")
    assert {"SIGKILL", "alarm"} <= lacks("signal")
    assert not {"open", "replace", "kill", "fsync", "path", "ftruncate"} & lacks("os")
    assert not {"SIGTERM", "SIGINT", "signal"} & lacks("signal")
    for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "syslog"):
        assert is_missing(name), name
    for name in ("os", "socket", "asyncio", "signal", "msvcrt", "json", "subprocess"):
        assert not is_missing(name), name


def test_no_module_names_what_only_posix_has() -> None:
    found = {str(path): list(posix_in(ast.parse(path.read_text("utf-8")))) for path in SOURCES}
    assert len(found) > 200
    assert {path: names for path, names in found.items() if names} == {}


def test_a_name_that_only_posix_has_is_found() -> None:
    code = (
        "import fcntl, os\nimport signal as s\nfrom os import fork\nos.nice(5)\ns.SIGKILL\nos.kill"
    )
    assert sorted(posix_in(ast.parse(code))) == ["fcntl", "os.fork", "os.nice", "signal.SIGKILL"]
    ready = "import os\ntry:\n    import resource\n    os.nice(5)\nexcept ImportError:\n    pass"
    assert not list(posix_in(ast.parse(ready)))


def posix_in(tree: ast.Module) -> Iterator[str]:
    """What a module imports or names that Windows lacks, but for what it is ready to miss."""
    may_fail = {
        id(node)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.Try)
        and any(getattr(one.type, "id", "") in MISSED for one in outer.handlers)
        for part in outer.body
        for node in ast.walk(part)
    }
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=imported) if id(node) not in may_fail:
                names |= {one.asname or one.name: one.name for one in imported}
                yield from (one.name for one in imported if is_missing(one.name))
            case ast.ImportFrom(module=str(module), names=imported) if id(node) not in may_fail:
                lacking = {one.name for one in imported} & lacks(module)
                yield from (f"{module}.{name}" for name in lacking)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in names:
                if attr in lacks(names[name]) and id(node) not in may_fail:
                    yield f"{names[name]}.{attr}"


FILES = r"""
import os, sys, threading
from pathlib import Path
from rnnviz import files
path, log = Path(sys.argv[1]) / "file", Path(sys.argv[1]) / "log"
files.put(path, b"one\n")
reader = path.open("rb")
for refused in (lambda: os.replace(path, log), path.unlink, lambda: path.parent.rename("other")):
    try:
        refused()
        print("not refused")
    except PermissionError:
        pass
# Whoever puts a file waits until nobody reads it.
threading.Timer(0.2, reader.close).start()
files.put(path, b"two\n")
files.append(log, b"a row\n")
print(reader.closed, path.read_bytes(), log.read_bytes(), hasattr(os, "fork"))
"""


def test_files_are_put_and_appended_to_as_they_are_though_somebody_reads_them(
    tmp_path: Path,
) -> None:
    assert said(FILES, tmp_path) == "True b'two\\n' b'a row\\n' False\n"


HOLDER = """
import subprocess, sys, time
from pathlib import Path
from rnnviz import files
held = files.lock(Path(sys.argv[1]))
wait = "import sys; print('child', flush=True); sys.stdin.read()"
subprocess.Popen([sys.executable, "-c", wait], close_fds=False)
time.sleep(60)
"""


def test_a_lock_ends_with_its_holder_though_a_child_of_it_lives_on(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin
    assert holder.stdout
    try:
        assert holder.stdout.readline() == b"child\n"
        assert files.is_locked(path)
        assert files.lock(path) is None
        (child,) = psutil.Process(holder.pid).children()
        holder.kill()
        holder.wait()
        assert child.is_running()
        assert not files.is_locked(path)
        lock = files.lock(path)
        assert lock
        with lock:
            assert files.is_locked(path)
        assert not files.is_locked(path)
    finally:
        holder.kill()
        holder.communicate()


GREEDY = """
import psutil, time
del psutil.Process.rlimit
from rnnviz import processes
processes.limit_memory(50_000_000)
print("begins", flush=True)
kept = b"x" * 200_000_000
time.sleep(30)
print("ends")
"""


def test_a_process_that_takes_too_much_ends_where_the_system_sets_no_limit() -> None:
    assert said(GREEDY, code=1) == "begins\n"


HELD = """
import sys, threading
from rnnviz import processes
ended = threading.Event()
processes.when_input_ends(ended.set)
print(repr(sys.stdin.read()), flush=True)
if len(sys.argv) > 1:
    print(ended.wait(60))
"""


@pytest.mark.parametrize("waits", [["waits"], []])
def test_a_process_ends_with_its_input_or_before_and_nothing_else_waits_for_it(
    waits: list[str],
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HELD, *waits],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as held:
        assert held.stdin
        assert held.stdout
        assert held.stderr
        # What asks for the standard input meets its end, and not whoever waits there.
        assert held.stdout.readline().strip() == b"''"
        if waits:
            held.stdin.close()
        assert held.wait(60) == 0
        assert held.stdout.read().strip() == (b"True" if waits else b"")
        assert held.stderr.read() == b""


def test_the_server_serves_trains_and_opens_a_room(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs")
    run = runs.start(SMALL)
    runs.show(run, pace=100)
    elsewhere = {
        "PYTHONPATH": ELSEWHERE,
        "RNNVIZ_RUNS": str(runs.folder),
        "RNNVIZ_ROOMS": str(tmp_path / "rooms"),
    }
    server = start_server(tmp_path, environment=elsewhere)
    try:
        room = post(server, b'{"view": "step?t=2"}')
        assert (tmp_path / "rooms" / f"{room['code']}.room").exists()
        with urllib.request.urlopen(f"{server.url}/early-stage", timeout=60) as answer:
            assert len(answer.read()) > 1000
        wait_until(lambda: runs.step(run) > 20)
        runs.pause(run)
        wait_until(lambda: runs.status(run) == "paused")
        runs.go_on(run)
        before = runs.step(run)
        wait_until(lambda: runs.step(run) > before)
        (worker,) = [
            one
            for one in psutil.Process(server.process.pid).children(recursive=True)
            if "rnnviz.training.worker" in one.cmdline()
        ][:1]
        worker.kill()
        runs.show(run, pace=0)
        wait_until(lambda: runs.status(run) == "finished")
        np.testing.assert_array_equal(runs.read(run).metrics["step"], np.arange(151))
        # The worker lets go of a run a moment after it has finished it.
        wait_until(lambda: Runs(runs.folder, max_bytes=0).clean_up() == [run])
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text("utf-8")


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
