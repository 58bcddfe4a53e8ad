"""The words of the Units page, in English; the catalogues have the translations.

Names in braces are filled in by the view.
"""

from rnnviz.explain.spoken import IN_TEXT
from rnnviz.locale import N_
from rnnviz.units.verdict import WORDS

STRINGS = IN_TEXT | {
    "view": N_("What the units of a network have learnt"),
    "opening": N_("Reading the text …"),
    "again": N_("Try again"),
    "save": N_("Save"),
    "savePage": N_("This view, one HTML file"),
    "savePageHint": N_(
        "It opens without a network; one walks through the text, and sees what was found."
    ),
    "saveRanking": N_("All units (CSV)"),
    "saveRankingHint": N_("What each tells, and what it costs to hold it."),
    "saveValues": N_("This unit (CSV)"),
    "saveValuesHint": N_("Its value at each character, with the label and the loss."),
    "saveJson": N_("Both (JSON)"),
    "saveJsonHint": N_("With the link and what was asked."),
    "savePictureHint": N_("Of all, or of one panel: SVG or PNG."),
    "saving": N_("The file is being made …"),
    "saved": N_("Saved: {name}"),
    "notHeld": N_("This is not in the file: it holds what was chosen and asked when it was saved."),
    "missingQuantity": N_(
        "The link names {asked}, which this network does not have; {quantity} is shown."
    ),
    "missingUnit": N_("The link names unit {asked}; {quantity} has {most}, and the last is shown."),
    "missingLine": N_("The link names {asked} as a line; this network has no such unit."),
    "missingPlace": N_(
        "The link names character {asked}; the text has {count}, and the last is shown."
    ),
    "network": N_("Network"),
    "netTitle": N_("{cell} · {units} units"),
    "leftOut": N_("left out, because it does not know them: {characters}"),
    "text": N_("Text"),
    "colouredBy": N_("at every character"),
    "quantity": N_("Quantity"),
    "unit": N_("Unit"),
    "second": N_("Line"),
    "noSecond": N_("none"),
    "textHint": N_("Orange is above zero, blue below."),
    "gateHint": N_("From 0, which is paper, to 1, which has full colour."),
    "textKeys": N_("Click a character, or walk with the arrow keys."),
    "mapHint": N_("The whole text; a click goes there."),
    "expected": N_("Expected next"),
    "expectedAfter": N_("after {character}, place {place} of {count}"),
    "cost": N_("{character} came: {loss} nats"),
    "end": N_("The text ends here."),
    "all": N_("All units"),
    "allHint": N_(
        "A row is a unit, the whole text from left to right; of the characters in a column the one where "
        "the unit is farthest from its mean. Click a row or a column."
    ),
    "sortBy": N_("In which order the units stand"),
    "sortAlike": N_("by likeness: neighbours run alike over the text"),
    "sortAsked": N_("by what is asked, the best first"),
    "sortCost": N_("by what it costs to hold them, the costliest first"),
    "sortNumber": N_("by their numbers"),
    "most": N_("Where it is highest and lowest"),
    "highest": N_("highest"),
    "lowest": N_("lowest"),
    "allHere": N_("{symbol}, around place {place}: {character}"),
    "ask": N_("Which unit knows"),
    "askMore": N_("another label …"),
    "askPattern": N_("a regular expression"),
    "askPatternHint": N_(
        "On wherever this regular expression matches; ^ and $ are the ends of a line. Enter asks it."
    ),
    "askBrush": N_("Mark"),
    "askBrushHint": N_(
        "Mark spans of the text: drag over them, or tap their beginning and their end (M marks where you are)."
    ),
    "askBrushing": N_("Drag over the text, or tap a span's beginning and its end; M marks here."),
    "askNothing": N_("Nothing"),
    "askedOn": N_("underlined: {on} of {of} characters"),
    "askedNumber": N_("underlined the more strongly the larger it is"),
    "test": N_("Test"),
    "testHint": N_("what it costs to hold each unit, in {nats}"),
    "nats": N_("nats"),
    "natsHint": N_(
        "The unit of the loss: −ln p of the character that came. 0.69 nats more, and that character "
        "gets half the probability."
    ),
    "testWays": N_("At what units are held"),
    "way_mean": N_("at its mean"),
    "way_resample": N_("resampled"),
    "way_zero": N_("at zero"),
    "way_mean_hint": N_(
        "Held at its mean over the whole text: the unit tells nothing any more, and stays where it "
        "usually is."
    ),
    "way_resample_hint": N_(
        "Held at values drawn from other places with the same character: the unit varies as it "
        "usually does there, and tells nothing of what came before."
    ),
    "way_zero_hint": N_("Held at zero, where the unit may never be by itself."),
    "wayOn": N_("Full dot, where the label is on: {cost} nats ({low} to {high})."),
    "wayOff": N_("Ring, after the same characters elsewhere: {cost} nats ({low} to {high})."),
    "wayNoOff": N_("No other place has these characters."),
    "intervalHint": N_(
        "The line is the 95 % interval: of texts drawn anew from its lines, 95 in 100 lie in it."
    ),
    "testPlot": N_("Every unit: how well it tells the label, and what holding it costs"),
    "testChance": N_("chance {chance}"),
    "testUnit": N_("{symbol}: {measure} {score}, costs {cost} nats ({low} to {high})"),
    "testUnitUnknown": N_("{symbol}: {measure} {score}, not held yet"),
    "testNothing": N_("Choose above what is asked; then every unit is held in turn."),
    "backup": N_("Is there a backup?"),
    "backupHint": N_("two units held at once: what that costs beyond what each costs, in nats"),
    "backupOpen": N_("Hold the eight that tell it best in pairs"),
    "backupAsked": N_("Every two of the eight are held; that takes some seconds …"),
    "backupPair": N_(
        "{first} and {second}: together {cost} nats beyond what each costs ({low} to {high})."
    ),
    "backupFound": N_(
        "{first} and {second} together cost {cost} nats beyond what each costs ({low} to {high}): "
        "one stands in for the other. Pale numbers may be chance."
    ),
    "backupNone": N_(
        "No two of them surely cost more together than each by itself: none of these eight stands "
        "in for another one."
    ),
    "enough": N_("Is it enough?"),
    "enoughHint": N_("its value is moved from one text to the other"),
    "enoughText": N_(" must go on with {answer}"),
    "enoughAll": N_("all {units} units"),
    "enoughTold": N_(
        "So much of the difference between the two answers comes along. Mean of {pairs} pairs of "
        "texts from the grammar; in {share} of them the network itself gives each text its answer."
    ),
    "enoughInterval": N_("{share} of the difference comes along ({low} to {high})."),
    "testAsk": N_("Ask first"),
    "testAskHint": N_("Say what the test will find, before it is shown (Q)."),
    "verdictLater": N_("{count} of {units} units held; the verdict follows once all were."),
    "tellsAndMatters": WORDS[True, True],
    "tellsOnly": WORDS[True, False],
    "mattersOnly": WORDS[False, True],
    "neither": WORDS[False, False],
    "reasons": N_("The numbers behind the words"),
    "reason_tells": N_("Does it tell?"),
    "reason_matters": N_("Does it matter?"),
    "reason_company": N_("Alone?"),
    "guessQuestion": N_("What will the test find of {symbol}?"),
    "guessReveal": N_("Show the answer"),
    "guessRight": N_("Right."),
    "guessWrong": N_("You said: {guess}."),
    "onStage": N_("Hold it on the stage"),
    "onStageHint": N_("Opens the Step page at this place, with the unit held at its mean."),
    "help": N_("Help"),
    "close": N_("Close"),
    "terms": N_("Terms"),
    "keyCharacter": N_("one character back or on"),
    "keyLine": N_("a line up or down"),
    "keyScreen": N_(
        "a screen of the text back or on, with a clicker too; in a lecture plan a screen of the page, "
        "and from the last one to the next view"
    ),
    "keyEnds": N_("the beginning or the end of the text"),
    "keyUnit": N_("the unit before, the next one"),
    "keyMark": N_("mark a span: once where it begins, once where it ends"),
    "keyAsk": N_("ask first: answer what the verdict will be, with A to D, then see"),
    "keyPresenter": N_("presenter mode: this page alone, as large as the screen"),
    "keyEscape": N_("back to the text, out of a field, marking or presenter mode"),
    "keyHelp": N_("this help"),
    "aucTerm": N_("AUC"),
    "aucMeaning": N_(
        "How often the unit is higher where the label is on than where it is off: 0.5 is a coin, 1 is always. For "
        "a label of numbers ρ says how alike the two orders are, from −1 to 1."
    ),
    "chanceTerm": N_("line of chance"),
    "chanceMeaning": N_(
        "The same ranking for the label shifted around the text: for 5 % of such labels the best of all units passes "
        "this line, though it knows nothing of them."
    ),
    "heldTerm": N_("held at its mean"),
    "heldMeaning": N_(
        "The unit is kept at its mean over the whole text, so that it says nothing any more; all else is computed anew."
    ),
    "resampledTerm": N_("resampled"),
    "resampledMeaning": N_(
        "The unit takes its value from another place with the same character, so that it stays what it usually is "
        "there."
    ),
    "natsTerm": N_("nats"),
    "natsMeaning": N_("The unit of the loss: −ln of the probability of the character that came."),
    "probeTerm": N_("probe"),
    "probeMeaning": N_(
        "A logistic regression that guesses the label from a few units, learnt on the first half, tried on the second."
    ),
    "controlTerm": N_("control"),
    "controlMeaning": N_(
        "The same probe for labels that were given to the characters at random: what it reaches is mere memory."
    ),
    "unitBefore": N_("the unit before ([)"),
    "unitAfter": N_("the next unit (])"),
    "secondHint": N_("Another unit, laid under the text as a line: H[12]."),
    "digitsShift": N_("all digits: Shift"),
    "digitsTap": N_("all digits: tap here"),
    "find": N_("Find"),
    "findHint": N_("{measure}, chosen on the first half, measured on the second"),
    "findNothing": N_(
        "Choose above the text what a unit may know: all units are then ranked by how well they tell it."
    ),
    "findBars": N_("Units, the best first"),
    "findHalves": N_("{symbol}: {measure} {first} on the first half, {second} on the second."),
    "findNone": N_("No find: it does not pass the line of chance, number {place} of {count}."),
    "auc": N_("AUC"),
    "aucHint": N_(
        "Take a place where the label is on and one where it is off: how often the unit tells which is "
        "which. 0.5 is guessing, 1 is never wrong."
    ),
    "rho": N_("ρ"),
    "rhoHint": N_(
        "Spearman’s ρ: how far the unit puts the places in the same order as the label. 0 is not at all, "
        "1 is the same order."
    ),
    "pearson": N_("r"),
    "chance": N_("{chance}: the best of {count} units passes this for 5 % of labels"),
    "chanceHint": N_(
        "The label is shifted around the text, 200 times, so that no unit can know it, and each time the "
        "best unit counts: 95 of 100 times it lies below this line."
    ),
    "chanceFinds": N_("Here {finds} of {count} units pass it."),
    "labelOn": N_("on: {count} places"),
    "labelOff": N_("off: {count} places"),
    "threshold": N_("Threshold"),
    "thresholdAbove": N_("Above {threshold}: {found} of the places found, {alarms} {alarmsWord}."),
    "thresholdBelow": N_("Below {threshold}: {found} of the places found, {alarms} {alarmsWord}."),
    "alarms": N_("false alarms"),
    "alarmsHint": N_(
        "Of the places where the label is off, the share at which the unit lies on the side of those "
        "where it is on. Drag the line to trade one for the other."
    ),
    "levels": N_("A bar goes {quartile}; its line is the median."),
    "quartile": N_("from quartile to quartile"),
    "quartileHint": N_(
        "The bar holds the middle half of the places; a quarter lies below it, a quarter above."
    ),
    "level": N_("{value}: {median} in the middle, {lower} to {upper}, at {places} places"),
    "knows": N_("This number, {symbol}, knows {clause}: {found} found, {alarms} {alarmsWord}."),
    "knowsNot": N_(
        "This number, {symbol}, does not know {clause} better than chance: {found} found, {alarms} {alarmsWord}."
    ),
    "knowsNumber": N_("This number, {symbol}, knows {clause}: {measure} {score}."),
    "knowsNoNumber": N_(
        "This number, {symbol}, does not know {clause}: {measure} {score}, and chance reaches {chance}."
    ),
    "knowsNothing": N_("This number is {symbol}. Choose below what it may know."),
    "knowsRefused": N_("This number is {symbol}."),
    "errors": N_("Where the unit and the label disagree"),
    "missesTitle": N_("Misses"),
    "missesCount": N_("Misses: {count} stretches"),
    "missesCountOne": N_("Misses: one stretch"),
    "missesOpen": N_("List the places where the label is on and the unit does not say so (E)"),
    "missesSaid": N_("the label is on, and {symbol} does not say so: {places} characters"),
    "alarmsTitle": N_("False alarms"),
    "alarmsCount": N_("False alarms: {count} stretches"),
    "alarmsCountOne": N_("False alarms: one stretch"),
    "alarmsOpen": N_("List the places where the label is off and the unit says on (E)"),
    "alarmsSaid": N_("the label is off, and {symbol} says on: {places} characters"),
    "errorsNone": N_("There are none with this threshold."),
    "errorBefore": N_("the error before"),
    "errorAfter": N_("the next error"),
    "errorWhere": N_("{at} of {of}"),
    "labelYes": N_("label: on"),
    "labelNo": N_("label: off"),
    "keyErrors": N_("lists where it misses, then its false alarms, then neither"),
    "keyError": N_(
        "the error before, the next one; while they are listed, a clicker goes there, too"
    ),
    "computing": N_("Computing …"),
    "spread": N_("One unit or many"),
    "spreadHint": N_("what a {probe} with some of the units tells"),
    "probe": N_("probe"),
    "probeHint": N_(
        "A logistic regression, for numbers a linear one, from the values of a few units to the label: "
        "fitted on the first half of the text, measured on the second. Units are added one by one, each "
        "time the one that helps most."
    ),
    "control": N_("control"),
    "controlHint": N_(
        "The same probe for labels assigned to characters at random: what it reaches, it reaches by "
        "knowing which character stands there."
    ),
    "before": N_("before training"),
    "beforeHint": N_("The same probe of the network as it was before its training."),
    "added": N_("Added in this order:"),
    "chanceLine": N_("chance"),
    "oneUnit": N_("1 unit"),
    "someUnits": N_("{count} units"),
    "allUnits": N_("all units"),
    "learnt": N_("When it was learnt"),
    "learntHint": N_("over the loss, in {nats}; click a moment to open it"),
    "noMoments": N_("Of this network’s training no checkpoints were kept."),
    "bestUnit": N_("best: {symbol}"),
    "probeAll": N_("probe of all"),
    "steps": N_("gradient steps"),
    "loss": N_("loss"),
    "moment": N_(
        "Step {step}: {symbol} {chosen}; the best then, {bestSymbol}, {best}; probe {probe}; chance "
        "{chance}; loss {loss}"
    ),
    "learntSince": N_(
        "Learnt by step {since}: from there on {symbol} stays above the best unit of step {step} ({best}) and above "
        "chance."
    ),
    "learntNot": N_(
        "Not learnt: after the last step {symbol} is not above the best unit of step {step} ({best}) and above chance."
    ),
    "learntUntrained": N_(
        "{symbol} went from {before} to {after}. Before any training the best of {count} units, "
        "{bestSymbol}, reached {best}; the line of chance lay at {chance}."
    ),
    "learntFirst": N_(
        "{symbol} went from {before} at step {step} to {after}. The best of {count} units, {bestSymbol}, "
        "had reached {best} then; the line of chance lay at {chance}."
    ),
    "cloud": N_("The way through the states"),
    "cloudHint": N_("{drawn} of {count} states; the last 30 steps as a line"),
    "cloudWaiting": N_("The states are coming …"),
    "cloudColour": N_("Colour"),
    "cloudBy_label": N_("what is asked"),
    "cloudBy_character": N_("character"),
    "cloudBy_place": N_("place in the text"),
    "cloudBy_unit": N_("the chosen unit"),
    "cloudAxes": N_("Components"),
    "componentAxis": N_("component {number}, {percent} % of the variance"),
    "cloudTools": N_("What dragging does"),
    "cloudTool_lasso": N_("Lasso"),
    "cloudTool_select": N_("Box"),
    "cloudTool_pan": N_("Move"),
    "cloudWhole": N_("Whole"),
    "cloudTurn": N_("turned"),
    "cloudTilt": N_("tilted"),
    "cloudTurnHint": N_("With no tool chosen, dragging turns the cloud."),
    "cloudOn": N_("asked and there"),
    "cloudOff": N_("not there"),
    "cloudOthers": N_("others {count}"),
    "cloudMoment": N_("After step"),
    "cloudStep": N_("{step}"),
    "cloudOwnAxes": N_("in components of its own"),
    "cloudHere": N_("place {place}: {x}, {y}"),
    "cloudKeys": N_("The arrow keys walk through the text, and the line runs along."),
    "cloudNear": N_("The nearest to the state here"),
    "cloudNearest": N_("{count} nearest"),
    "cloudNearTold": N_("{count}, up to a distance of {distance}"),
    "cloudSelected": N_("States selected: {count}, in {spans} spans"),
    "cloudSelectedOne": N_("States selected: {count}, in one span"),
    "cloudTooMany": N_("States selected: {count}, in {spans} spans; a label takes at most {most}"),
    "cloudCorner": N_("Corner here"),
    "cloudCornerHint": N_(
        "A frame from one state to another: press it at two states. With “Box”, two taps in the "
        "picture do the same."
    ),
    "cloudCornerAt": N_("One corner of a frame: {x}, {y}. The next one is the opposite corner."),
    "cloudLabel": N_("Ask which unit knows these"),
    "cloudClear": N_("Select nothing"),
    "similar": N_("States like this one"),
    "similarHint": N_(
        "the nearest in the whole text, and what was expected after each; green where it went on as here"
    ),
    "distance": N_("Distance"),
    "euclid": N_("Euclidean"),
    "cosine": N_("cosine"),
    "similarHere": N_(
        "As here, {character} comes next at {count} of the {of} nearest; at {random} of all places."
    ),
    "similarWhole": N_(
        "Over {count} places, the nearest go on alike in {near}, places chosen at random in {random}."
    ),
    "similarExpects": N_("{character} {percent} %"),
    "similarPlace": N_("Place"),
    "rest": N_("Where the state rests"),
    "restHint": N_("while one character comes again and again"),
    "restCharacter": N_("Character"),
    "restHere": N_("the one here: {character}"),
    "restSearching": N_("Searching from states of the text …"),
    "restSearchingOn": N_("Found so far; searching for points to which no state is drawn …"),
    "restNone": N_("No point was found at which the state stays while {character} is repeated."),
    "restUnstable": N_(
        "Points at which the state would stay while {character} is repeated: {count}, none of them stable. "
        "It does not come to rest at any of them."
    ),
    "restOne": N_(
        "While {character} is repeated, the state can rest at one point, of {count} found: a state that is drawn "
        "to it keeps nothing of what came before."
    ),
    "restSeveral": N_(
        "While {character} is repeated, the state can rest at {stable} points, of {count} found: which one it is, it "
        "remembers."
    ),
    "restCounts": N_(
        "The network closes up to {depth} brackets of {character} rightly; after {still} of them one more hardly "
        "moves the state."
    ),
    "restCountsNot": N_("The network does not close even one {character} rightly."),
    "restPoint": N_("point"),
    "restPointHint": N_("full: stable; hollow: not"),
    "restHolds": N_("holds"),
    "restHoldsHint": N_("whether the state comes back after a small push"),
    "restFactor": N_("factor"),
    "restFactorHint": N_(
        "the size of the largest eigenvalue: by how much a small push grows or shrinks with each step"
    ),
    "restCame": N_("reached from"),
    "restCameHint": N_("from how many of the states that were tried the search ended here"),
    "restNear": N_("nearest place"),
    "restNearHint": N_("the place of the text whose state is nearest"),
    "restExpects": N_("expected next"),
    "restExpectsHint": N_("what the network would predict at this point"),
    "restStable": N_("stable"),
    "restNotStable": N_("unstable"),
    "restOf": N_("{count} of {of}"),
    "soundUnit": N_("Heard: {symbol}, places {from} to {to}."),
    "soundUnits": N_("Heard: places {from} to {to}. Left: {symbol}; right: {other}."),
    "tablePlace": N_("place"),
    "tableCharacter": N_("character"),
    "tableLabel": N_("label"),
    "tablePlaces": N_("Places {from} to {to} of {T}; the file has all of them."),
    "tableSecondHalf": N_("second half"),
    "tableFirstHalf": N_("first half"),
    "tableBest": N_("best unit"),
    "tableCost": N_("cost, nats"),
    "tableFrom95": N_("95 %: from"),
    "tableTo95": N_("95 %: to"),
    "tableElsewhere": N_("cost elsewhere, nats"),
    "tableHeld": N_("held"),
    "tableFrom": N_("value from"),
    "tableTo": N_("value to"),
    "tableOn": N_("where the label is on"),
    "tableOff": N_("where it is off"),
    "tableLower": N_("lower quartile"),
    "tableMedian": N_("median"),
    "tableUpper": N_("upper quartile"),
    "tablePlaceCount": N_("places"),
    "tableShare": N_("share that comes along"),
    "tableProbability": N_("probability"),
    "tableAround": N_("around it"),
    "tableValue": N_("value"),
    "tableValues": N_("{symbol}: its values"),
    "here": N_("{symbol} at place {place}, after {character}: {value}"),
}
