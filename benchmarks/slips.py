"""Whether what is said of an answer is true: of readers who round, who make each known slip, and who guess.

For each slip and each equation that it changes, readers who make it and round every number; a slip
is named, another one is named in its place, none is, or the answer is taken for right. Beside them
readers who make none, and answers drawn evenly from what the quantity can be.
"""

import itertools
from collections import Counter
from collections.abc import Collection, Iterator

import numpy as np

from benchmarks.report import Row, arguments, show
from rnnviz import practice
from rnnviz.practice.slips import ROUNDED
from rnnviz.practice.tasks import example
from tests.practice.reader import Reader, tells

Told = tuple[str, practice.Judged]
SEEDS = 200
GUESSES = 20
ROUNDS = "none, rounds"
GUESSED, GUESSED_ONE = "guesses a vector", "guesses one number"


def answered(task: practice.Task) -> Iterator[Told]:
    """What readers did who make no slip, or guess, and what they are told."""
    rounding = Reader(task)
    for name, equation in task.equations.items():
        rounding.own[name] = rounding.computes(equation)[0]
    yield from ((ROUNDS, judged) for judged in task.judge(rounding.own).values())
    rng = np.random.default_rng(task.seed)
    for name, answer in task.answers.items():
        # Gates, shares and losses are not below 0.
        low = 0 if (answer >= 0).all() else -1
        for _ in range(GUESSES):
            guess = rng.uniform(low, 1, answer.size)
            did = GUESSED_ONE if answer.size == 1 else GUESSED
            yield did, task.judge({name: guess})[name]


def slipped(task: practice.Task, slips: Collection[str]) -> Iterator[Told]:
    """What readers are told who make one of these slips, in each equation in which it can be made."""
    for name, answer in task.answers.items() if ROUNDED in slips else ():
        judged = task.judge({name: answer.round(1)})[name]
        # What one decimal says as well as two is right.
        if not judged.right:
            yield ROUNDED, judged
    for name, equation in task.equations.items():
        for slip, trees in task.slips(equation).items():
            for e in trees if slip in slips else ():
                reader = Reader(task)
                reader.own = dict(task.answers)
                made = reader.computes(e)[0]
                if tells(task, name, made):
                    yield slip, task.judge({name: made})[name]


def slips_of(family: str) -> set[str]:
    """The slips that can be made in the equations of a family; each of its answers can be rounded too far."""
    task = example(family)
    return {ROUNDED} | {slip for e in task.equations.values() for slip in task.slips(e)}


def cost(family: str) -> int:
    """The more a task of it has that has to be telling, the more are drawn before one is."""
    task = example(family)
    return len(task.model.parameters) if isinstance(task, practice.StepTask) else 0


def told(did: str, judged: practice.Judged) -> str:
    if judged.right:
        return "right"
    if judged.slip == did:
        return "named"
    return "another" if judged.slip else "unnamed"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of each family of tasks")
    parser.add_argument(
        "--readers", type=int, default=0, help="of each slip at least, from further seeds"
    )
    asked = parser.parse_args()
    found: dict[str, Counter[str]] = {did: Counter() for did in (ROUNDS, *practice.SLIPS)}

    def count(some: Iterator[Told]) -> None:
        for did, judged in some:
            found.setdefault(did, Counter())[told(did, judged)] += 1

    for family in practice.families():
        for seed in range(asked.seeds):
            task = practice.task(family, seed=seed)
            count(answered(task))
            count(slipped(task, practice.SLIPS))
    for family in sorted(practice.families(), key=cost):
        for seed in itertools.count(asked.seeds):
            lacking = {slip for slip in slips_of(family) if found[slip].total() < asked.readers}
            if not lacking:
                break
            count(slipped(practice.task(family, seed=seed), lacking))
    rows: list[Row] = [
        {"slip": did, "readers": counts.total()}
        | {kind: counts[kind] / counts.total() for kind in ("right", "named", "another", "unnamed")}
        for did, counts in found.items()
    ]
    slips = Counter[str]()
    for did in practice.SLIPS:
        slips += found[did]
    limits = {
        "who rounds is right": set(found[ROUNDS]) == {"right"},
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
