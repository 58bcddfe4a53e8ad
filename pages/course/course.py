"""The contents of the course."""

from pages.course import view
from pages.shared import address
from pages.shared.contents import COURSE, REFERENCE
from pages.shared.contents import address as address_of
from pages.shared.language import translate
from rnnviz.course.contents.pictures import pictures
from rnnviz.locale import N_

REFERENCE_TITLE = N_("Look it up")

address.leave("course")
_ = translate()
shown = pictures()
parts = [
    {
        "title": _(part),
        "chapters": [
            {
                "address": address_of(script),
                "title": _(chapter.title),
                "question": _(chapter.question),
                "picture": shown.get(address_of(script)),
            }
            for script, chapter in chapters.items()
        ],
    }
    for part, chapters in (*COURSE.items(), (REFERENCE_TITLE, REFERENCE))
    if chapters
]
view.show("course", {"parts": parts, "title": _("Course")})
