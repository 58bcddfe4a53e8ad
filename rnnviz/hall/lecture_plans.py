"""Lecture plans: an ordered list of links, each with a sentence for the class and the lecturer's notes.

Some come with rnnviz; see `built_in_plans.py`. A lecturer's own are kept by the browser, and as
files: plain JSON, {title, views: [{view, minutes, ask, say, question}]}, where a view is a link as
a room takes it; minutes and question may be left out. The class sees `ask`, in the hall and in a
file of the views; `say` is the lecturer's alone, and may hold the answer. A question has a string a
line: its words, then its answers, the right one with a star before it.
"""

import json
from dataclasses import dataclass
from typing import Any

from rnnviz import network
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.hall.room import LONGEST_VIEW, VIEW
from rnnviz.hall.strings import STRINGS as ROOM
from rnnviz.hall.votes import LONGEST_QUESTION, MOST_CHOICES
from rnnviz.locale import N_, Refusal, translator
from rnnviz.locale.writing import HANT, SUFFIX
from rnnviz.presets.units import NETS
from rnnviz.tagging import TASKS
from rnnviz.units.labels import ABOUT, LOSS, READY
from rnnviz.web import ASKED

MOST_VIEWS = 100
LONGEST_SENTENCE = 500
LONGEST_TITLE = 100
# Of a view.
MOST_MINUTES = 600
# Of a question.
MOST_LINES, LONGEST_LINE = 1 + MOST_CHOICES, LONGEST_QUESTION
# Of a link that holds a whole plan, behind its #.
LONGEST_LINK = 8_000
# The browser keeps to the same limits.
LIMITS = {
    "views": MOST_VIEWS,
    "view": LONGEST_VIEW,
    "say": LONGEST_SENTENCE,
    "title": LONGEST_TITLE,
    "minutes": MOST_MINUTES,
    "lines": MOST_LINES,
    "line": LONGEST_LINE,
    "link": LONGEST_LINK,
}
# In the plans that come with rnnviz.
TEXT = "corpus=helicopter"
NO_PLAN = N_("This file is no lecture plan; nothing was changed.")
TOO_LONG = N_("This lecture plan is too long; nothing was changed.")
FOREIGN = N_("A lecture plan leads only to pages of rnnviz; this one has another link.")
NO_MINUTES = N_(
    "In this lecture plan, the minutes of view {place} are no whole number from 0 to {most}; nothing "
    "was changed."
)
NO_SENTENCE = N_("A sentence for the class is a text of up to {most} characters.")


@dataclass(frozen=True)
class Stop:
    """view: a link such as "step?cell=gru&t=3". say: the lecturer's notes there, which nobody else
    sees. ask: a sentence for the class, "" for none. minutes: how long it is planned to take, 0
    where that is left open. question: what the class is asked there, line by line, or nothing."""

    view: str
    say: str
    ask: str = ""
    minutes: int = 0
    question: tuple[str, ...] = ()


def _read_by(language: str, view: str) -> str:
    """A view of ours whose text is in the writing that readers of a language read."""
    return view.replace(TEXT, f"{TEXT}{SUFFIX}") if language == HANT else view


def _whole(text: str) -> str:
    """A text without halves of characters, which JSON can say and no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _lines(told: object) -> tuple[Any, ...]:
    """A question's lines, not checked yet; raises TypeError for what is no list."""
    if not isinstance(told, list):
        raise TypeError
    return tuple(told)


def _is_minutes(told: object) -> bool:
    """Also 3.0: to a browser it is the number 3."""
    if isinstance(told, bool) or not isinstance(told, int | float):
        return False
    return 0 <= told <= MOST_MINUTES and float(told).is_integer()


