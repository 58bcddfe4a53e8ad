"""Measure the units of the chapter's networks anew: `python -m rnnviz.course.chapters.one_unit`.

It takes a minute, and needs neither torch nor node.
"""

import json

from rnnviz import files
from rnnviz.course.chapters.one_unit.measures import SUBJECTS, measures
from rnnviz.course.chapters.one_unit.numbers import file_of, fingerprint

if __name__ == "__main__":
    for subject in (one for one in SUBJECTS.values() if not one.net.letters):
        found = measures(subject)
        record = {"of": fingerprint(subject), "measures": found}
        told = json.dumps(record, ensure_ascii=False)
        files.put(file_of(subject), f"{told}\n".encode(), mode=files.AS_OTHERS)
        print(file_of(subject), found["cast"])
