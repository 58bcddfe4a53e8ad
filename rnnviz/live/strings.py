"""The live view's own words, in English; the catalogues have the translations.

Names in braces are filled in by the view.
"""

from typing import Any

from rnnviz import web
from rnnviz.explain.spoken import GREEK, LOSS, SIGNS
from rnnviz.locale import N_, translator

OPTIMIZERS = {"sgd": N_("SGD"), "momentum": N_("SGD with momentum"), "adam": N_("Adam")}

# The letters of a step replayed, to be read aloud.
LETTERS = GREEK | {
    "L": LOSS,
    "w": N_("weight"),
    "g": N_("gradient"),
    "\u011d": N_("clipped gradient"),
    "Δ": N_("change"),
}
# What the facts of `rnnviz.training.verdict` say.
OUTCOME = {
    "failed": N_("It failed at step {step}."),
    "belowBigram": N_(
        "Its validation loss is {loss} nats, {by} below the bigram’s: it remembers more than the last "
        "character."
    ),
    "aboveBigram": N_(
        "Its validation loss is {loss} nats, {by} above the bigram’s: it does not get further than the "
        "last character."
    ),
    "belowBigramTraining": N_("Its training loss is {loss} nats, {by} below the bigram’s."),
    "aboveBigramTraining": N_("Its training loss is {loss} nats, {by} above the bigram’s."),
    "raceBelow": N_("{loss} nats, {by} below the bigram"),
    "raceAbove": N_("{loss} nats, {by} above the bigram"),
    "aboveEntropy": N_("That is {by} above the true entropy."),
    "words": N_(
        "From step {step} on there are real words in every row; in the last, {percent} % of it are."
    ),
    "noWords": N_("There is no real word in its last row."),
    "clipped": N_("The gradient was clipped in {count} of {of} steps."),
    "neverClipped": N_("The gradient was never clipped."),
    "stoodStill": N_("From step {from} to {to} the training loss stood still."),
    "risen": N_("Since step {step} the validation loss has risen by {by}: it learns by heart."),
    "falls": N_("It still learns: over the last {steps} steps the training loss fell by {by}."),
    "restsSince": N_("Since step {step} the training loss stands still."),
    "rests": N_("At the end the training loss no longer falls."),
    "raisesThird": N_(
        "Tried at step {step}: a step at its rate raises the loss of the batch by {raised}, one at a third of it "
        "lowers it by {lowered}."
    ),
    "raisesTenth": N_(
        "Tried at step {step}: a step at its rate raises the loss of the batch by {raised}, one at a tenth of it "
        "lowers it by {lowered}."
    ),
    "raisesHundredth": N_(
        "Tried at step {step}: a step at its rate raises the loss of the batch by {raised}, one at a hundredth of it "
        "lowers it by {lowered}."
    ),
    "breaksThird": N_(
        "Tried at step {step}: after a step at its rate the loss of the batch is too large for a number, one at a "
        "third of it lowers it by {lowered}."
    ),
    "breaksTenth": N_(
        "Tried at step {step}: after a step at its rate the loss of the batch is too large for a number, one at a "
        "tenth of it lowers it by {lowered}."
    ),
    "breaksHundredth": N_(
        "Tried at step {step}: after a step at its rate the loss of the batch is too large for a number, one at a "
        "hundredth of it lowers it by {lowered}."
    ),
    "changeThird": N_("Change first: the learning rate, to a third."),
    "changeTenth": N_("Change first: the learning rate, to a tenth."),
    "changeHundredth": N_("Change first: the learning rate, to a hundredth."),
    "changeClip": N_("Change first: clip the gradient."),
    "changeLonger": N_("Change first: the steps; these are too few to say more."),
    "changeEnd": N_("Change first: end at step {step}, or take a longer text."),
    "changeNothing": N_("Change first: the text; of this one there is nothing left to learn."),
    "changeSteps": N_("Change first: the steps, to {steps}."),
    "changeGoOn": N_("Change first: nothing; it was stopped while it learnt."),
    "changeFaster": N_("Change first: the learning rate, to three times as much."),
    "changeUnits": N_("Change first: the units, to {units}."),
}
STRINGS = SIGNS | {
    **{f"letter_{letter}": words for letter, words in LETTERS.items()},
    "view": N_("Training, live"),
    "train": N_("Train"),
    "again": N_("Train again"),
    "pause": N_("Pause"),
    "goOn": N_("Go on"),
    "oneStep": N_("One gradient step"),
    "reset": N_("Reset"),
    "watching": N_("You are watching: only the person who started this training can steer it."),
    "stepWhileTraining": N_("Pause first, then take one gradient step at a time."),
    "stepAfterEnd": N_("Training is over: Reset, then One gradient step."),
    "tempo": N_("Speed"),
    "tempoHint": N_("How many gradient steps a second it takes at most, so that they can be watched."),
    "stepsASecond": N_("{count} steps/s"),
    "fullSpeed": N_("full speed"),
    "slower": N_("slower"),
    "faster": N_("faster"),
    "ready": N_("Ready. Space trains."),
    "readyTouch": N_("Ready"),
    "waiting": N_("Waiting for a worker"),
    "ahead": N_("Waiting: {count} ahead"),
    "training": N_("Training"),
    "trainingOn": N_("Training on {hosts}"),
    "paused": N_("Paused"),
    "soundLoss": N_("Heard: the training loss from the first step on."),
    "soundNoLoss": N_("There is no loss to hear yet."),
    "soundRace": N_("Left: {left}; right: {right}."),
    "finished": N_("Finished"),
    "stopped": N_("Stopped"),
    "failed": N_("Failed"),
    "offline": N_("The server does not answer; trying again …"),
    "stepOf": N_("step {step} of {steps}"),
    "speed": N_("{speed} characters/s"),
    "seconds": N_("{seconds} s of training"),
    "remaining": N_("{seconds} s left"),
    "minutes": N_("{minutes} min left"),
    "loss": N_("Loss"),
    "lossHint": N_(
        "How wrong the predictions are; validation is measured on text the network never trains "
        "on. Drag to zoom, double-click to see all, click a point to go back to it."
    ),
    "nats": N_("nats"),
    "bits": N_("bits"),
    "perplexity": N_("perplexity"),
    "natsTitle": N_("cross-entropy in nats a character"),
    "bitsTitle": N_("cross-entropy in bits a character: nats / ln 2"),
    "perplexityTitle": N_(
        "perplexity, e to the loss: as unsure as between so many equally likely characters"
    ),
    "trainingLoss": N_("training"),
    "validationLoss": N_("validation"),
    "curveNames": N_("Curves"),
    "curveWhole": N_("See all"),
    "curveCloser": N_("Zoom in"),
    "curveFurther": N_("Zoom out"),
    "curveKeys": N_(
        "Loss and gradient norm over the gradient steps. ← and → read the values, ↑ and ↓ zoom, "
        "Enter goes back to a step, Esc shows all."
    ),
    "natsUniform": N_("guessing, ln V ="),
    "bitsUniform": N_("guessing, log₂ V ="),
    "perplexityUniform": N_("guessing, V ="),
    "unigram": N_("unigram"),
    "bigram": N_("bigram"),
    "entropy": N_("true entropy"),
    "norm": N_("gradient norm"),
    "normBefore": N_("norm before clipping"),
    "normAfter": N_("after clipping"),
    "gradientSteps": N_("gradient steps"),
    "belowTraining": N_(
        "Validation lies below training: it is measured on other text, the end, which may be the "
        "easier part. The training loss also varies from batch to batch."
    ),
    "nearZero": N_(
        "A loss near 0 says: after its own text, it knows each next character by heart. What it "
        "writes can still be nonsense, for it goes on where that text never went."
    ),
    "differs": N_(
        "The loop tells a loss of {reported} nats a character, but the network itself has {own} where "
        "it reads its text. Look at three things: whether the targets are the characters that come "
        "next, whether the loss gets logits and not their softmax, and whether it is the mean over "
        "the characters."
    ),
    "large": N_("Shown large"),
    "page": N_("What it writes at each checkpoint"),
    "pageTitle": N_("From noise to words"),
    "curvesTitle": N_("Loss and gradient"),
    "pageHint": N_(
        "A row is what it writes at a checkpoint, always with the same draws: only its weights differ. "
        "The likelier it held a letter, the darker that is. Darkest are real words: three letters and "
        "more that stand in its text; in Chinese, three characters and more in a row of which every "
        "two stand side by side there. Drag down the loss, or press ← →, to go back to a row."
    ),
    "curvesHint": N_("Loss and gradient norm over the gradient steps, to be read and zoomed."),
    "pageMargin": N_("The loss at each row, beside guessing, unigram and bigram"),
    "pageShare": N_("{percent} % of it in real words"),
    "pageWords": N_("in real words"),
    "pageNone": N_("This training is of an older version, which kept no page. V shows its curves."),
    "pageBegins": N_("Yours begins here."),
    "outcome": N_("What it came to"),
    "soFar": N_("So far"),
    **{f"outcome_{name}": words for name, words in OUTCOME.items()},
    "samples": N_("What it writes"),
    "samplesHint": N_("drawn character by character at this temperature; older ones stay below"),
    "temperature": N_("temperature"),
    "temperatureHint": N_(
        "The logits, the scores before the softmax, are divided by it: below 1 likely characters "
        "become likelier, at 0 only the likeliest is written, above 1 it dares more."
    ),
    "known": N_("{percent} % real words"),
    "knownHint": N_("of the words of three letters and more, how many occur in the text it read"),
    "atStep": N_("step {step}"),
    "notYet": N_("Its first words come with the first steps."),
    "probe": N_("Hidden states of a probe sentence"),
    "probeHint": N_("rows are units, columns the sentence's characters; −1 blue, +1 orange"),
    "probeText": N_("Probe sentence"),
    "predictions": N_("what comes next, as it predicts"),
    "predicted": N_("after {character}: {likeliest} {p} %"),
    "predictedOf": N_("after {character}: {likeliest} {p} %; right is {target}, {q} %"),
    "machine": N_("Time machine"),
    "machineHint": N_("← and → go through the checkpoints; End comes back to now"),
    "now": N_("now"),
    "backToNow": N_("Back to now"),
    "openStage": N_("Open in Step"),
    "lookInside": N_("Look inside"),
    "lookInsideHint": N_("Find out what its units have learnt, and whether it needs them."),
    "openStageHint": N_("Step through the network as it was then, number by number."),
    "reach": N_("How far back the gradient reaches"),
    "reachHint": N_(
        "The size of ∂L/∂H so many steps before the loss, now and then measured on text that is "
        "read for this alone. Dashed: before the training; dotted: where the batches are cut."
    ),
    "reachDistance": N_("steps back from the loss"),
    "reachDropped": N_(
        "Step {step}: of all that arrives, the sizes added up, {percent} % lies beyond the cuts of "
        "the batches, which are {steps} steps long: training never sees it."
    ),
    "reachNoShare": N_(
        "Step {step}: the text or its pieces are too short to see beyond batches of {steps} steps."
    ),
    "reachTooFar": N_(
        "Step {step}: what arrives is measured up to {most} steps back, which is too few to see beyond "
        "batches of {steps} steps."
    ),
    "replay": N_("One gradient step, replayed"),
    "replayHint": N_("Click a weight of the map; it opens on the one that moved furthest."),
    "replayEmpty": N_(
        "Pause, then take one gradient step: follow any weight through it here."
    ),
    "replayOver": N_(
        "This training is over. Reset, then take one gradient step: follow any weight through it "
        "here."
    ),
    "parameter": N_("Parameter"),
    "ofStep": N_("Step"),
    "gradientMap": N_("∂L/∂{name}: its gradient, {rows} × {columns}"),
    "before": N_("before"),
    "gradient": N_("gradient"),
    "clip": N_("clip"),
    "noClip": N_("not clipped"),
    "velocity": N_("velocity"),
    "firstMoment": N_("first moment"),
    "secondMoment": N_("second moment"),
    "update": N_("update"),
    "after": N_("after"),
    "effect": N_("The loss of this very batch went from {before} to {after} ({change})."),
    "continue": N_("Go on from a text of your own"),
    "continueHint": N_("Click a character to choose it, or let the network draw one."),
    "continueText": N_("Text to go on from"),
    "draw": N_("Draw one"),
    "drawMany": N_("Keep writing"),
    "stopWriting": N_("Stop"),
    "undo": N_("Undo"),
    "softmax": N_("softmax: what comes next"),
    "atTemperature": N_("at temperature {temperature}"),
    "asLearnt": N_("at temperature 1"),
    "rest": N_("{count} less likely ones"),
    "unknown": N_("It has never seen {characters}, and reads the others."),
    "typeFirst": N_("Type a few characters; it goes on from there."),
    "agreementWhat": N_("What is counted"),
    "agreementScale": N_(
        "A bar is one sample: full where the rule is always kept, empty where it never is. The "
        "number counts the last {count} samples."
    ),
    "feeding": N_("Teacher forcing, or its own output"),
    "feedingHint": N_(
        "The same network goes on from the same beginnings twice: it reads the true text, whatever "
        "it predicts, as in training; or it reads what it has drawn itself, as in writing."
    ),
    "feedingBegins": N_("It begins with: {text}"),
    "otherPassage": N_("Another passage"),
    "feedingTruth": N_("true text"),
    "feedingPredicts": N_("likeliest"),
    "feedingNats": N_("its loss"),
    "feedingOwn": N_("own output"),
    "feedingLoss": N_(
        "Blue: the true text is read. Red: its own output is read. Height: −ln p of the true character "
        "there, in nats. Another text may be as good; only the true one counts here."
    ),
    "feedingFedBack": N_("characters fed back"),
    "feedingInput": N_("input"),
    "feedingAfter": N_("loss after {count}"),
    "feedingAgree": N_("still right"),
    "feedingAlt": N_(
        "Reading the true text, it predicts {right} of {count} characters; its own output agrees "
        "with it for the first {first}."
    ),
    "feedingPlot": N_(
        "After {count} characters fed back the loss of the true one is {forced} with the true text "
        "as input, and {own} with its own output."
    ),
    "feedingUnseen": N_(
        "Means over {count} passages that it never trains on. A low temperature keeps to the likely "
        "and may run in circles; a high one also draws what is unlikely."
    ),
    "feedingLearnt": N_(
        "Means over {count} passages of the text that it learns; there is too little that it never "
        "trains on."
    ),
    "frozen": N_("This is the training as it stood; Python is not asked any more."),
    "pythonIsBusy": N_("Python is busy with another cell; it answers when that is done."),
    "whose": N_("Network"),
    "plan": N_("What it will read"),
    "planParameters": N_("{parameters} parameters"),
    "planPartsHint": N_("Shows the matrices and biases that add up to them"),
    "planSize": N_(
        "learn from {characters} characters, {vocabulary} of them "
        "different. Guessing costs ln {vocabulary} = {uniform} nats a character."
    ),
    "underCurve": N_("before: {title}"),
    "planPress": N_("Press Train, or Space, and watch."),
    "planTouch": N_("Press Train and watch."),
    "presenter": N_("Presenter mode"),
    "leavePresenter": N_("Leave presenter mode"),
    "help": N_("Help"),
    "close": N_("Close"),
    "terms": N_("Words on this page"),
    "keyTrain": N_("train, pause, go on"),
    "keyOneStep": N_("one gradient step, kept whole"),
    "keyReset": N_("end this training and plan it again"),
    "keySpeed": N_("faster or slower"),
    "keyTravel": N_("a checkpoint back or on; a clicker does the same"),
    "keyEnds": N_("the first checkpoint, or now"),
    "keyLarge": N_("from noise to words, or loss and gradient"),
    "keyCurves": N_(
        "to the names and the curves: there ← → read the values, ↑ ↓ zoom, Enter goes back to a "
        "step, Esc shows all"
    ),
    "keyPresenter": N_("presenter mode: the training alone, as large as the screen"),
    "keyZoom": N_(
        "in presenter mode one panel alone: loss, samples, hidden states, one step, your own text, "
        "from noise to words; 0 all of them"
    ),
    "keyEscape": N_("back to the training, out of a field, a panel or presenter mode"),
    "keyHelp": N_("this help"),
    "lossTerm": N_("loss"),
    "lossMeaning": N_(
        "−log of the probability that the network gave to the character that came, on average: in "
        "nats with ln, in bits with log₂; e to the loss in nats is the perplexity"
    ),
    "validationTerm": N_("training, validation"),
    "validationMeaning": N_(
        "the loss on the batch just read, and on the end of the text, which is never trained on"
    ),
    "ngramTerm": N_("unigram, bigram"),
    "ngramMeaning": N_(
        "the loss of predicting by how often each character comes, or by which one stands before"
    ),
    "entropyTerm": N_("true entropy"),
    "entropyMeaning": N_("what chance leaves open in a made language; no model loses less for long"),
    "normTerm": N_("gradient norm, clipping"),
    "normMeaning": N_(
        "the length of the gradient of all parameters together; if it is above the limit, the "
        "gradient is shortened to it"
    ),
    "temperatureTerm": N_("temperature τ"),
    "temperatureMeaning": N_("softmax(logits / τ): low writes the likely, high dares more"),
    "probeTerm": N_("probe sentence"),
    "probeMeaning": N_("a sentence that the network reads again and again while it learns"),
    "checkpointTerm": N_("checkpoint"),
    "checkpointMeaning": N_("the weights as they were after a step, kept to go back to"),
    "momentTerm": N_("velocity, moments"),
    "momentMeaning": N_(
        "running means that the optimiser keeps of the gradient, and Adam also of its square"
    ),
}  # fmt: skip


def words(language: str) -> dict[str, Any]:
    """{strings, optimizers, language} of the view, in a language."""
    translate = translator(language)
    return {
        "strings": {name: translate(message) for name, message in (web.STRINGS | STRINGS).items()},
        "optimizers": {name: translate(title) for name, title in OPTIMIZERS.items()},
        "language": language,
    }
