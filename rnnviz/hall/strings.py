"""The words of a room, for the lecturer's page and the followers'."""

from rnnviz.locale import N_

STRINGS = {
    "teach": N_("Teach"),
    "teachHint": N_("Open a room: others follow your stage on their own screens"),
    "room": N_("Room {code}"),
    "present": N_("{present} here, {following} follow"),
    "nobody": N_("nobody here yet"),
    "scan": N_("Scan, or open the link. Nothing to install, no account."),
    "alone": N_(
        "Only this computer reaches this address. Start with `make teach` to open it to the room."
    ),
    "copy": N_("Copy the link"),
    "copied": N_("Copied"),
    "closeRoom": N_("Close the room"),
    "closeDialog": N_("Close"),
    "offline": N_("No connection to the server; trying again …"),
    "elsewhere": N_("You drive this room in another tab."),
    "takeOver": N_("Drive from here"),
    "following": N_("You follow the lecturer"),
    "roaming": N_("You look around by yourself"),
    "back": N_("Back to the lecturer"),
    "waiting": N_("The lecturer's stage is coming …"),
    "reconnecting": N_("No connection; trying again …"),
    "over": N_("The lecturer has closed the room. What you see stays."),
    "page": N_("The lecturer is on another page:"),
}
