"""The words of a room, for the lecturer's page and the followers'."""

from rnnviz.explain.spoken import IN_TEXT
from rnnviz.locale import N_
from rnnviz.web import ASKED

# The curves of a training.
CURVES = {
    "loss": N_("loss"),
    "validation": N_("validation"),
    "uniform": N_("guessing"),
    "unigram": N_("unigram"),
    "bigram": N_("bigram"),
    "entropy": N_("entropy"),
    "stepOf": N_("step {step} of {steps}"),
    "stepsAxis": N_("steps"),
    "lossAxis": N_("loss, nats a character"),
}
SHARED = ASKED | CURVES
# The page of the votes of a series of lectures.
OVER_WEEKS = IN_TEXT | {
    "overWeeks": N_("Votes over the weeks"),
    "votesComing": N_("The votes are coming …"),
    "votesMeans": N_(
        "Whoever has this link sees this table, and nobody else does. It has numbers alone: nobody's "
        "name, and no device's. What a class got wrong most often comes first."
    ),
    "votesNone": N_("Nobody has answered a question in these rooms yet."),
    "votesSave": N_("Save as CSV"),
    "votesPicture": N_("Both tables as they stand on this page, in the light colours on white."),
    "lectures": N_("Lectures"),
    "questionsOf": N_("Questions asked"),
    "day": N_("Day"),
    "questionHead": N_("Question"),
    "presentHead": N_("Present"),
    "questionsHead": N_("Questions asked"),
    "votesHead": N_("Votes"),
    "rightHead": N_("Right"),
    "rightOf": N_("{right} of {votes}"),
    "answeredBy": N_("{votes} answered"),
    "wrongTimes": N_("{wrong} of {asked} times fewer than half were right"),
}
STRINGS = (
    SHARED
    | IN_TEXT
    | {
        "teach": N_("Teach"),
        "teachHint": N_("Open a room: others follow your stage on their own screens"),
        "openTitle": N_("Open a room?"),
        "openMeans": N_(
            "It has a link and a code to scan. Whoever opens the link sees the page that you show, on "
            "a screen of their own, and can answer your questions."
        ),
        "openRoom": N_("Open a room"),
        "seriesLabel": N_("Name of your course (may be left out)"),
        "seriesExample": N_("Neural networks, autumn 2026"),
        "seriesMeans": N_(
            "The votes of all rooms of this name come into one table over the weeks: what was asked, "
            "when, and right of how many. It has numbers alone, and you alone have its link."
        ),
        "seriesJoin": N_("Count this room in"),
        "seriesNone": N_("This room belongs to no course yet"),
        "seriesUnkept": N_(
            "The room is counted in, but this browser keeps nothing: save the link of the votes."
        ),
        "votesOf": N_("Votes over the weeks: {title}"),
        "overWeeks": OVER_WEEKS["overWeeks"],
        "notNow": N_("Not now"),
        "plan": N_("Plan"),
        "planHint": N_("Lecture plans: views in an order, with what to ask at each"),
        "room": N_("Room {code}"),
        "present": N_("{present} here, {following} follow"),
        "nobody": N_("nobody here yet"),
        "roomFull": N_(
            "The room is full, and nobody else gets in. If these are not your class, close the room, "
            "open another one, and choose “Only who is here now” as soon as your class is there."
        ),
        "scan": N_("Scan, or open the link. Nothing to install, no account."),
        "alone": N_(
            "Only this computer reaches this address. To open it to the room, stop rnnviz and start it "
            "again with the command rnnviz teach, or make teach."
        ),
        "copy": N_("Copy the link"),
        "copied": N_("Copied"),
        "notCopied": N_("This browser does not let a page copy here."),
        "closeRoom": N_("Close the room"),
        "closeDialog": N_("Close"),
        "closeSure": N_(
            "Close the room {code}? Everybody keeps what they see; the link leads nowhere then."
        ),
        "keepOpen": N_("Keep it open"),
        "keyClose": N_("close the room; Enter confirms, Escape keeps it open"),
        "onlyHere": N_("Only who is here now"),
        "onlyHereHint": N_(
            "Whoever comes from now on is turned away and cannot vote; those who are here may leave and "
            "come back, but for a private window that was closed: it counts as new."
        ),
        "letIn": N_("Let newcomers in"),
        "turnedAway": N_("newcomers are turned away: {turned} so far"),
        "handOver": N_("Hand over"),
        "handTitle": N_("Hand the room to another person"),
        "handMeans": N_(
            "Whoever opens the link first drives the room from then on, and you watch: for one person, "
            "once, until {time}."
        ),
        "handHidden": N_(
            "The class may see this window, so the link is not here: it is in the window of your "
            "notes. Or copy it, and send it to that person."
        ),
        "handShow": N_("Show it in the notes"),
        "handAlong": N_(
            "Your lecture plan with its notes and your saved questions go along; you keep yours."
        ),
        "handAlone": N_("Your lecture plan and your saved questions do not go along:"),
        "handBack": N_("Take the offer back"),
        "handedTo": N_("{driver} drives this room now."),
        "handed": N_("Another person drives this room now."),
        "handedMeans": N_(
            "You are in it without its key. You drive again when the room is handed back to you."
        ),
        "onlooker": N_("you watch"),
        "watch": N_("Watch as the class does"),
        "leave": N_("Leave the room"),
        "takeTitle": N_("You are handed the room {code}"),
        "takeMeans": N_(
            "From now on what you show here is what the class sees; the person who gave you this link "
            "no longer drives. The link works once. Their lecture plan with its notes and their "
            "questions come along, beside your own."
        ),
        "takeName": N_("Your name, for that person to see:"),
        "take": N_("Drive the room"),
        "takeYours": N_("This browser drives this room already."),
        "takeGo": N_("Go on"),
        "takeOther": N_(
            "This browser drives the room {code}. Close that one or hand it over first."
        ),
        "takeUnkept": N_(
            "This browser keeps nothing, and so cannot drive a room; use another window."
        ),
        "takeNoRoom": N_(
            "The room is yours. This browser has no place for the lecture plan that came with it: save "
            "it as a file."
        ),
        "takeSave": N_("Save as a file"),
        "takeOffline": N_("The server does not answer. Try again: the link still works."),
        "offline": N_("No connection to the server; trying again …"),
        "elsewhere": N_("You drive this room in another tab."),
        "takeOver": N_("Drive from here"),
        "following": N_("Following"),
        "inRoom": N_("In the room"),
        "roaming": N_("On your own"),
        "back": N_("Back to the lecturer"),
        "waiting": N_("The lecturer's stage is coming …"),
        "reconnecting": N_("No connection; trying again …"),
        "barred": N_("The lecturer lets in only those who are here already; trying again …"),
        "isBlack": N_("The lecturer has turned the screen black."),
        "over": N_("The lecturer has closed the room. What you see stays."),
        "again": N_("Try again"),
        "page": N_("The lecturer is on another page:"),
        "question": N_("Question to the class"),
        "fold": N_("Fold the question away"),
        "unfold": N_("Show the question and its answers"),
        "choose": N_("Choose an answer; you may change it until it is shown."),
        "type": N_("Type your number; you may change it until the answer is shown."),
        "yourNumber": N_("Your number"),
        "send": N_("Send"),
        "sign": N_("Change the sign"),
        "noNumber": N_("“{text}” is not a number. It takes one such as 0.31 or −1.5."),
        "comma": N_("“{text}” is read as {value}."),
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
        "tooOften": N_("changed too often, refused: {often}"),
        "questionFull": N_(
            "No more votes are taken: there are more than any class has. Choose “Only who is here now” "
            "on the room's card, then ask again."
        ),
        "showCounts": N_("Show the votes"),
        "hideCounts": N_("Hide the votes"),
        "reveal": N_("Show the answer"),
        "done": N_("Put away"),
        "ask": N_("Ask the class"),
        "askLabel": N_("Your question, and below it an answer a line; * marks the right one"),
        "askExample": N_(
            "Why does the gradient vanish?\n* many factors below 1\nthe loss is too small"
        ),
        "askThis": N_("Ask"),
        "askChange": N_("Change"),
        "askRemove": N_("Remove this question"),
        "askInNotes": N_(
            "Write questions in the window of your notes: there the class does not see which answer is "
            "right."
        ),
        "keep": N_("Keep for later"),
        "intoPlan": N_("Into the plan"),
        "intoPlanHint": N_(
            "A view of the lecture plan, with this page: walk there, and the next press asks the class"
        ),
        "saveVotes": N_("Votes as CSV"),
        "lectureKeys": N_("Keys for the lecture"),
        "keyAskedOn": N_(
            "one act a press, in this order: bring the picture back from the black screen, show the "
            "answer to a question, put the question away, ask what the plan has at this view, go on "
            "within the view, go on to the next view; Enter stops at the question"
        ),
        "keyAskedBack": N_(
            "back; puts a question away whose answer is shown, and does nothing under one that waits "
            "for its answer"
        ),
        "keyLight": N_(
            "a spotlight on one part, for the followers too; Tab or the pointer moves it"
        ),
        "keyPen": N_(
            "a pen that draws over everything, for the followers too; Escape takes it away"
        ),
        "keyWipe": N_("wipe what was drawn"),
        "keyDark": N_(
            "a black screen, for the followers too; the next key only brings the picture back. B does so "
            "while you drive a room or walk through a plan: no letter answers a question then"
        ),
        "waitsForAnswer": N_("A question waits for its answer: PageDown shows it."),
        "keyClock": N_("a clock, and a countdown from the minutes typed; +5 adds five"),
        "keyWalk": N_("the view before and the next one of the lecture plan"),
        "keyAdd": N_("add this view to the plan"),
        "keyPlan": N_("the plan: its views and their order"),
        "keyNotes": N_("notes in a second window, which drives this one"),
        "dark": N_("The screen is black until a key is pressed."),
        "clock": N_("Clock"),
        "minutes": N_("minutes"),
    }
)
