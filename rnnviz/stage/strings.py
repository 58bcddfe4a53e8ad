"""The stage's own words, in English; the catalogues have the translations.

Names in braces are filled in by the stage.
"""

from rnnviz.explain.spoken import SIGNS, UNIT
from rnnviz.explain.witnesses import WITNESSES
from rnnviz.locale import N_

STRINGS = SIGNS | {
    # Only equations of a cell are said with these.
    "sayAdds": N_("to {left} is added {right}"),
    "sayNow": N_("t"),
    "sayBefore": N_("t minus 1"),
    "sayAfter": N_("t plus 1"),
    "sayOneMinus": N_("1 minus {of}"),
    "sayLarger": N_("the larger of {left} and {right}"),
    "sayIdentity": N_("identity"),
    "sayLogsigmoid": N_("logarithm of the sigmoid"),
    "sayGradient": N_("the gradient of the loss by {of}"),
    "sayDirect": N_("the gradient of the loss by {of}, as it comes from the rest of the module"),
    "sayUnits": N_("{of}, units {from} to {to}"),
    "sayUnit": UNIT,
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
    "notSaved": N_("The server does not answer, so nothing was saved. Please try again."),
    "ask": N_("Ask first"),
    "askHint": N_("Before it shows the next step, the stage asks what it will be (Q)"),
    "fullAgain": N_("Full screen again (F)"),
    "question": N_("Question"),
    "askPrediction": N_("Which character will it think likeliest after {character}?"),
    "askLabel": N_("Which label will it think likeliest for {character}?"),
    "askTrend": N_("After {character}: will it think that x1 rises ↑, falls ↓ or stays =?"),
    "askChange": N_("{before} is {value}. Will {letter} be higher or lower?"),
    "askKeep": N_("{letter}, {gate}: will it keep {operand} or erase it?"),
    "askReplace": N_("{letter}, {gate}: will it replace {operand} or keep it?"),
    "askWrite": N_("{letter}, {gate}: will it write {operand} or hold it back?"),
    "askShow": N_("{letter}, {gate}: will it show {operand} or hide it?"),
    "askSee": N_("{letter}, {gate}: will the candidate see {operand} or not?"),
    "askOpen": N_("{letter}, {gate}: will it be open or closed?"),
    "askTerms": N_("Which term of the sum {letter} has the larger absolute value?"),
    "higher": N_("higher"),
    "lower": N_("lower"),
    "aboveKeep": N_("keep: above ½"),
    "belowKeep": N_("erase: below ½"),
    "aboveReplace": N_("replace: above ½"),
    "belowReplace": N_("keep: below ½"),
    "aboveWrite": N_("write: above ½"),
    "belowWrite": N_("hold back: below ½"),
    "aboveShow": N_("show: above ½"),
    "belowShow": N_("hide: below ½"),
    "aboveSee": N_("see it: above ½"),
    "belowSee": N_("not: below ½"),
    "aboveOpen": N_("open: above ½"),
    "belowOpen": N_("closed: below ½"),
    "reveal": N_("Show it"),
    "revealHint": N_("Show it without an answer (Enter); → goes on to the next step"),
    "answerRight": N_("✓ Right: {outcome}"),
    "answerWrong": N_("✗ Not this time: {outcome}"),
    "answerShown": N_("Answer: {outcome}"),
    "outcomePrediction": N_("{character}, with {p}"),
    "outcomeTerms": N_("{larger}, {value} against {other}"),
    "score": N_("{right} of {count} right"),
    "presenter": N_("Presenter mode"),
    "sensorReadings": N_("a sensor's {count} readings"),
    "leavePresenter": N_("Leave presenter mode"),
    "help": N_("Keys and help"),
    "more": N_("More buttons"),
    "close": N_("Close"),
    "footKeys": N_("Steps and phases"),
    "footPhases": N_("Phases of the step"),
    # What a place shows, in one sentence.
    "saysGate": N_("Reading {input}, unit {unit} has its {quantity} {share} open."),
    "saysValue": N_("Reading {input}, unit {unit} has {value} as its {quantity}."),
    "saysForgets": N_(
        "Reading {input}, unit {unit} forgets {share} of what it held and writes {written}."
    ),
    "saysKeeps": N_(
        "Reading {input}, unit {unit} keeps {share} of what it held and writes {written}."
    ),
    "saysTimes": N_(
        "Reading {input}, unit {unit} takes {times} times what it held and writes {written}."
    ),
    "saysFirst": N_("Reading {input}, unit {unit} writes {written} into an empty memory."),
    "saysScore": N_("After {input}, {character} has a score of {value}."),
    "saysGuess": N_("After {input}, {best} is thought likeliest, with {share}."),
    "saysRight": N_("After {input}, {best} is expected with {share}, and it comes: loss {loss}."),
    "saysWrong": N_(
        "After {input}, {best} is expected with {share}, but {target} comes: loss {loss}."
    ),
    "saysChanged": N_(
        "Changed by hand, the mean loss goes from {before} to {after} ({by}), most at t = {t}."
    ),
    "saysOthers": N_("Other predictions at t = {steps}."),
    "saysSame": N_("All predictions are as before."),
    "saysBegin": N_(
        "The way back begins at t = {t}, with the loss {loss}. Next, ↓: its gradient at the {quantity}."
    ),
    "saysJoins": N_(
        "At t = {t} the loss {loss} joins in. Next, ↓: the gradient at the {quantity}."
    ),
    "saysPasses": N_(
        "The loss of t = {t} is no part of L. Next, ↓: the gradient at the {quantity}."
    ),
    "saysGradient": N_("At step {t} the gradient of the {quantity} has the size {norm}."),
    "saysDirect": N_(
        "What arrives from the rest of the module is as it was there: nothing that is changed here changes it."
    ),
    "saysOnwards": N_(
        "The gradient that goes on to the {quantity} of step {to} has the size {norm}."
    ),
    "saysLeft": N_("{steps} steps back, {share} of the gradient is left."),
    "saysLeftOne": N_("One step back, {share} of the gradient is left."),
    # All units of a state beside each other.
    "unitsAria": N_("{quantity} of {units} units, before the step and now"),
    "unitsGradient": N_("Gradient: {quantity}"),
    "ribbon": N_("Unrolled over time"),
    "columnPredicted": N_("predicted {made}"),
    "vectors": N_("The vectors of the step, each with the number of the chosen unit"),
    "timeStep": N_("Time step"),
    "goTo": N_("Go to time step {t}: {character}"),
    "notCarried": N_("hidden layer, not passed on"),
    "laneLoss": N_("mean loss so far: {loss}"),
    "differ": N_(
        "Where they differ next (J): one is right and another is not, or the loss differs most"
    ),
    "differMost": N_("largest difference of loss: {by}"),
    "differHere": N_("only one of the two is right"),
    "differNext": N_("next difference"),
    "oneScaleShort": N_("one scale"),
    "legendMost": N_("▲ losses differ most: t = {t}, by {by}"),
    "legendParting": N_("≠ only one of the two is right"),
    "legendLoss": N_("red: loss; below the name, its mean so far"),
    "legendMean": N_("red: mean loss so far"),
    "legendLearnt": N_(
        "learning ends at a loss of {loss}, so compare the steps up to there: {steps}"
    ),
    "legendNotLearnt": N_("{label} never, {loss} at best"),
    "legendSemicolon": N_("; "),
    "legendNorms": N_("bars: how large ∂L/∂H is, in powers of ten"),
    "carryShares": N_("Of ∂L/∂H from the loss at t = {from}, this is left at t = {t}: {shares}."),
    "carryAlone": N_(
        "Gates do not carry it further here: each character alone tells the next, and nothing asks for memory."
    ),
    "carryLearnt": N_("Gates do not carry it further here: how far it goes is learnt."),
    "carryElsewhere": N_("Where they do: a text with something to remember"),
    "oneScale": N_("One scale of colours for all networks"),
    "cellTab": N_("Inside the cell"),
    "equations": N_("Equations"),
    "memory": N_("Over time"),
    "memoryHint": N_("rows are units; click to go there"),
    "memoryHoldHint": N_("rows are units; click to go there, drag across to hold one"),
    # Which unit of a quantity is the largest, and the order in which the units stand.
    "sortHint": N_("A click sorts the units by it (/)"),
    "mostErased": N_("erased most: {units}, {share} %"),
    "mostWritten": N_("written most: {units}, {share} %"),
    "mostShown": N_("shown most: {units}, {share} %"),
    "mostSeen": N_("let through most: {units}, {share} %"),
    "mostOpen": N_("most open: {units}, {value}"),
    "mostAmount": N_("by amount: {units}, {amount}"),
    "mostAmountOf": N_("by amount: {units}, {amount} of {whole}"),
    "mostSize": N_("largest: {units}, {value}"),
    "mostChange": N_("changed most: {units}, {before} → {after}"),
    "mostDifference": N_("changed most: {units}, {before} → {after}"),
    "atStep": N_("At t = {t}: "),
    # The places of the whole text.
    "wholeTitle": N_("In the whole text"),
    "wholeErased": N_(
        "most erased, by amount: unit {unit} at t\u00a0=\u00a0{t} ({input}), {amount} of {held}"
    ),
    "wholeWritten": N_(
        "most written, by amount: unit {unit} at t\u00a0=\u00a0{t} ({input}), {amount}"
    ),
    "wholeChanged": N_(
        "most changed: unit {unit} at t\u00a0=\u00a0{t} ({input}), {before} → {after}"
    ),
    "wholeLeast": N_("moves least: unit {unit}, of H, by {span}, from {low} to {high}."),
    "wholeHeld": N_("Held at its mean, it takes the mean loss from {before} to {after}."),
    "wholeLoss": N_("largest loss: t\u00a0=\u00a0{t}, after {input}, {loss}"),
    "unitsMore": N_("{units} and {count} more"),
    "sortedRows": N_("rows from the top: units {units}"),
    "sortedRow": N_("unit {unit} is row {row} of {count}"),
    "differenceTab": N_("What changed"),
    "differenceHint": N_("now less before, each map on its own scale"),
    "legendChange": N_("now less before, {scale}"),
    "before": N_("before: {value}"),
    "lossBefore": N_("{loss} →"),
    "heldAt": N_(", but held by hand at {value}"),
    "heldHere": N_("held at {value} by hand; its equation gives {free}"),
    "weightDrag": N_("drag to change {name}"),
    "holdFrom": N_("first step: {sentence}"),
    "holdTo": N_("last step: {sentence}"),
    "holdValue": N_("value: {sentence}"),
    "sumTab": N_("Sum"),
    # The steps in words, for the ear and for the eye.
    "wordsTab": N_("In words"),
    "wordsTree": N_("The steps in words: arrows open and close, Enter goes there"),
    "amount": N_("How much is said"),
    "amountShort": N_("short"),
    "amountUsual": N_("usual"),
    "amountAll": N_("all"),
    "accountStep": N_("t = {t}: {input}"),
    "accountUnits": N_("{count} units, from {least} to {most}"),
    "accountOutputs": N_("{count} outputs, from {least} to {most}"),
    "closedFirst": N_(
        "First to close (below {limit}): {gate} of unit {unit} at t = {t}, with {value}."
    ),
    "closedLater": N_("Then: {gate} of unit {unit} at t = {t}, with {value}."),
    "notClosed": N_(
        "Not closed yet: {gate}; nearest to it was unit {unit} at t = {t}, with {value}."
    ),
    # Equations as one reads them aloud.
    "inNumbers": N_("The equation of one unit in numbers"),
    "parametersOf": N_("{parameters} parameters"),
    "parametersHint": N_("Shows the matrices and biases that add up to them"),
    # What is drawn, as tables.
    "parametersTable": N_("Parameters"),
    "parametersShape": N_("shape"),
    "parametersNumbers": N_("numbers"),
    "tableMap": N_("units by steps"),
    "tableStep": N_("The vectors of step {t}"),
    "tablePrediction": N_("Prediction"),
    "tableSteps": N_("Inputs, predictions and losses"),
    "tableUnit": N_("unit"),
    "tableTerm": N_("term"),
    "tableFactor": N_("factor {number}"),
    "tableOutput": N_("output"),
    "tableLogit": N_("logit"),
    "tableProbability": N_("probability"),
    "tableInput": N_("input"),
    "tablePredicted": N_("prediction"),
    "tableLoss": N_("loss"),
    "tableWritten": N_("written at"),
    "tablePart": N_("Steps {from} to {to} of {T}; the file has all of them."),
    "tableLeft": N_("What is left of it at t = {t}."),
    # A step as an exercise on paper.
    "worksheet": N_("Worksheet"),
    "worksheetHint": N_("A worksheet of this step, with blanks and a key (_)"),
    "worksheetKey": N_("Answers"),
    # How a number is known.
    "warrant": N_("How we know this number"),
    "warrantHint": N_("How we know this number (!)"),
    "keyWarrant": N_("how we know the number: its equation, and what it was held to"),
    "warrantAsked": N_("Answer first: the equation with its numbers would give it away."),
    "warrantNow": N_("Checked just now"),
    "warrantTwice": N_(
        "Python has computed the {numbers} numbers of this text, and your browser has computed them "
        "again from the same equations. They differ by {largest} at most."
    ),
    "warrantTwiceBefore": N_(
        "Without your changes: Python has computed the {numbers} numbers of this text, and your browser "
        "has computed them again from the same equations. They differ by {largest} at most."
    ),
    "warrantBrowser": N_(
        "Your browser alone has computed what is shown here. Our tests let it and Python compute the "
        "same, for every cell, and allow 10⁻¹² between them."
    ),
    "warrantTooLarge": N_("This network is too large to be computed again here."),
    "warrantSlope": N_(
        "A gradient is a slope: with this number moved up and down by 0.00001, and everything computed "
        "again that follows from it, the slope of the loss is {slope}. The gradient is {gradient}. They "
        "differ by {apart}."
    ),
    "warrantLedger": N_(
        "What each step has left of the memory adds up to the memory: {numbers} sums, which differ from "
        "it by {largest} at most."
    ),
    "warrantMeasured": N_("Measured before, on random networks and texts"),
    "warrantNone": N_(
        "Nothing was measured before of this very cell. What it computes follows from its equations as "
        "for every cell, but no program other than ours has computed it."
    ),
    "warrantWhat": N_("what"),
    "warrantTo": N_("held to"),
    "warrantNumbers": N_("numbers"),
    "warrantLargest": N_("largest difference"),
    "warrantAbout": N_(
        "On {date}, by {versions}, in numbers of 64 bits. Differences are relative to the number where "
        "that is larger than 1. “rnnviz check” measures it anew."
    ),
    "warrantMore": N_("All that was measured, and what was not"),
    "worksheetName": N_("Name and date:"),
    "worksheetBlanks": N_("Left blank"),
    "worksheetUnits": N_("Asked of"),
    "worksheetAll": N_("all units"),
    "worksheetOne": N_("unit {unit} alone"),
    "worksheetPractice": N_("Practise this with other numbers, each operation checked"),
    "worksheetNone": N_("Choose at least one quantity to leave blank."),
    "worksheetAsked": N_("Answer first: the key of a worksheet would give it away."),
    "worksheetGiven": N_("Given"),
    "worksheetWork": N_("Work out"),
    "worksheetInput": N_("The step reads “{input}”."),
    "worksheetInputHot": N_(
        "The step reads “{input}”: of {letter} that number is 1 and all others are 0, so only the row "
        "of “{input}” counts."
    ),
    "worksheetHeld": N_("{letter} is held at {value} by hand."),
    "worksheetOneOf": N_("Of {count} numbers this sheet asks for one, {one}."),
    "worksheetRest": N_("{count} smaller terms together"),
    "worksheetRestOne": N_("1 smaller term"),
    "worksheetRounded": N_(
        "Numbers are written with three digits. The network computes with more of them, so your last digit may differ."
    ),
    "keyWorksheet": N_(
        "a worksheet of this step, with the numbers that you choose left blank, and its key"
    ),
    # Who remembers what: the ledger, and three witnesses.
    "ledgerTab": N_("Ledger"),
    "ledgerNote": N_(
        "With the gates as they were: gates and candidates have themselves read the past, which no entry counts."
    ),
    "ledgerScoreNote": N_("A score is a logit without its bias."),
    "ledgerHint": N_("what each character wrote and the gates have left of it"),
    "ledgerAbove": N_("{character}: {score} above the mean score"),
    "ledgerBelow": N_("{character}: {score} below the mean score"),
    "ledgerLargest": N_("most: unit {unit}, {character} {value}"),
    "ledgerAllotted": N_(
        "{H} is no multiple of {C} either: each unit's part of the score is shared out as its {C} is."
    ),
    # The river: what each character has left in the memory.
    "river": N_("River of memory"),
    "riverOfAll": N_("All units at full size: the river (~)"),
    "riverTitle": N_("Watch a network remember."),
    "riverAbout": N_(
        "Each layer is what one character has left in the memory of this {network}, to scale. "
        "Where it thins out, the gates let it go."
    ),
    "riverOfNewest": N_(
        "This {network} mixes its whole state at every step: only what the newest character makes "
        "by itself can be told apart. The grey belongs to no character alone."
    ),
    "riverOfNone": N_(
        "This {network} carries nothing from step to step: each character is alone, and nothing "
        "is left of those before it."
    ),
    "riverSum": N_(
        "Σ over {units} units of |what a character wrote × every gate since|. With their signs they "
        "add up to {memory}."
    ),
    "riverTable": N_("River: what is left of each character at each step"),
    "riverCharacter": N_("character"),
    "riverExpected": N_("expected"),
    "riverRead": N_("read"),
    "riverKept": N_("kept"),
    "riverKeptOf": N_("{share} % of what was there goes on"),
    "riverWrites": N_(
        "{character} writes {amount}; {share} % of it is left, {ofAll} % of the memory"
    ),
    "riverWritesNow": N_("{character} writes {amount} into the memory"),
    "riverAlone": N_("{character} alone makes {amount}; the state is {whole} in all"),
    "riverMixed": N_("what {character} left is mixed into the rest, and cannot be told apart"),
    "riverNext": N_("It expects next"),
    "riverSays": N_("It says"),
    "riverIsRight": N_("and is right: {character} follows"),
    "riverIsWrong": N_("but {character} follows"),
    "riverLoss": N_("loss −log {p} = {loss}"),
    "riverOn": N_("reads the next character"),
    "riverEnd": N_("the line ends here"),
    "riverOpen": N_("opens the cell: how it decided"),
    "riverPlay": N_("plays the line"),
    "riverPause": N_("pauses"),
    "keyRiver": N_("The river of memory instead of the cell, and back"),
    "ledgerUnits": N_("of all units"),
    "ledgerMap": N_("What is left of each character, unit by unit"),
    "ledgerFirst": N_("before the first step: {value} is left"),
    "ledgerEntry": N_("{character}, t = {t}: {value}"),
    "ledgerLeft": N_("{character}, t = {t}: {value} is left, {share} % of what it wrote"),
    "witnessesTab": N_("Witnesses"),
    "witnessesAsk": N_("Ask the witnesses"),
    "witnessesHint": N_("what mattered for {character} at t = {t}? Each row has its own scale"),
    "witnessesOff": N_("This network is too large to be read anew here."),
    "witnessesPoint": N_("{witness}: {place}"),
    "witnessesPlace": N_("{character} (t = {t})"),
    "witnessesMost": N_("most: {place}"),
    "witnessesNone": N_("none stands out"),
    "witnessesSilent": N_("none here"),
    "witnessesAgree": N_("They agree: {character} (t = {t}) mattered most."),
    "witnessesAllNone": N_("They agree: no character stands out."),
    "witnessesDisagree": N_("They disagree. {points}."),
    "witnessesMeasure": N_(
        "Each measures something else: the first how far a very small change of an input would count, "
        "the second what another character in its place would change, the ledger what is left of what it wrote."
    ),
    "witnessesMeasureTwo": N_(
        "Each measures something else: the first how far a very small change of an input would count, "
        "the second what another character in its place would change."
    ),
    "witnessesReading": N_("reading {count} changed texts: {done}"),
    "witnessesReadingOne": N_("reading one changed text: {done}"),
    **{f"{key}Witness": title for key, (title, _) in WITNESSES.items()},
    **{f"{key}Measure": measure for key, (_, measure) in WITNESSES.items()},
    # The same predictions without the rest of the text.
    "writingTab": N_("Writing"),
    "writingHint": N_("the same without the rest of the text"),
    "writingTrue": N_("next character"),
    "writingWhole": N_("with the whole text"),
    "writingSoFar": N_("the text ends here"),
    "writingOwn": N_("writes by itself"),
    "writingRight": N_("{right} of {count}"),
    "writingSame": N_("It reads nothing ahead: without the rest of the text it predicts the same."),
    "writingDiffers": N_(
        "Loss {whole} with the whole text there, {sofar} where the text ends at each step."
    ),
    "writingReason": N_(
        "The backward direction has read the next character before it is predicted. Nobody who "
        "writes has that character yet."
    ),
    "distanceTab": N_("By distance"),
    "distanceAxis": N_("steps between a use of the weights and its loss"),
    "distanceShare": N_("share of the gradient"),
    "distanceBar": N_("{steps} steps before the loss: {share}"),
    "distanceBarOne": N_("one step before the loss: {share}"),
    "distanceOwn": N_("{own} of {gradient} comes from the step of its loss."),
    "distanceNear": N_(
        "Of {gradient}, {own} comes from the step of the loss itself, and {share} from at most "
        "{steps} steps before it."
    ),
    "distanceNearOne": N_(
        "Of {gradient}, {own} comes from the step of the loss itself, and {share} from it and the "
        "one before."
    ),
    "distanceNone": N_("Nothing arrives at these weights: {gradient} is 0."),
    "distanceNote": N_(
        "What the uses at each distance add, measured along the whole gradient: together 1. What "
        "pulls against the rest has a minus."
    ),
    "reachTab": N_("How far back"),
    "reachLeast": N_("{share} left"),
    "reachAll": N_("all of it"),
    "reachMost": N_("{factor} times as much"),
    "reachSays": N_("{steps} steps back, at t = {k}, {share} of the gradient of loss {t} is left."),
    "reachSaysOne": N_("One step back, at t = {k}, {share} of the gradient of loss {t} is left."),
    "reachMoves": N_(
        "What the state is changed by at t = {k} is there at t = {t} with {share} of its size."
    ),
    "reachUsual": N_("Of all losses, {share} is left {steps} steps back (the median)."),
    "reachUsualMoves": N_("Over any {steps} steps, {share} is left (the median)."),
    "reachHint": N_("a row a loss, a column a step; a click walks that path back"),
    "reachOff": N_(
        "Two rows of states go through the text here, one each way: a loss reaches the steps on both "
        "of its sides. The triangle is of one state, which goes on from step to step."
    ),
    "reachWalk": N_("Walk this path back"),
    "reachProgress": N_("how much is computed"),
    "sumHint": N_("terms by size, {total} in all"),
    "rest": N_("{count} more terms"),
    "restOne": N_("1 more term"),
    "others": N_("{count} others"),
    "othersOne": N_("1 other"),
    "together": N_("together"),
    "prediction": N_("Prediction after {character}"),
    "predictionTag": N_("Label of {character}"),
    "readAs": N_("x{number} = {reading}, read as {value}"),
    "predictionTrend": N_("x1 after {character}"),
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
    # The least that is said of a place, and the cell of a map.
    "announceBrief": N_("t = {t}, {title}: {value}"),
    "gridCell": N_("unit {unit}, t = {t}, {input}: {value}"),
    "announceGuess": N_("Predicted {character} with probability {p}."),
    "announceOther": N_("{network} predicts {character}."),
    "announceVerdict": N_("{network} predicts {character}, {verdict}."),
    "announceLoss": N_("Loss {loss}."),
    "announceLogit": N_("The logit of {character} is {value}."),
    "announceUnit": N_("Unit {unit} is {value}."),
    "announceChoices": N_("Answer with a letter: {choices}."),
    "legendSigned": N_("−{high} to {high}"),
    "legendGate": N_("0 to 1"),
    "keyStep": N_("a time step to the right or to the left"),
    "keyOn": N_(
        "on or back with a clicker: first the answer to a question that stands, then a time step in "
        "the direction of the walk, then the next view of the lecture plan"
    ),
    "keyPhase": N_("a phase on or back, within the step"),
    "keyEnds": N_("where the walk begins, and where it ends"),
    "keyTurn": N_("turn round: back from the loss to the first character, and forward again"),
    "keyLoss": N_("on the way back: begin at this step’s loss, or no longer"),
    "keyPlay": N_("play and pause"),
    "keySpeed": N_("play faster or slower"),
    "keyUnit": N_("the unit before or after"),
    "keySort": N_(
        "sort the units of maps and strips by what the words say is largest, or by number"
    ),
    "keySum": N_("show or hide the unit’s sum"),
    "keyView": N_("the next view below the cell"),
    "keyWitnesses": N_("which character mattered for the prediction: three witnesses"),
    "keyFocus": N_("of several networks: the next one in focus"),
    "keyDifferent": N_("where several networks differ: the next such step"),
    "keyAsk": N_(
        "predict first: what comes next is covered, and the stage asks one question before it shows "
        "a step"
    ),
    "keyAnswer": N_(
        "answer the question that stands, unless you drive a room or walk through a lecture plan"
    ),
    "keyReveal": N_("show the answer to the question that stands; PageDown does the same"),
    "sample": N_("The sample of the batch"),
    "keySample": N_("the sample of the batch before or after"),
    "keyNetwork": N_("another network on the same text: {names}"),
    "hiddenUnit": N_("hidden unit"),
    "soundRow": N_("Heard: {number}, t = {from} to {to}."),
    "soundNothing": N_("There is no number to hear here yet."),
    "soundTracks": N_("The first network is left, the last one right."),
    "soundChanged": N_("Left: as it was; right: as it is now."),
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
        "Every number is told under the pointer, at a tap, and when Tab brings the focus to its "
        "strip or row; [ and ] then go through the units. Shift shows all its digits, or a tap on the note."
    ),
    "digitsShift": N_("all digits: Shift"),
    "digitsTap": N_("all digits: tap here"),
    "helpColours": N_(
        "Blue is below zero, orange above; gates run from pale, 0, to full, 1. "
        "The colours keep their scale while you step."
    ),
    "helpGhosts": N_("What is not computed yet is a pale outline."),
    "helpGlossary": N_("Words of the trade: every term and letter, and where each can be seen"),
    # The glossary's entries of what stands on the stage, by their names there.
    "termUnit": N_("Unit"),
    "termState": N_("Hidden state"),
    "termCell": N_("Memory cell"),
    "termLayer": N_("Cell, one box"),
    "termGate": N_("Gate"),
    "termCandidate": N_("Candidate"),
    "termPreactivation": N_("Pre-activation"),
    "termIndices": N_("Subscripts and brackets"),
    "termHadamard": N_("⊙, element by element"),
    "termPhi": N_("φ and σ"),
    "termInitial": N_("Initial state"),
    "termN": N_("n, d, h, q, T, V"),
    "termOnehot": N_("One-hot vector"),
    "termLogit": N_("Logit"),
    "termSoftmax": N_("Softmax"),
    "termLabel": N_("Label, target"),
    "termCrossentropy": N_("Cross-entropy"),
    "termPerplexity": N_("Perplexity"),
    "termLedger": N_("Ledger"),
    "termWitness": N_("Witness"),
    "termGradient": N_("Gradient"),
    "termBptt": N_("Backpropagation through time"),
    "helpBack": N_(
        "On the way back (Y) night is around the paper and the arrows are turned round, so that ← goes on. "
        "Each strip is ∂L/∂ its quantity; a number beside a wire is the factor by which the chosen unit’s "
        "gradient goes on there, red if it is small. The bars under the cells are the norms of ∂L/∂ their "
        "states, each line a power of ten. A click on the loss under a prediction makes L that loss, or adds "
        "it to L."
    ),
    # The way back.
    "turn": N_("Back from the loss: gradients (Y)"),
    "turnForward": N_("Forward again (Y)"),
    "stepBack": N_("← t = {t} of {T}"),
    "stepOnwards": N_("→ t = {t} of {T}"),
    "lossOf": N_("What L is: the loss, or the mean of the losses, from which one goes back (S)"),
    "lossAll": N_("L: mean of all"),
    "lossHere": N_("L: the loss at t = {t}"),
    "lossSome": N_("L: at t = {steps}"),
    "lossAlone": N_(
        "loss at t = {t}: {loss}, one of all that L is the mean of; click for L = this loss alone"
    ),
    "lossTaken": N_("loss at t = {t}: {loss}, a part of L; click to leave it out"),
    "lossLeft": N_("loss at t = {t}: {loss}, no part of L; click to add it"),
    "beginMean": N_("L, the mean of {count} losses: {loss}"),
    "beginOne": N_("L, the loss of t = {t}: {loss}"),
    "beginHere": N_("the way back begins here"),
    "notReached": N_("not reached yet"),
    "gradientScale": N_("full colour: ±{high}, the largest gradient at t = {t}"),
    "handedOn": N_("the part that comes from t = {t}"),
    "heldBack": N_("held by hand, so that nothing goes on from here"),
    "predictionColumns": N_("∂L/∂logit, then p"),
    "predictionBack": N_("∂L/∂ the logit, then the probability"),
    "announceBack": N_("Back at time step {t} of {T}, {phase}."),
    "announceNorm": N_("Its norm is {norm}."),
    "announceGradient": N_("{letter} is {value}."),
    "announceOtherNorm": N_("{network}: the norm of ∂L/∂H is {norm}."),
    "backNoLoss": N_("There is no way back here: without a target there is no loss to start from."),
    "backTooLarge": N_("This network is too large for its gradients to be computed here."),
    "backNoSlope": N_("One of this cell’s functions has no derivative, so there is no way back."),
    "viewBack": N_("“{view}” belongs to the way back (Y); this is “{shown}”."),
    "viewForward": N_("“{view}” belongs to the way forward (Y); this is “{shown}”."),
    "viewMissing": N_("“{view}” has nothing to show here; this is “{shown}”."),
    "gradientsTab": N_("Gradients of the weights"),
    "gradientsHint": N_("click a number to see what each step adds"),
    "gradientsBefore": N_("empty until the way back comes to a step that adds to it: ← and ↓"),
    "gradientSays": N_(
        "{gradient} is {whole}; the largest part, {part}, is added at t\u00a0=\u00a0{t} ({input})."
    ),
    "gradientSaysNone": N_("{gradient} is 0: no step adds anything."),
    "gradientSoFar": N_("{name}, steps {from} to {T}"),
    "gradientNoPath": N_("No path leads from it to a loss."),
    "gradientWhole": N_("from all steps"),
    "gradientOfSample": N_("from all steps of this sample"),
    "gradientFinite": N_(
        "The loss computed twice, with the weight a little larger and a little smaller"
    ),
    "gradientApart": N_("apart"),
    "gradientStep": N_("step {t} adds {value}"),
    "gradientKeys": N_("The arrow keys choose another number."),
    "wire": N_("Wire"),
    "wireNone": N_("This wire has no factor of its own."),
    "wireSame": N_("The gradient goes on as it is: the factor is 1."),
    "wireTurned": N_("The gradient goes on with its sign turned: the factor is −1."),
    "wireFactor": N_("Factor of unit {unit}: {sides}."),
    "wireThrough": N_("The strongest way from unit {unit} leads to unit {to}: {sides}."),
    "wireSaturated": N_("Small (below {limit}): saturated, {letter} = {value}."),
    "wireOff": N_("The unit is off: its sum is below zero, and nothing passes."),
    "wireClosed": N_("Small (below {limit}): the gate is nearly closed."),
    "wireOpen": N_(
        "Small (below {limit}): the gate is nearly open, and this is what it leaves over."
    ),
    "wireZero": N_("Small (below {limit}): what it is multiplied with is near 0."),
    "wireWeight": N_("Small (below {limit}): the weight."),
    # What a reader changes by hand.
    "hands": N_("Change something by hand (E)"),
    "handsChanges": N_("Changed by hand"),
    "handsOff": N_("This network is too large to be changed by hand here."),
    "undoChange": N_("Undo (Ctrl+Z)"),
    "redoChange": N_("Redo (Ctrl+Shift+Z)"),
    "resetChanges": N_("Reset"),
    "resetHint": N_("Take back all changes"),
    "takeBack": N_("Take back: {sentence}"),
    "partFirst": N_("first difference: t = {t}, {phase}, unit {unit}"),
    "partNowhere": N_("no number differs"),
    "partGo": N_("Go to the first number that differs"),
    "lossChange": N_("loss {before} → {after}"),
    "lossBy": N_("loss {loss}, changed by {by}"),
    "lossSame": N_("loss {loss}, as before"),
    "tooLarge": N_("t = {t}, {phase}: too large for a number; what follows from it is none either"),
    "predictionsChange": N_("{count} of {T} predictions changed"),
    "changeHold": N_("{quantity} of {units} held at {value} {steps}"),
    "changeInput": N_("character {t} exchanged for {character}"),
    "changeInitial": N_("{quantity} of {units} begins at {value}"),
    "changeWeight": N_("weight {name} set to {value}"),
    "changeWeights": N_("weights as they were after {moment} steps of learning"),
    "changeWeightsOne": N_("weights as they were after one step of learning"),
    "changeWeightsBefore": N_("weights as they were before learning"),
    "changeUnit": N_("unit {unit}"),
    "changeUnits": N_("units {unit}"),
    "changeAllUnits": N_("every unit"),
    "changeComma": N_(", "),
    "changeStep": N_("at step {from}"),
    "changeSteps": N_("from step {from} to {to}"),
    "changeAllSteps": N_("at every step"),
    "chipHold": N_("{letter} held at {value}, {steps}"),
    "chipStep": N_("step {from}"),
    "chipSteps": N_("steps {from} to {to}"),
    "chipAllSteps": N_("all steps"),
    "chipInput": N_("{from} → {to}, step {t}"),
    "chipWeights": N_("weights after {moment} steps"),
    "chipWeightsOne": N_("weights after 1 step"),
    "chipWeightsBefore": N_("weights before learning"),
    "changeNoNumber": N_("The value is “{typed}”; it must be a number from {least} to {most}."),
    "changeNoUnit": N_(
        "The unit is “{typed}”; it must be a whole number from 1 to {most}, or all of them."
    ),
    "changeNoStep": N_("The step is “{typed}”; it must be a whole number from 1 to {most}."),
    "changeNoSpan": N_(
        "The last step is “{typed}”; it must not come before the first, step {from}."
    ),
    "changeNoRow": N_("The row is “{typed}”; it must be a whole number from 1 to {most}."),
    "changeNoColumn": N_("The column is “{typed}”; it must be a whole number from 1 to {most}."),
    "changeNoName": N_("There is no {name} here."),
    "changeNoCharacter": N_("The network does not know this character."),
    "changeNoMoment": N_("The weights of that moment are not here."),
    "changesLeftOne": N_("One change of the link does not fit here and is left out: {first}"),
    "changesLeft": N_(
        "{count} changes of the link do not fit here and are left out; the first: {first}"
    ),
    "changesFull": N_("There are {most} changes already; take one back first."),
    "editHold": N_("Hold"),
    "editWeight": N_("Weight"),
    "editInitial": N_("Initial state"),
    "editInput": N_("Input"),
    "editWeights": N_("Weights of a moment"),
    "editKind": N_("What to change"),
    "editQuantity": N_("Quantity"),
    "editName": N_("Parameter"),
    "editState": N_("State"),
    "editUnits": N_("unit"),
    "editAll": N_("all"),
    "editAllHint": N_("a number, or “all”"),
    "editFrom": N_("from step"),
    "editTo": N_("to"),
    "editStep": N_("step"),
    "editRow": N_("row"),
    "editColumn": N_("column"),
    "editValue": N_("value"),
    "editCharacter": N_("character"),
    "editCharacterNote": N_(
        "The network has weights for these characters alone: it can read no other."
    ),
    "editMoment": N_("after steps"),
    "editApply": N_("Change"),
    "editClose": N_("Close"),
    "editWaiting": N_("Fetching the weights …"),
    "editNoWeights": N_("The weights of that moment could not be fetched."),
    "tryTitle": N_("Try:"),
    "tryKeep": N_("Remember only the first character, {character}"),
    "tryKeepQuestion": N_(
        "From the second step on: {gates}. What {character} wrote is kept, and nothing else is "
        "written. Do the predictions after it still differ from step to step?"
    ),
    "tryKeepSame": N_("No, they are all the same"),
    "tryKeepOther": N_("Yes, they still differ"),
    "tryGate": N_("{gate} at {value}"),
    "tryClose": N_("Close every output gate"),
    "tryCloseQuestion": N_(
        "Every output gate is held at 0, at every step; the memory goes on as it does. What is predicted?"
    ),
    "tryCloseSame": N_("The same at every step"),
    "tryCloseOther": N_("Something else from step to step, out of the memory"),
    "tryCloseEven": N_("All characters alike"),
    "tryBreak": N_("Break one recurrent weight"),
    "tryBreakQuestion": N_(
        "Of all its recurrent weights one is set to 0: {name}, which is {value}. "
        "How many of the {T} predictions change?"
    ),
    "tryNone": N_("None"),
    "tryOne": N_("One"),
    "tryMore": N_("Two or more"),
    "tryExchange": N_("Read {to} in the place of {from}"),
    "tryExchangeQuestion": N_(
        "The first character is {to}, and no longer {from}; all others stay. How far does it reach?"
    ),
    "tryExchangeNone": N_("No prediction changes"),
    "tryExchangeFirst": N_("Only the first one changes"),
    "tryExchangeLater": N_("Later ones change too"),
    "tryRight": N_("Right ✓"),
    "tryWrong": N_("Not this time ✗"),
    "tryTruth": N_("{choice}. {told}"),
    "tryTold": N_("{count} of {T} predictions changed: {pairs}."),
    "tryToldNone": N_("All {T} predictions stay as they are."),
    "helpHands": N_("change something by hand, or try an experiment"),
    "helpUndo": N_("undo, redo a change"),
}
