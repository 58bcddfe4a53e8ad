"""See a recurrent network think: `rnnviz`, or `python -m rnnviz`.

rnnviz run                                    then open http://localhost:8501
rnnviz train book.txt --cell lstm --save book.safetensors
rnnviz look book.safetensors "Once upon a time"
"""

import argparse
import errno
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import rnnviz
from rnnviz import files
from rnnviz.cells import EVERY_CELL
from rnnviz.locale import ENGLISH, LANGUAGES, Refusal

PORT, LAST_PORT = 8501, 2**16 - 1
THIS_COMPUTER, EVERYBODY = "127.0.0.1", "0.0.0.0"
# Seconds that the server has to end by itself.
GRACE = 10.0
# Seconds between two looks whether it has ended.
LOOK = 0.2
HERE = Path(rnnviz.__file__).parent
# Where a package has the app, and where a checkout has it.
APPS = (HERE / "_app", HERE.parent)
# Double quotes: cmd has no others, and zsh needs some.
MISSING = 'This needs the whole app; `pip install ".[app]"`, in the folder of rnnviz, installs it.'
NO_TORCH = "Training needs PyTorch; `pip install torch` installs it."
# Samples while a model trains, their length, and the seconds between two looks at its progress.
SAMPLES, LENGTH, TEMPERATURE, REFRESH = 8, 80, 0.8, 0.1
BAR = 24


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(words)
    # A text is printed on any system, though a console lacks some of its signs.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    if options.do is None:
        parser.print_help(sys.stderr)
        return 2
    try:
        status = int(options.do(options))
        sys.stdout.flush()
        return status
    except (Refusal, ValueError) as reason:
        print(f"rnnviz: {reason}", file=sys.stderr)
    except OSError as reason:
        if _is_of_a_reader_gone(reason):
            # Nothing is left to be said to them at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        print(f"rnnviz: {reason.filename or 'the disk'}: {reason.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return 1


def run(options: argparse.Namespace) -> int:
    """Start the app, and wait until it ends."""
    folder = next((path for path in APPS if (path / "app.py").exists()), None)
    if folder is None or find_spec("streamlit") is None:
        raise ValueError(MISSING)
    from rnnviz import processes

    if options.cluster:
        from rnnviz.training import cluster

        os.environ[cluster.ADDRESS] = options.cluster
        cluster.address()
    if options.plan:
        from rnnviz.hall import plan_file

        # What is wrong with it is said now, not before a class.
        plan_file.read(options.plan)
        os.environ[plan_file.SETTING] = str(options.plan.absolute())
    if options.redis:
        from rnnviz import hall

        os.environ[hall.REDIS] = options.redis
        hall.address()
    _check_port(EVERYBODY if options.everybody else THIS_COMPUTER, options.port)
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={options.port}"]
    if options.everybody:
        command.append(f"--server.address={EVERYBODY}")
    # The server holds the other end of this pipe, and ends with this process, however it ends.
    environment = os.environ | {processes.ENDS_WITH_INPUT: "1"}
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        env=environment,
        process_group=0,
        creationflags=processes.APART,
    ) as server:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(_ended(-signal.SIGTERM)))
        try:
            # Asleep it hears Ctrl-C on any system; on Windows, `wait` would not.
            while (status := server.poll()) is None:
                time.sleep(LOOK)
            return _ended(status)
        finally:
            assert server.stdin is not None
            server.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                server.wait(GRACE)
            server.terminate()


