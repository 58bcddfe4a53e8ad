"""Answers to a homework judged anew: what a browser has scored can be forged, what was answered is computed again."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import NamedTuple

from rnnviz.practice.families import FAMILIES
from rnnviz.practice.seeds import seed_of
from rnnviz.practice.tasks import task

COLUMNS = ("learner", "task", "answers")
# Bytes of a file of answers, and characters of one of its answers.
MOST_BYTES = 32 * 2**20
LONGEST = 4000
NUMBER = re.compile("[0-9]{1,3}")


class Graded(NamedTuple):
    """right: how many of the wanted quantities are; note: what is wrong with the answers as they are written, or ""."""

    learner: str
    task: str
    right: int
    of: int
    note: str


def read(text: str) -> list[dict[str, str]]:
    """The rows of a file of answers, divided by commas, semicolons or tabs, with the columns `COLUMNS` among others.

    Raises ValueError where one of them is missing, and for what is no such file.
    """
    head = text.partition("\n")[0]
    divider = max(",;\t", key=head.count)
    try:
        names, *rows = csv.reader(StringIO(text), delimiter=divider)
    except (csv.Error, ValueError):
        raise ValueError(
            "This is no file of columns that commas, semicolons or tabs divide."
        ) from None
    found = [name.strip().lower() for name in names]
    missing = [name for name in COLUMNS if name not in found]
    if missing:
        raise ValueError(
            f"The first line has no {' and no '.join(missing)}; it must name {', '.join(COLUMNS)}."
        )
    given = [dict(zip(found, row, strict=False)) for row in rows if row]
    return [{name: row.get(name, "") for name in COLUMNS} for row in given]


def grade(rows: Iterable[Mapping[str, str]]) -> Iterator[Graded]:
    """What is right about each row's answers, which are written "R=0.31 0.62;Z=0.5 0.1", to the task
    "homework.gru.step.2" of its learner; of "homework.gru.step.Z.2" Z alone is wanted."""
    for row in rows:
        learner, name, answers = (row[column].strip() for column in COLUMNS)
        try:
            yield _graded(learner, name, answers)
        except ValueError as reason:
            yield Graded(learner, name, 0, 0, str(reason))


def _graded(learner: str, name: str, answers: str) -> Graded:
    homework, _, rest = name.partition(".")
    kind, _, number = rest.rpartition(".")
    family, only = (kind, "") if kind in FAMILIES else kind.rpartition(".")[::2]
    if family not in FAMILIES or not NUMBER.fullmatch(number):
        raise ValueError("The task is none of ours.")
    asked = task(family, seed=seed_of(homework, learner, kind, int(number)))
    wanted = tuple(one for one in asked.wanted if kind == family or one == only)
    if not wanted:
        raise ValueError(f"{only[:40]!r} is not asked; asked are {', '.join(asked.wanted)}.")
    if len(answers) > LONGEST:
        raise ValueError(f"The answers have {len(answers)} characters; at most {LONGEST} fit.")
    entered = dict(_entry(one) for one in answers.split(";") if one.strip())
    wrong = [one for one in entered if one not in wanted]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not wanted; wanted are {', '.join(wanted)}.")
    judged = asked.judge(entered)
    right = sum(one.right for one in judged.values())
    return Graded(learner, name, right, len(wanted), "")


def _entry(written: str) -> tuple[str, list[float]]:
    name, _, numbers = written.partition("=")
    try:
        return name.strip(), [float(one) for one in numbers.split()]
    except ValueError:
        raise ValueError(f"{written[:40]!r} is no answer such as R=0.31 0.62.") from None


def written(graded: Iterable[Graded]) -> Iterator[str]:
    """The lines of a table of results, divided by commas. What would be a formula in a spreadsheet is a text."""
    out = StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(Graded._fields)
    for one in graded:
        lines.writerow([_plain(value) if isinstance(value, str) else value for value in one])
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


def _plain(value: str) -> str:
    return f"'{value}" if value.startswith(("=", "+", "-", "@")) else value
