"""rnnviz installed into a fresh virtual environment outside the repository, as `pip install .` does:
how long it takes, how large it is beside NumPy, how long a processor is busy with `import rnnviz`,
and what is left once it is removed. pandas, which also stands on NumPy, is measured beside it.

With `--app`, some minutes longer, `rnnviz[app]` is installed as well, and `rnnviz run` has to answer.
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.report import arguments, show

ROOT = Path(__file__).parents[1]
PEER = "pandas"
MOST_SECONDS, MOST_MEGABYTES, MOST_IMPORT = 60.0, 60.0, 0.25
IMPORTS = 15
# Seconds until the app has to answer.
PATIENCE = 120.0
HOST = "127.0.0.1"
# In processor time, so that other work on the machine matters less.
IMPORT = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"


class Environment:
    """A virtual environment, with what pip and Python do in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        self.scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
        (self.packages,) = folder.rglob("site-packages")
        # As a user has it: Python keeps what it has compiled.
        self.variables = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }

    def do(self, *command: str) -> str:
        return subprocess.run(
            [str(self.scripts / command[0]), *command[1:]],
            cwd=self.folder, env=self.variables, check=True, text=True, stdout=subprocess.PIPE,
        ).stdout  # fmt: skip

    def install(self, what: str) -> float:
        """The seconds that it takes."""
        began = time.perf_counter()
        self.do("pip", "install", "--quiet", "--disable-pip-version-check", what)
        return time.perf_counter() - began

    def megabytes(self) -> float:
        return sum(one.stat().st_size for one in self.packages.rglob("*") if one.is_file()) / 1e6

    def import_seconds(self, module: str) -> float:
        return float(self.do("python", "-c", IMPORT.format(module)))


def measure(folder: Path, name: str, what: str) -> tuple[Environment, dict[str, Any]]:
    """One package, beside NumPy."""
    environment = Environment(folder / name)
    environment.install("numpy")
    before = environment.megabytes()
    seconds = environment.install(what)
    row = {
        "package": name,
        "install s": seconds,
        "MB beside NumPy": environment.megabytes() - before,
    }
    return environment, row


def answers(environment: Environment) -> bool:
    """Whether `rnnviz run` shows a page, and ends when it is told to."""
    with socket.create_server((HOST, 0)) as probe:
        port = probe.getsockname()[1]
    command = [str(environment.scripts / "rnnviz"), "run", "--port", str(port)]
    with subprocess.Popen(command, cwd=environment.folder, env=environment.variables) as app:
        try:
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline and app.poll() is None:
                try:
                    with urllib.request.urlopen(f"http://{HOST}:{port}/step", timeout=30) as page:
                        return b"/stage-assets/" in page.read()
                except OSError:
                    time.sleep(0.2)
        finally:
            app.terminate()
    return False


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--app", action="store_true", help="the app as well: `rnnviz run` answers")
    options = parser.parse_args()
    limits: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        peer, beside = measure(folder, PEER, PEER)
        ours, row = measure(folder, "rnnviz", str(ROOT))
        places = [
            (ours, "rnnviz", row),
            (peer, PEER, beside),
            (ours, "numpy", {"package": "numpy"}),
        ]
        taken: dict[str, list[float]] = {module: [] for _, module, _ in places}
        # By turns, so that what else the machine does meets all of them.
        for _ in range(IMPORTS):
            for environment, module, _ in places:
                taken[module].append(environment.import_seconds(module))
        for _, module, one in places:
            one["import s"] = statistics.median(taken[module])

        if options.app:
            ours.install(f"{ROOT}[app]")
            limits["`rnnviz run` answers"] = answers(ours)
        ours.do("pip", "uninstall", "--quiet", "--yes", "rnnviz")
        left = [path for path in ours.folder.rglob("*") if "rnnviz" in path.name and path != folder]
    rows = [
        row,
        beside,
        {"package": "numpy", "install s": "", "MB beside NumPy": "", **places[2][2]},
    ]
    show(
        {
            "install seconds": row["install s"],
            "megabytes": row["MB beside NumPy"],
            "import seconds": row["import s"],
            f"import beside {PEER}": row["import s"] / beside["import s"],
            "left after uninstall": len(left),
        },
        rows,
        as_json=options.json,
        limits={
            f"installed within {MOST_SECONDS:g} s": row["install s"] <= MOST_SECONDS,
            f"at most {MOST_MEGABYTES:g} MB beside NumPy": row["MB beside NumPy"] <= MOST_MEGABYTES,
            f"imported within {MOST_IMPORT:g} s": row["import s"] <= MOST_IMPORT,
            "nothing is left": not left,
            **limits,
        },
    )


if __name__ == "__main__":
    main()
