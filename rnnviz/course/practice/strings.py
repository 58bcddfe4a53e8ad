"""The words of the page "Practice", in English; the catalogues have the translations.

Names in braces are filled in by the browser.
"""

from rnnviz.locale import N_

STRINGS = {
    "practice": N_("Practice"),
    "practiceKept": N_("What you have done is kept in this browser alone."),
    "practiceNext": N_("Comes back on {day}:"),
    "practiceOnward": N_("Go on with:"),
    "practiceTask": N_("What is computed"),
    "practiceYours": N_("Yours to compute"),
    "practiceAlone": N_("Right without help"),
    "practiceShare": N_("{done} of {all}"),
    "practiceNone": N_("not tried yet"),
    "practiceCount": N_("{alone} of {tries}"),
    "practiceQuestions": N_("Questions asked first"),
    "practiceAnswered": N_("Answered right"),
    "readings": N_("Reading a training, or a memory"),
    "readingAxes": N_("loss in nats, over gradient steps"),
    "readingTraining": N_("training loss"),
    "readingValidation": N_("validation loss"),
    "readingGuessing": N_("guessing"),
    "readingHeard": N_(
        "Training loss: {first} at first, {highest} at its highest, {last} at the end, at step {step}. Validation "
        "loss: {lowest} at its lowest, {end} at the end."
    ),
    "readingAfter": N_("after {step} steps"),
    "readingIs": N_("It is {letter}."),
    "placeIs": N_("It is at letter {place}, “{letter}”: {lost} of {held} is erased."),
    "placeErased": N_("erased"),
    "placeStage": N_("This place on the stage"),
    "placeAnew": N_("Another unit"),
    "readingAnew": N_("Other trainings"),
    "readingTrain": N_("Train one yourself"),
    "practiceSave": N_("Take along as a file"),
    "practiceSaveHint": N_("What is kept here, for another browser"),
    "practiceLoad": N_("Load a file"),
    "practiceLoadHint": N_("A file that was taken along; what is newer stays"),
    "practiceLoaded": N_("Loaded: {names}"),
    "practiceNoFile": N_(
        "This file is none that was taken along here; it takes rnnviz-practice.json, up to {most} KB."
    ),
    "practiceGiven": N_("Given"),
    "practiceParameters": N_("Parameters"),
    "practiceWorked": N_("worked for you"),
    "practiceWhole": N_(
        "This one is wholly worked: follow it once with a pencil. In the next one the last quantity is yours."
    ),
    "practiceUnit": N_("{name}, unit {unit}"),
    "practiceNumber": N_("{name}, number {unit}"),
    "practiceEntry": N_("{name}, {letter}"),
    "practiceNotation": N_("Notation"),
    "practiceTerms": N_("Term by term"),
    "practiceTermsHint": N_("A field for each operation of the equation"),
    "practiceWrite": N_("Write the equation"),
    "practiceWriteHint": N_("Any form counts that gives the same numbers"),
    "practiceWriteLabel": N_("Equation of the {name}"),
    "practiceWriteOther": N_("This equation gives other numbers."),
    "practiceHelp1": N_("Which equation?"),
    "practiceHelp2": N_("Which numbers?"),
    "practiceHelp3": N_("Do the next operation"),
    "practiceRight": N_("right"),
    "practiceFollows": N_("right, with your {names}"),
    "practiceOwnTerms": N_("terms"),
    "practiceWrong": N_("This is another number. Term by term you see where it breaks."),
    "practiceBreaks_matmul": N_("It breaks at the product of the vector and the matrix."),
    "practiceBreaks_sum": N_("It breaks at the sum."),
    "practiceBreaks_product": N_("It breaks at ⊙: numbers of the same place are multiplied."),
    "practiceBreaks_times": N_("It breaks at the product."),
    "practiceBreaks_quotient": N_("It breaks at the division."),
    "practiceBreaks_maximum": N_("It breaks at the larger of the two."),
    "practiceBreaks_oneminus": N_("It breaks at 1 −."),
    "practiceBreaks_negative": N_("It breaks at the sign."),
    "practiceBreaks_parameter": N_("This is another number: look at what is given once more."),
    "practiceBreaks_apply": N_("It breaks at {function}."),
    "practiceNoNumber": N_("“{text}” is not a number. It takes one such as 0.31 or −1.5."),
    "practiceComma": N_("“{text}” is read as {value}."),
    "practiceSign": N_("Change the sign"),
    "practiceDone": N_("✓ All of it is right, without help."),
    "practiceDoneAfter": N_("✓ All of it is right."),
    "practiceDoneHelped": N_("✓ All of it is right. It comes back on {day}, with other numbers."),
    "practiceHandIn": N_("Hand in (tries left: {left})"),
    "practiceFillIn": N_("Fill in every number that is asked: a try judges them all."),
    "practiceSpent": N_("✗ No try is left. These are the right numbers."),
    "practiceAnew": N_("Other numbers"),
    "practiceRead": N_("I have followed it"),
    "practiceMore": N_("Compute more of it myself"),
    "practiceLess": N_("Work more of it for me"),
    "practiceSolution": N_("Show the solution"),
    "practiceChapter": N_("The chapter: {title}"),
    "practiceStage": N_("The same cell on the stage"),
    "practiceSteps": N_("Step through these numbers on the stage"),
    "practiceLink": N_("The address holds the numbers: who opens it has the same task."),
    "practiceUnknown": N_("The address asks for {value}; there are {choices}. Choose one below."),
    "practiceNoNotation": N_("notation is {value}; it must be one of {choices}."),
    "practiceNoQuantity": N_("ask is {value}; it must be one of {choices}. All of them are asked."),
    "askClass": N_("Ask the class"),
    "practiceClass": N_("{question} What is the {name}?"),
    "practiceOther": N_("another number"),
    "practiceOnly": N_("Here the {name} is yours; what leads up to it is worked."),
    "practiceAll": N_("The whole task"),
    "practiceNoSeed": N_(
        "seed is {value}; it takes a whole number from 0 to {most}. Another one is shown."
    ),
    "homeworkGive": N_("Give as homework"),
    "homeworkStory": N_(
        "A package for a learning platform such as Moodle. Each learner gets numbers of his own; the platform keeps "
        "the score, and what was answered. Where tries are limited, a task is judged as a whole, when it is handed in."
    ),
    "homeworkName": N_("Title"),
    "homeworkTitle": N_("Homework"),
    "homeworkCount": N_("Tasks of each kind"),
    "homeworkHelp": N_("Help that is given"),
    "homeworkHelp0": N_("no help"),
    "homeworkHelp1": N_("the equation"),
    "homeworkHelp3": N_("the equation, the numbers, an operation"),
    "homeworkTries": N_("Tries for each task"),
    "homeworkTries0": N_("as many as one wants"),
    "homeworkPlatform": N_("Format"),
    "homeworkMake": N_("Make the package"),
    "homeworkLink": N_("Copy a link"),
    "homeworkCopied": N_(
        "The link is copied. Who opens it gives his name, gets numbers of his own, and saves his answers as a file for "
        "you; rnnviz grade judges all of these files."
    ),
    "homeworkToCopy": N_("This browser does not let a page copy: take the link from the field."),
    "homeworkDamaged": N_(
        "This link to a homework is damaged: {name} is {value}; what fits is {choices}. Ask for the link again."
    ),
    "homeworkLetters": N_("a–z and 0–9, one to seven of them"),
    "homeworkWho": N_("Your name or number, as your teacher knows it"),
    "homeworkWhy": N_(
        "Your numbers are made from it. It stays in this browser, and in the file that you save."
    ),
    "homeworkBegin": N_("Begin"),
    "homeworkOther": N_("I am not {name}"),
    "homeworkOwn": N_(
        "Your answers are kept in this browser. Save them as a file, and give it to your teacher."
    ),
    "homeworkNotKept": N_("This browser keeps nothing: save your answers before you leave."),
    "homeworkLearners": N_("Or on paper, for these learners, one name or number a line:"),
    "homeworkPrint": N_("Print the sheets"),
    "homeworkKey": N_("{title}: the answers"),
    "homeworkNames": N_("That is {count} tasks on paper; it takes 1 to {most}."),
    "homeworkNone": N_("Nothing is chosen yet; choose at least one kind of task."),
    "homeworkMade": N_("The package is among your downloads: upload it as a SCORM activity."),
    "homeworkQuiz": N_(
        "The quiz is among your downloads; text2qti makes of it what Canvas takes. All learners have the same numbers."
    ),
    "homeworkOtter": N_(
        "The notebook is among your downloads; otter assign makes of it what learners get and what grades them. All "
        "learners have the same numbers."
    ),
    "homeworkNotMade": N_("The files of the package did not come. Try again."),
    "homeworkForged": N_(
        "What a browser scores can be forged by who knows how. Grade the answers anew where it matters: rnnviz grade "
        "makes each learner's tasks again and judges what was answered."
    ),
    "homeworkTasks": N_("Tasks"),
    "homeworkState": N_("{done} of {all} done."),
    "homeworkReview": N_("This is a review: the solutions are shown, and nothing is kept."),
    "homeworkAlone": N_(
        "There is no learning platform around this page: nothing is kept or scored."
    ),
    "homeworkLost": N_(
        "The platform takes no answers any more. Save them as a file, and open the homework anew."
    ),
    "homeworkFile": N_("Save the answers"),
}
