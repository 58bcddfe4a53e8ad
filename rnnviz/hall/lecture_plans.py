"""Lecture plans: an ordered list of links, each with a sentence for the class and the lecturer's notes.

Four come with rnnviz. A lecturer's own are kept by the browser, and as files: plain JSON,
{title, views: [{view, ask, say}]}, where a view is a link as a room takes it. The class sees `ask`,
in the hall and in a file of the views; `say` is the lecturer's alone, and may hold the answer.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from rnnviz import network
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.hall.room import LONGEST_VIEW, VIEW
from rnnviz.locale import LANGUAGES, N_, Refusal, translator
from rnnviz.locale.writing import HANT, SUFFIX
from rnnviz.presets.units import NETS
from rnnviz.tagging import TASKS
from rnnviz.units.labels import ABOUT, LOSS, READY
from rnnviz.web import ASKED

MOST_VIEWS = 100
LONGEST_SENTENCE = 500
LONGEST_TITLE = 100
# The browser keeps to the same limits.
LIMITS = {
    "views": MOST_VIEWS,
    "view": LONGEST_VIEW,
    "say": LONGEST_SENTENCE,
    "title": LONGEST_TITLE,
}
# In the plans that come with rnnviz.
TEXT = "corpus=helicopter"
NO_PLAN = N_("This file is no lecture plan; nothing was changed.")
TOO_LONG = N_("This lecture plan is too long; nothing was changed.")
FOREIGN = N_("A lecture plan leads only to pages of rnnviz; this one has another link.")
NO_SENTENCE = N_("A sentence for the class is a text of up to {most} characters.")


@dataclass(frozen=True)
class Stop:
    """view: a link such as "step?cell=gru&t=3". say: the lecturer's notes there, which nobody else
    sees. ask: a sentence for the class, "" for none."""

    view: str
    say: str
    ask: str = ""


def _read_by(language: str, view: str) -> str:
    """A view of ours whose text is in the writing that readers of a language read."""
    return view.replace(TEXT, f"{TEXT}{SUFFIX}") if language == HANT else view


def _whole(text: str) -> str:
    """A text without halves of characters, which JSON can say and no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
                Stop(one["view"], one["say"], one.get("ask", "")) for one in told["views"]
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as reason:
            raise Refusal(NO_PLAN) from reason
        words = [title, *(word for stop in stops for word in (stop.view, stop.say, stop.ask))]
        if not all(isinstance(word, str) for word in words):
            raise Refusal(NO_PLAN)
        is_long = any(
            len(stop.view) > LONGEST_VIEW or max(len(stop.say), len(stop.ask)) > LONGEST_SENTENCE
            for stop in stops
        )
        if is_long or len(stops) > MOST_VIEWS or len(title) > LONGEST_TITLE:
            raise Refusal(TOO_LONG)
        if not all(VIEW.fullmatch(stop.view) for stop in stops):
            raise Refusal(FOREIGN)
        return cls(_whole(title), tuple(Stop(s.view, _whole(s.say), _whole(s.ask)) for s in stops))

    def told(self, language: str) -> dict[str, Any]:
        """The plan as its file has it, in a reader's language, with a text that they read."""
        translate = translator(language)
        views = [
            {
                "view": _read_by(language, stop.view),
                "ask": stop.ask and translate(stop.ask),
                "say": stop.say and translate(stop.say),
            }
            for stop in self.stops
        ]
        return {"title": translate(self.title), "views": views}


