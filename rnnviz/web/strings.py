"""The words that every view has, in English; the catalogues have the translations."""

from rnnviz.locale import N_

# Why the server told nothing, where it has not said so itself: see `asked.js`.
ASKED = {
    "noConnection": N_("There is no connection to the server. Try again once it is back."),
    "noAnswer": N_("The server could not answer. Please try again."),
    "tooLarge": N_("This is more than the server takes."),
    "tryAgainIn": N_("The server is busy. Try again in {seconds} seconds."),
}
STRINGS = ASKED | {
    "picture": N_("Picture"),
    "pictureWhole": N_("all of it"),
    "pictureKey": N_("A picture of this, for a slide or a thesis (I)"),
    "pictureOf": N_("Picture of"),
    "pictureHint": N_(
        "It shows what is on the screen (of a long text, the steps in view), in the light colours "
        "on white, with its equation and its link. Letters stay letters: where a font is missing, "
        "the next one of its list is taken."
    ),
    "print": N_("Print"),
    "printHint": N_("A sheet of paper with this picture, and lines for notes"),
    "notes": N_("My notes"),
    "pictureCopy": N_("Copy"),
    "pictureCopied": N_("The picture is in the clipboard."),
    "pictureNotCopied": N_("The browser does not let it into the clipboard; save it instead."),
    "table": N_("As a table"),
    "tableKey": N_("This as a table (,)"),
    "tableOf": N_("Table of"),
    "tableSave": N_("Save as CSV"),
    "tableValue": N_("value"),
    "tableRow": N_("row"),
    "tableEvery": N_("One row of {n} is shown; the file has all of them."),
    "keyTable": N_("what is drawn there as a table, to read cell by cell or to save"),
    "singleKeys": N_("Letters, digits and signs are keys"),
    "singleKeysHint": N_(
        "Turn this off if you dictate, or press keys by mistake. Arrows, Enter, Escape, the space "
        "bar, Page Up and Page Down always act."
    ),
    "sound": N_("Numbers are heard"),
    "soundKey": N_("Hear this (;)"),
    "soundHint": N_(
        "A row of a map, or a curve, is played from left to right: two octaves from the low end of "
        "its scale to the high one, and noise below zero. Of two networks one is left, the other "
        "right. Each step then plays its number."
    ),
    "soundSpeed": N_("Speed"),
    "soundVolume": N_("Volume"),
    "soundNone": N_("This browser plays no sound."),
    "soundWaits": N_(
        "The browser lets nothing be heard before the first click or key on this page."
    ),
    "soundMuted": N_("The volume is zero."),
    "keySound": N_("hear the unit’s row, or the curve, from left to right; once more: stop"),
    "keyPicture": N_("a picture for a slide or a thesis: of all, or of a part; SVG or PNG"),
}
