"""The words of the static edition's own parts."""

from rnnviz.locale import N_

STRINGS = {
    "home": "rnnviz",
    "step": N_("Step"),
    "train": N_("Train"),
    "units": N_("Units"),
    "course": N_("Course"),
    "practice": N_("Practice"),
    "pages": N_("Pages"),
    "language": N_("Language"),
    "missing": N_(
        "This edition is made of files alone, and computes in this browser. Larger trainings "
        "and classes are in rnnviz itself: "
        "make run, in its folder, installs and starts it."
    ),
    "embed": N_("Embed"),
    "embedLine": N_("HTML for a page of yours"),
    "embedMeans": N_(
        "This line shows the view, at this place, in a page of yours: in Moodle, Notion or a blog. Of a chapter it is "
        "the figure that you see, with its words. The script behind the frame makes it as high as the view; where a "
        "page takes no scripts, leave it out."
    ),
    "close": N_("Close"),
    "open": N_("Open in rnnviz"),
    "isNew": N_("A newer edition is there."),
    "update": N_("Show it"),
    "notFetched": N_("This part could not be fetched. Reload the page to try again."),
    "offline": N_(
        "You are offline, and this browser has not kept this part. Reload the page once you are connected."
    ),
}
