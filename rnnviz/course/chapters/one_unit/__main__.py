"""Measure the units of the chapter's networks anew: `python -m rnnviz.course.chapters.one_unit`.

It takes a minute, and needs neither torch nor node.
"""

import json

from rnnviz.course.chapters.one_unit.measures import SUBJECTS, measures
from rnnviz.course.chapters.one_unit.numbers import file_of, fingerprint

if __name__ == "__main__":
    for subject in (one for one in SUBJECTS.values() if not one.net.letters):
        found = measures(subject)
        record = {"of": fingerprint(subject), "measures": found}
        file_of(subject).write_text(json.dumps(record, ensure_ascii=False) + "\n", "utf-8")
        print(file_of(subject), found["cast"])