BUILT_IN = (
    LecturePlan(
        N_("Why a hidden state (20 min)"),
        (
            Stop(
                "why_history?section=table",
                N_(
                    "Which character comes after these letters? Let the class guess, then type one "
                    "letter more, and one more: how much is left to count?"
                ),
                N_("Which character comes after these letters?"),
            ),
            Stop(
                "why_history?section=empty",
                N_(
                    "Ask: what happens to the table when we look one character further back? Let "
                    "them vote, then show the answer: a curve of it appears."
                ),
                N_("How many of all sequences of six letters stand in the text?"),
            ),
            Stop(
                "why_history?section=state",
                N_("Instead of a longer table: a vector that is carried along. Say its name."),
                N_("Instead of a longer table: a vector that is carried along."),
            ),
            Stop(
                "step?cell=mlp&text=to+be+or+not+to+be&t=2&view=sum&cover=2",
                N_(
                    "No state: what this network says after “o” depends on “o” alone. Step on and "
                    "find the next “o”."
                ),
                N_("No state: what does this network say after each “o”?"),
            ),
            Stop(
                "step?cell=rnn&text=to+be+or+not+to+be&beside=mlp",
                N_(
                    "The same text with and without a state. Before you step: at which “o” will "
                    "the two differ?"
                ),
                N_("The same text with and without a state: at which “o” will the two differ?"),
            ),
            Stop(
                "step?cell=rnn&t=2&phase=hidden&unit=7&view=sum&cover=2",
                N_(
                    "One unit, one number. Let them vote, then show which terms come from the "
                    "input and which from the state before."
                ),
                N_(
                    "One unit: which is larger, what comes from the input or from the state before?"
                ),
            ),
            Stop(
                "step?cell=rnn&t=5&phase=hidden",
                N_(
                    "Unit 1 of the initial state is 0 here. The next view has it at 1: ask how many "
                    "steps later one will still see it."
                ),
                N_("The initial state is going to be changed. For how many steps will one see it?"),
            ),
            Stop(
                "step?cell=rnn&t=5&phase=hidden&view=difference&changes=H0.1%3D1",
                N_("Count the steps in which anything differs, and compare with the guesses."),
                N_("The initial state is changed by hand: this is what differs."),
            ),
            Stop(
                "why_state?section=train",
                N_("Train both before their eyes. Let them guess first which loss stops falling."),
                N_("Both are trained: whose loss stops falling first?"),
            ),
        ),
    ),
    LecturePlan(
        N_("Inside an LSTM (20 min)"),
        (
            Stop(
                "step?t=3",
                N_("The whole step first. Ask: how many arrows lead to the next step? Name both."),
                N_("How many arrows lead to the next step?"),
            ),
            Stop(
                "step?t=2&phase=forget&unit=7&cover=2",
                N_(
                    "The forget gate: one number between 0 and 1 a unit. What does 0 mean, what 1? "
                    "Let them vote, then show the number."
                ),
                N_("The forget gate: will it keep what this unit remembers, or erase it?"),
            ),
            Stop(
                "step?t=4&phase=forget&unit=8&view=sum&cover=4",
                N_("One gate as a sum: ask which term decides it, then open the largest bar."),
                N_("One gate as a sum: which term is larger?"),
            ),
            Stop(
                "step?t=3&phase=candidate",
                N_("The candidate: what could be written. It is not written yet; ask who decides."),
                N_("The candidate: what could be written. Who decides whether it is?"),
            ),
            Stop(
                "step?t=3&phase=memory",
                N_(
                    "Old memory times forget, plus candidate times input. Before you come here, "
                    "compute one unit on the board together, with the numbers of the view before."
                ),
                N_("Old memory times forget, plus candidate times input: one unit, computed."),
            ),
            Stop(
                "step?t=5&view=ledger",
                N_("What the memory holds now, written when? Ask which character is still there."),
                N_("What the memory holds now, and when that was written."),
            ),
            Stop(
                "step?t=5",
                N_("All predictions are right. The next view erases the memory at each step."),
                N_(
                    "From step 2 on we hold all forget gates at 0. Which predictions will go wrong?"
                ),
            ),
            Stop(
                "step?t=2&phase=memory&changes=F.*.2-5%3D0",
                N_(
                    "Step to the end: which predictions go wrong? None: H still tells the "
                    "characters apart."
                ),
                N_("From step 2 on all forget gates are held at 0."),
            ),
            Stop(
                "step?t=5&view=witnesses&cover=5",
                N_("Which characters speak for the prediction, and which against it?"),
                N_("Which character will it predict, and which characters speak for it?"),
            ),
            Stop(
                "why_gates?section=keep",
                N_("A gate is a length of memory: drag it, and read off how many steps remain."),
                N_("A gate of 0.9 at every step: how much of a state is left after 30 steps?"),
            ),
        ),
    ),
    LecturePlan(
        N_("Training live (15 min)"),
        (
            Stop(
                "step?cell=gru&weights=random&cover=1",
                N_("Before any training: random weights. Ask how good the guesses can be."),
                N_("Before any training: how good can the guesses be?"),
            ),
            Stop(
                "softmax?section=loss",
                N_("What does a wrong guess cost? Agree on a number for guessing blindly."),
                N_("All of 27 characters are equally likely. What does a guess cost?"),
            ),
            Stop(
                "train?corpus=helicopter",
                N_("Let them draw the curve in the air, then press Space and watch the loss fall."),
                N_("What will the curve of the loss look like?"),
            ),
            Stop(
                "step?cell=gru",
                N_("The first network again, now trained. Let them guess, then step to the end."),
                N_("The first network again, now trained: which step will be the hardest?"),
            ),
            Stop(
                "train?corpus=helicopter&cell=race",
                N_(
                    "RNN, GRU and LSTM with as many parameters. Take a vote on who wins, then "
                    "start."
                ),
                N_("RNN, GRU and LSTM with as many parameters: who wins?"),
            ),
            Stop(
                "why_state?section=lowest",
                N_(
                    "Ask before you come here why a loss does not reach 0: what the network sees is "
                    "the same, what is right is not."
                ),
                N_("How low a loss can go."),
            ),
        ),
    ),
    LecturePlan(
        N_("Why gradients vanish (20 min)"),
        (
            Stop(
                "backprop",
                N_("Begin small: an error goes back by one product a step. Do one by hand."),
                N_("An error goes back by one product a step."),
            ),
            Stop(
                "step?cell=rnn&t=5&way=back&phase=hidden",
                N_(
                    "The same room backwards: the arrows turn. Ask which way time runs now, and "
                    "step on."
                ),
                N_("The same steps backwards: the arrows have turned."),
            ),
            Stop(
                "step?cell=rnn&t=5&view=reach",
                N_("How far back does each loss reach? Read one row aloud, from right to left."),
                N_("How far back each loss reaches."),
            ),
            Stop(
                "gradients?section=factor",
                N_(
                    "One step is one factor. Ask: what becomes of 0.9 after thirty steps, of 1.1? "
                    "Then stretch the matrix to both."
                ),
                N_("One step is one factor: what becomes of 0.9 after thirty steps, and of 1.1?"),
            ),
            Stop(
                "gradients?section=triangle",
                N_("All pairs at once. Which cells have rows that do not fade?"),
                N_("All pairs of steps at once: how much arrives from one at the other."),
            ),
            Stop(
                "gradients?section=road",
                N_("The memory of an LSTM is a road with few tolls. Is it true that it is free?"),
                N_("Does the gradient of an LSTM vanish?"),
            ),
            Stop(
                "step?t=5&view=reach",
                N_("The reach of an LSTM. Compare it with the RNN, a few views ago."),
                N_("How far back it reaches in an LSTM."),
            ),
            Stop(
                "gradients?section=clip",
                N_("The other end: gradients that explode. Show what clipping keeps and cuts."),
                N_("The other end: gradients that explode."),
            ),
            Stop(
                "gradients?section=decides",
                N_("Close with the question of the beginning: what decides how far back it goes?"),
                N_("What decides how far back a gradient goes."),
            ),
        ),
    ),
)


