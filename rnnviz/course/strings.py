"""The course's own words, in English; the catalogues have the translations.

Names in braces are filled in by the browser.
"""

from rnnviz.locale import N_

STRINGS = {
    "course": N_("Course"),
    "placeOf": N_("{part} · {place} of {places}"),
    "anew": N_("Begin anew"),
    "anewHint": N_("Everything in this chapter as at first, without your answers"),
    "everything": N_("Show everything"),
    "everythingHint": N_("Shows every answer and what follows it (S)"),
    "openAll": N_("Open all"),
    "openAllHint": N_("Opens every entry; pressed again, only yours stay open"),
    "beside": N_("Beside it:"),
    "larger": N_("Projector"),
    "help": N_("Keys and links"),
    "close": N_("Close"),
    "story": N_(
        "Take hold of anything with a ring around it, and of every underlined number: drag it, use "
        "the arrow keys, or click the number and type."
    ),
    "link": N_(
        "The address holds your answers and what you have set: copy it, and others see the same."
    ),
    "soundCurve": N_("Heard: curve {k} of {n}."),
    "soundNamed": N_("Heard: {name}, curve {k} of {n}."),
    "soundNoCurve": N_("This figure has no curve to be heard."),
    "figureCurve": N_("curve {k}"),
    "figurePoint": N_("point"),
    "figurePoints": N_("single points"),
    "figureCells": N_("map {k}"),
    "figureHand": N_("What is set in the figure"),
    "figureName": N_("name"),
    "figureWritten": N_("What is written in the figure"),
    "figureLine": N_("line"),
    "figureText": N_("text"),
    "keyEverything": N_("show everything: every answer, and what follows it"),
    "keyLarger": N_("the projector: everything larger, on the full screen"),
    "keyHelp": N_("this help"),
    "keyTab": N_("to the next handle or number; the arrow keys change it"),
    "keyPages": N_(
        "a screen down, and back by the same screens, with a clicker too; in a lecture first the "
        "answers in sight, one a press; from the last screen to the next view of the lecture plan"
    ),
    "around": N_("Previous and next chapter"),
    "needs": N_("Builds on:"),
    "previous": N_("Previous: {title}"),
    "next": N_("Next: {title}"),
    "show": N_("Show the answer"),
    "hide": N_("Hide the answer"),
    "askFirst": N_("Ask me first"),
    "askFirstHint": N_(
        "Covers every answer, and asks whether you knew it; what you did not know comes back in Practice"
    ),
    "knew": N_("I knew it"),
    "knewNot": N_("Not yet"),
    "kept": N_("Noted: you knew it."),
    "comesBack": N_("Comes back on {day}, in Practice."),
    "askClass": N_("Ask the class"),
    "right": N_("✓ Yes."),
    "wrong": N_("✗ Not quite."),
    "task": N_("Your turn"),
    "done": N_("✓ Done."),
    "doIt": N_("Do it for me"),
    "notNumber": N_("“{text}” is not a number. It takes a number from {least} to {most}."),
    "tooFar": N_("{text} is outside {least} to {most}; it stays at {value}."),
    "empty": N_("Nothing is written there. It takes a number from {least} to {most}."),
    "steps": N_("“{text}” is not a whole number. It takes one from {least} to {most}."),
    "unknown": N_("“{text}” is not among these words; it stays at “{value}”."),
    "noWord": N_("Nothing is written there; it stays at “{value}”."),
    "strange": N_("“{text}” does not occur here. {kinds}"),
    "tooLong": N_("“{text}” is too long: it may have {longest} characters."),
    "continue": N_("Go on reading: {title}"),
    "begin": N_("Begin: {title}"),
    "practise": N_("Compute it yourself:"),
    "due": N_("Due today:"),
    "read": N_("read"),
    "timeline": N_(
        "Each map: how much every unit of the states moves with every unit of the states one step before, by its "
        "colour."
    ),
    "yourGuess": N_("your guess"),
    "begun": N_("begun"),
    "lead": N_(
        "Everything that stands under a recurrent network, as figures to play with. Each chapter "
        "answers one question and can be read by itself."
    ),
}
