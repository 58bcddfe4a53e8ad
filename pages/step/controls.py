"""The controls of the Step page: a sentence that says what the stage shows, and chooses it.

Every widget takes its value from the address and writes its changes into the address.
"""

from collections.abc import Callable, Iterable

import streamlit as st

from pages.shared import address
from pages.shared.field import chosen, renewed
from pages.shared.language import current, translate
from pages.shared.markdown import plain
from pages.shared.sentence import sentence, shut
from pages.step.writing import writing
from rnnviz.address.caption import OF_TASK, after_step, corpus_title
from rnnviz.address.controls import (
    FEATURE,
    HIDE_SETTINGS,
    OWN,
    READINGS,
    READINGS_FIELD,
    ROW,
    SETTINGS,
    SHOW_READINGS,
    TEXT_INSTEAD,
    WEIGHTS,
    Example,
    examples,
    texts,
)
from rnnviz.address.link import SIZES, Link, Moment
from rnnviz.address.link_fields import MAX_CHARACTERS
from rnnviz.cells import CELLS, EVOLUTION
from rnnviz.locale import N_
from rnnviz.network import WRITTEN, one_way, title, two_way
from rnnviz.readings import typed_readings
from rnnviz.text import characters

# The height of the field for readings, in pixels.
LINES = 248
BOTH_WAYS = "both"
# So many characters of a text stand in the sentence.
MOST_SHOWN = 32
# What the stage shows, by its weights; the second is for names that begin with a vowel as they are spoken.
SENTENCES = {
    "trained": (
        N_("A {cell} with {hidden} {weights} on {text}"),
        N_("An {cell} with {hidden} {weights} on {text}"),
    ),
    "random": (
        N_("A {cell} with {hidden} and {weights} reads {text}"),
        N_("An {cell} with {hidden} and {weights} reads {text}"),
    ),
}
AN = frozenset(("mlp", "rnn", "lstm", "lstm1997", "mgu", "indrnn", "slstm"))
OWN_CELL = N_("cell of your own")
RUN_TEXT_HELP = N_(
    "Up to {most} characters out of those that the network has learnt from. One is read at each "
    "time step, and the next one predicted; the last is only a label. Enter shows it."
)


def fold(link: Link) -> None:
    """On a phone, a button that opens the row of controls and says what is chosen there; the style
    sheet hides it where there is room for the row."""
    _ = translate()
    state = st.session_state
    is_open = state.setdefault("settings_open", False)
    chosen = [_(title(link.cell)), f"h = {SIZES.write(link.hidden)}"]
    words = HIDE_SETTINGS if is_open else SETTINGS

    def turn() -> None:
        state.settings_open = not is_open

    # The style sheet folds the row by the name of the button.
    st.button(
        _(words).format(chosen=" · ".join(chosen)),
        key="fold" if is_open else "unfold",
        on_click=turn,
    )


def controls(link: Link) -> None:
    """A sentence whose underlined words open what chooses the network and the text that it reads;
    of a run, one row."""
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        if link.moment:
            _whose(link.moment)
            _text(link)
            _example(link)
            _when(link.moment)
        else:
            _ = translate()
            article = 1 if link.cell in AN else 0
            sentence(_(SENTENCES[link.weights][article]), lambda name: _choice(name, link))
            writing(link)


def _choice(name: str, link: Link) -> None:
    """A word of the sentence, which opens what chooses it."""
    with st.popover(_face(name, link), key=f"face_{name}", on_change="rerun"):
        for draw in CHOICES[name]:
            draw(link)


def _face(name: str, link: Link) -> str:
    _ = translate()
    match name:
        case "cell":
            return _(OWN_CELL if link.cell == WRITTEN else title(link.cell))
        case "hidden":
            units = (
                N_("{count} units")
                if isinstance(link.hidden, int)
                else N_("layers of {count} units")
            )
            return _(units).format(count=SIZES.write(link.hidden))
        case "weights" if link.weights == "random":
            return _(N_("random weights, seed {seed}")).format(seed=link.seed)
        case "weights":
            return _(WEIGHTS["trained"])
        case _ if link.readings:
            rows = typed_readings(link.readings).rows
            return _(N_("a sensor's {count} readings")).format(count=len(rows))
        case _:
            return plain(_shortened(link.text))


