"""Streamlit's own words in the language of the page: the script that keeps them so.

Streamlit speaks English only. What it says beside our pages, on hover, in an empty field and for
those who hear the page is put into the page's language as it is drawn; see `words.js`.
"""

import json
from functools import cache
from pathlib import Path

from rnnviz import web
from rnnviz.locale import LANGUAGES, N_, translator

SCRIPT = Path(__file__).with_name("words.js")
# What Streamlit writes, and what stands for it.
WORDS = {
    "Skip to main content": N_("Skip to main content"),
    "App pages": N_("Pages"),
    # The bar of a narrow window, which opens at the name of the page: see style.css.
    "Expand sidebar": N_("Pages"),
    "Sidebar": N_("Side bar"),
    "Collapse sidebar": N_("Close"),
    "{count} more": N_("{count} more"),
    "Link to heading": N_("Link to this heading"),
    "Help for {label}": N_("Help for {label}"),
    "Open": N_("Open the list"),
    "Dismiss": N_("Close"),
    "{count} option available.": N_("{count} to choose from"),
    "{count} options available.": N_("{count} to choose from"),
    "No results": N_("No results"),
    "Choose an option": N_("Choose"),
    "Selectbox": N_("List"),
    "Selectbox options": N_("Options"),
    "No options to select.": N_("There is nothing to choose."),
    "Clear value": N_("Empty this field"),
    "Clear entry": N_("Empty this field"),
    "Increment": N_("Increase"),
    "Decrement": N_("Decrease"),
    "Number is above the allowed range.": N_("This number is too large."),
    "Number is below the allowed range.": N_("This number is too small."),
    "Upload": N_("Choose a file"),
    "Add files": N_("Choose a file"),
    "file upload": N_("Choose a file"),
    "add icon": N_("Choose a file"),
    "{size} per file": N_("up to {size}"),
    "Drag and drop a file here": N_("Drag a file here"),
    "Drag and drop files here": N_("Drag a file here"),
    "{type} files are not allowed.": N_("Files of the type {type} do not fit here."),
    "Remove {name}": N_("Remove {name}"),
    "Download failed": N_("The download has failed"),
    "Copy to clipboard": N_("Copy"),
    "Close": N_("Close"),
    "Running...": N_("Working …"),
    "Connecting": N_("Connecting …"),
    "Connection error": N_("No connection"),
    "Is Streamlit still running? If you accidentally stopped Streamlit, just restart it in your terminal:": N_(
        "The server does not answer. If it was stopped, start it again in its terminal:"
    ),
    "Connection lost. Please wait for the app to reconnect, then try again.": N_(
        "The connection is lost. Wait until it is back, then try again."
    ),
    "Reconnected to server.": N_("The connection is back."),
}


@cache
def script() -> str:
    """The script for the head of the page; it runs before Streamlit draws."""
    translate = {language: translator(language) for language in LANGUAGES}
    words = {
        source: {language: _(message) for language, _ in translate.items()}
        for source, message in WORDS.items()
    }
    # `<` may not appear inside a script element, where it could end it.
    told = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    code = web.bundled({"words": SCRIPT})
    return f"{{\n{code}views.words.speakStreamlit({told});\n}}"
