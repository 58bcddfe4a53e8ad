"""docs/limits.md says each limit of the server's, with its number."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TABLE = (ROOT / "docs" / "limits.md").read_text("utf-8")
FOLDERS = ("pages/server", "rnnviz/hall")
# The names of limits, as they are called there.
NAME = re.compile(
    "AT_A_TIME|SILENT_FOR|KEEP_PATHS|(.*_)?(AT_ONCE|A_SECOND|A_MINUTE|BYTES|WITHIN)"
    "|(MOST|LONGEST|MAX|FEWEST|EACH|ALL)(_.*)?"
)
# What the table says of each: n is its number, kB and MB so many thousands and millions of bytes.
SAID = {
    "pages.server.arrivals.AT_A_TIME": "| sessions that begin | {n} at a time",
    "pages.server.arrivals.LONGEST_WAIT": "they wait their turn, at most {n} s",
    "pages.server.audience.MOST_FOLLOWERS": "{n} that listen, {n} that ask instead",
    "pages.server.audience.MOST_DESKS": "former one | {n};",
    "pages.server.audience.MOST_TURNED": "turned away | {n} are",
    "pages.server.audience.ASKS_WITHIN": "is there for {n} s after it has asked",
    "pages.server.compression.MAX_BYTES": "compressed | {MB} MB;",
    "pages.server.compression.KEEP_BYTES": "; {MB} MB of them are kept",
    "pages.server.compression.KEEP_PATHS": "for {n} addresses",
    "pages.server.compression.MAX_PATH": "of up to {n} characters",
    "pages.server.early.MOST": "| an early stage | {comma} steps times units",
    "pages.server.early.KEEP_BYTES": "{MB} MB of answers are kept | 429: the page shows",
    "pages.server.early.EACH": "followers | {n} at a time of an address",
    "pages.server.early.ALL": "at a time of an address, {n} in all",
    "pages.server.followed.MOST_RUNS": "trainings that a room shows | {n},",
    "pages.server.followed.MOST_POINTS": "with {n} points of a curve",
    "pages.server.hall.MOVES_A_SECOND": "; {n} a second | the connection ends",
    "pages.server.hall.TAPS_A_SECOND": "of the lecturer | {n} a second",
    "pages.server.hall.TAPS_AT_ONCE": "a second, {n} at once;",
    "pages.server.hall.ROOMS_A_MINUTE": "{n} new ones a minute of an address",
    "pages.server.hall.ROOMS_AT_ONCE": "one address opens at once | {n} |",
    "pages.server.hall.ASKS_A_SECOND": "of an address | {n} a second",
    "pages.server.hall.ASKS_AT_ONCE": "a second, {n} at once | 429",
    "pages.server.hall.MISSES_A_SECOND": "then {n} a second | 429",
    "pages.server.hall.MISSES_AT_ONCE": "wrong codes of an address | {n},",
    "pages.server.looks.EACH": "training's weights | two at a time; {n} wait of an address",
    "pages.server.looks.ALL": "wait of an address, {n} in all; 32 MB of answers",
    "pages.server.looks.KEEP_BYTES": "128 in all; {MB} MB of answers are kept",
    "pages.server.messages.LONGEST": "as JSON | {kB} kB",
    "pages.server.moments.KEEP_BYTES": "300 in all; {MB} MB of answers are kept",
    "pages.server.moments.EACH": "one learning at a time; {n} wait of an address",
    "pages.server.moments.ALL": "100 wait of an address, {n} in all",
    "pages.server.moments.MOST_NUMBERS": "of models of {comma} numbers at most",
    "pages.server.open_files.MOST": "| open files | {n},",
    "pages.server.packing.LONGEST_PACKED": "packed on its way | {MB} MB",
    "pages.server.questions.LONGEST_VALUE": "{n} of what fills them in",
    "pages.server.rates.MOST_ADDRESSES": "rate is remembered | {comma} |",
    "pages.server.runs.LOOKS_A_SECOND": "while they go on | {n} a second in all",
    "pages.server.saved.EACH": "a stage as a file | two at a time; {n} wait of an address",
    "pages.server.saved.ALL": "300 wait of an address, {n} in all | 429",
    "pages.server.hall.SERIES_A_MINUTE": "at once, then {n} a minute | 403",
    "pages.server.hall.SERIES_AT_ONCE": "come to a course, of an address | {n} at once",
    "pages.server.silence.MOST": "10 s each; {n} in all",
    "pages.server.silence.MOST_OF_AN_ADDRESS": "in all, {n} of an address, 400",
    "pages.server.silence.MOST_IN_A_ROOM": "of an address, {n} of a room",
    "pages.server.silence.HELLO_WITHIN": "said who they are | {n} s each",
    "pages.server.units.KEEP_BYTES": "{MB} MB of texts that were read are kept",
    "pages.server.units.EACH": "of each kind {n} wait of an address",
    "pages.server.units.ALL": "24 wait of an address, {n} in all",
    "pages.server.units_record.MOST_HELD": "units times characters are {comma} at most",
    "pages.server.uploads.EACH_FILES": "17 MB a file, {n} files",
    "pages.server.uploads.EACH_BYTES": "files and {MB} MB of a tab",
    "pages.server.uploads.ADDRESS_BYTES": "of a tab, {MB} MB of an address",
    "pages.server.slides.MOST_AT_ONCE": "a plan as slides | {n} at a time",
    "pages.server.slides.MOST_BYTES": "all of it {MB} MB, within",
    "pages.server.slides.THERE_WITHIN": "within {n} s",
    "pages.server.slides.LONGEST_NAME": "a name of {n} characters a view",
    "pages.server.views_file.MOST_BYTES": "100 views; the plan itself {MB} MB",
    "pages.server.views_file.EACH": "a plan as a file | one at a time; {n} wait of an address",
    "pages.server.views_file.ALL": "30 wait of an address, {n} in all",
    "pages.server.wire.LONGEST_HEADER": "header of a request | {kB} kB",
    "pages.server.wire.HEADER_WITHIN": "kB, whole within {n} s",
    "pages.server.wire.SILENT_FOR": "a connection may be silent for {n} s",
    "pages.server.wire.LONGEST_IN_ROOM": "to a room; to a page | {kB} kB;",
    "pages.server.wire.LONGEST_MESSAGE": "kB; {MB} MB, for a pasted text",
    "pages.server.wire.MESSAGE_WITHIN": "pasted text; whole within {n} s",
    "pages.server.wire.MOST_PIECES": "in at most {n} pieces",
    "pages.server.wire.ALL_LARGE": "longer than 64 kB | {MB} MB together",
    "rnnviz.hall.ink.MOST_OF_A_LINE": "lines of a pen | {n} numbers each",
    "rnnviz.hall.ink.MOST_IN_ALL": "numbers each, {comma} together",
    "rnnviz.hall.lecture_plans.MOST_VIEWS": "a lecture plan | {n} views",
    "rnnviz.hall.lecture_plans.LONGEST_LINK": "in a link of {comma} characters",
    "rnnviz.hall.lecture_plans.LONGEST_SENTENCE": "two sentences of {n} and",
    "rnnviz.hall.lecture_plans.LONGEST_TITLE": "a title of {n};",
    "rnnviz.hall.lecture_plans.MOST_LINES": "a question of {n} lines",
    "rnnviz.hall.lecture_plans.LONGEST_LINE": "7 lines of {n};",
    "rnnviz.hall.lecture_plans.MOST_MINUTES": "and {n} minutes;",
    "rnnviz.hall.on_disk.MOST_ASIDE": "{n} are kept there",
    "rnnviz.hall.plan_file.MOST_BYTES": "a file of {MB} MB where the server",
    "rnnviz.hall.room.LONGEST_VIEW": "a room's link | {comma} characters",
    "rnnviz.hall.room.TAKE_WITHIN": "over | within {n} s",
    "rnnviz.hall.room.LONGEST_PARCEL": "plan and questions {kB} kB together",
    "rnnviz.hall.room.LONGEST_DRIVER": "to a name of {n} characters",
    "rnnviz.hall.room.MOST_FORMER": "{n} former keys are known",
    "rnnviz.hall.rooms.MOST_ROOMS": "| rooms | {n} for each server",
    "rnnviz.hall.rooms.MOST_OF_AN_ADDRESS": "for each server, {n} of an address",
    "rnnviz.hall.series.LONGEST_TITLE": "with a name of {n} characters",
    "rnnviz.hall.series.MAX_AGE": "for 400 days after their last room",
    "rnnviz.hall.series.MOST_BYTES": "{MB} MB of numbers",
    "rnnviz.hall.series.MOST_LECTURES": "{n} rooms of one",
    "rnnviz.hall.series.MOST_SERIES": "over the weeks | {comma} are kept",
    "rnnviz.hall.shelf.MAX_AGE": "nobody drives | a day",
    "rnnviz.hall.slides.MOST_PNG": "{MB} MB as PNG",
    "rnnviz.hall.slides.MOST_SVG": "{MB} MB as SVG",
    "rnnviz.hall.slides.MOST_PIXELS": "{comma} pixels a side",
    "rnnviz.hall.views_file.MOST_BYTES": "60 in all; {MB} MB, 100 views",
    "rnnviz.hall.votes.LONGEST_QUESTION": "200, of {n} characters",
    "rnnviz.hall.votes.LONGEST_CHOICE": "answers of {n} characters",
    "rnnviz.hall.votes.FEWEST_CHOICES": "with {n} to 6 answers",
    "rnnviz.hall.votes.MOST_CHOICES": "to {n} answers",
    "rnnviz.hall.votes.MOST_QUESTIONS": "questions of a room | {n},",
    "rnnviz.hall.votes.MOST_VOTES": "changes of one | {n},",
    "rnnviz.hall.votes.LONGEST_NAME": "with names of {n} bytes",
    "rnnviz.hall.votes.MOST_CHANGES": "; {n} of a name",
    "rnnviz.hall.votes.MOST_BYTES": "{MB} MB of votes in a room",
}
# What is no limit of what somebody sends or asks for: how the server itself does things.
OURS = {
    "pages.server.arrivals.LONGEST_START",
    "pages.server.audience.LONGEST_REST",
    "pages.server.audience.TOLD_AT_ONCE",
    "pages.server.compression.MIN_BYTES",
    "pages.server.ending.HEARD_WITHIN",
    "pages.server.ending.OVER_WITHIN",
    "pages.server.health.ASKS_WITHIN",
    "pages.server.lost.MOST_SHOWN",
    "pages.server.precedence.LONGEST",
    "pages.server.saved.AT_ONCE",
    "pages.server.units_record.MOST_BEST",
    "pages.server.wire.ANSWERED_WITHIN",
    "rnnviz.hall.in_redis.LONGEST_REST",
    "rnnviz.hall.in_redis.SWEPT_WITHIN",
    "rnnviz.hall.on_disk.LONGEST_FILE",
}


def found() -> set[str]:
    """The limits that the code names at the top of a module."""
    names = set()
    for path in (path for folder in FOLDERS for path in (ROOT / folder).glob("*.py")):
        module = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for node in ast.parse(path.read_text("utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            for one in (name for target in targets for name in ast.walk(target)):
                if isinstance(one, ast.Name) and NAME.fullmatch(one.id):
                    names.add(f"{module}.{one.id}")
    return {name for name in names if isinstance(value_of(name), int | float)}


def value_of(name: str) -> object:
    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)


def test_each_limit_in_the_code_is_in_the_table_or_is_none_of_a_client() -> None:
    assert found() == SAID.keys() | OURS


@pytest.mark.parametrize("name", SAID)
def test_the_table_says_the_number_of_each_limit(name: str) -> None:
    value = value_of(name)
    assert isinstance(value, int | float)
    n = int(value)
    kilobytes = n // 1024 if n % 1024 == 0 else n // 1000
    megabytes = n // 2**20 if n % 2**20 == 0 else n // 10**6
    words = SAID[name].format(n=n, comma=f"{n:,}", kB=kilobytes, MB=megabytes)
    assert words in TABLE
