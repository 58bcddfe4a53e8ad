"""The votes in this computer's rooms, also in those that were set aside, for the person who runs the
server.

python -m rnnviz.hall                       what there is: its name, its last vote, how many
python -m rnnviz.hall --votes aside/abcd23  all questions of one with their counts, as CSV
"""

import argparse
import sys
from datetime import datetime

from rnnviz.hall import Votes, home
from rnnviz.hall.rooms import journals


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m rnnviz.hall",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--votes", metavar="NAME", help="print the votes of this one as CSV")
    wanted = parser.parse_args().votes
    found = journals(home())
    if wanted is None:
        for name, path in sorted(found.items(), key=lambda one: one[1].stat().st_mtime):
            ballots = Votes(path).ballots.values()
            last = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            votes = sum(len(one.votes) for one in ballots)
            print(
                name,
                f"{last:%Y-%m-%d %H:%M}",
                f"questions: {len(ballots)}, votes: {votes}",
                sep="\t",
            )
    elif wanted in found:
        sys.stdout.reconfigure(encoding="utf-8", errors="replace", newline="")  # type: ignore[union-attr]
        # With a mark at its beginning, spreadsheets read it as UTF-8.
        print("\ufeff" + Votes(found[wanted]).table, end="")
    else:
        sys.exit(f"There are no votes of {wanted!r} in {home()}; without --votes, all are listed.")


if __name__ == "__main__":
    main()
