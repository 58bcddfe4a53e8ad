"""JupyterLab and marimo as programs of their own, with notebooks made for a test.

They are those of the environment that `make notebooks` makes; RNNVIZ_NOTEBOOKS names its folder of
programs.
"""

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.serving import HOST, ROOT

PROGRAMS = Path(os.environ.get("RNNVIZ_NOTEBOOKS", ""))
START_TIMEOUT = 120.0


@dataclass(frozen=True)
class Program:
    """A notebook server, running."""

    url: str
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        """End it, and with it the kernels that it has started."""
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def jupyterlab(folder: Path, home: Path) -> Program:
    """JupyterLab on a folder of notebooks; what it keeps of its user lies in `home`."""
    port = _free_port()
    mine = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "IPYTHONDIR": home / "ipython",
    }
    settings = home / "config/lab/user-settings/@jupyterlab"
    # It would ask whether it may fetch news.
    _put(settings / "apputils-extension/notification.jupyterlab-settings", {"fetchNews": "false"})
    command = [
        *("jupyter-lab", "--no-browser", "--allow-root", f"--ip={HOST}", f"--port={port}"),
        *("--IdentityProvider.token=", "--ServerApp.password=", "--LabApp.news_url="),
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    return _start(command, port, folder, home, mine)


def marimo(notebook: Path, home: Path) -> Program:
    """marimo's editor with a notebook."""
    port = _free_port()
    command = ["marimo", "--yes", "edit", str(notebook), "--headless", "--no-token"]
    mine = {"XDG_CONFIG_HOME": home / "config", "XDG_CACHE_HOME": home / "cache"}
    mine |= {"XDG_STATE_HOME": home / "state", "MARIMO_SKIP_UPDATE_CHECK": "1"}
    return _start([*command, f"--host={HOST}", f"--port={port}"], port, notebook.parent, home, mine)


def ipynb(cells: Sequence[str]) -> str:
    """A notebook of code, as Jupyter keeps it."""
    code = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {
            "cells": [{**code, "id": f"cell-{k}", "source": cell} for k, cell in enumerate(cells)],
            "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


def _put(path: Path, settings: Mapping[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings), "utf-8")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def _start(
    command: Sequence[str], port: int, folder: Path, home: Path, mine: Mapping[str, object]
) -> Program:
    home.mkdir(exist_ok=True)
    environment = os.environ | {name: str(value) for name, value in mine.items()}
    environment |= {
        "PYTHONPATH": str(ROOT),
        "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
        # Its kernels compute beside a browser.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    log = home / "log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            [str(PROGRAMS / command[0]), *command[1:]],
            cwd=folder,
            env=environment,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    url = f"http://{HOST}:{port}"
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return Program(url, process)
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.2)
    process.kill()
    raise RuntimeError(f"{command[0]} does not answer:\n{log.read_text('utf-8')[-2000:]}")