@dataclass(frozen=True)
class LecturePlan:
    """Stops in their order."""

    title: str
    stops: tuple[Stop, ...]

    @classmethod
    def read(cls, text: str) -> "LecturePlan":
        """The plan in a file. Raises Refusal for what is none, is too long or leads elsewhere."""
        try:
            told = json.loads(text)
            title = told["title"]
            stops = tuple(
                Stop(
                    one["view"],
                    one["say"],
                    one.get("ask", ""),
                    one.get("minutes", 0),
                    _lines(one.get("question", [])),
                )
                for one in told["views"]
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as reason:
            raise Refusal(NO_PLAN) from reason
        parts = ((stop.view, stop.say, stop.ask, *stop.question) for stop in stops)
        words = [title, *(word for part in parts for word in part)]
        if not all(isinstance(word, str) for word in words):
            raise Refusal(NO_PLAN)
        for place, stop in enumerate(stops, 1):
            if not _is_minutes(stop.minutes):
                raise Refusal(NO_MINUTES, place=place, most=MOST_MINUTES)
        is_long = any(
            len(stop.view) > LONGEST_VIEW
            or max(len(stop.say), len(stop.ask)) > LONGEST_SENTENCE
            or len(stop.question) > MOST_LINES
            or any(len(line) > LONGEST_LINE for line in stop.question)
            for stop in stops
        )
        if is_long or len(stops) > MOST_VIEWS or len(title) > LONGEST_TITLE:
            raise Refusal(TOO_LONG)
        if not all(VIEW.fullmatch(stop.view) for stop in stops):
            raise Refusal(FOREIGN)
        return cls(
            _whole(title),
            tuple(
                Stop(
                    s.view,
                    _whole(s.say),
                    _whole(s.ask),
                    int(s.minutes),
                    tuple(map(_whole, s.question)),
                )
                for s in stops
            ),
        )

    def told(self, language: str) -> dict[str, Any]:
        """The plan as its file has it, in a reader's language, with a text that they read."""
        translate = translator(language)
        views = [
            {
                "view": _read_by(language, stop.view),
                "minutes": stop.minutes,
                "ask": stop.ask and translate(stop.ask),
                "say": stop.say and translate(stop.say),
                "question": list(stop.question),
            }
            for stop in self.stops
        ]
        return {"title": translate(self.title), "views": views}


def sentence(told: object) -> str:
    """A sentence for the class, as a browser tells it; "" for none. Raises Refusal for what is none."""
    if not isinstance(told, str) or len(told) > LONGEST_SENTENCE:
        raise Refusal(NO_SENTENCE, most=LONGEST_SENTENCE)
    return _whole(told)


STRINGS = ASKED | {
    "plan": N_("Lecture plan"),
    "choose": N_("Choose a plan, or begin one by adding a view"),
    "yours": N_("Yours"),
    "builtIn": N_("Built in"),
    "newPlan": N_("New plan"),
    "untitled": N_("My lecture"),
    "title": N_("Title"),
    "ask": N_("For the class: on the screen, and in the file for students"),
    "askShort": N_("For the class"),
    "say": N_("Your notes: nobody else sees them"),
    "sayShort": N_("Only for you"),
    "question": N_(
        "Your question to the class, asked when you press on; below it an answer a line, * marks the "
        "right one"
    ),
    "questionShort": N_("Question"),
    "ownQuestion": N_("Ask a question of your own"),
    "askExample": ROOM["askExample"],
    "minutes": N_("Minutes"),
    "minutesHint": N_("How long view {place} is to take; your notes say how far you are behind"),
    "minutesOf": N_("{minutes} min"),
    "together": N_("Together {minutes} min"),
    "noPicture": N_("There is no picture of this view now."),
    "covered": N_("Your notes are covered while you teach: the class may see this screen."),
    "uncover": N_("Show them here"),
    "lent": N_("A built-in plan. With the first change it becomes one of yours."),
    "append": N_("Add all views of another plan"),
    "unread": N_("“{title}” is kept in this browser, but is no lecture plan."),
    "crowded": N_("This browser keeps as many plans as it can; remove one first."),
    "undo": N_("Undo"),
    "empty": N_("No views yet. Go to a page you want to show, and add it."),
    "add": N_("Add this view"),
    "start": N_("Start"),
    "stopWalk": N_("Put the plan away"),
    "save": N_("Save as a file"),
    "saveHint": N_("The plan with your notes: for you, and for other lecturers"),
    "link": N_("Copy a link"),
    "linkHint": N_("The whole plan with your notes in one link: for you, and for other lecturers"),
    "linkLong": N_(
        "This plan would be a link of {length} characters, and a link has up to {most}: save it as a "
        "file."
    ),
    "linkCopied": N_("The link is copied. It has the whole plan, with your notes."),
    "linkHere": N_("This browser lets no page copy here: copy the link from this field."),
    "open": N_("Open a file"),
    "remove": N_("Remove this plan"),
    "removeView": N_("Remove {place}"),
    "up": N_("Move {place} up"),
    "down": N_("Move {place} down"),
    "goTo": N_("Go to {place}"),
    "thisRun": N_("Show the training that was begun here"),
    "thisRunHint": N_("Place {place} shows it, as it stands, whenever the plan is walked"),
    "anew": N_("Train anew here"),
    "anewHint": N_("Place {place} shows a training; without it, it shows what is to be trained"),
    "back": N_("Back"),
    "next": N_("Next"),
    "askHere": N_("Ask here"),
    "askHereHint": N_(
        "The stage covers step {t} of view {place} and all that follows: it asks the class before it "
        "shows, and PageDown shows the answer"
    ),
    "atEnd": N_("This is the end of the lecture plan."),
    "atStart": N_("This is the beginning of the lecture plan."),
    "closeDialog": N_("Close"),
    "saveViews": N_("Save all views as one file"),
    "saveViewsHint": N_("For students: it has none of your notes"),
    "handout": N_("Handout"),
    "handoutHint": N_(
        "A sheet of paper for each view, with its sentence for the class and lines for notes"
    ),
    "slides": N_("Slides"),
    "slidesHint": N_(
        "A .pptx with a slide for each view, your notes in its notes; or frames for a web page"
    ),
    "saveSeen": N_("Save what was seen ({count})"),
    "saveSeenHint": N_(
        "Every view of this lecture at which you stopped: while a room is open, or a plan is walked"
    ),
    "seen": N_("What we saw"),
    "making": N_("The file is being made …"),
    "made": N_("Saved: {count} views in one file, which opens without a network."),
    "madeBut": N_(
        "Saved: {count} views in one file. It could not hold view {places}, and says there why."
    ),
    "keys": N_(
        "< and > go through the plan on every page, a full screen too; * adds a view. T shows your "
        "notes in a window of their own; the class never sees them."
    ),
    "cardKeys": N_(
        "In this card, arrow keys go from view to view, with Shift they move the view, and Delete "
        "removes it; or drag its picture."
    ),
    "notes": N_("Notes"),
    "notesHint": N_("Notes in a second window, which drives this one; the hall sees none of them"),
    "added": N_("Added to “{title}” as view {place}."),
    "full": N_("A plan has up to {most} views."),
    "unkept": N_("This browser has no room for the plan; save it as a file."),
    "noPlan": NO_PLAN,
    "tooLong": TOO_LONG,
    "foreign": FOREIGN,
    "noMinutes": NO_MINUTES,
}
# The page that a link with a whole plan leads to.
IN_A_LINK = {
    "offered": N_("A lecture plan in a link: “{title}”, with {count} views"),
    "offeredMeans": N_(
        "It comes beside your own plans, with its notes, in this browser alone. Nothing of yours is "
        "changed."
    ),
    "openIt": N_("Open this plan"),
    "noPlanLink": N_(
        "There is no whole lecture plan in this link; some of its end may be missing. Ask for it "
        "once more, or for the plan as a file."
    ),
}
# What a link says of its view, in words and in this order: by a field's name, its sentence. Fields
# without a sentence do not matter in a plan, and are left out.
FIELDS = {
    "cell": "{value}",
    "beside": N_("beside {value}"),
    "text": "“{value}”",
    "goal": "{value}",
    "readings": N_("readings of a sensor"),
    "weights": "{value}",
    "corpus": "{value}",
    "run": N_("a training"),
    "net": "{value}",
    "file": N_("a network of one’s own"),
    "step": N_("a network of the Step page"),
    "way": "{value}",
    "t": "t = {value}",
    "phase": "{value}",
    "quantity": "{value}",
    "unit": N_("unit {value}"),
    "label": "{value}",
    "view": "{value}",
    "changes": N_("changed by hand"),
    "section": "{value}",
}
CELLS = {name: network.title(name) for name in (*EVERY_CELL, *TWO_WAY)}
# The words for a field's values in a link. Values of other fields are said as they stand there. What
# ends with a colon is the name of a label about one character, which follows.
VALUES = {
    "cell": CELLS | {"race": N_("race"), "written": N_("a cell of one's own")},
    "beside": CELLS | {"original": N_("the original")},
    "goal": dict.fromkeys(TASKS, N_("parts of speech")),
    "weights": {"random": N_("random weights")},
    "net": {name: net.title for name, net in NETS.items()},
    "label": {name: label.title for name, label in READY.items()}
    | {f"{name}:": title for name, (title, _on) in ABOUT.items()}
    | {"loss": LOSS, "regex": N_("a regular expression"), "spans": N_("what was marked")},
    "way": {"back": N_("backwards")},
    "phase": {
        "forget": N_("forget gate"),
        "input": N_("input gate"),
        "output": N_("output gate"),
        "reset": N_("reset gate"),
        "update": N_("update gate"),
        "candidate": N_("candidate"),
        "memory": N_("memory cell"),
        "hidden": N_("hidden state"),
    },
    "view": {
        "equations": N_("Equations"),
        "memory": N_("Over time"),
        "gradients": N_("Gradients of the weights"),
        "distance": N_("By distance"),
        "difference": N_("What changed"),
        "sum": N_("Sum"),
        "words": N_("In words"),
        "ledger": N_("Ledger"),
        "witnesses": N_("Witnesses"),
        "writing": N_("Writing"),
        "reach": N_("How far back"),
    },
}
# What a link of the Step page means by a field that it leaves out.
USUAL = {"cell": "lstm"}
# The words of the slides.
SLIDES = {
    "slides": N_("Slides"),
    "making": N_("The pictures are being drawn …"),
    "drawn": N_("{k} of {count} pictures"),
    "ready": N_(
        "A slide for each view, with its picture and its link. Your notes are in its notes, and leave "
        "this browser for that file alone."
    ),
    "frames": N_(
        "For slides that are web pages, each view as a frame: for pages that a server sends, on this "
        "computer too; a browser shows no frame of ours in a page that was opened as a file."
    ),
    "save": N_("Save as .pptx"),
    "saving": N_("The file is being made …"),
    "saved": N_("Saved."),
    "frameOf": N_("View {place} as a frame, in HTML"),
    "copyFrame": N_("Copy the frame"),
    "copied": ROOM["copied"],
    "notCopied": N_("This browser lets no page copy here: copy it from the field."),
    "missing": N_("This view could not be drawn"),
    "none": N_(
        "This browser keeps no plan with views. Choose one in rnnviz, then open this page again."
    ),
}
# The words of the handout.
HANDOUT = {
    "handout": N_("Handout"),
    "making": N_("The sheets are being drawn …"),
    "sheets": N_("{k} of {count} sheets"),
    "ready": N_("A sheet for each view. Your notes are on none of them."),
    "missing": N_("This view could not be drawn"),
    "none": N_(
        "This browser keeps no plan with views. Choose one in rnnviz, then open this page again."
    ),
}
# The words of the notes in a window of their own.
NOTES = {
    "handout": N_("Handout"),
    "back": N_("Back"),
    "next": N_("Next"),
    "stepBack": N_("Step back"),
    "stepOn": N_("Step on"),
    "dark": N_("Black screen"),
    "next_uncover": N_("Bring the picture back"),
    "next_reveal": N_("Show the answer"),
    "next_ask": N_("Ask the class"),
    "next_asking": N_("The class is being asked …"),
    "next_away": N_("Put the question away"),
    "next_step": N_("Step {at} of {of}"),
    "next_screen": N_("A screen on"),
    "next_error": N_("Error {at} of {of}"),
    "next_show": N_("Show the answer"),
    "next_do": N_("Do the task"),
    "next_open": N_("Open the next part"),
    "next_train": N_("Train"),
    "next_moment": N_("The next checkpoint"),
    "next_view": N_("Next view: {view}"),
    "next_arriving": N_("The view is coming …"),
    "next_end": N_("The plan ends here"),
    "next_nothing": N_("Nothing comes next"),
    "then": N_("Then: {words}"),
    "minutes": N_("{minutes} min"),
    "passed": N_("{passed} of {planned} min"),
    "onTime": N_("on time"),
    "behind": N_("{minutes} min behind"),
    "ahead": N_("{minutes} min ahead"),
    "fromHere": N_("This view begins now"),
    "fromHereHint": N_("Counts the minutes of the plan from here: nothing is behind any more"),
    "onScreen": N_("For the class: {words}"),
    "own": N_("Question: {words}"),
    "noNotes": N_("No notes for this view."),
    "last": N_("This is the last view."),
    "noPlanNow": N_("No plan is being walked."),
    "noRoom": N_("No room is open."),
    "noHall": N_("There is no window for the hall. Open rnnviz in another window of this browser."),
    "quietHall": N_("The hall's window does not answer; it may be loading."),
    "notesKeys": N_(
        "The keys of the stage, of the plan and of the lecture work here, and act in the hall's "
        "window."
    ),
}
