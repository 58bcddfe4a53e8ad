"""Trainings in a folder that two computers share, each of which sees for two seconds what it has seen, as over NFS:
slow and stale metadata.

A server asks and a worker trains, each through a mount of its own. FUSE brings the mounts: Linux, its superuser,
fusermount3, and `pip install mfusepy`, which nothing else here needs.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.report import arguments, show
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.workers import surroundings

# Seconds for which a mount answers from memory what there is, what there is not, and how long it is.
LATE = 2.0
GIVE_UP = 180.0
TEXT = "she sells sea shells by the sea shore. " * 20
ENDLESS = 10**6


def mount(source: str, at: str) -> None:
    """Show a folder at another place, until it is unmounted."""
    import mfusepy

    class Passed(mfusepy.Operations):  # type: ignore[misc]
        use_ns = True

        def access(self, path: str, mode: int) -> int:
            if not os.access(source + path, mode):
                raise mfusepy.FuseOSError(13)
            return 0

        def getattr(self, path: str, fh: int | None = None) -> dict[str, Any]:
            found = os.lstat(source + path)
            names = ("st_gid", "st_mode", "st_nlink", "st_size", "st_uid", "st_ino")
            times = {
                name: getattr(found, f"{name}_ns") for name in ("st_atime", "st_mtime", "st_ctime")
            }
            return {name: getattr(found, name) for name in names} | times

        def create(self, path: str, mode: int, fi: object = None) -> int:
            return os.open(source + path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, mode)

        def open(self, path: str, flags: int) -> int:
            writes = flags & (os.O_WRONLY | os.O_RDWR)
            return os.open(source + path, os.O_RDWR if writes else os.O_RDONLY)

        def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
            return os.pread(fh, size, offset)

        def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
            return os.pwrite(fh, data, offset)

        def truncate(self, path: str, length: int, fh: int | None = None) -> int:
            os.truncate(source + path, length)
            return 0

        def fsync(self, path: str, datasync: int, fh: int) -> int:
            os.fsync(fh)
            return 0

        def release(self, path: str, fh: int) -> int:
            os.close(fh)
            return 0

        def readdir(self, path: str, fh: int) -> list[str]:
            return [".", "..", *os.listdir(source + path)]

        def utimens(self, path: str, times: tuple[int, int] | None = None) -> int:
            if times is None:
                os.utime(source + path)
            else:
                os.utime(source + path, ns=times)
            return 0

        def chmod(self, path: str, mode: int) -> int:
            os.chmod(source + path, mode)
            return 0

        def mkdir(self, path: str, mode: int) -> int:
            os.mkdir(source + path, mode)
            return 0

        def rename(self, old: str, new: str, flags: int = 0) -> int:
            os.rename(source + old, source + new)
            return 0

        def rmdir(self, path: str) -> int:
            os.rmdir(source + path)
            return 0

        def unlink(self, path: str) -> int:
            os.unlink(source + path)
            return 0

    late = dict.fromkeys(("attr_timeout", "entry_timeout", "negative_timeout"), LATE)
    mfusepy.FUSE(Passed(), at, foreground=True, **late)


@contextmanager
def mounted(source: Path, at: Path) -> Iterator[None]:
    at.mkdir()
    code = f"from benchmarks.late_folder import mount; mount({str(source)!r}, {str(at)!r})"
    shows = subprocess.Popen([sys.executable, "-c", code])
    try:
        while not at.is_mount():
            if shows.poll() is not None:
                sys.exit("The folder cannot be mounted; see what this benchmark needs.")
            time.sleep(0.05)
        yield
    finally:
        subprocess.run(["umount", "-l", str(at)], check=False)
        shows.terminate()
        shows.wait()


def read(runs: Runs, found: list[str], furthest: Counter[str], wrong: Counter[str]) -> None:
    """Look at each run as its page does, and note what is not as it should be."""
    for run in found:
        try:
            view = runs.read(run)
            steps = view.metrics["step"].tolist()
            wrong["rows lost or doubled"] += steps != list(range(len(steps)))
            wrong["steps gone back"] += view.step < furthest[run]
            wrong["failed"] += view.status == "failed"
            furthest[run] = max(furthest[run], view.step)
            for step in view.checkpoints:
                runs.model(run, step)
        except Exception as error:
            print(f"{run}: {error!r}", file=sys.stderr)
            wrong["looks that failed"] += 1


def measure() -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, bool]]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as ends:
        folder = Path(name)
        (folder / "own").mkdir()
        for side in ("server", "worker"):
            ends.enter_context(mounted(folder / "own", folder / side))
        runs = Runs(folder / "server" / "runs")
        small = {
            "corpus": "own",
            "hidden_size": 8,
            "batch_size": 2,
            "sequence_length": 8,
            "validation": 0.1,
        }
        found = [runs.start(TrainingConfig(**small, steps=n), TEXT) for n in (30, 3000, ENDLESS)]  # type: ignore[arg-type]
        where = str(folder / "worker" / "runs")
        worker = subprocess.Popen(
            [sys.executable, "-m", "rnnviz.training.worker", where],
            stdin=subprocess.PIPE,
            env=surroundings(),
        )
        endless, furthest, wrong = found[-1], Counter[str](), Counter[str]()

        def until(what: Any) -> float:
            began = time.monotonic()
            while not what():
                read(runs, found, furthest, wrong)
                if time.monotonic() - began > GIVE_UP:
                    raise TimeoutError
                time.sleep(0.1)
            return time.monotonic() - began

        try:
            rows = [
                {
                    "what": "two trainings are over",
                    "s": until(lambda: all(runs.status(one) == "finished" for one in found[:2])),
                }
            ]
            until(lambda: furthest[endless] > 20)
            runs.pause(endless)
            rows.append({"what": "paused", "s": until(lambda: runs.status(endless) == "paused")})
            before = furthest[endless]
            runs.go_on(endless)
            rows.append({"what": "goes on", "s": until(lambda: furthest[endless] > before)})
            runs.stop(endless)
            rows.append({"what": "stopped", "s": until(lambda: runs.status(endless) == "stopped")})
        finally:
            assert worker.stdin
            worker.stdin.close()
            worker.wait()
    return (
        dict(wrong),
        rows,
        {"nothing lost, doubled, gone back or unreadable": not sum(wrong.values())},
    )


def main() -> None:
    options = arguments(__doc__).parse_args()
    result, rows, limits = measure()
    show(result, rows, as_json=options.json, limits=limits)


if __name__ == "__main__":
    main()
