"""The controls of the Step page: they choose what the stage shows.

Every widget takes its value from the address and writes its changes into the address.
"""

from collections.abc import Callable, Iterable

import streamlit as st

from pages.shared import address
from pages.shared.caption import after_step, corpus_title
from pages.shared.language import translate
from pages.shared.markdown import plain
from pages.step.writing import writing
from rnnviz.address.link import (
    MAX_HIDDEN,
    MAX_LAYERS,
    NEXT,
    SIZES,
    WEIGHTS,
    Link,
    Moment,
)
from rnnviz.address.link_fields import MAX_CHARACTERS
from rnnviz.cells import CELLS, EVOLUTION
from rnnviz.locale import N_
from rnnviz.network import WRITTEN, one_way, title, two_way
from rnnviz.presets import BUILT_IN, COMPARISONS, sensor
from rnnviz.readings import MOST_FEATURES, MOST_STEPS, typed_readings
from rnnviz.tagging import AFTER, BEFORE
from rnnviz.text import characters

CELL_HELP = N_("""
- **MLP** sees each character alone.
- **RNN** carries a hidden state from step to step.
- **GRU** has two gates that decide what the state keeps.
- **LSTM** has three gates, and a memory cell beside the state.
""")
TEXT_HELP = N_(
    "Up to {most} characters of any language, your own or an example. One is read at each time "
    "step, and the next one predicted; the last is only a label. Enter shows it. A sensor's numbers "
    "in its place: choose one of the sensors among the examples, and type your own."
)
READINGS_HELP = N_(
    "One reading a line, or a semicolon between two: up to {steps}. Up to {features} numbers each, "
    "apart by blanks or commas. A single line without semicolons is one sensor's readings one after "
    "the other. Decimals have a point.\n\n"
    "The network reads each feature around its mean, in units of its standard deviation, and learns "
    "whether the first one rises ↑, falls ↓ or stays = next. The last reading is only a label."
)
FEATURE = N_("x{number} = (reading − {mean}) / {spread}")
WEIGHTS_HELP = N_(
    "**Trained**: the network has learnt this very text by heart. **Random**: it has learnt "
    "nothing yet; each seed gives other weights, and always the same ones."
)
# The reader's own cell, where there is no room for more.
OWN = N_("Own")
HIDDEN_HELP = N_(
    "The length h of the hidden state, from 1 to {most}. **8x8** stacks two layers of 8 units, up to "
    "{layers}: each reads the hidden states of the one before."
)
EXAMPLES = {one.text: one.title for one in BUILT_IN} | {one.text: one.title for one in COMPARISONS}
# Sentences whose words are tagged, by their tasks.
TAGGED = {
    **dict.fromkeys(
        AFTER.texts, N_("parts of speech: only the word after 花 tells whether it is a verb")
    ),
    **dict.fromkeys(BEFORE.texts, N_("parts of speech: what comes before 表白 tells")),
}
# A day of readings, hour by hour.
HOURS, DAY = 25, 4
WEATHER = sensor.weather(HOURS, DAY)
SENSORS = {
    "; ".join(row.split()[0] for row in WEATHER.split("; ")): N_(
        "a sensor: a thermometer, hour by hour; does it rise or fall next?"
    ),
    WEATHER: N_("two sensors: degrees and humidity, hour by hour"),
}
GOAL_OF = {text: task.key for task in (AFTER, BEFORE) for text in task.texts}
# The height of the field for readings, in pixels.
LINES = 248
BOTH_WAYS = "both"
BOTH_WAYS_HELP = N_(
    "One RNN, GRU or LSTM reads the text from its beginning, a second one from its end; the output "
    "layer reads both states. Not for the other cells."
)
RUN_TEXT_HELP = N_(
    "Up to {most} characters out of those that the network has learnt from. One is read at each "
    "time step, and the next one predicted; the last is only a label. Enter shows it."
)
WEIGHTS_TITLES = {"trained": N_("trained"), "random": N_("random")}


def fold(link: Link) -> None:
    """On a phone, a button that opens the row of controls and says what is chosen there; the style
    sheet hides it where there is room for the row."""
    _ = translate()
    state = st.session_state
    is_open = state.setdefault("settings_open", False)
    chosen = [_(title(link.cell)), f"h = {SIZES.write(link.hidden)}"]
    words = N_("Hide the settings ▴") if is_open else N_("Settings: {chosen} ▾")

    def turn() -> None:
        state.settings_open = not is_open

    # The style sheet folds the row by the name of the button.
    st.button(
        _(words).format(chosen=" · ".join(chosen)),
        key="fold" if is_open else "unfold",
        on_click=turn,
    )


