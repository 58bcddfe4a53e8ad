"""What is said of equations that do not fit; {line} is the number of the line that it is about.

The static edition reads equations in the browser, and says the same.
"""

from rnnviz.locale import N_

SENTENCES = {
    "concat": N_("Line {line} calls concat, which has no derivative here; concat(A, B) @ W is the same as A @ W_a "
"+ B @ W_b."),
    "softmax": N_("Line {line} calls softmax, which has no derivative here; sigmoid gives each unit a number from 0"
" to 1."),
    "noH": N_("No line writes H; the output layer reads H, so a line must begin with H =."),
    "tooManyParameters": N_("The equations have {count} parameters; at most {most} fit."),
    "noX": N_("No line reads X, so that every text would give the same; X @ W_x brings X in."),
    "tooLong": N_("The equations have {count} characters; at most {most} fit."),
    "nothing": N_("There is no equation yet; H = tanh(X @ W_xh + H_prev @ W_hh) is one."),
    "tooManyLines": N_("There are {count} equations; at most {most} fit."),
    "lineTooLong": N_("Line {line} has {count} characters; at most {most} fit in one."),
    "strangeSign": N_("Line {line} contains {sign} ({code}); equations are written with the letters A–Z and a–z, "
"digits, and + − * / @ ( ) , = _."),
    "number": N_("Line {line} contains the number {number}; only the 1 of 1 − F is understood. A small letter is a"
" number for each unit, and is learnt."),
    "noEquation": N_("Line {line} is not a name, one = and an expression, such as H = O * tanh(C)."),
    "notCalled": N_("Line {line} calls {name}; the functions are {functions}."),
    "callsNothing": N_("Line {line}: after {name} stands what it is of, in brackets, such as {name}(A)."),
    "noWeight": N_("Line {line}: after @ stands the name of a weight, as in H_prev @ W_h."),
    "missing": N_("Line {line}: something is missing, or too much, between {before} and {after}."),
    "closes": N_("Line {line} closes a bracket that it has not opened."),
    "opens": N_("Line {line} opens a bracket that it does not close."),
    "ends": N_("Line {line} ends with {sign}; something must follow."),
    "writtenTwice": N_("Line {line} writes {name} once more; line {first} has done so."),
    "capitals": N_("Line {line} writes {name} and line {first} {other}; capitals alone tell no names apart."),
    "writesBefore": N_("Line {line} writes {name}, of the step before; a line writes {now}, of this step."),
    "notWritable": N_("Line {line} writes {name}; what a line writes begins with a capital letter other than X and is "
"short, such as F, Z2 or C_tilde."),
    "weightWithoutAt": N_("Line {line} reads the weight {name} without @; it stands after @ elsewhere."),
    "noStateLine": N_("Line {line} reads {name}, but no line writes {own}."),
    "notAWeight": N_("Line {line} has {name} after @; there stands a weight, such as W_x in X @ W_x."),
    "notAParameter": N_("Line {line} reads {name}, which cannot be the name of a weight; W_xf, b_c or p2 can."),
    "readsItself": N_("Line {line} reads {name} to write {name}; {name}_prev is that of the step before."),
    "notYet": N_("Line {line} reads {name}, which is written in line {later} only; move that line up, or read "
"{name}_prev, that of the step before."),
    "unknown": N_("Line {line} reads {name}, which no line writes; there are {known}. Weights stand after @, and a "
"bias begins with a small letter."),
    "notUnderstood": N_("Line {line}: {part} is not understood; + − * / 1 − …, @ and a weight, and the functions "
"{functions} are."),
    "tooDeep": N_("Line {line} is nested too deeply; write a part of it as a line of its own."),
    "constant": N_("Line {line} reads neither X nor another line, so that it never changes; write it where it is "
"used."),
    "noQuantity": N_("Line {line}: what stands before @ {name} is no quantity; X @ {name} fits."),
    "inputAlone": N_("Line {line} reads X without a weight: X has a number for each character, everything else one for"
" each unit. X @ W_x fits."),
    "otherShape": N_("Line {line} uses {name} with another shape than line {first}: after X it is (d, h), after "
"everything else (h, h). Each needs a weight of its own."),
    "notFinite": N_(
        "Line {line} makes {name} {value} at t = {t}; every number must be finite. A sum "
        "under a / or a log must stay above 0, and exp grows fast."
    ),
}
