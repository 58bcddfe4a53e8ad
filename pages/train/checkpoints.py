"""Weights in and out: saves a checkpoint of the run as a file, and resumes from a file."""

import hashlib
from collections.abc import Callable

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import torch_file, visitor
from pages.shared.door import door
from pages.shared.language import translate
from pages.shared.markdown import plain
from pages.train import own
from pages.train.state import Shown, Weights, write
from pages.train.training import TRAINING
from rnnviz import weights
from rnnviz.cells import Cell
from rnnviz.fields import LinkError
from rnnviz.locale import N_
from rnnviz.text import Vocabulary
from rnnviz.training import TrainingConfig
from rnnviz.training.convert import from_pt, to_pt

MAX_MEGABYTES = weights.MAX_BYTES // 2**20
BYTES_A_NUMBER = 8
NO_GRU = N_(
    "No .pt file: PyTorch's GRU applies the reset gate after the matrix product, this one before "
    "it, so these weights would compute something else there. The recipe can change it."
)
NO_PHI = N_("No .pt file: PyTorch's RNN knows tanh and relu only.")


def popover(shown: Shown) -> None:
    """The button that opens two lists: checkpoints to save, and files to continue from."""
    _ = translate()
    # Opening it runs the script again, so the list of checkpoints is up to date.
    with (
        st.popover(_(N_("Weights")), key="train_weights_open", on_change="rerun"),
        st.container(key="weights_in_and_out"),
    ):
        st.markdown(_(N_("**Save**")))
        _save(shown)
        st.markdown(_(N_("**Go on from**")))
        _load(shown)
        door()


def _save(shown: Shown) -> None:
    _ = translate()
    steps = _steps(shown.runs)
    if not steps:
        st.caption(_(N_("Once something is trained, its weights can be saved here.")))
        return
    runs = dict(zip(shown.runs, shown.configs, strict=True))
    run = shown.runs[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if len(runs) > 1:
            chosen = st.segmented_control(
                _(N_("Cell")),
                list(runs),
                default=run,
                format_func=lambda one: runs[one].cell.upper(),
                required=True,
                key="train_save_run",
            )
            run = chosen if chosen in runs else run
        step = st.selectbox(
            _(N_("After step")),
            steps[run][::-1],
            format_func=lambda k: f"{k:,}",
            filter_mode=None,
            width=140,
            key=f"train_save_step_{run}",
        )
    config = runs[run]
    size = config.parameters(len(shown.vocabulary)) * BYTES_A_NUMBER
    if size > 0.95 * weights.MAX_BYTES:
        message = N_("These weights would take {size:.0f} MB; files of up to {most} MB are made.")
        st.caption(_(message).format(size=size / 2**20, most=MAX_MEGABYTES))
        return
    name = f"rnnviz-{config.cell}-{config.hidden_size}-step-{step}"
    with st.container(horizontal=True):
        st.download_button(
            ".safetensors",
            _file(run, step),
            file_name=f"{name}.safetensors",
            mime="application/octet-stream",
            key="train_save",
            help=_(N_("Weights, vocabulary and configuration of the cell, to go on from here.")),
            on_click="ignore",
        )
        why_not = _no_counterpart(config)
        if not why_not:
            address = visitor.address()
            st.download_button(
                ".pt",
                lambda: to_pt(_file(run, step)(), address),
                file_name=f"{name}.pt",
                mime="application/octet-stream",
                key="train_save_pt",
                help=_(N_("The state_dict of nn.{cell} and nn.Linear, for PyTorch.")).format(
                    cell=config.cell.upper()
                ),
                on_click="ignore",
            )
    if why_not:
        st.caption(_(why_not))


def _load(shown: Shown) -> None:
    _ = translate()
    file = st.file_uploader(
        _(N_("Weights from a file, up to {most} MB")).format(most=MAX_MEGABYTES),
        key="train_weights_file",
        max_upload_size=MAX_MEGABYTES,
        help=_(torch_file.HELP),
    )
    if file is not None and torch_file.needs_characters(file.name):
        st.radio(
            _(torch_file.NUMBERED),
            list(torch_file.ORDERS),
            format_func=lambda order: _(torch_file.ORDERS[order]),
            horizontal=True,
            key="train_order",
        )
    _take(file, shown)
    kept: Weights | None = st.session_state.get("train_weights")
    if reason := st.session_state.get("train_weights_refused"):
        st.warning(plain(own.sentence(reason)))
    elif kept:
        message = N_("{name}: {cell} with {hidden} units, {q} characters. Train goes on from it.")
        st.caption(
            plain(
                _(message).format(
                    name=kept.name,
                    cell=kept.cell.upper(),
                    hidden=kept.hidden,
                    q=len(kept.vocabulary),
                )
            )
        )


def _take(file: UploadedFile | None, shown: Shown) -> None:
    """Read an uploaded file once, and plan the network that it holds."""
    state = st.session_state
    if file is None:
        state.train_weights_seen = state.train_weights = state.train_weights_refused = None
        return
    data = file.getvalue()
    order = state.get("train_order", "first")
    seen = [hashlib.sha256(data).hexdigest(), file.name]
    if torch_file.needs_characters(file.name):
        seen += [order, *shown.vocabulary]
    if state.get("train_weights_seen") == seen:
        return
    _ = translate()
    state.train_weights_seen, state.train_weights, state.train_weights_refused = seen, None, None
    try:
        if torch_file.needs_characters(file.name):
            if not shown.vocabulary:
                raise LinkError(
                    N_("A .pt file does not say which characters it knows: choose its text first.")
                )
            tokens = torch_file.numbered(shown.vocabulary, order)
            with st.spinner(_(N_("Reading the weights …"))):
                data = from_pt(data, Vocabulary(tokens), _phi(shown), visitor.address())
        model = weights.from_bytes(data)
        cell = model.cell
        if not isinstance(cell, Cell) or cell.name not in ("rnn", "gru", "lstm"):
            raise LinkError(
                N_("The file holds a {cell}; an RNN, a GRU or an LSTM can be trained here."),
                cell=cell.title,
            )
        if model.labels != model.vocabulary:
            raise LinkError(
                N_("The network in the file predicts something other than the next character.")
            )
        options = cell.options
        changed = {"cell": cell.name, "hidden": cell.hidden_size}
        if "phi" in options:
            changed["phi"] = options["phi"]
        if "reset_after" in options:
            changed["reset"] = "after" if options["reset_after"] else "before"
        shown.plan.changed(**changed)
    except ValueError as reason:
        state.train_weights_refused = reason
        return
    state.train_weights = Weights(
        data, file.name, cell.name, cell.hidden_size, options, model.vocabulary.tokens
    )
    write(**changed)
    st.rerun()


def _phi(shown: Shown) -> str:
    """Choose the activation of an nn.RNN, which its weights do not reveal."""
    return shown.plan.phi if shown.plan.phi in ("tanh", "relu") else "tanh"


def _steps(runs: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """The checkpoints that every run has; empty while one of them has none."""
    found = {run: TRAINING.runs.checkpoints(run) for run in runs}
    return found if all(found.values()) else {}


def _file(run: str, step: int) -> Callable[[], bytes]:
    return lambda: weights.to_bytes(TRAINING.runs.model(run, step))


def _no_counterpart(config: TrainingConfig) -> str:
    """The reason why PyTorch has no such cell; "" if it has one."""
    if config.cell == "gru" and not config.reset_after:
        return NO_GRU
    if config.cell == "rnn" and config.phi not in ("tanh", "relu"):
        return NO_PHI
    return ""