def controls(link: Link) -> None:
    """One row that chooses the text and the network that reads it."""
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        if link.moment:
            _whose(link.moment)
            _text(link)
            _when(link.moment)
        else:
            _cell(link)
            _text(link)
            _weights(link)


def _cell(link: Link) -> None:
    _ = translate()
    own = one_way(link.cell)
    st.session_state.cell = own
    st.segmented_control(
        _(N_("Cell")),
        # One of the other cells stands beside them while it is chosen, and the reader's own always.
        list(dict.fromkeys([*CELLS, own, *([WRITTEN] if link.equations else [])])),
        format_func=lambda name: _(OWN if name == WRITTEN else title(name)),
        required=True,
        key="cell",
        on_change=_choose_cell,
        help=_(CELL_HELP),
    )
    st.session_state.directions = [BOTH_WAYS] if own != link.cell else []
    st.pills(
        _(N_("Two directions")),
        [BOTH_WAYS],
        format_func=lambda _name: _(N_("⇄ two directions")),
        selection_mode="multi",
        disabled=two_way(own) is None,
        label_visibility="collapsed",
        key="directions",
        on_change=_choose_cell,
        help=_(BOTH_WAYS_HELP),
    )
    st.session_state.further = None
    st.selectbox(
        _(N_("More cells")),
        list(EVOLUTION),
        index=None,
        format_func=lambda name: (
            f"{EVOLUTION[name].title} · {EVOLUTION[name].year} · {EVOLUTION[name].paper}"
        ),
        placeholder=_(N_("More cells")),
        filter_mode=None,
        label_visibility="collapsed",
        key="further",
        on_change=_write("further", "cell"),
    )
    writing(link)


def _choose_cell() -> None:
    """A cell that can be had in two directions stays in them."""
    cell = st.session_state.cell
    both = two_way(cell) if st.session_state.directions else None
    address.write(cell=both or cell)


def _text(link: Link) -> None:
    _ = translate()
    values, _reason = address.refused(link) or ({}, None)
    st.session_state.example = None
    if link.readings:
        _readings(link)
    else:
        # An invalid text stays in the field, so that the reader can correct it.
        st.session_state.text = values.get("text", link.text)
        st.text_input(
            _(N_("Text")),
            key="text",
            on_change=_write("text"),
            help=_(RUN_TEXT_HELP if link.moment else TEXT_HELP).format(most=MAX_CHARACTERS),
        )
    examples = examples_for(link.moment)
    st.selectbox(
        _(N_("Examples")),
        list(examples),
        index=None,
        format_func=lambda text: (
            _(SENSORS[text]) if text in SENSORS else f"{text} · {_(examples[text])}"
        ),
        placeholder=_(N_("Examples")),
        filter_mode=None,
        label_visibility="collapsed",
        key="example",
        on_change=_choose_example,
    )


def _readings(link: Link) -> None:
    """In the place of the text a button that opens the field for a sensor's readings."""
    _ = translate()
    own = typed_readings(link.readings)
    values, reason = address.refused(link) or ({}, None)
    label = _(N_("Sensor: {count} × {features}"))
    with (
        st.popover(
            label.format(count=len(own.rows), features=own.features),
            key="readings_popover",
        ),
        st.container(key="readings_field"),
    ):
        st.session_state.readings = values.get("readings", _lines(own.rows))
        st.text_area(
            _(N_("Readings; Ctrl+Enter shows them")),
            key="readings",
            height=LINES,
            on_change=_write("readings"),
            help=_(READINGS_HELP).format(steps=MOST_STEPS, features=MOST_FEATURES),
        )
        if reason and "readings" in values:
            st.warning(plain(reason.sentence(_)))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(_(N_("Show these readings")), type="primary", on_click=_write("readings"))
            st.button(_(N_("A text instead")), on_click=lambda: address.write(readings=""))
        mean, spread = own.scale
        scales = [
            _(FEATURE).format(number=k + 1, mean=f"{mean[k]:.4g}", spread=f"{spread[k]:.3g}")
            for k in range(own.features)
        ]
        st.caption("  \n".join(map(plain, scales)))