def sentence(told: object) -> str:
    """A sentence for the class, as a browser tells it; "" for none. Raises Refusal for what is none."""
    if not isinstance(told, str) or len(told) > LONGEST_SENTENCE:
        raise Refusal(NO_SENTENCE, most=LONGEST_SENTENCE)
    return _whole(told)


@cache
def _of_ours() -> dict[str, str]:
    """The sentences of the built-in plans, by what they are in any language."""
    asked = {stop.ask for plan in BUILT_IN for stop in plan.stops if stop.ask}
    return {translator(language)(ask): ask for language in LANGUAGES for ask in asked}


def sentence_in(told: str, language: str) -> str:
    """A sentence as a reader of this language reads it: one of a lecturer's own as it is."""
    ours = _of_ours().get(told)
    return told if ours is None else translator(language)(ours)


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
    "notes": N_("Notes"),
    "notesHint": N_("Notes in a second window, which drives this one; the hall sees none of them"),
    "added": N_("Added to “{title}” as view {place}."),
    "full": N_("A plan has up to {most} views."),
    "unkept": N_("This browser has no room for the plan; save it as a file."),
    "noPlan": NO_PLAN,
    "tooLong": TOO_LONG,
    "foreign": FOREIGN,
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
        "gradients": N_("Gradients of the weights"),
        "difference": N_("What changed"),
        "sum": N_("Sum of a unit"),
        "words": N_("In words"),
        "ledger": N_("Ledger"),
        "witnesses": N_("Witnesses"),
        "writing": N_("Writing"),
        "reach": N_("Reach"),
    },
}
# What a link of the Step page means by a field that it leaves out.
USUAL = {"cell": "lstm"}
# The words of the notes in a window of their own.
NOTES = {
    "back": N_("Back"),
    "next": N_("Next"),
    "stepBack": N_("Step back"),
    "stepOn": N_("Step on"),
    "dark": N_("Black screen"),
    "next_uncover": N_("Bring the picture back"),
    "next_reveal": N_("Show the answer"),
    "next_away": N_("Put the question away"),
    "next_step": N_("Step {at} of {of}"),
    "next_screen": N_("A screen on"),
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
    "onScreen": N_("For the class: {words}"),
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
