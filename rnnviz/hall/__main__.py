"""The votes in this computer's rooms, also in those that were set aside, for the person who runs the
server. Where RNNVIZ_REDIS names a Redis, the votes in that one.

python -m rnnviz.hall                                       what there is: its name, its last vote, how many
python -m rnnviz.hall --votes aside/abcd23                  all questions of one with their counts, as CSV
python -m rnnviz.hall --votes aside/abcd23 --out votes.csv  the same in a file, in any shell
"""

import argparse
import sys
from datetime import datetime
from pathlib import Path

from rnnviz import files
from rnnviz.hall import Votes
from rnnviz.hall.shelf import Away
from rnnviz.hall.where import every_journal


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m rnnviz.hall",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--votes", metavar="NAME", help="print the votes of this one as CSV")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="write them to this file; some shells change text"
    )
    options = parser.parse_args()
    wanted = options.votes
    try:
        found = every_journal()
    except Away as reason:
        sys.exit(reason.because)
    except ValueError as reason:
        sys.exit(str(reason))
    if wanted is None:
        for name, (last, journal) in sorted(found.items(), key=lambda one: one[1][0]):
            ballots = Votes(journal).ballots.values()
            votes = sum(len(one.votes) for one in ballots)
            print(
                name,
                f"{datetime.fromtimestamp(last).astimezone():%Y-%m-%d %H:%M}",
                f"questions: {len(ballots)}, votes: {votes}",
                sep="\t",
            )
    elif wanted in found:
        # With a mark at its beginning, spreadsheets read it as UTF-8.
        table = ("\ufeff" + Votes(found[wanted][1]).table()).encode("utf-8", "replace")
        if options.out:
            try:
                files.put(options.out.resolve(), table, mode=files.AS_OTHERS)
            except OSError as error:
                sys.exit(f"{options.out}: {error.strerror}")
        else:
            sys.stdout.buffer.write(table)
    else:
        sys.exit(f"There are no votes of {wanted!r}; without --votes, all are listed.")


if __name__ == "__main__":
    main()