def _lines(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(" ".join(row) for row in rows)


def _choose_example() -> None:
    """Another text; one on which networks are compared comes with all of them."""
    text = st.session_state.example
    compared = next((one for one in COMPARISONS if one.text == text), None)
    if compared:
        first, *others = compared.hidden_sizes
        address.write(
            moment=None, text=text, goal=NEXT, cell=first, weights="trained", beside=tuple(others)
        )
    elif text in GOAL_OF:
        # The network that knows what comes after, and under it one that does not.
        two = {"cell": "birnn", "hidden": 4, "weights": "trained", "beside": ("rnn",)}
        address.write(moment=None, text=text, goal=GOAL_OF[text], **two)
    elif text in SENSORS:
        address.write(moment=None, readings=text)
    elif text is not None:
        address.write(text=text)


def _weights(link: Link) -> None:
    _ = translate()
    values, _reason = address.refused(link) or ({}, None)
    for name in ("weights", "seed"):
        st.session_state[name] = getattr(link, name)
    # As with the text, what does not fit stays in the field.
    st.session_state.hidden = SIZES.write(values.get("hidden", link.hidden))
    st.segmented_control(
        _(N_("Weights")),
        WEIGHTS,
        format_func=lambda name: _(WEIGHTS_TITLES[name]),
        required=True,
        key="weights",
        on_change=_write("weights"),
        help=_(WEIGHTS_HELP),
    )
    # The link checks their bounds, and explains in the reader's language what does not fit.
    if link.weights == "random":
        st.number_input(_(N_("Seed")), step=1, key="seed", on_change=_write("seed"))
    st.text_input(
        _(N_("Hidden units")),
        key="hidden",
        on_change=lambda: address.write(hidden=SIZES.read(st.session_state.hidden.strip())),
        help=_(HIDDEN_HELP).format(most=MAX_HIDDEN, layers=MAX_LAYERS),
    )


def _whose(moment: Moment) -> None:
    """The run whose weights are shown, and the way back to it."""
    _ = translate()
    words = N_("{cell} · {hidden} units · {text}")
    label = _(words).format(
        cell=CELLS[moment.cell].title, hidden=moment.hidden, text=corpus_title(moment, _)
    )
    with st.container(key="whose", width="content"):
        st.page_link(
            "train/train.py",
            label=f":primary[{label}]",
            query_params={"run": moment.run},
            help=_(N_("To the training of this network")),
        )


def _when(moment: Moment) -> None:
    """The number of gradient steps behind the weights, with a way to an earlier or later
    checkpoint."""
    _ = translate()
    place = moment.checkpoints.index(moment.at)

    def neighbour(key: str, label: str, to: int) -> None:
        st.button(
            label,
            key=key,
            disabled=not 0 <= to < len(moment.checkpoints),
            on_click=_go_to,
            args=(moment, to),
        )

    st.session_state.at = moment.at
    with st.container(horizontal=True, width="content", key="moment"):
        neighbour("earlier", _(N_("‹ earlier")), place - 1)
        st.selectbox(
            _(N_("Weights")),
            moment.checkpoints,
            format_func=lambda step: after_step(step, moment.steps, _),
            filter_mode=None,
            label_visibility="collapsed",
            key="at",
            on_change=lambda: _go_to(moment, moment.checkpoints.index(st.session_state.at)),
        )
        neighbour("later", _(N_("later ›")), place + 1)
    st.button(
        _(N_("Other weights")),
        key="leave",
        on_click=lambda: address.write(moment=None),
        help=_(N_("Leaves this run: the same cell, in a small size, learns the text by heart.")),
    )


def _go_to(moment: Moment, place: int) -> None:
    if 0 <= place < len(moment.checkpoints):
        address.write(moment=moment.closest(moment.checkpoints[place]))


def examples_for(moment: Moment | None) -> dict[str, str]:
    """Texts to choose from, each with its description: those that the run can read, and its own."""
    if moment is None:
        return EXAMPLES | TAGGED | SENSORS
    fitting = {
        text: title
        for text, title in EXAMPLES.items()
        if all(character in moment.vocabulary for character in characters(text))
    }
    return {moment.beginning: N_("how the text of this run begins"), **fitting}


def _write(key: str, name: str = "") -> Callable[[], None]:
    return address.writer(key, address.write, name or key)
