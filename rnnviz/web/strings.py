"""The words about pictures, which every view has, in English; the catalogues have the translations."""

from rnnviz.locale import N_

STRINGS = {
    "picture": N_("Picture"),
    "pictureWhole": N_("all of it"),
    "pictureKey": N_("A picture of this, for a slide or a thesis (I)"),
    "pictureOf": N_("Picture of"),
    "pictureHint": N_(
        "It shows what is on the screen (of a long text, the steps in view), in the light colours "
        "on white, with its equation and its link. Letters stay letters: where a font is missing, "
        "the next one of its list is taken."
    ),
    "pictureCopy": N_("Copy"),
    "pictureCopied": N_("The picture is in the clipboard."),
    "pictureNotCopied": N_("The browser does not let it into the clipboard; save it instead."),
    "keyPicture": N_("a picture for a slide or a thesis: of all, or of a part; SVG or PNG"),
}
