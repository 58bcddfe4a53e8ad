"""The words of a room, for the lecturer's page and the followers'."""

from rnnviz.locale import N_

STRINGS = {
    "teach": N_("Teach"),
    "teachHint": N_("Open a room: others follow your stage on their own screens"),
    "room": N_("Room {code}"),
    "present": N_("{present} here, {following} follow"),
    "nobody": N_("nobody here yet"),
    "scan": N_("Scan, or open the link. Nothing to install, no account."),
    "alone": N_(
        "Only this computer reaches this address. Start with `make teach` to open it to the room."
    ),
    "copy": N_("Copy the link"),
    "copied": N_("Copied"),
    "closeRoom": N_("Close the room"),
    "closeDialog": N_("Close"),
    "offline": N_("No connection to the server; trying again …"),
    "elsewhere": N_("You drive this room in another tab."),
    "takeOver": N_("Drive from here"),
    "following": N_("Following"),
    "roaming": N_("On your own"),
    "back": N_("Back to the lecturer"),
    "waiting": N_("The lecturer's stage is coming …"),
    "reconnecting": N_("No connection; trying again …"),
    "over": N_("The lecturer has closed the room. What you see stays."),
    "page": N_("The lecturer is on another page:"),
    "loss": N_("loss"),
    "stepOf": N_("step {step} of {steps}"),
    "question": N_("Question to the class"),
    "choose": N_("Choose an answer; you may change it until it is shown."),
    "sending": N_("Sending …"),
    "given": N_("Your answer is in; you may change it until it is shown."),
    "isOver": N_("The answer is shown."),
    "tooLate": N_("Too late: the answer was shown before yours came."),
    "pace": N_("How is the pace?"),
    "faster": N_("Faster"),
    "slower": N_("Slower"),
    "lost": N_("Lost"),
    "votes": N_("{votes} of {present} have answered"),
    "lateVotes": N_("{late} too late"),
    "showCounts": N_("Show the votes"),
    "hideCounts": N_("Hide the votes"),
    "reveal": N_("Show the answer"),
    "done": N_("Done"),
    "ask": N_("Ask the class"),
    "askLabel": N_("Your question, and below it an answer a line; * marks the right one"),
    "askExample": N_(
        "Why does the gradient vanish?\n* many factors below 1\nthe loss is too small"
    ),
    "keep": N_("Keep for later"),
    "saveVotes": N_("Votes as CSV"),
}
