"""The controls of the Step page, said once: their order, names, help, and what can be chosen.

The app draws them as Streamlit's widgets, the static edition as elements of its own. What fits in a
field is said by `rnnviz.address.link`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rnnviz.address.caption import BEFORE
from rnnviz.address.link import MAX_BESIDE, MAX_HIDDEN, MAX_LAYERS, NEXT
from rnnviz.address.link_fields import MAX_CHARACTERS
from rnnviz.fit import LOSS_REACHED
from rnnviz.locale import N_
from rnnviz.locale.writing import HANT, SUFFIX, traditional
from rnnviz.presets import BUILT_IN, COMPARISON_TRADITIONAL, COMPARISONS, sensor
from rnnviz.readings import MOST_FEATURES, MOST_STEPS
from rnnviz.tagging import AFTER as WORD_AFTER
from rnnviz.tagging import BEFORE as WORDS_BEFORE
from rnnviz.tagging import TASKS


@dataclass(frozen=True)
class Control:
    """title, help: in English; the catalogue has the translations. limits: fill in the help."""

    title: str
    help: str = ""
    limits: Mapping[str, float] | None = None

    def title_in(self, _: Callable[[str], str]) -> str:
        return _(self.title)

    def help_in(self, _: Callable[[str], str]) -> str:
        return _(self.help).format(**(self.limits or {}))


# On the home page, below the river.
OWN_LINE = Control(
    N_("Your own line, learnt while you wait"),
    N_(
        "Up to {most} characters of any language. The network learns them by heart and reads them; "
        "Enter shows it."
    ),
    {"most": MAX_CHARACTERS},
)
# The other pages, by name.
DOORS = {
    "train": Control(N_("Watch one learn"), N_("from noise to words, live")),
    "units": Control(N_("Find what a unit knows"), N_("ask, find, test: one number at a time")),
    "course": Control(N_("Read the course"), N_("a question a chapter, each with its figure")),
}
# The row above the stage, in its order.
ROW = {
    "cell": Control(
        N_("Cell"),
        N_("""
- **MLP** sees each character alone.
- **RNN** carries a hidden state from step to step.
- **GRU** has two gates that decide what the state keeps.
- **LSTM** has three gates, and a memory cell beside the state.
"""),
    ),
    "directions": Control(
        N_("⇄ two directions"),
        N_(
            "One RNN, GRU or LSTM reads the text from its beginning, a second one from its end; the output "
            "layer reads both states. Not for the other cells."
        ),
    ),
    "further": Control(N_("More cells")),
    "writing": Control(
        N_("Write a cell"),
        N_(
            "Equations of your own in the place of this cell's: they are read, never run as a program."
        ),
    ),
    "text": Control(
        N_("Text"),
        N_(
            "Up to {most} characters of any language, your own or an example. One is read at each time "
            "step, and the next one predicted; the last is only a label. Enter shows it. A sensor's numbers "
            "in its place: choose one of the sensors among the examples, and type your own."
        ),
        {"most": MAX_CHARACTERS},
    ),
    "example": Control(N_("Examples")),
    "weights": Control(
        N_("Weights"),
        N_(
            "**Trained**: the network has learnt this very text by heart. **Random**: it has learnt "
            "nothing yet; each seed gives other weights, and always the same ones."
        ),
    ),
    "seed": Control(N_("Seed")),
    "hidden": Control(
        N_("Units"),
        N_(
            "The length h of the hidden state, from 1 to {most}. **8x8** stacks two layers of 8 units, up to "
            "{layers}: each reads the hidden states of the one before."
        ),
        {"most": MAX_HIDDEN, "layers": MAX_LAYERS},
    ),
}
# In the place of the text, where a sensor is read.
READINGS = Control(
    N_("Sensor: {count} × {features}"),
    N_(
        "One reading a line, or a semicolon between two: up to {steps}. Up to {features} numbers each, "
        "apart by blanks or commas. A single line without semicolons is one sensor's readings one after "
        "the other. Decimals have a point.\n\n"
        "The network reads each feature around its mean, in units of its standard deviation, and learns "
        "whether the first one rises ↑, falls ↓ or stays = next. The last reading is only a label."
    ),
    {"steps": MOST_STEPS, "features": MOST_FEATURES},
)
READINGS_FIELD = N_("Readings; Ctrl+Enter shows them")
SHOW_READINGS = N_("Show these readings")
TEXT_INSTEAD = N_("A text instead")
FEATURE = N_("x{number} = (reading − {mean}) / {spread}")
WEIGHTS = {"trained": N_("trained"), "random": N_("random")}
# The reader's own cell, where there is no room for more.
OWN = N_("Own")
# What stands in the box in which a reader writes a cell.
WRITING = {
    "equations": N_("Equations of your cell; Ctrl+Enter shows it"),
    "show": N_("Show this cell"),
    "beginWith": N_("Begin with …"),
    "file": N_("Python file"),
    "fileMeans": N_("The file that would make it a built-in cell."),
    "help": N_("""
One equation a line, each of what stands above it.

