"""Whether what is said of an answer is true: of readers who round, who make each known slip, and who guess.

For each slip and each equation that it changes, readers who make it and round every number; a slip
is named, another one is named in its place, none is, or the answer is taken for right. Beside them
readers who make none, and answers drawn evenly from what the quantity can be.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from benchmarks.report import Row, arguments, show
from rnnviz import practice
from tests.practice.reader import Reader, tells

SEEDS = 200
GUESSES = 20
GUESSED, GUESSED_ONE = "guesses a vector", "guesses one number"


def answered(task: practice.Task) -> Iterator[tuple[str, practice.Judged]]:
    """What readers did, and what they are told."""
    rounding = Reader(task)
    for name, equation in task.equations.items():
        rounding.own[name] = rounding.computes(equation)[0]
    yield from (("none, rounds", judged) for judged in task.judge(rounding.own).values())
    for name, equation in task.equations.items():
        for slip, trees in task.slips(equation).items():
            for e in trees:
                reader = Reader(task)
                reader.own = dict(task.answers)
                slipped = reader.computes(e)[0]
                if tells(task, name, slipped):
                    yield slip, task.judge({name: slipped})[name]
    rng = np.random.default_rng(task.seed)
    for name, answer in task.answers.items():
        # Gates, shares and losses are not below 0.
        low = 0 if (answer >= 0).all() else -1
        for _ in range(GUESSES):
            guess = rng.uniform(low, 1, answer.size)
            did = GUESSED_ONE if answer.size == 1 else GUESSED
            yield did, task.judge({name: guess})[name]


def told(did: str, judged: practice.Judged) -> str:
    if judged.right:
        return "right"
    if judged.slip == did:
        return "named"
    return "another" if judged.slip else "unnamed"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of each family of tasks")
    asked = parser.parse_args()
    found: dict[str, Counter[str]] = {}
    for family in practice.families():
        for seed in range(asked.seeds):
            for did, judged in answered(practice.task(family, seed=seed)):
                found.setdefault(did, Counter())[told(did, judged)] += 1
    rows: list[Row] = [
        {"slip": did, "readers": counts.total()}
        | {kind: counts[kind] / counts.total() for kind in ("right", "named", "another", "unnamed")}
        for did, counts in found.items()
    ]
    slips = Counter[str]()
    for did in practice.SLIPS:
        slips += found[did]
    limits = {
        "who rounds is right": set(found["none, rounds"]) == {"right"},
        "no slip is taken for right, or for another one": not slips["right"] + slips["another"],
        "of 100 guesses of a vector at most one is right, of one number at most three": all(
            found[did]["right"] <= most * found[did].total()
            for did, most in ((GUESSED, 0.01), (GUESSED_ONE, 0.03))
        ),
    }
    result = {"slips that are named, %": 100 * slips["named"] / slips.total()}
    show(result, rows, as_json=asked.json, limits=limits)


if __name__ == "__main__":
    main()
