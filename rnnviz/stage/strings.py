"""The stage's own words, in English; the catalogues have the translations.

Names in braces are filled in by the stage.
"""

from rnnviz.locale import N_

STRINGS = {
    "stage": N_("Stage: a recurrent network, step by step"),
    "stepOf": N_("t = {t} of {T}"),
    "phaseOf": N_("phase {phase} of {phases}: {title}"),
    "first": N_("First time step"),
    "back": N_("Previous time step"),
    "forward": N_("Next time step"),
    "last": N_("Last time step"),
    "phaseBack": N_("Previous phase"),
    "phaseForward": N_("Next phase"),
    "play": N_("Play"),
    "pause": N_("Pause"),
    "speed": N_("Speed of playing"),
    "notation": N_("Notation"),
    "network": N_("Network"),
    "cover": N_("Cover"),
    "coverHint": N_("Cover what comes next, so that a class can guess it (C)"),
    "fullAgain": N_("Full screen again (F)"),
    "guessHint": N_("click your guess; Enter reveals"),
    "reveal": N_("Reveal"),
    "guessRight": N_("your guess {character}: right ✓"),
    "guessWrong": N_("your guess {character}: not this time ✗"),
    "presenter": N_("Presenter mode"),
    "leavePresenter": N_("Leave presenter mode"),
    "help": N_("Keys and help"),
    "close": N_("Close"),
    "ribbon": N_("Unrolled over time"),
    "timeStep": N_("Time step"),
    "goTo": N_("Go to time step {t}: {character}"),
    "laneLoss": N_("loss {loss}"),
    "differ": N_(
        "Where they differ next (J): one is right and another is not, or the loss differs most"
    ),
    "differMost": N_("largest difference of loss: {by}"),
    "differHere": N_("only one of the two is right"),
    "oneScale": N_("One scale of colours for all networks"),
    "cell": N_("Inside the cell at t = {t}"),
    "cellHint": N_("click a unit to see its sum"),
    "equations": N_("Equations"),
    "memory": N_("Memory over time"),
    "memoryHint": N_("rows are units, columns time steps; click to go there"),
    "sumTab": N_("The sum of a unit"),
    "sumHint": N_("terms by size, {total} in all"),
    "rest": N_("{count} smaller terms"),
    "others": N_("{count} others"),
    "together": N_("together"),
    "prediction": N_("Prediction after {character}"),
    "predictionTag": N_("Label of {character}"),
    "predictionHint": N_("logit, then probability; click for the sum"),
    "target": N_("target"),
    "loss": N_("loss at t = {t}"),
    "lossHint": N_("cross-entropy, in nats"),
    "largest": N_("largest"),
    "meanLoss": N_("mean so far {loss}"),
    "noTarget": N_("no target: a text of one character has no next one"),
    "right": N_("right"),
    "wrong": N_("wrong"),
    "notYet": N_("not computed yet"),
    "unit": N_("unit {unit}"),
    "preActivation": N_("pre-activation"),
    "character": N_("character {character}"),
    "announce": N_("Time step {t} of {T}, {phase}. Input {input}."),
    "announcePrediction": N_("Predicted {character} with probability {p}, {verdict}."),
    "announceGuess": N_("Predicted {character} with probability {p}."),
    "announceOther": N_("{network} predicts {character}."),
    "announceVerdict": N_("{network} predicts {character}, {verdict}."),
    "announceLoss": N_("Loss {loss}."),
    "announceLogit": N_("The logit of {character} is {value}."),
    "announceUnit": N_("Unit {unit} is {value}."),
    "legendSigned": N_("−{high} to {high}"),
    "legendGate": N_("0 to 1"),
    "keyStep": N_("a time step on or back; a clicker does the same"),
    "keyPhase": N_("a phase on or back, within the step"),
    "keyEnds": N_("the first or the last time step"),
    "keyPlay": N_("play and pause"),
    "keySpeed": N_("play faster or slower"),
    "keyUnit": N_("the unit before or after"),
    "keySum": N_("show or hide the unit’s sum"),
    "keyFocus": N_("of several networks: the next one in focus"),
    "keyDifferent": N_("where several networks differ: the next such step"),
    "keyCover": N_("cover what comes next: the later inputs, the target, the prediction"),
    "keyReveal": N_("reveal the prediction under the cover"),
    "keyNetwork": N_("another network on the same text: {names}"),
    "keyZoom": N_(
        "in presenter mode one panel alone: time, cell, equations, memory, prediction; 0 all of them"
    ),
    "keyEscape": N_("back to the stage, out of a field, a panel or presenter mode"),
    "keyPresenter": N_("presenter mode: the stage alone, as large as the screen"),
    "keyHelp": N_("this help"),
    "helpStory": N_(
        "A character goes in below, the state flows from left to right, and each cell predicts "
        "the next character above. Every number comes from the equations on the right."
    ),
    "helpHover": N_(
        "Every number shows all its digits under the pointer, at a tap, and when Tab brings the "
        "focus to its strip or row; [ and ] then go through the units."
    ),
    "helpColours": N_(
        "Blue is below zero, orange above; gates run from pale, 0, to full, 1. "
        "The colours keep their scale while you step."
    ),
    "helpGhosts": N_("What is not computed yet is a pale outline."),
}