def _shortened(text: str) -> str:
    """A text as the sentence has it: a long one with how long it is."""
    signs = characters(text)
    if len(signs) <= MOST_SHOWN:
        return text
    count = translate()(N_("{count} characters")).format(count=len(signs))
    return f"{''.join(signs[:MOST_SHOWN])} … ({count})"


def _shut(face: str, write: Callable[[], None]) -> Callable[[], None]:
    """A widget's callback: its value becomes that of the address, and what opened for it closes."""
    return shut(f"face_{face}", write, lambda: bool(st.session_state.get("refused")))


def _cell(link: Link) -> None:
    _ = translate()
    own = one_way(link.cell)
    st.segmented_control(
        ROW["cell"].title_in(_),
        # One of the other cells stands beside them while it is chosen, and the reader's own always.
        list(dict.fromkeys([*CELLS, own, *([WRITTEN] if link.equations else [])])),
        default=own,
        format_func=lambda name: _(OWN if name == WRITTEN else title(name)),
        required=True,
        key=renewed("cell", own),
        on_change=_shut("cell", _write_cell),
        help=ROW["cell"].help_in(_),
    )


def _directions(link: Link) -> None:
    _ = translate()
    own = one_way(link.cell)
    ways = [BOTH_WAYS] if own != link.cell else []
    st.pills(
        _(N_("Directions")),
        [BOTH_WAYS],
        default=ways,
        format_func=lambda _name: ROW["directions"].title_in(_),
        selection_mode="multi",
        disabled=two_way(own) is None,
        key=renewed("directions", ways),
        on_change=_shut("cell", _write_cell),
        help=ROW["directions"].help_in(_),
    )


def _further(_link: Link) -> None:
    _ = translate()
    key = renewed("further", None)
    st.selectbox(
        ROW["further"].title_in(_),
        list(EVOLUTION),
        index=None,
        format_func=lambda name: (
            f"{EVOLUTION[name].title} · {EVOLUTION[name].year} · {EVOLUTION[name].paper}"
        ),
        placeholder=ROW["further"].title_in(_),
        filter_mode=None,
        label_visibility="collapsed",
        key=key,
        on_change=_shut("cell", _write(key, "cell")),
    )


def _write_cell() -> None:
    """A cell that can be had in two directions stays in them."""
    cell = str(chosen("cell"))
    both = two_way(cell) if chosen("directions") else None
    address.write(cell=both or cell)


def _text(link: Link) -> None:
    _ = translate()
    if link.readings:
        _readings(link)
        return
    values, _reason = address.refused(link) or ({}, None)
    # An invalid text stays in the field, so that the reader can correct it.
    text = values.get("text", link.text)
    key = renewed("text", text)
    st.text_input(
        ROW["text"].title_in(_),
        value=text,
        key=key,
        on_change=_shut("text", _write(key, "text")),
        help=_(RUN_TEXT_HELP).format(most=MAX_CHARACTERS)
        if link.moment
        else ROW["text"].help_in(_),
    )


def _example(link: Link) -> None:
    _ = translate()
    offered = {one.text: one for one in examples_for(link.moment)}

    def write() -> None:
        example = offered.get(str(chosen("example")))
        if example and len(example.values) > 1:
            # It comes with networks of its own.
            address.write(moment=None, **example.values)
        elif example:
            address.write(**example.values)

    def words(text: str) -> str:
        named = _(offered[text].title)
        return named if "readings" in offered[text].values else f"{text} · {named}"

    st.selectbox(
        ROW["example"].title_in(_),
        list(offered),
        index=None,
        format_func=words,
        placeholder=ROW["example"].title_in(_),
        filter_mode=None,
        label_visibility="collapsed",
        key=renewed("example", None),
        on_change=_shut("text", write),
    )


