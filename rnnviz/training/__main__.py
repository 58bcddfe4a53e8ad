"""The queue of this computer's trainings, for the person who runs the server.

python -m rnnviz.training            who waits, and who is in training
python -m rnnviz.training --clear    pause them all; their owners can resume them
"""

import argparse
import sys

from rnnviz.locale import Refusal
from rnnviz.training import Runs, home


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m rnnviz.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--clear", action="store_true", help="pause all of them")
    options = parser.parse_args()
    try:
        tell(options.clear)
    except Refusal as refusal:
        sys.exit(str(refusal))


def tell(clear: bool) -> None:
    """Print the queue, after pausing all that is in it where `clear` says so. Raises Refusal if the
    folder of the trainings is somebody else's."""
    runs = Runs(home())
    if clear:
        print(f"{len(runs.clear_queue())} paused")
    queue = runs.queue()
    for run in queue:
        print(run, _described(runs, run), sep="\t")
    if not queue and not clear:
        print("No training waits or goes on.", file=sys.stderr)


def _described(runs: Runs, run: str) -> str:
    try:
        config = runs.config(run)
        return f"{runs.status(run)}\t{config.cell.upper()}, {config.corpus}, step {runs.step(run)}"
    except Refusal as refusal:
        return str(refusal)


if __name__ == "__main__":
    main()