def train(options: argparse.Namespace) -> int:
    """Train a model in this terminal."""
    if find_spec("torch") is None:
        raise ValueError(NO_TORCH)
    from rnnviz import weights
    from rnnviz.training.config import FITS, TrainingConfig
    from rnnviz.training.corpora import CORPORA, corpus_text, decoded

    for option, field in (("units", "hidden_size"), ("steps", "steps"), ("seed", "seed")):
        FITS[field].check(f"--{option}", getattr(options, option), str)
    own = None if options.text in CORPORA else decoded(_read(options.text))
    corpus = "own" if own is not None else options.text
    text = corpus_text(corpus, own)
    config = TrainingConfig(
        corpus=corpus, cell=options.cell, hidden_size=options.units, steps=options.steps,
        seed=options.seed,
    ).fitting(len(text))  # fmt: skip
    if options.save:
        _check_place(options.save, options.force)

    # Slow to import: what is wrong has been said by now.
    from rnnviz.training.trainer import DivergenceError, Trainer, settle

    settle()
    trainer = Trainer(config, text)
    if options.save:
        # A model that no file may hold is refused now, not after its training.
        weights.to_bytes(trainer.model())
    print(
        f"{config.cell.upper()}, {config.hidden_size} units, {len(text):,} characters, "
        f"{len(trainer.vocabulary)} different ones"
    )
    bar, every = Bar(config.steps), max(1, config.steps // SAMPLES)
    try:
        for step in range(1, config.steps + 1):
            bar.show(step, trainer.step().loss)
            if step % every == 0 or step == config.steps:
                sample = trainer.sample(LENGTH, TEMPERATURE, seed=step)
                bar.clear()
                print(f"step {step:>6}  {' '.join(sample.split())}", flush=True)
    except DivergenceError as reason:
        bar.clear()
        raise ValueError(str(reason)) from None
    except KeyboardInterrupt:
        bar.clear()
        print(f"Stopped after step {trainer.step_number}.")
    if (loss := trainer.validation_loss()) is not None:
        print(f"{loss:.3f} nats a character on the text that was kept aside")
    return _keep(options.save, weights.to_bytes(trainer.model())) if options.save else 0


def look(options: argparse.Namespace) -> int:
    """Write the stage of a model on a text as one file, and open it."""
    from rnnviz import weights
    from rnnviz.stage import html
    from rnnviz.text import characters

    model = weights.from_bytes(_read(options.model))
    # The last character is what the one before it has to predict.
    text = characters(options.text)
    inputs, targets = text[:-1], text[1:]
    if not inputs:
        raise ValueError("The text needs two characters: one to read, and one to predict.")
    # All that it does not know, named together.
    model.vocabulary.indices(text)
    page = html(model.trace(inputs, targets=targets), language=options.language)
    path = options.out or Path(tempfile.mkdtemp(prefix="rnnviz-")) / "stage.html"
    _write(path, page.encode())
    print(path)
    if not options.quiet and not webbrowser.open(path.absolute().as_uri()):
        print("There is no browser here; open the file with one.", file=sys.stderr)
    return 0


def site(options: argparse.Namespace) -> int:
    """Write the static edition into a folder, or as one file."""
    # Its processes have a core each.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from rnnviz.presets.units import NETS
    from rnnviz.site import single, write

    if options.single:
        _write(options.folder, single(options.language).encode())
        print(f"{options.folder.stat().st_size / 2**20:.1f} MB, in {options.folder}")
        return 0

    app = next((path for path in APPS if (path / "app.py").exists()), None)
    if app is None:
        raise ValueError(MISSING)
    pages = write(
        options.folder,
        app / ".streamlit" / "config.toml",
        app / "pages" / "shared" / "icon.svg",
        options.address or "",
        list(NETS),
        options.project or "",
        options.plotly,
    )
    size = sum(path.stat().st_size for path in options.folder.rglob("*") if path.is_file())
    print(f"{len(pages)} pages, {size / 2**20:.1f} MB, in {options.folder}")
    return 0


def check(_options: argparse.Namespace) -> int:
    """Hold the numbers of rnnviz, as it computes them here, to PyTorch's."""
    if find_spec("torch") is None:
        raise ValueError(NO_TORCH)
    from rnnviz.training.trainer import settle
    from rnnviz.training.warrants import warrants

    settle()
    wrong = 0
    print(f"{'':26}{'held to':36}{'numbers':>8}{'largest difference':>20}")
    for one in warrants():
        wrong += not one.holds
        what = f"{one.network}, {one.what}"
        print(f"{what:26}{one.to:36}{one.numbers:8,}{one.largest:20.1e}", flush=True)
    if wrong:
        print(f"rnnviz: {wrong} of these differ by more than rounding.", file=sys.stderr)
    return int(wrong > 0)


def grade(options: argparse.Namespace) -> int:
    """Judge the answers to a homework anew."""
    from rnnviz.practice import grading

    rows, left = [], grading.MOST_BYTES
    for file in options.answers:
        data = _read(file)
        left -= len(data)
        if left < 0:
            raise ValueError(
                f"With {file} there are {grading.MOST_BYTES - left} bytes; at most "
                f"{grading.MOST_BYTES} are read at once."
            )
        rows += grading.read(data.decode("utf-8-sig", "replace"))
    for line in grading.written(grading.grade(rows)):
        print(line, end="", flush=True)
    return 0


def trainings(options: argparse.Namespace) -> int:
    """The app's trainings."""
    from rnnviz.training import __main__ as queue

    queue.tell(clear=options.clear)
    return 0


def _is_of_a_reader_gone(reason: OSError) -> bool:
    """Whether the program that read what is printed has stopped, which Windows calls an invalid argument."""
    gone = {errno.EPIPE, errno.EINVAL} if os.name == "nt" else {errno.EPIPE}
    return reason.filename is None and reason.errno in gone


def _check_port(address: str, port: int) -> None:
    """Raises ValueError where no server can answer there."""
    try:
        socket.create_server((address, port)).close()
    except OSError as reason:
        if reason.errno == errno.EADDRINUSE:
            other = port + 1 if port < LAST_PORT else PORT
            raise ValueError(
                f"Something answers at port {port} already: rnnviz itself, or another program. "
                f"`--port {other}` takes another one."
            ) from None
        raise ValueError(f"Port {port} cannot be had: {reason.strerror}.") from None


def _check_place(path: Path, force: bool) -> None:
    """Before a long training rather than after it: raises ValueError for a file that is there and
    may not be replaced, OSError where nothing can be written."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not force:
        raise ValueError(
            f"{path} is there already. Give another name, or add `--force` to replace it."
        )
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as reason:
        raise OSError(reason.errno, reason.strerror, str(path)) from None


def _keep(path: Path, model: bytes) -> int:
    """Write a trained model where the user wants it, or else into the temporary folder; at a
    terminal the user may make room. Returns the exit status, and raises OSError if nothing helps."""
    elsewhere = Path(tempfile.gettempdir()) / f"rnnviz-{secrets.token_hex(4)}-{path.name}"
    while True:
        try:
            _write(path, model)
            print(f"The model is in {path}.")
            return 0
        except OSError as reason:
            print(f"rnnviz: {path}: {reason.strerror}", file=sys.stderr)
            refused = reason
        with suppress(OSError):
            _write(elsewhere, model)
            print(f"The model is in {elsewhere} instead; move it from there.", file=sys.stderr)
            return 1
        print(f"It could not be written to {elsewhere.parent} either.", file=sys.stderr)
        if not sys.stdin.isatty():
            raise refused
        input("Make room, then press Enter to try again; Ctrl-C gives the model up. ")


def _write(path: Path, data: bytes) -> None:
    """A file that the user named; where that is a link, the file that it leads to."""
    files.put(path.resolve(), data, mode=files.AS_OTHERS)


def _ended(status: int) -> int:
    """An exit status; one that a signal ended has, as in a shell, 128 and its number."""
    return status if status >= 0 else 128 - status


class Bar:
    """How far a training is, on one line of a terminal; elsewhere nothing."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self._began = time.monotonic()
        self._shown = 0.0
        self._is_shown = sys.stderr.isatty()

    def show(self, step: int, loss: float) -> None:
        now = time.monotonic()
        if not self._is_shown or (now - self._shown < REFRESH and step < self.steps):
            return
        self._shown = now
        done = round(BAR * step / self.steps)
        left = (now - self._began) * (self.steps - step) / step
        line = (
            f"[{'#' * done}{'.' * (BAR - done)}] step {step} of {self.steps}, "
            f"loss {loss:.3f}, {left:.0f} s left"
        )
        self.clear()
        print(line[: shutil.get_terminal_size().columns - 1], end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_shown:
            blank = " " * (shutil.get_terminal_size().columns - 1)
            print(f"\r{blank}\r", end="", file=sys.stderr, flush=True)


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rnnviz",
        description=f"{__doc__}\n`rnnviz VERB --help` tells more of each verb.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=_version())
    parser.set_defaults(do=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")

    def verb(name: str, about: str, do: object) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        made.set_defaults(do=do)
        return made

    for name, about, everybody in (
        ("run", "start the app, for this computer alone", False),
        ("teach", "start the app for everybody in this network; it says at which address", True),
    ):
        made = verb(name, about, run)
        made.set_defaults(everybody=everybody)
        made.add_argument(
            "--port",
            type=_port,
            metavar="N",
            default=PORT,
            help=f"where it answers; {PORT} unless given",
        )
        made.add_argument(
            "--cluster",
            metavar="ADDRESS",
            default="",
            help="train on the Dask cluster of this scheduler, such as tcp://host:8786",
        )
        made.add_argument(
            "--redis",
            metavar="ADDRESS",
            default="",
            help="keep the rooms in this Redis, such as redis://host:6379, for several servers",
        )

        made.add_argument(
            "--plan",
            type=Path,
            metavar="FILE",
            help="open this lecture plan, as Plan saves it, in the lecturer's browser; it says at "
            "which address",
        )

    made = verb("train", "train a character model on a text, in this terminal", train)
    made.add_argument(
        "text", metavar="TEXT", help="a file, - for what is typed or piped in, or the name of a "
        "built-in text, such as helicopter or python-reference",
    )  # fmt: skip
    # All that have a state.
    cells = ", ".join(name for name in EVERY_CELL if name != "mlp")
    made.add_argument(
        "--cell", metavar="NAME", default="gru", help=f"one of {cells}; gru unless given"
    )
    for name, default, about in (
        ("--units", 128, "hidden units, 8 to 512"),
        ("--steps", 1400, "gradient steps"),
        ("--seed", 0, "of the first weights"),
    ):
        made.add_argument(
            name, type=_whole, metavar="N", default=default, help=f"{about}; {default} unless given"
        )
    made.add_argument(
        "--save", type=Path, metavar="MODEL", help="keep the model in this new file, to look at it"
    )
    made.add_argument("--force", action="store_true", help="replace the file if it is there")

    made = verb("look", "step through what a model computes on a text, in the browser", look)
    made.add_argument("model", metavar="MODEL", help="a file that train or the app has saved")
    made.add_argument("text", metavar="TEXT", help="what it reads, two characters or more")
    made.add_argument(
        "--out", type=Path, metavar="FILE", help="where the page is written; a temporary folder "
        "unless given",
    )  # fmt: skip
    made.add_argument(
        "--language", choices=LANGUAGES, default=ENGLISH, help="of the page; en unless given"
    )
    made.add_argument("--quiet", action="store_true", help="do not open the browser")

    made = verb("site", "write the course and the stage as files that any web host serves", site)
    made.add_argument("folder", metavar="FOLDER", type=Path, help="a new one, or an older edition")
    made.add_argument(
        "--address", type=_address, metavar="URL", help="where it will be, for search engines, such as "
        "https://example.org/rnn/",
    )  # fmt: skip
    made.add_argument(
        "--project", type=_address, metavar="URL", help="where rnnviz itself is to be had, for "
        "those who miss something",
    )  # fmt: skip
    made.add_argument(
        "--plotly", type=Path, metavar="FILE", help="a smaller build of Plotly with scatter plots, such as "
        "plotly-basic.min.js; Python's unless given",
    )  # fmt: skip
    made.add_argument(
        "--single", action="store_true", help="FOLDER is one HTML file, which opens from the disk"
    )
    made.add_argument(
        "--language", choices=LANGUAGES, default=ENGLISH, help="of the one file; en unless given"
    )

    made = verb(
        "grade", "judge the answers to a homework anew, and print how many are right", grade
    )
    made.add_argument(
        "answers", metavar="ANSWERS", nargs="+", help="CSV files, or - for what is piped in, with the columns learner, "
        "task and answers, as the learning platform gives them, or as learners have saved them",
    )  # fmt: skip

    verb("check", "hold the numbers of rnnviz to PyTorch's, and say by how much they differ", check)

    made = verb("trainings", "list the app's trainings that wait or go on", trainings)
    made.add_argument(
        "--clear", action="store_true", help="pause all of them; their owners can resume them"
    )
    return parser


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number") from None


def _port(word: str) -> int:
    if not (word.isascii() and word.isdigit() and 0 < int(word) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{word!r} is no port; it must be from 1 to {LAST_PORT}")
    return int(word)


def _address(word: str) -> str:
    if not re.fullmatch(r"https?://[^\s?#]+", word):
        raise argparse.ArgumentTypeError(f"{word!r} is no address such as https://example.org/rnn/")
    return f"{word.rstrip('/')}/"


def _version() -> str:
    try:
        return f"rnnviz {version('rnnviz')}"
    except PackageNotFoundError:
        return "rnnviz, not installed"


if __name__ == "__main__":
    sys.exit(main())