def _readings(link: Link) -> None:
    """In the place of the text the field for a sensor's readings."""
    _ = translate()
    own = typed_readings(link.readings)
    values, reason = address.refused(link) or ({}, None)
    lines = values.get("readings", _lines(own.rows))
    key = renewed("readings", lines)
    write = _write(key, "readings")
    with st.container(key="readings_field"):
        st.text_area(
            _(READINGS_FIELD),
            value=lines,
            key=key,
            height=LINES,
            on_change=write,
            help=READINGS.help_in(_),
        )
        if reason and "readings" in values:
            st.warning(plain(reason.sentence(_)))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(_(SHOW_READINGS), type="primary", on_click=_shut("text", write))
            st.button(_(TEXT_INSTEAD), on_click=lambda: address.write(readings=""))
        mean, spread = own.scale
        scales = [
            _(FEATURE).format(number=k + 1, mean=f"{mean[k]:.4g}", spread=f"{spread[k]:.3g}")
            for k in range(own.features)
        ]
        st.caption("  \n".join(map(plain, scales)))


def _lines(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(" ".join(row) for row in rows)


def _weights(link: Link) -> None:
    _ = translate()
    key = renewed("weights", link.weights)
    st.segmented_control(
        ROW["weights"].title_in(_),
        list(WEIGHTS),
        default=link.weights,
        format_func=lambda name: _(WEIGHTS[name]),
        required=True,
        key=key,
        on_change=_shut("weights", _write(key, "weights")),
        help=ROW["weights"].help_in(_),
    )


# The link checks the bounds of both numbers, and explains in the reader's language what does not fit.


def _seed(link: Link) -> None:
    if link.weights == "random":
        title = ROW["seed"].title_in(translate())
        key = renewed("seed", link.seed)
        st.number_input(title, value=link.seed, step=1, key=key, on_change=_write(key, "seed"))


def _hidden(link: Link) -> None:
    values, _reason = address.refused(link) or ({}, None)
    # As with the text, what does not fit stays in the field.
    sizes = SIZES.write(values.get("hidden", link.hidden))
    st.text_input(
        ROW["hidden"].title_in(translate()),
        value=sizes,
        key=renewed("hidden", sizes),
        on_change=_shut("hidden", _write_sizes),
        help=ROW["hidden"].help_in(translate()),
    )


def _write_sizes() -> None:
    address.write(hidden=SIZES.read(str(chosen("hidden")).strip()))


def _whose(moment: Moment) -> None:
    """The run or the task whose weights are shown, and the way back to it."""
    _ = translate()
    words = N_("{cell} · {hidden} units · {text}")
    text = _(OF_TASK) if moment.practice else corpus_title(moment, _)
    label = _(words).format(cell=CELLS[moment.cell].title, hidden=moment.hidden, text=text)
    page, query, hint = (
        ("course/practice.py", moment.practice, N_("To the task with these numbers"))
        if moment.practice
        else ("train/train.py", {"run": moment.run}, N_("To the training of this network"))
    )
    with st.container(key="whose", width="content"):
        st.page_link(page, label=f":primary[{label}]", query_params=query, help=_(hint))


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

    if not moment.practice:
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
        help=_(N_("The same cell, in a small size, learns the text by heart instead.")),
    )


def _go_to(moment: Moment, place: int) -> None:
    if 0 <= place < len(moment.checkpoints):
        address.write(moment=moment.closest(moment.checkpoints[place]))


def examples_for(moment: Moment | None) -> list[Example]:
    """Texts to choose from; for a run how its own text begins, and those that it can read."""
    if moment is None:
        return list(examples(current()))
    own = moment.beginning
    fitting = [
        one
        for one in texts(current())
        if all(token in moment.vocabulary for token in characters(one.text))
    ]
    about = N_("the text of the task") if moment.practice else N_("how the text of this run begins")
    beginning = Example(own, about, {"text": own})
    return [beginning, *(one for one in fitting if one.text != own)]


def _write(key: str, name: str) -> Callable[[], None]:
    return address.writer(key, address.write, name)


# By the words of the sentence: what chooses each.
CHOICES: dict[str, tuple[Callable[[Link], None], ...]] = {
    "cell": (_cell, _directions, _further),
    "hidden": (_hidden,),
    "weights": (_weights, _seed),
    "text": (_text, _example),
}