- `X` is the input, `H` the hidden state; one line must write `H`.
- `H_prev` is `H` of the step before, and so for every quantity.
- After `@` stands a weight: `X @ W_xf`, `H_prev @ W_hf`.
- A small letter is a bias, or one weight for each unit: `+ b_f`, `p * C_prev`.
- `+ - * /`, `1 - F`, and `sigmoid`, `tanh`, `relu`, `exp`, `log`, `max(A, B)`.

Names make the weights. Nothing is run as a program.
"""),
}

# Further networks, and what opens the choice of them.
BESIDE = Control(
    N_("Compare"),
    N_(
        "Up to {most} more networks read the same text under the first one. A cell learns it in the size "
        "that gives it as many parameters as the first one has, as nearly as possible. Learning ends "
        "at a mean loss of {loss}, so that the losses are alike: compare the gradient steps up to "
        "there. **Before** is the first one as it was before you changed it by hand."
    ),
    {"most": MAX_BESIDE, "loss": LOSS_REACHED},
)
COMPARED = N_("Compare: {networks}")
NETWORKS_BESIDE = N_("Networks beside it")
OTHER_MOMENT = N_("Another moment of this training")
AFTER_STEPS = N_("{cell} after {step} steps")
ORIGINAL_TITLE = BEFORE

# What takes the view away as a file.
SAVE = Control(N_("Save"))
STAGE_FILE = N_("The stage, one HTML file")
STAGE_FILE_MEANS = N_("This very view; it opens without a network, and can be stepped through.")
# What else can be saved, and in which formats.
SAVED = (
    (N_("A picture of it for a slide or a thesis, on white:"), ("svg", "png")),
    (
        N_(
            "Every number of every step, with its name. The stage and CSV count from 1, the arrays of "
            "JSON and NPZ from 0: t = 5 is index 4."
        ),
        ("csv", "json", "npz"),
    ),
    (N_("What computes these numbers:"), ("ipynb", "py", "zip")),
)
FORMS = {
    "svg": N_("Picture (SVG)"),
    "png": N_("Picture (PNG)"),
    "csv": "CSV",
    "json": "JSON",
    "npz": "NPZ",
    "ipynb": N_("Jupyter notebook"),
    "py": N_("PyTorch code, one file"),
    "zip": N_("PyTorch code and its weights (ZIP)"),
}

# On a phone, what opens the row.
SETTINGS = N_("Settings: {chosen} ▾")
HIDE_SETTINGS = N_("Hide the settings ▴")


@dataclass(frozen=True)
class Example:
    """text: what is read. title: what it is, in English. values: what choosing it changes of a link."""

    text: str
    title: str
    values: Mapping[str, Any]


# One on which networks are compared comes with all of them.
TEXTS = (
    *(Example(one.text, one.title, {"text": one.text}) for one in BUILT_IN),
    *(
        Example(
            one.text,
            one.title,
            {
                "text": one.text,
                "goal": NEXT,
                "cell": next(iter(one.hidden_sizes)),
                "weights": "trained",
                "beside": tuple(one.hidden_sizes)[1:],
            },
        )
        for one in COMPARISONS
    ),
)
# Sentences whose words are tagged: by a network that knows what comes after, and one that does not.
TAGGED = tuple(
    Example(
        text,
        title,
        {
            "text": text,
            "goal": task.key,
            "cell": "birnn",
            "hidden": 4,
            "weights": "trained",
            "beside": ("rnn",),
        },
    )
    for task, title in (
        (WORD_AFTER, N_("parts of speech: only the word after 花 tells whether it is a verb")),
        (WORDS_BEFORE, N_("parts of speech: what comes before 表白 tells")),
    )
    for text in task.texts
)
# A day of readings, hour by hour.
HOURS, DAY = 25, 4
WEATHER = sensor.weather(HOURS, DAY)
DEGREES = "; ".join(row.split()[0] for row in WEATHER.split("; "))
SENSORS = (
    Example(
        DEGREES,
        N_("a sensor: a thermometer, hour by hour; does it rise or fall next?"),
        {"goal": NEXT, "readings": DEGREES},
    ),
    Example(
        WEATHER,
        N_("two sensors: degrees and humidity, hour by hour"),
        {"goal": NEXT, "readings": WEATHER},
    ),
)
# Sensors are no text: they stand where one sees them as soon as the list is open.
EXAMPLES = (TEXTS[0], *SENSORS, *TEXTS[1:], *TAGGED)


def texts(language: str) -> tuple[Example, ...]:
    """The texts to choose from, in the writing that readers of a language read."""
    return tuple(_for_reader(one, language) for one in TEXTS)


def examples(language: str) -> tuple[Example, ...]:
    """All that is to choose from, in the writing that readers of a language read."""
    return tuple(_for_reader(one, language) for one in EXAMPLES)


def _for_reader(one: Example, language: str) -> Example:
    if language != HANT or "text" not in one.values:
        return one
    is_compared = one.text == COMPARISONS[-1].text
    text = COMPARISON_TRADITIONAL.text if is_compared else traditional(one.text)
    goal = {"goal": f"{one.values['goal']}{SUFFIX}"} if one.values.get("goal") in TASKS else {}
    return replace(one, text=text, values={**one.values, "text": text, **goal})
